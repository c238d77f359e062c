"""Secrets are found, clean text is left alone."""

from __future__ import annotations

import base64
import os
import random
import string
import sys
import uuid
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.redaction.redact import contains_secret, redact
from extractor.memory.redaction.secret_formats import FORMATS
from tests.support import secrets

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
URLSAFE = ALNUM + "-_"


def made(alphabet: str, length: int, seed: int = 7) -> str:
    """Random letters that hold a digit and both cases where the alphabet does."""
    chosen = random.Random(seed)
    head = [
        chosen.choice([c for c in alphabet if c in kind] or alphabet) for kind in (string.digits, ALNUM[:26])
    ]
    return "".join(["x" if "x" in alphabet else head[1], *head, *chosen.choices(alphabet, k=length - 3)])


def keys(seed: int) -> dict[str, tuple[str, str]]:
    """One key of each format, put together here so that no key stands in this file: kind and secret."""

    def take(alphabet: str, length: int) -> str:
        return made(alphabet, length, seed)

    return {
        "anthropic": ("anthropic-key", "sk-" + "ant-api03-" + take(URLSAFE, 93)),
        "openai": ("openai-key", "sk-" + take(ALNUM, 48)),
        "openai project": ("openai-key", "sk-" + "proj-" + take(URLSAFE, 100)),
        "github classic": ("github-token", "ghp" + "_" + take(ALNUM, 36)),
        "github oauth": ("github-token", "gho" + "_" + take(ALNUM, 36)),
        "github server": ("github-token", "ghs" + "_" + take(ALNUM, 36)),
        "github fine-grained": ("github-token", "github" + "_pat_" + take(ALNUM, 22) + "_" + take(ALNUM, 59)),
        "gitlab": ("gitlab-token", "gl" + "pat-" + take(URLSAFE, 20)),
        "gitlab runner": ("gitlab-token", "gl" + "rt-" + take(URLSAFE, 20)),
        "slack bot": ("slack-token", "xo" + "xb-" + take(string.digits, 12) + "-" + take(ALNUM, 24)),
        "slack app": ("slack-token", "xa" + "pp-1-" + take(ALNUM, 40)),
        "aws": ("aws-access-key", "AK" + "IA" + take(string.ascii_uppercase + string.digits, 16)),
        "aws session": ("aws-access-key", "AS" + "IA" + take(string.ascii_uppercase + string.digits, 16)),
        "google": ("google-key", "AI" + "za" + take(URLSAFE, 35)),
        "google secret": ("google-secret", "GOC" + "SPX-" + take(URLSAFE, 28)),
        "google oauth": ("google-token", "ya" + "29." + take(URLSAFE, 60)),
        "stripe": ("stripe-key", "sk" + "_live_" + take(ALNUM, 24)),
        "stripe restricted": ("stripe-key", "rk" + "_live_" + take(ALNUM, 24)),
        "webhook": ("webhook-secret", "wh" + "sec_" + take(ALNUM, 32)),
        "npm": ("npm-token", "npm" + "_" + take(ALNUM, 36)),
        "pypi": ("pypi-token", "py" + "pi-" + take(URLSAFE, 90)),
        "hugging face": ("huggingface-token", "hf" + "_" + take(ALNUM, 34)),
        "sendgrid": ("sendgrid-key", "S" + "G." + take(URLSAFE, 22) + "." + take(URLSAFE, 43)),
        "twilio": ("twilio-key", "S" + "K" + take(HEX, 32)),
        "digitalocean": ("digitalocean-token", "do" + "p_v1_" + take(HEX, 64)),
        "shopify": ("shopify-token", "shp" + "at_" + take(HEX, 32)),
        "linear": ("linear-key", "lin" + "_api_" + take(ALNUM, 40)),
        "notion": ("notion-token", "ntn" + "_" + take(ALNUM, 46)),
        "docker": ("docker-token", "dckr" + "_pat_" + take(URLSAFE, 27)),
        "telegram": ("telegram-token", "123456789" + ":AA" + take(URLSAFE, 33)),
        "jwt": (
            "jwt",
            "ey" + "J" + take(URLSAFE, 30) + ".ey" + "J" + take(URLSAFE, 60) + "." + take(URLSAFE, 43),
        ),
    }


@pytest.mark.parametrize("name", list(keys(0)))
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    "around", ["{}", "the key is {} ok", 'x = "{}"', "curl -H 'X: {}'\n", "({})", "a\n{}\nb"]
)
def test_each_format_is_replaced_by_its_kind_wherever_it_stands(name: str, seed: int, around: str) -> None:
    kind, secret = keys(seed)[name]
    cleaned = redact(around.format(secret))
    assert secret not in cleaned
    assert secret[8:] not in cleaned
    assert f"[REDACTED:{kind}]" in cleaned


