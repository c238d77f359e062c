"""The texts a model is sent, and the other plain files that come with the package.

Owns where they lie. Promises that a person's own text stands in place of the packaged one of its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from extractor import fs
from extractor.config.settings import Settings
from extractor.domain import MemoryType
from extractor.errors import ConfigError


def packaged(folder: str) -> Path:
    """A packaged folder of plain files: beside the package in a checkout, inside it in an installed wheel."""
    package = Path(__file__).resolve().parent
    inside = package / "_packaged" / folder
    return inside if inside.is_dir() else package.parent / folder


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of `memory_templates/`."""

    extraction: str
    types: Mapping[MemoryType, str]
    index_header: str
    summary: str
    compact: str
    fork: str


def templates(settings: Settings) -> Texts:
    """The texts of `memory_templates/`, a person's own in place of the packaged ones.

    Raises ConfigError when one cannot be read, leads to nothing or may be written to by others, or there is no
    folder of the person's own where one is named.
    """

    if settings.template_dir:
        fs.own_folder(settings.template_dir)
        if not settings.template_dir.is_dir():
            raise ConfigError(
                f"template_dir names {settings.template_dir}, which is no folder: make it, or take the setting out"
            )

    def text(name: str) -> str:
        own = settings.template_dir / name if settings.template_dir else None
        if own is not None and (link := fs.dead_link(own)) is not None:
            raise ConfigError(f"the template {link} is a link that leads to nothing: mend it or remove it")
        file = own if own is not None and own.exists() else packaged("memory_templates") / name
        try:
            if file == own:
                fs.own_file(file)
            return file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"cannot read the template {file}: check template_dir") from error

    return Texts(
        extraction=text("extraction.md"),
        types={kind: text(f"{kind}.md") for kind in MemoryType},
        index_header=text("index_header.md"),
        summary=text("summary.md"),
        compact=text("compact.md"),
        fork=text("fork.md"),
    )
