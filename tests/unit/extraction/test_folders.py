"""Which project a session belongs to, and where its memory stands."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from extractor.extraction.folders import Places, project_root
from extractor.transcripts.paths import slug
from tests.support.place import cannot_be_looked_at, in_two_spellings


def test_a_folder_without_a_repository_is_its_own_project(tmp_path: Path) -> None:
    assert project_root(str(tmp_path)) == str(tmp_path.resolve())


def test_a_directory_told_in_two_forms_of_unicode_is_one_project(tmp_path: Path) -> None:
    composed, decomposed = in_two_spellings(tmp_path.resolve())
    (decomposed / ".git").mkdir()
    (decomposed / "src").mkdir()
    told = [decomposed, decomposed / "src", composed, composed / "src"]
    assert {project_root(str(cwd)) for cwd in told} == {str(composed)}


def test_a_folder_of_another_machine_is_taken_as_it_is_written() -> None:
    assert project_root("/Users/someone/work") == "/Users/someone/work"
    assert project_root("C:\\Users\\someone") == "C:\\Users\\someone"


def places(home: Path, override: Path | None = None, **env: str) -> Places:
    return Places(override, home / ".claude", home / "data", env)


def test_the_clients_own_folder_is_used_where_the_client_is(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    assert (
        places(tmp_path).folder("/x/shop") == tmp_path / ".claude" / "projects" / slug("/x/shop") / "memory"
    )


def test_without_the_client_memory_stands_in_our_own_folder(tmp_path: Path) -> None:
    assert places(tmp_path).folder("/x/shop") == tmp_path / "data" / "projects" / slug("/x/shop") / "memory"


def test_a_setting_of_ours_goes_before_everything(tmp_path: Path) -> None:
    assert places(tmp_path, tmp_path / "one").folder("/x/shop") == tmp_path / "one"


def test_the_clients_own_directory_setting_is_honoured(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text(
        json.dumps({"autoMemoryDirectory": str(tmp_path / "mine")})
    )
    assert places(tmp_path).folder("/x/shop") == tmp_path / "mine"


def test_a_setting_checked_in_with_a_repository_is_not_asked(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    shop = tmp_path / "shop"
    (shop / ".claude").mkdir(parents=True)
    (shop / ".claude" / "settings.json").write_text(json.dumps({"autoMemoryDirectory": "/etc"}))
    assert places(tmp_path).folder(str(shop)).name == "memory"
    (shop / ".claude" / "settings.local.json").write_text(
        json.dumps({"autoMemoryDirectory": str(tmp_path / "mine")})
    )
    assert places(tmp_path).folder(str(shop)) == tmp_path / "mine"


@pytest.mark.parametrize(
    "stands", ["a FIFO", "/dev/zero", "/dev/ptmx", "another's settings", "a linked folder"]
)
def test_local_settings_that_are_no_plain_file_of_the_project_are_not_opened(
    tmp_path: Path, stands: str
) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs/settings.local.json").write_text('{"autoMemoryEnabled": false}')
    own = tmp_path / ".claude/settings.json"
    own.parent.mkdir()
    own.write_text(json.dumps({"autoMemoryDirectory": str(tmp_path / "mine")}))
    local = tmp_path / "shop/.claude/settings.local.json"
    (tmp_path / "shop").mkdir()
    if stands == "a linked folder":
        local.parent.symlink_to(tmp_path / "theirs")
    else:
        local.parent.mkdir()
        if stands == "a FIFO":
            os.mkfifo(local)
        else:
            local.symlink_to(stands if stands[0] == "/" else tmp_path / "theirs/settings.local.json")
    assert places(tmp_path).folder(str(tmp_path / "shop")) == tmp_path / "mine"


def test_the_person_s_own_settings_may_be_a_link_and_never_a_device(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").write_text(json.dumps({"autoMemoryDirectory": str(tmp_path / "mine")}))
    own = tmp_path / ".claude/settings.json"
    own.parent.mkdir()
    own.symlink_to(tmp_path / "dotfiles")
    assert places(tmp_path).folder("/x/shop") == tmp_path / "mine"
    own.unlink()
    own.symlink_to("/dev/zero")
    assert places(tmp_path).folder("/x/shop").is_relative_to(tmp_path / ".claude")


def test_where_the_clients_memory_is_off_ours_stands_elsewhere(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text('{"autoMemoryEnabled": false}')
    assert places(tmp_path).folder("/x/shop").is_relative_to(tmp_path / "data")
    assert places(tmp_path).is_off("/x/shop")


@pytest.mark.parametrize("switch", ["the shell's", "the settings'"])
def test_a_variable_decides_who_reads_the_memory_and_never_where_it_stands(
    tmp_path: Path, switch: str
) -> None:
    (tmp_path / ".claude").mkdir()
    env = {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}
    if switch == "the settings'":
        (tmp_path / ".claude" / "settings.json").write_text(json.dumps({"env": env}))
        (tmp_path / "shop" / ".claude").mkdir(parents=True)
        (tmp_path / "shop" / ".claude" / "settings.local.json").write_text('{"env": {"OTHER": "1"}}')
        env = {}
    shop = str(tmp_path / "shop")
    assert places(tmp_path, **env).folder(shop) == places(tmp_path).folder(shop)
    assert not places(tmp_path, **env).is_read_by_client(shop)


def learned(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "port.md").write_text("The staging port is 8080.\n")
    return folder


def test_memory_stays_where_it_stands_when_the_client_comes_to_the_machine(tmp_path: Path) -> None:
    where = places(tmp_path)
    ours = learned(where.folder("/x/shop"))
    (tmp_path / ".claude").mkdir()
    assert where.folder("/x/shop") == where.left_behind("/x/shop") == ours
    assert not where.is_read_by_client("/x/shop")
    (where.wanted("/x/shop")).mkdir(parents=True)
    (where.wanted("/x/shop") / "MEMORY.md").write_text("- nothing yet\n")
    assert where.folder("/x/shop") == ours


def test_a_client_whose_folder_cannot_be_looked_at_is_not_taken_for_gone(tmp_path: Path) -> None:
    cannot_be_looked_at(tmp_path / ".claude")
    where = places(tmp_path)
    assert where.folder("/x/shop") == tmp_path / ".claude" / "projects" / slug("/x/shop") / "memory"
    assert where.is_read_by_client("/x/shop")


def test_memory_the_client_keeps_too_does_not_hide_what_was_learned_before(tmp_path: Path) -> None:
    where = places(tmp_path)
    ours = learned(where.folder("/x/shop"))
    (tmp_path / ".claude").mkdir()
    learned(where.wanted("/x/shop"))
    assert where.folder("/x/shop") == where.left_behind("/x/shop") == ours


def test_a_link_from_where_the_client_looks_leaves_nothing_behind(tmp_path: Path) -> None:
    where = places(tmp_path)
    ours = learned(where.folder("/x/shop"))
    looks = where.looks("/x/shop")
    looks.parent.mkdir(parents=True)
    looks.symlink_to(ours)
    assert where.left_behind("/x/shop") is None
    assert where.folder("/x/shop") == looks
    assert where.is_read_by_client("/x/shop")


@pytest.mark.parametrize(
    ("one", "other"), [("/src/проект", "/src/задача"), ("/src/shop-api", "/src/shop/api"), ("/a_b", "/a.b")]
)
def test_projects_whose_paths_the_client_names_alike_have_memories_of_their_own(
    tmp_path: Path, one: str, other: str
) -> None:
    where = places(tmp_path)
    learned(where.folder(one))
    assert where.folder(other) != where.folder(one)
    assert where.alike(other, [one, other]) == [other]
    (tmp_path / ".claude").mkdir()
    assert where.looks(one) == where.looks(other)
    learned(where.looks(one))
    assert where.alike(one, [one, other]) == [one]


def test_projects_the_client_names_alike_can_be_joined_all_the_same(tmp_path: Path) -> None:
    where = places(tmp_path)
    shop = learned(where.folder("/src/shop-api"))
    where.folder("/src/shop/api").parent.mkdir()
    where.folder("/src/shop/api").symlink_to(shop)
    known = ["/src/shop-api", "/src/shop/api"]
    assert where.alike("/src/shop/api", known) == known[::-1]
    assert where.alike("/src/shop-api", known) == known


def test_settings_of_the_client_that_cannot_be_read_leave_its_defaults(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text("{broken")
    assert places(tmp_path).folder("/x/shop").is_relative_to(tmp_path / ".claude")


def test_one_named_folder_is_the_only_home(tmp_path: Path) -> None:
    assert Places(tmp_path / "one", tmp_path / ".claude", tmp_path / "data", {}).personal is None


def test_a_home_reaches_the_folders_its_settings_lead_to_and_none_of_another_home(tmp_path: Path) -> None:
    home, other = places(tmp_path / "home"), places(tmp_path / "other")
    named = tmp_path / "named"
    clients, ours, linked = home.looks("/x/shop"), home.own("/x/shop"), home.looks("/x/linked")
    assert home.personal is not None
    assert other.personal is not None
    for folder in (clients, ours, home.personal, other.personal, other.looks("/x/shop"), named):
        folder.mkdir(parents=True)
    linked.parent.mkdir()
    linked.symlink_to(named)
    for folder in (clients, ours, home.personal, named):
        assert home.reaching(lambda: ["/x/shop"])(str(folder.resolve())), folder
    for folder in (other.personal, other.looks("/x/shop")):
        assert not home.reaching(lambda: ["/x/shop"])(str(folder.resolve())), folder


def test_of_however_many_folders_it_is_asked_a_home_looks_everywhere_once(tmp_path: Path) -> None:
    asked: list[int] = []

    def projects() -> list[str]:
        asked.append(1)
        return ["/x/shop"]

    reaches = places(tmp_path / "home").reaching(projects)
    assert reaches(str(places(tmp_path / "home").looks("/x/shop").resolve()))
    assert asked == []
    assert not any(reaches(f"/former/{n}/memory") for n in range(50))
    assert len(asked) == 1


def test_with_one_folder_for_everything_no_other_one_is_reached(tmp_path: Path) -> None:
    one = places(tmp_path, tmp_path / "one")
    assert one.reaching(list)(str((tmp_path / "one").resolve()))
    assert not one.reaching(list)(str(one.looks("/x/shop").resolve()))


def test_the_personal_folder_is_no_project_s_whatever_the_client_is_told(tmp_path: Path) -> None:
    where = places(tmp_path)
    personal = where.personal
    assert personal is not None
    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"autoMemoryDirectory": str(personal)}))
    assert where.folder("/x/shop") == tmp_path / ".claude" / "projects" / slug("/x/shop") / "memory"


def memory_of(places: Places, project: str) -> Path:
    made = places.claude_dir / "projects" / slug(project) / "memory"
    made.parent.mkdir(parents=True, exist_ok=True)
    return made


def test_projects_are_joined_where_one_s_folder_is_a_link_to_the_other_s(tmp_path: Path) -> None:
    places = Places(None, tmp_path / ".claude", tmp_path / "data", {})
    memory_of(places, "/src/shop").mkdir()
    memory_of(places, "/src/clone").symlink_to(memory_of(places, "/src/shop"))
    memory_of(places, "/src/other").mkdir()
    memory_of(places, "/src/astray").symlink_to(tmp_path / "nowhere")
    known = ["/src/astray", "/src/clone", "/src/other", "/src/shop", "/src/unseen"]
    assert places.alike("/src/shop", known) == ["/src/shop", "/src/clone"]
    assert places.alike("/src/clone", known) == ["/src/clone", "/src/shop"]
    assert places.alike("/src/other", known) == ["/src/other"]


def test_with_one_folder_for_everything_nothing_is_joined(tmp_path: Path) -> None:
    places = Places(tmp_path, tmp_path / ".claude", tmp_path / "data", {})
    assert places.alike("/src/shop", ["/src/other", "/src/shop"]) == ["/src/shop"]


def test_a_place_inside_the_repository_is_not_its_memory_whoever_says_so(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    (project / ".claude").mkdir(parents=True)
    (project / ".git").mkdir()
    places = Places(None, tmp_path / ".claude", tmp_path / "data", {})
    (tmp_path / ".claude").mkdir()
    for named in (project / "notes", project, tmp_path / "other/../shop/notes"):
        told = json.dumps({"autoMemoryDirectory": str(named)})
        (project / ".claude/settings.local.json").write_text(told)
        assert places.folder(str(project)) == tmp_path / ".claude/projects" / slug(str(project)) / "memory"
    (project / ".claude/settings.local.json").write_text(
        json.dumps({"autoMemoryDirectory": str(tmp_path / "m")})
    )
    assert places.folder(str(project)) == tmp_path / "m"


def test_a_place_inside_the_repository_is_not_its_memory_in_another_spelling_either(tmp_path: Path) -> None:
    project = tmp_path / "Gr\u00f6\u00dfe"
    (project / ".claude").mkdir(parents=True)
    (project / ".git").mkdir()
    (tmp_path / ".claude").mkdir()
    told = json.dumps({"autoMemoryDirectory": str(tmp_path / "Gro\u0308\u00dfe" / "notes")})
    (project / ".claude/settings.local.json").write_text(told)
    assert places(tmp_path).folder(str(project)).is_relative_to(tmp_path / ".claude" / "projects")
