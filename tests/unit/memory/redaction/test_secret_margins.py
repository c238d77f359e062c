"""What stands before each line, a number, a file's name or a mark, hides no value on the next one."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

PASSWORD = "aQ" + "7zR4tkW9"
CODED = base64.b64encode(("postgres://app:" + PASSWORD).encode()).decode()

MARGINS: dict[str, Callable[[int], str]] = {
    "a reader's numbers": lambda number: f"{number:6}→",
    "numbers and a tab": lambda number: f"{number:6}\t",
    "numbers and a bar": lambda number: f"{number:4} │ ",
    "what a search found": lambda number: f"k8s/app.yaml:{number}:",
    "lines beside what it found": lambda number: f"k8s/app.yaml-{number}-",
    "a quotation": lambda _: "> ",
    "lines that come": lambda _: "+",
    "lines that go": lambda _: "-",
    "a comment": lambda _: "# ",
    "a comment of code": lambda _: "// ",
}


def _with(margin: Callable[[int], str], text: str) -> str:
    return "\n".join(margin(number) + line for number, line in enumerate(text.split("\n"), 1))


@pytest.mark.parametrize("name", MARGINS)
@pytest.mark.parametrize("wrap", [str, lambda text: json.dumps({"content": text}, ensure_ascii=False)])
@pytest.mark.parametrize(
    "text",
    [
        "- name: DB_PASSWORD\n  value: {}\n",
        '"name": "DB_PASSWORD",\n"value": "{}"\n',
        "Here is the password:\n\n```\n{}\n```",
        "password:\n  {}\n",
        "db:\n  password: >-\n    {}\n",
        "| user | password |\n|---|---|\n| bob | {} |\n",
        "username,password,role\nadmin,{},owner\n",
        "username\tpassword\trole\nadmin\t{}\towner\n",
    ],
)
def test_a_password_on_the_line_below_its_name_is_taken_out(
    name: str, wrap: Callable[[str], str], text: str
) -> None:
    assert PASSWORD not in redact(wrap(_with(MARGINS[name], text.format(PASSWORD))))


@pytest.mark.parametrize("name", MARGINS)
def test_a_manifest_of_secrets_keeps_no_value(name: str) -> None:
    manifest = f"apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  address: {CODED}\n"
    told = _with(MARGINS[name], manifest)
    assert redact(told) == told.replace(CODED, "[REDACTED:secret]")


@pytest.mark.parametrize(
    "text",
    [
        "     1→def f(password):\n     2→    return a1b2c3d4e5\n",
        "     1→- name: DB_PASSWORD\n     2→  valueFrom:\n     3→    secretKeyRef: a1b2c3\n",
        "- name: token\n- value: x1y2z3w4\n",
        "> the password\n> a1b2c3d4e5 is no value of it\n",
        "+kind: ConfigMap\n+data:\n+  address: cG9zdGdyZXM=\n",
    ],
)
def test_lines_with_a_margin_and_no_secret_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "unit",
    [
        "1→password\n",
        "1→password:\n1→\n",
        "> kind: Secret\n> data:\n",
        "+token|\n",
        "a" * 100 + "-1-password\n",
    ],
)
def test_margins_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, unit, 300)
