"""A screen that nobody touches draws nothing."""

from collections.abc import Callable

import pytest
from fingers import SCREENS, SIZES, Kiosk
from kivy.clock import Clock
from kivy.core.window import Window

from companion.game.commands import ClaimRoute
from kiosk.settings.file import Settings

Open = Callable[..., Kiosk]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The frames, each by the clock's time."""
    frames: list[float] = []
    flip = Window.flip

    def counted() -> None:
        frames.append(Clock.get_time())
        flip()

    monkeypatch.setattr(Window, "flip", counted)
    return frames


def stop_wall_clock(kiosk: Kiosk) -> None:
    """It may draw when its minute changes."""
    Clock.unschedule(kiosk.app.screen._tick)


def settle(kiosk: Kiosk, drawn: list[float]) -> None:
    """Past what a start loads later, and until a while has gone by without a frame."""
    kiosk.wait(1.2)
    for _ in range(20):
        drawn.clear()
        kiosk.wait(0.3)
        if not drawn:
            return


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_an_idle_table_draws_nothing(open_kiosk: Open, drawn: list[float], size: tuple[int, int]):
    kiosk = open_kiosk(5, size=size)
    stop_wall_clock(kiosk)
    kiosk.tap("Train")
    kiosk.tap("Desert")
    assert drawn
    settle(kiosk, drawn)
    kiosk.wait(1.5)
    assert drawn == []


@pytest.mark.parametrize("name", ["welcome", "claim", "menu", "settings", "rules", "games", "log"])
def test_no_other_screen_draws_while_idle(open_kiosk: Open, drawn: list[float], name: str):
    kiosk = open_kiosk(3)
    stop_wall_clock(kiosk)
    kiosk.app.go(SCREENS[name])
    kiosk.frames()
    assert drawn
    settle(kiosk, drawn)
    kiosk.wait(0.4)
    assert drawn == []


def test_a_score_counts_up_and_then_stands(open_kiosk: Open, drawn: list[float]):
    kiosk = open_kiosk(3)
    stop_wall_clock(kiosk)
    drawn.clear()
    longest = max(kiosk.referee.board.routes, key=lambda route: points(kiosk, route))
    kiosk.referee.submit(ClaimRoute(longest))
    panel = kiosk.app.screen.panels[0]
    counted: list[float] = []
    panel.bind(number=lambda panel, number: counted.append(number))
    kiosk.wait(0.8)
    assert counted == sorted(counted)
    assert counted[-1] == panel.view.score > 0
    assert panel.ids.score.children[-1].content == str(panel.view.score)
    drawn.clear()
    kiosk.wait(0.5)
    assert drawn == []


def points(kiosk: Kiosk, route: str) -> int:
    value = kiosk.referee.worth(route)
    return 0 if value.refusal else value.route.points


def test_the_turn_clock_draws_once_a_second(open_kiosk: Open, drawn: list[float]):
    kiosk = open_kiosk(3, settings=Settings(turn_clock=True))
    kiosk.wait(0.2)
    drawn.clear()
    kiosk.wait(2.2)
    assert 1 <= len(drawn) <= 4
