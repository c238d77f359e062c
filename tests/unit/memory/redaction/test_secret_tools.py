"""A password given to a tool whose name says nothing of one goes; what else the tool is given stays."""

from __future__ import annotations

import json

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

PASSWORD = "Qw3" + "rty77d"
MADE_UP = "Tr4vel!" + "Wolf"


@pytest.mark.parametrize("password", [PASSWORD, MADE_UP])
@pytest.mark.parametrize(
    "command",
    [
        "snmpwalk -v2c -c {} 10.0.0.1",
        "snmpget -v3 -l authPriv -u bob -A {} 10.0.0.1",
        "snmpbulkwalk -v 3 -u bob -a SHA -x AES -X '{}' 10.0.0.1",
        "rocommunity {} 10.0.0.0/8",
        "snmp-server community {} RO",
        "PRAGMA key = '{}';",
        "slappasswd -s {}",
        "dscl . -passwd /Users/bob {}",
        "ACL SETUSER bob on >{} ~* +@all",
        "bw unlock {}",
        "drush user:password bob {}",
        "WIFI:T:WPA;S:Home;P:{};;",
        'dotnet user-secrets set "Smtp:Login" "{}"',
        "eas secret:create --scope project --name X --value {}",
        "ab -n 100 -A bob:{} https://shop.invalid/",
        "xh --auth bob:{} api.invalid/x",
        "https -a bob:{} api.invalid/x",
        "etcdctl --user root:{} get x",
        "sqlmap --auth-cred=bob:{} -u h",
        "User::create(['x' => Hash::make('{}')])",
        '{{"Name": "/db/dsn", "Type": "SecureString", "Value": "{}", "Version": 1}}',
        '{{\\n    "Name": "/db/dsn",\\n    "Type": "SecureString",\\n    "Value": "{}"\\n}}',
    ],
)
def test_a_password_a_tool_is_given_goes(command: str, password: str) -> None:
    command = command.replace("{{", "{").replace("}}", "}").replace("\\n", "\n")
    assert redact(command.replace("{}", password)) == command.replace("{}", "[REDACTED:password]")


def test_the_key_of_a_service_beside_its_user_goes() -> None:
    key = "0123456789abcdef"[::-1] * 2
    assert redact(f'{{"username":"bob","key":"{key}"}}') == '{"username":"bob","key":"[REDACTED:password]"}'
    assert redact(f'{{"name":"bob","key":"{key}"}}').count(key) == 1


@pytest.mark.parametrize("indent", [None, 2])
def test_a_password_that_was_generated_goes_from_the_state_that_keeps_it(indent: int | None) -> None:
    made = "aB3$xY9" + "!kLm2@pQr"
    instance = {"attributes": {"bcrypt_hash": None, "length": 16, "result": made, "special": True}}
    pet = {"type": "random_pet", "name": "n", "instances": [{"attributes": {"result": "brave-heron-77"}}]}
    state = {"resources": [{"type": "random_password", "name": "db", "instances": [instance, instance]}, pet]}
    redacted = redact(json.dumps(state, indent=indent))
    assert made not in redacted
    assert "brave-heron-77" in redacted
    assert redact(redacted) == redacted


@pytest.mark.parametrize(
    "command",
    [
        "snmpwalk -v2c -c public 10.0.0.1",
        "snmpwalk -v2c -c $COMMUNITY2 10.0.0.1",
        "rocommunity public 10.0.0.0/8",
        "PRAGMA key = ?;",
        "PRAGMA foreign_keys = ON",
        "slappasswd -h {SSHA}",
        "ACL SETUSER bob on nopass ~* +@all",
        'dotnet user-secrets set "Smtp:Host" "smtp.shop.invalid"',
        'dotnet user-secrets set "Smtp:Port" "587"',
        "docker run -u node:node app",
        "docker run -u 1000:1000 app",
        "chown -R bob:staff2 x; ls -a label:v1.2.3",
        "git log -A feature:release2",
        "kubectl annotate -a team:platform2024",
        "docker push --user bob:$TOKEN2",
        "etcdctl --user root:$ETCD_PW2 get x",
        '{"Type": "String", "Value": "Qw3rty77dx"}',
        "Hash::make($password2)",
    ],
)
def test_what_is_no_password_stays(command: str) -> None:
    assert redact(command) == command


@pytest.mark.parametrize(
    "unit",
    [
        "snmpwalk -v2c ",
        "acl setuser bob >",
        "WIFI:T:",
        '"Type": "SecureString", "a": ',
        '"type":"random_password","result":"',
        " -a bob:",
        "user-secrets set -p ",
    ],
)
def test_tools_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, unit, 500)
