"""The real SDK against a scripted service on loopback."""

from __future__ import annotations

import importlib
import logging
import os
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from extractor.domain import Usage
from extractor.errors import ConfigError, ExtractorError, ModelUnavailable
from extractor.models.anthropic import LARGEST_REPLY, Anthropic
from extractor.models.metered import Unbilled
from extractor.models.model import Briefing, Reply, Request, Stop, ToolCall, ToolOutcome, ToolSpec, Turn
from extractor.models.refusal import retry_after
from extractor.models.route import is_here
from tests.support.messages_server import (
    Answer,
    Body,
    Cut,
    Delayed,
    Fails,
    Floods,
    Hangs,
    MessagesServer,
    Raw,
    Says,
    Text,
    Thinking,
    ToolUse,
    Trickles,
    says,
)

KEY = "-".join(["sk", "test", "0123456789" * 3])
PLACE = "key_file /home/ada/key"
BRIEFING = Briefing((), (), (), date(2026, 3, 2))
TOOLS = (
    ToolSpec("read_memory", "Reads.", {"type": "object", "properties": {"file": {"type": "string"}}}),
    ToolSpec("write_memory", "Writes.", {"type": "object", "properties": {}}),
)
REQUEST = Request("The rules.", TOOLS, ("first exchange", "second exchange"), "what is new", BRIEFING)
SECRET_WORDS = "the heron nests behind the boathouse"


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither keys, addresses nor proxies of the machine reach the SDK."""
    for name in list(os.environ):
        if name.upper().startswith("ANTHROPIC") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """No test's time holds the seconds the SDK takes to load."""
    importlib.import_module("anthropic")


class Asked:
    """A model, the service behind it, and the pauses it took."""

    def __init__(self, script: Callable[[Body, int], Answer], **options: float) -> None:
        self.pauses: list[float] = []
        self.server = MessagesServer(script)
        timeout = options.pop("timeout", 20.0)
        self.model = Anthropic(
            "claude-test",
            api_key=KEY,
            key_place=PLACE,
            base_url=self.server.url,
            timeout=timeout,
            sleep=self.pauses.append,
            **{name: int(value) for name, value in options.items()},
        )

    def __enter__(self) -> Asked:
        self.server.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.model.close()
        self.server.close()
        assert self.server.errors == []

    @property
    def bodies(self) -> list[Body]:
        return [request.body for request in self.server.messages]


class Refusing(BaseHTTPRequestHandler):
    """A proxy that lets nothing through."""

    def do_CONNECT(self) -> None:
        self.send_response(407, "Proxy Authentication Required")
        self.send_header("content-length", "0")
        self.end_headers()

    do_POST = do_CONNECT

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def refusing_proxy() -> Iterator[str]:
    """Its address."""
    with HTTPServer(("127.0.0.1", 0), Refusing) as proxy:
        thread = threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{proxy.server_port}"
        proxy.shutdown()
        thread.join()


def always(answer: Answer) -> Callable[[Body, int], Answer]:
    return lambda _body, _nth: answer


def failing(answer: Answer, **options: float) -> tuple[ExtractorError, int]:
    """The error an answer comes to, and how often was asked."""
    with Asked(always(answer), **options) as asked:
        with pytest.raises(ExtractorError) as caught:
            asked.model.reply(REQUEST)
        return caught.value, len(asked.bodies)


def marks(body: object, path: str = "") -> Iterator[str]:
    """Where in a body cache marks stand."""
    if isinstance(body, dict):
        if "cache_control" in body:
            assert body["cache_control"] == {"type": "ephemeral"}
            yield path
        for name, value in body.items():
            yield from marks(value, f"{path}/{name}")
    elif isinstance(body, list):
        for number, value in enumerate(body):
            yield from marks(value, f"{path}/{number}")


def turn(*calls: ToolCall, text: str = "", outcomes: tuple[ToolOutcome, ...] | None = None) -> Turn:
    answers = tuple(ToolOutcome(call.id, f"answer to {call.id}") for call in calls)
    return Turn(Reply(text, calls, Stop.TOOL_USE), answers if outcomes is None else outcomes)


# What is sent


def test_a_request_is_system_tools_and_one_user_message_of_blocks() -> None:
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(REQUEST)
        body = asked.bodies[0]
    assert [(b["type"], b["text"]) for b in body["system"]] == [("text", "The rules.")]  # type: ignore[attr-defined]
    assert [t["name"] for t in body["tools"]] == ["read_memory", "write_memory"]  # type: ignore[attr-defined]
    (message,) = body["messages"]  # type: ignore[misc]
    texts = [block["text"] for block in message["content"]]
    assert (message["role"], texts) == ("user", ["first exchange", "second exchange", "what is new"])
    assert (body["model"], body["max_tokens"], "stream" in body, "thread" in body) == (
        "claude-test",
        4096,
        False,
        False,
    )


def test_a_reply_may_be_capped_below_what_the_request_asks() -> None:
    with Asked(always(says("ok")), max_output=100) as asked:
        asked.model.reply(REQUEST)
        assert asked.bodies[0]["max_tokens"] == 100


