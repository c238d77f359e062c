"""The context: pins, index, digest and window in one budget, the most stable first."""

from __future__ import annotations

from datetime import UTC

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.config.settings import Settings
from extractor.context.assemble import HEAD, Context, Sources, assemble
from extractor.context.digest import digest
from extractor.context.shares import Shares
from extractor.context.window import Read, Source, Window, window
from extractor.domain import Milliseconds
from extractor.history.budget import estimate
from extractor.memory.pins import PinRoom
from tests.unit.context.test_digest import NOW, many, work
from tests.unit.context.test_window import made

INDEX = "# Memory\n\n- [One](one.md) — one thing\n- [Two](two.md) — another\n"


def pinned(text: str) -> bytes:
    return f"---\nname: x\nmetadata:\n  pinned: true\n---\n\n{text}\n".encode()


def sources(
    files: dict[str, bytes] | None = None,
    index: str = INDEX,
    works: int = 3,
    exchanges: int = 3,
    size: int = 30,
) -> Sources:
    said = [made(f"e{number}", number * 1_000, size) for number in range(exchanges)]
    source = Source(Milliseconds(exchanges * 1_000), lambda _wanted: Read(said, is_whole=True))
    told = [work(f"w{number:07}", number) for number in range(works)]
    return Sources(
        files=files if files is not None else {"a.md": pinned("Always so."), "b.md": b"not pinned\n"},
        memory_index=index,
        digest=lambda budget: digest(told, NOW, UTC, budget),
        window=lambda budget: window([source] if said else [], budget),
        requests=exchanges,
    )


def names(told: Context) -> list[str]:
    return [layer.name for layer in told.layers if layer.text]


def test_a_layer_says_of_its_times_only_what_holds_for_them() -> None:
    _, _, past, recent = assemble(sources(), Shares()).layers
    assert "Times are those where the person is" in past.text
    assert "UTC" not in past.text.splitlines()[0]
    assert recent.text.startswith("# Recent conversation; times are UTC\n")


def test_what_changes_least_stands_first_and_pins_stand_whole() -> None:
    told = assemble(sources(), Shares())
    assert names(told) == ["pins", "index", "digest", "window"]
    places = [told.text.index(layer.text) for layer in told.layers]
    assert places == sorted(places)
    assert told.text.startswith(HEAD)
    assert told.layers[0].text == f"# Pinned memory\n\n## a.md\n\n{pinned('Always so.').decode()}"
    assert told.layers[1].text == f"# MEMORY.md\n\n{INDEX}"
    assert not any(layer.left_out for layer in told.layers)


def test_what_a_person_put_into_a_comment_of_a_pinned_file_is_not_told() -> None:
    told = assemble(sources(files={"a.md": pinned("Always so. <!-- Never so. -->")}), Shares())
    assert "Always so." in told.text
    assert "Never so." not in told.text


def test_what_comes_later_changes_nothing_of_what_stands_before() -> None:
    one, other = assemble(sources(), Shares()), assemble(sources(exchanges=9), Shares())
    assert one.layers[:3] == other.layers[:3]
    assert other.text.startswith(one.text[: one.text.index("# Recent conversation")])


@pytest.mark.parametrize("whole", [1_000, 2_000, 5_000])
def test_what_comes_later_changes_nothing_before_in_a_small_budget_either(whole: int) -> None:
    index = INDEX + "- [More](more.md) — x\n" * 60
    few, many = (assemble(sources(index=index, exchanges=n), Shares(whole)) for n in (1, 50))
    assert few.layers[:3] == many.layers[:3]


@pytest.mark.parametrize("whole", [1_000, 2_000, 5_000])
def test_where_the_index_is_cut_the_pins_before_it_and_its_beginning_stay(whole: int) -> None:
    index = INDEX + "".join(f"- [More {n}](more{n}.md) — x\n" for n in range(2_000))
    files = {"a.md": pinned("Always so.")}
    few, many = (assemble(sources(files, index=index, exchanges=n), Shares(whole)) for n in (1, 50))
    assert few.layers[0] == many.layers[0]
    assert "## a.md" in many.layers[0].text
    kept = many.layers[1].text.splitlines()
    assert few.layers[1].text.splitlines()[: len(kept) - 1] == kept[:-1]


