"""What is handed over to be worked on, or passed on from others, is no word of the person's."""

import pytest

from extractor.memory.own_words.handed_over import handed_over
from extractor.memory.own_words.own_words import agents_words, own_words
from tests.support.cost import grows_as_it_does

RULES = "Always use tabs. Never push to main without review."


def left(text: str) -> str:
    """The person's own words of a text, in one line."""
    return " ".join(" ".join(own_words(text)).split())


@pytest.mark.parametrize(
    "lead",
    [
        "Summarize this for me:",
        "proofread pls:",
        "Can you shorten this text?",
        "Translate into German:",
        "could you please translate the following paragraph into French:",
        "Rewrite the following paragraph in a friendlier tone:",
        "Check the grammar of this:",
        "write a short reply to this mail, polite:",
        "Übersetz das bitte ins Englische:",
        "Kannst du das hier zusammenfassen:",
        "Traduce esto al inglés:",
        "Peux-tu traduire ce texte :",
        "Traduci questo testo:",
        "Vertaal dit naar het Engels:",
        "Переведи это на английский:",
        "把下面这段翻译成英文：",
        "次の文章を要約してください：",
        "Another agent reviewed your work:",
        "CodeRabbit says:",
        "here is the feedback from the reviewer:",
        "these are the PR comments I got:",
        "Here's the spec from the customer, tell me what is missing:",
        "Create prompt.md with the content below:",
        "Never touch the vault. Translate this to German:",
        "Make it sound more friendly:",
        "Explain this rule from their docs:",
        "Here is the mail from the vendor:",
        "What do you think of this:",
        "What does this mean?",
        "Can you review this text?",
        "ChatGPT said:",
        "Claude suggested this plan:",
        "The wiki says:",
        "CONTRIBUTING.md says:",
        "`docs/style.md` says this:",
        "https://shop.invalid/rules says:",
        "Look, the page at https://shop.invalid says:",
        "issue #12 says:",
        "SHOP-123 says:",
        "the comment in main.py says:",
        "The output of the script reads:",
        "the MCP server told me:",
        "CI says:",
        "Jana wrote this in the team channel:",
        "Change the system prompt of our bot to:",
    ],
)
def test_what_stands_below_words_that_hand_it_over_is_not_the_persons(lead: str) -> None:
    assert left(f"{lead}\n\n{RULES}") == lead
    assert left(f"{lead}\n- Always use tabs.\n- Never push.\n") == lead


@pytest.mark.parametrize(
    "lead",
    [
        "Translate to German:",
        "pls rephrase this:",
        "proofread:",
        "ChatGPT said:",
        "请翻译成英文：",
        "AGENTS.md says:",
    ],
)
def test_it_may_stand_in_the_same_line(lead: str) -> None:
    assert left(f"{lead} {RULES}") == lead


@pytest.mark.parametrize(
    "text",
    [
        f"We translate everything into German: {RULES}",
        f"Ana translates our texts.\n\n{RULES}",
        f"Translate the strings in locales/de.json.\n\n{RULES}",
        f"My rules for this project:\n\n{RULES}",
        f"A few things before we start:\n\n{RULES}",
        f"Can you address the following items:\n\n{RULES}",
        f"Fix the typos in README.md. {RULES}",
        f"Rename it.\n\n{RULES}",
        f"The reviewer found nothing. {RULES}",
        f"Review comments go to Ana. {RULES}",
        f"PR comments:\n\n{RULES}",
        f"Summarize pull requests like this:\n\n{RULES}",
        f"Reply to review comments: {RULES}",
        f"Translate error messages as follows:\n\n{RULES}",
        f"Polish customers: {RULES}",
        f"Make it so:\n\n{RULES}",
        f"Translate to German with these rules:\n\n{RULES}",
        f"Here is the plan:\n\n{RULES}",
        f"Add this to your memory:\n\n{RULES}",
        f"The parser translates this:\n\n{RULES}",
        f"What do you think of this? {RULES}",
        f"Reply to me in German: {RULES}",
        f"Always start files with the following text:\n\n{RULES}",
        f"Summarize this at the end of every session:\n\n{RULES}",
        f"Set the title of each pull request to: {RULES}",
        f"Anna said: {RULES}",
        f"The client says: {RULES}",
        f"The rule says: {RULES}",
        f"The server reads its settings from the environment: {RULES}",
        f"Whatever CONTRIBUTING.md says: {RULES}",
        f"README.md is wrong: {RULES}",
        f"Anna said in the team chat that we merge. {RULES}",
        f"The team decided:\n\n{RULES}",
        f"Change the rule to: {RULES}",
        f"Claude, remember this: {RULES}",
        f"The agent says this to every user: {RULES}",
        "Summaries: three sentences at most, always.",
        "Always reply to review comments: one line each.",
    ],
)
def test_a_rule_behind_words_that_hand_nothing_over_is_the_persons(text: str) -> None:
    assert left(text) == " ".join(text.split())


def test_of_what_is_marked_the_person_goes_on_behind_the_mark() -> None:
    told = f"Translate this:\n```\nNever push.\n```\n{RULES}"
    assert left(told) == f"Translate this: {RULES}"
    assert left(f"Reply to this mail:\n> Never push.\n\n{RULES}") == f"Reply to this mail: {RULES}"


def test_nothing_is_handed_over_where_nothing_follows() -> None:
    assert left("Always translate this:") == "Always translate this:"
    assert left("Translate this:\n\n") == "Translate this:"


@pytest.mark.parametrize(
    "unit", ["translate this ", "make this more ", ". ", "翻译 ", "what do you think of ", "a:\n"]
)
def test_a_long_text_costs_what_its_letters_do(unit: str) -> None:
    assert grows_as_it_does(handed_over, unit, 2000)
    assert grows_as_it_does(lambda text: handed_over(f"{text}:\nx"), unit, 2000)


def test_an_agents_headings_and_lists_stay_its_own() -> None:
    asked = "### 🎯 Distribution\nHow will users install this?\n\nTranslate this:\nA) Homebrew"
    assert agents_words(asked) == (asked,)
