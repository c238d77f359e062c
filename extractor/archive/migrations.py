"""The shape of the state file, one numbered function a step.

Owns every CREATE and ALTER. Promises that a file of any earlier version opens, and that each step runs
once, in one transaction with its record. Never drops what a person said.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

Migration = Callable[[sqlite3.Connection], None]


def m001_transcripts_and_messages(db: sqlite3.Connection) -> None:
    """What was read, where it stands and how far each transcript was read."""
    for statement in (
        """CREATE TABLE sessions(
            id INTEGER PRIMARY KEY, client TEXT NOT NULL, session TEXT NOT NULL,
            cwd TEXT, project TEXT, version TEXT, grown INTEGER NOT NULL DEFAULT 0,
            UNIQUE(client, session))""",
        """CREATE TABLE transcripts(
            id INTEGER PRIMARY KEY, client TEXT NOT NULL, path TEXT NOT NULL UNIQUE,
            session_id INTEGER NOT NULL REFERENCES sessions(id), sidechain INTEGER NOT NULL,
            folder TEXT, checkpoint TEXT, held INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0, next_position INTEGER NOT NULL DEFAULT 0,
            more INTEGER NOT NULL DEFAULT 0, first INTEGER, problem TEXT)""",
        "CREATE INDEX transcripts_by_session ON transcripts(session_id)",
        """CREATE TABLE messages(
            id INTEGER PRIMARY KEY, client TEXT NOT NULL, uuid TEXT NOT NULL, block INTEGER NOT NULL,
            speaker TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
            reply TEXT, tool TEXT, call TEXT, path TEXT, failed INTEGER NOT NULL,
            ends_turn INTEGER NOT NULL, sidechain INTEGER NOT NULL, passed TEXT,
            UNIQUE(uuid, block, client))""",
        """CREATE INDEX messages_waiting ON messages(id, passed) WHERE kind = 'text' AND sidechain = 0
            AND speaker IN ('human', 'human-headless') AND passed IS NOT 'learned'""",
        """CREATE TABLE membership(
            transcript INTEGER NOT NULL REFERENCES transcripts(id),
            message INTEGER NOT NULL REFERENCES messages(id),
            position INTEGER NOT NULL, live INTEGER NOT NULL DEFAULT 1, turn_ended INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY(transcript, message)) WITHOUT ROWID""",
        "CREATE INDEX membership_by_message ON membership(message)",
        """CREATE TABLE boundaries(
            transcript INTEGER NOT NULL REFERENCES transcripts(id), position INTEGER NOT NULL,
            kind TEXT NOT NULL, at INTEGER NOT NULL)""",
        """CREATE TABLE parked(
            transcript INTEGER NOT NULL REFERENCES transcripts(id), offset INTEGER NOT NULL,
            size INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY(transcript, offset, reason))""",
        """CREATE VIRTUAL TABLE messages_fts USING fts5(
            text, content='messages', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2')""",
    ):
        db.execute(statement)


