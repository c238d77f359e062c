"""Logins that hold a secret without naming it lose it; what only looks like one stays."""

from __future__ import annotations

import base64
from random import Random

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

PASSWORD = "Qw3" + "rty77b"


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE USER bob IDENTIFIED BY '{}';",
        'alter user "bob" identified by "{}";',
        "IDENTIFIED BY {}",
        "CREATE DATABASE LINK x CONNECT TO bob IDENTIFIED BY {}",
        "create user bob identified by {};",
        "ALTER USER 'bob'@'%' IDENTIFIED WITH mysql_native_password BY '{}';",
        "GRANT ALL ON shop.* TO 'bob'@'%' IDENTIFIED BY PASSWORD '{}'",
        "CREATE USER 'a'@'h'\n  IDENTIFIED WITH caching_sha2_password\n  BY '{}'",
        '{{"sql": "CREATE USER bob IDENTIFIED BY \\"{}\\""}}',
    ],
)
def test_a_statement_that_gives_a_login_its_password_loses_it(statement: str) -> None:
    assert redact(statement.format(PASSWORD)) == statement.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "IDENTIFIED BY 'password'",
        "IDENTIFIED BY '${PASS2}'",
        "each row is identified by UUID4 or by 'email2'",
        "create an index; each user is identified by user_id2",
        "IDENTIFIED BY :pw2",
        "We altered how a host is IDENTIFIED BY serial12345",
        "We alter how a host is identified by serial12345",
    ],
)
def test_what_is_identified_by_something_else_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "curl -su bob:{} https://x.example.com",
        "curl -sku 'bob:{}' https://x.example.com",
        "curl --user=bob:{} https://x.example.com",
        "curl -x http://proxy --proxy-user bob:{} https://x.example.com",
        "curl -k -X POST https://x.example.com \\\n  -u bob:{}",
        "curl -k \\\n  -X POST \\\n  https://x.example.com \\\n  --user bob:{}",
        "jdbc:oracle:thin:bob/{}@db:1521/x",
    ],
)
def test_a_login_of_a_command_or_an_address_loses_its_password(text: str) -> None:
    assert PASSWORD not in redact(text.format(PASSWORD))


@pytest.mark.parametrize(
    "text",
    [
        "docker login -u me -p {} reg.example.com",
        "echo hi && az login -u me@x.example.com -p '{}'",
        "mongosh -u a -p {} db",
    ],
)
def test_a_password_behind_a_short_option_of_a_login_is_taken_out(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")
    for stays in ("$PASS2", "<password2>", "--password-stdin"):
        assert redact(text.format(stays)) == text.format(stays)


@pytest.mark.parametrize(
    "text",
    [
        '{{"auths": {{"ghcr.io": {{"auth": "{}"}}}}}}',
        '{{\\"auth\\": \\"{}\\"}}',
        "_auth = {}",
        "//registry.example.com/:_auth = {}\n",
    ],
)
def test_a_login_in_base64_is_taken_out_and_other_words_there_stay(text: str) -> None:
    coded = base64.b64encode(f"bob:{PASSWORD}9".encode()).decode()
    assert coded not in redact(text.format(coded))
    for stays in ("basicAuthentication", base64.b64encode(b"only these words").decode()):
        assert redact(text.format(stays)) == text.format(stays)


@pytest.mark.parametrize("sign", ["/", "'", "/a/", "#/"])
@pytest.mark.parametrize(
    "text",
    [
        "postgres://bob:{}@db:5432/x",
        "see mysql://root:{}@db there",
        "redis://:{}@r",
        "postgresql+asyncpg://bob:{}@10.0.0.7/x",
    ],
)
def test_a_sign_that_should_have_been_escaped_hides_no_password_of_an_address(text: str, sign: str) -> None:
    password = f"Qw3{sign}rty77e"
    assert redact(text.format(password)) == text.format("[REDACTED:url-password]")


@pytest.mark.parametrize(
    "text",
    [
        "curl -su bob:$PASS2 https://x.example.com",
        "curl -sSL https://x.example.com:8080/a2b",
        "curl --upload-file a:b2cd https://x.example.com",
        "curl https://x.example.com/a-u/b:c2de",
        "http://localhost:3000/users/@me2",
        "https://unpkg.example.com:443/@scope/pkg@1.2.3",
        "redis://cache:6379/0@x2",
        "registry://host:abc/def1@sha256:ab12",
        "grpc://svc:v1/path@2",
        "s3a://bucket:x1/y@z",
        "mongodb://h1:27017,h2:27017/db?x=a@b",
        "postgres://db:main1/x@2",
        "connect('postgres://db:5432/x2', 'bob@example.com')",
        "['redis://a:b2c','d@e']",
        "jdbc:oracle:thin:@db:1521/x2",
        "jdbc:oracle:thin:user/password@db",
        "jdbc:oracle:thin:bob/${PASS2}@db",
    ],
)
def test_addresses_and_commands_without_a_password_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "header", ["Authorization: Token {}", '"Authorization": "token {}"', "-H 'authorization: ApiKey {}'"]
)
def test_a_token_sent_in_a_header_is_taken_out_though_it_looks_like_a_commit(header: str) -> None:
    token = "9944b09199c62bcf" + "9418ad846dd0e4bbdfc6ee4b"
    assert token not in redact(header.format(token))
    for text in (f"the token {token}", "Authorization: Token authentication", "Authorization: Token $TOKEN2"):
        assert redact(text) == text


