"""Spoken announcements: what espeak-ng is told, in which order, and when it is silenced."""

import io
import os
import subprocess
import sys
import threading
import time
import wave
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest
from fingers import Kiosk
from loud import PATIENCE, Voice, open_now, signs, wait_until

from companion.game.commands import Adjust, ClaimRoute, Object, Pass, Undo
from companion.words import LANGUAGES
from kiosk import screens
from kiosk.settings.file import Settings, load
from kiosk.settings.screen import ChoiceTile
from kiosk.sound import speech
from kiosk.sound.speech import Utterance

ROOT = Path(__file__).parents[3]
COAST, OTHER = "cape-town--port-elizabeth--1", "bloemfontein--cape-town"
Open = Callable[..., Kiosk]


@pytest.fixture
def voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound_card: object) -> Voice:
    voice = Voice(tmp_path)
    voice.speaks(0.2)
    monkeypatch.setenv("PATH", f"{voice.folder}:{os.environ['PATH']}")
    return voice


@pytest.fixture
def speaking(open_kiosk: Open, voice: Voice) -> Kiosk:
    """Two players, and announcements are spoken."""
    return spoken_to(open_kiosk)


def spoken_to(open_kiosk: Open, **settings: object) -> Kiosk:
    kiosk = open_kiosk(players=2, settings=Settings(spoken=True, **settings))
    open_now(kiosk)
    wait_until(kiosk, lambda: kiosk.app.loudspeaker.is_ready)
    return kiosk


def claim(kiosk: Kiosk, route: str = COAST) -> None:
    assert kiosk.app.desk.submit(ClaimRoute(route), kiosk.app.desk.moment())


def is_silent(kiosk: Kiosk) -> bool:
    said = kiosk.app.loudspeaker._speech
    return said._saying is None and said._clip is None


# --- what is told ---


def test_what_was_scored_is_spoken_in_the_order_of_the_turns(speaking: Kiosk, voice: Voice):
    claim(speaking)
    wait_until(speaking, lambda: is_silent(speaking))
    claim(speaking, OTHER)
    wait_until(speaking, lambda: is_silent(speaking))
    points = speaking.referee.board.routes[OTHER].points
    assert voice.told == [
        "en|Anna: 4 points, marker to 4.",
        f"en|Ben: {points} points, marker to {points}.",
    ]
    assert signs(speaking) == []


def test_at_most_one_waits_and_the_newest_takes_its_place(speaking: Kiosk, voice: Voice):
    for player in ("Anna", "Ben", "Anna"):
        seat = [seat.name for seat in speaking.referee.game.state.seats].index(player)
        assert seat == speaking.referee.game.state.player
        free = (route for route in speaking.referee.board.routes.values() if route.points == 2)
        claim(speaking, next(r.id for r in free if not speaking.referee.worth(r.id).refusal))
    assert voice.told == []  # nobody waited for it
    wait_until(speaking, lambda: is_silent(speaking))
    assert voice.told == ["en|Anna: 2 points, marker to 2.", "en|Anna: 2 points, marker to 4."]


def test_a_turn_without_a_sentence_leaves_alone_what_is_spoken(speaking: Kiosk, voice: Voice):
    voice.speaks(5)
    claim(speaking)
    wait_until(speaking, lambda: speaking.app.loudspeaker._speech._clip is not None)
    speaking.referee.submit(Pass())
    speaking.referee.submit(Object(2, "Ben"))
    speaking.frames()
    assert not is_silent(speaking)


def test_hidden_scores_are_not_spoken(open_kiosk: Open, voice: Voice):
    kiosk = spoken_to(open_kiosk, hidden_scores=True)
    claim(kiosk)
    wait_until(kiosk, lambda: is_silent(kiosk))
    assert voice.told == ["en|Anna: Cape Town - Port Elizabeth"]


def test_the_voice_is_that_of_the_language(open_kiosk: Open, voice: Voice):
    kiosk = spoken_to(open_kiosk, language="pl")
    claim(kiosk)
    wait_until(kiosk, lambda: is_silent(kiosk))
    assert [told.partition("|")[0] for told in voice.told] == ["pl"]


def test_with_sounds_on_too_both_are_heard(open_kiosk: Open, voice: Voice):
    kiosk = spoken_to(open_kiosk, sounds="soft")
    claim(kiosk)
    assert kiosk.app.loudspeaker._clips["accepted"].state == "play"
    wait_until(kiosk, lambda: len(voice.told) == 1)


def test_nothing_is_left_open_of_what_was_spoken_or_silenced(speaking: Kiosk, voice: Voice):
    claim(speaking)
    wait_until(speaking, lambda: is_silent(speaking))
    before = open_in_memory()
    for _ in range(5):
        speaking.referee.submit(Undo())
        claim(speaking)
    wait_until(speaking, lambda: is_silent(speaking))
    wait_until(speaking, lambda: open_in_memory() == before)
    wait_until(speaking, lambda: not voice.is_running())


