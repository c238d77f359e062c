"""The log: what a run cost is told as the ledger booked it."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

from extractor.archive.ledger import Ceilings
from extractor.commands.past import log_lines, log_values
from extractor.config.settings import Settings
from extractor.domain import Usage
from extractor.models.metered import Meter, Metered
from extractor.service.learning import Learning
from tests.support.scripted import Desk, Scripted, says, write
from tests.support.talk import agent, human

RULE = "Never mock the database in tests."


def test_a_run_whose_replies_counted_nothing_is_told_as_it_was_booked(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    model = Scripted(
        [says(write("a.md", RULE, "h1", RULE), usage=Usage()), says(usage=Usage())], is_paid=True
    )
    meter = Meter(desk.archive.ledger, Ceilings(100_000), None, lambda: "2026-03-02")
    taught = Learning(
        desk.archive, desk.extraction, lambda run: Metered(model, meter, run), model.name, UTC, desk.clock
    )
    taught.add([desk.said("s", human("h1", RULE), agent("a1"))])
    job = taught.next_job()
    assert job is not None
    taught.done(taught.call(job, taught.model(job)))
    booked = desk.archive.ledger.of_run(job.run)
    desk.close()
    (entry,) = log_values(
        Settings(state_dir=tmp_path / "state", data_dir=tmp_path, claude_dir=tmp_path), None, 5
    )
    assert booked.input > 1_000
    assert (entry["input_tokens"], entry["output_tokens"]) == (booked.input, booked.output)
    assert f"{booked.input} tokens in, {booked.output} out" in "\n".join(log_lines([entry]))
