"""The demonstration plays its whole game on the real screen, in whatever language it speaks."""

import re

import pytest
from counts import LONG
from fingers import Kiosk, seats

from companion.game.commands import Adjust, Finish, Reveal
from kiosk.demo import play_itself
from kiosk.settings.file import Settings
from tests.gallery.pictures import FRAME, ahead

SEEN = 5  # frames: nothing is shown for less


def plays_to_its_end(kiosk: Kiosk) -> set[str]:
    """Everything that was said on the way."""
    play_itself(kiosk.app)
    said: set[str] = set()
    for number in range(20_000):  # how long it takes is nobody's promise
        ahead.skip(FRAME)
        kiosk.frames(1)
        if number % SEEN == 0:
            said.update(kiosk.texts())
        if kiosk.app.screen_name == "final":
            break
    assert kiosk.app.screen_name == "final", (kiosk.app.screen_name, kiosk.texts())
    assert kiosk.referee.game.state.phase == "over"
    return said


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(not LONG, reason="it plays in another language below")
def test_the_demonstration_plays_a_game_to_its_end():
    kiosk = Kiosk()
    try:
        plays_to_its_end(kiosk)
    finally:
        kiosk.close()


FORMS = {  # of trains to lay, and of the points of winners
    "pl": ("1 wagonik", "2 wagoniki", "1 punkt", "2 punkty", "5 punktów", "22 punkty"),
    "ru": ("1 вагон", "2 вагона", "1 очко", "2 очка", "5 очков", "22 очка"),
}


def of_a_game_won_with(kiosk: Kiosk, points: int) -> set[str]:
    kiosk.referee.submit(seats(2))
    names = [seat.name for seat in kiosk.referee.game.state.seats]
    kiosk.referee.submit(Adjust("-", names[0], score=points, tickets=0))
    kiosk.referee.submit(Adjust("-", names[1], tickets=0))
    kiosk.referee.submit(Finish())
    for name in names:
        kiosk.referee.submit(Reveal(name, ()))
    kiosk.app.home()
    kiosk.wait(6)
    return set(kiosk.texts())


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", FORMS if LONG else ["ru"])
def test_a_whole_game_by_touch_in_a_language_with_three_plural_forms(language: str):
    kiosk = Kiosk(settings=Settings(language=language))
    try:
        said = plays_to_its_end(kiosk)
        for points in (1, 2, 5, 22):
            said |= of_a_game_won_with(kiosk, points)
        for form in FORMS[language]:
            assert any(re.search(rf"\b{form}\b", text) for text in said), form
        assert not any("{" in text for text in said)
    finally:
        kiosk.close()
