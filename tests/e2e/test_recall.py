"""`recall` with the real command: what was said is found, what was forgotten is not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from extractor.archive.way import Way
from extractor.commands.recall import CLIENTS, SPEAKERS
from extractor.commands.speakers import name_of
from extractor.domain import Speaker
from extractor.transcripts import claude_blocks, codex_calls, gemini_parts, opencode_parts, plain
from tests.support.machine import Scratch
from tests.unit.models.test_word_vectors import model

RULE = "Never mock the Zanzibar database in tests."


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """A home in which two sessions were held and learned from."""
    made = Scratch(tmp_path_factory.mktemp("recall") / "home")
    one, two = made.session("aaaa-first"), made.session("bbbb-second")
    one.turn("How often does the webhook retry?", "Five times, with a growing delay.")
    one.turn(RULE, "Understood: Zanzibar stays real.")
    two.turn("Show me the invoices page.", "It shows \x1b[31mred\x1b[0m \u202eevil totals.")
    done = made.command("once")
    assert done.returncode == 0, done.stderr
    return made


def hits(scratch: Scratch, *words: str) -> list[dict[str, object]]:
    done = scratch.command("recall", "--json", *words)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["hits"]
    assert isinstance(found, list)
    return found


def excerpts(scratch: Scratch, *words: str) -> list[str]:
    return [str(hit["excerpt"]) for hit in hits(scratch, *words)]


def test_a_hit_says_when_where_and_by_whom_with_its_match_marked(scratch: Scratch) -> None:
    done = scratch.command("recall", "webhook", "retries")
    assert done.returncode == 0, done.stderr
    head, shown, *_ = done.stdout.splitlines()
    assert head.endswith("  person  claude-code aaaa-first")
    assert head[:2] == "20"
    assert shown == "  How often does the *webhook* *retry*?"


@pytest.mark.parametrize("is_started", [False, True])
def test_before_anything_was_read_no_other_words_are_asked_for(tmp_path: Path, is_started: bool) -> None:
    empty = Scratch(tmp_path / "home")
    if is_started:
        assert empty.command("once").returncode == 0
    done = empty.command("recall", "webhook")
    assert (done.returncode, done.stdout) == (
        0, "nothing was read yet: start `extractor run` or `extractor once`\n",
    )  # fmt: skip
    assert empty.command("recall", "webhook", "-q").stdout == ""
    assert json.loads(empty.command("recall", "webhook", "--json").stdout)["before_reading"]
    empty.session().turn("Never use tabs.")
    assert empty.command("once").returncode == 0
    assert empty.command("recall", "webhook").stdout.startswith("nothing was found: try fewer")


def test_what_was_never_said_is_told_beside_what_was_found(scratch: Scratch) -> None:
    done = scratch.command("recall", "webhook", "dentist")
    assert done.stdout.splitlines()[-1] == "never said: dentist"
    assert json.loads(scratch.command("recall", "--json", "webhook", "dentist").stdout)["missing"] == [
        "dentist"
    ]
    assert "never said" not in scratch.command("recall", "webhook", "retries").stdout


def test_what_a_memory_file_says_was_said(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    scratch.session().turn("How often does the webhook retry?", "Five times.")
    assert scratch.command("once").returncode == 0
    scratch.memory.mkdir(parents=True, exist_ok=True)
    far = "The webhook is ours.\n\n" + "Nothing of note stands here.\n\n" * 40 + "It feeds a walrus.\n"
    (scratch.memory / "mine.md").write_text(far)
    done = scratch.command("recall", "webhook", "walrus", "dentist")
    assert done.stdout.splitlines()[-1] == "never said: dentist"


def test_json_names_the_matches_by_their_place(scratch: Scratch) -> None:
    first = hits(scratch, "webhook")[0]
    text = str(first["excerpt"])
    (match,) = first["matches"]  # type: ignore[misc]
    assert text[match[0] : match[1]] == "webhook"  # type: ignore[has-type]
    assert (first["session"], first["speaker"], first["client"]) == ("aaaa-first", "human", "claude-code")
    assert first["project"] == str(scratch.project)


def test_memory_files_come_first(scratch: Scratch) -> None:
    done = scratch.command("recall", "zanzibar database")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("memory  ")
    assert "*Zanzibar* *database*" in lines[1]
    assert scratch.command("recall", "zanzibar", "--speaker", "agent").stdout.count("memory  ") == 0


def test_filters_keep_to_what_was_asked(scratch: Scratch) -> None:
    assert excerpts(scratch, "webhook invoices", "--session", "bbbb")[0] == "Show me the invoices page."
    assert not [e for e in excerpts(scratch, "webhook", "--session", "bbbb") if "webhook" in e]
    assert excerpts(scratch, "delays webhook", "--speaker", "agent") == ["Five times, with a growing delay."]
    assert excerpts(scratch, "webhook", "--until", "2020-01-01") == []
    assert excerpts(scratch, "webhook", "--since", "yesterday", "--when", "this week", "--project", "shop")
    assert excerpts(scratch, "webhook", "--project", str(scratch.home)) == []
    assert excerpts(scratch, "webhook", "--client", "plain") == []


def test_what_is_excluded_stays_out_in_one_argument_or_behind_two_dashes(scratch: Scratch) -> None:
    assert excerpts(scratch, "zanzibar -mock") == ["Understood: Zanzibar stays real."]
    assert excerpts(scratch, "--", "zanzibar", "-mock") == ["Understood: Zanzibar stays real."]


def test_an_argument_with_a_space_in_it_is_a_phrase(scratch: Scratch) -> None:
    assert excerpts(scratch, "delay growing", "webhook") == []
    both = {"How often does the webhook retry?", "Five times, with a growing delay."}
    assert set(excerpts(scratch, "delay growing webhook")[:2]) == both
    assert excerpts(scratch, "webhook", "growing delay") == ["Five times, with a growing delay."]


def test_the_exchange_around_a_hit_is_shown_and_can_do_nothing_to_a_terminal(scratch: Scratch) -> None:
    shown = scratch.command("recall", "invoices", "--context", "1", "--limit", "1").stdout
    assert "     Show me the invoices page." in shown
    assert "\\x1b[31mred" in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (("?!",), 2, "holds no word"),
        (("--", "-webhook"), 2, "only leaves out"),
        (("webhook", "--since", "xyzzy"), 2, "names no time"),
        (("webhook", "--speaker", "nobody"), 2, "say one of"),
        (("webhook", "--project", "nope"), 1, "no session was held in a project nope"),
        (
            ("webhook", "--session", "nope"),
            1,
            "no session nope: `extractor digest --all` names those there are",
        ),
        (("webhook", "--session", ""), 1, "no session"),
        (("webhook", "--client", "bob"), 2, "'bob': say one of claude-code, codex, gemini, opencode, plain"),
    ],
)
def test_what_cannot_be_looked_for_is_one_line(
    scratch: Scratch, words: tuple[str, ...], code: int, line: str
) -> None:
    done = scratch.command("recall", *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert line in done.stderr
    assert done.stderr.count("\n") == 1


def test_every_speaker_that_can_be_asked_for_is_in_the_help(scratch: Scratch) -> None:
    told = " ".join(scratch.command("recall", "--help").stdout.replace("-\n", "-").split())
    assert [name for name in SPEAKERS if name != "person (script)" and name not in told] == []


def test_a_speaker_is_asked_for_by_the_name_recall_gives_it() -> None:
    assert {name_of(speaker) for speaker in Speaker} <= SPEAKERS.keys()
    assert SPEAKERS["person (script)"] == (Speaker.HUMAN_HEADLESS,)


def test_every_client_there_is_can_be_asked_for() -> None:
    read = {
        claude_blocks.CLIENT,
        codex_calls.CLIENT,
        gemini_parts.CLIENT,
        opencode_parts.CLIENT,
        plain.CLIENT,
    }
    assert set(CLIENTS) == {*read, *Way}


@pytest.mark.parametrize(
    "query",
    [
        "' OR 1=1 --",
        "webhook) OR (",
        "NEAR(webhook, 2)",
        "text:webhook",
        "{text} : a",
        "web* AND NOT",
        "^webhook",
        "x" * 10_000,
        "webhook " * 1_250,
        "*" * 5_000 + "a",
        '"' * 999 + "a",
        "😀 webhook",
        "\u202ewebhook",
        "a\udcff",
    ],
)
def test_no_query_is_a_command_to_the_index(scratch: Scratch, query: str) -> None:
    done = scratch.command("recall", "--", query)
    assert "defect" not in done.stderr
    assert done.returncode == 0, done.stderr


def test_forgotten_and_private_words_are_not_found(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    session = scratch.session()
    session.turn(RULE, "Understood: Zanzibar stays real.")
    session.turn("The code is <private>Xanadu</private>, keep it.", "I will.")
    assert scratch.command("once").returncode == 0
    assert excerpts(scratch, "zanzibar")
    assert excerpts(scratch, "xanadu") == []
    done = scratch.command("forget", "zanzibar", "--yes")
    assert done.returncode == 0, done.stderr
    answer = scratch.command("recall", "--json", "zanzibar mock database real forgotten", "--context", "2")
    told = json.loads(answer.stdout)
    assert "zanzibar" in told.pop("missing")
    assert "anzibar" not in json.dumps(told)
    assert "FORGOTTEN" not in answer.stdout
    assert excerpts(scratch, "zanz*") == []


def test_words_of_like_meaning_are_found_with_a_model_on_this_machine(
    scratch: Scratch, tmp_path: Path
) -> None:
    folder = model(tmp_path / "m", {"bill": (1.0, 0.1), "invoices": (0.9, 0.2), "poem": (0.0, 1.0)})
    assert hits(scratch, "bill") == []
    with_model = replace(scratch, settings={"EXTRACTOR_MEANING_MODEL": str(folder)})
    assert any("invoices" in text for text in excerpts(with_model, "bill"))
    assert hits(with_model, "poem") == []


def test_a_model_that_is_not_there_is_told_in_one_line(scratch: Scratch, tmp_path: Path) -> None:
    without = replace(scratch, settings={"EXTRACTOR_MEANING_MODEL": str(tmp_path / "none")})
    done = without.command("recall", "bill")
    assert done.returncode == 1
    assert f"{tmp_path / 'none'} holds no word vectors" in done.stderr
