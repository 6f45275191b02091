"""View data of players and records, without widgets."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.history import (
    Averages,
    GameRecord,
    HeadToHead,
    History,
    MergedPlayer,
    OverallRecord,
    Person,
    PlayerPage,
    PlayerRow,
)
from companion.text import number
from companion.words.table.choices_and_results import listed
from companion.words.table.desk import DeskWords
from kiosk.widgets.paging import Page

PEOPLE_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class PersonRow:
    id: str
    name: str
    figures: str
    offered: bool  # suggested for new games


def people_page(
    rows: Iterable[PlayerRow], words: DeskWords, forgotten: Iterable[str], page: int = 0
) -> Page[PersonRow]:
    """Return a page of all players, sorted by games played."""
    everyone = sorted(rows, key=lambda row: (-row.games, words.names.in_order(row.person.name)))
    total, size = len(everyone), PEOPLE_A_PAGE
    page = max(0, min(page, (total - 1) // size))
    unoffered = {name.casefold() for name in forgotten}
    shown = everyone[page * size : (page + 1) * size]
    lines = tuple(_person_row(row, words, unoffered) for row in shown)
    return Page(lines, page, page * size + 1, total)


def _person_row(row: PlayerRow, words: DeskWords, unoffered: set[str]) -> PersonRow:
    figures = [games_in_words(words, row.games), wins_in_words(words, row.wins)]
    if row.best is not None:
        figures.append(words.gettext("best {total}").format(total=number(row.best)))
    offered = row.person.name.casefold() not in unoffered
    return PersonRow(row.person.id, row.person.name, " · ".join(figures), offered)


def games_in_words(words: DeskWords, count: int) -> str:
    return words.ngettext("{n} game", "{n} games", count).format(n=count)


def wins_in_words(words: DeskWords, count: int) -> str:
    return words.ngettext("{n} win", "{n} wins", count).format(n=count)


# --- one player ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PersonFigure:
    """A figure with its label and an explanation."""

    value: str
    word: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class RivalLine:
    """A player's results against an opponent."""

    id: str
    name: str
    games: str
    ahead: str
    wins: str


@dataclass(frozen=True, slots=True)
class PersonView:
    """Data of a player's page."""

    id: str
    name: str
    note: str
    figures: tuple[PersonFigure, ...]
    sources: str
    best_game: str  # the game with the best score
    rivals: tuple[RivalLine, ...]
    merged: tuple[MergedPlayer, ...]
    offered: bool


def person_view(
    history: History, words: DeskWords, player: str, forgotten: Iterable[str] = ()
) -> PersonView:
    page = history.player(player)
    name = page.person.name
    return PersonView(
        id=page.person.id,
        name=name,
        note=_unfinished(words, page.unfinished),
        figures=tuple(_figures(page, words)),
        sources=_sources(page.average, words),
        best_game=page.best.game if page.best else "",
        rivals=tuple(_rival(one, words) for one in page.head_to_head),
        merged=tuple(one for one in history.merged() if one.into.id == page.person.id),
        offered=name.casefold() not in {one.casefold() for one in forgotten},
    )


def _unfinished(words: DeskWords, count: int) -> str:
    if not count:
        return ""
    return words.ngettext("{n} game unfinished", "{n} games unfinished", count).format(n=count)


def _figures(page: PlayerPage, words: DeskWords) -> Iterable[PersonFigure]:
    gettext = words.gettext
    if page.average is None or page.best is None or page.place is None:
        return
    games = words.npgettext("under their number", "game", "games", page.games)
    yield PersonFigure(str(page.games), games)
    wins = words.npgettext("under their number", "win", "wins", page.wins)
    yield PersonFigure(str(page.wins), wins, words.percent(page.win_rate))
    yield PersonFigure(words.decimal(page.average.total), gettext("points per game"))
    best = words.pgettext("under a number: the highest score", "best")
    yield PersonFigure(number(page.best.total), best, words.day(page.best.started))
    # Translators: under a number
    yield PersonFigure(words.decimal(page.place), gettext("average place"))
    doubled = words.pgettext("under a share: of all claims", "doubled")
    claims = words.claims_doubled(page.doubled, page.claims)
    yield PersonFigure(words.percent(page.doubling_rate), doubled, claims)
    # Translators: what doubling took: numbers of terrain cards and of locomotives.
    spent = gettext("terrain {terrain}, loco {locomotives}")
    paid = spent.format(terrain=page.terrain, locomotives=page.locomotives)
    # Translators: under a number of points
    yield PersonFigure(f"+{page.doubling}", gettext("from doubling"), paid)
    # Translators: under a number of tickets: of how many.
    of = gettext("of {n}").format(n=page.tickets)
    done = words.npgettext(
        "under their number", "ticket completed", "tickets completed", page.completed
    )
    yield PersonFigure(str(page.completed), done, of)


def _sources(average: Averages | None, words: DeskWords) -> str:
    """Return the average points by source."""
    if average is None:
        return words.gettext("No finished game yet.")
    points = [average.routes, average.doubling, average.tickets, average.globetrotter]
    if average.rulings:
        points.append(average.rulings)
    parts = zip(words.sources(ruled=bool(average.rulings)), points, strict=True)
    told = " · ".join(f"{word} {words.decimal(value)}" for word, value in parts)
    return words.gettext("On average: {sources}").format(sources=told)


def _rival(one: HeadToHead, words: DeskWords) -> RivalLine:
    return RivalLine(
        id=one.other.id,
        name=one.other.name,
        games=games_in_words(words, one.games),
        ahead=f"{one.ahead} : {one.behind}",
        wins=f"{one.wins} : {one.losses}",
    )


# --- records -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A record, its holders, and the game it was set in."""

    word: str
    value: str
    holders: str
    note: str
    game: str = ""  # empty if over all games


def record_rows(history: History, words: DeskWords) -> tuple[RecordRow, ...]:
    """Return the group's records; empty before the first finished game."""
    records, gettext = history.records(), words.gettext
    of_games = (
        (records.highest_score, gettext("Highest score"), words.points),
        (records.biggest_win, gettext("Biggest win"), words.points),
        (records.best_claim, gettext("Best claim"), words.points),
        # Translators: a record: points
        (records.most_doubling, gettext("Most from doubling"), words.points),
        (records.most_tickets, gettext("Most tickets completed"), words.tickets),
        (records.longest_game, gettext("Longest game"), words.minutes),
        (records.shortest_game, gettext("Shortest game"), words.minutes),
    )
    crowns = (
        (records.most_wins, gettext("Most wins"), wins_in_words),
        (records.most_games, gettext("Most games"), games_in_words),
    )
    rows = [_record(one, word, tell(one.value), words) for one, word, tell in of_games if one]
    rows += [
        _overall_row(one, word, tell(words, one.value), words) for one, word, tell in crowns if one
    ]
    return tuple(rows)


def _record(record: GameRecord, word: str, value: str, words: DeskWords) -> RecordRow:
    note = words.day(record.started)
    if record.route is not None:
        note = f"{words.names.route(record.route)}, {note}"
    return RecordRow(word, value, _named(record.people), note, record.game)


def _overall_row(crown: OverallRecord, word: str, value: str, words: DeskWords) -> RecordRow:
    people = sorted(crown.people, key=lambda person: words.names.in_order(person.name))
    return RecordRow(word, value, _named(people), "")


def _named(people: Iterable[Person]) -> str:
    return listed(person.name for person in people)
