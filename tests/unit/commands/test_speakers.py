"""The same person, agent and place are told in the same words by every command."""

from __future__ import annotations

from pathlib import Path

from tests.support.machine import Scratch


def test_the_person_is_called_so_wherever_their_words_are_told(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    scratch.session("a-session").turn("Never use tabs.")
    assert scratch.command("once").returncode == 0
    for command in ("why never-use-tabs", "recall tabs", "history a-session"):
        told = scratch.command(*command.split()).stdout
        assert "person" in told, command
        assert "human" not in told, command


def test_what_was_typed_is_told_to_have_been_and_not_by_the_name_of_a_session(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    assert scratch.command("remember", "The staging port is 8080.").returncode == 0
    for command in ("why", "show"):
        assert "  said by the person on the command line\n" in scratch.command(command, "staging-port").stdout
