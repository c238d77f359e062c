"""A session's messages make pieces of work, told apart by long silences."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Message, Speaker
from extractor.history.pieces import PAUSE, Piece, Pieces
from tests.support.talk import START, agent, call, human, message, result, script

MINUTE = 60_000


def pieces(*said: Message, known: tuple[Piece, ...] = ()) -> list[Piece]:
    grown = Pieces(known)
    for row, each in enumerate(said, start=1):
        grown.add(row, each, each.text)
    return grown.all()


def test_a_persons_words_after_an_hour_begin_another_piece() -> None:
    found = pieces(
        human("h1", at=START),
        agent("a1", at=START + MINUTE),
        human("h2", at=START + MINUTE + PAUSE - 1),
        human("h3", at=START + 4 * PAUSE),
    )
    assert [(piece.start, piece.end, piece.requests) for piece in found] == [
        (START, START + MINUTE + PAUSE - 1, 2),
        (START + 4 * PAUSE, START + 4 * PAUSE, 1),
    ]


def test_an_agent_that_works_on_for_hours_goes_on_with_its_piece() -> None:
    found = pieces(human("h", at=START), agent("a", at=START + 5 * PAUSE), agent("b", at=START + 9 * PAUSE))
    assert [(piece.end, piece.messages) for piece in found] == [(START + 9 * PAUSE, 3)]


def test_words_of_a_clock_that_was_set_back_less_than_an_hour_belong_to_the_first_piece() -> None:
    found = pieces(human("h1", at=START), human("h2", at=START - PAUSE + 1))
    assert [(piece.start, piece.requests) for piece in found] == [(START, 2)]
    found = pieces(human("h1", at=START), human("h2", at=START - PAUSE))
    assert [(piece.start, piece.requests) for piece in found] == [(START - PAUSE, 1), (START, 1)]


def test_the_first_request_that_tells_something_is_what_was_asked() -> None:
    found = pieces(human("h1", "hello"), human("h2", "please mend the flaky test"), human("h3", "x" * 50))
    assert (found[0].asked, found[0].latest, found[0].is_telling) == (2, 3, True)
    assert pieces(human("h1", "go on"), human("h2", "yes"))[0].asked == 1


def test_the_last_request_that_tells_something_is_what_was_asked_last() -> None:
    told = (human("h1", "please mend the flaky test"), human("h2", "now deploy it to staging"))
    assert pieces(human("h0", "hello"), *told, human("h3", "🙏"), human("h4", "thx"))[0].latest == 3
    assert pieces(human("h1", "go on"), human("h2", "yes"))[0].latest == 2


def test_sub_agents_and_what_is_no_work_begin_nothing() -> None:
    assert pieces(human("h", sidechain=True)) == []
    assert pieces(message("n", "a note", Speaker.SYSTEM, Kind.NOTICE)) == []


def test_a_note_long_after_the_work_does_not_make_it_last_longer() -> None:
    found = pieces(human("h"), message("n", "a note", Speaker.SYSTEM, Kind.NOTICE, at=START + 9 * PAUSE))
    assert [(piece.end, piece.messages) for piece in found] == [(START, 2)]


def test_a_piece_is_a_scripts_only_while_no_person_speaks_in_it() -> None:
    assert pieces(agent("a"), script("s"), script("s2"))[0].is_script
    assert not pieces(script("s"), human("h"), script("s2"))[0].is_script
    assert not pieces(human("h"), script("s"))[0].is_script


def test_a_clock_set_back_leaves_no_piece_without_a_request() -> None:
    found = pieces(human("h", at=START), result("r", "c"), agent("a", at=START - 10 * PAUSE))
    assert [(piece.start, piece.messages) for piece in found] == [(START, 3)]


def test_words_from_long_before_are_a_piece_of_their_own() -> None:
    found = pieces(human("h", at=START), human("early", at=START - 3 * PAUSE))
    assert [piece.start for piece in found] == [START - 3 * PAUSE, START]


@settings(max_examples=80)
@given(seed=st.integers(0, 10_000), cuts=st.lists(st.integers(0, 40), max_size=4))
def test_pieces_are_the_same_however_the_messages_arrive_in_parts(seed: int, cuts: list[int]) -> None:
    random, at, said = Random(seed), START, []
    for number in range(40):
        at += random.choice((1, MINUTE, PAUSE, 5 * PAUSE, -MINUTE))
        made = random.choice((human, agent, script))(f"m{number}", at=at)
        said.append(made if random.random() < 0.9 else call(f"m{number}", "c"))
    whole = Pieces()
    for row, each in enumerate(said):
        whole.add(row, each, each.text)
    known: dict[int, Piece] = {}
    begin = 0
    for end in sorted({*cuts, len(said)}):
        part = Pieces(sorted(known.values()))
        for row in range(begin, end):
            part.add(row, said[row], said[row].text)
        known |= {piece.start: piece for piece in part.changed()}
        begin = end
    assert sorted(known.values()) == whole.all()
    assert sum(piece.messages for piece in whole.all()) == len(said)
