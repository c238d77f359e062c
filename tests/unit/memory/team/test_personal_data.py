"""Forms of personal data, and what only looks like them."""

from __future__ import annotations

import pytest

from extractor.memory.team.personal_data import trace

FACTS = """Releases are tagged on Fridays.
The staging port is 8080, and production listens on 8443.
The code freeze begins on 2026-03-02 at 14:30 and ends on 2026-03-09.
The freeze of 02.03.2026 is over.
Design notes stand at https://wiki.example.com/display/shop/Design+Notes?x=1.
Money is kept in integer cents, at most 10,000,000.
We use Postgres 16.2 and Python 3.11.4 in CI.
The build runs `npm ci && npm test` in `src/web`.
Use `actions/checkout@v4`, `@types/node` and left-pad@1.3.0.
POST /orders returns 201, and GET /healthz needs no token.
The endpoint /api/v2/orders is deprecated.
The users table has a `deleted_at` column and an id.
Input/output goes through src/io/reader.py and docs/api.md.
The service binds to 127.0.0.1:8080 or 0.0.0.0, and on ::1.
Tickets live in the SHOP project at https://issues.example.com/browse/SHOP-1234.
Redis is at redis://cache.internal:6379/0.
The migration 0042_add_index must run before 0043.
I/O is mocked by fakes, and i18n is left out.
The dashboard is https://grafana.example.com/d/abc123/latency.
Feature flags are read from config/flags.toml with a TTL of 60s.
用Redis做缓存。
Die Freigabe erfolgt freitags nach dem Test im Betrieb.
The parser accepts ~5 formats and ≥ 3 dialects.
Commit 9b8f51e introduced the cache in 2025-2026.
The user table is sharded, and the user service owns it.
Calls time out after 300 seconds.
Passwords are hashed with argon2 in the password service.
The wheels run 24/7 at 3/4 speed, and/or slower.
Pages stand in src/home/page.tsx, `app/users/list.vue` and lib/root/tree.py.
Settings stand in .env.local and settings.local.json.
Overrides stand in home/config.
3 retries on the way are enough.
(a) and (b) are the two ways.
A mon-fri schedule runs the nightly job via port 8080.""".splitlines()


@pytest.mark.parametrize("fact", FACTS)
def test_a_plain_fact_of_a_project_holds_no_trace_of_a_person(fact: str) -> None:
    assert trace(fact) is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Go to jo" + "@" + "example.org.", "an e-mail address or a handle"),
        ("Order 212 555 0142 first.", "a number as long as a telephone's"),
        ("Tel. 4" + "21 helps.", "a telephone number"),
        ("It stands in ~/x.", "a home directory"),
        ("It stands in D:\\x\\y.", "a path of a machine"),
        ("It stands in /opt/x/y.", "a path outside the repository"),
        ("Clone git+foo://x.", "an address of an unknown kind"),
        ("It runs on 10." + "0.0.7.", "an IP address"),
        ("Where I am.", "somebody speaking of themselves or to somebody"),
        ("What the user said.", "words about the user"),
        ("Prefers short answers.", "words about the user"),
        ("User: likes tabs.", "words about the user"),
        ("She approves them.", "words about the user"),
        ("Notes are at http://nas.local:5000/x today.", "a name in a private network"),
        ("Build with -I/home/x first.", "a home directory"),
        ("Build with mnt/home/x first.", "a home directory"),
        ("Look in dev:/x/y for it.", "a path outside the repository"),
        ("On the birthday.", "something of a person's life"),
    ],
)
def test_what_is_found_is_called_by_its_name(text: str, what: str) -> None:
    found = trace(text)
    assert found is not None
    assert found.what == what
    assert found.where in text


@pytest.mark.parametrize("route", ["/etc/passwd", "/home/jo", "/var/log/x", "/tmp/x"])
def test_a_path_of_a_machine_is_none_of_an_interface(route: str) -> None:
    assert trace(f"GET {route} answers.") is not None
