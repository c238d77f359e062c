"""Where things are kept outside the repository: trackers, boards, channels, documents.

Owns the forms that name such a place. Promises that the name is the person's own word. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.domain import MemoryType
from extractor.models.offline.form import Form, starts

_I = re.IGNORECASE

SYSTEM = (
    r"(?:linear|jira|asana|notion|trello|confluence|clickup|shortcut|youtrack|redmine|bugzilla|gitlab|github projects"
    r"|slack|discord|zulip|mattermost|grafana|datadog|sentry|pagerduty|kibana|looker|airtable|figma|google (?:docs?|drive"
    r"|sheets?)|sharepoint|zendesk|statuspage|splunk|new relic|honeycomb|opsgenie)"
)
_PLACE = (
    r"(?:dashboards?|boards?|trackers?|wiki|runbooks?|channels?|docs?|documentation|specs?|designs?|mockups?|tickets?"
    r"|issues?|bugs?|metrics|logs|staging|alerts?|incidents?|spreadsheet|sheet|calendar|roadmap|backlog|on-?call"
    r"|releases?|changelog|credentials|secrets|handbook|style ?guide|playbook|repo(?:sitory)?|server)"
)
_LOCATED = (
    r"(?:is|are|lives?|sits?|(?:is|are) (?:tracked|documented|kept|filed|logged|managed|discussed|hosted|posted|stored)"
    r"|tracked|goes?|go|get(?:s)? (?:posted|filed|logged|tracked))"
)

_ADDRESS = r"(?:https?://\S+|\b[\w-]+\.[\w.-]+/\S+)"

REFERENCES = (
    Form(
        MemoryType.REFERENCE,
        starts(rf".*\b{_PLACE}\b.{{0,60}}\b(?:{_LOCATED})\b.{{0,60}}(?:{_ADDRESS}|\s#[a-z][\w-]+).*"),
    ),
    Form(
        MemoryType.REFERENCE,
        starts(
            rf"(?:the |our )?(?:\w+ ){{0,3}}{_PLACE} (?:at|on|under) {_ADDRESS} (?:is|are|shows?|holds?|has|have)\b.+"
        ),
    ),
    Form(MemoryType.REFERENCE, starts(rf"(?:the |our )?(?:\w+ ){{0,3}}{_PLACE}\s*:\s*https?://\S+.*")),
    Form(
        MemoryType.REFERENCE,
        starts(
            rf"(?:the |our |all )?(?:[\w-]+ ){{0,5}}?{_LOCATED} (?:all |now |only )?"
            rf"(?:at|in|on|under|to) (?:our |the )?{SYSTEM}\b.*"
        ),
    ),
    Form(
        MemoryType.REFERENCE,
        starts(
            r"(?:(?:ask|announce|post|report|raise) .{2,60}|(?:\w+ ){1,5}(?:goes?|go|happens?|(?:is|are) (?:posted|discussed))"
            r" (?:to|in|on)) (?:the )?#[a-z][\w-]+.*"
        ),
    ),
    Form(
        MemoryType.REFERENCE,
        starts(
            rf"check (?:the |our )?(?:\S+ ){{0,4}}(?:{SYSTEM}\b.*\b(?:if|for|when|where)|{_PLACE}\b.*\bwhere (?:we|i|they))\b.+"
        ),
    ),
    Form(
        MemoryType.REFERENCE,
        starts(
            r"(?:the )?(?P<what>[\w.-]+(?: [\w.-]+)?) (?:is|lives|is stored|is kept|is checked out)"
            r" (?:in|under|at) (?:the|my|our) [\w./~-]+ (?:folder|directory|bucket|drive|vault|workspace|account|share)\b.*"
        ),
        lambda match, _has_reason: any(c.isupper() or c in "_.-" for c in match["what"]),
    ),
)

_FILED_IN = re.compile(
    rf"\b(?P<system>{SYSTEM})\b[^\n]{{0,60}}?\bproject\b\s*:?\s*[\"'`]?(?P<name>[A-Z][\w-]+)", _I
)
_PROJECT_IN = re.compile(
    rf"\bproject\b\s*:?\s*[\"'`]?(?P<name>[A-Z][\w-]+)[\"'`]?[^\n.?!]{{0,20}}?\bin (?P<system>{SYSTEM})\b",
    _I,
)

_FILES = re.compile(r"\b(?:log|file|creat|open|attach|rais|report|track|put|add)(?:e|es|ed|s|ing)?\b", _I)


def pointers(piece: str) -> Iterator[tuple[str, str, str]]:
    """Where work is tracked, named in passing: the sentence to keep, the name, the words that say it."""
    if "roject" not in piece or not _FILES.search(piece):
        return
    for pattern in (_FILED_IN, _PROJECT_IN):
        for match in pattern.finditer(piece):
            system, name = match["system"], match["name"]
            if name[0].isupper():
                yield (
                    f"Issues are filed in the {system[0].upper()}{system[1:]} project {name}.",
                    name,
                    match[0],
                )
