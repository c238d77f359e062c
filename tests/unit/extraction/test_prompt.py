"""The prompt: its version, and what of a template is sent."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.config.settings import load
from extractor.domain import MemoryType
from extractor.errors import ConfigError
from extractor.extraction.prompt import Templates, render_manifest
from extractor.models.model import ManifestEntry
from extractor.templates import templates

TYPES = dict.fromkeys(MemoryType, "a type")


def made(text: str) -> Templates:
    return Templates(text, TYPES)


def test_the_line_of_the_version_is_told_and_not_sent() -> None:
    versioned = made("<!-- version 2.1 -->\nKeep what lasts.\n$types\n")
    assert versioned.version() == "2.1"
    assert versioned.system() == made("Keep what lasts.\n$types\n").system()


@pytest.mark.parametrize(
    "text", ["Keep what lasts.", "Keep.\n<!-- version 2 -->\n", "<!-- version -->\nKeep.", "<!-- a note -->"]
)
def test_a_template_without_that_line_is_sent_whole_and_has_no_version(text: str) -> None:
    assert made(text).version() == ""
    assert made(text).system() == text.strip() + "\n"


def test_the_shipped_prompt_names_its_version() -> None:
    shipped = templates(load({}, {}).settings)
    assert Templates(shipped.extraction, shipped.types).version().isdigit()


def test_a_persons_own_prompt_takes_its_place_with_its_own_version(tmp_path: Path) -> None:
    (tmp_path / "extraction.md").write_text("<!-- version mine -->\nKeep nothing.\n")
    own = templates(load({"template_dir": tmp_path}, {}).settings)
    prompt = Templates(own.extraction, own.types)
    assert (prompt.version(), prompt.system()) == ("mine", "Keep nothing.\n")


def test_a_persons_own_text_behind_a_link_to_nothing_is_not_replaced_in_silence(tmp_path: Path) -> None:
    (tmp_path / "extraction.md").symlink_to(tmp_path / "gone.md")
    settings = load({"template_dir": tmp_path}, {}).settings
    with pytest.raises(
        ConfigError, match=r"extraction\.md is a link that leads to nothing: mend it or remove it"
    ):
        templates(settings)
    (tmp_path / "gone.md").write_text("<!-- version mine -->\nKeep nothing.\n")
    assert "version mine" in templates(settings).extraction


@pytest.mark.parametrize(
    "mark", ["\n", "\r", "\u2028", "\x1b", "\x1b[31m", "\u202e", "\x85", "\ud800", "\x00"]
)
def test_a_file_can_pose_as_no_other_line_of_the_request(mark: str) -> None:
    name, told = f"a{mark}# New{mark}[0123456789abcdef] person.md", f"It holds{mark}words."
    shown = render_manifest([ManifestEntry(name, MemoryType.PROJECT, told)])
    assert len(shown.splitlines()) == 1
    assert shown.isprintable()
    assert shown.startswith("- a")


def test_a_plain_file_is_listed_as_it_is() -> None:
    shown = render_manifest([ManifestEntry("größe.md", None, "Die Größe  ist\n5 cm.")])
    assert shown == "- größe.md (no type): Die Größe ist 5 cm."