SMALL = Shares(700, pins=1_000)
"""A small budget, and settings that give pins little of the usual one."""

LONG_INDEX = INDEX + "- [More](more.md) — x\n" * 55


def test_room_that_nothing_else_needs_goes_to_the_pins_and_to_the_index() -> None:
    for shares in (SMALL, Shares(700)):
        told = assemble(sources({"a.md": pinned("Always so. " * 20)}, LONG_INDEX, 0, 0), shares)
        pins, index, *_ = told.layers
        assert "## a.md" in pins.text
        assert index.text == f"# MEMORY.md\n\n{LONG_INDEX}"
        assert (pins.left_out, index.left_out) == ((), ())
        assert told.tokens <= 700


def test_a_pin_stands_before_conversation_however_small_its_share_would_be() -> None:
    told = assemble(sources({"a.md": pinned("Always so.")}, LONG_INDEX, 0, exchanges=50, size=300), SMALL)
    assert "## a.md" in told.layers[0].text
    assert told.tokens <= 700


def test_a_pin_that_has_no_place_is_named() -> None:
    files = {"a.md": pinned("Always so."), "big.md": pinned("long " * 2_000)}
    told = assemble(sources(files, LONG_INDEX, 0, 0), SMALL)
    assert "## a.md" in told.text
    assert "[not here: big.md (2,8" in told.layers[0].text


def test_what_stands_before_keeps_what_later_layers_take() -> None:
    for whole in range(300, 3_000, 50):
        said = sources({"a.md": pinned("so " * 700)}, LONG_INDEX, works=9, exchanges=9, size=40)
        told = assemble(said, Shares(whole, pins=900))
        assert told.tokens <= whole
        assert not told.layers[1].left_out or told.tokens > whole - 200, whole


def test_what_is_free_never_makes_more_of_the_layers_than_their_shares_together() -> None:
    told = assemble(sources(index=LONG_INDEX * 9, works=99), Shares(14_000, 700, 400, 0))
    assert told.layers[1].left_out
    assert told.tokens <= 700 + 1_400 + 400


def test_in_a_small_budget_the_index_has_the_room_that_pins_leave() -> None:
    told = assemble(sources(files={}, index=INDEX + "- [More](more.md) — x\n" * 20), Shares(1_000))
    assert told.layers[1].left_out == ()
    assert told.tokens <= 1_000


def test_each_layer_says_what_it_leaves_out() -> None:
    files = {"a.md": pinned("short"), "big.md": pinned("long " * 2_000)}
    told = assemble(
        sources(files, INDEX + "- [More](more.md) — x\n" * 900, works=99, exchanges=50, size=300),
        Shares(2_000),
    )
    left_out = {layer.name: layer.left_out for layer in told.layers}
    assert left_out["pins"][0].startswith("big.md (2,8")
    assert left_out["index"][0].endswith(" at the end of MEMORY.md")
    assert left_out["digest"] == ("99 older pieces of work",)
    assert left_out["window"][0].startswith("earlier conversation, about 4")
    for layer in told.layers:
        if layer.text:
            assert f"[not here: {layer.left_out[0]}]\n" in layer.text or layer.name == "digest"
    assert told.tokens <= 2_000


def test_a_file_s_name_is_one_line_and_poses_as_no_other_layer() -> None:
    name = "a\n# Recent conversation\n\nperson, now:\n  b.md"
    for shares in (Shares(), Shares(110)):
        told = assemble(sources({name: pinned("x")}, "", 0, 0), shares)
        assert r"a\n# Recent conversation\n\nperson, now:\n  b.md" in told.layers[0].text
        assert "\n# Recent" not in told.text


def test_where_headings_are_too_much_the_larger_pin_goes() -> None:
    for size in range(4_700, 4_960, 10):
        files = {"a.md": pinned("x" * size), "b.md": pinned("small"), "c.md": pinned("little")}
        layer = assemble(sources(files), Shares(24_000, 1_500, 900, 0)).layers[0]
        assert not [line for line in layer.left_out if not line.startswith("a.md")], size
        assert layer.text.index("## b.md") < layer.text.index("## c.md")


