"""Word to the service manager: ready, alive, stopping.

Owns the datagram to `$NOTIFY_SOCKET` (sd_notify(3)). Promises to be silent where no manager listens.
Never fails the service.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping


class Notifier:
    """Tells systemd how the service is."""

    def __init__(self, env: Mapping[str, str]) -> None:
        address = env.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog_seconds = _seconds(env.get("WATCHDOG_USEC", ""))
        """How often the manager wants to hear from us at the latest; None where it does not ask."""

    def tell(self, *lines: str) -> bool:
        """Send lines such as `READY=1`; False when nobody listens."""
        if not self._address:
            return False
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.sendto("\n".join(lines).encode(), self._address)
        except OSError:
            return False  # a manager that does not listen is no reason to stop
        return True


def _seconds(microseconds: str) -> float | None:
    return int(microseconds) / 1e6 if microseconds.isdigit() and int(microseconds) > 0 else None
