"""Forget: afterwards no byte we keep holds the words, and nothing brings them back."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.actions.bringing_back import BringingBack
from extractor.actions.forget import Asked, Forget
from extractor.actions.pin import Pinning
from extractor.actions.remember import Asked as Said
from extractor.actions.remember import Remember
from extractor.actions.undo import Undo
from extractor.actions.witness import witness
from extractor.archive.archive import Archive
from extractor.archive.outcome import Outcome
from extractor.archive.runs import Finished
from extractor.archive.standing import Project
from extractor.archive.unfinished import unfinished
from extractor.archive.way import Way
from extractor.domain import MessageKey, Milliseconds, SessionId, Transcript
from extractor.errors import ConfigError, StoreFailed
from extractor.extraction.job import Later
from extractor.extraction.subagent import converse
from extractor.history.summary import Author, Summary
from extractor.memory.pins import PinRoom
from extractor.memory.redaction.placeholders import FORGOTTEN
from extractor.memory.redaction.redact import redact
from extractor.transcripts import source
from extractor.transcripts.source import Replaced
from tests.support.place import in_memory
from tests.support.scripted import Desk, Scripted, says, use, write
from tests.support.talk import agent, call, human, result
from tests.unit.extraction.test_run import hold, keep, look

SECRETIVE = "Zanzibar"
RULE = f"Never mention the {SECRETIVE} project in tests."
OTHER = "Deploys happen on Tuesdays only."


class Room:
    """A desk where a rule and another one were learned, and an agent and a tool repeated the rule."""

    def __init__(self, path: Path) -> None:
        self.desk = Desk(path)
        self.place = path
        desk = self.desk
        self.session = desk.said(
            "s", human("h1", RULE), agent("a1", f"I will not mention the {SECRETIVE} project."),
            call("c1", "t1", text='{"note": "line\\nzanzibar \\u005aanzibar"}'), result("r1", "t1", f"found {SECRETIVE}!"),
        )  # fmt: skip
        hold(desk, self.session, keep("a-rule.md", "h1", RULE), says())
        desk.said("s", human("h2", OTHER), agent("a2"))
        hold(desk, self.session, keep("other.md", "h2", OTHER), says())
        desk.said(
            "s", human("h3", f"{SECRETIVE} again, what do you think of it?"), agent("a3", "It is fine.")
        )
        hold(
            desk, self.session, says(write("x.md", f"{SECRETIVE} it is.", "h3", f"{SECRETIVE} never")), says()
        )
        summary = Summary(
            "s1", f"They speak of {SECRETIVE}.", Author.MODEL, ("h1",), Milliseconds(0), Milliseconds(1), 9, 5
        )
        desk.archive.histories.keep_summary(self.session, summary, desk.clock())
        desk.archive.problem("model", f"could not say {SECRETIVE}", desk.clock())
        self.forget = Forget(desk.archive, lambda _path: desk.folder, desk.clock)

    def carry_out(self, asked: Asked) -> tuple[str, ...]:
        return self.forget.carry_out(self.forget.plan(asked))

    def holding(self, word: str = SECRETIVE) -> list[str]:
        """Files in which a byte of the word stands, in any letter case."""
        wanted = word.lower().encode()
        places = (self.place / "state", self.desk.path)
        return [
            str(p)
            for place in places
            for p in sorted(place.rglob("*"))
            if p.is_file() and wanted in p.read_bytes().lower()
        ]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.desk.close()


def test_the_name_of_a_file_that_is_forgotten_stands_in_no_line_of_status(room: Room) -> None:
    room.desk.archive.problem("given up:/m", "a-rule.md in /m: somebody saved it", room.desk.clock())
    room.desk.archive.problem("given up:/n", "other.md in /n: somebody saved it", room.desk.clock())
    room.carry_out(Asked(words=SECRETIVE))
    told = room.desk.archive.db.rows("SELECT scope FROM problems WHERE scope LIKE 'given up:%'")
    assert told == [("given up:/n",)]


def test_no_byte_of_ours_holds_the_words_afterwards(room: Room) -> None:
    assert any("state.db" in place for place in room.holding())
    assert any("a-rule.md" in place for place in room.holding())
    assert room.carry_out(Asked(words="zanzibar")) == ()
    assert room.holding() == []
    assert sorted(room.desk.files()) == ["MEMORY.md", "other.md"]
    assert OTHER in room.desk.files()["other.md"]
    assert room.desk.archive.db.check() == []


@pytest.mark.parametrize("only_unchanged", [False, True])
def test_an_undo_somebody_thought_about_meanwhile_brings_nothing_back(
    room: Room, only_unchanged: bool
) -> None:
    undo = Undo(room.desk.archive, lambda _path: room.desk.folder, room.desk.clock)
    taken = undo.carry_out(undo.plan(1))
    planned = undo.plan(taken.run, only_unchanged=only_unchanged)
    room.carry_out(Asked(words=SECRETIVE))
    with pytest.raises(ConfigError, match="some of its words were forgotten"):
        undo.carry_out(planned)
    assert room.holding() == []


def test_an_undo_brings_nothing_back_of_what_is_about_to_be_forgotten(room: Room) -> None:
    undo = Undo(room.desk.archive, lambda _path: room.desk.folder, room.desk.clock)
    taken = undo.carry_out(undo.plan(1))
    planned = undo.plan(taken.run)
    room.desk.archive.forgetting.begin(room.forget.plan(Asked(words=SECRETIVE)).order)
    with pytest.raises(ConfigError, match="some of its words were forgotten"):
        undo.carry_out(planned)
    room.forget.recover()
    assert room.holding() == []


@pytest.mark.parametrize("is_finished", [False, True])
def test_what_vanished_does_not_come_back_once_it_is_forgotten(room: Room, is_finished: bool) -> None:
    desk = room.desk
    (desk.path / "a-rule.md").unlink()
    (desk.path / "other.md").unlink()
    desk.removals.look(desk.folder)
    bringing = BringingBack(desk.archive, desk.removals, lambda _path: desk.folder, desk.clock)
    (missed,) = bringing.plan()
    order = room.forget.plan(Asked(words=SECRETIVE)).order
    desk.archive.forgetting.begin(order)
    if is_finished:
        room.forget.recover()
    done = bringing.carry_out(missed, "/work")
    assert [each.file for each in done.changes] == ["other.md"]
    room.forget.recover()
    assert room.holding() == []


def test_a_sentence_a_person_corrected_goes_from_the_description_too(room: Room) -> None:
    path = room.desk.path / "a-rule.md"
    before, body = path.read_text().rsplit(RULE, 1)
    path.write_text(f"{before}Say the plan's name to nobody.{body}")
    room.carry_out(Asked(message="h1"))
    assert 'description: "Say the plan\'s name to nobody."' in path.read_text()
    assert not any("a-rule.md" in place for place in room.holding(RULE))


def test_what_a_run_made_of_it_after_it_was_shown_goes_too(room: Room) -> None:
    said = "Never deploy Zanzibar on a Friday."
    room.desk.said("s", human("h9", said), agent("a9"))
    planned = room.forget.plan(Asked(message="h9"))
    hold(room.desk, room.session, keep("late.md", "h9", said), says())
    assert "late.md" in room.desk.files()
    room.forget.carry_out(planned)
    assert "late.md" not in room.desk.files()
    assert room.holding(said) == []


def test_a_directory_whose_path_holds_the_words_is_named(room: Room) -> None:
    room.desk.archive.db.run("UPDATE sessions SET cwd = '/home/dev/shop/zanzibar'")
    kept = "the path of the directory /home/dev/shop/zanzibar holds it, and the state file keeps paths as they are"
    assert room.forget.plan(Asked(words=SECRETIVE)).elsewhere == (kept,)


def test_the_plan_says_what_goes_and_does_nothing(room: Room, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    planned = room.forget.plan(Asked(words=SECRETIVE))
    assert (len(planned.order.rows), planned.sessions) == (5, 1)
    assert planned.statements == ((str(room.desk.path / "a-rule.md"), RULE),)
    assert [line for line in planned.elsewhere if "git repository" in line]
    assert room.holding() != []


def test_keys_stay_so_that_reading_again_brings_nothing_back(room: Room) -> None:
    room.carry_out(Asked(words=SECRETIVE))
    desk = room.desk
    desk.said(
        "s", human("h1", RULE), agent("a1", f"I will not mention the {SECRETIVE} project."), restart=True
    )
    desk.said("fork", human("h1", RULE))
    desk.said("s", Replaced(human("h1", RULE)))
    assert room.holding() == []
    assert desk.extraction.look(room.session) == Later(None)
    texts = [s.message.text for s in desk.archive.messages.live(room.session)]
    assert texts == [FORGOTTEN, FORGOTTEN]


def test_the_name_of_a_tool_goes_where_the_words_stand_in_it(room: Room) -> None:
    calls = call("c2", "t2", tool="mcp__zanzibar__deploy"), call("c3", "t3", text='{"on": "Zanzibar"}')
    room.desk.said("s", *calls, result("r3", "t3", "done"))
    room.carry_out(Asked(words=SECRETIVE))
    assert room.holding() == []
    told = {s.message.key.uuid: s.message.tool for s in room.desk.archive.messages.live(room.session)}
    assert (told["c2"], told["c3"]) == (FORGOTTEN, "Bash")
    room.desk.close()
    for path in (room.place / "state").glob("state.db*"):
        path.unlink()
    room.desk = Desk(room.place)
    room.desk.said("s", *calls)
    assert room.holding() == []


def test_an_archive_built_anew_stays_without_the_words(room: Room) -> None:
    room.carry_out(Asked(words=SECRETIVE))
    room.desk.close()
    for path in (room.place / "state").glob("state.db*"):
        path.unlink()
    (room.place / "state" / "cursors.jsonl").unlink()
    desk = room.desk = Desk(room.place)
    session = desk.said("s", human("h1", RULE), human("h5", "Something else entirely."))
    assert room.holding() == []
    batch = look(desk, session)
    assert [m.key.uuid for e in batch.exchanges for m in e.visible if m.text != FORGOTTEN] == ["h5"]
    held = Archive.open(room.place / "state", redact, desk.clock)
    assert held.tombstones.is_forgotten(MessageKey("plain", "h1", 0))
    held.close()


def test_an_older_state_file_that_is_put_back_loses_the_words_again(room: Room) -> None:
    state = room.place / "state" / "state.db"
    room.desk.archive.problem("model", None, room.desk.clock())  # what was never said is not known again
    room.desk.close()
    before = state.read_bytes()
    room.desk = Desk(room.place)
    room.forget = Forget(room.desk.archive, lambda _path: room.desk.folder, room.desk.clock)
    room.carry_out(Asked(words=SECRETIVE))
    room.desk.close()
    state.write_bytes(before)
    desk = room.desk = Desk(room.place)
    Forget(desk.archive, lambda _path: desk.folder, desk.clock).recover()
    assert room.holding() == []
    assert desk.archive.db.check() == []
    desk.said("s", human("h1", RULE), human("h6", "Something else entirely."))
    batch = look(desk, room.session)
    assert [m.key.uuid for e in batch.exchanges for m in e.visible if m.text != FORGOTTEN] == ["h6"]
    assert room.holding() == []


def test_a_sentence_somebody_wants_again_stays_where_an_older_state_file_is_put_back(room: Room) -> None:
    state = room.place / "state" / "state.db"
    kept = (room.desk.path / "a-rule.md").read_bytes()
    room.desk.close()
    before = state.read_bytes()
    room.desk = Desk(room.place)
    room.forget = Forget(room.desk.archive, lambda _path: room.desk.folder, room.desk.clock)
    room.carry_out(Asked(words=SECRETIVE))
    (room.desk.path / "a-rule.md").write_bytes(kept)
    assert room.desk.archive.tombstones.lift([RULE])
    room.desk.archive.tombstones.save()
    room.desk.close()
    state.write_bytes(before)
    desk = room.desk = Desk(room.place)
    Forget(desk.archive, lambda _path: desk.folder, desk.clock).recover()
    assert RULE in desk.files()["a-rule.md"]
    assert not desk.archive.tombstones.is_on(RULE)
    desk.said("s", human("h1", RULE))
    assert desk.archive.tombstones.is_forgotten(human("h1", RULE).key)


def test_it_is_not_taken_back(room: Room) -> None:
    room.carry_out(Asked(words=SECRETIVE))
    undo = Undo(room.desk.archive, lambda _path: room.desk.folder, room.desk.clock)
    with pytest.raises(ConfigError, match="some of its words were forgotten"):
        undo.plan(1)
    assert undo.plan().run == 2


def test_of_a_file_with_more_in_it_only_the_words_go(room: Room) -> None:
    desk = room.desk
    fact = f"Deploys of {SECRETIVE} need a second pair of eyes."
    desk.said("s", human("h4", fact), agent("a4"))
    step = write("other.md", fact, "h4", fact, why=fact)
    assert hold(desk, room.session, says(step), says())[0].changed == 1
    path = desk.path / "other.md"
    path.write_text(path.read_text().replace(OTHER, f"{OTHER}\n\nMine, not yours.", 2))
    room.carry_out(Asked(words=SECRETIVE))
    assert room.holding() == []
    text = desk.files()["other.md"]
    assert OTHER in text
    assert "Mine, not yours." in text
    assert f'description: "{OTHER}"' in text


def test_what_other_files_rest_on_stays(room: Room) -> None:
    room.carry_out(Asked(words=SECRETIVE))
    found = room.desk.archive.provenance.of_file(room.desk.folder.path, "other.md")
    assert [each.quote for each in found] == [OTHER]


def test_a_sentence_that_rests_on_two_messages_goes_with_both_quotes(room: Room) -> None:
    desk = room.desk
    desk.said("s", human("h4", "Please never call the vendor on Sundays."), agent("a4"))
    desk.said("s", human("h5", "As I said, never call the vendor on Sundays, please."), agent("a5"))
    told = "Never call the vendor on Sundays."
    quotes = [{"message": name, "quote": "never call the vendor on Sundays"} for name in ("h4", "h5")]
    both = use(
        "write_memory", file="sundays.md", type="feedback", name="sundays", description=told,
        statements=[{"text": told, "evidence": quotes}],
    )  # fmt: skip
    assert hold(desk, room.session, says(both), says())[0].refusals == ()
    assert len(desk.archive.provenance.of_file(desk.folder.path, "sundays.md")) == 2
    room.carry_out(Asked(message="h4"))
    assert "sundays.md" not in desk.files()
    assert desk.archive.db.rows("SELECT 1 FROM statements WHERE statement = ?", (told,)) == []


def test_what_runs_of_other_sessions_were_refused_stays_but_for_the_words(room: Room) -> None:
    desk = room.desk
    sayings = {"t": "Tabs are better than spaces.", "u": f"{SECRETIVE} is a place."}
    for session, said in sayings.items():
        row = desk.said(session, human(f"{session}1", "Hello there, good day."), agent(f"{session}2"))
        hold(desk, row, says(write("y.md", said, f"{session}1", said)), says())
    kept, gone = desk.archive.db.rows("SELECT refusals FROM runs ORDER BY id DESC LIMIT 2")[::-1]
    assert SECRETIVE in str(gone)
    desk.archive.db.run("UPDATE runs SET detail = ? WHERE refusals = ?", (f"about {SECRETIVE}", *gone))
    desk.archive.db.run("UPDATE runs SET detail = 'about tabs' WHERE refusals = ?", kept)
    room.carry_out(Asked(words=SECRETIVE))
    after = desk.archive.db.rows("SELECT refusals, detail FROM runs ORDER BY id DESC LIMIT 2")[::-1]
    assert after[0] == (*kept, "about tabs")
    assert SECRETIVE not in str(after[1])


def test_while_another_process_reads_the_state_file_its_traces_are_told_and_wiped_later(room: Room) -> None:
    other = Archive.open_readonly(room.place / "state")
    room.desk.archive.db.run("PRAGMA busy_timeout = 0")  # nobody waits here for the other to end
    with other.db.moment():
        other.db.rows("SELECT text FROM messages")
        with pytest.raises(StoreFailed, match="is being read: the words are out of it"):
            room.carry_out(Asked(words=SECRETIVE))
    other.close()
    assert room.forget.recover() == ()
    assert room.holding() == []


def test_a_name_that_holds_the_words_goes_too(room: Room) -> None:
    desk = room.desk
    desk.said("s", human("h4", OTHER + " Always."), human("h5", f"{SECRETIVE} wants two eyes."), agent("a4"))
    more = [
        {"text": "Deploys are always on Tuesdays only.", "evidence": [{"message": "h4", "quote": OTHER}]},
        {
            "text": f"{SECRETIVE} wants two eyes.",
            "evidence": [{"message": "h5", "quote": f"{SECRETIVE} wants two eyes."}],
        },
    ]
    step = use("write_memory", file="zanzibar-deploys.md", type="project", name=f"{SECRETIVE} deploys",
               description=f"{SECRETIVE} wants two eyes.", statements=more)  # fmt: skip
    assert hold(desk, room.session, says(step), says())[0].added == 1
    room.carry_out(Asked(words=SECRETIVE))
    assert room.holding() == []
    (name,) = set(desk.files()) - {"MEMORY.md", "other.md"}
    assert name.startswith("memory-")
    assert "Deploys are always on Tuesdays only." in desk.files()[name]
    assert name in desk.files()["MEMORY.md"]


def test_a_name_made_of_the_sentence_goes_where_the_file_goes_on(room: Room) -> None:
    desk = room.desk
    finds = witness(desk.archive, UTC, False)
    ids = map("id-{}".format, itertools.count())
    keeps = Remember(desk.archive, PinRoom(len), Way.COMMAND_LINE, desk.clock, UTC, ids.__next__, finds)
    keeps.remember(desk.folder, "/home/dev/shop", Said("Bob gets fired in December."))
    keeps.remember(
        desk.folder, "/home/dev/shop", Said("Bob owns the parser.", name="bob-gets-fired-december")
    )
    assert "bob-gets-fired-december.md" in desk.files()
    room.carry_out(Asked(words="fired in December"))
    assert [name for name, text in desk.files().items() if "owns the parser" in text] != []
    assert room.holding("fired") == []
    assert desk.removals.look(desk.folder) == 0


def test_a_persons_own_words_stay_and_are_told(room: Room) -> None:
    own = room.desk.path / "mine.md"
    own.write_text(f"I like {SECRETIVE} a lot.\n")
    (room.desk.path / "notes.txt").write_text(f"{SECRETIVE}\n")
    lines = room.carry_out(Asked(words=SECRETIVE))
    assert len(lines) == 2
    assert "mine.md holds it in words of your own" in lines[0]
    assert "notes.txt" in lines[1]
    assert own.read_text() == f"I like {SECRETIVE} a lot.\n"
    assert {Path(p).name for p in room.holding()} == {"mine.md", "notes.txt", "MEMORY.md"}


def test_a_file_is_forgotten_with_what_it_rests_on(room: Room) -> None:
    data = (room.desk.path / "other.md").read_bytes()
    room.carry_out(Asked(file=(room.desk.folder.path, "other.md", data)))
    assert room.holding("Tuesdays") == []
    assert sorted(room.desk.files()) == ["MEMORY.md", "a-rule.md"]


def test_a_file_no_run_wrote_is_the_persons(room: Room) -> None:
    with pytest.raises(ConfigError, match="delete it yourself"):
        room.forget.plan(Asked(file=(room.desk.folder.path, "mine.md", b"My words.\n")))


def test_a_message_and_a_session_are_forgotten_by_their_ids(room: Room) -> None:
    room.carry_out(Asked(message="h2"))
    assert room.holding("Tuesdays") == []
    assert room.holding() != []
    room.desk.archive.problem("model", None, room.desk.clock())
    room.carry_out(Asked(session="s"))
    assert room.holding() == []
    texts = {str(text) for (text,) in room.desk.archive.db.rows("SELECT text FROM messages")}
    assert texts == {FORGOTTEN}


def test_a_sessions_sub_agents_are_forgotten_with_it(room: Room) -> None:
    whole = "11111111-1111-4111-8111-111111111111"
    for name, speaker in ((whole, human), (f"{whole}/agent-1", agent), (f"{whole}0", human)):
        said = speaker(f"k-{name}", f"The kiosk of {name} is closed.")
        transcript = Transcript("claude-code", f"/t/{name}.jsonl", SessionId(name), "/" in name)
        room.desk.archive.messages.store(
            transcript, source.Reading([source.Said(said)], "1", cwd="/p"), Project("/p", is_seen=True)
        )
    room.carry_out(Asked(session=whole))
    left = [
        str(text)
        for (text,) in room.desk.archive.db.rows("SELECT text FROM messages WHERE text LIKE '%kiosk%'")
    ]
    assert left == [f"The kiosk of {whole}0 is closed."]


def test_sub_agents_are_forgotten_by_the_id_of_a_session_that_was_never_read(room: Room) -> None:
    for name in ("1111-a/agent-1", "1111-a/agent-2", "1111-b"):
        transcript = Transcript("claude-code", f"/t/{name}.jsonl", SessionId(name), "/" in name)
        said = agent(f"k-{name}", f"The kiosk of {name} is closed.")
        room.desk.archive.messages.store(
            transcript, source.Reading([source.Said(said)], "1", cwd="/p"), Project("/p", is_seen=True)
        )
    assert len(room.forget.plan(Asked(session="1111-a")).order.rows) == 2


def test_a_session_is_named_by_a_beginning_that_no_other_one_has(room: Room) -> None:
    for name in ("0f0c2d9e-one", "0f0c2d9e-two"):
        room.desk.said(name, human(f"h-{name}", "What is this?"), agent(f"a-{name}"))
    with pytest.raises(ConfigError, match="0f0c2d9e: give more of the one you mean: 0f0c2d9e-"):
        room.forget.plan(Asked(session="0f0c2d9e"))
    assert len(room.forget.plan(Asked(session="0f0c2d9e-t")).order.rows) == 2


@pytest.mark.parametrize(
    "asked", [Asked(words="unheard of"), Asked(words=" x "), Asked(message="nope"), Asked(session="nope")]
)
def test_what_is_not_there_is_one_line(room: Room, asked: Asked) -> None:
    with pytest.raises(ConfigError) as told:
        room.forget.plan(asked)
    assert "\n" not in str(told.value)


def test_what_is_said_in_the_words_while_somebody_thinks_goes_too(room: Room) -> None:
    planned = room.forget.plan(Asked(words=SECRETIVE))
    room.desk.said("s", human("h6", f"The {SECRETIVE} plan is due in spring."), agent("a6"))
    room.forget.carry_out(planned)
    assert room.holding() == []


@pytest.mark.parametrize("joined", ["staging-port", "staging_port"])
def test_a_name_that_goes_stands_in_no_record_either(room: Room, joined: str) -> None:
    desk, said = room.desk, "The lab listens on 8080."
    session = desk.said("another", human("h6", said), agent("a6"))
    hold(desk, session, keep("lab.md", "h6", said), says())
    (desk.path / "lab.md").rename(desk.path / f"{joined}.md")
    Pinning(desk.archive, PinRoom(len), Way.COMMAND_LINE, desk.clock).pin(desk.folder, "/w", [f"{joined}.md"])
    assert room.holding(joined)
    room.carry_out(Asked(words="staging port"))
    assert room.holding(joined) == []
    assert any(said in text for text in desk.files().values())


def test_a_run_under_way_meanwhile_keeps_nothing(room: Room) -> None:
    desk = room.desk
    desk.said("s", human("h6", f"The {SECRETIVE} plan is due in spring always."), agent("a6"))
    fact = f"The {SECRETIVE} plan is due in spring always."
    model = Scripted([says(write("late.md", fact, "h6", fact, type="project")), says()])
    job = desk.extraction.begin(look(desk, room.session), model.name)
    conversation = converse(model, job.request, job.workspace)
    room.carry_out(Asked(words=SECRETIVE))
    assert desk.extraction.finish(job, conversation).outcome is Outcome.INTERRUPTED
    assert room.holding() == []
    assert desk.extraction.look(room.session) == Later(None)


def test_a_run_of_another_session_that_was_shown_the_file_keeps_nothing_and_is_held_again(room: Room) -> None:
    desk, said = room.desk, "Merges happen on Mondays only."
    session = desk.said("another", human("h6", said), agent("a6"))
    model = Scripted([says(write("a-rule.md", said, "h6", said, type="feedback")), says()])
    job = desk.extraction.begin(look(desk, session), model.name)
    conversation = converse(model, job.request, job.workspace)
    room.carry_out(Asked(words=SECRETIVE))
    assert desk.extraction.finish(job, conversation).outcome is Outcome.INTERRUPTED
    assert room.holding() == []
    done, _ = hold(desk, session, keep("late.md", "h6", said), says())
    assert done.added == 1


class Cut(Exception):
    """The process ends here."""


@pytest.mark.parametrize("step", range(40))
def test_cut_short_anywhere_it_is_finished_at_the_next_start(tmp_path: Path, step: int) -> None:
    room = Room(tmp_path)
    left = iter(range(step))

    def cutting(run: Callable[..., object]) -> Callable[..., object]:
        def maybe(sql: str, *values: object) -> object:
            if not sql.startswith("SELECT") and next(left, None) is None:
                raise Cut
            return run(sql, *values)

        return maybe

    planned = room.forget.plan(Asked(words=SECRETIVE))
    db = room.desk.archive.db
    db.run = cutting(db.run)  # type: ignore[method-assign]
    db.run_many = cutting(db.run_many)  # type: ignore[method-assign]
    try:
        room.forget.carry_out(planned)
    except Cut:
        pass  # the process ends here, as by a kill; what follows is its next start
    room.desk.close()
    begun = step > 0
    desk = Desk(tmp_path)
    Forget(desk.archive, lambda _path: desk.folder, desk.clock).recover()
    desk.folder.refresh_index()
    desk.close()
    assert (room.holding() == []) is begun


def test_a_forgetting_cut_short_is_told_until_the_next_one_ends_it(room: Room) -> None:
    db = room.desk.archive.db
    assert room.forget.finish() == (False, ())
    planned = room.forget.plan(Asked(words=SECRETIVE))
    run = db.run

    def full(sql: str, *values: object) -> object:
        if sql == "VACUUM":
            raise StoreFailed("the disk is full")
        return run(sql, *values)  # type: ignore[arg-type]

    db.run = full  # type: ignore[assignment, method-assign]
    with pytest.raises(StoreFailed, match="the disk is full; what is to be forgotten is not all gone"):
        room.forget.carry_out(planned)
    db.run = run  # type: ignore[method-assign]
    (line,) = unfinished(db)
    assert "goes on with it" in line
    assert SECRETIVE not in line
    assert room.forget.finish() == (True, ())
    assert unfinished(db) == ()
    assert room.holding() == []


@settings(max_examples=15)
@given(
    word=st.text("abcdefghijkäöü", min_size=8, max_size=12),
    repeats=st.integers(1, 3),
    spaced=st.booleans(),
)
def test_whatever_the_words_no_byte_holds_them(word: str, repeats: int, spaced: bool) -> None:

    with in_memory() as place:
        desk = Desk(place)
        phrase = f"{word} {word}" if spaced else word
        session = desk.said("s", *(human(f"h{n}", f"Always keep {phrase} in mind.") for n in range(repeats)))
        desk.archive.runs.finish(
            desk.archive.runs.start(session, "m", desk.folder.path, 1, desk.clock()),
            Finished(Outcome.FAILED, refusals=(f"no {phrase}",), detail=phrase), desk.clock(),
        )  # fmt: skip
        forget = Forget(desk.archive, lambda _path: desk.folder, desk.clock)
        forget.carry_out(
            forget.plan(Asked(words=phrase.upper() if phrase.upper().casefold() == phrase else phrase))
        )
        held = b"".join(p.read_bytes() for p in place.rglob("*") if p.is_file())
        assert word.encode() not in held
        assert forget.plan(Asked(session="s")).order.rows != ()
        desk.close()


def test_the_name_of_its_file_goes_from_the_log_when_no_run_can_be_taken_back_any_more(room: Room) -> None:
    desk = room.desk
    said = f"The {SECRETIVE} kiosk closes at four."
    desk.said("s", human("h7", said), agent("a7"))
    hold(desk, room.session, keep("zanzibar-kiosk-closes-four.md", "h7", said), says())
    pinning = Pinning(desk.archive, PinRoom(len), Way.COMMAND_LINE, desk.clock)
    pinning.pin(desk.folder, "/home/dev/shop", ["zanzibar-kiosk-closes-four.md"])
    desk.archive.db.run("DELETE FROM journal")
    room.carry_out(Asked(words="Zanzibar kiosk"))
    assert room.holding("zanzibar-kiosk") == []


def test_what_was_asked_for_by_hand_stays_in_the_log_but_for_the_words(room: Room) -> None:
    desk, numbers = room.desk, itertools.count()
    remember = Remember(
        desk.archive,
        PinRoom(len),
        Way.COMMAND_LINE,
        desk.clock,
        UTC,
        lambda: f"said-{next(numbers)}",
        witness(desk.archive, UTC, takes_scripts=False),
    )
    for text in ("The staging port is 8080.", f"The {SECRETIVE} kiosk closes at four."):
        remember.remember(desk.folder, "/home/dev/shop", Said(text))
    assert "staging" in desk.archive.run_log.entries(10)[1].detail
    room.carry_out(Asked(words="zanzibar"))
    newest, before = desk.archive.run_log.entries(10)[:2]
    assert newest.detail == FORGOTTEN
    assert "staging" in before.detail
    assert room.holding() == []
