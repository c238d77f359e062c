"""`config`: every setting, its value and where it came from.

Owns how settings are written down. Promises that what is printed is a settings file that loads to the same
settings, but for a password, which it does not hold. Never reads or writes one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from extractor.commands.masked import masked
from extractor.config.settings import Loaded, Settings
from extractor.errors import printable


def config_values(loaded: Loaded) -> dict[str, object]:
    """The settings for JSON."""
    values = _values(loaded.settings)
    rows = [
        {"setting": name, "value": values[name], "from": loaded.sources[name], "what": field.description}
        for name, field in Settings.model_fields.items()
    ]
    return {"file": str(loaded.file), "settings": rows}


def config_lines(loaded: Loaded, is_bare: bool) -> Iterator[str]:
    """The settings as lines of a settings file. `is_bare`: nothing of where they came from and what they mean.

    What is not set is a comment: the file has no word for it.
    """
    values = _values(loaded.settings)
    if not is_bare:
        yield printable(f"# {loaded.file}{'' if loaded.file.exists() else ' (does not exist)'}")
    for name, field in Settings.model_fields.items():
        line = f"# {name} =" if values[name] is None else f"{name} = {_toml(values[name])}"
        told = "" if is_bare else printable(f"    # {loaded.sources[name]}: {field.description}")
        yield line + told


def _values(settings: Settings) -> dict[str, object]:
    """The settings as they are told."""
    values: dict[str, object] = settings.model_dump(mode="json")
    if settings.base_url:
        values["base_url"] = masked(settings.base_url)
    return values


def _toml(value: object) -> str:
    """A value as TOML writes it, on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Mapping):
        pairs = (f"{_toml(name)} = {_toml(each)}" for name, each in value.items() if each is not None)
        return f"{{{', '.join(pairs)}}}"
    return f'"{"".join(map(_letter, value))}"' if isinstance(value, str) else repr(value)


def _letter(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"
