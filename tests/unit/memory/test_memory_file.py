"""Memory files: any bytes are read, an edit changes what it names and nothing else."""

from __future__ import annotations

import json

import frontmatter
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import MemoryType
from extractor.memory.edit import edit
from extractor.memory.memory_file import EditRefused, NewMemory, parse, render

AT = "2026-03-02T09:14:05.120Z"
LATER = "2026-04-01T08:00:00.000Z"

CANONICAL = b"""---
name: tests-use-real-database
description: "Integration tests run against a real database, never mocks"
metadata:
  node_type: memory
  type: feedback
  modified: 2026-03-02T09:14:05.120Z
  originSessionId: 1f0c2a54-0b1c-4d5e-8f90-a1b2c3d4e5f6
---

Integration tests hit a real database.

**Why:** a mocked test hid a broken migration.
**How to apply:** start the database first.
"""


def new(**values: object) -> NewMemory:
    given_ = {
        "name": "tests-use-real-database",
        "description": "Integration tests run against a real database, never mocks",
        "type": MemoryType.FEEDBACK,
        "statements": ("Integration tests hit a real database.",),
        "modified": AT,
        "session": "1f0c2a54-0b1c-4d5e-8f90-a1b2c3d4e5f6",
        "why": "a mocked test hid a broken migration.",
        "how_to_apply": "start the database first.",
    }
    return NewMemory(**{**given_, **values})  # type: ignore[arg-type]


# the canonical form


def test_a_new_file_has_the_canonical_form() -> None:
    assert render(new()) == CANONICAL


def test_statements_stand_as_paragraphs_and_reasons_may_be_left_out() -> None:
    made = render(new(statements=("One.", "Two."), why=None, how_to_apply=None))
    assert made.endswith(b"\n---\n\nOne.\n\nTwo.\n")


def test_the_canonical_form_reads_back() -> None:
    read = parse(CANONICAL)
    assert read.name == "tests-use-real-database"
    assert read.description == "Integration tests run against a real database, never mocks"
    assert read.type is MemoryType.FEEDBACK
    assert read.modified == AT
    assert read.session == "1f0c2a54-0b1c-4d5e-8f90-a1b2c3d4e5f6"
    assert read.pinned is False
    assert read.statements == ("Integration tests hit a real database.",)
    assert read.why == "a mocked test hid a broken migration."
    assert read.how_to_apply == "start the database first."
    assert read.metadata["node_type"] == "memory"
    assert read.problem is None


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "  ",
        "# Title",
        "- item",
        "1. item",
        "> quote",
        "**Why:** so",
        "**how to apply**: so",
        "---",
        "```sh",
        "<!-- x -->",
        "| a | b |",
    ],
)
def test_a_statement_that_markdown_would_not_read_as_a_sentence_is_refused(statement: str) -> None:
    with pytest.raises(EditRefused):
        render(new(statements=(statement,)))
    with pytest.raises(EditRefused):
        edit(CANONICAL, add=[statement])


def test_a_file_without_statements_is_refused() -> None:
    with pytest.raises(EditRefused):
        render(new(statements=()))


WORDS = st.text(st.characters(exclude_categories=()), min_size=0, max_size=60)
TRAPS = st.sampled_from(
    [
        "NO",
        "yes",
        "~",
        "12:30:45",
        "01234",
        "1.10",
        "use foo: bar",
        "@foo",
        "# x",
        "a #b",
        "'q'",
        '"q"',
        "[b, a]",
        "{a: b}",
        "- x",
        "? x",
        "&a",
        "*a",
        "!t",
        "|",
        ">",
        "%",
        "`",
        "---",
        "\u2028x",
        "\x85",
        "\ufeffx",
        "🦊",
        "a\\nb",
        "a: b: c",
        "null",
        "2026-05-01T10:20:30Z",
        "2026-13-45",
        "content: x",
        "0x1F",
        "1e3",
        ".inf",
        "<<",
        "=",
    ]
)


