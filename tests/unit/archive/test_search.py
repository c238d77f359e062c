"""What was said is found by its words, within bounds, whatever is asked."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractor.archive.database import Database
from extractor.archive.direct import Direct
from extractor.archive.index_query import IndexQuery
from extractor.archive.messages import Messages
from extractor.archive.scope import EVERYWHERE, Scope
from extractor.archive.search import Search
from extractor.archive.sessions import SessionTable
from extractor.archive.standing import Project
from extractor.archive.way import Way
from extractor.domain import Kind, Message, Milliseconds, SessionId, Speaker, Transcript
from extractor.memory.redaction.placeholders import FORGOTTEN, PRIVATE
from extractor.recall.plan import COUNTED
from extractor.recall.query import Term, parse
from extractor.recall.ranking import READ, SHORT
from extractor.transcripts.source import Reading, Said
from tests.support.talk import START, agent, call, human, result

FILLER = " ".join(f"filler{n}" for n in range(80))
"""Makes a message too long to need its neighbours."""


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    opened = Database.open(tmp_path / "state" / "state.db", Milliseconds(1))
    yield opened
    opened.close()


def said(
    db: Database,
    *messages: Message,
    session: str = "one",
    project: str = "/home/dev/shop",
    client: str = "plain",
) -> None:
    transcript = Transcript(client, f"/home/dev/{session}.jsonl", SessionId(session))
    reading = Reading([Said(message) for message in messages], "1", cwd=project)
    Messages(db, lambda text: text).store(transcript, reading, Project(project, is_seen=True))


def found(
    db: Database, text: str, scope: Scope = EVERYWHERE, limit: int = 10, budget: int = 4_000
) -> list[str]:
    search = Search(db, budget)
    hits = [search.found(row) for row, _ in search.best(parse(text), scope, limit)]
    return [hit.key for hit in hits if hit is not None]


def test_any_word_in_any_form_finds_a_message_the_most_words_first(db: Database) -> None:
    said(db, human("one", f"invoices {FILLER}"), human("two", f"The invoice is retried {FILLER}"))
    assert found(db, "invoice retries") == ["two", "one"]
    assert found(db, "Café") == []


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("GetByAgentType", "get by agent type"),
        ("lan_drop_leaked_dns", "lanDropLeakedDns"),
        ("check-vpn.sh", "checkVpn"),
        ("the shadow branch", "shadowBranch"),
        ("the worktree", "work tree"),
        ("base64_encode", "base64Encode"),
        ("oauth2-client", "oauth2Client"),
        ("sha256_sum", "sha256Sum"),
        ("s3_bucket_name", "S3BucketName"),
        ("S3BucketName", "s3_bucket_name"),
        ("2fa_token", "2faToken"),
        ("utf8mb4_general", "utf8mb4General"),
    ],
)
def test_a_name_is_found_however_it_is_written(db: Database, written: str, asked: str) -> None:
    said(db, human("other", f"nothing of the kind {FILLER}"), agent("named", f"{written} {FILLER}"))
    assert found(db, asked) == ["named"]
    assert Search(db).missing(parse(asked)) == ()


@pytest.mark.parametrize("word", ["Андрей", "한국어", "プログラム", "Ελλάδα", "café"])
def test_a_word_is_found_however_its_marks_are_typed(db: Database, word: str) -> None:
    forms = [unicodedata.normalize(form, word) for form in ("NFC", "NFD")]
    for number, form in enumerate(forms):
        said(db, human(f"m{number}", f"The word {form} was said. {FILLER}"))
    for form in forms:
        for asked in (form, f"{form}*", f'"{form}"', f'"the word {form}"'):
            assert set(found(db, asked)) == {"m0", "m1"}, asked
        assert Search(db).missing(parse(form)) == ()


def test_a_file_is_found_before_messages_that_hold_the_parts_of_its_name_apart(db: Database) -> None:
    apart = [
        agent(f"a{n}", f"a bug of a bug, a report of a report, some yml {FILLER}", at=START + n)
        for n in range(3)
    ]
    said(db, agent("file", f"bug_report.yml {FILLER}", at=START), *apart)
    assert found(db, "bug_report.yml")[0] == "file"


def test_a_phrase_is_needed_and_what_is_excluded_never_comes(db: Database) -> None:
    said(db, human("apart", f"retry it now {FILLER}"), human("together", f"retry now please {FILLER}"))
    assert found(db, '"retry now"') == ["together"]
    assert found(db, '"retry now" apart it') == ["together"]
    said(db, human("more", f"retry now, invoices {FILLER}"), session="two")
    assert found(db, '"retry now" invoices') == ["more", "together"]
    assert set(found(db, "retry -please")) == {"apart", "more"}
    assert set(found(db, 'retry -"it now"')) == {"together", "more"}


def test_an_ending_may_be_left_open(db: Database) -> None:
    said(db, human("long", f"reconciliation {FILLER}"), human("short", f"reason {FILLER}"))
    assert found(db, "recon*") == ["long"]


@pytest.mark.parametrize(
    ("asked", "text", "other"),
    [
        ("configurat*", "two configurations", "configure it"),
        ("operat*", "we are operating it", "the operand of the opera"),
        ("authenticat*", "it authenticates", "an authentic one"),
        ("retries*", "it retries", "retrieve it, a retry"),
        ("relational*", "a relational database", "related to the relation"),
        ("hope*", "hoped for", "hoping"),
        ("dns*", "dnsmasq", "dn of dna"),
        ("Opérat*", "une opération", "un opéra"),
        ("check_operat*", "checkOperation, check operating", "check opera"),
    ],
)
def test_the_beginning_of_a_word_is_held_against_words_as_they_are_typed(
    db: Database, asked: str, text: str, other: str
) -> None:
    said(db, human("begun", f"{text} {FILLER}"), human("other", f"{other} check {FILLER}"))
    assert found(db, asked)[:1] == ["begun"]
    assert "other" not in found(db, asked) or "_" in asked
    assert found(db, f"filler1 -{asked}") == ["other"]
    assert Search(db).missing(parse(asked)) == ()


def test_a_beginning_of_which_only_the_stem_was_said_was_never_said(db: Database) -> None:
    said(db, human("h1", f"related to the relation, a webhook {FILLER}"))
    assert found(db, "relational*") == []
    assert found(db, "webhook -relational*") == ["h1"]
    assert Search(db).missing(parse("relational* webhook")) == (Term(("relational",), is_prefix=True),)


@pytest.mark.parametrize("budget", [1, 4_000])
def test_of_many_words_of_one_stem_those_that_begin_so_are_found(db: Database, budget: int) -> None:
    related = [agent(f"a{n}", f"related webhook {FILLER}", at=START + n) for n in range(400)]
    said(db, human("h1", f"the relational webhook {FILLER}", at=START), *related)
    assert found(db, "relational*", budget=budget) == ["h1"]
    assert found(db, "relational* webhook", budget=budget)[0] == "h1"
    assert "h1" not in found(db, "webhook -relational*", limit=400, budget=budget)


def test_beyond_what_is_read_for_a_beginning_nothing_is_told_as_never_said(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("extractor.archive.begun.MOST", 5)
    related = [agent(f"a{n}", f"related webhook {FILLER}", at=START + n) for n in range(20)]
    said(db, human("h1", f"the relational webhook {FILLER}", at=START), *related)
    assert Search(db).missing(parse("relational*")) == ()
    assert "h1" not in found(db, "webhook -relational*", limit=400)


def test_an_answer_is_found_by_the_words_of_its_question(db: Database) -> None:
    said(
        db,
        human("h1", "Which database do we take?"),
        call("c1", "t1"),
        result("r1", "t1"),
        agent("a1", "Postgres."),
    )
    assert found(db, "database") == ["h1", "a1"]


def test_what_was_said_an_hour_later_is_no_answer(db: Database) -> None:
    said(
        db,
        human("h1", "Which database do we take?", at=START),
        agent("a1", "Noted, Mondays.", at=START + 3_600_000),
    )
    assert found(db, "database") == ["h1"]


def test_an_answer_after_an_hour_of_work_is_found_with_its_question(db: Database) -> None:
    work = [call(f"c{n}", f"t{n}")._replace(at=Milliseconds(START + n * 600_000)) for n in range(1, 8)]
    said(
        db,
        human("h1", "Which database do we take?", at=START),
        *work,
        agent("a1", "Postgres.", at=START + 4_500_000),
    )
    assert found(db, "database") == ["h1", "a1"]


@pytest.mark.parametrize("way", Way)
def test_what_is_asked_for_directly_is_no_answer_to_what_was_asked_for_before_it(
    db: Database, way: Way
) -> None:
    direct = Direct(db, Messages(db, lambda text: text))
    texts = {"k1": "Refunds need a manager.", "k2": "The staging port is 8080.", "k3": "We take Postgres."}
    for uuid, text in texts.items():
        direct.say(way, "/home/dev/shop", text, uuid, Milliseconds(START))
    assert found(db, "staging") == ["k2"]


def test_a_long_message_stands_for_itself(db: Database) -> None:
    said(db, human("h1", "Which database do we take?"), agent("a1", "x" * SHORT))
    assert found(db, "database") == ["h1"]


def test_an_answer_that_holds_what_is_excluded_does_not_come_along(db: Database) -> None:
    said(db, human("h1", "Which database do we take?"), agent("a1", "Postgres."))
    assert found(db, "database -postgres") == ["h1"]
    assert found(db, '"which database"') == ["h1"]


def test_a_person_is_found_before_an_agent_and_an_agent_before_output(db: Database) -> None:
    words = f"webhook {FILLER}"
    said(db, result("r1", "t1", words), agent("a1", words), human("h1", words))
    assert found(db, "webhook") == ["h1", "a1", "r1"]


def test_scopes_keep_to_time_place_and_speaker(db: Database) -> None:
    words = f"webhook {FILLER}"
    said(db, human("h1", words, at=START), agent("a1", words, at=START + 10), session="one")
    said(db, human("h2", words, at=START + 20), session="two", project="/home/dev/bank")
    for scope, expected in (
        (Scope(since=Milliseconds(START + 10)), {"a1", "h2"}),
        (Scope(until=Milliseconds(START + 10)), {"h1"}),
        (Scope(since=Milliseconds(START + 5), until=Milliseconds(START + 15)), {"a1"}),
        (Scope(projects=("/home/dev/shop",)), {"h1", "a1"}),
        (Scope(projects=("/home/dev/bank", "/home/dev/shop")), {"h1", "a1", "h2"}),
        (Scope(projects=("bank",)), set()),
        (Scope(session="two"), {"h2"}),
        (Scope(session="t"), set()),
        (Scope(session="%"), set()),
        (Scope(speakers=(Speaker.HUMAN,)), {"h1", "h2"}),
        (Scope(client="plain"), {"h1", "a1", "h2"}),
        (Scope(client="codex"), set()),
        (Scope(session="one", speakers=(Speaker.ASSISTANT,)), {"a1"}),
    ):
        assert set(found(db, "webhook", scope)) == expected, scope


def test_a_whole_id_is_that_sessions_alone_though_others_begin_so(db: Database) -> None:
    for name in ("day1", "day10", "day11"):
        said(db, human(name, f"webhook {FILLER}"), session=name)
    assert found(db, "webhook", Scope(session="day1")) == ["day1"]
    assert found(db, "webhook", Scope(session="day")) == []


def test_a_session_s_id_means_its_sub_agents_too(db: Database) -> None:
    words = f"webhook {FILLER}"
    for name in ("day1", "day1/agent-a", "day12"):
        said(db, human(name, words), session=name, client="claude-code")
    assert set(found(db, "webhook", Scope(session="day1"))) == {"day1", "day1/agent-a"}
    sessions = SessionTable(db)

    def meant(name: str) -> set[str]:
        return {each.session for each in sessions.meant(name)}

    assert [meant(name) for name in ("day1", "day1/", "day12")] == [{"day1"}, {"day1/agent-a"}, {"day12"}]
    assert meant("day") == {"day1", "day12"}


def test_what_stands_below_a_plain_transcript_s_path_is_not_its_own(db: Database) -> None:
    for name in ("day1", "day1/agent-a"):
        said(db, human(name, f"webhook {FILLER}"), session=name)
    assert found(db, "webhook", Scope(session="day1")) == ["day1"]


def test_an_answer_outside_the_scope_does_not_come_along(db: Database) -> None:
    said(db, human("h1", "Which database do we take?"), agent("a1", "Postgres."))
    assert found(db, "database", Scope(speakers=(Speaker.HUMAN,))) == ["h1"]


def test_words_that_were_taken_out_are_not_found_by_what_stands_for_them(db: Database) -> None:
    said(db, human("h1", FORGOTTEN), human("h2", PRIVATE), human("h3", f"a forgotten private key {FILLER}"))
    assert found(db, "forgotten private") == ["h3"]


def test_what_stands_for_words_that_were_taken_out_crowds_nobody_out(db: Database) -> None:
    said(db, human("h1", "Where do people go who have forgotten the private password?"))
    said(db, *[human(f"n{n}", (FORGOTTEN, PRIVATE)[n % 2], at=START + n) for n in range(400)])
    for text in ("forgotten", "private", '"private"', "priv*", "forgotten password"):
        for budget in (20, 4_000):
            assert found(db, text, budget=budget) == ["h1"], text


def test_a_long_name_is_found_whole(db: Database) -> None:
    name = "sha512" + "0f" * 64
    said(db, human("h1", f"The build is {name}, look. {FILLER}"), human("h2", f"sha512{FILLER}"))
    assert found(db, name) == found(db, f'"build is {name}"') == ["h1"]
    assert found(db, f"look -{name}") == []


def test_a_match_far_behind_the_beginning_is_found(db: Database) -> None:
    said(db, human("h1", f"{'filler ' * READ} webhook"), human("h2", f"none {FILLER}"))
    assert found(db, "webhook") == ["h1"]


def test_beyond_the_budget_what_holds_several_common_words_comes_first(db: Database) -> None:
    many = [human(f"n{n}", f"{('build', 'error')[n % 2]} {FILLER}") for n in range(300)]
    said(db, *many[:150], human("both", f"a build error {FILLER}"), *many[150:])
    assert found(db, "build error", budget=20)[0] == "both"


def test_beyond_the_budget_common_words_crowd_out_none_that_holds_a_rare_one(db: Database) -> None:
    said(db, human("h0", f"zebra {FILLER}"))
    said(db, *[human(f"n{n}", f"build error {FILLER}") for n in range(400)])
    assert found(db, "build error zebra", budget=10)[0] == "h0"


def test_beyond_the_budget_a_single_common_word_gives_the_newest(db: Database) -> None:
    said(db, *[human(f"n{n}", f"build {FILLER}", at=START + n) for n in range(300)])
    assert found(db, "build", limit=3, budget=20) == ["n299", "n298", "n297"]


def test_of_a_word_said_very_often_the_number_is_told_from_how_densely_it_stands(db: Database) -> None:
    said(db, *[human(f"n{n}", "build" if n % 2 else "other", at=START + n) for n in range(3 * COUNTED)])
    query = parse("build rare")
    counts = IndexQuery(db, query, EVERYWHERE, (0, 3 * COUNTED), 4_000).counts
    assert counts[query.words[1]] == 0
    assert abs(counts[query.words[0]] - 1.5 * COUNTED) < 5


def test_a_session_is_searched_whole_however_common_its_words_are_elsewhere(db: Database) -> None:
    said(db, human("h1", f"build {FILLER}"), session="rare")
    said(db, *[human(f"n{n}", f"build {FILLER}") for n in range(300)])
    assert found(db, "build", Scope(session="rare"), budget=20) == ["h1"]


def test_the_plan_finds_what_the_plain_query_finds(db: Database) -> None:
    names = "alpha beta gamma delta epsilon zeta".split()
    texts = [" ".join([names[n % 6], names[n % 5], names[n % 3], f"one{n}"]) for n in range(400)]
    said(db, *[human(f"n{n}", f"{text} {FILLER}") for n, text in enumerate(texts)])
    for n in range(0, 400, 37):
        assert found(db, texts[n], budget=30)[0] == found(db, texts[n], budget=10**9)[0] == f"n{n}"


def test_the_exchange_around_a_hit_holds_what_was_said_in_it(db: Database) -> None:
    said(
        db, human("h1", "First."), agent("a1"), human("h2", "Which database?"), call("c1", "t1"), result("r1", "t1"),
        agent("a2", "Postgres."), human("h3", "Last."), agent("a3"),
    )  # fmt: skip
    search = Search(db)
    row = next(row for row, _ in search.best(parse("postgres")))
    assert [each.key for each in search.around(row, 1)] == ["h2", "a2"]
    assert [each.key for each in search.around(row, 2)] == ["h1", "a1", "h2", "a2", "h3", "a3"]
    output = db.number("SELECT id FROM messages WHERE uuid = 'r1'")
    assert [each.key for each in search.around(output, 1)] == ["h2", "r1", "a2"]
    assert search.around(10_000, 1) == []


def test_what_stands_around_a_hit_is_read_without_the_rest_of_the_session(db: Database) -> None:
    prompts = [human(f"h{n}") for n in range(300)]
    said(db, *[each for n, prompt in enumerate(prompts) for each in (prompt, agent(f"a{n}"))])
    steps: list[None] = []
    connection = db.cursor().connection
    connection.set_progress_handler(lambda: steps.append(None), 1)
    first = [each.key for each in Search(db).around(299, 2)]
    taken = len(steps)
    connection.set_progress_handler(None, 0)
    assert first == ["h148", "a148", "h149", "a149", "h150", "a150"]
    assert taken < 3_000


def test_a_hit_in_a_fork_is_shown_with_the_forks_name_and_what_followed_there(db: Database) -> None:
    shared = human("h1", "Which palette?"), agent("a1", "Blue.")
    said(db, *shared, human("h2", "Go on with blue."), agent("a2"), session="first")
    said(db, *shared, human("h3", "No, green."), agent("a3"), session="fork", project="/home/dev/bank")
    search = Search(db)
    for scope in (Scope(session="fork"), Scope(projects=("/home/dev/bank",))):
        row = next(row for row, _ in search.best(parse("palette"), scope))
        hit = search.found(row, scope=scope)
        assert hit is not None
        assert (hit.session, hit.project) == ("fork", "/home/dev/bank")
        around = search.around(row, 2, scope)
        assert [(each.key, each.session) for each in around] == [
            (key, "fork") for key in ("h1", "a1", "h3", "a3")
        ]
    assert [each.key for each in search.around(row, 2)] == ["h1", "a1", "h2", "a2"]


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        ("webhook dentist", ["dentist"]),
        ("retries of the webhook", []),
        ("checkVpn enable git dir", []),
        ("dent*", ["dent"]),
        ('"webhook retry" dentist zahnarzt', ["dentist", "zahnarzt"]),
    ],
)
def test_words_that_were_never_said_are_known(db: Database, asked: str, missing: list[str]) -> None:
    said(db, human("h1", "the webhook retry, run check_vpn with enableGitDir"))
    assert [" ".join(term.tokens) for term in Search(db).missing(parse(asked))] == missing


@pytest.mark.parametrize("asked", ["数据库", "備份 webhook", "ฐานข้อมูล", "서버", "データ*"])
def test_a_word_written_without_spaces_is_never_told_as_never_said(db: Database, asked: str) -> None:
    said(db, human("h1", "the webhook, 备份数据库在法兰克福运行, 備份データベース, 서버는, ที่ฐานข้อมูลอยู่"))
    assert Search(db).missing(parse(f"{asked} dentist")) == parse("dentist").words


@pytest.mark.parametrize(
    ("asked", "other"),
    [("हिन्दी", "हाँ नदी दूर"), ("निर्णय", "नदी रात णमो यह"), ("வணக்கம்", "வா ணகரம் கல் மரம்"), ("বাংলা", "বন গান লাল")],
)
def test_a_word_whose_vowels_are_signs_is_found_whole(db: Database, asked: str, other: str) -> None:
    said(db, human("other", f"{other} {FILLER}"), human("named", f"यह {asked} है {FILLER}"))
    assert found(db, asked) == found(db, f"{asked}*") == found(db, f'"{asked}"') == ["named"]
    assert found(db, f"filler1 -{asked}") == ["other"]
    assert [" ".join(term.tokens) for term in Search(db).missing(parse(f"{asked} dentist"))] == ["dentist"]


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("Maßstab", "massstab"),
        ("Maßstab", "MASSSTAB"),
        ("massstab", "Maßstab"),
        ("die Straße", "STRASSE"),
        ("DIE STRASSE", "straße"),
        ("STRAẞE", "strasse"),
        ("Großstraße", "grossstrasse"),
        ("GROSSSTRASSE", "Großstraße"),
        ("die Straßen", "strass*"),
        ("die Strassen", "straß*"),
        ("die Straße", '"die strasse"'),
    ],
)
def test_sharp_s_is_found_as_two_and_two_as_one(db: Database, written: str, asked: str) -> None:
    said(db, human("other", f"nothing of the kind {FILLER}"), human("named", f"{written} {FILLER}"))
    assert found(db, asked) == ["named"]
    assert Search(db).missing(parse(asked)) == ()


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("Η θύρα του", "ΘΥΡΑ"),
        ("Η θύρα του", "θυρα"),
        ("Η ΘΥΡΑ ΤΟΥ", "θύρα"),
        ("ο διακομιστής μας", "ΔΙΑΚΟΜΙΣΤΗΣ"),
        ("ΠΡΟΪΟΝ", "προϊόν"),
        ("ταΐζω", "ΤΑΪΖΩ"),
    ],
)
def test_greek_is_found_with_its_accents_or_without(db: Database, written: str, asked: str) -> None:
    said(db, human("other", f"nothing of the kind {FILLER}"), human("greek", f"{written} {FILLER}"))
    assert found(db, asked) == ["greek"]
    assert Search(db).missing(parse(asked)) == ()
    assert Search(db).missing(parse("θάλασσα")) == parse("θάλασσα").words


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("Işık hızı sabittir", "ışık"),
        ("Işık hızı sabittir", '"ışık hızı"'),
        ("Işık hızı sabittir", "IŞIK"),
        ("IŞIK HIZI", "ışık"),
        ("IŞIK HIZI", "Işık"),
        ("ışık hızı", "IŞIK"),
        ("ILICA yolu", "ılıca"),
        ("Işık hızı", "ışı*"),
    ],
)
def test_a_turkish_i_without_a_dot_is_found_behind_its_capital(
    db: Database, written: str, asked: str
) -> None:
    said(db, human("other", f"nothing of the kind {FILLER}"), human("named", f"{written} {FILLER}"))
    assert found(db, asked) == ["named"]
    assert Search(db).missing(parse(asked)) == ()
    assert Search(db).missing(parse("kırlangıç")) == parse("kırlangıç").words


def test_what_was_said_before_the_first_prompt_is_an_exchange_too(db: Database) -> None:
    said(db, agent("a0", "Welcome back."), human("h1", "First."), agent("a1"))
    search = Search(db)
    row = db.number("SELECT id FROM messages WHERE uuid = 'a0'")
    assert [each.key for each in search.around(row, 1)] == ["a0"]


def test_a_summary_is_found_but_no_neighbour(db: Database) -> None:
    said(db, human("h1", "webhook"), agent("s1", f"webhook {FILLER}", kind=Kind.SUMMARY))
    assert found(db, "webhook") == ["h1", "s1"]


def test_an_empty_archive_and_an_empty_query_find_nothing(db: Database) -> None:
    assert found(db, "webhook") == []
    said(db, human("h1", "webhook"))
    assert found(db, "") == []


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(max_size=80)
    | st.lists(
        st.sampled_from(
            'webhook "retry now" retry -now "*" NEAR( AND OR NOT ) ^ {a} : a* -" é 😀 \0 \' ; -- ( '.split(
                " "
            )
        ),
        max_size=12,
    ).map(" ".join)
)
def test_no_query_raises_and_every_hit_stands_in_the_archive(db: Database, text: str) -> None:
    if not db.number("SELECT count(*) FROM messages"):
        said(db, human("h1", "webhook retry now"), agent("a1", "É 😀 NEAR AND"), human("h2", "now retry"))
    for budget in (1, 4_000):
        assert set(found(db, text, budget=budget)) <= {"h1", "a1", "h2"}