def test_marks_stand_after_the_rules_the_older_exchanges_and_the_end() -> None:
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(REQUEST)
        found = list(marks(asked.bodies[0]))
    assert sorted(found) == ["/messages/0/content/1", "/messages/0/content/2", "/system/0"]


def test_marks_follow_the_turns_and_are_never_more_than_four() -> None:
    turns = [turn(ToolCall(f"c{n}", "read_memory", {"file": "a.md"})) for n in range(4)]
    with Asked(always(says("ok"))) as asked:
        for count in range(5):
            asked.model.reply(REQUEST.after(turns[:count]))
        found = [sorted(marks(body)) for body in asked.bodies]
    assert found[1] == [
        "/messages/0/content/1",
        "/messages/0/content/2",
        "/messages/2/content/0",
        "/system/0",
    ]
    assert found[4] == [
        "/messages/0/content/1",
        "/messages/6/content/0",
        "/messages/8/content/0",
        "/system/0",
    ]


def test_without_rules_and_older_exchanges_the_last_tool_carries_the_mark() -> None:
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(Request("", TOOLS, (), "what is new", BRIEFING))
        assert sorted(marks(asked.bodies[0])) == ["/messages/0/content/0", "/tools/1"]
        assert asked.bodies[0]["system"] == []


def test_two_runs_of_a_session_begin_byte_for_byte_alike_up_to_the_mark() -> None:
    later = Request("The rules.", TOOLS, (*REQUEST.stable, "what is new"), "newer still", BRIEFING)
    with Asked(always(says("ok"))) as asked, Asked(always(says("ok"))) as another:
        asked.model.reply(REQUEST)
        another.model.reply(later)
        one, two = asked.server.messages[0], another.server.messages[0]
    end = one.raw.index(b"second exchange") + len(b"second exchange")
    assert b"first exchange" in one.raw[:end]
    assert one.raw[:end] == two.raw[:end]
    rest = [request.raw[request.raw.index(b'"system"') :] for request in (one, two)]
    assert b"write_memory" in rest[0]
    assert rest[0] == rest[1]


def test_the_same_request_is_the_same_bytes_every_time() -> None:
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(REQUEST)
        asked.model.reply(REQUEST)
        first, second = asked.server.messages
    assert first.raw == second.raw


def test_calls_and_their_answers_go_back_as_they_came() -> None:
    given = {"file": "a.md", "statements": [{"text": "naïve ünïcode 数"}], "empty": {}}

    def script(body: Body, nth: int) -> Answer:
        if nth == 0:
            calls = ToolUse("write_memory", given, "toolu_a"), ToolUse("read_memory", {}, "toolu_b")
            return Says((Text("I will write."), *calls))
        return says("Done.")

    with Asked(script) as asked:
        first = asked.model.reply(REQUEST)
        assert first.stop is Stop.TOOL_USE
        assert first.calls == (
            ToolCall("toolu_a", "write_memory", given),  # type: ignore[arg-type]
            ToolCall("toolu_b", "read_memory", {}),
        )
        outcomes = (ToolOutcome("toolu_a", "no such quote", is_error=True), ToolOutcome("toolu_b", "text"))
        last = asked.model.reply(REQUEST.after([Turn(first, outcomes)]))
        sent = asked.bodies[1]["messages"]
    assert (last.text, last.stop) == ("Done.", Stop.END_TURN)
    assert isinstance(sent, list)
    assert sent[1] == {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "I will write."},
            {"type": "tool_use", "id": "toolu_a", "name": "write_memory", "input": given},
            {"type": "tool_use", "id": "toolu_b", "name": "read_memory", "input": {}},
        ],
    }
    answers = [(b["tool_use_id"], b["content"], b["is_error"]) for b in sent[2]["content"]]
    assert (sent[2]["role"], answers) == (
        "user",
        [("toolu_a", "no such quote", True), ("toolu_b", "text", False)],
    )


def test_no_two_calls_of_a_conversation_have_one_id_however_a_service_numbers_them() -> None:
    again = [turn(*(ToolCall(own, "read_memory", {}) for own in ("call", "call_2", "call_3")))] * 4
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(REQUEST.after(again))
        sent = asked.bodies[0]["messages"]
    assert isinstance(sent, list)
    calls = [b["id"] for m in sent if m["role"] == "assistant" for b in m["content"]]
    answers = [b["tool_use_id"] for m in sent[2::2] for b in m["content"]]
    assert calls[:3] == ["call", "call_2", "call_3"]
    assert len(set(calls)) == len(calls) == 12
    assert answers == calls


def test_a_reply_that_said_nothing_is_left_out() -> None:
    empty = Turn(Reply("  \n", (), Stop.END_TURN), ())
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(REQUEST.after([empty]))
        assert len(asked.bodies[0]["messages"]) == 1  # type: ignore[arg-type]


def test_a_call_without_an_answer_is_answered_with_an_error() -> None:
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(REQUEST.after([turn(ToolCall("c1", "read_memory", {}), outcomes=())]))
        (block,) = asked.bodies[0]["messages"][2]["content"]  # type: ignore[index]
    assert (block["tool_use_id"], block["is_error"]) == ("c1", True)


