"""A commit that is cut short comes to the end it would have come to, in each of its folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from extractor.actions.forget import Asked, Forget
from extractor.archive.archive import Archive
from extractor.archive.outcome import Outcome
from extractor.archive.runs import Finished
from extractor.errors import StoreFailed
from extractor.extraction.another_try import AGAIN, MOST
from extractor.extraction.job import Batch, Job
from extractor.extraction.subagent import Conversation, converse
from extractor.memory.memory_file import parse
from extractor.memory.redaction.redact import redact
from extractor.models.model import ToolCall
from extractor.service.memory_folder import MemoryFolder
from tests.support.scripted import Desk, Scripted, says, use, write
from tests.support.talk import agent, human
from tests.unit.extraction.test_homes import TwoHomes

RULE = "Never mock the database in tests."
DAY = "Deploys happen on Tuesdays."
SIGHT = "I am colour-blind."


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[TwoHomes]:
    made = TwoHomes(tmp_path)
    yield made
    made.close()


def thought(desk: Desk, session: int, *calls: ToolCall) -> tuple[Job, Conversation]:
    """A run whose model has answered: all that is left is its commit."""
    batch = desk.extraction.look(session)
    assert isinstance(batch, Batch)
    model = Scripted([says(*calls), says()])
    job = desk.extraction.begin(batch, model.name)
    return job, converse(model, job.request, job.workspace)


def held(desk: Desk, session: int, *calls: ToolCall) -> Finished:
    return desk.extraction.finish(*thought(desk, session, *calls))


def cut_off(desk: Desk, job: Job, conversation: Conversation, error: BaseException) -> None:
    """The commit, up to where what a person saved first is to be tried again."""
    committing = desk.extraction._committing
    real = committing._again

    def again(*_rest: object) -> None:
        raise error

    committing._again = again  # type: ignore[assignment, method-assign]
    with pytest.raises(type(error)):
        desk.extraction.finish(job, conversation)
    committing._again = real  # type: ignore[method-assign]


def two_files() -> tuple[ToolCall, ToolCall]:
    return write("a.md", RULE, "h1", RULE), write("b.md", DAY, "h1", DAY, type="project")


def about_sight(file: str = "me.md") -> ToolCall:
    return write(file, "The user is colour-blind.", "h1", "I am colour-blind", type="user")


def a_person_writes(path: Path, text: str) -> None:
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.write_text(text)


def seeded(homes: TwoHomes) -> Path:
    """A personal file of ours that both a run and a person add to."""
    first = homes.said("z", human("h0", "I live in Berlin, by the way."), agent("a0"))
    seed = write("me.md", "The user lives in Berlin.", "h0", "I live in Berlin", type="user")
    assert held(homes, first, seed).outcome is Outcome.LEARNED
    return Path(homes.personal.path) / "me.md"


def passed(desk: Desk) -> object:
    found = desk.archive.db.row("SELECT passed FROM messages WHERE uuid = 'h1'")
    return found and found[0]


@pytest.mark.parametrize("error", [Killed(), StoreFailed("the disk is full")])
def test_a_fact_about_the_person_is_not_lost_with_what_they_saved_first(
    homes: TwoHomes, error: BaseException
) -> None:
    file = seeded(homes)
    session = homes.said("s", human("h1", f"{SIGHT} {RULE}"), agent("a1"))
    calls = about_sight(), write("no-mocks.md", RULE, "h1", RULE)
    job, conversation = thought(homes, session, *calls)
    file.write_text(file.read_text() + "\nAnd I like tea.\n")
    cut_off(homes, job, conversation, error)
    if isinstance(error, StoreFailed):
        homes.extraction.resume(job)
    else:
        homes.folder.recover()
        homes.personal.recover()
        assert homes.extraction.recover() == 1
        assert passed(homes) is None, "the sentence that stands nowhere yet is still to be learned"
        held(homes, session, *calls)
    assert "colour-blind" in file.read_text()
    assert "And I like tea." in file.read_text()
    assert passed(homes) == "learned"
    assert not isinstance(homes.extraction.look(session), Batch)
    found = homes.archive.provenance.of_file(homes.folder.path, "no-mocks.md")
    assert [quote.quote for quote in found] == [RULE]
    found = homes.archive.provenance.of_file(homes.personal.path, "me.md")
    assert [quote.quote for quote in found] == ["I live in Berlin", "I am colour-blind"]


def test_what_stands_of_a_run_that_was_cut_off_is_known_as_ours_though_another_file_was_lost(
    desk: Desk,
) -> None:
    session = desk.said("s", human("h1", f"{RULE} {DAY}"), agent("a1"))
    job, conversation = thought(desk, session, *two_files())
    a_person_writes(desk.path / "b.md", "Mine.\n")
    cut_off(desk, job, conversation, Killed())
    desk.folder.recover()
    assert desk.extraction.recover() == 1
    assert [quote.quote for quote in desk.archive.provenance.of_file(desk.folder.path, "a.md")] == [RULE]
    assert desk.archive.provenance.of_file(desk.folder.path, "b.md") == [], "that is the person's"
    assert passed(desk) is None
    held(desk, session, *two_files())
    assert parse(desk.files()["b-2.md"].encode()).statements == (DAY,)
    assert passed(desk) == "learned"
    other = desk.said("t", human("h9", "Never mock the mail server in tests."), agent("a9"))
    more = "Never mock the mail server in tests."
    held(desk, other, write("a.md", more, "h9", more))
    assert parse(desk.files()["a.md"].encode()).statements == (RULE, more)


def test_what_stands_of_a_run_that_was_cut_off_can_be_forgotten(desk: Desk) -> None:
    session = desk.said("s", human("h1", f"{RULE} {DAY}"), agent("a1"))
    job, conversation = thought(desk, session, *two_files())
    a_person_writes(desk.path / "b.md", "Mine.\n")
    cut_off(desk, job, conversation, Killed())
    forget = Forget(desk.archive, lambda _path: desk.folder, desk.clock)
    assert forget.carry_out(forget.plan(Asked(words="mock the database"))) == ()
    assert not any("mock the database" in text for text in desk.files().values())


def test_a_commit_cut_short_in_its_second_try_is_not_held_again(desk: Desk) -> None:
    session = desk.said("s", human("h1", f"{RULE} {DAY}"), agent("a1"))
    job, conversation = thought(desk, session, *two_files())
    a_person_writes(desk.path / "b.md", "Mine.\n")

    def die(*_rest: object) -> None:
        raise Killed

    desk.archive.complete = die  # type: ignore[assignment, method-assign]
    with pytest.raises(Killed):
        desk.extraction.finish(job, conversation)
    del desk.archive.complete  # type: ignore[attr-defined]
    desk.folder.recover()
    assert desk.extraction.recover() == 1
    assert passed(desk) == "learned"
    for file, said in (("a.md", RULE), ("b-2.md", DAY)):
        assert [quote.quote for quote in desk.archive.provenance.of_file(desk.folder.path, file)] == [said]
    assert desk.archive.provenance.of_file(desk.folder.path, "b.md") == []


def test_a_commit_that_failed_in_its_second_try_ends_as_it_would_have_and_tries_no_third_time(
    desk: Desk,
) -> None:
    session = desk.said("s", human("h1", f"{RULE} {DAY}"), agent("a1"))
    job, conversation = thought(desk, session, *two_files())
    a_person_writes(desk.path / "b.md", "Mine.\n")

    def fail(*_rest: object) -> None:
        raise StoreFailed("the disk is full")

    desk.archive.complete = fail  # type: ignore[assignment, method-assign]
    with pytest.raises(StoreFailed):
        desk.extraction.finish(job, conversation)
    del desk.archive.complete  # type: ignore[attr-defined]
    tries = list[object]()
    desk.extraction._committing._again = lambda *given: tries.append(given)  # type: ignore[assignment, method-assign]
    desk.extraction.resume(job)
    assert (tries, passed(desk)) == ([], "learned")
    for file, said in (("a.md", RULE), ("b-2.md", DAY)):
        assert [quote.quote for quote in desk.archive.provenance.of_file(desk.folder.path, file)] == [said]
        assert f"({file})" in desk.files()["MEMORY.md"]


def test_what_a_run_wrote_stands_and_is_recorded_where_the_index_cannot_be_rendered(desk: Desk) -> None:
    session = desk.said("s", human("h1", RULE), agent("a1"))
    job, conversation = thought(desk, session, write("a.md", RULE, "h1", RULE))

    def fail() -> None:
        raise RuntimeError("nobody thought of this")

    desk.folder.refresh_index = fail  # type: ignore[assignment, method-assign]
    assert desk.extraction.finish(job, conversation).outcome is Outcome.LEARNED
    assert passed(desk) == "learned"
    ((scope, line),) = desk.archive.db.rows("SELECT scope, line FROM problems")
    assert scope == f"index:{desk.folder.path}"
    assert "nobody thought of this" in str(line)
    del desk.folder.refresh_index  # type: ignore[attr-defined]
    held(desk, desk.said("t", human("h9", DAY), agent("a9")), write("b.md", DAY, "h9", DAY, type="project"))
    assert not desk.archive.db.rows("SELECT line FROM problems")


def test_a_run_that_another_command_recorded_meanwhile_is_not_recorded_twice(
    desk: Desk, tmp_path: Path
) -> None:
    session = desk.said("s", human("h1", f"{RULE} {DAY}"), agent("a1"))
    job, conversation = thought(desk, session, *two_files())
    a_person_writes(desk.path / "b.md", "Mine.\n")
    cut_off(desk, job, conversation, StoreFailed("the disk is full"))
    other = Archive.open(tmp_path / "state", redact, desk.clock)
    assert other.complete_plans(desk.folder.path, desk.clock()) == 1
    other.close()
    desk.extraction.resume(job)
    assert len(desk.archive.provenance.of_file(desk.folder.path, "a.md")) == 1
    assert "b-2.md" not in desk.files(), "what is written now would stand in no record"
    assert not desk.archive.db.rows("SELECT line FROM problems"), "it is tried again, not given up"
    held(desk, session, *two_files())
    assert parse(desk.files()["b-2.md"].encode()).statements == (DAY,)


SIXTY = "The API timeout must always be 60 seconds, not 30."
THIRTY = "The API timeout must always be 30 seconds."


def corrected(desk: Desk, session: int, save: Callable[[Path], object]) -> Finished:
    """A run that corrects what stands in the file, which a person saves while its model is thinking."""
    file = desk.path / "timeout.md"
    stands = parse(file.read_bytes()).statements[0] if file.exists() else None
    job, conversation = thought(desk, session, write("timeout.md", SIXTY, "h1", SIXTY, replaces=stands))
    assert conversation.refusals == ()
    save(file)
    return desk.extraction.finish(job, conversation)


def with_a_host(file: Path) -> None:
    file.write_text(file.read_text().replace("seconds", "seconds, on one more host"))


def cut_short(desk: Desk, session: int) -> None:
    """A run that a person's save comes before, killed as it is recorded, and what the next start makes of it."""

    def die(*_rest: object) -> None:
        raise Killed

    desk.archive.complete = die  # type: ignore[assignment, method-assign]
    with pytest.raises(Killed):
        corrected(desk, session, with_a_host)
    del desk.archive.complete  # type: ignore[attr-defined]
    desk.folder.recover()
    assert desk.extraction.recover() == 1


