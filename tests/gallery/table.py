"""The table, claims, sheets and table rulings in their main states."""

from typing import TYPE_CHECKING, Final

from companion.game.commands import (
    Adjust,
    ClaimRoute,
    DrawCards,
    Newcomer,
    NewGame,
    Pass,
    RuledPlay,
    Undo,
)
from companion.game.rulebook import MAX_PLAYERS, Terrain
from companion.game.rules.terrain import Payment
from kiosk import screens, sheets
from kiosk.settings.file import Settings
from kiosk.table.view import Stopwatch
from tests.gallery import devices
from tests.gallery.sample_game import (
    LONG_NAMES,
    MIDGAME,
    NAMES,
    Show,
    give,
    last_round_call,
    new_game,
    play,
    plays,
)

if TYPE_CHECKING:
    from kiosk.app import KioskApp

CITY: Final = "bloemfontein"  # where some routes are taken by then
COAST: Final = "cape-town--port-elizabeth--1"
DOUBTFUL: Final = "bloemfontein--cape-town"
FERRY: Final = "madagascar-south--durban--1"
DOUBLED: Final = RuledPlay(ClaimRoute(DOUBTFUL, Payment(1, 0)), "agreed at the table")


# --- the table -----------------------------------------------------------------------------------


def _table(
    players: int = MAX_PLAYERS, turns: int = MIDGAME, names: tuple[str, ...] = NAMES
) -> Show:
    def show(app: "KioskApp") -> None:
        play(app, players, turns, names)
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


def _doubled(app: "KioskApp") -> None:
    _table(turns=_doubled_claim())(app)


def _last_round(turns: int = 0) -> Show:
    """So many turns after it was called."""

    def show(app: "KioskApp") -> None:
        _table(turns=last_round_call() + turns)(app)

    return show


def _undone(app: "KioskApp") -> None:
    play(app, turns=_doubled_claim())
    app.referee.submit(Undo())
    app.home()


def _archived(app: "KioskApp") -> None:
    play(app)
    app.go(screens.new_game)
    app.desk.submit(new_game(2), app.desk.moment())
    app.home()


def _few_trains(app: "KioskApp") -> None:
    play(app, turns=last_round_call() - 1)
    app.referee.submit(Pass())
    app.home()


def _turn_clock(app: "KioskApp") -> None:
    play(app)
    ticks = iter((0.0, 0.0))  # when it is made, and when the turn begins
    app.stopwatch = Stopwatch(lambda: next(ticks, 83.0))
    app.stopwatch.follow(app.referee)
    app.home()


def _not_saved(seen: Show) -> Show:
    def show(app: "KioskApp") -> None:
        seen(app)
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


def _which_route(app: "KioskApp") -> None:
    """A finger was on two tracks at once."""
    _claim()(app)
    app.screen.pick_tracks(("leopoldville--luanda", "luanda--junction-angola-north"))


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
    sheet = app.sheet
    refused = next(tile for tile in sheet.ids.ways.children if tile.way.is_refused)
    refused.dispatch("on_tap", app.desk.moment())


def _tickets_drawn(app: "KioskApp") -> None:
    play(app)
    app.draw_tickets(app.desk.moment())


def _player(seat: int) -> Show:
    def show(app: "KioskApp") -> None:
        play(app)
        app.open_sheet(sheets.player, number=(app.referee.game.state.to_move + seat) % MAX_PLAYERS)

    return show


# --- what the table rules against the rules, and the board put right ----------------------------


def _begin(app: "KioskApp", players: int = 5) -> None:
    app.referee.submit(new_game(players))
    app.home()


def _exhaust(app: "KioskApp") -> None:
    state = app.referee.game.state
    app.referee.submit(Adjust("counted", discards={"jungle": state.unseen(Terrain.JUNGLE)}))


def _reason(app: "KioskApp") -> None:
    """A doubling that the rules refuse, and why it is to count."""
    _begin(app)
    app.let_count(DOUBLED.play)


