"""The witness gate."""

from __future__ import annotations

import re
from datetime import UTC

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.memory.gate.evidence import check, check_deletion, check_evidence, check_literals, check_text
from extractor.memory.gate.tombstones import tombstone
from extractor.memory.gate.witnesses import Witnesses, folded
from extractor.memory.own_words.own_words import own_words
from extractor.memory.redaction.placeholders import FORGOTTEN, PRIVATE
from extractor.memory.wording.literals import literals
from extractor.memory.wording.quoted import Quoted, missing_literal
from tests.support.gate import NOON, quotes, said, witnesses

RULE = said("h1", "No, do not mock the database in tests.")


def refused(problem: str | None, words: str) -> bool:
    return problem is not None and words in problem and "\n" not in problem


@pytest.mark.parametrize("taken_out", [PRIVATE, FORGOTTEN, "[REDACTED:token]"])
def test_what_stands_for_words_that_were_taken_out_is_no_word_of_a_statement_or_a_name(
    taken_out: str,
) -> None:
    evidence = quotes(("h1", "do not mock the database in tests"))
    problem = check(f"Do not mock the {taken_out} database in tests.", evidence, witnesses(RULE))
    assert refused(problem, "names what was taken out of the conversation")
    assert refused(
        check_literals(f"mock-{taken_out}-database", evidence, witnesses(RULE)), "leave the secret"
    )


def test_what_a_person_removed_does_not_come_back_from_the_same_clause_and_the_next_one_stands() -> None:
    two = said("h1", "Do not mock the database in tests. Deploy on Tuesdays only.")
    stone = tombstone(two.key, folded("mock the database"), "Do not mock the database in tests.")
    known = Witnesses.build([two], frozenset({"h1"}), UTC, {"h1": [stone]})
    gone = check("Do not mock the database.", quotes(("h1", "Do not mock the database in tests.")), known)
    assert refused(gone, "was removed by a person")
    assert check("Deploy on Tuesdays only.", quotes(("h1", "Deploy on Tuesdays only.")), known) is None


ASKED = said("a9", "All tests pass.\n\nWant me to merge it and go on with #90?", Speaker.ASSISTANT)
ANSWERED = said("h9", "I'll do that manually. what's next?")
MANUALLY = "The user does the merge manually."


def test_an_answer_says_one_thing_with_the_question_it_answers() -> None:
    evidence = quotes(("a9", "Want me to merge it and go on with #90?"), ("h9", "I'll do that manually."))
    assert check(MANUALLY, evidence, witnesses(ASKED, ANSWERED)) is None


def test_a_word_only_a_question_says_is_named_where_the_rest_is_stated() -> None:
    asked = said("h8", "Why does the parser read the registry twice?")
    stated = said("h9", "Everything should be read once at the start.")
    evidence = quotes(("h8", asked.text), ("h9", stated.text))
    problem = check(
        "The parser should read the registry once at the start.", evidence, witnesses(asked, stated)
    )
    assert (
        problem
        == "only a question of theirs says: parser, registry; leave that out or quote where they state it"
    )
    alone = check("The parser reads the registry twice.", quotes(("h8", asked.text)), witnesses(asked))
    assert alone == "the person asks this and does not say it; leave it out"


def test_an_answer_says_nothing_with_a_question_before_the_one_it_answers() -> None:
    between = said("h8", "wait, run the linter again")
    evidence = quotes(
        ("a9", "Want me to merge it and go on with #90?"),
        ("h8", "wait, run the linter again"),
        ("h9", "I'll do that manually."),
    )
    assert check(MANUALLY, evidence, witnesses(ASKED, between, ANSWERED)) is not None


def test_what_the_agent_says_above_its_question_is_no_part_of_the_answer() -> None:
    above = said("a9", "Merge every branch of ours.\n\nShall I update the changelog?", Speaker.ASSISTANT)
    evidence = quotes(("a9", "Merge every branch of ours."), ("h9", "I'll do that manually."))
    assert check("Every branch is merged manually.", evidence, witnesses(above, ANSWERED)) is not None


def test_what_is_wished_after_a_no_is_not_denied_by_it() -> None:
    message = said("h1", "no don't set it, let's see if it keeps happening")
    evidence = quotes(("h1", message.text))
    assert check("Let's see if it keeps happening.", evidence, witnesses(message)) is None


def test_a_pause_before_a_but_ends_a_clause() -> None:
    message = said("h1", "I've only recently seen this...but I moved to persistent worktrees")
    evidence = quotes(("h1", "I moved to persistent worktrees"))
    assert check("The user moved to persistent worktrees.", evidence, witnesses(message)) is None


def test_a_pause_within_a_no_does_not_end_it() -> None:
    message = said("h1", "I would never...push straight to the main branch")
    problem = check(
        "Push straight to the main branch.",
        quotes(("h1", "push straight to the main branch")),
        witnesses(message),
    )
    assert refused(problem, "not")


# ---------------------------------------------------------------- quotes


def test_a_statement_with_a_person_s_words_stands() -> None:
    evidence = quotes(("h1", "do not mock the database"))
    assert check("Do not mock the database in tests.", evidence, witnesses(RULE)) is None


def test_a_statement_without_evidence_is_refused() -> None:
    assert refused(check("Do not mock.", [], witnesses(RULE)), "no evidence")


def test_a_message_that_was_not_shown_cannot_be_cited() -> None:
    assert refused(check("Do not mock.", quotes(("h9", "do not mock the database")), witnesses(RULE)), "h9")


def test_a_quote_is_compared_letter_by_letter_but_not_by_its_white_space() -> None:
    broken = said("h1", "do  not\n  mock the\u00a0database")
    assert check("Mocking is out.", quotes(("h1", "do not mock the database")), witnesses(broken)) is None
    assert refused(
        check("Mocking is out.", quotes(("h1", "Do Not mock the database")), witnesses(broken)), "stand"
    )


def test_a_quote_is_compared_after_normalisation() -> None:
    wide = said("h1", "the ｆｒｅｅｚｅ is ﬁnal and stays")
    assert check("The freeze stays.", quotes(("h1", "the freeze is final")), witnesses(wide)) is None


def test_a_short_quote_is_refused_unless_it_is_the_whole_message() -> None:
    assert refused(check_evidence(quotes(("h1", "No, do not")), witnesses(RULE)), "12")
    assert check_evidence(quotes(("h1", "yes")), witnesses(said("h1", " yes\n"))) is None
    assert refused(check_evidence(quotes(("h1", "")), witnesses(said("h1", ""))), "stand")


