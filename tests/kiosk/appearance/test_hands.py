"""What the hand presses stands on its side, right or left, and nothing else changes."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import layout
import pytest
from counts import LONG, spread
from fingers import SIZES, Kiosk
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kiosk import screens
from kiosk.appearance.hiding import Box
from kiosk.appearance.text import Text
from kiosk.map.board_map import BoardMap
from kiosk.settings.file import Settings, load
from kiosk.table.tray import CardTile
from kiosk.widgets.basics import Tile
from kiosk.widgets.tap import Tappable
from tests.gallery.pictures import let_pass
from tests.gallery.scenes import SCENES

Open = Callable[..., Kiosk]
LYING = [size for size in SIZES if size[0] > size[1]]
SHOWN = (
    *("table-doubled", "table-refused", "table-first-card", "table-last-round"),
    *("claim", "claim-city", "claim-refused", "claim-by-name", "claim-by-color"),
    *("ruling", "ruling-length-in-doubt", "ruling-refused", "amend-claim"),
)

CASES = spread(list(product(SHOWN, SIZES)), 1000 if LONG else 14)

every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


@contextmanager
def shown(name: str, size: tuple[int, int], hand: str, folder: Path) -> Iterator[Kiosk]:
    (scene,) = (scene for scene in SCENES if scene.name == name)
    kiosk = Kiosk(size=size, settings=Settings(hand=hand), file=folder / f"{hand}.db")
    scene.show(kiosk.app)
    let_pass(8)
    try:
        yield kiosk
    finally:
        kiosk.close()


def said_on(part: Any) -> str:
    """What is said; the clock goes on meanwhile."""
    return re.sub(r"\d+:\d\d", "0:00", str(getattr(part, "content", "")))


def parts(kiosk: Kiosk) -> Counter[tuple[Any, ...]]:
    """Everything that is seen, with its size and how high it stands."""
    return Counter(
        (type(part).__name__, said_on(part), *map(round, (*part.size, part.y)))
        for part in kiosk.app.root.walk(restrict=True)
        if isinstance(part, (Text, Tappable, BoardMap)) and not getattr(part, "hidden", False)
    )


def with_icon(kiosk: Kiosk, icon: str) -> Tappable:
    """The last tile of the screen that has only this icon."""
    tiles = [tile for tile in kiosk.widgets(Tile) if tile.icon == icon and not tile.word]
    return tiles[-1]


def left_of(widget: Widget) -> float:
    return layout.box_of(widget).left


@pytest.mark.parametrize(("name", "size"), CASES)
def test_nothing_else_changes_and_nothing_is_in_the_way(
    tmp_path: Path, name: str, size: tuple[int, int]
):
    with shown(name, size, "right", tmp_path) as kiosk:
        right = parts(kiosk)
    with shown(name, size, "left", tmp_path) as kiosk:
        assert parts(kiosk) == right
        layers, unit = kiosk.app.root.children, kiosk.app.unit
        assert [fault for layer in layers for fault in layout.faults(layer, unit)] == []


@every_size
def test_claim_cards_undo_and_menu_are_where_the_other_hand_had_them(
    tmp_path: Path, size: tuple[int, int]
):
    def places(hand: str) -> dict[str, layout.Box]:
        with shown("table-doubled", size, hand, tmp_path) as kiosk:
            boxes = {word: layout.box_of(kiosk.button(word)) for word in ("CLAIM ROUTE", "Undo")}
            boxes |= {tile.card: layout.box_of(tile) for tile in kiosk.widgets(CardTile)}
            return {**boxes, "menu": layout.box_of(with_icon(kiosk, "menu"))}

    right, left = places("right"), places("left")
    for name, box in right.items():
        assert left[name].left == pytest.approx(Window.width - box.right, abs=2), name
        assert left[name].bottom == pytest.approx(box.bottom, abs=1)


@every_size
@pytest.mark.parametrize("name", ["claim-city", "claim-by-color", "ruling", "settings"])
def test_the_cross_stands_at_the_edge_of_the_hand(tmp_path: Path, name: str, size: tuple[int, int]):
    def cross(hand: str) -> layout.Box:
        with shown(name, size, hand, tmp_path) as kiosk:
            return layout.box_of(with_icon(kiosk, "close"))

    right, left = cross("right"), cross("left")
    assert left.left == pytest.approx(Window.width - right.right, abs=2)


@pytest.mark.parametrize("size", LYING, ids="{0[0]}x{0[1]}".format)
def test_the_routes_stand_beside_the_map_on_the_side_of_the_hand(
    tmp_path: Path, size: tuple[int, int]
):
    for hand, is_left in (("right", False), ("left", True)):
        with shown("claim-city", size, hand, tmp_path) as kiosk:
            ids = kiosk.app.screen.ids
            assert (left_of(ids.panel) < left_of(ids.map)) is is_left


def test_it_is_changed_in_the_midst_of_a_game_and_remembered(open_kiosk: Open, tmp_path: Path):
    file = tmp_path / "settings.json"
    kiosk = open_kiosk(2, settings_file=file)
    kiosk.tap("Train")  # a card waits
    before = left_of(kiosk.button("Undo"))
    kiosk.app.go(screens.settings)
    kiosk.frames()
    kiosk.tap("Left")
    assert load(file).hand == "left"
    kiosk.app.home()
    kiosk.frames()
    assert left_of(kiosk.button("Undo")) < before
    assert kiosk.sees("Second card?")
    kiosk.tap("Desert")
    assert kiosk.referee.game.state.turn == 2


def row(hand: str, open_kiosk: Open, **given: Any) -> list[float]:
    """Where the parts of a box are that are 10, 20, 30 and 40 wide, the last two for the hand."""
    open_kiosk(settings=Settings(hand=hand))
    box = Box(size=(200, 10), spacing=5, padding=(8, 0, 2, 0), reach=2, **given)
    for width in (10, 20, 30, 40):
        box.add_widget(Widget(size_hint_x=None, width=width))
    box.do_layout()
    return [part.x for part in box.children[::-1]]


def test_the_outermost_stays_the_outermost_and_the_others_keep_their_order(open_kiosk: Open):
    assert row("right", open_kiosk) == [8, 23, 48, 83]
    assert row("left", open_kiosk) == [85, 100, 47, 2]


def test_what_stands_over_each_other_stays_so(open_kiosk: Open):
    given = {"orientation": "vertical"}
    assert row("left", open_kiosk, **given) == row("right", open_kiosk, **given)


def test_only_our_own_boxes_turn(open_kiosk: Open):
    assert not hasattr(BoxLayout, "reach")
    assert Box.reach.defaultvalue == 0
