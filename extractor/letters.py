"""Letters that nobody sees, or that act on a terminal.

Owns which of a text's characters these are, for all that is printed or given to a model. Promises that words of any
language and pictures pass as they were typed. Never changes a text that is kept.
"""

from __future__ import annotations

import re

_PICTURE = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001f3fa\U0001f400-\U0001faff]"
)
_TONE = "[\U0001f3fb-\U0001f3ff]"
_JOINING = "[\u0600-\u0fff\u1000-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]"
"""Letters of scripts that are typed with joiners between them: Persian, Hindi and their like."""

_IDEOGRAPH = "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]"

_ACTING = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Controls, marks that turn text around or end a line, blanks of no width, letters drawn as nothing, tag letters and
selectors: everywhere. All that Unicode says may be left undrawn (Default_Ignorable_Code_Point) is here or below."""

_FILLER = "\u115f(?![\u1161-\u11a7])|(?<![\u1100-\u115e])\u1160"
"""What stands for a letter of an old Korean syllable stays beside the other one."""

_STYLE = (
    f"(?<![\u1820-\u18aa])[\u180b-\u180d\u180f]|(?<!{_IDEOGRAPH})[\ufe00-\ufe02]|[\ufe03-\ufe0e]"
    f"|(?<!{_PICTURE})(?!(?<=[0-9#*])\ufe0f\u20e3)\ufe0f"
)
"""What chooses among forms of a sign stays behind one that has such forms: Mongolian, ideographs, pictures, keys."""

_JOINER = (
    f"(?!(?<={_JOINING})[\u200c\u200d](?![\u200c\u200d]))"
    f"(?!(?:(?<={_PICTURE})|(?<={_PICTURE}\ufe0f)|(?<={_PICTURE}{_TONE}))\u200d{_PICTURE})[\u200c\u200d]"
)
"""A joiner stays where it makes one picture of two, and alone behind a letter of a script that needs it."""

HIDDEN = re.compile(f"{_ACTING}|{_FILLER}|{_STYLE}|{_JOINER}")
"""One such letter; line breaks and tabs are none."""


def without_hidden(text: str) -> str:
    """The text as a person sees it."""
    return text if text.isascii() and text.isprintable() else HIDDEN.sub("", text)
