"""Every kind of document that can be made of games: its name, and its bytes."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.exports import bgstats, csv_tables
from companion.exports.breakdown import Breakdown, breakdown
from companion.exports.game_json import record_of, write_games
from companion.exports.optional import needing
from companion.game.game import Game
from companion.journal import StoredGame
from companion.words import Translations
from companion.words.exports import ExportWords

KINDS: Final = ("csv", "json", "bgstats", "png", "pdf")
STEM: Final = "heart-of-africa"


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be: its name says which game it is of, and no other has the same."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Subject:
    """A game to make documents of: as it is stored, and as it stands."""

    stored: StoredGame
    game: Game
    breakdown: Breakdown
    words: ExportWords


def subject(stored: StoredGame, language: Translations) -> Subject:
    """A stored game, worked out."""
    game = stored.folded()
    return Subject(stored, game, breakdown(game), ExportWords(game.board, language))


def documents(kind: str, subjects: Sequence[Subject]) -> Iterator[Document]:
    """The documents of a kind: tables and data in one for all games, a picture for each.

    Raises:
        ExtraMissing: pictures need a package that is not installed.
    """
    if kind in ("png", "pdf"):
        for one in subjects:
            yield Document(f"{stem([one])}.{kind}", _sheet(kind, one))
        return
    texts = {"csv": _csv, "json": _json, "bgstats": _bgstats}[kind](subjects)
    for ending, text in texts:
        yield Document(f"{stem(subjects)}{ending}", text.encode())


def stem(subjects: Sequence[Subject]) -> str:
    """How their files are called: by the day and the game's id, or by what is in them.

    Plain letters only, for sticks know few others, and never a player's name.
    """
    if len(subjects) == 1:
        game = subjects[0].breakdown
        day = re.match(r"\d{4}-\d\d-\d\d", game.started)
        return "-".join([STEM, *([day[0]] if day else []), game.uuid])
    content = "".join(f"{one.game.uuid} {one.game.seq}\n" for one in subjects)
    return f"{STEM}-{len(subjects)}-games-{hashlib.sha256(content.encode()).hexdigest()[:16]}"


def _csv(subjects: Sequence[Subject]) -> Iterator[tuple[str, str]]:
    yield "-players.csv", csv_tables.players_table(one.breakdown for one in subjects)
    yield "-entries.csv", csv_tables.entries_table((one.game, one.words) for one in subjects)


def _json(subjects: Sequence[Subject]) -> Iterator[tuple[str, str]]:
    yield ".json", write_games(record_of(one.stored) for one in subjects)


def _bgstats(subjects: Sequence[Subject]) -> Iterator[tuple[str, str]]:
    """Of the finished games: the others are no plays yet."""
    finished = [one for one in subjects if one.breakdown.finished]
    if finished:
        games = [one.breakdown for one in finished]
        yield ".bgsplay", bgstats.play_file(games, finished[0].words)


def _sheet(kind: str, one: Subject) -> bytes:
    with needing("exports"):
        from companion.exports import score_sheet
    draw = score_sheet.png if kind == "png" else score_sheet.pdf
    return draw(one.breakdown, one.words)
