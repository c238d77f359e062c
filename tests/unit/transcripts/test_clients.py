from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.errors import ConfigError, TranscriptError
from extractor.transcripts.clients import Clients
from extractor.transcripts.codex import Codex
from extractor.transcripts.opencode import OpenCode
from extractor.transcripts.plain import Plain

from .codex_written import THREAD, Rollout
from .opencode_written import SESSION, Database

OTHER = SESSION[:-1] + "b"


@pytest.fixture
def clients(tmp_path: Path) -> Clients:
    return Clients((Codex(tmp_path / "codex"), OpenCode(tmp_path / "opencode"), Plain([tmp_path / "plain"])))


def test_the_folders_of_all_are_watched(clients: Clients, tmp_path: Path) -> None:
    roots = clients.roots()
    assert roots[0] == tmp_path / "codex" / "sessions"
    assert roots[-1] == tmp_path / "plain"


def test_a_file_belongs_to_the_client_whose_form_it_has(clients: Clients, tmp_path: Path) -> None:
    rollout = Rollout(tmp_path / "elsewhere")
    rollout.meta()
    source, transcript = clients.named(rollout.path)
    assert (source.client, transcript.client, transcript.session) == ("codex", "codex", THREAD)
    (tmp_path / "x").write_text(json.dumps({"role": "user", "content": "x"}) + "\n")
    assert clients.named(tmp_path / "x")[0].client == "plain"


def test_a_database_may_hold_many_and_one_of_them_is_none_of_its_own(
    clients: Clients, tmp_path: Path
) -> None:
    store = Database(tmp_path / "elsewhere")
    store.session()
    assert clients.named(store.path)[1].session == SESSION
    store.session(OTHER)
    source, found = clients.all_named(store.path)
    store.db.close()
    assert (source.client, [transcript.session for transcript in found]) == ("opencode", [SESSION, OTHER])
    with pytest.raises(ConfigError, match="holds 2 sessions"):
        clients.named(store.path)


def test_a_file_of_no_client_and_one_that_is_not_there_are_named(clients: Clients, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("words\n")
    with pytest.raises(ConfigError, match=f"{tmp_path}/x is no transcript of a known form"):
        clients.named(tmp_path / "x")
    with pytest.raises(TranscriptError, match="gone"):
        clients.named(tmp_path / "nothing")
