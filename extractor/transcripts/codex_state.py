"""What must be remembered of a Codex rollout from one line, and one read, to the next.

Owns the parser's state, a part of the checkpoint, who asks in a turn, and the identities of messages the client gave
none.
Promises to hold no words of the conversation. Never reads a file.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

from pydantic import NonNegativeInt

from extractor.domain import Kind, Speaker
from extractor.transcripts.hearing import Hearing
from extractor.transcripts.message_ids import derived_uuid, is_lasting

_MOST_TURNS = 256
_MOST_CALLS = 256
_MOST_UNHEARD = 8


@dataclass(slots=True)
class State:
    """What one line tells about the next ones."""

    thread: str | None = None
    """Id of the session whose file it is."""
    origin: str | None = None
    """Id of the session in which the lines were first written: a fork copies its parent's first line too."""
    count: int = 0
    """Things without a lasting id of their own so far, of this origin."""
    cwd: str | None = None
    here: str | None = None
    """The working directory of the newest turn."""
    version: str | None = None
    is_script: bool = False
    """The session was opened by a scripted run."""
    trigger: str | None = None
    """What began the present turn, where the client says so."""
    is_agent: bool = False
    """The session is a sub-agent's."""
    opened: bool = False
    """A sub-agent's first prompt was read."""
    at: int = 0
    """Time of the newest line that had one."""
    seen: bool = False
    """A line was read."""
    known: bool = False
    """A line of a known type was read."""
    heard: bool = False
    """A prompt or reply was read from the events that tell of them."""
    unheard: int = 0
    """Replies to the model's eyes only, since an event told of one."""
    told: bool = False
    """The strange form was reported."""
    hearing: Hearing = field(default_factory=Hearing)
    newest: tuple[str, str, str] | None = None
    """Role, form and hash of what was said last, while nothing was done since."""
    review: str | None = None
    """Hash of what the client asks the review for that is under way, empty before that was read; None without one."""
    questions: list[tuple[str, NonNegativeInt, int]] = field(default_factory=list)
    """Open calls that ask the person something: id, and offset and size of the line."""
    turns: list[tuple[NonNegativeInt, int]] = field(default_factory=list)
    """Offset of the newest prompts, and `count` there, oldest first."""

    def is_strange(self) -> bool:
        """Whether lines were read, none of a known type, or replies of which no event tells."""
        mute = self.unheard > (_MOST_UNHEARD if self.heard else 0)
        return not self.told and self.seen and (not self.known or mute)

    def began(self, offset: int) -> None:
        """A prompt was read at `offset`."""
        self.turns.append((offset, self.count))
        del self.turns[:-_MOST_TURNS]

    def before(self, number: int) -> tuple[int, State]:
        """Where the newest `number` prompts begin, and the state there, to read them again; they are taken back here."""
        begin, count = self.turns[-min(number, len(self.turns))]
        del self.turns[-number:]
        then = replace(
            self,
            count=count,
            turns=[],
            questions=list(self.questions),
            newest=None,
            review=None,
            hearing=Hearing(),
        )
        return begin, then

    def prompter(self) -> tuple[Speaker, Kind]:
        """Who asks in this turn, and as what it counts."""
        if self.is_agent:
            return (Speaker.SYSTEM, Kind.NOTICE) if self.opened else (Speaker.ASSISTANT, Kind.TEXT)
        typed = not self.is_script if self.trigger is None else self.trigger == "user"
        return (Speaker.HUMAN if typed else Speaker.HUMAN_HEADLESS), Kind.TEXT

    def asked(self, call: str, offset: int, size: int) -> None:
        """A call was made that asks the person something."""
        self.questions.append((call, offset, size))
        del self.questions[:-_MOST_CALLS]

    def answered(self, call: str | None) -> tuple[int, int] | None:
        """Where such a call stands, by offset and size, if a result is the answer to one."""
        found = next((each for each in self.questions if each[0] == call), None)
        if found is None:
            return None
        self.questions.remove(found)
        return found[1:]

    def repeats(self, role: str, form: str, text: str) -> bool:
        """Whether what is said is what was said last, told again in another form."""
        digest = _digest(text)
        before, self.newest = self.newest, (role, form, digest)
        return before is not None and before[1] != form and (before[0], before[2]) == (role, digest)

    def is_reviews(self, text: str) -> bool:
        """Whether a prompt is the one the client sends to the review that is under way. Another one shows its end."""
        if self.review is None:
            return False
        digest = _digest(text)
        self.review = digest if self.review in ("", digest) else None
        return self.review is not None

    def uuid(self, given: object, session: str, text: str) -> str:
        """The id the client gave where it lasts, else one of origin, place among its like, and content.

        Neither the time of a line nor its place in the file counts: a fork's copies have others.
        """
        if isinstance(given, str) and is_lasting(given):
            return given
        self.count += 1
        return derived_uuid(self.origin or session, f"{self.count}\n{given}\n{text}")


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=12).hexdigest()