def test_what_stands_around_a_secret_stays() -> None:
    _, secret = keys(1)["npm"]
    assert redact(f"before {secret}, after") == "before [REDACTED:npm-token], after"


def test_a_private_key_is_replaced_whole_also_when_it_is_cut_off() -> None:
    lines = "\n".join(made(ALNUM + "+/", 64, seed) for seed in range(6))
    head, foot = "-----BEGIN RSA " + "PRIVATE KEY-----", "-----END RSA " + "PRIVATE KEY-----"
    assert redact(f"a\n{head}\n{lines}\n{foot}\nb") == "a\n[REDACTED:private-key]\nb"
    cut = redact(f"a\n{head}\n{lines}")
    assert cut.startswith("a\n[REDACTED:private-key]")
    assert lines[-40:] not in cut


def test_a_private_key_header_that_is_only_mentioned_is_left_alone() -> None:
    text = "the file begins with -----BEGIN " + "PRIVATE KEY----- and nothing follows"
    assert redact(text) == text


@pytest.mark.parametrize("mark", ["", "+", "    12→"])
def test_a_locked_private_key_whose_end_is_not_shown_leaves_no_line(mark: str) -> None:
    lines = [made(ALNUM + "+/", 64, seed) for seed in range(6)]
    head = "-----BEGIN RSA " + "PRIVATE KEY-----"
    locked = (head, "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC," + made(HEX, 32), "", *lines)
    assert redact("a\n" + "\n".join(mark + line for line in locked)) == f"a\n{mark}[REDACTED:private-key]"


@pytest.mark.parametrize("label", ["RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", ""])
@pytest.mark.parametrize("count", [2, 12, 60])
def test_a_private_key_in_base64_is_replaced_whole_however_long(label: str, count: int) -> None:
    head, foot = f"-----BEGIN {label}PRIVATE " + "KEY-----", f"-----END {label}PRIVATE " + "KEY-----\n"
    lines = [made(ALNUM + "+/", 64, seed) for seed in range(count)]
    coded = base64.b64encode("\n".join((head, *lines, foot)).encode()).decode()
    for place in ("client-key-data: {}\nname: x", "  tls.key: {}\n", '{{"data": {{"k": "{}"}}}}', "{}"):
        assert redact(place.format(coded)) == place.format("[REDACTED:private-key]")
    wrapped = redact("\n".join(coded[at : at + 76] for at in range(0, len(coded), 76)))
    assert wrapped.startswith("[REDACTED:private-key]")
    assert len(wrapped) < 64


@pytest.mark.parametrize("label", ["CERTIFICATE", "PUBLIC KEY", "RSA PUBLIC KEY"])
def test_a_certificate_and_a_public_key_in_base64_stay(label: str) -> None:
    lines = [made(ALNUM + "+/", 64, seed) for seed in range(20)]
    coded = base64.b64encode(f"-----BEGIN {label}-----\n{chr(10).join(lines)}".encode()).decode()
    text = f"certificate-authority-data: {coded}"
    assert redact(text) == text


@pytest.mark.parametrize("at", [10, 20, 39])
@pytest.mark.parametrize("begins", ["ghp", "npm"])
def test_a_key_of_one_length_is_replaced_whole_over_the_end_of_a_line(begins: str, at: int) -> None:
    secret = begins + "_" + made(ALNUM, 36)
    kind = "npm-token" if begins == "npm" else "github-token"
    for around in ("{}", "Authorization: token {}\nX-Next: 1", "see {} there"):
        text = around.format(f"{secret[:at]}\n{secret[at:]}")
        assert redact(text) == around.format(f"[REDACTED:{kind}]")


def test_a_line_below_a_whole_key_stays() -> None:
    secret = "ghp" + "_" + made(ALNUM, 36)
    assert redact(f"{secret}\nsecond") == "[REDACTED:github-token]\nsecond"
    assert redact(f"{secret[:20]}\nsecond2 line").endswith("\nsecond2 line")


