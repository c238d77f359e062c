"""What stands in the memory files: what a new fact repeats, overtakes or joins."""

from __future__ import annotations

from dataclasses import replace

from extractor.domain import MemoryType, Milliseconds
from extractor.models.model import Known, ManifestEntry
from extractor.models.offline import wording
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.passing import tells_of_change
from extractor.models.offline.shelf import Shelf

FILE = "it.md"
DAY = 86_400_000
OLD, NEW = "The staging server must listen on port 8080.", "The staging server must listen on port 9090."
SEVERAL = "Should both limits be the same? If so, the code has to enforce it. Raised both of them."


def fact(text: str, day: int = 2, kind: MemoryType = MemoryType.PROJECT) -> Fact:
    said, at = (Stated(text, ()),), Milliseconds(day * DAY)
    return Fact(kind, said, wording.name_of(text), changes=tells_of_change(text), described=text, at=at)


def shelf(
    *texts: str,
    day: int | None = 1,
    since: int | None = None,
    kind: MemoryType = MemoryType.PROJECT,
    personal: bool = False,
) -> Shelf:
    """One file with these sentences, said on a day (None: by whom no run knows), there since another."""
    said = None if day is None else Milliseconds(day * DAY)
    stands = said if since is None else Milliseconds(since * DAY)
    known = tuple(Known(text, said, stands) for text in texts)
    head = f"---\nname: it\ndescription: {texts[0]}\nmetadata:\n  type: {kind}\n---\n\n"
    read = {FILE: head + "\n\n".join(texts) + "\n"}
    return Shelf.of([ManifestEntry(FILE, kind, texts[0], known, personal)], read)


def overtaken(held: Shelf, new: Fact) -> str | None:
    found = held.overtaken_by(new, frozenset())
    return found.text if found else None


def is_past(held: Shelf, text: str, day: int) -> bool:
    (one,) = (late := fact(text, day)).stated
    return held.is_past(one, late)


def test_what_is_said_in_several_sentences_stands_however_it_is_cut() -> None:
    held = shelf(SEVERAL)
    assert held.says(SEVERAL)
    assert not held.says(f"{SEVERAL} The page retries for ten minutes.")


def test_what_only_ends_another_sentence_does_not_stand() -> None:
    assert not shelf("Nobody but Ada thinks that Postgres 16 is required.").says("Postgres 16 is required.")


def test_a_sentence_that_was_said_before_is_overtaken_but_none_a_person_may_have_written() -> None:
    assert overtaken(shelf(OLD), fact(NEW)) == OLD
    assert overtaken(shelf(OLD, day=None, since=1), fact(NEW, 9)) is None


def test_what_was_so_before_is_past_however_late_it_is_read() -> None:
    assert is_past(shelf(NEW, day=2), OLD, 1)
    assert not is_past(shelf(NEW, day=2), OLD, 3)
    change = shelf("We moved deploys from Heroku to Fly.", day=2)
    assert is_past(change, "We deploy to Heroku from main.", 1)
    assert not is_past(change, "We deploy to Heroku from main.", 3)


def test_it_is_past_too_where_the_records_were_lost_and_only_known_to_have_stood_later() -> None:
    assert is_past(shelf(NEW, day=None, since=2), OLD, 1)


def test_what_holds_in_one_project_takes_no_place_in_the_persons_own_file() -> None:
    held = shelf("Never answer in German.", kind=MemoryType.FEEDBACK, personal=True)
    here = fact("In this repository answer in German.", kind=MemoryType.FEEDBACK)
    assert overtaken(held, here) is None
    assert held.home_of(here, {}) is None


def test_a_file_is_joined_by_what_shares_three_words_with_one_sentence_of_it() -> None:
    held = shelf("The router service must pass the deploy check.")
    alike = fact("The billing service must pass the deploy check.")
    assert held.home_of(alike, {}) == FILE
    assert held.home_of(replace(alike, type=MemoryType.FEEDBACK), {}) is None
    apart = shelf("The checkout page shows prices.", "The mobile numbers are stored once.")
    assert apart.home_of(fact("The admin page shows mobile orders."), {}) is None


def test_a_file_is_joined_up_to_six_sentences_what_is_about_to_be_added_among_them() -> None:
    held = shelf("The router service must pass the deploy check.")
    alike = fact("The billing service must pass the deploy check.")
    assert held.home_of(alike, {FILE: 4}) == FILE
    assert held.home_of(alike, {FILE: 5}) is None


def test_a_file_with_a_sentence_of_unknown_hand_is_joined_by_nothing() -> None:
    text = "The staging server must listen on every address."
    assert shelf(OLD).home_of(fact(text), {}) == FILE
    assert shelf(OLD, day=None).home_of(fact(text), {}) is None
