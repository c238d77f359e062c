"""Forgetting: words taken out of every row and every byte of the state file.

Owns the order that is written down first and its carrying out in the tables. Promises that an order cut
short anywhere is carried out again whole. Never touches a memory file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from extractor.archive.database import Database, Value
from extractor.archive.order import Order
from extractor.archive.scope import WHOLE
from extractor.archive.standing import as_text
from extractor.archive.statements import Statements, Written
from extractor.archive.tombstones import Tombstones
from extractor.archive.way import WAYS
from extractor.domain import MIN_QUOTE, MessageKey, Milliseconds, Passed
from extractor.errors import StoreFailed
from extractor.memory.gate.phrases import Phrases
from extractor.memory.gate.tombstones import message_hash, tombstone, words
from extractor.memory.redaction.placeholders import FORGOTTEN

PAGE = 1_000
"""Messages looked at in one go."""

TOLD = json.dumps([FORGOTTEN])


class Held(NamedTuple):
    """A message that goes, as a person is shown it."""

    at: Milliseconds
    client: str
    speaker: str
    text: str
    path: str
    """What a tool call was on, else the tool; empty where it is none."""


class Forgetting:
    """Takes words out of the state file. One order at a time."""

    def __init__(self, db: Database, tombstones: Tombstones, statements: Statements) -> None:
        self._db = db
        self._tombstones = tombstones
        self._statements = statements

    # ------------------------------------------------------------ the order

    def begin(self, order: Order) -> None:
        """Write the order down: from now on it is carried out, whatever happens."""
        with self._db.transaction():
            self._db.run("INSERT INTO forgetting(what) VALUES(?)", (order.to_json(),))

    def order_again(self) -> None:
        """Order anew what an older state file brought back: messages that are forgotten and hold words."""
        forgotten = self._tombstones.forgotten()
        held = self._db.each("SELECT id, client, uuid, block FROM messages WHERE text <> ?", (FORGOTTEN,))
        keys = ((int(str(row)), MessageKey(str(c), str(u), int(str(b)))) for row, c, u, b in held)
        rows = tuple(row for row, key in keys if message_hash(key) in forgotten)
        if rows:
            self.begin(Order(rows, (), (), (), (), is_again=True))

    def pending(self) -> list[tuple[int, Order | None]]:
        """Orders not yet carried out, by number; None where only the file's bytes are still to be cleaned."""
        return [
            (int(str(number)), Order.from_json(str(what)) if what else None)
            for number, what in self._db.rows("SELECT id, what FROM forgetting ORDER BY id")
        ]

    def takes_from(self, texts: Iterable[bytes | None]) -> bool:
        """Whether an order not yet carried out takes words out of one of these texts."""
        orders = [order for _, order in self.pending() if order is not None]
        phrases = [Phrases((*order.words, *order.phrases)) for order in orders]
        return any(each.stand_in(text) for text in (texts if phrases else ()) for each in phrases)

    def follow(self, old: str, new: str) -> None:
        """A memory folder has another path now: orders not yet carried out name it so."""
        for number, order in self.pending():
            if order is not None:
                text = order.follow(old, new).to_json()
                self._db.run("UPDATE forgetting SET what = ? WHERE id = ?", (text, number))

    # ------------------------------------------------------------ what holds the words

    def holding(self, phrases: Phrases) -> list[int]:
        """Rows of the messages that hold one of the phrases."""
        found: list[int] = []
        last = 0
        while page := self._db.rows(
            "SELECT id, text, path, tool FROM messages WHERE id > ? ORDER BY id LIMIT ?", (last, PAGE)
        ):
            found += [
                int(str(row)) for row, *told in page if any(phrases.stand_in(as_text(each)) for each in told)
            ]
            last = int(str(page[-1][0]))
        return found

    def keys(self, rows: Iterable[int]) -> dict[int, MessageKey]:
        """The keys of messages, by row."""
        found: dict[int, MessageKey] = {}
        for row in rows:
            known = self._db.row("SELECT client, uuid, block FROM messages WHERE id = ?", (row,))
            if known is not None:
                found[row] = MessageKey(str(known[0]), str(known[1]), int(str(known[2])))
        return found

    def newest(self, rows: Sequence[int], most: int) -> list[Held]:
        """The newest of these messages, the newest first."""
        found = self._db.rows(
            """SELECT m.at, m.client, m.speaker, m.text, coalesce(m.path, m.tool, '') FROM json_each(?) c
               CROSS JOIN messages m ON m.id = c.value ORDER BY m.at DESC, m.id DESC LIMIT ?""",
            (json.dumps(rows), most),
        )
        return [
            Held(Milliseconds(int(str(at))), str(client), str(speaker), str(text), str(path))
            for at, client, speaker, text, path in found
        ]

    def named(self, uuid: str) -> list[int]:
        """Rows of a message's blocks, by its whole id or the short one a model is shown."""
        found = self._db.rows("SELECT id FROM messages WHERE uuid = ?", (uuid,))
        if not found and len(uuid) >= 2 * 8:
            short = (uuid[:8], uuid[8:16])
            found = self._db.rows(
                "SELECT id FROM messages WHERE substr(uuid, 1, 8) = ? AND substr(uuid, -8) = ?", short
            )
        return [int(str(row)) for (row,) in found]

    def of_session(self, session: str) -> list[int]:
        """Rows of every message of the sessions of this id and of their sub-agents."""
        found = self._db.rows(
            f"""SELECT DISTINCT b.message FROM sessions s JOIN transcripts t ON t.session_id = s.id
               JOIN membership b ON b.transcript = t.id WHERE {WHOLE} ORDER BY 1""",
            [session] * 3,
        )
        return [int(str(row)) for (row,) in found]

    def transcripts(self, rows: Sequence[int]) -> list[tuple[int, str]]:
        """The transcripts these messages stand in: the session's row, and the path."""
        found: dict[tuple[int, str], None] = {}
        for row in rows:
            for session, path in self._db.rows(
                """SELECT t.session_id, t.path FROM membership b JOIN transcripts t ON t.id = b.transcript
                   WHERE b.message = ?""",
                (row,),
            ):
                found[int(str(session)), str(path)] = None
        return list(found)

    def written(self, phrases: Phrases) -> Iterator[Written]:
        """Written sentences that hold a phrase, or rest on a quote that does."""
        for folder in self._statements.folders():
            for each in self._statements.of_folder(folder):
                if phrases.stand_in(each.statement) or phrases.stand_in(each.quote):
                    yield each

    def complete(self, found: dict[int, Written]) -> None:
        """A sentence goes with every quote it rests on: add those that are not among these."""
        wanted = {(each.folder, words(each.statement)) for each in found.values()}
        for folder in {folder for folder, _ in wanted}:
            for each in self._statements.of_folder(folder):
                if (folder, words(each.statement)) in wanted and each.statement != FORGOTTEN:
                    found[each.id] = each

    def up_to_date(self, order: Order) -> Order:
        """The order with what was said in its words since it was planned, and what runs have made of its messages."""
        said = Phrases(order.words)
        if said and (later := set(self.holding(said)).difference(order.rows)):
            order = replace(order, rows=tuple(sorted({*order.rows, *later})))
        made = [*self.written(said)]
        for key in self.keys(order.rows).values():
            made += self._statements.on(key)
        if order.is_again:
            made = [each for each in made if self._tombstones.is_on(each.statement)]
        new = {e.id: e for e in made if e.id not in order.statements and e.statement != FORGOTTEN}
        if not new:
            return order
        self.complete(new)
        texts = {text for e in new.values() for text in (e.statement, e.quote) if len(text) >= MIN_QUOTE}
        return replace(
            order,
            statements=tuple(sorted({*order.statements, *new})),
            phrases=tuple(sorted({*order.phrases, *texts} - {FORGOTTEN})),
            files=tuple(sorted({*order.files, *((e.folder, e.file) for e in new.values())})),
        )

    # ------------------------------------------------------------ carrying it out

    def erase(self, number: int, order: Order, folded: Callable[[str], str], now: Milliseconds) -> None:
        """Take the words out of every row, all or nothing. From then on the order itself holds none.

        `folded`: a quote as two are compared.
        """
        phrases = Phrases((*order.words, *order.phrases))
        with self._db.transaction():
            sessions = {session for session, _ in self.transcripts(order.rows)}
            self._messages(order.rows, phrases, now)
            runs = self._written(order, phrases, folded, now)
            self._journal(order, phrases, runs)
            files = (file for _, file in (*order.files, *order.named))
            named = Phrases((*order.words, *order.phrases, *files))
            self._runs(named, runs, sessions)
            self._histories(phrases, sessions)
            self._notes(named, sessions)
            self._db.run("UPDATE forgetting SET what = '' WHERE id = ?", (number,))
        self._tombstones.save()

    def clean(self) -> None:
        """Leave no trace of erased words in the bytes of the state file and its log, and close the orders.

        Raises StoreFailed while another process is in the way: the order stays, to be cleaned later.
        """
        if not self._db.number("SELECT count(*) FROM forgetting WHERE what = ''"):
            return
        # Deleted words stay in the index's older segments until all are merged into one.
        self._db.run("INSERT INTO messages_fts(messages_fts) VALUES('optimize')")
        # Pages that were split or merged may hold old copies of a row beside the living ones.
        self._db.run("VACUUM")
        busy = self._db.row("PRAGMA wal_checkpoint(TRUNCATE)")
        if busy is None or busy[0]:
            raise StoreFailed(
                f"{self._db.path} is being read: the words are out of it, and the next start wipes their traces"
            )
        self._db.run("DELETE FROM forgetting WHERE what = ''")

    def _messages(self, rows: Sequence[int], phrases: Phrases, now: Milliseconds) -> None:
        self._tombstones.forget(self.keys(rows).values(), now)
        for row in rows:
            found = self._db.row("SELECT text, tool FROM messages WHERE id = ?", (row,))
            if found is None:
                continue
            fts = "INSERT INTO messages_fts(messages_fts, rowid, text) VALUES('delete', ?, ?)"
            self._db.run(fts, (row, str(found[0])))
            tool = FORGOTTEN if phrases.stand_in(as_text(found[1])) else found[1]
            self._db.run(
                "UPDATE messages SET text = ?, path = NULL, tool = ?, passed = ? WHERE id = ?",
                (FORGOTTEN, tool, Passed.LEARNED, row),
            )
            self._db.run("INSERT INTO messages_fts(rowid, text) VALUES(?, ?)", (row, FORGOTTEN))

    def _written(
        self, order: Order, phrases: Phrases, folded: Callable[[str], str], now: Milliseconds
    ) -> set[int]:
        """Returns the runs that wrote what is forgotten."""
        wanted = set(order.statements)
        gone = [
            each
            for folder in self._statements.folders()
            for each in self._statements.of_folder(folder)
            if each.id in wanted
        ]
        self._tombstones.add([tombstone(e.key, folded(e.quote), e.statement) for e in gone], now)
        self._db.run_many(
            "UPDATE statements SET file = ?, statement = ?, quote = ?, stands = 0, missing = NULL WHERE id = ?",
            [(FORGOTTEN, FORGOTTEN, FORGOTTEN, each.id) for each in gone],
        )
        for folder, file in self._db.rows("SELECT DISTINCT folder, file FROM statements"):
            if (folder, file) in order.named or phrases.are_named(str(file)):
                self._db.run(
                    "UPDATE statements SET file = ? WHERE folder = ? AND file = ?", (FORGOTTEN, folder, file)
                )
        return {each.run for each in gone}

    def _journal(self, order: Order, phrases: Phrases, runs: set[int]) -> None:
        """Grows `runs` by those of which something was dropped: half of one cannot be taken back."""
        files, told = {*order.files, *order.named}, order.as_told()
        dropped: list[str] = []
        for (intent,) in self._db.rows("SELECT id FROM journal"):
            row = self._db.row("SELECT run, folder, file, before, after FROM journal WHERE id = ?", (intent,))
            if row is None:
                continue
            named = (str(row[1]), str(row[2])) in files or phrases.are_named(str(row[2]))
            held = told if row[0] == 0 else phrases  # what no run wrote is an index
            if named or held.stand_in(_bytes(row[3])) or held.stand_in(_bytes(row[4])):
                dropped.append(str(intent))
                runs.add(int(str(row[0])))
        runs.discard(0)
        self._db.run_many("DELETE FROM journal WHERE id = ?", [(intent,) for intent in dropped])
        self._db.run_many("DELETE FROM journal WHERE run = ?", [(run,) for run in runs])
        self._db.run("DELETE FROM journal WHERE run = 0 AND state IN ('closed', 'kept-human')")
        self._db.run_many("UPDATE runs SET forgotten = 1, plan = NULL WHERE id = ?", [(run,) for run in runs])

    def _runs(self, phrases: Phrases, runs: set[int], sessions: set[int]) -> None:
        """`phrases`: with the names of the files, which are made of what they say: `pinned NAME`."""
        # A project has one session for all that was asked for directly: one word of it says nothing of the rest.
        for run, session, is_direct, plan, refusals, detail in self._db.rows(
            f"""SELECT r.id, r.session_id, s.client IN ({WAYS}), r.plan, r.refusals, r.detail
                FROM runs r LEFT JOIN sessions s ON s.id = r.session_id"""
        ):
            number = int(str(run))
            if plan is not None and phrases.stand_in(str(plan)):
                self._db.run("UPDATE runs SET plan = NULL WHERE id = ?", (number,))
            # A refusal may hold the beginning of a quote only.
            is_near = number in runs or (int(str(session)) in sessions and not is_direct)
            if refusals != "[]" and (is_near or phrases.stand_in(str(refusals))):
                self._db.run("UPDATE runs SET refusals = ? WHERE id = ?", (TOLD, number))
            if detail and (is_near or phrases.stand_in(str(detail))):
                self._db.run("UPDATE runs SET detail = ? WHERE id = ?", (FORGOTTEN, number))

    def _histories(self, phrases: Phrases, sessions: set[int]) -> None:
        for table, sql in (
            ("stretches", "UPDATE stretches SET content = '' WHERE id = ?"),
            ("summaries", "DELETE FROM summaries WHERE id = ?"),
        ):
            for row, session, content in self._db.rows(f"SELECT id, session_id, content FROM {table}"):
                if int(str(session)) in sessions or phrases.stand_in(str(content)):
                    self._db.run(sql, (row,))

    def _notes(self, phrases: Phrases, sessions: set[int]) -> None:
        for select, change in (
            ("SELECT scope, 0, line FROM problems", "DELETE FROM problems WHERE scope = ?"),
            (
                "SELECT session_id, session_id, detail FROM failures",
                f"UPDATE failures SET detail = '{FORGOTTEN}' WHERE session_id = ?",
            ),
            (
                "SELECT id, session_id, reason FROM set_aside",
                f"UPDATE set_aside SET reason = '{FORGOTTEN}' WHERE id = ?",
            ),
        ):
            for row, session, text in self._db.rows(select):
                if int(str(session)) in sessions or phrases.stand_in(str(text)):
                    self._db.run(change, (row,))


def _bytes(value: Value) -> bytes | None:
    return value if isinstance(value, bytes) else None
