"""What the kiosk really plays, read back from SDL: it writes to a file what a card would get."""

import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest
from listening import apart, likeness, loudest

from kiosk.sound.tones import SOUNDS, samples

PROGRAM = Path(__file__).with_name("sounding.py")
ROOT = Path(__file__).parents[3]


def play(file: Path, *settings: str) -> str:
    """Run the kiosk with these settings; what it loaded for that."""
    disk = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(file)}
    command = [sys.executable, str(PROGRAM), *settings]
    ended = subprocess.run(
        command, env={**os.environ, **disk}, cwd=ROOT, capture_output=True, text=True, timeout=240
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> list[list[int]]:
    """Everything that the end of a game sounds like, one after the other."""
    file = tmp_path_factory.mktemp("sounds") / "played.raw"
    play(file, "on")
    return apart(played(file))


def played(file: Path) -> "array[int]":
    both = array("h", file.read_bytes())
    assert both[0::2] == both[1::2]  # the same on the left and on the right
    return both[0::2]


def name(sound: list[int]) -> str:
    """The sound that it is, but for a sample or two in which it is too soft to be found."""
    likely = {known: likeness(sound, trimmed(known)) for known in SOUNDS}
    best = max(likely, key=likely.__getitem__)
    assert likely[best] > 0.95, likely
    return best


def trimmed(known: str) -> list[int]:
    (sound,) = apart(samples(known))
    return sound


def test_every_occasion_of_a_game_is_heard_once_in_its_order(heard: list[list[int]]):
    assert [name(sound) for sound in heard] == [
        *("last_round", "undo", "accepted", "refused"),
        *("accepted", "accepted", "winner"),  # play is ended, the first and the last tickets
        *("accepted", "accepted"),  # chosen: soft, on; off is heard no more
    ]


def test_no_sound_is_clipped_or_long(heard: list[list[int]]):
    for sound in heard:
        assert loudest(sound) < 0x7FFF * 3 // 4
        assert len(sound) / 44100 < (1.2 if name(sound) == "winner" else 0.6)


def test_soft_is_quieter_than_on_and_still_heard(heard: list[list[int]]):
    soft, on = (loudest(sound) for sound in heard[-2:])
    assert on / 5 < soft < on / 2


def test_off_opens_no_sound_card_and_loads_nothing(tmp_path: Path):
    file = tmp_path / "played.raw"
    loaded = play(file, "off")
    assert loaded == "\n"
    assert not file.exists()


def test_espeak_is_heard_through_the_card_and_no_sound_is_made_for_it(tmp_path: Path):
    """What is spoken: the last round, undone, the end of play, the winner."""
    file = tmp_path / "played.raw"
    play(file, "off", "spoken")
    heard = played(file)
    assert 0x7FFF // 10 < loudest(heard) < 0x7FFF
    assert sum(abs(sample) > 300 for sample in heard) > 44100  # more than a second of it
    assert all(abs(likeness(sound, trimmed("accepted"))) < 0.5 for sound in apart(heard))