def test_a_conversation_never_ends_with_the_models_own_words() -> None:
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(REQUEST.after([turn(text="half a thought")]))
        roles = [message["role"] for message in asked.bodies[0]["messages"]]  # type: ignore[attr-defined]
    assert roles == ["user", "assistant", "user"]


def test_half_a_character_does_not_keep_a_request_from_being_sent() -> None:
    broken = Request("rules", (), ("old \ud83d",), "new \udc00", BRIEFING)
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(
            broken.after([turn(ToolCall("c", "t", {}), outcomes=(ToolOutcome("c", "\ud800"),))])
        )
        texts = [block["text"] for block in asked.bodies[0]["messages"][0]["content"]]  # type: ignore[index]
    assert texts == ["old ?", "new ?"]


def test_only_the_key_and_address_it_was_given_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "from-the-environment")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "from-the-environment")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Stray: from-the-environment\nAuthorization: other")
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(REQUEST)
        headers = asked.server.messages[0].headers
    sent = [headers.get("authorization", "").removeprefix("Bearer "), headers.get("x-api-key")]
    assert KEY in sent
    assert "from-the-environment" not in str(headers)
    assert "x-stray" not in headers


def test_without_an_address_the_environment_does_not_name_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    assert (
        repr(Anthropic("claude-test", api_key=KEY, key_place=PLACE))
        == "Anthropic('claude-test' at api.anthropic.com)"
    )


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_what_is_for_a_model_on_this_machine_is_sent_to_no_proxy(
    monkeypatch: pytest.MonkeyPatch, host: str, name: str
) -> None:
    with MessagesServer(always(says("from the proxy"))) as proxy, MessagesServer(always(says("ok"))) as here:
        monkeypatch.setenv(name, proxy.url)
        with Anthropic(
            "m", api_key=KEY, key_place=PLACE, base_url=here.url.replace("127.0.0.1", host)
        ) as model:
            assert model.reply(REQUEST).text == "ok"
        assert proxy.requests == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALL_PROXY", "socks5://127.0.0.1:9"),
        ("all_proxy", "socks://127.0.0.1:9"),
        ("HTTPS_PROXY", "foo:bar"),
        ("NO_PROXY", "localhost,127.0.0.1,fd00::/8"),
        ("SSL_CERT_FILE", "/nonexistent"),
    ],
)
def test_what_the_environment_names_for_other_machines_is_in_the_way_there_only(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with Asked(always(says("ok"))) as asked:
        assert asked.model.reply(REQUEST).text == "ok"
    with (
        Anthropic("m", api_key=KEY, key_place=PLACE, base_url="https://api.example.invalid") as model,
        pytest.raises(ConfigError, match=f"^{name} in the environment") as caught,
    ):
        model.reply(REQUEST)
    assert value not in str(caught.value)


def test_certificates_the_environment_names_count_for_an_encrypted_address_of_this_machine_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/nonexistent")
    with (
        Anthropic("m", api_key=KEY, key_place=PLACE, base_url="https://localhost:9") as model,
        pytest.raises(ConfigError, match="SSL_CERT_FILE in the environment"),
    ):
        model.reply(REQUEST)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_refuses_is_named_and_cost_nothing(monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    with refusing_proxy() as proxy:
        monkeypatch.setenv(f"{scheme.upper()}_PROXY", proxy)
        with (
            Anthropic("m", api_key=KEY, key_place=PLACE, base_url=f"{scheme}://api.example.invalid") as model,
            pytest.raises(Unbilled) as caught,
        ):
            model.reply(REQUEST)
    assert str(caught.value) == (
        f"the proxy that {scheme.upper()}_PROXY names lets nothing through to api.example.invalid (407): it is tried"
        " again by itself"
    )


def test_no_word_of_a_conversation_is_logged_whatever_the_environment_says() -> None:
    program = (
        "import dataclasses, sys; from tests.unit.models.test_anthropic import *\n"
        "with Asked(always(says('ok'))) as asked:\n"
        f"    asked.model.reply(dataclasses.replace(REQUEST, fresh={SECRET_WORDS!r}))\n"
        "    assert 'heron' in str(asked.bodies)\n"
    )
    env = {**os.environ, "ANTHROPIC_LOG": "debug", "PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=env
    )
    assert (told.stdout, told.stderr) == ("", "")


@pytest.mark.parametrize(
    "url",
    [
        "http://[::1]:1",
        "https://LOCALHOST",
        "http://localhost.:8080",
        "http://models.localhost:8080",
        "http://127.9.9.9",
        "http://127.1:8080",
        "http://0.0.0.0:11434",
        "http://[::]:11434",
        "http://[::ffff:127.0.0.1]:11434",
    ],
)
def test_every_name_of_this_machine_is_known(url: str) -> None:
    assert is_here(urlsplit(url).hostname or "")


@pytest.mark.parametrize(
    "url",
    [
        "https://api.anthropic.com",
        "http://128.0.0.1",
        "http://localhost.example.org",
        "http://[::2]",
        "http://10.1",
    ],
)
def test_what_is_for_another_machine_goes_by_the_proxy(url: str) -> None:
    assert not is_here(urlsplit(url).hostname or "")


# What is read


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("end_turn", Stop.END_TURN),
        ("stop_sequence", Stop.END_TURN),
        ("tool_use", Stop.END_TURN),
        ("max_tokens", Stop.MAX_TOKENS),
        ("model_context_window_exceeded", Stop.MAX_TOKENS),
        ("refusal", Stop.REFUSAL),
        ("content_filter", Stop.REFUSAL),
        ("stop", Stop.END_TURN),
        ("length", Stop.MAX_TOKENS),
    ],
)
def test_a_reply_of_words_stops_for_its_reason(reason: str, stop: Stop) -> None:
    with Asked(always(Says((Text("words"),), reason))) as asked:
        assert asked.model.reply(REQUEST).stop is stop


