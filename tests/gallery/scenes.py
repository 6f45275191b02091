"""Every screen in its main states, with the sample game on the table: for pictures and tests."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.desk.seating_draft import Place, Seating
from companion.game.commands import (
    Adjust,
    ClaimRoute,
    DrawCards,
    Finish,
    Newcomer,
    NewGame,
    Pass,
    Reveal,
    TicketFace,
    Undo,
)
from companion.game.rulebook import COLORS, MAX_PLAYERS
from kiosk.settings.file import Settings
from kiosk.table.stopwatch import Stopwatch
from tests.gallery import (
    devices,
    export,
    final,
    past,
    log,
    table,
    stocktake,
    reveal,
)
from tests.gallery.sample_game import DEALT, NAMES, last_round_call, new_game, plays, tickets

if TYPE_CHECKING:
    from kiosk.app import KioskApp

Show = Callable[["KioskApp"], None]

MIDGAME: Final = 41  # turns of the sample game
CITY: Final = "bloemfontein"  # where some routes are taken by then


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen in a state; `show` brings an app that has just started there."""

    name: str
    show: Show
    settings: Settings = Settings()

    @property
    def title(self) -> str:
        """The name for people."""
        return self.name.replace("-", " ").capitalize()


# --- the game on the table -----------------------------------------------------------------------


def play(app: "KioskApp", players: int = MAX_PLAYERS, turns: int = MIDGAME) -> None:
    """Play the sample game so far."""
    app.referee.submit(new_game(players))
    for made in plays(players)[:turns]:
        app.referee.submit(made)


def play_to_the_tickets(app: "KioskApp", players: int = MAX_PLAYERS) -> None:
    """Play the sample game until the tickets are shown."""
    play(app, players, len(plays(players)))


def play_to_the_end(app: "KioskApp", players: int) -> None:
    """Play the whole sample game."""
    play_to_the_tickets(app, players)
    for seat in range(players):
        app.referee.submit(tickets(app.referee.game, seat))


def give(app: "KioskApp", terrain: str, *counts: int) -> None:
    """Have so many cards of a terrain in front of the players, whatever they drew."""
    names = [seat.name for seat in app.referee.game.state.seats]
    for name, count in zip(names, counts, strict=False):
        app.referee.submit(Adjust("counted", player=name, terrain={terrain: count}))


# --- welcome and new game ------------------------------------------------------------------------


def _resumed(app: "KioskApp") -> None:
    play(app)
    app.go("welcome")


def _seats_taken(app: "KioskApp") -> None:
    seats = zip(COLORS, NAMES, DEALT, strict=True)
    places = tuple(Place(color, name, card) for color, name, card in seats)
    app.go("new_game", seating=Seating(places, first=2))


def _something_missing(app: "KioskApp") -> None:
    seats = (Place("blue", "Anna", "desert"), Place("red", "Maximiliane-Charlotte"))
    app.go("new_game", seating=Seating(seats))
    app.screen.start(app.desk.moment())


def _name_typed(name: str) -> Show:
    def show(app: "KioskApp") -> None:
        play(app)  # whoever has played can be picked
        app.go("new_game", seating=Seating.opening())
        app.screen.ask_name(0)
        for letter in name:
            app.root.sheet.type(letter)

    return show


# --- the table -----------------------------------------------------------------------------------


def _table(players: int = MAX_PLAYERS, turns: int = MIDGAME) -> Show:
    def show(app: "KioskApp") -> None:
        play(app, players, turns)
        app.home()

    return show


def _first_card(app: "KioskApp") -> None:
    _table()(app)
    app.desk.card("mountain", app.desk.moment())


def _doubled_claim() -> int:
    """The turn of a claim that was doubled, late enough for scores of two digits."""
    return next(
        turn
        for turn, made in enumerate(plays(), 1)
        if turn >= MIDGAME and isinstance(made, ClaimRoute) and made.double
    )


def _terrain_exhausted(app: "KioskApp") -> None:
    play(app, turns=0)
    give(app, "desert", 3, 3, 3, 3, 3)
    app.home()
    app.desk.card("desert", app.desk.moment())


def _undone(app: "KioskApp") -> None:
    play(app, turns=_doubled_claim())
    app.referee.submit(Undo())
    app.home()


def _archived(app: "KioskApp") -> None:
    play(app)
    app.go("new_game")
    app.desk.submit(new_game(2), app.desk.moment())
    app.home()


def _few_trains(app: "KioskApp") -> None:
    play(app, turns=last_round_call() - 1)
    app.referee.submit(Pass())
    app.home()


