"""How requests end.

Owns what a client's boundary means for the request it ends. Promises plain tables. Never reads a transcript.
"""

from __future__ import annotations

from extractor.history.transitions import Reason
from extractor.transcripts.source import BoundaryKind

ENDS = {BoundaryKind.CANCELLED: Reason.CANCELLED, BoundaryKind.ABORTED: Reason.ABORTED}
"""The reasons of requests that did not end of themselves."""