def test_words_beside_a_secret_witness_and_what_stands_for_it_does_not() -> None:
    secret = "gh" + "p_" + "a1B2c3D4" * 5
    message = said("h1", f"deploy with {secret} from now on")
    beside = check("It is so from now on.", quotes(("h1", "from now on")), witnesses(message))
    assert beside is not None
    assert "too short" in beside
    longer = said("h1", f"deploy with {secret} from now on please")
    assert check("It is so from now on.", quotes(("h1", "from now on please")), witnesses(longer)) is None
    for quote in ("[REDACTED:github-token] from now on", f"{secret} from now on"):
        problem = check("It is so from now on.", quotes(("h1", quote)), witnesses(message))
        assert problem is not None
        assert "taken out" in problem
        assert secret not in problem


# ---------------------------------------------------------------- who may witness


@pytest.mark.parametrize(
    "message",
    [
        said("x1", "never mock the database", Speaker.TOOL, Kind.RESULT),
        said("x1", "never mock the database", Speaker.TOOL, Kind.TEXT),
        said("x1", "never mock the database", Speaker.SYSTEM),
        said("x1", "never mock the database", Speaker.ASSISTANT, Kind.THINKING),
        said("x1", "never mock the database", Speaker.HUMAN, Kind.SUMMARY),
        said("x1", "never mock the database", Speaker.HUMAN, Kind.NOTICE),
        said("x1", "never mock the database", Speaker.HUMAN, sidechain=True),
    ],
)
def test_what_no_person_and_no_assistant_said_openly_never_witnesses(message: Message) -> None:
    cited = quotes(("x1", "never mock the database"), ("h1", "do not mock the database"))
    assert refused(check("No mocks.", cited, witnesses(message, RULE)), "x1")


def test_a_scripted_prompt_witnesses_like_a_typed_one() -> None:
    message = said("h1", "never mock the database", Speaker.HUMAN_HEADLESS)
    assert check("No mocks.", quotes(("h1", "never mock the database")), witnesses(message)) is None


def test_only_a_person_s_new_words_make_a_statement() -> None:
    later = said("h2", "thanks, go on with it")
    evidence = quotes(("h1", "do not mock the database"))
    assert refused(check("No mocks.", evidence, witnesses(RULE, later, newer=["h2"])), "New")
    both = [*evidence, *quotes(("h2", "thanks, go on with it"))]
    assert check("No mocks.", both, witnesses(RULE, later, newer=["h2"])) is None


OFFER = said("a1", "Should the money be kept in cents, as integers?", Speaker.ASSISTANT)
ANSWER = said("h2", "yes")


def test_the_assistant_s_words_never_witness_alone() -> None:
    alone = quotes(("a1", "the money be kept in cents"))
    assert refused(check("Money is kept in cents.", alone, witnesses(RULE, OFFER, ANSWER)), "person")


def test_the_assistant_s_words_give_content_to_the_answer_that_follows() -> None:
    cited = quotes(("a1", "the money be kept in cents"), ("h2", "yes"))
    assert check("Money is kept in cents.", cited, witnesses(RULE, OFFER, ANSWER)) is None


def test_an_earlier_word_of_the_person_is_no_answer_to_the_assistant() -> None:
    cited = quotes(("a1", "the money be kept in cents"), ("h1", "do not mock the database"))
    assert refused(check("Money is kept in cents.", cited, witnesses(RULE, OFFER, ANSWER)), "answer")


def test_a_deletion_needs_the_same_evidence() -> None:
    about = "Tests may mock the database."
    assert check_deletion(about, quotes(("h1", "do not mock the database")), witnesses(RULE)) is None
    assert refused(check_deletion(about, [], witnesses(RULE)), "no evidence")
    assert refused(
        check_deletion(about, quotes(("a1", "the money be kept in cents")), witnesses(OFFER)), "person"
    )
    unrelated = check_deletion(
        "The heating is off.", quotes(("h1", "do not mock the database")), witnesses(RULE)
    )
    assert refused(unrelated, "no word in common")


# ---------------------------------------------------------------- paste


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("just words: a > b, [x]", ["just words: a > b, [x]"]),
        ("before\n```py\npasted = 1\n```\nafter", ["before", "after"]),
        ("before ```\npasted", ["before"]),
        ("before\n~~~\npasted\n```\npasted\n~~~\nafter", ["before", "after"]),
        ("before\n````\n```\npasted\n```\n````\nafter", ["before", "after"]),
        ("before\n> pasted\n  > pasted\nafter", ["before", "after"]),
        ("before\nFrom: a@b.c\nSubject: hello\n\npasted\npasted", ["before"]),
        ("before\n-----Original Message-----\npasted", ["before"]),
        ("before\nOn Mon, 3 March, A. Writer wrote:\npasted", ["before"]),
        ("From: the start it was wrong", ["From: the start it was wrong"]),
        ("before [Pasted text #1 +20 lines] after", ["before", "after"]),
        ("before\n<system-reminder>\npasted\n</system-reminder>\nafter", ["before", "after"]),
        ("before\n<T> is a type", ["before\n<T> is a type"]),
        ("```\nall pasted", []),
        ("  \n", []),
    ],
)
def test_marked_paste_is_cut_out_of_a_person_s_words(text: str, own: list[str]) -> None:
    assert [piece.strip() for piece in own_words(text)] == own


def test_pasted_words_never_witness_and_no_quote_spans_the_cut() -> None:
    message = said("h1", "look at what he wrote:\n> never mock the database\nwhat do you think of it?")
    assert refused(
        check("No mocks.", quotes(("h1", "never mock the database")), witnesses(message)), "pasted"
    )
    across = quotes(("h1", "what he wrote: what do you think"))
    assert refused(check("No mocks.", across, witnesses(message)), "does not stand")


@settings(max_examples=300)
@given(st.text(alphabet="ab`~>< \n/:FromSubject-[]#", max_size=120))
def test_a_person_s_words_stand_in_the_text_in_order(text: str) -> None:
    at = 0
    for piece in own_words(text):
        assert piece.strip()
        at = text.index(piece, at) + len(piece)


