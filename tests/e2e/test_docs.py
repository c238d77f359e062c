"""Everything the documentation shows is run, and every setting it names exists."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from extractor.config.settings import Settings
from extractor.memory.memory_file import NewMemory, parse, render
from extractor.service.sample import lines
from tests.support.machine import Scratch

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]


@dataclass(frozen=True)
class Shown:
    """A command a page shows and what it says is printed; `…` stands for anything."""

    command: str
    output: str

    def matches(self, printed: str) -> bool:
        pattern = ""
        for line in self.output.splitlines():
            if line == "…":
                pattern += r"(?:.*\n)*?"
            else:
                pattern += ".*?".join(re.escape(part) for part in line.rstrip().split("…")) + r"[ ]*\n"
        return re.fullmatch(pattern, re.sub(r"[ ]+\n", "\n", printed.rstrip("\n") + "\n")) is not None


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


def shown(page: Path) -> list[Shown]:
    found: list[Shown] = []
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append(Shown(command, output))
    return found


@pytest.fixture
def worked(tmp_path: Path) -> Scratch:
    """A home in which one session was held: the sample's words."""
    scratch = Scratch(tmp_path / "home")
    session = scratch.session("first-session")
    for _, _, written in lines(scratch.project, session.id, lambda: datetime.now(UTC)):
        session.write(written.decode())
    return scratch


@pytest.mark.timeout(120)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_shows_is_what_is_printed(page: Path, worked: Scratch, tmp_path: Path) -> None:
    for example in shown(page):
        if example.command == "make run":
            done = Scratch(tmp_path / "new home").command("run", "--sample")
        else:
            program, *words = shlex.split(example.command)
            assert program == "extractor", f"{page.name} shows {example.command!r}, which no test can run"
            # The labels and the written sessions stand in the checkout.
            done = worked.command(*words, cwd=ROOT if words[0] == "eval" else None)
        assert done.returncode == 0, f"{example.command}: {done.stderr}"
        assert example.matches(done.stdout), f"{page.name}: {example.command}\n{done.stdout}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_a_page_shows_prints_what_it_shows(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for code, printed in re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", text, re.M | re.S):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False, cwd=ROOT
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout == printed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_settings_a_page_shows_exist(page: Path) -> None:
    for block in blocks(page, "toml"):
        for name in tomllib.loads(block):
            assert name in Settings.model_fields, f"{page.name} shows {name}"


def test_the_configuration_page_lists_every_setting_as_it_is() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.M))
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert field.description in rows.get(name, ""), (
            f"docs/configuration.md lacks {name}: {field.description}"
        )
    assert set(rows) == set(Settings.model_fields)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", prose):
        if "://" not in target and "…" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_memory_file_the_format_page_shows_is_what_is_rendered() -> None:
    (example,) = blocks(ROOT / "docs" / "file-format.md", "markdown")
    read = parse(example.encode())
    assert read.problem is None
    assert read.type is not None
    made = render(
        NewMemory(
            read.name or "", read.description or "", read.type, read.statements, read.modified or "",
            read.session or "", read.why, read.how_to_apply,
        )
    )  # fmt: skip
    assert made.decode() == example


def test_no_page_names_a_path_of_one_machine() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"/(work|root|home/[a-z]+)/", text.replace("/home/dev/", "")), page.name