def about_a_timeout(desk: Desk) -> int:
    held(desk, desk.said("z", human("h0", THIRTY), agent("a0")), write("timeout.md", THIRTY, "h0", THIRTY))
    return desk.said("s", human("h1", SIXTY), agent("a1"))


@pytest.mark.parametrize("save", [with_a_host, Path.unlink])
def test_a_correction_of_a_sentence_a_person_changes_meanwhile_is_held_again_on_what_they_saved(
    desk: Desk, save: Callable[[Path], object]
) -> None:
    session = about_a_timeout(desk)
    done = corrected(desk, session, save)
    assert (done.outcome, done.detail) == (Outcome.CONFLICT, AGAIN)
    assert done.refusals == (), "what does not fit now is judged by the next run"
    assert passed(desk) is None, "nothing says it yet"
    assert corrected(desk, session, lambda _file: None).outcome is Outcome.LEARNED
    assert parse(desk.files()["timeout.md"].encode()).statements == (SIXTY,)
    assert passed(desk) == "learned"
    assert not desk.archive.db.rows("SELECT line FROM problems")


def test_a_file_that_was_to_go_and_a_person_saves_meanwhile_is_judged_again_by_the_next_run(
    desk: Desk,
) -> None:
    about_a_timeout(desk)
    gone = "The API timeout of 30 seconds is wrong, delete it."
    session = desk.said("t", human("h5", gone), agent("a5"))
    away = use("delete_memory", file="timeout.md", evidence=[{"message": "h5", "quote": gone}])
    job, conversation = thought(desk, session, away)
    assert conversation.refusals == ()
    file = desk.path / "timeout.md"
    file.write_text(file.read_text() + "\nAnd retry twice.\n")
    done = desk.extraction.finish(job, conversation)
    assert (done.outcome, done.detail) == (Outcome.CONFLICT, AGAIN)
    assert "And retry twice." in file.read_text()
    assert desk.archive.db.rows("SELECT passed FROM messages WHERE uuid = 'h5'") == [(None,)]


