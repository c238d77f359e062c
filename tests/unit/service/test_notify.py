"""Word to the service manager."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from extractor.service.notify import Notifier


def test_the_manager_hears_what_is_told(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.settimeout(2)
        notifier = Notifier({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "120000000"})
        assert notifier.tell("READY=1", "STATUS=well")
        assert manager.recv(100) == b"READY=1\nSTATUS=well"
    assert notifier.watchdog_seconds == 120.0


def test_a_system_without_the_flag_for_closing_sockets_is_heard_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(socket, "SOCK_CLOEXEC")
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        assert Notifier({"NOTIFY_SOCKET": address}).tell("READY=1")


def test_without_a_manager_nothing_is_said() -> None:
    notifier = Notifier({})
    assert not notifier.tell("READY=1")
    assert notifier.watchdog_seconds is None


def test_a_manager_that_is_gone_does_no_harm(tmp_path: Path) -> None:
    assert not Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell("READY=1")