@pytest.mark.parametrize("reason", ["tool_use", "end_turn", "a_reason_of_tomorrow"])
def test_a_reply_with_calls_wants_answers_whatever_reason_it_gives(reason: str) -> None:
    with Asked(always(Says((ToolUse("read_memory", {}),), reason))) as asked:
        assert asked.model.reply(REQUEST).stop is Stop.TOOL_USE


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("network_error", "(network_error)"),
        ("insufficient_system_resource", "(insufficient_system_resource)"),
        ("pause_turn", "(pause_turn)"),
        (SECRET_WORDS, "(no known reason)"),
    ],
)
@pytest.mark.parametrize("blocks", [(), (Text("words"),)])
def test_a_reply_that_ended_for_no_known_reason_is_an_outage(
    blocks: tuple[Text, ...], reason: str, told: str
) -> None:
    error, asked = failing(Says(blocks, reason))
    assert type(error) is ModelUnavailable
    assert f"broke its reply off {told}" in str(error)
    assert asked == 1


@pytest.mark.parametrize(
    "body", [b'{"content": []}', b'{"type": "error", "content": [], "error": {"type": "overloaded_error"}}']
)
def test_a_body_without_words_and_reason_is_an_outage(body: bytes) -> None:
    error, _ = failing(Raw(body))
    assert type(error) is ModelUnavailable


def test_a_call_cut_off_by_the_limit_still_says_so() -> None:
    with Asked(always(Says((ToolUse("read_memory", {}),), "max_tokens"))) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.stop, len(reply.calls)) == (Stop.MAX_TOKENS, 1)


def test_a_refusal_tells_its_category_and_nothing_of_the_conversation() -> None:
    details = {"stop_details": {"type": "refusal", "category": "cyber", "explanation": SECRET_WORDS}}
    with Asked(always(Says((), "refusal", extra=details))) as asked:
        assert asked.model.reply(REQUEST).detail == "refused: cyber"


def test_every_kind_of_token_is_counted() -> None:
    usage = {
        "input_tokens": 1,
        "cache_read_input_tokens": 20,
        "cache_creation_input_tokens": 300,
        "output_tokens": 4000,
    }
    with Asked(always(Says((Text("ok"),), usage=usage))) as asked:
        assert asked.model.reply(REQUEST).usage == Usage(1, 20, 300, 4000)


def test_a_compatible_service_may_leave_the_count_out() -> None:
    with Asked(always(Says((Text("ok"),), usage=None))) as asked:
        assert asked.model.reply(REQUEST).usage == Usage()


def test_where_the_plain_input_is_left_out_what_is_told_of_the_cache_stays_told() -> None:
    usage = {"cache_read_input_tokens": 20, "cache_creation_input_tokens": 300, "output_tokens": 4}
    with Asked(always(Says((Text("ok"),), usage=usage))) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.usage, reply.lacks_input) == (Usage(0, 20, 300, 4), True)


@pytest.mark.parametrize(
    ("told", "written"),
    [
        ({"cache_creation": {"ephemeral_5m_input_tokens": 200, "ephemeral_1h_input_tokens": 50}}, 250),
        ({"cache_creation": {"ephemeral_1h_input_tokens": 50}, "cache_creation_input_tokens": 50}, 50),
        ({"cache_creation": {"ephemeral_5m_input_tokens": 200}, "cache_creation_input_tokens": 0}, 200),
        ({"cache_creation": {}, "cache_creation_input_tokens": 7}, 7),
        ({"cache_creation": None}, 0),
        ({"cache_creation": "much", "cache_creation_input_tokens": 7}, 7),
    ],
)
def test_what_was_written_to_the_cache_is_read_in_both_places(told: dict[str, object], written: int) -> None:
    usage = {"input_tokens": 3, "output_tokens": 1, **told}
    with Asked(always(Says((Text("ok"),), usage=usage))) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.usage, reply.lacks_input) == (Usage(3, 0, written, 1), False)


def test_a_part_of_what_was_written_to_the_cache_that_cannot_be_costs_the_count_alone() -> None:
    usage = {"input_tokens": 3, "output_tokens": 1, "cache_creation": {"ephemeral_5m_input_tokens": -5}}
    with Asked(always(Says((Text("ok"),), usage=usage))) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.text, reply.usage) == ("ok", Usage())


@pytest.mark.parametrize("kind", ["input_tokens", "cache_read_input_tokens", "output_tokens"])
@pytest.mark.parametrize("count", [100_000_001, 2**63 - 1, 2**64, 10**30])
def test_a_count_no_call_can_come_to_is_none_and_the_reply_counts(kind: str, count: int) -> None:
    usage = {"input_tokens": 3, "output_tokens": 1} | {kind: count}
    with Asked(always(Says((Text("ok"),), usage=usage))) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.text, reply.usage) == ("ok", Usage())


