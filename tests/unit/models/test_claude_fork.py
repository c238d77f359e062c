"""A fork of a session through a client's command: what it is started with, and what of its work counts."""

from __future__ import annotations

import errno
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from extractor.domain import Usage
from extractor.errors import ConfigError, ModelUnavailable
from extractor.models.claude_fork import ClaudeFork, environment, judged, options
from extractor.models.metered import Unbilled
from extractor.models.model import Errand

SESSION = "1f0c1111-2222-4333-8444-555566667777"
FORK = "2f0c1111-2222-4333-8444-555566667777"
COUNT = {
    "input_tokens": 7,
    "output_tokens": 5,
    "cache_read_input_tokens": 300,
    "cache_creation_input_tokens": 20,
}
USED = Usage(7, 300, 20, 5)


def tool(name: str, path: object, reply: str = "m1") -> str:
    block = {"type": "tool_use", "id": "t", "name": name, "input": {"file_path": str(path)}}
    return json.dumps({"type": "assistant", "message": {"id": reply, "content": [block]}})


def end(subtype: str = "success", **more: object) -> str:
    return json.dumps({"type": "result", "subtype": subtype, "is_error": False, "usage": COUNT} | more)


def errand(scratch: Path, **more: object) -> Errand:
    return Errand(SESSION, FORK, None, "keep what lasts", scratch, **more)  # type: ignore[arg-type]


def command(tmp_path: Path, script: str) -> str:
    """A client's command that does what a script says."""
    made = tmp_path / "claude"
    made.write_text(f"#!/bin/sh\n{script}\n")
    made.chmod(0o700)
    return str(made)


def fork(tmp_path: Path, script: str, env: dict[str, str] | None = None, seconds: float = 20.0) -> ClaudeFork:
    there = {"PATH": os.environ["PATH"], **(env or {})}
    return ClaudeFork(command(tmp_path, script), tmp_path / "home", there, seconds)


def judge(tmp_path: Path, *lines: str, code: int = 0, err: str = "") -> str:
    return judged(code, "\n".join(lines), err, tmp_path).problem


# ------------------------------------------------------------ what counts


def test_reads_then_writes_inside_the_folder_count_with_their_tokens(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    lines = [
        tool("Read", file),
        tool("Read", tmp_path / "b.md"),
        tool("Write", file, "m2"),
        tool("Edit", file, "m2"),
    ]
    done = judged(0, "\n".join([*lines, end()]), "", tmp_path)
    assert (done.problem, done.replies, done.usage) == ("", 2, USED)


@pytest.mark.parametrize("write", ["Write", "Edit"])
def test_a_read_after_a_write_is_a_misstep(tmp_path: Path, write: str) -> None:
    file = tmp_path / "a.md"
    assert "read again" in judge(tmp_path, tool(write, file), tool("Read", file), end())


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "{0}/../other.md", "{0}", "{0}-beside/a.md", "a.md", "", "{0}/link/a.md", "{0}/\0"],
)
def test_a_path_outside_the_folder_is_a_misstep(tmp_path: Path, path: str) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (scratch / "link").symlink_to(tmp_path)
    for name in ("Read", "Write", "Edit"):
        assert "outside" in judge(scratch, tool(name, path.format(scratch)), end())


def test_a_call_without_a_path_is_a_misstep(tmp_path: Path) -> None:
    said = {"id": "m", "content": [{"type": "tool_use", "name": "Write", "input": [1]}]}
    assert "outside" in judge(tmp_path, json.dumps({"type": "assistant", "message": said}), end())


@pytest.mark.parametrize("name", ["Bash", "Agent", "NotebookEdit", "read", "mcp__x__Read"])
def test_another_tool_is_a_misstep(tmp_path: Path, name: str) -> None:
    assert "another tool" in judge(tmp_path, tool(name, tmp_path / "a.md"), end())


