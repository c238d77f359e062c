"""Money: what calls cost, in words.

Owns how a sum is told beside calls nobody knows the price of. Promises that an unknown price is never told
as nought. Never sums.
"""

from __future__ import annotations

from extractor.archive.spending import Spent
from extractor.commands.counts import counted
from extractor.models.price import dollars


def money(spent: Spent) -> str:
    """Dollars, and how many calls are not in them because their price is not known."""
    unknown = f"{counted(spent.unpriced, 'call', 'calls')} at an unknown price" if spent.unpriced else ""
    known = dollars(spent.cost) if spent.cost or not unknown else ""
    return " and ".join(filter(None, (known, unknown)))