ODD = "Xk9mQ2" + "pLw3"


@pytest.mark.parametrize(
    "text",
    [
        "postgres://app:%23{}@db/x",
        "postgres://app:%40{}@db/x",
        "postgres://app:*{}@db/x",
        "postgres://app:${}@db/x",
        "curl -u 'bob:%{}' x",
        "curl.exe -u bob:{} https://x",
        "sshpass -p '*{}' ssh x",
        "mysql -p'${}'",
        "redis-cli -a '%{}'",
        "root:{}@tcp(127.0.0.1:3306)/app",
        "creds: admin/{}",
        "The credentials for staging are bob:{}.",
        "the login is bob / {}",
    ],
)
def test_a_sign_that_begins_a_login_s_password_hides_none_and_no_scheme_is_needed(text: str) -> None:
    assert ODD not in redact(text.format(ODD))


@pytest.mark.parametrize(
    "text",
    [
        "postgres://app:%DB_PASS2%@db/x",
        "postgres://app:{password2}@db/x",
        "postgres://app:%s@db/x",
        "the login is at app.example.com/login2",
        "login: see docs/auth2",
        "credentials: see docs/auth",
    ],
)
def test_what_stands_for_a_login_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "command",
    [
        "curl -u bob:'{}' https://x.example.com",
        'curl -u bob:"{}" https://x.example.com',
        "curl -u \"$NAME\":'{}' https://x.example.com",
        "curl -u 'bob:{} and more' https://x.example.com",
        '{{"command": "curl -u bob:\\"{}\\" https://x.example.com"}}',
    ],
)
def test_quotation_marks_inside_a_login_of_curl_hide_no_password(command: str) -> None:
    assert PASSWORD not in redact(command.format(PASSWORD))


def test_a_login_of_curl_is_found_far_behind_the_command_but_not_in_another_command() -> None:
    far = f"curl -X POST -d '{'x ' * 700}' https://x.example.com -u bob:{PASSWORD}"
    assert PASSWORD not in redact(far)
    for stays in ("curl https://x.example.com\nls -u a:b2cd", "curl x; docker run -u 1000:1000 image"):
        assert redact(stays) == stays


@pytest.mark.parametrize("login", ["{}:", "'{}:'", '"{}:"'])
def test_a_key_in_the_place_of_a_user_without_a_password_is_taken_out(login: str) -> None:
    key = "".join(Random(3).choices("0123456789abcdef", k=32))
    command = f"curl https://x.example.com -u {login}"
    assert redact(command.format(key)) == command.format("[REDACTED:key]")
    assert redact(command.format("the-service-account-name")) == command.format("the-service-account-name")


