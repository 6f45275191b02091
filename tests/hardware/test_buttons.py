"""Buttons and dial on mock pins with real threads, up to whole games."""

import json
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from by_buttons import Clock, Hands
from ears import Ears
from gpiozero import LED, Device
from gpiozero.exc import BadPinFactory
from gpiozero.pins.mock import MockFactory, MockPin
from recorded import GAMES, cases, differs
from table import seats

from companion.desk.desk import Desk
from companion.game.board.board import standard_board
from companion.protocol import Conversation
from companion.referee import Referee
from companion.words import Words, translations
from hardware.buttons.actions import ButtonActions
from hardware.buttons.debounce import DEBOUNCE_SECONDS
from hardware.buttons.dial import Dial
from hardware.buttons.gpio import PinProblem, open_pins, trouble_in_words
from hardware.buttons.meanings import (
    CardPressed,
    DialTurned,
    Freed,
    Meaning,
    SeatHeld,
    SeatPressed,
    Stuck,
    UndoPressed,
)
from hardware.buttons.panel import ButtonPanel, GpioButtons
from hardware.wiring.model import Wiring, usual

TRAINS = int(os.environ.get("STATIONMASTER_TRAINS", "10000"))
BY_BUTTON = ("draw", "claim", "tickets", "pass", "undo")
WORDS = Words(standard_board(), translations())


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory()
    yield factory
    factory.close()


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def panel(ears: Ears, clock: Clock) -> Iterator[ButtonPanel]:
    panel = ButtonPanel(ears.hear, moment=lambda: "moment", now=clock)
    yield panel
    panel.close()


# --- one button ---


def test_a_press_on_a_pin_arrives_with_its_moment(factory, panel, ears, clock):
    buttons = GpioButtons(usual(), panel, factory)
    assert buttons.troubles == ()
    factory.pin(usual().buttons["train"]).drive_low()
    assert ears.first(1) == [CardPressed("train", time=clock(), began="moment")]
    buttons.close()


def test_ten_thousand_random_bounce_trains_on_pins_count_once_each(factory, panel, ears, clock):
    buttons = GpioButtons(usual(), panel, factory)
    source, cards = random.Random(7), ("train", "desert", "jungle", "mountain", "undo")
    pressed = [source.choice(cards) for _ in range(TRAINS)]
    for button in pressed:
        pin = factory.pin(usual().buttons[button])
        for down in (True, False):
            bounce(source, pin, down, clock)
    counted = ears.first(TRAINS)
    assert [getattr(meaning, "card", "undo") for meaning in counted] == pressed
    buttons.close()
    panel.close()
    assert len(ears.all) == TRAINS


def bounce(source: random.Random, pin, down: bool, clock: Clock) -> None:
    """Any shape within the settle time, ending as it should; then at rest for 5 ms or more."""
    rest = [source.random() < 0.5 for _ in range(source.randrange(12))]
    for closed in (down, *rest, down):
        (pin.drive_low if closed else pin.drive_high)()
        clock.passes(DEBOUNCE_SECONDS / 16 * source.random())
    clock.passes(source.choice((0.030, 0.2)))


class OnlyEars:
    """A table that only hears: enough for hands that choose nothing."""

    def __init__(self, ears: Ears) -> None:
        self._ears = ears

    @property
    def count(self) -> int:
        return len(self._ears.all)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        self._ears.wait_until(lambda heard: is_so())


def test_a_held_seat_fires_by_time_alone(factory, ears):
    panel = ButtonPanel(ears.hear)  # by the real clock
    buttons = GpioButtons(usual(), panel, factory)
    factory.pin(usual().buttons["seat2"]).drive_low()
    (held,) = ears.first(1)
    assert isinstance(held, SeatHeld)
    assert held.seat == 1
    factory.pin(usual().buttons["seat2"]).drive_high()
    factory.pin(usual().buttons["train"]).drive_low()
    assert [type(meaning) for meaning in ears.first(2)] == [SeatHeld, CardPressed]
    buttons.close()
    panel.close()


def test_a_seat_released_in_mid_hold_is_pressed(factory, panel, ears, clock):
    buttons = GpioButtons(usual(), panel, factory)
    pin = factory.pin(usual().buttons["seat2"])
    pin.drive_low()
    clock.passes(0.9)
    pin.drive_high()
    assert ears.first(1) == [SeatPressed(1, time=clock(), began="moment")]
    buttons.close()