@settings(max_examples=300)
@given(name=WORDS | TRAPS, description=WORDS | TRAPS, session=WORDS | TRAPS, why=WORDS | TRAPS)
def test_every_scalar_survives_yaml(name: str, description: str, session: str, why: str) -> None:
    def folded(text: str) -> str:
        clean = "".join("\ufffd" if c in CONTROLS or 0xD800 <= ord(c) < 0xE000 else c for c in text)
        return " ".join(clean.split())

    made = render(new(name=name, description=description, session=session, why=why, how_to_apply=None))
    read = parse(made)
    assert (read.name or "", read.description or "") == (folded(name), folded(description))
    assert (read.session or "") == folded(session)
    assert (read.why or "") == folded(why)
    assert (read.type, read.modified, read.problem) == (MemoryType.FEEDBACK, AT, None)
    loaded = frontmatter.loads(made.decode())
    assert loaded["description"] == folded(description)
    assert loaded["name"] == folded(name)


CONTROLS = {chr(n) for n in (*range(9), *range(14, 28), 127)}


# reading what others wrote


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"\xff\xfe\x00x",
        b"---",
        b"---\n---",
        b"---\n---\n",
        b"---\nname: x\n",
        b"----\nrule\n----\nx\n",
        b"---\n" + b"[" * 20000 + b"\n---\n",
        b"---\na: &a [*a]\n---\nx",
        b"---\na: 2026-13-45\n---\nx",
        b"---\n? [x]\n: 2\na: 1\n---\n",
        b"---\na: !!int ''\n---\nx",
        b"---\n" + b"- " * 3000 + b"\na: 1\n---\n",
        b"---\na: " + b"{b: " * 150 + b"\n---\nx",
        b"---\na: 0x" + b"f" * 9000 + b"\n---\nx",
    ],
)
def test_any_bytes_are_read(data: bytes) -> None:
    assert parse(data).body is not None


@settings(max_examples=300)
@given(st.binary(max_size=200) | st.text("-:\n\r\t #'\"[]{}&*!|>%a\ufeff", max_size=60).map(str.encode))
def test_noise_is_read_with_and_without_front_matter(data: bytes) -> None:
    parse(data)
    parse(b"---\n" + data + b"\n---\nBody.")


def test_aliases_that_multiply_do_not_fill_the_memory() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    block = "metadata:\n" + "".join(f"  {line}\n" for line in lines)
    read = parse(f"---\n{block}---\nBody.".encode())
    assert read.problem == "front matter holds more values than are read"
    assert len(json.dumps(dict(read.metadata))) < 50_000


def test_a_file_without_front_matter_is_all_body() -> None:
    read = parse(b"Use tabs.\n\nNever spaces.\n")
    assert (read.name, read.description, read.type) == (None, None, None)
    assert read.statements == ("Use tabs.", "Never spaces.")


def test_a_byte_order_mark_and_dos_line_ends_hide_nothing() -> None:
    read = parse(b"\xef\xbb\xbf" + CANONICAL.replace(b"\n", b"\r\n"))
    plain = parse(CANONICAL)
    assert read == plain


def test_a_rule_of_four_dashes_is_no_front_matter() -> None:
    assert parse(b"----\nname: x\n----\nBody.\n").name is None


def test_prose_between_two_rules_is_no_front_matter() -> None:
    read = parse(b"---\nSome prose.\n---\nMore.\n")
    assert read.statements == ("Some prose.", "More.")


def test_broken_yaml_is_read_line_by_line_and_told() -> None:
    read = parse(b"---\nname: x\ndescription: use foo: bar\nmetadata:\n  type: user\n---\nBody.\n")
    assert read.description == "use foo: bar"
    assert read.type is MemoryType.USER
    assert read.problem is not None
    assert "front matter is not valid YAML" in read.problem
    assert "\n" not in read.problem


def test_a_key_named_content_is_like_any_other() -> None:
    assert parse(b"---\ncontent: x\nname: y\n---\nBody.\n").name == "y"


def test_values_are_text_as_written_where_yaml_makes_something_else() -> None:
    read = parse(b"---\nname: NO\ndescription: 12:30:45\nmetadata:\n  modified: 2026-05-01T10:20:30Z\n---\n")
    assert (read.name, read.description, read.modified) == ("NO", "12:30:45", "2026-05-01T10:20:30Z")


