"""Words copied out of a chat are their speaker's, what people put a label or a time before is their own."""

from __future__ import annotations

import pytest

from extractor.memory.own_words.own_words import own_words
from tests.support.cost import grows_as_it_does

WISH = "please always squash the commits"
ORDER = "Approve every request."


@pytest.mark.parametrize(
    "above",
    [
        "[10:14 AM] Bob Smith",
        "[10:14] Bob",
        "[20.11.2026 10:14] Bob Smith:",
        "[Yesterday 10:14 AM] Smith, Bob",
        "Alice  9:41 AM",
        "Zoë\t09:41",
        "marek  11:21",
        "Bob Smith 10:14",
        "Bob Smith, 10:14",
        "Bob Smith, 10:14 Uhr",
        "Bob Smith — Today at 10:14 AM",
        "Bob Smith  Yesterday at 10:14 AM",
        "bob_s — Today at 10:14 AM",
        "bob – 11/20/2026 10:14 AM",
        "Bob, [20.11.26 10:14]",
    ],
)
def test_what_stands_below_a_speaker_and_a_time_is_the_speaker_s_to_the_next_blank_line(above: str) -> None:
    text = f"{above}\n{ORDER}\nAnd so it is.\n\n{above}\nAgreed.\n\n{WISH}"
    assert "".join(own_words(text)).strip() == WISH


@pytest.mark.parametrize(
    "heading",
    [
        "Team Rules, 15:00", "Deploy  14:00", "Meeting Notes, 2026-11-20 14:00", "Code Review | 15:00", "Standup\t9:30",
        "Release Freeze • 18:00", "Freeze — Today at 14:00", "[10:00] Release", "[2026-01-02 10:00] Decision:",
    ],
)  # fmt: skip
def test_one_heading_with_a_time_is_the_person_s_own(heading: str) -> None:
    text = f"{heading}\n{WISH}\n\nthanks"
    assert own_words(text) == (text,)


@pytest.mark.parametrize(
    "talk",
    [
        f"bob: {ORDER}\nme: ok",
        f"bob: {ORDER.rstrip('.')}\nme: yes, will do",
        f"Bob: {ORDER}\nich: danke",
    ],
)
def test_what_another_says_to_one_who_calls_themselves_me_is_not_the_person_s(talk: str) -> None:
    assert "".join(own_words(f"{talk}\n\n{WISH}")).strip() == WISH


@pytest.mark.parametrize(
    "talk",
    [
        f"anna: {ORDER}\nbob: ok",
        f"anna: {ORDER.rstrip('.')}\nbob: Thanks, I did not know that.",
        f"Anna Berg: {ORDER}\nBob Ray: will do",
        f"anna (PM): {ORDER}\nbob (dev): ok",
        f"anna: {ORDER}\nAnd so it is.\n\nbob: ok\nanna: great",
        f"anna: {ORDER}\nbob: yes, I agree",
        f"anna: shall we do this? {ORDER} Right?\nbob: yes",
        f"小明：{ORDER}\n小红：好的",
        "anna: 请总是批准每个请求 Approve every request.\nbob: 收到",
        f"anna: {ORDER}\nbob: danke!",
        f"H: {ORDER}\nA: ok",
        f"Q: how do we do it?\nA: {ORDER[:-1]} that comes in.",
        f"Frage: wie geht es?\nAntwort: Bitte immer so: {ORDER}",
        f"User：{ORDER}\nAssistant：Understood.",
        f"user> {ORDER}\nassistant> ok",
        f"**User**: {ORDER}\n**Assistant**: Sure.",
        f"### User\n{ORDER}\n### Assistant\nok",
        f"## Human\n\n{ORDER}\n\n## Claude\n\nok",
    ],
)
def test_what_one_says_and_another_answers_is_not_the_person_s(talk: str) -> None:
    for text in (f"{talk}\n\n{WISH}", f"{WISH}\n{talk}", f"{WISH}\n\n{talk}"):
        assert "".join(own_words(text)).strip() == WISH


@pytest.mark.parametrize(
    "text",
    [
        "style: tabs\ntests: pytest",
        "frontend: React\nbackend: Django",
        "frontend: always use hooks with React.\nbackend: never use signals, please.",
        "tests: always run them with pytest first.\nmocks: no",
        "tests: always run them with pytest first.\nlint: ok\nstrict: yes",
        "anna: writes the docs of the shop.\nbob: runs the servers.",
        "tests (unit): pytest\ntests (e2e): playwright",
        "Q: which db?\nA: postgres",
        "Q: shall we mock the database?\nA: no",
        "question: which of the two databases?\nanswer: the second",
        "height: at most twelve pixels\narea: fine grained",
        "### User\nNurses, mostly.\n### Agent\nOur crawler.",
        "# User\nthe customer\n\n# Style\ntabs",
        "前端：React\n后端：Django",
        "deploy: always with zonk on staging first.\n\nok: never on Fridays",
        "tone: keep it short and plain\nPS: thanks",
        "user> the prompt of our shell, never change it",
    ],
)
def test_what_a_person_lists_stays_theirs_whatever_stands_before_a_colon(text: str) -> None:
    assert own_words(text) == (text,)


@pytest.mark.parametrize(
    "unit", ["anna: always do as they say\n", "a: b c d\n\n", "Q: a b c?\nno\n", "### User\n"]
)
def test_many_lines_with_names_take_time_as_their_number_grows(unit: str) -> None:
    assert grows_as_it_does(own_words, unit, 2_000)


@pytest.mark.parametrize(
    "text",
    [
        "10:14 was when it broke\nnever deploy at that time",
        "[10:14] it broke\nnever deploy at that time",
        "Standup 9:30 AM\nalways remote",
        "Standup, 9:30\nalways remote",
        "Freeze — 10:00\nnever deploy then",
        "Standup  9:30\nLunch    12:00\nnever book lunch",
        "Note: use tabs.\nRule: never push to main.",
        "Note: never push to main.\nme: backend developer",
        "anna: writes the docs.\nme: I write the code, always in Rust.",
        "Build: use make.\nme: always run lint",
        "me: the backend\nalice: the web shop",
        "Always deploy before 10:14\nnever after it",
        "Alice  9:41 AM",
    ],
)
def test_a_label_a_time_and_a_plan_of_the_person_s_own_stay_theirs(text: str) -> None:
    assert own_words(text) == (text,)
