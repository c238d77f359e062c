"""What `recall` takes for an answer to its options."""

from __future__ import annotations

from pathlib import Path

from extractor.commands.recall import CLIENTS
from extractor.config import load
from extractor.wiring import make_clients


def test_every_client_that_is_read_can_be_asked_for(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    read = {source.client for source in make_clients(load({}, env).settings).sources}
    assert len(read) > 4
    assert read <= set(CLIENTS)
