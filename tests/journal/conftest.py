"""Where the files of these tests lie."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from damage import TwoGames, keep_two_games
from pulled import Pulled

MEMORY = Path("/dev/shm")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A file still to be made, on a real disk."""
    return tmp_path / "log.db"


@pytest.fixture(scope="session")
def quick() -> Iterator[Path]:
    """A folder that is fast to sync, for tests that open hundreds of files."""
    parent = MEMORY if MEMORY.is_dir() else None
    folder = Path(tempfile.mkdtemp(prefix="stationmaster-test-", dir=parent))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def scratch(quick: Path) -> Iterator[Path]:
    """The same, empty."""
    folder = quick / "scratch"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def two_games(quick: Path) -> TwoGames:
    """A whole file, to be damaged."""
    return keep_two_games(quick, entries=100)


@pytest.fixture(scope="session")
def pulled(quick: Path) -> Pulled:
    """The same where it was not closed."""
    return Pulled.after_play(quick / "pulled.db")
