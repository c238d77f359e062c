"""What secrets are called, and the one way through a text that finds every place where one is named or sent.

Owns the English names and those in plain letters of other languages. Promises to come by nothing else in the text.
Never judges a value, and never looks for key formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from extractor.memory.redaction.secret_assignments import assigned
from extractor.memory.redaction.secret_calls import in_values, of_calls, of_rare_calls
from extractor.memory.redaction.secret_commands import of_commands
from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_headers import authorizations, bearers, in_jars
from extractor.memory.redaction.secret_logins import (
    LINE_RULES,
    addresses,
    coded_logins,
    identified,
    oracle_logins,
    placed_logins,
)
from extractor.memory.redaction.secret_manifests import KINDS, in_manifests
from extractor.memory.redaction.secret_margins import below_margin, may_go_on
from extractor.memory.redaction.secret_pipes import of_pipes
from extractor.memory.redaction.secret_services import of_services
from extractor.memory.redaction.secret_settings import defined
from extractor.memory.redaction.secret_stores import stored
from extractor.memory.redaction.secret_tables import in_column, may_head
from extractor.memory.redaction.secret_tools import of_tools
from extractor.memory.redaction.secret_words import Name, may_name, names_in
from extractor.memory.redaction.told_codes import told_codes
from extractor.memory.redaction.told_keys import told_keys, told_words
from extractor.memory.redaction.told_logins import told_logins


class Hint(StrEnum):
    """What stands in a text besides names, seen on the same way through it."""

    PRIVATE = "private"
    PLACEHOLDER = "placeholder"
    CUT = "cut"
    OF_ONE_LENGTH = "of one length"
    """What begins a key that may be told though a line's end stands in it."""


class Named(NamedTuple):
    """What one way through a text found."""

    spans: list[Span]
    hints: set[Hint]


