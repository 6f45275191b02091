"""The real thing under a real numpad: a whole game by its keys alone, in a real window."""

import itertools
from pathlib import Path

import pytest
from counts import LONG
from real_window import RealKiosk, needs_x, running

from companion.desk.desk import Desk
from companion.game.requests.requests import parse
from companion.journal import Journal
from companion.referee import Referee
from companion.words import translations
from hardware.buttons.actions import ButtonActions
from hardware.buttons.debounce import PUSH, Edge, PressTracker
from hardware.buttons.dial import Dial
from hardware.buttons.keyboards.key_map import CLICKS, NEXT, PREVIOUS, USUAL
from hardware.buttons.meanings import DialTurned
from hardware.wiring.file import write
from hardware.wiring.model import Wiring
from tests.hardware.by_buttons import Hands
from tests.kiosk.devices.wired import BY_HAND, PLAYED, accepted, scores

pytestmark = [pytest.mark.slow, needs_x]

GAME = "two-players"
# The numpad's keys as X names them where Num Lock is off: that changes nothing.
SYMBOLS = {
    **{"kp0": "KP_Insert", "kp1": "KP_End", "kp2": "KP_Down", "kp3": "KP_Next", "kp4": "KP_Left"},
    **{"kp5": "KP_Begin", "kp6": "KP_Right", "kp7": "KP_Home", "kp8": "KP_Up", "kp9": "KP_Prior"},
    **{"kp_divide": "KP_Divide", "kp_plus": "KP_Add", "kp_minus": "KP_Subtract"},
    "kp_enter": "KP_Enter",
}
SYMBOL_OF = {button: SYMBOLS[key] for key, button in USUAL.items() if key in SYMBOLS}


class Shadow(Hands):
    """Presses keys, and does the same at a desk of its own, to know where the dial is."""

    def __init__(self, kiosk: RealKiosk, referee: Referee) -> None:
        self._kiosk = kiosk
        self._actions = ButtonActions(Desk(referee, translations()))
        self._times = itertools.count(1)
        self._keys: list[str] = []
        self._table = self

    @property
    def dial(self) -> Dial:
        return self._actions.dial or self._actions._awake()

    def press(self, button: str, seconds: float = 0.1) -> None:
        self._keys.append(SYMBOL_OF[button])
        time = float(next(self._times))
        if button in CLICKS:
            self._actions.act(DialTurned(CLICKS[button], time=time))
            return
        edges = (Edge(time, button, True), Edge(time + seconds, button, False))
        for meaning in PressTracker().feed(edges):
            self._actions.act(meaning)

    def push(self) -> None:
        self.press(PUSH)

    def turn(self, steps: int) -> None:
        for _ in range(abs(steps)):
            self.press(NEXT if steps > 0 else PREVIOUS)

    def forget_keys(self) -> None:
        """They were pressed already."""
        self._keys = []

    def send(self) -> None:
        """All that was pressed, one key after the other."""
        pressed, self._keys = self._keys, []
        self._kiosk.xdotool("key", "--delay", "30", *pressed)


def wake(kiosk: RealKiosk, hands: Shadow, judge: Referee) -> None:
    """Press until somebody listens and the game is resumed; then take back what that played."""
    seat = f"seat{judge.game.state.to_move + 1}"
    for _ in range(30):
        kiosk.xdotool("key", SYMBOL_OF[seat])
        if kiosk.has_entry(2, seconds=2):
            break
    hands.press(seat)
    hands.forget_keys()
    hands.press("undo")
    hands.send()
    kiosk.wait_for_entry(judge.seq)


@pytest.mark.skipif(not LONG, reason="in a long run; else its keys are pressed without a window")
def test_a_whole_game_is_played_by_a_numpad_alone(display: str, tmp_path: Path):
    new, *plays = accepted(PLAYED[GAME])
    plays = list(itertools.takewhile(lambda request: request["do"] in BY_HAND, plays))
    file, judge = tmp_path / "games.db", Referee()
    journal = Journal.open(file)
    for referee in (Referee(journal), judge):
        referee.submit(parse(new))
    journal.close()
    wiring = tmp_path / ".config" / "stationmaster" / "wiring.toml"
    wiring.parent.mkdir(parents=True)
    wiring.write_text(write(Wiring(keys=USUAL)))
    with running(display, tmp_path, file) as kiosk:
        kiosk.xdotool("windowfocus", "--sync", kiosk.window)
        hands = Shadow(kiosk, judge)
        wake(kiosk, hands, judge)
        for number, request in enumerate(plays, judge.seq + 1):
            hands.play(request, judge.game.state.to_move)
            assert judge.seq == number, request
            hands.send()
            kiosk.wait_for_entry(number)
    journal = Journal.view(file)
    played = Referee(journal)
    assert (played.seq, scores(played)) == (judge.seq, scores(judge))
    assert played.game.state.phase == "tickets"
    journal.close()
