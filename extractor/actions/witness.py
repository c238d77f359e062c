"""Whose words a sentence rests on that an agent asks to keep.

Owns how the person's words are found again in the archive. Promises that what an agent asks for passes the gate
every run has to pass: a person said it, as it stands. Never writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from itertools import islice

from extractor.actions.removals import tombstones_on
from extractor.archive.archive import Archive
from extractor.archive.scope import Scope
from extractor.archive.standing import Standing
from extractor.domain import Evidence, Kind, MessageKey, Speaker
from extractor.errors import ConfigError
from extractor.memory.gate import evidence as gate
from extractor.memory.gate.quotes import in_a_line
from extractor.memory.gate.witnesses import Witnesses, folded, witness_texts
from extractor.recall.query import Query, Term, parse, tokens

MOST = 20
"""Messages of people that are looked through for a quote, of each kind."""

IN_A_ROW = 60
"""Words of a quote that are looked for in a row: the first ones."""

Witness = Callable[[str, Sequence[str], str, str | None], MessageKey]
"""From a project, sentences, a quote and a file's name: the message a person said it in. Raises ConfigError."""


class NotSaid(ConfigError):
    """The quote stands in no message of a person that was read so far."""


def witness(archive: Archive, tz: tzinfo, takes_scripts: bool, joined: Sequence[str] = ()) -> Witness:
    """Finds who said it.

    `takes_scripts`: what a script had a client say counts too. `joined`: roots of projects with the same memory.
    """

    def find(project: str, said: Sequence[str], quote: str, name: str | None) -> MessageKey:
        problem: str | None = None
        for standing, at in _messages(archive, (project, *joined), quote, takes_scripts):
            problem = _problem(archive, standing, at, tz, said, quote, name)
            if problem is None:
                return standing[at].message.key
        if problem is not None:
            raise ConfigError(f"nothing was kept: {problem}")
        raise NotSaid(
            f'"{in_a_line(folded(quote))}" stands in no words of the person that were read so far: quote them letter by'
            " letter, or let the person say it with `extractor remember`"
        )

    return find


def _messages(
    archive: Archive, projects: tuple[str, ...], quote: str, takes_scripts: bool
) -> Iterator[tuple[list[Standing], int]]:
    """The sessions in which a person said the words, and where in them; the best match first."""
    wanted = folded(quote)
    speakers = (Speaker.HUMAN, Speaker.HUMAN_HEADLESS) if takes_scripts else (Speaker.HUMAN,)
    scope = Scope(projects=projects, speakers=speakers)
    for row in _rows(archive, scope, wanted):
        for session in archive.sessions.of_message_live(row, scope):
            standing = archive.messages.live(session)
            for at, each in enumerate(standing):
                if (
                    each.id == row
                    and each.message.speaker in speakers
                    and any(wanted in text for text in witness_texts(each.message))
                ):
                    yield standing, at


def _rows(archive: Archive, scope: Scope, wanted: str) -> list[int]:
    """Messages that may hold the words: those with all of them in a row, then those with most of them."""
    row = list(islice(tokens(wanted), IN_A_ROW))
    # Words alone bring up what says them often, not what says them in this order; a row misses what was written apart.
    phrase = Query(phrases=(Term(tuple(row)),)) if row else Query()
    apart = parse(" ".join(word for word in wanted.replace('"', " ").split() if not word.startswith("-")))
    found = (each for query in (phrase, apart) for each, _ in archive.search.best(query, scope, MOST))
    return list(dict.fromkeys(found))


def _problem(
    archive: Archive,
    standing: Sequence[Standing],
    at: int,
    tz: tzinfo,
    said: Sequence[str],
    quote: str,
    name: str | None,
) -> str | None:
    """What the gate says against the sentences, with the message as their only witness."""
    message = standing[at].message
    before = [
        each.message
        for each in standing[:at]
        if each.message.speaker is Speaker.ASSISTANT and each.message.kind is Kind.TEXT
    ]
    stones = tombstones_on(archive, [message])
    witnesses = Witnesses.build([*before[-1:], message], frozenset({message.key.short}), tz, stones)
    cited = [Evidence(message.key.short, quote)]
    problems = [gate.check(sentence, cited, witnesses) for sentence in said]
    if name is not None:
        problems.append(gate.check_literals(name.removesuffix(".md"), cited, witnesses))
    return next((problem for problem in problems if problem), None)
