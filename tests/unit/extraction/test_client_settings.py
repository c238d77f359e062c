"""Which folder a project's own settings may name as its memory: anyone may have brought them along."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from extractor.extraction.client_settings import LOCAL
from extractor.extraction.folders import Places
from extractor.memory.index import BEGIN, END
from extractor.transcripts.paths import slug

OURS = f"mine\n{BEGIN}\n- [A fact](fact.md) — a fact\n{END}\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / ".claude").mkdir()
    (tmp_path / "shop").mkdir()
    subprocess.run(["git", "init", "-q"], cwd=tmp_path / "shop", check=True)
    return tmp_path.resolve()


def where(home: Path) -> Places:
    return Places(None, home / ".claude", home / "data", {})


def clients(home: Path, project: str = "shop") -> Path:
    return home / ".claude/projects" / slug(str(home / project)) / "memory"


def told(home: Path, named: object) -> str:
    """The project, whose local settings name a folder."""
    local = home / "shop" / LOCAL
    local.parent.mkdir(exist_ok=True)
    local.write_text(json.dumps({"autoMemoryDirectory": str(named)}))
    return str(home / "shop")


def filled(folder: Path, **texts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


def is_believed(home: Path, named: Path) -> bool:
    project = told(home, named)
    folder, line = where(home).folder(project), where(home).unbelieved(project)
    assert folder == (clients(home) if line else named)
    assert line == "" or line.startswith(f"{home}/shop/{LOCAL} names {named} as memory, which is not used: ")
    assert where(home).is_read_by_client(project) is not bool(line)
    return not line


def test_a_folder_is_believed_that_is_new_or_empty_or_holds_memory_alone(home: Path) -> None:
    assert is_believed(home, home / "new/folder")
    assert is_believed(home, filled(home / "empty"))
    assert is_believed(
        home, filled(home / "client's", MEMORY_md="- [A fact](fact.md)\n", fact_md="A fact.\n")
    )
    assert is_believed(home, clients(home))


def test_a_folder_in_which_other_files_stand_is_believed_once_a_run_wrote_its_index(home: Path) -> None:
    kept = filled(home / "keys", id_rsa="not a memory", notes_md="a note")
    assert not is_believed(home, kept)
    assert not is_believed(home, filled(kept, MEMORY_md="- somebody's\n"))
    assert is_believed(home, filled(kept, MEMORY_md=OURS))


LEARNED = "---\nname: a\nmetadata:\n  originSessionId: session-1\n---\n\nA fact.\n"


@pytest.mark.parametrize("index", [None, "", "- [A fact](fact.md) — a fact\n"])
def test_a_folder_of_memory_kept_in_git_is_believed_whatever_became_of_its_index(
    home: Path, index: str | None
) -> None:
    kept = filled(home / "kept", fact_md=LEARNED, readme_txt="what this is")
    subprocess.run(["git", "init", "-q"], cwd=kept, check=True)
    if index is not None:
        filled(kept, MEMORY_md=index)
    assert is_believed(home, kept)


@pytest.mark.parametrize(
    "text", ["We write originSessionId into the front matter.\n", LEARNED.replace("session-1", '""')]
)
def test_a_note_that_only_speaks_of_sessions_makes_no_folder_of_memory(home: Path, text: str) -> None:
    assert not is_believed(home, filled(home / "notes", id_rsa="not a memory", notes_md=text))


def test_a_file_is_no_folder_of_memory(home: Path) -> None:
    (home / "notes.md").write_text("a note")
    assert not is_believed(home, home / "notes.md")


@pytest.mark.parametrize("named", ["/x\0y", "/\ud800", "notes", "", 1, None, "~other/notes"])
def test_what_names_no_folder_leaves_the_client_s_default(home: Path, named: object) -> None:
    local = home / "shop" / LOCAL
    local.parent.mkdir()
    local.write_text(json.dumps({"autoMemoryDirectory": named}))
    assert where(home).folder(str(home / "shop")) == clients(home)
    assert where(home).unbelieved(str(home / "shop")) == ""


def test_a_name_no_file_system_takes_is_no_folder_of_memory(home: Path) -> None:
    assert not is_believed(home, home / ("x" * 300))


def test_the_home_is_no_folder_of_memory(home: Path) -> None:
    assert not is_believed(home, home)


@pytest.mark.parametrize("place", ["the client's", "ours", "the client's own", "a link"])
def test_a_folder_of_another_project_is_not_believed(home: Path, place: str) -> None:
    other = clients(home, "private")
    if place == "ours":
        other = where(home).own("/src/private")
    elif place == "the client's own":
        other = home / ".claude/commands"
    filled(other, MEMORY_md=OURS, fact_md="A fact.\n")
    if place == "a link":
        (home / "link").symlink_to(other)
        other = home / "link"
    assert not is_believed(home, other)


def test_a_folder_that_settings_name_which_git_tracks_is_not_believed(home: Path) -> None:
    assert is_believed(home, home / "new")
    subprocess.run(["git", "add", "-f", LOCAL], cwd=home / "shop", check=True)
    assert not is_believed(home, home / "new")
    assert "git tracks that file" in where(home).unbelieved(str(home / "shop"))


def test_the_person_s_own_settings_are_believed_as_ever_and_where_local_ones_are_not(home: Path) -> None:
    mine = filled(home / "mine", wiki_html="<p>", MEMORY_md="- mine\n")
    (home / ".claude/settings.json").write_text(json.dumps({"autoMemoryDirectory": str(mine)}))
    assert where(home).folder("/src/other") == mine
    assert where(home).unbelieved("/src/other") == ""
    project = told(home, clients(home, "private"))
    assert where(home).folder(project) == mine
    assert where(home).unbelieved(project)


def test_where_one_folder_holds_all_or_the_client_is_not_here_nothing_is_told(home: Path) -> None:
    project = told(home, clients(home, "private"))
    assert Places(home / "one", home / ".claude", home / "data", {}).unbelieved(project) == ""
    assert Places(None, home / "none", home / "data", {}).unbelieved(project) == ""


def test_settings_below_the_directory_one_is_in_are_no_settings_of_a_project_without_one(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(told(home, home / "new"))
    assert where(home).folder(".") != home / "new"


@pytest.mark.parametrize("linked", [".claude", LOCAL])
def test_settings_a_link_leads_to_are_not_read_and_that_is_told(home: Path, linked: str) -> None:
    project, kept = told(home, home / "kept"), home / "dotfiles"
    (home / "shop" / linked).rename(kept)
    (home / "shop" / linked).symlink_to(kept)
    assert where(home).folder(project) == clients(home)
    assert (
        where(home).unbelieved(project)
        == f"{project}/{LOCAL} is not read, for a link leads to it: put the file itself there"
    )
    assert not where(home).is_read_by_client(project)