def test_what_stands_behind_a_key_in_a_path_stays() -> None:
    secret = "ghp" + "_" + made(ALNUM, 36)
    marked = "[REDACTED:github-token]"
    for place in ("/tmp/{}/a.py", "/tmp/{}/src/app_main.py", "{}/x/{}/c.py"):
        assert redact(place.replace("{}", secret)) == place.replace("{}", marked)


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("password = '{}'", "hunter" + "42!"),
        ("PASSWORD={}", "s3cr3" + "tly"),
        ("DB_PASSWORD: {}", "Tr0ub4" + "dor&3"),
        ('"password": "{}"', "correct#" + "horse"),
        ('\\"passwd\\": \\"{}\\"', "abc" + "123!x"),
        ("--password {}", "abc" + "123xyz"),
        ("api_key = '{}'", made(HEX, 32)),
        ('apiKey: "{}"', made(ALNUM, 32)),
        ("export API_KEY={}", made(ALNUM, 40)),
        ("aws_" + "secret_access_key = {}", made(ALNUM + "/+", 40)),
        ("CLIENT_SECRET={}", made(ALNUM, 32)),
        ("auth_token: {}", made(ALNUM, 40)),
        ("Authorization: Bearer {}", made(URLSAFE, 40)),
        ("authorization: bearer {}", made(HEX, 40)),
        ("Authorization: Basic {}", made(ALNUM, 20) + "=="),
        ("postgres://app:{}@db.internal:5432/x", "Zq9" + "wLmPt"),
        ("PASSWORD={}", "super" + "secret99"),
        ("password={}", "hunter2" + "supersecret99"),
        ('password: "{}"', "Secret" + "99!"),
        ("DB_PASSWORD={}", "hunter" + "12345x"),
        ("REDIS_PASSWORD={}", "re" + "sample7!"),
        ("postgres://app:{}@db.internal/x", "super" + "secret99"),
        ("api_key = '{}'", "tk" + "token4Zq9wLmPt7Rx"),
        ("Always use the password {} for the root account.", "Hunter" + "2x9"),
        ('use password "{}"', "Hunter" + "2x9!!"),
        ("the password for staging is {}", "Hunter" + "2!!"),
        ("the password for the build box is {}, as ever", "Hunter" + "2x9"),
        ("use the password {}!! there", "Hunter" + "2"),
        ("password -> {}", "hunter" + "2x"),
        ("the password's {}", "hunter" + "2x"),
        ("das Passwort: the pw {}", "Tr0ub4" + "dor&3"),
        ("never use anything but token {} there", made(HEX, 32)),
        ("the api key {}", made(HEX, 32)),
        ("our key {} of the console", made(ALNUM, 32)),
        ("Authorization: Token {}", made(HEX, 22)),
        ("client secret {}", made(ALNUM, 24)),
        ("https://hooks.slack.com/services/{}", "T0AB" + "CDEFG/B0ABCDEFG/" + made(ALNUM, 24)),
    ],
)
def test_a_value_given_to_a_secret_s_name_is_replaced(template: str, value: str) -> None:
    text = template.format(value)
    assert value not in redact(text)
    assert contains_secret(text)


PASSWORD = "Xk9!" + "mTz4qR"
KEY = made(ALNUM, 32)


@pytest.mark.parametrize(
    "template",
    [
        "Merk dir: das Passwort für den Staging-Server: {}",
        "immer mit dem Passwort {} auf Staging anmelden",
        "Das Passwort ist „{}“.",
        "Das DB-Passwort heißt {}.",
        "Kennwort: {}",
        "passwort={}",
        "La contraseña de la base de datos de staging es {}, siempre usa esa.",
        "CONTRASEÑA = {}",
        "contrasen\u0303a: {}",
        "La clave es {}.",
        "mot de passe\xa0: {}",
        "Le mot de passe de la base est « {} ».",
        "A senha do servidor é {}",
        "chave: {}",
        "Het wachtwoord van de server is {}",
        "hasło: {}",
        "lösenordet är {}",
        "jelszó: {}",
        "parola: {}",
        "Veritabanı şifresi: {}",
        "ŞİFRE: {}",
        "mật khẩu: {}",
        "Пароль от базы: {}",
        "ПАРОЛЬ — {}",
        "Ο κωδικός είναι {}",
        "הסיסמה היא {}",
        "كلمة المرور هي {}",
        "पासवर्ड {} है",
        "รหัสผ่านคือ {}",
        "记住，数据库密码是 {}，永远不要改。",
        "数据库密码：{}",
        "密碼{}",
        "いつもパスワードは {} を使ってください。",
        "비밀번호는 {}입니다",
        "password：{}",
        "passwordは{}です",
        "Salasana: {}",
        "db_salasana={}",
        "heslo: {}",
        "HESLO={}",
        "jelszo: {}",
        "sifre: {}",
        "haslo: {}",
        "adgangskode: {}",
        "passord: {}",
        "parolă: {}",
        "Salasanani on {}",
        "heslo je {}",
        "parola este {}",
        "Parola e {}",
    ],
)
def test_a_password_is_taken_out_in_whatever_language_it_is_said(template: str) -> None:
    text = template.format(PASSWORD)
    assert PASSWORD not in redact(text)
    assert "[REDACTED:password]" in redact(text)


@pytest.mark.parametrize(
    "template", ["token：{}", "API-Schlüssel: {}", "密钥：{}", "トークン: {}", "токен: {}"]
)
def test_a_key_is_taken_out_in_whatever_language_it_is_named(template: str) -> None:
    assert KEY not in redact(template.format(KEY))