def open_in_memory() -> int:
    opened = (os.path.realpath(entry) for entry in Path("/proc/self/fd").iterdir())
    return sum(file.startswith("/memfd:") for file in opened)


# --- what is no longer so is silenced ---


@pytest.mark.parametrize(
    ("change", "then"),
    [
        (Undo(), "en|Undone.//Anna: marker to 0."),
        (Adjust(why="a test", player="Anna", score=2), "en|Anna: marker to 6."),
    ],
)
def test_a_correction_ends_the_program_that_speaks_and_what_waits(
    speaking: Kiosk, voice: Voice, change, then: str
):
    voice.does("exec sleep 600")
    claim(speaking)
    wait_until(speaking, lambda: len(voice.told) == 1)
    claim(speaking, OTHER)  # it waits
    assert voice.is_running()
    voice.speaks(0.2)
    speaking.referee.submit(Undo())
    wait_until(speaking, lambda: len(voice.told) == 2)
    speaking.referee.submit(change)
    wait_until(speaking, lambda: is_silent(speaking))
    wait_until(speaking, lambda: not voice.is_running())
    assert voice.told[0] == "en|Anna: 4 points, marker to 4."
    assert voice.told[-1] == then
    assert not any("Ben: " in told and "points" in told for told in voice.told)


def test_undo_is_heard_at_once_in_the_middle_of_a_sentence(speaking: Kiosk, voice: Voice):
    voice.speaks(60)
    claim(speaking)
    wait_until(speaking, lambda: speaking.app.loudspeaker._speech._clip is not None)
    clip = speaking.app.loudspeaker._speech._clip
    assert clip.state == "play"
    speaking.referee.submit(Undo())
    assert clip.state == "stop"
    wait_until(speaking, lambda: voice.told[1:] == ["en|Undone.//Anna: marker to 0."])


def test_turned_off_it_is_silent_at_once(speaking: Kiosk, voice: Voice):
    voice.speaks(60)
    claim(speaking)
    wait_until(speaking, lambda: speaking.app.loudspeaker._speech._clip is not None)
    speaking.app.set(spoken=False)
    assert is_silent(speaking)
    speaking.referee.submit(Undo())
    assert is_silent(speaking)


def test_the_program_is_ended_with_the_app(speaking: Kiosk, voice: Voice):
    voice.does("exec sleep 600")
    claim(speaking)
    wait_until(speaking, lambda: len(voice.told) == 1)
    speaking.app.stop()
    wait_until_ended(voice)


LEAVES = """
import sys, time
from pathlib import Path
from kiosk.sound.speech import Speech
Speech(post=len, load=len, tell=dict).say("a sentence", "en")
while not Path(sys.argv[1]).exists():
    time.sleep(0.01)
sys.exit(3)
"""


def test_the_program_is_ended_where_nothing_is_closed(voice: Voice):
    voice.does("exec sleep 600")
    ended = subprocess.run([sys.executable, "-c", LEAVES, str(voice.record)], cwd=ROOT, timeout=60)
    assert ended.returncode == 3
    wait_until_ended(voice)


def wait_until_ended(voice: Voice) -> None:
    patience = time.monotonic() + PATIENCE
    while voice.is_running():
        assert time.monotonic() < patience
        time.sleep(0.01)


# --- what can go wrong ---


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("exit 3", "espeak-ng failed"),
        ("kill -SEGV $$", "espeak-ng failed"),
        ("exit 0", "espeak-ng failed"),  # and has written nothing
        ('echo no sound > "$6"; exit 0', "espeak-ng failed"),
        ('head -c 5000 /dev/urandom > "$6"', "espeak-ng failed"),
        ("exec sleep 600", "espeak-ng isn't responding"),
    ],
)
def test_a_speaker_that_fails_is_a_sign_until_one_speaks_and_the_game_goes_on(
    speaking: Kiosk, voice: Voice, monkeypatch: pytest.MonkeyPatch, does: str, says: str
):
    monkeypatch.setattr(speech, "SPEECH_TIMEOUT", 0.3)
    voice.does(does)
    claim(speaking)
    wait_until(speaking, lambda: speaking.app.screen.has_signs)
    ((icon, text),) = signs(speaking)
    assert icon == "sound"
    assert text.startswith(says)
    assert speaking.app.screen_name == "table"
    voice.speaks(0.2)
    monkeypatch.setattr(speech, "SPEECH_TIMEOUT", 10)
    claim(speaking, OTHER)
    wait_until(speaking, lambda: signs(speaking) == [])
    wait_until(speaking, lambda: not speaking.app.screen.has_signs)