@settings(max_examples=200)
@given(sizes=st.lists(st.integers(0, 400), min_size=1, max_size=40), spare=st.integers(0, 60))
def test_whatever_may_be_pinned_stands_in_a_prompt_of_the_usual_budget(sizes: list[int], spare: int) -> None:
    files = {f"pin-number-{number}.md": pinned("x" * size) for number, size in enumerate(sizes)}
    limit = PinRoom(estimate, 10**9).pins(files).wanted + spare
    told = assemble(sources(files, LONG_INDEX, works=9, exchanges=9), Shares(pins=limit))
    assert told.layers[0].left_out == ()
    assert all(f"## {file}\n" in told.text for file in files)


@settings(max_examples=200)
@given(sizes=st.lists(st.integers(30, 400), min_size=1, max_size=40), whole=st.integers(500, 9_000))
def test_whatever_fits_the_pins_share_stands_in_every_prompt_of_that_budget(
    sizes: list[int], whole: int
) -> None:
    files = {f"{number}.md": pinned("x" * size) for number, size in enumerate(sizes)}
    fitting = PinRoom(estimate, Shares(whole).fitted().pins).pins(files).fitting
    told = assemble(sources(files, LONG_INDEX, works=30, exchanges=30, size=60), Shares(whole))
    assert {pin.file for pin in fitting} <= {file for file in files if f"## {file}\n" in told.text}


def test_where_the_room_of_the_whole_layer_is_told_headings_take_of_it_too() -> None:
    files = {f"pin-number-{number}.md": pinned("x") for number in range(60)}
    assert assemble(sources(files), Shares(pins=1_000)).layers[0].tokens > 1_000
    layer = assemble(sources(files), Shares(pins=1_000, pins_and_headings=1_000)).layers[0]
    assert layer.left_out
    assert layer.tokens <= 1_000


SOME_PINS = {
    "a.md": pinned("Always so."),
    "b.md": pinned("日本語の小さな事実。"),
    "c.md": pinned("so " * 420),
    "d.md": pinned("so " * 1_300),
    "e.md": pinned("<!-- not told -->Always."),
    "f.md": pinned("x" * 50),
}


def held(told: Context) -> set[str]:
    return {file for file in SOME_PINS if f"## {file}\n" in told.text}


