"""What is told of a memory file: what stands in it, whatever its description says."""

from __future__ import annotations

from datetime import UTC
from timeit import timeit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extractor.domain import MemoryType
from extractor.memory.described import all_told, as_told
from extractor.memory.gate.dialogue import answered, shortened
from extractor.memory.index import entry_line
from extractor.memory.listing import entries
from extractor.memory.memory_file import NewMemory, parse, render
from extractor.memory.title import name_of
from extractor.models.offline.wording import description, descriptions

LINT = "Always run make lint before you commit."
BOTH = "Always run make lint and make typecheck before you commit."
DEPLOY = "Deploys happen on Tuesdays only."
LONG = (
    "The release branch is cut on the first Monday of a month by whoever is on call that week, and it is frozen until "
    "the smoke tests have passed on staging and on the canary."
)
ASKED = answered(
    "Should the nightly job that copies the ledger to the warehouse keep running while the migration of the accounts"
    " is under way, or should it be paused until the numbers agree again?",
    "pause it",
)
TWICE = answered(
    "Should the nightly job run while the accounts are migrated? If so, who looks at the numbers in the morning, and "
    "where is it written down what they found?",
    "Tom does, in the wiki",
)


def memory(*statements: str, described: str | None = None, name: str = "lint") -> bytes:
    return render(
        NewMemory(
            name, described or statements[0], MemoryType.FEEDBACK, statements, "2026-03-02T09:14:05.120Z", "s"
        )
    )


def edited(data: bytes, old: str, new: str) -> bytes:
    """What a person's editor makes of the body; the front matter stays."""
    head, mark, body = data.partition(b"\n---\n")
    assert old.encode() in body
    return head + mark + body.replace(old.encode(), new.encode())


def told(data: bytes, *written: str) -> str | None:
    return parse(as_told("lint.md", data, written)).description


def test_a_sentence_a_person_rewrote_is_told_in_place_of_the_old_one() -> None:
    assert told(edited(memory(LINT), LINT, BOTH), LINT) == BOTH


def test_the_index_line_tells_what_stands_in_the_body() -> None:
    files = {"lint.md": edited(memory(LINT), LINT, BOTH)}
    (entry,) = entries(all_told(files, {"lint.md": {LINT}}), UTC)
    assert entry_line(entry) == f"- [Lint](lint.md) — {BOTH}"


@pytest.mark.parametrize("written", [(), (DEPLOY,)])
def test_a_file_or_sentence_of_unknown_hand_is_told_as_it_stands(written: tuple[str, ...]) -> None:
    data = edited(memory(LINT), LINT, BOTH)
    assert as_told("lint.md", data, written) == data


@pytest.mark.parametrize(
    "said", ["What to do before a commit", "Run lint, types and tests before a commit", "Make"]
)
def test_a_description_a_person_wrote_stays(said: str) -> None:
    data = edited(memory(LINT, described=said), LINT, BOTH)
    assert as_told("lint.md", data, [LINT]) == data


def test_another_sentence_that_was_changed_or_went_leaves_the_description() -> None:
    for new in ("Deploys happen on Fridays.", ""):
        data = edited(memory(LINT, DEPLOY), DEPLOY, new)
        assert as_told("lint.md", data, [LINT, DEPLOY]) == data


def test_where_the_sentence_told_went_the_first_that_stands_is_told() -> None:
    assert told(edited(memory(LINT, DEPLOY), f"{LINT}\n\n", ""), LINT, DEPLOY) == DEPLOY
    assert told(edited(memory(DEPLOY, LINT, described=LINT), LINT, BOTH), LINT, DEPLOY) == DEPLOY


def test_a_whole_sentence_that_begins_another_one_is_stale_all_the_same() -> None:
    more = "Deploys happen on Tuesdays only, and after a review."
    assert told(edited(memory(DEPLOY), DEPLOY, more), DEPLOY) == more
    never = f"Never think that {DEPLOY[0].lower()}{DEPLOY[1:]}"
    assert told(edited(memory(DEPLOY), DEPLOY, never), DEPLOY) == never


