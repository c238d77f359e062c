from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.place import in_memory


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In memory: what is tried here is the order of calls, not a disk."""
    with in_memory() as place:
        yield place
