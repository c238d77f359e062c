"""The bench itself: its corpus is sound and its table hides nothing."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from random import Random

import pytest

from bench import archiving, context, corpus, parsing, status
from bench.corpus import Original, Renaming
from bench.generated import Session, Vocabulary, sessions
from bench.noticing import percentile
from bench.process import REPOSITORY, Home
from bench.table import Aim, Figure, Unit, rendered
from extractor.domain import Kind, Speaker
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.source import Parked, Said

UUID = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def made_up(seed: int = 3, turns: int = 3) -> bytes:
    return next(sessions(seed, 1, turns))


def test_a_copy_keeps_every_line_valid_and_all_else_as_it_was() -> None:
    data = made_up()
    copied = Renaming(1).applied(data)
    assert len(copied) == len(data)
    for old, new in zip(data.splitlines(), copied.splitlines(), strict=True):
        before, after = json.loads(old), json.loads(new)
        assert list(before) == list(after)
        for name in ("message", "timestamp", "type", "cwd", "toolUseResult"):
            assert before.get(name) == after.get(name)


def test_no_two_copies_share_a_uuid_and_none_keeps_the_originals() -> None:
    data = made_up()
    uuids = [set(UUID.findall(text)) for text in (data, *(Renaming(n).applied(data) for n in range(3)))]
    assert len(uuids[0]) > 10
    for number, ours in enumerate(uuids):
        assert len(ours) == len(uuids[0])
        for others in uuids[number + 1 :]:
            assert not ours & others


def test_in_a_copy_a_uuid_is_renamed_alike_wherever_it_stands() -> None:
    one, other = b"0a1b2c3d-0000-4000-8000-00000000000a", b"0a1b2c3d-0000-4000-8000-00000000000b"
    renaming = Renaming(7)
    first = renaming.applied(b'{"uuid":"' + one + b'","parentUuid":"' + other + b'"}')
    second = renaming.applied(b'{"uuid":"' + other + b'","parentUuid":"' + one + b'"}')
    assert UUID.findall(first) == UUID.findall(second)[::-1]
    assert len(set(UUID.findall(first))) == 2


def test_copies_are_made_until_the_size_is_reached_each_under_its_own_session() -> None:
    source = [Original("one", made_up(1)), Original("two", made_up(2).rstrip(b"\n"))]
    size = 3 * sum(len(original.data) for original in source)
    made = list(corpus.copies(source, size))
    assert size <= sum(len(data) for _, _, data in made) < size + max(len(o.data) for o in source) + 1
    assert len({session for _, session, _ in made}) == len(made) >= 6
    assert all(data.endswith(b"\n") for _, _, data in made)


def test_empty_sessions_are_not_repeated_for_ever() -> None:
    with pytest.raises(ValueError, match="empty"):
        list(corpus.copies([Original("nothing", b"")], 100))


def test_a_named_folder_without_transcripts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no"):
        corpus.find_sessions(tmp_path, {}, tmp_path)
    with pytest.raises(ValueError, match="holds no"):
        corpus.find_sessions(None, {"EXTRACTOR_BENCH_SESSIONS": str(tmp_path)}, tmp_path)
    assert corpus.find_sessions(None, {}, tmp_path / "repository") is None


def test_made_up_sessions_are_read_whole_with_a_person_in_every_turn(tmp_path: Path) -> None:
    path = tmp_path / "made-up.jsonl"
    path.write_bytes(made_up(turns=5))
    records = [
        record for reading in parsing.readings(ClaudeCode(tmp_path), path) for record in reading.records
    ]
    assert not [record for record in records if isinstance(record, Parked)]
    said = [record.message for record in records if isinstance(record, Said)]
    people = sum(message.speaker is Speaker.HUMAN for message in said)
    assert people == sum(message.ends_turn for message in said) >= 1
    assert {Kind.TEXT, Kind.CALL, Kind.RESULT} <= {message.kind for message in said}


def test_the_same_seed_makes_the_same_session() -> None:
    assert made_up(5) == made_up(5) != made_up(6)


def test_the_shortest_session_is_one_whole_turn() -> None:
    random = Random(1)
    lines = list(Session(random, Vocabulary(random, 50), "/home/dev/shop", 1_760_000_000_000).brief())
    assert [json.loads(line)["type"] for line in lines] == ["user", "assistant", "system"]


def test_a_missed_aim_stands_in_the_table_with_its_ratio() -> None:
    lines = rendered([Figure("parsing", 1.37, Unit.RATIO, Aim(1.0), "slow")])
    assert "1.37 ×" in lines[-1]
    assert "<= 1.00 ×" in lines[-1]
    assert "MISSED" in lines[-1]


def test_a_met_aim_and_one_that_could_not_be_measured_are_told_apart() -> None:
    lines = rendered(
        [
            Figure("archiving", 0.5, Unit.RATIO, Aim(0.5, is_most=False)),
            Figure("idle", None, Unit.PERCENT, Aim(0.5), "the daemon ended"),
        ]
    )
    assert " met" in lines[-2]
    assert ">= 0.50 ×" in lines[-2]
    assert "not measured" in lines[-1]
    assert "the daemon ended" in lines[-1]


def test_a_value_just_past_its_bound_is_missed_though_it_prints_alike() -> None:
    figure = Figure("parsing", 1.0001, Unit.RATIO, Aim(1.0))
    assert figure.verdict == "MISSED"
    assert "1.00 ×" in rendered([figure])[-1]


def test_percentiles_are_values_that_were_seen() -> None:
    delays = [float(n) for n in range(1, 61)]
    assert percentile(delays, 50) == 30
    assert percentile(delays, 95) == 57
    assert percentile([4.0], 95) == 4.0


def test_parsing_and_archiving_are_measured_over_a_small_corpus(tmp_path: Path) -> None:
    made = corpus.build("made up", [Original("one", made_up(turns=2))], tmp_path / "claude", 50_000)
    figures = parsing.measure(made) + archiving.measure(made, tmp_path / "archiving")
    assert all(figure.value is not None and figure.value > 0 for figure in figures)
    assert sum(figure.aim is not None for figure in figures) == 3


def test_what_status_is_compared_with_loads_nothing_the_product_does_not_stand_on() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[^\w-]", each)[0] for each in project["dependencies"]}
    assert set(status.FLOOR) - needed <= sys.stdlib_module_names


def test_the_commands_that_are_waited_for_are_measured_beside_the_floor(tmp_path: Path) -> None:
    home = Home((tmp_path / "home").resolve())
    context.measure(home, messages=300, runs=1, seed=1)
    figures = status.measure(home, runs=1)
    assert [figure.name.split()[1] for figure in figures] == ["status", "list", "recall"]
    assert all(figure.value is not None and figure.value > 1 and figure.aim for figure in figures)


def test_the_cost_of_a_context_is_measured_beside_that_of_status(tmp_path: Path) -> None:
    home = Home((tmp_path / "home").resolve())
    figures = context.measure(home, messages=300, runs=1, seed=1)
    assert [figure.unit for figure in figures] == [Unit.MILLISECONDS, Unit.RATIO] * 2
    assert all(figure.value is not None for figure in figures)
    assert home.number("SELECT count(*) FROM pieces") == 2
