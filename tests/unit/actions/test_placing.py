from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.actions.placing import Fate, Place, Shelf, says_as_much
from extractor.domain import MemoryType
from extractor.memory.memory_file import MemoryFile, NewMemory, parse, render

RULE = "Deploy the shop API to staging every Tuesday."


def memory(*statements: str, type: MemoryType = MemoryType.PROJECT) -> MemoryFile:
    return parse(render(NewMemory("x", statements[0], type, statements, "2026-03-02T09:00:00.000Z", "s")))


def place(sentence: str, named: str | None = None, ours: bool = True, **files: MemoryFile) -> Place:
    shelf_files = {f"{name}.md": read for name, read in files.items()}
    known = frozenset(shelf_files) if ours else frozenset()
    (found,) = Shelf(shelf_files, known, MemoryType.PROJECT, named).places([sentence])
    return found


@pytest.mark.parametrize("again", [RULE, "deploy the Shop API to staging, every tuesday", "Please " + RULE])
def test_what_stands_already_is_found_in_other_clothes(again: str) -> None:
    assert place(again, a=memory(RULE), b=memory("Else.")) == Place(again, Fate.STANDS, "a.md", RULE)


def test_the_same_in_more_detail_takes_its_place() -> None:
    more = "Deploy the shop API to staging every Tuesday morning."
    assert place(more, a=memory(RULE)) == Place(more, Fate.REPLACES, "a.md", RULE)
    assert place(RULE, a=memory(more)) == Place(RULE, Fate.JOINS, "a.md", more)


def test_what_is_put_into_a_slot_takes_the_place_of_what_was_there() -> None:
    older, newer = "Always use pnpm.", "We use npm now."
    assert place(newer, a=memory(older)) == Place(newer, Fate.REPLACES, "a.md", older)


def test_what_something_is_written_in_is_corrected_with_its_sign() -> None:
    newer, older = "The solver is written in C++.", "The solver is written in C."
    assert place(newer, a=memory(older)) == Place(newer, Fate.REPLACES, "a.md", older)
    beside = "We deploy to Fly."
    assert place(beside, a=memory("We deploy to Heroku.")).fate is Fate.BEGINS


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("Spaces over tabs.", "Tabs over spaces."),
        ("The user prefers Vim to Emacs.", "The user prefers Emacs to Vim."),
        ("I prefer dark mode over light mode in VS Code.", "I prefer light mode over dark mode in VS Code."),
        ("Lieber Leerzeichen statt Tabs.", "Lieber Tabs statt Leerzeichen."),
        ("Doch lieber Leerzeichen statt Tabs.", "Lieber Tabs statt Leerzeichen."),
        ("Actually, spaces over tabs.", "Tabs over spaces."),
        ("Use port 8081.", "Use port 8080."),
        ("From now on use port 8081.", "Use port 8080."),
        ("Use port 8081, not 8080.", "Use port 8080."),
        ("Nutze Port 8081.", "Nutze Port 8080."),
    ],
)
def test_the_other_choice_takes_the_place_of_the_one_before(newer: str, older: str) -> None:
    assert place(newer, a=memory(older)) == Place(newer, Fate.REPLACES, "a.md", older)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("Anna reviews Ben.", "Ben reviews Anna."),
        ("We move data from A to B.", "We move data from B to A."),
        ("Never expose port 8081.", "Never expose port 8080."),
        ("Use port 8081 for the tests.", "Use port 8080."),
        ("Use port 8081 for the tests.", "Use port 8080 for the app."),
        ("I prefer dark mode over light mode in VS Code.", "I prefer light mode over dark mode in Vim."),
    ],
)
def test_what_may_hold_beside_the_other_stays_beside_it(newer: str, older: str) -> None:
    assert place(newer, a=memory(older)).fate is not Fate.REPLACES


