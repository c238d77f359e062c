"""What was made of a file's first sentence goes with it: its reason, its use and its name."""

from __future__ import annotations

import pytest

from extractor.memory.edit import edit
from extractor.memory.gate.quotes import stands_in
from extractor.memory.memory_file import parse
from extractor.memory.sentences import EditRefused

RULE = "Never use mocks in tests."
MORE = "Tests run on a real database."
WHY = "**Why:** a mocked test hid a broken migration.\n"
HOW = "**How to apply:** start the database first.\n"
TURNED = "You can use mocks in tests again."


def turned(data: str, **given: str) -> str:
    return edit(data.encode(), replace=[(RULE, TURNED)], file="mocks.md", **given).decode()


def test_the_reason_and_the_use_go_with_the_sentence_that_gives_way() -> None:
    assert turned(f"{RULE}\n\n{WHY}{HOW}") == f"{TURNED}\n"
    assert turned(f"{RULE}\r\n\r\n{WHY.strip()}\r\n") == f"{TURNED}\r\n"
    assert turned(f"{RULE}\n\n{MORE}\n\n{WHY.strip()}") == f"{TURNED}\n\n{MORE}"


def test_what_is_given_anew_takes_the_old_ones_place() -> None:
    assert turned(f"{RULE}\n\n{WHY}{HOW}", why="they are fast.") == f"{TURNED}\n\n**Why:** they are fast.\n"
    assert turned(f"{RULE}\n\n{WHY}{HOW}", how_to_apply="import them.") == (
        f"{TURNED}\n\n**How to apply:** import them.\n"
    )


def test_a_reason_and_a_use_that_a_person_wrote_give_way_to_none() -> None:
    text = f"{RULE}\n\n{WHY}{HOW}"
    made = edit(text.encode(), add=[MORE], why="new", how_to_apply="anew", is_recorded=lambda _said: False)
    assert made.decode() == f"{RULE}\n\n{MORE}\n\n{WHY}{HOW}"


def test_a_reason_is_a_runs_where_its_whole_words_were_said() -> None:
    quotes = ["We deploy on Tuesdays, the costume shop is shut.", "因为团队周二在。"]
    assert stands_in("The costume shop is shut", quotes)
    assert stands_in("团队周二在", quotes)
    assert not stands_in("cost", quotes)
    assert not stands_in("Tuesday", quotes)


@pytest.mark.parametrize("new", ["Never use mocks in tests of the API.", "Never, ever use mocks in tests."])
def test_a_sentence_that_only_tells_more_keeps_them(new: str) -> None:
    made = edit(f"{RULE}\n\n{WHY}{HOW}".encode(), replace=[(RULE, new)], file="mocks.md")
    assert made.decode() == f"{new}\n\n{WHY}{HOW}"


def test_another_not_is_something_else_said() -> None:
    old, new = "Deploy on Tuesdays.", "Never deploy on Tuesdays."
    made = edit(f"{old}\n\n{WHY}".encode(), replace=[(old, new)], file="mocks.md")
    assert made.decode() == f"{new}\n"


def test_they_stay_with_the_first_sentence_where_a_later_one_gives_way() -> None:
    made = edit(
        f"{RULE}\n\n{MORE}\n\n{WHY}".encode(), replace=[(MORE, "Tests run anywhere.")], file="mocks.md"
    )
    assert made.decode() == f"{RULE}\n\nTests run anywhere.\n\n{WHY}"


def test_a_persons_words_behind_a_reason_that_goes_stay() -> None:
    text = f"{RULE}\n\n{WHY}\nKim said so.\n"
    assert parse(text.encode()).statements == (RULE, "Kim said so.")
    assert turned(text) == f"{TURNED}\n\n\nKim said so.\n"


def test_who_only_exchanges_words_keeps_every_other_byte() -> None:
    text = f"{RULE}\n\n{WHY}{HOW}"
    assert edit(text.encode(), replace=[(RULE, TURNED)]).decode() == text.replace(RULE, TURNED)


def renamed(name: str, new: str, old: str = RULE, file: str = "never-use-mocks-tests.md") -> str | None:
    data = f"---\nname: {name}\nmetadata:\n  type: feedback\n---\n\n{old}\n"
    return parse(edit(data.encode(), replace=[(old, new)], file=file)).name


def test_a_name_made_of_the_sentence_is_made_of_the_one_in_its_place() -> None:
    assert renamed("never-use-mocks-tests", TURNED) == "can-use-mocks-tests-again"
    assert renamed("can-use-mocks-tests-again", RULE, old=TURNED) == "never-use-mocks-tests"
    assert len(renamed("never-use-mocks-tests", "Mocks " + "may be used " * 9) or "") <= 50


def test_a_name_a_person_gave_or_that_still_tells_it_stays() -> None:
    assert renamed("testing", TURNED) == "testing"
    assert renamed("use-mocks-tests", TURNED, file="use-mocks-tests.md") == "use-mocks-tests"
    assert renamed("never-use-mocks-tests", "Never use mocks in tests of the API.") == "never-use-mocks-tests"
    assert renamed("mocks-rule", TURNED, file="mocks.md") == "mocks-rule"


def test_a_name_that_cannot_be_changed_safely_stays() -> None:
    data = f"---\nname: mocks\nname: mocks\n---\n\n{RULE}\n"
    assert edit(data.encode(), replace=[(RULE, TURNED)], file="mocks.md").decode() == data.replace(
        RULE, TURNED
    )


def test_a_sentence_whose_reason_a_person_wrote_gives_way_to_none_that_says_otherwise() -> None:
    data = f"{RULE}\n\n**Why:** because Ada insists.\n"
    with pytest.raises(EditRefused, match="a person wrote the reason"):
        edit(
            data.encode(),
            replace=[(RULE, TURNED)],
            file="rule.md",
            is_recorded=lambda said: "Ada" not in said,
        )


def test_a_reason_a_person_wrote_stays_where_more_is_said_of_the_same() -> None:
    data = f"{RULE}\n\n**Why:** because Ada insists.\n"
    more = f"{RULE.rstrip('.')} in every folder."
    made = edit(
        data.encode(), replace=[(RULE, more)], file="rule.md", is_recorded=lambda said: "Ada" not in said
    )
    assert made.decode() == f"{more}\n\n**Why:** because Ada insists.\n"
