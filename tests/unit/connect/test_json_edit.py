from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.connect.json_edit import Fragment, put, take_out, undo
from extractor.connect.json_text import NotUnderstood, read
from tests.unit.connect.json_texts import VALUES, texts

FRAGMENTS = st.sampled_from(
    [
        Fragment(("hooks", "SessionStart"), {"hooks": [{"command": "/bin/x"}]}, in_array=True),
        Fragment(("instructions",), "/memory/MEMORY.md", in_array=True),
        Fragment(("enabledPlugins", "extractor@extractor"), True),
        Fragment(("statusLine",), {"type": "command"}),
        Fragment(("a", "b", "c"), []),
    ]
)


def with_ours(told: object, fragment: Fragment) -> object:
    """What the text should say with the fragment in it, told by another road than the text's."""
    keys = list(fragment.path)
    root = json.loads(json.dumps(told))
    at = root
    for key in keys if fragment.in_array else keys[:-1]:
        at = at.setdefault(key, [] if fragment.in_array and key == keys[-1] else {})
    if fragment.in_array:
        at.append(fragment.value)
    else:
        at[keys[-1]] = fragment.value
    return root


@settings(max_examples=200)
@given(st.data(), FRAGMENTS, st.booleans())
def test_what_is_put_in_says_what_it_should_and_taken_back_leaves_every_byte(
    data: st.DataObject, fragment: Fragment, comments: bool
) -> None:
    text = data.draw(texts(comments))
    before = read(text, comments=comments).value
    try:
        done = put(text, fragment, comments=comments)
    except NotUnderstood:
        return  # something else stands where ours would
    if not done.pieces:
        assert done.text == text
        return
    assert read(done.text, comments=comments).value == with_ours(before, fragment)
    assert undo(done.text, done.pieces) == text
    again = put(done.text, fragment, comments=comments)
    assert (again.text, again.pieces) == (done.text, ())


@settings(max_examples=150)
@given(st.data(), FRAGMENTS, VALUES, st.booleans())
def test_where_a_person_adds_to_the_file_meanwhile_only_ours_goes(
    data: st.DataObject, fragment: Fragment, theirs: object, comments: bool
) -> None:
    text = data.draw(texts(comments))
    try:
        done = put(text, fragment, comments=comments)
        own = Fragment(("of a person", "deep"), theirs)
        expected = read(put(text, own, comments=comments).text, comments=comments).value
    except NotUnderstood:
        return
    if not done.pieces:
        return
    changed = put(done.text, own, comments=comments).text
    left = take_out(changed, fragment, done.made, comments=comments)
    assert left is not None
    assert read(left, comments=comments).value == expected
    for comment in ("a note", "here: }"):
        assert left.count(comment) == changed.count(comment)


@settings(max_examples=200)
@given(st.data())
def test_a_plain_text_is_read_as_json_reads_it(data: st.DataObject) -> None:
    text = data.draw(texts(comments=False))
    assert read(text, comments=False).value == json.loads(text.removeprefix("\ufeff"))


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "{", "}", "[]", "3", '{"a":1', '{"a" 1}', '{"a":1,}', '{"a":1 "b":2}', '{"a":1}{', "{'a':1}",
        '{"a":01}', '{"a":1,"a":2}', '{"x":{"b":1,"b":1}}', '{"a":nan}', '{"a":"\n"}', '{"a":1} // note',
        '{"a":' + "[" * 300 + "]" * 300 + "}", '{"a":"\\x"}', '{"a":+1}', "null", '{"a":' + "9" * 5000 + "}",
    ],
)  # fmt: skip
def test_what_no_two_readers_agree_on_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        put(text, Fragment(("k",), 1), comments=False)


@pytest.mark.parametrize(
    "text", ['{"a": 1 /* }', '{"a": 1,, }', "{,}", "// only", '{"k": 2}', '{"k": {"a": 1} }']
)
def test_with_comments_too(text: str) -> None:
    with pytest.raises(NotUnderstood):
        put(text, Fragment(("k",), 1), comments=True)


