"""The entries of a game's log: request, effect, rule and time."""

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.game import events
from companion.game.events import Event, GameStarted, RouteClaimed, TableRuled


@dataclass(frozen=True, slots=True)
class Revised:
    """A standing entry changed by a revision: its new events, and whether it conflicts."""

    entry: int
    events: tuple[Event, ...]
    conflict: str | None
    set_aside: str | None = None  # code of the refusal that the table overruled


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted change. Its recorded effect holds, whatever a later version would rule."""

    seq: int
    turn: int
    seat: int | None
    request: Mapping[str, Any]
    rule: str | None
    phase: str  # after it
    started: GameStarted | None = None  # entry 1 only
    events: tuple[Event, ...] = ()
    revised: tuple[Revised, ...] = ()
    set_aside: str | None = None  # code of the refusal that the table overruled
    at: str = ""  # wall clock, for display only: it can jump or repeat
    played_ms: int = 0  # playing time of the game so far, by the monotonic clock

    @property
    def verb(self) -> str:
        return str(self.request["do"])

    @property
    def points(self) -> int:
        """The points it scored for its player when it was accepted."""
        inserted = self.revised[0].events if self.verb == "insert" else ()
        return points_of(self.events or inserted)

    @property
    def sets_aside(self) -> str | None:
        """The code of the refusal that the table overruled, in a play or an amendment."""
        amended = self.revised if self.verb == "amend" else ()
        return amended[0].set_aside if amended else self.set_aside

    @property
    def is_table_ruling(self) -> bool:
        """Whether the table decided against or outside the rules (R20)."""
        return self.verb == "adjust" or self.sets_aside is not None


def points_of(happened: tuple[Event, ...]) -> int:
    """Return the points that these events score at once."""
    points = 0
    for event in happened:
        if isinstance(event, RouteClaimed):
            points += event.points + event.doubling
        elif isinstance(event, TableRuled):
            points += event.score
    return points


_EVENTS: Final[Mapping[str, type]] = {
    kind.__name__: kind
    for kind in (
        events.CardsDrawn,
        events.RouteClaimed,
        events.TicketsKept,
        events.TurnPassed,
        events.TableRuled,
        events.PlayFinished,
        events.TicketsRevealed,
        events.TicketsChecked,
        events.GameScored,
    )
}


def did_of(entry: Entry) -> dict[str, Any]:
    """Return an entry's effect as JSON data for the log."""
    did: dict[str, Any] = {}
    if entry.started is not None:
        did["started"] = encode(entry.started)
    if entry.events:
        did["events"] = [_event_data(event) for event in entry.events]
    if entry.revised:
        did["revised"] = [_revised_data(revised) for revised in entry.revised]
    if entry.set_aside is not None:
        did["overruled"] = entry.set_aside
    return did


def _revised_data(revised: Revised) -> dict[str, Any]:
    data: dict[str, Any] = {
        "entry": revised.entry,
        "events": [_event_data(event) for event in revised.events],
        "conflict": revised.conflict,
    }
    if revised.set_aside is not None:
        data["overruled"] = revised.set_aside
    return data


def read_did(did: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an Entry from data that did_of() wrote.

    Raises:
        ValueError: If the data is not in that format.
    """
    started = did.get("started")
    return {
        "started": None if started is None else decode(GameStarted, started),
        "events": _events(did.get("events", ())),
        "revised": tuple(_revised(row) for row in did.get("revised", ())),
        "set_aside": _code(did.get("overruled")),
    }


def _revised(row: Mapping[str, Any]) -> Revised:
    return Revised(
        entry=decode(int, row["entry"]),
        events=_events(row["events"]),
        conflict=_code(row["conflict"]),
        set_aside=_code(row.get("overruled")),
    )


def _code(code: object) -> str | None:
    found: str | None = None if code is None else decode(str, code)
    return found


def _event_data(event: Event) -> dict[str, Any]:
    return {"event": type(event).__name__, **encode(event)}


def _events(rows: Any) -> tuple[Event, ...]:  # noqa: ANN401
    try:
        return tuple([decode(_EVENTS[row["event"]], row) for row in rows])
    except KeyError as error:
        raise ValueError(f"unknown event {error}") from error


# --- frozen data to JSON values and back, by its type hints --------------------------------------


Json = Any


def encode(value: object) -> Json:
    """Return a JSON value that decode() turns back into the same data."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: encode(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    return value.value if isinstance(value, Enum) else value


def decode(kind: type, data: Json) -> Any:  # noqa: ANN401
    """Return the data that encode() was given.

    Raises:
        ValueError: If the data is not of this type.
    """
    try:
        return _decoder(kind)(data)
    except (KeyError, TypeError) as error:
        raise ValueError(f"no {kind.__name__}: {data!r}") from error


@cache
def _decoder(kind: Any) -> Callable[[Json], Any]:  # noqa: ANN401
    if get_origin(kind) in (Union, types.UnionType):
        return _optional(kind)
    if get_origin(kind) is tuple:
        item = _decoder(get_args(kind)[0])
        return lambda data: tuple([item(value) for value in data])
    if is_dataclass(kind):
        return _record(kind)
    return kind if issubclass(kind, Enum) else _plain(kind)


def _optional(kind: Any) -> Callable[[Json], Any]:  # noqa: ANN401
    (inner,) = (option for option in get_args(kind) if option is not types.NoneType)
    decoder = _decoder(inner)
    return lambda data: None if data is None else decoder(data)


def _record(kind: Any) -> Callable[[Json], Any]:  # noqa: ANN401
    decoders = {name: _decoder(hint) for name, hint in get_type_hints(kind).items()}
    return lambda data: kind(**{name: decoders[name](data[name]) for name in decoders})


def _plain(kind: type) -> Callable[[Json], Any]:
    def check(data: Json) -> Json:
        if type(data) is not kind:
            raise TypeError(f"{data!r} is no {kind.__name__}")
        return data

    return check
