"""JSON as it is printed."""

from __future__ import annotations

import json
import logging

import pytest

from extractor.cli.options import print_json
from extractor.commands.json_text import json_text
from extractor.commands.logs import JsonLines

ACTING = "a\x1b[2J\x7f\x9b31m\u202egnp.exe\u2066b\u2069\u200f\u2028c\ud800"
UNSEEN = "\u200b\ufe00\ufe0f\u200d\ufeff\U000e0001\U000e0041\U000e007f\U000e0100\U000e01ef"


def test_what_acts_on_a_terminal_is_escaped_and_read_back_as_it_was() -> None:
    told = json_text({ACTING: [ACTING]})
    assert told.isprintable()
    assert json.loads(told) == {ACTING: [ACTING]}


def test_letters_that_nobody_sees_are_escaped_and_read_back_as_they_were() -> None:
    told = json_text({f"{UNSEEN}a": [f"b{UNSEEN}"]})
    assert told.isascii()
    assert json.loads(told) == {f"{UNSEEN}a": [f"b{UNSEEN}"]}


def test_other_letters_stay_as_they_are() -> None:
    assert json_text("Grüße, привет, 世界 👩‍💻") == '"Grüße, привет, 世界 👩‍💻"'


def test_every_command_prints_json_that_way(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"description": ACTING})
    told = capsys.readouterr().out
    assert told.replace("\n", "").isprintable()
    assert json.loads(told) == {"description": ACTING}


def test_a_line_of_the_log_is_escaped_too() -> None:
    record = logging.LogRecord("extractor", logging.INFO, __file__, 1, ACTING, None, None)
    assert JsonLines().format(record).isprintable()
