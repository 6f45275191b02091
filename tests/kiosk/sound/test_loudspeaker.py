"""Sounds in the running kiosk: of what, when, and what if there is no sound card."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fingers import Kiosk
from loud import open_now, signs, wait_until

from companion.game.commands import ClaimRoute, Finish, Pass, Redo, Reveal, TicketFace, Undo
from kiosk.settings.file import Settings, from_data, load
from kiosk.sound.loudspeaker import CARD_RETRY_INTERVAL, CUE_TIMEOUT
from tests.gallery.pictures import ahead

SAMPLE = TicketFace("luanda", "cape-town", 9)  # a sample: nobody knows the real ones
COAST = "cape-town--port-elizabeth--1"
Open = Callable[..., Kiosk]


def sounding(kiosk: Kiosk) -> set[str]:
    clips = kiosk.app.loudspeaker._clips
    return {sound for sound, clip in clips.items() if clip.state == "play"}


@pytest.fixture
def loud(open_kiosk: Open, sound_card: object) -> Kiosk:
    """Two players, and every sound ready."""
    kiosk = open_kiosk(players=2, settings=Settings(sounds="on"))
    open_now(kiosk)
    wait_until(kiosk, lambda: kiosk.app.loudspeaker.is_ready)
    return kiosk


def test_what_was_before_the_loudspeaker_is_not_heard(loud: Kiosk):
    assert sounding(loud) == set()


def test_a_turn_is_heard_and_a_refusal_once(loud: Kiosk):
    loud.referee.submit(Pass())
    wait_until(loud, lambda: sounding(loud) == {"accepted"})
    wait_until(loud, lambda: sounding(loud) == set())
    loud.app.desk.submit(Redo(), loud.app.desk.moment())
    wait_until(loud, lambda: sounding(loud) == {"refused"})
    wait_until(loud, lambda: sounding(loud) == set())
    loud.app.desk.changed()  # it is still refused
    loud.frames()
    assert sounding(loud) == set()


def test_a_waiting_card_makes_no_sound(loud: Kiosk):
    loud.app.desk.card("train", loud.app.desk.moment())
    loud.frames()
    assert loud.app.desk.half.first == "train"
    assert sounding(loud) == set()


def test_the_winner_is_not_given_away_while_the_result_is_built_up(loud: Kiosk):
    loud.referee.submit(Finish())
    loud.frames()
    for seat in loud.referee.game.state.seats:
        wait_until(loud, lambda: sounding(loud) == set())
        loud.referee.submit(Reveal(seat.name, (SAMPLE,) * seat.tickets))
    loud.app.home()
    loud.frames()
    assert loud.app.screen.board is not None
    assert sounding(loud) == set()
    wait_until(loud, lambda: sounding(loud) == {"winner"})
    board = loud.app.screen.board  # it stays to be seen
    assert board.seconds >= board._unveiling.lasts


def test_a_result_that_is_taken_back_unseen_is_never_heard(loud: Kiosk):
    loud.referee.submit(Finish())
    for seat in loud.referee.game.state.seats:
        loud.referee.submit(Reveal(seat.name, (SAMPLE,) * seat.tickets))
    loud.referee.submit(Undo())
    loud.app.unveil()
    assert "winner" not in sounding(loud)


# --- without a sound card ---


def test_without_a_sound_card_it_is_silent_with_a_sign_and_the_game_goes_on(
    open_kiosk: Open, sound_card, caplog: pytest.LogCaptureFixture
):
    sound_card.pull_out()
    kiosk = open_kiosk(players=2, settings=Settings(sounds="on"))
    open_now(kiosk)
    wait_until(kiosk, lambda: bool(signs(kiosk)))
    ((icon, text),) = signs(kiosk)
    assert icon == "sound"
    assert text.startswith("No sound card found")
    wait_until(kiosk, lambda: kiosk.app.screen.has_signs)
    assert kiosk.app.desk.submit(ClaimRoute(COAST), kiosk.app.desk.moment())
    kiosk.frames()
    assert kiosk.app.screen_name == "table"
    assert [entry for entry in caplog.records if entry.levelname in ("ERROR", "CRITICAL")] == []


def test_a_card_that_is_plugged_in_later_is_found_by_a_later_turn(open_kiosk: Open, sound_card):
    sound_card.pull_out()
    kiosk = open_kiosk(players=2, settings=Settings(sounds="on"))
    open_now(kiosk)
    wait_until(kiosk, lambda: kiosk.app.loudspeaker.troubles() == ["no_card"])
    sound_card.plug_in()
    kiosk.referee.submit(Pass())
    assert kiosk.app.loudspeaker.troubles() == ["no_card"]  # it is not looked for every turn
    ahead.skip(CARD_RETRY_INTERVAL)
    kiosk.referee.submit(Pass())
    wait_until(kiosk, lambda: kiosk.app.loudspeaker.is_ready)
    kiosk.frames()
    assert signs(kiosk) == []
    assert not kiosk.app.screen.has_signs
    kiosk.referee.submit(Pass())
    assert sounding(kiosk) == {"accepted"}


def test_a_card_is_looked_for_at_once_when_the_setting_is_touched(open_kiosk: Open, sound_card):
    sound_card.pull_out()
    kiosk = open_kiosk(players=2, settings=Settings(sounds="on"))
    open_now(kiosk)
    wait_until(kiosk, lambda: kiosk.app.loudspeaker.troubles() == ["no_card"])
    sound_card.plug_in()
    kiosk.app.set(sounds="soft")
    wait_until(kiosk, lambda: sounding(kiosk) == {"accepted"})


def test_without_a_card_nothing_is_said_of_it_once_sounds_are_off(open_kiosk: Open, sound_card):
    sound_card.pull_out()
    kiosk = open_kiosk(players=2, settings=Settings(sounds="on"))
    open_now(kiosk)
    wait_until(kiosk, lambda: kiosk.app.loudspeaker.troubles() == ["no_card"])
    kiosk.app.set(sounds="off")
    kiosk.frames()
    assert signs(kiosk) == []


def test_what_nobody_wants_to_hear_any_more_is_not_heard(open_kiosk: Open, sound_card):
    """The card took long to be opened."""
    kiosk = open_kiosk(players=2, settings=Settings(sounds="on"))
    open_now(kiosk)
    kiosk.referee.submit(Pass())
    ahead.skip(CUE_TIMEOUT)
    wait_until(kiosk, lambda: kiosk.app.loudspeaker.is_ready)
    assert sounding(kiosk) == set()


# --- the setting ---


def test_what_is_chosen_is_heard_and_kept(open_kiosk: Open, sound_card, tmp_path: Path):
    file = tmp_path / "settings.json"
    kiosk = open_kiosk(settings_file=file)
    kiosk.app.set(sounds="soft")
    wait_until(kiosk, lambda: sounding(kiosk) == {"accepted"})
    assert kiosk.app.loudspeaker._clips["accepted"].volume < 0.5
    assert load(file).sounds == "soft"


def test_a_file_from_before_there_were_sounds_is_read_and_silent():
    before = Settings(theme="day", sounds="off", spoken=False, seen="")
    assert from_data({"theme": "day"}) == before
    assert from_data({"sounds": "loud", "spoken": 1}) == Settings(seen="")
    assert not Settings().is_heard
