"""Sentences of a message: what a machine wrote is none, what somebody says of machines is."""

from __future__ import annotations

import pytest

from extractor.models.offline.sentences import sentences


@pytest.mark.parametrize(
    "line",
    [
        "curl -fsSL https://example.org/install | bash",
        "const path = require('path')",
        "if (fs.existsSync(file)) {",
        "render(page, 2);",
        "FAIL src/undo.test.js > Undo",
        "@shop/logger:lint: no configuration was found",
        "Output: stat file: no such file or directory",
        "  });",
        "[ NEW ] Ok, group these by day — 18 mins ago",
        "M  docs/plans/2025-01-02-always-keep-the-old-names.md",
        'R  "notes/a plan.md" -> "docs/a plan.md"',
        "?? src/new.py",
    ],
)
def test_a_line_of_code_or_of_a_tool_is_no_sentence(line: str) -> None:
    assert sentences(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "Pass the context as the first argument everywhere.",
        "npm install --force is never allowed here",
        "docker run --rm should always be used",
        "let's keep the limit at 5",
        "A file.md goes with every module",
        "R is what we use for the plots",
        "if (and only if) somebody asks, we keep it",
    ],
)
def test_what_somebody_says_of_code_is_one(line: str) -> None:
    assert [sentence.text for sentence in sentences(line)] == [line]


def test_a_tab_behind_a_bullet_makes_no_line_of_a_machine() -> None:
    text = "1)\tBread is baked at night\n2)\tIt is sold at six\n3)\tNever on Sundays\nThat is all."
    said = [sentence.text for sentence in sentences(text)]
    assert said == ["Bread is baked at night", "It is sold at six", "Never on Sundays", "That is all."]
    assert sentences("1)\tbread\t12\t0.4") == []


def test_a_bullet_is_no_part_of_what_is_said() -> None:
    assert [sentence.text for sentence in sentences("● Never on Sundays\n• Never at night")] == [
        "Never on Sundays",
        "Never at night",
    ]


def test_code_between_marks_may_go_over_a_line() -> None:
    text = "instead of `list --all\n  --json | jq .id`, use the `get` command"
    assert [sentence.text for sentence in sentences(text)] == [text]
    assert len(sentences("use `get` here\nand `list` there")) == 2
    assert len(sentences("a stray ` mark\nand no other")) == 2


def test_words_between_marks_may_go_over_a_line() -> None:
    text = 'yes, where there is no trailer the command should say "No associated\nCheckpoint" and end'
    assert [sentence.text for sentence in sentences(text)] == [text]
    assert len(sentences('say "No associated\nCheckpoint"')) == 2
    inches = 'the panels always have a width of 12" and never more than that in any of the rooms'
    assert len(sentences(f'{inches}\nFound 3" of slack')) == 2


def test_an_aside_between_brackets_may_go_over_a_line() -> None:
    text = "the hooks are right (exit codes flow\nthrough the chain)"
    assert [sentence.text for sentence in sentences(text)] == [text]
    assert len(sentences("a smile :(\nand no bracket")) == 2
    assert len(sentences("never on Fridays :(\nerror in module loader (exit code 1)")) == 2
    assert len(sentences("the old one (it is gone\ncurl https://x.example/a.sh | sh (see docs))")) == 1
    assert len(sentences("the v1 is gone (it was old\nunable to reach it, fall back (error 404)")) == 2


def test_the_full_stop_of_a_number_inside_a_sentence_ends_none() -> None:
    assert len(sentences("the problem with 2. is that it costs too much")) == 1
    assert len(sentences("let's go with 2. Then merge it")) == 2
    assert len(sentences("keep the limit at 3. never raise it")) == 2
    assert len(sentences("always go with 2. is that the fast one?")) == 2
    assert len(sentences("for 2. we need something sturdier")) == 1
    assert len(sentences("die Miete ist immer am 3. werktag fällig")) == 1
    assert len(sentences("wir gehen am 8.12. live")) == 1
    assert len(sentences("das war Nummer 3. dann kam die Pause")) == 2


def test_dots_for_a_part_of_a_statement_end_no_sentence() -> None:
    assert len(sentences("prod is Postgres 15, so no MERGE ... RETURNING")) == 1
    assert len(sentences("I will think about it ... Then we talk")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "El Sr. López aprueba cada despliegue.",
        "La oficina está en EE. UU. desde 2020.",
        "Mme. Curie valide toujours.",
        "Nur mit Freigabe von Hr. Dr. Müller und Fr. Maier.",
        "La oficina está en la av. Paulista.",
    ],
)
def test_an_abbreviation_of_another_language_ends_no_sentence(text: str) -> None:
    assert [each.text for each in sentences(text)] == [text]


def test_a_sentence_behind_what_was_taken_out_is_one_of_its_own() -> None:
    told = sentences("[PRIVATE] Always use tabs. [PRIVATE], Never use spaces.\n[PRIVATE] said so.")
    assert [each.text for each in told] == ["Always use tabs.", "Never use spaces."]


@pytest.mark.parametrize(
    "text",
    [
        'Branch names are always "feature/..." or "fix/...".',
        "Branches are named feature/... or fix/....",
        'Always answer with "ok." or "no.".',
        "Check the state first, 0x4445... means an error.",
        "Schreib immer „Erledigt!“ und dann den Link.",
        "Dis toujours «Prêt.» avant de partir.",
    ],
)
def test_what_is_quoted_or_left_open_inside_a_sentence_does_not_end_it(text: str) -> None:
    assert [each.text for each in sentences(text)] == [text]


@pytest.mark.parametrize("text", ['Say "done." Never say "ok."', "hmm... use pnpm.", "use pnpm. never npm."])
def test_a_quoted_or_dotted_end_before_a_new_sentence_ends_one(text: str) -> None:
    assert len(sentences(text)) == 2


@pytest.mark.parametrize(
    "introduction",
    [
        "Project rules:",
        "Here are our conventions:",
        "a few ground rules for this repo:",
        "From now on:",
        "meine Regeln:",
        "ab jetzt:",
    ],
)
def test_what_introduces_rules_is_left_out_and_each_rule_stands_by_itself(introduction: str) -> None:
    said = sentences(f"{introduction}\n- use tabs\n- never push to main")
    assert [each.text for each in said] == ["use tabs", "never push to main"]
