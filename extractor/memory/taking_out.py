"""Taking out: a memory file without sentences that hold no longer.

Owns what goes with a sentence, and what of a file is a person's own beside it. Promises that nothing a person typed
goes. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from extractor.memory import front_matter
from extractor.memory.described import as_told
from extractor.memory.edit import edit
from extractor.memory.hidden import has_comment
from extractor.memory.memory_file import EditRefused, all_sentences, parse, sentences
from extractor.memory.proposal import Refused
from extractor.memory.typed import typed
from extractor.memory.wording.novelty import novel

_OURS = frozenset("name description metadata node_type type modified originSessionId pinned".split())
"""Keys of a memory file's front matter that are no person's remark."""
_KEY = re.compile(r"\s*(?P<name>[^\s:#][^:]*):(?:\s|$)")
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"|(?<=\s)\'[^\']*\'')
_COMMENT = re.compile(r"(?:^|\s)#")


def left_of(
    file: str,
    data: bytes,
    gone: Sequence[str],
    written: Collection[str],
    is_recorded: Callable[[str], bool],
    modified: str | None,
) -> bytes | None:
    """The file without these sentences and without what told of them; None where nothing is left in it.

    `written`: the statements runs wrote into it. Raises Refused where a sentence does not stand there, or was written
    by no run.
    """
    ours = all_sentences(written)
    for sentence in (gone := tuple(dict.fromkeys(gone))):
        if not sentences(sentence) <= ours:
            raise Refused(f"no run wrote this sentence into {file}, a person alone takes it out")
    try:
        made = edit(data, remove=gone, file=file, is_recorded=is_recorded, modified=modified)
    except EditRefused as reason:
        raise Refused(str(reason)) from reason
    read = parse(made)
    if not read.statements and not holds_typed(made, written, is_recorded):
        return None
    return as_told(file, made, written)


def holds_typed(data: bytes, written: Collection[str] | None, is_recorded: Callable[[str], bool]) -> bool:
    """Whether a person typed something into the file that is none of these statements: text, a comment, or a key.

    Where it is not known what runs wrote (None), a comment alone tells.
    """
    read = parse(data)
    if has_comment(read.body) or written is None:
        return has_comment(read.body)
    return _has_typed_front(data, written) or bool(typed(read.body, all_sentences(written), is_recorded))


def _has_typed_front(data: bytes, written: Collection[str]) -> bool:
    """Whether the front matter holds a comment, a key that no run writes, or a description of mostly other words."""
    block = front_matter.split(data.decode("utf-8", "replace")).block
    lines = [_QUOTED.sub("", line) for line in front_matter.lines_of(block) if line.strip()]
    keys = [found["name"] if (found := _KEY.match(line)) else "" for line in lines]
    if any(_COMMENT.search(line) for line in lines) or any(key not in _OURS for key in keys):
        return True
    brought, known = novel(front_matter.read(block).top.get("description", ""), written)
    return len(brought) > known
