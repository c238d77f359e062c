"""Slots: what somebody has one of at a time, and what a text puts there.

Owns which kinds of things take each other's place: a tongue to answer in, a package manager, the host something is
deployed to. Promises that two texts fill one slot only where all else they say is the same. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from extractor.memory.date_words import MONTHS, WEEKDAYS
from extractor.memory.expressions import Expression

_AT_ALL_TIMES = {
    "tongue": "english german french spanish italian portuguese dutch polish czech russian ukrainian turkish arabic hebrew"
    " hindi chinese japanese korean vietnamese swedish danish norwegian finnish greek romanian hungarian",
    "packages": "npm pnpm yarn bun",
    "wheels": "pip pipenv poetry uv pdm hatch rye conda",
    "quotes": "single double",
    "indentation": "tabs spaces",
    "length": "short long",
    "tone": "formal informal casual",
    "theme": "dark light",
}
"""Kinds of which a rule names the only one."""
_AT_A_TIME = {
    "database": "postgres mysql mariadb sqlite mongodb oracle cockroachdb dynamodb firestore",
    "cache": "redis memcached valkey",
    "host": "heroku fly vercel netlify render railway aws azure gcp hetzner digitalocean",
    "unit tests": "jest vitest mocha jasmine ava",
    "python tests": "pytest unittest nose",
    "browser tests": "cypress playwright selenium puppeteer",
    "formatter": "black ruff autopep8 yapf prettier biome dprint",
    "linter": "eslint flake8 pylint oxlint tslint",
    "types": "mypy pyright pyrefly",
    "builds": "webpack vite rollup esbuild parcel turbopack",
    "pipelines": "jenkins circleci travis buildkite drone",
    "tracker": "jira linear trello asana youtrack",
    "chat": "slack discord teams mattermost",
    "editor": "vim neovim emacs vscode zed sublime helix",
    "shell": "bash zsh fish nushell",
    "system": "macos linux windows",
    "branch": "main master develop",
    "queue": "kafka rabbitmq nats sqs",
    "framework": "react vue svelte angular solid",
    "styles": "tailwind bootstrap",
}
"""Kinds of which there are often several, so that one takes another's place only where a change is told."""
_VALUES = {
    value: (kind, kinds is _AT_A_TIME)
    for kinds in (_AT_ALL_TIMES, _AT_A_TIME)
    for kind, values in kinds.items()
    for value in values.split()
}
_SAME = {
    form: word
    for word, forms in {
        "german": "deutsch alemán allemand", "english": "englisch inglés anglais", "french": "französisch français francés",
        "spanish": "spanisch español espagnol", "italian": "italienisch italiano", "postgres": "postgresql",
        "short": "brief briefly concise terse compact shorter kurz knapp", "main": "trunk",
        "long": "detailed verbose thorough longer lang ausführlich", "test": "tests testing", "deploy": "deploys deployment",
        "answer": "reply replies respond response talk speak explanation antwort antworte antworten responde respóndeme"
        " réponds",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""By a word another that says the same."""
_IDLE = frozenset(
    "a an and are as be been by can could do does for from had i in into is it its my of off or our out she should so that"
    " the their them then there these they this those too up very was we were will with would you your user also all any"
    " der die das den dem des ein eine einen und oder ist sind mit auf für von zu wir ich im am bei el la los las un una y"
    " o es son con en de del que por para se lo al le les des du et est sont avec dans sur pour wird werden at team re ve ll m "
    "always only please use uses used using run runs running go goes keep give make want prefer like have has call called name"
    " named happen happens everything every time start starts get port user now anymore everywhere generally default immer nur"
    " bitte ab sofort nutze nutzen verwende verwenden usa usamos usar siempre utilise toujours me mir us on to switched"
    " switch moved migrated upgraded bumped went changed replaced dropped moving switching back entirely fully just simply"
    " still one actually instead again longer week day located listens listen version versions".split()
)
"""Words of a text that do not tell of what the slot is."""
_EXCLUSIVE = frozenset("deploy host ship release publish live answer write meet serve standup retro".split())
"""What is done in one place, on one day or to one host."""
_DENIES = Expression(
    r"\b(?:not?|never|nor|avoid|without|stop|nicht|keine?n?|nie|nunca|jamais|ni)\b|n['’]t\b|不|别"
)
_ENDING = re.compile(r"(?<=\w{3})(?<![su])(?:ing|ed|es|s)$")
_WORD = re.compile(r"[^\W_](?:[\w+#-]|\.(?=\d))*")
_PLACE = re.compile(
    r"\b(?P<by>to|on|in|at|with|from|port|is|are|uses?|called|named|auf|nach|bei|am)\s+"
    r"(?:(?:the|a|an|port|version)\s+)?(?=(?P<value>[A-Z][\w.+#-]*(?:\s[A-Z][\w.+#-]*)*(?:\s\d[\w.]*)?|\d[\w.]*|(?P<word>[\w-]+)))",
)
_VERSION = re.compile(r"\b(?P<of>[A-Z][\w+#-]*(?:\.[a-z]\w*)?)\s+v?(?P<value>\d[\w.]*)")
_NUMBERED = re.compile(
    r"#\s?\d|\b(?:bug|issue|phase|step|option|chapter|task|ticket|story|pr|sprint|milestone|epic)s? \d",
    re.IGNORECASE,
)
"""The number is a name, or one of a row."""
_CALLED = re.compile(
    r"\b(?:call me|nenn(?:e)? mich|llámame|appelle-moi)\s+(?P<value>[^\W\d_][\w-]*)", re.IGNORECASE
)
_CHANGE = Expression(
    r"\b(?:now|from now on|instead|again|any ?more|no longer|actually|(?:switch|mov|migrat|upgrad|chang|replac|bump)(?:ed|ing)?"
    r"|(?:go(?:es|ing)?|went) back|jetzt|ab (?:jetzt|sofort|heute)|künftig|in zukunft|stattdessen|ahora|a partir de ahora"
    r"|desde ahora|ya no|désormais|maintenant|dorénavant|d'ora in poi|adesso|отныне|теперь)\b"
    r"|从现在|现在|以后|改用|改成|今後|これから|이제|앞으로|الآن"
)
"""How somebody says that it is otherwise from here on."""


@dataclass(frozen=True, slots=True)
class Slot:
    """What a text says there is one of, apart from what it puts there."""

    kind: str
    about: frozenset[str]
    is_one_of_several: bool
    """There may be others beside it, where no change is told."""


@lru_cache(maxsize=4096)
def filled(text: str) -> tuple[tuple[Slot, str], ...]:
    """The slots a text fills, with what; none where it denies something."""
    if _DENIES.search(text):
        return ()
    return tuple(dict.fromkeys((*_by_kind(text), *_by_place(text), *_by_version(text))))


def changes(text: str) -> bool:
    """Whether a text says that something is otherwise from here on."""
    return _CHANGE.search(text) is not None


def fills_otherwise(newer: str, older: str, *, is_change: bool = False) -> bool:
    """Whether a later text puts something else where an earlier one put what it says.

    `is_change`: it is known to tell of a change, whether or not its own words do.
    """
    before = dict(filled(older))
    is_told = is_change or changes(newer)
    return any(
        slot in before and before[slot] != value and (is_told or not slot.is_one_of_several)
        for slot, value in filled(newer)
    )


def _words(text: str) -> list[str]:
    """The words of a text that may tell what it is about, words of one meaning as one."""
    said = (_normal(word.casefold()) for word in _WORD.findall(text))
    return [word for word in said if word not in _IDLE]


def _normal(word: str) -> str:
    """One form of a word: the one word of its meaning, or its root."""
    if word in _IDLE or word in _VALUES:
        return word
    word = _SAME.get(word, word)
    root = _ENDING.sub("", word)
    return _SAME.get(root, root)


def _about(words: list[str], without: AbstractSet[str] = frozenset()) -> frozenset[str]:
    return frozenset(word for word in words if word not in without)


def _by_kind(text: str) -> Iterator[tuple[Slot, str]]:
    """What a text says by a word that names one of a kind."""
    words = _words(text)
    found: dict[str, set[str]] = {}
    for word in words:
        if word in _VALUES:
            found.setdefault(_VALUES[word][0], set()).add(word)
    for kind, values in found.items():
        if len(values) == 1:
            (value,) = values
            yield Slot(kind, _about(words, values), _VALUES[value][1]), value


def _by_place(text: str) -> Iterator[tuple[Slot, str]]:
    """What a text says by where it stands: "deployed to", "is called", "on port"."""
    if called := _CALLED.search(text):
        yield (
            Slot("called", _about(_words(text.replace(called[0], " "))), False),
            called["value"].casefold(),
        )
    found = [each for each in _PLACE.finditer(text) if _nature(each)]
    if len(found) != 1:
        return
    place = found[0]
    rest = _about(_words(f"{text[: place.start()]} {text[place.end('value') :]}"))
    nature = _nature(place)
    by = place["by"].casefold()
    if rest and (
        nature == "number" or by in {"is", "are", "called", "named"} or not rest.isdisjoint(_EXCLUSIVE)
    ):
        yield (
            Slot(f"{nature} {'' if nature == 'number' else by}", rest, True),
            place["value"].casefold().rstrip("."),
        )


def _by_version(text: str) -> Iterator[tuple[Slot, str]]:
    """What a text says by the number behind a name: "Node 22"."""
    found = list(_VERSION.finditer(text))
    if len(found) == 1 and not _NUMBERED.search(text) and found[0]["of"].casefold() not in MONTHS:
        rest = f"{text[: found[0].start()]} {text[found[0].end() :]}"
        about = _about(_words(rest)) | {found[0]["of"].casefold()}
        yield Slot("version", about, True), found[0]["value"].rstrip(".")


def _nature(place: re.Match[str]) -> str:
    """Whether a day, a number or a name stands there; empty where a plain word does, which may be anything."""
    value = place["value"].rstrip(".")
    if value.casefold().rstrip("s") in WEEKDAYS:
        return "day"
    if value[0].isdigit():
        return "number"
    if place["word"] is None:
        return "name"
    return "name" if place["by"].casefold() in {"called", "named"} else ""
