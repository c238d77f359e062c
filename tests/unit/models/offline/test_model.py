"""The offline model: explicit statements are kept, everything else is passed over in silence."""

from __future__ import annotations

import gc
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from extractor.domain import (
    Evidence,
    Kind,
    MemoryType,
    Message,
    MessageKey,
    Milliseconds,
    SessionId,
    Speaker,
    Statement,
)
from extractor.history.exchanges import Exchange, exchanges
from extractor.memory.file_name import valid_name
from extractor.memory.gate.dialogue import answered
from extractor.memory.gate.evidence import check, check_literals, check_text
from extractor.memory.gate.witnesses import Witnesses
from extractor.memory.proposal import Write
from extractor.memory.wording.novelty import weighs
from extractor.memory.workspace import Workspace
from extractor.models.model import Briefing, Known, ManifestEntry, Reply, Request, Stop, ToolOutcome, Turn
from extractor.models.offline import Offline
from extractor.models.offline.wording import hashed_name
from tests.support.cost import grows_as_it_does
from tests.support.shared import need_shared

NOON = Milliseconds(int(datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp() * 1000))
OFFLINE = Offline(UTC)
AGENT = Speaker.ASSISTANT


def said(
    text: str,
    number: int = 1,
    speaker: Speaker = Speaker.HUMAN,
    kind: Kind = Kind.TEXT,
    sidechain: bool = False,
) -> Message:
    return Message(
        MessageKey("c", f"message-{number:04d}", 0), speaker, kind, text, NOON, sidechain=sidechain
    )


def request(
    *messages: Message,
    manifest: Sequence[ManifestEntry] = (),
    turns: Sequence[Turn] = (),
    older: Sequence[Exchange] = (),
) -> Request:
    briefing = Briefing(tuple(older), tuple(exchanges(messages)), tuple(manifest), date(2026, 11, 18))
    return Request("", (), (), "", briefing, tuple(turns))


def inputs(reply: Reply) -> list[Mapping[str, JsonValue]]:
    return [call.input for call in reply.calls if isinstance(call.input, dict)]


def written(*texts: str) -> list[tuple[str, str]]:
    """Type and statement of each write the texts lead to, one message each."""
    reply = OFFLINE.reply(request(*(said(text, number) for number, text in enumerate(texts, start=1))))
    return [(str(given["type"]), statement(given)["text"]) for given in inputs(reply)]


def put_down(text: str) -> list[str]:
    """All sentences that are kept of a message."""
    given = inputs(OFFLINE.reply(request(said(text))))
    stated = [one for each in given if isinstance(each["statements"], list) for one in each["statements"]]
    return [str(one["text"]) for one in stated if isinstance(one, dict)]


def statement(given: Mapping[str, JsonValue]) -> dict[str, str]:
    statements = given["statements"]
    assert isinstance(statements, list)
    first = statements[0]
    assert isinstance(first, dict)
    return {key: str(value) for key, value in first.items()}


# ---------------------------------------------------------------- what is kept

KEPT = [
    ("No, do not mock the database in tests.", "feedback", "Do not mock the database in tests."),
    (
        "Right, prices are always integer cents, never floats.",
        "project",
        "Prices are always integer cents, never floats.",
    ),
    ("By the way, deploys only happen on Tuesdays.", "project", "Deploys only happen on Tuesdays."),
    (
        "Remember that I prefer short diffs, one topic each.",
        "user",
        "The user prefers short diffs, one topic each.",
    ),
    (
        "The deploy freeze starts on 4 December.",
        "project",
        "The deploy freeze starts on 4 December (2026-12-04).",
    ),
    ("The launch is next Friday.", "project", "The launch is on 2026-11-27."),
    ("Release 2.0 is due in 3 days.", "project", "Release 2.0 is due 2026-11-21."),
    ("Please never use emojis in commit messages.", "feedback", "Never use emojis in commit messages."),
    ("Stop adding comments to every function.", "feedback", "Stop adding comments to every function."),
    ("From now on, use pnpm instead of npm.", "feedback", "Use pnpm instead of npm."),
    (
        "Whenever you touch the schema, run the checks.",
        "feedback",
        "Whenever you touch the schema, run the checks.",
    ),
    ("ask me before you run any migration", "feedback", "Ask me before you run any migration."),
    ("Keep responses short.", "feedback", "Keep responses short."),
    ("don't push to main without asking", "feedback", "Don't push to main without asking."),
    ("I hate long functions.", "user", "The user hates long functions."),
    ("I'm a data scientist on the growth team.", "user", "I'm a data scientist on the growth team."),
    ("My timezone is Europe/Berlin.", "user", "My timezone is Europe/Berlin."),
    ("I'm Anna, a nurse.", "user", "I'm Anna, a nurse."),
    ("hey, i'm pete, i do backend at a bank", "user", "I'm pete, i do backend at a bank."),
    ("im a nurse and only code on weekends", "user", "Im a nurse and only code on weekends."),
    ("Deploys happen on Friday only.", "project", "Deploys happen on Friday only."),
    ("We moved to pnpm on Monday.", "project", "We moved to pnpm on Monday."),
    ("Use **pnpm**, not npm.", "feedback", "Use pnpm, not npm."),
    (
        "private fields begin with _ here, never __x__",
        "project",
        "Private fields begin with _ here, never __x__.",
    ),
    ("my pronouns are they/them", "user", "My pronouns are they/them."),
    ("나는 백엔드 개발자야", "user", "나는 백엔드 개발자야."),
    ("Das Ticketsystem ist Jira, Projekt ABC.", "reference", "Das Ticketsystem ist Jira, Projekt ABC."),
    ("Die Abgabe ist nächsten Freitag.", "project", "Die Abgabe ist am 2026-11-27."),
    ("La scadenza è domani.", "project", "La scadenza è il 2026-11-19."),
    ("发布日期是下周五。", "project", "发布日期是2026-11-27。"),
    ("testler her zaman docker içinde çalışmalı", "project", "Testler her zaman docker içinde çalışmalı."),
    ("we use conventional commits for all repos", "project", "We use conventional commits for all repos."),
    (
        "We agreed on REST, not GraphQL, for the public API.",
        "project",
        "We agreed on REST, not GraphQL, for the public API.",
    ),
    ("Every PR needs two approvals.", "project", "Every PR needs two approvals."),
    ("note: the CI only runs on Linux", "project", "The CI only runs on Linux."),
    (
        "But we should keep in mind that mobile still calls the old API.",
        "project",
        "Mobile still calls the old API.",
    ),
    (
        "Pipeline bugs are tracked in the Linear project INGEST.",
        "reference",
        "Pipeline bugs are tracked in the Linear project INGEST.",
    ),
    (
        "Our latency board is at https://grafana.example.com/d/1",
        "reference",
        "Our latency board is at https://grafana.example.com/d/1.",
    ),
    ("Incidents go to #ops-alerts.", "reference", "Incidents go to #ops-alerts."),
    (
        "log a linear bug for it, project Apollo",
        "reference",
        "Issues are filed in the Linear project Apollo.",
    ),
    ("Ich bevorzuge kurze Antworten.", "user", "Ich bevorzuge kurze Antworten."),
    ("Merk dir, dass wir nur dienstags deployen.", "project", "Wir nur dienstags deployen."),
]


