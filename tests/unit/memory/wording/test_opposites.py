"""What a text turns around of the clause it rests on."""

from __future__ import annotations

import pytest

from extractor.memory.wording.opposites import turned


@pytest.mark.parametrize(
    ("clause", "text", "told"),
    [
        ("Prices exclude VAT.", "Prices include VAT.", "exclude"),
        ("Accept the banner in tests.", "Reject the banner in tests.", "Accept"),
        ("Telemetry is disabled.", "Telemetry is enabled.", "disabled"),
        ("We raised the limit.", "The limit was lowered.", "raised"),
        ("Prefer spaces over tabs.", "Prefer tabs.", "Prefer spaces over tabs"),
        ("Prefer spaces over tabs.", "The user prefers tabs over spaces.", "Prefer spaces over tabs"),
        ("Preferimos espacios a tabuladores.", "Usar tabuladores.", "Preferimos espacios a tabuladores"),
        ("Use spaces instead of tabs.", "Use tabs instead of spaces.", "Use spaces instead of tabs"),
        ("We moved off Heroku to Fly.", "Deploys are on Heroku.", "moved off Heroku to Fly"),
        ("Mocks are too slow to use in tests.", "Use mocks in tests.", "too slow to use in tests"),
        ("The service may cache tokens.", "The service caches tokens.", "may cache"),
        ("The port was 8080.", "The port is 8080.", "was"),
        ("Tom deployed on Tuesdays.", "Tom deploys on Tuesdays.", "Tom deployed"),
        ("Only admins deploy on Fridays.", "Admins deploy only on Fridays.", "Only admins"),
        ("We were using Redis for sessions.", "We are using Redis for sessions.", "were"),
        ("They were using Redis for tests.", "Our sessions are using Redis.", "were using"),
    ],
)
def test_what_a_text_turns_around_is_told(clause: str, text: str, told: str) -> None:
    assert turned(text, clause) == told


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        ("Prices exclude VAT.", "Prices exclude VAT."),
        ("Prices exclude VAT.", "Prices do not include VAT."),
        ("Never enable telemetry.", "Telemetry is disabled."),
        ("We enabled caching but disabled gzip.", "Gzip is disabled."),
        ("The internal wiki has the external docs.", "The external docs are in the internal wiki."),
        ("Prices are net.", "Prices include VAT."),
        ("Prefer spaces over tabs.", "Prefer spaces."),
        ("Prefer spaces over tabs.", "Spaces are preferred over tabs."),
        ("We moved off Heroku to Fly.", "Deploys are on Fly."),
        ("We moved off Heroku to Fly.", "Deploys are no longer on Heroku."),
        ("Mocks are too slow to use in tests.", "Mocks are slow in tests."),
        ("The service may cache tokens.", "The service may cache tokens."),
        ("The port was 8080.", "The port was 8080 before."),
        ("Only admins deploy on Fridays.", "Only admins deploy on Fridays."),
    ],
)
def test_what_keeps_it_is_let_pass(clause: str, text: str) -> None:
    assert turned(text, clause) is None
