"""However a value is given to a secret's name, it goes; what is no value stays."""

from __future__ import annotations

import json
from random import Random
from string import ascii_letters, digits

import pytest

from extractor.memory.redaction.redact import redact
from extractor.memory.redaction.spoken_secrets import tells_a_secret

PASSWORD = "Qw3" + "rty77c"
KEY = "x9Kd83mZ" + "qP02vLr7"


@pytest.mark.parametrize(
    "statement",
    [
        "SET PASSWORD FOR 'bob'@'%' = '{}'",
        "SET PASSWORD FOR bob = PASSWORD('{}');",
        "set password = password('{}')",
        "CREATE ROLE x WITH LOGIN PASSWORD '{}'",
    ],
)
def test_a_password_set_in_sql_is_taken_out(statement: str) -> None:
    assert redact(statement.format(PASSWORD)) == statement.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "code",
    [
        'Config {{ user: "bob", password: Some("{}") }}',
        'Config {{\n    password: Some(\n        "{}",\n    ),\n}}',
        '  ["password"]=>\n  string(11) "{}"',
        'password = """\n{}"""',
        "$password = @'\n{}\n'@",
    ],
)
def test_a_password_goes_in_what_a_debugger_prints_and_a_string_of_several_lines(code: str) -> None:
    assert redact(code.format(PASSWORD)) == code.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "code",
    [
        "password: Some(input2.value)",
        'password = """\nAsks the person for one.\n"""',
        'token: Some("Bearer")',
    ],
)
def test_the_same_without_one_stay(code: str) -> None:
    assert redact(code) == code


@pytest.mark.parametrize("line", ["export CLIENT_SECRET={}", "WEBHOOK_SECRET: {}", "$env:API_SECRET = '{}'"])
def test_a_short_secret_that_looks_drawn_by_chance_is_taken_out(line: str) -> None:
    assert redact(line.format("VP7Hb1" + "DX8p")) == line.format("[REDACTED:secret]")


@pytest.mark.parametrize(
    "line", ["USE_SECRET=true", "CLIENT_SECRET=changeme", "APP_SECRET=Production", "secret: OldValue"]
)
def test_a_word_behind_a_secret_s_name_stays(line: str) -> None:
    assert redact(line) == line


@pytest.mark.parametrize(
    "statement", ["SET PASSWORD FOR 'bob'@'%' = ''", "CREATE ROLE x WITH LOGIN PASSWORD :pw2"]
)
def test_sql_that_sets_no_password_stays(statement: str) -> None:
    assert redact(statement) == statement


@pytest.mark.parametrize(
    "text",
    [
        "**Password:** {}",
        "**Password**: `{}`",
        "__Password:__ {}",
        "_Password:_ {}",
        "_Password_: {}",
        "- **`Password`**: `{}`",
        "- **Password:** **{}**",
        "The password is **{}**.",
        "| password | {} |",
        "| host | x |\n|`password`|`{}`|\n",
        "> | **DB password** (staging) | {} | rotated |",
        "password:\n  {}",
        "Password:\n\n{}\n\nThen log in.",
        "password:\n```text\n{}\n```",
        "**Passwort:** {}",
        "| Пароль | {} |",
    ],
)
def test_marks_lines_and_cells_of_markdown_hide_no_password(text: str) -> None:
    assert "Autumn" not in redact(text.format("Autumn" + "2031!"))
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")
    assert "Qw3" not in redact(text.format(PASSWORD + "!"))


@pytest.mark.parametrize("text", ["**API key:** {}", "**Token:** {}", "| API_KEY | {} |", "**Token**: `{}`"])
def test_marks_and_cells_of_markdown_hide_no_key(text: str) -> None:
    assert KEY not in redact(text.format(KEY))