@pytest.mark.parametrize("sentence", [LONG, ASKED, TWICE])
def test_a_sentence_cut_short_is_known_for_it(sentence: str) -> None:
    for short in dict.fromkeys(descriptions(sentence)):
        data = memory(sentence, DEPLOY, described=short)
        assert as_told("lint.md", data, [sentence, DEPLOY]) == data
        assert told(edited(data, sentence, BOTH), sentence, DEPLOY) == BOTH


def test_a_description_cut_before_what_a_person_changed_stays() -> None:
    data = edited(memory(LONG, described=description(LONG)), "on the canary", "on both canaries")
    assert as_told("lint.md", data, [LONG]) == data


def test_an_answer_that_was_changed_is_told_with_its_question() -> None:
    data = edited(memory(ASKED, described=shortened(ASKED, 150)), "‘pause it’", "‘pause it on weekends’")
    assert (told(data, ASKED) or "").startswith("Asked ‘Should the nightly job")
    assert "‘pause it’" not in (told(data, ASKED) or "")


def test_two_sentences_told_in_one_description_both_have_to_stand() -> None:
    data = memory(LINT, DEPLOY, described=f"{LINT} {DEPLOY}")
    assert as_told("lint.md", data, [f"{LINT} {DEPLOY}"]) == data
    assert told(edited(data, DEPLOY, "Deploys happen on Fridays."), f"{LINT} {DEPLOY}") == LINT


def test_a_description_in_other_words_goes_with_its_sentence() -> None:
    data = memory(LINT, described="Run make lint before committing")
    assert as_told("lint.md", data, [LINT]) == data
    assert told(edited(data, LINT, BOTH), LINT) == BOTH


def test_a_number_that_was_corrected_is_not_told_by_another_sentence() -> None:
    port, demo = "The staging port is 8080.", "The staging port of the demo is 9090."
    data = memory(port, demo, described="Staging port is 8080")
    assert told(edited(data, port, "The staging port is 8081."), port, demo) == "The staging port is 8081."


def test_a_name_made_of_the_old_sentence_is_made_of_the_new_one_and_a_persons_stays() -> None:
    new = "Ship on any day."
    for name, title in (
        ("lint", "ship-any-day"),
        (name_of(DEPLOY), "ship-any-day"),
        ("Our days", "Our days"),
    ):
        read = parse(as_told("lint.md", edited(memory(DEPLOY, name=name), DEPLOY, new), [DEPLOY]))
        assert (read.name, read.description) == (title, new)


SNAKE, CAMEL = "Always use snake_case in our JSON.", "Always use camelCase in our JSON."


def test_a_name_that_says_what_is_gone_goes_where_the_description_was_rewritten_too() -> None:
    by_hand = memory(SNAKE, name="use-snake-case-json").replace(b"snake_case", b"camelCase")
    by_a_run = memory(CAMEL, name="use-snake-case-json")
    for data, written in ((by_hand, [SNAKE]), (by_a_run, [SNAKE, CAMEL])):
        told = as_told("use-snake-case-json.md", data, written)
        assert told == data.replace(b"name: use-snake-case-json", b"name: always-use-camelcase-json")
        assert as_told("use-snake-case-json.md", told, written) == told


def test_a_name_stays_that_says_what_stands_or_that_a_person_gave() -> None:
    beside = memory(SNAKE, DEPLOY, name="use-snake-case-json")
    for data, written in (
        (beside, [SNAKE, DEPLOY, LINT]),
        (memory(SNAKE, name="use-snake-case-json"), [SNAKE, DEPLOY]),
        (memory(CAMEL, name="Our snake case rules"), [SNAKE]),
        (memory(CAMEL, name="json-fields"), [SNAKE]),
    ):
        assert as_told("use-snake-case-json.md", data, written) == data


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("", None),
        ("# Run the linters", "Run the linters"),
        ("```\nmake lint\n```", None),
        ("\0\x1b[2J!", "��[2J!"),
    ],
)
def test_a_body_without_sentences_tells_its_heading_or_nothing(body: str, said: str | None) -> None:
    data = edited(memory(LINT), LINT, body)
    assert told(data, LINT) == said


