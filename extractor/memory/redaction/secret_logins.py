"""Logins in addresses, webhooks, statements and options, which hold a secret without naming it.

Owns the places of such secrets. Promises to read no further from a place than a bounded number of characters.
Never looks at names that a value is given to.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_headers import cookies, in_cookies
from extractor.memory.redaction.secret_values import (
    follows_an_option,
    is_drawn,
    is_made_up,
    is_random,
    is_stand_in,
    is_unlike_words,
    looks_secret,
)

_URL_LOGIN = re.compile(
    r"://(?P<user>[^\s/:@'\"<>`]{0,100}(?:@[\w.-]{1,100}(?=:[^\s/]*@))?)"
    r"(?::(?P<password>[^\s/'\"<>`]{1,200}))?@"
)
"""The user's name may be an address of mail."""
_BROKEN_LOGIN = re.compile(
    r"://[^\s/:@'\"<>`]{0,100}:(?!\d{1,5}[/,?])"
    r"(?P<password>(?=[^\s'/]{0,200}['/])(?:[^\s'@\"<>`]|'(?=\w)){3,200})@(?=[^\W\d]|\[|\d{1,3}\.\d)"
)
"""A password with a slash or a quotation mark that should have been escaped: as clients of databases are given it."""
_OF_LOGINS = re.compile(
    r"(?<![a-z])(?:postgres(?:ql)?|pgsql|postgis|mysql[x2]?|mariadb|mongo(?:db)?|rediss?|valkeys?|amqps?|s?ftps?|smtps?|imaps?|pop3s?|ldaps?|mssql"
    r"|sqlserver|oracle|clickhouses?|cockroach(?:db)?|kafka|nats|mqtts?|stomp|neo4js?|bolt|redshift|snowflake|vertica|trino|presto"
    r"|db2|hana|couchbases?|cassandra|rtsps?|smb|socks5h?)(?:\+[a-z\d_]{1,20}){0,2}\Z",
    re.IGNORECASE,
)
"""Schemes whose addresses carry logins: those of others hold ports, tags and paths with @ far more often."""
_ORACLE = re.compile(r"jdbc:oracle:\w{2,6}:[\w.$#-]{1,60}/(?P<value>[^\s/@\"'<>]{3,100})@", re.IGNORECASE)
_CURL = re.compile(r"curl(?:\.exe)?[ \t]", re.IGNORECASE)
_CURL_ENDS = re.compile(r"\n(?<!\\\n)(?<!\\\r\n)|[cC][uU][rR][lL](?:\.exe)?[ \t]")
_CURL_USER = re.compile(
    r"-(?<=\s-)(?:[a-z#]{0,8}u|-(?:proxy-)?user(?![\w-]))[ =]?"
    r"(?:\\{0,7}(?P<around>[\"'])[^\s:\"'\[][^\s:\"']{0,100}:(?P<inside>(?:(?!(?P=around))[^\n\\]){3,200})\\{0,7}(?P=around)"
    r"|\\{0,7}[\"']?[^\s:\"'\[][^\s:\"']{0,100}\\{0,7}[\"']?:"
    r"(?:\\{0,7}(?P<quote>[\"'])(?P<quoted>(?:(?!(?P=quote))[^\n\\]){3,200})\\{0,7}(?P=quote)|(?P<value>[^\s\"'\\]{3,200})))",
    re.IGNORECASE,
)
"""A login in quotation marks as a whole, in its parts or without any."""
_CURL_KEY = re.compile(
    r"-(?<=\s-)(?:[a-z#]{0,8}u|-user)[ =]?\\{0,7}[\"']?(?P<value>[\w.-]{20,200})[\"']?:[\"']?(?![^\s\\])"
)
"""A key in the place of a user's name, behind which no password stands."""
_CURL_COOKIES = re.compile(r"-(?<=\s-)b[ \t]?\\{0,7}[\"']?(?P<value>[\w.-]{1,64}=[^\n\"']{1,1024})")
_MOST_OF_CURL = 3000
"""Characters of a command in which its login is looked for."""
_P_GLUED = re.compile(r"\b(?:(?:mysql\w*|mariadb[\w-]*)\b|(?:7z[ar]?|(?:un)?rar)[ \t])[^|;&]*-p\Z")
"""A command up to an option that a password follows without a space: of a number it is a port."""
_P_USERS = re.compile(
    r"\bsshpass[ \t]+-p\Z|(?<!\w)(?<![A-Za-z_]-)(?:sqlcmd|(?:un)?zip)(?:[ \t]+-\w+(?:[ \t]+(?!-)[^\s|;&]+)?)*[ \t]+-P\Z"
    r"|(?<!\w)(?<![A-Za-z_]-)(?:bcp|[iot]sql|mosquitto_(?:pub|sub|rr)|security[ \t]+import)[ \t]+(?:[^\s|;&,`]+[ \t]+){0,12}?-P\Z"
    r"|(?<![\w-])(?:(?:docker|podman|nerdctl|helm registry|az) login|useradd|rdesktop"
    r"|security[ \t]+(?:unlock|create)-keychain)[ \t]+(?:--?[\w-]+(?:[ \t=]+(?!-)[^\s|;&,`]+)?[ \t]+){0,6}?-p\Z"
    r"|\b(?:(?:docker|podman|helm registry|az) login|mongo(?:sh|dump|restore|export|import)?|cqlsh)[ \t]"
    r"(?:[^\s|;&,`]+[ \t]+){0,6}"
    r"(?:-u|--user(?:name)?)[ \t=]+[^\s|;&,`]+[ \t]+(?:[^\s|;&,`]+[ \t]+){0,3}-p\Z"
)
"""A command up to an option that a password follows, with a space or without: of most only behind a user's name."""
_P_BEHIND_USER = re.compile(
    r"[ \t](?:-u|--user(?:name)?)[ \t=]+(?![ \t-])[^\s|;&,`]+[ \t]+(?:-[\w-]+(?:[ \t=]+(?!-)[^\s|;&,`]+)?[ \t]+){0,3}-p\Z"
)
"""The same of whatever command, in which `-p` may be anything: what follows must look like nothing but a password."""
_P_OPTION = re.compile(r"[pP][ \t]*\\{0,7}[\"']?(?P<value>(?!~/|`)[^\s\"'=\\-][^\s\"'\\]{3,200})")
_MOST_BEFORE = 300
"""Characters before such an option in which its command is looked for."""
_PORTS = re.compile(r"[\d:./]+")
_CODED_LOGIN = re.compile(
    r"auth\\{0,7}[\"']?[ \t]{0,4}[:=]\s{0,4}\\{0,7}[\"']?(?P<value>[A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9+/=_.-])"
)
_LOGIN = re.compile(rb"[ -9;-~]{1,100}:(?P<password>(?!//)[ -~]{4,200})")
_IDENTIFIED = re.compile(
    r"identified(?:\s{1,8}with\s{1,8}[\w'\"`]{1,60})?\s{1,8}by\s{1,8}(?:password\s{1,8})?"
    r"(?:(?P<quote>\\{0,7}['\"])(?P<quoted>[^\s'\"]{4,200}?)(?P=quote)|(?P<bare>[\w!#$%^&*+.-]{6,200}))",
    re.IGNORECASE,
)
_ON_USERS = re.compile(
    r"\b(?:(?:create|alter)\s{1,8}(?:or\s{1,8}replace\s{1,8})?(?:user|role|login|database|public|shared)|grant)\b[^;]{0,300}\Z",
    re.IGNORECASE,
)
"""What a statement of SQL that gives a login its password begins with."""
_HOOK = re.compile(r"k(?:s\.slack\.com/(?:services|workflows|triggers)|s/\d{16,20})/(?P<value>[\w/-]{20,})")


