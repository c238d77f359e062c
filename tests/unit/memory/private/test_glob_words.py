"""A glob names a private place where it says enough of its name."""

from __future__ import annotations

import pytest

from extractor.memory.private.glob_words import may_name


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/shop/va*", "/shop/vault"),
        ("/shop/v*/pay.md", "/shop/vault"),
        ("/sh?p/vault", "/shop/vault"),
        ("/*/vault/pay.md", "/shop/vault"),
        ("/shop/.e*", ".env"),
        ("/shop/server.p*", "*.pem"),
        ("/srv/shop/sec*/a", "shop/secrets"),
    ],
)
def test_a_glob_that_says_enough_of_a_place_names_it(path: str, place: str) -> None:
    assert may_name(path, place)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        *(("/shop/*", "/shop/vault"), ("/shop/**/*.ts", "/shop/vault"), ("/shop/*/pay.md", "/shop/vault")),
        *(("/shop/v*", "/shop/vault"), ("/shop/*t*", "/shop/vault"), ("/*", "/shop/vault")),
        *(
            ("/shop/.*", ".env"),
            ("/shop/*.*", "*.pem"),
            ("/shop/te*", "*.pem"),
            ("/shop/*.py", "*.pem"),
            ("/shop/*.env", ".env"),
        ),
        ("/shop/" + "v*" * 500, "/shop/vault"),
    ],
)
def test_one_that_would_fit_nearly_anything_names_none(path: str, place: str) -> None:
    assert not may_name(path, place)
