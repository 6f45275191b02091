"""A palm on the glass presses nothing; a finger whose end was never told keeps nothing pressed."""

from collections.abc import Callable

import pytest
from fingers import Kiosk
from kivy.tests.common import UnitTestTouch

from kiosk.touch.fingers import LOST_FINGER_TIMEOUT

Open = Callable[..., Kiosk]


def lay_palm(kiosk: Kiosk, *words: str) -> list[UnitTestTouch]:
    return [kiosk.down(*kiosk.button(word).center) for word in words]


def lift(kiosk: Kiosk, palm: list[UnitTestTouch]) -> None:
    for touch in palm:
        kiosk.up(touch)


def test_a_palm_presses_nothing(open_kiosk: Open):
    kiosk = open_kiosk(2)
    lift(kiosk, lay_palm(kiosk, "Train", "Jungle", "Desert"))
    assert kiosk.app.desk.half.first is None
    assert kiosk.referee.seq == 1
    kiosk.tap("Train")
    assert kiosk.app.desk.half.first == "train"


def test_a_palm_that_stays_holds_nothing(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.app.watch.lock()
    kiosk.frames()
    tile = kiosk.app.root.front.children[0]
    middle = tile.to_window(*tile.center)
    palm = [kiosk.down(*middle), kiosk.down(50, 300), kiosk.down(300, 350)]
    kiosk.wait(tile.hold_for + 1)
    lift(kiosk, palm)
    assert kiosk.app.settings.locked


def test_a_finger_that_joins_a_palm_before_it_is_gone_presses_nothing(open_kiosk: Open):
    kiosk = open_kiosk(2)
    first, *others = lay_palm(kiosk, "Train", "Jungle", "Desert")
    lift(kiosk, others)
    kiosk.tap("Jungle")
    assert kiosk.app.desk.half.first is None
    kiosk.up(first)
    kiosk.tap("Jungle")
    assert kiosk.app.desk.half.first == "jungle"


def test_two_fingers_that_come_twice_are_no_palm(open_kiosk: Open):
    """Read through two drivers, each touch is delivered twice."""
    kiosk = open_kiosk(2)
    place = kiosk.button("Train").center
    lift(kiosk, [kiosk.down(*where) for where in (place, place, (5, 5), (5, 5))])
    assert kiosk.app.desk.half.first == "train"


@pytest.mark.parametrize("word", ["Train", "CLAIM ROUTE"])
def test_a_finger_that_is_never_lifted_keeps_nothing_pressed(open_kiosk: Open, word: str):
    kiosk = open_kiosk(2)
    kiosk.down(*kiosk.button(word).center)
    kiosk.wait(LOST_FINGER_TIMEOUT + 1)
    kiosk.tap(word)
    assert (kiosk.app.desk.half.first, kiosk.app.screen_name) in (
        ("train", "table"),
        (None, "claim"),
    )


def test_the_map_goes_on_after_a_finger_that_is_never_lifted(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("CLAIM ROUTE")
    board = kiosk.app.screen.ids.map
    kiosk.down(*board.center)
    kiosk.wait(LOST_FINGER_TIMEOUT + 1)
    kiosk.tap_at(*board.seen_at("cape-town"))
    assert kiosk.app.screen.city == "cape-town"


def test_fingers_that_are_never_lifted_are_no_palm_for_ever(open_kiosk: Open):
    kiosk = open_kiosk(2)
    lay_palm(kiosk, "Train", "Jungle", "Desert")
    kiosk.wait(LOST_FINGER_TIMEOUT + 1)
    kiosk.tap("Train")
    assert kiosk.app.desk.half.first == "train"