COUNTS = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"]


@pytest.mark.parametrize("kind", COUNTS)
@pytest.mark.parametrize("count", [b"-1", b"5.5", b"NaN", b'"many"', b"[]"])
def test_a_count_that_cannot_be_is_none_and_the_reply_counts(kind: str, count: bytes) -> None:
    usage = b'{"input_tokens": 3, "output_tokens": 1, "%s": %s}' % (kind.encode(), count)
    said = b'{"content": [{"type": "text", "text": "ok"}], "stop_reason": "end_turn", "usage": %s}'
    with Asked(always(Raw(said % usage))) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.text, reply.usage) == ("ok", Usage())


@pytest.mark.parametrize("usage", [b"[]", b'"many"', b"7", b"null"])
def test_a_count_that_is_no_object_is_none_and_the_reply_counts(usage: bytes) -> None:
    said = b'{"content": [{"type": "text", "text": "ok"}], "stop_reason": "end_turn", "usage": %s}'
    with Asked(always(Raw(said % usage))) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.text, reply.usage) == ("ok", Usage())


def test_a_refusal_with_nothing_in_place_of_no_block_is_a_refusal() -> None:
    with Asked(always(Raw(b'{"content": null, "stop_reason": "refusal"}'))) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.stop, reply.is_empty) == (Stop.REFUSAL, True)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (rb"ok \ud83d", "ok \ufffd"),
        (rb"\uDE00 ok", "\ufffd ok"),
        (rb"\ud83d\ud83d\ude00", "\ufffd\U0001f600"),
        (rb"\ud83dx \u00e9", "\ufffdx é"),
        (rb"\\ud83d \\\ud83d", "\\ud83d \\\ufffd"),
    ],
)
def test_half_a_letter_costs_the_letter_alone(written: bytes, read: str) -> None:
    text = b'{"type": "text", "text": "%s"}' % written
    call = b'{"type": "tool_use", "id": "t", "name": "read_memory", "input": {"%s": "%s"}}' % (
        written,
        written,
    )
    with Asked(always(Raw(b'{"content": [%s, %s], "stop_reason": "tool_use"}' % (text, call)))) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.text, reply.calls[0].input) == (read, {read: read})


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (b'{"a": %s}' % (b"9" * 6000), "number out of range"),
        (b"[" * 600 + b"]" * 600, "recursion limit exceeded"),
    ],
)
def test_a_reply_with_too_large_a_thing_in_it_says_so_and_nothing_of_the_address(
    given: bytes, why: str
) -> None:
    call = b'{"type": "tool_use", "id": "t", "name": "write_memory", "input": %s}' % given
    error, asked = failing(Raw(b'{"content": [%s], "stop_reason": "tool_use"}' % call))
    assert type(error) is ModelUnavailable
    assert f"no readable reply ({why})" in str(error)
    assert "base_url" not in str(error)
    assert asked == 1


def test_thoughts_are_not_words() -> None:
    with Asked(always(Says((Thinking("let me see"), Text("one"), Text("two"))))) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.text, reply.has_thoughts) == ("one\ntwo", True)


def test_a_reply_without_a_block_is_empty_and_one_of_thoughts_alone_is_not() -> None:
    answers = [Says((), "refusal"), Says((Thinking("let me see"),)), Says((Text("one"),))]
    with Asked(lambda _body, nth: answers[nth]) as asked:
        replies = [asked.model.reply(REQUEST) for _ in range(3)]
    assert [(reply.is_empty, reply.has_thoughts) for reply in replies] == [
        (True, False),
        (False, True),
        (False, False),
    ]


@pytest.mark.parametrize("given", ["not an object", None, 7, ["a", {"b": 1}], True])
def test_malformed_tool_input_is_passed_on_and_can_be_sent_back(given: object) -> None:
    with Asked(always(Says((ToolUse("write_memory", given, "toolu_x"),)))) as asked:
        first = asked.model.reply(REQUEST)
        assert first.calls == (ToolCall("toolu_x", "write_memory", given),)  # type: ignore[arg-type]
        asked.model.reply(REQUEST.after([Turn(first, (ToolOutcome("toolu_x", "not an object", True),))]))
        sent = asked.bodies[1]["messages"][1]["content"][0]["input"]  # type: ignore[index]
    assert sent == {"input": given}


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999"])
def test_a_number_that_no_request_can_hold_is_left_out_of_what_a_tool_is_given(number: bytes) -> None:
    call = b'{"type": "tool_use", "id": "t", "name": "write_memory", "input": {"a": [%s, 1.5], "b": %s}}'
    body = b'{"content": [%s], "stop_reason": "tool_use"}' % (call % (number, number))
    with Asked(always(Raw(body))) as asked:
        first = asked.model.reply(REQUEST)
        assert first.calls[0].input == {"a": [None, 1.5], "b": None}
        asked.model.reply(REQUEST.after([Turn(first, (ToolOutcome("t", "no number", True),))]))
        assert len(asked.bodies) == 2


