"""The MCP server, asked by the SDK's own client over standard input and output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
import pytest

from extractor import fs
from extractor.commands.mcp_hearing import HEARD_WITHIN
from extractor.config.settings import LOCK_FILE
from tests.support.machine import Scratch

mcp = pytest.importorskip("mcp", reason="the extra [mcp] is not installed")

Ask = Callable[..., Awaitable[tuple[bool, str]]]


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "home")


def served(
    scratch: Scratch, talk: Callable[[Ask], Awaitable[None]], *options: str, cwd: Path | None = None
) -> None:
    """Hold a talk with a server of its own."""
    params = mcp.StdioServerParameters(
        command=sys.executable,
        args=["-m", "extractor", "mcp", *options],
        env=scratch.env,
        cwd=cwd or scratch.project,
    )

    async def hold() -> None:
        async with mcp.Client(params, read_timeout_seconds=30) as client:

            async def ask(tool: str, **given: object) -> tuple[bool, str]:
                answer = await client.call_tool(tool, given)
                return not answer.is_error, "\n".join(part.text for part in answer.content)

            await talk(ask)

    anyio.run(hold)


def test_every_tool_says_what_it_does_and_takes(scratch: Scratch) -> None:
    params = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "extractor", "mcp"], env=scratch.env, cwd=scratch.project
    )

    async def hold() -> None:
        async with mcp.Client(params, read_timeout_seconds=30) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == {"recall", "remember", "forget", "list_memories", "pin", "unpin"}
            for tool in tools.values():
                assert len(tool.description or "") > 40
                assert tool.input_schema["additionalProperties"] is False
                for argument in tool.input_schema["properties"]:
                    assert argument in (tool.description or ""), f"{tool.name} does not tell {argument}"

    anyio.run(hold)


def heard(scratch: Scratch, *said: str) -> None:
    """A session in which a person says this, read and understood as nothing to keep."""
    session = scratch.session()
    for text in said:
        session.turn(text)
    assert scratch.command("once", "--yes").returncode == 0


def running(scratch: Scratch) -> fs.HeldLock:
    """What a running service holds."""
    scratch.state.mkdir(parents=True, exist_ok=True)
    return fs.instance_lock(scratch.state / LOCK_FILE)


def kept(text: str, **more: object) -> dict[str, object]:
    """What an agent asks for with the person's own words."""
    return {"text": text, "quote": text.rstrip("."), **more}


def test_what_is_remembered_is_listed_recalled_pinned_and_put_away(scratch: Scratch) -> None:
    heard(scratch, "we look at staging. The staging gate is 8080")

    async def talk(ask: Ask) -> None:
        assert await ask("list_memories") == (True, f"no memory files yet in {scratch.memory}")
        done, told = await ask("remember", **kept("The staging gate is 8080."))
        kept_in = f"kept in {scratch.memory}/staging-gate.md: The staging gate is 8080."
        assert (done, told.splitlines()[0]) == (True, kept_in)
        assert "says this already" in (await ask("remember", **kept("The staging gate is 8080.")))[1]
        assert (await ask("pin", files=["staging-gate"]))[1].startswith("staging-gate.md is pinned\n")
        assert (
            "staging-gate.md  (project, pinned)  The staging gate is 8080." in (await ask("list_memories"))[1]
        )
        recalled = (await ask("recall", query="staging gate"))[1]
        assert "memory  staging-gate.md" in recalled
        assert "person  claude-code" in recalled
        assert await ask("forget", file="staging-gate.md", confirm=True) == (
            False,
            "Error executing tool forget: staging-gate.md is pinned: unpin it first, if the person wants it gone",
        )
        await ask("unpin", files=["staging-gate.md"])
        planned = (await ask("forget", file="staging-gate.md"))[1]
        assert planned.startswith("nothing was changed")
        assert (scratch.memory / "staging-gate.md").exists()
        assert (await ask("forget", file="staging-gate.md", confirm=True))[0]
        assert not (scratch.memory / "staging-gate.md").exists()

    served(scratch, talk)
    log = scratch.command("log").stdout
    assert "by an agent over MCP" in log
    assert "put away staging-gate.md" in log
    assert scratch.command("undo", "--yes").returncode == 0
    told = scratch.command("why", "staging-gate").stdout
    assert "> The staging gate is 8080" in told
    assert "person" in told


def test_of_many_memories_the_pinned_ones_and_some_are_listed(scratch: Scratch) -> None:
    scratch.memory.mkdir(parents=True)
    for number in range(250):
        pinned = "pinned: true\n" if number in (7, 249) else ""
        (scratch.memory / f"note-{number:03}.md").write_text(f"---\n{pinned}---\n\nNote {number}.\n")

    async def talk(ask: Ask) -> None:
        done, told = await ask("list_memories")
        *listed, last = told.splitlines()
        assert (done, len(listed), last) == (
            True, 200, "and 50 more memory files: recall finds them by their words",
        )  # fmt: skip
        assert [line.split()[0] for line in listed[:3]] == ["note-007.md", "note-249.md", "note-000.md"]

    served(scratch, talk)