_LOGIN_WORDS = (
    (b"cred", re.compile(rb"cred(?:s?|entials?)(?![a-z])(?<![a-z]cred)")),
    (b"login", re.compile(rb"login(?![a-z])(?<![a-z_]login)(?<![a-z_]-login)")),
)
"""What a call that is given a user and a password is named. Each begins with letters that are found fast."""
_GIVEN_KEY = re.compile(r"[ \t]+(?:--?[\w-]+[ \t]+)*(?P<value>[0-9a-f]{40})(?!\w)")
"""A key that a command which logs in is given as a word of its own."""
_PASS_FILE = re.compile(r":(?:5432|\*):[\w.*-]{1,63}:[\w.*-]{1,63}:(?P<value>[^\s:\"'\\]{4,100})")
"""A line of the file in which one database's clients keep logins."""
_IN_PASS_FILE = re.compile(
    r"(?<![\w/.])(?:[\w.-]{1,100}|\*):(?:\d{2,5}|\*):(?:[\w.-]{1,63}|\*):[\w.*-]{1,63}:(?P<value>[^\s:\"'\\]{4,100})(?=[\s\"'\\]|\Z)"
)
"""The same on whatever port, where the file is named."""
_PAIR = re.compile(
    r"[^(]{0,12}\(\s{0,40}\\{0,7}[\"'][^\"'\\\n]{1,100}\\{0,7}[\"']\s{0,4},\s{0,40}\\{0,7}[\"'](?P<value>[^\"'\\\s]{4,100})"
    r"\\{0,7}[\"']\s{0,40},?\s{0,40}\)"
)
"""A user and a password as code gives both to one call."""
_USER_LIST = re.compile(
    r"^[ \t>+\d:|→-]{0,20}\"[\w.@-]{1,60}\" \"(?P<value>[^\s\"]{6,100})\"[ \t]*\r?$", re.MULTILINE
)
"""A user and a password alone on a line, as one pooler of connections keeps them."""
_DRIVERS = re.compile(r"(?<![\w:/])[\w.-]{1,40}:(?P<value>[^\s@/]{4,100})@(?:tcp|udp|unix)\(")
"""A login as some drivers of databases are given it, with no scheme before it."""


