"""Addresses of services that are a secret themselves: whoever knows one may post there, or ask on somebody's account.

Owns the services and where in their addresses the secret stands. Promises to read no further from an address's beginning
than a bounded number of characters. Never looks at logins in addresses, nor at parameters whose names name a secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import stands_for_nothing

_S = r"\\{0,3}/"
"""A stroke, escaped too, as some write one in JSON."""
_PLACES = (
    rf"hooks\.zapier\.com{_S}hooks{_S}(?:catch|standard){_S}\d{{1,12}}",
    rf"mcp\.zapier\.com{_S}api{_S}mcp{_S}s",
    r"hook\.(?:[a-z]{2}\d\.)?(?:make|integromat)\.com",
    rf"maker\.ifttt\.com{_S}trigger{_S}[\w{{}}-]{{1,60}}{_S}(?:json{_S})?with{_S}key",
    rf"open\.(?:feishu\.cn|larksuite\.com){_S}open-apis{_S}bot{_S}v2{_S}hook",
    rf"[\w-]{{1,40}}\.webhook\.office\.com{_S}webhookb2{_S}[\w@-]{{36,80}}{_S}IncomingWebhook",
    rf"[\w-]{{0,40}}n8n[\w.-]{{0,60}}(?::\d+)?{_S}webhook(?:-test)?",
    rf"[\w-]{{1,40}}\.infura\.io{_S}(?:ws{_S})?v3",
    rf"[\w-]{{1,40}}\.(?:g\.)?alchemy(?:api)?\.(?:com|io){_S}(?:nft{_S})?v[23]",
    r"[\w.-]{1,60}\.quiknode\.pro",
    r"hc-ping\.com",
)
_SECRET = re.compile(
    rf":{_S}{_S}(?:(?:{'|'.join(_PLACES)}){_S}|qyapi\.weixin\.qq\.com{_S}cgi-bin{_S}webhook{_S}send\?key="
    rf"|calendar\.google\.com{_S}calendar{_S}ical{_S}[\w.%@-]{{1,120}}{_S}private-)"
    r"(?P<value>(?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9_-]{6,128})(?![\w.-])"
)


def of_services(text: str) -> Iterator[Span]:
    """The secrets in addresses of services that are known."""
    for match in _SECRET.finditer(text):
        if not stands_for_nothing(match["value"]):
            yield Span(*match.span("value"), "webhook")
