"""The printed board as data, validated when it is loaded."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from companion.game.rulebook import LOCOMOTIVES, POINTS, TERRAIN_OF, Terrain

KINDS = ("city", "country", "junction")


class BoardError(ValueError):
    """The board data is invalid; the message names file, row and field."""

    def __init__(self, file: str, row: str, field_name: str, problem: str) -> None:
        super().__init__(f"{file}: {row}: {field_name}: {problem}")


@dataclass(frozen=True, slots=True)
class Location:
    """A place where routes end: a city, a way station, or one of a country's ends."""

    id: str
    name: str | None
    kind: str
    dead_end: bool
    x: float
    y: float
    place: str | None


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two locations."""

    id: str
    a: str
    b: str
    color: str
    length: int
    track: int
    double: bool
    ferry_locomotives: int
    unverified: str | None = None

    @property
    def ends(self) -> frozenset[str]:
        """Both locations, unordered."""
        return frozenset((self.a, self.b))

    def other_end(self, location: str) -> str:
        return self.b if location == self.a else self.a

    @property
    def terrain(self) -> Terrain:
        """The type of terrain card that doubles it (R4)."""
        return TERRAIN_OF[self.color]

    @property
    def points(self) -> int:
        """Points if not doubled (R7)."""
        return POINTS[self.length]


_Part = TypeVar("_Part", Location, Route)


@dataclass(frozen=True)
class Board:
    """Locations and routes, with lookup tables computed once."""

    locations: Mapping[str, Location]
    routes: Mapping[str, Route]
    twins: Mapping[str, str] = field(init=False, repr=False, compare=False)
    places: Mapping[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    route_ends: Mapping[str, int] = field(init=False, repr=False, compare=False)
    place_ends: Mapping[str, int] = field(init=False, repr=False, compare=False)
    fingerprint: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compute each double's other track, each ticket place's ends, and the fingerprint."""
        object.__setattr__(self, "twins", _twins(self.routes.values()))
        object.__setattr__(self, "places", _places(self.locations.values()))
        route_ends, place_ends = _ends(self.locations, self.routes.values())
        object.__setattr__(self, "route_ends", route_ends)
        object.__setattr__(self, "place_ends", place_ends)
        text = json.dumps(self.as_data(), sort_keys=True, separators=(",", ":"))
        object.__setattr__(self, "fingerprint", hashlib.sha256(text.encode()).hexdigest())

    def as_data(self) -> dict[str, Any]:
        """Return the board in the format it is loaded from."""
        return {
            "locations": [asdict(location) for location in self.locations.values()],
            "routes": [asdict(route) for route in self.routes.values()],
        }


@cache
def standard_board() -> Board:
    """Return the printed board of The Heart of Africa."""
    folder = resources.files("companion") / "boards" / "heart_of_africa"
    data = {
        part: json.loads((folder / f"{part}.json").read_text("utf-8"))
        for part in ("locations", "routes")
    }
    return board_from_data(data, {"locations": "locations.json", "routes": "routes.json"})


def load_board(path: Path) -> Board:
    """Load a board from a file, or from the two files of a folder.

    A file holds an object with `locations` and `routes`, or is one of locations.json and
    routes.json in the same folder.

    Raises:
        BoardError: If it cannot be read or is invalid.
    """
    if path.is_file():
        content = _read_json(path)
        if isinstance(content, dict):
            return board_from_data(content, dict.fromkeys(("locations", "routes"), path.name))
        if not isinstance(content, list):
            raise BoardError(path.name, "the file", "content", "is neither an object nor a list")
        path = path.parent
    files = {part: path / f"{part}.json" for part in ("locations", "routes")}
    data = {part: _read_json(file) for part, file in files.items()}
    return board_from_data(data, {part: file.name for part, file in files.items()})