def m002_what_was_understood(db: sqlite3.Connection) -> None:
    """Cursors, runs, refusals, quotes, the ledger, the journal, and what goes wrong."""
    for statement in (
        """CREATE TABLE cursors(
            session_id INTEGER PRIMARY KEY REFERENCES sessions(id), uuid TEXT NOT NULL,
            block INTEGER NOT NULL, count INTEGER NOT NULL, at INTEGER NOT NULL,
            archive TEXT NOT NULL, moved INTEGER NOT NULL)""",
        """CREATE TABLE earlier_cursors(
            client TEXT NOT NULL, session TEXT NOT NULL, uuid TEXT NOT NULL, block INTEGER NOT NULL,
            count INTEGER NOT NULL, at INTEGER NOT NULL, archive TEXT NOT NULL, PRIMARY KEY(client, session))""",
        """CREATE TABLE runs(
            id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES sessions(id), model TEXT NOT NULL,
            folder TEXT NOT NULL, started INTEGER NOT NULL, finished INTEGER, outcome TEXT,
            exchanges INTEGER NOT NULL, turns INTEGER NOT NULL DEFAULT 0,
            input INTEGER NOT NULL DEFAULT 0, cached INTEGER NOT NULL DEFAULT 0,
            written INTEGER NOT NULL DEFAULT 0, output INTEGER NOT NULL DEFAULT 0,
            added INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0,
            removed INTEGER NOT NULL DEFAULT 0, refused INTEGER NOT NULL DEFAULT 0,
            refusals TEXT NOT NULL DEFAULT '[]', detail TEXT NOT NULL DEFAULT '', plan TEXT)""",
        """CREATE TABLE statements(
            id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id), folder TEXT NOT NULL,
            file TEXT NOT NULL, statement TEXT NOT NULL, client TEXT NOT NULL, uuid TEXT NOT NULL,
            block INTEGER NOT NULL, quote TEXT NOT NULL, at INTEGER NOT NULL)""",
        "CREATE INDEX statements_by_file ON statements(folder, file)",
        """CREATE TABLE ledger(
            id INTEGER PRIMARY KEY, day TEXT NOT NULL, run INTEGER NOT NULL, model TEXT NOT NULL,
            at INTEGER NOT NULL, reserved_input INTEGER NOT NULL, reserved_output INTEGER NOT NULL,
            input INTEGER, cached INTEGER, written INTEGER, output INTEGER)""",
        "CREATE INDEX ledger_by_day ON ledger(day)",
        """CREATE TABLE journal(
            id TEXT PRIMARY KEY, run INTEGER NOT NULL, folder TEXT NOT NULL, file TEXT NOT NULL,
            temp TEXT NOT NULL, before BLOB, after BLOB, state TEXT NOT NULL, at INTEGER NOT NULL)""",
        "CREATE INDEX journal_unfinished ON journal(state) WHERE state IN ('open', 'applied')",
        """CREATE TABLE failures(
            session_id INTEGER PRIMARY KEY REFERENCES sessions(id), count INTEGER NOT NULL,
            batch INTEGER NOT NULL, detail TEXT NOT NULL, at INTEGER NOT NULL)""",
        """CREATE TABLE set_aside(
            id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES sessions(id),
            uuid TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL)""",
        "CREATE TABLE problems(scope TEXT PRIMARY KEY, line TEXT NOT NULL, at INTEGER NOT NULL)",
        "CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ):
        db.execute(statement)
    db.execute("INSERT INTO meta VALUES('archive', lower(hex(randomblob(8))))")


def m003_histories(db: sqlite3.Connection) -> None:
    """Stretches of sessions that were closed, summaries models made, and a way to boundaries by their place."""
    for statement in (
        "CREATE INDEX boundaries_by_place ON boundaries(transcript, position)",
        """CREATE TABLE stretches(
            id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES sessions(id),
            client TEXT NOT NULL, uuid TEXT NOT NULL, block INTEGER NOT NULL,
            reason TEXT NOT NULL, closed INTEGER NOT NULL, content TEXT NOT NULL)""",
        "CREATE INDEX stretches_by_session ON stretches(session_id, id)",
        """CREATE TABLE summaries(
            id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES sessions(id),
            made INTEGER NOT NULL, content TEXT NOT NULL)""",
        "CREATE INDEX summaries_by_session ON summaries(session_id, id)",
    ):
        db.execute(statement)


def m004_private_calls(db: sqlite3.Connection) -> None:
    """The calls stored without their words, found by what joins them to their results."""
    db.execute(
        """CREATE INDEX messages_private ON messages(call) WHERE kind = 'tool_call' AND text = '[PRIVATE]'"""
    )


def m005_undone_runs(db: sqlite3.Connection) -> None:
    """Runs that bring back what another run replaced, and the way from a run to its files."""
    db.execute("ALTER TABLE runs ADD COLUMN undoes INTEGER REFERENCES runs(id)")
    db.execute("CREATE INDEX journal_by_run ON journal(run)")


def m006_tombstones(db: sqlite3.Connection) -> None:
    """What a person no longer wants remembered, and whether what runs wrote still stands."""
    for statement in (
        """CREATE TABLE tombstones(
            message TEXT NOT NULL, quote TEXT NOT NULL, length INTEGER NOT NULL, statement TEXT NOT NULL,
            at INTEGER NOT NULL, PRIMARY KEY(message, quote, statement)) WITHOUT ROWID""",
        "CREATE TABLE forgotten(message TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID",
        "ALTER TABLE statements ADD COLUMN stands INTEGER",
        "ALTER TABLE statements ADD COLUMN missing INTEGER",
        "CREATE INDEX statements_by_message ON statements(uuid, block, client)",
        "CREATE TABLE forgetting(id INTEGER PRIMARY KEY, what TEXT NOT NULL)",
        "ALTER TABLE runs ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0",
    ):
        db.execute(statement)


def m007_cost(db: sqlite3.Connection) -> None:
    """What a call costs, in micro-dollars; NULL where the price is not known."""
    db.execute("ALTER TABLE ledger ADD COLUMN reserved_cost INTEGER")
    db.execute("ALTER TABLE ledger ADD COLUMN cost INTEGER")
    db.execute("CREATE INDEX ledger_by_run ON ledger(run)")


def m008_index_lines(db: sqlite3.Connection) -> None:
    """What is known of each MEMORY.md line by line, and a way to the calls that wrote a file."""
    for statement in (
        "CREATE TABLE index_lines(folder TEXT NOT NULL, line TEXT NOT NULL, PRIMARY KEY(folder, line)) WITHOUT ROWID",
        """CREATE TABLE replaced_lines(
            folder TEXT NOT NULL, line TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(folder, line)) WITHOUT ROWID""",
        """CREATE TABLE accepted_lines(
            folder TEXT NOT NULL, line TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(folder, line)) WITHOUT ROWID""",
        "CREATE INDEX messages_by_path ON messages(path) WHERE path IS NOT NULL",
        "CREATE INDEX messages_failed ON messages(call) WHERE failed = 1",
    ):
        db.execute(statement)


def m009_changes(db: sqlite3.Connection) -> None:
    """What changed of messages already read, in order, and the way to a message by its place."""
    for statement in (
        "CREATE INDEX membership_by_place ON membership(transcript, position)",
        "CREATE TABLE changes(n INTEGER PRIMARY KEY, message INTEGER NOT NULL, only_passed INTEGER NOT NULL)",
        """CREATE TRIGGER messages_passed AFTER UPDATE OF passed ON messages
           BEGIN INSERT INTO changes(message, only_passed) VALUES(new.id, 1); END""",
        """CREATE TRIGGER messages_changed AFTER UPDATE OF id, client, uuid, block, speaker, kind, text, at, reply,
             tool, call, path, failed, ends_turn, sidechain ON messages
           BEGIN INSERT INTO changes(message, only_passed) VALUES(new.id, 0); END""",
        """CREATE TRIGGER membership_changed AFTER UPDATE ON membership
           BEGIN INSERT INTO changes(message, only_passed) VALUES(new.message, 0); END""",
        """CREATE TRIGGER membership_gone AFTER DELETE ON membership
           BEGIN INSERT INTO changes(message, only_passed) VALUES(old.message, 0); END""",
    ):
        db.execute(statement)


def m010_pieces(db: sqlite3.Connection) -> None:
    """Pieces of work: when something was done in which session. Filled from what the archive holds."""
    for statement in (
        """CREATE TABLE pieces(
            session_id INTEGER NOT NULL REFERENCES sessions(id), start INTEGER NOT NULL, end INTEGER NOT NULL,
            messages INTEGER NOT NULL, requests INTEGER NOT NULL, tokens INTEGER NOT NULL,
            asked INTEGER REFERENCES messages(id), is_telling INTEGER NOT NULL,
            latest INTEGER REFERENCES messages(id), is_script INTEGER NOT NULL,
            PRIMARY KEY(session_id, start)) WITHOUT ROWID""",
        "CREATE INDEX pieces_by_start ON pieces(start)",
        """INSERT INTO pieces
           WITH own AS (
             SELECT t.session_id AS session, m.id, m.at, m.speaker = 'human-headless' AS script,
               m.kind = 'text' AND m.speaker IN ('human', 'human-headless') AS human,
               m.kind IN ('text', 'tool_call', 'tool_result', 'thinking') AS work,
               length(trim(m.text)) >= 20 AS telling, (2 * length(CAST(m.text AS BLOB)) + 6) / 7 AS tokens
             FROM messages m JOIN transcripts t
               ON t.id = (SELECT min(b.transcript) FROM membership b WHERE b.message = m.id)
             WHERE m.sidechain = 0),
           marked AS (
             SELECT *, coalesce(human AND at - lag(at) OVER reading >= 3600000, 1) AS opens FROM own
             WINDOW reading AS (PARTITION BY session ORDER BY at, id)),
           numbered AS (
             SELECT *, sum(opens) OVER (PARTITION BY session ORDER BY at, id) AS number FROM marked)
           SELECT session, min(at), max(CASE WHEN work THEN at ELSE 0 END), count(*), sum(human), sum(tokens),
             coalesce(min(CASE WHEN human AND telling THEN id END), min(CASE WHEN human THEN id END)),
             coalesce(max(human AND telling), 0),
             coalesce(max(CASE WHEN human AND telling THEN id END), max(CASE WHEN human THEN id END)),
             coalesce(min(CASE WHEN human THEN script END), 0)
           FROM numbered GROUP BY session, number HAVING max(work) = 1""",
    ):
        db.execute(statement)


def m011_sessions_of_agents(db: sqlite3.Connection) -> None:
    """The way from a project to the sessions in which a sub-agent's words may stand."""
    for statement in (
        "ALTER TABLE sessions ADD COLUMN has_agent INTEGER NOT NULL DEFAULT 0",
        """UPDATE sessions SET has_agent = 1 WHERE id IN (SELECT t.session_id FROM transcripts t
           WHERE t.sidechain = 1 OR (SELECT m.sidechain FROM membership b JOIN messages m ON m.id = b.message
             WHERE b.transcript = t.id ORDER BY b.position LIMIT 1) = 1)""",
        "CREATE INDEX sessions_of_agents ON sessions(client, project, session) WHERE has_agent = 1",
    ):
        db.execute(statement)


MIGRATIONS: tuple[Migration, ...] = (
    m001_transcripts_and_messages,
    m002_what_was_understood,
    m003_histories,
    m004_private_calls,
    m005_undone_runs,
    m006_tombstones,
    m007_cost,
    m008_index_lines,
    m009_changes,
    m010_pieces,
    m011_sessions_of_agents,
)


def applied(db: sqlite3.Connection) -> set[str]:
    """Names of the migrations a state file has been through."""
    known = db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").fetchone()
    if known is None:
        return set()
    return {str(name) for (name,) in db.execute("SELECT name FROM migrations")}


def migrate(db: sqlite3.Connection, now: int, expect_alone: Callable[[], None] = lambda: None) -> list[str]:
    """Bring a state file to today's shape; returns the names of the steps it took.

    Raises ValueError when the file has been through a step this version does not know: it was written
    by a newer version; and what `expect_alone` raises where an earlier version may still be writing to it.
    """
    done = applied(db)
    unknown = done - {step.__name__ for step in MIGRATIONS}
    if unknown:
        raise ValueError(", ".join(sorted(unknown)))
    if len(done) == len(MIGRATIONS):
        return []
    if done:
        expect_alone()
    taken: list[str] = []
    # All or nothing: a disk that fills leaves the file as it was, not half of today's shape.
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("CREATE TABLE IF NOT EXISTS migrations(name TEXT PRIMARY KEY, at INTEGER NOT NULL)")
        done = applied(db)  # another process may have taken them while this one waited
        for step in MIGRATIONS:
            if step.__name__ not in done:
                step(db)
                db.execute("INSERT INTO migrations VALUES(?, ?)", (step.__name__, now))
                taken.append(step.__name__)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return taken
