"""Every number of the game, each with the key of the rule that gives it (R1-R24)."""

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
# Where the rules of a language print another number. (What else differs between editions is only
# how it is said: the French text alone says outright that nobody may have both tracks, and the
# Russian one calls the Globetrotter by the name of the game.)
TICKETS_DRAWN_IN: Final[Mapping[str, int]] = {"ru": 3}  # R10
TICKET_POINTS: Final = (1, 99)  # what a printed value can be

CARDS_OF_TERRAIN: Final = 15  # R3, of each type
MARKET: Final = 2  # R3
CARDS_DRAWN: Final = 2  # R5, in one turn; an open locomotive is the only one of its turn

POINTS: Final = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}  # R7, by length
BOTH_TRACKS_FROM: Final = 4  # R8: with fewer players the second track closes
LONGEST_SHORT_ROUTE: Final = 3  # R9: up to here one terrain card doubles, above it two
LOCOMOTIVES: Final = 14  # R11, in the train deck

LAST_ROUND_AT: Final = 2  # R15: this many trains or fewer
FEW_TRAINS: Final = 5  # or fewer: the last round may begin with that player's next turn or two
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
CARDS: Final = (TRAIN, LOCOMOTIVE, *TERRAINS)  # what a turn can draw (R5)

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
    """How many cards doubling a route of this length takes (R9)."""
    return 1 if length <= LONGEST_SHORT_ROUTE else 2


def marker(score: int) -> tuple[int, int]:
    """The space a score's marker stands on, and its lap around the track (R21)."""
    if score <= 0:
        return score, 0
    lap, space = divmod(score - 1, TRACK_SPACES)
    return space + 1, lap


class MarkerMove(NamedTuple):
    """How a score marker moves: between which spaces, and the end of a lap that it passes."""

    start: int  # the space it stands on; below 0 so many before the start
    end: int
    passed: int | None  # 100, 200 ...; None where it stays in its lap
    is_back: bool  # by an undo, or an amendment


def marker_move(old: int, new: int) -> MarkerMove:
    """How the marker moves from one score to another (R21)."""
    (start, lap_before), (end, lap) = marker(old), marker(new)
    passed = None
    if lap > lap_before:
        passed = lap * TRACK_SPACES
    elif lap < lap_before:
        ahead = lap + (2 if end == TRACK_SPACES else 1)  # to step back onto 100 is not to pass it
        passed = ahead * TRACK_SPACES if ahead <= lap_before else None
    return MarkerMove(start, end, passed, new < old)