# ---------------------------------------------------------------- literals


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The user prefers short diffs, I think. Why not?", []),
        ("PRs are small. So is a PR.", []),
        (
            "Run `make lint` at https://ci.example.com/x, in docs/rules.md.",
            ["make lint", "https://ci.example.com/x", "docs/rules.md"],
        ),
        ("It costs 3 cents since 1,000 calls.", ["3 cents", "1,000"]),
        (
            "Ask Maria on #ops-alerts about ENT-109 and --no-verify.",
            ["#ops-alerts", "ENT-109", "--no-verify", "Maria"],
        ),
        ("Use VSCode, max_tokens and the API.", ["VSCode", "max_tokens", "API"]),
        ("It starts on 4 December 2026.", ["4 December 2026"]),
        ("Deploys happen on Tuesdays.", ["Tuesdays"]),
        ("Die Tests laufen nicht gegen die Datenbank.", []),
        ("Read and/or write.", []),
    ],
)
def test_literals_are_what_can_be_wrong_letter_by_letter(text: str, found: list[str]) -> None:
    assert literals(text) == found


STANDS = [
    ("It is at https://grafana.example.com/d/1.", "see https://grafana.example.com/d/1 for it"),
    ("Use `pnpm install`.", "please use PNPM install here"),
    ("Use PostgreSQL with VSCode.", "we use postgres and VS Code here"),
    ("It takes 3 days, the 3rd time.", "it takes three days each"),
    ("It is 1000 cents.", "it is 1,000 cents now"),
    ("Ask Maria's team.", "maria knows about that"),
    ("The freeze starts on 2026-12-04.", "the freeze starts on 4 December"),
    ("The freeze starts on 4 December 2026.", "the freeze starts 2026-12-04"),
    ("The freeze starts on 2026-11-19.", "the freeze starts tomorrow"),
    ("The freeze starts on 2026-11-27.", "the freeze starts next Friday"),
    ("It broke in March 2026.", "it broke in March, you know"),
    ("It broke in October 2026.", "it broke last month, you know"),
    ("Merges end on Thursday 2026-11-19.", "merges end after Thursday here"),
    ("The APIs are stable.", "the API is stable, I say"),
    (".env.production is a filled-in .env.example.", ".env.production fills in @.env.example for us"),
    ("The rules are in docs/rules.mdc.", "our rules are in @docs/rules.mdc as ever"),
    ("Start it with docker-compose.yml.", "start it with docker-compose.yml as ever"),
    ("The rules are in user-rules.v2.mdc.", "our rules are in @user-rules.v2.mdc as ever"),
    ("The goal is a page as soon as possible.", "the goal is a page as soon as possible."),
    ("The rules are in @rules.mdc.", "our rules are in @rules.mdc as ever"),
    ("The notes are in @notes.v2-beta.md.", "the notes are in @notes.v2-beta.md as ever"),
    ("The board is at https://board.example.com/d/1.", "+the board is at +https://board.example.com/d/1"),
    ("The board is at https://board.example.com/d/1.", "the board is at @https://board.example.com/d/1 now"),
    (
        "The board is at https://board.example.com/.",
        "our board is there: .@https://board.example.com/ as ever",
    ),
]
FALLS = [
    ("The board is at https://grafana.example.com/d/2.", "see https://grafana.example.com/d/1 for it"),
    ("Use `pnpm update`.", "please use pnpm install here"),
    ("The board is in Grafana.", "the board is over there"),
    ("It takes 4 days.", "it takes three days each"),
    ("It is issue #12.", "it is issue #123 in there"),
    ("Ask Maria about it.", "mario knows about that one"),
    ("Ask Dora about it.", "on the road orange is fine"),
    ("The freeze starts on 2026-12-05.", "the freeze starts on 4 December"),
    ("The freeze starts on 2024-12-04.", "the freeze starts on 4 December"),
    ("The freeze starts on 2026-11-20.", "the freeze starts tomorrow"),
    ("It broke in March 2024.", "it broke in March, you know"),
    ("It broke on 2026-03-04.", "it broke in March, you know"),
    ("Deploys happen on Thursdays.", "deploys happen on Tuesdays"),
    ("Read src/app.py first.", "read src/api.py first please"),
    ("The host is example.com.", "mail it to ops@example.com please"),
    ("Use cookbook/sdk/core for it.", "use @cookbook/sdk/core for it here"),
    ("Start it with docker-compose.yml.", "start it with my-docker-compose.yml as ever"),
    ("Start it with docker-compose.yml.", "start it with docker-compose.yaml as ever"),
    ("Use libfoo-dev.so.6 here.", "use libfoo-dev.so with 6 threads here"),
    ("Use my-lib.c++ here.", "use my-lib.c here, I say"),
    ("Delete src/** before it.", "delete src/* before it, please"),
    ("Ignore **/build/ in git.", "ignore /build/ in git, I say"),
    ('Mark drafts "[WIP]" in it.', "mark drafts WIP in it, please"),
    ('Use "(optional)" there.', "use optional there, I say"),
    ("Start it with compose.yml.", "start it with docker-compose.yml as ever"),
    ("Ask @kim about it.", "ask @kim.lee about it, please"),
    ("Ask @rules.mdc about it.", "ask @rules.mdx about it, please"),
    ("The host is https://example.com.", "the host is at ops@https://example.com today"),
    ("The host is https://example.com.", "the host is at x-https://example.com today"),
    ("The host is https://evil.com.", "the host is https://proxy.corp/@https://evil.com today"),
    ("The host is https://evil.com.", "the host is https://u:p.@https://evil.com today"),
    ("The host is https://evil.com.", "the host is https://a%@https://evil.com today"),
    ("The host is https://good.com.", "the host is https://good.com%2eevil.com today"),
    ("The host is https://good.com.", "the host is https://good.com。evil.com today"),
    ("The host is https://good.com.", "the host is https://good.com:@evil.com today"),
    ("Mail bob@example.com about it.", "mail alice+bob@example.com about it"),
]


@pytest.mark.parametrize(("text", "quote"), STANDS)
def test_a_literal_that_was_said_in_these_or_other_words_stands(text: str, quote: str) -> None:
    assert check(text, quotes(("h1", quote)), witnesses(said("h1", quote))) is None


def test_in_a_name_hyphens_stand_for_spaces() -> None:
    shown = witnesses(said("h1", "I put us on the plan Max 5x for this"))
    cited = quotes(("h1", "I put us on the plan Max 5x for this"))
    assert check_literals("plan-max-5x", cited, shown) is None
    assert refused(check_literals("plan-max-20x", cited, shown), "20x")
    apart = "Use the Context7 server, but never for Playwright and sdk4"
    cited, shown = quotes(("h1", apart)), witnesses(said("h1", apart))
    assert check_literals("use-context7-playwright", cited, shown) is None
    assert refused(check_literals("use-context8-playwright", cited, shown), "context8")
    assert refused(check_literals("use-playwright-sdk5", cited, shown), "name: ")
    dotted = "`window.p5Instance` is not defined in the tests"
    cited, shown = quotes(("h1", dotted)), witnesses(said("h1", dotted))
    assert check_literals("window-p5instance-not-defined", cited, shown) is None
    assert refused(check_literals("window-p5instances-not-defined", cited, shown), "p5instances")
    cited, shown = (
        quotes(("h1", "I put us on the plan Max 5x for this")),
        witnesses(said("h1", "I put us on the plan Max 5x for this")),
    )
    assert refused(check("The plan is max-5x.", cited, shown), "max-5x")