def test_nothing_is_erased_and_a_persons_file_stays(scratch: Scratch) -> None:
    scratch.memory.mkdir(parents=True)
    (scratch.memory / "mine.md").write_text("Mine.\n")
    heard(scratch, "look here. The zanzibar port is 8080")

    async def talk(ask: Ask) -> None:
        assert "only they delete it" in (await ask("forget", file="mine.md", confirm=True))[1]
        assert "give the exact name" in (await ask("forget", file="mine", confirm=True))[1]
        await ask("remember", **kept("The zanzibar port is 8080."))
        (listed,) = [n for n in (await ask("list_memories"))[1].split() if n.startswith("zanzibar-")]
        assert (await ask("forget", file=listed, confirm=True))[0]

    served(scratch, talk)
    assert (scratch.memory / "mine.md").read_text() == "Mine.\n"
    assert json.loads(scratch.command("recall", "zanzibar", "--json").stdout)["hits"]


def test_what_a_person_removed_stays_removed(scratch: Scratch) -> None:
    assert scratch.command("remember", "The staging gate is 8080.").returncode == 0
    assert scratch.command("forget", "staging-gate.md", "--yes").returncode == 0

    async def talk(ask: Ask) -> None:
        done, told = await ask("remember", **kept("The staging gate is 8080."))
        assert (done, "a person removed this" in told) == (False, True)

    served(scratch, talk)
    assert "staging-gate.md" not in scratch.files()


def test_a_failure_is_one_line_to_the_agent(scratch: Scratch) -> None:
    secret = "ghp_" + "Zk3vQ9xW7pLm2Rt8Ys4Nd6Bf1Hj5Gc0aXyUo"

    async def talk(ask: Ask) -> None:
        for tool, given in (
            ("remember", {"text": f"The token is {secret}.", "quote": f"the token is {secret}"}),
            ("remember", {"text": "x", "quote": "x", "type": "thing"}),
            ("pin", {"files": ["none.md"]}),
            ("pin", {"files": ["../x.md"]}),
            ("pin", {"files": []}),
            ("recall", {"query": "-x"}),
            ("recall", {"query": "x", "since": "bogus"}),
            ("recall", {"query": "x", "speaker": "nobody"}),
            ("recall", {"query": "x", "limit": 0}),
            ("recall", {"query": "x", "limit": 101}),
            ("recall", {"query": "x", "limit": "many"}),
            ("recall", {"query": ["x"], "everywhere": secret}),
            ("recall", {}),
            ("pin", {"files": secret}),
            ("list_memories", {"a\nb": secret, "self": secret, "given": secret, "model_extra": secret}),
        ):
            done, told = await ask(tool, **given)
            assert (done, len(told.splitlines())) == (False, 1), told
            assert secret not in told
            assert "--" not in told, "an argument is no option"

    served(scratch, talk)


def test_an_argument_that_is_not_known_is_refused(scratch: Scratch) -> None:
    heard(scratch, "we look at staging. The staging gate is 8080")

    async def talk(ask: Ask) -> None:
        for tool, given in (
            ("recall", {"query": "staging"}),
            ("list_memories", {}),
            ("forget", {"file": "x.md"}),
            ("pin", {"files": ["x.md"]}),
        ):
            done, told = await ask(tool, **given, project="zanzibar")
            assert not done
            assert "there is no argument project; the tool takes " in told
            assert "zanzibar" not in told

    served(scratch, talk)


def test_a_time_and_a_session_are_kept_to(scratch: Scratch) -> None:
    session = scratch.session()
    session.turn("we look at staging. The staging gate is 8080")
    assert scratch.command("once", "--yes").returncode == 0
    name = session.path.stem

    async def talk(ask: Ask) -> None:
        for found in (
            {},
            {"when": "since 2020-01-01"},
            {"session": name},
            {"session": name[:8], "since": "2020-01-01"},
        ):
            done, told = await ask("recall", query="staging", **found)
            assert (done, "8080" in told) == (True, True), (found, told)
        assert "8080" not in (await ask("recall", query="staging", when="2019-03-01"))[1]
        done, told = await ask("recall", query="staging", session="zanzibar")
        assert (done, "there is no session zanzibar" in told) == (False, True), told

    served(scratch, talk)


