"""The dial's menus: the available items, and what each leads to. Pure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.game.board.board import Board, Route
from companion.game.commands import Change, ClaimRoute, Command, DrawTickets, Pass, Redo, Undo
from companion.game.refusal import Refusal
from companion.game.rules.claims import Worth, one_of_alike
from companion.referee import Referee
from companion.words.table.choices_and_results import PlayWords


@dataclass(frozen=True, slots=True)
class NoSecondCard:
    """The waiting first card was the only one available (R5)."""


@dataclass(frozen=True, slots=True)
class Back:
    """Go up one menu, or from the top to idle."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu; `key` is a stable id."""

    key: str
    label: str
    leads: "Callable[[], Menu] | Command | NoSecondCard | Back"


@dataclass(frozen=True, slots=True)
class Menu:
    """A heading, and items of which the last is always Back."""

    title: str
    items: tuple[Item, ...]


BACK: Final = "back"


def top(referee: Referee, words: PlayWords, *, waiting: bool) -> Menu:
    """Return the top menu; `waiting`: a first card waits for the second."""
    title = words.pgettext("name of a knob that is turned and pushed", "Dial")
    if not referee.has_game:
        return _menu(words, title, ())
    state = referee.game.state
    if state.player is not None:
        title = words.gettext("{player}'s turn").format(player=state.seats[state.player].name)
    return _menu(words, title, _top(referee, words, waiting=waiting))


def _top(referee: Referee, words: PlayWords, *, waiting: bool) -> Iterator[Item]:
    gettext, pgettext = words.gettext, words.pgettext
    if referee.game.state.player is not None:
        if _claimable(referee):
            yield Item(
                "claim", pgettext("menu of a dial", "Claim"), partial(_cities, referee, words)
            )
        if _allowed(referee, DrawTickets(1)):
            yield Item(
                "tickets", pgettext("menu of a dial", "Tickets"), partial(_tickets, referee, words)
            )
        yield Item("pass", pgettext("menu of a dial", "Pass"), Pass())
        if waiting:
            yield Item("no_second_card", gettext("Only one card"), NoSecondCard())
    if waiting or _allowed(referee, Undo()):
        yield Item("undo", pgettext("menu of a dial", "Undo"), Undo())
    if _allowed(referee, Redo()):
        yield Item("redo", pgettext("menu of a dial", "Redo"), Redo())


def _menu(words: PlayWords, title: str, items: Iterable[Item]) -> Menu:
    return Menu(title, (*items, Item(BACK, words.pgettext("menu of a dial", "Back"), Back())))


def _allowed(referee: Referee, change: Change) -> bool:
    try:
        referee.game.propose(change)
    except Refusal:
        return False
    return True


# --- claiming: city, route, way to score ---


def _cities(referee: Referee, words: PlayWords) -> Menu:
    """Return places that still have a free route, A to Z, way stations last."""
    board = referee.game.board
    ends = {end for worth in _claimable(referee) for end in worth.route.ends}
    places = sorted((_order(board, words, end), end) for end in ends)
    items = (
        Item(end, words.names.heading(end), partial(_routes, referee, words, end))
        for _, end in places
    )
    # Translators: heading over a list of cities; 16 characters at most.
    return _menu(words, words.pgettext("menu of a dial: the city of a route", "From"), items)


def _routes(referee: Referee, words: PlayWords, city: str) -> Menu:
    board = referee.game.board
    found = [worth for worth in _claimable(referee) if city in worth.route.ends]
    found.sort(
        key=lambda worth: (_order(board, words, worth.route.other_end(city)), worth.route.id)
    )
    items = (
        Item(worth.route.id, _route_label(words, worth.route, city), partial(_ways, words, worth))
        for worth in found
    )
    return _menu(words, words.names.heading(city), items)


def _ways(words: PlayWords, worth: Worth) -> Menu:
    """Return the ways to score: undoubled first, then each way to double."""
    route = worth.route
    plain = Item("plain", words.points(route.points), ClaimRoute(route.id))
    doubled = (
        Item(
            f"{way.terrain}+{way.locomotives}",
            words.doubled(
                worth.doubled, words.payment(route.terrain, way.terrain, way.locomotives)
            ),
            ClaimRoute(route.id, way),
        )
        for way in worth.ways
    )
    return _menu(words, words.names.route(route.id), (plain, *doubled))


def _claimable(referee: Referee) -> list[Worth]:
    """Return every route that can be claimed; of two identical tracks, the first."""
    board = referee.game.board
    worths = [referee.worth(route) for route in board.routes]
    return one_of_alike(board, [worth for worth in worths if worth.refusal is None])


def _route_label(words: PlayWords, route: Route, city: str) -> str:
    place = words.names.end(route.other_end(city))
    return f"{place}, {words.names.color(route.color)} {route.length}"


def _order(board: Board, words: PlayWords, location: str) -> tuple[bool, tuple[str, str]]:
    """Sort by name in the language's order; places without a name come last."""
    names = words.names
    return board.locations[location].name is None, names.in_order(names.location(location))


# --- tickets ---


def _tickets(referee: Referee, words: PlayWords) -> Menu:
    """Return the menu for how many tickets are kept."""
    state = referee.game.state
    most = min(state.tickets_drawn, state.tickets_left)
    items = (Item(str(n), words.tickets(n), DrawTickets(n)) for n in range(1, most + 1))
    # Translators: heading over "1 ticket", "2 tickets" …
    return _menu(words, words.pgettext("menu of a dial: how many tickets are kept", "Keep"), items)
