"""A password goes whole whatever signs it holds: on a line of settings to its end, in a sentence to the next space."""

from __future__ import annotations

from random import Random
from string import ascii_letters, digits, punctuation

import pytest

from extractor.memory.redaction.redact import redact
from tests.support.cost import grows_as_it_does

ODD = "Xk9mQ2" + "pLw3"
"""Letters and digits as nobody's name of code has them."""


@pytest.mark.parametrize(
    "value",
    [
        f"{ODD}(r7)",
        f"aB3{{xY9}}{ODD}",
        f"*{ODD}",
        f"$Xk9!{ODD}",
        f"?{ODD}",
        f"({ODD}",
        f"a;{ODD}",
        f"a'{ODD}",
    ],
)
@pytest.mark.parametrize(
    "template",
    [
        "DB_PASSWORD={}",
        "password: {}",
        "export DB_PASSWORD={}",
        "user=bob\npassword = {}\nhost=x",
        "+  password: {}",
        "> DB_PASSWORD={}",
        "DB_PASSWORD={}  # staging",
        '{{"content":"A=1\\nDB_PASSWORD={}\\nB=2"}}',
        '{{"content":"A=1\\nDB_PASSWORD={}"}}',
    ],
)
def test_no_sign_in_a_setting_hides_a_part_of_it(template: str, value: str) -> None:
    assert redact(template.format(value)) == template.format("[REDACTED:password]")


@pytest.mark.parametrize("value", [f"a({ODD}", f"[{ODD}", f"${ODD}", ":col77" + "xYz9q"])
def test_no_sign_between_quotation_marks_hides_a_part_of_it(value: str) -> None:
    assert redact(f'password: "{value}"') == 'password: "[REDACTED:password]"'


@pytest.mark.parametrize("name", ["SECRET_KEY = '{}'", "SECRET_KEY={}"])
@pytest.mark.parametrize("begins", ["(", "#", "x(", ""])
def test_a_key_drawn_from_letters_and_signs_goes_whole(name: str, begins: str) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)"
    key = begins + "k9d8" + "".join(Random(7).choices(letters, k=44)) + "q2z"
    assert redact(name.format(key)) == name.format("[REDACTED:key]")


def test_keys_and_salts_of_php_go_though_they_hold_spaces() -> None:
    key = "x8 " + ODD + "|{w3}-r7,;<z8>Kd83 mZ(qP02)vLr7 w1f5t8b2n6"
    for name in ("AUTH_KEY', ", "NONCE_SALT',       "):
        assert redact(f"define('{name}'{key}');") == f"define('{name}'[REDACTED:key]');"


@pytest.mark.parametrize(
    "text",
    [
        "password: getPassword(user1)",
        "token = base64.b64encode(x[3:])",
        "token = base64.b64encode(os.urandom(32)).decode()",
        "password = base64.b64decode(row[3]).decode('utf-8')",
        "token = tokens.v2[i1].h256(j2)",
        "password: z.string().min(8)",
        "password: request.form['password1']",
        "password=${DB_PASS2}",
        "DB_PASSWORD=$DB_PASS_2",
        "password: <password2>",
        "PASSWORD=$(pass show db2)",
        "  password: hash(pw1),",
        "the password is user's2 choice",
        'Pwd:   "/a/b/1234/d/e",',
    ],
)
def test_what_is_code_or_stands_for_a_password_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text",
    ["my password is it's4me!", f"The password is always ‹{ODD}9> on staging.", f"password is a|{ODD}"],
)
def test_no_sign_in_a_sentence_hides_a_part_of_it(text: str) -> None:
    assert "[REDACTED:password]" in redact(text)
    assert ODD not in redact(text)
    assert "4me" not in redact(text)


PLACES = (
    "A=1\nDB_PASSWORD={}\nB=2",
    "password: {}\nport: 2",
    "The password is {} on staging.",
    'password: "{}"',
)
WITH_SIGNS = ascii_letters + digits + "!@#$%^&*"
EVERY_SIGN = ascii_letters + digits + 2 * punctuation.translate(str.maketrans("", "", "\"'\\"))


@pytest.mark.parametrize(("letters", "most"), [(WITH_SIGNS, 9), (EVERY_SIGN, 48)])
@pytest.mark.parametrize("place", PLACES)
def test_of_passwords_drawn_by_chance_few_keep_a_part(place: str, letters: str, most: int) -> None:
    chosen = Random(5)
    drawn = ["".join(chosen.choices(letters, k=16)) for _ in range(400)]
    kept = [each for each in drawn if _keeps_a_part(redact(place.format(each)), each)]
    assert len(kept) <= most, kept[:9]


def _keeps_a_part(text: str, password: str) -> bool:
    """Whether six letters of it in a row still stand there."""
    return any(password[at : at + 6] in text for at in range(len(password) - 5))


@pytest.mark.parametrize("name", ["salasana on ", "the password is ", "PASSWORD="])
def test_what_stands_at_a_placeholder_needs_few_passes(name: str) -> None:
    assert grows_as_it_does(redact, "7zR4tkW9xx\\n", 2_400, before=name + '"aQ')


@pytest.mark.parametrize("name", ["salasana on ", "the password is "])
def test_a_password_of_many_signs_is_taken_out_whole(name: str) -> None:
    assert redact(f'{name}"aQ' + "7zR4tkW9xx\\n" * 60) == f'{name}"[REDACTED:password]'


@pytest.mark.parametrize("name", ["密码是", "パスワードは", "비밀번호는"])
def test_a_name_said_again_and_again_without_a_space_costs_what_its_letters_do(name: str) -> None:
    assert grows_as_it_does(redact, f"{name})", 600)


@pytest.mark.parametrize(
    "text",
    ["GMAIL_APP_PASSWORD={}", 'SMTP_PASSWORD="{}"', "the app password is {}", '{{"app_password": "{}"}}'],
)
@pytest.mark.parametrize("sign", [" ", "-"])
def test_a_password_made_for_one_program_goes(text: str, sign: str) -> None:
    password = sign.join(("bhze", "anzm", "ehic", "kydg"))
    assert redact(text.format(password)) == text.format("[REDACTED:password]")


@pytest.mark.parametrize(
    "text",
    [
        "password: must have only four letters",
        "the password is that from last week",
        "password = four-word-long-name-here",
    ],
)
def test_words_of_four_letters_in_a_sentence_stay(text: str) -> None:
    assert redact(text) == text
