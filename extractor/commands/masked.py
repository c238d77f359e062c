"""An address without the password that may stand in it.

Owns what of an address is told and stored. Promises that two addresses of different places stay different. Pure.
"""

from __future__ import annotations

import re

_SIGNED_ON = re.compile(r"^((?:[^:/?#@]+:)?//)?[^/?#]*@")


def masked(address: str) -> str:
    """The address with `***` in the place of a user name and a password."""
    return _SIGNED_ON.sub(r"\1***@", address)