def test_a_sentence_that_stands_in_a_heading_stands() -> None:
    data = edited(memory(LINT), LINT, f"## {LINT}")
    assert as_told("lint.md", data, [LINT]) == data


def test_line_ends_and_bytes_beside_the_two_values_stay() -> None:
    data = edited(memory(LINT), LINT, BOTH).replace(b"\n", b"\r\n") + b"\r\n\xff\r\n"
    made = as_told("lint.md", data, [LINT])
    assert made == data.replace(b'"' + LINT.encode(), b'"' + BOTH.encode())


def test_a_description_no_run_can_have_written_stays() -> None:
    twice = memory(LINT).replace(b"\nmetadata:", f'\ndescription: "{LINT}"\nmetadata:'.encode())
    for data in (memory("Short.", described=f"{LINT} " * 20_000), edited(twice, LINT, BOTH)):
        assert as_told("lint.md", data, [LINT]) == data


def test_emphasis_makes_no_other_sentence() -> None:
    data = edited(memory(LINT), LINT, f"- **{LINT}**")
    assert as_told("lint.md", data, [LINT]) == data


def test_a_body_of_many_sentences_is_compared_once() -> None:
    body = "\n\n".join(f"Thing {number} is done by hand." for number in range(20_000))
    data = edited(memory(LINT, described="Odd words here. " * 17), LINT, body)
    alone = timeit(lambda: parse(data), number=1)
    assert timeit(lambda: as_told("lint.md", data, [LINT]), number=1) < 6 * alone + 1


SENTENCES = (LINT, BOTH, DEPLOY, LONG, ASKED, TWICE, "Prices are integer cents.", "Tom signs.")


@given(
    ours=st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4, unique=True),
    body=st.lists(st.one_of(st.sampled_from(SENTENCES), st.text(max_size=40)), max_size=5),
    way=st.integers(0, 2),
)
@example(ours=[DEPLOY], body=["Deploys happen on Tuesdays only, and after a review."], way=0)
def test_whatever_a_person_writes_no_sentence_of_ours_is_told_that_does_not_stand(
    ours: list[str], body: list[str], way: int
) -> None:
    shorter = list(descriptions(ours[0]))
    data = memory(*ours, described=shorter[way % len(shorter)])
    head, mark, _ = data.partition(b"\n---\n")
    data = head + mark + "\n\n".join(["", *body]).encode("utf-8", "replace")
    read = parse(as_told("lint.md", data, ours))
    gone = [each for each in ours if each not in " ".join(read.body.split())]
    assert all(read.description not in (each, *descriptions(each)) for each in gone)
    assert read.body == parse(data).body


@pytest.mark.parametrize("topic", ["Linting", "Lint before commits", "Make lint, run it"])
def test_a_topic_a_person_gave_stays_whatever_became_of_the_sentence(topic: str) -> None:
    data = memory(LINT, described=topic)
    assert as_told("lint.md", edited(data, LINT, BOTH), [LINT]) == edited(data, LINT, BOTH)


@pytest.mark.parametrize(
    ("was", "now", "described"),
    [
        ("Never mock the database in tests.", "Mock the database in unit tests.", "Never mock database"),
        ("The staging port is 8080.", "The staging port is 9090.", "Staging port 8080"),
        ("Always squash commits at a merge.", "Squash commits at a merge to main.", "Always squash commits"),
        ("Deploys happen only on Tuesdays.", "Deploys happen on any day.", "Deploys only on Tuesdays"),
    ],
)
def test_a_few_words_that_say_a_rule_or_a_number_are_no_topic(was: str, now: str, described: str) -> None:
    told = parse(as_told("lint.md", edited(memory(was, described=described), was, now), [was]))
    assert told.description == now
