"""Pastes: lines of a message that show by their form that they were copied from somewhere.

Owns the forms of logs, traces, diffs, terminals, data, listings and quoted passages; those of `chats`
and `screens` stand apart.
Promises to know only forms that people do not write by hand, in time linear in the text. Never does I/O.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from extractor.memory.own_words.chats import chat
from extractor.memory.own_words.lines import DAY, TIME, Lines, paragraph_end, run
from extractor.memory.own_words.screens import banner, screen

Span = tuple[int, int]
Form = Callable[[Lines, int], int]
"""From the lines and the number of one: the number of the line behind what begins there; the same for none."""

_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL|SEVERE)"
_LOG = re.compile(
    rf"\s*(?:[\[(]?{DAY}[T ,]+{TIME}(?:Z|[+-]\d{{2}}:?\d{{2}})?[\])]?[\s|:-]"
    rf"|[A-Z][a-z]{{2}} {{1,2}}\d{{1,2}} \d{{2}}:\d{{2}}:\d{{2}} \S|\[?\d{{2}}:\d{{2}}:\d{{2}}(?:[.,]\d+)?\]?[\s|]"
    rf"|\[\s*\d+\.\d{{3,}}\]\s|\[{_LEVEL}\]|{_LEVEL}[:\s|]+\S)"
)
_SURE_LOG = re.compile(rf"\s*\S{{0,24}}(?:\d[T ]\d{{2}}:\d{{2}}:\d{{2}}|[\[ ]{_LEVEL}\b|:\d{{2}}[.,]\d{{3}})")
"""A log line that needs no second one beside it."""
_FRAME = re.compile(
    r"\s+(?:at (?:async )?[\w.$<>/\[\] ]{1,200}\(|at \S+:\d+|File \"|from \S+:\d+|\d+: 0x|#\d+ )"
    r"|\s*(?:Caused by: |\.\.\. \d+ more|goroutine \d+ \[)"
)
_TRACE = re.compile(
    r"\s*(?:Traceback \(most recent call last\)|Exception in thread |panic: |thread '.*' panicked at"
    r"|During handling of the above exception|The above exception was|Unhandled (?:exception|rejection)[.:])"
)
_DIFF = re.compile(
    r"diff --git |Index: \S+\.\w+$|--- (?:a/|/dev/null)|\+\+\+ (?:b/|/dev/null)|@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@"
)
_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_DIFF_HEAD = re.compile(
    r"(?:index |old mode|new (?:file )?mode|deleted file|similarity|rename |Binary files|=====)"
)
_PROMPT = re.compile(
    r"\s*(?:\([\w.-]+\) )?(?:[\w.-]+@[\w.-]+[ :~][^\n$#%>]{0,80}[$#%] \S|[$❯➜] +[A-Za-z./~_][^\n]*"
    r"|PS [A-Z]:\\[^>\n]*>|[A-Z]:\\[^>\n]*>|>>> \S|In \[\d+\]:|mysql> |sqlite> |irb\()"
)
_LISTING = re.compile(
    r" *\d{1,6}(?:\t|→|│)|[\w@~.][\w@~./-]*\.\w{1,5}:\d+(?::\d+)?:|[\w@~./-]+\.\w{1,5}-\d+-"
)
_REFERENCED = re.compile(r"\s*-{3} ?(?:Content from referenced files|File: |Start of |BEGIN )", re.IGNORECASE)
_REFERENCED_END = re.compile(r"\s*-{3} ?(?:End of|END )", re.IGNORECASE)
_ENTRY = re.compile(r"( *)(?:- )?[\w\"'./-]{1,40}:(?: |$)")
_TABLE = re.compile(r"\s*\|?[\s:|-]*-{3,}[\s:|-]*\|[\s:|-]*$")
_ROW = re.compile(r"\s*\|?[^|\n]*\|")
_TOLD = re.compile(
    r"\s*(?:(?:FAILED|ERROR|PASSED|SKIPPED|XFAIL) [\w./-]{1,200}\.py(?:::\S+)? - \S"
    r"|npm (?:WARN|ERR!|notice|warn|error)\b|(?:[A-Z][A-Za-z.]*)?(?:Error|Exception|Warning): \S|yarn (?:error|warn)\b"
    r"|\[(?:npm|pip|cargo|go)\] |[^\n]{0,120}\bcommand not found(?:: [\w./-]+)?\s*$"
    r"|[^\n]{0,160}\[\+\d+ -\d+(?: \(\d+ files?\))?\]\s*$)"
)
"""A line of a tool's own, a shell's or a listing's of changes."""
_COMMITTED = re.compile(r"(?:\* )?(?=[a-f]{0,11}\d)[0-9a-f]{7,12} (?:\([^)\n]{1,200}\) )?\S")
"""A commit as a log tells each on a line."""
_COMPILED = re.compile(r"\s*(?:warning|error|note|help)(?:\[\w{1,40}\])?: \S")
_COMPILED_AT = re.compile(r"\s*-->\s\S+:\d+")
_RAN = re.compile(r"\s*(?:FAIL|PASS)\s+[\w@./-]+\.\w{1,5}\b")
_OF_TESTS = re.compile(r"\s*(?:[●○✓✔✕✗✘×]\s|Tests?:|Test Suites:|Snapshots:|Time:|\w*Error: )")
_COMMENTED = re.compile(
    r"\s*@?[\w.-]{1,40} (?:commented|wrote|replied|said)\b[^\n]{0,40}\b(?:ago|on \w+ \d+)\b.{0,20}$",
    re.IGNORECASE,
)
_JSON = re.compile(r"\s*(?:\{|\[\s*(?:[{\[\"\d]|$))")
_HTML = re.compile(r"\s*<(?:!doctype|html|\?xml)\b", re.IGNORECASE)
_TRIES = 20
"""Places of a text at which data in JSON is looked for."""
_LONG_QUOTE = 8
"""Words from which on a passage in quotation marks is somebody else's."""
_QUOTATION = re.compile(
    r"(?<![\w\"])\"(?=[^\s\"])([^\"]{30,}?)(?<=[^\s\"])\"(?!\w)|“([^“”]{30,}?)[”“]|„([^„“”]{30,}?)[“”]|«([^«»]{30,}?)»"
    r"|「([^「」]{10,}?)」|『([^『』]{10,}?)』|‹([^‹›]{30,}?)›|(?<![^\s(])»(?=\S)([^«»]{30,}?)(?<=\S)«"
    r"|(?<![^\s(])›(?=\S)([^‹›]{30,}?)(?<=\S)‹|(?<!\w)‘(?=\S)([^‘’]{30,}?)’(?!\w)"
    r"|(?:\"\"\"|''')(.*?)(?:\"\"\"|'''|\Z)",
    re.DOTALL,
)
_QUOTED_BY = ('"', "“", "‘", "„", "«", "‹", "「", "『", "'''")
"""One of these stands in whatever it finds."""
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def pasted(text: str) -> list[Span]:
    """Where in the text something stands that its form marks as copied."""
    found: list[Span] = []
    if any(mark in text for mark in _QUOTED_BY):
        found = [m.span() for m in _QUOTATION.finditer(text) if _is_long(m)]
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    forms = [form for form, marks in _FORMS if any(mark in text for mark in marks)]
    number, tries = 0, _TRIES
    while number < len(lines):
        behind = next((end for form in forms if (end := form(lines, number)) > number), number)
        if behind == number and tries and _JSON.match(lines[number]):
            tries -= 1
            behind = _behind_json(text, starts, number)
        if behind > number:
            found.append((starts[number], min(starts[behind], len(text))))
        number = max(behind, number + 1)
    return found


