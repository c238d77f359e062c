"""What a machine found is no word of the person's who hands it on."""

import pytest

from extractor.memory.own_words.own_words import own_words
from extractor.memory.own_words.reports import reported
from tests.support.cost import grows_as_it_does

RULES = "Always use tabs. Never push to main without review."


def left(text: str) -> str:
    """The person's own words of a text, in one line."""
    return " ".join(" ".join(own_words(text)).split())


def test_a_machines_review_is_known_by_the_severity_under_its_title() -> None:
    review = "Hooks not recognised for removal\n\nHigh Severity\n\nThe mode never removes what it installs."
    assert left(review) == ""
    assert left(f"please look into this one\n\n{review}") == "please look into this one"
    assert left("High severity bugs are always fixed first.") == "High severity bugs are always fixed first."


def test_a_report_is_known_by_the_picture_before_its_heading() -> None:
    report = "🚧 Remaining Issues:\nThe tests always fail when no service is running."
    assert left(f"why are these ok?\n\n{report}") == "why are these ok?"
    assert left("⚠️ **Known Limits**\nNever run it twice.") == ""


@pytest.mark.parametrize(
    "text",
    [f"⚠️ Important rules:\n{RULES}", f"❌ Don't:\n{RULES}", "🎉 It works now. Always run it like that."],
)
def test_a_person_may_head_their_rules_with_a_picture(text: str) -> None:
    assert left(text) == " ".join(text.split())


@pytest.mark.parametrize("unit", ["✅ done\n", "# \n", "a\n\n"])
def test_a_long_text_costs_what_its_lines_do(unit: str) -> None:
    assert grows_as_it_does(reported, unit, 2000)