@pytest.mark.parametrize(("text", "kind", "fact"), KEPT)
def test_an_explicit_statement_is_kept_as_one_declarative_sentence(text: str, kind: str, fact: str) -> None:
    assert written(text) == [(kind, fact)]


PASSED_OVER = [
    "don't run the tests now",
    "Don't run the tests, I'll do it.",
    "don't do that again",
    "never mind",
    "I don't think we need this",
    "I don't understand why it always fails",
    "for now, always return 200",
    "just this once, push to main",
    "Can you always tell which commit broke it?",
    "it always fails on CI",
    "the test never passes on my machine",
    "don't worry about it",
    "please add tests for the parser",
    "What if prices were always integers?",
    "Never seen this error before.",
    "I prefer option 2",
    "I want you to fix the bug",
    "we should probably always validate",
    "Don't change anything yet.",
    "no don't set it, let's see if it keeps happening",
    "You always forget the semicolon",
    "review the PR by tomorrow",
    "We released on Friday and it broke.",
    "the deadline was on 3 March 2026",
    "add a test for each case",
    "Don't make any changes.",
    "I'm a bit confused",
    "They said we never deploy, right?",
    "commit this on main",
    "ok ship it on Friday if it works",
    "check the board if it is red",
    "write a script that runs before every commit",
    "Don't forget to push.",
    "because they should always handle several sessions",
    "since we never store more than one",
    "You are Chef Planner, an assistant. Always ask for the meals first and never use nuts.",
    "2026-11-18 12:00:01 ERROR tokens must never be null",
    "Always quote the whole thing " + "and so on and on " * 20,
    "> never mock the database in tests\nwhat do you make of it",
    "he wrote this:\n```\nAlways use tabs in every file.\n```",
    "yes",
    "",
]


@pytest.mark.parametrize("text", PASSED_OVER)
def test_what_is_not_meant_to_last_leads_to_no_call(text: str) -> None:
    reply = OFFLINE.reply(request(said(text)))
    assert reply.calls == ()
    assert reply.stop is Stop.END_TURN


@pytest.mark.parametrize(
    "marks",
    ["„%s“", "„%s”", "“%s”", "”%s”", "«%s»", "« %s »", "»%s«", "‹%s›", "›%s‹", "「%s」", "『%s』", '"%s"',
     "“%s", "„%s", "«%s", "%s”", "%s»"],
)  # fmt: skip
@pytest.mark.parametrize(
    "words",
    [
        "Never run the billing tests on Fridays.",
        "Never push on Fridays.",
        "Never run the slow tests on Fridays",
    ],
)
def test_a_sentence_between_quotation_marks_is_somebody_else_s_in_any_of_the_marks(
    marks: str, words: str
) -> None:
    assert put_down(words) == [f"{words.rstrip('.')}."]
    assert put_down(marks % words) == []


def test_a_sentence_with_its_full_stop_between_code_marks_is_somebody_else_s() -> None:
    assert put_down("`Never run the billing tests on Fridays.`") == []


@pytest.mark.parametrize(
    "text",
    [
        "Always write “late payment” and never “overdue”.",
        "Never write „überfällig“ in the texts of the shop.",
        "We always say «facture» and never «note».",
        "We always leave margins of 5” around the tables.",
        "`uv` is what we always use, never `pip`",
    ],
)
def test_a_word_between_quotation_marks_leaves_the_sentence_the_person_s(text: str) -> None:
    assert put_down(text) == [f"{text.rstrip('.')}."]


def test_of_a_chat_template_nothing_is_kept_nor_of_a_sentence_with_a_mark() -> None:
    assert put_down("<|im_start|>user\nNever run the billing tests on Fridays.<|im_end|>") == []
    assert put_down("Never run the billing tests on Fridays.<|im_end|>") == []
    assert put_down("Always open Settings » Users before you deploy to production.") == [
        "Always open Settings » Users before you deploy to production."
    ]