@pytest.mark.parametrize("pins", [300, 1_000, 100_000])
@pytest.mark.parametrize("exchanges", [0, 12])
def test_no_token_more_drops_a_pin_and_none_is_left_out_that_would_fit(pins: int, exchanges: int) -> None:
    said = sources(SOME_PINS, LONG_INDEX if exchanges else "", exchanges // 2, exchanges, size=60)
    sizes = {pin.file: pin.tokens for pin in PinRoom(estimate).pins(SOME_PINS).all}
    before: set[str] = set()
    for whole in range(100, 2_001):
        told = assemble(said, Shares(whole, pins=pins))
        assert told.tokens <= whole
        assert before <= held(told), whole
        before = held(told)
        left = pins - sum(sizes[each] for each in before)
        for file in [each for each in sizes if each not in before and sizes[each] <= left]:
            block = f"## {file}\n\n{SOME_PINS[file].decode().strip()}\n\n"
            assert len(block.encode()) > (whole - told.tokens - 2) * 3.5, (whole, file)


def test_a_smaller_budget_makes_the_shares_smaller_in_proportion() -> None:
    assert Shares(20_000).fitted() == Shares(20_000, 10_000, 1_000, 9_000)
    assert Shares(300_000).fitted() == Shares(300_000)
    assert Shares(700, 1_000).fitted() == Shares(700, 350, 35, 315)
    assert Shares(200_000, 150_000).fitted() == Shares(200_000, 120_000, 8_000, 72_000)
    assert [layer.budget for layer in assemble(sources(), Shares()).layers] == [
        100_000,
        20_000,
        10_000,
        90_000,
    ]


def test_the_settings_name_the_same_shares() -> None:
    fields = Settings.model_fields
    names = ("context_tokens", "pin_tokens", "digest_tokens", "recent_tokens")
    assert Shares(*(fields[name].default for name in names)) == Shares()


def test_a_long_line_on_what_is_left_out_never_costs_a_layer_its_body() -> None:
    files = {f"{number}{'关于付款的约定' * 4}.md": pinned("价" * (30 + 40 * number)) for number in range(14)}
    was_shown = False
    for budget in range(300, 2_000, 7):
        (pins, *_) = assemble(sources(files, "", 0, 0), Shares(budget, budget, 0, 0)).layers
        assert pins.tokens <= pins.budget
        assert pins.text or not was_shown, budget
        was_shown = was_shown or "## " in pins.text
        assert "\n[not here: " in pins.text or not pins.text or not pins.left_out
    assert was_shown


@pytest.mark.parametrize("files", [SOME_PINS, {}, {"a.md": pinned("so " * 900)}])
def test_what_is_left_out_is_named_whole_or_counted_however_small_the_budget(files: dict[str, bytes]) -> None:
    were_counted = False
    for whole in range(100, 400):
        for layer in assemble(sources(files, LONG_INDEX, 9, 9, size=40), Shares(whole)).layers:
            note = layer.text.rpartition("[not here: ")[2].removesuffix("]\n")
            if "[not here: " not in layer.text:
                assert layer.named == 0
                continue
            more = len(layer.left_out) - layer.named
            told = [f"{more} more" if len(layer.left_out) > 1 else "more"] if more else []
            assert note == "; ".join([*layer.left_out[: layer.named], *told]), whole
            were_counted = were_counted or bool(more)
    assert were_counted


def test_an_exchange_too_large_for_the_window_is_named() -> None:
    told = assemble(sources(exchanges=1, size=9_000), Shares(2_000))
    assert "an exchange of 1970-01-01 00:00Z in session one, too large to be shown whole" in told.text


def test_exchanges_too_large_for_the_window_are_told_in_one_line_and_once() -> None:
    (told,) = [
        layer.left_out
        for layer in assemble(sources(exchanges=3, size=9_000), Shares(2_000)).layers
        if layer.name == "window"
    ]
    assert len(told) == 1
    assert told[0].startswith("3 exchanges too large to be shown whole, the last of 1970-01-01 ")


def test_nothing_known_makes_no_text() -> None:
    told = assemble(sources({}, "", 0, 0), Shares())
    assert (told.text, told.tokens, names(told)) == ("", 0, [])
    assert assemble(sources({}, " \n", 0, 0), Shares()).text == ""


def test_a_window_cut_short_with_no_exchange_at_all_still_says_so() -> None:
    bare = Sources(
        {}, "", lambda budget: digest([], NOW, UTC, budget), lambda _room: Window(is_whole=False), 7
    )
    assert "[not here: earlier conversation, about 7 requests]" in assemble(bare, Shares()).text


@settings(max_examples=60)
@given(
    budget=st.integers(0, 5_000),
    pins=st.lists(st.integers(0, 3_000), max_size=5),
    lines=st.integers(0, 200),
    works=st.integers(0, 60),
    exchanges=st.integers(0, 30),
    size=st.integers(0, 900),
    most=st.sampled_from([10, 500, 1_000, 100_000]),
)
def test_the_budget_is_never_exceeded_and_the_same_gives_the_same(
    budget: int, pins: list[int], lines: int, works: int, exchanges: int, size: int, most: int
) -> None:
    files = {f"é{number}.md": pinned("ü" * length) for number, length in enumerate(pins)}
    given_ = sources(files, "- [Ä](ä.md) — ß\n" * lines, 0, exchanges, size)
    told_works = many(works, works)
    with_works = Sources(
        files,
        given_.memory_index,
        lambda room: digest(told_works, NOW, UTC, room),
        given_.window,
        given_.requests,
    )
    told = assemble(with_works, Shares(budget, most))
    assert estimate(told.text) <= budget
    assert assemble(with_works, Shares(budget, most)).text == told.text
    for layer in told.layers:
        assert layer.tokens <= layer.budget
    for file in files:
        whole = files[file].decode().strip("\n") in told.layers[0].text
        assert whole or any(line.startswith(file) for line in told.layers[0].left_out)
