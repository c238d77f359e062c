"""An address that is a secret itself keeps no secret; other addresses of the same services stay."""

from __future__ import annotations

from random import Random
from string import ascii_lowercase, digits
from uuid import UUID

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

CHOSEN = Random(41)
HEX = "7" + "".join(CHOSEN.choices("0123456789abcdef", k=31))
OWN = str(UUID(bytes=CHOSEN.randbytes(16), version=4))
SHORT = "o8" + "".join(CHOSEN.choices(ascii_lowercase + digits, k=5))


@pytest.mark.parametrize("secret", [HEX, OWN, SHORT])
@pytest.mark.parametrize(
    "address",
    [
        "https://hooks.zapier.com/hooks/catch/1234567/{}/",
        "https://mcp.zapier.com/api/mcp/s/{}/mcp",
        "https://hook.eu1.make.com/{}",
        "https://maker.ifttt.com/trigger/door/with/key/{}",
        "https://open.feishu.cn/open-apis/bot/v2/hook/{}",
        "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={}",
        "https://n8n.shop.invalid/webhook/{}",
        "https://mainnet.infura.io/v3/{}",
        "wss://mainnet.infura.io/ws/v3/{}",
        "https://eth-mainnet.g.alchemy.com/v2/{}",
        "https://silent-pond.quiknode.pro/{}/",
        "https://hc-ping.com/{}",
        "https://calendar.google.com/calendar/ical/bob%40mail.invalid/private-{}/basic.ics",
        '{{"url":"https:\\/\\/hooks.zapier.com\\/hooks\\/catch\\/1234567\\/{}\\/"}}',
    ],
)
def test_the_secret_in_an_address_of_a_service_goes(address: str, secret: str) -> None:
    before, _, behind = address.format("{}").partition("{}")
    redacted = redact(address.format(secret))
    assert secret not in redacted
    assert redacted.startswith(f"{before}[REDACTED:")
    assert redacted.endswith(f"]{behind}")


def test_a_channel_of_a_chat_takes_messages_from_nobody_who_reads_its_address() -> None:
    address = f"https://shop.webhook.office.com/webhookb2/{OWN}@{OWN}/IncomingWebhook/{{}}/{OWN}"
    assert redact(address.format(HEX)).startswith(address.format("[REDACTED:webhook]").partition("]")[0])


@pytest.mark.parametrize(
    "address",
    [
        "https://hooks.zapier.com/hooks/catch/1234567/abcdefg/",
        "https://mainnet.infura.io/v3/YOUR-PROJECT-ID",
        "https://mainnet.infura.io/v3/${INFURA_KEY}",
        "https://docs.infura.io/v3",
        "https://github.com/n8n-io/n8n/blob/master/packages/webhook-2.md",
        "https://www.make.com/en/help/tools/webhooks2024",
        "https://hc-ping.com/your-uuid-here",
        f"https://shop.invalid/orders/{OWN}",
        f"https://hub.invalid/commit/{HEX}",
    ],
)
def test_another_address_stays(address: str) -> None:
    assert redact(address) == address


def test_addresses_without_an_end_cost_time_that_grows_as_they_do() -> None:
    assert grows_as_it_does(redact, "https://n8n", 1000)
    assert grows_as_it_does(redact, "https://a.webhook.office.com/webhookb2/", 1000)
