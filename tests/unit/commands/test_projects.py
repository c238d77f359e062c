"""The projects there are are told with what can be done about them."""

from __future__ import annotations

from pathlib import Path

from extractor.commands.projects import Listed, list_lines
from extractor.domain import Milliseconds


def test_a_project_is_told_with_what_can_be_done_about_it(tmp_path: Path) -> None:
    here = Listed(
        str(tmp_path), tmp_path, (("claude-code", 2), ("codex", 1)), Milliseconds(0), 1, ("/a",), ("/b", "/c")
    )
    assert list(list_lines([here])) == [
        f"{tmp_path}  claude-code: 2 sessions, codex: 1 session, 1 memory",
        "  one memory with /a",
        f"  a clone of what /b, /c is: `extractor projects join /b --project {tmp_path}` gives them one memory",
    ]
    gone = Listed("/gone", Path("/m"), (), Milliseconds(0), 0, ())
    assert list(list_lines([gone]))[-1].startswith("  it is not there any more")
