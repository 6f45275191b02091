"""The kiosk's sounds: notes as data, synthesized as soft chimes on first use."""

import io
import math
import wave
from array import array
from dataclasses import dataclass
from typing import Final

RATE: Final = 44100  # samples per second
LOUDEST: Final = 0.6  # of full scale: prevents clipping, and makes all sounds equally loud
ATTACK_SECONDS: Final = 0.008  # seconds of fade-in, to prevent clicks
RELEASE_SECONDS: Final = 0.05  # seconds of fade-out
SECOND, THIRD = 0.35, 0.12  # amplitudes of the overtones
DYING: Final = 4.0  # exponent of a note's decay


@dataclass(frozen=True, slots=True)
class Note:
    """A pitch in hertz, with start and end in seconds."""

    pitch: float
    begins: float
    ends: float


SOUNDS: Final = {
    "accepted": (Note(784.0, 0.0, 0.16), Note(1046.5, 0.08, 0.34)),
    "refused": (Note(311.1, 0.0, 0.22), Note(293.7, 0.16, 0.46)),
    "undo": (Note(1174.7, 0.0, 0.14), Note(880.0, 0.07, 0.21), Note(659.3, 0.14, 0.38)),
    "last_round": (Note(659.3, 0.0, 0.3), Note(523.3, 0.15, 0.42), Note(392.0, 0.3, 0.58)),
    "winner": (
        Note(523.3, 0.0, 0.4),
        Note(659.3, 0.14, 0.54),
        Note(784.0, 0.28, 0.68),
        Note(1046.5, 0.42, 1.1),
        Note(1318.5, 0.5, 1.1),
    ),
}


def wav(sound: str) -> bytes:
    """Return a sound as a WAV file: mono, 16 bits."""
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes(samples(sound).tobytes())
    return file.getvalue()


def samples(sound: str) -> "array[int]":
    """Return all notes of a sound, mixed."""
    notes = SOUNDS[sound]
    mixed = [0.0] * round(max(note.ends for note in notes) * RATE)
    for note in notes:
        begins = round(note.begins * RATE)
        for at, height in enumerate(_rung(note), begins):
            mixed[at] += height
    scale = LOUDEST * 0x7FFF / max(map(abs, mixed))
    return array("h", [round(height * scale) for height in mixed])


def _rung(note: Note) -> list[float]:
    count = round(note.ends * RATE) - round(note.begins * RATE)
    turn = math.tau * note.pitch / RATE
    return [_strength(at, count) * _wave(at * turn) for at in range(count)]


def _wave(angle: float) -> float:
    """Return a tone with two overtones; uses angle formulas for speed."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return sine * (1 + SECOND * 2 * cosine + THIRD * (3 - 4 * sine * sine))


def _strength(at: int, count: int) -> float:
    """Return the envelope: fade-in, decay and fade-out."""
    swelling = min(1.0, at / (ATTACK_SECONDS * RATE))
    going = min(1.0, (count - 1 - at) / (RELEASE_SECONDS * RATE))
    return swelling * going * math.exp(-DYING * at / count)
