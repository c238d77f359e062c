"""Whose a place is: what others could change is not trusted, and the line says why."""

from __future__ import annotations

import contextlib
import os
import shlex
import stat
from pathlib import Path

import pytest

from extractor import fs
from extractor.archive.database import Database
from extractor.config.settings import load
from extractor.domain import Milliseconds
from extractor.errors import ConfigError, MemoryConflict, StoreFailed
from extractor.fs import Kernel, Root
from extractor.templates import templates

NOW = Milliseconds(0)


class Person(Kernel):
    """A person with this user id, whose primary group is theirs alone or not."""

    def __init__(self, uid: int, private: int | None = None) -> None:
        self.uid, self.private = uid, private

    def user(self) -> int:
        return self.uid

    def is_private_group(self, gid: int) -> bool:
        return gid == self.private


def another() -> int:
    """A user id that is neither root's nor the one files of this test get."""
    return os.geteuid() + 4321


def one_line(refused: pytest.ExceptionInfo[ConfigError], place: Path) -> None:
    assert str(place) in str(refused.value)
    assert "\n" not in str(refused.value)


def given_away(path: Path) -> None:
    """Make `path` another user's; only root can."""
    if os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    os.chown(path, another(), -1)


# roots


def test_a_folder_of_one_s_own_is_trusted(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir(mode=0o755)
    fs.own_folder(tmp_path / "a")
    fs.own_folder(tmp_path / "absent")


def test_a_folder_that_became_another_user_s_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    given_away(tmp_path / "a")
    for act in (
        lambda: Root.open(tmp_path / "a"),
        lambda: fs.own_folder(tmp_path / "a"),
        lambda: fs.private_root(tmp_path / "a"),
        lambda: Database.open(tmp_path / "a" / "state.db", NOW),
        lambda: Database.open_readonly(tmp_path / "a" / "state.db"),
    ):
        with pytest.raises(ConfigError, match="belongs to another user") as refused:
            act()
        one_line(refused, tmp_path / "a")
    assert os.listdir(tmp_path / "a") == []


def test_the_owner_is_compared_with_who_asks(tmp_path: Path) -> None:
    given_away(tmp_path)
    fs.own_folder(tmp_path, Person(another()))
    with pytest.raises(ConfigError, match="belongs to another user"):
        fs.own_folder(tmp_path, Person(another() + 1))


@pytest.mark.parametrize("mode", [0o777, 0o707, 0o702, 0o770, 0o720])
def test_a_folder_others_may_write_to_is_refused_with_the_remedy(tmp_path: Path, mode: int) -> None:
    place = tmp_path / "a"
    place.mkdir()
    place.chmod(mode)
    kernel = Person(os.geteuid())
    for act in (lambda: Root.open(place, kernel=kernel), lambda: fs.own_folder(place, kernel)):
        with pytest.raises(ConfigError, match="chmod go-w") as refused:
            act()
        one_line(refused, place)
    place.chmod(mode | stat.S_ISVTX)
    fs.own_folder(place, kernel)
    assert stat.S_IMODE(place.stat().st_mode) == mode | stat.S_ISVTX, "no mode is ever changed"


def test_the_remedy_can_be_given_to_a_shell_whatever_the_folder_is_called(tmp_path: Path) -> None:
    place = tmp_path / "Bo's own files"
    place.mkdir()
    place.chmod(0o777)
    with pytest.raises(ConfigError) as refused:
        fs.own_folder(place, Person(os.geteuid()))
    command = str(refused.value).partition("`")[2].rpartition("`")[0]
    assert shlex.split(command) == ["chmod", "go-w", str(place)]


def test_a_line_about_writers_is_mended_once_they_may_write_no_more(tmp_path: Path) -> None:
    kernel = Person(os.geteuid())
    place, file = tmp_path / "it's: a folder", tmp_path / "key"
    place.mkdir()
    file.touch()
    for path, check in ((place, fs.own_folder), (file, fs.own_file)):
        path.chmod(0o777)
        with pytest.raises(ConfigError, match="chmod go-w") as refused:
            check(path, kernel)
        line = str(refused.value)
        assert not fs.is_mended(line, kernel)
        path.chmod(0o755)
        assert fs.is_mended(line, kernel)
        assert not fs.is_mended(f"{line}; and more", kernel)


def test_of_what_is_gone_and_of_any_other_line_nothing_is_said_to_be_mended(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    assert not fs.is_mended(f"other users may write to the folder {gone}: run `chmod go-w '{gone}'`")
    assert not fs.is_mended(f"{tmp_path} is not a plain file: move it elsewhere")
    assert not fs.is_mended("")


def test_a_group_that_is_this_person_s_alone_may_write(tmp_path: Path) -> None:
    place = tmp_path / "a"
    place.mkdir()
    place.chmod(0o775)
    fs.own_folder(place, Person(os.geteuid(), private=place.stat().st_gid))
    with pytest.raises(ConfigError, match="other users may write"):
        fs.own_folder(place, Person(os.geteuid(), private=place.stat().st_gid + 1))


def test_a_group_no_name_is_known_for_is_not_private() -> None:
    assert not Kernel().is_private_group(2_000_000_017)


def test_a_state_folder_others_may_write_to_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    place = tmp_path / "state"
    place.mkdir()
    place.chmod(0o777)
    with pytest.raises(ConfigError, match="other users may write"):
        Database.open(place / "state.db", NOW)
    assert os.listdir(place) == []


# files below a root


def test_a_memory_file_of_another_user_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "planted.md").write_text("obey")
    given_away(tmp_path / "planted.md")
    with Root.open(tmp_path) as root:
        assert "belongs to another user" in root.names().refused["planted.md"]
        with pytest.raises(MemoryConflict, match="belongs to another user"):
            root.read("planted.md", 1_000)


@pytest.mark.parametrize("name", ["state.db", "state.db-wal", "state.db-shm"])
def test_a_link_in_the_state_folder_is_not_written_through(tmp_path: Path, name: str) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    place = tmp_path / "state"
    place.mkdir(mode=0o700)
    (place / name).symlink_to(victim)
    with contextlib.suppress(StoreFailed):
        # SQLite drops a link in the place of a new file's log; any other is refused.
        Database.open(place / "state.db", NOW).close()
    assert victim.read_bytes() == b"mine"


# settings and keys


def test_settings_others_may_write_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('model = "offline"\n')
    env = {"HOME": str(tmp_path), "EXTRACTOR_CONFIG": str(file)}
    load({}, env)
    file.chmod(0o666)
    with pytest.raises(ConfigError, match="chmod go-w") as refused:
        load({}, env)
    one_line(refused, file)
    file.chmod(0o600)
    tmp_path.chmod(0o777)
    with pytest.raises(ConfigError, match="chmod go-w"):
        load({}, env)


def test_settings_behind_a_link_are_held_to_the_folder_they_lie_in(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "own").mkdir()
    (tmp_path / "open" / "config.toml").write_text("")
    (tmp_path / "own" / "config.toml").symlink_to(tmp_path / "open" / "config.toml")
    fs.own_file(tmp_path / "own" / "config.toml")
    (tmp_path / "open").chmod(0o777)
    with pytest.raises(ConfigError, match=r"open: run|open'"):
        fs.own_file(tmp_path / "own" / "config.toml")


def test_a_link_in_a_folder_others_may_write_to_is_refused_though_the_settings_are_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "config.toml").write_text("")
    (tmp_path / "open" / "config.toml").symlink_to(tmp_path / "own" / "config.toml")
    (tmp_path / "open").chmod(0o777)
    for name in ("config.toml", "absent.toml"):
        with pytest.raises(ConfigError, match="other users may write to the folder"):
            fs.own_file(tmp_path / "open" / name)


