"""Passwords given to commands in a way of their own: behind a short option, a user's name or another word.

Owns the commands and where each takes its password. Promises to read a few hundred characters of a line at most, and
to look for a command only where its name, or a part of it that no other word has, was seen. Never looks at long options:
their names say what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import is_given

WORD = r"[^\s|;&<>\"'`]"
LINE = r"(?:\\\r?\n|\\{3}n|(?!\\n)[^\n|;&]){0,200}?(?<=\s)"
"""What else stands in a command, its lines joined, also as JSON escapes them."""
VALUE = (
    r"\\{0,7}(?:(?P<quote>[\"'])(?P<quoted>(?:(?!(?P=quote))[^\n\\]){4,100})\\{0,7}(?P=quote)"
    r"|[\"']?(?P<value>[^\s\"'`\\|;&<>-][^\s\"'`\\|;&<>]{3,100}))"
)
"""A password: between quotation marks whatever it holds, else up to what ends a word of a shell."""
_ODD_WORD = r"(?=[^\s\d]{0,40}\d)[^\s/@\"'`\\|;&<>.]{4,100}"
_USER = rf"\\{{0,7}}[\"']?{WORD}{{1,60}}?"

_SENT = r"\\{0,7}[\"'](?P<value>[^\s\"'\\$]{4,100})\\{1,4}[rn]"
"""What a script types, up to the end of a line."""
_RCLONE = re.compile(rf"rclone[ \t]+config[ \t]+(?:create|update)\s{LINE}pass[ \t=]+{VALUE}")
_STORES = "|".join(
    rf"(?<=-{kind}pass)" for kind in ("store", "key", "srcstore", "deststore", "srckey", "destkey")
)

_OF_NAMES: dict[bytes, tuple[re.Pattern[str], ...]] = {
    b"p": (
        re.compile(rf"(?<![\w/])(?<![A-Za-z_]-)https?[ \t](?:{LINE})?(?:-a|--auth)[ \t=]+{_USER}:{VALUE}"),
        re.compile(rf"freerdp\s{LINE}/p:{VALUE}"),
        re.compile(rf"lftp\s{LINE}-u[ \t]+[\w.@-]{{1,60}},{VALUE}"),
        re.compile(r"--totp\S{0,8}[ \t]+(?:-\S+[ \t]+){0,3}(?P<value>[A-Za-z2-7]{16,64})(?![\w=])"),
    ),
    b"c alias": (
        re.compile(
            rf"(?<![\w-])mc[ \t]+alias[ \t]+set[ \t]+{WORD}+[ \t]+[\"']?https?://{WORD}+[\"']?[ \t]+{WORD}+[ \t]+{VALUE}"
        ),
    ),
    b"penssl": (
        re.compile(rf"openssl\s{LINE}-pass(?:in|out)?[ \t]+\\{{0,7}}[\"']?pass:{VALUE}"),
        re.compile(rf"openssl[ \t]+enc\s{LINE}-k[ \t]+{VALUE}"),
    ),
    b"keygen": (re.compile(rf"ssh-keygen\s{LINE}-[NP][ \t]+{VALUE}"),),
    b"put-parameter": (
        re.compile(rf"put-parameter\s(?=[^\n|;&]{{0,300}}SecureString){LINE}--value[ \t=]+{VALUE}"),
    ),
    b"keyvault": (re.compile(rf"keyvault[ \t]+secret[ \t]+set\s{LINE}--value[ \t=]+{VALUE}"),),
    b"cli": (
        re.compile(
            rf"redis-cli\s{LINE}(?:-a|--pass|(?i:auth)(?:[ \t]+[\w-]{{1,40}}(?=[ \t]+\S))?)[ \t]+{VALUE}"
        ),
        # What is typed at its prompt.
        re.compile(
            rf":\d{{2,5}}(?:\[\d+\])?>[ \t]{{0,4}}(?i:auth)(?:[ \t]+[\w-]{{1,40}}(?=[ \t]+\S))?[ \t]+{VALUE}"
        ),
    ),
    b"client": (re.compile(rf"client(?:(?<=smbclient)|(?<=rpcclient))\s{LINE}-U[ \t]*{_USER}%{VALUE}"),),
    b"plus": (
        re.compile(
            rf"sqlplus\s{LINE}[\w.-]{{1,40}}/(?P<value>[^\s/@\"'`\\|;&<>]{{4,100}}(?=@)|{_ODD_WORD}(?=\s|\Z))"
        ),
    ),
    b"ctl": (re.compile(rf"rabbitmqctl\s{LINE}(?:add_user|change_password)[ \t]+{WORD}+[ \t]+{VALUE}"),),
}
"""By the end of a command's name, in lower case: the command up to its password. The names are those of manual pages."""
_LDAP = re.compile(rf"ldap(?:search|add|modify|delete|whoami|passwd|compare)\s{LINE}-w[ \t]+{VALUE}")
_OF_NAMES |= dict.fromkeys(
    (b"psearch", b"padd", b"pmodify", b"pdelete", b"pwhoami", b"ppasswd", b"pcompare"), (_LDAP,)
)
_OF_NAMES[b"ps"] = _OF_NAMES[b"p"][:1]
_HELD: tuple[tuple[bytes, tuple[re.Pattern[str], ...]], ...] = (
    (
        b"htpasswd",
        (
            re.compile(
                rf"htpasswd\s{LINE}-[a-zA-Z]{{0,4}}b[a-zA-Z]{{0,4}}[ \t]+(?:{WORD}+[ \t]+){{1,2}}{VALUE}"
            ),
        ),
    ),
    (b"wpa_passphrase", (re.compile(rf"wpa_passphrase[ \t]+\S{{1,40}}[ \t]+{VALUE}"),)),
    (
        b"net use",
        (
            re.compile(
                rf"(?<!\w)(?<![A-Za-z_]-)net use[ \t][^\n|&]{{1,120}}?[ \t](?!/){VALUE}(?=[ \t]+/user:)"
            ),
            re.compile(
                rf"(?<!\w)(?<![A-Za-z_]-)net use[ \t][^\n|&]{{1,120}}?[ \t]/user:\S{{1,60}}[ \t]+(?!/){VALUE}"
            ),
            re.compile(rf"(?<!\w)(?<![A-Za-z_]-)net user[ \t]+\S{{1,40}}[ \t]+(?!/){VALUE}(?=[ \t]+/)"),
        ),
    ),
    (b"send ", (re.compile(rf"send[ \t]+(?:--[ \t]+)?{_SENT}"),)),
    (
        b"bw ",
        (re.compile(rf"(?<![\w-])bw[ \t]+login[ \t]+\S+@\S+[ \t]+(?:--?[\w-]+[ \t]+){{0,3}}{VALUE}"),),
    ),
    (
        b"-password ",
        (re.compile(rf"security[ \t]+add-(?:generic|internet)-password\s{LINE}-w[ \t]+{VALUE}"),),
    ),
    (b"]:587 ", (re.compile(rf"\[[\w.-]{{1,80}}\]:587[ \t]+[\w.@+-]{{1,80}}:{VALUE}"),)),
    (b"requirepass", (re.compile(rf"(?:requirepass|masterauth)[ \t]+{VALUE}"),)),
    (b"secret set", (re.compile(rf"gh[ \t]+secret[ \t]+set\s{LINE}(?:-b[ \t=]*|--body[ \t=]+){VALUE}"),)),
    (b"pass ", (re.compile(rf"pass(?:{_STORES})[ \t]+{VALUE}"), _RCLONE)),
)
"""The same of commands whose names hold a secret's, or stand beside one: by what a text must hold."""
_ASKED = re.compile(r"assw?(?:ord|phrase)")
_MOST_BEFORE = 160
"""Characters before what a script sends in which it saw what it is asked for."""


def of_commands(text: str, low: bytes, names: set[bytes], names_a_secret: bool) -> Iterator[Span]:
    """The passwords in the commands of a text. `low`: the text as lower-case bytes, one for each character.

    `names`: the ends of the commands' names that were seen in it. `names_a_secret`: a password or a secret is named in it.
    """
    for name in names & _OF_NAMES.keys():
        for pattern in _OF_NAMES[name]:
            yield from _given_to(text, pattern)
    if names_a_secret:
        for held, patterns in _HELD:
            if held in low:
                for pattern in patterns:
                    yield from _given_to(text, pattern)


def _given_to(text: str, pattern: re.Pattern[str]) -> Iterator[Span]:
    for match in pattern.finditer(text):
        if match[0].startswith("send") and not _ASKED.search(
            text, max(0, match.start() - _MOST_BEFORE), match.start()
        ):
            continue
        group = "quoted" if match.groupdict().get("quoted") else "value"
        if is_given(match[group]):
            yield Span(*match.span(group), "password")
