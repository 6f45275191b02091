"""Names are cut only where there is no room for them, and in two lines before that."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fingers import SIZES, Kiosk

from companion.text import in_two_lines
from kiosk.final.charts import paint
from kiosk.final.charts.pages import LegendItem, WorthRow
from kiosk.final.result_panel import DoublingRow, ResultRow
from kiosk.log.entry import HeldRow
from kiosk.log.turn_again import SeatChip
from kiosk.look.text import Text
from kiosk.past.replay import ReplayPlayer
from kiosk.seating.new_game import SeatIcon
from kiosk.table.player_panel import PlayerPanel
from tests.gallery.pictures import let_pass
from tests.gallery.sample_game import NAMES
from tests.gallery.scenes import SCENES

Open = Callable[..., Kiosk]
LYING = [size for size in SIZES if size[0] > size[1]]
LONG_NAME = NAMES[2]

every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


def scene(kiosk: Kiosk, name: str) -> Kiosk:
    (shown,) = (scene for scene in SCENES if scene.name == name)
    shown.show(kiosk.app)
    let_pass(8)
    return kiosk


def long_name(kiosk: Kiosk, kind: type) -> Text:
    """Where the long name stands."""
    parts = [part for one in kiosk.widgets(kind) for part in one.walk(restrict=True)]
    texts = [part for part in parts if isinstance(part, Text)]
    (found,) = (text for text in texts if text.said[:4] == LONG_NAME[:4])
    return found


@pytest.mark.parametrize(
    ("name", "room", "found"),
    [
        ("Maximiliane-Charlotte", 12, "Maximiliane-\nCharlotte"),
        ("Maximiliane-Charlotte", 11, ""),
        ("Anna Lena Sophie", 11, "Anna Lena\nSophie"),
        ("Anna Lena Sophie", 8, ""),
        ("Bartholomew", 6, ""),
        ("Ann-", 3, ""),
    ],
)
def test_a_name_is_broken_after_a_hyphen_or_at_a_space(name: str, room: int, found: str):
    assert in_two_lines(name, room, len) == found


@pytest.mark.parametrize("size", LYING, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_long_name_is_whole_on_its_panel(
    open_kiosk: Open, games_file: Path, size: tuple[int, int], players: int
):
    kiosk = scene(open_kiosk(size=size, file=games_file), f"table-{players}-players")
    name = long_name(kiosk, PlayerPanel)
    assert name.said.replace("\n", "") == LONG_NAME
    assert not name.shorten
    assert len({panel.name_lines for panel in kiosk.widgets(PlayerPanel)}) == 1


@every_size
@pytest.mark.parametrize(
    ("shown", "kind"),
    [
        ("charts-score", LegendItem),
        ("charts-doubling", WorthRow),
        ("final-5-players", ResultRow),
        ("final-tie", ResultRow),
        ("final-5-players", DoublingRow),
        ("final-tie", DoublingRow),
        ("replay", ReplayPlayer),
        ("amend-draw", SeatChip),
        ("objection", SeatChip),
        ("entry", HeldRow),
    ],
)
def test_a_long_name_is_whole(open_kiosk: Open, size: tuple[int, int], shown: str, kind: type):
    name = long_name(scene(open_kiosk(size=size), shown), kind)
    assert name.said.replace("\n", "") == LONG_NAME
    assert not name.shorten


def test_a_label_of_a_chart_has_a_true_minus(open_kiosk: Open):
    open_kiosk()
    ink = (1.0, 1.0, 1.0, 1.0)
    assert paint.label("-5", 20, ink).size == paint.label("\N{MINUS SIGN}5", 20, ink).size


def test_who_starts_is_filled(open_kiosk: Open):
    kiosk = scene(open_kiosk(), "new-game-five")
    starts = [icon.look for icon in kiosk.widgets(SeatIcon) if icon.icon == "first"]
    assert sorted(starts) == ["accent", *["raised"] * 4]
