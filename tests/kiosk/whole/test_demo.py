"""The demonstration plays its whole game on the real screen."""

import pytest
from fingers import Kiosk

from kiosk.demo import play_itself
from tests.gallery.pictures import FRAME, ahead


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_demonstration_plays_a_game_to_its_end():
    kiosk = Kiosk()
    try:
        play_itself(kiosk.app)
        for _ in range(20_000):  # how long it takes is nobody's promise
            ahead.skip(FRAME)
            kiosk.frames(1)
            if kiosk.app.shown == "final":
                break
        assert kiosk.app.shown == "final", (kiosk.app.shown, kiosk.texts())
        assert kiosk.referee.game.state.phase == "over"
    finally:
        kiosk.close()