@pytest.mark.parametrize(
    ("quote", "name"),
    [
        ("Batches hold 10,000 rows.", "batches-10-rows"),
        ("The threshold is -5 by now.", "threshold-5-by-now"),
        ("Drop support for Python 3.8, we need 3.12.", "need-python-8"),
        ("PROJ-123 is about the login on Python 3.11.", "proj-11-login"),
        ("Pin libfoo to 1.2.3, never to 1.2.4.", "pin-libfoo-4-2-1"),
        ("Retry 2^10 times at most.", "retry-10-times"),
    ],
)
def test_a_name_says_no_part_of_a_number(quote: str, name: str) -> None:
    assert check_literals(name, quotes(("h1", quote)), witnesses(said("h1", quote))) is not None


@pytest.mark.parametrize(("text", "quote"), FALLS)
def test_a_literal_that_was_not_said_is_refused_and_named(text: str, quote: str) -> None:
    assert refused(check(text, quotes(("h1", quote)), witnesses(said("h1", quote))), '"')


@pytest.mark.parametrize("words", ["tomorrow", "on Friday", "next week", "last month", "today", "übermorgen"])
def test_a_refusal_of_a_relative_date_names_the_date_that_will_do(words: str) -> None:
    message = said("h1", f"the freeze starts {words}, mind you")
    cited, shown = quotes(("h1", message.text)), witnesses(message)
    problem = check(f"The freeze starts {words}.", cited, shown)
    assert problem is not None
    named = re.search(r"write (.+) instead", problem)
    assert named is not None
    assert check(f"The freeze starts {named[1]}.", cited, shown) is None
    wrong = check("The freeze starts on 2031-07-09.", cited, shown)
    assert refused(wrong, f"they mean {named[1]}")


@pytest.mark.parametrize(
    ("sentence", "quote", "day"),
    [
        ("well, the freeze starts a week from Friday, mind you", "from Friday, mind", "2026-11-20"),
        ("it usually starts a week from Friday, mind you", "starts a week from Friday", "2026-11-27"),
        ("we ship on Friday after next release, mind you", "we ship on Friday", "2026-11-20"),
        ("if we merged it on Friday, they were angry", "we merged it on Friday", "2026-11-13"),
        ("wir liefern am Freitag nach dem Release", "wir liefern am Freitag", "2026-11-20"),
    ],
)
def test_a_date_is_read_in_the_whole_sentence_of_its_quote(sentence: str, quote: str, day: str) -> None:
    problem = check(f"The day is {day}.", quotes(("h1", quote)), witnesses(said("h1", sentence)))
    assert refused(problem, day)


@pytest.mark.parametrize(
    ("sentence", "right", "wrong"),
    [
        ("Die Abnahme ist am 15. August gewesen, alles gut", "2026-08-15", "2027-08-15"),
        ("we decided on 15 August that prices are integers", "2026-08-15", "2027-08-15"),
        ("der Vertrag läuft seit dem 1. Juli", "2026-07-01", "2027-07-01"),
        ("we decided on May 3 (2025) to drop MySQL", "2025-05-03", "2026-05-03"),
        ("the freeze is from May 3 to June 7, 2028", "2028-05-03", "2027-05-03"),
        ("es beginnt am 3. März '28 und nicht vorher", "2028-03-03", "2027-03-03"),
        ("we moved on March 3 two years ago", "2024-03-03", "2027-03-03"),
    ],
)
def test_a_day_stands_in_the_year_its_sentence_tells_and_in_no_other(
    sentence: str, right: str, wrong: str
) -> None:
    cited = [Quoted(sentence, NOON)]
    assert missing_literal(f"The day is {right}.", cited, UTC) is None
    assert refused(missing_literal(f"The day is {wrong}.", cited, UTC), wrong)


def test_no_year_stands_for_a_day_of_every_year() -> None:
    sentence = "every year on August 15 the certificate is renewed"
    cited, shown = quotes(("h1", sentence)), witnesses(said("h1", sentence))
    assert check("Every year on August 15 the certificate is renewed.", cited, shown) is None
    assert refused(check("The certificate is renewed on 2027-08-15.", cited, shown), "2027-08-15")


@pytest.mark.parametrize(
    "text",
    [
        "The freeze starts on the Friday after the release.",
        "We decided on Friday to drop Redis.",
    ],
)
def test_a_day_nobody_can_tell_for_sure_stays_in_the_words_it_was_said_in(text: str) -> None:
    assert check(text, quotes(("h1", text)), witnesses(said("h1", text))) is None


def test_whether_words_tell_a_day_for_sure_is_judged_from_the_day_they_were_said() -> None:
    text = "The freeze starts a week from Thursday."
    assert refused(check(text, quotes(("h1", text)), witnesses(said("h1", text))), "2026-11-26")
    thursday = Milliseconds(NOON + 86_400_000)
    on_thursday = Message(MessageKey("claude-code", "h1", 0), Speaker.HUMAN, Kind.TEXT, text, thursday)
    assert check(text, quotes(("h1", text)), witnesses(on_thursday)) is None


def test_a_relative_date_nobody_named_is_refused_with_the_form_of_an_absolute_one() -> None:
    message = said("h1", "the freeze starts soon, mind you")
    problem = check("The freeze starts tomorrow.", quotes(("h1", message.text)), witnesses(message))
    assert refused(problem, "absolute date")


def test_a_description_is_held_to_the_quotes_of_the_file_s_statements() -> None:
    cited = quotes(("h1", "do not mock the database in tests"))
    assert check_text("tests use real database", cited, witnesses(RULE)) is None
    assert refused(check_text("Tests use the SQLite database.", cited, witnesses(RULE)), "SQLite")
    assert refused(check_text("since yesterday", cited, witnesses(RULE)), "yesterday")
    assert refused(check_text("password = 'hunter" + "42x'", cited, witnesses(RULE)), "secret")


# ---------------------------------------------------------------- what always holds

