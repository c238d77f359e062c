"""What makes a clause say less is kept by what rests on it."""

from __future__ import annotations

import pytest

from tests.support.gate import refusal


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Hardly anyone uses the v1 API.", "Anyone uses the v1 API."),
        ("We rarely mock the database.", "We mock the database."),
        ("Refrain from mocking the database.", "Mocking the database."),
        ("The importer is anything but stable.", "The importer is stable."),
        ("We gave up using Redis for sessions.", "We use Redis for sessions."),
        ("I doubt that we need Redis.", "We need Redis."),
        ("Wir deployen selten freitags.", "Wir deployen freitags."),
        ("Wir verzichten auf Mocks in Tests.", "Wir nutzen Mocks in Tests."),
        ("Apenas usamos Redis para sesiones.", "Usamos Redis para sesiones."),
        ("On n'utilise guère Redis pour les sessions.", "On utilise Redis pour les sessions."),
        ("We used to deploy on Tuesdays.", "We deploy on Tuesdays."),
        ("The old system used MySQL.", "The system uses MySQL."),
        ("Unser altes Backend läuft auf Java 8.", "Das Backend läuft auf Java 8."),
        ("Suppose prod is down; then page Lena.", "Prod is down."),
        ("Today let's use sqlite.", "The project uses sqlite."),
        ("Back then the port was 8080.", "The port is 8080."),
        ("Use at most 3 retries.", "Use 3 retries."),
        ("Keep it under 200 ms.", "Keep it 200 ms."),
        ("About 20 users have access.", "20 users have access."),
        ("Python 3.11+ is required.", "Python 3.11 is required."),
        ("Version 3.12 or newer.", "Version 3.12."),
        ("Timeouts are between 10 and 30 seconds.", "Timeouts are 30 seconds."),
        ("Raise the timeout from 10 to 30 seconds.", "The timeout is 10 seconds."),
        ("Some services use Postgres.", "Services use Postgres."),
        ("Everyone but Tom may deploy.", "Everyone may deploy."),
        ("Unlike the importer, the exporter uses Postgres.", "The importer uses Postgres."),
        ("According to Ana, deploys are on Tuesdays.", "Deploys are on Tuesdays."),
        ("Laut Ana sind Deploys dienstags.", "Deploys sind dienstags."),
        ("Supposedly the API is limited to 100 calls.", "The API is limited to 100 calls."),
        ("We might use tabs.", "We use tabs."),
        ("Imagine we used Redis for sessions.", "We used Redis for sessions."),
        ("Tom prefers tabs.", "The user prefers tabs."),
        ("My boss wants weekly reports.", "The user wants weekly reports."),
        ("Prefer spaces over tabs.", "Prefer tabs."),
        ("Prefer spaces over tabs.", "The user prefers tabs over spaces."),
        ("Use spaces instead of tabs.", "Use tabs instead of spaces."),
        ("Use spaces rather than tabs.", "Use tabs."),
        ("You can delete anything excluding the backups.", "The user lets you delete the backups."),
        ("Mocks are too slow to use in tests.", "Use mocks in tests."),
        ("We forgot to enable 2FA on staging.", "We enable 2FA on staging."),
        ("The last thing we want is mocks in tests.", "We want mocks in tests."),
        ("Hör auf, Mocks in Tests zu nutzen.", "Mocks in Tests nutzen."),
        ("Except in tests, never log emails.", "Never log emails in tests."),
        ("We were using Redis for sessions.", "We are using Redis for sessions."),
    ],
)
def test_a_text_that_leaves_it_out_is_refused(words: str, text: str) -> None:
    assert refusal(words, text) is not None


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Hardly anyone uses the v1 API.", "Hardly anyone uses the v1 API."),
        ("We rarely mock the database.", "The database is rarely mocked."),
        ("I rarely say this, but always use tabs.", "Always use tabs."),
        ("We used to deploy on Tuesdays, now we deploy on Mondays.", "Deploys are on Mondays."),
        ("The key used to sign builds lives in vault.", "The key that signs builds lives in vault."),
        ("Use at most 3 retries.", "Use at most 3 retries."),
        ("Raise the timeout from 10 to 30 seconds.", "The timeout is 30 seconds."),
        ("Everyone but Tom may deploy.", "Everyone but Tom may deploy."),
        ("Unlike the importer, the exporter uses Postgres.", "The exporter uses Postgres."),
        (
            "According to the schema, prices are integer cents.",
            "According to the schema, prices are integer cents.",
        ),
        ("Apparently the port is 8080, so set it to 8080 in the config.", "Set it to 8080 in the config."),
        ("You might want to use tabs.", "Use tabs."),
        ("The user prefers tabs.", "The user prefers tabs."),
        ("I prefer tabs.", "The user prefers tabs."),
        ("Prefer spaces over tabs.", "Prefer spaces."),
        ("Prefer spaces over tabs.", "Spaces are preferred over tabs."),
        ("Mocks are too slow to use in tests.", "Mocks are slow in tests."),
        ("You forgot to run the linter.", "Run the linter."),
        ("The port was 3000, is now 4000.", "The port is 4000."),
        ("The repo was migrated to GitLab.", "The repo is on GitLab."),
        ("Prefer early returns over nested ifs.", "Avoid nested ifs."),
        ("All services run on k8s except billing, it runs on a bare VM.", "Billing runs on a bare VM."),
        ("Besides Python we use Rust.", "The project uses Rust and Python."),
        (
            "Use the publishable key instead of the anon key.",
            "Use the publishable key instead of the anon key.",
        ),
        ("I like tabs rather than spaces here.", "The user likes tabs rather than spaces."),
        ("The API was too slow for us so we moved to gRPC.", "The user moved to gRPC."),
        ("It's too early to add caching, keep it simple.", "Keep it simple."),
        ("Except in tests, never log emails.", "Never log emails except in tests."),
        ("We were using Redis, now sessions are in Postgres.", "Sessions are in Postgres."),
        ("We had to use Redis for sessions.", "We have to use Redis for sessions."),
        ("It would be good if sessions were in Redis.", "It would be good if sessions are in Redis."),
        ("The port was 8080 before.", "The port was 8080 before."),
    ],
)
def test_a_text_that_keeps_it_or_rests_on_another_clause_is_admitted(words: str, text: str) -> None:
    assert refusal(words, text) is None