class ShortedPin(MockPin):
    """A pin tied to ground: no pull-up lifts it until the short is gone."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self.drive_low()


def test_a_button_down_from_the_start_is_no_press_and_stuck_until_released(panel, ears, clock):
    shorted = MockFactory(pin_class=ShortedPin)
    buttons = GpioButtons(Wiring(buttons={"train": 16}), panel, shorted)
    clock.passes(6)
    panel.post("undo", True)
    assert [type(meaning) for meaning in ears.first(2)] == [Stuck, UndoPressed]
    shorted.pin(16).drive_high()
    assert ears.first(3)[2] == Freed("train", time=clock())
    buttons.close()
    shorted.close()


def test_two_buttons_at_once_from_two_threads_both_count(factory, panel, ears):
    buttons = GpioButtons(usual(), panel, factory)
    ready = threading.Barrier(2)

    def press(button: str) -> None:
        ready.wait()
        factory.pin(usual().buttons[button]).drive_low()

    fingers = [threading.Thread(target=press, args=(name,)) for name in ("train", "desert")]
    for finger in fingers:
        finger.start()
    for finger in fingers:
        finger.join()
    assert {meaning.card for meaning in ears.first(2)} == {"train", "desert"}
    buttons.close()


def test_the_dial_turns_both_ways_and_its_jitter_counts_for_nothing(factory, panel, ears, clock):
    buttons = GpioButtons(usual(), panel, factory)
    hands = Hands(factory, usual(), OnlyEars(ears), clock)
    hands.turn(3)
    hands.turn(-2)
    for _ in range(5):
        factory.pin(usual().dial["a"]).drive_low()
        factory.pin(usual().dial["a"]).drive_high()
    hands.turn(1)
    assert [turn.steps for turn in ears.all] == [1, 1, 1, -1, -1, 1]
    assert all(isinstance(turn, DialTurned) for turn in ears.all)
    buttons.close()


def test_who_listens_badly_hears_the_next_press_too(factory, clock, caplog):
    ears = Ears()

    def deliver(meaning) -> None:
        ears.hear(meaning)
        raise RuntimeError("not listening")

    panel = ButtonPanel(deliver, now=clock)
    panel.post("undo", True)
    ears.first(1)
    panel.post("train", True)
    ears.first(2)
    panel.close()
    assert "not listening" in caplog.text


def test_a_live_test_sees_which_buttons_are_down(clock):
    seen = Ears()
    panel = ButtonPanel(lambda meaning: None, watch=seen.hear, now=clock)
    panel.post("seat1", True)
    assert seen.first(1) == [{"seat1"}]
    clock.passes(0.1)
    panel.post("seat1", False)
    assert seen.first(2)[1] == frozenset()
    panel.close()


def test_pins_let_go_can_be_opened_again(factory, panel):
    for _ in range(3):
        buttons = GpioButtons(usual(), panel, factory)
        assert buttons.troubles == ()
        buttons.close()


# --- what is missing ---


def test_a_busy_pin_is_told_and_the_rest_works(factory, panel, ears):
    other = LED(usual().buttons["train"], pin_factory=factory)
    buttons = GpioButtons(usual(), panel, factory)
    (trouble,) = buttons.troubles
    assert trouble.code == "pin_busy"
    assert "train" in trouble_in_words(trouble, WORDS)
    factory.pin(usual().buttons["desert"]).drive_low()
    assert ears.first(1)[0].card == "desert"
    buttons.close()
    other.close()


def no_factory(*args, **kwargs):
    raise BadPinFactory("Unable to load any default pin factory!")


@pytest.mark.parametrize(
    ("error", "files", "code"),
    [
        (BadPinFactory("none"), [], "no_gpio"),
        (BadPinFactory("none"), ["gpiochip0"], "no_driver"),
        (ModuleNotFoundError("No module named 'gpiozero'", name="gpiozero"), [], "no_gpiozero"),
        (PermissionError("not allowed"), [], "no_permission"),
        (RuntimeError("GPIO busy"), [], "pin_busy"),
        (ValueError("odd"), [], "pin_failed"),
    ],
)
def test_what_is_missing_is_told_in_words(tmp_path: Path, error, files, code):
    for name in files:
        (tmp_path / name).touch()

    def fail():
        raise error

    opened, (trouble,) = open_pins({"train": fail}, devices=tmp_path)
    assert opened == {}
    assert trouble.code == code
    assert trouble_in_words(trouble, WORDS)


def test_who_may_not_touch_the_pins_is_told_the_group(tmp_path: Path, monkeypatch):
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr("os.access", lambda *args: False)  # root may everything
    _, troubles = open_pins({"train": no_factory}, devices=tmp_path)
    assert troubles == (PinProblem("no_permission", {"group": "gpio"}),)
    assert "group gpio" in trouble_in_words(troubles[0], WORDS)


def test_on_a_machine_without_gpio_one_trouble_stands_for_all(panel, monkeypatch):
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr(Device, "pin_factory", None)
    buttons = GpioButtons(usual(), panel)
    assert [trouble.code for trouble in buttons.troubles] == ["no_gpio"]
    buttons.close()


def test_without_gpiozero_it_is_told_so(panel, monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    assert [trouble.code for trouble in GpioButtons(usual(), panel).troubles] == ["no_gpiozero"]


def test_nothing_wired_opens_nothing(panel):
    assert GpioButtons(Wiring(), panel).troubles == ()


# --- a game ---


class Evening:
    """A referee, the desk, a panel on mock pins, and hands on them."""

    def __init__(self, factory: MockFactory) -> None:
        self.referee = Referee()
        self.protocol = Conversation(self.referee)
        self.desk = Desk(self.referee)
        self.refusals: list[str] = []
        self._actions = ButtonActions(self.desk)
        self._taken = Ears()
        self.clock = Clock()
        self.panel = ButtonPanel(self.take, moment=self.desk.moment, now=self.clock)
        self.buttons = GpioButtons(usual(), self.panel, factory)
        self.hands = Hands(factory, usual(), self, self.clock)

    def take(self, meaning: Meaning) -> None:
        """Do what was meant, on the panel's thread."""
        self.desk.dismiss_refusal()
        self._actions.act(meaning)
        if self.desk.refusal is not None:
            self.refusals.append(self.desk.refusal.code)
        self._taken.hear(meaning)

    @property
    def dial(self) -> Dial:
        resting = Dial(self.referee, self.desk.words, waiting=lambda: False)
        return self._actions.dial or resting

    @property
    def count(self) -> int:
        return len(self._taken.all)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        self._taken.wait_until(lambda heard: is_so())

    def ask(self, request):
        return self.protocol.answer(json.dumps(request))

    def close(self) -> None:
        self.buttons.close()
        self.panel.close()


