"""A group of people who have a file of games."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from evenings import Group

MEMORY = Path("/dev/shm")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that is fast to sync."""
    with tempfile.TemporaryDirectory(
        prefix="stationmaster-test-", dir=MEMORY if MEMORY.is_dir() else None
    ) as name:
        yield Path(name)


@pytest.fixture
def group(folder: Path) -> Iterator[Group]:
    playing = Group(folder / "games.db")
    yield playing
    playing.close()