WORDS = st.sampled_from(
    [
        "never",
        "mock",
        "the database",
        "tests",
        "Postgres",
        "4 December",
        "https://x.example/y",
        "`ls`",
        ">",
        "```",
        "yes\n",
        "ü",
    ]
)
TEXTS = st.lists(WORDS, max_size=14).map(" ".join)


@settings(max_examples=300)
@given(TEXTS, TEXTS)
def test_a_quote_that_does_not_stand_in_the_message_is_never_accepted(text: str, quote: str) -> None:
    assume(folded(quote) not in folded(text))
    assert check_evidence(quotes(("h1", quote)), witnesses(said("h1", text))) is not None


@settings(max_examples=300)
@given(TEXTS)
def test_a_person_s_plain_words_witness_themselves(text: str) -> None:
    plain = text.replace(">", "").replace("`", "").strip()
    assume(folded(plain))
    assert check_evidence(quotes(("h1", plain)), witnesses(said("h1", plain))) is None


@settings(max_examples=300)
@given(st.text(max_size=80), st.text(max_size=60), st.text(max_size=60))
def test_any_text_gets_an_answer_of_one_line(text: str, quote: str, message: str) -> None:
    problem = check(text, quotes(("h1", quote)), witnesses(said("h1", message)))
    assert problem is None or ("\n" not in problem and "\r" not in problem)


# ---------------------------------------------------------------- questions told as questions

WOULD_PUSH = said("a5", "I looked at it. Should I push straight to main without a review?", Speaker.ASSISTANT)
PUSH_ASKED = "Should I push straight to main without a review?"
UNSURE = said("h5", "no idea yet, look at the logs of the worker")
LOOK_FIRST = "no idea yet, look at the logs of the worker"
RETOLD = f"Asked ‘{PUSH_ASKED}’, the user said ‘{LOOK_FIRST}’."


def test_a_question_of_the_agent_s_is_retold_word_for_word_with_its_answer() -> None:
    evidence = quotes(("a5", PUSH_ASKED), ("h5", LOOK_FIRST))
    assert check(RETOLD, evidence, witnesses(WOULD_PUSH, UNSURE)) is None


@pytest.mark.parametrize(
    "text",
    [
        "Push straight to main without a review, right?",
        "Push straight to main without a review. Look at the logs?",
        "Should I push straight to main without a review? Look at the logs.",
        f"{PUSH_ASKED} Always.",
        f"Asked ‘{PUSH_ASKED}’, the user said ‘look at the logs’.",
        f"Asked ‘{PUSH_ASKED}’, the user said ‘{LOOK_FIRST}’ and means it.",
        f"Asked ‘Should I push straight to main?’, the user said ‘{LOOK_FIRST}’.",
        f"Whenever asked ‘{PUSH_ASKED}’, the user said ‘{LOOK_FIRST}’.",
    ],
)
def test_a_question_mark_lends_nothing_the_answer_does_not_take_up(text: str) -> None:
    evidence = quotes(("a5", PUSH_ASKED), ("h5", LOOK_FIRST))
    assert check(text, evidence, witnesses(WOULD_PUSH, UNSURE)) is not None


CLOSING = said("a5", "All green. ENT-242 is the real fix. Want me to close it?", Speaker.ASSISTANT)
CLOSE_IT = said("h5", "yeah close it")


@pytest.mark.parametrize(
    "text",
    [
        "ENT-242 is the real fix.",
        "Asked ‘ENT-242 is the real fix. Want me to close it?’, the user said ‘yeah close it’.",
        "Asked ‘All green. Want me to close it?’, the user said ‘yeah close it’.",
    ],
)
def test_what_stands_before_a_question_is_agreed_to_in_no_form(text: str) -> None:
    cited = quotes(
        ("a5", "ENT-242 is the real fix. Want me to close it?"), ("a5", "All green"), ("h5", "yeah close it")
    )
    assert check(text, cited, witnesses(CLOSING, CLOSE_IT)) is not None


def test_what_stands_between_a_question_and_its_answer_is_told_as_the_fault() -> None:
    told = "Asked ‘Want me to close it?’ about 242, the user said ‘yeah close it’."
    cited = quotes(("a5", "Want me to close it?"), ("h5", "yeah close it"))
    assert refused(check(told, cited, witnesses(CLOSING, CLOSE_IT)), "nothing stands between")


TWO_WAYS = said(
    "a7", "Two ways:\n\na) push straight to main\nb) open a pull request\n\nWhich one?", Speaker.ASSISTANT
)


def test_an_option_that_is_named_counts_as_said() -> None:
    evidence = quotes(("a7", "open a pull request"), ("h7", "b"))
    assert check("Open a pull request.", evidence, witnesses(TWO_WAYS, said("h7", "b"))) is None


@pytest.mark.parametrize(
    "answer", ["a mail to ops would help", "first we need tests", "the last time it broke everything"]
)
def test_a_word_that_looks_like_an_option_picks_none(answer: str) -> None:
    evidence = quotes(("a7", "push straight to main"), ("h7", answer))
    assert check("Push straight to main.", evidence, witnesses(TWO_WAYS, said("h7", answer))) is not None


def test_a_word_on_an_option_does_not_take_it_up() -> None:
    answer = said("h7", "a. the weakest of them, let's skip that\nb. the usual way here")
    evidence = quotes(("a7", "push straight to main"), ("h7", "the weakest of them, let's skip that"))
    shown = witnesses(TWO_WAYS, answer)
    assert check("Push straight to main.", evidence, shown) is not None
    retold = "Asked ‘push straight to main’, the user said ‘the weakest of them, let's skip that’."
    assert check(retold, evidence, shown) is None


def test_what_is_said_of_an_option_lends_it_to_a_text_that_says_as_much() -> None:
    answer = said("h7", "a. the weakest of them, let's skip that\nb. the usual way here")
    evidence = quotes(("a7", "push straight to main"), ("h7", "the weakest of them, let's skip that"))
    shown = witnesses(TWO_WAYS, answer)
    assert check("Pushing straight to main is skipped as the weakest.", evidence, shown) is None


