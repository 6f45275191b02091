"""Geometry of routes and places in board units, independent of Kivy.

The origin is at the bottom left, as on the screen; the board's data has it at the top left.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.game.board.board import Board, Route

WIDTH, HEIGHT = 2550.0, 3799.0  # of the printed board
SPACE_WIDTH: Final = 34.0
TRACK_DISTANCE: Final = 46.0  # between the tracks of a double route
NODE_RADIUS: Final = 26.0
_GAP: Final = 8.0  # between spaces

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a route: a bar around its centre, rotated by an angle in degrees."""

    x: float
    y: float
    length: float
    angle: float


@dataclass(frozen=True, slots=True)
class Track:
    """A route's track on the map."""

    route: Route
    start: Point
    end: Point
    spaces: tuple[Space, ...]

    @property
    def signs(self) -> list[Point]:
        """Positions of a ferry's locomotives; at the other end on a second track."""
        count = self.route.ferry_locomotives
        spaces = self.spaces[:count] if self.route.track == 1 else self.spaces[::-1][:count]
        return [(space.x, space.y) for space in spaces]

    def distance(self, point: Point) -> float:
        """Return a point's distance from the track."""
        return _distance_to_line(point, self.start, self.end)


class Picture:
    """All places and tracks of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.points: dict[str, Point] = {
            location.id: (location.x * WIDTH, (1 - location.y) * HEIGHT)
            for location in board.locations.values()
        }
        self.tracks = {route.id: self._track(route) for route in board.routes.values()}

    def _track(self, route: Route) -> Track:
        start, end = self.points[route.a], self.points[route.b]
        if route.double:
            side = TRACK_DISTANCE / 2 * (1 if route.track == 1 else -1)
            start, end = _beside(start, end, side)
        start, end = _shortened(start, end, NODE_RADIUS)
        return Track(route, start, end, _spaces(start, end, route.length))

    @cached_property
    def covered(self) -> list[Point]:
        """Points along all tracks, which names should not cover."""
        return [
            (
                track.start[0] + (track.end[0] - track.start[0]) * step / steps,
                track.start[1] + (track.end[1] - track.start[1]) * step / steps,
            )
            for track in self.tracks.values()
            for steps in (3 * track.route.length,)
            for step in range(steps + 1)
        ]

    def near(self, point: Point, among: Collection[str] | None = None) -> list[tuple[float, str]]:
        """Return places with their distances from a point, nearest first."""
        names = self.points if among is None else among
        return sorted((math.dist(self.points[name], point), name) for name in names)

    def tracks_at(self, location: str) -> list[Track]:
        """Return the tracks that end at a place."""
        return [track for track in self.tracks.values() if location in track.route.ends]

    def far_ends(self, location: str) -> dict[str, tuple[str, ...]]:
        """Return the far ends of a place's routes, each with those routes."""
        ends: dict[str, tuple[str, ...]] = {}
        for track in self.tracks_at(location):
            route = track.route
            other = route.other_end(location)
            ends[other] = (*ends.get(other, ()), route.id)
        return ends


_pictures: dict[str, Picture] = {}


def picture_of(board: Board) -> Picture:
    """Return the geometry of a board; caches the last one."""
    picture = _pictures.get(board.fingerprint)
    if picture is None:
        _pictures.clear()
        picture = _pictures[board.fingerprint] = Picture(board)
    return picture


def _beside(start: Point, end: Point, side: float) -> tuple[Point, Point]:
    """Return a parallel line."""
    length = math.dist(start, end)
    across = (start[1] - end[1]) / length * side, (end[0] - start[0]) / length * side
    return (
        (start[0] + across[0], start[1] + across[1]),
        (end[0] + across[0], end[1] + across[1]),
    )


def _shortened(start: Point, end: Point, by: float) -> tuple[Point, Point]:
    """Return the line, shortened at each end by at most a quarter."""
    length = math.dist(start, end)
    share = min(by, length / 4) / length
    dx, dy = (end[0] - start[0]) * share, (end[1] - start[1]) * share
    return (start[0] + dx, start[1] + dy), (end[0] - dx, end[1] - dy)


def _spaces(start: Point, end: Point, count: int) -> tuple[Space, ...]:
    length = math.dist(start, end) / count
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    bar = max(length - _GAP, length / 2)
    return tuple(
        Space(
            x=start[0] + (end[0] - start[0]) * (number + 0.5) / count,
            y=start[1] + (end[1] - start[1]) * (number + 0.5) / count,
            length=bar,
            angle=angle,
        )
        for number in range(count)
    )


def _distance_to_line(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + along * dx, start[1] + along * dy))
