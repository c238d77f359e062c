"""Links among the transcripts are told where they lead to what nobody reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.commands.links import unfollowed


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "projects"
    (folder / "-shop").mkdir(parents=True)
    (folder / "-shop" / "a.jsonl").write_text("{}\n")
    return folder


def test_without_a_link_nothing_is_said(place: Path) -> None:
    assert unfollowed([place]) == ""


def test_a_folder_elsewhere_is_told_and_how_many_more_there_are(place: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "b.jsonl").write_text("{}\n")
    (place / "-other").symlink_to(elsewhere)
    assert unfollowed([place]) == (
        f"; not read, because links are not followed: {place}/-other (move what is behind it there)"
    )
    (place / "-shop" / "b.jsonl").symlink_to(elsewhere / "b.jsonl")
    assert f"{place}/-other and 1 more " in unfollowed([place])


def test_a_second_name_of_what_is_read_anyway_is_not_told(place: Path) -> None:
    (place / "-old-name-of-the-shop").symlink_to(place / "-shop")
    (place / "-shop" / "b.jsonl").symlink_to(place / "-shop" / "a.jsonl")
    assert unfollowed([place]) == ""


def test_a_link_to_nothing_and_one_to_what_is_no_transcript_are_not_told(place: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("notes\n")
    (place / "-gone").symlink_to(tmp_path / "gone")
    (place / "-shop" / "notes.txt").symlink_to(tmp_path / "notes.txt")
    assert unfollowed([place]) == ""


def test_a_place_that_is_a_link_itself_is_followed(place: Path, tmp_path: Path) -> None:
    (tmp_path / "linked").symlink_to(place)
    assert unfollowed([tmp_path / "linked"]) == ""


def test_a_folder_that_cannot_be_listed_says_nothing_here(tmp_path: Path) -> None:
    assert unfollowed([tmp_path / "nowhere"]) == ""


def test_the_link_to_a_projects_memory_is_none_of_a_transcript(place: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (place / "-shop" / "memory").symlink_to(elsewhere)
    assert unfollowed([place]) == ""
    (place / "-shop" / "memories").symlink_to(elsewhere)
    assert f"{place}/-shop/memories (" in unfollowed([place])