@pytest.mark.parametrize(
    "more", ["Never deploy on Fridays before noon.", "Never deploy on Fridays unless Kim is there."]
)
def test_a_short_rule_and_the_same_with_words_that_limit_it_stand_beside_each_other(more: str) -> None:
    rule = "Never deploy on Fridays."
    assert place(more, a=memory(rule)) == Place(more, Fate.JOINS, "a.md", rule)
    assert place(rule, a=memory(more)) == Place(rule, Fate.JOINS, "a.md", more)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("The staging port is 9090.", "The staging port is 8080."),
        ("Do not mock the database in tests.", "Mock the database in tests."),
    ],
)
def test_a_corrected_number_or_not_takes_its_place_in_whoevers_file(newer: str, older: str) -> None:
    for ours in (True, False):
        assert place(newer, ours=ours, a=memory(older)) == Place(newer, Fate.REPLACES, "a.md", older)


PORT, NEW_PORT = "The staging port is 8080.", "The staging port is 9090."


@pytest.mark.parametrize(
    "name", ["port of staging", "Staging-Port", "staging-port.sync-conflict-20260302-101010-AAAA"]
)
def test_a_file_under_a_name_of_a_persons_own_that_says_otherwise_is_named_and_not_written_to(
    name: str,
) -> None:
    found = place(NEW_PORT, **{name: memory(PORT)})
    assert (found.fate, found.own) == (Fate.BEGINS, (f"{name}.md", PORT))
    both = place(NEW_PORT, a=memory(PORT), **{name: memory(PORT)})
    assert both == Place(NEW_PORT, Fate.REPLACES, "a.md", PORT, (f"{name}.md", PORT))
    assert place("Deploys happen on Tuesdays.", **{name: memory(PORT)}).own is None
    akin = place("The staging port is 8080 in the shop.", **{name: memory("The staging port of the shop.")})
    assert akin.fate is Fate.BEGINS


def test_a_word_of_its_own_on_either_side_makes_it_another_fact() -> None:
    other = RULE.replace("Tuesday", "Friday")
    assert place(other, a=memory(RULE)) == Place(other, Fate.JOINS, "a.md", RULE)
    assert place(other, ours=False, a=memory(RULE)).fate is Fate.BEGINS


def test_a_sentence_joins_the_file_of_its_type_that_speaks_of_the_same() -> None:
    said = "The shop API on staging has its own database."
    assert place(said, a=memory("Else."), b=memory(RULE)) == Place(said, Fate.JOINS, "b.md")
    assert place(said, b=memory(RULE, type=MemoryType.USER)).fate is Fate.BEGINS
    assert place(said, ours=False, b=memory(RULE)).fate is Fate.BEGINS


def test_a_file_a_person_names_is_taken_whatever_it_speaks_of() -> None:
    assert place("Lunch is at noon.", "a.md", ours=False, a=memory(RULE)).fate is Fate.JOINS
    assert place("Lunch is at noon.", "new.md", a=memory(RULE)) == Place(
        "Lunch is at noon.", Fate.BEGINS, "new.md"
    )


def test_a_new_file_takes_no_name_that_is_taken() -> None:
    taken = {"lunch-noon": memory("Else."), "lunch-noon-2": memory("Else.")}
    assert place("Lunch is at noon.", **taken).file == "lunch-noon-3.md"


def test_sentences_said_together_begin_one_file_and_stand_in_it_once() -> None:
    shelf = Shelf({}, frozenset(), MemoryType.USER, None)
    found = shelf.places(["Lunch is at noon.", "Lunch is at noon!", "Dinner is late."])
    assert [(p.sentence, p.file) for p in found] == [
        ("Lunch is at noon.", "lunch-noon.md"),
        ("Dinner is late.", "lunch-noon.md"),
    ]


WORDS = st.lists(
    st.sampled_from("lamp copper gate evening barrel never 8 9 always ladder".split()), min_size=1, max_size=6
).map(lambda words: " ".join(words).capitalize() + ".")