INTERVIEW = said(
    "a9",
    "### 1. Who\n**Who may push to main?**\n- **A) Everybody** - straight away\n- **B) Maintainers** - after a review\n\n"
    "### 2. Logs\n**How long are logs kept?**\n\nAnything else?",
    Speaker.ASSISTANT,
)
BY_NUMBERS = said("h9", "1.B   2. for a week, no longer")


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        (
            "Asked ‘How long are logs kept?’, the user said ‘for a week, no longer’.",
            [("a9", "How long are logs kept?"), ("h9", "for a week, no longer")],
        ),
        (
            "Asked ‘Who may push to main?’, the user chose ‘Maintainers - after a review’.",
            [("a9", "Who may push to main?"), ("a9", "Maintainers** - after a review"), ("h9", "1.B")],
        ),
    ],
    ids=["in words", "by a letter"],
)
def test_what_is_asked_under_a_number_is_retold_with_the_part_that_answers_it(
    text: str, cited: list[tuple[str, str]]
) -> None:
    assert check(text, quotes(*cited), witnesses(INTERVIEW, BY_NUMBERS)) is None


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        (
            "Asked ‘Who may push to main?’, the user chose ‘Everybody - straight away’.",
            [("a9", "Who may push to main?"), ("a9", "Everybody** - straight away"), ("h9", "1.B")],
        ),
        (
            "Asked ‘Who may push to main?’, the user said ‘for a week, no longer’.",
            [("a9", "Who may push to main?"), ("h9", "for a week, no longer")],
        ),
        (
            "Everybody may push to main.",
            [("a9", "Everybody** - straight away"), ("a9", "Who may push to main?"), ("h9", "1.B")],
        ),
        ("The user chose B.", [("h9", "B")]),
    ],
    ids=[
        "another option",
        "the answer to something else",
        "made a rule of it",
        "a letter without its number",
    ],
)
def test_a_part_says_nothing_of_what_it_does_not_answer(text: str, cited: list[tuple[str, str]]) -> None:
    assert check(text, quotes(*cited), witnesses(INTERVIEW, BY_NUMBERS)) is not None


ASKED_AT_LENGTH = (
    "Shall I delete the old backups of the archive now and write the new ones to the shared disk?"
)
ASKED_WITH_A_LIMIT = "Shall I delete the old backups of the archive if the new ones are complete?"


@pytest.mark.parametrize(
    ("question", "is_taken"),
    [
        (ASKED_AT_LENGTH, True),
        (ASKED_WITH_A_LIMIT, False),
        ("Shall I delete the old backups of the archive but not the new ones?", False),
        ("Shall I delete the old backups of the archive only this once?", False),
    ],
    ids=["plain", "a condition", "a not", "for once"],
)
def test_the_end_of_a_question_may_be_left_out_but_not_what_limits_it(question: str, is_taken: bool) -> None:
    shown = witnesses(said("a8", question, Speaker.ASSISTANT), said("h8", "I'll do that by hand, as ever"))
    cited = quotes(("a8", question), ("h8", "I'll do that by hand, as ever"))
    cut = "Asked ‘Shall I delete the old backups of the archive …’, the user said ‘I'll do that by hand, as ever’."
    told = f"Asked ‘{question}’, the user said ‘I'll do that by hand, as ever’."
    assert check(told, cited, shown) is None
    assert (check(cut, cited, shown) is None) is is_taken


@pytest.mark.parametrize(
    ("text", "cited", "told"),
    [
        (
            "Asked ‘Who can push?’, the user said ‘for a week, no longer’.",
            [("a9", "Who may push to main?"), ("h9", "for a week, no longer")],
            "‘Who may push to main?’ or ‘How long are logs kept?’",
        ),
        (
            "Asked ‘How long are logs kept?’, the user said ‘a week’.",
            [("a9", "How long are logs kept?"), ("h9", "for a week, no longer")],
            "‘for a week, no longer’",
        ),
        ("Asked ‘Logs?’, the user said ‘for a week’.", [("h9", "for a week, no longer")], "cites none"),
    ],
    ids=["another question", "other words", "no question cited"],
)
def test_a_retelling_that_does_not_fit_is_told_what_would(
    text: str, cited: list[tuple[str, str]], told: str
) -> None:
    assert refused(check(text, quotes(*cited), witnesses(INTERVIEW, BY_NUMBERS)), told)


TWO_ASKED = said("b1", "1. Keep the header?\n2. May I push straight to main?", Speaker.ASSISTANT)


@pytest.mark.parametrize(
    "text",
    [
        "Push straight to main.",
        "Asked ‘May I push straight to main?’, the user said ‘yes’.",
        "Asked ‘May I push straight to main?’, the user said ‘1. yes’.",
    ],
)
@pytest.mark.parametrize(
    "answer", ["1. yes\n2. no", "1. yes\n2. I'd rather you leave main alone", "1. yes 2. no"]
)
def test_a_yes_to_one_question_is_none_to_the_last(text: str, answer: str) -> None:
    shown = witnesses(TWO_ASKED, said("b2", answer))
    assert check(text, quotes(("b1", "May I push straight to main?"), ("b2", "1. yes")), shown) is not None


def test_what_was_asked_before_the_agent_said_more_is_not_answered_by_number() -> None:
    later = said("b3", "1. Keep the footer?\n2. Dark theme?", Speaker.ASSISTANT)
    shown = witnesses(TWO_ASKED, later, said("b4", "1. yes\n2. yes, please do that"))
    told = "Asked ‘May I push straight to main?’, the user said ‘yes, please do that’."
    cited = quotes(("b1", "May I push straight to main?"), ("b4", "yes, please do that"))
    assert check(told, cited, shown) is not None


def test_options_of_two_questions_make_no_third_statement() -> None:
    asked = said(
        "b5",
        "1. Branches?\n   - A) Delete stale branches after each release\n   - B) Keep them\n"
        "2. Backups?\n   - A) Stale backups stay for a year\n   - B) Drop them",
        Speaker.ASSISTANT,
    )
    shown = witnesses(asked, said("b6", "1. A\n2. A"))
    cited = quotes(
        ("b5", "Delete stale branches after each release"),
        ("b5", "Stale backups stay for a year"),
        ("b6", "1. A"),
    )
    assert check("Delete stale backups after each release.", cited, shown) is not None


@pytest.mark.parametrize("part", ["no push", "pushing is wrong", "main is off limits", "never push"])
def test_a_part_that_denies_a_point_does_not_lend_it(part: str) -> None:
    shown = witnesses(
        said("b7", "1. Push straight to main\n2. Keep tags", Speaker.ASSISTANT),
        said("b8", f"1. {part}\n2. ok"),
    )
    cited = quotes(("b7", "Push straight to main"), ("b8", f"1. {part}"))
    assert check("Push straight to main.", cited, shown) is not None


# ---------------------------------------------------------------- options in a table

CHOICES = """Two ways.

| Option | What |
|--------|------|
| **A. At commit time** | once a commit |
| **B. At every step** | dearer |

Which one do you want?"""
PICKED = "Asked ‘Which one do you want?’, the user chose ‘At every step’."