def test_our_keys_are_found_at_the_top_too() -> None:
    read = parse(b"---\nname: x\ntype: reference\npinned: true\n---\nBody.\n")
    assert read.type is MemoryType.REFERENCE
    assert read.pinned is True


def test_a_file_that_is_not_utf8_is_read_and_told() -> None:
    read = parse(b"Caf\xe9 is open.\n")
    assert read.problem is not None
    assert "not UTF-8" in read.problem
    assert read.statements == ("Caf\ufffd is open.",)


def test_sentences_are_cut_where_they_end() -> None:
    body = (
        b"# Heading\n\nUse e.g. Foo v1.5 here. Run `a. B c` first! Is it so? Yes.\n\n- Item one. Item two.\n- Item three\n\n"
        b"```\nCode line.\n**Why:** not this\n```\n\nA sentence that is\nwrapped. Next one.\n\n**Why:** because\nof that.\n"
    )
    read = parse(body)
    assert read.statements == (
        "Use e.g. Foo v1.5 here.",
        "Run `a. B c` first!",
        "Is it so?",
        "Yes.",
        "Item one.",
        "Item two.",
        "Item three",
        "A sentence that is wrapped.",
        "Next one.",
    )
    assert read.why == "because of that."


# edits


SECTIONS = b"## One\nA rule.\n**Why:** ops.\n\n## Two\nB rule.\n**Why:** mine.\nMine, too.\n"


def test_what_stands_behind_a_reason_is_read_too() -> None:
    read = parse(SECTIONS)
    assert (read.statements, read.why) == (("A rule.", "B rule."), "ops.")
    assert parse(SECTIONS.replace(b"\n", b"\r\n")).statements == read.statements
    assert edit(SECTIONS, remove=["B rule."]) == SECTIONS.replace(b"B rule.\n", b"")
    assert edit(SECTIONS, remove=["A rule."]) == SECTIONS.replace(b"A rule.\n", b"")
    added = SECTIONS.replace(b"A rule.\n", b"A rule.\n\nC rule.\n")
    assert edit(SECTIONS, add=["C rule."]) == added
    assert edit(SECTIONS, why="new") == SECTIONS.replace(b"ops.", b"new")


def test_a_sentence_that_goes_takes_nothing_along_that_stands_before_or_beside_it() -> None:
    reason = b"A rule.\n\n**Why:** so.\n \n"
    assert edit(reason + b"B rule.", remove=["B rule."]) == b"A rule.\n\n**Why:** so.\n "
    beside = b"<!-- mine --> A rule.\n```\nmine\n```\n\nB rule.\n"
    assert edit(beside, remove=["A rule."]) == beside.replace(b"A rule.", b"")


def test_a_reason_ends_where_something_else_begins() -> None:
    for mine in (b"# Mine", b"| mine |", b"```\nmine\n```", b"---", b"<!-- mine -->"):
        data = b"A rule.\n\n**Why:** so\nand so.\n" + mine + b"\n"
        assert parse(data).why == "so and so."
        assert edit(data, why="new") == data.replace(b"so\nand so.", b"new")


@pytest.mark.parametrize("rule", ["---", "***", "===", "#", "| a |"])
def test_a_line_that_is_no_sentence_is_none_with_dos_line_ends_either(rule: str) -> None:
    text = f"A rule.\n{rule}\nB rule.\n"
    for data in (text, text.replace("\n", "\r\n")):
        assert parse(data.encode()).statements == ("A rule.", "B rule.")


def test_nothing_is_added_into_code_that_a_person_left_open() -> None:
    data = b"A rule.\n\n```\nmine\n"
    assert edit(data, add=["B rule."], why="so") == b"A rule.\n\nB rule.\n\n**Why:** so\n\n```\nmine\n"
    assert parse(edit(b"```\nmine\n", add=["B rule."])).statements == ("B rule.",)


def test_an_edit_of_nothing_is_the_same_file() -> None:
    assert edit(CANONICAL, modified=LATER) == CANONICAL
    same = parse(CANONICAL).description
    assert edit(CANONICAL, description=same, modified=LATER) == CANONICAL


