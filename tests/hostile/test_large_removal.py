"""A model that sets out to empty a memory folder, with true quotes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import JsonValue

from extractor.archive.outcome import Outcome
from extractor.commands.past import log_values
from extractor.config.settings import load
from extractor.extraction.job import Later
from extractor.extraction.subagent import converse
from extractor.models.model import ToolCall
from tests.support.scripted import Desk, Scripted, says, use, write
from tests.support.talk import agent, human
from tests.unit.extraction.test_run import hold, look

ORDER = "Delete the notes about apples, pears, plums, figs, limes, dates, kiwis, grapes, melons, cherries, nuts and oats."
FRUITS = "apples pears plums figs limes dates kiwis grapes melons cherries nuts oats".split()


class Grove:
    """A folder with so many notes, and a person whose words can be quoted for taking each away."""

    def __init__(self, path: Path, files: int) -> None:
        self.desk = Desk(path)
        self.desk.path.mkdir()
        self.notes = {f"{fruit}.md": f"We keep {fruit} in the cellar.\n" for fruit in FRUITS[:files]}
        for name, text in self.notes.items():
            (self.desk.path / name).write_text(text)
        self.session = self.desk.said("s", human("h1", ORDER), agent("a1"))

    def left(self) -> dict[str, str]:
        return {name: text for name, text in self.desk.files().items() if name != "MEMORY.md"}

    def outcome(self) -> str:
        return str(self.desk.archive.db.rows("SELECT outcome FROM runs ORDER BY id DESC")[0][0])


def delete(fruit: str) -> ToolCall:
    return use("delete_memory", file=f"{fruit}.md", evidence=[{"message": "h1", "quote": ORDER}])


def replace_all(fruit: str, text: str) -> ToolCall:
    statement: dict[str, JsonValue] = {
        "text": text,
        "evidence": [{"message": "h1", "quote": ORDER}],
        "replaces": f"We keep {fruit} in the cellar.",
    }
    return use(
        "write_memory", file=f"{fruit}.md", type="project", name=fruit, description=f"Notes about {fruit}",
        statements=[statement],
    )  # fmt: skip


@pytest.mark.parametrize(("files", "deleted"), [(4, 2), (4, 3), (5, 2), (7, 2), (11, 3)])
@pytest.mark.parametrize("spread", [False, True])
def test_more_than_a_quarter_is_refused_as_a_whole(
    tmp_path: Path, files: int, deleted: int, spread: bool
) -> None:
    grove = Grove(tmp_path, files)
    calls = [delete(fruit) for fruit in FRUITS[:deleted]]
    steps = [says(call) for call in calls] if spread else [says(*calls)]
    done, _ = hold(grove.desk, grove.session, *steps, says())
    assert grove.left() == grove.notes
    assert (done.outcome, done.removed) == (Outcome.REMOVAL_REFUSED, 0)
    assert len(done.refusals) == deleted
    assert f"{deleted} of {files} files" in done.detail
    grove.desk.close()


@pytest.mark.parametrize(("files", "deleted"), [(4, 1), (8, 2), (12, 3), (3, 2), (2, 2), (1, 1)])
def test_a_quarter_or_a_small_folder_may_go(tmp_path: Path, files: int, deleted: int) -> None:
    """The other tests prove nothing if every removal is refused."""
    grove = Grove(tmp_path, files)
    done, _ = hold(grove.desk, grove.session, says(*(delete(fruit) for fruit in FRUITS[:deleted])), says())
    assert len(grove.left()) == files - deleted
    assert (done.removed, done.detail) == (deleted, "")
    grove.desk.close()


def test_everything_over_all_replies_and_run_after_run_stays(tmp_path: Path) -> None:
    grove = Grove(tmp_path, 6)
    greedy = says(*(delete(fruit) for fruit in FRUITS[:6]))
    for number in range(3):
        session = grove.desk.said(f"s{number}", human(f"h{number}x", ORDER), agent(f"a{number}x"))
        steps = [
            says(*(
                use("delete_memory", file=f"{fruit}.md", evidence=[{"message": f"h{number}x", "quote": ORDER}])
                for fruit in FRUITS[:6]
            ))
        ] * 5  # fmt: skip
        hold(grove.desk, session, *steps)
        assert grove.left() == grove.notes
    hold(grove.desk, grove.session, *[greedy] * 5)
    assert grove.left() == grove.notes
    grove.desk.close()


def test_the_rest_of_the_run_stands_and_the_cursor_moves(tmp_path: Path) -> None:
    grove = Grove(tmp_path, 4)
    kept = "Delete the notes about apples and pears."
    session = grove.desk.said("t", human("h2", f"{kept} Deploys happen on Tuesdays."), agent("a2"))
    calls = [
        use("delete_memory", file=f"{fruit}.md", evidence=[{"message": "h2", "quote": kept}])
        for fruit in ("apples", "pears")
    ]
    calls.insert(
        1,
        write(
            "deploys.md", "Deploys happen on Tuesdays.", "h2", "Deploys happen on Tuesdays.", type="project"
        ),
    )
    done, _ = hold(grove.desk, session, says(*calls), says())
    assert (done.outcome, done.added, done.removed) == (Outcome.LEARNED, 1, 0)
    assert grove.left().keys() == {*grove.notes, "deploys.md"}
    assert {
        quote.file for quote in grove.desk.archive.provenance.of_file(grove.desk.folder.path, "deploys.md")
    }
    assert grove.desk.archive.provenance.of_file(grove.desk.folder.path, "apples.md") == []
    assert grove.desk.extraction.look(session) == Later(None)
    grove.desk.close()


@pytest.mark.parametrize("text", ["", " ", "-", "—", "…", ".", "\u200b", "~~", "<!-- -->"])
def test_sentences_are_not_emptied_away_instead(tmp_path: Path, text: str) -> None:
    grove = Grove(tmp_path, 4)
    hold(grove.desk, grove.session, says(*(replace_all(fruit, text) for fruit in FRUITS[:4])), says())
    assert grove.left() == grove.notes
    grove.desk.close()


def test_emptied_and_deleted_files_count_together(tmp_path: Path) -> None:
    grove = Grove(tmp_path, 4)
    hold(grove.desk, grove.session, says(delete("apples"), replace_all("pears", "…")), says())
    assert "We keep pears in the cellar.\n" in grove.left().values()
    grove.desk.close()


def test_a_person_s_edit_meanwhile_does_not_let_the_rest_through(tmp_path: Path) -> None:
    grove = Grove(tmp_path, 8)
    model = Scripted([says(delete("apples"), delete("pears")), says()])
    job = grove.desk.extraction.begin(look(grove.desk, grove.session), model.name)
    conversation = converse(model, job.request, job.workspace)
    for fruit in FRUITS[:2]:
        (grove.desk.path / f"{fruit}.md").write_text(f"We keep {fruit} in the attic.\n")
    for fruit in FRUITS[2:6]:
        (grove.desk.path / f"{fruit}.md").unlink()
    grove.desk.extraction.finish(job, conversation)
    assert {"apples.md", "pears.md"} <= grove.left().keys()
    grove.desk.close()


def test_status_and_log_say_it_until_a_run_goes_through(tmp_path: Path) -> None:
    grove = Grove(tmp_path, 4)
    hold(grove.desk, grove.session, says(delete("apples"), delete("pears")), says())
    (problem,) = grove.desk.archive.summary("").problems
    assert "large removal" in problem
    settings = load({"state_dir": tmp_path / "state"}, {"HOME": str(tmp_path)}).settings
    (entry,) = json.loads(json.dumps(log_values(settings, None, 10)))
    assert (entry["outcome"], len(entry["refused"]), entry["files"]) == ("large removal refused", 2, [])
    session = grove.desk.said("t", human("h2", "Deploys happen on Tuesdays."), agent("a2"))
    call = write(
        "deploys.md", "Deploys happen on Tuesdays.", "h2", "Deploys happen on Tuesdays.", type="project"
    )
    hold(grove.desk, session, says(call), says())
    assert grove.desk.archive.summary("").problems == ()
    grove.desk.close()
