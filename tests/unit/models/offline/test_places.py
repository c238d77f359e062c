"""Where things are kept outside the repository, named in passing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.models.offline.places import pointers


def kept(text: str) -> list[str]:
    return [sentence for sentence, _, _ in pointers(text)]


@pytest.mark.parametrize(
    "text",
    [
        "log an issue in linear, project: Harbor, with this",
        "please file it in Linear under project Harbor",
        "open a ticket for project Harbor in linear",
    ],
)
def test_an_order_that_names_a_tracker_and_its_project_says_where_issues_are_filed(text: str) -> None:
    assert kept(text) == ["Issues are filed in the Linear project Harbor."]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "in ~/src/old-billing is the first version of this service, can you compare the two?",
            "In ~/src/old-billing is the first version of this service.",
        ),
        (
            "/srv/share/specs holds the contracts of the partners",
            "/srv/share/specs holds the contracts of the partners.",
        ),
        (
            "unter ../design liegen die Entwürfe für die neue Seite",
            "Unter ../design liegen die Entwürfe für die neue Seite.",
        ),
    ],
)
def test_a_folder_outside_the_repository_is_named_with_what_it_is(text: str, sentence: str) -> None:
    assert kept(text) == [sentence]


@pytest.mark.parametrize(
    "text",
    [
        "src/billing is the module to change",
        "look at /srv/share/specs and tell me more",
        "/var/log/app is a mess and it fails every time",
        "open a ticket for this in linear",
        "is /srv/share/specs there?",
    ],
)
def test_a_path_in_the_repository_or_at_hand_is_no_place(text: str) -> None:
    assert kept(text) == []


@settings(max_examples=200)
@given(st.text(alphabet="in /~.aproject linear:H is the folder\n", max_size=120))
def test_the_words_that_say_it_stand_in_the_text(text: str) -> None:
    assert all(quote in text and name in text for _, name, quote in pointers(text))