@pytest.mark.parametrize(
    "unit", ["curl ", "curl -u ", "curl -u 'a:b c", "curl -ua", "CURL -u \\\n", "curl -x 'a -u a"]
)
def test_commands_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, unit, 1000)


@pytest.mark.parametrize(
    "text",
    [
        "oc login -u bob -p {} https://x.example.com",
        "twine upload -u bob -p {} dist/*",
        "az sql server create -u adm -p {} -n x",
        "cypher-shell -u neo4j -p '{}'",
        "nxc smb host -u bob -p {}",
        "requests.get(url, auth=('bob', '{}'))",
        'requests.get(url, auth=HTTPBasicAuth("bob", "{}"))',
        "server.login('me@x.example.com', '{}')",
        "client.login(\n    'bob',\n    '{}',\n)",
    ],
)
def test_a_password_behind_a_user_of_whatever_command_or_call_is_taken_out(text: str) -> None:
    assert redact(text.format(ODD)) == text.format("[REDACTED:password]")
    for stays in ("8080", "/etc/x2", "3000:3001", "word2", "$PASS2"):
        assert redact(text.format(stays)) == text.format(stays)


@pytest.mark.parametrize(
    "text",
    [
        "docker run -u 1000:1000 -p 127.0.0.1:8080:80 x1y2z3",
        "docker exec -u root app mkdir -p a1b2c3",
        "ssh -u bob -p 2222 host",
        "pytest -u all -p no:cacheprovider",
        "auth=('basic', 'sha256')",
        "page.login('alice', 'wonderland')",
    ],
)
def test_other_things_behind_a_user_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "EMAIL_SERVER=smtp://bob@example.com:{}@smtp.example.com:587",
        "mongodb://bob@example.com:{}@db.example.com/x",
        "https://bob@example.com:{}@git.example.com/a/b.git",
    ],
)
def test_a_login_whose_user_is_an_address_of_mail_keeps_no_password(text: str) -> None:
    password = "aQ" + "7zR4tkW9"
    assert redact(text.format(password)) == text.format("[REDACTED:url-password]")


@pytest.mark.parametrize(
    "text",
    [
        "ssh://git@github.com:22/a/b.git@v1.2",
        "git+https://github.com/a/b@v1.2.3#egg=x@y",
        "https://token@example.com/a:b@c",
        "see https://x.example.com/@bob:matrix.org and me@example.com:8080",
    ],
)
def test_addresses_with_two_signs_of_mail_and_no_password_stay(text: str) -> None:
    assert redact(text) == text


def test_a_long_word_behind_a_told_login_needs_few_passes() -> None:
    assert grows_as_it_does(redact, "@\\r\\n12→12→", 500, before="credentials are admin:aQ7" + "zR4tkW9xx")


@pytest.mark.parametrize("password", ["Vd9xQ2" + "mLp4a7!", "Qw3" + "rty77b"])
def test_a_user_and_a_password_alone_on_a_line_lose_the_password(password: str) -> None:
    users = '"bob" "md5' + "0f" * 16 + '"\n"anna" "{}"\n'
    assert redact(users.format(password)) == users.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text", ['"appid" "730"', '"name" "shop2"', '"x" "y" "a1b2c3"', 'say "a" "b c3d4e5"']
)
def test_two_words_between_quotation_marks_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text", ["$ cat ~/.pgpass\ndb.invalid:6543:shop:bob:{}", ".pgpass:1:db:5433:*:bob:{}\n"]
)
def test_a_file_of_logins_that_is_named_keeps_none_whatever_the_port(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")


def test_lines_of_other_files_stay() -> None:
    for text in ("shop.py:6543:12:error:undefined1", "see pgpass(5)\nshop.py:12:5: error: undefined1"):
        assert redact(text) == text