def _turn_clock(app: "KioskApp") -> None:
    play(app)
    app._time_turn()  # else the next frame begins the turn
    ticks = iter((0.0,))
    app.stopwatch = Stopwatch(lambda: next(ticks, 83.0))
    app.home()


def _not_saved(turns: int) -> Show:
    def show(app: "KioskApp") -> None:
        play(app, turns=turns)
        app.desk.saved = False
        app.home()

    return show


def _devices_in_trouble(app: "KioskApp") -> None:
    devices.wire_wrongly(app)
    _table()(app)


# --- a claim -------------------------------------------------------------------------------------


def _claim(city: str = "") -> Show:
    def show(app: "KioskApp") -> None:
        play(app)
        app.claim(city or None)

    return show


def _by_name(app: "KioskApp") -> None:
    _claim()(app)
    app.screen.show_names()


def _by_color_and_length(app: "KioskApp") -> None:
    _claim()(app)
    app.screen.show_called()
    called = app.screen.list
    called.color, called.length = "black", 3
    called.refresh()


def _refused_route(app: "KioskApp") -> None:
    _claim(CITY)(app)
    app.rule_on(_taken_route(app))


def _taken_route(app: "KioskApp") -> str:
    game = app.referee.game
    return next(
        route
        for seat in game.state.seats
        for route in seat.routes
        if CITY in game.board.routes[route].ends
    )


# --- the ruling and other sheets -----------------------------------------------------------------


def _rulebooks_example(app: "KioskApp") -> None:
    """John has one mountain, Peter two (R11)."""
    seats = (("John", "blue"), ("Peter", "red"))
    app.referee.submit(NewGame(tuple(Newcomer(*seat, "mountain", 3) for seat in seats)))
    app.referee.submit(DrawCards(("train", "train")))
    app.referee.submit(DrawCards(("mountain", "train")))
    app.claim("bangui")
    app.rule_on("ngaoundere--bangui")


def _ruling(*mountains: int) -> Show:
    """On a route of four mountain spaces, with so many cards in front of the players."""

    def show(app: "KioskApp") -> None:
        play(app, turns=0)
        give(app, "mountain", *mountains)
        app.claim("douala")
        app.rule_on("douala--bangui")

    return show


def _refused_way(app: "KioskApp") -> None:
    _ruling(0, 3, 1, 0, 2)(app)
    sheet = app.root.sheet
    refused = next(tile for tile in sheet.ids.ways.children if tile.way.is_refused)
    refused.dispatch("on_tap", app.desk.moment())


def _tickets_drawn(app: "KioskApp") -> None:
    play(app)
    app.draw_tickets(app.desk.moment())


def _player(seat: int) -> Show:
    def show(app: "KioskApp") -> None:
        play(app)
        app.ask_about((app.referee.game.state.to_move + seat) % MAX_PLAYERS)

    return show


def _screen(name: str, **given: str) -> Show:
    def show(app: "KioskApp") -> None:
        play(app)
        app.go(name, **given)

    return show


def _refused_in_menu(app: "KioskApp") -> None:
    _screen("menu")(app)
    app.screen.redo(app.desk.moment())


def _games(app: "KioskApp") -> None:
    play_to_the_end(app, 2)
    for players in (3, 4, 5):
        app.referee.submit(new_game(players))
    app.go("games")


# --- the end -------------------------------------------------------------------------------------


def _final(players: int) -> Show:
    def show(app: "KioskApp") -> None:
        play_to_the_end(app, players)
        app.home()

    return show


def _tie(app: "KioskApp") -> None:
    names = ("Maximiliane-Charlotte", "Łukasz")
    app.referee.submit(new_game(2, names))
    for route in ("ngaoundere--bangui", "cape-town--port-elizabeth--1"):
        app.referee.submit(ClaimRoute(route))
    app.referee.submit(Adjust("counted", player=names[1], tickets=2))
    app.referee.submit(Finish())
    faces = (TicketFace("luanda", "beira", 5), TicketFace("durban", "tchad", 8))
    for name in names:
        app.referee.submit(Reveal(name, faces))
    app.home()


# --- over everything -----------------------------------------------------------------------------


def _fault(app: "KioskApp") -> None:
    play(app)
    app.fail()


def _locked(app: "KioskApp") -> None:
    _table()(app)
    app.lock()


def _dark(app: "KioskApp") -> None:
    _table()(app)
    app.watch.dim()


def _in_play(show: Show) -> Show:
    def show_it(app: "KioskApp") -> None:
        play(app)
        show(app)

    return show_it