@pytest.mark.parametrize("mark", ["\x85", "\u2028", "\u2029"])
def test_a_step_is_seen_whatever_marks_its_line_holds(tmp_path: Path, mark: str) -> None:
    content = f"one{mark}two"
    block = {
        "type": "tool_use",
        "name": "Write",
        "input": {"file_path": "/home/x/.bashrc", "content": content},
    }
    said = {"type": "assistant", "message": {"id": "m", "content": [block]}}
    assert "outside" in judge(tmp_path, json.dumps(said, ensure_ascii=False), end())
    last = json.dumps(json.loads(end(result=content)), ensure_ascii=False)
    assert judge(tmp_path, tool("Write", tmp_path / "a.md"), last) == ""


def test_running_out_of_replies_is_an_end_like_any_other(tmp_path: Path) -> None:
    assert (
        judge(tmp_path, tool("Write", tmp_path / "a.md"), end("error_max_turns", is_error=True), code=1) == ""
    )


def test_an_end_with_an_error_is_an_outage(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="API Error: 529"):
        judge(tmp_path, tool("Write", tmp_path / "a.md"), end(is_error=True, result="API Error: 529"))


@pytest.mark.parametrize("count", [10**30, 2**63 - 1, -5])
def test_a_count_no_fork_can_come_to_is_none_and_the_fork_counts(tmp_path: Path, count: int) -> None:
    lines = [tool("Write", tmp_path / "a.md"), end(usage=COUNT | {"cache_read_input_tokens": count})]
    done = judged(0, "\n".join(lines), "", tmp_path)
    assert (done.problem, done.usage) == ("", Usage())