def placed_logins(text: str, low: bytes) -> Iterator[Span]:
    """Passwords in calls and files that log in. `low`: the text as lower-case bytes, one for each character."""
    for held, word in _LOGIN_WORDS:
        for named in word.finditer(low) if held in low else ():
            if low[named.end() : named.end() + 1] == b"(":
                yield from _pairs(text, named.end())
            if (given := _GIVEN_KEY.match(text, named.end())) and low.endswith(b"wandb ", 0, named.start()):
                yield Span(*given.span("value"), "key")
    if b":5432:" in low or b":*:" in low or b"pgpass" in low:
        for match in (_IN_PASS_FILE if b"pgpass" in low else _PASS_FILE).finditer(text):
            if not is_stand_in(match["value"]):
                yield Span(*match.span("value"), "password")
    if b'" "' in low:
        for match in _USER_LIST.finditer(text):
            value = match["value"]
            is_odd = is_made_up(value) or is_drawn(value) or value.endswith("!")
            if is_odd and is_unlike_words(value) and not is_stand_in(value):
                yield Span(*match.span("value"), "password")
    if b"@" in low and (b"@tcp(" in low or b"@udp(" in low or b"@unix(" in low):
        for match in _DRIVERS.finditer(text):
            if not is_stand_in(match["value"]):
                yield Span(*match.span("value"), "url-password")


def addresses(text: str) -> Iterator[Span]:
    """Passwords of the logins in addresses, and keys that stand where a login's name would."""
    for match in _URL_LOGIN.finditer(text):
        password, user = match["password"], match["user"]
        if password is not None:
            if len(password) > 2 and not is_stand_in(password):
                yield Span(*match.span("password"), "url-password")
        elif len(user) >= 16 and is_random(user):
            yield Span(*match.span("user"), "url-password")
    yield from _broken_logins(text)


def _broken_logins(text: str) -> Iterator[Span]:
    for match in _BROKEN_LOGIN.finditer(text):
        password = match["password"]
        is_mixed = any(map(str.isdigit, password)) and any(map(str.isalpha, password))
        if (
            is_mixed
            and _OF_LOGINS.search(text, max(0, match.start() - 40), match.start())
            and not is_stand_in(password)
        ):
            yield Span(*match.span("password"), "url-password")