@pytest.mark.parametrize(
    "text",
    [
        "**Password:** at least 8 characters",
        "**Password**: required",
        "| password | varchar(255) | NOT NULL |",
        "| password | VARCHAR255 |",
        "| password | NVARCHAR2! | required |",
        "| Password | Field2Name |",
        "| Token | 123456 |",
        "| API_KEY | required since v2.3.1 |",
        "grep 'token|ab3cd4ef5gh6|' log",
        "password:\n  type: string2\n  minLength: 8",
        "password:\n  oauth2login:\n    min8: true",
        "Password:\n\n## Step2 of the login",
        "Reset the password:\n- item2 here",
        "the token:\n  field2Name\n",
    ],
)
def test_tables_and_lines_that_only_name_a_secret_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        '{{"name": "DB_PASSWORD", "value": "{}"}}',
        '{{"Key":"DB_PASSWORD","Value":"{}"}}',
        '{{\\"name\\": \\"DB_PASSWORD\\", \\"value\\": \\"{}\\"}}',
        '{{\n  "name": "DB_PASSWORD",\n  "slotSetting": false,\n  "value": "{}"\n}}',
        '- name: DB_PASSWORD\n  value: "{}"',
        "- key: DB_PASSWORD\r\n  value: {}\r\n",
        'name = "DB_PASSWORD"\nvalue = "{}"',
        "--overrides name=DB_PASSWORD,value={}",
        '<property name="password" value="{}"/>',
        '<add key="Password" value="{}"/>',
        "<password>{}</password>",
        '<entry key="db.password">{}</entry>',
    ],
)
def test_a_value_in_a_field_beside_its_name_is_taken_out(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "password", "type": "string", "description": "at least 8 chars"}',
        '{"name": "max_tokens", "value": "4096"}',
        '- name: DB_PASSWORD\n  value: "$(DB_PASS2)"',
        "- name: DB_PASSWORD\n  value: ${DB_PASS2}",
        "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db-secret-2\n      key: password2",
        '- name: password\n- name: version\n  value: "v2.3.1"',
    ],
)
def test_a_field_beside_a_name_that_holds_no_secret_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize("sign", ["{", "[", "(", "$", "%", "*", "&", "<"])
@pytest.mark.parametrize("template", ["DB_PASSWORD='{}'", 'password="{}"', '"password": "{}"'])
def test_a_sign_that_begins_a_password_in_quotation_marks_hides_none(template: str, sign: str) -> None:
    assert redact(template.format(f"{sign}{PASSWORD}!")) == template.format("[REDACTED:password]")


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("DB_PASSWORD='{}'", PASSWORD + "<"),
        ('password: str = "{}"', PASSWORD),
        ("password: Optional[str] = '{}'", PASSWORD),
        ("const password: string = '{}';", PASSWORD),
        ('password="{}"', "horse " + "9battery staple!"),
        ("password: '{}'", "horse " + "9battery staple!"),
        ('password = "{}"', "Qw3" + '\\"rty77'),
        ("password = '{}'", "Qw3" + "\\'rty77"),
        ("password: !!str {}", PASSWORD),
        ("export DB_PASSWORD=$'{}'", PASSWORD),
        ("CREATE LOGIN bob WITH PASSWORD = N'{}'", PASSWORD),
        ("user: bob\npass: {}", PASSWORD),
    ],
)
def test_an_ordinary_value_of_an_assignment_is_taken_out_whole(template: str, value: str) -> None:
    assert redact(template.format(value)) == template.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "value",
    [
        "${VAR2_X}",
        "$PASSWORD2",
        "$PREFIX-db2",
        "$(pass show db2)",
        "$$db2",
        "%VAR2%",
        "%(password2)s",
        "%s-2abc",
        "<password2>",
        "{{password2}}",
        "{password2}",
        "{0}-x1",
        "[password2]",
        "(password2)",
        "****2*",
        "*",
        ":password2",
        "must be at least 8chars long",
        "Passwort mit 8zeichen",
        "Hasło 8znaków",
        "Zadejte alespoň 8znaků",
        "horse battery staple",
    ],
)
@pytest.mark.parametrize("template", ["DB_PASSWORD='{}'", 'password="{}"', '"password": "{}"'])
def test_what_stands_for_a_password_in_quotation_marks_stays(template: str, value: str) -> None:
    assert redact(template.format(value)) == template.format(value)


