"""Homes seen as one: the person's stands in a folder of its own, and a run writes in both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC
from pathlib import Path

import pytest

from extractor.archive.outcome import Outcome
from extractor.domain import Reach, SessionId
from extractor.extraction.homes import Homes
from extractor.extraction.job import Batch
from extractor.extraction.subagent import converse
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.journal import IntentState
from extractor.memory.memory_file import parse
from extractor.models.model import ToolCall
from extractor.moment import iso
from extractor.service.memory_folder import MemoryFolder
from tests.support.scripted import Desk, Scripted, says, use, write
from tests.support.talk import agent, human

ABOUT = "I am colour-blind, and I have worked as a nurse."
RULE = "Never mock the database in tests."


class TwoHomes(Desk):
    """A desk with a personal folder beside the project's."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.personal = MemoryFolder(folder / "personal", self.archive.journal, self.clock, "", UTC)
        others = {Reach.PERSONAL: self.personal}
        self.folder = MemoryFolder(
            folder / "memory", self.archive.journal, self.clock, "", UTC, others=lambda: others
        )
        self.by_path = {home.path: home for home in (self.folder, self.personal)}
        self.removals._folder_at = lambda path: self.by_path[path]

    @property
    def homes(self) -> Homes:
        return Homes(self.folder, self.personal)

    def hold(self, session: int, *calls: object) -> Outcome:
        batch = self.extraction.look(session)
        assert isinstance(batch, Batch)
        model = Scripted([says(*calls), says()])  # type: ignore[arg-type]
        job = self.extraction.begin(batch, model.name)
        return self.extraction.finish(job, converse(model, job.request, job.workspace)).outcome

    def theirs(self) -> dict[str, str]:
        place = Path(self.personal.path)
        return {f.name: f.read_text() for f in sorted(place.glob("*.md"))} if place.is_dir() else {}

    def close(self) -> None:
        self.personal.close()
        super().close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[TwoHomes]:
    made = TwoHomes(tmp_path)
    yield made
    made.close()


def about(file: str = "sight.md", said: str = "I am colour-blind", message: str = "h1") -> object:
    return write(file, "The user is colour-blind.", message, said, type="user")


def test_a_fact_about_the_person_stands_in_their_own_folder_and_in_the_index_of_the_project(
    desk: TwoHomes,
) -> None:
    session = desk.said("s", human("h1", ABOUT), agent("a1"))
    assert desk.hold(session, about()) is Outcome.LEARNED
    assert list(desk.theirs()) == ["MEMORY.md", "sight.md"]
    assert list(desk.files()) == ["MEMORY.md"]
    assert "- (personal) The user is colour-blind." in desk.files()["MEMORY.md"]


def test_a_run_writes_in_both_homes_and_each_has_its_own_record(desk: TwoHomes) -> None:
    session = desk.said("s", human("h1", f"{ABOUT} {RULE}"), agent("a1"))
    assert desk.hold(session, about(), write("no-mocks.md", RULE, "h1", RULE)) is Outcome.LEARNED
    assert "sight.md" in desk.theirs()
    assert "no-mocks.md" in desk.files()
    runs = desk.archive.db.rows("SELECT folder, added, outcome FROM runs ORDER BY id")
    assert runs == [
        (desk.folder.path, 1, Outcome.LEARNED),
        (desk.personal.path, 1, Outcome.LEARNED),
    ]
    assert [q.quote for q in desk.archive.provenance.of_file(desk.personal.path, "sight.md")] == [
        "I am colour-blind"
    ]
    assert desk.archive.provenance.of_file(desk.folder.path, "sight.md") == []


def test_what_is_known_of_the_person_is_shown_and_corrected_where_it_stands(desk: TwoHomes) -> None:
    first = desk.said("s", human("h1", ABOUT), agent("a1"))
    desk.hold(first, about())
    second = desk.said("t", human("h2", "I am not colour-blind any more, as it turned out."), agent("a2"))
    batch = desk.extraction.look(second)
    assert isinstance(batch, Batch)
    assert "sight.md (user): The user is colour-blind." in desk.extraction.brief(batch).request.fresh
    corrected = write(
        "sight.md",
        "The user is not colour-blind any more.",
        "h2",
        "I am not colour-blind any more",
        type="user",
        replaces="The user is colour-blind.",
    )
    assert desk.hold(second, corrected) is Outcome.LEARNED
    assert "not colour-blind any more" in desk.theirs()["sight.md"]
    assert list(desk.files()) == ["MEMORY.md"]