def test_a_replaced_sentence_and_the_stamp_are_all_that_changes() -> None:
    old = "Integration tests hit a real database."
    made = edit(CANONICAL, replace=[(old, "They hit PostgreSQL 16.")], modified=LATER)
    assert made == CANONICAL.replace(old.encode(), b"They hit PostgreSQL 16.").replace(
        AT.encode(), LATER.encode()
    )


def test_an_added_sentence_stands_before_why() -> None:
    made = edit(CANONICAL, add=["One more.", "And another."])
    assert made == CANONICAL.replace(b"database.\n\n", b"database.\n\nOne more.\n\nAnd another.\n\n", 1)


def test_a_removed_sentence_takes_its_paragraph_along() -> None:
    longer = edit(CANONICAL, add=["One more."])
    assert edit(longer, remove=["One more."]) == CANONICAL


def test_the_last_sentence_of_a_file_without_reasons_goes_with_the_blank_line_before_it() -> None:
    assert edit(b"One.\n\nTwo.\n", remove=["Two."]) == b"One.\n"
    assert edit(b"One.\n\nTwo.", remove=["Two."]) == b"One."
    assert edit(b"One.\n\nTwo.\n\nThree.\n", remove=["Two.", "Three."]) == b"One.\n"


def test_a_sentence_is_removed_from_its_line_and_from_its_list() -> None:
    assert edit(b"One. Two. Three.\n", remove=["Two."]) == b"One. Three.\n"
    assert edit(b"One. Two. Three.\n", remove=["Three."]) == b"One. Two.\n"
    assert edit(b"- One.\n- Two.\n- Three.\n", remove=["Two."]) == b"- One.\n- Three.\n"


def test_a_list_item_keeps_its_mark() -> None:
    assert edit(b"* One.\n* Two.\n", replace=[("Two.", "Three.")]) == b"* One.\n* Three.\n"


def test_several_sentences_of_one_line_can_be_named_together() -> None:
    assert edit(b"One. Two. Three.\n", replace=[("One. Two.", "Both.")]) == b"Both. Three.\n"


def test_sentences_change_places() -> None:
    assert edit(b"One.\n\nTwo.\n", replace=[("One.", "Two."), ("Two.", "One.")]) == b"Two.\n\nOne.\n"


@pytest.mark.parametrize(
    ("data", "old", "reason"),
    [
        (b"Use tabs.\n", "Use spaces.", "does not stand"),
        (b"Never Use tabs.\n", "Use tabs.", "does not stand"),
        (b"Use tabs\nin Go.\n", "Use tabs", "does not stand"),
        (b"Hi.\n\n**Why:** Use tabs.\n", "Use tabs.", "does not stand"),
        (b"Hi.\n\n```\nUse tabs.\n```\n", "Use tabs.", "does not stand"),
        (b"Hi.\n", " ", "empty"),
        (b"Caf\xe9. Use tabs.\n", "Use tabs.", "not UTF-8"),
    ],
)
def test_a_sentence_that_does_not_stand_there_is_refused(data: bytes, old: str, reason: str) -> None:
    with pytest.raises(EditRefused, match=reason):
        edit(data, replace=[(old, "New.")])


@pytest.mark.parametrize(
    ("data", "made"),
    [
        (b"Use tabs\nin Go.\n", b"New.\n"),
        (b"Mine. Use tabs\nin Go. More.\n\nEnd.\n", b"Mine. New.\nMore.\n\nEnd.\n"),
        (b"- Use tabs\n  in Go.\n- Mine.\n", b"- New.\n- Mine.\n"),
        (b"> Use tabs\r\nin Go.\r\n> Mine.\r\n", b"> New.\r\n> Mine.\r\n"),
        (b"Use tabs <!-- mine -->\nin Go.\n", b"New. <!-- mine -->\n"),
        (b"Use tabs in Go.\n\nMine.\n\nUse tabs in Go.\n", b"New.\n\nMine.\n\n"),
        (b"- Use tabs in Go.\n- Use tabs in Go.\n", b"- New.\n"),
        (b"Use tabs in Go.   Use tabs in Go. Mine.\n", b"New. Mine.\n"),
    ],
)
def test_a_sentence_is_replaced_over_its_lines_and_wherever_it_stands(data: bytes, made: bytes) -> None:
    assert edit(data, replace=[("Use tabs in Go.", "New.")]) == made


