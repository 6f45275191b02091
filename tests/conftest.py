"""What every test may ask for."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from table import Table

MEMORY = Path("/dev/shm")


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that is fast to sync."""
    with tempfile.TemporaryDirectory(
        prefix="stationmaster-test-", dir=MEMORY if MEMORY.is_dir() else None
    ) as name:
        yield Path(name)
