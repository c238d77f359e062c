"""What a model gets to see of a session. Pure: no I/O, no SDK.

Everything an agent's own code needs is found here by name; a name is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractor.history.breaker import Breaker as Breaker
    from extractor.history.budget import Budget as Budget
    from extractor.history.budget import Correction as Correction
    from extractor.history.budget import estimate as estimate
    from extractor.history.compaction import Compacted as Compacted
    from extractor.history.compaction import compact as compact
    from extractor.history.entry import Attachment as Attachment
    from extractor.history.entry import AttachmentKind as AttachmentKind
    from extractor.history.entry import Entry as Entry
    from extractor.history.entry import EntryType as EntryType
    from extractor.history.entry import Role as Role
    from extractor.history.exchanges import Exchange as Exchange
    from extractor.history.levels import Level as Level
    from extractor.history.levels import Mode as Mode
    from extractor.history.levels import level_for as level_for
    from extractor.history.levels import view as view
    from extractor.history.picture import Picture as Picture
    from extractor.history.session import Event as Event
    from extractor.history.session import Happened as Happened
    from extractor.history.session import History as History
    from extractor.history.session import HistorySettings as HistorySettings
    from extractor.history.stored import export as export
    from extractor.history.stored import restored as restored
    from extractor.history.timeline import Folding as Folding
    from extractor.history.timeline import Timeline as Timeline
    from extractor.history.transitions import Reason as Reason
    from extractor.history.turns import Turn as Turn

_HOMES = {
    "budget": ("Budget", "Correction", "estimate"),
    "breaker": ("Breaker",),
    "compaction": ("Compacted", "compact"),
    "entry": ("Attachment", "AttachmentKind", "Entry", "EntryType", "Role"),
    "exchanges": ("Exchange",),
    "levels": ("Level", "Mode", "level_for", "view"),
    "picture": ("Picture",),
    "session": ("Event", "Happened", "History", "HistorySettings"),
    "stored": ("export", "restored"),
    "timeline": ("Folding", "Timeline"),
    "transitions": ("Reason",),
    "turns": ("Turn",),
}
"""The modules and what is asked of them; a name that is also a module's stays the module's."""

_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> object:
    """The thing of this name. Raises AttributeError where there is none."""
    if name not in _HOME:
        raise AttributeError(f"{__name__} has no {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
