"""Where things are kept outside the repository, named in passing.

Owns the forms in which people name a tracker with its project, and say what a folder of theirs is. Promises
that the name is the person's own word. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.models.offline import passing, wording

_SYSTEM = r"(?:linear|jira|asana|notion|trello|confluence|clickup|shortcut|youtrack|redmine|bugzilla|gitlab|github projects)"
_NAME = r"project\b\s*:?\s*[\"'`]?(?P<name>(?-i:[A-Z])[\w-]+)"
_FORMS = (
    re.compile(rf"\b(?P<system>{_SYSTEM})\b[^\n]{{0,80}}?\b{_NAME}", re.IGNORECASE),
    re.compile(rf"\b{_NAME}[\"'`]?[^\n.?!]{{0,20}}?\bin (?P<system>{_SYSTEM})\b", re.IGNORECASE),
)
_FILES = re.compile(
    r"\b(?:log|file|creat|open|attach|rais|report|track|put|add)(?:e|es|ed|s|ing)?\b", re.IGNORECASE
)
_FOLDER = re.compile(
    r"(?<![\w`\"'/])(?:(?:in|under|at|unter|en|dans)\s+)?(?P<path>(?:~|\.\.|/[\w.-]+)(?:/[\w.-]+)*/[\w-]+)/?\s+"
    r"(?:is|are|there(?:'s| is| are)|holds?|contains?|ist|liegt|liegen|es|está|est|se trouve)\s+"
    r"(?:a|an|the|our|my|your|all|where|what|ein|eine|der|die|das|unser\w*|mein\w*|un|una|el|la|le|mi|mon|notre)\b"
    r"[^,.?!;\n]{6,150}",
    re.IGNORECASE,
)
"""A folder outside the repository, by a path from the root, from home or upwards, and what it is."""


def pointers(piece: str) -> Iterator[tuple[str, str, str]]:
    """Where work is tracked or something is kept: the sentence to keep, the name, the words that say it."""
    for match in _FOLDER.finditer(piece) if "/" in piece else ():
        if not (passing.TROUBLE.search(match[0]) or passing.MOMENT.search(match[0])):
            yield wording.statement(match[0]), match["path"], match[0].strip()
    if "roject" not in piece or not _FILES.search(piece):
        return
    for form in _FORMS:
        for match in form.finditer(piece):
            system, name = match["system"], match["name"]
            yield f"Issues are filed in the {system[0].upper()}{system[1:]} project {name}.", name, match[0]
