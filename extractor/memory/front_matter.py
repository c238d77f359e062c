"""The block between the two `---` lines at the head of a memory file.

Owns where it begins and ends, what its keys say, and the edit of one key's value.
Promises that reading never raises and an edit touches the lines of its key only. Never dumps YAML.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import yaml
from frontmatter.default_handlers import YAMLHandler
from pydantic import JsonValue

from extractor.memory.plain_front import plain_values

BOM = "\ufeff"

_FENCE = re.compile(r"---[ \t]*\r?\n?\Z")
_KEY = re.compile(
    r"""([ \t]*)("[^"\r\n]*"|'[^'\r\n]*'|[^\s#"'\[\]{}&*!|>%@,`:-][^\r\n:]*?)[ \t]*:(?=\s|\Z)"""
)
_BLOCK_SCALAR = re.compile(r"[|>][-+0-9]*[ \t]*(#.*)?\Z")
_YAML_SIZE, _YAML_BRACKETS = 16_384, 200
"""More characters or brackets than this are not given to YAML, whose parser needs quadratic time for them."""

_NODES, _DEPTH = 1_000, 12
"""How many values of `metadata` are taken over, and how deep."""


@dataclass(frozen=True, slots=True)
class Split:
    """A file's text in pieces: `mark + opening + block + closing + body` is the text again."""

    mark: str
    opening: str
    block: str
    closing: str
    body: str

    @property
    def has_block(self) -> bool:
        """Whether there is front matter at all."""
        return bool(self.opening)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the front matter says: values as text, the mapping under `metadata`, and what is wrong with it."""

    top: Mapping[str, str] = field(default_factory=dict)
    under: Mapping[str, str] = field(default_factory=dict)
    """Scalars under `metadata`, as text."""
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)
    problem: str | None = None

    def text(self, key: str) -> str:
        """The value of `key` under `metadata`, else at the top; empty when nowhere."""
        return self.under.get(key, self.top.get(key, ""))


@dataclass(frozen=True, slots=True)
class _Key:
    """One `key: value` of the block: the lines it covers and where its value stands in the block's text."""

    name: str
    indent: int
    start: int
    value: int
    value_end: int
    """End of the value itself, before a comment behind it."""
    end: int
    """Start of the next line that does not belong to it."""


def split(text: str) -> Split:
    """Cut a file's text. A first `---` without a second one, or with no key between them, is body."""
    mark = BOM if text.startswith(BOM) else ""
    rest = text[len(mark) :]
    lines = lines_of(rest)
    if lines and _FENCE.fullmatch(lines[0]):
        for number, line in enumerate(lines[1:], 1):
            if _FENCE.fullmatch(line):
                block = "".join(lines[1:number])
                if block.strip() and not _top_keys(block):
                    break
                return Split(mark, lines[0], block, line, "".join(lines[number + 1 :]))
    return Split(mark, "", "", "", rest)


def read(block: str) -> Facts:
    """What the block says."""
    plain = plain_values(block)
    if plain is None:
        return read_yaml(block)
    top, under = plain
    return Facts(top, under, dict(under))


def read_yaml(block: str) -> Facts:
    """What YAML reads in the block. Where it cannot read it, every `key: value` line counts as text."""
    top, under = _scalars(block)
    loaded, problem = _load(block)
    if loaded is None:
        return Facts(top, under, dict(under), problem)
    nested = loaded.get("metadata")
    metadata: dict[object, object] = nested if isinstance(nested, dict) else {}
    budget = [_NODES]
    mapping = _json_mapping(metadata, under, budget)
    too_much = "front matter holds more values than are read" if budget[0] < 0 else None
    return Facts(_texts(top, loaded), _texts(under, metadata), mapping, too_much)


def set_top(block: str, name: str, value: str, eol: str) -> str | None:
    """The block with the value of the top-level key replaced by the scalar `value`, appended when missing.

    None when the key stands there twice.
    """
    found = [key for key in _top_keys(block) if key.name == name]
    if len(found) > 1:
        return None
    if not found:
        return f"{_ended(block, eol)}{' ' * _first_indent(block)}{name}: {value}{eol}"
    return _with_value(block, found[0], value)