def test_a_run_is_not_held_again_for_ever_against_somebody_who_keeps_saving_and_that_is_told(
    desk: Desk, tmp_path: Path
) -> None:
    session = about_a_timeout(desk)
    for _ in range(MOST):
        assert corrected(desk, session, with_a_host).detail == AGAIN
    desk.close()
    again = Desk(tmp_path)  # another process counts on
    done = corrected(again, session, with_a_host)
    assert (done.outcome, done.detail) == (Outcome.CONFLICT, "")
    assert "does not stand in the file" in done.refusals[0]
    assert passed(again) == "learned"
    ((line,),) = again.archive.db.rows("SELECT line FROM problems")
    assert str(line).startswith(f"timeout.md in {again.folder.path}: somebody saved it each time")
    held(again, again.said("t", human("h9", DAY), agent("a9")), write("b.md", DAY, "h9", DAY, type="project"))
    assert not again.archive.db.rows("SELECT line FROM problems")
    again.close()


def test_what_no_run_tries_again_is_told_though_the_last_one_was_cut_short(desk: Desk) -> None:
    session = about_a_timeout(desk)
    for _ in range(MOST):
        assert corrected(desk, session, with_a_host).detail == AGAIN
    cut_short(desk, session)
    assert passed(desk) == "learned"
    ((line,),) = desk.archive.db.rows("SELECT line FROM problems")
    assert str(line).startswith(f"timeout.md in {desk.folder.path}: somebody saved it each time")