def test_an_error_with_a_count_that_cannot_be_may_have_been_billed(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        judge(tmp_path, end(is_error=True, result="529", usage={"input_tokens": 10**30}), code=1)
    assert type(caught.value) is ModelUnavailable


def test_an_error_before_the_first_reply_costs_nothing(tmp_path: Path) -> None:
    with pytest.raises(Unbilled, match="log in"):
        judge(tmp_path, end(is_error=True, result="Please log in", usage={}), code=1)


def own_words(text: str) -> str:
    """What the client says itself where no model was asked."""
    said = {"id": "m0", "model": "<synthetic>", "content": [{"type": "text", "text": text}], "usage": {}}
    return json.dumps({"type": "assistant", "message": said})


def test_a_line_the_client_wrote_itself_is_no_reply(tmp_path: Path) -> None:
    said = "Not logged in · Please run /login"
    with pytest.raises(Unbilled, match="Not logged in"):
        judge(tmp_path, own_words(said), end(is_error=True, result=said, usage={}), code=1)
    done = judged(0, "\n".join([tool("Read", tmp_path / "a.md"), own_words(said), end()]), "", tmp_path)
    assert done.replies == 1


@pytest.mark.parametrize("said", ["Prompt is too long", "No conversation found with session ID"])
def test_a_session_that_was_not_taken_up_costs_nothing(tmp_path: Path, said: str) -> None:
    lines = "\n".join([own_words(said), end(is_error=True, result=said, usage={})])
    assert judged(1, lines, "", tmp_path).is_unbilled
    begun = "\n".join([tool("Read", tmp_path / "a.md"), end(is_error=True, result=said)])
    assert not judged(1, begun, "", tmp_path).is_unbilled


def test_an_exit_code_is_an_outage_whatever_the_end_says(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable):
        judge(tmp_path, end(), code=3)


def test_without_an_end_nothing_counts(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="cut off"):
        judge(tmp_path, tool("Write", tmp_path / "a.md"), "not json", err="cut off")


@pytest.mark.parametrize("said", ["Prompt is too long", "input length and max_tokens exceed context limit"])
def test_a_session_that_is_too_long_holds_up_no_other(tmp_path: Path, said: str) -> None:
    assert said in judge(tmp_path, end(is_error=True, result=said), code=1)


def test_a_session_the_client_does_not_find_holds_up_no_other(tmp_path: Path) -> None:
    assert "find" in judge(tmp_path, code=1, err=f"No conversation found with session ID: {SESSION}")


def test_output_of_another_form_is_told(tmp_path: Path) -> None:
    assert "form" in judge(tmp_path, json.dumps({"type": "assistant", "message": 3}), end())


# ------------------------------------------------------------ how it is started


def test_the_client_is_started_as_a_fork_that_persists_nothing(tmp_path: Path) -> None:
    words = options("claude", errand(tmp_path, kept_out=("/home/dev/shop", str(tmp_path.parent))))
    settings = json.loads(words[words.index("--settings") + 1])
    for option, value in (
        ("--resume", SESSION), ("--session-id", FORK), ("--max-turns", "5"), ("--permission-mode", "dontAsk"),
        ("--tools", "Read,Write,Edit"), ("--setting-sources", ""),
        ("--allowedTools", f"Read(/{tmp_path}/**),Edit(/{tmp_path}/**)"),
    ):  # fmt: skip
        assert words[words.index(option) + 1] == value
    assert "keep what lasts" not in words
    assert {"--fork-session", "--no-session-persistence", "--strict-mcp-config"} <= set(words)
    assert (settings["disableAllHooks"], settings["autoMemoryEnabled"]) == (True, False)
    assert settings["permissions"]["deny"] == ["Read(//home/dev/shop/**)", "Edit(//home/dev/shop/**)"]


def test_of_the_environment_it_gets_what_a_login_needs() -> None:
    kept = {"HOME": "/h", "PATH": "/p", "XDG_CONFIG_HOME": "/c", "LC_ALL": "C", "CLAUDE_CONFIG_DIR": "/d"}
    dropped = {
        "CLAUDE_CODE_SESSION_ID": "s",
        "CLAUDECODE": "1",
        "ANTHROPIC_API_KEY": "k",
        "EXTRACTOR_MODEL": "m",
    }
    assert environment({**kept, **dropped, "ANTHROPIC_BASE_URL": "u", "AWS_PROFILE": "w"}) == kept


def test_the_process_gets_the_prompt_by_a_pipe_and_only_that_environment(tmp_path: Path) -> None:
    said = tmp_path / "said"
    script = f"env > {said}; cat >> {said}; pwd >> {said}; echo '{end()}'"
    asked = fork(tmp_path, script, {"HOME": "/h", "CLAUDECODE": "1", "ANTHROPIC_API_KEY": "no"})
    (tmp_path / "scratch").mkdir()
    assert asked.send(errand(tmp_path / "scratch")).problem == ""
    text = said.read_text()
    assert "HOME=/h" in text
    assert "CLAUDECODE" not in text
    assert "ANTHROPIC" not in text
    assert text.endswith(f"keep what lasts{tmp_path / 'scratch'}\n")


def test_it_works_where_the_session_did_if_that_still_stands(tmp_path: Path) -> None:
    script = f"pwd > {tmp_path}/said; echo '{end()}'"
    asked = fork(tmp_path, script)
    asked.send(Errand(SESSION, FORK, "/", "p", tmp_path))
    assert (tmp_path / "said").read_text() == "/\n"
    asked.send(Errand(SESSION, FORK, str(tmp_path / "gone"), "p", tmp_path))
    assert (tmp_path / "said").read_text() == f"{tmp_path}\n"


def test_at_the_time_limit_the_client_ends_with_all_it_started(tmp_path: Path) -> None:
    script = f"sleep 600 & echo $! > {tmp_path}/child; wait"
    with pytest.raises(ModelUnavailable, match="longer than 2 seconds"):
        fork(tmp_path, script, seconds=2.0).send(errand(tmp_path))
    assert _is_gone(int((tmp_path / "child").read_text()))


@contextmanager
def leaving(tmp_path: Path) -> Iterator[str]:
    """A script that starts a process which leaves the client's group and holds its output."""
    code = f'import os, time; os.setsid(); open("{tmp_path}/left", "w").close(); time.sleep(600)'
    try:
        yield f"python3 -c '{code}' & echo $! > {tmp_path}/pid; until [ -e {tmp_path}/left ]; do sleep 0.01; done"
    finally:
        with suppress(ProcessLookupError):  # a slow machine may have ended it with the group
            os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)