def _own_words(app: "KioskApp") -> None:
    """A reason that is typed."""
    _reason(app)
    app.sheet._write()
    page = app.sheet.ids.page.children[0]
    for letter in "we have always played it so here":
        page.type(letter)


def _route_ruled(app: "KioskApp") -> None:
    """A taken route, claimed all the same."""
    _begin(app)
    app.referee.submit(ClaimRoute(COAST))
    app.claim("cape-town")
    app.rule_on(COAST, anyway=True)


def _card_refused(app: "KioskApp") -> None:
    """All that can be done about it."""
    _begin(app)
    _exhaust(app)
    app.home()
    app.desk.card("jungle", app.desk.moment())


def _table_ruled(app: "KioskApp") -> None:
    """The announcement of a table ruling."""
    _begin(app)
    app.referee.submit(DOUBLED)


def _no_tickets(app: "KioskApp") -> None:
    """Tickets, when none are left."""
    _begin(app)
    state = app.referee.game.state
    held = state.seats[0].tickets + state.tickets_left
    app.referee.submit(Adjust("counted", player=state.seats[0].name, tickets=held))
    app.draw_tickets(app.desk.moment(), anyway=True)


def _values(app: "KioskApp") -> None:
    """A player's numbers put right."""
    _begin(app)
    app.open_sheet(sheets.player, number=0)
    app.open_sheet(sheets.values, number=0)
    for name, by in (("trains", -3), ("score", 12), ("desert", 1)):
        app.sheet._step(name, by)


def _in_doubt(route: str) -> Show:
    """A route that nobody has looked at on the board."""

    def show(app: "KioskApp") -> None:
        _begin(app)
        app.claim("cape-town")
        app.rule_on(route)

    return show


def _route_card(app: "KioskApp") -> None:
    """Its card, with another length than we have."""
    _in_doubt(FERRY)(app)
    app.sheet.differ()
    app.sheet._pick_length(4)


SHOWN: Final = (
    ("table-first-turn", _table(turns=0)),
    *((f"table-{n}-players", _table(n)) for n in range(2, MAX_PLAYERS + 1)),
    *((f"table-long-names-{n}", _table(n, names=LONG_NAMES)) for n in (4, 5)),
    ("table-first-card", _first_card),
    ("table-doubled", _doubled),
    ("table-refused", _terrain_exhausted),
    ("table-undone", _undone),
    ("table-archived", _archived),
    ("table-last-round-called", _last_round()),
    ("table-last-round", _last_round(turns=2)),
    ("table-few-trains", _few_trains),
    ("table-hidden-scores", _doubled, Settings(hidden_scores=True)),
    ("table-turn-clock", _turn_clock, Settings(turn_clock=True)),
    ("table-not-saved", _not_saved(_table())),
    ("table-last-round-not-saved", _not_saved(_last_round(turns=2))),
    ("table-devices", _devices_in_trouble),
    ("table-devices-turn-clock", _devices_in_trouble, Settings(turn_clock=True)),
    ("claim", _claim()),
    ("claim-city", _claim(CITY)),
    ("claim-which-route", _which_route),
    ("claim-by-name", _by_name),
    ("claim-by-color", _by_color_and_length),
    ("claim-refused", _refused_route),
    ("ruling", _rulebooks_example),
    ("ruling-three-ways", _ruling(3, 3, 1, 0, 2)),
    ("ruling-five-tiles", _ruling(0, 3, 1, 0, 2)),
    ("ruling-refused", _refused_way),
    ("tickets-drawn", _tickets_drawn),
    ("player", _player(0)),
    ("player-another", _player(2)),
    ("reason", _reason),
    ("reason-own-words", _own_words),
    ("ruling-taken-route", _route_ruled),
    ("table-card-refused", _card_refused),
    ("table-ruled", _table_ruled),
    ("tickets-none-left", _no_tickets),
    ("values", _values),
    ("ruling-length-in-doubt", _in_doubt(DOUBTFUL)),
    ("ruling-ferry-in-doubt", _in_doubt(FERRY)),
    ("route-card", _route_card),
)