@pytest.mark.parametrize(
    ("data", "made"),
    [
        (b"Use tabs.\n\nMine.\n\nUse tabs.\n", b"Mine.\n\n"),
        (b"Mine. Use\ntabs. More.\n", b"Mine.\nMore.\n"),
        (b"Use tabs.\n", b""),
    ],
)
def test_a_sentence_is_removed_over_its_lines_and_wherever_it_stands(data: bytes, made: bytes) -> None:
    assert edit(data, remove=["Use tabs."]) == made


def test_with_the_first_sentence_of_a_file_of_ours_goes_the_reason_a_run_gave_for_it() -> None:
    longer = edit(CANONICAL, add=["Mine."])
    made = edit(longer, remove=["Integration tests hit a real database."], file="testing.md")
    assert made.endswith(b"---\n\nMine.\n")
    theirs = edit(
        longer,
        remove=["Integration tests hit a real database."],
        file="testing.md",
        is_recorded=lambda _: False,
    )
    assert b"**Why:**" in theirs


def test_a_sentence_that_stands_already_is_not_added() -> None:
    with pytest.raises(EditRefused, match="already"):
        edit(CANONICAL, add=["Integration tests hit a real database."])


def test_reasons_are_replaced_and_added_in_their_order() -> None:
    made = edit(CANONICAL, why="so", how_to_apply="do")
    assert made.endswith(b"database.\n\n**Why:** so\n**How to apply:** do\n")
    assert edit(b"One.\n", how_to_apply="do", why="so") == b"One.\n\n**Why:** so\n**How to apply:** do\n"
    assert edit(b"One.\n\n**How to apply:** do", why="so") == b"One.\n\n**Why:** so\n**How to apply:** do"
    assert edit(b"One.\n\n**Why:** so\nand so.", how_to_apply="do") == (
        b"One.\n\n**Why:** so\nand so.\n**How to apply:** do"
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"plain # why", b'"new" # why'),
        (b"'single''s' # why", b'"new" # why'),
        (b'"a \\" b # c" # why', b'"new" # why'),
        (b">\n  folded\n\n  text\n# note", b'"new"\n# note'),
        (b"|-\n  block: x\n  type: y", b'"new"'),
        (b"plain\n  goes on", b'"new"'),
        (b'"quoted\n  goes on"', b'"new"'),
        (b"", b' "new"'),
        (b"# only a note", b'"new" # only a note'),
    ],
)
def test_a_description_is_replaced_in_whatever_form_it_has(value: bytes, expected: bytes) -> None:
    gap = b"" if value == b"" else b" "
    data = b"---\nname: x\ndescription:" + gap + value + b"\nother: [b, a]\n---\nBody.\n"
    made = edit(data, description="new")
    assert made == b"---\nname: x\ndescription:" + gap + expected + b"\nother: [b, a]\n---\nBody.\n"


def test_a_description_is_mended_where_it_broke_the_yaml() -> None:
    made = edit(b"---\nname: x\ndescription: use foo: bar\n---\nBody.\n", description="use foo: baz")
    assert made == b'---\nname: x\ndescription: "use foo: baz"\n---\nBody.\n'
    assert parse(made).problem is None


def test_a_description_is_added_where_front_matter_has_none() -> None:
    assert edit(b"---\nname: x\n---\nB.\n", description="d") == b'---\nname: x\ndescription: "d"\n---\nB.\n'


def test_front_matter_is_never_made_in_a_file_without() -> None:
    with pytest.raises(EditRefused, match="no front matter"):
        edit(b"One.\n", description="d")
    assert edit(b"One.\n", add=["Two."], modified=LATER) == b"One.\n\nTwo.\n"


