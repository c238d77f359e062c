"""MEMORY.md: people's text and our block of one line per memory file.

Owns the order, the lines and the caps of the index. Promises that text outside the block is kept
character for character and that rendering twice changes nothing. Never reads a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from urllib.parse import quote, unquote

from extractor.domain import MemoryType, Reach
from extractor.memory.title import title

BEGIN = "<!-- extractor: kept by the service, edits between these marks are replaced -->"
END = "<!-- /extractor -->"
MAX_LINES, MAX_BYTES = 200, 25_000
"""What clients read of the index."""
MAX_LINE = 199
"""UTF-16 units of one line."""

_BEGIN_PREFIX, _END_PREFIX = "<!-- extractor:", "<!-- /extractor"
_MAX_TITLE = 60
_LINK = re.compile(r"\]\(\s*(?:<([^<>\n]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))")
_OWN_LINE = re.compile(
    r"- \[.*\]\(.*\.md>?\)( — .*)?|- \((?:personal|team)\) .*|- … \d+ more memory files? .*"
)
_RANK = {MemoryType.FEEDBACK: 1, MemoryType.USER: 2, MemoryType.PROJECT: 3, MemoryType.REFERENCE: 4, None: 5}


@dataclass(frozen=True, slots=True)
class Entry:
    """One memory file as the index lists it."""

    file: str
    name: str
    """Its `name`; empty: the file's own name is shown."""
    description: str
    type: MemoryType | None
    modified: str = ""
    """ISO 8601; empty or unreadable counts as oldest."""
    pinned: bool = False
    deadline: date | None = None
    home: str = ""
    """The home it stands in where that is not the project's folder: its sentences are told without a link."""
    more: tuple[str, ...] = ()
    """Sentences of it that the description does not tell: of a linked file they are counted."""


@dataclass(frozen=True, slots=True)
class Index:
    """The rendered index."""

    text: str | None
    """None: there is nothing to list and no file to keep, so none is made."""
    left_out: int
    """Entries there was no room for."""
    own_text_too_large: bool
    """People's own text leaves no room for our block inside the caps."""
    own: tuple[str, ...] = ()
    """The lines of our block, its marks among them."""


