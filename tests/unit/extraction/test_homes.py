"""Homes seen as one: the person's and the team's stand in folders of their own, and a run writes in all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.archive.runs import Outcome
from extractor.domain import Reach, SessionId
from extractor.extraction.homes import Homes
from extractor.extraction.job import Batch
from extractor.extraction.subagent import converse
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.service.folders import MemoryFolder
from tests.support.scripted import Desk, Scripted, says, write
from tests.support.talk import agent, human

ABOUT = "I am colour-blind, and I have worked as a nurse."
RULE = "Never mock the database in tests."


class ThreeHomes(Desk):
    """A desk with a personal folder beside the project's."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.personal = MemoryFolder(folder / "personal", self.archive.journal, self.clock, "", UTC)
        self.team = MemoryFolder(folder / "team", self.archive.journal, self.clock, "", UTC)
        others = {Reach.PERSONAL: self.personal, Reach.TEAM: self.team}
        self.folder = MemoryFolder(
            folder / "memory", self.archive.journal, self.clock, "", UTC, others=lambda: others
        )
        self.is_team = False
        self.by_path = {home.path: home for home in (self.folder, self.personal, self.team)}
        self.removals._folder_at = lambda path: self.by_path[path]

    @property
    def homes(self) -> Homes:
        return Homes(self.folder, self.personal, self.team if self.is_team else None)

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
        self.team.close()
        super().close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[ThreeHomes]:
    made = ThreeHomes(tmp_path)
    yield made
    made.close()


def about(file: str = "sight.md", said: str = "I am colour-blind", message: str = "h1") -> object:
    return write(file, "The user is colour-blind.", message, said, type="user")


def test_a_fact_about_the_person_stands_in_their_own_folder_and_in_the_index_of_the_project(
    desk: ThreeHomes,
) -> None:
    session = desk.said("s", human("h1", ABOUT), agent("a1"))
    assert desk.hold(session, about()) is Outcome.LEARNED
    assert list(desk.theirs()) == ["MEMORY.md", "sight.md"]
    assert list(desk.files()) == ["MEMORY.md"]
    assert "- (personal) The user is colour-blind." in desk.files()["MEMORY.md"]


def test_a_run_writes_in_both_homes_and_each_has_its_own_record(desk: ThreeHomes) -> None:
    session = desk.said("s", human("h1", f"{ABOUT} {RULE}"), agent("a1"))
    assert desk.hold(session, about(), write("no-mocks.md", RULE, "h1", RULE)) is Outcome.LEARNED
    assert "sight.md" in desk.theirs()
    assert "no-mocks.md" in desk.files()
    runs = desk.archive.db.rows("SELECT folder, added, outcome FROM runs ORDER BY id")
    assert runs == [
        (desk.folder.path, 1, Outcome.LEARNED),
        (desk.personal.path, 1, Outcome.LEARNED),
    ]
    assert [q.quote for q in desk.archive.runs.quotes(desk.personal.path, "sight.md")] == [
        "I am colour-blind"
    ]
    assert desk.archive.runs.quotes(desk.folder.path, "sight.md") == []


def test_what_is_known_of_the_person_is_shown_and_corrected_where_it_stands(desk: ThreeHomes) -> None:
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


def test_a_rule_of_the_project_does_not_join_a_file_that_holds_everywhere(desk: ThreeHomes) -> None:
    said = "Answer in German, please, in every reply you give me."
    first = desk.said("s", human("h1", said), agent("a1"))
    desk.hold(first, write("replies.md", "Answer in German.", "h1", "Answer in German", type="feedback"))
    assert "replies.md" in desk.theirs()
    second = desk.said("t", human("h2", RULE), agent("a2"))
    desk.hold(second, write("replies.md", RULE, "h2", RULE, type="feedback"))
    assert RULE not in desk.theirs()["replies.md"]
    assert RULE in desk.files()["replies-2.md"]


def test_files_of_one_name_in_both_homes_are_told_apart(desk: ThreeHomes) -> None:
    desk.folder.commit(0, ChangeSet((FileChange("notes.md", None, b"Of the project.\n"),)))
    desk.personal.commit(0, ChangeSet((FileChange("notes.md", None, b"Of the person.\n"),)))
    homes = Homes(desk.folder, desk.personal)
    seen = homes.seen()
    assert seen.files == {"notes.md": b"Of the project.\n", "personal-notes.md": b"Of the person.\n"}
    (part,) = homes.parts(ChangeSet((FileChange("personal-notes.md", b"Of the person.\n", b"New.\n"),)), seen)
    assert (part.folder.path, part.changes.changes[0].file) == (desk.personal.path, "notes.md")


