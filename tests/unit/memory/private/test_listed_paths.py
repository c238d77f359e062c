"""An output that says something of a file names it, and a listing of names does not."""

from __future__ import annotations

import time

import pytest

from extractor.memory.private.listed_paths import listed


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("./vault/pay.md:1:the heron", "./vault/pay.md"),
        (".env:3:MODE=x", ".env"),
        ("src/a.py:1:x\nvault/pay.md-2-the heron\n--\n", "vault/pay.md"),
        ("Makefile:12:all", "Makefile"),
        ("our keys/a.md:the heron", "our keys/a.md"),
        ("\x1b[35mvault/pay.md\x1b[m\x1b[K:1:x", "vault/pay.md"),
        ("==> .env <==\nMODE=x", ".env"),
        ("vault/pay.md\n1:the heron\n", "vault/pay.md"),
        ("vault/pay.md\r\nthe heron earns\r\n", "vault/pay.md"),
        ("vault/pay.md the heron earns", "vault/pay.md"),
        ('"vault/Vertr\\303\\244ge.md":1:x', "vault/Verträge.md"),
    ],
)
def test_a_line_that_begins_with_a_path_names_it(text: str, name: str) -> None:
    assert name in listed(text).here


@pytest.mark.parametrize(
    "text",
    [
        "--- a/vault/pay.md\n+++ b/vault/pay.md\n@@ -1 +1 @@\n+the heron",
        "--- vault/pay.md\t2026-01-01\n+++ vault/pay.md\t2026-01-02\n",
        '+++ "b/vault/pay.md"\n',
        "diff --git a/vault/pay.md b/vault/pay.md\nBinary files differ",
        "diff --cc vault/pay.md",
        "* commit 1\n| \n| diff --git a/vault/pay.md b/vault/pay.md\n| +the heron",
        "> +++ b/vault/pay.md",
        "rename from vault/pay.md",
        "*** Update File: vault/pay.md",
        "Index: vault/pay.md",
        "File: vault/pay.md\nL1: the heron",
        "--- vault/pay.md ---\n\nthe heron",
    ],
)
def test_a_heading_of_a_difference_names_a_path(text: str) -> None:
    assert "vault/pay.md" in listed(text).of_tree


@pytest.mark.parametrize(
    "text",
    [
        "src\nvault\n.env\nserver.pem\n",
        "Exit code: 0\nWall time: 0 seconds\nOutput:\nsrc\nvault\n.env\n",
        "Found 3 files\nvault/pay.md\n.env\nsrc/a.py",
        "total 8\n-rw-r--r-- 1 ann ann 12 Jan 1 vault/pay.md\n",
        "vault:\n  image: x\n",
        "clients: we have many",
        "clients are many. So what",
        "see vault/pay.md for more",
        " vault/pay.md | 2 +-",
        "MODE=.env",
        "import server.pem\nx = 1",
        "",
    ],
)
def test_names_alone_and_words_of_a_sentence_name_none(text: str) -> None:
    found = listed(text)
    named = {*found.here, *found.of_tree}
    assert named.isdisjoint({"vault", "clients", "vault/pay.md", ".env", "server.pem"})


@pytest.mark.parametrize(
    "text", ["a" * 64_000, "a/" * 32_000, "a-1" * 20_000, "+++ " * 16_000, "\\303" * 16_000]
)
def test_a_long_line_costs_what_its_letters_do(text: str) -> None:
    began = time.process_time()
    listed(text)
    assert time.process_time() - began < 1
