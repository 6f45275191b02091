"""Titles and the cross that closes stay where they are from one screen to the next."""

from collections.abc import Callable

import pytest
from fingers import SIZES, Kiosk

from kiosk import screens, sheets
from kiosk.appearance.text import Text
from kiosk.widgets.basics import Heading, Tile

Open = Callable[..., Kiosk]

ALIKE = 3  # units; a sheet is that much narrower than a screen


def heading(kiosk: Kiosk) -> tuple[float, float]:
    """Where the title begins and where the cross ends, in units."""
    kiosk.frames()
    title = next(
        part for part in heading_of(kiosk).walk() if isinstance(part, Text) and part.content
    )
    cross = next(part for part in heading_of(kiosk).walk() if isinstance(part, Tile))
    left, right = title.to_window(title.x, 0)[0], cross.to_window(cross.right, 0)[0]
    return left / kiosk.app.unit, right / kiosk.app.unit


def heading_of(kiosk: Kiosk) -> Heading:
    found: Heading = list(kiosk.widgets(Heading))[-1]
    return found


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_from_screen_to_sheet(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(2, size=size)
    kiosk.app.go(screens.games)
    left, right = heading(kiosk)
    for screen in ("log", "stocktake", "settings", "new_game", "rules"):
        kiosk.app.go(getattr(screens, screen))
        assert heading(kiosk) == (pytest.approx(left, abs=ALIKE), pytest.approx(right, abs=ALIKE))
    kiosk.app.open_sheet(sheets.route_card, route=next(iter(kiosk.referee.board.routes)))
    assert heading(kiosk) == (pytest.approx(left, abs=ALIKE), pytest.approx(right, abs=ALIKE))