def oracle_logins(text: str) -> Iterator[Span]:
    """Passwords in the addresses of one vendor's databases, behind the user and a slash."""
    for match in _ORACLE.finditer(text):
        if not is_stand_in(match["value"]):
            yield Span(*match.span("value"), "url-password")


def coded_logins(text: str) -> Iterator[Span]:
    """Logins in base64, as settings of registries hold them: a name, a colon and a password."""
    for match in _CODED_LOGIN.finditer(text):
        value = match["value"]
        login = _LOGIN.fullmatch(base64.b64decode(value)) if len(value) % 4 == 0 else None
        if login and not is_stand_in(login["password"].decode()):
            yield Span(*match.span("value"), "basic-credentials")


def identified(text: str) -> Iterator[Span]:
    """Passwords that a statement of SQL gives a login: `IDENTIFIED BY`."""
    for match in _IDENTIFIED.finditer(text):
        group, at = "quoted" if match["quote"] else "bare", match.start()
        is_clause = text.startswith("IDENTIFIED", at) and (group == "quoted" or is_made_up(match[group]))
        in_sql = is_clause or _ON_USERS.search(text, max(0, at - 300), at)
        if in_sql and looks_secret(match[group].rstrip("."), bool(match["quote"]), "password"):
            yield Span(*match.span(group), "password")


def _hooks(text: str, at: int) -> Iterator[Span]:
    if match := _HOOK.match(text, at):
        yield Span(*match.span("value"), "webhook")


def _login(text: str, at: int) -> Iterator[Span]:
    """The logins and cookies of a `curl`, up to the end of its command or the next one."""
    command = _CURL.match(text, at)
    if command is None:
        return
    ends = _CURL_ENDS.search(text, command.end(), at + _MOST_OF_CURL)
    end = ends.start() if ends else at + _MOST_OF_CURL
    for match in _CURL_USER.finditer(text, at, end):
        group = "inside" if match["around"] else "quoted" if match["quote"] else "value"
        if not (is_stand_in(match[group]) or _PORTS.fullmatch(match[0].split()[-1])):
            yield Span(*match.span(group), "password")
    for match in _CURL_KEY.finditer(text, at, end):
        if looks_secret(match["value"], False, "key", is_sure=True):
            yield Span(*match.span("value"), "key")
    for match in _CURL_COOKIES.finditer(text, at, end):
        yield from in_cookies(text, *match.span("value"))


def _pairs(text: str, at: int) -> Iterator[Span]:
    """The password behind a user in the call that begins there."""
    match = _PAIR.match(text, at)
    if match and looks_secret(match["value"], True, "password") and not is_stand_in(match["value"]):
        yield Span(*match.span("value"), "password")


def _short_option(text: str, at: int) -> Iterator[Span]:
    """`-p` directly before a password, or behind `sshpass`."""
    # Searched for from a place on, and not in a part: where the look back ends in a word no command begins.
    begins = text.rfind("\n", max(0, at - _MOST_BEFORE), at) + 1 or max(0, at - _MOST_BEFORE)
    is_glued = text[at + 1 : at + 2] not in (" ", "\t") and _P_GLUED.search(text, begins, at + 1) is not None
    is_sure = is_glued or _P_USERS.search(text, begins, at + 1) is not None
    match = _P_OPTION.match(text, at) if is_sure or _P_BEHIND_USER.search(text, begins, at + 1) else None
    if match and not is_sure and not _is_odd(match["value"]):
        return
    if match and is_glued and _PORTS.fullmatch(match["value"]):
        return
    if match and not (is_stand_in(match["value"]) or follows_an_option(match["value"].rstrip(".,:;!?)`"))):
        yield Span(*match.span("value"), "password")


def _is_odd(value: str) -> bool:
    """Whether a value is unlike words, ports and paths."""
    return (
        (is_made_up(value) or is_drawn(value))
        and is_unlike_words(value)
        and not _PORTS.fullmatch(value)
        and ":" not in value
    )


LINE_RULES = {
    b"kie": cookies,
    b"ks": _hooks,
    b"cur": _login,
    b"cau": _pairs,
    b"=(": _pairs,
    b"p": _short_option,
}
"""By the first three letters of what stands there: what reads a secret from that place on."""
