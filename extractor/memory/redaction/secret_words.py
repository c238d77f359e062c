"""What secrets are called in other languages than English, and how their values are told.

Owns the names that no search for English ones comes by, the words before a value and the letters it may have. Promises to ask a
text a few short questions before the names are looked for. Never judges a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Name(NamedTuple):
    """The name of a secret, where it stands in a text."""

    start: int
    end: int
    kind: str
    """What the placeholder of its value says."""
    is_spoken: bool = True
    """People say the value behind it with nothing but a space between."""
    is_word: bool = False
    """It is a word of everyday talk too: its value must be unlike words."""


# Searched for in the lower-case bytes of a text. It begins with one plain letter, which is found fast.
_MARKED = re.compile(
    rb"\?(?:(?<![a-z]\?)(?:i|\?)fre[a-z?]{0,4}|(?<=s\?)ifre[a-z?]{0,4}|(?<=has\?)(?:o|[aeu][a-z?]?)|(?:(?<=l\?)|(?<=lo\?))senord(?:et)?"
    rb"|(?<=jelsz\?)|(?<=jelszo\?)|t kh(?:\?|a\?\??)u)(?![a-z])"
)
"""Names in Latin letters with a letter that is no plain one, and stands there as a question mark."""
_PLAIN = (b"senha", b"salasan", b"hesl", b"jelszo", b"sifre", b"hasl", b"mdp")
"""What the names in plain letters begin with, some of them typed without their marks."""
_IN_PLAIN = re.compile(
    rb"(?<![a-z])(?:senhas?|salasana[a-z]{0,3}|hesl(?:o|a|em)|jelszo|sifre(?:si)?|hasl[oa]"
    rb"|(?:(?<=[mts]on )|(?<=le )|(?<=_))mdp|mdp(?= :|=))(?![a-z])"
)
_OTHERS = re.compile(
    r"[密口令パト비패암пПтТкКסكपรκΚ](?i:"
    r"(?P<password>(?<=密)[码碼]|(?<=パ)スワード|(?<=비)밀번호|(?<=패)스워드|(?<=п)арол\w{1,3}|(?<=ס)יסמ[הא]"
    r"|(?<=ك)لم[ةه] (?:المرور|السر)|(?<=प)ासवर्ड|(?<=ร)หัสผ่าน)"
    r"|(?P<key>(?<=密)[钥鑰]|(?<=к)люч\b)|(?P<token>(?<=令)牌|(?<=ト)ークン|(?<=т)окен\b)"
    r"|(?P<word>(?<=口)令|(?<=암)호|(?<=κ)ωδικ(?:ός|ος|ο\u0301ς|ό|ο)(?: πρόσβασης)?))"
)
"""Names in other letters. It begins with a plain set, which is found fast."""

LETTERS = (
    r"\xa1-\xaa\xac\xae-\xba\xbc-\u060b\u060d-\u061a\u061c-\u061e\u0620-\u0963\u0966-\u1fff\u20a0-\u218f\u2c00-\u2fef"
    r"\u3005-\u3007\u3021-\u302f\u3031-\ud7ff\uf900-\ufdff\ufe10-\ufe2f\ufe50-\ufefe\uff10-\uff19\uff21-\uff3a"
    r"\uff41-\uff5a\uff66-\uffef\U00020000-\U000323af"
)
"""What a value may hold outside of ASCII, for a class: letters, marks and signs, no space and no sign of a sentence."""
UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af"
"""Letters, for a class, in which words stand without spaces, or with particles at the words of other letters."""
_RUN = re.compile(rf"[{UNSPACED}]+")

GAP = r"[ \t\xa0\u202f\u3000]"
OF = (
    rf"(?:{GAP}(?:for|of|to|on|in|at|für|auf|im|bei|en|sur|em|vo[nm]|zum|zur|de[lrs]?|du|d[aio]|para|pour|per|van|voor|för|til|till|do|dla|для|от|до|від|cho|của|για|του)"
    rf"{GAP}[\w \t'’.@/()`-]{{1,60}}?)"
)
IS = (
    r"(?:(?:ahora[ \xa0]|siempre[ \xa0])?es|IS|WAS|IST|(?:agora[ \xa0])?é|(?:(?:ora|adesso)[ \xa0])?è|(?:maintenant[ \xa0])?est"
    r"|c['’]est|is|ist|war|wäre|lautet|heißt|heisst|är|er|jest|to|là|это|είναι|הי?א|הוא|זה|هي|هو"
    r"|(?<=[\u0400-\u04ff][ \xa0])[—–]"
    r"|(?:(?<=asana[ \xa0])|(?<=asana[ns]i[ \xa0])|(?<=asanamme[ \xa0]))on|(?:(?<=eslo[ \xa0])|(?<=eslem[ \xa0]))je"
    r"|(?<=arol[aă][ \xa0])e(?:ste)?)"
)
"""What stands between a name and its value: a space, what the secret is of, and that it is.

