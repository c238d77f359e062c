"""Where things are kept outside the repository, named in passing.

Owns the forms in which an order names a tracker and its project. Promises that the name is the person's own
word. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SYSTEM = r"(?:linear|jira|asana|notion|trello|confluence|clickup|shortcut|youtrack|redmine|bugzilla|gitlab|github projects)"
_NAME = r"project\b\s*:?\s*[\"'`]?(?P<name>(?-i:[A-Z])[\w-]+)"
_FORMS = (
    re.compile(rf"\b(?P<system>{_SYSTEM})\b[^\n]{{0,80}}?\b{_NAME}", re.IGNORECASE),
    re.compile(rf"\b{_NAME}[\"'`]?[^\n.?!]{{0,20}}?\bin (?P<system>{_SYSTEM})\b", re.IGNORECASE),
)
_FILES = re.compile(
    r"\b(?:log|file|creat|open|attach|rais|report|track|put|add)(?:e|es|ed|s|ing)?\b", re.IGNORECASE
)


def pointers(piece: str) -> Iterator[tuple[str, str, str]]:
    """Where work is tracked: the sentence to keep, the name, the words that say it."""
    if "roject" not in piece or not _FILES.search(piece):
        return
    for form in _FORMS:
        for match in form.finditer(piece):
            system, name = match["system"], match["name"]
            yield f"Issues are filed in the {system[0].upper()}{system[1:]} project {name}.", name, match[0]