def decode(data: bytes) -> str:
    """The index's text; bytes that are not UTF-8 survive until `encode`."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """The bytes of an index text."""
    return text.encode("utf-8", "surrogateescape")


def render(
    existing: str | None,
    entries: Iterable[Entry],
    *,
    today: date,
    header: str,
    max_lines: int = MAX_LINES,
    max_bytes: int = MAX_BYTES,
) -> Index:
    """MEMORY.md for these entries, around the text people wrote into `existing` (None: no file).

    `header` stands first in our block. The caps hold for the whole file; UTF-8 bytes bound the UTF-16 units
    a client counts, too. Further sentences of what stands in another home have the room that is left.
    """
    listed = list(entries)
    made = _render(existing, listed, today, header, max_lines, max_bytes)
    if made.left_out and any(entry.home and entry.more for entry in listed):
        briefly = [replace(entry, more=()) if entry.home else entry for entry in listed]
        made = _render(existing, briefly, today, header, max_lines, max_bytes)
    return made


def _render(
    existing: str | None,
    entries: Iterable[Entry],
    today: date,
    header: str,
    max_lines: int,
    max_bytes: int,
) -> Index:
    head = [line.rstrip() for line in header.strip().splitlines()]
    before, after = _around_block(existing or "", head)
    has_block = existing is not None and (before, after) != (existing, "")
    linked = _linked_files(before + after)
    listed = sorted((e for e in entries if e.home or e.file not in linked), key=lambda e: _order(e, today))
    if not listed and not has_block:
        return Index(existing, 0, not _is_within(existing or "", max_lines, max_bytes))
    eol = "\r\n" if "\r\n" in before + after else "\n"
    if not has_block:
        before = _parted(before, eol)
    told = [(e, line) for e, line in ((e, entry_line(e)) for e in listed) if _units(line) <= MAX_LINE]
    kept_first = sorted(range(len(told)), key=lambda number: _worth(told[number][0], today))

    def block(head: Sequence[str], count: int) -> tuple[str, ...]:
        left = len(listed) - count
        warning = [_warning(left)] if left else []
        lines = (told[number][1] for number in sorted(kept_first[:count]))
        return (BEGIN, *head, *lines, *warning, END)

    def text(head: Sequence[str], count: int) -> str:
        return before + "".join(line + eol for line in block(head, count)) + after

    def fits(head: Sequence[str], count: int) -> bool:
        return _is_within(text(head, count), max_lines, max_bytes)

    if not listed or not fits(head, 0):
        head = []
    count = _largest(len(told), lambda number: fits(head, number))
    return Index(text(head, count), len(listed) - count, not fits(head, count), block(head, count))


def not_listed(left: int, more: str = "") -> str:
    """How many files have no line: `2 memory files are not listed`."""
    files, are = ("file", "is") if left == 1 else ("files", "are")
    return f"{left} {more}memory {files} {are} not listed"


def own_text(existing: str, header: str = "") -> str:
    """What people wrote: the text without our block, which begins with `header`."""
    return "".join(_around_block(existing, [line.rstrip() for line in header.strip().splitlines()]))


def without_stale(text: str, home: str, current: Collection[str]) -> str:
    """An index without lines of a home's files but these, where it was not rendered since they changed.

    A line may tell the beginning of one of these: where room is short the further sentences are left out.
    """
    begin = f"- ({home}) "
    if begin not in text:
        return text
    lines = re.findall(r"[^\n]*\n|[^\n]+\Z", text)
    return "".join(
        line
        for line in lines
        if not line.lstrip().startswith(begin) or any(one.startswith(line.strip()) for one in current)
    )


def entry_lines(entry: Entry) -> tuple[str, ...]:
    """The lines a file may have: with the further sentences of another home's, and without where room is short."""
    return entry_line(entry), entry_line(replace(entry, more=()))


def entry_line(entry: Entry) -> str:
    """The line of one file: `- [Title](file.md) — description (+2 more)`, the description cut to fit MAX_LINE.

    Of one in another home: `- (personal) description` or `- (team) description` with the further sentences there is
    room for, for clients load this index and not what stands there.
    """
    if entry.home:
        said = _one_line(" ".join((entry.description or _title(entry), *entry.more))).replace(
            "<!--", r"\<!--"
        )
        return _cut(f"- ({entry.home}) {said}", MAX_LINE)
    link = f"- [{_title(entry)}]({_target(entry.file)})"
    said = _one_line(entry.description).replace("<!--", r"\<!--")
    more = f" (+{len(entry.more)} more)" if entry.more else ""
    room = MAX_LINE - _units(link) - 3 - len(more)
    return f"{link} — {_cut(said, room)}{more}" if said and room > 1 else link


def _title(entry: Entry) -> str:
    words = _cut(
        title(_one_line(entry.name or entry.file.removesuffix(".md")), entry.description), _MAX_TITLE
    )
    return re.sub(r"([\\\[\]`<])", r"\\\1", words)


def _target(file: str) -> str:
    safe = "".join(quote(c) if c in "<>%#`\\" or not c.isprintable() else c for c in file)
    return f"<{safe}>" if re.search(r"[\s()]", safe) else safe


def _one_line(text: str) -> str:
    return " ".join(re.sub("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]", " ", text).split())


