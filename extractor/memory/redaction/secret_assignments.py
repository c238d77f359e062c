"""Values given to a secret's name: the ways a value is given, and where it begins and ends.

Owns what stands between a name and its value. Promises that code, references and placeholders are no secrets.
Never looks for names.
"""

from __future__ import annotations

import re
from functools import cache

from extractor.memory.redaction.secret_fields import beside_field
from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_margins import MARGIN
from extractor.memory.redaction.secret_places import (
    is_bare_pass,
    is_beside_user,
    is_changed,
    is_in_netrc,
    is_in_placeholder,
    is_issued,
    is_parameter,
    is_public,
    is_sent,
    is_set,
    names_nothing_else,
)
from extractor.memory.redaction.secret_settings import in_fours, run_on, to_line_end, to_space
from extractor.memory.redaction.secret_values import (
    CODED,
    is_drawn,
    is_made_up,
    is_phrase,
    is_unlike_words,
    looks_secret,
    names_a_method,
    names_a_thing,
    names_an_object,
)
from extractor.memory.redaction.secret_words import (
    BECOMES,
    CHANGED,
    GAP,
    HERE,
    IS,
    LETTERS,
    NOW,
    OF,
    OUGHT,
    PURPOSE,
    UNSPACED,
    Name,
    pieces,
)

_SAYS = frozenset(("is", "ist", "es", "est"))
"""By which "pass" names a password."""
_OF_OTHER_WORDS = (b"mini", b"com", b"by", b"sur", b"tres")
"""What makes another word of "pass"."""
_ASSIGNED = frozenset(("=", ":", ":=", "：", "＝"))
_TOLD_BY = frozenset((":", "=", "is"))
_DOUBTFUL = tuple("below under cell dash purpose becomes now ought changed prompted".split())
"""Ways to give a value in which anything may stand."""
_QUOTES = ("'", '"')
_LEAST_SPOKEN = 8
"""Characters of such a value."""

