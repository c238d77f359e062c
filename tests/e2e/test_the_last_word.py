"""What a person writes into a memory file is what agents are told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.test_undo import learn, memories
from tests.support.machine import Scratch

OLD = "Always run make lint before you commit."
NEW = "Always run make lint and make typecheck before you commit."


@pytest.fixture
def machine(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path)
    assert made.command("remember", OLD, "--name", "lint").returncode == 0
    path = made.memory / "lint.md"
    text = path.read_text()
    assert text.count(OLD) == 2
    path.write_text(NEW.join(text.rsplit(OLD, 1)))
    return made


def test_a_corrected_sentence_is_what_every_command_and_the_index_tell(machine: Scratch) -> None:
    before = (machine.memory / "lint.md").read_bytes()
    assert machine.command("pin", "lint").returncode == 0
    pinned = (machine.memory / "lint.md").read_bytes()
    assert pinned.replace(b"  pinned: true\n", b"") == before
    assert machine.command("once").returncode == 0
    told = {
        "index": (machine.memory / "MEMORY.md").read_text(),
        "list": machine.command("list").stdout,
        "context": machine.command("context").stdout,
        "recall": json.dumps(json.loads(machine.command("recall", "lint", "--json").stdout)["memories"]),
    }
    for where, text in told.items():
        assert NEW in text, where
        assert OLD not in text.partition("# Past work")[0], where
    assert (machine.memory / "lint.md").read_bytes() == pinned


def test_the_next_sentence_written_there_renews_the_description(machine: Scratch) -> None:
    assert machine.command("remember", "Lint takes a minute.", "--name", "lint").returncode == 0
    text = (machine.memory / "lint.md").read_text()
    assert f'description: "{NEW}"' in text
    assert OLD not in text
    assert "Lint takes a minute." in text


def test_without_the_records_the_file_is_told_as_it_stands(machine: Scratch) -> None:
    for path in machine.state.glob("state.db*"):
        path.unlink()
    assert OLD in machine.command("list").stdout


@pytest.mark.parametrize(
    ("before", "message", "after"),
    [
        ("Never use sudo in scripts.", "Scratch that, sudo is fine in scripts.", "Sudo is fine in scripts."),
        (
            "Always use tabs in Go files.",
            "No, I was wrong, use spaces in Go files.",
            "Use spaces in Go files.",
        ),
        (
            "We always deploy from main.",
            "Forget that, we always deploy from release branches.",
            "We always deploy from release branches.",
        ),
        ("Always run the linter before you commit.", "Forget what I said about the linter.", None),
        ("Always squash commits.", "Don't squash commits any more.", "Don't squash commits any more."),
        (
            "We always use Jenkins for CI.",
            "We don't use Jenkins for CI any more, we use GitHub Actions.",
            "We don't use Jenkins for CI any more, we use GitHub Actions.",
        ),
        (
            "The API base URL is https://a.example/v2.",
            "The api base url is now https://a.example/v3.",
            "The api base url is now https://a.example/v3.",
        ),
        ("Schreib Commits immer auf Deutsch.", "Nimm das mit den deutschen Commits bitte zurück.", None),
    ],
)
def test_what_a_person_takes_back_goes_from_what_an_earlier_run_wrote(
    tmp_path: Path, before: str, message: str, after: str | None
) -> None:
    scratch = Scratch(tmp_path / "home")
    learn(scratch, tmp_path, before)
    (text,) = memories(scratch).values()
    assert text.endswith(f"\n\n{before}\n")
    learn(scratch, tmp_path, before, message)
    assert [each.split("\n\n", 1)[1] for each in memories(scratch).values()] == (
        [f"{after}\n"] if after else []
    )


STAGING = "The staging server always listens on port {}."


@pytest.mark.parametrize(
    ("edited", "is_corrected"),
    [
        pytest.param(lambda text: text, True, id="as it was written"),
        pytest.param(lambda text: _in_body(text, "always ", "always\n"), True, id="wrapped"),
        pytest.param(lambda text: text + "\n" + STAGING.format(8080) + "\n", True, id="twice"),
        pytest.param(lambda text: text.replace("\n---\n", "\n", 1), False, id="front matter left open"),
        pytest.param(
            lambda text: text + "<<<<<<< HEAD\n=======\nAsk Bob.\n>>>>>>> b\n", False, id="an open merge"
        ),
        pytest.param(lambda text: text + "\nCaf\xe9.\n", False, id="not UTF-8"),
        pytest.param(lambda text: text + "\n# Notes\n\n" + "| row | x |\n" * 1500, False, id="too large"),
    ],
)
def test_what_is_said_later_is_kept_however_the_file_of_the_older_sentence_looks_by_now(
    tmp_path: Path, edited: Callable[[str], str], is_corrected: bool
) -> None:
    scratch = Scratch(tmp_path / "home")
    before, after = STAGING.format(8080), STAGING.format(9090)
    learn(scratch, tmp_path, before)
    (path,) = scratch.memory.glob("staging*.md")
    path.write_bytes(edited(path.read_text()).encode("latin-1"))
    learn(scratch, tmp_path, before, after)
    told = " ".join(each.read_text("latin-1") for each in scratch.memory.glob("staging*.md"))
    assert told.count(after) >= 1
    assert (before in told) is not is_corrected


def _in_body(text: str, old: str, new: str) -> str:
    head, mark, body = text.rpartition("\n---\n")
    return head + mark + body.replace(old, new)


@pytest.mark.parametrize(
    ("edited", "stays"),
    [
        pytest.param(lambda text: text + "\nAsk Bob first.\n", "Ask Bob first.", id="a sentence beside it"),
        pytest.param(lambda text: text + "\n# Notes of Bob\n", "# Notes of Bob", id="a heading"),
        pytest.param(lambda text: text.replace("metadata:", "tags: [bob]\nmetadata:"), "[bob]", id="a key"),
    ],
)
def test_what_is_taken_back_goes_and_what_a_person_typed_into_its_file_stays(
    tmp_path: Path, edited: Callable[[str], str], stays: str
) -> None:
    scratch = Scratch(tmp_path / "home")
    rule = "Always run the linter before you commit."
    learn(scratch, tmp_path, rule)
    (path,) = (each for each in scratch.memory.glob("*.md") if each.name != "MEMORY.md")
    path.write_text(edited(path.read_text()))
    learn(scratch, tmp_path, rule, "Forget what I said about the linter.")
    assert stays in path.read_text()
    assert all(rule not in text for text in scratch.files().values())


def test_of_a_file_that_says_more_only_what_is_taken_back_goes(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    rule, other = "Always run the linter before you commit.", "Always use tabs in Go files when you commit."
    learn(scratch, tmp_path, f"{rule} {other}")
    learn(scratch, tmp_path, f"{rule} {other}", "Forget what I said about the linter.")
    (text,) = memories(scratch).values()
    assert text.endswith(f"---\n\n{other}\n")


def test_two_corrections_said_in_one_go_reach_the_file_a_person_made_of_two(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    said = ("We deploy to Frankfurt.", "Never use sudo in scripts.")
    learn(scratch, tmp_path, *said)
    (into,), (out,) = scratch.memory.glob("deploy*.md"), scratch.memory.glob("*sudo*.md")
    into.write_text(f"{into.read_text()}\n{said[1]}\n")
    out.unlink()
    later = ("We deploy to Dublin now, no longer to Frankfurt.", "Sudo in scripts is fine again.")
    learn(scratch, tmp_path, *said, *later)
    assert into.read_text().endswith("---\n\n" + "\n\n".join(later) + "\n")


def test_the_index_tells_nothing_of_a_file_whose_sentences_a_person_took_out(machine: Scratch) -> None:
    path = machine.memory / "lint.md"
    path.write_text(path.read_text().rpartition("---\n")[0] + "---\n")
    assert machine.command("once").returncode == 0
    assert "lint" not in (machine.memory / "MEMORY.md").read_text()
    assert path.exists()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_an_index_in_another_encoding_is_left_as_it_is_and_told(machine: Scratch, encoding: str) -> None:
    index = machine.memory / "MEMORY.md"
    theirs = "# Notes of mine\n\nNever push on a Friday.\n".encode(encoding)
    index.write_bytes(theirs)
    done = machine.command("once")
    assert f"{index} is no text in UTF-8" in done.stdout + done.stderr
    assert index.read_bytes() == theirs


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "We use Redis for caching, Kafka for events and Postgres 15 for storage.",
            "We use Postgres 16 now, not 15.",
        ),
        ("We use Postgres 15 and Redis 6.", "We use Postgres 16, not 15."),
        (
            "The CI is at https://ci.a.internal and the wiki at https://wiki.a.internal.",
            "The CI moved to https://ci.b.internal.",
        ),
        ("Use pnpm, never npm, and keep commits under 200 lines.", "Use npm, not pnpm."),
    ],
)
def test_a_correction_of_a_part_leaves_the_rest_and_is_told_beside_it(
    tmp_path: Path, before: str, after: str
) -> None:
    scratch = Scratch(tmp_path / "home")
    learn(scratch, tmp_path, before)
    learn(scratch, tmp_path, before, after)
    index = scratch.files()["MEMORY.md"]
    assert before in index
    assert after in index


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("Never push to main.", "forget about never pushing to main"),
        ("Never push to main.", "Please forget that we never push to main."),
        ("Never push to main.", "Scratch that rule about main, pushing to main is fine."),
        ("Never push to main.", "please forget my rule about main"),
        ("Never push to main.", "Ignore what I said about main."),
        ("We deploy on Tuesdays only.", "Forget that we deploy on Tuesdays only."),
    ],
)
def test_what_is_taken_back_in_other_words_goes_and_no_order_to_forget_is_kept(
    tmp_path: Path, before: str, message: str
) -> None:
    scratch = Scratch(tmp_path / "home")
    learn(scratch, tmp_path, before)
    assert before in scratch.files()["MEMORY.md"]
    learn(scratch, tmp_path, before, message)
    assert memories(scratch) == {}


def test_a_rule_beside_one_that_is_taken_back_stays(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    rule = "Never commit to main without a review, and never force-push."
    learn(scratch, tmp_path, rule)
    learn(scratch, tmp_path, rule, "Forget what I said about force-push.")
    assert any(rule in text for text in memories(scratch).values())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Always use pnpm.", "We use npm now."),
        ("We deploy to Heroku.", "We deploy to Fly now."),
        ("We use MySQL.", "We use Postgres now."),
        ("Always format with black.", "We format with ruff now."),
        ("Never mock the database in tests.", "Actually mocking the database in tests is fine now."),
        ("Ask me before you push.", "Stop asking me before you push."),
        ("The dev server runs on port 3000.", "The dev server is on 4000 now."),
    ],
)
def test_of_what_there_is_one_at_a_time_the_later_word_is_told_alone(
    tmp_path: Path, before: str, after: str
) -> None:
    scratch = Scratch(tmp_path / "home")
    learn(scratch, tmp_path, before)
    learn(scratch, tmp_path, before, after)
    index = scratch.files()["MEMORY.md"]
    assert after in index
    assert before not in index + "".join(memories(scratch).values())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("We use Redis for caching.", "We use Postgres for storage now."),
        ("Always answer in German.", "Write the docs in English, always."),
        ("We deploy staging to Heroku.", "We deploy production to Fly now."),
    ],
)
def test_what_is_said_of_another_thing_stands_beside_it(tmp_path: Path, before: str, after: str) -> None:
    scratch = Scratch(tmp_path / "home")
    learn(scratch, tmp_path, before)
    learn(scratch, tmp_path, before, after)
    told = "".join(memories(scratch).values())
    assert before in told
    assert after in told
