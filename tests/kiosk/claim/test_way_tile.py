"""The buttons of a ruling: what is played is drawn, and what is refused says why, legibly."""

from collections.abc import Callable
from typing import Any

import pytest
from fingers import SIZES, Kiosk

from companion.game.commands import Adjust
from companion.game.rules.terrain import Payment
from kiosk import sheets
from kiosk.appearance.icons import Icon
from kiosk.claim.ruling import WayTile
from kiosk.widgets.basics import Tile

Open = Callable[..., Kiosk]
COAST = "cape-town--port-elizabeth--1"  # black, 3 spaces: mountain, one card
LONG = "douala--bangui"  # grey, 4 spaces: mountain, two cards

every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


def ruled_on(kiosk: Kiosk, route: str, own: int, rival: int) -> list[WayTile]:
    for player, count in (("Anna", own), ("Ben", rival)):
        kiosk.referee.submit(Adjust(why="test", player=player, terrain={"mountain": count}))
    kiosk.app.open_sheet(sheets.ruling, route=route)
    kiosk.frames()
    return list(kiosk.widgets(WayTile))


def drawn(tile: WayTile) -> list[str]:
    return [icon.name for icon in tile.walk(restrict=True) if isinstance(icon, Icon)][::-1]


@every_size
def test_every_card_that_is_played_is_drawn(open_kiosk: Open, size: tuple[int, int]):
    tiles = ruled_on(open_kiosk(2, size=size), LONG, own=3, rival=3)
    assert {tile.way.payment: sorted(drawn(tile)) for tile in tiles} == {
        None: [],
        Payment(2, 0): ["mountain", "mountain"],
        Payment(1, 1): ["locomotive", "mountain"],
        Payment(0, 2): ["locomotive", "locomotive"],
    }


def shown(tile: WayTile) -> list[Any]:
    return [part for part in tile.children if part.height > 1 and part.width > 1]


def test_lying_all_points_stand_on_one_line_over_one_group_each(open_kiosk: Open):
    kiosk = open_kiosk(2)
    tiles = ruled_on(kiosk, LONG, own=0, rival=3)
    lines = {(tile.ids.points.y, tile.ids.points.height) for tile in tiles}
    assert len(lines) == 1
    for tile in tiles:
        points = tile.ids.points.__self__
        parts = sorted((p for p in shown(tile) if p is not points), key=lambda p: p.y)
        below, above = parts[0].y - tile.y, points.y - parts[-1].top
        assert below == pytest.approx(above, abs=1)
        for lower, upper in zip(parts, parts[1:], strict=False):
            assert upper.y - lower.top == pytest.approx(4 * kiosk.app.unit, abs=1)


def test_upright_a_tile_is_a_row_as_wide_as_the_sheet(open_kiosk: Open):
    kiosk = open_kiosk(2, size=(720, 1280))
    tiles = ruled_on(kiosk, LONG, own=0, rival=3)
    assert len({tile.x for tile in tiles}) == 1
    assert all(tile.width > 0.9 * 720 for tile in tiles)


def test_a_refused_way_says_why_in_full_and_the_rule_stands_once(open_kiosk: Open):
    kiosk = open_kiosk(2)
    (grey,) = [tile for tile in ruled_on(kiosk, COAST, own=1, rival=2) if tile.refused]
    assert grey.ids.note.content == "1 short: Ben has 2"
    assert tuple(grey.ids.note.color) == kiosk.app.theme.quiet
    assert grey.opacity == 1
    keys = [tile.word for tile in kiosk.widgets(Tile) if tile.word in ("R7", "R9", "R11")]
    assert keys == ["R11"]
