"""What takes a memory back, and what says "not"."""

from __future__ import annotations

import pytest

from extractor.memory.wording.kinship import differs_in_a_word, leaves_out_a_not, refuses, withdraws


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("forget the thing about the freeze", "The freeze starts on 2026-12-04."),
        ("the freeze is cancelled", "The freeze starts on 2026-12-04."),
        ("the invoice export runs at noon now", "The invoice export runs at night."),
        ("do not keep prices in cents", "Prices are kept in cents."),
        (
            "forget the pull request rule",
            "Open a pull request for every change, never push straight to main.",
        ),
        ("forget what I said of apples, pears and plums", "We keep pears in the cellar."),
        ("remove what you know about the pull requests", "Open a pull request for every change."),
        ("das mit dem Freeze gilt nicht mehr", "Der Freeze beginnt im Dezember."),
        ("ich nehme das mit dem Freeze zurück", "Der Freeze beginnt im Dezember."),
        ("I take back what I said about the freeze", "The freeze starts on 2026-12-04."),
    ],
)
def test_what_no_longer_holds_is_taken_back(said: str, text: str) -> None:
    assert withdraws(said, text)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("the form asks no questions about age", "The form asks no questions about age."),
        ("comments explain why and never what", "Comments explain why, never what."),
        ("the invoice page is blue", "Invoices are never sent twice."),
        ("we look at invoices now", "Invoices are numbered by the billing service."),
        ("the test on line 4 is wrong, fix it", "Never push straight to main. Tests run on the main branch."),
        ("remove the main menu item", "Never push straight to main. Tests run on the main branch."),
        ("is the pull request wrong?", "Open a pull request for every change."),
    ],
)
def test_who_says_the_same_or_only_names_it_takes_nothing_back(said: str, text: str) -> None:
    assert not withdraws(said, text)


def test_a_contrast_behind_a_comma_denies_only_what_it_names() -> None:
    assert not leaves_out_a_not("Reviews are on Mondays.", ["we review on Mondays now, not on Fridays"])
    assert leaves_out_a_not("Reviews are on Fridays.", ["we do not review on Fridays"])


@pytest.mark.parametrize(
    "answer", ["no", "nein, lass das", "don't", "don´t", "don`t ask", "please no", "nope, later"]
)
def test_an_answer_that_begins_with_a_no_refuses(answer: str) -> None:
    assert refuses(answer)


@pytest.mark.parametrize("answer", ["no problem", "no objections", "never mind, yes", "yes"])
def test_an_answer_that_only_has_the_word_does_not(answer: str) -> None:
    assert not refuses(answer)


@pytest.mark.parametrize(
    "text", ["Agents review on Fridays.", "Only review on Fridays.", "Review on Fridays instead."]
)
def test_a_word_more_does_not_stand_for_a_not(text: str) -> None:
    assert leaves_out_a_not(text, ["we never review on Fridays"])


def test_what_stands_between_a_not_and_its_word_does_not_part_them() -> None:
    assert leaves_out_a_not("Push to main.", ["do not, whatever happens, push to main"])


def test_one_word_in_the_place_of_another_is_said_of_one_thing() -> None:
    tabs = "Always use tabs in Go files."
    assert differs_in_a_word("Use spaces in Go files.", tabs)
    for other in (
        "Use spaces in the Go files of the shop.",
        "Use black in Python files.",
        tabs,
        "Use spaces.",
    ):
        assert not differs_in_a_word(other, tabs)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Never merge without a review.", "Merge without a review."),
        ("Never skip the tests.", "Skip the tests."),
        ("Don't remove the old endpoints.", "Remove the old endpoints."),
        ("Don't ever leave out the license header", "Leave out the license header."),
        ("Never turn off strict mode.", "Turn off strict mode."),
        ("There must be no commit without a ticket.", "Commit without a ticket."),
        ("Nobody merges without a review here.", "Merge without a review here."),
        ("no PR without a ticket", "PR without a ticket."),
        ("no toquen la carpeta vendor nunca", "Toquen la carpeta vendor nunca."),
        ("Bitte nie ohne Review mergen.", "Ohne Review mergen."),
        ("Ne fusionne jamais sans revue.", "Fusionne sans revue."),
    ],
)
def test_a_word_that_takes_away_does_not_stand_for_the_not_before_it(said: str, text: str) -> None:
    assert leaves_out_a_not(text, [said])


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Never merge without a review.", "No merge without a review."),
        ("Don't skip the tests.", "Do not skip the tests."),
        ("No, remove the old endpoints.", "Remove the old endpoints."),
        ("no remove the old endpoints", "Remove the old endpoints."),
        ("I don't like the banner, remove it.", "Remove the banner."),
        ("We don't need the old endpoints any more so remove them.", "Remove the old endpoints."),
        ("Remove the old endpoints because nobody uses them.", "Remove the old endpoints."),
        ("Why not skip the slow tests?", "Skip the slow tests."),
        ("wir brauchen das nicht mehr, lass die alten Tests weg", "Lass die alten Tests weg."),
    ],
)
def test_a_not_that_is_kept_or_said_of_something_else_is_not_left_out(said: str, text: str) -> None:
    assert not leaves_out_a_not(text, [said])


def test_a_not_about_the_agents_words_is_none_of_what_the_person_says_instead() -> None:
    said = ["that's not quite right, it only makes a branch if files changed"]
    assert not leaves_out_a_not("It only makes a branch if files changed.", said)
    assert leaves_out_a_not("It makes a branch.", ["that's not right, it does not make a branch"])
