"""A refusal of the Messages API: whether it is about money, what of it may be told, how long to wait.

Owns the words by which the account, not the request, is known to be refused. Promises that no words of the
conversation are repeated. Never calls, never imports the SDK when it runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import TYPE_CHECKING

from extractor.models.wire import KIND

if TYPE_CHECKING:
    import anthropic

_FIELD = re.compile(r"[a-z_]{1,30}(?:\.(?:[a-z_]{1,30}|\d{1,6})){0,9}(?=:)")
_LIMIT = re.compile(r"you have reached your [a-z ]{0,40}usage limits?\b", re.IGNORECASE)
_UNTIL = re.compile(r"on (\d{4}-\d\d-\d\d)(?: at (\d\d:\d\d UTC))?", re.IGNORECASE)
_TOO_LONG = re.compile(
    r"too long\b|request_too_large|context (?:length|size|window)|exceed_context_size", re.IGNORECASE
)
"""What the vendor and those who are compatible with it say of more than fits at once."""
_DISABLED = re.compile(r"this organization has been disabled\b", re.IGNORECASE)


def money_problem(error: anthropic.APIStatusError) -> str:
    """What is wrong with the account and what to do; empty where something else was refused."""
    told = str(error.api_message)
    if error.status_code == 402:
        return "has no credit left: add some"
    if error.status_code != 400:
        return ""
    if _LIMIT.match(told):
        until = _UNTIL.search(told)
        wait = " ".join(filter(None, until.groups())) if until else "it begins anew"
        return f"has reached the spend limit set there: raise it, or wait until {wait}"
    if _DISABLED.match(told):
        return "is disabled: ask whoever runs it"
    is_empty = error.type == "billing_error" or "credit balance" in told.lower()
    return "has no credit left: add some" if is_empty else ""


def is_too_long(error: anthropic.APIStatusError) -> bool:
    """Whether what was asked was too much at once."""
    told = f"{error.type} {error.api_message}"
    return error.status_code == 413 or _TOO_LONG.search(told) is not None


def why_rejected(error: anthropic.APIStatusError) -> str:
    """Status, kind and field of a rejection. Its own words are left out: they may repeat the conversation."""
    message = str(error.api_message)
    kind = KIND.fullmatch(str(error.type))
    field = _FIELD.match(message)
    parts = [f"{error.status_code}"]
    if kind:
        parts.append(kind[0])
    if is_too_long(error):
        parts.append("(input too long)")
    elif field:
        parts.append(f"at {field[0]}")
    return " ".join(parts)


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds the other side asks to wait, None where it does not say. `now`: seconds since 1970 UTC.

    Reads `retry-after-ms`, and `retry-after` as seconds or as a date.
    """
    for header, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(header, "")
        try:
            seconds = float(value) * scale
        except ValueError:
            continue
        return seconds if isfinite(seconds) and seconds >= 0 else None
    try:
        until = parsedate_to_datetime(headers.get("retry-after", ""))
        aware = until if until.tzinfo else until.replace(tzinfo=UTC)
        return max(aware.timestamp() - now, 0.0)
    except (ValueError, OverflowError):
        return None  # no date there can be