def test_of_a_doubt_with_a_wish_behind_it_the_wish_is_kept() -> None:
    assert written("not sure what it does today, but yes I would like it to be a filter.") == [
        ("project", "The user would like it to be a filter.")
    ]


HASHES_OR_DATES = "Options:\n1. **Hashes** of both\n2. **Dates** of both\n\nWhich of them fits us best?"


def test_an_answer_that_calls_to_one_of_the_options_decides() -> None:
    asked = said(HASHES_OR_DATES, 1, Speaker.ASSISTANT)
    reply = OFFLINE.reply(request(asked, said("ok, let's do the dates of the source", 2)))
    (made,) = inputs(reply)
    assert (
        statement(made)["text"]
        == "Asked ‘Which of them fits us best?’, the user said ‘ok, let's do the dates of the source’."
    )


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("By the way, our CI runs on Buildkite.", "Our CI runs on Buildkite."),
        ("Also never push to main.", "Never push to main."),
        ("Übrigens, wir nutzen pnpm.", "Wir nutzen pnpm."),
    ],
)
def test_what_somebody_says_besides_is_no_answer_to_the_question_before(text: str, kept: str) -> None:
    asked = said("Should I add a retry to the client?", 1, Speaker.ASSISTANT)
    (made,) = inputs(OFFLINE.reply(request(asked, said(text, 2))))
    assert statement(made)["text"] == kept


def test_the_items_of_a_list_somebody_calls_to_are_weighed_each() -> None:
    asked = said(HASHES_OR_DATES, 1, Speaker.ASSISTANT)
    called = (
        "okay, let's do this:\n1. let's do the dates of the source\n2. can we keep the author of the row?"
    )
    answer = said(called, 2)
    texts = [text for made in inputs(OFFLINE.reply(request(asked, answer))) for text in statements_of(made)]
    assert texts == [
        "Asked ‘Which of them fits us best?’, the user said ‘let's do the dates of the source’.",
        "Can we keep the author of the row?",
    ]


def test_each_answer_by_number_stands_with_its_question() -> None:
    asked = said(
        "1. **Shape:** a binary, or a service?\n2. **Store:** where is it kept?", 1, Speaker.ASSISTANT
    )
    reply = OFFLINE.reply(request(asked, said("1. a binary\n2. in the state folder", 2)))
    texts = [text for made in inputs(reply) for text in statements_of(made)]
    assert texts == [
        "Asked ‘Shape: a binary, or a service?’, the user said ‘a binary’.",
        "Asked ‘Store: where is it kept?’, the user said ‘in the state folder’.",
    ]


def test_an_answer_to_two_questions_in_one_is_put_down_with_both() -> None:
    question = "Should we use Postgres for the orders? Or should we stay on SQLite?"
    messages = (
        said("Build the orders."),
        said(f"I looked at it. {question}", 2, Speaker.ASSISTANT),
        said("yes, we should use it for the orders", 3),
    )
    (write,) = inputs(OFFLINE.reply(request(*messages)))
    assert statement(write)["text"].startswith(f"Asked ‘{question}’, the user said ‘yes, ")
    assert judged(messages) == 1


@pytest.mark.parametrize(
    "text",
    [
        "If we need a .secrets file, can you create a .secrets.example file for me to follow and then fill in?",
        "If anything here is vague, contradictory, or needs further clarification, please ask before continuing.",
        "Wenn wir eine eigene Tabelle brauchen, can you add one?",
    ],
)
def test_a_condition_is_not_kept_without_what_it_is_a_condition_of(text: str) -> None:
    assert all("ask before continuing" in each for each in put_down(text))


def test_lines_the_gate_wants_whole_are_said_once_with_a_mark_between_them() -> None:
    text = (
        "Notes of the test:\n\nAlways cook what hot places eat\nNever serve any pollack\nAlways use the oldest food first"
        "\n\nWe never waste food."
    )
    listed = "Always cook what hot places eat; Never serve any pollack; Always use the oldest food first."
    assert put_down(text) == [listed, "We never waste food."]
    assert judged([said(text)])


def test_a_question_and_a_part_of_it_are_not_both_kept() -> None:
    text = (
        "A couple of thoughts:\n- Should these two timeouts always be the same? If so, should we enforce that in the code"
        " somehow? Increased API Route Timeout and Increased Frontend Timeout\n- Are there any updates we should make?"
    )
    assert sum("two timeouts" in each for each in put_down(text)) == 1


def test_only_the_lasting_sentence_of_a_message_is_kept() -> None:
    text = "Right, prices are always integer cents, never floats. Write a discount module with a percentage discount."
    assert written(text) == [("project", "Prices are always integer cents, never floats.")]


def test_a_preference_that_introduces_a_list_is_kept_with_its_list() -> None:
    assert written("I'd prefer that\n- each agent has its own names\n- the registry holds them") == [
        ("user", "The user would prefer that each agent has its own names; the registry holds them.")
    ]


def test_the_reason_that_follows_becomes_the_why() -> None:
    text = "No, do not mock the database in tests. We got burned in March when a mocked test hid a broken migration."
    (given,) = inputs(OFFLINE.reply(request(said(text + " Note it in the README."))))
    assert given["why"] == "We got burned in March when a mocked test hid a broken migration."
    assert given["description"] == "Do not mock the database in tests."