@pytest.mark.parametrize(
    "value",
    ["Größe9!xyz", "Sommer2024ö!geheim", "o\u0308de9!Haus", "пароль123456", "Pa§§wort9€x"],
)
@pytest.mark.parametrize("template", ["DB_PASSWORD={}", "password: {}", "the password is {}", "Passwort: {}"])
def test_a_password_with_letters_outside_ascii_leaves_no_part(template: str, value: str) -> None:
    assert redact(template.format(value)) == template.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "Das Passwort ist zu kurz.",
        "Das Passwort: mindestens 12 Zeichen, davon 2 Ziffern.",
        "Passwort-Reset v2.3.1 ist fertig",
        "Der API-Schlüssel: liegt im Tresor, Schlüssel: user_id_2",
        "la clave es tener paciencia",
        "La clave primaria es user_id_2, clave: usuario_2024",
        "la palabra clave es importante2, parola chiave: async2func",
        "La contraseña de la base de datos es rotada cada 90 días",
        "Le mot de passe : au moins 12 caractères",
        "parole: v2.1.3, il parolaio",
        "密码长度至少8位",
        "密码：至少8位，包含数字",
        "密码: 必须包含8个字符以上的字母",
        "密码存储在users_v2表，密码用argon2id加密",
        "密码在1Password里，令牌：v2",
        "パスワードは8文字以上でお願いします",
        "비밀번호는 8자 이상이어야 합니다",
        "Пароль: минимум 12 символов, ключ: user_2024",
        "Κωδικός σφάλματος: ERR_2024_TIMEOUT",
        "şifre en az 8 karakter olmalı, hasło musi mieć 12 znaków",
        "كلمة المرور 12 حرفا على الأقل",
        "the password — see 1Password",
        "the password on server12x, passwords je Server12x, salasana on pakollinen, heslo je povinné",
        "salasana on liian lyhyt2, haslo musi miec 12 znakow, heslo: min8",
    ],
)
def test_what_is_so_of_a_password_stays_in_whatever_language(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "password = os.environ['DB_PASSWORD']",
        "password = get_password(user)",
        "password: str",
        'password: "your-password-here"',
        'password = "changeme1"',
        'password = "my-secret-1"',
        "PASSWORD=your_token_here_2",
        'password = "test-password-2"',
        "password: xxx-1-xxx",
        "DB_PASSWORD=example99",
        "PASSWORD=12345678-abc",
        "redis://:mypassword@localhost",
        "token = request.headers.token2",
        "token = secrets.token_hex(16)",
        "max_tokens = 4096",
        "token: $GITHUB_TOKEN",
        "api_key=${API_KEY}",
        "api_key = <your key>",
        "API_KEY=xxxxxxxxxxxx1234",
        "secret: my-secret-name-2",
        "secret_file = /run/secrets/db_1",
        "key = 'gpt-4-turbo-2024-04-09'",
        "sort_key = 'created_at_2'",
        "the token is invalid and the secret is out",
        "https://user:password@localhost/db",
        "postgres://app:${DB_PASS}@db/x",
        "see https://example.com:8080/a@b",
        "Bearer authentication is required",
        "Basic JavaScript knowledge",
        "Authorization: Basic authentication",
        "sk-learn-contrib-imbalanced-learning",
        "task-force-one-two-three-four-five",
        "ghp_short",
        "npm_config_registry_with_long_name_here",
        "hf_hub_download_something",
        "fw_configurationOptionName and fw_update_status_and_version2, fc-list, fc-01 and csk-north-east-1",
        "sk_buff_head, sk_9f86d081884c7d65 and crsr_position_of_the_line_2, nsec1 begins a Nostr key",
        "key_9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "EyJ is no token",
        "AKIA is the prefix of an access key",
        "SKELETON and SG.a.b",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "session_token_id 123e4567-e89b-12d3-a456-426614174000",
        "password hashes are argon2id, the password field2 is gone",
        "Unexpected token 'else2' and an unexpected token identifier",
        "the cache key 9e107d9d372bb6826bd81d3542a419d6, the cache_key 9e107d9d372bb6826bd81d3542a419d6",
        "Use the hotkey Ctrl+Shift+F12 to open it, the turkey 2026-11-26T18:00Z and the cache_key v3-linux-x64-node20",
        "tokens gpt-4o-mini-2024-07-18 and the USDC token 0x" + "A0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
        "the password reset-flow-v2 branch, Reset password v2.3.1-rc4, a password 12-characters long",
        "the primary key users_2024_pkey and the key F12",
        "a token 9f86d081884c for the commit, the secret src/app/key2.ts",
        "the password for staging is in 1Password",
        "def tokenize(text: str) -> list[Token]: return [t for t in text.split()]",
    ],
)
def test_code_prose_hashes_and_placeholders_stay_as_they_are(text: str) -> None:
    assert redact(text) == text
    assert not contains_secret(text)


