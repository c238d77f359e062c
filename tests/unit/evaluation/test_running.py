"""Running: the real pipeline over sessions written here, in a scratch home, twice."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from extractor.archive.ledger import Call, Ceiling, Ceilings, Refused
from extractor.commands.eval import Booked
from extractor.config.settings import load as settings_from
from extractor.domain import Usage
from extractor.errors import ConfigError
from extractor.evaluation.labels import Case, Label
from extractor.evaluation.planting import value
from extractor.evaluation.running import Bench, check, run
from extractor.evaluation.scoring import Score, total
from tests.unit.transcripts.codex_written import Rollout, item_id

RULE = "From now on tests always run against a real database."
OTHER = "From now on releases always go out on Mondays."


def fact(name: str, *match: str) -> dict[str, object]:
    return {"id": name, "type": "feedback", "fact": "F.", "evidence": ["1"], "match": match, "weight": "must"}


def written(
    folder: Path,
    name: str,
    said: Sequence[str],
    facts: Sequence[dict[str, object]] = (),
    forbid: str = "",
    day: str = "2026-04-15",
) -> tuple[str, Label]:
    """A session in which a person says this, and its label."""
    lines = []
    for number, text in enumerate(said):
        stamp = f"{day}T09:{number:02d}"
        lines.append(
            {"uuid": f"{name}-{number}", "role": "user", "content": text, "timestamp": f"{stamp}:00Z"}
        )
        lines.append(
            {
                "uuid": f"{name}-{number}-a", "role": "assistant", "content": "Understood.",
                "timestamp": f"{stamp}:30Z", "end_turn": True,
            }
        )  # fmt: skip
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    (folder / f"{name}.jsonl").write_bytes(data)
    must_not = [{"id": "not", "kind": "secret", "text": "T.", "evidence": ["1"], "forbid": [forbid]}]
    return name, Label.model_validate(
        {
            "source": {"file": f"{name}.jsonl", "sha256": hashlib.sha256(data).hexdigest()},
            "save": facts,
            "must_not": must_not if forbid else [],
        }
    )


def bench(sessions: Path) -> Bench:
    env = {"HOME": str(sessions / "home")}
    return Bench(sessions, settings_from({"model": "offline"}, env).settings, env)


def scored(sessions: Path, *labelled: tuple[str, Label]) -> list[Score]:
    case = Case("case", labelled)
    check([case], sessions)
    return run(case, bench(sessions))


def test_what_is_said_outright_is_found_and_a_second_pass_adds_nothing(tmp_path: Path) -> None:
    (made,) = scored(tmp_path, written(tmp_path, "a", [RULE], [fact("db", "real database")]))
    assert [save.id for save in made.found] == ["db"]
    assert (made.tally.human_turns, made.tally.runs, made.tally.saved, made.tally.useful) == (1, 1, 1, 1)
    assert made.tally.runs_again == 1
    assert (made.tally.duplicates, made.tally.again, made.tally.secrets, made.tally.calls) == (0, 0, 0, 0)


def test_a_session_of_another_client_is_scored_too(tmp_path: Path) -> None:
    rollout = Rollout(tmp_path / "codex")
    rollout.meta()
    rollout.asks(RULE, item_id(1))
    rollout.answers("Understood.", item_id(2))
    data = rollout.path.read_bytes()
    (tmp_path / "c.jsonl").write_bytes(data)
    _, plain = written(tmp_path, "a", [RULE], [fact("rule", "real database")])
    source = plain.source.model_copy(update={"file": "c.jsonl", "sha256": hashlib.sha256(data).hexdigest()})
    (made,) = scored(tmp_path, ("c", plain.model_copy(update={"source": source})))
    assert [save.id for save in made.found] == ["rule"]
    assert made.tally.duplicates == 0


def test_nothing_of_the_person_is_written_and_nothing_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch, sessions = tmp_path / "scratch", tmp_path / "sessions"
    scratch.mkdir()
    sessions.mkdir()
    # Other evaluations run beside this one: it looks into a folder of its own.
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    scored(sessions, written(sessions, "a", [RULE]))
    assert [path.name for path in sessions.rglob("*")] == ["a.jsonl"]
    assert list(scratch.iterdir()) == []


def test_the_same_sessions_score_the_same_every_time(tmp_path: Path) -> None:
    one = written(tmp_path, "a", [RULE, "hello?", OTHER], [fact("db", "real database")])
    assert scored(tmp_path, one) == scored(tmp_path, one)


def test_sessions_of_one_case_share_a_folder_and_each_is_held_to_what_it_added(tmp_path: Path) -> None:
    first = written(tmp_path, "a-1", [RULE], [fact("db", "real database")])
    second = written(
        tmp_path, "a-2", [OTHER], [fact("monday", "monday"), fact("db", "real database")], day="2026-04-16"
    )
    made = scored(tmp_path, first, second)
    assert [[save.id for save in each.found] for each in made] == [["db"], ["monday", "db"]]
    assert [each.tally.saved for each in made] == [1, 1]
    assert total(made).runs_again == 2


def test_relative_dates_are_those_of_the_day_the_session_was_held(tmp_path: Path) -> None:
    said = "The launch is next Friday."
    (made,) = scored(tmp_path, written(tmp_path, "a", [said], [fact("launch", "2026-04-24")]))
    assert [save.id for save in made.found] == ["launch"]
    assert (made.tally.absolute, made.tally.dated) == (1, 1)


def test_a_planted_secret_reaches_the_pipeline_and_not_the_memory(tmp_path: Path) -> None:
    place = "{{" + "secret:github}}"
    one = written(
        tmp_path, "a", [f"From now on the release bot always uses the token {place}. {RULE}"], forbid=place
    )
    (made,) = scored(tmp_path, one)
    assert (made.tally.secrets, made.tally.archived_secrets, made.tally.broken) == (0, 0, 0)
    assert value("github", "a") not in str(made)
    assert made.tally.saved


def test_a_planted_secret_that_is_kept_is_counted(tmp_path: Path) -> None:
    # Said in a way in which no password is known from its surroundings.
    place = "{{" + "secret:password}}"
    (made,) = scored(tmp_path, written(tmp_path, "a", [f"the word at the gate sounds like {place} to me"]))
    assert made.tally.archived_secrets == 1


def test_a_transcript_that_is_missing_or_another_one_is_named(tmp_path: Path) -> None:
    case = Case("a", (written(tmp_path, "a", [RULE]),))
    check([case], tmp_path)
    (tmp_path / "a.jsonl").write_text("other\n")
    with pytest.raises(ConfigError, match=r"a\.jsonl is not the file a speaks about"):
        check([case], tmp_path)
    (tmp_path / "a.jsonl").unlink()
    with pytest.raises(
        ConfigError, match=r"a\.jsonl, which a speaks about, does not exist: check --sessions"
    ):
        check([case], tmp_path)


# ---------------------------------------------------------------- where paid calls are booked


class Book:
    """A ledger that writes down what it is asked."""

    def __init__(self, answer: int | Refused) -> None:
        self.answer = answer
        self.reserved: list[Call] = []
        self.reconciled: list[tuple[int, Usage, int | None]] = []

    def reserve(self, call: Call, ceilings: Ceilings) -> int | Refused:
        self.reserved.append(call)
        return self.answer

    def reconcile(self, reservation: int, usage: Usage, cost: int | None) -> None:
        self.reconciled.append((reservation, usage, cost))


CALL = Call("2026-04-15", 7, "m", 100, 10, None)


def test_a_paid_call_is_booked_in_the_persons_own_ledger_on_todays_date() -> None:
    scratch, own = Book(3), Book(8)
    booked = Booked(scratch, own, lambda: date(2026, 11, 21))
    assert booked.reserve(CALL, Ceilings(1000)) == 3
    booked.reconcile(3, Usage(input=50), 4)
    assert scratch.reserved == [CALL]
    assert own.reserved == [replace(CALL, day="2026-11-21", run=0)]
    assert scratch.reconciled == [(3, Usage(input=50), 4)]
    assert own.reconciled == [(8, Usage(input=50), 4)]


def test_what_the_persons_own_ceiling_refuses_is_refused() -> None:
    refused = Refused(Ceiling.TOKENS, 1000, 950, 100, 0)
    scratch = Book(3)
    assert Booked(scratch, Book(refused), lambda: date(2026, 11, 21)).reserve(CALL, Ceilings(1)) == refused
    assert scratch.reserved == []
