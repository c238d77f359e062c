"""Lines between a client and a server, in a process of their own: they take standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys

SILENT = """
import json, os
from extractor.commands.mcp_pipes import wired
from extractor.commands.mcp_wire import Wire

with wired(Wire(json.loads), patience=0.3):
    for line in os.fdopen(os.dup(0)):
        pass
    os.write(1, b'{"jsonrpc": "2.0", "id": 1, "result": {}}\\n')
"""
"""A server that answers nothing until its input ends, and then too late."""


def test_what_is_open_when_patience_ends_is_answered_with_an_error_once() -> None:
    asked = [{"jsonrpc": "2.0", "id": key, "method": "tools/call"} for key in (1, "two")]
    lines = "".join(json.dumps(each) + "\n" for each in (asked[0], [asked[1]]))
    done = subprocess.run(
        [sys.executable, "-c", SILENT], input=lines, capture_output=True, text=True, timeout=20, check=True
    )
    alone, (batched,) = (json.loads(line) for line in done.stdout.splitlines())
    assert [(each["id"], each["error"]["code"]) for each in (alone, batched)] == [
        (1, -32000),
        ("two", -32000),
    ]
    assert "may have been done" in alone["error"]["message"]