def test_of_a_run_that_is_held_again_what_fits_stands_and_is_not_written_twice(desk: Desk) -> None:
    session = about_a_timeout(desk)
    desk.said("s", human("h2", DAY), agent("a2"))
    other = write("b.md", DAY, "h2", DAY, type="project")
    job, conversation = thought(
        desk, session, write("timeout.md", SIXTY, "h1", SIXTY, replaces=THIRTY), other
    )
    with_a_host(desk.path / "timeout.md")
    done = desk.extraction.finish(job, conversation)
    assert (done.outcome, done.added, done.detail) == (Outcome.LEARNED, 1, AGAIN)
    assert passed(desk) is None
    stands = parse((desk.path / "timeout.md").read_bytes()).statements[0]
    held(desk, session, write("timeout.md", SIXTY, "h1", SIXTY, replaces=stands), other)
    assert parse(desk.files()["b.md"].encode()).statements == (DAY,)
    assert [quote.quote for quote in desk.archive.provenance.of_file(desk.folder.path, "b.md")] == [DAY]
    assert passed(desk) == "learned"


def test_what_a_person_wrote_or_removed_themselves_meanwhile_is_not_held_again(desk: Desk) -> None:
    session = about_a_timeout(desk)
    done = corrected(desk, session, lambda file: file.write_text(file.read_text().replace(THIRTY, SIXTY)))
    assert (done.outcome, done.detail) == (Outcome.CONFLICT, "")
    assert passed(desk) == "learned"
    assert not desk.archive.db.rows("SELECT line FROM problems")


def test_a_commit_cut_short_once_its_run_is_to_be_held_again_waits_all_the_same(desk: Desk) -> None:
    session = about_a_timeout(desk)
    cut_short(desk, session)
    assert passed(desk) is None
    assert corrected(desk, session, lambda _file: None).outcome is Outcome.LEARNED


def test_nobody_else_of_ours_gets_between_the_files_and_their_record(desk: Desk, tmp_path: Path) -> None:
    job, conversation = thought(desk, desk.said("s", human("h1", f"{RULE} {DAY}"), agent("a1")), *two_files())
    other = MemoryFolder(tmp_path / "memory", desk.archive.journal, desk.clock, "", desk.extraction._tz)
    real, met = desk.archive.complete, list[str]()

    def complete(*given: object) -> bool:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("extractor.service.memory_folder.LOCK_SECONDS", 0.0)
            try:
                other.recover()
            except StoreFailed as error:
                met.append(str(error))
        return real(*given)  # type: ignore[arg-type]

    desk.archive.complete = complete  # type: ignore[assignment, method-assign]
    assert desk.extraction.finish(job, conversation).outcome is Outcome.LEARNED
    assert met
    assert all("another extractor command has held" in line for line in met)
    other.close()


# ---------------------------------------------------------------- forgotten words

SECRET = "Our client is Bluewhale Holdings, never name them."


