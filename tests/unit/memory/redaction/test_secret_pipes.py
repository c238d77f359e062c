"""A password fed to a command that reads it goes; what is fed to others stays."""

from __future__ import annotations

import json

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

PASSWORD = "Qw3" + "rty77d"
READERS = (
    "gh secret set DB_PASSWORD --repo o/r",
    "vercel env add DB_PASSWORD production",
    "wrangler secret put DB_PASSWORD",
    "npx wrangler secret put API",
    "gcloud secrets create db --data-file=-",
    "gcloud secrets versions add db --project p --data-file=-",
    "docker secret create db -",
    "podman secret create db -",
    "passwd --stdin root",
    "sudo passwd --stdin root",
    "gh auth login --with-token",
    "gh auth login --hostname h --with-token",
    "su - postgres",
    "sudo -S apt update",
    "docker login -u bob --password-stdin registry.example.com",
    "pass insert -e work/db",
    "vault kv put secret/db value=-",
    "kubectl create secret generic x --from-file=x=/dev/stdin",
)
PRINTERS = (
    "echo {} | ",
    "echo -n '{}' | ",
    'echo "{}" | ',
    "printf {} | ",
    "printf '%s' '{}' | ",
    "printf '%s\\n' {} | ",
    'printf "%s" "{}" |',
    "printf '{}\\n' | ",
)


@pytest.mark.parametrize("reader", READERS)
def test_a_password_fed_to_a_command_that_reads_it_is_taken_out(reader: str) -> None:
    for printer in PRINTERS:
        said = printer + reader.replace("{", "{{")
        assert redact(said.format(PASSWORD)) == said.format("[REDACTED:password]")
    for value in ("{}", "'{}'", '"{}"'):
        said = f"{reader} <<< {value}"
        assert redact(said.format(PASSWORD)) == said.format("[REDACTED:password]")
    escaped = '{{"command": "echo \\"{}\\" | ' + reader + '"}}'
    assert redact(escaped.format(PASSWORD)) == escaped.format("[REDACTED:password]")


@pytest.mark.parametrize("reader", READERS)
def test_a_variable_or_a_file_fed_to_one_stays(reader: str) -> None:
    for said in (
        f'echo "$PASS2" | {reader}',
        f"printf '%s' \"${{PASS2}}\" | {reader}",
        f"cat key2.txt | {reader}",
    ):
        assert redact(said) == said
    assert redact(f"{reader} <<< $PASS2") == f"{reader} <<< $PASS2"


@pytest.mark.parametrize(
    "text",
    [
        "echo hello2world | tee x",
        "printf '%s\\n' abc123def | sort",
        "grep -c x <<< 'abc1 def2'",
        "base64 -d <<< 'abc1def2'",
        "echo production | vercel env add NODE_ENV",
        "echo https://app.example.com | vercel env add URL",
        "cat <<< abc1def2; gh secret set X",
        "echo abc1def2 | grep x; passwd --stdin",
        "Always gh secret set X2 before printf",
        "jq . <<<$(gh secret list)",
    ],
)
def test_what_is_fed_to_another_command_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "unit",
    [
        "echo ",
        "echo a1b2 | ",
        "printf '%s' 'a",
        "<<< a1b2 ",
        "gh auth login <<<",
        "echo 'a1b2' | sudo ",
        "echo x | gcloud secrets create ",
    ],
)
def test_feeds_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, unit, 1000)


@pytest.mark.parametrize(
    "text",
    [
        "(echo {0}; echo {0}) | passwd bob",
        'echo -e "{0}\\n{0}" | passwd bob',
        "printf '{0}\\n{0}\\n' | smbpasswd -s bob",
        "passwd bob <<< {0}",
        "echo {0} | kinit bob",
        "-gh secret set X <<< '{0}'",
    ],
)
def test_a_password_that_is_asked_for_twice_goes_each_time(text: str) -> None:
    assert PASSWORD not in redact(text.format(PASSWORD))
    assert PASSWORD not in redact(json.dumps({"command": text.format(PASSWORD)}))