@pytest.mark.parametrize(
    "body",
    [
        b"{ not json",
        b"",
        b"[]",
        b"<html>welcome</html>",
        b'{"content": "words"}',
        b'{"content": [{"type": "tool_use", "input": {}}]}',
        b"\xff\xfe",
    ],
)
def test_a_body_that_is_no_reply_is_an_outage(body: bytes) -> None:
    error, asked = failing(Raw(body))
    assert type(error) is ModelUnavailable
    assert "no readable reply" in str(error)
    assert asked == 1


# What goes wrong


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_for_the_settings(status: int) -> None:
    error, asked = failing(Fails(status, "authentication_error"))
    assert isinstance(error, ConfigError)
    assert "refused the key" in str(error)
    assert str(error).endswith(f": check {PLACE}")
    assert asked == 1


def test_what_is_forbidden_after_an_answer_with_the_same_key_is_the_request() -> None:
    answers = [says("ok"), Fails(403, "permission_error"), Fails(401, "authentication_error")]
    with Asked(lambda _body, nth: answers[nth]) as asked:
        assert asked.model.reply(REQUEST).text == "ok"
        reply = asked.model.reply(REQUEST)
        assert (reply.stop, reply.detail) == (Stop.REJECTED, "403 permission_error")
        with pytest.raises(ConfigError, match="refused the key"):
            asked.model.reply(REQUEST)


def test_what_is_forbidden_twice_with_no_answer_between_is_the_key() -> None:
    answers = [says("ok"), Fails(403, "permission_error"), Fails(403, "permission_error"), says("well")]
    with Asked(lambda _body, nth: answers[nth]) as asked:
        assert asked.model.reply(REQUEST).text == "ok"
        assert asked.model.reply(REQUEST).stop is Stop.REJECTED
        with pytest.raises(ConfigError, match="refused the key"):
            asked.model.reply(REQUEST)
        assert asked.model.reply(REQUEST).text == "well"


def test_what_is_forbidden_after_a_rejection_alone_is_the_key() -> None:
    answers = [Fails(400, "invalid_request_error"), Fails(403, "permission_error")]
    with Asked(lambda _body, nth: answers[nth]) as asked:
        assert asked.model.reply(REQUEST).stop is Stop.REJECTED
        with pytest.raises(ConfigError, match="refused the key"):
            asked.model.reply(REQUEST)


def test_an_unknown_model_is_for_the_settings_and_named() -> None:
    error, _ = failing(Fails(404, "not_found_error", "model: claude-test"))
    assert isinstance(error, ConfigError)
    assert "'claude-test'" in str(error)


def test_a_redirect_is_not_followed() -> None:
    with MessagesServer(always(says("elsewhere"))) as other:
        error, _ = failing(Fails(307, headers={"location": other.url + "/v1/messages"}))
        assert other.requests == []
    assert isinstance(error, ConfigError)


@pytest.mark.parametrize("status", [429, 529])
@pytest.mark.parametrize("retries", [0, 1, 3])
def test_no_room_is_tried_again_as_often_as_allowed(status: int, retries: int) -> None:
    error, asked = failing(Fails(status, "overloaded_error"), max_retries=retries)
    assert isinstance(error, Unbilled)
    assert asked == retries + 1


def test_a_second_try_that_finds_room_is_a_reply() -> None:
    with Asked(lambda _body, nth: Fails(529) if nth == 0 else says("ok")) as asked:
        assert asked.model.reply(REQUEST).text == "ok"
        assert asked.pauses == [0.5]


def test_while_it_is_out_each_call_is_one_request() -> None:
    answers = [Fails(529)] * 3 + [says("ok"), Fails(529), says("ok")]
    with Asked(lambda _body, nth: answers[nth]) as asked:
        for sent in (2, 3):
            with pytest.raises(Unbilled):
                asked.model.reply(REQUEST)
            assert len(asked.bodies) == sent
        assert asked.model.reply(REQUEST).text == "ok"
        assert asked.model.reply(REQUEST).text == "ok", "once it answered, a second try is made again"
        assert len(asked.bodies) == 6


def test_a_short_wait_is_kept_and_a_long_one_handed_to_the_caller() -> None:
    with Asked(lambda _body, nth: Fails(429, headers={"retry-after": "2" if nth == 0 else "3600"})) as asked:
        with pytest.raises(ModelUnavailable) as caught:
            asked.model.reply(REQUEST)
        assert (asked.pauses, len(asked.bodies), caught.value.retry_after) == ([2.0], 2, 3600.0)


def test_a_wait_beyond_the_time_allowed_is_handed_to_the_caller() -> None:
    error, asked = failing(Fails(429, headers={"retry-after": "4"}), timeout=3)
    assert isinstance(error, ModelUnavailable)
    assert (error.retry_after, asked) == (4.0, 1)


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_failure_that_was_answered_costs_nothing_and_is_not_sent_again(status: int) -> None:
    error, asked = failing(Fails(status, headers={"retry-after": "1"}), max_retries=3)
    assert type(error) is Unbilled
    assert (error.retry_after, asked) == (1.0, 1)