def _cut(text: str, limit: int) -> str:
    """At most `limit` UTF-16 units, cut at a word where one ends in the second half."""
    if _units(text) <= limit:
        return text
    end = len(text)
    while _units(text[:end]) > limit - 1:
        end -= max(1, (_units(text[:end]) - limit + 1) // 2)
    space = text.rfind(" ", 0, end + 1)
    return text[: space if space > end // 2 else end].rstrip() + "…"


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _is_within(text: str, max_lines: int, max_bytes: int) -> bool:
    lines = text.count("\n") + (not text.endswith("\n"))
    return lines <= max_lines and len(encode(text)) <= max_bytes


def _warning(left: int) -> str:
    return f"- … {not_listed(left, 'more ')}; see the folder"


def _order(entry: Entry, today: date) -> tuple[bool, int, float, str]:
    past = entry.deadline is not None and entry.deadline < today
    rank = 0 if entry.pinned else _RANK[entry.type]
    if entry.home == Reach.TEAM:
        # Whatever a repository holds: what is the person's own comes first.
        return past, _RANK[entry.type] + len(_RANK), 0, entry.file
    return past, rank, -_moment(entry.modified), entry.file


def _worth(entry: Entry, today: date) -> tuple[bool, int, float, str]:
    """The order in which entries are given room: a reference said today comes before a project's fact of last year."""
    past, rank, newest, file = _order(entry, today)
    # A file without a type is a person's own.
    alike = {MemoryType.REFERENCE: MemoryType.PROJECT, None: MemoryType.USER}.get(entry.type)
    return past, _RANK[alike] if alike and rank == _RANK[entry.type] else rank, newest, file


def _moment(text: str) -> float:
    try:
        read = datetime.fromisoformat(text.strip())
    except ValueError:
        return 0.0
    try:
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
    except (OverflowError, ValueError):
        return 0.0


def _linked_files(text: str) -> set[str]:
    """The files people's own text links to, as names in the folder."""
    targets = (angled or bare for angled, bare in _LINK.findall(text))
    return {unquote(target.split("#", 1)[0]).removeprefix("./") for target in targets}


def _largest(most: int, holds: Callable[[int], bool]) -> int:
    """The largest number up to `most` for which `holds`, where all above the first failure fail; else 0."""
    if holds(most):
        return most
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _parted(text: str, eol: str) -> str:
    """People's text with one blank line behind it; as it is when it says nothing."""
    if not text.removeprefix("\ufeff").strip("\r\n\t "):
        return text
    text = text if text.endswith("\n") else text + eol
    last = text.splitlines()[-1]
    return text if not last.strip() else text + eol


def _around_block(text: str, head: Sequence[str]) -> tuple[str, str]:
    """People's text before and behind the place of our block.

    Marks out of order cost nobody's words: between a first mark without an end and what follows it, only
    lines of our own form are taken for ours; of a second block nothing stays; a stray end mark goes alone.
    """
    bom = text[: text.startswith("\ufeff")]
    lines = re.findall(r"[^\n]*\n|[^\n]+\Z", text[len(bom) :])
    kept: list[str] = [bom]
    place: int | None = None
    number = 0
    while number < len(lines):
        mark = _mark(lines[number])
        if mark is None or (mark == "begin" and not _begins_block(lines, number, head)):
            kept.append(lines[number])
            number += 1
            continue
        if place is None:
            place = len(kept)
        number = _behind_block(lines, number + 1, head) if mark == "begin" else number + 1
    if place is None:
        return text, ""
    return "".join(kept[:place]), "".join(kept[place:])


def _behind_block(lines: Sequence[str], start: int, head: Sequence[str]) -> int:
    """Number of the first line behind the block whose begin mark stands just before `start`."""
    for number in range(start, len(lines)):
        mark = _mark(lines[number])
        if mark == "end":
            return number + 1
        if mark == "begin":
            break
    number = start
    while number < len(lines) and _is_ours(lines[number], head):
        number += 1
    return number


def _begins_block(lines: Sequence[str], number: int, head: Sequence[str]) -> bool:
    """Whether a begin mark is one: in other words than ours it is a person's comment, unless a block of ours follows."""
    if lines[number].strip() == BEGIN:
        return True
    for line in lines[number + 1 :]:
        if (mark := _mark(line)) is not None:
            return mark == "end"
        if line.strip() and not _is_ours(line, head):
            return False
    return False


def _is_ours(line: str, head: Sequence[str]) -> bool:
    return line.rstrip() in head or _OWN_LINE.fullmatch(line.strip()) is not None


def _mark(line: str) -> str | None:
    words = line.strip()
    if words.startswith(_END_PREFIX) and words.endswith("-->"):
        return "end"
    return "begin" if words.startswith(_BEGIN_PREFIX) and words.endswith("-->") else None
