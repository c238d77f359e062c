"""Values put into a store of secrets under names that say nothing: `vault kv put app foo=…`, `--from-literal=foo=…`.

Owns the commands that put them there. Promises to read a few hundred characters of a command at most, and to look only
where a text holds such a command. Never looks at names: those that say what they hold are known elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import is_drawn, is_given, is_made_up, is_unlike_words

_STORES = (
    (b"create secret ", re.compile(r"create secret generic[ \t]")),
    (b"secrets set ", re.compile(r"(?:fly(?:ctl)?|doppler|supabase|infisical) secrets set[ \t]")),
    (b"vault kv ", re.compile(r"vault kv (?:put|patch)[ \t]")),
)
"""What a text must hold, and a command up to what it is told."""
_ENDS = re.compile(r"[\n|;&](?<!\\\n)(?<!\\\r\n)")
_MOST = 2000
"""Characters of a command in which values are looked for."""
_FIELD = re.compile(
    r"[ \t\"'](?:--from-literal[= ][\"']?)?[\w.-]{1,60}=\\{0,7}"
    r"(?:(?P<quote>[\"'])(?P<quoted>(?:(?!(?P=quote))[^\n\\]){4,200})\\{0,7}(?P=quote)"
    r"|(?P<value>[^\s\"'`\\|;&<>@-][^\s\"'`\\|;&<>]{3,200}))"
)
"""A name and its value; one that begins with `@` is a file's."""


def stored(text: str, low: bytes) -> Iterator[Span]:
    """The values that commands put into a store. `low`: the text as lower-case bytes, one for each character."""
    for held, command in _STORES:
        if held not in low:
            continue
        done = 0
        for begun in command.finditer(text):
            at = begun.end()
            if at <= done:
                continue
            ends = _ENDS.search(text, at, at + _MOST)
            done = ends.start() if ends else at + _MOST
            for field in _FIELD.finditer(text, at - 1, done):
                group = "quoted" if field["quoted"] else "value"
                if _is_one(field[group]):
                    yield Span(*field.span(group), "secret")


def _is_one(value: str) -> bool:
    """Whether a value is no word, number, path or time: a store keeps names of users and addresses too."""
    is_odd = is_made_up(value) or is_drawn(value) or value.endswith("!")
    return is_odd and is_unlike_words(value) and is_given(value)
