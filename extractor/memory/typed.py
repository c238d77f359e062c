"""What of a memory file's body a person typed.

Owns what tells a person's text from what runs wrote. Promises that a line which is no sentence of a run's is a
person's. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set

from extractor.memory.body import take_apart
from extractor.memory.gate.tombstones import words

_MARK = re.compile(r"[-*+>]|\d{1,9}[.)]")
"""Of a list or a quotation, where nothing stands behind it."""


def typed(
    text: str, written: Set[str], is_recorded: Callable[[str], bool] = lambda _said: True
) -> tuple[str, ...]:
    """What of a body a person typed: sentences that none of `written` (`words` of each) is, and lines that are none.

    A reason and a use belong to the sentences where a run wrote them (`is_recorded`); a second one is a person's.
    """
    body = take_apart(text)
    said = (each for each in body.statements if words(each) not in written)
    lines = (
        body.text[line.start : line.end].strip()
        for line in body.lines
        # A sentence of a run's in code was put there, or stands behind code that was left open.
        if not (line.is_prose or (line.is_hidden and words(body.words_of(line)) in written))
    )
    reasons = (each for each in (body.why, body.how) if each and not is_recorded(each))
    further = (body.text[part.start : part.text_end] for part in body.repeated)
    found = (each for part in (said, lines, reasons, further) for each in part)
    return tuple(each for each in found if each and not _MARK.fullmatch(each))