def test_ten_thousand_lines_with_uuids_and_hashes_stay_as_they_are() -> None:
    chosen = random.Random(11)
    words = [
        "commit",
        "token",
        "fix",
        "secret",
        "parser",
        "password",
        "reset",
        "key",
        "session",
        "api",
        "cache",
    ]
    for _ in range(10_000):
        what = chosen.choice(
            [
                str(uuid.UUID(int=chosen.getrandbits(128))),
                f"{chosen.getrandbits(160):040x}",
                f"{chosen.getrandbits(256):064x}",
                f"src/{chosen.choice(words)}/{chosen.choice(words)}_test.py:{chosen.randrange(900)}",
            ]
        )
        line = f"{chosen.choice(words)} {chosen.choice(words)} {what} {chosen.choice(words)}"
        assert redact(line) == line


FRAGMENTS = st.sampled_from(
    [secret for _, secret in keys(5).values()]
    + [
        "password=",
        "token: ",
        "api_key='",
        "' ",
        '"',
        " ",
        "\n",
        "://u:",
        "@h",
        "Bearer ",
        "-----BEGIN ",
        "PRIVATE KEY-----",
    ]
    + ["[REDACTED:key]", "abc123def456", "x", "=", "-", "_", "A", "é", "\ud83d", "\U0001f600"]
)


@settings(max_examples=300)
@given(st.lists(FRAGMENTS, max_size=14))
def test_redacting_twice_changes_nothing_more(fragments: list[str]) -> None:
    once = redact("".join(fragments))
    assert redact(once) == once
    assert not contains_secret(once)


@settings(max_examples=300)
@given(st.text(alphabet=st.characters(exclude_categories=("Nd",)), max_size=200))
def test_text_without_a_digit_and_a_key_word_comes_back_as_it_was(text: str) -> None:
    if not any(word in text.lower() for word in ("pass", "pwd", "key", "token", "secret", "://")):
        assert redact(text) == text


@settings(max_examples=200)
@given(st.integers(min_value=0, max_value=10_000), st.sampled_from(list(keys(0))), st.text(max_size=40))
def test_a_planted_key_never_survives(seed: int, name: str, around: str) -> None:
    _, secret = keys(seed)[name]
    assert secret not in redact(f"{around} {secret} {around}")


# ---------------------------------------------------------------- the corpus

COUNT = int(os.environ.get("EXTRACTOR_SECRETS", "500"))


@pytest.mark.parametrize("seed", [1, 2])
def test_of_planted_secrets_none_stays(seed: int) -> None:
    stayed = []
    for made in secrets.planted(seed, COUNT):
        cleaned = redact(made.text)
        core = made.secret[4:-2]
        if made.secret in cleaned or (len(core) > 8 and core in cleaned):
            stayed.append((made.kind, made.text, cleaned))
        assert redact(cleaned) is cleaned
    assert stayed == [], f"seed {seed}: {len(stayed)} of {COUNT}"


@pytest.mark.parametrize("seed", [1, 2])
def test_of_ten_thousand_clean_lines_at_most_one_in_two_hundred_is_changed(seed: int) -> None:
    alarms = [line for line in secrets.clean(seed, 10_000) if redact(line) is not line]
    assert len(alarms) <= 50, f"seed {seed}: {len(alarms)}, first {alarms[:3]}"


def test_the_table_holds_more_than_thirty_kinds_each_with_its_source() -> None:
    assert len({form.kind for form in FORMATS}) > 30
    assert all(form.source and len(form.kind) <= 18 for form in FORMATS)
    assert len(secrets.FORMATS) > 30


@pytest.mark.parametrize("name", list(secrets.FORMATS))
def test_a_key_is_found_behind_any_escape_and_in_any_string(name: str) -> None:
    for seed in range(20):
        secret = secrets.FORMATS[name](random.Random(seed))
        for place in ("{}", "a\\n{}", '\\\\"{}\\\\"', "%3D{}", "\x1b[1;32m{}", "é{}é", "x={},", "/{}/"):
            cleaned = redact(place.format(secret))
            assert secret[6:-2] not in cleaned, (seed, place)


@pytest.mark.parametrize(
    "template",
    [
        "password:\u200b {}",
        "\x1b[32mpassword\x1b[0m: \x1b[33m{}\x1b[0m",
        "pass\u200bword is {}",
        "pass\u00adword: {}",
        "\ufeffpassword\u2060 = {}",
        "\x1b[1mexport DB_PASSWORD\x1b[m=\x1b[38;5;214m{}\x1b[0m",
    ],
)
def test_colours_and_letters_nobody_sees_hide_no_password(template: str) -> None:
    value = "kX9mP2" + "vLq7Wz"
    for said in (value, value[:4] + "\u200b" + value[4:]):
        cleaned = redact(template.format(said))
        assert cleaned.startswith(template.partition("{")[0])
        assert "P2vL" not in cleaned
        assert "q7Wz" not in cleaned
        assert redact(cleaned) is cleaned


