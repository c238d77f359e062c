"""By what the rest of an output is asked for is read as clients tell it, and of nothing else."""

from __future__ import annotations

import pytest

from extractor.transcripts.rest_of_output import asked, notified, told
from tests.support.cost import grows_as_it_does


@pytest.mark.parametrize(
    ("output", "names"),
    [
        ("with ID: bdea11d. Output is being written to: /tmp/claude/-a/tasks/bdea11d.output", {"bdea11d"}),
        ("Command running in background with ID: bash_1", {"bash_1"}),
        ("written to: C:\\Users\\bob\\Temp\\claude\\C--Users\\tasks\\b32a9e1.output", {"b32a9e1"}),
        ("Full output saved to: /home/bob/.claude/projects/-a/s1/tool-results/b9izastcs.txt", {"b9izastcs"}),
        ("Full output saved to: /home/bob/.local/share/opencode/tool-output/tool_c1a2b3", {"tool_c1a2b3"}),
        ("see: /home/bob/.gemini/tmp/a1/tool-outputs/session-2/run_shell_command_17.txt", {"run_shell_command_17"}),
        ("Process running with session ID 51234", {"51234"}),
        ("Command moved to background (PID: 4711). Output hidden.", {"4711"}),
        ("a session ID conflict was seen", set()),
        ("src/tasks/models.py and tool-results/a.txt have 3 tasks", set()),
        ("2 passed", set()),
    ],
)  # fmt: skip
def test_an_output_tells_by_what_its_rest_is_asked_for(output: str, names: set[str]) -> None:
    assert told(output) == names


@pytest.mark.parametrize(
    ("tool", "call", "names"),
    [
        ("TaskOutput", '{"task_id":"bdea11d","block":true}', {"bdea11d"}),
        ("BashOutput", '{"bash_id": "bash_1"}', {"bash_1"}),
        ("write_stdin", '{"session_id":51234,"chars":""}', {"51234"}),
        ("read_background_output", '{"pid":4711}', {"4711"}),
        ("Bash", '{"command":"tail -f /tmp/claude/-a/tasks/bdea11d.output"}', {"bdea11d"}),
        ("Read", '{"file_path":"C:\\\\Temp\\\\tasks\\\\b32a9e1.output"}', {"b32a9e1"}),
        ("TaskUpdate", '{"taskId":"7","status":"completed"}', set()),
        ("mcp__browser__click", '{"session_id":"7"}', set()),
        ("Read", '{"file_path":"/home/bob/shop/tasks/models.py"}', set()),
        (None, '{"command":"pytest"}', set()),
    ],
)
def test_a_call_asks_for_the_rest_by_its_name(tool: str | None, call: str, names: set[str]) -> None:
    assert asked(tool, call) == names


def test_a_notice_tells_whose_output_went_on() -> None:
    notice = "<task-notification>\n<task-id>b1</task-id>\n<output-file>/tmp/c/tasks/b1.output</output-file>"
    assert notified(notice) == {"b1"}
    assert notified("Note: /home/bob/a.py was modified") == frozenset()


@pytest.mark.parametrize(
    "unit", ["session ID ", "/tasks/a", "/projects/a/", "/tmp/a/tool-outputs/", '"task_id":"', "<task-id>"]
)
def test_a_long_text_costs_what_its_letters_do(unit: str) -> None:
    assert grows_as_it_does(lambda text: (told(text), asked("TaskOutput", text), notified(text)), unit, 2000)