def test_a_process_that_left_the_clients_group_holds_no_fork_past_its_time(tmp_path: Path) -> None:
    with leaving(tmp_path) as script, pytest.raises(ModelUnavailable, match="longer than"):
        fork(tmp_path, f"{script}; exec sleep 600", seconds=2).send(errand(tmp_path))


def test_a_fork_is_over_when_the_client_has_ended_though_another_holds_its_output(tmp_path: Path) -> None:
    with leaving(tmp_path) as script:
        returned = fork(tmp_path, f"{script}; echo '{end()}'", seconds=300).send(errand(tmp_path))
    assert returned.usage == USED


def test_a_fork_is_over_when_the_client_has_ended_though_what_it_left_keeps_talking(tmp_path: Path) -> None:
    script = f"while true; do echo x >&2; sleep 0.02; done & echo '{end()}'"
    assert fork(tmp_path, script, seconds=300).send(errand(tmp_path)).usage == USED


def test_a_client_that_writes_without_end_is_ended(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="more than 32 MB"):
        fork(tmp_path, "exec cat /dev/zero", seconds=300).send(errand(tmp_path))


def test_closing_ends_what_is_under_way(tmp_path: Path) -> None:
    asked = fork(tmp_path, f"echo $$ > {tmp_path}/started; sleep 600")
    ended: list[str] = []

    def run() -> None:
        with pytest.raises(ModelUnavailable):
            asked.send(errand(tmp_path))
        ended.append("ended")

    thread = threading.Thread(target=run)
    thread.start()
    while not (tmp_path / "started").exists():
        time.sleep(0.01)
    asked.close()
    thread.join(20)
    assert ended == ["ended"]
    asked.close()


def test_a_client_that_has_ended_and_may_not_be_signalled_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_group: int, _signal: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "killpg", refuse)
    done = fork(tmp_path, f"echo '{end()}'").send(errand(tmp_path))
    assert (done.problem, done.usage) == ("", USED)


def test_without_the_command_a_person_is_told_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="claude_command"):
        ClaudeFork(str(tmp_path / "none"), tmp_path, {}, 1).send(errand(tmp_path))


def _is_gone(process: int) -> bool:
    """Whether it ends, or is at most a shell of itself that nobody has asked for yet."""
    for _ in range(500):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{process}/stat")
        if status.exists() and status.read_text().split(") ")[-1].startswith("Z"):
            return True
        time.sleep(0.01)
    return False


# ------------------------------------------------------------ what can be forked


def transcript(tmp_path: Path, *lines: str, session: str = SESSION) -> ClaudeFork:
    folder = tmp_path / "projects" / "-home-dev-shop"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{session}.jsonl").write_text("\n".join(lines) + "\n")
    return ClaudeFork("claude", tmp_path, {}, 1)


def test_the_size_of_a_session_is_what_its_last_reply_counted(tmp_path: Path) -> None:
    def reply(**count: int) -> str:
        return json.dumps({"type": "assistant", "message": {"id": "m", "content": [], "usage": count}})

    synthetic = reply(input_tokens=0, output_tokens=0)
    asked = transcript(tmp_path, reply(input_tokens=9), reply(**COUNT), synthetic, '{"type":"user"}', "{")
    assert asked.context(SESSION) == 332


def test_a_session_the_client_did_not_find_cannot_be_forked_any_more(tmp_path: Path) -> None:
    transcript(tmp_path)
    asked = ClaudeFork(
        command(tmp_path, "echo 'No conversation found' >&2; exit 1"),
        tmp_path,
        {"PATH": os.environ["PATH"]},
        20,
    )
    assert asked.context(SESSION) == 0
    assert asked.send(errand(tmp_path)).is_unbilled
    assert asked.context(SESSION) is None


def test_a_session_without_a_transcript_cannot_be_forked(tmp_path: Path) -> None:
    asked = transcript(tmp_path)
    assert asked.context(SESSION) == 0
    assert asked.context(FORK) is None


@pytest.mark.parametrize("session", ["--help", "*", "../x", "agent-a1"])
def test_an_id_that_is_none_reaches_no_command_line(tmp_path: Path, session: str) -> None:
    assert transcript(tmp_path).context(session) is None