@pytest.mark.parametrize("status", [504, 524, 408])
def test_a_failure_that_may_have_been_billed_is_not_sent_again(status: int) -> None:
    error, asked = failing(Fails(status, headers={"retry-after": "1"}), max_retries=3)
    assert type(error) is ModelUnavailable
    assert (error.retry_after, asked) == (1.0, 1)


@pytest.mark.parametrize(
    "answer", [Fails(402, "billing_error"), Fails(400, message="Your credit balance is low")]
)
def test_an_empty_account_pauses_the_model_and_rejects_nothing(answer: Fails) -> None:
    error, asked = failing(answer)
    assert isinstance(error, Unbilled)
    assert "credit" in str(error)
    assert asked == 1


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (
            "You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.",
            "has reached the spend limit set there: raise it, or wait until 2026-12-01 00:00 UTC",
        ),
        (
            "You have reached your specified workspace API usage limits.",
            "has reached the spend limit set there: raise it, or wait until it begins anew",
        ),
        ("This organization has been disabled.", "is disabled: ask whoever runs it"),
    ],
)
def test_an_account_that_may_spend_no_more_pauses_the_model_and_says_why(message: str, told: str) -> None:
    error, asked = failing(Fails(400, "invalid_request_error", message))
    assert isinstance(error, Unbilled)
    assert str(error).endswith(told)
    assert asked == 1


@pytest.mark.parametrize(
    "words", ["you have reached your usage limits", "this organization has been disabled"]
)
def test_words_about_money_within_a_rejection_are_no_account_that_may_spend_no_more(words: str) -> None:
    with Asked(always(Fails(400, "invalid_request_error", f"messages.0: {words}"))) as asked:
        assert asked.model.reply(REQUEST).stop is Stop.REJECTED


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_refused_request_is_a_reply_that_says_so(status: int) -> None:
    answer = Fails(
        status, "invalid_request_error", f"messages.0.content.1.text: found {SECRET_WORDS}\nand more"
    )
    with Asked(always(answer)) as asked:
        reply = asked.model.reply(REQUEST)
        assert len(asked.bodies) == 1
    assert (reply.stop, reply.usage, reply.text) == (Stop.REJECTED, Usage(), "")
    where = "(input too long)" if status == 413 else "at messages.0.content.1.text"
    assert reply.detail == f"{status} invalid_request_error {where}"


@pytest.mark.parametrize("message", [SECRET_WORDS, f"{SECRET_WORDS}: x", "", "prompt is too long: 9 > 8"])
def test_a_rejection_repeats_no_words_of_the_conversation(message: str) -> None:
    with Asked(always(Fails(400, SECRET_WORDS, message))) as asked:
        detail = asked.model.reply(REQUEST).detail
    assert detail == ("400 (input too long)" if "long" in message else "400")


@pytest.mark.parametrize(
    ("status", "kind", "message", "is_too_long"),
    [
        (413, "request_too_large", "", True),
        (400, "invalid_request_error", "prompt is too long: 9 > 8", True),
        (400, "exceed_context_size_error", "the request exceeds the available context size", True),
        (400, "BadRequestError", "This model's maximum context length is 8192 tokens", True),
        (400, "invalid_request_error", "model: not allowed", False),
    ],
)
def test_a_rejection_says_whether_less_would_do(
    status: int, kind: str, message: str, is_too_long: bool
) -> None:
    with Asked(always(Fails(status, kind, message))) as asked:
        assert asked.model.reply(REQUEST).is_too_long is is_too_long


@pytest.mark.parametrize("part", [0.0, 0.5])
def test_a_cut_connection_is_an_outage_that_may_have_been_billed(part: float) -> None:
    error, asked = failing(Cut(says("a long reply " * 50), part), max_retries=3)
    assert type(error) is ModelUnavailable
    assert "broke" in str(error)
    assert asked == 1


def test_a_service_that_hangs_is_left_when_the_time_is_up() -> None:
    began = time.monotonic()
    error, asked = failing(Hangs(), timeout=0.5, max_retries=3)
    assert time.monotonic() - began < 20
    assert type(error) is ModelUnavailable
    assert "within 0.5 seconds" in str(error)
    assert asked == 1


def test_a_service_that_only_keeps_the_line_open_is_left_when_the_time_is_up() -> None:
    began = time.monotonic()
    error, _ = failing(Trickles(0.1), timeout=0.5)
    assert time.monotonic() - began < 3
    assert "within 0.5 seconds" in str(error)


@pytest.mark.parametrize("answer", [Trickles(0.1, 400), Trickles(0.1, 503), Trickles(0.1, is_head=True)])
def test_an_error_or_headers_that_never_end_are_left_when_the_time_is_up(answer: Trickles) -> None:
    error, asked = failing(answer, timeout=0.5)
    assert type(error) is ModelUnavailable
    assert "within 0.5 seconds" in str(error)
    assert asked == 1


def test_of_an_error_without_end_only_the_beginning_is_read() -> None:
    with Asked(always(Floods(400)), timeout=60) as asked:
        reply = asked.model.reply(REQUEST)
    assert (reply.stop, reply.detail) == (Stop.REJECTED, "400")


def test_a_slow_reply_within_the_time_is_a_reply() -> None:
    with Asked(always(Delayed(0.3, says("ok"))), timeout=10) as asked:
        assert asked.model.reply(REQUEST).text == "ok"


