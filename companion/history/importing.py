"""Imports games from an exported file: checked to the last entry, all or none.

A game keeps its ids and its hash chain, so it is the same game on every machine. A player with an
unknown id but a known name is merged with the player of that name; that can be undone.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from companion.exports.documents import documents, subject
from companion.exports.formats.game_json import FiledGame, InvalidGamesFileError, read_games
from companion.game.board.board import Board
from companion.game.refusal import Refusal
from companion.game.requests.names_and_reasons import check_reasons, is_name
from companion.game.requests.requests import parse
from companion.history.people import People
from companion.history.summaries import summarise
from companion.journal import Journal, StoredGame
from companion.journal.chain import EntryRow, row_of
from companion.journal.sealed_rows import Merge
from companion.journal.store import Append, Enrol, PutOnTable, Write, begin_of
from companion.text import moment
from companion.words import translations

MAX_GAME_MILLISECONDS: Final = 2**31  # of play: nearly a month
LONGEST_NAME: Final = 200  # letters, for names from other programs


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What happened to the games of a file, by their ids."""

    new: tuple[str, ...]
    known: tuple[str, ...]  # already here, identical
    different: tuple[str, ...]  # already here with other entries; ours was kept
    taken_back: tuple[str, ...]  # deleted here before, now restored


def import_games(journal: Journal, people: People, text: str) -> ImportResult:
    """Import the games of a file's text in one transaction.

    Raises:
        InvalidGamesFileError: If the text is invalid; nothing has changed.
        LogUnavailableError: If the disk can't be written to; nothing has changed.
    """
    all_filed = read_games(text)
    rows = {filed.stored.uuid: _checked(number, filed) for number, filed in enumerate(all_filed, 1)}
    heads = dict(journal.select("SELECT uuid, hash FROM games"))
    hidden = {one.game: one for one in journal.hidden()}
    new = [filed for filed in all_filed if filed.stored.uuid not in heads]
    same = [filed.stored.uuid for filed in all_filed if heads.get(filed.stored.uuid) == filed.hash]
    back = [game for game in same if game in hidden]
    writes: list[Write] = [*_players(people, new)]
    for filed in new:
        writes += _game(filed, rows[filed.stored.uuid])
    writes += [replace(hidden[game], since=None, starts=0) for game in back]
    if new and journal.on_table() is None:  # there is always a current game
        writes.append(PutOnTable(new[-1].stored.uuid))
    if writes:
        journal.write(writes)
    return ImportResult(
        new=tuple(filed.stored.uuid for filed in new),
        known=tuple(game for game in same if game not in hidden),
        different=tuple(
            filed.stored.uuid
            for filed in all_filed
            if heads.get(filed.stored.uuid, filed.hash) != filed.hash
        ),
        taken_back=tuple(back),
    )


# --- checks beyond those of read_games() ---


def _checked(number: int, filed: FiledGame) -> list[EntryRow]:
    """Return a game's rows, after checking that the log, statistics and exports can handle it."""
    try:
        for identity in (filed.stored.uuid, *filed.players):
            if str(UUID(identity)) != identity:
                raise InvalidGamesFileError("an id is none")
        for name in filed.stored.names:
            if not is_name(name) or len(name) > LONGEST_NAME:
                raise InvalidGamesFileError("a player without a name")
        _check_board(filed.stored.board)
        for entry in filed.stored.entries:
            check_reasons(parse(entry.request))  # type: ignore[arg-type]
        rows = list(_rows(filed))
        for row in rows:
            _check_row(row)
        summarise(filed.stored, filed.hash)
        _export(filed.stored)
    except InvalidGamesFileError as error:
        raise InvalidGamesFileError(f"game {number}: {error}") from error
    except (ArithmeticError, AttributeError, LookupError, Refusal, TypeError, ValueError) as error:
        raise InvalidGamesFileError(f"game {number}: {type(error).__name__} {error}") from error
    return rows


def _check_board(board: Board) -> None:
    """Check that all visible texts of a board are valid names."""
    places = board.locations.values()
    shown = [text for one in places for text in (one.id, one.name, one.place)]
    shown += [text for route in board.routes.values() for text in (route.id, route.unverified)]
    for name in shown:
        if name is not None and (not is_name(name) or len(name) > LONGEST_NAME):
            raise InvalidGamesFileError("a place or a route without a name")


def _export(stored: StoredGame) -> None:
    """Try all exports of a game and discard the result: a failure now would recur every time."""
    one = subject(stored, translations())
    for kind in ("csv", "json", "bgstats"):
        for document in documents(kind, [one]):
            assert document.data


def _rows(filed: FiledGame) -> Iterator[EntryRow]:
    ids = dict(zip(filed.stored.names, filed.players, strict=True))
    previous = ""
    for entry in filed.stored.entries:
        row = row_of(entry, ids, previous)
        yield row
        previous = row.hash


def _check_row(row: EntryRow) -> None:
    if moment(row.at) is None:
        raise InvalidGamesFileError(f"entry {row.seq} was made at no time")
    if not 0 <= row.played_ms <= MAX_GAME_MILLISECONDS:
        raise InvalidGamesFileError(f"entry {row.seq} took no time that can be")


# --- writes ---


def _game(filed: FiledGame, rows: Sequence[EntryRow]) -> Iterator[Write]:
    started = filed.stored.entries[0].started
    assert started is not None
    yield begin_of(started, rows[0].at, json.dumps(filed.stored.board.as_data()))
    for row in rows:
        yield Append(started.game, row)


def _players(people: People, all_filed: Sequence[FiledGame]) -> Iterator[Write]:
    """Yield the writes for players with unknown ids; merge those whose names are known."""
    tables = [set(filed.players) for filed in all_filed]
    known = {person.name.casefold(): person.id for person in people.everyone()}
    joined: dict[str, str] = {}  # players of the file, with the players they are merged into
    for filed in all_filed:
        for player, name in zip(filed.players, filed.stored.names, strict=True):
            if player in people or player in joined:
                continue
            yield Enrol(player, name)
            namesake = known.setdefault(name.casefold(), player)
            joined[player] = namesake
            if namesake != player and not _together(people, tables, joined, namesake):
                yield Merge(player, namesake)
            else:
                joined[player] = player


def _together(
    people: People, tables: Sequence[set[str]], joined: dict[str, str], namesake: str
) -> bool:
    """Whether two players who would be merged played in the same game."""
    joining = [player for player, as_whom in joined.items() if as_whom == namesake]
    ids = {*people.players(namesake), *joining}
    return any(len(table & ids) > 1 for table in tables)
