"""A memory file without what is to be forgotten."""

from __future__ import annotations

import pytest

from extractor.actions.rewriting import Going, taken_out, without
from extractor.memory.gate.phrases import Phrases
from extractor.memory.memory_file import parse
from extractor.memory.redaction.placeholders import FORGOTTEN

KEPT = "Deploys happen on Tuesdays only."
LONG = "The staging host moved to the new rack last week, as the Zanzibar team asked."
ZANZIBAR = Phrases(["zanzibar"])


def memory(*said: str, description: str, more: str = "") -> bytes:
    body = "\n\n".join(said)
    return f'---\nname: one\ndescription: "{description}"\n{more}metadata:\n  type: project\n---\n\n{body}\n'.encode()


def test_a_description_that_tells_what_goes_without_its_words_goes_too() -> None:
    data = memory(LONG, KEPT, description="The staging host moved to the new rack last week…")
    (change,) = taken_out({"one.md": data}, [LONG, KEPT], [], ZANZIBAR)
    assert change.after is not None
    assert b"rack" not in change.after
    assert parse(change.after).statements == (KEPT,)


@pytest.mark.parametrize("more", ["topic: zanzibar\n", "tags: [zanzibar]\n", "# zanzibar, see there\n"])
def test_no_other_sentence_goes_with_a_key_or_a_comment_that_holds_the_words(more: str) -> None:
    data = memory(KEPT, description=KEPT, more=more)
    assert without(data, Going.of([KEPT], [], ZANZIBAR)) == data
    assert taken_out({"one.md": data}, [KEPT], [], ZANZIBAR) == ()
    both = memory(LONG, KEPT, description=KEPT, more=more)
    assert without(both, Going.of([LONG, KEPT], [LONG], ZANZIBAR)) == data


@pytest.mark.parametrize("key", ["project", "metadata", "description"])
def test_words_that_are_keys_or_types_of_front_matter_take_no_file(key: str) -> None:
    data = memory(KEPT, description=KEPT)
    assert taken_out({"one.md": data}, [KEPT], [], Phrases([key])) == ()


def test_a_file_with_a_persons_own_sentence_stays_whatever_else_it_holds() -> None:
    data = memory(LONG, "Mine.", description=KEPT, more="topic: zanzibar\n")
    left = without(data, Going.of([LONG], [LONG], ZANZIBAR))
    assert left is not None
    assert parse(left).statements == ("Mine.",)


@pytest.mark.parametrize(
    "mine",
    [
        "# Mine",
        "```\nmine\n```",
        "| mine | b |",
        "<!-- mine -->",
        "**Why:** so.\n\nMine.",
        "Zanzibar is mine, too.",
    ],
)
def test_what_a_person_typed_stays_though_every_sentence_of_ours_goes(mine: str) -> None:
    left = without(memory(LONG, mine, description=LONG), Going.of([LONG], [LONG], ZANZIBAR))
    assert left is not None
    assert mine in left.decode()
    assert LONG not in left.decode()


@pytest.mark.parametrize("mine", ["# Mine", "<!-- mine -->", "```\nmine", "**Why:** mine, too."])
@pytest.mark.parametrize("more", ["", "description: two\n", "topic: zanzibar\n"])
def test_beside_what_a_person_typed_stands_nothing_that_told_of_what_went(mine: str, more: str) -> None:
    data = memory(LONG, "**Why:** The customer asked.", mine, description="A customer's host.", more=more)
    changes = taken_out(
        {"customers-host.md": data.replace(b"name: one", b"name: customers-host")}, [LONG], [LONG], ZANZIBAR
    )
    (kept, gone) = sorted(changes, key=lambda each: each.after is None)
    assert (gone.file, gone.after) == ("customers-host.md", None)
    assert kept.file.startswith("memory-")
    assert kept.after is not None
    assert mine in kept.after.decode()
    assert not any(word in kept.after.lower() for word in (b"customer", b"host", b"zanzibar"))


@pytest.mark.parametrize("form", ["```\n{}\n```", "```\nmine\n{}", "    {}"])
def test_a_sentence_of_ours_that_stands_in_code_goes_too(form: str) -> None:
    left = without(
        memory(KEPT, form.format(LONG), description=KEPT), Going.of([LONG, KEPT], [LONG], ZANZIBAR)
    )
    assert left is not None
    assert b"Zanzibar" not in left
    assert KEPT.encode() in left


def test_a_bare_mark_of_a_list_is_nothing_a_person_typed() -> None:
    data = memory(f"- {LONG}", description=LONG).rstrip(b"\n")
    assert without(data, Going.of([LONG], [LONG], ZANZIBAR)) is None


@pytest.mark.parametrize(
    "form",
    ["The staging host moved to the new rack last week,\nas the Zanzibar team asked.", f"{LONG}\n\n{LONG}"],
)
def test_a_sentence_goes_however_it_stands_and_takes_no_other_along(form: str) -> None:
    left = without(memory(form, KEPT, description=KEPT), Going.of([LONG, KEPT], [LONG], ZANZIBAR))
    assert left == memory(KEPT, description=KEPT)


def test_a_description_in_a_persons_own_form_takes_no_sentence_along() -> None:
    data = memory(LONG, "Mine.", description=LONG, more="description: two\n")
    left = without(data, Going.of([LONG], [LONG], ZANZIBAR))
    assert left is not None
    assert parse(left).statements == ("Mine.",)