@settings(max_examples=200)
@given(said=WORDS, standing=st.lists(WORDS, min_size=1, max_size=4), is_ours=st.booleans())
def test_no_sentence_is_dropped_unless_all_of_it_stands(
    said: str, standing: list[str], is_ours: bool
) -> None:
    found = place(said, ours=is_ours, a=memory(*dict.fromkeys(standing)))
    if found.fate is Fate.STANDS:
        left = iter(found.other.casefold().rstrip(".").split())
        assert all(any(word == other for other in left) for word in said.casefold().rstrip(".").split())
    if found.fate is Fate.REPLACES:
        assert (
            found.other
            in parse(
                render(NewMemory("x", "x", MemoryType.USER, tuple(dict.fromkeys(standing)), "", "s"))
            ).statements
        )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use tabs, not spaces.", "Use spaces, not tabs."),
        ("Keep the cache on in tests.", "Keep the cache off in tests."),
        ("Only admins can deploy to production.", "Admins can deploy to production."),
        ("Migrate data from MySQL to Postgres.", "Migrate data from Postgres to MySQL."),
        ("Alice reviews the code of Bob.", "Bob reviews the code of Alice."),
    ],
)
def test_the_same_words_in_another_order_say_something_else(one: str, other: str) -> None:
    assert not says_as_much(one, other)
    assert not says_as_much(other, one)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Server 2 is in Berlin.", "Server 1 is in Berlin."),
        ("Open port 443 in the firewall.", "Open port 80 in the firewall."),
        ("Customers on version 3 get security fixes.", "Customers on version 2 get security fixes."),
        ("Line 2 is at the limit.", "Line 1 is at the limit."),
    ],
)
def test_a_number_that_names_a_thing_is_no_correction(said: str, stands: str) -> None:
    assert place(said, a=memory(stands)) == Place(said, Fate.JOINS, "a.md", stands)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("A seat costs €5 a month.", "A seat costs $5 a month."),
        ("The C++ solver is old.", "The C solver is old."),
        ("Retry when the status != 200.", "Retry when the status = 200."),
        ("The offset is 5.", "The offset is -5."),
        ("Keep the latency > 100 ms.", "Keep the latency < 100 ms."),
        ("Commit env files.", "Commit .env files."),
        ("Commit `*.env` files.", "Commit `.env` files."),
        ("Growth is 5.", "Growth is 5%."),
    ],
)
def test_a_sign_belongs_to_its_word(said: str, stands: str) -> None:
    assert place(said, a=memory(stands)) == Place(said, Fate.JOINS, "a.md", stands)
    assert place(stands, a=memory(said)) == Place(stands, Fate.JOINS, "a.md", said)


def test_an_amount_is_corrected_with_its_sign() -> None:
    newer, older = "The limit is €7.", "The limit is €5."
    assert place(newer, a=memory(older)) == Place(newer, Fate.REPLACES, "a.md", older)


@pytest.mark.parametrize(
    "again",
    [
        "“Never” deploy the (shop) API on Fridays!",
        "**Never** deploy the shop `API` — on _Fridays_.",
        "**Never deploy** the shop API on Fridays…",
        "**Never deploy the shop API on Fridays.**",
        "*Never deploy the shop API on Fridays.*",
        "_Never deploy the shop API on Fridays._",
        "- Never deploy the shop API - on Fridays. 👍",
        "> Never deploy the shop API on Fridays.",
    ],
)
def test_marks_around_a_word_say_nothing(again: str) -> None:
    rule = "Never deploy the shop API on Fridays."
    assert place(again, a=memory(rule)) == Place(again, Fate.STANDS, "a.md", rule)


@pytest.mark.parametrize(
    ("wider", "narrower"),
    [
        ("Never deploy on Fridays.", "Never deploy on Fridays in December."),
        ("Never use tabs.", "Never use tabs in Go."),
        ("Deploy the shop API every Tuesday.", "Deploy the shop API every other Tuesday."),
    ],
)
def test_a_rule_that_holds_for_more_is_kept_beside_the_one_that_holds_for_less(
    wider: str, narrower: str
) -> None:
    assert place(wider, a=memory(narrower)) == Place(wider, Fate.JOINS, "a.md", narrower)
    shelf = Shelf({}, frozenset(), MemoryType.PROJECT, None)
    assert [p.sentence for p in shelf.places([narrower, wider])] == [narrower, wider]


def test_a_number_a_sentence_begins_with_names_what_it_speaks_of_and_is_not_corrected() -> None:
    older, newer = (f"{port} is the port staging listens for." for port in (8080, 9090))
    assert place(newer, a=memory(older)).fate is Fate.JOINS