_SUFFIX = (
    r"(?:[_.-]?(?i:base64|base|b64|value|string|prod(?:uction)?|stag(?:e|ing)|dev(?:elopment)?|test(?:ing)?|live|local|old|new"
    r"|current|previous|db|admin|root|app|main|master|primary|backup|confirm(?:ation)?|v?\d{1,2})){0,2}"
)
"""Which one it is, as names of settings say it."""
_COLUMN = rf"{GAP}{{0,40}}"
"""What fills a column up to the next."""
_ESC = r"\\{0,7}"
"""Before a quotation mark inside strings inside strings."""
_ASIDE = rf"(?:{GAP}(?:\([^()|\n]{{1,40}}\)|\[[^\[\]|\n]{{1,40}}\]))"
"""Which one it is: "the password (staging)"."""
_SET = (
    rf"(?:{GAP}(?i:for){GAP}[^\n=;]{{1,80}})?{GAP}{{0,8}}={GAP}{{0,8}}"
    rf"(?:(?i:password|crypt|md5|sha\d{{1,3}}|digest)\()?(?=N?{_ESC}[\"'])"
)
"""As SQL sets one: for whom, and inside the function that hashes it."""
_BELOW = rf"[:：][*_]{{0,3}}{GAP}{{0,8}}\r?\n(?:{GAP}{{0,8}}\r?\n)?(?:{GAP}{{0,40}}```\w{{0,12}}\r?\n)?{GAP}{{0,40}}"
"""On a line of its own below the name."""
_CELL = rf"{_ASIDE}?{GAP}{{0,40}}\|{GAP}{{0,40}}"
"""In the next cell of a table."""
_FIELD = (
    rf"(?:{_ESC}[\"']?\w{{1,30}}{_ESC}[\"']?\s?[:=]\s?"
    rf"(?:{_ESC}[\"'][^\"'\n]{{0,40}}{_ESC}[\"']|\w{{1,30}})(?:,\s{{0,40}}|\s{{1,40}}))"
)
_PAIR = (
    rf"(?:,|(?=\s)|:\s{{0,4}}\{{)\s{{0,40}}{_FIELD}{{0,3}}{_ESC}[\"']?(?i:(?:parameter|option|output)?value)"
    rf"{_ESC}[\"']?\s{{0,4}}[:=]\s{{0,4}}"
    rf"|(?:{GAP}[\w-]{{1,20}}){{0,3}}{_ESC}[\"']\s{{0,4}},\s{{0,40}}{_FIELD}{{0,3}}{_ESC}[\"']text{_ESC}[\"']\s{{0,4}}:\s{{0,4}}"
)
"""In a field `value` beside the field that names it, with others in between, or in a field `text` beside what is filled in."""
_TYPED = (
    rf":{GAP}{{0,2}}[A-Za-z_&][^\n=:;\"'(){{}}]{{0,60}}?={GAP}{{0,2}}(?=(?:[$@]|[NrbuL]{{1,2}})?{_ESC}[\"'])"
)
"""Behind the type of a variable: `password: str = "…"`."""
_IN_CODE = (
    rf"(?P<call>\()(?={_ESC}[\"'])|(?:_hash|_verify)\((?={_ESC}[\"'])"
    rf"|(?:,{GAP}?exact:{GAP}?\w{{4,5}})?{GAP}?\}}?{GAP}?\)\.(?:type|fill|send_?keys|set_?value|press_?sequentially)\((?={_ESC}[\"'])|{GAP}{{1,4}}(?:\|\||\?\?|or){GAP}{{1,4}}(?={_ESC}[\"'])"
    rf"|{GAP}string{GAP}{{0,4}}:?={GAP}{{0,4}}(?={_ESC}\")|\[\d{{0,4}}\]{GAP}{{0,4}}={GAP}{{0,4}}(?={_ESC}\")"
    rf"|s?{GAP}{{0,4}}[:=]{GAP}{{0,4}}\[{GAP}{{0,4}}(?={_ESC}[\"'])|{GAP}{{0,4}}={GAP}{{0,4}}\\?\r?\n{GAP}{{1,40}}(?={_ESC}[\"'])"
    rf"|(?::{GAP}?[\w\[\]| ]{{1,40}})?{GAP}?[:=]{GAP}?[\w.]{{0,20}}"
    rf"(?:SecretStr(?:ing)?|Secret|Some|Field|String|Buffer\.from)\(\s{{0,40}}(?:default=)?(?={_ESC}[\"'])"
    rf"|{GAP}?=>\s{{0,40}}string\(\d{{1,4}}\){GAP}(?={_ESC}\")|{GAP}?={GAP}?(?:\"\"\"|'''|@[\"'])\r?\n(?=\S)"
    rf"|:{GAP}?\{{{GAP}?{_ESC}[\"']S{_ESC}[\"']:{GAP}?(?={_ESC}[\"'])"
    rf"|{GAP}?\{{\s{{1,40}}[^{{}}]{{0,200}}?\bdefault\s{{0,8}}=\s{{0,8}}(?={_ESC}\")"
    rf"|</key>\s{{0,40}}<string>|</(?:t[dh]|dt)>\s{{0,40}}<(?:t[dh]|dd)[^<>]{{0,80}}>|><!\[CDATA\["
    rf"|%3D|%22%3A%22|&quot;{GAP}?:{GAP}?&quot;"
)
"""As code and markup give one: in a call, by default, in a list, in the next element, escaped."""
_MARKED = r"(?:b|strong|i|em|u|code|kbd|tt|samp|span)"
"""Elements of markup that stand around a word of a sentence."""
_OPENED = (
    rf"(?:(?<![\"']>)<{_MARKED}(?:{GAP}[^<>\n]{{0,80}})?>)?"
    rf"(?:!!\w{{1,12}}{GAP}{{1,4}})?(?:(?:[$@]|[NrbuL]{{1,2}})(?={_ESC}[\"']))?(?:\"\"(?=\")|''(?='))?(?:\*\*(?=[^\s*]))?"
)
"""An element, a tag of YAML, what tells the kind of a string, or bold type."""
_PROMPTED = (
    rf"[,:]?{GAP}(?:(?:then|please|just|you can){GAP})?(?:use|type|enter|it['’]?s|gib|nimm){GAP}"
    rf"|\?{GAP}|{GAP}\((?=[^\s()]{{8,64}}\))|,{GAP}(?=[^\s,]{{8,64}},)"
)
"""As one is told who is asked for it: "it asks for a password, use …", "password? …"; and set in brackets or commas."""
_GIVEN = (
    _SUFFIX
    + rf"(?:(?<=[dD])s(?={_ESC}[\"']))?(?:{_ESC}[\"'`]|\]|\*{{1,3}}|_{{1,2}}(?=[:\s])|</{_MARKED}>){{0,3}}"
    rf"(?P<by>{_IN_CODE}|{_SET}|(?P<below>{_BELOW})|(?P<cell>{_CELL})|{_PAIR}|{_TYPED}"
    rf"|{_COLUMN}(?:\.{{2,60}}{_COLUMN})?(?::=|\?=|=>|->|[:=：＝])(?:[*_]{{1,3}}(?={GAP})|</{_MARKED}>)?{_COLUMN}"
    rf"(?:[|>][+-]?{GAP}{{0,4}}\r?\n[ \t+>-]{{1,40}})?"
    rf"|(?P<purpose>{PURPOSE}:){GAP}{{1,8}}"
    rf"|(?:{OF}|{_ASIDE})?{HERE}?{GAP}(?:(?P<becomes>{BECOMES})|(?P<ought>{OUGHT})|{IS}(?P<now>{NOW})?)(?::?{GAP}|(?P<under>{_BELOW}))"
    rf"|(?:{OF}|{_ASIDE}){GAP}?(?:[:：]|=>|->){GAP}{{0,8}}"
    rf"|(?P<changed>(?:{GAP}|(?:{OF}|{_ASIDE}){GAP}){CHANGED}){GAP}"
    rf"|(?P<prompted>{_PROMPTED})"
    rf"|(?P<dash>(?:{OF}|{_ASIDE})?(?:{GAP}{{1,3}}[-–—]{GAP}{{1,3}}|{GAP}{{0,3}}→{GAP}{{0,3}}))|['’]s{NOW}?[ \t]"
    rf"|{GAP}{{0,2}}(?:就?是|改成|改为|设为|设成|为|為|は|が|은|는|이|가|คือ|เป็น)[:：]?{GAP}{{0,2}}"
    rf"|>|,{_COLUMN}(?={_ESC}[\"'`])|[ \t]{{1,20}}|(?<==)|(?<=[{UNSPACED}])){_OPENED}"
)
_INNER = r"[^\s\"'\\]"
_VALUE = re.compile(
    rf"\"(?P<double_in>{_INNER}{{1,100}}(?:\\[\"'\\]{_INNER}{{0,100}}){{1,4}})\""
    rf"|'(?P<single_in>{_INNER}{{1,100}}(?:\\[\"'\\]{_INNER}{{0,100}}){{1,4}})'|"
    rf"{_ESC}\"(?P<double>[^\s\"]{{4,256}}?){_ESC}\"|{_ESC}'(?P<single>[^\s']{{4,256}}?){_ESC}'"
    rf"|`(?P<tick>[^\s`]{{4,256}})`"
    rf"|[„“»«「『‚‘]{GAP}?(?P<curly>[^\s„“”»«」』‚‘’]{{4,256}}){GAP}?[“”»«」』‘’]"
    rf"|(?:{_ESC}[\"'`])?(?P<bare>(?:(?![{UNSPACED}])[A-Za-z0-9_+/=.~!@#%^&*?$:{LETTERS}-]){{6,256}})(?P<after>(?=[(\[{{]|<(?!/|br)))?"
)
_LONGEST = 256
"""Characters of a value that are judged."""
_COUNTED = re.compile(
    r" (?:char|iter|round|byte|bit|sec|min|hour|day|time|attempt|entr|user|digit|of\b|or\b|ms\b)"
)
_JOIN = re.compile(rb" (?:as|for|is|als|como|comme|come) ")
_SAID_BEFORE = re.compile(
    r"(?<![^\s(])(?P<quote>[\"'`*]{0,2})(?P<value>[^\s\"'`*][^\s\"'`]{6,98}[^\s\"'`*])(?P=quote)"
    r"(?: (?:when|if|where|once) (?:(?:it|you|you['’]re|you are) )?(?:prompted|asked|asks|prompts))?"
    r" (?:as|for|is|als|como|comme|come)"
    r" (?:(?:the|his|her|its|their|our|your|my|an?|das|la|el|le|mot) (?:[\w'’-]{1,20} ){0,3})?\Z"
)
_NAME_ENDS = re.compile(
    r" (?:on|for|of|in|to|at|from|with|when|if|until|here|there|everywhere|and|now|please)\b|[.,;:!?)\r\n]|\Z|\\{0,7}[\"'`]"
)
"""What stands behind a name that is no part of another: "the password hash", "a password manager"."""
_PHRASE = re.compile(rf"(?P<quote>{_ESC}[\"'])(?P<value>[^\"'\\\n]{{8,100}})(?P=quote)")
_LINE_ENDS = re.compile(r"[*_`]{0,3}[ \t]*(?:\r?\n|\Z)")
_CELL_ENDS = re.compile(r"[*_`]{0,3}[ \t]*(?:\||\r?\n|\Z)")
_ROW = re.compile(rf"^(?:{MARGIN.pattern})?(?:[ \t>]*\|[^\n]*|[ \t>]{{0,40}}[\w.-]{{0,40}})\Z", re.MULTILINE)
"""What stands before a cell: others, or of two columns nothing."""


