"""Secrets: found and replaced by `[REDACTED:kind]`.

Owns the table of key formats and of assignments that look like a secret.
Promises that redacting twice changes nothing more and that clean text comes back as it was. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

# A pattern that begins with one plain letter is found with memchr, many times faster than one that begins
# with a class, a word boundary or a case-insensitive word. So every pattern here begins with a plain letter
# and looks back from it, and the formats of a family run only where the family's probe found something.


@dataclass(frozen=True, slots=True)
class _Format:
    """One key format. A group named `keep` holds what stands before the secret and stays."""

    kind: str
    pattern: re.Pattern[str]

    def replace(self, text: str) -> str:
        return self.pattern.sub(self._placeholder, text)

    def _placeholder(self, match: re.Match[str]) -> str:
        kept = match.groupdict().get("keep") or ""
        return f"{kept}[REDACTED:{self.kind}]"


@dataclass(frozen=True, slots=True)
class _Family:
    """Formats that share a probe: where the probe finds nothing, none of them can match."""

    probe: Callable[[str], object]
    formats: tuple[_Format, ...]


def _key(kind: str, first: str, rest: str) -> _Format:
    """A key that begins with this letter, not inside a word."""
    return _Format(kind, re.compile(rf"{first}(?<![A-Za-z0-9]{first}){rest}"))


def _family(probe: str, *formats: _Format) -> _Family:
    return _Family(re.compile(probe).search, formats)


def _holds(literal: str) -> Callable[[str], object]:
    return lambda text: literal in text


_PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:[^-]|-(?!-)){0,20000}-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----"
    r"|(?:[\s\\nr\"'+→|0-9]{0,40}[A-Za-z0-9+/=]{40,})+)"
)

_FAMILIES: tuple[_Family, ...] = (
    _Family(_holds("PRIVATE KEY"), (_Format("private-key", _PRIVATE_KEY),)),
    _family(
        r"_(?=[A-Za-z0-9]{16})(?<=h[pousr]_|at_|ca_|pa_|ss_|ve_|st_|ec_|pm_|hf_|v1_|pi_|th_|tn_)",
        _key("github-token", "g", r"h[pousr]_[A-Za-z0-9]{30,}"),
        _key("github-token", "g", r"ithub_pat_[A-Za-z0-9_]{22,}"),
        _key("stripe-key", "s", r"k_(?:live|test)_[A-Za-z0-9]{16,}"),
        _key("stripe-key", "r", r"k_(?:live|test)_[A-Za-z0-9]{16,}"),
        _key("webhook-secret", "w", r"hsec_[A-Za-z0-9+/=]{24,}"),
        _key("npm-token", "n", r"pm_[A-Za-z0-9]{30,}"),
        _key("huggingface-token", "h", r"f_(?=[a-z]{0,100}[0-9A-Z])[A-Za-z0-9]{30,}"),
        _key("digitalocean-token", "d", r"o[opr]_v1_[a-f0-9]{48,}"),
        _key("shopify-token", "s", r"hp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
        _key("linear-key", "l", r"in_(?:api|oauth)_[A-Za-z0-9]{32,}"),
        _key("notion-token", "n", r"tn_[A-Za-z0-9]{40,}"),
    ),
    _family(
        r"-[A-Za-z0-9](?:(?<=sk-.|pi-.|pp-.|PX-.)|(?<=gl[a-z]{3}-.)|(?<=gl[a-z]{2}-.|xox[a-z]-.))",
        _key("anthropic-key", "s", r"k-ant-[A-Za-z0-9_-]{20,}"),
        _key("openai-key", "s", r"k-(?:[a-z0-9]{2,8}-){0,2}(?=[A-Za-z_-]{0,100}\d)[A-Za-z0-9_-]{20,}"),
        _key(
            "gitlab-token",
            "g",
            r"l(?:pat|oas|dt|rt|ptt|cbt|ft|imt)-(?=[A-Za-z_-]{0,100}\d)[A-Za-z0-9_-]{20,}",
        ),
        _key("pypi-token", "p", r"ypi-[A-Za-z0-9_-]{50,}"),
        _key("slack-token", "x", r"ox[a-z]-(?=[A-Za-z-]{0,100}\d)[A-Za-z0-9-]{10,}"),
        _key("slack-token", "x", r"app-\d-[A-Za-z0-9-]{20,}"),
        _key("google-secret", "G", r"OCSPX-[A-Za-z0-9_-]{20,}"),
    ),
    _family(r"I(?<=A[KSB]I)A", _key("aws-access-key", "A", r"[KSB]IA[A-Z0-9]{16}(?![A-Za-z0-9])")),
    _family(r"z(?<=AIz)a", _key("google-key", "A", r"Iza[A-Za-z0-9_-]{33,}")),
    _Family(_holds("dckr_pat_"), (_key("docker-token", "d", r"ckr_pat_[A-Za-z0-9_-]{20,}"),)),
    _Family(_holds("ya29."), (_key("google-token", "y", r"a29\.[A-Za-z0-9_-]{20,}"),)),
    _family(r"G(?<=SG)\.", _key("sendgrid-key", "S", r"G\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}")),
    _family(r"K(?<=SK)[0-9a-f]{32}", _key("twilio-key", "S", r"K[0-9a-f]{32}(?![A-Za-z0-9])")),
    _family(r"J(?<=eyJ)", _key("jwt", "e", r"(?<![_-]e)yJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{4,}){1,4}")),
    _Family(
        _holds("hooks.slack.com/"),
        (
            _Format(
                "slack-webhook",
                re.compile(r"(?P<keep>hooks\.slack\.com/services/)[A-Z0-9]{6,}/[A-Z0-9]{6,}/\w{16,}"),
            ),
        ),
    ),
    _Family(
        _holds(":AA"),
        (
            _Format(
                "telegram-token",
                re.compile(r"(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])"),
            ),
        ),
    ),
    _Family(
        _holds("earer "),
        (
            _Format(
                "bearer-token",
                re.compile(r"(?P<keep>[Bb]earer {1,4})(?=[A-Za-z._~+/=-]{0,200}\d)[A-Za-z0-9._~+/=-]{16,}"),
            ),
        ),
    ),
    _family(
        r"B(?=asic[ \t])",
        _Format(
            "basic-credentials",
            re.compile(
                r"(?P<keep>uthorization\\?[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\?[\"']?Basic[ \t]{1,4})"
                r"(?=[a-z+/]{0,200}[0-9A-Z=])[A-Za-z0-9+/]{8,}={0,2}"
            ),
        ),
    ),
)

_URL_PASSWORD = re.compile(r"(://[^\s/:@'\"<>`]{0,100}:)([^\s/@'\"<>`]{3,200})(@)")

_OPERATOR = (
    r"\\?[\"'\]]{0,2}(?:[ \t]{0,8}(?::=|=>|[:=])[ \t]{0,8}|[ \t]is[ \t]"
    r"|(?:(?<=--token)|(?<=-password)|(?<=-secret)|(?<=api-key))[ \t]{1,3})"
)
_VALUE = r"(?P<quote>\\?[\"'`])?(?P<value>[A-Za-z0-9_+/=.~!@#%^&*?$:-]{6,256})(?P<after>(?=[(\[{<]))?"

_ASSIGNMENTS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(name + _OPERATOR + _VALUE)
    for name in (
        r"k(?:(?<=[Tt]ok)en|(?<=pik|[iestdhgn][_-]k)ey)",
        r"K(?:(?<=TOK)EN|(?<=[iIsSeEtTdDhHgGnN_-]K)(?:EY|ey))",
        r"w(?:(?<=ssw)o?r?d|(?<=\bpw)d)",
        r"W(?<=SSW)O?R?D",
        r"c(?<=[Ss]ec)ret",
        r"C(?<=SEC)RET",
    )
)
"""A name that is given a value: token, ...key, password, secret. Each begins at the name's rarest letter."""

