"""What a person takes back of what they said, and what they say is so instead."""

from __future__ import annotations

from datetime import UTC

import pytest

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.models.offline.facts import Found, facts
from extractor.models.offline.taking_back import instead_of, taken_back

MINUTE = 60_000


def said(*texts: str) -> list[Message]:
    return [
        Message(
            MessageKey("c", f"message-{at:04d}", 0),
            Speaker.HUMAN,
            Kind.TEXT,
            text,
            Milliseconds(at * MINUTE),
        )
        for at, text in enumerate(texts, start=1)
    ]


def found(*texts: str) -> Found:
    return facts([said(*texts)], 9, UTC)


def kept(*texts: str) -> list[str]:
    return [one.text for fact in found(*texts).facts for one in fact.stated if not fact.only_instead]


@pytest.mark.parametrize(
    ("before", "message", "after"),
    [
        ("Never use sudo in scripts.", "Scratch that, sudo is fine in scripts.", "Sudo is fine in scripts."),
        (
            "Always use tabs in Go files.",
            "No, I was wrong. Use spaces in Go files.",
            "Use spaces in Go files.",
        ),
        (
            "Der Port für Staging ist immer 8080.",
            "Ich habe mich vertan, der Port für Staging ist 9090.",
            "Der Port für Staging ist 9090.",
        ),
        (
            "I prefer short answers.",
            "I changed my mind, I prefer long answers with examples.",
            "The user prefers long answers with examples.",
        ),
        (
            "We always deploy from main.",
            "Forget that, we always deploy from release branches.",
            "We always deploy from release branches.",
        ),
        (
            "Always add a changelog entry.",
            "Actually, changelog entries are no longer needed.",
            "Changelog entries are no longer needed.",
        ),
        ("Usa siempre tabuladores en Go.", "Me equivoqué, usa espacios en Go.", "Usa espacios en Go."),
        (
            "Toujours des tabulations en Go.",
            "Oublie ça, toujours des espaces en Go.",
            "Toujours des espaces en Go.",
        ),
    ],
)
def test_what_is_so_instead_takes_the_place_of_what_was_said_before(
    before: str, message: str, after: str
) -> None:
    assert kept(before) != [after]
    assert kept(before, message) == [after]


@pytest.mark.parametrize(
    "message",
    [
        "Never mind, found it.",
        "Forget that, look at the tests.",
        "My bad, run it again please.",
        "Scratch that, is the pipeline green?",
        "I was wrong about the parser, the lexer drops the token.",
    ],
)
def test_what_speaks_of_something_else_takes_nothing_back(message: str) -> None:
    assert kept("Always use tabs in Go files.", message) == ["Always use tabs in Go files."]


def test_few_words_that_take_back_are_of_the_message_before_where_it_was_one_sentence() -> None:
    assert kept("Never squash commits.", "Scratch that.") == []
    both = "Never squash commits. Now add the button."
    assert kept(both, "Scratch that.") == kept(both)
    assert kept("Never squash commits.", "Run the tests.", "Scratch that.") == ["Never squash commits."]


@pytest.mark.parametrize(
    "behind",
    [
        "no wait, yarn",
        "Sorry, I meant merge.",
        "just kidding",
        "I'm just kidding",
    ],
)
def test_a_short_message_that_says_otherwise_takes_the_message_before_it_back(behind: str) -> None:
    assert kept("Never squash commits.", behind) == []


@pytest.mark.parametrize(
    "behind",
    [
        "never mind, I found it",
        "no wait, you broke the build",
        "Forget it, this works now.",
        "Never mind, done",
    ],
)
def test_one_that_speaks_of_the_work_does_not(behind: str) -> None:
    assert kept("Never squash commits.", behind)[:1] == ["Never squash commits."]


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("Always run the linter before you commit.", "Never mind, forget what I said about the linter."),
        ("Schreib Commits immer auf Deutsch.", "Nimm das mit den deutschen Commits bitte zurück."),
        ("Nunca uses sudo en los scripts.", "Olvida lo que dije de sudo."),
    ],
)
def test_what_is_taken_back_by_its_name_goes_and_the_words_are_no_fact(before: str, message: str) -> None:
    assert kept(before) != []
    assert kept(before, message) == []
    (taken,) = found(message).taken_back
    assert taken.evidence.quote in message