@cache
def _given() -> re.Pattern[str]:
    """What stands between a name and its value; made when first used, for it takes as long as starting does."""
    return re.compile(_GIVEN)


def assigned(text: str, low: bytes, name: Name, in_netrc: bool) -> Span | None:
    """The value given to the name that was found, where one is.

    `low`: the text as lower-case bytes. `in_netrc`: it may have lines of a netrc file.
    """
    if is_in_placeholder(low, name):
        return None
    given = None if is_public(low, name) else _given().match(text, name.end)
    found = _behind(text, low, name, given, in_netrc) if given else None
    return found or _before(text, low, name) or beside_field(text, low, name)


def _before(text: str, low: bytes, name: Name) -> Span | None:
    """A password that is said before its name: "use … as the password"."""
    start = name.start
    if (
        name.kind != "password"
        or low[start - 1 : start] != b" "
        or not _JOIN.search(low, max(0, start - 70), start)
    ):
        return None
    said = _SAID_BEFORE.search(text, max(0, start - 180), start)
    if said is None or not _NAME_ENDS.match(text, name.end):
        return None
    value = said["value"]
    is_made = is_unlike_words(value) and (said["quote"] != "" or is_made_up(value) or is_drawn(value))
    return (
        Span(*said.span("value"), "password") if is_made and looks_secret(value, False, "password") else None
    )


