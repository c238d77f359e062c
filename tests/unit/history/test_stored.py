"""A history as a file: the same bytes again, older versions, damage."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from extractor.errors import StoreFailed
from extractor.history.entry import Attachment, AttachmentKind, EntryType, Role
from extractor.history.levels import Level
from extractor.history.session import History, HistorySettings
from extractor.history.stored import VERSION, export, restored
from tests.unit.history.test_session import talk, ticking


def full() -> History:
    made = History(ticking(), HistorySettings(max_entries=12))
    made.add_message(
        Role.USER, "see 数 🌊 \ud800", [Attachment(AttachmentKind.DOCUMENT, "text/plain", "aGk=")]
    )
    made.add_tool_call("Bash", "{}", "t1")
    made.add_tool_result("t1", "out", failed=True)
    made.add_context("text", "file")
    made.add_event(EntryType.METADATA, "title", {"title": "A", "n": [1, 2.5, None, True]})
    talk(made, 20)
    return made


def again(text: str) -> History:
    return restored(text, ticking(), "history.json")


def test_export_import_export_gives_identical_bytes() -> None:
    once = export(full())
    assert export(again(once)) == once
    assert again(once).entries()[1:] == full().entries()[1:]
    assert again(once).entries()[0].text == "see 数 🌊 ?"


def test_settings_of_a_whole_number_give_the_same_bytes_again() -> None:
    once = export(History(ticking(), HistorySettings(ratio=1)))
    assert export(again(once)) == once


def test_a_file_whose_ids_would_be_given_out_again_is_refused() -> None:
    fields = json.loads(export(full()))
    assert again(json.dumps(fields)).made == fields["made"]
    with pytest.raises(StoreFailed, match=r"damaged .made: an entry has an id not given out yet"):
        again(json.dumps({**fields, "made": fields["made"] - 1}))


def test_a_file_in_which_two_entries_have_one_id_is_refused() -> None:
    fields = json.loads(export(full()))
    fields["entries"][1]["id"] = fields["entries"][0]["id"]
    with pytest.raises(StoreFailed, match=r"damaged .entries: two have the same id"):
        again(json.dumps(fields))


@settings(max_examples=100)
@given(
    st.lists(st.tuples(st.sampled_from(Role), st.text(), st.dictionaries(st.text(), st.text())), max_size=20)
)
def test_any_texts_survive_byte_for_byte(said: list[tuple[Role, str, dict[str, str]]]) -> None:
    made = History(ticking(), HistorySettings(max_entries=6, keep_entries=2))
    for role, text, metadata in said:
        made.add_message(role, text)
        made.add_event(EntryType.MARK, text, dict(metadata.items()))
    once = export(made)
    assert export(again(once)) == once


def test_an_imported_history_goes_on_with_new_ids() -> None:
    made = again(export(full()))
    ids = {e.id for e in made.entries()}
    assert made.add_message(Role.USER, "next").id not in ids


def test_an_imported_history_is_compressed_as_the_one_it_was_exported_from() -> None:
    made = History(ticking(), HistorySettings(max_entries=20))
    talk(made, 70)
    made.add_tool_call("Bash", "{}", "t1")
    imported = again(export(made))
    for each in (made, imported):
        talk(each, 30)
    assert [e.text for e in imported.entries()] == [e.text for e in made.entries()]


def test_an_imported_history_tells_the_figures_after_words_somebody_wrote_as_the_exported_one() -> None:
    answers = iter(["Billing is being rewritten."])
    made = History(ticking(), HistorySettings(max_entries=20), lambda said, limit: next(answers))
    talk(made, 70)
    imported = again(export(made))
    for each in (made, imported):
        talk(each, 30)
    assert [e.text for e in imported.entries()] == [e.text for e in made.entries()]
    assert imported.active_entries()[0].text.count("Billing is being rewritten.") == 1


def version_1() -> dict[str, JsonValue]:
    fields: dict[str, JsonValue] = json.loads(export(full()))
    entries = fields["entries"]
    assert isinstance(entries, list)
    for entry in entries:
        assert isinstance(entry, dict)
        del entry["level"], entry["attachments"]
        if isinstance(entry["summary"], dict):
            del entry["summary"]["figures"]
    stored_settings = fields["settings"]
    assert isinstance(stored_settings, dict)
    del stored_settings["attached_entries"], stored_settings["levels"]
    return {**fields, "version": 1}


def test_an_older_version_is_migrated_and_what_had_no_level_becomes_task() -> None:
    made = again(json.dumps(version_1()))
    assert {e.level for e in made.entries() if e.type is not EntryType.SUMMARY} == {Level.TASK}
    assert [e.text for e in made.entries()[1:]] == [e.text for e in full().entries()[1:]]
    assert json.loads(export(made))["version"] == VERSION


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{", "history.json is no exported history (it is no JSON): export it again"),
        ("[" * 200_000, "history.json is no exported history (it is no JSON): export it again"),
        ("[]", "history.json is no exported history (it names no version): export it again"),
        ('{"version":true}', "history.json is no exported history (it names no version): export it again"),
        ('{"version":99}', "history.json was exported by a newer version (99): upgrade extractor"),
        ('{"version":1,"entries":3,"settings":{}}', "history.json is damaged (its entries cannot be read): export it again"),
        ('{"version":0}', "history.json is damaged (its entries cannot be read): export it again"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused_with_one_line(text: str, line: str) -> None:
    with pytest.raises(StoreFailed) as raised:
        again(text)
    assert str(raised.value) == line


def test_the_place_of_the_damage_is_named() -> None:
    fields = json.loads(export(full()))
    fields["entries"][2]["tokens"] = "many"
    with pytest.raises(
        StoreFailed, match=r"^history.json is damaged \(entries.2.tokens: .*\): export it again$"
    ):
        again(json.dumps(fields))


def test_a_strange_name_in_the_file_does_not_break_the_line() -> None:
    fields = {**json.loads(export(full())), "x\ny": 1}
    with pytest.raises(StoreFailed, match=r"^history.json is damaged \(x y: [^\n]*\): export it again$"):
        again(json.dumps(fields))


@settings(max_examples=200)
@given(st.data())
def test_any_single_damaged_byte_is_refused_or_read_and_never_anything_else(data: st.DataObject) -> None:
    text = export(full())
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(st.sampled_from('"{}[]x0,:')) + text[place + 1 :]
    problem = ""
    try:
        export(again(damaged))
    except StoreFailed as error:
        problem = str(error)
    assert "\n" not in problem