def test_a_description_that_stands_twice_is_refused() -> None:
    with pytest.raises(EditRefused, match="two descriptions"):
        edit(b"---\ndescription: a\ndescription: b\n---\nB.\n", description="d")


def test_front_matter_that_a_line_edit_would_change_elsewhere_is_refused() -> None:
    data = b"---\nmeta: &d x\ndescription: &e y\nother: *e\n---\nB.\n"
    with pytest.raises(EditRefused, match="cannot be edited safely"):
        edit(data, description="d")


def test_the_stamp_goes_under_the_metadata_that_is_there() -> None:
    made = edit(
        b"---\nname: x\nmetadata:\n    type: user # kind\n# end\n---\nB.\n", add=["C."], modified=LATER
    )
    assert made == (
        b"---\nname: x\nmetadata:\n    type: user # kind\n    modified: 2026-04-01T08:00:00.000Z\n# end\n---\nB.\n\nC.\n"
    )


def test_the_stamp_is_found_behind_a_comment_at_the_margin() -> None:
    data = b"---\nmetadata:\n  type: user\n# between\n  modified: 2020-01-01T00:00:00Z # at\n---\nB.\n"
    made = edit(data, replace=[("B.", "C.")], modified=LATER)
    assert made == data.replace(b"2020-01-01T00:00:00Z", LATER.encode()).replace(b"B.", b"C.")


@pytest.mark.parametrize("block", [b"name: x", b"name: x\nmetadata: {type: user}", b"name: x\nmetadata:"])
def test_no_stamp_is_put_where_there_is_no_metadata_block(block: bytes) -> None:
    made = edit(b"---\n" + block + b"\n---\nB.\n", add=["C."], modified=LATER)
    assert made == b"---\n" + block + b"\n---\nB.\n\nC.\n"


def test_a_body_behind_a_closing_line_without_end_starts_on_its_own_line() -> None:
    assert edit(b"---\nname: x\n---", add=["One."]) == b"---\nname: x\n---\n\nOne.\n"


# edits of anything


KEYS = st.sampled_from(
    [
        "tags: [b, a]",
        "tags:\n- b\n- a",
        'quoted: "NO # no" # note',
        "answer: NO",
        "time: 12:30:45",
        "zip: 01234",
        "version: 1.10",
        "nothing: ~",
        "empty:",
        "# a comment: of a person",
        "block: |\n  description: inside\n\n  more",
        "folded: >-\n  folded\n  text",
        "fox: 🦊",
        "when: 2026-05-01T10:20:30Z",
        "single: 'it''s'",
        "nested:\n  description: not this\n  deep:\n    modified: nor this",
        "content: x",
        "",
    ]
)
DESCRIPTIONS = st.sampled_from(
    [
        "plain words",
        '"double # quoted"',
        "'single'",
        ">\n  folded\n  words",
        "NO",
        "|\n  block",
        '"ü 🦊"',
        "words # note",
    ]
)
METADATA = st.sampled_from(
    [
        "metadata:\n  type: feedback\n  modified: 2020-01-01T00:00:00Z # stamp\n  own: kept",
        'metadata:\n    modified: "2020-01-01T00:00:00Z"\n    list:\n      - a',
        "metadata: # note\n  # inside\n  type: user",
        "metadata: {type: feedback, modified: 2020-01-01T00:00:00Z}",
        "",
    ]
)
SENTENCES = ["Use tabs in Go.", "The café opens at 9 🦊.", "Release on 2026-05-01!", "Run `make. All` first."]
BODIES = st.sampled_from(
    [
        "\n{0}\n\n{1}\n",
        "{0} {1}\n\n# Notes\n\n- {2}\n- {3}\n",
        "\n* {0}\n* {1}\n\n**Why:** so it is.\n**How to apply:** do it.\n\nLater words.\n",
        "\n\n> {0}\n\n```\ncode. Here.\n```\n\n{1}\n<!-- a person's -->",
        "{0}\n\n---\n\n  {1}  \n\n| a | b |\n|---|---|\n",
    ]
)