def test_a_reason_in_the_same_sentence_becomes_the_why() -> None:
    (given,) = inputs(
        OFFLINE.reply(request(said("We decided to go with Postgres because the team knows it.")))
    )
    assert statement(given)["text"] == "We decided to go with Postgres."
    assert given["why"] == "Because the team knows it."


@pytest.mark.parametrize(
    "text",
    [
        "For the tech stack, since I work alone, the goal is to use as few tools as possible.",
        "There should never be a prompt if the value is otherwise provided.",
    ],
)
def test_what_only_looks_like_a_reason_stays_in_its_sentence(text: str) -> None:
    assert [put_down for _, put_down in written(text)] == [text]


def test_of_a_message_in_several_files_only_what_tells_a_change_takes_a_memory_s_place() -> None:
    rules = [
        f"Always want the {thing} in a box of its own." for thing in "lemons herbs beans rice bread".split()
    ]
    change = "Actually, from now on we always deploy to Fly and no longer to Heroku."
    queue = "Always put the queue workers into one module."
    text = "\n".join(
        f"- {rule}" for rule in [change, *rules, queue, "Always wash the kale.", "Always rinse tofu."]
    )
    manifest = [
        ManifestEntry("queue.md", MemoryType.PROJECT, "The queue workers log into one file per customer.")
    ]
    read = "---\nname: queue\ndescription: The queue workers log into one file per customer.\n---\n\n"
    read += "The queue workers log into one file per customer.\n"
    turn = request(said(text), manifest=manifest)
    (asked,) = OFFLINE.reply(turn).calls
    answered = Turn(OFFLINE.reply(turn), (ToolOutcome(asked.id, read),))
    written_then = OFFLINE.reply(request(said(text), manifest=manifest, turns=[answered]))
    assert inputs(written_then)
    assert "one file per customer" not in json.dumps([each["statements"] for each in inputs(written_then)])


def test_plain_sentences_are_kept_among_several_that_are_meant_to_last() -> None:
    plain = "The tables hold one row for each customer."
    rules = (
        "I work alone on this shop, so we keep to as few tools as possible in all of it.",
        "We decided to store every price as an integer because rounding cost us money twice already.",
        "From now on every new table has a column for the person who changed it last.",
    )
    assert put_down(plain) == []
    assert plain in put_down(f"{rules[0]} {plain} {rules[1]} {rules[2]}")


@pytest.mark.parametrize(
    ("text", "files"),
    [
        (
            "The API uses Django 4. Please always answer me in German.",
            [("project", "The API uses Django 4."), ("feedback", "Always answer me in German.")],
        ),
        (
            "Never rebase my branches. Answer in German.",
            [("feedback", "Never rebase my branches."), ("feedback", "Answer in German.")],
        ),
        (
            "I prefer tabs. Answer in German.",
            [("user", "The user prefers tabs."), ("feedback", "Answer in German.")],
        ),
        (
            "The bot must ask for the name first. It has to keep answers short.",
            [("project", "The bot must ask for the name first.")],
        ),
    ],
)
def test_how_to_talk_with_somebody_stands_apart_from_what_is_of_the_project(
    text: str, files: list[tuple[str, str]]
) -> None:
    assert sorted(written(text)) == sorted(files)


@pytest.mark.parametrize("word", ["pnpm", "Postgres"])
def test_a_word_that_answers_what_somebody_uses_is_kept_with_the_question_alone(word: str) -> None:
    asked = "Which one do you use in production?"
    given = inputs(OFFLINE.reply(request(said("hi", 0), said(asked, 1, AGENT), said(word, 2))))
    assert [statement(each)["text"] for each in given] == [answered(asked, word)]


def test_an_address_alone_says_nothing() -> None:
    page = "https://board.example.com/d/1"
    assert put_down(page) == []
    assert put_down(f"@{page}") == []
    assert put_down(f"The dashboard we watch is there.\n{page}") != []
    assert put_down("From now on always do it so.") == ["Always do it so."]


def test_one_sentence_among_many_of_the_moment_has_to_weigh_more() -> None:
    weak = "The page is named after the shop, not after the owner."
    moment = "The build fails. I ran it again. It prints nothing. Can you look?"
    assert put_down(weak) == [weak]
    assert put_down(f"{moment} {weak}") == []
    for lasting in ("Never name a page after the shop.", "We no longer name the page after the shop."):
        assert put_down(f"{moment} {lasting}") == [lasting]


def test_a_message_of_many_rules_is_kept_whole_in_files_of_nearly_one_size() -> None:
    things = "lemons herbs beans rice bread soup tofu kale pasta miso oats eggs figs corn leeks dates plums"
    rules = [f"I always want my {thing} without any added {thing}-sugar." for thing in things.split()]
    given = inputs(OFFLINE.reply(request(said(" ".join(rules)))))
    texts = [
        [str(one) for one in each["statements"]] for each in given if isinstance(each["statements"], list)
    ]
    assert [len(each) for each in texts] == [5, 6, 6]
    put_down = [text for each in texts for text in each]
    assert all(thing in text for thing, text in zip(things.split(), put_down, strict=True))


@pytest.mark.parametrize(
    "message",
    [
        said("Never mock the database in tests.", speaker=Speaker.ASSISTANT),
        said("Never mock the database in tests.", speaker=Speaker.TOOL, kind=Kind.RESULT),
        said("Never mock the database in tests.", kind=Kind.SUMMARY),
        said("Never mock the database in tests.", kind=Kind.NOTICE),
        said("Never mock the database in tests.", sidechain=True),
    ],
)
def test_words_that_are_not_a_person_s_are_never_kept(message: Message) -> None:
    assert OFFLINE.reply(request(said("hello"), message)).calls == ()


