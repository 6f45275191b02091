"""What every touch test may ask for."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def tmp_path(folder: Path) -> Path:
    """No disk to wait for: that nothing is lost there is the journal's to show."""
    return folder


@pytest.fixture
def open_kiosk() -> Iterator[Callable[..., Any]]:
    """Opens the app, with a game of so many players on its table screen."""
    from fingers import Kiosk, seats

    opened = []

    def open_it(players: int = 0, terrain: str = "desert", **given: Any) -> Kiosk:
        kiosk = Kiosk(**given)
        opened.append(kiosk)
        if players:
            kiosk.referee.submit(seats(players, terrain))
            kiosk.app.home()
            kiosk.frames()
        return kiosk

    yield open_it
    for kiosk in opened:
        kiosk.close()


@pytest.fixture
def games_file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"