def _is_long(match: re.Match[str]) -> bool:
    """Whether a passage in quotation marks is more than a term or a title."""
    said = next((group for group in match.groups() if group is not None), "")
    return (
        match[0][:3] in ('"""', "'''")
        or len(said.split()) >= _LONG_QUOTE
        or _UNSPACED.search(said) is not None
    )


def _log(lines: Lines, number: int) -> int:
    if not _LOG.match(lines[number]):
        return number
    is_sure = _SURE_LOG.match(lines[number]) is not None
    end = number + 1
    while end < len(lines) and (_LOG.match(lines[end]) or (lines[end][:1] in " \t" and lines[end].strip())):
        end += 1
    return end if is_sure or end > number + 1 else number


def _trace(lines: Lines, number: int) -> int:
    below = lines[number + 1] if number + 1 < len(lines) else ""
    if (
        _TRACE.match(lines[number])
        or _FRAME.match(lines[number])
        or (lines[number].strip() and _FRAME.match(below))
    ):
        return paragraph_end(lines, number + 1)
    return number


def _diff(lines: Lines, number: int) -> int:
    if not _DIFF.match(lines[number]):
        return number
    gone = come = 0
    while number < len(lines):
        line = lines[number]
        hunk = _HUNK.match(line)
        if hunk:
            gone, come = int(hunk[1] or 1), int(hunk[2] or 1)
        elif (gone > 0 or come > 0) and line[:1] in (" ", "+", "-", "\\", ""):
            gone -= line[:1] in (" ", "-", "")
            come -= line[:1] in (" ", "+", "")
        elif not (_DIFF.match(line) or _DIFF_HEAD.match(line)):
            break
        number += 1
    return number


def _terminal(lines: Lines, number: int) -> int:
    if not _PROMPT.match(lines[number]):
        return number
    end = number + 1
    if end < len(lines) and not lines[end].strip():
        end += 1
    return paragraph_end(lines, end)


