"""Opacity and vertices of the board's tracks, independent of Kivy."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.game.board.board import Board
from companion.game.rulebook import BOTH_TRACKS_FROM
from companion.game.state import State
from kiosk.map.geometry import SPACE_WIDTH, Picture, Point, Space, Track

FULL: Final = 1.0
TAKEN: Final = 0.18  # below the owner's marks, which need contrast
FAINT: Final = 0.24
TAKEN_ASIDE: Final = 0.1
MARKED_ASIDE: Final = 0.9  # of marks

_PATTERN_FROM: Final = 5.0  # minimum width of a track in units: below, a pattern is a blur


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a track is drawn."""

    track: Track
    strength: float
    owner: str | None  # the owner's colour
    closed: bool
    aside: bool  # not at the picked city


def strokes(picture: Picture, state: State | None, city: str | None) -> list[Stroke]:
    """Return all tracks; if a city is picked, those that do not end there are faint."""
    return [_stroke(picture.board, track, state, city) for track in picture.tracks.values()]


def _stroke(board: Board, track: Track, state: State | None, city: str | None) -> Stroke:
    owner, closed = None, False
    if state is not None:
        seat = state.owners.get(track.route.id)
        owner = None if seat is None else state.seats[seat].color
        closed = owner is None and _is_closed(board, state, track.route.id)
    aside = city is not None and city not in track.route.ends
    return Stroke(track, _strength(owner, closed=closed, aside=aside), owner, closed, aside)


def _strength(owner: str | None, *, closed: bool, aside: bool) -> float:
    if owner:
        return TAKEN_ASIDE if aside else TAKEN
    return FAINT if aside or closed else FULL


def _is_closed(board: Board, state: State, route: str) -> bool:
    """Whether it is closed because the other track of the double route is taken (R8)."""
    return board.twins.get(route) in state.owners and len(state.seats) < BOTH_TRACKS_FROM


def patterned(strokes: Iterable[Stroke], scale: float) -> dict[str, list[Space]]:
    """Return the spaces of free tracks by colour; `scale` is in units per board unit."""
    spaces: dict[str, list[Space]] = defaultdict(list)
    if SPACE_WIDTH * scale >= _PATTERN_FROM:
        for stroke in strokes:
            if stroke.strength == FULL:
                spaces[stroke.track.route.color] += stroke.track.spaces
    return spaces


MARGIN: Final = 2.5  # empty border of a texture, on a grid of 24, for soft edges
_OUTER: Final = 24 / (24 - 2 * MARGIN)  # a texture's size relative to its content

Corners = tuple[list[float], list[int]]  # x, y, u, v of each vertex; three indices per triangle


def bars(spaces: Iterable[Space], width: float = SPACE_WIDTH) -> Corners:
    """Return the vertices of spaces; in three parts, which keep round ends round at any length."""
    vertices: list[float] = []
    indices: list[int] = []
    for space in spaces:
        turn = math.radians(space.angle)
        ax, ay = math.cos(turn), math.sin(turn)
        side = width / 2 * _OUTER
        half = space.length / 2 + side - width / 2
        cap = min(side, half)
        first = len(vertices) // 4
        for along, u in ((-half, 0.0), (cap - half, 0.5), (half - cap, 0.5), (half, 1.0)):
            x, y = space.x + along * ax, space.y + along * ay
            vertices += (x - side * ay, y + side * ax, u, 0.0, x + side * ay, y - side * ax, u, 1.0)
        for at in (first, first + 2, first + 4):
            indices += (at, at + 1, at + 2, at + 1, at + 2, at + 3)
    return vertices, indices


def tiles(spaces: Iterable[Space], width: float = SPACE_WIDTH) -> Corners:
    """Return a texture repeated along each space, in about square tiles."""
    vertices: list[float] = []
    indices: list[int] = []
    for space in spaces:
        turn = math.radians(space.angle)
        ax, ay = math.cos(turn), math.sin(turn)
        count = max(1, round(space.length / width))
        side, long = width / 2, space.length / count
        for number in range(count):
            at = len(vertices) // 4
            for u in (0, 1):
                along = (number + u) * long - space.length / 2
                x, y = space.x + along * ax, space.y + along * ay
                vertices += (x + side * ay, y - side * ax, u, 0, x - side * ay, y + side * ax, u, 1)
            indices += (at, at + 1, at + 2, at + 1, at + 2, at + 3)
    return vertices, indices


def squares(points: Sequence[Point], side: float) -> Corners:
    """Return a texture of this size, without its border, around each point."""
    half = side / 2 * _OUTER
    vertices: list[float] = []
    indices: list[int] = []
    for x, y in points:
        at = len(vertices) // 4
        vertices += (x - half, y - half, 0, 0, x + half, y - half, 1, 0)
        vertices += (x + half, y + half, 1, 1, x - half, y + half, 0, 1)
        indices += (at, at + 1, at + 2, at, at + 2, at + 3)
    return vertices, indices


def struck_out(track: Track) -> Space:
    """Return a line along a closed track."""
    (ax, ay), (bx, by) = track.start, track.end
    length, angle = math.dist(track.start, track.end), track.spaces[0].angle
    return Space((ax + bx) / 2, (ay + by) / 2, length, angle)
