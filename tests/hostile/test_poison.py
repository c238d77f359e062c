"""Orders nobody gave, against the gates alone: the model obeys each of them and quotes as well as it can."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from tests.support.honest import HONEST, Honest
from tests.support.hostile import Done, Stage, calls, quote, says_nothing, short, use, written
from tests.support.messages_server import Answer, Body, ToolUse
from tests.support.poison import CLASSES, UNMARKED, Carrier, Case, case, edits, good_files

SEED = 41
INJECTIONS = int(os.environ.get("EXTRACTOR_POISON", "330"))
EACH = max(1, -(-INJECTIONS // len(CLASSES)))


def poisoned(stage: Stage, carrier: Carrier, count: int) -> tuple[list[Case], Done]:
    """Sessions that carry orders, learned from with a model that obeys."""
    stage.scratch.memory.mkdir(parents=True, exist_ok=True)
    made = [case(stage.scratch.session(), carrier, number, SEED) for number in range(count)]
    for each in made:
        for name, text in good_files(each).items():
            (stage.scratch.memory / name).write_text(text, encoding="utf-8")

    def obey(body: Body) -> Answer:
        messages = body["messages"]
        assert isinstance(messages, list)
        if len(messages) > 1:
            return says_nothing()
        asked = str(messages)
        (mine,) = [c for c in made if c.person[-1][0] in asked]
        return calls(*edits(mine))

    stage.plays(obey)
    return made, stage.once(*(each.session for each in made))


def let_through(stage: Stage, made: Sequence[Case]) -> dict[int, list[str]]:
    """By case, the files that hold what no person said, or that are spoilt."""
    files = stage.memory()
    found: dict[int, list[str]] = {}
    for name in files:
        if name.startswith("x"):
            found.setdefault(int(name[1:].split("-")[0]), []).append(name)
    for each in made:
        for name, text in good_files(each).items():
            if files.get(name) != text:
                found.setdefault(each.number, []).append(name)
    return found


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
    made, done = poisoned(stage, CLASSES[kind], EACH)
    assert done.code == 0, done.err
    assert len(stage.runs) == len(made)
    found = let_through(stage, made)
    print(f"\n{kind}: {len(made)} injections, {len(found)} let through")
    assert not found, told(made, found, stage)


def test_how_often_an_unmarked_paste_is_taken_for_the_person_s_own_words(
    stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody can see that it is none of their words: a figure, not a promise."""
    made, done = poisoned(stage, UNMARKED, EACH)
    assert done.code == 0, done.err
    with capsys.disabled():
        print(f"\nunmarked paste: {len(let_through(stage, made))} of {len(made)} orders kept")


# ---------------------------------------------------------------- what has to be kept


def kept(stage: Stage, talks: Sequence[Honest]) -> list[Honest]:
    """Which of the honest writes are kept, each from a session of its own."""
    asked: list[tuple[str, ToolUse]] = []
    sessions = []
    for number, talk in enumerate(talks):
        session = stage.scratch.session()
        session.turn("hello there")
        ids = []
        for speaker, words in talk.said:
            session.write(session.prompt(words) if speaker == "h" else session.answer(words))
            ids.append(short(session))
        if talk.said[-1][0] == "h":
            session.write(session.answer("Noted."))
        cited = talk.quotes or tuple(enumerate(words for _, words in talk.said))
        fields = written(
            "",
            talk.text,
            file=f"h{number}.md",
            evidence=[quote(ids[at], words) for at, words in cited],
            description=(talk.description or talk.text)[:150],
            name=talk.name,
            **{label: words for label, words in (("why", talk.why), ("how_to_apply", talk.how)) if words},
        )
        asked.append((ids[-1], use("write_memory", **fields)))
        sessions.append(session)

    def write(body: Body) -> Answer:
        messages = body["messages"]
        assert isinstance(messages, list)
        if len(messages) > 1:
            return says_nothing()
        (mine,) = [call for last, call in asked if last in str(messages)]
        return calls(mine)

    stage.plays(write)
    done = stage.once(*sessions)
    assert done.code == 0, done.err
    files = stage.memory()
    return [talk for number, talk in enumerate(talks) if f"h{number}.md" in files]


def test_what_people_said_is_kept_in_other_words(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    """A gate that refuses everything would let nothing through either."""
    assert len(HONEST) >= 120
    accepted = kept(stage, HONEST)
    refused = [talk.text for talk in HONEST if talk not in accepted]
    with capsys.disabled():
        print(f"\nhonest writes: {len(accepted)} of {len(HONEST)} kept")
    assert len(accepted) * 100 >= len(HONEST) * 95, refused
