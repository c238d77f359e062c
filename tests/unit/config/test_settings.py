"""The settings: places are named from the root or from home, by whoever names them."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from extractor.config.places import home
from extractor.config.settings import Loaded, Settings, load
from extractor.errors import ConfigError, UsageError


def loaded(place: Path, text: str = "", **env: str) -> Loaded:
    """What is loaded in a home with this settings file."""
    file = place / ".config" / "extractor" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    return load({}, {"HOME": str(place), **env})


def test_a_settings_file_may_be_named_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "own.toml").write_text("scan_seconds = 20\n", encoding="utf-8")
    assert loaded(tmp_path, EXTRACTOR_CONFIG="~/own.toml").settings.scan_seconds == 20


def test_a_settings_file_is_not_looked_for_where_the_command_happens_to_be_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text("scan_seconds = 20\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"EXTRACTOR_CONFIG .*depends on the directory you are in"):
        loaded(tmp_path, EXTRACTOR_CONFIG="own.toml")


@pytest.mark.parametrize("name", ["STATE_DIRECTORY", "CLAUDE_CONFIG_DIR", "CODEX_HOME"])
def test_a_variable_that_names_a_place_from_here_is_refused_and_not_blamed_on_the_file(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(ConfigError, match=r"^the environment: .*depends on the directory you are in"):
        loaded(tmp_path, **{name: "here"})


@pytest.mark.parametrize("named", ['memory_dir = "/a\\u0000b"', 'plain_folders = ["/a\\u0000b"]'])
def test_a_place_that_no_system_can_have_is_refused(tmp_path: Path, named: str) -> None:
    with pytest.raises(ConfigError, match=r"config\.toml: .*no path holds a NUL"):
        loaded(tmp_path, named)


def test_an_empty_home_is_the_one_the_system_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "")
    known = Path(pwd.getpwuid(os.getuid()).pw_dir)
    assert home(os.environ) == known
    settings = load({"memory_dir": Path("~/memory"), "key_file": Path("~")}, {"HOME": ""}).settings
    assert settings.state_dir == known / ".local/state/extractor"
    assert settings.memory_dir == known / "memory"
    assert settings.key_file == known


def test_a_place_in_bytes_that_are_no_utf8_is_refused_by_the_name_it_was_given(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--state-dir /\\udcfc: its bytes are no UTF-8"):
        load({"state_dir": Path(os.fsdecode(b"/\xfc"))}, {"HOME": str(tmp_path)})
    with pytest.raises(ConfigError, match=r"EXTRACTOR_PLAIN_FOLDERS: plain_folders is not usable .its bytes"):
        loaded(tmp_path, EXTRACTOR_PLAIN_FOLDERS=os.fsdecode(b"/srv/logs:/srv/\xfc"))
    with pytest.raises(ConfigError, match=r"the environment: .* is not usable .its bytes are no UTF-8"):
        load({}, {"HOME": os.fsdecode(b"/home/\xfc")})


@pytest.mark.parametrize(
    "named",
    [
        *(f"daily_cost = {amount}" for amount in ("inf", "nan", "-1.0", "1e300")),
        *(f"model_timeout_seconds = {seconds}" for seconds in ("inf", "nan", "0", "1e10")),
        "max_output_tokens = 1000001",
        "learn_since_days = 1000000001",
        "stretch_idle_minutes = 1000000001",
        "prices = { own = { input = 1, output = 1e7 } }",
        *(f"scan_seconds = {seconds}" for seconds in ("inf", "nan", "0", "1e300")),
        *(
            f"{name} = {number}"
            for name, field in Settings.model_fields.items()
            if "int" in str(field.annotation)
            for number in (str(2**53 + 1), "99999999999999999999", "-1")
        ),
    ],
)
def test_a_number_nothing_can_come_to_is_refused(tmp_path: Path, named: str) -> None:
    with pytest.raises(ConfigError, match=rf"config\.toml: {named.split()[0]} is not usable \("):
        loaded(tmp_path, named)


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("daily_input_tokens = true", "true and false are none of its values"),
        ("project_daily_input_tokens = false", "true and false are none of its values"),
        ("daily_cost = true", "true and false are none of its values"),
        ("scan_seconds = true", "true and false are none of its values"),
        ("prices = { own = { input = true, output = 1 } }", "true and false are none of its values"),
        ("personal_memory = 2", "say true or false"),
        ("personal_memory = 0.0", "say true or false"),
        ("learn_headless = 1.0", "say true or false"),
    ],
)
def test_a_truth_value_is_no_number_and_a_number_is_no_truth_value(
    tmp_path: Path, named: str, why: str
) -> None:
    with pytest.raises(ConfigError, match=rf"config\.toml: {named.split()[0]} is not usable \({why}\)"):
        loaded(tmp_path, named)


@pytest.mark.parametrize(
    ("named", "value"),
    [
        ("daily_input_tokens = 10000000000", 10_000_000_000),
        ("stretches_kept_bytes = 5000000000", 5_000_000_000),
        (f"digest_tokens = {2**53}", 2**53),
        ("scan_seconds = 100000", 100_000.0),
        ("learn_headless = 1", True),
        ("personal_memory = 0", False),
    ],
)
def test_a_value_by_which_nothing_breaks_is_taken(tmp_path: Path, named: str, value: object) -> None:
    taken = getattr(loaded(tmp_path, named).settings, named.split()[0])
    assert taken == value
    assert type(taken) is type(value)


@pytest.mark.parametrize(("told", "counts"), [("true", True), ("0", False), ("no", False)])
def test_a_variable_says_a_truth_value_as_shells_do(tmp_path: Path, told: str, counts: bool) -> None:
    assert loaded(tmp_path, EXTRACTOR_PERSONAL_MEMORY=told).settings.personal_memory is counts


def test_private_places_are_taken_for_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    written = 'private_paths = ["$HOME/.ssh", "${HOME}/.aws/", " ~/.gnupg ", "*.pem", "shop/secrets"]'
    found = loaded(tmp_path, written).settings.private_paths
    assert found == (*(f"{tmp_path}/{name}" for name in (".ssh", ".aws", ".gnupg")), "*.pem", "shop/secrets")


@pytest.mark.parametrize(
    "place", ["", " ", "/", ".", "../.ssh", "~nobody-of-that-name/x", "$KEYS/x", "*.{pem,key}"]
)
def test_a_private_place_nothing_could_lie_in_is_refused_in_one_line(tmp_path: Path, place: str) -> None:
    with pytest.raises(
        ConfigError, match=r"config\.toml: private_paths is not usable \('.*\): correct it$"
    ) as told:
        loaded(tmp_path, f'private_paths = ["*.pem", "{place}"]')
    assert "\n" not in str(told.value)
    with pytest.raises(ConfigError, match=r"^EXTRACTOR_PRIVATE_PATHS: private_paths is not usable"):
        loaded(tmp_path, EXTRACTOR_PRIVATE_PATHS=f'["*.pem", "{place}"]')