class Forgetful:
    """Somebody who forgets words by a command in another process, at a moment of their choice."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.archive = Archive.open(folder / "state", redact, desk.clock)
        self.folder = MemoryFolder(
            folder / "memory", self.archive.journal, desk.clock, "", desk.extraction._tz
        )
        self.forget = Forget(self.archive, lambda _path: self.folder, desk.clock)

    def forgets(self) -> None:
        self.forget.carry_out(self.forget.plan(Asked(words="Bluewhale Holdings")))

    def begins(self) -> None:
        """The order is written down, and nothing of it carried out yet."""
        self.archive.forgetting.begin(self.forget.plan(Asked(words="Bluewhale Holdings")).order)

    def close(self) -> None:
        self.folder.close()
        self.archive.close()


@pytest.mark.parametrize("is_carried_out", [True, False])
def test_words_forgotten_while_a_run_waited_for_its_folder_are_not_written(
    desk: Desk, tmp_path: Path, is_carried_out: bool
) -> None:
    held(desk, desk.said("z", human("h0", DAY), agent("a0")), write("day.md", DAY, "h0", DAY, type="project"))
    session = desk.said("s", human("h1", SECRET), agent("a1"))
    job, conversation = thought(desk, session, write("client.md", SECRET, "h1", SECRET, type="project"))
    other, real = Forgetful(desk, tmp_path), desk.folder.held

    def waits() -> object:
        if is_carried_out:
            other.forgets()
        else:
            other.begins()
        return real()

    desk.folder.held = waits  # type: ignore[assignment, method-assign]
    done = desk.extraction.finish(job, conversation)
    desk.folder.held = real  # type: ignore[method-assign]
    assert done.outcome is Outcome.INTERRUPTED
    other.forget.recover()
    other.close()
    assert not any("Bluewhale" in text for text in desk.files().values())
    assert "Bluewhale" not in str(desk.archive.db.rows("SELECT plan, refusals, detail FROM runs"))
    assert desk.archive.db.rows("SELECT 1 FROM statements WHERE statement LIKE '%Bluewhale%'") == []


def test_words_forgotten_before_what_a_person_saved_first_is_tried_again_are_not_written(
    desk: Desk, tmp_path: Path
) -> None:
    session = desk.said("s", human("h1", f"{DAY} {SECRET}"), agent("a1"))
    job, conversation = thought(
        desk,
        session,
        write("day.md", DAY, "h1", DAY, type="project"),
        write("client.md", SECRET, "h1", SECRET, type="project"),
    )
    a_person_writes(desk.path / "client.md", "Mine.\n")
    other, committing = Forgetful(desk, tmp_path), desk.extraction._committing
    real, planned = committing._again, other.forget.plan(Asked(words="Bluewhale Holdings"))

    def again(*given: object) -> object:
        other.archive.forgetting.begin(planned.order)
        return real(*given)  # type: ignore[arg-type]

    committing._again = again  # type: ignore[assignment, method-assign]
    desk.extraction.finish(job, conversation)
    assert sorted(desk.files()) == ["MEMORY.md", "client.md", "day.md"]
    assert not any("Bluewhale" in text for text in desk.files().values())
    other.forget.recover()
    other.close()
    assert desk.archive.db.rows("SELECT 1 FROM journal WHERE after LIKE '%Bluewhale%'") == []
    assert "Bluewhale" not in str(desk.archive.db.rows("SELECT plan, refusals, detail FROM runs"))


@pytest.mark.parametrize("is_first", [True, False])
def test_what_a_run_wrote_of_a_message_between_the_question_and_the_answer_is_forgotten_with_it(
    desk: Desk, tmp_path: Path, is_first: bool
) -> None:
    if not is_first:
        held(
            desk,
            desk.said("z", human("h0", DAY), agent("a0")),
            write("day.md", DAY, "h0", DAY, type="project"),
        )
    session = desk.said("s", human("h1", SECRET), agent("a1"))
    job, conversation = thought(desk, session, write("client.md", SECRET, "h1", SECRET, type="project"))
    other = Forgetful(desk, tmp_path)
    planned = other.forget.plan(Asked(message="h1"))
    assert desk.extraction.finish(job, conversation).outcome is Outcome.LEARNED
    other.forget.carry_out(planned)
    other.close()
    assert not any("Bluewhale" in text for text in desk.files().values())
    assert desk.archive.db.rows("SELECT 1 FROM statements WHERE statement LIKE '%Bluewhale%'") == []
    assert desk.archive.db.rows("SELECT 1 FROM journal WHERE after LIKE '%Bluewhale%'") == []
