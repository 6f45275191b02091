"""The glass: storms of touches, palms, and windows that change under the fingers."""

from __future__ import annotations

import random
from contextlib import closing
from functools import partial
from pathlib import Path

from fingers import SIZES, Kiosk
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from kiosk import screens
from kiosk.settings.file import Settings
from kiosk.touch.fingers import LOST_FINGER_TIMEOUT
from tests.faults.course import Course
from tests.faults.harness import Tally, fault
from tests.faults.monkey import check_kept, count_saved, sit_down, untameable
from tests.gallery.pictures import ahead

EVENT = 1 / 200  # seconds from one event to the next
FINGERS = (1, 1, 2, 5)  # that a storm has down at once, at most; it changes every second
MINUTE = 60 * 200  # events


class Storm:
    """Events of fingers that nobody has, anywhere on the glass."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._most = 1
        self._down: list[UnitTestTouch] = []

    def event(self) -> None:
        """One comes down, moves or goes up; some are never lifted, as panels do it."""
        luck = self._dice.random()
        if luck < EVENT:
            self._most = self._dice.choice(FINGERS)
        if not self._down or (luck < 0.4 and len(self._down) < self._most):
            self._down.append(UnitTestTouch(*self._anywhere()))
            self._down[-1].touch_down()
        elif luck < 0.5:
            self._dice.choice(self._down).touch_move(*self._anywhere())
        elif luck < 0.999:
            self._down.pop(self._dice.randrange(len(self._down))).touch_up()
        else:
            EventLoop.touches.remove(self._down.pop())

    def over(self) -> None:
        while self._down:
            self._down.pop().touch_up()

    def _anywhere(self) -> tuple[float, float]:
        return self._dice.uniform(0, Window.width), self._dice.uniform(0, Window.height)


@fault(
    "A storm of touches, 200 events a second",
    sees="Little: that many fingers at once count as a palm. Anything they did press is in the log"
    " and can be undone. The screen responds to a finger again seconds after the last of them.",
    few=MINUTE // 10,
    all_of_it=5 * MINUTE,
)
def touch_storm(tally: Tally, folder: Path, times: int) -> None:
    """One to five fingers at once go down, move and lift anywhere, and some never lift, for minutes
    of the app's own time; then one finger taps.
    """
    file, storm = folder / "games.db", Storm(random.Random("storm"))
    kiosk = Kiosk(file=file, settings=Settings(dim_after=0))
    kiosk.referee.subscribe(partial(count_saved, tally))
    with closing(kiosk), untameable() as faults:
        for number in range(times):
            if number % MINUTE == 0:
                sit_down(kiosk, number // MINUTE)
                kiosk.app.home()
            kiosk._guarded(storm.event)
            ahead.skip(EVENT)
            if number % 4 == 0:  # 50 frames a second
                kiosk.frames(1)
            tally.cycles += 1
        storm.over()
        tally.crashes += len(faults)
        check_kept(kiosk, file, tally)
        kiosk.app.close_sheet()
        sit_down(kiosk, 0)
        kiosk.app.home()
        kiosk.wait(LOST_FINGER_TIMEOUT + 1)
        kiosk.tap("Train")
        assert kiosk.app.desk.half.first == "train"


@fault(
    "A palm on the screen",
    sees="Nothing: three or more fingers at once don't press anything, until all are lifted.",
    few=12,
    all_of_it=1000,
)
def palm(tally: Tally, folder: Path, times: int) -> None:
    """Three to ten touches within a hand's breadth go down, tremble, stay for up to five seconds
    and lift in any order, all over the table. Turns are played in between.
    """
    dice, file = random.Random("palm"), folder / "games.db"
    with closing(Kiosk(file=file, settings=Settings(dim_after=0))) as kiosk:
        course = Course(kiosk, tally)
        course.play(2)
        for number in range(times):
            before = kiosk.app.desk.moment(), kiosk.app.screen_name, kiosk.app.sheet
            lay_and_lift(kiosk, dice)
            tally.wrong += (
                kiosk.app.desk.moment(),
                kiosk.app.screen_name,
                kiosk.app.sheet,
            ) != before
            tally.cycles += 1
            if number % 8 == 0:
                course.play()
        course.check(file)


def lay_and_lift(kiosk: Kiosk, dice: random.Random) -> None:
    breadth = Window.width / 4
    x, y = dice.uniform(0, Window.width), dice.uniform(0, Window.height)
    hand = [
        kiosk.down(
            min(max(0, x + dice.uniform(-1, 1) * breadth / 2), Window.width - 1),
            min(max(0, y + dice.uniform(-1, 1) * breadth / 2), Window.height - 1),
        )
        for _ in range(dice.randint(3, 10))
    ]
    for _ in range(dice.randrange(4)):
        kiosk.wait(dice.uniform(0, 1.2))
        finger = dice.choice(hand)
        finger.touch_move(finger.x + dice.uniform(-5, 5), finger.y + dice.uniform(-5, 5))
    dice.shuffle(hand)
    for finger in hand:
        kiosk.up(finger)


@fault(
    "Window resized, rotated, covered and shown again",
    sees="The same screen, with a layout for its new size; a turn in progress stays in progress.",
    few=8,
    all_of_it=400,
)
def window_changed(tally: Tally, folder: Path, times: int) -> None:
    """Other sizes, portrait and landscape, some absurdly small; pauses and resumes; the screen dims
    and wakes: all during a turn, after its first card.
    """
    dice, file = random.Random("window"), folder / "games.db"
    with closing(Kiosk(file=file)) as kiosk:
        course = Course(kiosk, tally)
        course.play(2)
        for _ in range(times):
            kiosk.tap("Train")
            change_window(kiosk, dice)
            assert kiosk.app.desk.half.first == "train"
            assert kiosk.app.screen_name == screens.table.__name__
            kiosk.tap("Undo")
            course.play()
            tally.cycles += 1
        course.check(file)


def change_window(kiosk: Kiosk, dice: random.Random) -> None:
    for _ in range(dice.randint(1, 4)):
        Window.size = dice.choice((*SIZES, (240, 240), (1920, 480), (500, 1000)))
        kiosk.frames(dice.randint(1, 3))
        for event in dice.choice(((), ("on_minimize", "on_restore"), ("on_hide", "on_show"))):
            Window.dispatch(event)
        if dice.random() < 0.3:
            kiosk.app.watch.dim()
            kiosk.tap_at(5, 5)
    Window.size = dice.choice(SIZES)
    kiosk.frames()