@pytest.mark.parametrize(
    "text",
    [
        "password: str = Field(min_length=8)",
        "password: str | None = None",
        "password: !Sub '${Db2}'",
        "--- PASS: TestFoo12 (0.00s)",
        "PASS: Test42Answer",
        "pass: test_foo2bar",
        "tests pass: 17 of 20",
        "first pass: src/file2.ts",
    ],
)
def test_types_tags_and_tests_that_pass_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Please always use {} as the password on staging.",
        "Use `{}` as the db password",
        "Take {} for the password.",
        "{} is the root password for staging",
        "The admin is always bob and his password (prod) is {}.",
        "the password (for prod): {}",
        "the staging database's password - {}",
        "password → {}",
        "password — {}",
        "password – {}, as ever",
    ],
)
def test_a_password_is_found_in_whatever_order_a_sentence_says_it(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "use bcrypt2x!y as the password hash",
        "use argon2id as the password hashing algorithm, PBKDF2 for the password",
        "use v2.3.1-rc4 as the password manager's version",
        "src/auth2/login3x is the password module",
        "the password - see 1Password",
        "password — Varchar255, not null",
        "password - min8chars",
        "- password - OAuth2 login",
        "the password (sha256) is stored, the password (see docs v2) is rotated",
        "token → user42",
        "we use libsodium23+ for the password.",
        "Use Ubuntu22.04-lts! for the password",
    ],
)
def test_a_sentence_about_a_password_stays(text: str) -> None:
    assert redact(text) == text


NEW = "Vx8Lq2" + "Pm4Rt7"


@pytest.mark.parametrize(
    "text",
    [
        "The prod password will be {} from now on, always use it.",
        "The staging password was changed to {}",
        "the new password should be {}.",
        "password must be {}",
        "the password used to be {}",
        "the password for staging was {}",
        "the password has always been {}",
        "Pwd is now {}",
        "change the password from {} to something better",
        "Change the password from the old one to {}",
        "set the password to {}",
        "Reset the password for staging to `{}`, please.",
        "the api key is now " + KEY,
        "Das Passwort wird {} sein.",
        "Das Passwort wurde auf {} geändert.",
        "Das Passwort ist jetzt {}.",
        "Das Kennwort lautet ab jetzt {}.",
        "Ändere das Passwort auf {}.",
        "Le mot de passe sera {}",
        "Le mot de passe a été changé en {}",
        "Le mot de passe est maintenant {}",
        "La contraseña ahora es {}",
        "La contraseña será {}",
        "Cambia la contraseña a {}",
        "La contraseña fue cambiada a {}",
        "La password sarà {}",
        "La password è stata cambiata in {}",
        "A senha será {}",
        "A senha foi alterada para {}",
        "password for the db → {}",
        "the password (prod) -> {}",
        "password is:\n{}",
        "The db password is now:\n\n    `{}`\n",
        "mật khẩu là {}",
        "Пароль до бази: {}",
    ],
)
def test_a_password_is_found_whatever_is_said_of_when_it_holds(text: str) -> None:
    said = redact(text.format(NEW))
    assert said == text.format("[REDACTED:password]").replace(KEY, "[REDACTED:key]")


@pytest.mark.parametrize("verb", ["Change the password", "The password was changed", "Passwort wurde"])
def test_of_a_password_that_was_changed_neither_the_old_nor_the_new_stays(verb: str) -> None:
    text = f"{verb} von {{}} auf {{}}" if verb.startswith("Pass") else f"{verb} from {{}} to {{}}"
    cleaned = redact(text.format(NEW, PASSWORD + "5x2"))
    assert cleaned == text.format("[REDACTED:password]", "[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "the password should be rotated, the token will be refreshed",
        "password must be 12 characters, password must be 8characters, password should be base64-encoded",
        "the password was changed in v2.3.1, the password was changed to argon2id",
        "the password was set to expire in 90days, the password will be hashed with PBKDF2",
        "the password can be bcrypt12, sha256 or varchar255",
        "set the password to $DB_PASS2, set the token to 4096",
        "the key was user_2024_id, the primary key was changed to users_v2_pkey",
        "Das Passwort wird 8stellig sein, das Passwort muss mindestens 12 Zeichen haben",
        "change the password from the settings2 page, change the password to one that has 12 characters",
        "password for the db → users2table",
        "password is:\nmin8chars",
        "password is:\n- item2here and more",
        "an mdp is a2b3 of states, MDP: grid2",
    ],
)
def test_what_is_said_of_a_password_in_any_time_stays(text: str) -> None:
    assert redact(text) == text


NUMBER = "4839" + "2017"
UUID = "3f9a0b7c-2d8e-" + "4c1a-9b5f-0a1b2c3d4e5f"


@pytest.mark.parametrize(
    "text",
    [
        "password: {}",
        "The staging password is {}.",
        "PGPASSWORD={}",
        "DB_PASS={}",
        '"password": "{}"',
        "--password {}",
        "Das Passwort ist {}.",
    ],
)
def test_a_number_is_a_password_behind_a_name_of_nothing_else(text: str) -> None:
    assert redact(text.format(NUMBER)) == text.format("[REDACTED:password]")
    assert tells_a_secret(text.format(NUMBER))


