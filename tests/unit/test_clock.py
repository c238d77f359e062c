"""The time zone of the machine."""

from __future__ import annotations

import os
import zoneinfo
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from extractor.clock import LocalZone, local_zone, today


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


def rules(zone: str) -> bytes:
    """A zone's rules as the system has them."""
    return next(path for base in zoneinfo.TZPATH if (path := Path(base, zone)).is_file()).read_bytes()


def test_a_zone_follows_the_machine_on_a_journey(tmp_path: Path) -> None:
    place, other = tmp_path / "localtime", tmp_path / "other"
    place.write_bytes(rules("Europe/Berlin"))
    zone = LocalZone(place)
    noon = datetime(2026, 7, 10, 12, tzinfo=UTC)
    assert (noon.astimezone(zone).hour, noon.astimezone(zone).tzname()) == (14, "CEST")
    assert noon.astimezone(zone).dst() == timedelta(hours=1)
    other.write_bytes(rules("Asia/Tokyo"))
    os.replace(other, place)
    assert (noon.astimezone(zone).hour, noon.astimezone(zone).tzname()) == (21, "JST")


def test_the_hour_that_comes_twice_is_told_apart(tmp_path: Path) -> None:
    place = tmp_path / "localtime"
    place.write_bytes(rules("Europe/Berlin"))
    zone = LocalZone(place)
    first, second = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC).astimezone(zone) for hour in (0, 1))
    assert (first.hour, first.fold, second.hour, second.fold) == (2, 0, 2, 1)
    assert second.astimezone(UTC) - first.astimezone(UTC) == timedelta(hours=1)


@pytest.mark.parametrize("content", [None, b"", b"TZif", b"no rules at all"])
def test_a_file_without_rules_is_today_s_offset(tmp_path: Path, content: bytes | None) -> None:
    place = tmp_path / "localtime"
    if content is not None:
        place.write_bytes(content)
    assert datetime.now(UTC).astimezone(LocalZone(place)).utcoffset() is not None
