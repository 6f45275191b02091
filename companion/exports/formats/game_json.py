"""Reads and writes complete games as JSON; a round trip preserves every entry."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from companion.game.board.board import Board, board_from_data
from companion.game.events import RouteClaimed
from companion.game.log.checks import check_entries, check_outcome
from companion.game.log.entries import Entry, decode, did_of, read_did
from companion.game.refusal import Refusal
from companion.game.rulebook import POINTS
from companion.journal import StoredGame
from companion.journal.chain import row_of

FORMAT: Final = "stationmaster games"
VERSION: Final = 1

Data = dict[str, Any]

# Errors that a log written by another program can cause.
_NOT_OURS: Final = (
    *(AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError),
    *(OverflowError, RecursionError, Refusal),
)


class InvalidGamesFileError(ValueError):
    """Not a file of games, or changed after this program wrote it; the message says why."""


class NewerGamesFileError(InvalidGamesFileError):
    """A newer version of the program wrote the file."""


@dataclass(frozen=True, slots=True)
class FiledGame:
    """A game of an export file."""

    stored: StoredGame
    players: tuple[str, ...]  # stable ids, by seat
    hash: str  # of its last entry, as in the log


def to_filed_game(stored: StoredGame) -> FiledGame:
    """Convert a stored game for export."""
    started = stored.entries[0].started
    assert started is not None  # every log begins with the game's start
    players = tuple(starter.player for starter in started.starters)
    return FiledGame(stored, players, _chained(players, stored.names, stored.entries))


def write_games(all_filed: Iterable[FiledGame]) -> str:
    """Return the JSON text for these games; each board is included once."""
    boards: dict[str, Data] = {}
    games = []
    for filed in all_filed:
        board = filed.stored.board
        boards[board.fingerprint] = board.as_data()
        games.append(_game_data(filed))
    content = {"format": FORMAT, "version": VERSION, "boards": boards, "games": games}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _game_data(filed: FiledGame) -> Data:
    stored = filed.stored
    return {
        "game": stored.uuid,
        "started": stored.entries[0].at,
        "board": stored.board.fingerprint,
        "players": [
            {"id": player, "name": name}
            for player, name in zip(filed.players, stored.names, strict=True)
        ],
        "hash": filed.hash,
        "entries": [_entry_data(entry) for entry in stored.entries],
    }


def _entry_data(entry: Entry) -> Data:
    return {
        "entry": entry.seq,
        "turn": entry.turn,
        "seat": entry.seat,
        "request": dict(entry.request),
        "rule": entry.rule,
        "phase": entry.phase,
        "did": did_of(entry),
        "at": entry.at,
        "played_ms": entry.played_ms,
    }


def read_games(text: str) -> list[FiledGame]:
    """Parse the games of a file's text and check every entry.

    Raises:
        InvalidGamesFileError: If anything is wrong; then don't trust any of the games.
    """
    try:
        content = json.loads(text, parse_constant=_no_number)
        json.dumps(
            content, ensure_ascii=False
        ).encode()  # fails for lone surrogates, which can't be written
    except (ValueError, RecursionError) as error:
        raise InvalidGamesFileError(f"not JSON: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InvalidGamesFileError("not a file of games")
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise InvalidGamesFileError("without a version")
    if version > VERSION:
        raise NewerGamesFileError(f"version {version}")
    boards = _read_boards(content.get("boards"))
    rows = content.get("games")
    if not isinstance(rows, list):
        raise InvalidGamesFileError("without games")
    all_filed = [_read_game(number, row, boards) for number, row in enumerate(rows, 1)]
    if len({filed.stored.uuid for filed in all_filed}) != len(all_filed):
        raise InvalidGamesFileError("the same game twice")
    return all_filed


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _read_boards(content: object) -> dict[str, Board]:
    if not isinstance(content, dict):
        raise InvalidGamesFileError("without boards")
    boards = {}
    for fingerprint, data in content.items():
        try:
            board = board_from_data(data, {"locations": "locations", "routes": "routes"})
        except _NOT_OURS as error:
            raise InvalidGamesFileError(f"a board: {error}") from error
        if board.fingerprint != fingerprint:
            raise InvalidGamesFileError("a board is not as it was written")
        boards[fingerprint] = board
    return boards


def _read_game(number: int, row: object, boards: dict[str, Board]) -> FiledGame:
    try:
        filed = _filed(row, boards)
        _check(filed)
    except InvalidGamesFileError as error:
        raise InvalidGamesFileError(f"game {number}: {error}") from error
    except _NOT_OURS as error:
        raise InvalidGamesFileError(f"game {number}: {type(error).__name__} {error}") from error
    return filed


def _filed(row: object, boards: dict[str, Board]) -> FiledGame:
    if not isinstance(row, dict):
        raise InvalidGamesFileError("not an object")
    players = tuple(_text(player, "id") for player in row["players"])
    names = tuple(_text(player, "name") for player in row["players"])
    entries = tuple(_read_entry(entry) for entry in row["entries"])
    if _text(row, "started") != entries[0].at:
        raise InvalidGamesFileError("began at another time")
    stored = StoredGame(_text(row, "game"), boards[_text(row, "board")], names, entries)
    return FiledGame(stored, players, _text(row, "hash"))


def _read_entry(row: Data) -> Entry:
    return Entry(
        seq=decode(int, row["entry"]),
        turn=decode(int, row["turn"]),
        seat=None if row["seat"] is None else decode(int, row["seat"]),
        request=row["request"],
        rule=None if row["rule"] is None else _text(row, "rule"),
        phase=_text(row, "phase"),
        at=_text(row, "at"),
        played_ms=decode(int, row["played_ms"]),
        **read_did(row["did"]),
    )


def _text(row: Data, field: str) -> str:
    value: str = decode(str, row[field])
    return value


def _check(filed: FiledGame) -> None:
    """Check that the entries belong together and replay to the recorded game."""
    stored = filed.stored
    started = stored.entries[0].started
    if started is None or started.game != stored.uuid:
        raise InvalidGamesFileError("does not begin with its start")
    if started.board != stored.board.fingerprint:
        raise InvalidGamesFileError("was played on another board")
    if filed.players != tuple(starter.player for starter in started.starters):
        raise InvalidGamesFileError("was played by others")
    if len(set(stored.names)) != len(stored.names):
        raise InvalidGamesFileError("two players have the same name")
    check_entries(stored.board, stored.names, stored.entries)
    if filed.hash != _chained(filed.players, stored.names, stored.entries):
        raise InvalidGamesFileError("entries are not as they were written")
    lengths: set[tuple[str, int]] = set()  # all lengths that routes have had so far
    for entry, game in zip(stored.entries, stored.grown(), strict=True):
        if entry.phase != game.state.phase:
            raise InvalidGamesFileError(f"entry {entry.seq} did something else")
        lengths |= {(route.id, route.length) for route in game.board.routes.values()}
        claims = _claims(entry)
        if not {(claim.route, claim.length) for claim in claims} <= lengths:
            raise InvalidGamesFileError(f"entry {entry.seq} claims a route of another length")
        if not all(map(_is_scored_by_length, claims)):
            raise InvalidGamesFileError(f"entry {entry.seq} scores what its route doesn't")
        check_outcome(game)


def _claims(entry: Entry) -> list[RouteClaimed]:
    events = [*entry.events, *(event for revised in entry.revised for event in revised.events)]
    return [event for event in events if isinstance(event, RouteClaimed)]


def _is_scored_by_length(claim: RouteClaimed) -> bool:
    """Whether the points match today's table; checked for imports only, not for our own games."""
    points = POINTS[claim.length]
    return claim.points == points and claim.doubling in (0, points)


def _chained(players: Sequence[str], names: Sequence[str], entries: Iterable[Entry]) -> str:
    """Return the hash of the last entry, with each chained to the previous one."""
    ids = dict(zip(names, players, strict=True))
    previous = ""
    for entry in entries:
        previous = row_of(entry, ids, previous).hash
    return previous