def test_a_rule_of_the_project_does_not_join_a_file_that_holds_everywhere(desk: TwoHomes) -> None:
    said = "Answer in German, please, in every reply you give me."
    first = desk.said("s", human("h1", said), agent("a1"))
    desk.hold(first, write("replies.md", "Answer in German.", "h1", "Answer in German", type="feedback"))
    assert "replies.md" in desk.theirs()
    second = desk.said("t", human("h2", RULE), agent("a2"))
    desk.hold(second, write("replies.md", RULE, "h2", RULE, type="feedback"))
    assert RULE not in desk.theirs()["replies.md"]
    assert RULE in desk.files()["replies-2.md"]


def test_files_of_one_name_in_both_homes_are_told_apart(desk: TwoHomes) -> None:
    desk.folder.commit(0, ChangeSet((FileChange("notes.md", None, b"Of the project.\n"),)))
    desk.personal.commit(0, ChangeSet((FileChange("notes.md", None, b"Of the person.\n"),)))
    homes = Homes(desk.folder, desk.personal)
    seen = homes.seen()
    assert seen.files == {"notes.md": b"Of the project.\n", "personal-notes.md": b"Of the person.\n"}
    (part,) = homes.parts(ChangeSet((FileChange("personal-notes.md", b"Of the person.\n", b"New.\n"),)), seen)
    assert (part.folder.path, part.changes.changes[0].file) == (desk.personal.path, "notes.md")


@pytest.mark.parametrize("is_project_too", [False, True])
def test_a_crash_after_the_files_moved_learns_nothing_twice_in_either_home(
    desk: TwoHomes, tmp_path: Path, is_project_too: bool
) -> None:
    session = desk.said("s", human("h1", f"{ABOUT} {RULE}"), agent("a1"))
    batch = desk.extraction.look(session)
    assert isinstance(batch, Batch)
    calls = [about(), write("no-mocks.md", RULE, "h1", RULE)] if is_project_too else [about()]
    model = Scripted([says(*calls), says()])  # type: ignore[arg-type]
    job = desk.extraction.begin(batch, model.name)
    conversation = converse(model, job.request, job.workspace)

    class Gone(BaseException):
        pass

    def die(*_rest: object) -> None:
        raise Gone

    desk.archive.complete = die  # type: ignore[assignment]
    with pytest.raises(Gone):
        desk.extraction.finish(job, conversation)
    files, theirs = desk.files().get("no-mocks.md"), desk.theirs()["sight.md"]
    desk.close()
    again = TwoHomes(tmp_path)
    for home in (again.folder, again.personal):
        home.recover()
    assert again.extraction.recover() == 2, "the project's own record stands, whether it wrote there or not"
    assert not isinstance(again.extraction.look(session), Batch)
    assert (again.files().get("no-mocks.md"), again.theirs()["sight.md"]) == (files, theirs)
    assert len(again.archive.provenance.of_file(again.personal.path, "sight.md")) == 1
    again.close()


def test_an_edit_a_person_saves_meanwhile_is_tried_once_more_on_their_text(desk: TwoHomes) -> None:
    desk.hold(desk.said("s", human("h1", ABOUT), agent("a1")), about())
    second = desk.said("t", human("h2", "I have worked as a nurse for ten years."), agent("a2"))
    batch = desk.extraction.look(second)
    assert isinstance(batch, Batch)
    more = write(
        "sight.md",
        "The user has worked as a nurse for ten years.",
        "h2",
        "I have worked as a nurse for ten years",
        type="user",
    )
    model = Scripted([says(more), says()])
    job = desk.extraction.begin(batch, model.name)
    conversation = converse(model, job.request, job.workspace)
    place = Path(desk.personal.path) / "sight.md"
    place.write_text(place.read_text() + "\nThe user paints.\n")
    done = desk.extraction.finish(job, conversation)
    assert done.outcome is Outcome.LEARNED, done.refusals
    assert "The user paints." in desk.theirs()["sight.md"]
    assert "nurse" in desk.theirs()["sight.md"]


