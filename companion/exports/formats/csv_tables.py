"""Games as CSV for spreadsheets: a row for every player, or for every entry."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

from companion.exports.breakdown import Breakdown
from companion.game.game import Game
from companion.game.log.lines import log_lines
from companion.words.log_entries import sentence_of
from companion.words.pages.exports import ExportWords

Cell = str | int | None

BOM: Final = "\ufeff"  # without it spreadsheets don't recognise UTF-8
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001

PLAYERS: Final = (
    *("game", "started", "ended", "minutes", "turns", "phase", "table_rulings"),
    *("board_corrections", "seat", "player_id", "player", "color", "first", "place", "winner"),
    *("total", "routes", "doubling", "adjustments", "tickets", "completed", "globetrotter"),
)
ENTRIES: Final = (
    *("game", "entry", "turn", "player", "do", "what", "points", "rule", "flags", "now"),
    *("at", "played_seconds"),
)


def players_table(games: Iterable[Breakdown]) -> str:
    """Return a table with a row for every player of every game."""
    return _csv(PLAYERS, (row for game in games for row in _player_rows(game)))


def _player_rows(game: Breakdown) -> Iterable[Sequence[Cell]]:
    for line in game.players:
        card = line.card
        yield (
            *(game.uuid, game.started, game.ended, game.minutes, game.turns, game.phase),
            *(game.rulings, len(game.corrections)),
            *(line.seat + 1, line.id, line.name, line.color, _yes(line.first)),
            *(line.place, _yes(line.winner)),
            *(card.total, card.routes, card.doubling, card.adjustments),
            *(card.tickets, card.completed, card.globetrotter),
        )


def entries_table(games: Iterable[tuple[Game, ExportWords]]) -> str:
    """Return a table with a row for every entry of every game; each game has its own words."""
    return _csv(ENTRIES, (row for game, words in games for row in _entry_rows(game, words)))


def _entry_rows(game: Game, words: ExportWords) -> Iterable[Sequence[Cell]]:
    for line, entry in zip(log_lines(game), game.entries, strict=True):
        yield (
            *(game.uuid, entry.seq, entry.turn, line["player"], entry.verb),
            sentence_of(words, game, entry),
            entry.points,
            entry.rule,
            "; ".join(words.flag(flag) for flag in line["flags"]),
            _now(words, line.get("now")),
            *(entry.at, entry.played_ms // 1000),
        )


def _now(words: ExportWords, now: dict[str, Any] | None) -> str | None:
    """Return what an edited entry does now, or None if it is unchanged or was removed."""
    if now is None or now["request"] is None:
        return None
    return words.entry(now["request"], now["player"], now["points"])


def _csv(headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    text = io.StringIO(BOM)
    text.seek(len(BOM))
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(headings)
    writer.writerows([escape_formula(c) if isinstance(c, str) else c for c in row] for row in rows)
    return text.getvalue()


def _yes(value: bool) -> int:
    return 1 if value else 0


def escape_formula(text: str) -> str:
    """Quote a text that a spreadsheet would take for a formula."""
    return f"'{text}" if text.lstrip("'").startswith(FORMULA) else text


def unescape_formula(text: str) -> str:
    """Reverse escape_formula()."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA) else text
