"""Creates the files of each export format."""

import hashlib
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.exports.breakdown import Breakdown, breakdown
from companion.exports.extras import requiring_extra
from companion.exports.formats import bgstats, csv_tables
from companion.exports.formats.game_json import to_filed_game, write_games
from companion.game.game import Game
from companion.journal import StoredGame
from companion.journal.errors import CONTENT_ERRORS, as_game_damaged
from companion.words import Translations
from companion.words.pages.exports import ExportWords

log = logging.getLogger(__name__)

KINDS: Final = ("csv", "json", "bgstats", "png", "pdf")
STEM: Final = "heart-of-africa"


@dataclass(frozen=True, slots=True)
class Document:
    """A file to write; the name identifies the game and is unique."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Subject:
    """A game to export."""

    stored: StoredGame
    game: Game
    breakdown: Breakdown
    words: ExportWords


Write = Callable[[Sequence[Subject]], Iterator[tuple[str, bytes]]]


def subject(stored: StoredGame, language: Translations) -> Subject:
    """Prepare a stored game for export.

    Raises:
        GameDamagedError: If the game can't be shown.
    """
    game = stored.shown()
    with as_game_damaged(stored.uuid):
        return Subject(stored, game, breakdown(game), ExportWords(game.board, language))


def documents(kind: str, subjects: Sequence[Subject]) -> Iterator[Document]:
    """Yield the files of a format: one picture per game, other formats in one file for all games.

    A game that can't be exported is skipped.

    Raises:
        MissingExtraError: If pictures need a package that is not installed.
    """
    if kind in ("png", "pdf"):
        for one in subjects:
            yield from _together(partial(_sheet, kind), [one])
    else:
        yield from _together({"csv": _csv, "json": _json, "bgstats": _bgstats}[kind], subjects)


def _together(write: Write, subjects: Sequence[Subject]) -> list[Document]:
    try:
        return [Document(f"{stem(subjects)}{end}", data) for end, data in write(subjects)]
    except CONTENT_ERRORS as error:
        if len(subjects) == 1:
            log.warning("game %s cannot be exported: %s", subjects[0].stored.uuid, error)
            return []
    sound = [one for one in subjects if _together(write, [one])]
    return _together(write, sound) if 0 < len(sound) < len(subjects) else []


def stem(subjects: Sequence[Subject]) -> str:
    """Return the file name without suffix: by date and id, or for several games by a hash.

    It is plain ASCII, because sticks support little else, and never contains a player's name.
    """
    if len(subjects) == 1:
        return _stem_of(subjects[0].breakdown)
    content = "".join(f"{one.game.uuid} {one.game.seq}\n" for one in subjects)
    return f"{STEM}-{len(subjects)}-games-{hashlib.sha256(content.encode()).hexdigest()[:16]}"


def _stem_of(game: Breakdown) -> str:
    day = re.match(r"\d{4}-\d\d-\d\d", game.started)
    return "-".join([STEM, *([day[0]] if day else []), game.uuid])


def picture(game: Game, language: Translations) -> Document:
    """Return the score sheet of a game as a PNG.

    Raises:
        MissingExtraError: If a package for pictures is not installed.
    """
    with requiring_extra("exports"):
        from companion.exports.formats import score_sheet
    told = breakdown(game)
    data = score_sheet.png(told, ExportWords(game.board, language))
    return Document(f"{_stem_of(told)}.png", data)


def _csv(subjects: Sequence[Subject]) -> Iterator[tuple[str, bytes]]:
    players = csv_tables.players_table(one.breakdown for one in subjects)
    entries = csv_tables.entries_table((one.game, one.words) for one in subjects)
    yield "-players.csv", players.encode()
    yield "-entries.csv", entries.encode()


def _json(subjects: Sequence[Subject]) -> Iterator[tuple[str, bytes]]:
    yield ".json", write_games(to_filed_game(one.stored) for one in subjects).encode()


def _bgstats(subjects: Sequence[Subject]) -> Iterator[tuple[str, bytes]]:
    """Yield a file with the finished games; BG Stats has no unfinished plays."""
    finished = [one for one in subjects if one.breakdown.finished]
    if finished:
        games = [one.breakdown for one in finished]
        yield ".bgsplay", bgstats.play_file(games, finished[0].words).encode()


def _sheet(kind: str, subjects: Sequence[Subject]) -> Iterator[tuple[str, bytes]]:
    with requiring_extra("exports"):
        from companion.exports.formats import score_sheet
    draw = score_sheet.png if kind == "png" else score_sheet.pdf
    for one in subjects:
        yield f".{kind}", draw(one.breakdown, one.words)