_KIND_OF_NAME = {"ken": "token", "key": "key", "cre": "secret"}

_PLACEHOLDER = re.compile(
    r"(?i)example|placeholder|change_?me|redacted|your[_-]|dummy|sample|xxx|\*\*\*|\.\.\.|123456|passw|secret|token"
)
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_REFERENCE = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)+")
_PATH = re.compile(r"\.{0,2}/|[a-z]+://|.*\.[a-z]{2,4}$")
_TURN = re.compile(r"[A-Za-z](?=\d)|\d(?=[A-Za-z])")


def redact(text: str) -> str:
    """The text with every secret replaced by `[REDACTED:kind]`.

    A second pass over the result changes nothing. uuids, hashes and code come back as they were.
    """
    while True:
        cleaned = _pass(text)
        if cleaned == text:
            return text
        text = cleaned


def contains_secret(text: str) -> bool:
    """Whether `redact` would replace anything in the text."""
    return _pass(text) != text


def _pass(text: str) -> str:
    for family in _FAMILIES:
        if family.probe(text):
            for form in family.formats:
                text = form.replace(text)
    if "@" in text and "://" in text:
        text = _URL_PASSWORD.sub(_without_url_password, text)
    for pattern in _ASSIGNMENTS:
        text = pattern.sub(_without_value, text)
    return text


def _without_url_password(match: re.Match[str]) -> str:
    before, password, after = match.groups()
    if _PLACEHOLDER.search(password) or password[0] in "$%{[*" or password in {"pass", "pw", "pwd"}:
        return match[0]
    return f"{before}[REDACTED:url-password]{after}"


def _without_value(match: re.Match[str]) -> str:
    value, quoted = match["value"], match["quote"] is not None
    if not quoted:
        if match["after"] is not None:
            return match[0]
        value = value.rstrip(".,:!?*&")
    kind = _KIND_OF_NAME.get(match[0][:3].lower(), "password")
    if not _looks_secret(value, quoted, kind):
        return match[0]
    start = match.start("value") - match.start()
    return f"{match[0][:start]}[REDACTED:{kind}]{match[0][start + len(value) :]}"


def _looks_secret(value: str, quoted: bool, kind: str) -> bool:
    """Whether the value given to a name of this kind is a secret, not a placeholder, reference or word."""
    if value[:1] in ("", "$", "%", "*", "&", "?", ":", "=") or _PLACEHOLDER.search(value):
        return False
    if _UUID.fullmatch(value) or _PATH.match(value) or (not quoted and _REFERENCE.fullmatch(value)):
        return False
    digits = sum(letter.isdigit() for letter in value)
    letters = sum(letter.isalpha() for letter in value)
    if kind == "password":
        signs = sum(letter in "!@#%^&*?$+~" for letter in value)
        return letters > 0 and (digits > 0 or (quoted and signs > 0))
    if len(value) < 12 or digits < 2 or not letters:
        return False
    parts = [part for part in re.split(r"[_.:-]+", value) if part]
    if len(parts) > 1 and all(part.isalpha() or (part.isdigit() and len(part) < 9) for part in parts):
        return False
    mixed = value.lower() != value and value.upper() != value
    return len(_TURN.findall(value)) >= 3 or (digits >= 3 and mixed)