def set_metadata(block: str, name: str, value: str, eol: str) -> str:
    """The block with one key under `metadata` replaced, or added as the last line there.

    Unchanged when there is no `metadata:` with lines under it.
    """
    parents = [key for key in _top_keys(block) if key.name == "metadata"]
    if not parents or block[parents[-1].value : parents[-1].value_end].strip():
        return block
    parent = parents[-1]
    children = _children(block, parent)
    if not children:
        return block
    found = [key for key in children if key.name == name]
    if found:
        return _with_value(block, found[-1], value)
    last = children[-1]
    head = _ended(block[: last.end], eol)
    return f"{head}{' ' * last.indent}{name}: {value}{eol}{block[last.end :]}"


def _load(block: str) -> tuple[dict[object, object] | None, str | None]:
    if len(block) > _YAML_SIZE or sum(map(block.count, "[{")) > _YAML_BRACKETS:
        return None, "front matter is too large to be read as YAML"
    try:
        # The C loader ends the process on deep nesting; the Python one raises RecursionError.
        loaded: object = YAMLHandler().load(block, Loader=yaml.SafeLoader)
    except Exception as error:  # noqa: BLE001 - the loader raises IndexError, ValueError and more on bad values
        first = str(error).strip().splitlines()
        return None, f"front matter is not valid YAML: {first[0] if first else type(error).__name__}"
    if loaded is None:
        return {}, None
    if not isinstance(loaded, dict):
        return None, "front matter is not a list of keys and values"
    return loaded, None


def _texts(raw: Mapping[str, str], loaded: Mapping[object, object]) -> dict[str, str]:
    """Values as text: YAML's where it read a string or braces stand around it, else the written characters."""
    named = {key: value for key, value in loaded.items() if isinstance(key, str)}
    strings = {key: value for key, value in named.items() if isinstance(value, str)}
    others = {k: str(_json(v, [1], 0)).lower() for k, v in named.items() if isinstance(v, bool | int | float)}
    written = {key: value for key, value in raw.items() if key not in loaded or loaded[key] is not None}
    return {**others, **written, **strings}


def _json_mapping(
    mapping: Mapping[object, object], raw: Mapping[str, str], budget: list[int]
) -> dict[str, JsonValue]:
    out: dict[str, JsonValue] = {}
    for key, value in mapping.items():
        name = key if isinstance(key, str) else str(key)
        plain = value is None or isinstance(value, bool | int | float | str | list | dict)
        out[name] = _json(value, budget, 0) if plain else raw.get(name, str(value))
    return out


def _json(value: object, budget: list[int], depth: int) -> JsonValue:
    """JSON of a YAML value. Aliases can make it endless or huge: `budget` counts the values down."""
    budget[0] -= 1
    if budget[0] < 0 or depth > _DEPTH:
        return None
    if isinstance(value, list):
        return [_json(item, budget, depth + 1) for item in value[: _NODES + 1]]
    if isinstance(value, dict):
        return {str(key): _json(item, budget, depth + 1) for key, item in value.items()}
    if isinstance(value, float):
        return value if value - value == 0 else str(value)
    if isinstance(value, int) and value.bit_length() > 64:
        return hex(value)
    if value is None or isinstance(value, bool | int | str):
        return value
    return str(value)


def lines_of(text: str) -> list[str]:
    """Lines with their ends; only a line feed ends one, so nothing else in a person's text is a line end."""
    return re.findall(r"[^\n]*\n|[^\n]+\Z", text)


def _scalars(block: str) -> tuple[dict[str, str], dict[str, str]]:
    top: dict[str, str] = {}
    under: dict[str, str] = {}
    for key in _top_keys(block):
        value = _value_text(block, key)
        if value:
            top[key.name] = value
        if key.name == "metadata":
            under = {child.name: _value_text(block, child) for child in _children(block, key)}
    return top, {name: value for name, value in under.items() if value}


