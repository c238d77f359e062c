"""The time zone of the machine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from extractor.clock import local_zone, today


def test_a_day_of_last_summer_is_reckoned_in_summer_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    zone = local_zone()
    assert datetime(2026, 7, 10, tzinfo=zone).utcoffset() == timedelta(hours=2)
    assert datetime(2026, 1, 10, tzinfo=zone).utcoffset() == timedelta(hours=1)


@pytest.mark.parametrize("name", ["", "Nowhere/Atlantis", "../../etc/passwd", "UTC0", ":UTC", "UTC+25"])
def test_a_zone_without_rules_is_today_s_offset(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("TZ", name)
    assert datetime.now(UTC).astimezone(local_zone()).utcoffset() is not None
    assert abs(today() - datetime.now(UTC).date()) <= timedelta(days=1)