@pytest.mark.parametrize("letter", ["\u200b", "\u00ad", "\u2060", "\ufeff", "\x1b[31m", "\u200b\u200d"])
def test_letters_nobody_sees_hide_no_part_of_a_key(letter: str) -> None:
    secret = "ghp" + "_" + made(ALNUM, 36)
    for at in range(1, len(secret)):
        assert redact(f"é {secret[:at]}{letter}{secret[at:]} b") == "é [REDACTED:github-token] b"


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[32m+ token\x1b[0m 4\x1b[1m2",
        "\ufeffimport keys\u200b2",
        "no\u00adwhere pass\u200bed 12",
        "👩\u200d💻 key",
    ],
)
def test_a_text_with_colours_and_without_a_secret_stays(text: str) -> None:
    assert redact(text) is text


def test_a_key_cut_through_by_the_cap_leaves_no_part() -> None:
    secret = keys(5)["github classic"][1]
    note = "\n[1,234 characters left out]\n"
    for at in range(6, len(secret) - 6):
        cleaned = redact(f"a {secret[:at]}{note}{secret[at:]} b")
        assert secret[8:at] not in cleaned or at < 14
        assert note in cleaned


def test_the_rest_of_a_secret_beside_a_placeholder_goes_too() -> None:
    assert redact("x a1b2c3d4[REDACTED:key] y") == "x [REDACTED:secret] y"
    assert redact("x [PRIVATE]a1b2c3d4 y") == "x [PRIVATE] y"
    for text in ("token=[REDACTED:token]", "to [PRIVATE]s", "user:[REDACTED:key]@host"):
        assert redact(text) is text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a <private>b</private> c", "a [PRIVATE] c"),
        ("a <private>b", "a [PRIVATE]"),
        ("b</private> c", "[PRIVATE] c"),
        ("a <private>b<private>c</private>d</private> e", "a [PRIVATE] e"),
        ("a <private>b</private> c <PRIVATE >d", "a [PRIVATE] c [PRIVATE]"),
        ("&lt;private&gt;b&lt;/private&gt; c", "[PRIVATE] c"),
        ('{"x":"\\u003cprivate\\u003eb\\u003c/private\\u003e"}', '{"x":"[PRIVATE]"}'),
        ("x<private>b</private>y", "x[PRIVATE]y"),
        (
            "fn a(x: Vec<Private>) -> Option<Vec<Private>> { 1 }",
            "fn a(x: Vec<Private>) -> Option<Vec<Private>> { 1 }",
        ),
        ("Local<Private> a; <private>b</private> c", "Local<Private> a; [PRIVATE] c"),
        ("Array<Private>; and <private>b", "Array<Private>; and [PRIVATE]"),
        ('{"x":"a\\n<private>b', '{"x":"a\\n[PRIVATE]'),
        ("a <private>b Vec<Private> c", "a [PRIVATE]"),
        ("a private <b>matter</b>", "a private <b>matter</b>"),
        ("Info={A=<private>, B=<private>} x", "Info={A=<private>, B=<private>} x"),
        ("<Reference><Private>True</Private></Reference>", "<Reference><Private>True</Private></Reference>"),
        ("<private>true love</private>", "[PRIVATE]"),
        ("a ＜private＞b＜/private＞ c", "a [PRIVATE] c"),
        ("a ＜ＰＲＩＶＡＴＥ＞b＜／ｐｒｉｖａｔｅ＞ c", "a [PRIVATE] c"),
        ("a <private>b＜/private＞ c ＜private＞d", "a [PRIVATE] c [PRIVATE]"),
    ],
)
def test_private_spans_are_taken_out(text: str, cleaned: str) -> None:
    assert redact(text) == cleaned


@pytest.mark.parametrize(
    "text",
    [
        "I pay him well{}always 90000 heron a year",
        "I pay him well{} always 90000 heron a year",
        "I pay him well{}, that is 90000 heron a year",
        "I pay him well{}. He gets 90000.\nNobody knows.",
        "I pay him well{}\n90000 heron a year",
        "(I pay him well{}) 90000 heron a year",
        "Well{}he gets 90000",
        "Anna{} gets 90000, Ben less",
        "salary{}90000",
        "rate={}90000",
        "rate={} 90000 heron a year",
        "Ich zahle Jörg{}90000 im Jahr",
        "年俸{}90000",
    ],
)
@pytest.mark.parametrize("tag", ["<private>", "＜private＞", "&lt;private&gt;"])
def test_a_tag_behind_a_word_hides_what_follows_it_though_nothing_ends_it(text: str, tag: str) -> None:
    assert redact(text.format(tag)) == text.partition("{}")[0] + "[PRIVATE]"


