"""A cluster's manifest of secrets keeps none of its values; other manifests stay."""

from __future__ import annotations

import base64
import json

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does


def _coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


VALUE = _coded("Qw3" + "rty77b!")
ADDRESS = _coded("postgres://app:Qw3" + "rty77b@db/app")
CERTIFICATE = _coded("-----BEGIN CERTIFICATE-----\n" + "MIIBszCCAVmgAwIBAgIU\n" * 60)
MANIFEST = (
    "apiVersion: v1\nkind: {kind}\nmetadata:\n  name: app\n"
    'data:\n  tls.key: {value}\n  .env: "{address}"\n  tls.crt: {certificate}\ntype: Opaque\n'
)


def _manifest(kind: str) -> str:
    return MANIFEST.format(kind=kind, value=VALUE, address=ADDRESS, certificate=CERTIFICATE)


def _as_json(kind: str, indent: int | None = None) -> str:
    data = {"config.json": VALUE, "DATABASE_URL": ADDRESS}
    return json.dumps({"apiVersion": "v1", "data": data, "kind": kind}, indent=indent)


@pytest.mark.parametrize(
    "wrap", [str, lambda text: json.dumps({"content": text}), lambda text: text.replace("\n", "\r\n")]
)
@pytest.mark.parametrize("text", [_manifest("Secret"), _as_json("Secret"), _as_json("Secret", 2)])
def test_every_value_of_a_manifest_of_secrets_is_taken_out(text: str, wrap: object) -> None:
    assert callable(wrap)
    redacted = redact(wrap(text))
    assert VALUE not in redacted
    assert ADDRESS not in redacted
    assert (CERTIFICATE in text) == (CERTIFICATE in redacted)


@pytest.mark.parametrize("text", [_manifest("ConfigMap"), _as_json("ConfigMap"), _manifest("SecretStore")])
def test_values_of_manifests_of_another_kind_stay(text: str) -> None:
    # The address and the certificate are random letters of their own.
    assert VALUE in redact(text)


def test_of_several_manifests_only_those_of_secrets_lose_their_values() -> None:
    other = _coded("Zx8" + "tuiop33!")
    both = _manifest("ConfigMap").replace(VALUE, other) + "---\n" + _manifest("Secret")
    assert other in redact(both)
    assert VALUE not in redact(both)


def test_a_value_of_a_manifest_of_secrets_goes_from_the_one_beside_it_too() -> None:
    assert VALUE not in redact(_manifest("ConfigMap") + "---\n" + _manifest("Secret"))


@pytest.mark.parametrize(
    "text",
    [
        '{{"Name":"/app/db/password","Type":"SecureString","Value":"{}"}}',
        '{{"ParameterKey": "DbPassword", "ParameterValue": "{}"}}',
        '{{"ParameterKey":"DbPassword","ParameterValue":"{}"}}',
        '{{"OutputKey": "DbPassword", "OutputValue": "{}"}}',
    ],
)
def test_a_value_beside_a_field_that_names_it_is_taken_out_without_spaces_too(text: str) -> None:
    assert redact(text.format("Qw3" + "rty77b")) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "unit", ["data:\n", "data:\n  a: aaaaaaaa\n", '"data":{', "---\n", 'data": {"a":"aaaaaaaa" ', "  a b c"]
)
def test_manifests_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, unit, 1000, before="kind: Secret\n")


PLAIN = "aQ" + "7zR4tkW9"


@pytest.mark.parametrize("wrap", [str, lambda text: json.dumps({"content": text})])
@pytest.mark.parametrize(
    "text",
    [
        "kind: Secret\nstringData:\n  conn: {}\n  user: admin\n  host: db.internal\n",
        'apiVersion: v1\nstringData:\n  conn: "{}"  # staging\n  port: "5432"\nkind: Secret\n',
        '{{"kind":"Secret","stringData":{{"conn":"{}","user":"admin"}}}}',
    ],
)
def test_what_a_manifest_of_secrets_holds_in_plain_letters_goes_and_words_stay(
    text: str, wrap: object
) -> None:
    assert callable(wrap)
    assert redact(wrap(text.format(PLAIN))) == wrap(text.format("[REDACTED:secret]"))


def test_a_value_on_the_line_below_its_field_is_taken_out() -> None:
    text = "kind: Secret\ndata:\n  conn: >-\n    {}\n"
    assert redact(text.format(VALUE)) == text.format("[REDACTED:secret]")


@pytest.mark.parametrize(
    "text",
    [
        "kind: Secret\nstringData:\n  token: ${TOKEN}\n  url: https://a1.example.com/x\n",
        "kind: ConfigMap\nstringData:\n  a: b1c2d3e4\n",
    ],
)
def test_variables_addresses_and_manifests_of_another_kind_stay(text: str) -> None:
    assert redact(text) == text