def test_settings_of_another_user_are_refused_in_a_folder_of_one_s_own(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("")
    given_away(tmp_path / "config.toml")
    with pytest.raises(ConfigError, match=r"the file .*config\.toml belongs to another user"):
        fs.own_file(tmp_path / "config.toml")


def test_a_key_in_a_folder_others_may_write_to_is_refused(tmp_path: Path) -> None:
    from extractor.api_key import api_key

    (tmp_path / "keys").mkdir()
    file = tmp_path / "keys" / "key"
    file.write_text("k" * 20)
    file.chmod(0o600)
    settings = load({"key_file": file}, {"HOME": str(tmp_path)}).settings
    assert api_key(settings, {}).value == "k" * 20
    (tmp_path / "keys").chmod(0o777)
    with pytest.raises(ConfigError, match="chmod go-w"):
        api_key(settings, {})


def test_templates_others_may_write_are_refused(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    settings = load({"template_dir": tmp_path / "own"}, {"HOME": str(tmp_path)}).settings
    templates(settings)
    (tmp_path / "own").chmod(0o777)
    with pytest.raises(ConfigError, match="chmod go-w"):
        templates(settings)
    (tmp_path / "own").chmod(0o755)
    template = tmp_path / "own" / "user.md"
    template.write_text("Mine.\n")
    template.chmod(0o666)
    with pytest.raises(ConfigError, match=r"user\.md: run `chmod go-w"):
        templates(settings)
