"""Points: what is said for good weighs enough, what is said for the moment does not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.models.offline.weight import ENOUGH, weigh

LASTING = [
    "write SQL keywords in upper case",
    "Put new components under src/ui.",
    "Name test files after the module.",
    "Prefix branch names with the ticket.",
    "Store money as integers.",
    "Sort imports alphabetically.",
    "I'm Maria, I do backend and know little about React, so explain frontend things slowly.",
    "I'm not good with Docker, I never used it.",
    "提交前先跑测试",
    "コミットする前にテストを実行してください",
    "no PR without a ticket",
    "no toquen la carpeta vendor nunca",
    "no jQuery in new code",
    "when you finish a task, update TODO.md",
    "we're on Python 3.9 until the cluster is upgraded",
    "the prod db is postgres 15 on rds, staging is postgres 16",
    "staging runs on node 20",
    "our repo uses trunk based development",
    "our backend is written in Kotlin",
    "Never deploy on a Friday, we lost a weekend to that.",
    "keep answers short, I read them on the train",
    "I think the retry belongs in the client because the server can't know",
    "let's not put the queue into this service",
    "we decided to store amounts as integers",
    "the runbooks are in Notion under Pumps",
    "Ada owns the billing module",
    "should we default to read-only mode when the disk is full?",
    "could it refuse large files but still warn about the ones that are nearly too large?",
    "write the failing test first",
    "make sure that exports never block the loop",
    "Return 404 when the record is missing, never 500.",
    "Always pin the latest version of every dependency.",
    "The release of version 2 is due on December 15.",
    "Every endpoint that ends up in the public API needs docs.",
    "When I run the tests, always use the -x flag.",
    "The source of truth for prices is the wiki, https://wiki.example.org.",
    "Do not commit, I always commit myself.",
    "Show me a plan before writing code, every time.",
    "Let's update dependencies only on Mondays, always.",
    "Never merge unless tests are passing.",
    "Use snake_case in Python, e.g. user_id, never camelCase.",
    "PostgreSQL is the only database allowed, MySQL is forbidden in every service.",
    "Search the codebase for existing helpers before writing new ones.",
    "Suggest alternatives only when I ask for them.",
    "Sigue siempre la guía de estilo.",
    "please let me know before you push anything, I review on the train",
    "tell me first before you delete files",
    "always explain it to me before you change the schema",
    "before moving to the next task, always run the tests",
    "ask me first before adding a dependency",
    "we're going to use Postgres for everything",
    "we are working on a medical device, so every change needs a review",
    "I want to write everything in TypeScript",
    "I want to keep the public API backwards compatible",
    "there are no tests for the old parser, on purpose",
    "I'm working on the payments team",
    "we have to support Python 3.9 because of our customers",
    "the build must not print warnings",
    "you should not edit the generated files",
    "logs are written to the journal, not to stdout",
    "there is no need to ask before each commit",
    "we want to keep the core free of I/O, I'd think",
    "don't make changes on the release branch without a ticket",
    "I'll merge my own branches myself, never do that for me",
    "I will only need the export for the tax office, so keep it plain",
    "we don't see the need for a second cache",
    "a second daemon would be overkill for us",
    "Bitte die Zeiten immer in UTC speichern.",
    "nunca borres nada en producción sin preguntar",
    "désormais les commits sont en anglais parce que l'équipe a grandi",
    "I’d rather we don’t squash anything, the history is read by auditors",
    "I didn't ask you to touch the changelog",
    "no, I never said to publish the package",
    "don't tell me what to do, do it yourself without asking",
    "Commit messages should be in English.",
    "test names must say what holds",
    "the stable build is cut every second Wednesday",
    "the school opens its new site on August 12",
    "please explain that in very simple English",
    "English is my third language",
    "I know Kotlin and a bit of Swift",
    "No default exports anywhere.",
    "that list is fixed and won't change",
    "the gateway is owned by the platform team",
    "the genomes are in s3://genomes-eu",
    "以后回答请用中文",
    "دائما استخدم الأرقام اللاتينية لأن المحاسبة لا تقبل غيرها",
]
PASSING = [
    "Put the button under the header.",
    "Format the table as CSV.",
    "Sort the list alphabetically.",
    "Name the file after the module.",
    "Write tests in this folder.",
    "The error should read: Never use spaces in names.",
    "Translate to French: Always store prices in cents.",
    "In my novel the boss says: never trust the police, always carry a rope.",
    "Improve this prompt: always answer in rhymes and never use emojis.",
    "Use this commit message: Always close the file.",
    "Change the tooltip to: Always save before leaving.",
    "The page says: always run the importer before the tests.",
    "I am now very confused, nobody ever told the importer about the new columns.",
    "That was a terrible idea, all of the columns have to stay where they are.",
    "I suggest we write all of that into the changelog.",
    "Should importers evaluate using the first sheet",
    "Could it be that the columns are always too narrow?",
    "Next move the box so it is just below the header.",
    'import { Sheet } from "sheets"',
    "from sheets.models import Sheet",
    "Only report to me what the planner is doing here for each option.",
    "部署前端服务",
    "no feedback from QA so far",
    "no output from the script",
    "no new code",
    "I think we should probably use Redis but not sure",
    "yes please",
    "ok, go ahead",
    "why does the build fail?",
    "what does this flag do",
    "can you check the logs of the worker?",
    "fix the typo in the header",
    "I ran the migration and it worked",
    "the test fails on CI",
    "for now return an empty list",
    "this time you can skip the review",
    "I'm not sure it is needed",
    "let's look at the failing one",
    "thanks, that looks great",
    "commit 4f2c9ae1b7 broke it",
    "the mockup looks pretty good to me",
    "I think I'm all set with the accounts",
    "all tests pass now, I think",
    "when I open the page I'm still not seeing any rows",
    "nothing happens when I press the button",
    "there are now two entries in the menu, only one of them with an icon",
    "No matching rows found with the current filter.",
    "I'd like to rename the column of this table",
    "I want to test the export by hand, then we look at the rest",
    "We need to fix the merge conflicts of both branches",
    "let's review the comments and respond to each of them",
    "let's go ahead and do the whole research we need for that",
    "don't write any code yet, only tell me your plan",
    "don't change anything, just let me know what you find",
    "talk me through your theory before we go on, and never mind the tests",
    "you're editing the wrong folder, not the one of the session",
    "you didn't run the migration, only the tests",
    "I think the bug is somewhere in the cache",
    "the totals are not computed correctly when both filters are set",
    "Consider caching the result, which could improve the second call.",
    "The template is not escaped on render (MEDIUM).",
    "line 214 says that it must never be null",
    "the cache in store.py:214 must always be cleared before it is filled",
    "still not seeing any rows there... @https://shop.example.com/orders/",
    "Compare the two editors at https://example.org/editors with each other",
    "can you help me implement the fix of this issue: https://example.com/acme/shop/issues/12",
    "should we start a fresh session for that?",
    "can we group the changes into commits that make sense?",
    "I'm confident that you can find out how to restart it yourself",
    "one question: the way we close the pool of each worker",
    "I'll open a ticket for that so that the others know",
    "I'm going to paste the errors of each worker because they differ",
    "i dont see any updates to the table, only the old rows",
    "we've updated the ticket with one more requirement",
    "The logs of every worker are below.",
    "continue working on ticket 12, check its state first",
    "keep working through the list, and only then the rest",
    "The question is whether we should always sell bread on Mondays",
    "Now the question is how we deploy to production on Fridays",
    "I meant both buttons of every dialog, not the links",
    "by tables I was referring to the ones of the export, not all",
    "then I'd like your help with the tests we need for each worker",
    "no need to write any code, I'm just curious who would do what for every release",
    "I have a couple of questions for you on the rules we keep",
    "I don't have a strong preference on the order of the steps",
    "We’ve recently spent our time on the tests of each worker",
    "we're reviewing the branch of the export, not the other one",
    "in /srv/demo the page now shows no rows",
    "ah I remember now, the issue was that the files of both branches were not committed",
    "awesome, let's get started on the next steps",
    "lets cover this with a test, because it came back twice",
    "enter the old session, I don't think the notes are right for every step",
    "Code calls text.TrimLeft and text.TrimRight twice instead of once.",
    "All files of each folder have been added to the index.",
    "The rename was successful, but the page does not show it",
    "there are currently no tests for this project",
    "I've rerun all of the tests and they pass",
    "I currently have more than half of them done, not all",
    "I think there's a small problem with this test where it expects our input",
    "We aren't making much headway, are we",
    "I feel good about the progress we made on each page",
    "update the diagram first, please",
    "You may use the proxy for this download only.",
    "do not start any build until I'm back",
    "I had never seen such a graph, it has no axis.",
    "The README says that contributors must sign it.",
    "She wants us to move to another host, I'm on the fence.",
    "Diesmal nicht.",
    "kannst du mal reinschauen?",
    "¿cuántas filas salen?",
    "这次先不用",
    "كم اختبارا عندنا؟",
]


@pytest.mark.parametrize("sentence", LASTING)
def test_what_is_meant_to_last_weighs_enough(sentence: str) -> None:
    assert weigh(sentence).points >= ENOUGH


@pytest.mark.parametrize("sentence", PASSING)
def test_what_means_the_moment_does_not(sentence: str) -> None:
    weighed = weigh(sentence)
    assert weighed.points + weighed.pointing < ENOUGH


@pytest.mark.parametrize(
    ("barred", "denied"),
    [
        ("don't apply the final configuration twice", "the final configuration is not applied"),
        ("let's not have the snapshot made with a space", "there is no snapshot made with a space at all"),
        (
            "the dataset can't be made again, treat it well",
            "the dataset is not in the folder with the others",
        ),
    ],
)
def test_what_is_denied_of_a_thing_weighs_less_than_what_is_not_to_be_done(barred: str, denied: str) -> None:
    assert weigh(barred).points >= ENOUGH > weigh(denied).points


def test_length_alone_says_nothing() -> None:
    assert (
        weigh("The grey cat sat near the old harbour wall while the tide came slowly up the stones").points
        < 1
    )


def test_an_answer_in_plain_words_counts_for_its_length() -> None:
    sentence = "a table in the database with a worker polling it from the side"
    assert weigh(sentence, is_answer=True).points > weigh(sentence).points


def test_what_points_at_something_named_before_costs() -> None:
    assert weigh("that should always be so").pointing < 0
    assert weigh("timeouts should always be explicit").pointing == 0


def test_taking_back_at_once_counts_and_later_undoes() -> None:
    assert weigh("scrap that, no caching layer").points >= ENOUGH
    assert weigh("I think the cache was too small, hmm, no, forget it").points < ENOUGH


def test_the_lead_of_a_sentence_is_taken_off() -> None:
    assert weigh("Right, but prices are always integers.").body == "prices are always integers."
    assert weigh("Update: prices are always integers.").body == "prices are always integers."


@pytest.mark.parametrize(
    "sentence",
    ["update the rule on prices", "no matter what, keep prices integers", "correction marks are red"],
)
def test_a_verb_is_no_lead(sentence: str) -> None:
    assert weigh(sentence).body == sentence


WORDS = st.sampled_from(
    [
        "we",
        "always",
        "never",
        "please",
        "right,",
        "but",
        "ok",
        "do",
        "you?",
        "tests.",
        "because",
        "prices",
        "\n",
        "?",
        "why",
    ]
)


@settings(max_examples=300)
@given(st.lists(WORDS, max_size=30).map(" ".join) | st.text(max_size=300))
def test_what_is_kept_of_a_text_is_its_end(text: str) -> None:
    weighed = weigh(text)
    assert text.strip().endswith(weighed.body.strip())


@settings(max_examples=200)
@given(st.lists(WORDS, min_size=1, max_size=30).map(" ".join))
def test_a_sign_of_trouble_never_adds(text: str) -> None:
    assert weigh(f"{text} it crashes").points <= weigh(f"{text} it stands").points


@pytest.mark.parametrize(
    "text",
    [
        "Let's say we end up in a session where no local files are changed.",
        "Suppose the service never restarts.",
        "What if we never delete them?",
        "Angenommen, wir löschen die Zeilen nie.",
        "Can we create a new page in docs and add the columns we need?",
    ],
)
def test_a_case_made_up_and_an_order_put_to_both_are_not_meant_to_last(text: str) -> None:
    assert weigh(text).points < ENOUGH


@pytest.mark.parametrize(
    "said", ["staging is down", "can you check the logs?", "prod is line 20 of the table"]
)
def test_what_only_looks_like_it_weighs_little(said: str) -> None:
    assert weigh(said).points < ENOUGH


def test_a_no_belongs_to_what_follows_unless_it_answers() -> None:
    assert weigh("no PR without a ticket").body == "no PR without a ticket"
    assert weigh("no, use pnpm").body == "use pnpm"
    assert weigh("no use pnpm in this repo").body == "use pnpm in this repo"
    assert weigh("no use of any anywhere").body == "no use of any anywhere"


@pytest.mark.parametrize(
    ("once", "ruled"),
    [
        ("you're allowed to push to main", "you're allowed to push to main whenever the CI is green"),
        ("you have my permission to merge", "you have my permission to merge whenever the CI is green"),
        ("du darfst jetzt pushen", "du darfst immer pushen"),
        ("you may drop the old orders table", "you may always drop tables of the test database"),
    ],
)
def test_what_is_allowed_is_allowed_once_unless_it_says_when(once: str, ruled: str) -> None:
    assert weigh(once).points < ENOUGH <= weigh(ruled).points


@pytest.mark.parametrize(
    ("once", "always"),
    [
        ("today only: answer in English please", "answer in English please"),
        ("Voor deze demo zijn alleen tabellen toegestaan.", "Schrijf altijd een test."),
        (
            "For this figure use 14 pt labels.",
            "In figures use 14 pt labels and never a grid.",
        ),
        ("I prefer the second variant.", "I prefer plain functions over classes."),
        ("The rest stays as it is.", "Timestamps always stay in UTC."),
        (
            "We use vite, as you can see in package.json, so why does it complain?",
            "We use vite for every app.",
        ),
        (
            "The button is disabled while a job runs, that's the ticket.",
            "Buttons are always disabled while a job runs.",
        ),
        ("Mientras tanto mira siempre el log.", "Mira siempre el log."),
        ("No rhymes in this one please.", "No rhymes in riddles please."),
    ],
)
def test_what_is_said_of_one_thing_at_hand_is_not_meant_for_others(once: str, always: str) -> None:
    assert weigh(once).points < ENOUGH
    assert weigh(always).points >= ENOUGH


@pytest.mark.parametrize(
    ("rule", "other"),
    [
        ("Deploy on Thursdays after 6 pm.", "Deploy it on Thursday after 6 pm."),
        ("Nothing gets committed with lint errors.", "Nothing got committed."),
        ("delete temp renders after 7 days", "it died after 7 days"),
        ("lint with ruff", "lint with the new config"),
        ("Comments only where something is not obvious.", "It shows that."),
        ("explain SQL to me as if I never saw a join", "explain SQL to me"),
        ("Bitte siezen Sie mich.", "Bitte sehen Sie nach."),
    ],
)
def test_what_comes_again_or_holds_for_a_kind_is_a_rule(rule: str, other: str) -> None:
    assert weigh(rule).points >= ENOUGH
    assert weigh(other).points < ENOUGH


@pytest.mark.parametrize("asked", ["Should we never cache?", "Should these two timeouts always be the same?"])
def test_whether_a_thing_should_always_be_so_is_a_question(asked: str) -> None:
    assert weigh(asked).points < ENOUGH
    assert weigh("We should never cache the prices.").points >= ENOUGH


@pytest.mark.parametrize(
    "said",
    [
        "no semicolons please",
        "no semicolons in this repo please",
        "commit messages in English",
        "short commit messages pls",
        "Error tracking is in Sentry.",
        "Our CI is GitHub Actions.",
    ],
)
def test_short_rules_and_what_a_project_runs_on_weigh_enough(said: str) -> None:
    assert weigh(said).points >= ENOUGH


@pytest.mark.parametrize(
    "said",
    [
        "no changes please",
        "no more questions please",
        "the error is in the log",
        "the CI is red",
        "our linter is slow",
    ],
)
def test_what_reads_like_them_and_is_of_the_moment_does_not(said: str) -> None:
    assert weigh(said).points < ENOUGH


def test_words_between_marks_rule_nothing() -> None:
    assert weigh('The check box is called "always on top, never behind".').points < ENOUGH
    assert weigh("The check box is always on top, never behind.").points >= ENOUGH


@pytest.mark.parametrize(
    "heard",
    [
        "according to the docs you should never use any",
        "stackoverflow says never use eval",
        "error: you must always pass --force",
    ],
)
def test_what_pages_and_programs_say_is_no_rule(heard: str) -> None:
    assert weigh(heard).points < ENOUGH


@pytest.mark.parametrize(
    "said", ["No has puesto ningún color en el menú.", "No se ve igual, el nuevo es otro."]
)
def test_a_spanish_no_before_a_verb_is_no_ban(said: str) -> None:
    assert weigh(said).points < ENOUGH


@pytest.mark.parametrize("said", ["No mocks in integration tests.", "No semicolons in our TypeScript."])
def test_an_english_no_before_a_thing_is_one(said: str) -> None:
    assert weigh(said).points >= ENOUGH


@pytest.mark.parametrize("said", ["No magic numbers in the code.", "No hardcoded colors in the components."])
def test_what_there_shall_be_none_of_in_the_code_is_a_ban(said: str) -> None:
    assert weigh(said).points >= ENOUGH


@pytest.mark.parametrize("said", ["No errors in the console.", "No rows in the table."])
def test_what_there_is_none_of_is_not(said: str) -> None:
    assert weigh(said).points < ENOUGH
