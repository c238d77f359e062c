"""Which session a name means.

Owns how a session is named: by its id, or by the beginning of it. Promises that a beginning means one session or is
refused with those it may mean. Only reads.
"""

from __future__ import annotations

from collections.abc import Iterable

from extractor.archive.sessions import SessionTable
from extractor.archive.standing import SessionInfo
from extractor.errors import ConfigError, name_told

MOST_NAMED = 5
"""Sessions that are named where a beginning is that of several."""


def session_meant(sessions: SessionTable, name: str) -> SessionInfo | None:
    """The session of this id, else the one whose id begins so; None where there is none.

    Raises ConfigError where it may be several.
    """
    found = sessions.meant(name)
    _one(name, (each.session for each in found))
    if len(found) > 1:
        clients = ", ".join(sorted(each.client for each in found))
        raise ConfigError(
            f"{len(found)} clients have a session {name} ({clients}): `extractor history TRANSCRIPT` shows one of them"
        )
    return found[0] if found else None


def id_meant(sessions: SessionTable, name: str) -> str | None:
    """The id that stands for a session and its sub-agents, also where only these are there; None: there is none.

    Raises ConfigError where the ids of several sessions begin so.
    """
    ids = [_own_id(each, name) for each in sessions.meant(name)]
    return name if name in ids else _one(name, ids)


def no_session(name: str) -> ConfigError:
    """What is raised where a name means none."""
    return ConfigError(
        f"there is no session {name_told(name)}: `extractor digest --all` names those there are"
    )


def _own_id(info: SessionInfo, name: str) -> str:
    """A session's id; of a sub-agent (`ID/agent-…`) that of its session, where the name says no more than that."""
    own, mark, _ = info.session.partition("/")
    return own if mark and info.client != "plain" and own.startswith(name) else info.session


def _one(name: str, ids: Iterable[str]) -> str | None:
    """The only one of some ids; None: there is none. Raises ConfigError where there are several."""
    distinct = list(dict.fromkeys(ids))
    if len(distinct) < 2:
        return distinct[0] if distinct else None
    more = len(distinct) - MOST_NAMED
    told = ", ".join(distinct[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    raise ConfigError(
        f"the ids of {len(distinct)} sessions begin with {name}: give more of the one you mean: {told}"
    )