def test_what_is_added_to_a_personal_file_that_is_removed_meanwhile_is_kept_in_a_new_one(
    desk: TwoHomes,
) -> None:
    desk.hold(desk.said("s", human("h1", ABOUT), agent("a1")), about())
    batch = desk.extraction.look(desk.said("t", human("h2", "I live in Berlin, by the way."), agent("a2")))
    assert isinstance(batch, Batch)
    more = write("sight.md", "The user lives in Berlin.", "h2", "I live in Berlin", type="user")
    model = Scripted([says(more), says()])
    job = desk.extraction.begin(batch, model.name)
    conversation = converse(model, job.request, job.workspace)
    (Path(desk.personal.path) / "sight.md").unlink()
    assert desk.extraction.finish(job, conversation).outcome is Outcome.LEARNED
    assert parse(desk.theirs()["sight.md"].encode()).statements == ("The user lives in Berlin.",)


def test_where_all_stands_in_one_folder_nothing_is_parted(tmp_path: Path) -> None:
    one = Desk(tmp_path)
    assert Homes(one.folder).all == (one.folder,)
    one.close()


def test_a_project_in_which_nothing_is_learned_is_told_who_the_person_is_all_the_same(
    desk: TwoHomes,
) -> None:
    desk.personal.commit(0, ChangeSet((FileChange("notes.md", None, b"The user is left-handed.\n"),)))
    session = desk.said("s", human("h1", "Have a look at this file for me, please."), agent("a1"))
    assert desk.hold(session) is Outcome.NOTHING
    assert "- (personal) The user is left-handed." in desk.files()["MEMORY.md"]


def test_an_edit_is_not_played_again_on_another_file_that_has_its_name_now(desk: TwoHomes) -> None:
    own = "---\nname: style\nmetadata:\n  type: feedback\n---\n\nUse spaces in Python.\n"
    theirs = "---\nname: style\nmetadata:\n  type: feedback\n---\n\nAnswer in German.\n"
    desk.folder.commit(0, ChangeSet((FileChange("style.md", None, own.encode()),)))
    desk.personal.commit(0, ChangeSet((FileChange("style.md", None, theirs.encode()),)))
    batch = desk.extraction.look(desk.said("s", human("h1", RULE), agent("a1")))
    assert isinstance(batch, Batch)
    edit = write("style.md", RULE, "h1", RULE, replaces="Use spaces in Python.", description=RULE)
    model = Scripted([says(edit), says()])
    job = desk.extraction.begin(batch, model.name)
    conversation = converse(model, job.request, job.workspace)
    (desk.path / "style.md").unlink()
    desk.extraction.finish(job, conversation)
    assert (Path(desk.personal.path) / "style.md").read_text() == theirs


@pytest.mark.parametrize(
    "described", ["The payments repository at /srv/payments is huge.", "We deploy on Friday."]
)
def test_a_description_about_the_project_joins_no_file_that_is_told_everywhere(
    desk: TwoHomes, described: str
) -> None:
    said = "Answer in German, please, in every reply you give me."
    desk.hold(
        desk.said("s", human("h1", said), agent("a1")),
        write("replies.md", "Answer in German.", "h1", "Answer in German", type="feedback"),
    )
    before = desk.theirs()["replies.md"]
    more = f"Keep your answers short, and remember: {described}"
    desk.hold(
        desk.said("t", human("h2", more), agent("a2")),
        write("replies.md", "Keep your answers short.", "h2", more, type="feedback", description=described),
    )
    assert desk.theirs()["replies.md"] == before


def test_a_fact_in_one_home_waits_with_the_cursor_until_the_other_is_well_again(
    desk: TwoHomes, tmp_path: Path
) -> None:
    session = desk.said("s", human("h1", f"{ABOUT} {RULE}"), agent("a1"))
    batch = desk.extraction.look(session)
    assert isinstance(batch, Batch)
    model = Scripted([says(about(), write("no-mocks.md", RULE, "h1", RULE)), says()])  # type: ignore[arg-type]
    job = desk.extraction.begin(batch, model.name)
    conversation = converse(model, job.request, job.workspace)
    real = desk.archive.journal.mark

    def mark(intent: str, state: IntentState) -> None:
        (found,) = [i for i in desk.archive.journal.unfinished() if i.id == intent]
        if found.folder == desk.personal.path:
            raise KeyboardInterrupt
        real(intent, state)

    desk.archive.journal.mark = mark  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        desk.extraction.finish(job, conversation)
    desk.close()
    again = TwoHomes(tmp_path)
    again.folder.recover()
    assert again.extraction.recover() == 0, "the personal folder could not be looked at yet"
    assert isinstance(again.extraction.look(session), Batch), "the cursor stays"
    again.personal.recover()
    assert again.extraction.recover() == 2
    assert [q.quote for q in again.archive.provenance.of_file(again.personal.path, "sight.md")] == [
        "I am colour-blind"
    ]
    assert not isinstance(again.extraction.look(session), Batch)
    again.close()