def test_without_anything_to_take_back_what_is_so_instead_waits_for_what_stands_in_memory() -> None:
    (fact,) = found("Scratch that, sudo is fine in scripts.").facts
    assert (fact.only_instead, fact.takes_back, fact.changes) == (True, True, True)


@pytest.mark.parametrize(
    "text",
    [
        "Scratch that?",
        "The scratch that the cat made stays.",
        "Forget that.",
        "Could you forget what I said about the linter?",
    ],
)
def test_a_question_and_bare_words_say_nothing_instead(text: str) -> None:
    (message,) = said(text)
    assert instead_of(message, UTC) is None
    assert list(taken_back(message)) == []


@pytest.mark.parametrize("word", ["no ", "oh nein ", "no, ", "ok wait "])
def test_who_says_no_again_and_again_takes_back_nothing_and_is_soon_read(word: str) -> None:
    (message,) = said(word * 500)
    assert instead_of(message, UTC) is None


FRIDAYS = "Never deploy on Fridays, because rollbacks are slow."


@pytest.mark.parametrize(
    "message",
    [
        "Scratch that, forget what I said about deploying on Fridays.",
        "Forget the rule that we never deploy on Fridays.",
        "I take back the rule about deploying on Fridays.",
        "Please forget about the Friday rule.",
        "Forget the rule about deploying on Fridays, it was wrong.",
    ],
)
def test_a_rule_is_taken_back_in_many_words(message: str) -> None:
    assert kept(FRIDAYS, message) == []


@pytest.mark.parametrize(
    ("message", "after"),
    [
        (
            "Forget the rule about deploying on Fridays, and always squash commits before merging.",
            "Always squash commits before merging.",
        ),
        (
            "Forget what I said about deploying on Fridays, and always squash commits before merging.",
            "Always squash commits before merging.",
        ),
        (
            "Please forget about the Friday rule, and never merge without a review.",
            "Never merge without a review.",
        ),
        (
            "Drop the rule about deploying on Fridays; never merge without a review.",
            "Never merge without a review.",
        ),
        (
            "Forget the rule about deploying on Fridays and never merge without a review.",
            "Never merge without a review.",
        ),
    ],
)
def test_what_is_ruled_in_the_same_breath_is_kept(message: str, after: str) -> None:
    assert kept(FRIDAYS, message) == [after]


def test_a_word_not_to_be_forgotten_takes_nothing_back() -> None:
    assert kept(FRIDAYS, "Don't forget: always squash commits before merging.") == [
        "Never deploy on Fridays.",
        "Always squash commits before merging.",
    ]


def test_what_is_not_to_be_forgotten_at_hand_is_not_kept() -> None:
    assert kept("Don't forget to push the branch before lunch.") == []


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("Ask Tobias about imports, he wrote all of it.", "Import questions go to Runa, Tobias retired."),
        (
            "The sales figures live in Redshift, schema mart.",
            "For sales figures query Snowflake; the Redshift cluster has been switched off.",
        ),
        (
            "We host on Linode, region west.",
            "Everything runs on a box in Falkenstein, Linode got too pricey for us.",
        ),
        (
            "The backups sit in an azure blob.",
            "The backups sit in our own rack. The azure subscription was closed in June.",
        ),
    ],
)
def test_what_is_no_more_goes_with_the_word_about_it(before: str, message: str) -> None:
    assert before not in kept(before, message)
    assert kept(before, message)


def test_what_stands_beside_it_stays() -> None:
    older = "Tobias reviews the parser, and the release keys are in the vault."
    assert kept(older, "Import questions go to Runa, Tobias retired.")[0] == older


def test_a_word_that_begins_both_sentences_is_no_name() -> None:
    assert "Tests use Catch2." in kept(
        "Tests use Catch2.", "Tests were scrapped for the importer, that's for Runa."
    )