def _value_text(block: str, key: _Key) -> str:
    raw = block[key.value : key.value_end].strip()
    if len(raw) > 1 and raw[0] == raw[-1] == '"':
        try:
            read_back: object = json.loads(raw)
        except ValueError:
            return raw[1:-1]
        return str(read_back)
    if len(raw) > 1 and raw[0] == raw[-1] == "'":
        return raw[1:-1].replace("''", "'")
    first, _, rest = raw.partition("\n")
    if _BLOCK_SCALAR.match(first.strip()):
        raw = rest
    return " ".join(raw.split())


def _top_keys(block: str) -> list[_Key]:
    return _keys(block, _first_indent(block))


def _first_indent(text: str) -> int:
    """Columns before the first line that says anything; 0 when none does."""
    for line in lines_of(text):
        wide = line.expandtabs()
        body = wide.lstrip()
        if body and not body.startswith("#"):
            return len(wide) - len(body)
    return 0


def _keys(block: str, indent: int, start: int = 0, end: int | None = None) -> list[_Key]:
    """The keys at exactly this indent in block[start:end], each with the lines that belong to it."""
    found: list[_Key] = []
    at = start
    stop = len(block) if end is None else end
    while at < stop:
        line_end = _line_end(block, at, stop)
        match = _KEY.match(block, at, line_end)
        if match is None or len(match[1].expandtabs()) != indent or block[at] == "#":
            at = line_end
            continue
        key = _key(block, match, stop)
        found.append(key)
        at = key.end
    return found


def _key(block: str, match: re.Match[str], stop: int) -> _Key:
    indent = len(match[1].expandtabs())
    start, after = match.start(), match.end()
    line_end = _line_end(block, after, stop)
    value = after + len(block[after:line_end]) - len(block[after:line_end].lstrip(" \t"))
    value = min(value, _content_end(block, after, line_end))
    name = match[2].strip("\"'")
    first = block[value:line_end].strip()
    if first and first[0] in ("'", '"'):
        close = _closing_quote(block, value, stop)
        if close is not None:
            return _Key(name, indent, start, value, close, _line_end(block, close, stop))
    end = _continuation_end(block, line_end, indent, stop)
    if end == line_end or not first or first.startswith("#"):
        return _Key(name, indent, start, value, value + len(_uncommented(block[value:line_end])), end)
    return _Key(name, indent, start, value, _content_end(block, value, end), end)


def _children(block: str, parent: _Key) -> list[_Key]:
    first = _line_end(block, parent.start, parent.end)
    indent = _first_indent(block[first : parent.end])
    return _keys(block, indent, first, parent.end) if indent > parent.indent else []


def _continuation_end(block: str, at: int, indent: int, stop: int) -> int:
    """Start of the first line not indented deeper; blanks and comments belong to what follows them."""
    end = at
    while at < stop:
        line_end = _line_end(block, at, stop)
        line = block[at:line_end].expandtabs()
        body = line.lstrip()
        says_something = bool(body) and not body.startswith("#")
        if says_something and len(line) - len(body) <= indent:
            break
        if says_something:
            end = line_end
        at = line_end
    return end


def _closing_quote(block: str, at: int, stop: int) -> int | None:
    """Position behind the quote that closes the one at `at`; None when it never closes."""
    pattern = r'"(?:[^"\\]|\\.)*"' if block[at] == '"' else r"'(?:[^']|'')*'"
    match = re.compile(pattern, re.DOTALL).match(block, at, stop)
    if match is None:
        return None
    rest = block[match.end() : _line_end(block, match.end(), stop)].strip()
    return match.end() if not rest or rest.startswith("#") else None


def _uncommented(value: str) -> str:
    return re.split(r"(?:\A|[ \t])#", value, maxsplit=1)[0].rstrip()


def _line_end(text: str, at: int, stop: int) -> int:
    found = text.find("\n", at, stop)
    return stop if found < 0 else found + 1


def _content_end(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip())


def _ended(text: str, eol: str) -> str:
    return text if not text or text.endswith("\n") else text + eol


def _with_value(block: str, key: _Key, value: str) -> str:
    before = "" if block[key.value - 1] in " \t" else " "
    after = " " if block[key.value_end : key.value_end + 1] == "#" else ""
    return f"{block[: key.value]}{before}{value}{after}{block[key.value_end :]}"
