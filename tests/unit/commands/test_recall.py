"""What `recall` takes for an answer to its options."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from extractor.actions.recall import Hit, Recalled
from extractor.archive.archive import Archive
from extractor.archive.search import Found
from extractor.cli.recalling import shows_bold
from extractor.commands.recall import CLIENTS, Asked, find, scope_of
from extractor.commands.recalled import lines, values
from extractor.config.settings import load
from extractor.domain import Kind, Milliseconds, SessionId, Speaker, Transcript
from extractor.errors import UsageError
from extractor.recall.excerpt import CLOSE, OPEN
from extractor.recall.query import Term
from extractor.transcripts.source import Reading, Said
from extractor.wiring.clients import make_clients
from tests.support.talk import human


def test_every_client_that_is_read_can_be_asked_for(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    read = {source.client for source in make_clients(load({}, env).settings).sources}
    assert len(read) > 4
    assert read <= set(CLIENTS)


def test_until_so_long_ago_leaves_out_what_was_said_since() -> None:
    now = datetime(2026, 11, 21, 15, 30, tzinfo=UTC)

    def until(text: str) -> datetime:
        at = scope_of(Asked(until=text), [], Milliseconds(int(now.timestamp() * 1000)), UTC).until
        assert at is not None
        return datetime.fromtimestamp(at / 1000, UTC)

    assert until("2h") == datetime(2026, 11, 21, 13, 30, tzinfo=UTC)
    assert until("3 days ago") == datetime(2026, 11, 19, tzinfo=UTC)
    assert until("yesterday") == datetime(2026, 11, 21, tzinfo=UTC)


def test_a_time_that_is_open_on_one_side_is_no_option_of_the_other() -> None:
    now = Milliseconds(int(datetime(2026, 11, 21, 15, 30, tzinfo=UTC).timestamp() * 1000))
    yesterday, today = (int(datetime(2026, 11, day, tzinfo=UTC).timestamp() * 1000) for day in (20, 21))
    since, until = Asked(since="since yesterday"), Asked(until="until yesterday")
    assert scope_of(since, [], now, UTC).since == yesterday
    assert scope_of(until, [], now, UTC).until == today
    within = scope_of(Asked(when="seit gestern"), [], now, UTC)
    assert (within.since, within.until) == (yesterday, now)
    for asked in (
        Asked(since="until yesterday"),
        Asked(until="since yesterday"),
    ):
        with pytest.raises(UsageError, match="names no time"):
            scope_of(asked, [], now, UTC)
    for asked in (
        Asked(when="since tomorrow"),
        Asked(since="tomorrow"),
        Asked(since="since 2027-01-01"),
        Asked(since="2026-11-21T15:31"),
    ):
        with pytest.raises(UsageError, match="is still to come"):
            scope_of(asked, [], now, UTC)


def test_times_that_have_none_in_common_are_refused_by_their_names() -> None:
    now = Milliseconds(int(datetime(2026, 11, 21, 15, 30, tzinfo=UTC).timestamp() * 1000))
    for asked, told in (
        (Asked(since="today", until="yesterday"), "--since 'today' and --until 'yesterday' leave no time"),
        (Asked(since="today", when="yesterday"), "--since 'today' and --when 'yesterday' leave no time"),
        (Asked(until="2h", when="1h"), "--until '2h' and --when '1h' leave no time"),
    ):
        with pytest.raises(UsageError, match=told):
            scope_of(asked, [], now, UTC)
    one_day = scope_of(Asked(since="yesterday", until="yesterday"), [], now, UTC)
    assert one_day.since is not None
    assert one_day.until is not None
    assert one_day.until - one_day.since == 24 * 3600 * 1000


def test_nothing_is_marked_within_what_stands_for_a_secret() -> None:
    said = Found(1, "h1", "plain", "s", None, Speaker.HUMAN, Kind.TEXT, Milliseconds(0), "")
    excerpt = f"the {OPEN}stripe{CLOSE} key [{OPEN}REDACTED{CLOSE}:{OPEN}stripe{CLOSE}-key] is old"
    shown = list(lines(Recalled((), (Hit(said, excerpt, ()),))))
    assert shown[-1] == "  the *stripe* key [REDACTED:stripe-key] is old"


@pytest.mark.parametrize(
    ("is_terminal", "env", "is_shown"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "dumb"}, False),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_matches_are_bold_where_a_terminal_shows_that(
    is_terminal: bool, env: dict[str, str], is_shown: bool
) -> None:
    assert shows_bold(is_terminal, env) is is_shown


def test_tabs_in_what_stands_around_a_hit_are_spaces() -> None:
    said = Found(
        1, "h1", "plain", "s", None, Speaker.HUMAN, Kind.TEXT, Milliseconds(0), "make:\n\techo \x1b[2J"
    )
    shown = list(lines(Recalled((), (Hit(said, "", (said,)),))))
    assert shown[-2:] == ["     make:", "             echo \\x1b[2J"]


def test_what_was_looked_for_in_the_place_of_a_word_is_told() -> None:
    instead = {"idnex": (Term(("index",)), Term(("indie",))), "bank": (Term(("bank",), is_within=True),)}
    said = Found(1, "h1", "plain", "s", None, Speaker.HUMAN, Kind.TEXT, Milliseconds(0), "x")
    recalled = Recalled((), (Hit(said, "", ()),), ("idnex", "bank", "dentist"), instead)
    told = "never said: idnex (but index or indie), bank (but within other words), dentist"
    assert list(lines(recalled))[-1] == told
    assert values(recalled)["instead"] == {"idnex": ["index", "indie"], "bank": ["*bank*"]}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (Asked(when="2020-05-01"), "nothing was found for this time, but something is elsewhere"),
        (
            Asked(since="2020-01-01", speaker="tool"),
            "nothing was found for this time and speaker, but something is elsewhere",
        ),
        (Asked(), None),
        (Asked(speaker="person"), None),
    ],
)
def test_where_only_the_bounds_keep_an_answer_away_that_is_told(
    tmp_path: Path, asked: Asked, told: str | None
) -> None:
    env = {"HOME": str(tmp_path)}
    settings = load({}, env).settings
    with_words(settings.state_dir, "how often does the webhook retry?")
    found = find(settings, env, "webhook", asked)
    assert (list(lines(found))[-1] == told) is (told is not None)
    assert bool(values(found)["found_without"]) is (told is not None)
    nowhere = "nothing was found: try fewer or other words, or word* for any ending"
    assert list(lines(find(settings, env, "dentist", asked))) == [nowhere]


def with_words(state: Path, text: str) -> None:
    archive = Archive.open(state, lambda text: text, lambda: Milliseconds(1))
    transcript = Transcript("plain", "/home/dev/a.jsonl", SessionId("s1"))
    archive.messages.store(transcript, Reading([Said(human("h1", text))], "1"), None)
    archive.close()


def test_what_of_a_long_query_was_not_looked_for_is_told(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    settings = load({}, env).settings
    found = find(settings, env, " ".join(f"word{n}" for n in range(36)), Asked())
    assert values(found)["not_looked_for"] == [f"word{n}" for n in range(24, 36)]
    told = ", ".join(f"word{n}" for n in range(24, 32))
    assert (
        list(lines(found))[-1] == f"not looked for: {told} and 4 more (a query is read up to its 24th word)"
    )
    one = find(settings, env, " ".join(f"word{n}" for n in range(25)), Asked())
    assert list(lines(one))[-1] == "not looked for: word24 (a query is read up to its 24th word)"
    assert not any("looked for" in line for line in lines(find(settings, env, "word", Asked())))


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("x " + " ".join(f"-word{n}" for n in range(25)), "leaves out 25 words and phrases: 24 are the most"),
        (" ".join(f'"word{n} x"' for n in range(25)), "holds 25 phrases: 24 are the most"),
        ("x " * 5_001, "more than 10,000 characters"),
    ],
)
def test_a_query_of_which_a_part_could_not_be_kept_to_is_refused(
    tmp_path: Path, query: str, told: str
) -> None:
    env = {"HOME": str(tmp_path)}
    with pytest.raises(UsageError, match=told):
        find(load({}, env).settings, env, query, Asked())
