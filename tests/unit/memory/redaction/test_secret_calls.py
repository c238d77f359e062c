"""A password that code gives by its place alone, to a call or a statement, goes; names and methods stay."""

from __future__ import annotations

import json

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

PASSWORD = "aQ" + "7zR4tkW9"


@pytest.mark.parametrize(
    "code",
    [
        "mysqli_connect('localhost', 'root', '{}', 'shop')",
        'psycopg2.connect("shop", "anna", "{}")',
        'MySQLdb.connect("localhost", "anna", "{}", "shop2024")',
        'mysql.connector.connect(host, user, "{}", database)',
        'ssh.connect("db.internal", 22, "anna", "{}")',
        "$db = new mysqli('localhost', 'anna', '{}', 'shop');",
        'ftplib.FTP("nas", "anna", "{}")',
        "request.get(url).auth('anna', '{}')",
        'client.username_pw_set("anna", "{}")',
        "$db = new PDO('mysql:host=db', 'root', '{}');",
        'DriverManager.getConnection(url, "root", "{}")',
        "User.objects.create_superuser('admin', 'a@example.com', '{}')",
        'bcrypt.hash("{}", 10)',
        "bcrypt.hashSync('{}', 10)",
        'bcrypt.hashpw(b"{}", bcrypt.gensalt())',
        'generate_password_hash("{}")',
        "password_verify('{}', $hash)",
        "cy.get('#password').type('{}')",
        'driver.find_element(By.ID, "password").send_keys("{}")',
        "jwt.sign(payload, '{}')",
        'jwt.encode(payload, "{}", algorithm="HS256")',
        "crypto.createHmac('sha256', '{}')",
        'hmac.new(b"{}", message, hashlib.sha256)',
        "app.use(cookieParser('{}'))",
        "CryptoJS.AES.encrypt(text, '{}')",
        'ConvertTo-SecureString "{}" -AsPlainText -Force',
        'ConvertTo-SecureString -String "{}" -AsPlainText -Force',
    ],
)
def test_a_password_given_by_its_place_is_taken_out(code: str) -> None:
    assert redact(code.format(PASSWORD)) == code.format("[REDACTED:password]")
    assert PASSWORD not in redact(json.dumps({"content": code.format(PASSWORD)}))


def test_the_secret_of_an_account_behind_its_id_is_taken_out() -> None:
    own, secret = "AC" + "5666" * 8, "8eba66b99225198f" + "c2fe80694be33ce2"
    assert redact(f"Client('{own}', '{secret}')") == f"Client('{own}', '[REDACTED:password]')"


@pytest.mark.parametrize(
    "code",
    [
        "mysqli_connect($host, $user, $password)",
        'client.connect("broker.local", 1883, "sensor2024")',
        'client.connect("broker.local", mqtt_port, 60)',
        'button.connect("clicked", view, "on_click_2")',
        'connect(sender, SIGNAL("changed2"), receiver)',
        "app.auth('google', scope2)",
        "app.auth('admin', 'read:org2')",
        "jwt.sign(payload, process.env.JWT_SECRET)",
        "crypto.createHmac('sha256', key)",
        "jwt.decode(token, 'utf8')",
        'DriverManager.getConnection(url, props, "x1")',
        "create_user(1, 2, name)",
        "bcrypt.hash(password2, 10)",
        'bcrypt.hash("password", 10)',
        "hash_password_hash('sha256')",
        "http.Client('a1b2c3d4e5f6', 'b1c2d3e4f5a6')",
        "cy.get('#username').type('bob2024x')",
        "ConvertTo-SecureString $pass2 -AsPlainText -Force",
    ],
)
def test_calls_without_one_stay(code: str) -> None:
    assert redact(code) == code


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO users (email, password) VALUES ('a@example.com', '{}');",
        "INSERT INTO users (password, email) VALUES ('{}', 'a@example.com'), ('{}', 'b, c');",
        'insert into "users" ("id", "password", "at")\nvalues (1, \'{}\', now());',
        "INSERT INTO u (a, password) VALUES (f(1, 2), '{}')",
        "UPDATE users SET password = crypt('{}', gen_salt('bf'))",
    ],
)
def test_a_password_put_into_its_column_is_taken_out(statement: str) -> None:
    assert redact(statement.replace("{}", PASSWORD)) == statement.replace("{}", "[REDACTED:password]")
    assert PASSWORD not in redact(json.dumps({"command": statement.replace("{}", PASSWORD)}))


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO users (email, password) VALUES (?, ?);",
        "INSERT INTO users (email, password) VALUES ($1, crypt($2, gen_salt('bf')))",
        "INSERT INTO users (password, email) VALUES (:password1, 'a1b2c3d4@example.com')",
        "INSERT INTO t (token_count, note) VALUES (1, 'abc123def456')",
        "def f(password, other): return [values(1, 'a1b2c3d4')]",
    ],
)
def test_statements_without_one_stay(statement: str) -> None:
    assert redact(statement) == statement


@pytest.mark.parametrize(
    "unit",
    [
        "(password) values ('a',",
        "(a, password, b) values ",
        "new pdo(a,",
        "bcrypt.hash('a",
        "getConnection(a, b, ",
        "connect(a, 1, b, ",
        "mysqli(a, b, 'c",
        '.auth("a", ',
        "password,",
    ],
)
def test_calls_without_an_end_cost_time_that_grows_as_they_do(unit: str) -> None:
    assert grows_as_it_does(redact, unit, 500)