@pytest.mark.parametrize(
    "text",
    ['{"hooks": []}', '{"hooks": {"SessionStart": {}}}', '{"hooks": null}', '{"hooks": {"SessionStart": 1}}'],
)
def test_what_stands_in_the_way_is_named(text: str) -> None:
    with pytest.raises(NotUnderstood, match="hooks"):
        put(text, Fragment(("hooks", "SessionStart"), {}, in_array=True), comments=False)


def test_true_is_not_one() -> None:
    with pytest.raises(NotUnderstood):
        put('{"on": 1}', Fragment(("on",), True), comments=False)


def test_the_files_own_indentation_and_line_ends_are_used() -> None:
    text = '{\r\n\t"a": 1\r\n}\r\n'
    done = put(text, Fragment(("l",), "v", in_array=True), comments=False)
    assert done.text == '{\r\n\t"a": 1,\r\n\t"l": [\r\n\t\t"v"\r\n\t]\r\n}\r\n'


def test_a_note_behind_the_last_value_stays_with_it() -> None:
    text = '{\n  "a": 1 // one\n}\n'
    done = put(text, Fragment(("b",), 2), comments=True)
    assert done.text == '{\n  "a": 1, // one\n  "b": 2\n}\n'


@pytest.mark.parametrize("text", ['{"a": 1 // here\r}', '{"a": 1, // here\r}', '{\r  "a": 1 // here\r}'])
def test_what_is_put_in_stands_in_no_note_that_ends_with_a_bare_return(text: str) -> None:
    done = put(text, Fragment(("k",), True), comments=True)
    assert read(done.text, comments=True).value == {"a": 1, "k": True}
    assert undo(done.text, done.pieces) == text


def test_a_list_on_one_line_stays_on_it() -> None:
    done = put('{"l": ["a"]}', Fragment(("l",), "b", in_array=True), comments=False)
    assert done.text == '{"l": ["a", "b"]}'


def test_a_comma_behind_the_last_value_is_that_lists_way() -> None:
    done = put('{\n  "l": [\n    "a",\n  ],\n}\n', Fragment(("l",), "b", in_array=True), comments=True)
    assert done.text == '{\n  "l": [\n    "a",\n    "b",\n  ],\n}\n'


def test_a_container_a_person_filled_meanwhile_stays() -> None:
    fragment = Fragment(("hooks", "SessionStart"), 1, in_array=True)
    done = put("{}", fragment, comments=False)
    mine = put(done.text, Fragment(("hooks", "Stop"), [], in_array=False), comments=False).text
    left = take_out(mine, fragment, done.made, comments=False)
    assert left is not None
    assert json.loads(left) == {"hooks": {"Stop": []}}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"l": ["a", // note\n "b"]}', '{"l": ["a" // note\n]}'),
        ('{"l": [ // note\n "b", "a"]}', '{"l": [ // note\n "a"]}'),
        ('{"l": [ // note\n "b"]}', '{"l": [ // note\n]}'),
        ('{"l": ["a", /* x */ "b"]}', '{"l": ["a" /* x */]}'),
        ('{"l": ["b" /* x */, "a"]}', '{"l": [ /* x */ "a"]}'),
        ('{"l": ["a",\n // note\n "b"\n]}', '{"l": ["a"\n // note\n]}'),
    ],
)
def test_a_note_beside_what_goes_stays_and_swallows_nothing(text: str, left: str) -> None:
    done = take_out(text, Fragment(("l",), "b", in_array=True), 0, comments=True)
    assert done == left
    assert "b" not in str(read(left, comments=True).value)


def test_what_is_not_there_cannot_be_taken_out() -> None:
    assert take_out("{}", Fragment(("a",), 1), 0, comments=False) is None
    assert undo("{}", put('{"a": 1}', Fragment(("b",), 1), comments=False).pieces) is None
