"""The real kiosk with mock pins and emulated displays on it, and hands on the buttons."""

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from fingers import Kiosk, seats
from gpiozero.pins.mock import MockFactory
from recorded import GAMES, accepted

from companion.game.requests.requests import parse
from companion.game.state import State
from companion.referee import Referee
from hardware.buttons.dial import Dial
from hardware.buttons.meanings import Meaning
from hardware.emulators import EMULATORS
from hardware.wiring.file import write
from hardware.wiring.model import Display, usual
from tests.hardware.by_buttons import Clock, Hands
from tests.hardware.cables import Cable

PATIENCE = 20.0  # seconds; nothing takes so long
PLAYED = {game.stem: game for game in GAMES}
BY_HAND = ("draw", "claim", "tickets", "pass", "undo")


class Wired:
    """A kiosk with everything wired to it that is usual, or another wiring.

    For hands it is the table: they see its dial, and it draws frames while they wait.
    """

    def __init__(self, wiring: Path, clock: Clock, players: int = 3, **given: Any) -> None:
        self.factory = MockFactory()
        self.kiosk = Kiosk(wiring_file=wiring, **{"pin_factory": self.factory, **given})
        self.app, self.referee = self.kiosk.app, self.kiosk.referee
        self.hands = Hands(self.factory, usual(), self, clock)
        self.count = 0
        self._take, self.app.pressed = self.app.pressed, self._pressed
        if players:
            self.referee.submit(seats(players))
            self.app.home()
        self.app.opening.cancel()  # it would wait for half a second
        self.app.devices.open()
        for pin in usual().lights.values():
            self.factory.pin(pin).clear_states()
        self.kiosk.frames()

    def close(self) -> None:
        self.kiosk.close()
        self.factory.close()

    def _pressed(self, meaning: Meaning) -> None:
        self._take(meaning)
        self.count += 1

    @property
    def dial(self) -> Dial:
        return self.app.actions.dial or self.app.actions._awake()

    @property
    def first(self) -> str | None:
        """The card that waits."""
        return self.app.desk.half.first

    @property
    def signs(self) -> list[str]:
        return [sign.text for sign in self.app.devices.signs()]

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Draw frames until it is so."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end, (self.kiosk.texts(), self.signs)
            self.kiosk.frames(1)

    def wait_for_entry(self, seq: int) -> None:
        """Until that entry is in the log, and on the screen."""
        self.wait_until(lambda: self.referee.seq >= seq)
        assert self.referee.seq == seq
        self.kiosk.frames()

    # --- pins ---

    def pin(self, name: str) -> Any:
        return self.factory.pin({**usual().buttons, **usual().dial}[name])

    def is_lit(self, name: str) -> bool:
        return bool(self._lamp(name).state)

    def blinks(self, name: str) -> int:
        """How often a lamp has gone on so far."""
        states = [bool(change.state) for change in self._lamp(name).states]
        return sum(after and not before for before, after in zip(states, states[1:], strict=False))

    def _lamp(self, name: str) -> Any:
        return self.factory.pin(usual().lights[name])


class Bench:
    """Emulated displays, by what they show; each on a link that keeps its name."""

    def __init__(self, folder: Path, **displays: str) -> None:
        self.ports = {
            shows: Cable(EMULATORS[kind](), folder / shows) for shows, kind in displays.items()
        }
        wired = (
            Display(kind, str(folder / shows), shows.partition("_")[0])
            for shows, kind in displays.items()
        )
        write_usual(folder / "wiring.toml", tuple(wired))

    def close(self) -> None:
        for port in self.ports.values():
            port.unplug()

    def lines(self, shows: str = "table") -> list[str]:
        return [line.rstrip() for line in self.ports[shows].device.text().split("\n")]


def write_usual(file: Path, displays: tuple[Display, ...] = ()) -> None:
    """Everything at its usual pin, and these displays."""
    file.write_text(write(replace(usual(), displays=displays)))


OpenWired = Callable[..., Wired]
OpenBench = Callable[..., Bench]


def play_by_hand(
    wired: Wired, name: str, see: Callable[[State], None] = lambda state: None
) -> list[dict[str, Any]]:
    """A recorded game by the hands alone, judged beside them; what is left is for the screen.

    `see` looks around after each play.
    """
    new, *plays = accepted(PLAYED[name])
    judge = Referee()
    for referee in (wired.referee, judge):
        referee.submit(parse(new))
    wired.app.home()
    by_hand = list(takewhile(lambda request: request["do"] in BY_HAND, plays))
    for number, request in enumerate(by_hand, 2):
        wired.hands.play(request, wired.referee.game.state.to_move)
        judge.submit(parse(request))
        assert (wired.referee.seq, wired.app.desk.refusal) == (number, None), request
        assert scores(wired.referee) == scores(judge)
        see(judge.game.state)
    if by_hand[-1]["do"] == "claim":
        wired.wait_until(lambda: wired.kiosk.sees("Show tickets"))
        assert wired.app.screen_name == "table"  # where the claim's tasks stay to be read
        wired.kiosk.tap("Show tickets")
    wired.wait_until(lambda: wired.app.screen_name == "reveal")
    return plays[len(by_hand) :]


def scores(referee: Referee) -> list[int]:
    state = referee.game.state
    return [state.score(seat) for seat in range(len(state.seats))]


def free_route(referee: Referee) -> str:
    return next(route for route in referee.board.routes if not referee.worth(route).refusal)
