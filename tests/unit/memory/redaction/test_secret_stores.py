"""What a command puts into a store of secrets goes, whatever it is called there; names, numbers and paths stay."""

from __future__ import annotations

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

VALUE = "Vd9xQ2" + "mLp4a7!"


@pytest.mark.parametrize(
    "command",
    [
        "kubectl create secret generic db --from-literal=foo={}",
        "kubectl create secret generic db --from-literal=user=anna --from-literal='foo={}' -n shop",
        'kubectl create secret generic db \\\n  --from-literal foo="{}"',
        "vault kv put secret/x foo={}",
        "vault kv patch -mount=kv x a=b foo='{}' c=d",
        "fly secrets set FOO={} -a shop",
        "flyctl secrets set A=b FOO='{}'",
        '{{"command": "vault kv put secret/x foo={}"}}',
    ],
)
def test_what_is_put_into_a_store_is_taken_out(command: str) -> None:
    assert redact(command.format(VALUE)) == command.format("[REDACTED:secret]")


@pytest.mark.parametrize(
    "command",
    [
        "kubectl create secret generic db --from-literal=user=anna --from-literal=port=5432",
        "kubectl create secret generic db --from-file=tls=certs/tls2.pem",
        "kubectl create configmap shop --from-literal=VERSION=v1a2b3c4",
        "vault kv put secret/x ttl=768h url=https://db2.example.com/x",
        "vault kv put secret/x foo=@data2.json",
        "vault kv put secret/x foo=$FOO2 && make VERSION=a1b2c3d4",
        "fly secrets set LOG_LEVEL=debug PORT=8080",
        "vault kv get -field=foo secret/x",
    ],
)
def test_what_says_who_or_where_stays(command: str) -> None:
    assert redact(command) == command


@pytest.mark.parametrize("unit", ["vault kv put a ", "create secret generic a=b1c2d3 ", "vault kv put a='b "])
def test_commands_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, unit, 1000)