def test_session_ids_are_kept_in_personal_files(desk: TwoHomes) -> None:
    session = desk.said("s", human("h1", ABOUT), agent("a1"))
    desk.hold(session, about())
    assert f"originSessionId: {SessionId('s')}" in desk.theirs()["sight.md"]


def test_a_file_a_person_renamed_is_corrected_as_one_of_ours(desk: TwoHomes) -> None:
    about, newer = "I am colour-blind.", "I am no longer colour-blind."
    session = desk.said("s", human("h1", RULE), human("h2", about), agent("a1"))
    written = write("rule.md", RULE, "h1", RULE), write("about.md", about, "h2", about, type="user")
    desk.hold(session, *written)
    for folder, old, new in ((desk.folder, "rule.md", "mocks.md"), (desk.personal, "about.md", "eyes.md")):
        (Path(folder.path) / old).rename(Path(folder.path) / new)
    desk.clock.pass_by(86_400)
    desk.said("s", human("h3", "Mock the database in tests."), human("h4", newer), agent("a2"))
    desk.hold(
        session,
        write("mocks.md", "Mock the database in tests.", "h3", "Mock the database in tests.", replaces=RULE),
        write("eyes.md", newer, "h4", newer, type="user", replaces=about),
    )
    read = parse(desk.files()["mocks.md"].encode()), parse(desk.theirs()["eyes.md"].encode())
    assert [each.statements for each in read] == [("Mock the database in tests.",), (newer,)]
    assert [each.modified for each in read] == [iso(desk.clock())] * 2


@pytest.mark.parametrize("beside", [0, 8])
def test_a_large_removal_is_one_of_a_folder_whatever_stands_in_the_other(desk: TwoHomes, beside: int) -> None:
    ports, others = ("alpha", "beta", "gamma", "delta"), [f"habit-{number}" for number in range(beside)]
    stand(desk.folder, ports)
    stand(desk.personal, others)
    assert desk.hold(desk.said("s", human("h1", FORGET), agent("a1")), *(gone(p) for p in ports[:3])) is (
        Outcome.REMOVAL_REFUSED
    )
    assert [*desk.folder.snapshot()] == sorted(f"{port}-port.md" for port in ports)


def test_of_a_folder_that_loses_little_a_file_goes_though_the_other_keeps_its_own(desk: TwoHomes) -> None:
    ports, habits = ("alpha", "beta", "gamma", "delta"), ("zeta", "eta", "theta", "iota")
    stand(desk.folder, ports)
    stand(desk.personal, habits)
    session = desk.said("s", human("h1", FORGET), agent("a1"))
    desk.hold(session, *(gone(port) for port in ("alpha", "zeta", "eta")))
    assert "alpha-port.md" not in desk.folder.snapshot()
    assert len(desk.personal.snapshot()) == 4
    assert "2 of 4 personal files" in " ".join(desk.archive.summary("").problems)


FORGET = " ".join(
    f"The {name} port 8080 is gone, forget it." for name in ("alpha", "beta", "gamma", "zeta", "eta")
)


def stand(folder: MemoryFolder, names: Sequence[str]) -> None:
    """A file on each port, put there by nobody's run."""
    for name in names:
        data = f"The {name} port is 8080.\n".encode()
        folder.commit(0, ChangeSet((FileChange(f"{name}-port.md", None, data),)))


def gone(name: str) -> ToolCall:
    quote = f"The {name} port 8080 is gone, forget it."
    return use("delete_memory", file=f"{name}-port.md", evidence=[{"message": "h1", "quote": quote}])
