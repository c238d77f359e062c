"""What a person typed into a memory file is known."""

from __future__ import annotations

import pytest

from extractor.memory.gate.tombstones import words
from extractor.memory.typed import typed

OURS = "We deploy only on Tuesdays."
GONE = {words(OURS)}


@pytest.mark.parametrize(
    ("body", "theirs"),
    [
        (f"{OURS}\n\n**Why:** so.\n**How to apply:** thus.\n", ()),
        (f"- {OURS}\n", ()),
        ("We deploy only\non Tuesdays.\n", ()),
        (f"{OURS} Mine.\n", ("Mine.",)),
        (f"# Mine\n\n{OURS}\n", ("# Mine",)),
        (f"{OURS}\n\n```\nmine\n```\n", ("```", "mine", "```")),
        (f"{OURS} <!-- mine -->\n", ("<!-- mine -->",)),
        (f"{OURS}\n\n| mine | b |\n", ("| mine | b |",)),
        (f"{OURS}\n\n**Why:** so.\n\nMine.\n", ("Mine.",)),
        (f"{OURS}\n\n**Why:** so.\n\n**Why:** mine.\n", ("**Why:** mine.",)),
        (f"{OURS}\n\n**Why:** so <!-- mine --> mine\nand mine.\n", ("mine and mine.", "<!-- mine -->")),
        (f"- {OURS}\n- \n", ()),
        (f"```\n{OURS}\n", ("```",)),
    ],
)
def test_what_a_person_typed_is_known(body: str, theirs: tuple[str, ...]) -> None:
    assert typed(body, GONE) == theirs


def test_a_reason_no_run_wrote_is_a_persons() -> None:
    body = f"{OURS}\n\n**Why:** so.\n**How to apply:** thus.\n"
    assert typed(body, GONE, lambda said: said == "so.") == ("thus.",)