@pytest.fixture
def evening(factory) -> Iterator[Evening]:
    evening = Evening(factory)
    yield evening
    evening.close()


WHOLE_GAMES = [game for game in GAMES if "players" in game.stem]


@pytest.mark.parametrize("game", WHOLE_GAMES, ids=lambda game: game.stem)
def test_a_game_by_buttons_and_dial_alone_ends_with_the_recorded_score(evening, game: Path):
    for number, request, want in cases(game):
        if request["do"] in BY_BUTTON:
            if want["ok"]:
                seat = evening.referee.game.state.to_move
                evening.hands.play(request, seat)
                assert (evening.refusals, evening.referee.seq) == ([], want["seq"]), number
        elif request["do"] in ("new", "reveal", "result"):
            assert differs(want, evening.ask(request)) == [], number


def test_two_cards_at_once_are_one_draw(evening):
    evening.ask({"do": "new", "players": seats(3)})
    moment = evening.desk.moment()
    for card in ("train", "desert"):
        evening.take(CardPressed(card, time=1.0, began=moment))
    assert evening.referee.game.entries[-1].request["cards"] == ["train", "desert"]


def test_a_press_from_before_the_last_change_is_stale(evening):
    evening.ask({"do": "new", "players": seats(3)})
    moment = evening.desk.moment()
    evening.ask({"do": "pass"})
    evening.take(SeatPressed(1, time=1.0, began=moment))
    assert evening.refusals == ["stale"]


def test_a_held_seat_objects_to_the_last_ruling(evening):
    evening.ask({"do": "new", "players": seats(3)})
    evening.hands.play({"do": "pass"}, 0)
    evening.hands.press("seat3", seconds=1.5)
    assert evening.referee.game.entries[-1].request == {"do": "object", "entry": 2, "by": "Cleo"}