def board_from_data(data: Mapping[str, Any], files: Mapping[str, str]) -> Board:
    """Validate the rows of a board and build it; `files` names them in messages.

    Raises:
        BoardError: With file, row and field.
    """
    locations = _index(_read_locations(data.get("locations"), files["locations"]))
    routes = _index(_read_routes(data.get("routes"), files["routes"], locations))
    _check_doubles(routes, files["routes"])
    _check_connected(locations, routes, files["locations"])
    return Board(locations, routes)


def _read_json(path: Path) -> Any:  # noqa: ANN401
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        problem = error.strerror or str(error)
        raise BoardError(str(path), "the file", "content", problem) from error
    except (ValueError, RecursionError) as error:
        raise BoardError(str(path), "the file", "content", f"is not JSON ({error})") from error


def _index(rows: Iterable[_Part]) -> dict[str, _Part]:
    return {row.id: row for row in rows}


def _twins(routes: Iterable[Route]) -> dict[str, str]:
    pairs: dict[frozenset[str], list[str]] = {}
    for route in routes:
        if route.double:
            pairs.setdefault(route.ends, []).append(route.id)
    return {one: other for a, b in pairs.values() for one, other in ((a, b), (b, a))}


def _places(locations: Iterable[Location]) -> dict[str, tuple[str, ...]]:
    places: dict[str, tuple[str, ...]] = {}
    for location in locations:
        if location.place is not None:
            places[location.place] = (*places.get(location.place, ()), location.id)
    return places


def _ends(
    locations: Mapping[str, Location], routes: Iterable[Route]
) -> tuple[dict[str, int], dict[str, int]]:
    """Assign a bit to every route end. Returns bit masks by route and by ticket place.

    In a dead end every route has a separate end, which both tracks of a double share (R13).
    """
    numbers: dict[tuple[str, frozenset[str]], int] = {}
    of_routes: dict[str, int] = {}
    of_places = {place.place: 0 for place in locations.values() if place.place is not None}
    for route in routes:
        of_routes[route.id] = 0
        for location in (locations[route.a], locations[route.b]):
            end = (location.id, route.ends if location.dead_end else frozenset[str]())
            bit = 1 << numbers.setdefault(end, len(numbers))
            of_routes[route.id] |= bit
            if location.place is not None:
                of_places[location.place] |= bit
    return of_routes, of_places


class _Row:
    """One row of the data: returns its fields, checked, and knows its place for error messages."""

    def __init__(self, file: str, number: int, content: object) -> None:
        self.file = file
        self.label = f"row {number}"
        if not isinstance(content, dict):
            raise BoardError(file, self.label, "row", "is not an object")
        self.content: dict[str, Any] = content
        if isinstance(content.get("id"), str):
            self.label = f"row {number} ({content['id']!r})"

    def fault(self, name: str, problem: str) -> BoardError:
        return BoardError(self.file, self.label, name, problem)

    def take(self, name: str, kind: type, *, optional: bool = False) -> Any:  # noqa: ANN401
        value = self.content.get(name)
        if value is None and (optional or kind is bool):
            return False if kind is bool else None
        if kind is float and isinstance(value, int):
            value = float(value)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            wanted = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
            raise self.fault(name, f"is {value!r}, should be {wanted[kind]}")
        return value

    def identifier(self, seen: set[str]) -> str:
        value: str = self.take("id", str)
        if not value.strip():
            raise self.fault("id", "is empty")
        if value in seen:
            raise self.fault("id", f"{value!r} is there twice")
        seen.add(value)
        return value


def _rows(content: object, file: str, part: str) -> Iterator[_Row]:
    if not isinstance(content, list) or not content:
        raise BoardError(file, "the file", part, "should be a list of rows")
    for number, row in enumerate(content, 1):
        yield _Row(file, number, row)


