"""Every test of the terminal has its own folders."""

from pathlib import Path

import pytest
from at_the_table import AtTheTable


@pytest.fixture
def tmp_path(folder: Path) -> Path:
    """No disk to wait for: that nothing is lost there is the journal's to show."""
    return folder


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def db(tmp_path):
    return tmp_path / "games.db"


@pytest.fixture
def seated(db):
    """Somebody who keeps score of a game that begins with these lines."""
    opened = []

    def sit_down(*lines, person=True, **choices):
        table = AtTheTable(db, person=person, **choices)
        opened.append(table)
        table.types(*lines)
        return table

    yield sit_down
    for table in opened:
        table.close()