def test_exchanges_already_understood_are_no_material() -> None:
    old = Exchange((said("Never mock the database in tests.", 7),))
    assert OFFLINE.reply(request(said("hello"), older=[old])).calls == ()


def test_near_duplicates_in_a_batch_are_written_once() -> None:
    assert len(written("Never use emojis in commit messages.", "never use emojis in a commit message!")) == 1


def test_a_later_word_overtakes_an_earlier_one() -> None:
    texts = ["The deploy freeze starts on 4 December.", "Sorry, the deploy freeze starts on 11 December."]
    assert written(*texts) == [("project", "The deploy freeze starts on 11 December (2026-12-11).")]


def test_of_an_earlier_message_only_the_sentence_that_is_corrected_goes() -> None:
    first = "The API must always answer within 200 ms. Never log personal data. Migrations must always be reversible."
    then = "The API must always answer within 500 ms."
    left = ["Never log personal data.", "Migrations must always be reversible."]
    assert sorted(stated(first, then)) == sorted([*left, then])


def test_another_name_in_the_same_words_is_said_beside_the_first() -> None:
    names = ("Frankfurt", "Dublin")
    texts = [f"The staging database must always be restored from the {name} backup." for name in names]
    assert stated(*texts) == texts


def test_what_is_thought_over_is_dropped_in_the_next_message_and_in_the_same() -> None:
    first, then = "Let's hide the start command.", "Thinking again: let's drop the start command entirely."
    kept = [("project", "Thinking again: let's drop the start command entirely.")]
    assert written(first, then) == kept
    assert written(f"{first} {then}") == kept


def test_what_is_added_to_a_rule_leaves_the_rule_standing() -> None:
    reply = OFFLINE.reply(
        request(said("Never push to the main branch. On second thought, never push to forks either."))
    )
    (given,) = inputs(reply)
    assert len(given["statements"]) == 2  # type: ignore[arg-type]


def test_a_word_with_a_hyphen_is_no_lead() -> None:
    kept = "No-verify commits are forbidden here, always run the hooks."
    assert written(kept)[0][1] == kept


def test_a_batch_of_many_facts_loses_none() -> None:
    chance = random.Random(7)
    names = [
        "".join(chance.choices("bdfgklmnprstvz", k=1)[0] + chance.choice("aeiou") for _ in range(4))
        for _ in range(140)
    ]
    pairs = zip(names[::2], names[1::2], strict=True)
    asked = request(
        *(said(f"Never import {one} modules from {two} packages.", n) for n, (one, two) in enumerate(pairs))
    )
    turns: list[Turn] = []
    count = 0
    for _ in range(5):
        reply = OFFLINE.reply(asked.after(turns))
        if not reply.calls:
            break
        count += sum(
            len(statements) for given in inputs(reply) if isinstance(statements := given["statements"], list)
        )
        turns.append(after(reply, *["written"] * len(reply.calls)))
    assert count == 70


def carried_out(asked: Request) -> tuple[int, int, int]:
    """Statements of the calls a run carries out, calls beyond what it carries out, and exchanges left."""
    turns: list[Turn] = []
    count = refused = rest = 0
    for _ in range(5):
        reply = OFFLINE.reply(asked.after(turns))
        rest = reply.rest
        if not reply.calls:
            break
        count += sum(len(statements_of(given)) for given in inputs(reply)[:32] if "statements" in given)
        refused += max(0, len(reply.calls) - 32)
        turns.append(after(reply, *["written"] * len(reply.calls)))
    return count, refused, rest


def test_a_second_reply_of_writes_asks_for_all_the_first_left_whatever_that_was_answered_with() -> None:
    names = [
        f"{one.capitalize()}{two.capitalize()}"
        for one in ("amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "hazel")
        for two in (
            "raven",
            "sable",
            "tulip",
            "umber",
            "velvet",
            "willow",
            "xenon",
            "yarrow",
            "zephyr",
            "acorn",
        )
    ]
    rules = [f"Never use {name} in the {names[-n]} module." for n, name in enumerate(names[:40], start=1)]
    asked = request(
        *(m for n, rule in enumerate(rules) for m in (said(rule, n), said("Ok.", 500 + n, AGENT)))
    )
    turns: list[Turn] = []
    kept: list[str] = []
    for _ in range(5):
        reply = OFFLINE.reply(asked.after(turns))
        if not reply.calls:
            break
        kept += [statement for given in inputs(reply) for statement in statements_of(given)]
        turns.append(after(reply, *[f"{given['file']} written" for given in inputs(reply)]))
    assert len(turns) > 1
    assert sorted(kept) == sorted(rules)


def made_up(count: int) -> list[str]:
    """Rules of things nobody else speaks of: each goes into a file of its own."""
    chance = random.Random(11)
    names = iter(
        "".join(chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(4))
        for _ in range(3 * count)
    )
    return [f"Never let {next(names)} {next(names)} without {next(names)}." for _ in range(count)]


@pytest.mark.parametrize("unit", ["I . ", "我! ", "\n😀", "- x\n", "1. ", "no, y. "])
def test_a_message_that_repeats_itself_costs_what_its_letters_do(unit: str) -> None:
    assert grows_as_it_does(lambda text: OFFLINE.reply(request(said(text))), unit, 8_000 // len(unit))


def test_exchanges_with_more_than_a_run_can_write_are_left_to_the_next() -> None:
    rules = made_up(300)
    talk = [m for n, rule in enumerate(rules) for m in (said(rule, n), said("Done.", 500 + n, AGENT))]
    count, refused, rest = carried_out(request(*talk))
    assert count == 300 - rest > 90
    assert refused == 0


def test_one_exchange_of_more_than_a_run_can_write_is_read_and_what_is_left_of_it_is_refused() -> None:
    count, refused, rest = carried_out(request(*(said(rule, n) for n, rule in enumerate(made_up(200)))))
    assert (count + refused, rest) == (200, 0)
    assert refused > 0


def test_a_long_fact_is_described_in_at_most_150_characters_cut_at_a_word() -> None:
    text = "Never " + "mock databases " * 14 + "in tests."
    (given,) = inputs(OFFLINE.reply(request(said(text))))
    described = str(given["description"])
    assert len(described) <= 150
    assert described.endswith(" …")
    assert text.startswith(described.removesuffix("…"))


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (
            "We must never deploy the payment service on a Friday afternoon or during the quarterly accounting freeze of"
            " the finance department, with the one exception that security fixes always go out at once.",
            " … with the one exception that security fixes always go out at once.",
        ),
        (
            "Always run the complete integration test suite against the staging database with the recorded fixtures of"
            " last month before each release of the app, but never on a weekday.",
            " … but never on a weekday.",
        ),
    ],
)
def test_a_long_rule_is_described_by_its_beginning_and_the_end_that_limits_it(text: str, end: str) -> None:
    (given,) = inputs(OFFLINE.reply(request(said(text))))
    described = str(given["description"])
    assert described.endswith(end)
    assert text.startswith(described.removesuffix(end))
    assert judged([said(text)]) == 1


