"""The index: inside its caps, the same every time, people's text untouched."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import MemoryType
from extractor.memory.index import (
    BEGIN,
    END,
    MAX_LINE,
    Entry,
    Index,
    decode,
    encode,
    entry_line,
    own_text,
    render,
    without_stale,
)

TODAY = date(2026, 3, 2)
HEADER = "Facts kept from earlier sessions. Check one before you rely on it."


def entry(file: str, **values: object) -> Entry:
    given_ = {"name": file.removesuffix(".md"), "description": f"About {file}", "type": MemoryType.PROJECT}
    return Entry(file, **{**given_, **values})  # type: ignore[arg-type]


def index(
    existing: str | None, *entries: Entry, header: str = HEADER, lines: int = 200, size: int = 25_000
) -> Index:
    return render(existing, entries, today=TODAY, header=header, max_lines=lines, max_bytes=size)


def text(existing: str | None, *entries: Entry, header: str = HEADER) -> str:
    made = index(existing, *entries, header=header).text
    assert made is not None
    return made


def listed(made: str) -> list[str]:
    return re.findall(r"^- \[[^\n]*\]\(<?([^\n>]*?)>?\)", made, re.MULTILINE)


# lines


def test_an_entry_is_a_link_with_its_description() -> None:
    line = entry_line(entry("tests-use-real-database.md", description="Never mocks"))
    assert line == "- [Tests use real database](tests-use-real-database.md) — Never mocks"


def test_an_entry_says_how_many_more_sentences_its_file_has() -> None:
    line = entry_line(entry("a.md", description="About it. " * 40, more=("One more.", "Another.")))
    assert line.endswith("… (+2 more)")
    assert len(line) <= MAX_LINE


def test_of_a_file_in_another_home_the_further_sentences_are_told_that_have_room() -> None:
    told = entry(
        "a.md", description="Answer in German.", home="personal", more=("Use metric units.", "x " * 200)
    )
    line = entry_line(told)
    assert line.startswith("- (personal) Answer in German. Use metric units. x x")
    assert line.endswith("x…")
    assert len(line) <= MAX_LINE


def test_further_sentences_of_another_home_push_no_file_out() -> None:
    personal = [
        entry(
            f"p{n}.md",
            description=f"Rule {n}.",
            type=MemoryType.USER,
            home="personal",
            more=("More of it. " * 9,),
        )
        for n in range(10)
    ]
    own = [entry(f"o{n}.md") for n in range(10)]
    roomy, short = index(None, *personal, *own), index(None, *personal, *own, size=1_500)
    assert (roomy.left_out, short.left_out) == (0, 0)
    assert "- (personal) Rule 3. More of it." in (roomy.text or "")
    assert "- (personal) Rule 3.\n" in (short.text or "")


def test_an_entry_without_words_is_a_link_with_the_file_s_name() -> None:
    assert entry_line(entry("a-b.md", name="", description="")) == "- [A b](a-b.md)"


def test_brackets_and_line_ends_cannot_break_the_link() -> None:
    line = entry_line(
        entry("a.md", name="x](evil)\n[y` <b>", description="one\ntwo\r\n<!-- /extractor -->\u2028x")
    )
    assert line == r"- [X\](evil) \[y\` \<b>](a.md) — one two \<!-- /extractor --> x"


@pytest.mark.parametrize(
    ("file", "target"),
    [
        ("My Notes.md", "<My Notes.md>"),
        ("Notes (old).md", "<Notes (old).md>"),
        ("100%.md", "100%25.md"),
        ("a<b>.md", "a%3Cb%3E.md"),
        ("ünï.md", "ünï.md"),
        ("a`b.md", "a%60b.md"),
        ("C# notes.md", "<C%23 notes.md>"),
    ],
)
def test_a_person_s_own_name_stays_a_working_link(file: str, target: str) -> None:
    made = text(None, entry(file))
    assert f"]({target})" in made
    a_person_s = made.replace(BEGIN, "").replace(END, "")
    assert text(a_person_s, entry(file)) == a_person_s


def test_a_long_description_is_cut_at_a_word() -> None:
    line = entry_line(entry("a.md", description="word " * 100))
    assert len(line) <= MAX_LINE
    assert line.endswith("word…")


def test_a_byte_order_mark_inside_is_text_of_the_person_s() -> None:
    made = text("\n\ufeff", entry("a.md"))
    assert text(made, entry("a.md")) == made


@settings(max_examples=200)
@given(st.text(max_size=300), st.text(max_size=400))
def test_no_line_is_longer_than_clients_show(name: str, description: str) -> None:
    line = entry_line(entry("a.md", name=name, description=description))
    assert len(line.encode("utf-16-le")) // 2 < 200
    assert len(line.splitlines()) == 1


# order


def test_entries_stand_in_the_order_of_their_weight() -> None:
    made = text(
        None,
        entry("untyped.md", type=None, modified="2026-03-01T00:00:00Z"),
        entry("reference.md", type=MemoryType.REFERENCE),
        entry("project.md", type=MemoryType.PROJECT),
        entry("user.md", type=MemoryType.USER),
        entry("feedback.md", type=MemoryType.FEEDBACK),
        entry("pinned.md", type=MemoryType.REFERENCE, pinned=True),
        entry("past.md", type=MemoryType.FEEDBACK, pinned=True, deadline=date(2026, 3, 1)),
        entry("today.md", type=MemoryType.FEEDBACK, deadline=TODAY, modified="2026-03-02"),
    )
    assert listed(made) == [
        f"{name}.md"
        for name in ("pinned", "today", "feedback", "user", "project", "reference", "untyped", "past")
    ]


def test_newest_come_first_and_then_names() -> None:
    made = text(
        None,
        entry("b.md", modified=""),
        entry("a.md", modified="no date"),
        entry("old.md", modified="2026-01-01T00:00:00.000Z"),
        entry("new.md", modified="2026-01-01T01:00:00+00:30"),
        entry("c.md", modified="9999-99-99"),
    )
    assert listed(made) == ["new.md", "old.md", "a.md", "b.md", "c.md"]


# people's text


def test_without_entries_no_file_is_made_and_none_is_changed() -> None:
    assert index(None) == Index(None, 0, False)
    assert index("# Mine\n") == Index("# Mine\n", 0, False)


def test_a_new_index_is_our_block_alone() -> None:
    assert text(None, entry("a.md")) == f"{BEGIN}\n{HEADER}\n- [A](a.md) — About a.md\n{END}\n"


def test_the_block_is_appended_behind_a_blank_line() -> None:
    assert text("# Mine\n", entry("a.md")).startswith(f"# Mine\n\n{BEGIN}\n")
    assert text("# Mine", entry("a.md")).startswith(f"# Mine\n\n{BEGIN}\n")
    assert text("# Mine\r\n", entry("a.md")).startswith(f"# Mine\r\n\r\n{BEGIN}\r\n")


def test_the_block_stays_where_a_person_moved_it() -> None:
    made = text(f"Above\n{BEGIN}\n- [Old](old.md)\n{END}\nBelow", entry("a.md"))
    assert made == f"Above\n{BEGIN}\n{HEADER}\n- [A](a.md) — About a.md\n{END}\nBelow"


def test_a_block_without_entries_is_emptied_in_its_place() -> None:
    assert text(f"Above\n{BEGIN}\n- [Old](old.md)\n{END}\nBelow\n") == f"Above\n{BEGIN}\n{END}\nBelow\n"


def test_an_older_wording_of_the_marks_is_known() -> None:
    made = text(
        "Mine\n<!-- extractor: other words -->\n- [Old](old.md)\n<!-- /extractor: end -->\n", entry("a.md")
    )
    assert own_text(made) == "Mine\n"
    assert "old.md" not in made


def test_a_file_linked_in_people_s_text_is_not_repeated() -> None:
    mine = "See [a](a.md), [b](./b.md#x), [n](<My Notes.md>), [m](My%20Plan.md) and [c](sub/c.md).\n"
    made = text(mine, *map(entry, ("a.md", "b.md", "My Notes.md", "My Plan.md", "c.md")))
    assert listed(made.split(BEGIN)[1]) == ["c.md"]


@pytest.mark.parametrize(
    "mine",
    [
        "<!-- extractor: leave my links alone -->\n- [Runbook](runbook.md) — read first\n\nMine.\n",
        "<!-- extractor: mine -->\n",
        "<!-- extractor: mine -->\nMine.\n<!-- /extractor -->\n",
    ],
)
def test_a_persons_comment_that_names_the_service_begins_no_block(mine: str) -> None:
    ours = text(None, entry("a.md"))
    for existing in (f"{mine}\n{ours}", f"{ours}\n{mine}"):
        made = text(existing, entry("b.md"))
        assert mine.removesuffix("<!-- /extractor -->\n") in made
        assert "b.md" in listed(made)
        assert "a.md" not in listed(made)
        assert made.count(BEGIN) == 1


def test_a_file_without_a_type_is_a_persons_and_gives_way_to_no_fact_of_the_services() -> None:
    machines = [
        entry(f"r{n}.md", type=MemoryType.REFERENCE, modified="2026-03-01T00:00:00Z") for n in range(9)
    ]
    made = index(None, *machines, entry("mine.md", type=None), lines=8)
    assert "mine.md" in listed(made.text or "")


def test_bytes_that_are_not_utf8_and_a_byte_order_mark_are_kept() -> None:
    mine = b"\xef\xbb\xbfCaf\xe9\r\n\x00 tail  \n"
    made = encode(text(decode(mine), entry("a.md")))
    assert made.startswith(mine)
    alone = encode(text(decode(b"\xef\xbb\xbf"), entry("a.md")))
    assert alone == encode(text(decode(alone), entry("a.md")))
    assert alone.startswith(b"\xef\xbb\xbf<!--")


ENTRY_LINE = "- [Old](old.md) — About old"
WARNING = "- … 3 more memory files are not listed; see the folder"


@pytest.mark.parametrize(
    ("existing", "own"),
    [
        (f"A\n{BEGIN}\n{HEADER}\n{ENTRY_LINE}\n{WARNING}\nB\n", "A\nB\n"),
        (f"A\n{ENTRY_LINE}\n{END}\nB\n", f"A\n{ENTRY_LINE}\nB\n"),
        (f"A\n{BEGIN}\n{ENTRY_LINE}\n{END}\nB\n{BEGIN}\n{ENTRY_LINE}\n{END}\nC\n", "A\nB\nC\n"),
        (f"A\n{BEGIN}\n{ENTRY_LINE}\nB\n{BEGIN}\n{ENTRY_LINE}\n{END}\nC\n", "A\nB\nC\n"),
        (f"A\n{BEGIN}\n{ENTRY_LINE}\n{END}\n{END}\nC\n", "A\nC\n"),
        (f"A\n{END}\nB\n{BEGIN}\nC", "A\nB\nC"),
        (f"A\n{BEGIN}", "A\n"),
    ],
)
def test_damaged_marks_cost_nobody_s_words(existing: str, own: str) -> None:
    assert own_text(existing, HEADER) == own
    made = text(existing, entry("a.md"))
    assert own_text(made, HEADER) == own
    assert (made.count(BEGIN), made.count(END)) == (1, 1)
    assert text(made, entry("a.md")) == made


def test_marks_inside_a_sentence_are_words() -> None:
    mine = f"Our marks look like {BEGIN} and {END} here.\n"
    assert text(mine, entry("a.md")).startswith(mine)


# caps


def test_what_has_no_room_is_counted_in_a_warning() -> None:
    made = index(None, *(entry(f"f{n}.md") for n in range(300)))
    assert made.text is not None
    assert made.text.count("\n") == 200
    assert made.left_out == 104
    assert "- … 104 more memory files are not listed; see the folder" in made.text
    assert not made.own_text_too_large


def test_a_reference_said_today_is_told_before_a_projects_fact_of_last_year() -> None:
    old = [entry(f"old-{n}.md", modified=f"2025-01-{n:02}T09:00:00Z") for n in range(1, 10)]
    fresh = entry("new.md", type=MemoryType.REFERENCE, modified="2026-03-01T09:00:00Z")
    rule = entry("rule.md", type=MemoryType.FEEDBACK, modified="2024-03-01T09:00:00Z")
    made = index(None, fresh, *old, rule, header="", lines=6).text or ""
    assert listed(made) == ["rule.md", "old-9.md", "new.md"]


def test_one_left_out_is_told_in_the_singular() -> None:
    line = entry_line(entry("a.md"))
    cramped = len(encode(f"{BEGIN}\n{line}\n{END}\n"))
    made = index(None, entry("a.md", description="x" * 150), lines=3, size=cramped + 20, header="")
    assert made.left_out == 1
    assert made.text == f"{BEGIN}\n- … 1 more memory file is not listed; see the folder\n{END}\n"


def test_a_file_whose_name_fills_the_line_is_left_out_and_counted() -> None:
    made = index(None, entry("x" * 240 + ".md"), entry("a.md"))
    assert made.left_out == 1
    assert listed(made.text or "") == ["a.md"]


@pytest.mark.parametrize("mine", ["line\n" * 200, "word " * 6_000 + "\n"])
def test_people_s_text_that_fills_the_file_stays_with_one_warning(mine: str) -> None:
    made = index(mine, entry("a.md"), entry("b.md"))
    assert made.own_text_too_large
    assert made.left_out == 2
    assert made.text is not None
    assert made.text.startswith(mine)
    assert made.text[len(mine) :].split("\n") == [
        "", BEGIN, "- … 2 more memory files are not listed; see the folder", END, ""
    ]  # fmt: skip
    assert index(made.text, entry("a.md"), entry("b.md")) == made


def test_people_s_text_alone_over_the_caps_is_told_without_entries_too() -> None:
    assert index("line\n" * 201) == Index("line\n" * 201, 0, True)


LINES = st.sampled_from(
    [
        "Text\n",
        "\n",
        "# Head\r\n",
        "[a](f1.md)\n",
        "emoji 🦊 ü\n",
        "no end",
        f"{BEGIN}\n",
        f"{END}\n",
        f" {END} \r\n",
        f"{ENTRY_LINE}\n",
        f"{WARNING}\n",
        f"{HEADER}\n",
        "\ufeff",
        "<!-- extractor: x -->\n",
        "\udce9\n",
        "x" * 4000 + "\n",
    ]
)
ENTRIES = st.builds(
    Entry,
    st.integers(0, 400).map("f{}.md".format)
    | st.sampled_from(["My Notes.md", "ü🦊.md", "a(b.md", "%41.md", "x" * 200]),
    st.text(max_size=80),
    st.text(max_size=250),
    st.sampled_from([*MemoryType, None]),
    st.sampled_from(["", "2026-01-01T00:00:00Z", "2025-01-01", "x"]),
    st.booleans(),
    st.sampled_from([None, date(2026, 1, 1), date(2027, 1, 1)]),
)


@settings(max_examples=200)
@given(
    st.none() | st.lists(LINES, max_size=30).map("".join),
    st.lists(ENTRIES, max_size=40, unique_by=lambda e: e.file),
    st.integers(5, 60),
    st.integers(300, 6_000),
    st.sampled_from(["", HEADER, "# One\n\nTwo\n"]),
)
def test_the_index_holds_its_caps_and_people_s_text(
    existing: str | None, entries: list[Entry], lines: int, size: int, header: str
) -> None:
    made = index(existing, *entries, header=header, lines=lines, size=size)
    if made.text is None:
        assert existing is None
        assert not entries
        return
    assert index(made.text, *reversed(entries), header=header, lines=lines, size=size) == made
    before, after = own_text(existing or "", header), own_text(made.text, header)
    assert after == before or after.rstrip("\r\n") == before.rstrip("\r\n")
    inside = made.text.count("\n") <= lines and len(encode(made.text)) <= size
    assert inside or made.own_text_too_large
    assert (f"- … {made.left_out} more" in made.text) or not made.left_out
    in_block = (
        listed(made.text.split(BEGIN)[1])
        if made.text.count(BEGIN) == 1 and before.count("- [") == 0
        else None
    )
    if in_block is not None and "f1.md" not in before:
        assert len(in_block) + made.left_out == len(entries)


def test_lines_of_a_team_that_are_not_accepted_any_more_are_left_out_of_an_index() -> None:
    index = "own\n- (team) New.\n- (team) Old.\n  - (team) Posed.\n- (personal) Mine.\n"
    assert without_stale(index, "team", ["- (team) New."]) == "own\n- (team) New.\n- (personal) Mine.\n"
    assert without_stale("nothing of it\r\n", "team", []) == "nothing of it\r\n"