A word that says something else in English says it only behind a name of its language.
"""
HERE = (
    rf"(?:{GAP}(?:here|there|currently|today|wifi|wlan|wi-fi|admin|root|vpn|(?:we|i|you){GAP}(?:use|need|have)"
    r"|dafür|hier|dort|ici|aquí|qui))"
)
"""Where or when it is so, or of what, said before that it is."""
NOW = (
    rf"(?:{GAP}(?:now|still|currently|again|always|just|actually|simply|really|einfach|immer|weiterhin|toujours|siempre|sempre|altijd|zawsze|всегда|simplement(?:e)?|jetzt|nun|künftig|ab{GAP}(?:jetzt|sofort|heute)|désormais|maintenant"
    r"|ahora|adesso|ora|agora|теперь|тепер))"
)
"""That it is so from now on."""
_FROM = r"(?:from|von|de)"


def _changed(to: str) -> str:
    """Pattern of what it is changed from, where that may be a secret, or of all before what it is changed to."""
    is_secret = rf"(?={GAP}[^\s\[]{{8}})(?={GAP}\S{{0,40}}\d)"
    return rf"(?:{_FROM}{is_secret}|(?:{_FROM}{GAP}\S{{1,100}}{GAP}(?:\S{{1,20}}{GAP}){{0,2}}?)?(?:{to}))"


CHANGED = _changed("to|auf|para|por|par|pour|en|a")
"""What stands behind a name that a verb stands before: "change the password from … to"."""
BECOMES = (
    rf"(?:(?:(?:has|had|is|was|were|got|gets|will|shall|to){GAP})?(?:(?:be|been|just|now|since|recently){GAP}){{0,2}}"
    rf"(?:changed|set|reset|rotated|updated|switched){GAP}{_changed('to')}"
    rf"|(?:will|shall|would|going{GAP}to|used{GAP}to|(?:is|was){GAP}to){GAP}be|ha[ds](?:{GAP}always)?{GAP}been|was|becomes|became"
    rf"|(?:wurde|wird|ist)(?:{GAP}jetzt)?{GAP}{_changed('auf')}"
    rf"|(?:ha{GAP}sido|fue|se{GAP}ha){GAP}cambiad[oa]{GAP}{_changed('a|por')}|è{GAP}stat[oa]{GAP}cambiat[oa]{GAP}in"
    rf"|a{GAP}été{GAP}(?:changé|remplacé|modifié)e?{GAP}(?:en|par)|foi{GAP}(?:alterad|mudad|trocad)[oa]{GAP}{_changed('para')})"
)
"""That a secret was another before, or will be another."""
PURPOSE = rf"(?:{GAP}to{GAP}[a-z]{{2,12}}{GAP}[\w \t'’.@/()`-]{{1,60}}?)"
"""What a secret is there for: "to open the vault"."""
OUGHT = (
    rf"(?:(?:should|must|can|could|may|might|(?:has|have|had|needs|ought){GAP}to){GAP}be"
    rf"|wird|soll(?:te)?|muss|sera|devient|doit{GAP}être|será|de[bv]e{GAP}ser|pasa{GAP}a{GAP}ser|sarà|deve{GAP}essere)"
)
"""What a secret ought to be: most sentences that say so tell what all of them are like."""


def may_name(text: str, low: bytes) -> bool:
    """Whether a text may hold one of these names."""
    return not text.isascii() or _in_plain_letters(low)


def _in_plain_letters(low: bytes) -> bool:
    # A loop: it is asked of every text, and costs half of what a generator does.
    for begins in _PLAIN:  # noqa: SIM110
        if begins in low:
            return True
    return False


def names_in(text: str, low: bytes) -> Iterator[Name]:
    """The names in a text. `low`: the text as lower-case bytes, one for each character."""
    if _in_plain_letters(low):
        yield from (Name(*match.span(), "password") for match in _IN_PLAIN.finditer(low))
    yield from (Name(*match.span(), "password") for match in _MARKED.finditer(low))
    if b"??" in low:
        for match in _OTHERS.finditer(text):
            kind = match.lastgroup or ""
            is_password = kind in ("password", "word")
            yield Name(*match.span(), "password" if is_password else kind, is_password, kind == "word")


def pieces(value: str) -> list[str]:
    """A value's parts between letters that stand for words, any of which may be the secret: 'Xk9用于prod'."""
    return [part for part in _RUN.split(value) if part]