def test_a_fact_in_another_script_gets_a_name_made_of_its_hash() -> None:
    (given,) = inputs(OFFLINE.reply(request(said("Remember: цены всегда в копейках"))))
    assert str(given["file"]).startswith("note-")
    assert valid_name(str(given["file"]))


# ---------------------------------------------------------------- the conversation

FILE = """---
name: deploy-freeze-starts-december
description: "The deploy freeze starts on 4 December (2026-12-04)."
metadata:
  type: project
---

The deploy freeze starts on 4 December (2026-12-04).
"""
FREEZE = "The deploy freeze starts on 4 December (2026-12-04)."
LONG_AGO = Milliseconds(1)
ENTRY = ManifestEntry(
    "deploy-freeze-starts-december.md",
    MemoryType.PROJECT,
    FREEZE,
    (Known(FREEZE, LONG_AGO, LONG_AGO),),
)
OTHER = ManifestEntry("unlike.md", MemoryType.USER, "The user reads the manual before lunch.")


def after(first: Reply, *texts: str, is_error: bool = False) -> Turn:
    outcomes = (ToolOutcome(call.id, text, is_error) for call, text in zip(first.calls, texts, strict=True))
    return Turn(first, tuple(outcomes))


def test_files_that_may_say_it_already_are_read_first_and_together() -> None:
    twin = ManifestEntry("freeze.md", MemoryType.PROJECT, "Deploy freeze: starts 4 December")
    asked = request(said("The deploy freeze starts on 11 December."), manifest=[ENTRY, OTHER, twin])
    reply = OFFLINE.reply(asked)
    assert [call.name for call in reply.calls] == ["read_memory", "read_memory"]
    assert [given["file"] for given in inputs(reply)] == [ENTRY.file, twin.file]
    assert len({call.id for call in reply.calls}) == 2
    assert reply.stop is Stop.TOOL_USE


def test_what_stands_in_a_file_already_is_not_written_again() -> None:
    asked = request(said("the deploy freeze starts on 4 December!"), manifest=[ENTRY])
    turn = after(OFFLINE.reply(asked), FILE)
    assert OFFLINE.reply(asked.after([turn])).calls == ()


def test_a_changed_fact_replaces_the_exact_sentence_of_its_file() -> None:
    asked = request(said("The deploy freeze starts on 11 December."), manifest=[ENTRY])
    (given,) = inputs(OFFLINE.reply(asked.after([after(OFFLINE.reply(asked), FILE)])))
    assert given["file"] == ENTRY.file
    assert statement(given)["replaces"] == "The deploy freeze starts on 4 December (2026-12-04)."
    assert statement(given)["text"] == "The deploy freeze starts on 11 December (2026-12-11)."


def test_a_sentence_no_run_is_known_to_have_written_stays_where_it_is() -> None:
    entry = replace(ENTRY, sentences=(Known(FREEZE),))
    asked = request(said("The deploy freeze starts on 11 December."), manifest=[entry])
    (given,) = inputs(OFFLINE.reply(asked.after([after(OFFLINE.reply(asked), FILE)])))
    assert "replaces" not in statement(given)
    assert statement(given)["text"] == "The deploy freeze starts on 11 December (2026-12-11)."


def test_a_new_fact_never_takes_the_name_of_another_file() -> None:
    said_so = said("Never use emojis in commit messages.")
    (alone,) = inputs(OFFLINE.reply(request(said_so)))
    entry = ManifestEntry(str(alone["file"]), MemoryType.FEEDBACK, "Something else entirely.")
    asked = request(said_so, manifest=[entry])
    turn = after(OFFLINE.reply(asked), "Something else entirely.\n")
    (given,) = inputs(OFFLINE.reply(asked.after([turn])))
    assert given["file"] == str(alone["file"]).replace(".md", "-b.md")