def _read_locations(content: object, file: str) -> Iterator[Location]:
    seen: set[str] = set()
    for row in _rows(content, file, "locations"):
        location = Location(
            id=row.identifier(seen),
            name=row.take("name", str, optional=True),
            kind=row.take("kind", str),
            dead_end=row.take("dead_end", bool),
            x=row.take("x", float),
            y=row.take("y", float),
            place=row.take("place", str, optional=True),
        )
        if location.kind not in KINDS:
            raise row.fault("kind", f"{location.kind!r} is not one of {', '.join(KINDS)}")
        for name, value in (("x", location.x), ("y", location.y)):
            if not 0 <= value <= 1:
                raise row.fault(name, f"{value} is off the board (0 to 1)")
        if (location.kind == "junction") != (location.place is None):
            raise row.fault("place", "a way station has none, every other location has one (R14)")
        if location.kind != "junction" and not location.name:
            raise row.fault("name", "is missing")
        if location.dead_end and location.kind != "country":
            raise row.fault("dead_end", "only a country can be a dead end (R13)")
        yield location


def _read_routes(content: object, file: str, locations: Mapping[str, Location]) -> Iterator[Route]:
    seen: set[str] = set()
    for row in _rows(content, file, "routes"):
        route = Route(
            id=row.identifier(seen),
            a=row.take("a", str),
            b=row.take("b", str),
            color=row.take("color", str),
            length=row.take("length", int),
            track=row.take("track", int),
            double=row.take("double", bool),
            ferry_locomotives=row.take("ferry_locomotives", int),
            unverified=row.take("unverified", str, optional=True),
        )
        _check_route(row, route, locations)
        yield route


def _check_route(row: _Row, route: Route, locations: Mapping[str, Location]) -> None:
    for name, end in (("a", route.a), ("b", route.b)):
        if end not in locations:
            raise row.fault(name, f"{end!r} is not a location on this board")
    if route.a == route.b:
        raise row.fault("b", "is where it starts")
    if route.color not in TERRAIN_OF:
        raise row.fault("color", f"{route.color!r} is not one of {', '.join(TERRAIN_OF)} (R4)")
    if route.length not in POINTS:
        raise row.fault("length", f"{route.length} is not 1 to {max(POINTS)} (R7)")
    if route.track not in (1, 2):
        raise row.fault("track", f"{route.track} is neither 1 nor 2")
    if not 0 <= route.ferry_locomotives <= min(route.length, LOCOMOTIVES):
        raise row.fault("ferry_locomotives", f"{route.ferry_locomotives} does not fit its length")


def _check_doubles(routes: Mapping[str, Route], file: str) -> None:
    connections: dict[frozenset[str], list[tuple[int, Route]]] = {}
    for number, route in enumerate(routes.values(), 1):
        connections.setdefault(route.ends, []).append((number, route))
    for tracks in connections.values():
        number, route = tracks[-1]
        label = f"row {number} ({route.id!r})"
        if len(tracks) > 2:
            raise BoardError(file, label, "double", f"{len(tracks)} tracks join the same places")
        if any(track.double != (len(tracks) == 2) for _, track in tracks):
            raise BoardError(file, label, "double", "a double route is two rows, both marked so")
        if len(tracks) == 2 and {track.track for _, track in tracks} != {1, 2}:
            raise BoardError(file, label, "track", "a double route has tracks 1 and 2")
        if len({track.length for _, track in tracks}) > 1:
            raise BoardError(file, label, "length", "differs from its other track's")


def _check_connected(
    locations: Mapping[str, Location], routes: Mapping[str, Route], file: str
) -> None:
    """Check that all locations are connected without passing a dead end (R13)."""
    neighbours: dict[str, set[str]] = {name: set() for name in locations}
    for route in routes.values():
        neighbours[route.a].add(route.b)
        neighbours[route.b].add(route.a)
    start = next((name for name in locations if not locations[name].dead_end), None)
    reached = {start} if start else set()
    frontier = list(reached)
    while frontier:
        here = frontier.pop()
        if here is None or locations[here].dead_end:
            continue
        for other in neighbours[here] - reached:
            reached.add(other)
            frontier.append(other)
    for number, name in enumerate(locations, 1):
        if name not in reached:
            row = f"row {number} ({name!r})"
            raise BoardError(file, row, "id", "cannot be reached from the rest of the board")
