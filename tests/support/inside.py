"""The command on a scratch machine, inside the test's own process: a start costs nothing."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path
from unittest import mock

from typer.testing import CliRunner

from extractor.cli import app
from extractor.errors import ExtractorError
from tests.support.machine import Scratch


class Inside(Scratch):
    """A scratch machine whose commands start no process. Nobody sits at its terminal."""

    def command(
        self, *words: str, timeout: float = 60, cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        with mock.patch.dict(os.environ, self.env, clear=True), contextlib.chdir(cwd or self.project):
            done = CliRunner().invoke(app, list(words), prog_name="extractor")
        if isinstance(done.exception, ExtractorError):
            return subprocess.CompletedProcess(
                words, 1, done.stdout, f"{done.stderr}extractor: {done.exception}\n"
            )
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)
