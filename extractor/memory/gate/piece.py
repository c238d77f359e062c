"""A piece of a person's own words, with its paragraphs and sentences.

Owns where each sentence begins and what stands around it. Promises whole sentences as they stand, none of which goes on
behind a paragraph. Never judges what they say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from extractor.memory.wording.provisos import sentences, turns_away

MOST_ITEMS = 20
"""Items of a list above which its heading is looked for."""
_TELLS = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a person's own words, folded."""

    text: str
    breaks: tuple[int, ...]
    """Where a paragraph or an item of a list begins."""
    placed: tuple[tuple[int, str], ...]
    """Its sentences, with the places they begin at."""

    @classmethod
    def cut(cls, text: str, breaks: tuple[int, ...]) -> Piece:
        """The piece with its sentences, of which none goes on behind a break."""
        placed: list[tuple[int, str]] = []
        for left, right in pairwise((0, *breaks, len(text))):
            at = left
            for sentence in sentences(text[left:right]):
                at = text.index(sentence, at)
                placed.append((at, sentence))
                at += len(sentence)
        return cls(text, breaks, tuple(placed))

    def sentences(self, start: int, end: int) -> list[str]:
        """The sentences between two places, whole."""
        return [said for at, said in self.placed if at < end and at + len(said) > start]

    def around(self, start: int, end: int) -> tuple[str, int]:
        """The text of the sentences between two places, as it stands, and where in it the first place is."""
        within = [(at, at + len(said)) for at, said in self.placed if at < end and at + len(said) > start]
        begins = min([start, *(at for at, _ in within)])
        return self.text[begins : max([end, *(to for _, to in within)])], start - begins

    def lead(self, at: int) -> str:
        """The line that ends with a colon over the list an item stands in; empty where there is none."""
        starts = [0, *(place for place in self.breaks if place <= at)]
        if len(starts) < 2:
            return ""
        for left, right in reversed([*pairwise(starts)][-MOST_ITEMS:]):
            line = self.text[left:right].strip()
            if line.endswith((":", "：")):
                return sentences(line)[-1]
        return ""

    def turn(self, end: int) -> str:
        """The sentence after this place where it takes back a part of what stands before; else empty."""
        following = next((said for at, said in self.placed if at >= end), "")
        return following if turns_away(following) else ""

    def steps(self, start: int, end: int) -> list[tuple[str, str]]:
        """Each sentence between two places, whole, with the one behind it; that is empty behind the last."""
        telling = [(at, said) for at, said in self.placed if _TELLS.search(said)]
        behind = [said for _, said in telling[1:]] + [""] * bool(telling)
        steps = zip(telling, behind, strict=True)
        return [(said, after) for (at, said), after in steps if at < end and at + len(said) > start]

    def following(self, end: int) -> list[str]:
        """What stands behind this place: the rest of its sentence, and the sentences after it."""
        rests = (self.text[max(at, end) : at + len(said)] for at, said in self.placed if at + len(said) > end)
        return [rest for rest in rests if _TELLS.search(rest)]