@pytest.mark.parametrize(
    "text",
    [
        "api_key={}",
        "X-API-Key: {}",
        "HEROKU_API_KEY={}",
        "//registry.npmjs.org/:_authToken={}",
        '"client_secret": "{}"',
        "access_token: {}",
        "token: {}",
        '"token": "{}"',
        "CODECOV_TOKEN: {}",
        "the token is {}",
        "password={}",
        "the api key is {}",
        "--api-key {}",
    ],
)
def test_a_uuid_is_a_secret_behind_a_name_of_nothing_else(text: str) -> None:
    assert UUID not in redact(text.format(UUID))


@pytest.mark.parametrize(
    "text",
    [
        "password: 8 characters",
        "password: 100000 iterations of the hash",
        "password: 000000",
        "password: 20240115",
        '"password": 4096000',
        "password: 1234",
        "password=12345678",
        "password length: {number}",
        "passwords: {number}",
        "max_tokens: 4096",
        "token: 12",
        "token: {number}",
        "token_count = {number}",
        "pwd = {number}",
        "tests: pass={number}",
        "key_id: {uuid}",
        "api_key_id: {uuid}",
        "idempotency_key: {uuid}",
        "session id {uuid}",
        "the api key {uuid} was made for it",
        "api_key=00000000-0000-0000-0000-000000000000",
    ],
)
def test_a_number_and_a_uuid_behind_other_names_stay(text: str) -> None:
    said = text.format(number=NUMBER, uuid=UUID)
    assert redact(said) == said


@pytest.mark.parametrize(
    "text", ["mdp : {}", "le mdp est {}", "DB_MDP={}", "psk={}", 'psk="{}"', "wifi_psk: {}", "The psk is {}"]
)
def test_what_a_password_is_called_for_short_names_one_too(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize("text", ["psk=get_psk(ssid2)", "mdp = $MDP2", "wpa-psk: required", "npsk=ab12cd34"])
def test_what_only_names_one_for_short_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "DB_PASSWORD_PROD={}",
        "passwordOld={}",
        "passwordBase64: {}",
        "PASSWORD_V2={}",
        "PASSWORD_DB={}",
        "DB_PASSWORD_STAGING={}",
        "password_confirmation={}",
        "password.prod={}",
        "rootpw={}",
        "DBPW={}",
        "dbpwd: {}",
        "olcRootPW: {}",
        "PASSWRD={}",
    ],
)
def test_a_name_that_says_which_password_it_is_names_one(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        'administrator_login_password         = "{}"',
        'Password:            "{}",',
        "Password:         {}",
        "define('DB_PASSWORD',  '{}');",
    ],
)
def test_a_column_between_a_name_and_its_value_hides_none(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        '{"content":"user: bob\\npw: %s\\n"}',
        '{"content":"x\\r\\npwd=%s\\r\\n"}',
        '{"content":"x\\nclave: %s\\n"}',
        '{"content":"password: |\\n  %s\\n"}',
        '{"content":"Password:\\t\\t\\t%s\\n"}',
        '{"command":"cd x\\nmysql -u root -p%s db"}',
        '{"command":"cd x\\ndocker login -u bob -p %s r"}',
        "+password: |\n+  %s",
        "> password: |\n>   %s",
    ],
)
def test_a_line_is_one_where_it_is_escaped_or_quoted_too(text: str) -> None:
    assert redact(text % PASSWORD) == text % "[REDACTED:password]"


