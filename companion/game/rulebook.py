"""Every number of the game, with the key of its rule (R1-R24)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

MIN_PLAYERS: Final = 2  # R1
MAX_PLAYERS: Final = 5  # R1
TRAINS: Final = 45  # R1, of each player
COLORS: Final = ("blue", "red", "green", "yellow", "black")  # R1

TICKETS: Final = 48  # R2
TICKETS_KEPT_AT_START: Final = (2, 4)  # R2: fewest and most
TICKETS_DRAWN: Final = 4  # R10
TICKETS_DRAWN_CHOICES: Final = (3, 4)
# Editions that print a different number. (All other differences are wording: only the French text
# says outright that nobody can have both tracks, and the Russian one names the Globetrotter after
# the game.)
TICKETS_DRAWN_IN: Final[Mapping[str, int]] = {"ru": 3}  # R10
TICKET_POINTS: Final = (1, 99)  # lowest and highest printed value

CARDS_OF_TERRAIN: Final = 15  # R3, of each type
MARKET: Final = 2  # R3
CARDS_DRAWN: Final = 2  # R5, per turn; a face-up locomotive is a turn's only card

POINTS: Final = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}  # R7, by length
BOTH_TRACKS_FROM: Final = 4  # R8: with fewer players the second track closes
LONGEST_SHORT_ROUTE: Final = 3  # R9: one terrain card doubles up to this length, two above
LOCOMOTIVES: Final = 14  # R11, in the train deck

LAST_ROUND_AT: Final = 2  # R15: this many trains or fewer
FEW_TRAINS: Final = 5  # or fewer: that player can trigger the last round within a turn or two
GLOBETROTTER: Final = 10  # R17
TRACK_SPACES: Final = 100  # R21, of the scoring track around the board


class Terrain(StrEnum):
    """A type of terrain card (R3)."""

    DESERT = "desert"
    JUNGLE = "jungle"
    MOUNTAIN = "mountain"


TERRAINS: Final = tuple(Terrain)
TERRAIN_CARDS: Final = CARDS_OF_TERRAIN * len(TERRAINS)  # R3

TRAIN: Final = "train"
LOCOMOTIVE: Final = "locomotive"  # a face-up one; drawn blind it is a train card (R5)
CARDS: Final = (TRAIN, LOCOMOTIVE, *TERRAINS)  # cards that can be drawn (R5)

TERRAIN_OF: Final = {  # R4, by a route's colour
    "yellow": Terrain.DESERT,
    "orange": Terrain.DESERT,
    "red": Terrain.DESERT,
    "purple": Terrain.JUNGLE,
    "blue": Terrain.JUNGLE,
    "green": Terrain.JUNGLE,
    "white": Terrain.MOUNTAIN,
    "grey": Terrain.MOUNTAIN,
    "black": Terrain.MOUNTAIN,
}


def cards_to_double(length: int) -> int:
    """Return how many cards doubling a route of this length takes (R9)."""
    return 1 if length <= LONGEST_SHORT_ROUTE else 2


def marker(score: int) -> tuple[int, int]:
    """Return the space that a score's marker is on, and its lap around the track (R21)."""
    if score <= 0:
        return score, 0
    lap, space = divmod(score - 1, TRACK_SPACES)
    return space + 1, lap


class MarkerMove(NamedTuple):
    """A move of a score marker: its spaces, and the end of a lap that it passes."""

    start: int  # its space; negative: so many spaces before the start
    end: int
    passed: int | None  # 100, 200 ...; None if it stays in its lap
    is_back: bool  # after an undo or an amendment


def marker_move(old: int, new: int) -> MarkerMove:
    """Return how the marker moves from one score to another (R21)."""
    (start, lap_before), (end, lap) = marker(old), marker(new)
    passed = None
    if lap > lap_before:
        passed = lap * TRACK_SPACES
    elif lap < lap_before:
        ahead = lap + (2 if end == TRACK_SPACES else 1)  # moving back onto 100 does not pass it
        passed = ahead * TRACK_SPACES if ahead <= lap_before else None
    return MarkerMove(start, end, passed, new < old)