def _tests(lines: Lines, number: int) -> int:
    """What a test runner tells: a file it ran, and what it names below it."""
    if not _RAN.match(lines[number]):
        return number
    end = number + 1
    while end < len(lines) and (
        not lines[end].strip()
        or lines[end][0] in " \t"
        or _RAN.match(lines[end])
        or _OF_TESTS.match(lines[end])
    ):
        end += 1
    return end


def _data(lines: Lines, number: int) -> int:
    """Entries between rules or below each other, some of them set in."""
    if lines[number].strip() == "---" and number + 1 < len(lines) and _ENTRY.match(lines[number + 1]):
        end = number + 1
        while end < len(lines) and lines[end].strip() not in ("---", ""):
            end += 1
        return end + 1 if end < len(lines) and lines[end].strip() == "---" else end
    first = _ENTRY.match(lines[number]) if lines[number].rstrip().endswith(":") else None
    if first is None or first[1]:
        return number
    end = number + 1
    while end < len(lines) and (lines[end].startswith("  ") or _ENTRY.match(lines[end])):
        end += 1
    nested = [each for each in lines[number + 1 : end] if _ENTRY.match(each) and each.startswith("  ")]
    return end if len(nested) > 2 and _ENTRY.match(lines[number + 1]) else number


def _table(lines: Lines, number: int) -> int:
    """A table: a head, a rule of hyphens, rows."""
    if number + 1 >= len(lines) or not (_ROW.match(lines[number]) and _TABLE.match(lines[number + 1])):
        return number
    return run(lines, number + 2, _ROW)


def _told(lines: Lines, number: int) -> int:
    return run(lines, number, _TOLD)


def _committed(lines: Lines, number: int) -> int:
    """A log of commits: one alone may be how a person begins to speak of it."""
    end = run(lines, number, _COMMITTED)
    return end if end > number + 1 else number


def _compiled(lines: Lines, number: int) -> int:
    """What a compiler found, over the place where it did."""
    is_placed = number + 1 < len(lines) and _COMPILED_AT.match(lines[number + 1])
    return paragraph_end(lines, number + 1) if is_placed and _COMPILED.match(lines[number]) else number


def _comment(lines: Lines, number: int) -> int:
    """What somebody wrote on a page, under the line that says who and when."""
    return paragraph_end(lines, number + 1) if _COMMENTED.match(lines[number]) else number


def _listing(lines: Lines, number: int) -> int:
    return run(lines, number, _LISTING)


def _referenced(lines: Lines, number: int) -> int:
    """Files a client put behind a prompt, and markup pages: to their end, or to the end of all."""
    if _REFERENCED.match(lines[number]):
        ends = (n for n in range(number + 1, len(lines)) if _REFERENCED_END.match(lines[n]))
    elif _HTML.match(lines[number]):
        ends = (n for n in range(number, len(lines)) if "</html>" in lines[n].casefold())
    else:
        return number
    return next(ends, len(lines) - 1) + 1


def _behind_json(text: str, starts: Sequence[int], number: int) -> int:
    """The number of the line behind a value in JSON that begins on this line."""
    at = starts[number]
    at += len(text[at:]) - len(text[at:].lstrip())
    try:
        value, end = json.JSONDecoder().raw_decode(text, at)
    except (ValueError, RecursionError):
        return number
    if not isinstance(value, (dict, list)) or not value:
        return number
    while number + 1 < len(starts) and starts[number] < end:
        number += 1
    return number


_FORMS: tuple[tuple[Form, tuple[str, ...]], ...] = (
    (_referenced, ("---", "<")),
    (_log, ("",)),
    (_diff, ("diff --git ", "Index: ", "--- ", "+++ ", "@@ ")),
    (
        _trace,
        (
            *(
                "Traceback (",
                "Exception in thread ",
                "panic: ",
                "thread '",
                "exception",
                "rejection",
                "at ",
                'File "',
            ),
            *("from ", ": 0x", "#", "Caused by: ", "... ", "goroutine "),
        ),
    ),
    (_terminal, ("$", "#", "%", ">", "❯", "➜", "In [", "irb(")),
    (_tests, ("FAIL", "PASS")),
    (screen, ("⏺", "⎿", "●")),
    (banner, ("Welcome to ", "Documentation: ", "System information as of ")),
    (chat, (":", "：", ">", "#")),
    (_listing, ("\t", "→", "│", ":", "-")),
    (_data, (":",)),
    (_table, ("|",)),
    (
        _told,
        (
            ".py",
            "npm ",
            "Error: ",
            "Exception: ",
            "Warning: ",
            "yarn ",
            "[npm] ",
            "[pip] ",
            "[cargo] ",
            "[go] ",
            "command not found",
            " [",
        ),
    ),
    (_comment, ("",)),
    (_committed, ("",)),
    (_compiled, ("-->",)),
)
"""The forms in the order they are tried, each with marks of which one stands in every text that has it."""
