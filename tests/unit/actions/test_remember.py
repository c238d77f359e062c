"""Remember: what a person says for the memory itself."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.actions.forget import Asked as Named
from extractor.actions.forget import Forget
from extractor.actions.placing import Fate
from extractor.actions.remember import Asked, Remember, Remembered, worded
from extractor.actions.undo import Undo
from extractor.actions.why import Origin, why
from extractor.actions.witness import witness
from extractor.archive.outcome import Outcome
from extractor.archive.way import Way
from extractor.domain import MemoryType
from extractor.errors import ConfigError
from extractor.memory.memory_file import parse
from extractor.memory.pins import PinRoom
from extractor.transcripts.source import Withdrawn
from tests.support.scripted import Desk, says, write
from tests.support.talk import agent, human
from tests.unit.extraction.test_run import hold, keep

PROJECT = "/home/dev/shop"
RULE = "Never mock the database in tests."
PORT = "The staging port is 8080."


class Room:
    def __init__(self, path: Path, limit: int = 100_000) -> None:
        self.desk = Desk(path)
        self.desk.path.mkdir()
        numbers = itertools.count(1)
        self.ways = {
            way: Remember(
                self.desk.archive,
                PinRoom(len, limit),
                way,
                self.desk.clock,
                UTC,
                lambda: f"said-{next(numbers)}",
                witness(self.desk.archive, UTC, takes_scripts=False),
            )
            for way in Way
        }

    def hear(self, text: str) -> None:
        """A person says something, in no session an agent is asked in."""
        self.desk.archive.direct.say(Way.COMMAND_LINE, PROJECT, text, f"heard {text}", self.desk.clock())

    def ask(self, text: str, **more: object) -> Remembered:
        """An agent asks for what a person has just said."""
        self.hear(text)
        return self.say(text, Way.MCP, quote=text, **more)

    def say(self, text: str, way: Way = Way.COMMAND_LINE, **more: object) -> Remembered:
        return self.ways[way].remember(self.desk.folder, PROJECT, Asked(text, **more))  # type: ignore[arg-type]

    def memories(self) -> dict[str, str]:
        return {name: text for name, text in self.desk.files().items() if name != "MEMORY.md"}

    def undo(self, run: int | None = None) -> None:
        undo = Undo(self.desk.archive, lambda _path: self.desk.folder, self.desk.clock)
        undo.carry_out(undo.plan(run))

    def remove(self, file: str) -> None:
        (self.desk.path / file).unlink()
        for _ in range(2):
            self.desk.removals.look(self.desk.folder)
            self.desk.clock.pass_by(61)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.desk.close()


def test_a_sentence_becomes_a_memory_file_and_an_index_line(room: Room) -> None:
    done = room.say("  the staging port\nis 8080 ")
    (text,) = room.memories().values()
    session = parse(text.encode()).session
    assert text == (
        f'---\nname: staging-port\ndescription: "{PORT}"\nmetadata:\n  node_type: memory\n  type: project\n'
        f"  modified: 2026-03-02T10:00:00.000Z\n  originSessionId: {session}\n---\n\n{PORT}\n"
    )
    assert f"(staging-port.md) — {PORT}" in room.desk.files()["MEMORY.md"]
    assert (done.type, done.done.run) == (MemoryType.PROJECT, 1)


@pytest.mark.parametrize("sign", ["\0", "\x08", "\x1b", "\x7f"])
def test_a_control_character_is_refused_and_no_sign_stands_in_its_place(room: Room, sign: str) -> None:
    with pytest.raises(ConfigError, match="invisible characters"):
        room.say(f"The staging{sign}port is 8080.")
    assert room.memories() == {}


@pytest.mark.parametrize(
    "text",
    ["Never write <!-- generated --> by hand.", "Close <!-- a --> in `docs`.", "A --> B is how we draw it."],
)
def test_a_comment_is_refused_and_not_left_out_of_what_was_said(room: Room, text: str) -> None:
    with pytest.raises(ConfigError, match="this holds invisible characters or markup"):
        room.say(text)
    assert room.memories() == {}


@pytest.mark.parametrize("mark", ["<|im_end|>", "[/INST]", "</system-reminder>"])
def test_a_mark_that_steers_a_model_is_refused(room: Room, mark: str) -> None:
    with pytest.raises(ConfigError, match="where a turn begins or ends: say it without"):
        room.say(f"The staging port is 8080.{mark}")
    assert room.memories() == {}


@pytest.mark.parametrize("text", ["?", "!!!", "8080", "…", "👍"])
def test_what_holds_no_word_is_refused(room: Room, text: str) -> None:
    with pytest.raises(ConfigError, match=r"^this holds no word: say a sentence, nothing was kept$"):
        room.say(text)
    assert room.memories() == {}


@pytest.mark.parametrize(
    "text",
    [
        "What is the port?",
        "what is the port?!",
        "Is it 8080??",
        "ポートは何ですか？",
        f"{PORT} Is that right?",
    ],
)
def test_a_question_is_refused(room: Room, text: str) -> None:
    with pytest.raises(ConfigError, match=r"is a question: say what holds, nothing was kept$") as refused:
        room.say(text)
    assert "\n" not in str(refused.value)
    assert room.memories() == {}


@pytest.mark.parametrize(
    "text",
    [
        "Before a deploy, always ask: is the staging green?",
        "Asked ‘Which database?’, the user said ‘Postgres’.",
        "The search stands at https://shop.example.org/find?",
        "One letter is matched by ?",
        "Always ask “which port?” first.",
    ],
)
def test_a_question_that_is_only_told_of_is_kept(room: Room, text: str) -> None:
    room.say(text)
    assert len(room.memories()) == 1


def test_an_agent_brings_nothing_back_from_a_file_that_has_just_gone(room: Room) -> None:
    room.say(PORT)
    (file,) = room.memories()
    (room.desk.path / file).unlink()
    room.desk.removals.look(room.desk.folder)
    with pytest.raises(ConfigError, match="a person removed this"):
        room.say(PORT, Way.MCP, quote=PORT)
    assert room.memories() == {}
    assert room.say(PORT).places[0].fate is Fate.BEGINS


def test_an_agent_pins_no_file_of_a_persons_own_that_says_it_already(room: Room) -> None:
    (room.desk.path / "mine.md").write_text(f"{PORT}\n")
    done = room.ask(PORT, pin=True)
    assert (done.places[0].fate, done.done.changes) == (Fate.STANDS, ())
    assert room.memories() == {"mine.md": f"{PORT}\n"}


def test_an_agents_quote_is_found_behind_a_long_message_and_among_many_that_say_its_words(room: Room) -> None:
    room.hear(f"{'We look at the logs of the night. ' * 200}\n\n{PORT} Keep that in mind.")
    for number in range(40):
        room.hear(f"What is the staging port number {number}?")
    assert room.say(PORT, Way.MCP, quote=PORT).places[0].fate is Fate.BEGINS


def test_an_agents_quote_of_common_words_is_found_however_often_they_are_said(room: Room) -> None:
    said = "Do it that way again and again, as before."
    room.hear(said)
    for number in range(100):
        room.hear(f"do it again {number} as I said before, that way")
    assert room.say(said, Way.MCP, quote=said).places[0].fate is Fate.BEGINS


def test_an_agents_quote_counts_where_only_a_fork_still_holds_it(room: Room) -> None:
    said = human("h1", PORT)
    room.desk.said("first", said, agent("a1"))
    room.desk.said("fork", said, agent("a2"))
    room.desk.said("first", Withdrawn((said.key.uuid,)))
    assert room.say(PORT, Way.MCP, quote=PORT).places[0].fate is Fate.BEGINS


def test_an_agents_quote_of_words_that_were_taken_back_everywhere_does_not_count(room: Room) -> None:
    said = human("h1", PORT)
    room.desk.said("first", said, agent("a1"))
    room.desk.said("first", Withdrawn((said.key.uuid,)))
    with pytest.raises(ConfigError, match="stands in no words of the person"):
        room.say(PORT, Way.MCP, quote=PORT)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("The freeze starts tomorrow.", "tomorrow"),
        ("We moved to pnpm last month.", "last month"),
        ("The demo is next year.", "next year"),
        ('Rename the label "today" to "now" tomorrow.', "tomorrow"),
    ],
)
def test_a_date_that_means_another_day_tomorrow_is_kept_as_it_was_said_and_told(
    room: Room, said: str, words: str
) -> None:
    done = room.say(said)
    (text,) = room.memories().values()
    assert f"\n{said}\n" in text
    assert done.done.lines == (f"{words!r} will mean another day later on: say the date",)
    assert room.say(said).done.lines == ()


def test_each_item_of_a_list_is_a_sentence_under_its_heading(room: Room) -> None:
    room.say("In YAML files:\n- use two spaces\n- quote every string")
    text = "".join(room.memories().values())
    assert "\n\nIn YAML files: use two spaces.\n\nIn YAML files: quote every string.\n" in text


@pytest.mark.parametrize("said", ["Never deploy on Friday.", "The job `tomorrow.sh` runs at night."])
def test_a_rule_for_each_such_day_and_a_name_are_not_told(room: Room, said: str) -> None:
    assert room.say(said).done.lines == ()


def test_a_weekday_stays_as_it_was_said_for_it_may_be_each_of_its_kind(room: Room) -> None:
    done = room.say("The release is on Monday at 10.")
    assert "The release is on Monday at 10." in "".join(room.memories().values())
    assert done.done.lines == ("'Monday' will mean another day later on: say the date",)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("the port is 8080", "The port is 8080."),
        ("don't mock it!", "Don't mock it!"),
        ("I prefer short answers", "The user prefers short answers."),
        ("I live in Berlin and answer in German please", "I live in Berlin and answer in German please."),
        ("the user prefers tabs", "The user prefers tabs."),
        ("_internal modules are private", "_internal modules are private."),
        ("`make x` builds", "`make x` builds."),
        ("docs: https://docs.example.com/api/", "Docs: https://docs.example.com/api/"),
        ("数据库不要模拟", "数据库不要模拟"),
        ("der Release ist am Dienstag", "Der Release ist am Dienstag."),
        ("**always** rebase", "**always** rebase."),
        ("the limit is 150€", "The limit is 150€."),
        ("coverage stays above 80%", "Coverage stays above 80%."),
        ("run the tests with `make test`", "Run the tests with `make test`."),
        ("end it with `ok.`", "End it with `ok.`"),
        ("the core is C++", "The core is C++."),
    ],
)
def test_a_sentence_stays_as_it_was_said_but_for_a_capital_and_a_full_stop(said: str, written: str) -> None:
    assert worded(said) == written


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("I prefer short answers without emoji.", MemoryType.USER),
        ("Never mock the database in tests.", MemoryType.FEEDBACK),
        ("Do not mock the database", MemoryType.FEEDBACK),
        ("We use 4 spaces in Python.", MemoryType.PROJECT),
        ("The dashboards are at https://grafana.example.com/shop", MemoryType.REFERENCE),
        ("Blue whale.", MemoryType.PROJECT),
    ],
)
def test_without_a_type_the_words_decide(room: Room, text: str, type: MemoryType) -> None:
    room.say(text)
    (data,) = room.memories().values()
    assert parse(data.encode()).type is type


def test_a_type_and_a_name_that_are_given_are_kept(room: Room) -> None:
    room.say(PORT, type=MemoryType.REFERENCE, name="machines")
    assert parse(room.memories()["machines.md"].encode()).type is MemoryType.REFERENCE
    room.say("Lunch is at noon.", name="machines.md")
    assert parse(room.memories()["machines.md"].encode()).statements == (PORT, "Lunch is at noon.")
    with pytest.raises(ConfigError, match="of type reference"):
        room.say("Tea is at four.", type=MemoryType.USER, name="machines")


def test_said_twice_it_stands_once_and_that_is_told(room: Room) -> None:
    room.say(PORT)
    before = room.memories()
    again = room.say("the staging port is 8080")
    assert (again.done.run, again.places[0].other) == (None, PORT)
    assert room.memories() == before
    assert len(room.desk.archive.run_log.entries(10)) == 1


def test_what_a_run_learned_is_not_written_again(room: Room) -> None:
    session = room.desk.said("s", human("h1", RULE), agent("a1"))
    hold(room.desk, session, keep("rule.md"), says())
    assert room.say(RULE).places[0].file == "rule.md"
    assert list(room.memories()) == ["rule.md"]


def test_a_corrected_number_takes_the_old_ones_place_in_the_description_too(room: Room) -> None:
    room.say(PORT)
    room.say("The staging port is 9090.")
    text = room.memories()["staging-port.md"]
    assert "8080" not in text
    assert text.count("9090") == 2


def test_why_names_the_person_and_the_day(room: Room) -> None:
    room.say("the staging port is 8080")
    data = room.memories()["staging-port.md"].encode()
    (reason,) = why(room.desk.archive, room.desk.folder.path, "staging-port.md", data)
    (witness,) = reason.witnesses
    assert (reason.origin, witness.client, witness.speaker) == (Origin.RUN, "command-line", "human")
    assert (witness.quote, witness.at) == ("the staging port is 8080", room.desk.clock())


def test_it_is_undone_like_every_change(room: Room) -> None:
    room.say(PORT)
    room.undo()
    assert room.memories() == {}
    room.desk.removals.look(room.desk.folder)
    assert not room.desk.archive.tombstones.is_on(PORT)


def test_the_words_are_archived_and_no_run_learns_from_them(room: Room) -> None:
    room.say(PORT)
    (key,) = [q.key for q in room.desk.archive.provenance.of_file(room.desk.folder.path, "staging-port.md")]
    assert room.desk.archive.provenance.speaker_of(key) == "human"
    assert room.desk.archive.sessions.waiting() == []


def test_it_lifts_the_tombstone_of_what_was_removed(room: Room) -> None:
    session = room.desk.said("s", human("h1", RULE), agent("a1"))
    hold(room.desk, session, keep("rule.md"), says())
    room.remove("rule.md")
    assert room.desk.archive.tombstones.is_on(RULE)
    assert room.say("never mock the database in tests").lifted == 1
    assert not room.desk.archive.tombstones.is_on(RULE)


def test_an_agent_may_not_bring_back_what_a_person_removed(room: Room) -> None:
    room.say(PORT)
    room.remove("staging-port.md")
    with pytest.raises(ConfigError, match="a person removed this"):
        room.ask("The staging port is 8080")
    assert room.memories() == {}
    assert room.say(PORT).lifted == 1


def test_an_agent_may_not_say_in_other_words_what_stood_in_a_file_that_is_missed(room: Room) -> None:
    heard = "The staging port is 8080 and belongs to Ana."
    room.hear(heard)
    room.say(heard, Way.MCP, quote=heard)
    (name,) = room.memories()
    (room.desk.path / name).unlink()
    room.desk.removals.look(room.desk.folder)
    with pytest.raises(ConfigError, match="removed"):
        room.say("The port belongs to Ana.", Way.MCP, quote=heard)
    assert room.memories() == {}


def test_an_agent_may_not_bring_back_what_a_person_undid(room: Room) -> None:
    done = room.ask(PORT).done
    assert done.run is not None
    room.undo(done.run)
    with pytest.raises(ConfigError, match="took this back with `undo`"):
        room.ask("The staging port is 8080")
    assert room.memories() == {}
    room.undo(done.run + 1)
    assert room.ask(PORT).places[0].fate is Fate.STANDS
    room.undo()
    assert room.say(PORT).places[0].fate is not Fate.STANDS


def test_an_agent_changes_nothing_in_a_persons_own_file(room: Room) -> None:
    own = f"---\nname: ports\n---\n\n{PORT}\n"
    (room.desk.path / "ports.md").write_text(own)
    with pytest.raises(ConfigError, match="a person's own file"):
        room.ask("The ports close at four.", name="ports")
    assert room.ask("The staging port is 9090.").places[0].file == "staging-port.md"
    assert room.memories()["ports.md"] == own
    assert room.say("The staging port is 7070.").places[0].fate is Fate.REPLACES


def test_what_an_agent_asks_for_rests_on_the_person_s_words(room: Room) -> None:
    room.hear("by the way, the staging port is 8080 and stays so")
    room.say(PORT, Way.MCP, quote="the staging port is 8080")
    data = room.memories()["staging-port.md"].encode()
    (reason,) = why(room.desk.archive, room.desk.folder.path, "staging-port.md", data)
    assert [(w.speaker, w.quote) for w in reason.witnesses] == [("human", "the staging port is 8080")]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (PORT, ""),
        (PORT, "the staging port is 9090"),
        ("Agents push straight to main.", "the staging port is 8080"),
        ("The staging port is 8080. Agents push straight to main.", "the staging port is 8080"),
    ],
)
def test_an_agent_gets_nothing_kept_that_no_person_said(room: Room, text: str, quote: str) -> None:
    room.hear("by the way, the staging port is 8080")
    room.desk.archive.direct.say(
        Way.MCP, PROJECT, "Agents push straight to main.", "agents-1", room.desk.clock()
    )
    with pytest.raises(ConfigError):
        room.say(text, Way.MCP, quote=quote)
    assert room.memories() == {}


def test_a_removed_sentence_that_was_remembered_is_a_tombstone_like_any(room: Room) -> None:
    room.say(PORT)
    room.remove("staging-port.md")
    assert room.desk.archive.tombstones.is_on(PORT)


def test_forgetting_takes_it_out_of_everything(room: Room) -> None:
    room.say("The zanzibar port is 8080.")
    forget = Forget(room.desk.archive, lambda _path: room.desk.folder, room.desk.clock)
    forget.carry_out(forget.plan(Named(words="zanzibar")))
    assert room.memories() == {}
    held = [p for p in room.desk.path.parent.rglob("*") if p.is_file() and b"zanzibar" in p.read_bytes()]
    assert held == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The key is " + "sk-ant-" + "api03-" + "Zk3vQ9xW7pLm2Rt8Ys4Nd6Bf1Hj5Gc0" * 3, "holds a key"),
        ("My note <private>is mine</private>.", "private words"),
        ("", "nothing was kept"),
        ("# A heading", "nothing was kept"),
        ("x" * 501, "at most 500"),
        ("Say it\u202e backwards.", "plain words"),
        (" ".join(f"Number {n} is here." for n in range(21)), "holds 20"),
    ],
)
def test_what_may_not_be_kept_is_one_line_and_changes_nothing(room: Room, text: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        room.say(text)
    assert room.desk.files() == {}
    assert room.desk.archive.db.number("SELECT count(*) FROM messages") == 0


def test_a_name_that_is_none_is_one_line(room: Room) -> None:
    for name in ("../x", "MEMORY", "a b", ""):
        with pytest.raises(ConfigError, match="--name"):
            room.say(PORT, name=name)


def test_with_a_pin_the_file_is_pinned_whether_it_stood_or_not(room: Room) -> None:
    room.say(PORT)
    assert room.say(PORT, pin=True).pinned
    assert parse(room.memories()["staging-port.md"].encode()).pinned
    assert room.say(PORT, pin=True).done.run is None


def test_a_pin_there_is_no_room_for_keeps_nothing(tmp_path: Path) -> None:
    room = Room(tmp_path, limit=100)
    with pytest.raises(ConfigError, match="room for 100"):
        room.say(PORT, pin=True)
    assert room.memories() == {}
    room.desk.close()


def test_a_persons_own_file_is_joined_only_when_it_is_named(room: Room) -> None:
    own = "---\r\nname: mine # own\r\n---\r\n\r\nThe staging port belongs to the shop team.\r\n"
    (room.desk.path / "mine.md").write_bytes(own.encode())
    room.say("The staging port of the shop is open.")
    assert (room.desk.path / "mine.md").read_bytes() == own.encode()
    room.say("Tea is at four.", name="mine")
    assert (room.desk.path / "mine.md").read_bytes() == (own + "\r\nTea is at four.\r\n").encode()


def test_a_run_that_a_crash_cut_off_is_recorded_at_the_next_start(room: Room) -> None:
    room.say(PORT)
    db = room.desk.archive.db
    db.run("DELETE FROM statements")
    db.run("UPDATE runs SET finished = NULL, outcome = NULL")
    assert room.desk.extraction.recover() == 1
    (entry,) = room.desk.archive.run_log.entries(10)
    assert (entry.outcome, entry.added) == (Outcome.BY_HAND, 1)
    assert [
        q.statement for q in room.desk.archive.provenance.of_file(room.desk.folder.path, "staging-port.md")
    ] == [PORT]


def test_a_later_session_that_says_the_same_adds_nothing(room: Room) -> None:
    room.say(RULE, name="rule")
    session = room.desk.said("s", human("h1", RULE), agent("a1"))
    done, _ = hold(room.desk, session, says(write("other.md", RULE, "h1", RULE)), says())
    assert (done.added, list(room.memories())) == (0, ["rule.md"])


@pytest.mark.parametrize(
    "text",
    [
        "The root password for the build box is {}.",
        "Always use the password {} for the root account.",
        "The passphrase of the backup is {}.",
        "The passphrase for the backup is {}",
        "Das Kennwort vom Build-Server ist {}",
        "La contraseña de la base de datos es {}",
        "Le mot de passe du serveur est {}",
    ],
)
def test_a_password_said_in_plain_words_is_not_kept(room: Room, text: str) -> None:
    for secret in (
        "Hunter" + "2x9",
        "sword" + "fish99",
        *(["sword" + "fish"] if "password {}" not in text else []),
    ):
        with pytest.raises(ConfigError, match="a password"):
            room.say(text.format(secret))
    assert room.memories() == {}


@pytest.mark.parametrize(
    "text",
    [
        "The password for staging is in the vault of the team.",
        "The admin password is only known to Anna.",
        "The password is rotated monthly by the ops team.",
        "The default password is changed at first login.",
        "The reset password is handled by Keycloak.",
        "The password is bcrypt hashed before it is stored.",
        "The PIN is four digits long.",
        "The LED pin is 13 on every board.",
        "The Python pin is 3.11 in all images.",
        "Das Passwort ist im Tresor.",
    ],
)
def test_what_is_so_of_a_password_may_be_said(room: Room, text: str) -> None:
    room.say(text)
    assert len(room.memories()) == 1


def test_the_reason_of_a_sentence_goes_with_it_when_another_one_takes_its_place(room: Room) -> None:
    why = "a mocked test hid a broken migration"
    said = f"Never mock the database in tests, because {why}."
    session = room.desk.said("s", human("h1", said), agent("a1"))
    hold(room.desk, session, says(write("rule.md", RULE, "h1", said, why=why)), says())
    assert parse(room.memories()["rule.md"].encode()).why == why
    assert room.say("Mock the database in tests.").places[0].fate is Fate.REPLACES
    assert parse(room.memories()["rule.md"].encode()).why is None


def test_what_stands_though_its_run_was_undone_is_no_news_to_refuse(room: Room) -> None:
    done = room.ask(PORT).done
    assert done.run is not None
    room.undo(done.run)
    (room.desk.path / "mine.md").write_text(f"{PORT}\n")
    assert room.ask(PORT).places[0].fate is Fate.STANDS