def test_what_waits_for_a_speaker_that_hangs_is_not_said_too_late(
    speaking: Kiosk, voice: Voice, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(speech, "SPEECH_TIMEOUT", 0.3)
    voice.does("exec sleep 600")
    claim(speaking)
    claim(speaking, OTHER)
    wait_until(speaking, lambda: is_silent(speaking))
    assert len(voice.told) == 1
    wait_until(speaking, lambda: not voice.is_running())


def test_without_espeak_it_is_silent_and_says_what_to_install(
    speaking: Kiosk, voice: Voice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("PATH", str(tmp_path))
    claim(speaking)
    wait_until(speaking, lambda: bool(signs(speaking)))
    ((icon, text),) = signs(speaking)
    assert icon == "sound"
    assert text.endswith("sudo apt-get install espeak-ng")
    assert speaking.referee.seq == 2


def test_without_a_sound_card_nobody_is_asked_to_speak(open_kiosk: Open, voice: Voice, sound_card):
    sound_card.pull_out()
    kiosk = open_kiosk(players=2, settings=Settings(spoken=True))
    open_now(kiosk)
    wait_until(kiosk, lambda: kiosk.app.loudspeaker.troubles() == ["no_card"])
    claim(kiosk)
    kiosk.frames()
    assert is_silent(kiosk)
    assert voice.told == []


# --- the setting ---


def tap_in_settings(kiosk: Kiosk, setting: str, value: object) -> None:
    (tile,) = (
        tile
        for tile in kiosk.app.screen.walk(restrict=True)
        if isinstance(tile, ChoiceTile) and (tile.setting, tile.choice.value) == (setting, value)
    )
    kiosk.app.screen.ids.rows.reveal(tile)
    kiosk.frames()
    kiosk.tap(tile)


def test_it_is_offered_where_espeak_is_found_and_what_is_chosen_is_heard_and_kept(
    open_kiosk: Open, voice: Voice, tmp_path: Path
):
    kiosk = open_kiosk(players=2, settings_file=tmp_path / "settings.json")
    kiosk.app.go(screens.settings)
    kiosk.frames()
    tap_in_settings(kiosk, "spoken", True)
    wait_until(kiosk, lambda: voice.told == ["en|Spoken announcements are on."])
    assert load(tmp_path / "settings.json").spoken
    assert load(tmp_path / "settings.json").sounds == "off"


def test_where_espeak_is_missing_the_row_says_what_to_install(
    open_kiosk: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("PATH", str(tmp_path))
    kiosk = open_kiosk()
    kiosk.app.go(screens.settings)
    kiosk.frames()
    assert kiosk.sees("First, in a terminal: sudo apt-get install espeak-ng")
    assert "spoken" not in offered(kiosk)
    kiosk.app.set(spoken=True)  # as it was before espeak-ng was removed
    kiosk.frames()
    assert kiosk.sees("First, in a terminal: sudo apt-get install espeak-ng")
    assert "spoken" in offered(kiosk)


def offered(kiosk: Kiosk) -> set[str]:
    return {tile.setting for tile in kiosk.widgets(ChoiceTile)}


# --- the real one ---


def said_by_espeak(text: str, language: str) -> tuple[str, bytes]:
    """What became of it, and the file that was spoken."""
    done = threading.Event()
    saying = Utterance(text, language, lambda saying: done.set())
    assert done.wait(20)
    try:
        return saying.trouble, os.pread(saying.file, 10_000_000, 0)
    finally:
        saying.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_espeak_speaks_every_language_of_the_rulebook(language: str):
    trouble, spoken = said_by_espeak("Łukasz, Дима: 8, 42.", language)
    assert trouble == ""
    assert seconds(spoken) > 1


def test_every_language_has_a_voice_of_its_own():
    spoken = {said_by_espeak("Anna: 8, 42.", language)[1] for language in LANGUAGES}
    assert len(spoken) == len(LANGUAGES)


def test_a_language_without_a_voice_is_spoken_in_english():
    assert said_by_espeak("42", "tlh-unknown") == said_by_espeak("42", "en")


def test_a_name_is_text_and_never_an_option(tmp_path: Path):
    trouble, spoken = said_by_espeak(f"-w {tmp_path}/stolen --version", "en")
    assert trouble == ""
    assert seconds(spoken) > 1
    assert list(tmp_path.iterdir()) == []


def seconds(spoken: bytes) -> float:
    """How long a file of sound is in which something is to be heard."""
    with wave.open(io.BytesIO(spoken)) as file:
        samples = array("h", file.readframes(file.getnframes()))
        assert max(samples) > 1000
        return file.getnframes() / file.getframerate()