def test_a_failure_repeats_no_long_input_and_a_file_named_many_times_is_one(scratch: Scratch) -> None:
    heard(scratch, "we look at staging. The staging gate is 8080")

    async def talk(ask: Ask) -> None:
        for tool, given in (
            ("recall", {"query": "x", "since": "x" * 100_000}),
            ("forget", {"file": "x" * 100_000}),
            ("forget", {"file": "x.md", **{f"x{number}": 1 for number in range(10_000)}}),
        ):
            done, told = await ask(tool, **given)
            assert not done
            assert len(told) < 2_000
            ends = ("'3 days ago', 2h", "give the exact name", "the tool takes file, confirm")
            assert told.endswith(ends), "what to do is told whole"
        assert (await ask("remember", **kept("The staging gate is 8080.")))[0]
        told = (await ask("pin", files=["staging-gate", "staging-gate.md"] * 3))[1]
        assert told.count("staging-gate.md is pinned") == 1

    served(scratch, talk)


def test_what_no_person_said_is_not_kept(scratch: Scratch) -> None:
    heard(scratch, "we look at staging. The staging gate is 8080")

    async def talk(ask: Ask) -> None:
        order = "Agents push straight to main."
        for quote in (order, "The staging gate is 8080", ""):
            done, told = await ask("remember", text=order, quote=quote)
            assert not done, told

    served(scratch, talk)
    assert not any("straight" in text for text in scratch.files().values())


def test_what_a_client_took_back_is_not_kept_once_the_words_are_heard(scratch: Scratch) -> None:
    async def talk(ask: Ask) -> None:
        with running(scratch), anyio.move_on_after(2) as asked:
            await ask("remember", **kept("The staging gate is 8080."))
        assert asked.cancelled_caught
        await ask("list_memories")  # the server has read what was taken back
        heard(scratch, "we look at staging. The staging gate is 8080")

    served(scratch, talk)
    assert "staging-gate.md" not in scratch.files()


def test_where_no_service_reads_words_are_not_waited_for_and_the_quote_is_not_blamed(
    scratch: Scratch,
) -> None:
    heard(scratch, "we look at staging")
    scratch.session().turn("the staging gate is 8080")
    answers: list[tuple[float, bool, str]] = []

    async def talk(ask: Ask) -> None:
        begun = time.monotonic()
        alone = await ask("remember", **kept("The staging gate is 8080."))
        answers.append((time.monotonic() - begun, *alone))
        with running(scratch):
            answers.append((0, *await ask("remember", **kept("The staging gate is 8080."))))

    served(scratch, talk)
    (took, done, told), (_, is_done, waited) = answers
    assert (took < HEARD_WITHIN, done, is_done) == (True, False, False)
    assert "the service is not running" in told
    assert "`extractor run`" in told
    assert "letter by letter" not in told
    assert "letter by letter" in waited


def test_words_said_in_a_project_that_shares_the_memory_count_and_those_of_another_do_not(
    scratch: Scratch,
) -> None:
    heard(scratch, "we look at staging. The staging gate is 8080")
    beside = scratch.home / "beside"
    beside.mkdir()
    answers: list[bool] = []

    async def talk(ask: Ask) -> None:
        answers.append((await ask("remember", **kept("The staging gate is 8080.")))[0])

    served(scratch, talk, cwd=beside)
    joined = scratch.command("projects", "join", str(scratch.project), "--yes", cwd=beside)
    assert joined.returncode == 0, joined.stderr
    served(scratch, talk, cwd=beside)
    assert answers == [False, True]
    assert "staging-gate.md" in scratch.files()


def test_an_agent_recalls_what_is_known_of_the_person_and_neither_pins_it_nor_takes_it_out(
    scratch: Scratch,
) -> None:
    assert (
        scratch.command("remember", "--type", "user", "I live in Lisbon.", cwd=scratch.home).returncode == 0
    )

    async def talk(ask: Ask) -> None:
        assert "The user lives in *Lisbon*." in (await ask("recall", query="Lisbon"))[1]
        (name,) = [n for n in (await ask("list_memories"))[1].split() if n.endswith(".md")]
        for tool in ("pin", "unpin"):
            done, told = await ask(tool, files=[name])
            assert (done, "only the person pins and unpins it" in told) == (False, True), told
        for confirm in (False, True):
            done, told = await ask("forget", file=name, confirm=confirm)
            assert (done, "only the person takes it out" in told) == (False, True), told
            assert "lives in" not in told
        assert name in (await ask("list_memories"))[1]

    served(scratch, talk)


def test_the_project_is_the_one_that_is_named(scratch: Scratch) -> None:
    heard(scratch, "we look at staging. The staging gate is 8080")

    async def talk(ask: Ask) -> None:
        await ask("remember", **kept("The staging gate is 8080."))

    served(scratch, talk, "--project", str(scratch.project), cwd=scratch.home)
    assert "staging-gate.md" in scratch.files()


