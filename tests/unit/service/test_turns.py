"""Which runs may be under way at the same time, over folders that are shared and folders that are not."""

from __future__ import annotations

from typing import cast

from extractor.extraction.homes import Folder, Homes
from extractor.service.turns import Turns


class Named:
    """A folder of which only the path counts."""

    def __init__(self, path: str) -> None:
        self.path = path


def homes(project: str, personal: str | None = "/me") -> Homes:
    others = cast(Folder, Named(personal)) if personal else None
    return Homes(cast(Folder, Named(project)), others)


def begins(turns: Turns, session: int, project: str) -> bool:
    if not turns.takes(session, homes(project)):
        return False
    turns.begin(session, homes(project))
    return True


def test_projects_are_learned_from_at_once_though_they_share_the_persons_folder() -> None:
    turns = Turns()
    assert begins(turns, 1, "/a")
    assert begins(turns, 2, "/b")


def test_sessions_of_one_project_take_turns() -> None:
    turns = Turns()
    assert begins(turns, 1, "/a")
    assert not begins(turns, 2, "/a")
    assert turns.is_out(2)
    turns.end(1)
    assert not turns.is_out(2)
    assert begins(turns, 2, "/a")


def test_a_run_in_a_folder_other_runs_share_waits_for_them_and_they_for_it() -> None:
    turns = Turns()
    assert begins(turns, 1, "/a")
    assert not begins(turns, 2, "/me")
    turns.end(1)
    assert begins(turns, 2, "/me")
    assert not begins(turns, 1, "/a")


def test_who_was_overtaken_runs_alone_in_its_folders_and_only_once() -> None:
    turns = Turns()
    assert begins(turns, 1, "/a")
    turns.end(1)
    turns.run_alone(1)
    assert turns.is_first(1)
    assert begins(turns, 1, "/a")
    assert not begins(turns, 2, "/b")
    turns.end(1)
    assert not turns.is_first(1)
    assert begins(turns, 1, "/a")
    assert begins(turns, 2, "/b")


def test_who_was_overtaken_does_not_wait_for_ever_while_others_come_and_go() -> None:
    turns = Turns()
    assert begins(turns, 2, "/b")
    turns.run_alone(1)
    assert not begins(turns, 1, "/a"), "another one is still under way in a folder they share"
    assert not begins(turns, 3, "/c"), "or there would always be another one"
    turns.end(2)
    assert begins(turns, 1, "/a")
    assert not begins(turns, 3, "/c")


def test_who_was_overtaken_and_has_nothing_left_to_learn_holds_nobody_up() -> None:
    turns = Turns()
    assert begins(turns, 2, "/b")
    turns.run_alone(1)
    turns.let_go(1)
    assert begins(turns, 3, "/c")


def test_where_each_project_has_all_in_one_folder_nobody_waits_for_another() -> None:
    turns = Turns()
    turns.run_alone(1)
    turns.begin(1, homes("/a", None))
    assert turns.takes(2, homes("/b", None))