def test_what_is_left_of_a_message_has_a_name_the_gate_lets_pass() -> None:
    stands, left = "Always run the linter before a push.", "Never post more than 3 an hour."
    both = said(f"{stands} {left}")
    entry = ManifestEntry("linter.md", MemoryType.FEEDBACK, stands, (Known(stands, NOON, NOON),))
    file = f"---\nname: linter\ndescription: {stands}\nmetadata:\n  type: feedback\n---\n\n{stands}\n"
    asked = request(both, manifest=[entry])
    (given,) = inputs(OFFLINE.reply(asked.after([after(OFFLINE.reply(asked), file)])))
    assert statement(given)["text"] == left
    witnesses = Witnesses.build([both], frozenset([both.key.short]), UTC)
    (one,) = given["statements"] if isinstance(given["statements"], list) else ()
    assert isinstance(one, dict)
    assert check_literals(str(given["name"]), evidence_of(one), witnesses) is None


def test_a_name_without_words_in_which_letters_happen_to_make_one_that_weighs_is_not_taken() -> None:
    texts = (f"记住：数据库{number}号必须用国内机房的。" for number in range(200_000))
    text = next(text for text in texts if weighs(hashed_name(text).removeprefix("note-")))
    assert judged([said(text)]) == 1


def test_a_file_that_could_not_be_read_does_not_hold_up_the_rest() -> None:
    asked = request(
        said("The deploy freeze starts on 11 December."), said("Keep responses short.", 2), manifest=[ENTRY]
    )
    turn = after(OFFLINE.reply(asked), "there is no such file", is_error=True)
    assert len(OFFLINE.reply(asked.after([turn])).calls) == 2


@pytest.mark.parametrize("is_error", [True, False])
def test_after_its_writes_it_ends_its_turn_whatever_the_answer(is_error: bool) -> None:
    asked = request(said("Keep responses short."))
    first = OFFLINE.reply(asked)
    reply = OFFLINE.reply(asked.after([after(first, "written or not", is_error=is_error)]))
    assert reply.calls == ()
    assert reply.stop is Stop.END_TURN


def test_the_same_request_gets_the_same_reply() -> None:
    asked = request(*(said(text, number) for number, (text, _, _) in enumerate(KEPT)))
    assert OFFLINE.reply(asked) == Offline(UTC).reply(asked)
    assert not OFFLINE.is_paid


# ---------------------------------------------------------------- what always holds

PIECES = st.sampled_from(
    [text for text, _, _ in KEPT]
    + PASSED_OVER[:20]
    + [
        "\n",
        "\n- ",
        "```",
        "> ",
        "because it broke last week",
        "by tomorrow",
        "`make x`",
        "#ops",
        "ü",
        "\u200b",
        "I",
        "my",
    ]
)


def judged(messages: Sequence[Message]) -> int:
    """How many statements were written; each passes the gate and is accepted by the workspace."""
    reply = OFFLINE.reply(request(*messages))
    witnesses = Witnesses.build(messages, frozenset(m.key.short for m in messages), UTC)
    workspace = Workspace({}, witnesses, SessionId("s"), "2026-11-18T12:00:00.000Z")
    for made in inputs(reply):
        said_there = made["statements"]
        assert isinstance(said_there, list)
        cited = tuple(e for one in said_there if isinstance(one, dict) for e in evidence_of(one))
        for one in said_there:
            assert isinstance(one, dict)
            assert check(str(one["text"]), evidence_of(one), witnesses) is None
        assert check_literals(str(made["name"]), cited, witnesses) is None
        for other in (made["description"], *([made["why"]] if "why" in made else ())):
            assert check_text(str(other), cited, witnesses) is None
        assert valid_name(str(made["file"]))
        assert len(str(made["description"])) <= 150
        workspace.apply(as_write(made))
    assert len(workspace.changes().changes) == len(reply.calls)
    return len(reply.calls)


def as_write(made: Mapping[str, JsonValue]) -> Write:
    statements = made["statements"]
    assert isinstance(statements, list)
    return Write(
        file=str(made["file"]),
        type=MemoryType(str(made["type"])),
        name=str(made["name"]),
        description=str(made["description"]),
        statements=tuple(
            Statement(str(one["text"]), evidence_of(one)) for one in statements if isinstance(one, dict)
        ),
        why=str(made["why"]) if "why" in made else None,
    )


def evidence_of(one: Mapping[str, JsonValue]) -> tuple[Evidence, ...]:
    cited = one["evidence"]
    assert isinstance(cited, list)
    return tuple(Evidence(str(e["message"]), str(e["quote"])) for e in cited if isinstance(e, dict))


