"""A few lines of ours at the end of a person's text, between two marks.

Owns where they stand and how they are found again. Promises that the text around them stays byte for byte.
Never takes out a line that was not put in.
"""

from __future__ import annotations

from extractor.connect.json_edit import Piece

BEGIN = "<!-- extractor: `extractor disconnect` takes these lines out -->"
END = "<!-- /extractor -->"


def put(text: str, lines: str) -> tuple[Piece, ...]:
    """What is put in at the end of a text: the lines between marks, an empty line before them."""
    newline = "\r\n" if "\r\n" in text else "\n"
    body = newline.join([BEGIN, *lines.strip("\n").splitlines(), END, ""])
    if not text:
        return (Piece(0, body),)
    lead = newline if text.endswith("\n") else newline * 2
    return (Piece(len(text), lead + body),)


def holds(text: str, lines: str) -> bool:
    """Whether just these lines stand there between our marks."""
    wanted = [BEGIN, *lines.strip("\n").splitlines(), END]
    told = text.splitlines()
    return any(told[nth : nth + len(wanted)] == wanted for nth, line in enumerate(told) if line == BEGIN)


def take_out(text: str, lines: str, lead: str = "") -> str | None:
    """The text without the marks, what was put in between them and the empty line before; None: none is there.

    `lead`: what was put in before the marks; of two line ends one goes on ending the text only if more follows.
    """
    told = text.splitlines(keepends=True)
    bare = [line.rstrip("\r\n") for line in told]
    if BEGIN not in bare or END not in bare[bare.index(BEGIN) :]:
        return None
    start = bare.index(BEGIN)
    end = bare.index(END, start)
    own = set(lines.strip("\n").splitlines())
    theirs = [line for line, said in zip(told[start:end], bare[start:end], strict=True) if said not in own]
    theirs = theirs[1:]
    head = told[:start]
    if head and not bare[start - 1]:
        head.pop()
    rest = [*theirs, *told[end + 1 :]]
    if head and not rest and lead.count("\n") > 1:
        head[-1] = head[-1].removesuffix(lead[: len(lead) // 2])
    return "".join([*head, *rest])
