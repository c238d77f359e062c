"""Passwords fed to a command that reads them: printed before it, or behind `<<<`.

Owns the commands that read one. Promises to read a few hundred characters of a line at most, and to look only where a
text prints or feeds something. Never looks at what a command is given as a word of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import is_given, is_unlike_words

_MORE = r"(?:\\\r?\n|\\{3}n|(?!\\n)[^\n|;&<>]){0,200}?"
"""What else stands in a command, its lines joined, also as JSON escapes them."""
_VALUE = (
    r"\\{0,7}(?:(?P<quote>[\"'])(?P<quoted>(?:(?!(?P=quote))(?:[^\n\\]|\\{1,4}n(?=[^\"'\n\\]))){4,200}?)(?:\\{1,4}n)?\\{0,7}(?P=quote)"
    r"|[\"']?(?P<value>[^\s\"'`\\|;&<>-][^\s\"'`\\|;&<>]{3,200}))"
)
"""A password: between quotation marks whatever it holds, else up to what ends a word of a shell."""
_PRINTED = tuple(
    (
        word.encode(),
        re.compile(rf"{word}(?<!\w{word})[ \t]+(?:-\w+[ \t]+)?{before}{_VALUE}[\"']?[ \t]*\|[ \t]*"),
    )
    for word, before in (("echo", ""), ("printf", r"(?:\\{0,7}[\"']?%s(?:\\{1,4}n)?\\{0,7}[\"']?[ \t]+)?"))
)
"""By the command that prints: each begins with plain letters, which are found fast."""
_LOGIN = re.compile(
    r"(?:\\{0,7}[\"'])?[\w.-]{1,40}:(?P<value>[^\s\"'\\|]{4,100})(?:\\n)?\\{0,7}[\"']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd"
)
"""A user and a password in one word, for the one command that reads them so."""
_FED_LOGINS = re.compile(
    r"chpasswd(?:[ \t]+-\w+)?[ \t]*<<(?:<[ \t]*|-?[ \t]*\\{0,7}[\"']?\w{1,20}\\{0,7}[\"']?[ \t]*(?:\r?\n|\\n))"
)
_FED_LOGIN = re.compile(
    r"[ \t]*(?:\\{0,7}[\"'])?[\w.-]{1,40}:(?P<value>[^\s\"'\\|]{4,100})(?:\\{0,7}[\"'])?(?:\r?\n|\\n)?"
)
"""The same fed to it, a line each."""
_READER = (
    r"(?:sudo[ \t]+(?:-\w+[ \t]+){0,3}?-[a-zA-Z]{0,4}S\b|(?:(?:sudo|npx|bunx|pnpm|yarn|dlx)[ \t]+){0,3}"
    r"(?:gh[ \t]+secret[ \t]+set\b|(?P<setting>vercel[ \t]+env[ \t]+add\b)"
    rf"|(?:gh|glab)[ \t]+auth[ \t]+login[ \t]{_MORE}--(?:with-token|stdin)"
    rf"|wrangler[ \t]+(?:pages[ \t]+)?secret[ \t]+put\b|gcloud[ \t]+secrets[ \t]+(?:create|versions)\b{_MORE}--data-file[= ]-"
    rf"|(?:docker|podman)[ \t]+secret[ \t]+create\b|(?:smb)?passwd\b|kinit\b|su[ \t]+-|pass[ \t]+insert\b|kubeseal\b"
    rf"|cryptsetup[ \t]|ansible-vault[ \t]+encrypt_string\b|{_MORE}(?:--password-stdin|--passphrase-fd[= ]0\b|=/dev/stdin)"
    rf"|vault[ \t]+kv[ \t]+(?:put|patch)[ \t]{_MORE}=-))"
)
"""A command that reads a password, up to the word that says so."""
_READS = re.compile(_READER)
_TWICE = re.compile(rf"\(echo[ \t]+{_VALUE};[ \t]*echo[ \t]+[^\n|;&()]{{4,200}}\)[ \t]*\|[ \t]*{_READER}")
"""One that is asked for twice."""
_FED = re.compile(rf"<<<[ \t]*{_VALUE}")
_FED_TO = re.compile(rf"(?<![\w./])(?<![A-Za-z_]-){_READER}[^\n|;&<>]{{0,160}}\Z")
_ENDS = "\n|;&<"
"""What a command ends with."""
_MOST_BEFORE = 240


def of_pipes(text: str, low: bytes) -> Iterator[Span]:
    """The passwords fed to commands. `low`: the text as lower-case bytes, one for each character."""
    if b"chpasswd" in low and b"<<" in low:
        for match in _FED_LOGINS.finditer(text):
            at = match.end()
            while login := _FED_LOGIN.match(text, at):
                yield from _given(login)
                at = login.end()
    if b"<<<" in low:
        yield from _fed(text)
    if b"|" not in low:
        return
    for word, printed in _PRINTED:
        if word in low:
            for match in printed.finditer(text):
                if reader := _READS.match(text, match.end()):
                    yield from _given(match, reader["setting"] is not None)
    for match in _TWICE.finditer(text) if b"(echo" in low else ():
        yield from _given(match)
    if b"chpasswd" in low:
        for match in _LOGIN.finditer(text):
            yield from _given(match)


def _fed(text: str) -> Iterator[Span]:
    for match in _FED.finditer(text):
        at = match.start()
        begins = max(text.rfind(end, max(0, at - _MOST_BEFORE), at) for end in _ENDS)
        if reader := _FED_TO.search(text, max(0, begins, at - _MOST_BEFORE), at):
            yield from _given(match, reader["setting"] is not None)


def _given(match: re.Match[str], is_setting: bool = False) -> Iterator[Span]:
    """The value, where it is one. `is_setting`: settings that are no secret are fed to the command too."""
    group = "quoted" if match.groupdict().get("quoted") else "value"
    if is_given(match[group]) and not (is_setting and not is_unlike_words(match[group])):
        yield Span(*match.span(group), "password")
