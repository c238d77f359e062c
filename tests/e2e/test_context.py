"""`digest` and `context` as commands: what an agent is given, and what is gone when it is forgotten."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.machine import Scratch
from tests.support.shared import need_shared


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path / "home")
    session = made.session("0a1b2c3d-0000-4000-8000-000000000001")
    session.turn("Always keep prices as integer cents in the shop.")
    session.turn("Now name the basket's test after the marmalade incident.")
    assert made.command("once", "--yes").returncode == 0
    return made


def test_the_digest_names_a_session_so_that_other_commands_find_it(scratch: Scratch) -> None:
    told = scratch.command("digest")
    assert told.returncode == 0, told.stderr
    assert "## Today" in told.stdout
    assert "session 0a1b2c3d, 2 requests" in told.stdout
    assert "Always keep prices as integer cents" in told.stdout
    assert "marmalade" in scratch.command("recall", "marmalade", "--session", "0a1b2c3d").stdout
    assert "marmalade" in scratch.command("history", "0a1b2c3d").stdout


def test_the_digest_as_json_says_what_each_entry_stands_for(scratch: Scratch) -> None:
    told = json.loads(scratch.command("digest", "--json").stdout)
    (entry,) = told["entries"]
    assert (entry["level"], entry["pieces"], entry["sessions"]) == (
        "full",
        1,
        ["0a1b2c3d-0000-4000-8000-000000000001"],
    )
    assert told["tokens"] <= told["budget"] == 10_000
    assert told["projects"] == [str(scratch.project)]
    assert entry["text"] in told["text"]


def test_a_session_that_goes_on_leads(scratch: Scratch) -> None:
    assert scratch.command("digest", "--session", "0a1b").stdout.startswith("## This session\n")
    failed = scratch.command("digest", "--session", "nobody")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert "no session nobody" in failed.stderr


def test_another_project_has_its_own_digest(scratch: Scratch) -> None:
    elsewhere = scratch.home / "elsewhere"
    elsewhere.mkdir()
    assert scratch.command("digest", cwd=elsewhere).stdout.startswith("no work is archived yet in ")
    for words in (("--project", "shop"), ("--project", str(scratch.project)), ("--all",)):
        assert "integer cents" in scratch.command("digest", *words, cwd=elsewhere).stdout
    failed = scratch.command("digest", "--project", "nowhere")
    assert failed.returncode == 1
    assert "no session was held in a project nowhere" in failed.stderr


def test_a_name_that_fits_two_projects_is_answered_with_both(scratch: Scratch) -> None:
    other = scratch.home / "elsewhere" / scratch.project.name
    session = scratch.session()
    session.cwd = str(other)
    session.turn("The other shop sells boats.")
    assert scratch.command("once", "--yes").returncode == 0
    for command in (("context",), ("digest",), ("recall", "shop")):
        failed = scratch.command(*command, "--project", scratch.project.name)
        assert (failed.returncode, failed.stdout) == (1, "")
        assert str(other) in failed.stderr
        assert str(scratch.project) in failed.stderr


def test_before_anything_was_archived_there_is_nothing_to_tell(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    for words in ((), ("--all",)):
        told = scratch.command("digest", *words)
        assert told.returncode == 0
        assert told.stdout == "no work is archived yet: `extractor status` says what waits and why\n"


def test_forgetting_takes_the_words_out_of_the_digest(scratch: Scratch) -> None:
    assert "marmalade" in scratch.command("digest").stdout
    assert scratch.command("forget", "--yes", "marmalade").returncode == 0
    told = scratch.command("digest").stdout
    assert "marmalade" not in told
    assert "integer cents" in told
    assert (
        scratch.command("forget", "--yes", "--session", "0a1b2c3d-0000-4000-8000-000000000001").returncode
        == 0
    )
    told = scratch.command("digest").stdout
    assert "session 0a1b2c3d" in told
    assert "(no words of a person are kept)" in told


def test_a_new_session_is_given_pins_index_past_work_and_conversation(scratch: Scratch) -> None:
    pinned = "---\nname: till\nmetadata:\n  pinned: true\n---\n\nThe till closes at six.\n"
    (scratch.memory / "till.md").write_text(pinned)
    told = scratch.command("context")
    assert told.returncode == 0, told.stderr
    places = [told.stdout.index(f"\n# {name}") for name in ("Pinned", "MEMORY.md", "Past work", "Recent")]
    assert places == sorted(places)
    assert pinned in told.stdout
    assert "integer cents" in told.stdout.split("# MEMORY.md")[1].split("# Past work")[0]
    assert "  Now name the basket's test after the marmalade incident.\n" in told.stdout
    assert scratch.command("context").stdout == told.stdout


def test_the_context_as_json_says_what_each_layer_takes_and_leaves_out(scratch: Scratch) -> None:
    told = json.loads(scratch.command("context", "--json", "--tokens", "200").stdout)
    assert [layer["name"] for layer in told["layers"]] == ["pins", "index", "digest", "window"]
    assert told["tokens"] <= told["budget"] == 200
    assert any(layer["left_out"] for layer in told["layers"])


def test_a_session_that_goes_on_is_given_its_own_conversation(scratch: Scratch) -> None:
    other = scratch.session("ffff0000-0000-4000-8000-000000000002")
    other.turn("What about the other thing, the harbour?")
    assert scratch.command("once", "--yes").returncode == 0
    assert "harbour" in scratch.command("context").stdout.split("# Recent conversation")[1]
    own = scratch.command("context", "--session", "0a1b2c3d").stdout.split("# Recent conversation")
    assert "harbour" in own[0]
    assert "harbour" not in own[1]
    assert "marmalade" in own[1]


def test_words_that_act_on_a_terminal_do_nothing_there(scratch: Scratch) -> None:
    (scratch.memory / "MEMORY.md").write_text("\x1b]0;owned\x07 \u202etxet \x9b31m\n")
    told = scratch.command("context").stdout
    assert "]0;owned txet 31m\n" in told
    assert not set(told) & {"\x1b", "\x07", "\u202e", "\x9b"}


def test_words_nobody_sees_are_told_no_model_and_no_terminal(scratch: Scratch) -> None:
    hidden = "\ufe07\ufe02\u200b\u200c\U000e0072\U000e006d"
    pinned = f"---\ndescription: Open{hidden} late.\nmetadata:\n  pinned: true\n---\n\nOpen{hidden} late.\n"
    (scratch.memory / "till.md").write_text(pinned)
    hook = json.loads(scratch.command("context", "--hook", "codex").stdout)["hookSpecificOutput"]
    values = json.loads(scratch.command("context", "--json").stdout)
    prompts = [scratch.command("context").stdout, hook["additionalContext"], values["text"]]
    prompts += [values["layers"][0]["text"]]
    shown = [scratch.command("list").stdout, scratch.command("show", "till").stdout]
    assert all("Open late." in prompt for prompt in prompts)
    assert all("Open\\ufe07\\ufe02\\u200b" in told for told in shown)
    assert not {letter for told in (*prompts, *shown) for letter in hidden if letter in told}


def test_where_nothing_is_known_nothing_is_given(tmp_path: Path) -> None:
    told = Scratch(tmp_path / "home").command("context")
    assert (told.returncode, told.stdout) == (0, "")
    assert "nothing is known of this project yet" in told.stderr


def test_before_anything_was_archived_the_project_that_was_named_is_told_of(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    scratch.memory.mkdir(parents=True)
    (scratch.memory / "MEMORY.md").write_text("# Memory\n\n- the till closes at six\n")
    assert "closes at six" in scratch.command("context").stdout
    elsewhere = scratch.home / "elsewhere"
    elsewhere.mkdir()
    assert scratch.command("context", "--project", str(elsewhere)).stdout == ""
    named = scratch.command("context", "--project", str(scratch.project), cwd=elsewhere)
    assert "closes at six" in named.stdout
    for words in (("--project", "nowhere"), ("--session", "0a1b")):
        failed = scratch.command("context", *words)
        assert (failed.returncode, failed.stdout, failed.stderr.count("\n")) == (1, "", 1)
        assert words[1] in failed.stderr


def test_too_little_room_is_not_told_as_nothing_known(scratch: Scratch) -> None:
    scratch.settings |= {"EXTRACTOR_DIGEST_TOKENS": "1", "EXTRACTOR_CONTEXT_TOKENS": "1"}
    assert (
        scratch.command("digest").stdout
        == "1 piece of work does not fit into 1 token: ask for more with --tokens\n"
    )
    told = scratch.command("context")
    assert (told.returncode, told.stdout) == (0, "")
    assert "1 older piece of work" in told.stderr
    assert "not fit into 1 token: ask for more with --tokens" in told.stderr
    assert "nothing is known" not in told.stderr


def test_a_pinned_file_that_is_in_no_prompt_is_named_whatever_room_there_is(scratch: Scratch) -> None:
    (scratch.memory / "till.md").write_text("---\nmetadata:\n  pinned: true\n---\n\nIt closes at six.\n")
    told = scratch.command("context", "--tokens", "700")
    assert ("closes at six" in told.stdout, told.stderr) == (True, "")
    scratch.settings |= {"EXTRACTOR_PIN_TOKENS": "5"}
    told = scratch.command("context", "--tokens", "700")
    assert "closes at six" not in told.stdout
    assert ("[not here: till.md (" in told.stdout, told.stderr) == (True, "")
    (scratch.memory / f"{'till-' * 30}.md").write_text("---\nmetadata:\n  pinned: true\n---\n\nAt six.\n")
    told = scratch.command("context", "--tokens", "100")
    assert "till-.md (" in told.stderr
    assert "is pinned and not in the prompt" in told.stderr


def test_forgotten_words_are_in_no_context(scratch: Scratch) -> None:
    assert "marmalade" in scratch.command("context").stdout
    assert scratch.command("forget", "--yes", "marmalade").returncode == 0
    assert "marmalade" not in scratch.command("context").stdout


def test_a_file_that_cannot_be_read_is_told_and_the_rest_is_given(scratch: Scratch) -> None:
    (scratch.memory / "till.md").write_text("---\nmetadata:\n  pinned: true\n---\n\n" + "x" * 1_000_001)
    told = scratch.command("context")
    assert told.returncode == 0
    assert "till.md" in told.stderr
    assert "# MEMORY.md" in told.stdout


def test_real_sessions_are_told_inside_the_budget(tmp_path: Path) -> None:
    shared = need_shared() / "transcripts" / "public"
    scratch = Scratch(tmp_path / "home")
    scratch.transcripts.mkdir(parents=True)
    for path in sorted(shared.glob("*.jsonl")):
        shutil.copy(path, scratch.transcripts)
    assert scratch.command("once", "--yes").returncode == 0
    told = json.loads(scratch.command("digest", "--all", "--json").stdout)
    assert (told["left_out"], told["tokens"] <= told["budget"]) == (0, True)
    sessions = {session for entry in told["entries"] for session in entry["sessions"]}
    assert len(sessions) > 10
    for session in sorted(sessions)[:3]:
        given = json.loads(
            scratch.command("context", "--session", session, "--tokens", "20000", "--json").stdout
        )
        assert given["tokens"] <= 20_000
        assert "This session" in given["layers"][2]["text"]
        assert given["layers"][3]["tokens"] > 100


def test_a_pinned_file_is_told_to_be_missing_though_the_name_of_one_that_is_named_ends_like_it(
    scratch: Scratch,
) -> None:
    longer = f"{'old-' * 18}till.md"
    for name, lines in ((longer, 40), ("till.md", 30)):
        body = "It closes at seven.\n" * lines
        (scratch.memory / name).write_text(f"---\nmetadata:\n  pinned: true\n---\n\n{body}")
    told = scratch.command("context", "--tokens", "100")
    assert f"[not here: {longer} (" in told.stdout
    assert told.stdout.endswith("; 1 more]\n")
    (missing,) = told.stderr.splitlines()
    assert "till.md (" in missing
    assert longer not in missing
