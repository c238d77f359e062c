"""Forms of personal data: addresses, numbers, places on a machine, and words by which somebody speaks of themselves.

Owns these forms and what each is called. Promises to take for personal what may be, rather than let it pass: what is
shared cannot be called back. Never looks at what a word means, and never does I/O.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Trace(NamedTuple):
    """What was found, and the characters it was found in."""

    what: str
    where: str


def trace(text: str) -> Trace | None:
    """The first trace of a person or their machine in one reading of a text; None where there is none."""
    return next((found for look in _LOOKS for found in look(text)), None)


# ---------------------------------------------------------------- addresses

_AT = re.compile(r"\S*@\S*")
_PACKAGE = re.compile(
    r"(?:[\"'`(]*@[\w.-]+/[\w./-]+"
    r"|[\"'`(]*(?:@?[\w-]+/)?[\w./-]+@(?:v?\d[\w.-]*|latest|main|next))[\"'`),.;:]*"
)
_TLD = r"(?:com|org|net|io|dev|co|de|at|ch|fr|es|it|nl|pl|se|no|dk|fi|uk|eu|us|ca|au|me|app|ai|edu|gov|info|email)"
_MAILERS = r"(?:g(?:oogle)?mail|hotmail|outlook|yahoo|icloud|proton(?:mail)?|gmx|web|aol|live|msn|fastmail|posteo|mailbox|yandex)"
_WRITTEN_OUT = re.compile(
    rf"\b(?:dot|punkt|punto|point)\s+{_TLD}\b|[\[({{<]\s*(?:at|ät|dot|d0t)\s*[\])}}>]|\w_at_[\w-]+\.{_TLD}\b"
    rf"|\w\s+(?:at|ät|AT)\s+{_MAILERS}\b|\w\s+(?:at|AT)\s+[\w-]+\s+dot\s+\w"
    rf"|\b(?:e-?mails?|mails?|reach|write\s+to|contact|ping|ask)\b.{{0,60}}\sat\s+[\w-]+(?:\.[\w-]+)*\.{_TLD}\b"
    rf"|\b[\w.+-]+\s*[#*%&∂ⓐɑ§¤©®]\s*[\w-]+\.{_TLD}\b|\w\(a\)\w|\bat[- ]sign\b|\barroba\b|\bklammeraffe\b"
    rf"|[^A-Za-z](?:at|ät|a)[^A-Za-z]{{1,4}}[\w-]+?[^A-Za-z]{{1,4}}(?:dot|punkt|punto)[^A-Za-z]{{1,4}}{_TLD}\b"
    r"|\w(?-i:AT)\w+(?-i:DOT)\w",
    re.IGNORECASE,
)


def _addresses(text: str) -> Iterator[Trace]:
    for match in _AT.finditer(text):
        if not _PACKAGE.fullmatch(match[0]) or match[0].count("@") > 1:
            yield Trace("an e-mail address or a handle", match[0])
    for match in _WRITTEN_OUT.finditer(text):
        yield Trace("an e-mail address", match[0])


# ---------------------------------------------------------------- numbers

_EDGE = r"(?<![\d+])(?<!\d[-./ (])"
_NOT_LONGER = r"(?![\d]|[-./ )]\d)"
_HARMLESS = re.compile(
    rf"{_EDGE}(?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{{1,6}})?)?)?Z?"
    rf"{_NOT_LONGER}|{_EDGE}(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|[12]\d|3[01])\2(?:19|20)\d\d{_NOT_LONGER}"
    rf"|{_EDGE}(?:19|20)\d\d ?[-–/] ?(?:19|20)\d\d{_NOT_LONGER}|(?<![\d.,+])\d{{1,3}}(?:,\d{{3}})+(?![\d,])"
    rf"|(?<![\d:])[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?![\d:])"
)
"""Dates, spans of years, times and large numbers as they are read."""
_LONG_NUMBER = re.compile(r"[+(]{0,2}\d(?:[ \t.\-/()_–]{0,3}\d){6,}")
_LABELLED = re.compile(
    r"\b(?:tel|telephone|telefon\w*|phone|call|cell|mobile|mobil|fax|ext|extension|durchwahl|handy|whatsapp|sms|dial|pager"
    r"|hotline|téléphone|teléfono|móvil)\b[.:#]?(?:\s+(?:number|nr|no|is|at|me|us|on|him|her|them|under|unter))*[.:#]?\s*"
    r"[+(]?\d(?:[ .\-/()]?\d){2,}",
    re.IGNORECASE,
)
_VANITY = re.compile(
    r"(?<!\d)(?:\+?1[- .]?)?\(?8(?:00|33|44|55|66|77|88)\)?[- .][A-Z0-9]{3,}[- .]?[A-Z0-9]*\b"
)
_SPOKEN = re.compile(
    r"\b(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|null|eins|zwei|drei|vier|fünf|sechs|sieben"
    r"|acht|neun|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)[\s,.-]+){4,}"
    r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|cero|uno"
    r"|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"-?\d{1,3}\.\d{4,}[°NS]*,? ?-?\d{1,3}\.\d{4,}|\d{1,3}°\s?\d{1,2}['′]")
_ID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE)


def _numbers(text: str) -> Iterator[Trace]:
    for match in _ID.finditer(text):
        yield Trace("an id of a session or a machine", match[0])
    for form in (_LABELLED, _VANITY, _SPOKEN):
        for match in form.finditer(text):
            yield Trace("a telephone number", match[0])
    for match in _PLACE.finditer(text):
        yield Trace("a place on the map", match[0])
    for match in _LONG_NUMBER.finditer(_HARMLESS.sub("§", text)):
        yield Trace("a number as long as a telephone's", match[0])


# ---------------------------------------------------------------- networks

_QUAD = re.compile(
    r"(?<![\w.])(\d{1,3})(\.|-|_|\[\.\]| dot )(\d{1,3})\2(\d{1,3})\2(\d{1,3}|[x*])(?![\w]|\.\d)"
)
_OF_A_NETWORK = re.compile(
    r"(?<![\w.])(?:10\.\d{1,3}\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])\.\d{1,3}|192\.168|169\.254)(?:\.|\b)"
)
_ODD_ADDRESS = re.compile(r"\b0x[0-9a-f]{8}\b|\b0x[0-9a-f]{1,2}(?:\.0x[0-9a-f]{1,2}){3}\b", re.IGNORECASE)
_COLONS = re.compile(r"(?<![\w:.])\[?([0-9a-fA-F:]*:[0-9a-fA-F:]*:[0-9a-fA-F:.]*)(?:%\w+)?\]?(?![\w:])")
_CARD = re.compile(
    r"(?<![0-9a-f:-])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![0-9a-f:-])|\b(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}\b",
    re.IGNORECASE,
)
_OF_A_HOUSE = re.compile(
    r"\b[\w-]+\.(?:lan|home|home\.arpa|fritz\.box|localdomain|ts\.net)\b|://[\w.-]+\.local(?![\w.-])",
    re.IGNORECASE,
)
_HARMLESS_ADDRESSES = frozenset({"127.0.0.1", "0.0.0.0", "::1", "::"})


def _networks(text: str) -> Iterator[Trace]:
    for match in _QUAD.finditer(text):
        if ".".join(match.group(1, 3, 4, 5)) not in _HARMLESS_ADDRESSES:
            yield Trace("an IP address", match[0])
    for form in (_OF_A_NETWORK, _ODD_ADDRESS):
        for match in form.finditer(text):
            yield Trace("an IP address", match[0])
    for match in _COLONS.finditer(text):
        if match[1].rstrip(".") not in _HARMLESS_ADDRESSES and _is_address(match[1]):
            yield Trace("an IP address", match[0])
    for match in _CARD.finditer(text):
        yield Trace("a network card's address", match[0])
    for match in _OF_A_HOUSE.finditer(text):
        yield Trace("a name in a private network", match[0])


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text.rstrip(".:") if not text.endswith("::") else text)
    except ValueError:
        return False
    return True


# ---------------------------------------------------------------- places on a machine

_URL = re.compile(
    r"\b(?:https?|wss?|postgres(?:ql)?|mysql|redis|amqps?|kafka|mongodb|grpc|s3|gs)://[^\s<>\"'`)\]}]+",
    re.IGNORECASE,
)
_SCHEME = re.compile(
    r"\b[a-z][a-z0-9+.-]*://|\b(?:file|mailto|tel|sms|skype|xmpp|sip|callto|facetime|smb):(?=[^\s])",
    re.IGNORECASE,
)
_HOMES = re.compile(
    r"(?<![\w.-])(?-i:Users)[/\\]\w"
    r"|[/\\](?:home|users?|usuarios|benutzer|utilisateurs|documents and settings|homes|u|volumes|profiles)[/\\]+[^\s/\\{<:$*]"
    r"|[/\\]root(?![\w-])|(?<![\w/])~(?=[A-Za-z/\\_+-])|/~\w"
    r"|\$\{?(?:HOME|USER|LOGNAME|env:\w+|USERPROFILE)\b|%(?:\w*PROFILE|HOME\w*|USERNAME|APPDATA|LOCALAPPDATA|ONEDRIVE|TEMP|TMP)%",
    re.IGNORECASE,
)
_DRIVE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]:[\\/]+(?=[\w.$%(])|\\\\[\w.?$-]+\\|(?<![\w:/])//[\w.-]+/[\w$]")
_ROUTE = re.compile(
    r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|routes?|endpoints?|URLs?|route is|endpoint is)\b[\s:=`\"'(]*/[\w.{}:<>*/?=&-]*"
)
_SYSTEM = re.compile(
    r"/(?:home|users|root|etc|var|usr|opt|tmp|mnt|media|srv|private|run|proc|sys|dev|boot|lib\w*|s?bin|snap|nix|export|net"
    r"|afs|data|volumes?\d*|applications|library|system|cygdrive|workspaces?|vagrant|sdcard|storage|[a-z])(?:/|\b)",
    re.IGNORECASE,
)
_ABSOLUTE = re.compile(r"(?<![\w/.*)\]}>%?&=@-])/(?=[^\W_][\w.@-]|[^\W_]/\w|[.$_{*][\w.])|(?<==)/(?=\w)")
_RELATIVE = re.compile(r"[A-Za-z_.][\w.-]*(?:/[\w.-]+)*")
_MOUNT = re.compile(
    r"(?:mnt|media|exports?|nfs|net|afs|volumes?\d*|private|var|srv|cygdrive|system|sdcard|storage|host|[a-z])(?:/|$)",
    re.IGNORECASE,
)
_UPWARDS = re.compile(r"(?<![\w.])\.\.[/\\]")


def _places(text: str) -> Iterator[Trace]:
    for match in _HOMES.finditer(text):
        if not _is_in_the_repository(text, match.start()):
            yield Trace("a home directory", _word_at(text, match.start()))
    for match in _DRIVE.finditer(text):
        yield Trace("a path of a machine", _word_at(text, match.start()))
    rest = _ROUTE.sub(_without_route, _URL.sub("§", text))
    for match in _SCHEME.finditer(rest):
        yield Trace("an address of an unknown kind", _word_at(rest, match.start()))
    for match in _ABSOLUTE.finditer(rest):
        yield Trace("a path outside the repository", _word_at(rest, match.start()))
    for match in _UPWARDS.finditer(text):
        yield Trace("a path outside the repository", _word_at(text, match.start()))


def _is_in_the_repository(text: str, at: int) -> bool:
    """Whether a slash stands inside a relative path, such as that of a page called home."""
    before = text[:at].rsplit(maxsplit=1)[-1] if text[:at].strip() and not text[at - 1].isspace() else ""
    inside = _RELATIVE.fullmatch(before.lstrip("\"'`(["))
    return inside is not None and not _MOUNT.match(inside[0])


def _without_route(match: re.Match[str]) -> str:
    """Nothing where a path is one of an interface; itself where it may be one of a machine."""
    return match[0] if _SYSTEM.match(match[0], match[0].index("/")) else "§"


def _word_at(text: str, at: int) -> str:
    return text[at:].split(maxsplit=1)[0] if text[at:].strip() else text[at:]


# ---------------------------------------------------------------- words

_THINGS = (
    r"(?:table|service|model|ids?|agent|interface|stor(?:y|ies)|guide|manual|accounts?|records?|sessions?|list|page|API|endpoints?"
    r"|schema|objects?|entit(?:y|ies)|menu|input|data|database|types?|roles?|groups?|pool|modules?|class|components?|store"
    r"|settings|flow|events?|facing|defined|docs|documentation|column|rows?|index|cache|queue|topic|token|tests?)"
)
"""What is called after users and is no person."""
_LIKING = r"(?:prefers?|wants?|likes?|dislikes?|hates?|loves?|said|says|asked|told|thinks?|feels?|lives?|wishes|believes?)"
_ONESELF = re.compile(
    r"(?<![\w/.])I(?![\w/]|\.\w|-?[A-Z0-9])|\bu (?:want|need|can|should|must|prefer|like)\b"
    r"|\b[Ii]['’](?:m|ve|d|ll)\b|\b(?:Im|Ive)\b"
    r"|\bi (?:am|have|had|would|will|was|prefer|like|want|need|think|use|work|live|hate|love|always|never|don['’]?t|can)\b"
)
_MINE = re.compile(
    r"\b(?:me|my|mine|myself|you|your|yours|yourself|yourselves|you['’](?:re|ve|d|ll)|thy|y['’]all|u r"
    r"|ich|mich|mir|mein(?:e|en|em|er|es)?|dich|dein(?:e|en|em|er|es)?|je|j['’]\w+|moi|toi|vous|votre"
    r"|yo|mío|mía|conmigo|tú|tuyo|usted|meu|minha|você|ik|mijn|jouw|mio|mia|miei|jag|mig|mitt|jeg"
    r"|prefiero|quiero|preferisco|voglio|prefiro|quero|wolę|chcę|bevorzuge"
    r"|я|меня|мне|мной|мой|моя|моё|мои|ты|вы|ваш\w*)\b|[我您你]|私|俺|僕|あなた|나는|저는|제가|당신|أنا|मैं|मेर[ाीे]",
    re.IGNORECASE,
)
_USER = re.compile(
    rf"\bthe\s+(?:end[- ])?user(?!s\b)(?:['’]s?)?\b(?!(?:[- ]|['’]s )(?:\w+ )?{_THINGS}\b)"
    rf"|\busers?\W{{1,3}}(?:(?:also|always|never|often|really|strongly)\s+)?{_LIKING}\b"
    rf"|\b(?:person|human|developer|author|reviewer|they)\s+(?:(?:also|always|never|often)\s+)?{_LIKING}\b"
    r"|\buser['’]?s?\s+(?:preference|wish|opinion|machine|computer|home|employer|job|age|birthday)\w*\b"
    rf"|(?:^|[.!?]\s+)(?:user\s+(?:is|was|has|had|works|speaks|uses|needs)\b|{_LIKING}\s)"
    r"|\b(?:he|she|him|his|hers?|himself|herself)\b|\b(?:be)?nutzer(?:in)? (?:möchte|will|bevorzugt|mag|hat|ist)\b"
    r"|\b(?:der|die|den|dem) (?:be)?nutzer(?:in)?\b|\bel usuario\b|\bla usuaria\b|\bl['’]utilisat\w+"
    r"|\bo usuário\b|\bl['’]utente\b"
    r"|用户|ユーザー|사용자|пользовател\w*|المستخدم",
    re.IGNORECASE,
)
_LIFE = re.compile(
    r"\b(?i:birthdays?|date of birth|born (?:on|in)|d\.?o\.?b\.?|geboren|wife|husband|home address|social security)\b"
    r"|\b\d{1,5}[a-z]? (?:[NSEW]\.? )?(?:[A-Z]\w+ ){1,3}"
    r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Blvd|Boulevard|Court|Ct|Way)\b"
    r"|\b\w+(?:straße|strasse|str\.|gasse|platz|weg|allee) \d{1,4}\b|\b(?:rue|calle|avenida) (?:\w+ ){1,4},? ?\d{1,4}\b"
)


def _words(text: str) -> Iterator[Trace]:
    for form in (_ONESELF, _MINE):
        for match in form.finditer(text):
            yield Trace("somebody speaking of themselves or to somebody", match[0])
    for match in _USER.finditer(text):
        yield Trace("words about the user", match[0])
    for match in _LIFE.finditer(text):
        yield Trace("something of a person's life", match[0])


_LOOKS: tuple[Callable[[str], Iterator[Trace]], ...] = (_addresses, _places, _networks, _numbers, _words)
