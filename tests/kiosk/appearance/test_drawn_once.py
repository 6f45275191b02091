"""What does not change is not drawn anew."""

from collections.abc import Callable

import pytest
from fingers import Kiosk
from kivy.core.window import Window

from companion.game.commands import ClaimRoute
from kiosk.appearance import cached_drawing
from kiosk.appearance.cached_drawing import CachedBox

Open = Callable[..., Kiosk]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """One for each picture that was made."""
    made: list[object] = []
    monkeypatch.setattr(cached_drawing, "_stay_opaque", lambda *args: made.append(args))
    return made


def stills(kiosk: Kiosk) -> list[CachedBox]:
    return [part for part in kiosk.app.screen.walk(restrict=True) if isinstance(part, CachedBox)]


def draw(kiosk: Kiosk) -> None:
    Window.canvas.ask_update()
    kiosk.frames()


def test_panels_are_drawn_once(open_kiosk: Open, drawn: list[object]):
    kiosk = open_kiosk(3)
    kiosk.wait(0.5)
    assert len(drawn) >= len(stills(kiosk)) == 3
    drawn.clear()
    draw(kiosk)
    kiosk.app.screen.clock = "another"
    draw(kiosk)
    assert drawn == []


def test_a_first_card_draws_no_panel_anew(open_kiosk: Open, drawn: list[object]):
    kiosk = open_kiosk(3)
    kiosk.wait(0.5)
    drawn.clear()
    kiosk.app.desk.card("train", kiosk.app.desk.moment())
    kiosk.frames()
    assert kiosk.sees("Second card?")
    assert drawn == []


def test_a_panel_that_changes_is_drawn_anew_and_no_other(open_kiosk: Open, drawn: list[object]):
    kiosk = open_kiosk(3)
    kiosk.wait(0.5)
    drawn.clear()
    kiosk.app.screen.panels[1].fill = (1, 0, 0, 1)
    kiosk.frames()
    assert len(drawn) == 1


def test_a_score_that_counts_up_is_seen(open_kiosk: Open, drawn: list[object]):
    kiosk = open_kiosk(3)
    kiosk.wait(0.5)
    drawn.clear()
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))
    kiosk.wait(0.8)
    assert len(drawn) > 3


def test_a_picture_covers_its_box_in_whole_pixels(open_kiosk: Open):
    kiosk = open_kiosk(5, size=(720, 1280))
    for box in stills(kiosk):
        picture = box._shown
        left, bottom = picture.pos
        assert (left, bottom) == (int(left), int(bottom))
        assert tuple(picture.size) == tuple(box._picture.size)
        assert left <= box.x
        assert bottom <= box.y
        assert left + picture.size[0] >= box.right
        assert bottom + picture.size[1] >= box.top
