"""Players and the group's records as screens show them; pure data."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.history import (
    Averages,
    Crown,
    HeadToHead,
    History,
    Merged,
    Person,
    PlayerPage,
    PlayerRow,
    Record,
)
from companion.text import number
from companion.words.desk import DeskWords
from companion.words.plays import listed
from kiosk.widgets.paging import Page, local_time

PEOPLE_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A player in the list of players."""

    id: str
    name: str
    figures: str
    offered: bool  # for a new game


def people_page(
    rows: Iterable[PlayerRow], words: DeskWords, forgotten: Iterable[str], page: int = 0
) -> Page[PersonRow]:
    """A page of everyone, by games played."""
    everyone = list(rows)
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
    """A number of games."""
    return words.ngettext("{n} game", "{n} games", count).format(n=count)


def wins_in_words(words: DeskWords, count: int) -> str:
    """A number of wins."""
    return words.ngettext("{n} win", "{n} wins", count).format(n=count)


# --- one player ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, what it is, and what it is made of."""

    value: str
    word: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class RivalLine:
    """How a player fares against another."""

    id: str
    name: str
    games: str
    ahead: str
    wins: str


@dataclass(frozen=True, slots=True)
class PersonView:
    """A player's page."""

    id: str
    name: str
    note: str
    figures: tuple[Figure, ...]
    sources: str
    best_game: str  # where the best score was had
    rivals: tuple[RivalLine, ...]
    merged: tuple[Merged, ...]
    offered: bool


def person_view(
    history: History, words: DeskWords, player: str, forgotten: Iterable[str] = ()
) -> PersonView:
    """All about a player."""
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


def _figures(page: PlayerPage, words: DeskWords) -> Iterable[Figure]:
    gettext = words.gettext
    if page.average is None or page.best is None or page.place is None:
        return
    yield Figure(str(page.games), words.ngettext("game", "games", page.games))
    yield Figure(str(page.wins), words.ngettext("win", "wins", page.wins), _percent(page.win_rate))
    yield Figure(_decimal(page.average.total), gettext("points a game"))
    yield Figure(number(page.best.total), gettext("best"), local_time(page.best.started)[:10])
    yield Figure(_decimal(page.place), gettext("place on average"))
    doubled = gettext("{n} of {all} claims").format(n=page.doubled, all=page.claims)
    yield Figure(_percent(page.doubling_rate), gettext("doubled"), doubled)
    spent = gettext("{terrain} terrain, {locomotives} loco")
    paid = spent.format(terrain=page.terrain, locomotives=page.locomotives)
    yield Figure(f"+{page.doubling}", gettext("by doubling"), paid)
    of = gettext("of {n}").format(n=page.tickets)
    yield Figure(str(page.completed), gettext("tickets done"), of)


def _sources(average: Averages | None, words: DeskWords) -> str:
    """Where the points of a game come from, on average."""
    if average is None:
        return words.gettext("No finished game yet.")
    parts = [
        (words.gettext("routes"), average.routes),
        (words.gettext("doubling"), average.doubling),
        (words.gettext("tickets"), average.tickets),
        (words.gettext("Globetrotter"), average.globetrotter),
    ]
    if average.rulings:
        parts.append((words.gettext("rulings"), average.rulings))
    told = " · ".join(f"{word} {_decimal(points)}" for word, points in parts)
    return words.gettext("On average: {sources}").format(sources=told)


def _rival(one: HeadToHead, words: DeskWords) -> RivalLine:
    return RivalLine(
        id=one.other.id,
        name=one.other.name,
        games=games_in_words(words, one.games),
        ahead=f"{one.ahead} : {one.behind}",
        wins=f"{one.wins} : {one.losses}",
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _decimal(value: float) -> str:
    return number(f"{value:.1f}")


# --- records -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A record, who holds it, and the game it was set in."""

    word: str
    value: str
    holders: str
    note: str
    game: str = ""  # empty: over all games


def record_rows(history: History, words: DeskWords) -> tuple[RecordRow, ...]:
    """The group's records; none before the first game is finished."""
    records, gettext = history.records(), words.gettext
    points, minutes = gettext("{n} points"), gettext("{n} min")
    of_games = (
        (records.highest_score, gettext("Highest score"), points),
        (records.biggest_win, gettext("Biggest win"), gettext("by {n}")),
        (records.best_claim, gettext("Best claim"), points),
        (records.most_doubling, gettext("Most by doubling"), points),
        (records.most_tickets, gettext("Most tickets done"), "{n}"),
        (records.longest_game, gettext("Longest game"), minutes),
        (records.shortest_game, gettext("Shortest game"), minutes),
    )
    crowns = (
        (records.most_wins, gettext("Most wins"), wins_in_words),
        (records.most_games, gettext("Most games"), games_in_words),
    )
    rows = [_record(one, word, text, words) for one, word, text in of_games if one]
    rows += [_crown(one, word, tell(words, one.value)) for one, word, tell in crowns if one]
    return tuple(rows)


def _record(record: Record, word: str, text: str, words: DeskWords) -> RecordRow:
    note = local_time(record.started)[:10]
    if record.route is not None:
        note = f"{words.names.route(record.route)}, {note}"
    value = text.format(n=number(record.value))
    return RecordRow(word, value, _named(record.people), note, record.game)


def _crown(crown: Crown, word: str, value: str) -> RecordRow:
    people = sorted(crown.people, key=lambda person: person.name.casefold())
    return RecordRow(word, value, _named(people), "")


def _named(people: Iterable[Person]) -> str:
    return listed(person.name for person in people)
