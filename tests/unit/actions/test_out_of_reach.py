"""Forget where a memory folder is away or a file cannot be read: it is never said to be done while words are left."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.actions.forget import Asked, Forget
from extractor.errors import ConfigError
from extractor.memory.memory_file import parse
from tests.support.scripted import Desk, says
from tests.support.talk import agent, human
from tests.unit.extraction.test_run import hold, keep

RULE = "Never mention the customer Zweig in commit messages."
OTHER = "Deploys happen on Tuesdays only."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    session = made.said("s", human("h1", RULE), agent("a1"))
    hold(made, session, keep("zweig.md", "h1", RULE), says())
    made.said("s", human("h2", OTHER), agent("a2"), human("h3", "Marmalade is what I like."), agent("a3"))
    hold(made, session, keep("deploys.md", "h2", OTHER), says())
    yield made
    made.close()


@pytest.fixture
def forget(desk: Desk) -> Forget:
    return Forget(desk.archive, lambda _path: desk.folder, desk.clock)


def held(desk: Desk) -> int:
    return desk.archive.db.number("SELECT count(*) FROM messages WHERE text LIKE '%Zweig%'")


def move_away(desk: Desk, tmp_path: Path) -> Path:
    """As a disk that is unmounted takes it away."""
    desk.folder.close()
    return Path(shutil.move(desk.path, tmp_path / "elsewhere"))


def make_unreadable(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "second-name.md").hardlink_to(desk.path / "zweig.md")


@pytest.mark.parametrize("asked", [Asked(words="Zweig"), Asked(message="h1"), Asked(session="s")])
def test_what_stands_in_a_folder_that_is_away_is_not_said_to_be_forgotten(
    desk: Desk, forget: Forget, tmp_path: Path, asked: Asked
) -> None:
    away = move_away(desk, tmp_path)
    with pytest.raises(
        ConfigError, match=rf"nothing was forgotten; {desk.path} is not there.*put the folder back"
    ):
        forget.plan(asked)
    assert held(desk) == 1
    shutil.move(away, desk.path)
    assert forget.carry_out(forget.plan(asked)) == ()
    assert not (desk.path / "zweig.md").exists()
    assert held(desk) == 0


def test_a_folder_that_is_a_link_to_nothing_is_named_as_one_and_let_go_without_it(
    desk: Desk, forget: Forget, tmp_path: Path
) -> None:
    move_away(desk, tmp_path)
    desk.path.symlink_to(tmp_path / "gone")
    with pytest.raises(
        ConfigError, match=rf"{desk.path} is a link to {tmp_path / 'gone'}.*delete the link and"
    ):
        forget.plan(Asked(words="Zweig"))
    desk.path.unlink()
    assert desk.removals.look(desk.folder, is_meant=True)
    forget.carry_out(forget.plan(Asked(words="Zweig")))
    assert held(desk) == 0


def test_what_stands_in_a_file_that_cannot_be_read_is_not_said_to_be_forgotten(
    desk: Desk, forget: Forget, tmp_path: Path
) -> None:
    make_unreadable(desk, tmp_path)
    with pytest.raises(ConfigError, match=r"nothing was forgotten; .*zweig\.md cannot be read"):
        forget.plan(Asked(words="Zweig"))
    assert held(desk) == 1
    (tmp_path / "second-name.md").unlink()
    forget.carry_out(forget.plan(Asked(words="Zweig")))
    assert not (desk.path / "zweig.md").exists()


def add_latin_1(desk: Desk, words: str) -> None:
    with (desk.path / "zweig.md").open("ab") as file:
        file.write(f"\n{words}\n".encode("latin-1"))


@pytest.mark.parametrize("asked", [Asked(words="customer Zweig"), Asked(message="h1")])
def test_what_stands_in_a_file_that_is_not_utf_8_is_not_said_to_be_forgotten(
    desk: Desk, forget: Forget, asked: Asked
) -> None:
    add_latin_1(desk, "Gründe siehe Wiki.")
    path = desk.path / "zweig.md"
    with pytest.raises(
        ConfigError, match=r"nothing was forgotten; .*zweig\.md is not UTF-8.*save it as UTF-8"
    ):
        forget.plan(asked)
    assert held(desk) == 1
    path.write_bytes(path.read_bytes().decode("latin-1").encode())
    forget.carry_out(forget.plan(asked))
    (left,) = desk.path.glob("memory-*.md")
    assert parse(left.read_bytes()).statements == ("Gründe siehe Wiki.",)
    assert held(desk) == 0


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
@pytest.mark.parametrize("asked", [Asked(words="Zürich"), Asked(message="h4")])
def test_a_sentence_whose_own_letters_are_not_utf_8_is_not_said_to_be_forgotten(
    desk: Desk, forget: Forget, encoding: str, asked: Asked
) -> None:
    said = "We deploy in Zürich, Große Straße 1, on Fridays."
    session = desk.said("s", human("h4", said), agent("a4"))
    hold(desk, session, keep("zurich.md", "h4", said), says())
    path = desk.path / "zurich.md"
    path.write_bytes(path.read_bytes().decode().encode(encoding))
    with pytest.raises(ConfigError, match=r"nothing was forgotten; .*zurich\.md is not UTF-8"):
        forget.plan(asked)
    path.write_bytes(path.read_bytes().decode(encoding).encode())
    forget.carry_out(forget.plan(asked))
    assert not path.exists()


def test_a_file_that_is_not_utf_8_from_which_the_sentence_was_taken_holds_nothing_up(
    desk: Desk, forget: Forget
) -> None:
    path = desk.path / "zweig.md"
    path.write_bytes(path.read_bytes().replace(RULE.encode(), "Gründe siehe Wiki.".encode("latin-1")))
    forget.carry_out(forget.plan(Asked(words="Zweig")))
    assert held(desk) == 0


def test_a_file_of_a_run_that_is_not_utf_8_cannot_be_named_to_be_forgotten(
    desk: Desk, forget: Forget
) -> None:
    add_latin_1(desk, "Gründe siehe Wiki.")
    data = (desk.path / "zweig.md").read_bytes()
    with pytest.raises(ConfigError, match=r"zweig\.md is not UTF-8"):
        forget.plan(Asked(file=(desk.folder.path, "zweig.md", data)))


def test_a_file_that_is_saved_in_another_encoding_after_the_plan_was_shown_keeps_all_of_it(
    desk: Desk, forget: Forget
) -> None:
    planned = forget.plan(Asked(words="Zweig"))
    add_latin_1(desk, "Gründe siehe Wiki.")
    with pytest.raises(ConfigError, match=r"is not UTF-8"):
        forget.carry_out(planned)
    assert (held(desk), desk.archive.forgetting.pending()) == (1, [])


def test_words_of_a_persons_own_in_a_file_that_is_not_utf_8_hold_nothing_up(
    desk: Desk, forget: Forget
) -> None:
    add_latin_1(desk, "Gründe: siehe Marmalade im Wiki.")
    planned = forget.plan(Asked(words="marmalade"))
    assert planned.elsewhere == (
        f"{desk.path / 'zweig.md'} holds it in words of your own: take them out there",
    )


def test_a_folder_that_goes_away_after_the_plan_was_shown_keeps_all_of_it(
    desk: Desk, forget: Forget, tmp_path: Path
) -> None:
    planned = forget.plan(Asked(words="Zweig"))
    move_away(desk, tmp_path)
    with pytest.raises(ConfigError, match="is not there"):
        forget.carry_out(planned)
    assert (held(desk), desk.archive.forgetting.pending()) == (1, [])


def test_an_order_that_was_cut_short_waits_for_the_folder(desk: Desk, forget: Forget, tmp_path: Path) -> None:
    desk.archive.forgetting.begin(forget.plan(Asked(words="Zweig")).order)
    away = move_away(desk, tmp_path)
    (line,) = forget.recover()
    assert line.startswith(f"not forgotten yet: {desk.path} is not there")
    assert held(desk) == 1
    shutil.move(away, desk.path)
    assert forget.recover() == ()
    assert not (desk.path / "zweig.md").exists()
    assert (held(desk), desk.archive.forgetting.pending()) == (0, [])


def test_a_folder_a_person_removed_on_purpose_is_in_nobodys_way(desk: Desk, forget: Forget) -> None:
    desk.folder.close()
    shutil.rmtree(desk.path)
    desk.removals.look_at(desk.folder.path, is_meant=True)
    forget.carry_out(forget.plan(Asked(words="Zweig")))
    assert held(desk) == 0


def test_what_no_sentence_tells_of_is_forgotten_and_what_was_not_looked_into_is_named(
    desk: Desk, forget: Forget, tmp_path: Path
) -> None:
    make_unreadable(desk, tmp_path)
    planned = forget.plan(Asked(words="marmalade"))
    assert planned.elsewhere == (f"{desk.path / 'zweig.md'} was not looked into: it cannot be read",)
    (tmp_path / "second-name.md").unlink()
    move_away(desk, tmp_path)
    planned = forget.plan(Asked(words="marmalade"))
    assert planned.elsewhere == (f"{desk.path} was not looked into: it is not there",)
    forget.carry_out(planned)
    assert desk.archive.db.number("SELECT count(*) FROM messages WHERE text LIKE '%armalade%'") == 0
