"""Sessions made up for measuring, in the form Claude Code writes.

Owns the lines of a made-up session: prompts, replies, tool calls and results, marks of turns. Promises the
same lines for the same seed and sizes like those of real sessions. Never writes a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import accumulate
from random import Random
from uuid import UUID

_SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qi ro su ta ve wi xo yu za ster tion ment able ing"
_COMMON = (
    "the a to of and in is it that for on with as this be are not or from by we at an if can use should have "
    "file test code line function error value when return read write run change call type name path"
)
_TOOLS = {
    "Bash": (54, 80, 250, 250),
    "Read": (16, 10, 2_500, 2_200),
    "Edit": (14, 900, 120, 16_000),
    "Grep": (10, 60, 1_200, 2_400),
    "Todo": (5, 600, 160, 1_100),
    "Write": (1, 2_300, 120, 4_000),
}
"""Of 100 calls, how many; then characters: what is given, the result, what the client keeps beside it."""
_VERSION = "2.1.37"


class Vocabulary:
    """Words with the frequencies of written text: a few very often, most of them rarely."""

    def __init__(self, random: Random, size: int = 20_000) -> None:
        syllables = _SYLLABLES.split()
        rare = ["".join(random.choices(syllables, k=random.randint(2, 5))) for _ in range(size)]
        self._words = _COMMON.split() + rare
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(len(self._words))))

    def words(self, random: Random, count: int) -> str:
        """A stretch of prose of about this many words."""
        return " ".join(random.choices(self._words, cum_weights=self._weights, k=max(1, count)))

    def lines(self, random: Random, size: int, mark: str = "\t") -> str:
        """Lines of something like code, of about this many characters, `mark` after their numbers."""
        made: list[str] = []
        number = length = 0
        while length < size:
            number += 1
            left, right, call = self.words(random, 3).split(" ")
            made.append(f'{number:>6}{mark}    {left}_{right} = {call}("{right}", {left}[{number}])')
            length += len(made[-1])
        return "\n".join(made)


@dataclass(slots=True)
class Session:
    """One made-up session. Every method gives its next lines, newline included."""

    random: Random
    vocabulary: Vocabulary
    cwd: str
    at: int
    """Milliseconds since 1970 UTC of the newest line."""
    id: str = ""
    _parent: str | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.id = self.id or self._uuid()

    def turns(self, count: int) -> Iterator[bytes]:
        """Whole turns: a prompt, replies with tools, the end."""
        for _ in range(count):
            yield self.prompt(self.vocabulary.words(self.random, self._size(20, 1.0)))
            for _ in range(self.random.randint(1, 10)):
                yield from self._tool()
            yield self.said(self.vocabulary.words(self.random, self._size(80, 0.8)))
            yield self.turn_end()

    def brief(self) -> Iterator[bytes]:
        """The shortest whole conversation: a question and its answer."""
        yield self.prompt(self.vocabulary.words(self.random, self._size(20, 0.8)))
        yield self.said(self.vocabulary.words(self.random, self._size(60, 0.8)))
        yield self.turn_end()

    def prompt(self, text: str) -> bytes:
        """What a person typed."""
        return self._line("user", {"message": {"role": "user", "content": text}})

    def said(self, text: str) -> bytes:
        """What the model said, its turn ended."""
        return self._reply(self._id("msg"), {"type": "text", "text": text}, "end_turn")

    def turn_end(self) -> bytes:
        """The client's mark that the turn is over."""
        return self._line("system", {"subtype": "turn_duration", "durationMs": 12_000, "isMeta": False})

    def _tool(self) -> Iterator[bytes]:
        """A call, the reports while it runs, its result."""
        random, words = self.random, self.vocabulary
        name = random.choices(list(_TOOLS), [tool[0] for tool in _TOOLS.values()])[0]
        _, given, result, beside = _TOOLS[name]
        reply, call = self._id("msg"), self._id("toolu")
        if random.random() < 0.5:
            thought = {"thinking": words.words(random, self._size(60, 0.8)), "signature": self._id("s") * 12}
            yield self._reply(reply, {"type": "thinking", **thought})
        if random.random() < 0.25:
            yield self._reply(reply, {"type": "text", "text": words.words(random, self._size(20, 0.7))})
        path = f"{self.cwd}/src/{words.words(random, 1)}.py"
        written = words.lines(random, self._size(given, 0.8))
        asked = {"file_path": path, "text": written}
        yield self._reply(reply, {"type": "tool_use", "id": call, "name": name, "input": asked})
        for report in range(random.choice((0, 0, 1, 2))):
            size = 14_000 if random.random() < 0.15 else 100
            data = {
                "type": "bash_progress",
                "output": words.lines(random, size),
                "elapsedTimeSeconds": report,
            }
            yield self._line(
                "progress", {"data": data, "parentToolUseID": call, "toolUseID": f"tool-{report}"}
            )
        output = words.lines(random, min(60_000, self._size(result, 1.2)), "→" if name == "Read" else "\t")
        block = {"type": "tool_result", "tool_use_id": call, "content": output}
        kept = {
            "filePath": path,
            "originalFile": words.lines(random, self._size(beside, 1.0)),
            "isImage": False,
        }
        message = {"role": "user", "content": [block]}
        yield self._line("user", {"message": message, "toolUseResult": kept})

    def _reply(self, reply: str, block: dict[str, object], stop: str | None = None) -> bytes:
        usage = {
            "input_tokens": 9,
            "cache_read_input_tokens": self.random.randint(9_000, 150_000),
            "output_tokens": 179,
        }
        message = {
            "model": "made-up",
            "id": reply,
            "type": "message",
            "role": "assistant",
            "content": [block],
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": usage,
        }
        return self._line("assistant", {"message": message, "requestId": self._id("req")})

    def _line(self, kind: str, what: dict[str, object]) -> bytes:
        self.at += self.random.randint(50, 20_000)
        uuid = self._uuid()
        line = {
            "parentUuid": self._parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.id,
            "version": _VERSION,
            "gitBranch": "main",
            "type": kind,
            **what,
            "uuid": uuid,
            "timestamp": _stamp(self.at),
        }
        self._parent = uuid
        return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def _size(self, median: float, spread: float) -> int:
        return max(1, int(median * self.random.lognormvariate(0, spread)))

    def _id(self, what: str) -> str:
        return f"{what}_{self.random.getrandbits(96):024x}"

    def _uuid(self) -> str:
        return str(UUID(int=self.random.getrandbits(128), version=4))


def _stamp(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def sessions(seed: int, count: int, turns: int) -> Iterator[bytes]:
    """Whole transcripts of about this many turns each, the same for the same seed."""
    random = Random(seed)
    vocabulary = Vocabulary(random)
    for number in range(count):
        at = 1_760_000_000_000 + number * 86_400_000
        session = Session(random, vocabulary, f"/home/dev/project-{number % 7}", at)
        yield b"".join(session.turns(max(1, int(turns * random.uniform(0.2, 2.0)))))