def _behind(text: str, low: bytes, name: Name, given: re.Match[str], in_netrc: bool) -> Span | None:
    by, word = given["by"], low[name.start : name.end]
    is_spoken = not by.strip() and word != b"=" and not is_sent(low, name.start)
    if is_spoken and word == b"pass" and not is_bare_pass(low, name):
        is_spoken = text[given.end() : given.end() + 8].lstrip("\\")[:1] not in _QUOTES
    if is_spoken and in_netrc and name.kind == "password":
        is_spoken = not is_in_netrc(low, name.start)
    if not _is_named(low, name, given, is_spoken):
        return None
    if name.kind == "password" and not is_spoken and (fours := in_fours(text, given.end())):
        return fours
    value = _value(text, given, name.start)
    found = _judged(text, low, name, given, value, is_spoken) if value else None
    return _longest(found, _with_signs(text, name, given, is_spoken))


def _with_signs(text: str, name: Name, given: re.Match[str], is_spoken: bool) -> Span | None:
    """A value that holds what ends others: spaces between quotation marks, or signs up to a line's end or a space."""
    by = given["by"].strip()
    if by in _ASSIGNED:
        whole = to_line_end(text, name.start, given.end(), name.kind)
        return whole or (_phrase(text, given.end()) if name.kind == "password" else None)
    if name.kind == "password" and (":" in by or "=" in by):
        return _phrase(text, given.end())
    is_said = name.kind == "password" and not is_spoken and by.replace(" ", "").isalpha()
    return to_space(text, given.end()) if is_said else None


def _longest(found: Span | None, other: Span | None) -> Span | None:
    """What reaches further of two that begin at one place or nearly so."""
    if found is None or other is None:
        return found or other
    return other if other.end > found.end else found