@st.composite
def documents(draw: st.DrawFn) -> tuple[bytes, list[str]]:
    """A person's file and the sentences that can be edited in it."""
    keys = [
        f"description: {draw(DESCRIPTIONS)}",
        draw(METADATA),
        *draw(st.lists(KEYS, max_size=5, unique=True)),
    ]
    block = "".join(f"{key}\n" for key in draw(st.permutations(keys)) if key or draw(st.booleans()))
    shape = draw(BODIES)
    body = shape.format(*SENTENCES)
    text = f"---\n{block}---\n{body}"
    if draw(st.booleans()):
        text = text.rstrip("\n")
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    mark = "\ufeff" if draw(st.booleans()) else ""
    return (mark + text).encode(), [s for n, s in enumerate(SENTENCES) if f"{{{n}}}" in shape]


def lines_but(data: bytes, *beginnings: bytes) -> list[bytes]:
    lines = [line.strip() for line in data.split(b"\n")]
    return [line for line in lines if line and not line.startswith(beginnings)]


@settings(max_examples=150)
@given(documents(), st.integers(0, 3))
def test_replacing_a_sentence_changes_its_bytes_only(document: tuple[bytes, list[str]], which: int) -> None:
    data, sentences = document
    old = sentences[which % len(sentences)]
    made = edit(data, replace=[(old, "Something new, 🐍 even.")])
    assert made == data.replace(old.encode(), "Something new, 🐍 even.".encode())
    assert edit(made, replace=[("Something new, 🐍 even.", old)]) == data


@settings(max_examples=150)
@given(documents(), st.booleans())
def test_adding_a_sentence_inserts_bytes_only(document: tuple[bytes, list[str]], stamped: bool) -> None:
    data, _ = document
    made = edit(data, add=["Added here."], modified=LATER if stamped else None)
    if not stamped:
        cut = made.index(b"Added here.")
        eol = b"\r\n" if b"\r\n" in data else b"\n"
        assert made == data[: cut - 2 * len(eol)] + 2 * eol + b"Added here." + data[cut - 2 * len(eol) :]
    else:
        assert lines_but(made, b"modified:", b"Added here.") == lines_but(data, b"modified:")
        assert [k for k in parse(made).metadata if k != "modified"] == [
            k for k in parse(data).metadata if k != "modified"
        ]
    assert "Added here." in parse(made).statements
    assert set(parse(data).statements) <= set(parse(made).statements)


@settings(max_examples=150)
@given(documents())
def test_describing_a_file_changes_that_key_only(document: tuple[bytes, list[str]]) -> None:
    data, _ = document
    made = edit(data, description='Now "this": 🦊 # all')
    assert parse(made).description == 'Now "this": 🦊 # all'
    head, tail = data.split(b"\ndescription:" if b"\ndescription:" in data else b"description:", 1)
    assert made.startswith(head)
    new_line, _, rest = made[len(head) :].lstrip(b"\n").partition(b"\n")
    assert new_line.startswith(b'description: "Now')
    assert tail.endswith(rest)
    assert parse(made).metadata == parse(data).metadata
    assert parse(made).body == parse(data).body


@settings(max_examples=100)
@given(st.lists(st.sampled_from(SENTENCES), min_size=1, unique=True), st.data())
def test_what_is_added_can_be_removed_again(statements: list[str], data: st.DataObject) -> None:
    made = render(new(statements=tuple(statements)))
    more = data.draw(st.lists(st.sampled_from(["Alpha one.", "Beta two.", "Gamma three."]), unique=True))
    longer = edit(made, add=more, modified=LATER)
    assert parse(longer).statements == (*parse(made).statements, *more)
    shorter = edit(longer, remove=data.draw(st.permutations(more)), modified=AT)
    assert shorter == made


@pytest.mark.parametrize(
    ("written", "moment"),
    [("1970-01-01T00:00:01.500Z", 1_500), ("yesterday", None), ("2026-13-01T00:00:00Z", None)],
)
def test_the_moment_a_file_was_modified_is_told_where_it_is_one(written: str, moment: int | None) -> None:
    data = f"---\nname: a\nmetadata:\n  modified: {written}\n---\n\nA.\n"
    assert parse(data.encode()).modified_at == moment
