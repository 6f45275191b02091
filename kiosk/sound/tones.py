"""The sounds of the kiosk: notes as data, rung like a soft chime, made when first wanted."""

import io
import math
import wave
from array import array
from dataclasses import dataclass
from typing import Final

RATE: Final = 44100  # samples a second
LOUDEST: Final = 0.6  # of what fits: nothing is clipped, and no sound is louder than another
ATTACK_SECONDS: Final = 0.008  # seconds until a note is there: a sudden one would click
RELEASE_SECONDS: Final = 0.05  # seconds in which it goes
SECOND, THIRD = 0.35, 0.12  # how strong the overtones of a note are
DYING: Final = 4.0  # how much quieter a note ends than it began, as a power of e


@dataclass(frozen=True, slots=True)
class Note:
    """A pitch in hertz, and from when to when it rings, in seconds."""

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
    """A sound as the file that everyone can play: mono, 16 bits."""
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes(samples(sound).tobytes())
    return file.getvalue()


def samples(sound: str) -> "array[int]":
    """All notes of a sound, over one another."""
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
    """A tone with its second and third overtone, by their double and triple angles: quickly."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return sine * (1 + SECOND * 2 * cosine + THIRD * (3 - 4 * sine * sine))


def _strength(at: int, count: int) -> float:
    """It swells, dies away, and has gone when the note ends."""
    swelling = min(1.0, at / (ATTACK_SECONDS * RATE))
    going = min(1.0, (count - 1 - at) / (RELEASE_SECONDS * RATE))
    return swelling * going * math.exp(-DYING * at / count)