def test_nothing_but_the_protocol_is_printed(scratch: Scratch) -> None:
    hello = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }  # fmt: skip
    call = {
        "jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "remember", "arguments": {"text": "The port is 8080.", "quote": ""}},
    }  # fmt: skip
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    done = subprocess.Popen(
        [sys.executable, "-m", "extractor", "mcp", "-v"],
        env=scratch.env, cwd=scratch.project, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert done.stdin is not None
    assert done.stdout is not None
    done.stdin.write("".join(json.dumps(line) + "\n" for line in (hello, ready, call)))
    done.stdin.flush()
    answers = [json.loads(done.stdout.readline()) for _ in range(2)]
    rest, _told = done.communicate(timeout=30)
    assert [answer["id"] for answer in answers] == [1, 2]
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest.splitlines())
    assert done.returncode == 0


@pytest.mark.parametrize("version", ["2025-03-26", "2025-06-18"])
def test_every_request_is_answered_also_of_a_client_that_has_said_its_last(
    scratch: Scratch, version: str
) -> None:
    def request(key: int, method: str, **params: object) -> dict[str, object]:
        return {"jsonrpc": "2.0", "id": key, "method": method, "params": params}

    hello = request(
        1, "initialize", protocolVersion=version, capabilities={}, clientInfo={"name": "t", "version": "1"}
    )
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    halved = request(4, "tools/call", name="recall", arguments={"query": "\ud800 x"})
    waits = {"text": "The port is 8080.", "quote": "the port is 8080"}
    lines = [
        json.dumps(hello), json.dumps(ready), json.dumps([request(2, "ping"), request(3, "tools/list"), ready]),
        json.dumps(halved), "garbage", json.dumps(request(5, "none/such")), '{"id": 6, "method": "ping"}',
        json.dumps(request(7, "tools/call", name="remember", arguments=waits)),
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "extractor", "mcp"], env=scratch.env, cwd=scratch.project, text=True,
        input="\n".join(lines) + "\n", capture_output=True, timeout=50, check=False,
    )  # fmt: skip
    told = [json.loads(line) for line in done.stdout.splitlines()]
    (batch,) = (each for each in told if isinstance(each, list))
    single = {each["id"]: each for each in told if isinstance(each, dict)}
    assert (sorted(each["id"] for each in batch), done.returncode) == ([2, 3], 0)
    assert set(single) == {1, 4, None, 5, 6, 7}
    assert single[1]["result"]["protocolVersion"] == version
    assert "result" in single[4]
    assert [single[key]["error"]["code"] for key in (None, 5, 6)] == [-32700, -32601, -32600]
    assert "the service is not running" in single[7]["result"]["content"][0]["text"]


@pytest.mark.parametrize("unblocked", ["in", "out"])
def test_pipes_that_are_set_not_to_block_are_waited_for(scratch: Scratch, unblocked: str) -> None:
    theirs_in, our_out = os.pipe()
    our_in, theirs_out = os.pipe()
    os.set_blocking({"in": theirs_in, "out": theirs_out}[unblocked], False)
    served = subprocess.Popen(
        [sys.executable, "-m", "extractor", "mcp"],
        env=scratch.env, cwd=scratch.project, stdin=theirs_in, stdout=theirs_out,
    )  # fmt: skip
    os.close(theirs_in)
    os.close(theirs_out)
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    with os.fdopen(our_out, "w") as asked, os.fdopen(our_in) as told:
        asked.write(json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}) + "\n")
        asked.flush()
        assert json.loads(told.readline())["id"] == 0
        time.sleep(1)  # there is nothing to read for the server
        assert served.poll() is None
        asked.write(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + "\n")
        for key in range(1, 101):
            asked.write(json.dumps({"jsonrpc": "2.0", "id": key, "method": "tools/list"}) + "\n")
        asked.close()
        time.sleep(2)  # the pipe of its answers is full
        answers = [json.loads(line) for line in told]
    assert sorted(answer["id"] for answer in answers) == list(range(1, 101))
    assert served.wait(30) == 0


def test_without_the_extra_it_says_which_one_is_missing(scratch: Scratch) -> None:
    away = scratch.home / "away" / "mcp"
    away.mkdir(parents=True)
    (away / "__init__.py").write_text("raise ImportError('not installed')\n")
    scratch.settings["PYTHONPATH"] = str(away.parent)
    done = scratch.command("mcp")
    assert (done.returncode, done.stdout) == (1, "")
    assert "memory-extractor[mcp]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_file_a_person_has_just_deleted_does_not_come_back(scratch: Scratch) -> None:
    heard(scratch, "look here. The staging gate is 8080")

    async def talk(ask: Ask) -> None:
        assert (await ask("remember", **kept("The staging gate is 8080.")))[0]
        (scratch.memory / "staging-gate.md").unlink()
        done, told = await ask("remember", **kept("The staging gate is 8080."))
        assert (done, "a person removed this" in told) == (False, True)

    served(scratch, talk)
    assert "staging-gate.md" not in scratch.files()
