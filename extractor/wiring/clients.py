"""The clients whose transcripts are read, by the settings.

Owns the way from settings to sources. Promises one for each client that is on the machine. Never reads.
"""

from __future__ import annotations

from extractor.config.settings import Settings
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.clients import Clients, Named
from extractor.transcripts.codex import Codex
from extractor.transcripts.gemini import Gemini
from extractor.transcripts.opencode import OpenCode
from extractor.transcripts.plain import Plain


def make_clients(settings: Settings) -> Clients:
    """Every client whose transcripts are read."""
    sources: list[Named] = [ClaudeCode(settings.claude_dir)]
    if settings.codex_dir is not None:
        sources.append(Codex(settings.codex_dir))
    if settings.gemini_dir is not None:
        sources.append(Gemini(settings.gemini_dir))
    if settings.opencode_dir is not None:
        sources.append(OpenCode(settings.opencode_dir, settings.opencode_config_dir))
    return Clients((*sources, Plain(settings.plain_folders)))