def test_the_option_of_a_table_that_an_answer_picks_is_kept() -> None:
    asked, answer = said("a1", CHOICES, Speaker.ASSISTANT), said("h1", "B. and log it, please")
    evidence = quotes(
        ("a1", "Which one do you want?"), ("a1", "At every step"), ("h1", "B. and log it, please")
    )
    assert check(PICKED, evidence, witnesses(asked, answer)) is None


@pytest.mark.parametrize("words", ["A. and log it, please", "yes, all of that", "not B. that is dear"])
def test_an_option_of_a_table_is_pasted_unless_the_answer_picks_it(words: str) -> None:
    asked, answer = said("a1", CHOICES, Speaker.ASSISTANT), said("h1", words)
    evidence = quotes(("a1", "Which one do you want?"), ("a1", "At every step"), ("h1", words))
    assert refused(check(PICKED, evidence, witnesses(asked, answer)), "")
    assert refused(check("At every step.", evidence[1:], witnesses(asked, answer)), "")


def test_a_table_of_rules_is_no_choice_a_yes_takes_up() -> None:
    table = "These hold:\n\n| # | Rule | Verdict |\n|---|---|---|\n| 1 | Force push to main | never |\n| 2 | Rebase | ok |"
    asked, answer = said("a1", table, Speaker.ASSISTANT), said("h1", "yes, exactly")
    evidence = quotes(("a1", "Force push to main"), ("h1", "yes, exactly"))
    assert refused(check("Force push to main.", evidence, witnesses(asked, answer)), "pasted")


def test_a_letter_in_what_a_person_pasted_picks_no_option_of_a_table() -> None:
    asked, answer = (
        said("a1", CHOICES, Speaker.ASSISTANT),
        said("h1", "```\nB.\n```\nno idea what they mean here"),
    )
    evidence = quotes(("a1", "At every step"), ("h1", "no idea what they mean here"))
    assert refused(check("At every step.", evidence, witnesses(asked, answer)), "pasted")


def test_a_pasted_letter_before_the_answer_does_not_hide_the_option_it_picks() -> None:
    asked, answer = said("a1", CHOICES, Speaker.ASSISTANT), said("h1", "> A. or B.\n\nB. and log it, please")
    evidence = quotes(
        ("a1", "Which one do you want?"), ("a1", "At every step"), ("h1", "B. and log it, please")
    )
    assert check(PICKED, evidence, witnesses(asked, answer)) is None


def test_a_refusal_names_the_words_the_agent_had_read() -> None:
    page = "Releases are signed with the blue hardware token by the release captain."
    asked = said("a1", "Shall we sign releases with the blue hardware token?", Speaker.ASSISTANT)
    answer = said("h1", "yes")
    shown = Witnesses.build([asked, answer], frozenset({"a1", "h1"}), UTC, given=[(NOON, page)])
    cited = quotes(("a1", "Shall we sign releases with the blue hardware token?"), ("h1", "yes"))
    problem = check("Releases are signed with the blue hardware token.", cited, shown)
    assert refused(
        problem, "‘Shall we sign releases with the blue hardware token?’ of message a1 only repeats"
    )


def test_a_refusal_names_the_option_that_was_picked_before_the_bare_number() -> None:
    asked = said(
        "a1",
        "Which layout shall it be?\n1. **Small** - one file\n2. **Large** - a folder of files",
        Speaker.ASSISTANT,
    )
    shown = witnesses(asked, said("h1", "2"))
    cited = quotes(
        ("a1", "Which layout shall it be?"), ("a1", "2. **Large** - a folder of files"), ("h1", "2")
    )
    problem = check("Asked ‘Which layout shall it be?’, the user chose ‘Large’.", cited, shown)
    assert refused(problem, "word for word, ‘Large - a folder of files’ or ‘2’")
    assert (
        check("Asked ‘Which layout shall it be?’, the user chose ‘Large - a folder of files’.", cited, shown)
        is None
    )


@pytest.mark.parametrize("mark", [".", ")"])
def test_an_option_may_be_told_with_the_number_it_is_listed_under_and_no_other(mark: str) -> None:
    listed = f"Which layout shall it be?\n1{mark} **Small** - one file\n2{mark} **Large** - a folder of files"
    shown = witnesses(said("a1", listed, Speaker.ASSISTANT), said("h1", "2"))
    cited = quotes(
        ("a1", "Which layout shall it be?"), ("a1", f"2{mark} **Large** - a folder of files"), ("h1", "2")
    )

    def told(option: str) -> bool:
        return check(f"Asked ‘Which layout shall it be?’, the user chose ‘{option}’.", cited, shown) is None

    assert told(f"2{mark} **Large** - a folder of files")
    assert told(f"2{mark} Large - a folder of files")
    assert not told(f"1{mark} **Large** - a folder of files")
    assert not told(f"2{mark} **Small** - one file")
    assert not told(f"12{mark} **Large** - a folder of files")


def test_an_option_answers_the_bold_question_above_the_one_that_asks_at_length() -> None:
    listed = "**What shall it look for?**\n\nBefore you begin, what helps most?\n\n1. Names - of symbols\n2. All - a wide net"
    shown = witnesses(said("a1", listed, Speaker.ASSISTANT), said("h1", "2"))
    cited = quotes(("a1", "What shall it look for?"), ("a1", "All - a wide net"), ("h1", "2"))
    assert check("Asked ‘What shall it look for?’, the user chose ‘All - a wide net’.", cited, shown) is None
    assert (
        check("Asked ‘What shall it look for?’, the user chose ‘Names - of symbols’.", cited, shown)
        is not None
    )


def test_an_option_answers_no_bold_question_with_other_things_between() -> None:
    listed = "**Shall I push it?**\n\nIt is all green.\n\nWhat helps most?\n\n1. Names - of symbols\n2. All - a wide net"
    shown = witnesses(said("a1", listed, Speaker.ASSISTANT), said("h1", "2"))
    cited = quotes(("a1", "Shall I push it?"), ("a1", "All - a wide net"), ("h1", "2"))
    assert check("Asked ‘Shall I push it?’, the user chose ‘All - a wide net’.", cited, shown) is not None


def test_an_option_answers_no_bold_question_further_up() -> None:
    listed = (
        "**Shall I push it?**\n\n**What shall it look for?**\n\nWhat helps most?\n\n"
        "1. Names - of symbols\n2. All - a wide net"
    )
    shown = witnesses(said("a1", listed, Speaker.ASSISTANT), said("h1", "2"))
    cited = quotes(("a1", "Shall I push it?"), ("a1", "All - a wide net"), ("h1", "2"))
    assert check("Asked ‘Shall I push it?’, the user chose ‘All - a wide net’.", cited, shown) is not None


