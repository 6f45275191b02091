"""A group of people who have a file of games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from evenings import Group


@pytest.fixture
def group(folder: Path) -> Iterator[Group]:
    playing = Group(folder / "games.db")
    yield playing
    playing.close()