@pytest.mark.parametrize(
    "text",
    [
        "Le mot de passe c'est {}",
        "das Passwort dafür ist {}",
        "Passwort auf Staging ist {}",
        "la contraseña en staging es {}",
        "the password we use is {}",
        "the password is actually {}",
        "the password's still {}",
        "password in staging is {}",
        "password for db.acme.io is {}",
        "the password for bob@x.de is {}",
        "password for `staging` is {}",
        "the password for staging (eu) is {}",
    ],
)
def test_a_password_is_found_wherever_it_is_said_to_hold(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "always use {} as password",
        "Nimm {} als Passwort",
        "Usa {} como contraseña",
        "utilise {} comme mot de passe",
        "the pass is {}",
    ],
)
def test_a_password_said_in_short_is_found_where_it_is_made_up(text: str) -> None:
    assert redact(text.format(NEW)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        'db.setPassword("{}")',
        '.password("{}")',
        'password=SecretStr("{}")',
        'password: str = Field(default="{}")',
        "process.env.DB_PASSWORD || '{}'",
        'var password string = "{}"',
        'char password[] = "{}";',
        'password = """{}"""',
        'password =\n    "{}"',
        "passwords: ['{}']",
        'variable "db_password" {{\n  type = string\n  default = "{}"\n}}',
        '{{"password":{{"S":"{}"}}}}',
        "<key>password</key>\n<string>{}</string>",
        "<password><![CDATA[{}]]></password>",
        "<td>Password</td><td>{}</td>",
        "password%3D{}",
    ],
)
def test_a_value_given_as_code_and_markup_give_one_is_taken_out(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")
    assert PASSWORD not in redact(json.dumps({"content": text.format(PASSWORD)}))


@pytest.mark.parametrize(
    "text",
    [
        'const [password2, setPassword2] = useState("")',
        "expect(setPassword).toBeCalled()",
        'getPassword("user2")',
        'hash_password("field2")',
        "passwords: ['required', 'min:8']",
        "The password is HMAC-SHA256 of the nonce.",
        "The password is PBKDF2-HMAC-SHA512 of it",
        "the password is sha512crypt now",
        "The password is RSA-4096 encrypted",
        "The password is OAuth2-only",
        "The password is 2FA-protected",
        "The password is 12-character minimum",
        "the password is rot13-encoded",
        "password_field = form_field2",
        "C:\\new\\test\\pwd2",
        "first pass is run2b",
    ],
)
def test_what_keeps_or_checks_a_password_or_calls_for_one_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize("name", ["CONSUL_HTTP_TOKEN", "NOMAD_TOKEN"])
def test_a_uuid_is_a_token_where_the_environment_is_given_one(name: str) -> None:
    assert redact(f"{name}={UUID}") == f"{name}=[REDACTED:token]"


WHERE_ANYTHING_STANDS = (
    "  pass: {}\n",
    "auth: {{ user: 'me@x.example', pass: '{}' }}",
    "| Password | {} |\n",
    "| DB | **Password** | `{}` |\n",
    "Password:\n\n    {}\n",
    "pass is {}",
    "use {} as the password",
)


@pytest.mark.parametrize("place", WHERE_ANYTHING_STANDS)
@pytest.mark.parametrize("size", [8, 16])
def test_of_values_drawn_by_chance_few_stay_where_anything_may_stand(place: str, size: int) -> None:
    chosen = Random(11)
    drawn = ["".join(chosen.choices(ascii_letters + digits, k=size)) for _ in range(300)]
    mixed = [each for each in drawn if any(map(str.isdigit, each)) and each.lower() != each != each.upper()]
    kept = [each for each in mixed if each in redact(place.format(each))]
    assert len(kept) < len(mixed) // 9, kept[:9]


@pytest.mark.parametrize(
    "place",
    [
        "user: admin\npass: {}\n",
        "smtp:\n  username: bob\n  pass: {}\n",
        "{{ user: 'me@x.example', pass: '{}' }}",
        "login: bob\npass: {}",
    ],
)
def test_a_word_and_a_number_behind_pass_is_a_password_beside_a_user(place: str) -> None:
    password = "dragon" + "4711"
    assert redact(place.format(password)) == place.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "pass: 12/14 tests",
        "pass: Sha256",
        "result\npass: stage2build\n",
        "| Password | Argon2id |",
        "| Password | OAuth2Login |",
        "use OAuth2Login as the password",
        "Password:\n\n    Base64Encoded\n",
        "pass is Python311",
    ],
)
def test_names_and_counts_where_anything_may_stand_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Key         Value\n---         -----\npassword        {}\nuser            bob\n",
        "Password\t\t\t\t{}\n",
        "-[ RECORD 1 ]--\nid       | 1\npassword | {}\n",
        "db.internal:5432:app:bob:{}\n",
        "echo 'localhost:5432:*:me:{}' > ~/.pgpass",
    ],
)
def test_a_password_in_the_second_of_two_columns_is_taken_out(text: str) -> None:
    password = "aQ" + "7zR4tkW9"
    assert redact(text.format(password)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "password        required, at least 12 characters\n",
        "password         string\n",
        "password | string | sha256\n",
        "password | varchar(255)\n",
        "tokens       12345678\n",
        "host: 127.0.0.1:5432:5432\n",
        "db:5432:app:bob:$PGPASS2\n",
    ],
)
def test_columns_without_a_password_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "<bash-input>export DB_PASSWORD={}</bash-input>",
        "<li>password: {}</li>",
        "<p>Password: <b>{}</b></p>",
        "<strong>Password</strong>: {}",
        "<b>Password:</b> {}<br>",
        '<span>Password is <code class="x">{}</code></span>',
        "<dt>Password</dt><dd>{}</dd>",
        "<connectionString>Server=x;Password={}</connectionString>",
        "password: {}<br/>next",
    ],
)
def test_marks_of_markup_hide_no_password_and_stay(text: str) -> None:
    assert redact(text.format(PASSWORD)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "token: ListA1b2C3d4E5f6<T>",
        "let token: Vec2Map3Set4Key5<Option> = x",
        "<b>Password:</b> <i>required</i>",
    ],
)
def test_a_type_with_its_parameters_is_no_value(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        'login("bob", "{}")',
        'requests.get(u, auth=("bob", "{}"))',
        '"pass": "{}"',
        'printf "%s" {} | sudo -S ls',
        'openssl rsa -in k -passin "pass:{}"',
        '#define WIFI_PASS "{}"',
        '"Passwords": ["{}"]',
        "try {} as the password",
        "Password [admin]: {}",
    ],
)
@pytest.mark.parametrize("times", [0, 1, 2])
def test_quotation_marks_that_json_escapes_hide_no_password(text: str, times: int) -> None:
    told = text.format(PASSWORD)
    for _ in range(times):
        told = json.dumps({"command": told})
    assert PASSWORD not in redact(told)


