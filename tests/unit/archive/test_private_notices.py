"""What a client itself puts into a conversation of a private file is stored without its words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.memory.private.private_paths import PrivatePaths
from extractor.transcripts.source import Reading, Said
from tests.support.talk import agent, human, notice
from tests.unit.transcripts.gemini_written import Chat
from tests.unit.transcripts.written import CWD, Session, text

VAULT = f"{CWD}/vault"
SELECTED = (
    f"<ide_selection>The user selected the lines 1 to 2 from {VAULT}/pay.md:\nthe heron earns</ide_selection>"
)
CALLED = (
    '<system-reminder>\nCalled the Read tool with the following input: {"file_path":"%s"}\n</system-reminder>'
)
RETURNED = '<system-reminder>\nResult of calling the Read tool: "the %s nests here"\n</system-reminder>'


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    opened = Database.open(tmp_path / "state.db", Milliseconds(1))
    yield opened
    opened.close()


@pytest.fixture
def messages(db: Database) -> Messages:
    return Messages(db, lambda text: text, PrivatePaths((VAULT, ".env")))


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path / "claude")


def texts(db: Database) -> list[str]:
    return [str(text) for (text,) in db.rows("SELECT text FROM messages ORDER BY id")]


def test_a_command_of_shell_mode_on_a_private_file_is_closed_with_what_it_printed(
    db: Database, messages: Messages, session: Session
) -> None:
    session.user("<bash-input>cat vault/pay.md</bash-input>")
    session.user("<bash-stdout>the heron earns</bash-stdout><bash-stderr></bash-stderr>")
    session.user("<bash-input>make</bash-input>")
    session.user("<bash-stdout>built</bash-stdout><bash-stderr></bash-stderr>")
    messages.store(session.owned(), session.read(), None)
    assert texts(db) == [
        *("[PRIVATE]", "[PRIVATE]"),
        *("<bash-input>make</bash-input>", "<bash-stdout>built</bash-stdout><bash-stderr></bash-stderr>"),
    ]


def test_what_it_printed_is_closed_also_where_it_is_read_later(
    db: Database, messages: Messages, session: Session
) -> None:
    session.user("<bash-input>cat vault/pay.md</bash-input>")
    messages.store(session.owned(), session.read(), None)
    session.user("<bash-stdout>the heron earns</bash-stdout>")
    messages.store(session.owned(), session.read(), None)
    assert texts(db) == ["[PRIVATE]", "[PRIVATE]"]


def test_what_was_chosen_of_a_private_file_in_an_editor_is_closed(
    db: Database, messages: Messages, session: Session
) -> None:
    session.user([text(SELECTED), text("mend this")])
    messages.store(session.owned(), session.read(), None)
    assert texts(db) == ["[PRIVATE]", "mend this"]


def test_what_a_client_marks_as_typed_keeps_what_the_person_typed(
    db: Database, messages: Messages, session: Session
) -> None:
    other = SELECTED.replace("vault", "src")
    session.user(f"{SELECTED}\nmend this", promptSource="typed")
    session.user(f"{other}\nmend that", promptSource="typed")
    session.user(
        "<bash-input>cat .env</bash-input><bash-stdout>a</bash-stdout> what is it?", promptSource="typed"
    )
    messages.store(session.owned(), session.read(), None)
    assert texts(db) == ["[PRIVATE]\nmend this", f"{other}\nmend that", "[PRIVATE][PRIVATE] what is it?"]


def test_a_file_the_client_says_was_changed_is_closed(
    db: Database, messages: Messages, session: Session
) -> None:
    note = f"<system-reminder>Note: {VAULT}/pay.md was modified. Here are the lines:\n1 the heron earns</system-reminder>"
    session.user(note)
    session.user([text("go on"), text(note.replace("vault", "src"))])
    messages.store(session.owned(), session.read(), None)
    assert texts(db) == ["[PRIVATE]", "go on", note.replace("vault", "src")]


def test_a_file_that_is_mentioned_is_closed_with_its_content(
    db: Database, messages: Messages, session: Session
) -> None:
    session.user(
        [
            text("compare @vault/pay.md with @a.md"),
            *(text(CALLED % f"{VAULT}/pay.md"), text(RETURNED % "heron")),
            *(text(CALLED % f"{CWD}/a.md"), text(RETURNED % "swift")),
        ]
    )
    messages.store(session.owned(), session.read(), None)
    assert texts(db) == [
        "compare @vault/pay.md with @a.md",
        *("[PRIVATE]", "[PRIVATE]"),
        *(CALLED % f"{CWD}/a.md", RETURNED % "swift"),
    ]


def test_a_file_that_another_client_weaves_in_by_pieces_is_closed_up_to_the_next(
    db: Database, messages: Messages
) -> None:
    records = [
        Said(human("h", "look at @vault/pay.md and @a.md")),
        *(Said(notice("n1", "\nContent from @vault/pay.md:\n")), Said(notice("n2", "the heron earns"))),
        *(Said(notice("n3", "\nContent from @a.md:\n")), Said(notice("n4", "the swift"))),
        Said(notice("n5", "Content from @.env:")),
        *(Said(agent("a", "Done.")), Said(notice("n6", "a hook ran"))),
    ]
    messages.store(Transcript("plain", "/one.jsonl", SessionId("one")), Reading(records, "1", cwd=CWD), None)
    assert texts(db)[1:] == [
        *("[PRIVATE]", "[PRIVATE]", "\nContent from @a.md:\n", "the swift", "[PRIVATE]"),
        *("Done.", "a hook ran"),
    ]


def test_a_notice_that_a_closed_command_went_on_is_closed(
    db: Database, messages: Messages, session: Session
) -> None:
    begun = "Command running in background with ID: b1e. Output is being written to: /tmp/claude/-shop/tasks/{}.output"
    went_on = "<task-notification>\n<task-id>{}</task-id>\n<event>{}</event>\n</task-notification>"
    for name, command, printed in (
        ("b1e", "tail -f vault/pay.log", "the heron earns"),
        ("b2e", "make", "built"),
    ):
        session.call("Bash", f"toolu_{name}", command=command, run_in_background=True)
        session.result(begun.replace("b1e", name).format(name), {}, f"toolu_{name}")
        session.user(went_on.format(name, printed), origin={"kind": "task-notification"})
    messages.store(session.owned(), session.read(), None)
    stored = texts(db)
    assert not [text for text in stored if "heron" in text]
    assert [text for text in stored if "built" in text]


def test_what_another_client_s_shell_mode_printed_of_a_private_file_is_closed(
    db: Database, messages: Messages, tmp_path: Path
) -> None:
    chat = Chat(tmp_path / "gemini")
    ran = "I ran the following shell command:\n```sh\n{}\n```\n\nThis produced the following result:\n```\n{}\n```"
    chat.asks(1, ran.format("cat .env", "the heron earns"))
    chat.asks(2, ran.format("make", "built"))
    messages.store(chat.owned(), chat.read(), None)
    assert texts(db) == ["[PRIVATE]", ran.format("make", "built")]
