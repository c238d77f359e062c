"""A private path counts however it is written."""

from __future__ import annotations

import json

import pytest

from extractor.memory.private_paths import NOWHERE, PrivatePaths

HOME = "/home/dev"
PLACES = PrivatePaths(("~/clients", "/srv/vault/", ".env", "*.pem", "shop/secrets", "/data/*/raw"), HOME)


@pytest.mark.parametrize(
    "path",
    [
        "~/clients/acme/notes.md",
        "/home/dev/clients",
        "$HOME/clients/x",
        "/srv/vault/a/b",
        "/srv/app/../vault/a",
        "/anywhere/.env",
        ".env",
        "./certs/server.pem",
        "/home/dev/shop/secrets/prod.yaml",
        "secrets/prod.yaml",
        "/data/2026/raw/a.csv",
        "file:///srv/vault/a",
    ],
)
def test_a_path_in_a_private_place_is_known(path: str) -> None:
    assert PLACES.holds(path, "/home/dev/shop")
    call = json.dumps({"command": f"cat '{path}' | head -3", "description": "look"})
    assert PLACES.named_in(call, "/home/dev/shop")


@pytest.mark.parametrize(
    "path",
    ["/home/dev/clients2/a", "/srv/vaults", "/x/.env.example", "a.pem.txt", "secret/prod", "/data/raw", "x"],
)
def test_any_other_path_is_not(path: str) -> None:
    assert not PLACES.holds(path, "/home/dev/shop")
    assert not PLACES.named_in(json.dumps({"file_path": path}), "/home/dev/shop")


def test_without_a_list_nothing_is_private() -> None:
    assert not NOWHERE
    assert not NOWHERE.holds("/etc/passwd")
    assert not NOWHERE.named_in("cat ~/.ssh/id_rsa", "/")


def test_a_call_of_too_many_words_counts_as_private() -> None:
    assert PLACES.named_in("w " * 30_000, "/")
