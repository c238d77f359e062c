"""What the daemon costs while nothing happens.

Owns the minute of waiting. Promises to leave the transcripts alone for as long as it measures. Never
starts a daemon of its own.
"""

from __future__ import annotations

import time

from bench.fleet import Fleet
from bench.table import Aim, Figure, Unit


def measure(fleet: Fleet, seconds: float) -> list[Figure]:
    """Processor time as a share of one core, and the memory held."""
    before = fleet.daemon.processor_seconds()
    begun = time.monotonic()
    time.sleep(seconds)
    used = fleet.daemon.processor_seconds() - before
    passed = time.monotonic() - begun
    note = f"{len(fleet.files):,} transcripts, {used:.2f} s of {passed:.0f} s"
    return [
        Figure("processor while idle", 100 * used / passed, Unit.PERCENT, Aim(0.5), note),
        Figure(
            "memory while idle, SDK not in use",
            fleet.daemon.megabytes("VmRSS"),
            Unit.MEGABYTES,
            Aim(60),
            f"resident, {len(fleet.files):,} transcripts; at its largest {fleet.daemon.megabytes('VmHWM'):.1f} MB",
        ),
    ]