@pytest.mark.parametrize("is_project_too", [False, True])
def test_a_crash_after_the_files_moved_learns_nothing_twice_in_either_home(
    desk: ThreeHomes, tmp_path: Path, is_project_too: bool
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
    again = ThreeHomes(tmp_path)
    for home in (again.folder, again.personal):
        home.recover()
    assert again.extraction.recover() == 1 + is_project_too
    assert not isinstance(again.extraction.look(session), Batch)
    assert (again.files().get("no-mocks.md"), again.theirs()["sight.md"]) == (files, theirs)
    assert len(again.archive.runs.quotes(again.personal.path, "sight.md")) == 1
    again.close()


def test_an_edit_a_person_saves_meanwhile_is_tried_once_more_on_their_text(desk: ThreeHomes) -> None:
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


def test_where_all_stands_in_one_folder_nothing_is_parted(tmp_path: Path) -> None:
    one = Desk(tmp_path)
    assert Homes(one.folder).all == (one.folder,)
    one.close()


TEAM_FACT = "We deploy on Tuesdays only, never on a Friday."


def team_fact(said: str = TEAM_FACT, file: str = "deploys.md", message: str = "h1") -> object:
    return write(file, said, message, said, type="project")


def in_team(desk: ThreeHomes) -> list[str]:
    return sorted(f.name for f in Path(desk.team.path).glob("*.md"))


def test_what_all_may_know_stands_in_the_repository_where_a_folder_for_it_was_made(desk: ThreeHomes) -> None:
    desk.is_team = True
    desk.hold(desk.said("s", human("h1", TEAM_FACT), agent("a1")), team_fact())
    assert in_team(desk) == ["MEMORY.md", "deploys.md"]
    assert f"- (team) {TEAM_FACT}" in desk.files()["MEMORY.md"]
    assert "(personal)" not in (Path(desk.team.path) / "MEMORY.md").read_text()


def test_without_such_a_folder_it_stays_in_the_project(desk: ThreeHomes) -> None:
    desk.hold(desk.said("s", human("h1", TEAM_FACT), agent("a1")), team_fact())
    assert "deploys.md" in desk.files()
    assert in_team(desk) == []


@pytest.mark.parametrize(
    "said",
    [
        "Anna's number for outages is +49 30 1234567, call her first.",
        "Write to anna@example.org before a release, she signs it.",
        "The keys of the archive lie in /home/anna/keys for now.",
        "My manager wants the report by Friday evening, she told me.",
    ],
)
def test_nothing_of_a_person_goes_to_a_team(desk: ThreeHomes, said: str) -> None:
    desk.is_team = True
    desk.hold(desk.said("s", human("h1", said), agent("a1")), team_fact(said, "fact.md"))
    assert in_team(desk) in ([], ["MEMORY.md"])
    assert desk.theirs() == {}


def test_nothing_of_a_person_joins_a_file_of_the_team(desk: ThreeHomes) -> None:
    desk.is_team = True
    desk.hold(desk.said("s", human("h1", TEAM_FACT), agent("a1")), team_fact())
    said = "Write to anna@example.org before we deploy, she signs it."
    desk.hold(desk.said("t", human("h2", said), agent("a2")), team_fact(said, message="h2"))
    assert any("anna" in text for text in desk.files().values())
    assert "anna" not in (Path(desk.team.path) / "deploys.md").read_text()


def test_rules_and_facts_about_a_person_never_go_to_a_team(desk: ThreeHomes) -> None:
    desk.is_team = True
    session = desk.said("s", human("h1", f"{ABOUT} {RULE}"), agent("a1"))
    desk.hold(session, about(), write("no-mocks.md", RULE, "h1", RULE))
    assert in_team(desk) == []
    assert "no-mocks.md" in desk.files()
    assert "sight.md" in desk.theirs()


def test_a_project_in_which_nothing_is_learned_is_told_who_the_person_is_all_the_same(
    desk: ThreeHomes,
) -> None:
    desk.personal.commit(0, ChangeSet((FileChange("notes.md", None, b"The user is left-handed.\n"),)))
    session = desk.said("s", human("h1", "Have a look at this file for me, please."), agent("a1"))
    assert desk.hold(session) is Outcome.NOTHING
    assert "- (personal) The user is left-handed." in desk.files()["MEMORY.md"]


def test_session_ids_are_kept_in_personal_files(desk: ThreeHomes) -> None:
    session = desk.said("s", human("h1", ABOUT), agent("a1"))
    desk.hold(session, about())
    assert f"originSessionId: {SessionId('s')}" in desk.theirs()["sight.md"]