def _is_named(low: bytes, name: Name, given: re.Match[str], is_spoken: bool) -> bool:
    """Whether the name stands where one is given a value, and for no word of everyday talk."""
    start, by = name.start, given["by"]
    if is_spoken:
        return name.is_spoken and (name.kind != "key" or is_issued(low, start))
    if given["changed"] is not None and not is_changed(low, start):
        return False
    if given["call"] is not None and not is_set(low, start):
        return False
    if low[start : name.end] != b"pass":
        return True
    if low[max(0, start - 4) : start].endswith(_OF_OTHER_WORDS):
        return False
    if by.strip() in _SAYS:
        return True
    return (
        low[start - 1 : start] in (b"_", b"-")
        or "=" in by
        or given[0].lstrip("\\")[:1] in _QUOTES
        or _is_after_colon(given[0])
        or (by == ":" and low[start - 1 : start] == b"/")
    )


def _is_after_colon(given: str) -> bool:
    """Whether a colon and nothing but spaces stand between a name and its value."""
    return given[:1] == ":" and given[1:].isspace()


def _is_doubtful(low: bytes, name: Name, given: re.Match[str]) -> bool:
    """Whether what is given so may be anything: a heading of a table, what a dash explains, a test that did pass."""
    if any(given[way] is not None for way in _DOUBTFUL):
        return True
    if not is_bare_pass(low, name):
        return False
    return given["by"].strip() in _SAYS or (_is_after_colon(given[0]) and not is_beside_user(low, name.start))


def _value(text: str, given: re.Match[str], start: int) -> re.Match[str] | None:
    """What stands where the value would: the whole line or cell where it stands below or beside its name."""
    value = _VALUE.match(text, given.end())
    if value is None or (given["by"] == ">" and value["bare"] is None):
        return None
    if (given["below"] or given["under"]) is not None and not _LINE_ENDS.match(text, value.end()):
        return None
    if given["cell"] is not None and not (
        _ROW.search(text, max(0, start - 200), start) and _CELL_ENDS.match(text, value.end())
    ):
        return None
    return value


def _phrase(text: str, at: int) -> Span | None:
    """A password of several words in quotation marks."""
    phrase = _PHRASE.match(text, at)
    return Span(*phrase.span("value"), "password") if phrase and is_phrase(phrase["value"]) else None


def _judged(
    text: str, low: bytes, name: Name, given: re.Match[str], value: re.Match[str], is_spoken: bool
) -> Span | None:
    """The value, where it or a part of it is a secret."""
    by, start = given["by"], name.start
    in_env = by == "=" and text[start].isupper()
    group = "bare" if value.lastgroup in (None, "after") else value.lastgroup
    said = whole = value[group]
    quoted = group != "bare"
    if not quoted:
        if value["after"] is not None and not by.endswith(">"):
            return None
        if is_parameter(low, start):
            said = said.partition("&")[0]
        said = said.rstrip(".,:!?*&") if not (in_env and said.endswith("!")) else said
        if by.strip().isalpha() and names_a_method(said):
            return None
        if said.isdigit() and _COUNTED.match(text, value.end()):
            return None
    if said.isascii() and said.isalpha() and said.islower():
        return None  # a word: most that stands behind a name is one
    is_doubtful = _is_doubtful(low, name, given)
    least = _LEAST_SPOKEN if is_spoken or name.is_word or is_doubtful else 0
    is_token = name.kind == "token" and low[start : name.end] == b"ken" and by.strip() in _TOLD_BY
    is_sure = not is_spoken and (
        names_nothing_else(low, name) or (in_env and name.kind == "token") or is_token
    )
    # Behind a name in letters without spaces the whole may be a sentence.
    in_pieces = b"?" in low[start : name.end]
    for core in pieces(said) if in_pieces else dict.fromkeys((said, *pieces(said))):
        full = whole if core == said else core
        is_plain = least and (len(full) < least or not is_unlike_words(core))
        if names_a_thing(core) or (is_spoken and name.kind == "secret" and names_an_object(core)):
            continue
        is_name = (name.is_word and CODED.fullmatch(core)) or (
            is_doubtful and not (is_made_up(full) or is_drawn(full))
        )
        if looks_secret(core, quoted, name.kind, in_env, is_sure) and not (is_plain or is_name):
            begins = value.start(group)
            ends = begins + len(said)
            return Span(begins, ends if len(whole) < _LONGEST else run_on(text, ends), name.kind)
    return None
