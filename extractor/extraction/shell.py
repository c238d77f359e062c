"""A shell command as the guard judges it: whether it may write below a folder it names.

Owns what writes in a shell and which commands only read. Promises that a command it cannot take apart is held
to have written where any word of it could. Pure: runs nothing.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field

READERS = frozenset(
    "cat head tail ls wc stat grep egrep fgrep echo printf cd pwd test [ diff cmp md5sum sha256sum"
    " basename dirname realpath readlink du nl tac cut tr jq true false"
    " comm column paste join fold fmt expand rev od hexdump strings cksum sha1sum sha512sum b2sum zcat seq which type date"
    " sleep".split()
)
"""Commands that write to a file only where their output is sent to one, whatever words they are given."""

_TO_ANOTHER = r"\buniq(?:\s+(?:-[fsw]\s+\d+|-[^\s|;&<>]+))*+\s+[^\s|;&<>]+\s+[^\s|;&<>-]"
"""`uniq` with two file names: it reads the one and writes the other."""

_SHORT = r"(?<![\w-])-\w*"
"""Options of one letter, written as one word."""

_READERS_UNLESS = {
    name: re.compile(unless, re.DOTALL)
    for names, unless in (
        ("sort", rf"\$|{_SHORT}o|--[co]"),
        ("uniq", rf"\$|{_TO_ANOTHER}"),
        ("tree", rf"\$|{_SHORT}[oR]|--out"),
        ("find", r"\$|-(?:delete|exec|ok|fprint|fls)"),
        ("file", rf"\$|{_SHORT}C|--com"),
        ("yq", rf"{_SHORT}[is]|--in|--split"),
        ("rg", r"--(?:pre|hostname-bin)\b"),
        ("awk gawk mawk", rf"[>|@]|system|{_SHORT}[ifEldop]|--"),
        ("sed", r"^(?!\s*sed(?:\s+-[nErsu]+)+\s+(?:'[\d,$]+p'|\"?[\d,]+p\"?)(?:\s+[^\s-]\S*)*\s*$)"),
    )
    for name in names.split()
}
"""Commands that do so unless something of this is found among their words: an option, a second file, a program."""

_WRITES = re.compile(
    r">|\b(tee|cp|mv|rm|touch|ln|patch|install|rsync|truncate|dd|sponge|shred|unzip)\b|\s-delete\b|\s-i inplace\b"
    r"|\bwrite_(text|bytes)\b|\b(unlink|rename|remove)\(|\bshutil\b|\b(write|append)File|\b(unlink|rename|rm)Sync\b"
)
"""What may write, wherever in a command it stands."""

_WRITES_WITH = tuple(
    (re.compile(name), re.compile(how))
    for name, how in (
        (r"\bsed\b", rf"{_SHORT}i|--in-place|['\"/;{{}}\d,$gIMp]w\s+\S"),
        (r"\bperl\b", r"\s-\w*i"),
        (r"\bsdiff\b|\bsort\b|\btree\b|\bshuf\b", rf"{_SHORT}o|--o"),
        (_TO_ANOTHER, ""),
        (r"\bfind\b", r"-f(?:print|ls)"),
        (r"\byq\b", rf"{_SHORT}[is]|--in|--split"),
        (r"\brg\b", r"--pre\b"),
        (r"\bcurl\b|\bwget\b", r"\s-\w*[oO]|--output"),
        (r"\btar\b", r"\s-?\w*x"),
        (r"\bopen\(", r"['\"][wax+]"),
        (r"\bgit\b", r"\b(checkout|restore|reset|clean|stash|apply|am|merge|pull|rebase|revert|switch)\b"),
    )
)
"""What may write with something behind it. Looked for one after the other: `a.*b` looks from every `a` to the end."""

_HARMLESS = re.compile(r"[\d&]?>+\s*(&\s*\d|/dev/null)")
"""Redirections that write no file of a person."""

_TAIL = r"""(?![\w-])[^\s'"`;|&<>()]*"""
"""What follows a folder's name: a file's own name says nothing of what is done to it."""

_QUOTED_OTHERWISE = re.compile(r"<<|\$'")
"""A here document and `$'…'`: what stands in them is quoted by other rules."""

_PIECE = re.compile(
    r"(?P<comment>(?:^|(?<=[\s;&|()]))#[^\n]*)|(?P<end>\|\||[;&\n()`]+)|(?P<pipe>\|&?\s*)"
    r"""|(?P<quoted>'[^']*'|"(?:\\.|[^"\\])*")|(?P<bare>\\.|[^'"\\;&|\n()`#]+|#)|(?P<unclosed>.)""",
    re.DOTALL,
)

_NAME = re.compile(r"\s*(?:(?:\w+=\S*|then|do|else|if|while|until|!|time|\{)\s+)*(\S*)")
"""The name of a command, behind what may stand before it."""


@dataclass(slots=True)
class _Command:
    """One command, whole and without what is quoted."""

    whole: str = ""
    bare: str = ""

    def only_reads(self) -> bool:
        """Whether it writes to a file only where its output is sent to one."""
        found = _NAME.match(self.bare)
        name = found[1] if found else ""
        unless = _READERS_UNLESS.get(name)
        return unless.search(self.whole) is None if unless else not name or name in READERS


@dataclass(slots=True)
class _Pipeline:
    """Commands joined by pipes."""

    commands: list[_Command] = field(default_factory=lambda: [_Command()])
    substitutes: bool = False
    """Another command stands within quotes."""

    def may_write(self) -> bool:
        if self.substitutes or not all(command.only_reads() for command in self.commands):
            return _may_write(" | ".join(command.whole for command in self.commands))
        return any(">" in command.bare for command in self.commands)

    def add(self, text: str, bare: str) -> None:
        self.commands[-1].whole += text
        self.commands[-1].bare += bare


def writes_below(folder: str, given: str, is_posix: bool = True) -> bool:
    """Whether a call may write below `folder`, which it names. `given`: what the shell tool was given, as JSON.

    The command alone is judged: what an agent says of it, and a file's own name, are no part of it.
    `is_posix`: False where the shell quotes by rules of its own.
    """
    command = _command(given)
    rest = re.sub(re.escape(folder) + _TAIL, "/", given if command is None else command)
    rest = _HARMLESS.sub(" ", rest)
    if command is None or not is_posix or _QUOTED_OTHERWISE.search(rest):
        return _may_write(rest)
    return any(pipeline.may_write() for pipeline in _pipelines(rest))


def _may_write(text: str) -> bool:
    if _WRITES.search(text):
        return True
    return any(
        how.search(text, found.end()) is not None
        for name, how in _WRITES_WITH
        if (found := name.search(text)) is not None
    )


def _command(given: str) -> str | None:
    """The command a shell tool was given, as text or as a list of words; None where none is found."""
    try:
        value = json.loads(given)
    except (ValueError, RecursionError):
        return None
    found = (value.get("command") or value.get("cmd")) if isinstance(value, dict) else None
    if isinstance(found, list) and all(isinstance(word, str) for word in found):
        is_script = len(found) == 3 and found[1] in ("-c", "-lc")
        return found[2] if is_script else shlex.join(found)
    return found if isinstance(found, str) else None


def _pipelines(command: str) -> Iterator[_Pipeline]:
    """The command's pipelines in order; one with all that is left where a quote is not closed."""
    now = _Pipeline()
    for piece in _PIECE.finditer(command):
        kind, text = piece.lastgroup, piece[0]
        if kind == "unclosed":
            yield _Pipeline([_Command(command, text)])
            return
        if kind == "end":
            yield now
            now = _Pipeline()
        elif kind == "pipe":
            now.commands.append(_Command())
        elif kind == "quoted":
            now.add(text, "''")
            now.substitutes = now.substitutes or (text[0] == '"' and ("$(" in text or "`" in text))
        elif kind == "bare":
            now.add(text, text)
    yield now
