"""What is sent to log in goes, however the header is written; headers without a secret stay."""

from __future__ import annotations

import base64
from random import Random
from string import ascii_letters, ascii_lowercase, digits
from uuid import UUID

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

CHOSEN = Random(23)
TOKENS = (
    "".join(CHOSEN.choices("0123456789abcdef", k=40)),
    "".join(CHOSEN.choices(ascii_lowercase + digits, k=32)),
    "k7" + "".join(CHOSEN.choices(ascii_letters + digits, k=22)),
    str(UUID(bytes=CHOSEN.randbytes(16), version=4)),
)
CODED = base64.b64encode(b"bob:Qw3" + b"rty77b").decode()


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize(
    "header",
    [
        "Authorization: {}",
        "authorization: {}",
        "AUTHORIZATION: BEARER {}",
        "curl -H 'Authorization: {}' h",
        "Authorization: SSWS {}",
        "Authorization: DeepL-Auth-Key {}",
        "Authorization: GenieKey {}",
        '{{"Authorization":"{}"}}',
        '{{\\"Authorization\\": \\"Bot {}\\"}}',
        '{{"name":"Authorization","value":"Token {}"}}',
        "req.setRequestHeader('Authorization', 'Token {}')",
        "Authorization: `Token {}`",
        'proxy_set_header Authorization "Token {}";',
    ],
)
def test_a_token_goes_whatever_the_form_of_its_header(header: str, token: str) -> None:
    assert token not in redact(header.format(token))


@pytest.mark.parametrize(
    "header",
    [
        'proxy_set_header Authorization "Basic {}";',
        "Authorization: `Basic {}`",
        "xhr.setRequestHeader('Authorization', 'Basic {}')",
        '{{"name":"Authorization","value":"Basic {}"}}',
        "-H 'authorization: basic {}'",
    ],
)
def test_a_login_in_base64_goes_whatever_the_form_of_its_header(header: str) -> None:
    assert redact(header.format(CODED)) == header.format("[REDACTED:basic-credentials]")


def test_a_token_goes_whole_with_signs_that_an_address_escapes() -> None:
    token = "AAAA" + "".join(CHOSEN.choices(ascii_letters + digits, k=20)) + "%2Bk9%3Dx7%2Fq" + "8" * 4
    assert redact(f"Authorization: Bearer {token}") == "Authorization: Bearer [REDACTED:bearer-token]"


@pytest.mark.parametrize(
    "text",
    [
        "curl -b 'sessionid={}' h",
        'curl h --cookie "PHPSESSID={}"',
        '{{"name":"Cookie","value":"sid={}"}}',
        "Cookie: sid={}",
        '{{\n  "name": "Cookie",\n  "value": "sid={}"\n}}',
        '"cookies": [\n  {{\n    "name": "sid",\n    "value": "{}",\n    "path": "/"\n  }}\n]',
        '"cookies":[{{"name":"lang","value":"en"}},{{"name":"sid","value":"{}"}}]',
        "await context.addCookies([{{ name: 'sid', value: '{}', domain: 'shop.invalid' }}])",
        "# Netscape HTTP Cookie File\nshop.invalid\tFALSE\t/\tTRUE\t1799999999\tsid\t{}\n",
        '{{"content": "shop.invalid\\tFALSE\\t/\\tTRUE\\t0\\tsid\\t{}\\n"}}',
    ],
)
@pytest.mark.parametrize("token", TOKENS[:3])
def test_a_cookie_goes_whatever_the_form_of_its_header(text: str, token: str) -> None:
    assert redact(text.format(token)) == text.format("[REDACTED:cookie]")


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer $TOKEN2",
        "Authorization: ${{ secrets.API_TOKEN2 }}",
        "headers.authorization = getAuthHeader2Value(request)",
        "Authorization: Token authentication",
        "the authorization server v2.4.1-beta3 is up",
        "authorization_endpoint: https://login.example.com/oauth2/v2.0/authorize",
        "Authorization: AWS4-HMAC-SHA256 SignedHeaders=host;x-amz-date",
        "Authorization: Digest username=bob2",
        "proxy_set_header Authorization $http_authorization2;",
        "curl -b cookies2.txt h",
        "curl -b 'lang=english-en-us-2024' h",
        "curl --cookie-jar jar2.txt h",
        "Authorization: Basic <base64>",
        "| Authorization | OAuth2ClientCredentials |",
        '"cookies": [{"name": "_ga", "value": "GA1.2.1234567890.1700000000", "path": "/"}]',
        "cookies=[{ name: 'consent', value: 'analytics-and-marketing-accepted' }]",
        "shop.invalid\tFALSE\t/\tTRUE\t0\tlocale\tenglish-united-states",
    ],
)
def test_a_header_without_a_secret_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "unit",
    [
        "Authorization: ",
        "Authorization: a-a ",
        "authorization'",
        "Bearer a%2",
        "cookie a=",
        'kie,"value":',
        "curl -b a=",
        "cookies:[{",
        "TRUE\t1\ta",
    ],
)
def test_headers_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, unit, 1000)
