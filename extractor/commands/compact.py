"""`compact`: a memory file said in fewer tokens, shown before it is put in place.

Owns how the difference is shown and asked about. Promises that a paid model is called only where a person
agreed and somebody can answer what it says, and that a no changes nothing. Never decides what may stand.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from extractor.actions.compact import Planned
from extractor.commands.acting import make_compact
from extractor.commands.consent import is_agreed
from extractor.commands.finding import home_folder, project_at
from extractor.commands.pins import named_file
from extractor.commands.undoing import diff
from extractor.config.settings import Settings
from extractor.errors import ConfigError
from extractor.memory.file_name import valid_name
from extractor.memory.snapshot import read_folder
from extractor.models.metered import worst_case
from extractor.models.model import Request
from extractor.models.price import dollars
from extractor.wiring.folders import open_folders
from extractor.wiring.models import model_price
from extractor.wiring.pins import pin_room


def compact(
    settings: Settings,
    env: Mapping[str, str],
    name: str | None,
    *,
    ask: Callable[[str], bool],
    expect: Callable[[str], None],
    show: Callable[[str], None],
) -> dict[str, object]:
    """Show a denser text, ask, put it in place; returns what was done.

    `expect` raises where nobody could answer a question that is asked later. Raises ConfigError where there is no
    model or no such file, and what the model, `expect` and `ask` raise.
    """
    if settings.model != "anthropic":
        raise ConfigError(
            f"compacting needs a model that can be asked, which {settings.model} is not: set model = anthropic or add"
            " --model anthropic"
        )
    path, file = named_file(settings, env, name) if name else _largest(settings, env)
    home = Path(os.path.realpath(path))
    with open_folders(settings) as (archive, folders):
        folder, project = folders.get(home), project_at(settings, env, archive, home)
        with make_compact(archive, settings, env) as compacting:
            if not is_agreed(settings, archive):
                show(_cost(settings, compacting.request(folder, file)))
                if not ask(f"send {file} to {settings.anthropic_model}?"):
                    return {"file": file, "folder": folder.path, "changed": False, "run": None}
            question = f"put the denser text of {file} in place?"
            expect(question)
            planned = compacting.plan(folder, project, file)
            try:
                for line in _lines(planned):
                    show(line)
                is_wanted = ask(question)
            except BaseException:
                compacting.decline(planned)
                raise
            if not is_wanted:
                compacting.decline(planned)
                return {**_told(planned), "changed": False, "notes": []}
            done = compacting.carry_out(folder, project, planned)
    return {**_told(planned), "changed": True, "notes": list(done.lines)}


def compacted_lines(values: Mapping[str, object]) -> Iterator[str]:
    """What was done, for a person."""
    if not values["changed"]:
        yield "nothing was changed"
        return
    yield f"{values['file']} takes {values['tokens']:,} tokens now, {values['tokens_before']:,} before"
    notes = values["notes"]
    yield from (str(note) for note in (notes if isinstance(notes, list) else []))
    yield f"`extractor undo {values['run']}` brings the old text back"


def _largest(settings: Settings, env: Mapping[str, str]) -> tuple[Path, str]:
    folder = home_folder(settings, env)
    pins = [pin for pin in pin_room(settings).pins(read_folder(folder)[0]).all if valid_name(pin.file)]
    if not pins:
        raise ConfigError(f"nothing that may be written to is pinned in {folder}: name the file to compact")
    return folder, max(pins, key=lambda pin: (pin.tokens, pin.file)).file


def _cost(settings: Settings, request: Request) -> str:
    price, most = model_price(settings), worst_case(request)
    money = f" ({dollars(price.worst(most, request.max_output))})" if price else ""
    return (
        f"cost: at most {most:,} input and {request.max_output:,} output tokens of "
        f"{settings.anthropic_model}{money}"
    )


def _lines(planned: Planned) -> Iterator[str]:
    yield from diff(planned.folder, planned.change)
    yield f"{planned.tokens_before:,} tokens before, {planned.tokens_after:,} after"


def _told(planned: Planned) -> dict[str, object]:
    return {
        "file": planned.change.file,
        "folder": planned.folder,
        "run": planned.run,
        "tokens_before": planned.tokens_before,
        "tokens": planned.tokens_after,
        "diff": list(diff(planned.folder, planned.change)),
    }