def _revising() -> Iterator[Scene]:
    for name, show in (
        ("log-flags", log.log_flags),
        ("log-forgotten", log.log_forgotten),
        ("entry", log.entry),
        ("entry-amended", log.entry_amended),
        ("entry-objection", log.entry_objection),
        ("entry-disputed", log.entry_disputed),
        ("amend-draw", log.draw_amended),
        ("amend-draw-missing", log.draw_missing),
        ("amend-claim", log.claim_amended),
        ("forgotten-turn", log.forgotten),
        ("consequences-conflict", log.consequences_of_conflict),
        ("consequences-insert", log.consequences_of_insert),
        ("consequences-void", log.consequences_of_void),
        ("objection", log.objection),
        ("objection-settled", log.settling),
    ):
        yield Scene(name, _in_play(show))


def _all() -> Iterator[Scene]:
    yield Scene("welcome", lambda app: None)
    yield Scene("welcome-resume", _resumed)
    yield Scene("new-game", lambda app: app.go("new_game"))
    yield Scene("new-game-missing", _something_missing)
    yield Scene("new-game-five", _seats_taken)
    yield Scene("name-polish", _name_typed("Łukasz"), Settings(keyboard="pl"))
    yield Scene("name-russian", _name_typed("Дима"), Settings(keyboard="ru"))
    yield Scene("table-first-turn", _table(turns=0))
    for players in range(2, MAX_PLAYERS + 1):
        yield Scene(f"table-{players}-players", _table(players))
    yield Scene("table-first-card", _first_card)
    yield Scene("table-doubled", _table(turns=_doubled_claim()))
    yield Scene("table-refused", _terrain_exhausted)
    yield Scene("table-undone", _undone)
    yield Scene("table-archived", _archived)
    yield Scene("table-last-round-called", _table(turns=last_round_call()))
    yield Scene("table-last-round", _table(turns=last_round_call() + 2))
    yield Scene("table-few-trains", _few_trains)
    hidden = Settings(hidden_scores=True)
    yield Scene("table-hidden-scores", _table(turns=_doubled_claim()), hidden)
    yield Scene("table-turn-clock", _turn_clock, Settings(turn_clock=True))
    yield Scene("table-not-saved", _not_saved(MIDGAME))
    yield Scene("table-last-round-not-saved", _not_saved(last_round_call() + 2))
    yield Scene("table-devices", _devices_in_trouble)
    yield Scene("table-devices-turn-clock", _devices_in_trouble, Settings(turn_clock=True))
    yield Scene("claim", _claim())
    yield Scene("claim-city", _claim(CITY))
    yield Scene("claim-by-name", _by_name)
    yield Scene("claim-by-color", _by_color_and_length)
    yield Scene("claim-refused", _refused_route)
    yield Scene("ruling", _rulebooks_example)
    yield Scene("ruling-three-ways", _ruling(3, 3, 1, 0, 2))
    yield Scene("ruling-five-tiles", _ruling(0, 3, 1, 0, 2))
    yield Scene("ruling-refused", _refused_way)
    yield Scene("tickets-drawn", _tickets_drawn)
    yield Scene("player", _player(0))
    yield Scene("player-another", _player(2))
    yield Scene("menu", _screen("menu"))
    yield Scene("menu-refused", _refused_in_menu, Settings(turn_clock=True))
    yield Scene("settings", _screen("settings"))
    yield Scene("rules", _screen("rules", key="R11"))
    yield Scene("players", _screen("players"))
    yield Scene("devices-none", devices.nothing_wired)
    yield Scene("devices-in-trouble", devices.in_trouble)
    yield Scene("devices-live-test", devices.live_test)
    yield Scene("devices-pin", devices.pin_asked)
    yield Scene("devices-add", devices.display_asked(*devices.PORTS))
    yield Scene("devices-add-no-port", devices.display_asked())
    yield Scene("games", _games)
    yield Scene("games-none", lambda app: app.go("games"))
    yield from (Scene(name, show) for name, show in past.SHOWN)
    yield Scene("log", _screen("log"))
    yield from _revising()
    yield from (Scene(name, *shown) for name, *shown in stocktake.SHOWN)
    yield from (Scene(name, show) for name, show in table.SHOWN)
    yield from (Scene(name, *shown) for name, *shown in reveal.SHOWN)
    yield from (Scene(name, show) for name, show in export.SHOWN)
    for players in (2, MAX_PLAYERS):
        yield Scene(f"final-{players}-players", _final(players))
    yield Scene("final-tie", _tie)
    yield from (Scene(name, show) for name, show in final.SHOWN)
    yield Scene("fault", _fault)
    yield Scene("locked", _locked)
    yield Scene("dark", _dark)


SCENES: Final = tuple(_all())
