"""Exports plays for the app BG Stats: as an address, a QR code or a file."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote
from uuid import UUID, uuid5

from companion.exports.breakdown import Breakdown, PlayerBreakdown
from companion.exports.formats.qr import LARGEST, QrMatrix, code_of
from companion.words.pages.exports import ExportWords

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Stationmaster"
GAME: Final = "Ticket to Ride"
BOARD: Final = "Heart of Africa"
GAME_ID: Final = "ticket-to-ride-heart-of-africa"

_NAMESPACE: Final = UUID("5c7d0e0a-3f0e-4d5b-9d0a-2f6c3b1a7e55")  # for ids stored by BG Stats
_UNESCAPED: Final = ":,"  # allowed in a query and frequent in JSON: a third fewer characters

Data = dict[str, Any]


class UnfinishedGameError(ValueError):
    """The game is not over, so it isn't a play yet."""


class TooDenseError(ValueError):
    """The play doesn't fit into a QR code of the allowed size."""


def play(game: Breakdown, words: ExportWords) -> Data:
    """Return the play in the format that BG Stats accepts from other programs.

    Raises:
        UnfinishedGameError: If the game is not over.
    """
    if game.ended is None:
        raise UnfinishedGameError(game.uuid)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game.uuid,
        "playDate": _utc(game.ended),
        "durationMin": game.minutes,
        "board": BOARD,
        "comments": words.comments(game),
        "game": {
            "name": GAME,
            "sourceGameId": GAME_ID,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [_player(line) for line in game.players],
    }


def _player(line: PlayerBreakdown) -> Data:
    return {
        "name": line.name,
        "sourcePlayerId": line.id,
        "startPlayer": line.first,  # the app fails on plays without startPlayer and winner
        "winner": line.winner,
        "score": line.card.total,
        "rank": line.place,
        "role": line.color,
    }


def address(data: Data) -> str:
    """Return the address that opens BG Stats with a play."""
    return ADDRESS + quote(_compact(data), safe=_UNESCAPED)


def code(game: Breakdown, words: ExportWords, most: int = LARGEST) -> QrMatrix:
    """Return the play as a QR code of at most `most` modules per side, dropping comments first.

    Raises:
        UnfinishedGameError: If the game is not over.
        TooDenseError: If it is too large even without optional fields.
        MissingExtraError: If segno is not installed.
    """
    for data in _ever_shorter(play(game, words)):
        made = code_of(address(data))
        if made is not None and made.size <= most:
            return replace(made, comments="comments" in data)
    raise TooDenseError(game.uuid)


def _ever_shorter(data: Data) -> Iterator[Data]:
    """Yield the play with fewer and fewer optional fields."""
    yield data
    data = {key: value for key, value in data.items() if key != "comments"}
    yield data
    for spared in ("role", "rank"):
        players = [{k: v for k, v in row.items() if k != spared} for row in data["players"]]
        data = {**data, "players": players}
        yield data


def play_file(games: Sequence[Breakdown], words: ExportWords) -> str:
    """Return plays as a .bgsplay file, the format that BG Stats itself exports.

    Raises:
        UnfinishedGameError: If one of the games is not over.
    """
    people: dict[str, Data] = {}
    plays = []
    for game in games:
        data = play(game, words)
        for line in game.players:
            number = people[line.id]["id"] if line.id in people else len(people) + 1
            people[line.id] = _person(line, number, data["playDate"])
        plays.append(_play_in_file(game, data, {key: row["id"] for key, row in people.items()}))
    content = {
        "about": words.about_play_file(),
        "players": list(people.values()),
        "locations": [],
        "games": [_game_in_file(plays[-1]["playDate"])] if plays else [],
        "plays": plays,
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _person(line: PlayerBreakdown, number: int, changed: str) -> Data:
    return {
        "uuid": line.id,
        "id": number,
        "name": line.name,
        "isAnonymous": False,
        "modificationDate": changed,
    }


def _game_in_file(changed: str) -> Data:
    return {
        "uuid": str(uuid5(_NAMESPACE, GAME_ID)),
        "id": 1,
        "name": GAME,
        "modificationDate": changed,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
    }


def _play_in_file(game: Breakdown, data: Data, numbers: dict[str, int]) -> Data:
    date = data["playDate"]
    return {
        "uuid": game.uuid,
        "modificationDate": date,
        "entryDate": date,
        "playDate": date,
        "usesTeams": False,
        "durationMin": game.minutes,
        "ignored": False,
        "manualWinner": True,  # the app doesn't know that tickets break ties
        "rounds": 0,
        "gameRefId": 1,
        "board": BOARD,
        "comments": data["comments"],
        "scoringSetting": 0,
        "playerScores": [
            {
                "score": str(line.card.total),
                "winner": line.winner,
                "newPlayer": False,
                "startPlayer": line.first,
                "playerRefId": numbers[line.id],
                "role": line.color,
                "rank": line.place,
                "seatOrder": line.seat + 1,
            }
            for line in game.players
        ],
    }


def _compact(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _utc(moment: str) -> str:
    """Convert a time of the log to UTC as yyyy-MM-dd HH:mm:ss."""
    return datetime.fromisoformat(moment).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
