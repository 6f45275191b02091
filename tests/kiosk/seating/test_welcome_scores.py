"""The first screen tells how the game stands that would go on."""

from collections.abc import Callable

import pytest
from fingers import SIZES, Kiosk

from companion.game.commands import ClaimRoute
from kiosk import screens
from kiosk.settings.file import Settings

Open = Callable[..., Kiosk]
STANDS = "Anna\N{NO-BREAK SPACE}4 · Ben\N{NO-BREAK SPACE}0"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("hidden", [False, True])
def test_scores_are_shown_unless_they_are_hidden(
    open_kiosk: Open, size: tuple[int, int], hidden: bool
):
    kiosk = open_kiosk(2, size=size, settings=Settings(hidden_scores=hidden))
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))
    kiosk.app.go(screens.welcome)
    kiosk.frames()
    assert kiosk.sees("Continue")
    assert kiosk.sees(STANDS) is not hidden