def test_a_question_told_by_its_beginning_may_have_the_number_it_is_asked_under() -> None:
    listed = (
        "Two things:\n1. How long shall the exports of a customer be kept in the archive?\n2. Who reads them?"
    )
    shown = witnesses(
        said("a1", listed, Speaker.ASSISTANT), said("h1", "1. ninety days\n2. nobody but support")
    )
    cited = quotes(
        ("a1", "How long shall the exports of a customer be kept in the archive?"), ("h1", "1. ninety days")
    )
    begun = "Asked ‘1. How long shall the exports of a customer …’, the user said ‘ninety days’."
    other = "Asked ‘1. How long shall the imports of a customer …’, the user said ‘ninety days’."
    assert check(begun, cited, shown) is None
    assert check(other, cited, shown) is not None


@pytest.mark.parametrize("sign", ["🚫", "🙅", "🙅‍♂️", "⛔", "❌"])
def test_a_picture_that_says_no_is_a_not(sign: str) -> None:
    said_so = f"Always use tabs, {sign} spaces in this repo."
    shown = witnesses(said("h1", said_so))
    assert refused(
        check("Always use tabs, spaces in this repo.", quotes(("h1", said_so)), shown), 'leaves out the "not"'
    )


@settings(max_examples=500)
@given(st.text(alphabet="abZ07-_./:@#<>\"`' ,()=+%é\n", max_size=60))
def test_what_was_said_letter_by_letter_is_never_refused_for_a_literal(text: str) -> None:
    assert missing_literal(text, [Quoted(text, NOON)], UTC) is None


@pytest.mark.parametrize(
    "text",
    [
        "The plan is in docs/plans/2026-02-06-session-phases.md, as ever.",
        "The check lives in common.go:OpenRepository() now.",
        "The session is 28c304f6-3c5f-4539-af1d-07ae450e639d of ours.",
        "Branches are named entire/<commit-sha> here.",
        "Run it as test:e2e:debug there.",
        "It runs on production-us-east4-eqdc4a.registry.example there.",
    ],
)
def test_names_that_are_written_in_one_stand_as_they_were_said(text: str) -> None:
    assert check(text, quotes(("h1", text)), witnesses(said("h1", text))) is None
    other = text.replace("e", "a", 3)
    assert check(other, quotes(("h1", text)), witnesses(said("h1", text))) is not None


@pytest.mark.parametrize("tail", ["–40", "#5", "+5", "|14", "=3", "?1", "%", "°"])
def test_a_quote_that_ends_inside_of_what_is_written_together_is_none(tail: str) -> None:
    shown = witnesses(said("h1", f"Read here from common.go:12{tail}"))
    assert refused(
        check_evidence(quotes(("h1", "Read here from common.go:12")), shown)
        or check("Read from common.go:12 here.", quotes(("h1", "Read here from common.go:12")), shown),
        "common.go:12",
    )


@pytest.mark.timeout(20)  # in the square of its length each takes a minute and more
@pytest.mark.parametrize("unit", ["a", "key=", "Ab ", "5", "5 ", "500 ", "5'000'", "~5", "5^"])
def test_no_long_run_holds_the_search_for_literals_up(unit: str) -> None:
    assert "src/x.py" in literals(f"{unit * (200_000 // len(unit))} src/x.py")


@pytest.mark.parametrize("named", ["`a.py`", "https://example.org/a", "a.py"])
def test_a_noun_of_a_german_sentence_is_no_name_whatever_else_stands_in_it(named: str) -> None:
    text = f"Die Werkstatt ist nicht für {named} und den Hof."
    assert missing_literal(text, [Quoted(f"nicht für {named}", NOON)], UTC) is None


def test_a_unit_written_to_its_number_is_said_apart_from_it_too() -> None:
    message = said("h1", "the upload limit is 25MB")
    evidence = quotes(("h1", message.text))
    assert check("The upload limit is 25 MB.", evidence, witnesses(message)) is None
    assert refused(check("The upload limit is 25 GB.", evidence, witnesses(message)), "25 GB")
    bare = said("h1", "the upload limit is 25")
    evidence = quotes(("h1", bare.text))
    assert refused(check("The upload limit is 25 MB.", evidence, witnesses(bare)), "MB")


NEW_PASSWORD = "Qw3" + "rty77d"


@pytest.mark.parametrize(
    ("asked", "words", "statement"),
    [
        ("And the password?", f"it is {NEW_PASSWORD} and it stays that way", f"It is {NEW_PASSWORD} and it stays that way."),
        ("Which password does anna have?", "always gruenkohl77 on staging", "Always gruenkohl77 on staging."),
        ("Which API key should I send?", f"always send {NEW_PASSWORD}", f"Always send {NEW_PASSWORD}."),
        ("Wie lautet das Passwort?", "nimm immer gruenkohl77 dafür", "Nimm immer gruenkohl77 dafür."),
        ("Done.", f"The vault has a password. We always take {NEW_PASSWORD} there.", f"We always take {NEW_PASSWORD} there."),
    ],
)  # fmt: skip
def test_what_answers_a_question_for_a_secret_is_refused(asked: str, words: str, statement: str) -> None:
    person = said("h8", words)
    evidence = quotes(("h8", statement.rstrip(".") if statement.rstrip(".") in words else words))
    problem = check(statement, evidence, witnesses(said("a8", asked, Speaker.ASSISTANT), person))
    assert refused(problem, "leave the secret out")


def test_a_name_that_answers_a_question_for_a_secret_is_refused() -> None:
    asked, person = said("a8", "And the password?", Speaker.ASSISTANT), said("h8", f"it is {NEW_PASSWORD}")
    told = witnesses(asked, person)
    assert refused(
        check_literals(NEW_PASSWORD, quotes(("h8", f"it is {NEW_PASSWORD}")), told), "leave the secret out"
    )


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("Should I pin the versions?", "always stay on react18 and typescript5"),
        ("Do the tests pass with it?", "always run them with python311"),
        ("The password form is done. Which runner do you want?", "always use vitest2 for the units"),
        ("Shall the login page have a token field?", "always use tailwind4 for the pages"),
    ],
)
def test_what_answers_any_other_question_is_kept(asked: str, words: str) -> None:
    told = witnesses(said("a8", asked, Speaker.ASSISTANT), said("h8", words))
    assert check(words[0].upper() + words[1:] + ".", quotes(("h8", words)), told) is None
