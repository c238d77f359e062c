"""Where facts belong: the files worth reading, and a write for each fact under a name that is free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from extractor.domain import Evidence, Kind, MemoryType, Message, MessageKey, Milliseconds, Speaker
from extractor.memory.file_name import valid_name
from extractor.memory.gate.evidence import check_literals
from extractor.memory.gate.witnesses import Witnesses
from extractor.memory.slots.slot_forms import filled
from extractor.models.model import Known, ManifestEntry
from extractor.models.offline import placing, wording
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.likeness import likeness, tokens
from extractor.models.offline.passing import tells_of_change
from extractor.models.offline.placing import files_alike


def writes(
    found: Sequence[Fact], manifest: Sequence[ManifestEntry], read: Mapping[str, str]
) -> list[tuple[str, dict[str, JsonValue]]]:
    """The writes where the gate lets every name pass."""
    return placing.writes(found, manifest, read, lambda name, cited: True)


def stated(asked: list[tuple[str, dict[str, JsonValue]]]) -> list[str]:
    found = [given["statements"] for _, given in asked]
    return [
        str(one["text"]) for each in found if isinstance(each, list) for one in each if isinstance(one, dict)
    ]


# ---------------------------------------------------------------- what was said when

OLD, NEW = "The staging server must listen on port 8080.", "The staging server must listen on port 9090."
DAY = 86_400_000


def later(text: str, day: int, kind: MemoryType = MemoryType.PROJECT) -> Fact:
    one = (Stated(text, ()),)
    return Fact(
        kind, one, wording.name_of(text), changes=tells_of_change(text),
        described=wording.description(text), at=Milliseconds(day * DAY),
    )  # fmt: skip


def memory(*texts: str, description: str = "", kind: str = "project") -> str:
    told = description or texts[0]
    return (
        f"---\nname: it\ndescription: {told}\nmetadata:\n  type: {kind}\n---\n\n" + "\n\n".join(texts) + "\n"
    )


def entry(
    *texts: str, day: int | None = 1, since: int | None = None, personal: bool = False
) -> ManifestEntry:
    said = None if day is None else Milliseconds(day * DAY)
    stands = said if since is None else Milliseconds(since * DAY)
    known = tuple(Known(text, said, stands) for text in texts)
    return ManifestEntry("it.md", MemoryType.PROJECT, texts[0], known, personal)


def replaced(asked: list[tuple[str, dict[str, JsonValue]]]) -> list[JsonValue]:
    found = [given["statements"] for _, given in asked]
    said = [one for each in found if isinstance(each, list) for one in each if isinstance(one, dict)]
    return [one.get("replaces") for one in said]


def test_a_later_word_takes_the_place_of_an_earlier_one() -> None:
    asked = writes([later(NEW, 2)], [entry(OLD)], {"it.md": memory(OLD)})
    assert replaced(asked) == [OLD]


def test_what_is_said_after_a_change_of_the_same_thing_is_kept() -> None:
    change = "We switched from npm to pnpm for all packages in the monorepo."
    text = "Packages in the monorepo must be published with pnpm publish."
    assert stated(writes([later(text, 3)], [entry(change)], {"it.md": memory(change)})) == [text]


def test_a_sentence_behind_others_is_found_and_the_description_of_the_file_stays() -> None:
    first, second = "The payments service must log every request.", "The retry limit of webhooks must be 5."
    newer = later("The retry limit of webhooks must be 8.", 2)
    shown = entry(first, second)
    assert files_alike([newer], [shown]) == ["it.md"]
    told = "How payments work (ask finance first)"
    asked = writes([newer], [shown], {"it.md": memory(first, second, description=told)})
    assert (replaced(asked), asked[0][1]["description"]) == ([second], told)


def test_the_description_that_told_of_the_replaced_sentence_goes_with_it() -> None:
    asked = writes(
        [later(NEW, 2)], [entry(OLD)], {"it.md": memory(OLD, description=wording.description(OLD))}
    )
    assert asked[0][1]["description"] == wording.description(NEW)


def test_the_files_that_share_most_are_read_first() -> None:
    other = replace(entry("The server must run."), file="a.md")
    assert files_alike([later(NEW, 2)], [other, entry(OLD)]) == ["it.md", "a.md"]


def test_a_person_s_file_of_the_same_name_in_capitals_is_read_and_its_name_taken() -> None:
    new = later("Prices are always integer cents.", 2)
    person_s = replace(entry("Ask Anna."), file=f"{new.name}.md".title().replace(".Md", ".md"))
    assert files_alike([new], [person_s]) == [person_s.file]
    assert [given["file"] for _, given in writes([new], [person_s], {})] == [f"{new.name}-b.md"]


def witnessed(text: str) -> tuple[Fact, Witnesses]:
    """A fact with its one message, and what is held to it."""
    said = Message(MessageKey("c", "message-0001", 0), Speaker.HUMAN, Kind.TEXT, text, Milliseconds(DAY))
    cited = (Evidence(said.key.short, text),)
    made = Fact(MemoryType.PROJECT, (Stated(text, cited),), wording.name_of(text), described=text)
    return made, Witnesses.build([said], frozenset([said.key.short]), UTC)


@pytest.mark.parametrize("text", ["Use tabs.", "The upload limit must be 5 GB.", "数据库只能用国内机房的"])
def test_however_many_files_have_a_name_the_next_one_passes_the_gate(text: str) -> None:
    fact, witnesses = witnessed(text)
    cited = fact.stated[0].evidence
    # A fact with a reason has a file of its own.
    many = [replace(fact, stated=(Stated(f"It is {n}.", cited),), why=text) for n in range(1000)]
    files = [str(given["file"]) for _, given in writes(many, [], {})]
    assert len(set(files)) == len(many)
    assert [file for file in files if not valid_name(file)] == []
    names = [file.removesuffix(".md") for file in files]
    assert [name for name in names if check_literals(name, cited, witnesses)] == []


def test_a_name_the_gate_does_not_let_pass_gives_way_to_the_next_one() -> None:
    fact, _ = witnessed("The upload limit must be 5 GB.")
    held = [ManifestEntry(f"{fact.name}.md", MemoryType.PROJECT, "Something else.")]
    seen: list[str] = []

    def lets_pass(name: str, cited: Sequence[Evidence]) -> bool:
        seen.append(name)
        return tuple(cited) == fact.stated[0].evidence and name == "upload-limit-must-gb"

    ((_, given),) = placing.writes([fact], held, {}, lets_pass)
    assert (given["file"], given["name"]) == ("upload-limit-must-gb.md", "upload-limit-must-gb")
    assert seen[:2] == ["upload-limit-must-5-gb-b", "upload-limit-must-5-gb-c"]


def test_where_no_name_passes_the_fact_is_still_proposed_for_the_gate_to_tell() -> None:
    fact, _ = witnessed("The upload limit must be 5 GB.")
    assert stated(placing.writes([fact], [], {}, lambda name, cited: False)) == [fact.text]


AKIN = "The router service must pass the deploy check."
NAMES = [
    a + b for a in ("bravo", "delta", "fargo", "gamma") for b in ("lim", "nok", "pel", "rus", "tov", "zan")
]


def test_a_file_takes_no_more_than_it_has_room_for_and_the_rest_goes_into_new_ones() -> None:
    texts = [f"The {name} service must pass the deploy check." for name in NAMES]
    asked = writes([later(text, 2) for text in texts], [entry(AKIN)], {"it.md": memory(AKIN)})
    held: dict[str, int] = {"it.md": 1}
    for _, write in asked:
        said = write["statements"]
        assert isinstance(said, list)
        held[str(write["file"])] = held.get(str(write["file"]), 0) + len(said)
    assert sorted(stated(asked)) == sorted(texts)
    assert held["it.md"] == max(held.values()) == 6


# ---------------------------------------------------------------- which files are worth reading

SPOKEN = st.lists(
    st.sampled_from(
        "deploy staging Fly Heroku tabs spaces tests port 8080 9090 never the moved off from".split()
    ),
    min_size=1,
    max_size=6,
).map(" ".join)


@given(
    st.lists(st.tuples(SPOKEN, st.booleans()), max_size=6), st.lists(st.lists(SPOKEN, min_size=1), max_size=8)
)
def test_the_files_worth_reading_are_those_a_look_at_each_with_each_fact_finds(
    said: list[tuple[str, bool]], folder: list[list[str]]
) -> None:
    found = [replace(later(text, 1), changes=changes) for text, changes in said]
    manifest = [
        ManifestEntry(f"{wording.name_of(first)}.md", MemoryType.PROJECT, first, tuple(map(Known, rest)))
        for first, *rest in folder
    ]
    assert files_alike(found, manifest) == _alike_one_by_one(found, manifest)


def _alike_one_by_one(found: list[Fact], manifest: list[ManifestEntry]) -> list[str]:
    alike: list[tuple[int, str]] = []
    for entry in manifest:
        named = f"{entry.description} {entry.file.removesuffix('.md').replace('-', ' ')}"
        shared = []
        for fact in found:
            for text in (named, *(known.text for known in entry.sentences)):
                words, told = tokens(fact.whole), tokens(text)
                count = len(words & told)
                is_named = entry.file == f"{fact.name}.md"
                if is_named or likeness(words, told) >= 0.6 or count >= 3 or (fact.changes and count):
                    shared.append(count)
        slots = {slot for fact in found for slot, _ in filled(fact.whole)}
        held = [slot for known in entry.sentences for slot, _ in filled(known.text)]
        fills = any(slot.covers(each) for slot in slots for each in held)
        if shared or fills:
            alike.append((max(shared, default=0), entry.file))
    return [file for _, file in sorted(alike, key=lambda each: -each[0])]
