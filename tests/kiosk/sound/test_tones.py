"""Sounds of our own: short, soft, and each to be told from the others."""

import io
import wave
from itertools import combinations

import pytest
from listening import likeness, loudest

from kiosk.sound.tones import RATE, SOUNDS, samples, wav

ALL = sorted(SOUNDS)
LONGEST = {"winner": 1.2}  # seconds; of any other less than 0.6


def test_there_is_a_sound_for_every_occasion():
    assert ALL == ["accepted", "last_round", "refused", "undo", "winner"]


@pytest.mark.parametrize("sound", ALL)
def test_a_sound_is_short_and_in_the_format_that_is_played(sound: str):
    with wave.open(io.BytesIO(wav(sound))) as file:
        form = file.getnchannels(), file.getsampwidth(), file.getframerate()
        assert form == (1, 2, 44100)
        assert 0.2 < file.getnframes() / RATE < LONGEST.get(sound, 0.6)


@pytest.mark.parametrize("sound", ALL)
def test_a_sound_is_not_clipped_and_begins_and_ends_softly(sound: str):
    heard = samples(sound)
    assert 0x7FFF // 2 < loudest(heard) < 0x7FFF * 3 // 4
    millisecond = RATE // 1000
    for edge in (heard[:millisecond], heard[-2 * millisecond :]):
        assert loudest(edge) < loudest(heard) / 5


@pytest.mark.parametrize(("one", "other"), [*combinations(ALL, 2)])
def test_no_two_sounds_are_alike(one: str, other: str):
    assert abs(likeness(samples(one), samples(other))) < 0.5