# Searched for in the lower-case bytes of a text. Each begins with one plain letter, which is found with
# memchr, many times faster than a pattern that begins with a class or a word boundary; and all that needs a
# way through the text hangs on one of these letters.
_ANCHORS = (
    re.compile(
        rb"k(?:en(?<=token)s?|ey(?:gen|vault)"
        rb"|ey(?:(?<=[a-z0-9_-]key)|(?<=api key)|(?<=access key)|(?<=secret key))|ie(?<=cookie)|s(?<=hooks)"
        rb"|ennwort(?:e?s)?(?![a-z])|ode(?:ord(?:et)?|(?<=adgangskode)n?)(?![a-z])|ata sandi(?![a-z]))"
    ),
    re.compile(
        rb"p(?:as(?:word|swrod|sowrd|swort|wsord|swod)s?(?![a-z])|s(?:wd?|wrd)(?<![a-z]psw)(?<![a-z]pswd)(?<![a-z]pswrd)(?![a-z])"
        rb"|ass(?:w(?:or)?d|wrd|phrase|code|wort(?:e?s)?|ord(?:et)?)?"
        rb"(?:(?![a-z])|(?<=d)(?=old|new|base64|b64|prod|dev|test|stag|live|confirm|s\\{0,3}[\"']?[ ]?[:=][ ]?\[))"
        rb"|rivate|rintf[ \t]|do\((?<=new pdo.)"
        rb"|hrase(?:(?<=(?:seed|very|ckup|cret|onic)[ _]phrase)|(?<=seedphrase)|\((?<=fromphrase.))"
        rb"|epper(?<![a-z]pepper)(?![a-z])|at(?<=_pat)(?![a-z0-9])"
        rb"|asse(?![a-z])(?:(?<=mot de passe)|(?<=mots de passe)|(?<=palavra-passe))"
        rb"|arola?\??(?![a-z])(?<![a-z]parola)(?<![a-z]parol\?)(?! chiave)"
        rb"|w(?:(?<![a-z]pw)|(?<=rootpw)|(?<=bindpw)|(?<=userpw)|(?<=adminpw)|(?<=dbpw)|(?<=syspw))d?(?![a-z])"
        rb"|sk(?<![a-z]psk)(?![a-z])|(?<= -p)|_(?<=ghp_)|m_(?<=npm_)"
        rb"|(?<=ldap)(?:search|add|modify|delete|whoami|passwd|compare)[ \t]|lus[ \t](?<=sqlplus.)|[ \t](?<=[lt][fo]tp.)"
        rb"|enssl[ \t]|ut-parameter[ \t]"
        rb"|[ \t](?:(?<=lftp.)|(?<=totp.))"
        rb"|(?<=http)s? (?=-)|(?<=rdp)[ \t])"
    ),
    re.compile(
        rb"c(?:ret(?<=secret)(?:string(?![a-z])|s?)|redentials?"
        rb"|auth\((?<=basicauth\()|ted:(?<=\[redacted:)|haracters left out\]|url(?:\.exe)?[ \t]"
        rb"|li(?:ent)?[ \t](?:(?<=redis-cli.)|(?<=smbclient.)|(?<=rpcclient.))|tl[ \t](?<=rabbitmqctl.)|ho[ \t](?<=echo.)"
        rb"| alias (?<=mc alias )"
        rb"|[=: (\"'\\](?<=mnemonic.)"
        rb"|onnect(?:ion\((?<=getconnection.)|\((?=[^\n()]{1,120},))|rypt\.hash(?:sync|pw)?\("
        rb"|reate_(?:super)?user\(|lient\((?=[\\\"' ])"
        rb"|onvertto-securestring[ \t]|reatehmac\(|ookieparser\(|\.new\((?<=hmac.new.)|rypt\((?<=aes.encrypt.)"
        rb"|ontrase(?:n\??|\?)as?(?![a-z])|htwoord(?<=wachtwoord)(?:en)?(?![a-z])"
        rb"|hl(?<=schl)(?:u?\?|ue?)ssel(?![a-z])"
        rb"|[lh]ave(?<![a-z]c[lh]ave)(?<!palabra clave)(?<!palavra.chave)(?: (?:de )?api)?(?![a-z]))"
    ),
    re.compile(rb"jwt\.(?:sign|encode|verify|decode)\("),
    re.compile(
        rb"=(?<=[gheyd]=)(?:(?<=[?&]key=)|(?<=[?&]appid=)|\((?<=auth=\()|(?<=[?&;]sig=)|(?<=[_&?-]code=)|(?<=signature=)|(?<=_auth=)|(?<=[?&]auth=))"
    ),
)
_OF_CALLS = (b"(", b"ecurestring ")
"""How what is no name but a call's ends."""
_OF_COMMANDS = (b" ", b"\t", b"eygen", b"eyvault")
"""How what is no name but a command's ends, as it stands before what it is given."""
_KINDS = {
    b"ken": "token", b"kens": "token", b"key": "key", b"cret": "secret", b"crets": "secret",
    b"credential": "secret", b"credentials": "secret", b"=": "signature", b"chl?ssel": "key", b"chlu?ssel": "key",
    b"chluessel": "key", b"chlussel": "key", b"at": "token", b"pat": "token", b"epper": "key", b"pepper": "key",
}  # fmt: skip
_SPOKEN = frozenset(_KINDS.keys() - {b"="}) | {
    b"password", b"passwd", b"passphrase", b"passcode", b"pw", b"pwd", b"passe",
}  # fmt: skip
"""Names behind which people say the value with nothing but a space between."""
_IN_OTHER_TONGUES = re.compile(
    rb"(?:pass|kenn)wort|passord|contrase|htwoord|kode|kata|(?P<word>[cp](?:[lh]ave|arol))"
)
"""Names of passwords in them; some are words of everyday talk."""
_RULES = {**LINE_RULES, b"phr": told_words, **{b"c" + bytes((sign,)): told_words for sign in b"=: (\"'\\"}}
"""By the first three letters of what stands there: what reads a secret from that place on."""
_HINTS = {
    b"private": Hint.PRIVATE, b"cted:": Hint.PLACEHOLDER, b"characters left out]": Hint.CUT,
    b"p_": Hint.OF_ONE_LENGTH, b"pm_": Hint.OF_ONE_LENGTH,
}  # fmt: skip


@dataclass(slots=True)
class _Seen:
    """What the anchors of a text came by."""

    spans: list[Span]
    hints: set[Hint]
    commands: set[bytes]
    """Words that may be commands, as they stand before what they are given."""
    names_a_secret: bool
    has_manifest: bool = False


