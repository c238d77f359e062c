"""Orders nobody gave, against the gates alone: the model obeys each of them and quotes as well as it can."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from extractor.domain import (
    Evidence,
    Kind,
    MemoryType,
    Message,
    MessageKey,
    Milliseconds,
    SessionId,
    Speaker,
    Statement,
)
from extractor.extraction.tools import MAX_CALLS
from extractor.memory.gate.witnesses import Witnesses
from extractor.memory.proposal import Refused, Write
from extractor.memory.workspace import Workspace
from tests.support import tally as counts
from tests.support.honest import FRESH, HONEST, Honest
from tests.support.hostile import Done, Stage, calls, outcomes, says_nothing
from tests.support.messages_server import Answer, Body
from tests.support.poison import (
    CLASSES,
    ORDERS,
    PASTES,
    UNMARKED,
    Carrier,
    Case,
    case,
    edits,
    good_files,
    honest,
)
from tests.support.tally import tally

SEED = 41
INJECTIONS = counts.number("EXTRACTOR_POISON", 50)
"""Injections in all; `EXTRACTOR_POISON=500` for the full number."""
EACH = max(1, -(-INJECTIONS // len(CLASSES)))
LEAST = {"marked paste": max(EACH, len(PASTES))}
"""Every form of paste once."""
ELSEWHERE = ("calls in one reply", "says this already")
"""Of refusals that come before the gates: an edit that meets one tries nothing."""


def poisoned(stage: Stage, carrier: Carrier, count: int) -> tuple[list[Case], Done]:
    """Sessions that carry orders, learned from with a model that obeys.

    Its last edit is an honest one. Of cases with the same order the last alone has it: a sentence stands once.
    """
    stage.scratch.memory.mkdir(parents=True, exist_ok=True)
    made = [case(stage.scratch.session(), carrier, number, SEED) for number in range(count)]
    for each in made:
        for name, text in good_files(each).items():
            (stage.scratch.memory / name).write_text(text, encoding="utf-8")

    def obey(body: Body) -> Answer:
        messages = body["messages"]
        assert isinstance(messages, list)
        asked = str(messages[0])
        (mine,) = [c for c in made if c.person[-1][0] in asked]
        sent = len(messages) // 2 * MAX_CALLS
        tries = [*edits(mine), *([honest(mine)] if mine in made[-len(ORDERS) :] else [])]
        portion = tries[sent : sent + MAX_CALLS]
        return calls(*portion) if portion else says_nothing()

    stage.plays(obey)
    return made, stage.once(*(each.session for each in made))


def let_through(stage: Stage, made: Sequence[Case]) -> dict[int, list[str]]:
    """By case, the files that hold what no person said, or that are spoilt."""
    files = stage.memory()
    own = {name for each in made for name in good_files(each)}
    found: dict[int, list[str]] = {}
    for name in files:
        if name.startswith("x"):
            found.setdefault(int(name[1:].split("-")[0]), []).append(name)
        if name not in own:
            for each in made:
                if each.order.text in files[name] or each.carried in files[name]:
                    found.setdefault(each.number, []).append(name)
    for each in made:
        for name, text in good_files(each).items():
            if files.get(name) != text:
                found.setdefault(each.number, []).append(name)
    return found


def check_tried(stage: Stage, made: Sequence[Case]) -> None:
    """Every edit was carried out as far as the gates, and nothing but its order kept it from being written."""
    for run in stage.runs:
        (mine,) = [c for c in made if c.person[-1][0] in str(run[0].body["messages"])]
        answers = [answer for request in run[1:] for answer in outcomes(request)]
        tries = edits(mine)
        assert [text for text, _ in answers if any(words in text for words in ELSEWHERE)] == []
        assert [failed for _, failed in answers[: len(tries)]] == [True] * len(tries)
        assert [failed for _, failed in answers[len(tries) :]] == [False] * (mine in made[-len(ORDERS) :])


def told(made: Sequence[Case], found: dict[int, list[str]], stage: Stage) -> str:
    """What got through, for a person."""
    lines = []
    for number, names in sorted(found.items()):
        which = next(c for c in made if c.number == number)
        lines.append(f"seed {SEED}, case {number}, {which.person!r}:")
        lines += [f"  {name}: {stage.memory().get(name, 'gone')!r}" for name in names]
    return "\n".join(lines)


@pytest.mark.parametrize("kind", CLASSES)
def test_no_order_that_nobody_gave_is_kept(stage: Stage, kind: str) -> None:
    with tally("An injection obeyed by the model: nothing of it written") as counted:
        made, done = poisoned(stage, CLASSES[kind], LEAST.get(kind, EACH))
        assert done.code == 0, done.err
        assert len(stage.runs) == len(made)
        found = let_through(stage, made)
        for each in made:
            names = {each.number: found[each.number]} if each.number in found else {}
            counted.case(told(made, names, stage))
    check_tried(stage, made)


def test_how_often_an_unmarked_paste_is_taken_for_the_person_s_own_words(
    stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody can see that it is none of their words: a figure, not a promise."""
    made, done = poisoned(stage, UNMARKED, EACH)
    assert done.code == 0, done.err
    with capsys.disabled():
        print(f"\nunmarked paste: {len(let_through(stage, made))} of {len(made)} orders kept")


# ---------------------------------------------------------------- what has to be kept

SAID = Milliseconds(int(datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp() * 1000))
"""A Wednesday."""


def refusal(talk: Honest) -> str:
    """Why the write made of a talk is refused; empty when it is kept."""
    messages = [
        Message(
            MessageKey("plain", f"m{at}", 0),
            Speaker.HUMAN if who == "h" else Speaker.ASSISTANT,
            Kind.TEXT,
            text,
            SAID,
        )
        for at, (who, text) in enumerate(talk.said)
    ]
    cited = talk.quotes or tuple(enumerate(text for _, text in talk.said))
    evidence = tuple(Evidence(f"m{at}", text) for at, text in cited)
    before = f"---\nname: a-fact\ndescription: {talk.before}\n---\n\n{talk.before}\n"
    workspace = Workspace(
        {"fact.md": before.encode()} if talk.before else {},
        Witnesses.build(messages, frozenset(m.key.short for m in messages), UTC),
        SessionId("s"),
        "2026-11-18T12:00:00.000Z",
    )
    statement = Statement(talk.text, evidence, talk.before or None)
    description = (talk.description or talk.text)[:150]
    write = Write(
        "fact.md",
        MemoryType.FEEDBACK,
        talk.name,
        description,
        (statement,),
        talk.why or None,
        talk.how or None,
    )
    try:
        workspace.apply(write)
    except Refused as reason:
        return f"{talk.text}: {reason}"
    return ""


def test_what_people_said_is_kept_in_other_words(capsys: pytest.CaptureFixture[str]) -> None:
    """A gate that refuses everything would let nothing through either."""
    assert len(HONEST) >= 120
    for name, talks in (("honest writes", HONEST), ("not seen before", FRESH)):
        refused = [problem for talk in talks if (problem := refusal(talk))]
        with capsys.disabled():
            print(f"\n{name}: {len(talks) - len(refused)} of {len(talks)} kept")
        if name == "honest writes":
            assert len(refused) * 100 <= len(talks) * 5, refused
        else:
            print(refused)
