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
    r"(?:linear|jira|asana|notion|trello|confluence|clickup|shortcut|youtrack|redmine|bugzilla|gitlab"
    r"|github projects|slack|discord|zulip|mattermost|grafana|datadog|sentry|pagerduty|kibana|looker"
    r"|airtable|figma|google (?:docs?|drive|sheets?)|sharepoint|zendesk|statuspage|splunk|new relic"
    r"|honeycomb|opsgenie|1password|bitwarden|lastpass|vault)"
)
_PLACE = (
    r"(?:dashboards?|boards?|trackers?|wiki|runbooks?|channels?|docs?|documentation|specs?|designs?"
    r"|mockups?|tickets?|issues?|bugs?|metrics|logs|staging|alerts?|incidents?|spreadsheet|sheet|calendar"
    r"|roadmap|backlog|on-?call|releases?|changelog|credentials|secrets|handbook|style ?guide|playbook"
    r"|repo(?:sitory)?|server)"
)
_LOCATED = (
    r"(?:is|are|lives?|sits?|(?:is|are) (?:tracked|documented|kept|filed|logged|managed|discussed|hosted"
    r"|posted|stored)|tracked|goes?|go|get(?:s)? (?:posted|filed|logged|tracked))"
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
            r"(?!it\b|this\b|that\b|he\b|she\b|here\b|there\b|what\b|i\b|the (?:error|bug|problem"
            r"|issue)\b)(?:[\w'/-]+ ){1,8}?(?:is|are|lives?|runs?|sits?|listens?|(?:is|are"
            r"|can be) (?:hosted|found|reachable|available|documented|deployed|described|published)) (?:at"
            r"|on|under|in|here:?) (?!https?://(?:localhost|127\.))https?://\S+.*"
        ),
    ),
    Form(
        MemoryType.REFERENCE,
        starts(
            rf"(?:the |our |all )?(?:[\w-]+ ){{0,5}}?{_LOCATED} (?:all |now |only )?(?:at|in|on|under"
            rf"|to) (?:our |the )?{SYSTEM}\b.*"
        ),
    ),
    Form(
        MemoryType.REFERENCE,
        starts(
            r"(?:(?:ask|announce|post|report|raise) .{2,60}|(?:\w+ ){1,5}(?:goes?|go|happens?|(?:is"
            r"|are) (?:posted|discussed)) (?:to|in|on)) (?:the )?#[a-z][\w-]+.*"
        ),
    ),
    Form(
        MemoryType.REFERENCE,
        starts(
            rf"check (?:the |our )?(?:\S+ ){{0,4}}(?:{SYSTEM}\b.*\b(?:if|for|when|where)"
            rf"|{_PLACE}\b.*\bwhere (?:we|i|they))\b.+"
        ),
    ),
    Form(
        MemoryType.REFERENCE,
        starts(
            r"(?:the )?(?P<what>[\w.-]+(?: [\w.-]+)?) (?:is|lives|is stored|is kept|is checked out) (?:in"
            r"|under|at) (?:the|my|our) [\w./~-]+ (?:folder|directory|bucket|drive|vault|workspace|account"
            r"|share)\b.*"
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
