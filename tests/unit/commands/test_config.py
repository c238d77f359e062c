"""`config`: what it prints is a settings file that loads to the same settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.commands.config import config_lines, config_values
from extractor.config.settings import Loaded, Settings, load

SET = r"""
model = "anthropic"
claude_command = "claude --with \"quotes\" and \\"
anthropic_model = "modèle 🦜"
base_url = "http://localhost:1/"
key_file = "/k\u001b\u007f\u00a0\U000e0001/key"
memory_dir = "/memory"
personal_memory = false
team_memory = ["/src/shop", "/src/o'clock"]
meaning_model = "/vectors"
state_dir = "/state"
data_dir = "/data"
claude_dir = "/claude"
codex_dir = "/codex"
gemini_dir = "/gemini"
opencode_dir = "/opencode"
opencode_config_dir = "/opencode/settings"
plain_folders = ["/logs # not a comment"]
private_paths = [".env", "*.pem"]
template_dir = "/templates"
learn_headless = true
learn_since_days = 8
daily_input_tokens = 9
project_daily_input_tokens = 10
daily_cost = 0.5
prices = {"a.model" = {input = 1.5, output = 2, cached = 0.1, written = 3}, other = {input = 1e-7, output = 1}}
run_input_tokens = 1001
lead_in_tokens = 11
window_tokens = 30001
summaries = "model"
fold_items = 12
fold_actions = 13
stretch_items = 14
stretch_requests = 15
stretch_idle_minutes = 16
stretches_kept = 17
stretches_kept_bytes = 18
pin_tokens = 19
digest_tokens = 20
recent_tokens = 21
context_tokens = 22
max_output_tokens = 256
model_timeout_seconds = 0.25
scan_seconds = 1.0
"""


def loaded(home: Path, text: str) -> Loaded:
    file = home / ".config" / "extractor" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return load({}, {"HOME": str(home)})


@pytest.mark.parametrize("is_bare", [True, False])
@pytest.mark.parametrize("text", ["", SET], ids=["nothing set", "everything set"])
def test_what_is_printed_loads_to_the_same_settings(tmp_path: Path, text: str, is_bare: bool) -> None:
    before = loaded(tmp_path, text)
    printed = list(config_lines(before, is_bare))
    assert all(line.isprintable() for line in printed)
    after = loaded(tmp_path, "\n".join(printed))
    assert after.settings == before.settings


def test_every_setting_has_another_value_in_this_test_than_by_default(tmp_path: Path) -> None:
    usual, own = loaded(tmp_path, "").settings, loaded(tmp_path, SET).settings
    assert [name for name in Settings.model_fields if getattr(usual, name) == getattr(own, name)] == []


def test_what_is_not_set_is_a_comment_with_what_it_would_mean(tmp_path: Path) -> None:
    lines = list(config_lines(loaded(tmp_path, ""), is_bare=False))
    assert "# key_file =    # default: file (mode 0600) that holds the API key" in lines


def test_a_password_in_an_address_is_printed_in_no_form(tmp_path: Path) -> None:
    own = loaded(tmp_path, 'base_url = "http://me:secret@host:1/"')
    assert own.settings.base_url == "http://me:secret@host:1/"
    for printed in (
        "\n".join(config_lines(own, True)),
        "\n".join(config_lines(own, False)),
        str(config_values(own)),
    ):
        assert "http://***@host:1/" in printed
        assert "secret" not in printed