def test_of_a_reason_the_sentences_go_that_hold_the_words() -> None:
    data = memory(KEPT, "**Why:** The Zanzibar team asked.\nMine is another.", description=KEPT)
    left = without(data, Going.of([KEPT], [], ZANZIBAR))
    assert left is not None
    assert parse(left).why == f"{FORGOTTEN} Mine is another."


@pytest.mark.parametrize(
    "name", ["name: zanzibar-host", 'name: "Zanzibar host"', "name: >\n  zanzibar\n  host"]
)
def test_a_name_goes_from_the_front_matter_and_from_nowhere_else(name: str) -> None:
    data = memory(KEPT, "name: mine", description=KEPT).replace(b"name: one", name.encode(), 1)
    left = without(data, Going.of([KEPT], [], Phrases(["zanzibar host"])))
    assert left is not None
    assert parse(left).name == "forgotten"
    assert b"\nname: mine\n" in left


FIRED, PARSER = "Bob gets fired in December.", "Bob owns the parser."


def bobs(*said: str, name: str = "bob-gets-fired-december") -> bytes:
    return memory(*said, description=said[-1]).replace(b"name: one", f"name: {name}".encode())


@pytest.mark.parametrize("named", ["bob-gets-fired-december", "fired-in-december", "december-fired-rule"])
def test_a_name_made_of_a_sentence_that_goes_goes_with_it(named: str) -> None:
    data = bobs(FIRED, PARSER, name=named)
    made, gone = taken_out({f"{named}.md": data}, [FIRED, PARSER], [FIRED], Phrases(["fired in december"]))
    assert made.file.startswith("memory-")
    assert parse(made.after or b"").name in ("bob-owns-parser", "forgotten")
    assert b"fired" not in (made.after or b"")
    assert (gone.file, gone.after) == (f"{named}.md", None)


@pytest.mark.parametrize("named", ["bob-parser", "bob", "release-process"])
def test_a_name_that_what_stays_says_too_or_that_says_more_stays(named: str) -> None:
    data = bobs(FIRED, PARSER, name=named)
    (made,) = taken_out({f"{named}.md": data}, [FIRED, PARSER], [FIRED], Phrases([]))
    assert made.file == f"{named}.md"
    assert parse(made.after or b"").name == named


def test_a_name_made_of_a_sentence_a_person_changed_since_goes_too() -> None:
    data = bobs("Bob stays with us.")
    files = {
        "bob-gets-fired-december.md": data,
        "fired-clay.md": bobs("Pots stand there.", name="fired-clay"),
    }
    by_file = {"bob-gets-fired-december.md": [FIRED]}
    made, gone = taken_out(files, [FIRED, "Pots stand there."], [FIRED], Phrases([]), by_file)
    assert made.file.startswith("memory-")
    assert b"fired" not in (made.after or b"")
    assert (gone.file, gone.after) == ("bob-gets-fired-december.md", None)


def test_a_name_stays_while_a_persons_words_there_say_what_it_says() -> None:
    data = bobs("Bob gets fired in May.", name="bob-gets-fired")
    files = {"bob-gets-fired.md": data}
    assert taken_out(files, [FIRED], [FIRED], Phrases(["fired"]), {"bob-gets-fired.md": [FIRED]}) == ()
    (made,) = taken_out(
        {"bob-gets-fired.md": bobs("Bob gets fired in May.", FIRED)}, [FIRED], [FIRED], Phrases(["fired"])
    )
    assert made.file == "bob-gets-fired.md"


def test_what_is_left_alike_of_two_files_is_one_file() -> None:
    data = bobs(FIRED, PARSER, name="bob-gets-fired-december")
    files = {"bob-gets-fired-december.md": data, "bob-gets-fired-december copy.md": data}
    made, *gone = taken_out(files, [FIRED, PARSER], [FIRED], Phrases(["fired"]))
    assert made.before is None
    assert b"fired" not in (made.after or b"")
    assert sorted((each.file, each.after) for each in gone) == [(name, None) for name in sorted(files)]


def test_a_file_of_which_no_sentence_is_left_keeps_its_name_while_nothing_goes_from_it() -> None:
    files = {"memory-1a2b3c4d.md": b"Notes of my own.\n", "notes.md": b"More of them.\n"}
    assert taken_out(files, [FIRED], [FIRED], ZANZIBAR) == ()


def test_a_file_that_holds_none_of_it_is_the_same_bytes() -> None:
    data = memory(KEPT, description=KEPT)
    assert without(data, Going.of([KEPT], [], ZANZIBAR)) is data
    assert taken_out({"one.md": data}, [KEPT], [LONG], ZANZIBAR) == ()


@pytest.mark.timeout(20)  # looked through anew for each file, what was ever written took minutes
def test_no_folder_of_many_files_holds_it_up() -> None:
    said = [[f"Rule {n} part {part} says something of use." for part in range(4)] for n in range(1_000)]
    files = {f"f{n}.md": memory(*each, description=each[0]) for n, each in enumerate(said)}
    ours = [each for statements in said for each in statements]
    (change,) = taken_out(files, ours, [said[7][1]], Phrases([said[7][1]]))
    assert change.file == "f7.md"