@pytest.mark.parametrize(
    "code",
    [
        "let a: Vec<Private> = b.into();",
        "let a = Vec::<Private>::new();",
        "fn a(x: &Vec<Private>, y: u8) {",
        "struct A {\n    b: Vec<Private>\n}",
        "b: Option<Vec<Private>>,\nc: u8",
        "class A extends B<Private> {",
        "List<Private> all = of();",
        "Task<Private> Get(int id);",
        "std::unique_ptr<Private> d;",
        "return make_unique<Private>(a);",
        "Foo<Private>.class",
        "const [a, b] = useState<Private>(null)",
        "use `Vec<Private>` there",
        "fn a(x: Vec<private>) -> Vec<private> { 1 }",
        "Foo<private>::bar()",
        '{"a": "b: Vec<Private>\\nc: 1"}',
        "uid=<private> gid=<private>\nok",
    ],
)
def test_a_type_in_code_and_what_a_log_masks_hide_nothing(code: str) -> None:
    assert redact(code) == code


# ---------------------------------------------------------------- never more than linear

HOSTILE = (
    *(
        "a",
        "A1",
        "-",
        "_",
        "/",
        "=",
        "sk-",
        "ghp_",
        "eyJ",
        "eyJabcdefgh.",
        "://",
        "://a:",
        "://a:b@",
        "password=",
    ),
    *('mysql -uroot -p"aQ7' + 'zR4tkW9xx" x', "şifre aQ7" + "zR4tkW9xx", "x:[PRIVATE]aQ7" + "zR4tkW9xx "),
    *(
        "v1" + ".0-" + "ab" * 12 + "-" + "c1" * 73,
        "shp" + "at_" + "a1" * 16,
        "sign" + "key-prod-" + "b2" * 32,
    ),
    *("Pt1jn2MVK4SBzTStuUFFfTldMGtf_" + "VExTQI0cIjQWV2NS8BV_pcvIYglsDxvKAct" + end for end in ("\n", "\\n")),
    *("password to ", "password from a1b2c3d4 ", "password for a ", "mdp is "),
    *("password: ", "token ", "key", "api_key=", "cookie: a=", "curl -u a", "mysql -px1y2z3 ", "sshpass -p"),
    *("Authorization: Basic ", "Bearer aaaa", '"', "\\", 'password=\\"', "[REDACTED:key]", "a1b2c3[PRIVATE]"),
    *(
        "\n[1 characters left out]\n",
        "aB3",
        "aB3/",
        " ",
        "\n",
        "&sig=",
        "<",
        "%3D",
        "é",
        "123456789:AA",
        "aaa8Q~",
    ),
    *(
        "<private>",
        "</private>",
        "-----BEGIN " + "PRIVATE KEY-----",
        "-----BEGIN " + "PRIVATE KEY-----\nProc-Type: a\nDEK-Info: a\n",
        "-----END " + "PRIVATE KEY-----",
        "LS0tLS1C" + "RUdJTiBQUklWQVRFIEtFWS0tLS0t",
        "secret>",
    ),
    *("\u200b", "\x1b[0m", "\x1b[", "a\u200b", "password\x1b[0m: "),
)


def work(text: str) -> tuple[int, int]:
    """How many functions a redaction calls, and how many passes it takes."""
    counted = {"calls": 0, "passes": 0}

    def count(frame: FrameType, event: str, _arg: object) -> None:
        if event in ("call", "c_call"):
            counted["calls"] += 1
            counted["passes"] += event == "call" and frame.f_code.co_name == "_spans"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        redact(text)
    finally:
        sys.setprofile(before)
    return counted["calls"], counted["passes"]