@settings(max_examples=300)
@given(st.lists(st.lists(PIECES, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=6))
def test_everything_it_writes_passes_the_witness_gate(texts: list[str]) -> None:
    judged([said(text, number) for number, text in enumerate(texts)])


@settings(max_examples=200)
@given(st.lists(st.text(max_size=200), min_size=1, max_size=3))
def test_any_text_is_read_without_an_error(texts: list[str]) -> None:
    judged([said(text, number) for number, text in enumerate(texts)])


def test_real_sessions_yield_memories_and_few_of_them() -> None:
    folder = need_shared() / "transcripts" / "public"
    total = people = 0
    for path in sorted(folder.glob("*.jsonl")):
        messages = list(real_messages(path.read_text(encoding="utf-8", errors="replace").split("\n")))
        people += len(messages)
        total += judged(messages) if messages else 0
    assert people // 10 <= total <= people // 3


def real_messages(lines: Sequence[str]) -> list[Message]:
    found: list[Message] = []
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:
            continue  # a torn line: the tail's matter, not this test's
        if entry.get("type") != "user" or entry.get("isMeta") or entry.get("isCompactSummary"):
            continue
        content = entry["message"]["content"]
        blocks = (
            [content] if isinstance(content, str) else [b["text"] for b in content if b.get("type") == "text"]
        )
        found += [
            Message(MessageKey("c", f"{len(found):06d}", 0), Speaker.HUMAN, Kind.TEXT, text, NOON)
            for text in blocks
            if not text.lstrip().startswith(("<", "[Request"))
        ]
    return found


def test_a_german_date_is_no_end_of_a_sentence() -> None:
    said_so = said("Die Umstellung ist am 14. Juni 2026, bis dahin muss der Import stehen.")
    (given,) = inputs(OFFLINE.reply(request(said_so)))
    assert (
        statement(given)["text"] == "Die Umstellung ist am 14. Juni 2026, bis dahin muss der Import stehen."
    )


def test_sentences_refused_together_are_tried_each_by_itself_and_once() -> None:
    asked = request(
        said("Never deploy on a friday afternoon. Always ask the reviewer before a release.", 1),
    )
    together = OFFLINE.reply(asked)
    assert [len(statements_of(given)) for given in inputs(together)] == [2]
    refused = Turn(together, tuple(ToolOutcome(call.id, "refused", is_error=True) for call in together.calls))
    apart = OFFLINE.reply(asked.after([refused]))
    assert [statements_of(given) for given in inputs(apart)] == [
        [text] for text in statements_of(inputs(together)[0])
    ]
    outcomes = tuple(ToolOutcome(call.id, "refused", is_error=True) for call in apart.calls)
    assert OFFLINE.reply(asked.after([refused, Turn(apart, outcomes)])).stop is Stop.END_TURN


def test_what_was_written_is_not_tried_again() -> None:
    asked = request(said("Always use tabs in this repository.", 1))
    reply = OFFLINE.reply(asked)
    done = Turn(reply, tuple(ToolOutcome(call.id, "written") for call in reply.calls))
    assert OFFLINE.reply(asked.after([done])).stop is Stop.END_TURN


def statements_of(given: Mapping[str, JsonValue]) -> list[str]:
    statements = given["statements"]
    assert isinstance(statements, list)
    return [str(one["text"]) for one in statements if isinstance(one, dict)]


# ---------------------------------------------------------------- whose hand

PASTED = (
    "The total is summed twice, which the page does not need. The first sum is thrown away instead of kept.\n\n"
    "Each of the two loops reads all rows, so the page slows down on large tables, not on small ones."
)


def stated(*texts: str) -> list[str]:
    """All that is written of messages in a row."""
    messages = (said(text, number) for number, text in enumerate(texts, start=1))
    given = inputs(OFFLINE.reply(request(*messages)))
    return [str(one["text"]) for each in given for one in statements(each)]


def statements(given: Mapping[str, JsonValue]) -> list[dict[str, JsonValue]]:
    found = given["statements"]
    assert isinstance(found, list)
    return [one for one in found if isinstance(one, dict)]


def test_what_is_written_out_is_not_kept_of_somebody_who_types_small() -> None:
    small = ["fix the header", "and the footer", "now the page"]
    assert stated(*small, "we never round totals", PASTED) == ["We never round totals."]
    assert len(stated(*(each.capitalize() for each in small), PASTED)) > 0


def test_all_of_a_list_of_rules_is_kept() -> None:
    rules = [
        f"never use {thing} in tests"
        for thing in ("sleeps", "sockets", "globals", "threads", "clocks", "mocks")
    ]
    assert len(stated("\n".join(f"- {rule}" for rule in rules))) == len(rules)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("I really like short diffs, one topic each", "user"),
        ("I'd prefer answers without bullets, always", "user"),
        ("I would like the export to have a header in every file", "project"),
        ("I want every export to have a header", "project"),
        ("I'd like you to always show the plan first", "feedback"),
        ("make sure that the logs never go to stdout", "feedback"),
        ("I’d prefer answers without bullets, always", "user"),
        ("Don’t mock the database in any test", "feedback"),
        ("I’m the maintainer of the parser", "user"),
    ],
)
def test_a_wish_for_the_work_is_the_project_s_and_a_liking_the_person_s(sentence: str, kind: str) -> None:
    assert [each for each, _ in written(sentence)] == [kind]


@pytest.mark.parametrize(
    "sentence",
    [
        "we always end up in the state of",
        "always run the linter before the",
        "errors should always be logged as something like",
    ],
)
def test_a_sentence_that_breaks_off_is_not_kept(sentence: str) -> None:
    assert written(sentence) == []
    assert written(f"{sentence} this page") != []


def test_what_was_read_goes_with_its_briefing_and_not_with_an_earlier_one() -> None:
    model = Offline(UTC)
    earlier = request(said("Always indent the code with tabs."))
    model.reply(earlier)
    later = request(said("Always indent the code with spaces."))
    model.reply(later)
    kept = model._last._last
    assert kept is not None
    del earlier
    gc.collect()
    assert model._last._last is kept
    del later
    gc.collect()
    assert model._last._last is None


def test_what_was_read_of_one_run_is_not_told_in_another() -> None:
    tabs, spaces = (request(said(f"Always indent the code with {each}.")) for each in ("tabs", "spaces"))
    model = Offline(UTC)
    told = [inputs(model.reply(asked)) for asked in (tabs, spaces, tabs)]
    assert told == [inputs(Offline(UTC).reply(asked)) for asked in (tabs, spaces, tabs)]
    assert told[0] == told[2] != told[1]
