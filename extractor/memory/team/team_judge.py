"""The judge of what leaves a machine: whether a memory file may stand in a repository.

Owns the order of the questions and the answer a person gets. Promises to refuse what it does not know, in every field
that would be written, the file's name among them. Never changes a text: the person rewords it.
"""

from __future__ import annotations

from dataclasses import dataclass

from extractor.domain import MemoryType
from extractor.errors import printable
from extractor.memory.memory_file import parse
from extractor.memory.redaction.placeholders import holds_placeholder
from extractor.memory.redaction.spoken_secrets import tells_a_secret
from extractor.memory.team.decodings import decodings
from extractor.memory.team.own_names import OwnNames
from extractor.memory.team.personal_data import trace
from extractor.memory.team.team import TYPES
from extractor.memory.team.team_form import Shared
from extractor.memory.text.unseen import unseen

SHOWN = 40
"""Characters of what was found that are told."""

LONGEST = 200
"""Letters without a space between that are judged: what is longer hides anything, and costs too much to look through."""


@dataclass(frozen=True, slots=True)
class TeamJudge:
    """Judges for one person. `names`: theirs and their machine's."""

    names: OwnNames

    def refusal(self, shared: Shared) -> str | None:
        """Why the file may not be shared, in one line without its secrets; None where it may."""
        if shared.type not in TYPES or parse(shared.data).type not in (
            MemoryType.PROJECT,
            MemoryType.REFERENCE,
        ):
            return f"{shared.file} is of type {shared.type}: only project and reference are a team's"
        for what, text in shared.fields.items():
            found = self._found(text.replace("-", " ").replace("_", " ") if what == "file name" else text)
            if found is None and what == "file name":
                found = self._found(text)
            if found:
                return f"{shared.file}: its {what} holds {found}: take it out, then share again"
        # What is cut in two by the end of a sentence is whole in the file.
        found = self._found(shared.data.decode()) or self._found(" ".join(shared.fields.values()))
        return f"{shared.file} holds {found}: take it out, then share again" if found else None

    def _found(self, text: str) -> str | None:
        if any(len(word) > LONGEST for word in text.split()):
            return f"a word of more than {LONGEST} letters"
        for decoding in decodings(text):
            if unseen(decoding.replace("\n", " ")):
                return "letters nobody sees, or one alphabet's among another's"
            if tells_a_secret(decoding) or holds_placeholder(decoding):
                return "a secret, or the mark of one that was taken out"
            own = self.names.found(decoding)
            if own is not None:
                return f"a name of yours or of your machine ({_shown(own)})"
            seen = trace(decoding)
            if seen is not None:
                return f"{seen.what} ({_shown(seen.where)})"
        return None


def _shown(text: str) -> str:
    safe = printable(text)
    return safe if len(safe) <= SHOWN else safe[: SHOWN - 1] + "…"
