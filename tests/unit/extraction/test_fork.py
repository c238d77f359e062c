"""A run held by a fork: what its copies become, and what of it is refused."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from extractor.archive.ledger import Ceilings
from extractor.archive.outcome import Outcome
from extractor.archive.runs import Finished
from extractor.domain import MemoryType
from extractor.extraction.fork import Forks
from extractor.extraction.job import Batch, Later
from extractor.extraction.subagent import Conversation
from extractor.models.claude_fork import ClaudeFork
from extractor.models.metered import BudgetReached, Meter, MeteredFork
from extractor.models.price import Price
from extractor.service.learning import Learning
from tests.support.fork_client import fork_client
from tests.support.fork_client import memory_text as file
from tests.support.scripted import Desk, Scripted, says
from tests.support.talk import agent, human

RULE = "Never mock the database in tests."
LATER = "Never mock the mail server in tests either."
FORK = "2f0c1111-2222-4333-8444-555566667777"


class Held:
    """A desk whose runs are held by a client that does what a plan says."""

    def __init__(self, folder: Path, ceiling: int = 100_000) -> None:
        self.desk = Desk(folder)
        self.folder = folder
        client = ClaudeFork(str(fork_client(folder)), folder / "home", {"PATH": os.environ["PATH"]}, 30)
        bounds = Ceilings(ceiling, None, None)
        price = Price(1.0, 1.0)
        meter = Meter(self.desk.archive.ledger, bounds, price, lambda: "2026-03-02")
        metered = MeteredFork(client, meter)
        prompt = "Keep.\nFrom $first to $last, $today\n$files\nin $folder"
        self.forks = Forks(metered, prompt, folder / "forks", UTC, lambda: FORK, 500)

    def plan(self, **steps: object) -> None:
        (self.folder / "plan").write_text(json.dumps(steps))

    def hold(self, session: int) -> tuple[Finished, Conversation]:
        batch = self.desk.extraction.look(session)
        assert isinstance(batch, Batch)
        job = self.desk.extraction.begin(batch, self.forks.name)
        conversation = self.forks.hold(job, FORK)
        return self.desk.extraction.finish(job, conversation), conversation

    @property
    def seen(self) -> tuple[str, dict[str, str]]:
        """The prompt the client was given, and the files it found."""
        prompt, files = json.loads((self.folder / "seen").read_text())
        return prompt, files


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Held]:
    made = Held(tmp_path)
    yield made
    made.desk.close()


def known(held: Held) -> int:
    """A session from which a file was learned, and in which more was said since."""
    session = held.desk.said("s", human("h1", RULE), agent("a1", "Understood."))
    held.plan(writes={"mocks.md": file(RULE)})
    done, _ = held.hold(session)
    assert done.outcome is Outcome.LEARNED
    return session


# ------------------------------------------------------------ what is kept


def test_what_a_fork_writes_becomes_memory_with_its_quote_and_without_its_key(held: Held) -> None:
    session = held.desk.said("s", human("h1", RULE), agent("a1", "Understood."))
    held.plan(writes={"mocks.md": file(RULE)})
    done, said = held.hold(session)
    assert (done.outcome, done.added, said.refusals) == (Outcome.LEARNED, 1, ())
    text = held.desk.files()["mocks.md"]
    assert RULE in text
    assert "evidence" not in text
    (quote,) = held.desk.archive.provenance.of_file(held.desk.folder.path, "mocks.md")
    assert (quote.statement, quote.key.uuid) == (RULE, "h1")
    assert held.desk.extraction.look(session) == Later(None)
    assert list((held.folder / "forks").iterdir()) == []


def test_a_fork_is_told_what_is_new_and_given_copies_of_the_memory(held: Held) -> None:
    session = known(held)
    held.desk.said("s", human("h2", LATER), agent("a2", "Yes."))
    held.plan()
    held.hold(session)
    prompt, files = held.seen
    assert f'"{LATER}" to Monday 2026-03-02 09:00 +0000, "{LATER}"' in prompt
    assert RULE not in prompt.replace(f"mocks.md (feedback): {RULE}", "")
    assert list(files) == ["mocks.md"]
    assert files["mocks.md"] == held.desk.files()["mocks.md"]


def test_a_sentence_added_to_a_copy_is_added_to_the_file(held: Held) -> None:
    session = known(held)
    held.desk.said("s", human("h2", LATER), agent("a2", "Yes."))
    held.plan(reads=["mocks.md"], writes={"mocks.md": file(RULE, LATER, quotes=[LATER])})
    done, said = held.hold(session)
    assert (done.changed, said.refusals) == (1, ())
    text = held.desk.files()["mocks.md"]
    assert RULE in text
    assert LATER in text


def test_a_sentence_changed_in_a_copy_takes_the_place_of_the_old_one(held: Held) -> None:
    session = known(held)
    now = "Never mock the database in tests, except in the smoke tests."
    held.desk.said("s", human("h2", now), agent("a2", "Yes."))
    held.plan(writes={"mocks.md": file(now, quotes=[now], description=now)})
    done, said = held.hold(session)
    assert (done.changed, said.refusals) == (1, ())
    body = held.desk.files()["mocks.md"].split("---")[-1]
    assert now in body
    assert f"{RULE}\n" not in body


def test_front_matter_alone_with_a_quote_that_takes_it_back_deletes_the_file(held: Held) -> None:
    session = known(held)
    back = "It no longer holds that we never mock the database in tests."
    held.desk.said("s", human("h2", back), agent("a2", "Yes."))
    held.plan(writes={"mocks.md": file(quotes=[back])})
    done, said = held.hold(session)
    assert (done.removed, said.refusals) == (1, ())
    assert "mocks.md" not in held.desk.files()


def test_each_sentence_rests_on_the_quote_that_carries_it(held: Held) -> None:
    session = held.desk.said("s", human("h1", RULE), agent("a1"), human("h2", LATER), agent("a2"))
    unsaid = "The user dislikes every kind of fake."
    held.plan(writes={"mocks.md": file(RULE, LATER, unsaid, quotes=[RULE, LATER])})
    done, said = held.hold(session)
    assert done.added == 1
    found = {
        (q.statement, q.key.uuid)
        for q in held.desk.archive.provenance.of_file(held.desk.folder.path, "mocks.md")
    }
    assert found == {(RULE, "h1"), (LATER, "h2")}
    assert unsaid not in held.desk.files()["mocks.md"]
    assert len(said.refusals) == 1


def test_a_sentence_is_kept_where_only_what_stands_around_it_was_refused(held: Held) -> None:
    session = held.desk.said("s", human("h1", RULE), agent("a1"))
    held.plan(writes={"mocks.md": file(RULE, quotes=[RULE], description="Fakes are forbidden by policy.")})
    done, said = held.hold(session)
    assert (done.added, len(said.refusals)) == (1, 1)
    text = held.desk.files()["mocks.md"]
    assert f'description: "{RULE}"' in text
    assert "policy" not in text


# ------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("quotes", "why"),
    [
        (["Always mock the database in tests."], "none of"),
        (["Understood, never again."], "none of"),
        (["Do this everywhere."], "several of"),
        ([], "no list of quotes"),
        (RULE, "no list of quotes"),
        ([""], "none of"),
    ],
)
def test_a_quote_that_stands_in_no_new_message_or_in_several_is_refused(
    held: Held, quotes: object, why: str
) -> None:
    session = held.desk.said(
        "s",
        human("h1", f"{RULE} Do this everywhere."),
        agent("a1", "Understood, never again."),
        human("h2", "Do this everywhere."),
        agent("a2"),
    )
    held.plan(writes={"mocks.md": file(RULE, quotes=quotes)})
    done, said = held.hold(session)
    assert (done.outcome, held.desk.path.exists()) == (Outcome.NOTHING, False)
    assert why in said.refusals[0]


def test_a_quote_from_before_the_cursor_is_refused(held: Held) -> None:
    session = known(held)
    held.desk.said("s", human("h2", LATER), agent("a2", "Yes."))
    held.plan(writes={"again.md": file("Never mock in tests.", quotes=[RULE])})
    done, said = held.hold(session)
    assert done.outcome is Outcome.NOTHING
    assert "none of" in said.refusals[0]


def test_a_secret_in_a_written_file_is_refused(held: Held) -> None:
    secret = "sk-ant-" + "api03-" + "Zx81kQ" * 8
    said = f"The key of the staging server is {secret} from now on."
    session = held.desk.said("s", human("h1", said), agent("a1"))
    held.plan(writes={"key.md": file(said, quotes=[said], description="The key of the staging server.")})
    done, told = held.hold(session)
    assert (done.outcome, len(told.refusals)) == (Outcome.NOTHING, 1)
    assert not held.desk.path.exists()
    assert secret not in str(told.refusals)


def test_a_copy_holds_no_secret(held: Held) -> None:
    session = known(held)
    secret = "sk-ant-" + "api03-" + "Zx81kQ" * 8
    (held.desk.path / "own.md").write_text(f"My key is {secret}.\n")
    held.desk.said("s", human("h2", LATER), agent("a2", "Yes."))
    held.plan()
    held.hold(session)
    assert secret not in held.seen[1]["own.md"]


@pytest.mark.parametrize("name", ["MEMORY.md", "notes.txt", "UPPER.md", ".hidden.md"])
def test_a_file_of_another_name_is_refused(held: Held, name: str) -> None:
    session = held.desk.said("s", human("h1", RULE), agent("a1"))
    held.plan(writes={name: file(RULE)})
    done, said = held.hold(session)
    assert (done.outcome, len(said.refusals)) == (Outcome.NOTHING, 1)
    assert not held.desk.path.exists()


def test_a_file_too_large_for_a_memory_is_refused(held: Held) -> None:
    session = held.desk.said("s", human("h1", RULE), agent("a1"))
    held.plan(writes={"mocks.md": file(RULE) + "x" * 40_000})
    _, said = held.hold(session)
    assert "size" in said.refusals[0]


def test_a_sentence_taken_out_stays(held: Held) -> None:
    session = known(held)
    held.desk.said("s", human("h2", LATER), agent("a2", "Yes."))
    held.plan(writes={"mocks.md": file(RULE, LATER, quotes=[LATER])})
    held.hold(session)
    held.desk.said("s", human("h3", "What else?"), agent("a3"))
    held.plan(writes={"mocks.md": file(LATER, quotes=["What else?"])})
    _, said = held.hold(session)
    assert "taken out" in said.refusals[0]
    assert RULE in held.desk.files()["mocks.md"]


def test_a_run_that_reads_after_it_wrote_is_discarded_whole(held: Held) -> None:
    session = held.desk.said("s", human("h1", RULE), agent("a1"))
    held.plan(writes={"mocks.md": file(RULE)}, again=["mocks.md"])
    done, said = held.hold(session)
    assert (done.outcome, said.problem) == (Outcome.FAILED, "the fork read again after it had begun to write")
    assert not held.desk.path.exists()
    assert isinstance(held.desk.extraction.look(session), Batch)


# ------------------------------------------------------------ what it costs, and whose turn it is


def test_a_client_whose_output_nobody_can_read_may_be_at_fault_and_not_the_session(held: Held) -> None:
    session = held.desk.said("s", human("h1", RULE), agent("a1", "Understood."))
    held.plan(usage="many")
    done, said = held.hold(session)
    assert done.outcome is Outcome.FAILED
    assert said.at_worst == f"{said.problem}: upgrade extractor, or name another model"
    held.plan(reads=["mocks.md"], writes={"mocks.md": file(RULE)}, again=["mocks.md"])
    assert held.hold(session)[1].at_worst == "", "what this fork did tells nothing of others"


def test_a_fork_is_booked_with_what_the_client_counted(held: Held) -> None:
    session = held.desk.said("s", human("h1", RULE), agent("a1"))
    held.plan()
    held.hold(session)
    spent = held.desk.archive.ledger.spent("2026-03-02")
    assert (spent.calls, spent.input, spent.output, spent.cost) == (1, 100, 10, 110)


def test_a_fork_the_day_has_no_room_for_is_not_started(tmp_path: Path) -> None:
    held = Held(tmp_path, ceiling=1_000)
    session = held.desk.said("s", human("h1", RULE), agent("a1"))
    held.plan()
    with pytest.raises(BudgetReached):
        held.hold(session)
    assert not (tmp_path / "seen").exists()
    assert list((tmp_path / "forks").iterdir()) == []
    held.desk.close()


def test_sessions_no_client_takes_up_again_are_left_to_the_model(held: Held) -> None:
    session = held.desk.said("s", human("h1", RULE), agent("a1"))
    batch = held.desk.extraction.look(session)
    assert isinstance(batch, Batch)
    assert not held.forks.takes(batch)
    model = Scripted([says()], name="rules")
    desk = held.desk
    learning = Learning(
        desk.archive, desk.extraction, lambda _run: model, model.name, UTC, desk.clock, forks=held.forks
    )
    learning.add([session])
    job = learning.next_job()
    assert job is not None
    learning.done(learning.call(job, learning.model(job)))
    assert len(model.requests) == 1


def test_a_session_whose_directory_is_gone_is_not_taken_up(held: Held, tmp_path: Path) -> None:
    there = tmp_path / "home" / "projects" / "-gone"
    there.mkdir(parents=True)
    (there / f"{FORK}.jsonl").touch()
    batch = held.desk.extraction.look(held.desk.said(FORK, human("h1", RULE), agent("a1")))
    assert isinstance(batch, Batch)

    def of(cwd: str | None) -> Batch:
        return replace(batch, session=replace(batch.session, client="claude-code", cwd=cwd))

    assert held.forks.takes(of(str(tmp_path)))
    assert not held.forks.takes(of(str(tmp_path / "gone")))
    assert not held.forks.takes(of(None))


def test_what_a_fork_might_leave_is_not_learned_from(held: Held) -> None:
    held.desk.extraction.note_fork(FORK, 1)
    session = held.desk.said(FORK, human("h9", LATER), agent("a9"))
    assert held.desk.extraction.look(session) == Later(None)
    assert isinstance(held.desk.extraction.look(held.desk.said("t", human("h1", RULE), agent("a1"))), Batch)


def test_every_type_is_known_to_a_fork(held: Held) -> None:
    session = held.desk.said("s", human("h1", RULE), agent("a1"))
    held.plan(writes={"mocks.md": file(RULE, kind="other")})
    _, said = held.hold(session)
    assert all(kind.value in said.refusals[0] for kind in MemoryType)