@pytest.mark.parametrize(
    "text",
    [
        "const password = this.form.value.password1;",
        "password = var.db_password2",
        "password: req.body.password1",
        "pw = playwright.chromium2",
        '["docker","run","-p","8080:80","-e","A=b"]',
        "it costs $5$ and $6$ here",
    ],
)
def test_a_name_of_code_stays_whatever_digit_it_has(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text", ["password=foo.{}", "DB_PASSWORD=user.{}", "the password is data.{}", "password: this.{}"]
)
@pytest.mark.parametrize("value", ["pass" + "4711", "x8Kq" + "2mZ9"])
def test_a_password_with_a_dot_in_it_is_none_of_them(text: str, value: str) -> None:
    assert value not in redact(text.format(value))


@pytest.mark.parametrize(
    "text",
    [
        '{{"Name": "x", "SecretString": "{}"}}',
        '{{"SecretString":"{}"}}',
        "The secret to open the vault: {}",
        "The password to unlock the old laptop: {}",
    ],
)
def test_a_secret_that_is_told_by_what_it_opens_or_where_it_is_kept_goes(text: str) -> None:
    value = "Vd9xQ2" + "mLp4a7"
    assert value not in redact(text.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "The secret to good tests: patience2",
        "Passwords to rotate this month: staging2, billing3",
        "secretString: z.string().min(8)",
        '{"SecretString": "{}"}',
    ],
)
def test_what_a_secret_is_good_for_is_no_secret(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("JWT_SECRET={}", "secret"),
        ("SESSION_SECRET='{}'", "secret"),
        ('client_secret: "{}"', "secret"),
        ("docker run -e NEXTAUTH_SECRET={} app", "secret"),
        ('app.secret_key = "{}"', "key"),
        ("API_KEY={}", "key"),
        ("GITHUB_TOKEN={}", "token"),
    ],
)
@pytest.mark.parametrize("chosen", ["Sommer" + "2024!", "Tr0ub" + "4dor", "k3yb0" + "ardcat"])
def test_a_secret_a_person_made_up_is_taken_out_where_nothing_else_is_called_so(
    text: str, kind: str, chosen: str
) -> None:
    assert redact(text.format(chosen)) == text.format(f"[REDACTED:{kind}]")


@pytest.mark.parametrize(
    "text",
    [
        "SECRET_NAME=k3yb0ardcat",
        "PULL_SECRET=regcred-2024",
        'secret = "my-app-secret-v2"',
        "client_secret: string!",
        "API_KEY=v1beta2",
        "next_token = k3yb0ardcat(x)",
    ],
)
def test_names_of_what_is_secret_stay(text: str) -> None:
    assert redact(text) == text