@pytest.mark.parametrize("unit", HOSTILE)
def test_four_times_the_text_is_four_times_the_work_and_a_few_passes_are_enough(unit: str) -> None:
    small, passes = work(unit * (4_000 // len(unit)))
    large, more = work(unit * (16_000 // len(unit)))
    assert large <= 4.6 * small + 200
    assert max(passes, more) <= 4


@settings(max_examples=200)
@given(st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=60))
def test_a_mixture_of_hostile_pieces_needs_few_passes(pieces: list[str]) -> None:
    assert work("".join(pieces))[1] <= 8


@pytest.mark.parametrize(
    "behind",
    [
        "用于测试(staging)",
        "在.env(生产)",
        "然后登录production环境",
        "を使ってproductionへ",
        "的[说明]",
        "见example.com/docs",
    ],
)
def test_what_is_written_behind_a_value_without_a_space_hides_no_part_of_it(behind: str) -> None:
    value = "Xk9mQ" + "2pLw3"
    for said in (f"password={value}", f"token: {value}{value}", f"密码是{value}"):
        assert "2pLw3" not in redact(f"{said}{behind}")
    for begun, ended in (('password="', '"'), ("token: '", "'"), ("密码：“", "”")):
        assert "2pLw3" not in redact(f"{begun}{value}{value}{behind}{ended}")


@pytest.mark.parametrize(
    "line",
    [
        '{ clave: "pedido2024", valor: 3 }',
        "chave: cliente2",
        '密码："请联系管理员2024年"',
        "- password — varchar255, not null",
        'κωδικός = "SKU12345"',
    ],
)
def test_a_table_whose_key_is_an_everyday_word_stays_as_it_is(line: str) -> None:
    assert redact(line) == line


@pytest.mark.parametrize(
    "text",
    [
        "Use docker login and then docker run -p 8080:80 nginx",
        "az login first, then ssh -p 2222 host",
        "- for mongodump run mkdir -p /backup/mongo first",
        "mongorestore needs `mkdir -p /data/restore`",
        "mongosh --host db and then kubectl -p patch-file.yaml",
        "az login then find . -path ./x -prune",
        "az login --service-principal -u app -p ~/mycertfile.pem --tenant t",
        "docker login -u me -p `cat pw.txt` registry",
        "mdp: GridWorld-5x5-v0, mdp is FrozenLake8x8-v1",
        "the password was hashed_with_argon2id",
        "password is now AES-256-GCM-encrypted",
        "password is still md5/sha1",
        "password is now user.password2",
        "fw_getNextHop4Address6Table and fw_RTL8822BUploadFirmware",
        "doc: write <\u200bprivate> to hide\nnext line is kept\nthird",
    ],
)
def test_what_only_looks_like_a_secret_to_the_newer_rules_stays(text: str) -> None:
    assert redact(text) == text


def test_random_letters_behind_a_key_and_a_slash_go_with_it_and_a_files_name_stays() -> None:
    key = "AKIA" + "2E0A8F3B244C9ABC"
    assert redact(f"{key}/y02K35uDNHfkf7J8Rszi0z4Jx end") == "[REDACTED:secret] end"
    assert redact(f"/tmp/{key}/report.py").endswith("/report.py")


def test_a_private_key_in_base64_in_lines_of_64_goes_whole() -> None:
    armour = "-----BEGIN OPENSSH " + "PRIVATE KEY-----\n" + "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUA\n" * 12
    coded = base64.b64encode(armour.encode()).decode()
    lines = "\n".join(coded[at : at + 64] for at in range(0, len(coded) - len(coded) % 64, 64))
    assert redact(lines) == "[REDACTED:private-key]"


@pytest.mark.parametrize("begins", ["password=", "see [PRIVATE]"])
def test_however_many_letters_stand_beside_a_placeholder_they_go_in_a_few_passes(begins: str) -> None:
    assert work(begins + "0a1b2c3d" * 2_000)[1] <= 4


@pytest.mark.parametrize(
    "unseen",
    ["\ufe0f", "\u2066", "\u2069", "\u202e", "\u3164", "\u180b", "\u115f", "\U000e0041", "\U000e0100"],
)
def test_no_letter_that_nobody_sees_hides_a_key(unseen: str) -> None:
    key = "ghp_" + "aB3xY9kL2m" * 3 + "aB3xY9"
    assert redact(f"a {key[:15]}{unseen}{key[15:]} b") == "a [REDACTED:github-token] b"
    assert redact(f"pass{unseen}word=Qw3" + "rty77b") == f"pass{unseen}word=[REDACTED:password]"


def test_signs_drawn_as_pictures_stay() -> None:
    for text in ("1\ufe0f\u20e3 first \u2714\ufe0f done \u26a0\ufe0f the password is long", "a\ufe0f b"):
        assert redact(text) == text


@pytest.mark.parametrize("taken_out", ["[REDACTED:password]", "[REDACTED:token]", "[PRIVATE]", "[FORGOTTEN]"])
@pytest.mark.parametrize(
    "form",
    [
        "password = {}",
        '"password": "{}"',
        "--user admin:{} https://host.example",
        "ab -A admin:{} https://host.example/",
        "snmpwalk -c {} host.example",
        "PRAGMA key = '{}';",
        "Cookie: session={}",
        "https://admin:{}@host.example/",
        "login with anna / {}",
        "Authorization: Bearer {}",
        "│ password │ {} │",
        'Some("{}")',
    ],
)
def test_what_was_taken_out_is_no_secret_again(form: str, taken_out: str) -> None:
    text = form.format(taken_out)
    assert redact(text) == text