def named_secrets(text: str, low: bytes) -> Named:
    """Every value given to a secret's name. `low`: the text as lower-case bytes, one for each character."""
    in_netrc = b"machine " in low
    seen = _at_anchors(text, low, in_netrc)
    spans = seen.spans
    if may_name(text, low):
        spans += _at_names(text, low, in_netrc)
    spans += _logins(text, low)
    spans += of_rare_calls(text, low)
    spans += placed_logins(text, low)
    spans += told_logins(text, low)
    if seen.commands or seen.names_a_secret:
        spans += of_commands(text, low, seen.commands, seen.names_a_secret)
    spans += of_tools(text, low, seen.names_a_secret)
    if seen.commands or seen.names_a_secret or b"<<<" in low:
        spans += of_pipes(text, low)
    if seen.names_a_secret or b"vault kv " in low:
        spans += stored(text, low)
    if b"define(" in low:
        spans += defined(text)
    if seen.has_manifest:
        spans += in_manifests(text)
    spans += told_keys(text, low)
    spans += told_codes(text, low)
    return Named(spans, seen.hints)


def _at_anchors(text: str, low: bytes, in_netrc: bool) -> _Seen:
    """What hangs on the names and signs that begin with a plain letter."""
    seen = _Seen([], set(), set(), names_a_secret=b"net use" in low or b"assword:" in low)
    for anchor in _ANCHORS:
        for match in anchor.finditer(low):
            word = match[0]
            if word in _HINTS:
                seen.hints.add(_HINTS[word])
            elif rule := _RULES.get(word[:3]):
                seen.spans += rule(text, match.start())
            elif word.endswith(_OF_CALLS):
                seen.spans += of_calls(text, word, match.end())
            elif word.endswith(_OF_COMMANDS):
                seen.commands.add(word.rstrip())
            elif span := _given(text, low, name := _named(match), in_netrc):
                seen.spans.append(span)
            elif may_head(low, name):
                seen.spans += in_column(text, name)
                seen.spans += in_values(text, low, name)
            if word.startswith((b"pass", b"cret")):
                seen.names_a_secret = True
                before = low[max(0, match.start() - 12) : match.start()]
                seen.has_manifest = seen.has_manifest or before.endswith(KINDS)
    return seen


def _at_names(text: str, low: bytes, in_netrc: bool) -> Iterator[Span]:
    """What is given to a name in another language."""
    for name in names_in(text, low):
        if span := _given(text, low, name, in_netrc):
            yield span
        elif may_head(low, name):
            yield from in_column(text, name)


def _logins(text: str, low: bytes) -> Iterator[Span]:
    """What is sent along to log in."""
    if b":/" in low or b":\\" in low:
        yield from of_services(text)
    if b"@" in low:
        if b"://" in low:
            yield from addresses(text)
        if b"jdbc:oracle:" in low:
            yield from oracle_logins(text)
    if b"earer" in low:
        yield from bearers(text)
    if b"auth" in low:
        if b"authorization" in low:
            yield from authorizations(text, low)
        if b'"auth' in low or b"_auth" in low:
            yield from coded_logins(text)
    if b"identified" in low:
        yield from identified(text)
    if b"true\t" in low or b"false\t" in low:
        yield from in_jars(text)


def _named(match: re.Match[bytes]) -> Name:
    """The name an anchor found."""
    word = match[0]
    if word in _KINDS or word in _SPOKEN:
        return Name(*match.span(), _KINDS.get(word, "password"), word in _SPOKEN)
    other = _IN_OTHER_TONGUES.match(word)
    return Name(*match.span(), "password", other is not None, other is not None and other["word"] is not None)


def _given(text: str, low: bytes, name: Name, in_netrc: bool) -> Span | None:
    """The value given to a name, on the next line too, where lines have a margin."""
    seen = below_margin(text, name.start) if may_go_on(low, name.end) else None
    if seen is None:
        return assigned(text, low, name, in_netrc)
    first = seen.place(0)
    here = name._replace(start=name.start - first, end=name.end - first)
    found = assigned(seen.text, seen.text.encode("ascii", "replace").lower(), here, in_netrc)
    return found and Span(seen.place(found.start), seen.place(found.end - 1) + 1, found.kind)
