"""The judge of what leaves a machine."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.team.own_names import OwnNames
from extractor.memory.team.team_form import Shared
from extractor.memory.team.team_judge import LONGEST, TeamJudge
from tests.support.personal import OWN, forms

FIT = Shared(
    "releases.md",
    "releases",
    "Releases are tagged on Fridays.",
    "project",
    ("Releases are tagged on Fridays.", "The tag is annotated."),
    "few people work at weekends",
    "tag `main` before noon",
)
JUDGE = TeamJudge(OwnNames(OWN))


def with_field(field: str, text: str) -> Shared:
    if field == "statements":
        return replace(FIT, statements=(*FIT.statements, text))
    return replace(FIT, **{field: text})


FIELDS = ("name", "description", "statements", "why", "how_to_apply")


def test_a_plain_fact_is_fit() -> None:
    assert JUDGE.refusal(FIT) is None


@pytest.mark.parametrize("form", forms())
def test_personal_data_is_refused_in_every_field(form: str) -> None:
    for field in FIELDS:
        refused = JUDGE.refusal(with_field(field, forms()[form]))
        assert refused is not None, field
        assert "\n" not in refused
        assert refused.startswith("releases.md")


def test_the_forms_are_more_than_enough() -> None:
    assert len(forms()) >= 60


@pytest.mark.parametrize(
    "file",
    ["annab-releases.md", "call-212-555-0142.md", "the-user-prefers-tabs.md", "my-keys.md", "10-1-2-3.md"],
)
def test_the_name_of_the_file_is_judged_too(file: str) -> None:
    assert JUDGE.refusal(replace(FIT, file=file)) is not None


@pytest.mark.parametrize("kind", ["user", "feedback", "none", ""])
def test_only_the_types_of_a_team_are_fit(kind: str) -> None:
    assert JUDGE.refusal(replace(FIT, type=kind)) is not None


def test_what_is_cut_in_two_by_a_sentence_is_found() -> None:
    cut = replace(FIT, statements=("On call is 212 555", "0142 at night."))
    assert JUDGE.refusal(cut) is not None


def test_a_word_too_long_to_look_through_is_refused() -> None:
    assert "a word of more than" in str(JUDGE.refusal(with_field("why", "a" * (LONGEST + 1))))


def test_a_password_said_in_plain_words_is_not_shared() -> None:
    said = "The password for the build box is " + "sword" + "fish."
    assert "a secret" in str(JUDGE.refusal(with_field("why", said)))


def test_a_secret_is_not_told_again() -> None:
    secret = forms()["secret"]
    assert not any(
        word in str(JUDGE.refusal(with_field("why", secret))) for word in secret.split() if len(word) > 20
    )


def test_what_is_told_does_nothing_to_a_terminal() -> None:
    told = JUDGE.refusal(with_field("why", "It is /srv/\x1b[31mx here."))
    assert told is not None
    assert "\x1b" not in told


# ---------------------------------------------------------------- whatever is made up

_WORDS = st.sampled_from(
    "releases are tagged on fridays with the build of main and a test in src/web at noon".split()
)
_NAME = st.text(alphabet=string.ascii_lowercase, min_size=2, max_size=8)
_DIGIT = st.sampled_from(string.digits)


@st.composite
def personal(draw: st.DrawFn) -> str:
    """A piece of personal data, made up."""
    name = draw(_NAME)
    kind = draw(st.sampled_from(["mail", "phone", "home", "address", "own", "self"]))
    if kind == "mail":
        more, end = (
            draw(st.sampled_from(["", ".x", "+x", "_1"])),
            draw(st.sampled_from(["org", "de", "museum"])),
        )
        return f"{name}{more}@{draw(_NAME)}.{end}"
    if kind == "phone":
        gap = draw(st.sampled_from(["", " ", "-", ".", "/", " - "]))
        lead = draw(st.sampled_from(["", "+", "(", "00"]))
        return lead + gap.join(draw(st.lists(_DIGIT, min_size=9, max_size=14)))
    if kind == "home":
        root = draw(
            st.sampled_from(
                [
                    "/home/",
                    "/Users/",
                    "/root/",
                    "~",
                    "~/",
                    "C:\\Users\\",
                    "/var/",
                    "/data/",
                    "../",
                    "\\\\srv\\",
                    "$HOME/",
                ]
            )
        )
        return f"{root}{name}{draw(st.sampled_from(['', '/x', '/x.key']))}"
    if kind == "address":
        net = draw(st.sampled_from(["10.0", "10.255", "192.168", "172.16", "172.31", "169.254"]))
        return f"{net}.{draw(st.integers(0, 255))}.{draw(st.integers(0, 255))}"
    if kind == "own":
        own = draw(
            st.sampled_from(
                ["annab", "Anna", "Bauer", "annabauer", "Müller", "annas", "abauer", "ANNAB", "anna.bauer"]
            )
        )
        return own + draw(st.sampled_from(["", "'s", "-x", "/x", "2", ":", "_x", ")"]))
    return draw(
        st.sampled_from(
            ["I prefer", "my", "me", "you", "your", "the user prefers", "The user", "I'm", "myself"]
        )
    )


@settings(max_examples=250)
@given(personal(), st.lists(_WORDS, max_size=4), st.lists(_WORDS, max_size=4), st.sampled_from(FIELDS))
def test_nothing_fit_holds_personal_data_in_any_field(
    data: str, before: list[str], behind: list[str], field: str
) -> None:
    text = " ".join([*before, data, *behind])
    assert JUDGE.refusal(with_field(field, text)) is not None, text