def test_nobody_listening_is_an_outage_that_cost_nothing() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
        pauses: list[float] = []
        with (
            Anthropic(
                "claude-test", api_key=KEY, key_place=PLACE, base_url=address, sleep=pauses.append
            ) as model,
            pytest.raises(Unbilled, match="no connection to 127"),
        ):
            model.reply(REQUEST)
    assert pauses == [0.5]


@pytest.mark.parametrize(
    "address", ["localhost:8080", "ftp://host", "http://", "http://host:port", "http://[::1"]
)
def test_an_address_that_cannot_work_is_for_the_settings(address: str) -> None:
    with pytest.raises(ConfigError, match="base_url"):
        Anthropic("claude-test", api_key=KEY, key_place=PLACE, base_url=address)


def test_an_address_only_the_sdk_finds_wrong_is_for_the_settings_too() -> None:
    with (
        Anthropic("claude-test", api_key=KEY, key_place=PLACE, base_url="http://host\x01name") as model,
        pytest.raises(ConfigError, match="base_url"),
    ):
        model.reply(REQUEST)


@pytest.mark.parametrize("key", ["", "two words", KEY + "\n", "schlüssel"])
def test_a_key_no_header_can_carry_is_for_the_settings(key: str) -> None:
    with pytest.raises(ConfigError, match=f"check {PLACE}$") as caught:
        Anthropic("claude-test", api_key=key, key_place=PLACE)
    assert not key or key not in str(caught.value)


# A key that is tried


def tried(counts: Answer | None, timeout: float = 20) -> str:
    """What trying the key tells, or the line of the error."""
    with (
        MessagesServer(always(says("unasked")), counts) as server,
        Anthropic("claude-test", api_key=KEY, key_place=PLACE, base_url=server.url, timeout=timeout) as model,
    ):
        try:
            return model.try_key()
        except ExtractorError as error:
            return f"{type(error).__name__}: {error}"


def test_a_key_that_is_taken_counts_tokens() -> None:
    assert "takes it and counts 9 tokens for claude-test" in tried(Raw(b'{"input_tokens": 9, "more": []}'))


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b"<html>sign in</html>",
        b"{oops",
        b"[1]",
        b"null",
        b'{"input_tokens": "\\u001b[31mred"}',
        b'{"input_tokens": -1}',
        b'{"input_tokens": %s}' % (b"9" * 5000),
        b'{"input_tokens": %s%s}' % (b"[" * 100_000, b"]" * 100_000),
        b'{"input_tokens": 9}' + b" " * LARGEST_REPLY,
    ],
)
def test_an_address_that_is_no_messages_api_is_not_taken_for_one(body: bytes) -> None:
    told = tried(Raw(body))
    assert told.startswith("ModelUnavailable")
    assert "is base_url a Messages API?" in told


@pytest.mark.parametrize("counts", [Trickles(0.1), Trickles(0.1, 503), Trickles(0.1, is_head=True), Hangs()])
def test_an_address_that_never_ends_what_it_sends_is_left_when_the_time_is_up(counts: Answer) -> None:
    assert "within 0.5 seconds" in tried(counts, timeout=0.5)


def test_an_address_that_counts_no_tokens_is_said_to_be_unproven() -> None:
    assert "only a call can tell" in tried(Fails(404, "not_found_error"))


@pytest.mark.parametrize(
    "answer",
    [
        *[Fails(status, message=KEY) for status in (307, 400, 401, 402, 404, 429, 500, 529)],
        Raw(KEY.encode()),
        Cut(says(KEY)),
        Cut(says(KEY), 0),
    ],
)
def test_the_key_stands_in_no_text_even_when_the_service_repeats_it(
    answer: Answer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with Asked(always(answer)) as asked:
        try:
            told = repr(asked.model.reply(REQUEST))
        except ExtractorError as error:
            told = "".join(traceback.format_exception(error)) + repr(error)
        assert KEY not in told + repr(asked.model) + str(asked.model)
        headers = str(asked.server.messages[0].headers)
    assert KEY in headers
    assert KEY not in caplog.text


def test_a_closed_model_opens_again() -> None:
    with Asked(always(says("ok"))) as asked:
        asked.model.reply(REQUEST)
        asked.model.close()
        asked.model.close()
        assert asked.model.reply(REQUEST).text == "ok"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Mon, 02 Mar 2026 10:00:30 GMT"}, 30.0),
        ({"retry-after": "Mon, 02 Mar 2026 10:00:30 -0000"}, 30.0),
        ({"retry-after": "Mon, 02 Mar 2026 09:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "Mon, 02 Mar 2026 10:00:30 +99999999999999999999"}, None),
    ],
)
def test_the_wait_asked_for_is_read_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    ten_oclock = 1_772_445_600.0
    assert retry_after(headers, ten_oclock) == seconds


def test_the_sdk_is_loaded_by_the_first_call_only() -> None:
    program = (
        "import sys; from extractor.models.anthropic import Anthropic;"
        "Anthropic('m', api_key='k', key_place='here'); print('anthropic' in sys.modules, 'httpx2' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False", "False"]
