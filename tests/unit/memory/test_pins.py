from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.config.settings import Settings
from extractor.history.budget import estimate
from extractor.memory.pins import PIN_TOKENS, Pin, PinRoom, Pins

HEAD = b"---\nname: x\nmetadata:\n  type: project\n  pinned: true\n---\n\n"


def pinned(letters: int) -> bytes:
    return HEAD + b"a" * letters


def room(limit: int) -> PinRoom:
    return PinRoom(len, limit)


def test_only_files_that_say_so_are_pinned() -> None:
    files = {
        "b.md": pinned(10),
        "a.md": b"---\npinned: yes\n---\nA person's way of saying it.\n",
        "not.md": HEAD.replace(b"true", b"false") + b"pinned: true",
        "plain.md": b"pinned: true\n",
        "MEMORY.md": pinned(1),
    }
    pins = room(1_000).pins(files)
    assert [pin.file for pin in pins.fitting] == ["a.md", "b.md"]
    assert pins.left_out == ()
    assert pins.problem is None


def test_a_size_is_the_estimate_over_the_whole_file() -> None:
    pins = PinRoom(estimate).pins({"a.md": pinned(35)})
    assert pins.fitting == (Pin("a.md", estimate((HEAD + b"a" * 35).decode())),)
    assert (pins.tokens, pins.limit) == (pins.fitting[0].tokens, 100_000)


def test_a_file_too_large_is_left_out_and_named_while_the_others_stay() -> None:
    size = len(HEAD) + 100
    files = {"a.md": pinned(5_000), "b.md": pinned(100), "c.md": pinned(100)}
    pins = room(2 * size).pins(files)
    assert [pin.file for pin in pins.fitting] == ["b.md", "c.md"]
    assert [pin.file for pin in pins.left_out] == ["a.md"]
    assert pins.problem is not None
    assert f"a.md ({len(HEAD) + 5_000:,})" in pins.problem
    assert "b.md" not in pins.problem


def test_of_equal_files_the_first_by_name_is_taken() -> None:
    pins = room(len(HEAD) + 3).pins({"b.md": pinned(3), "a.md": pinned(3)})
    assert ([p.file for p in pins.fitting], [p.file for p in pins.left_out]) == (["a.md"], ["b.md"])


def test_a_file_that_would_exceed_the_room_is_refused_with_the_sizes() -> None:
    files = {"a.md": pinned(100), "b.md": b"not pinned"}
    refused = room(len(HEAD) * 2 + 150).refusal(files, "b.md", pinned(100))
    assert refused is not None
    assert f"{2 * (len(HEAD) + 100):,}" in refused
    assert f"a.md {len(HEAD) + 100}" in refused
    assert f"b.md {len(HEAD) + 100}" in refused


def test_a_file_that_is_not_pinned_may_grow_however_full_the_room_is() -> None:
    files = {"a.md": pinned(100), "b.md": b"short"}
    assert room(10).refusal(files, "b.md", b"long " * 1_000) is None


def test_a_pinned_file_may_shrink_but_not_grow_where_there_is_too_little_room() -> None:
    files = {"a.md": pinned(100), "b.md": pinned(100)}
    assert room(10).refusal(files, "a.md", pinned(99)) is None
    assert room(10).refusal(files, "a.md", pinned(100)) is None
    assert room(10).refusal(files, "a.md", pinned(101)) is not None


@settings(max_examples=100)
@given(
    st.dictionaries(st.sampled_from([f"{c}.md" for c in "abcdefgh"]), st.integers(0, 400)),
    st.integers(0, 1_500),
)
def test_what_fits_is_within_the_limit_and_nothing_is_lost(sizes: dict[str, int], limit: int) -> None:
    files = {name: pinned(size) for name, size in sizes.items()}
    pins = room(limit).pins(files)
    assert pins.tokens <= limit
    assert {pin.file for pin in pins.all} == files.keys()
    assert pins == room(limit).pins(dict(reversed(files.items())))
    assert_smallest_first(pins)


def assert_smallest_first(pins: Pins) -> None:
    if pins.fitting and pins.left_out:
        assert max(p.tokens for p in pins.fitting) <= min(p.tokens for p in pins.left_out)
    if pins.left_out:
        assert pins.tokens + min(p.tokens for p in pins.left_out) > pins.limit


def test_the_room_is_what_the_settings_say_by_default() -> None:
    assert Settings.model_fields["pin_tokens"].default == PIN_TOKENS
