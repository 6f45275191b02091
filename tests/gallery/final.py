"""The end of a game, and its charts."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.game.commands import (
    Adjust,
    ClaimRoute,
    Finish,
    Newcomer,
    NewGame,
    Pass,
    Play,
    Reveal,
    RuledPlay,
    TicketFace,
)
from companion.game.refusal import Refusal
from companion.game.rulebook import MAX_PLAYERS
from companion.game.rules.terrain import Payment
from kiosk import screens
from tests.gallery.sample_game import MIDGAME, Show, new_game, play_to_the_end, plays, tickets

if TYPE_CHECKING:
    from kiosk.app import KioskApp

_CARELESS: Final = 3  # every third claim is not doubled, though it could be


def play(app: "KioskApp", players: int, turns: int | None = None) -> None:
    """Play the sample game, by people who sometimes forget to double."""
    app.referee.submit(new_game(players))
    for number, made in enumerate(plays(players)[:turns]):
        if app.referee.game.state.ended:
            break
        _submit(app, _forgetful(made) if number % _CARELESS == 0 else made)


def _forgetful(made: Play) -> Play:
    return replace(made, double=None) if isinstance(made, ClaimRoute) else made


def _submit(app: "KioskApp", made: Play) -> None:
    """What was planned, or what is left of it."""
    for one in (made, _forgetful(made), Pass()):
        try:
            app.referee.submit(one)
        except Refusal:
            continue
        return


def _end(app: "KioskApp", players: int) -> None:
    """To the last ticket but one player's; then theirs, from the screen where they are shown."""
    play(app, players)
    if not app.referee.game.state.ended:
        app.referee.submit(Finish())
    for seat in range(players):
        if seat == players - 1:
            app.home()
        app.referee.submit(tickets(app.referee.game, seat))
    app.home()


def building(players: int, share: float) -> Show:
    """So much of the scores is built up."""

    def show(app: "KioskApp") -> None:
        _end(app, players)
        board = app.screen.board
        board.stop()
        board.seconds = share * board._unveiling.lasts

    return show


def building_ruled(app: "KioskApp") -> None:
    """With points that the table gave."""
    play(app, MAX_PLAYERS)
    for seat, score in ((0, 12), (3, -105)):
        name = app.referee.game.state.seats[seat].name
        app.referee.submit(Adjust("counted", player=name, score=score))
    if not app.referee.game.state.ended:
        app.referee.submit(Finish())
    app.home()
    for seat in range(MAX_PLAYERS):
        app.referee.submit(tickets(app.referee.game, seat))
    app.home()
    board = app.screen.board
    board.stop()
    board.seconds = board._unveiling.lasts


def tie_broken(app: "KioskApp") -> None:
    """Equal in points; more completed tickets decide."""
    names = ("Anna", "Maximiliane-Charlotte", "Łukasz")
    colors = ("blue", "black", "yellow")
    seats = zip(names, colors, strict=True)
    app.referee.submit(NewGame(tuple(Newcomer(*seat, "desert", 2) for seat in seats)))
    app.referee.submit(ClaimRoute("ngaoundere--bangui"))
    for name, score in zip(names[1:], (29, 3), strict=True):
        app.referee.submit(Adjust("counted", player=name, score=score))
    app.referee.submit(Finish())
    done, not_done = ("ngaoundere", "bangui"), ("luanda", "beira")
    app.referee.submit(Reveal(names[0], (TicketFace(*done, 15), TicketFace(*not_done, 5))))
    for name in names[1:]:
        faces = (TicketFace("durban", "tchad", 3), TicketFace(*not_done, 2))
        app.referee.submit(Reveal(name, faces))
    app.home()


def finished(players: int) -> Show:
    """The result at once."""

    def show(app: "KioskApp") -> None:
        _end(app, players)
        app.screen._show()

    return show


def charts(page: str, players: int = MAX_PLAYERS, *, steps: int = 0) -> Show:
    """A page of charts; so many steps on, something is picked."""

    def show(app: "KioskApp") -> None:
        _end(app, players)
        app.go(screens.charts, page=page)
        for _ in range(steps):
            app.screen.step(1)

    return show


def charts_in_play(app: "KioskApp") -> None:
    """While a game goes on."""
    play(app, 4, MIDGAME)
    app.go(screens.charts)


def charts_at_the_start(page: str) -> Show:
    """Before anything has happened."""

    def show(app: "KioskApp") -> None:
        app.referee.submit(new_game(3))
        app.go(screens.charts, page=page)

    return show


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


def _final_ruled(app: "KioskApp") -> None:
    """The end counts the rulings of the table."""
    app.referee.submit(new_game(2))
    app.home()
    doubled = ClaimRoute("bloemfontein--cape-town", Payment(1, 0))
    app.referee.submit(RuledPlay(doubled, "agreed at the table"))
    app.referee.submit(Adjust("counted", player=app.referee.game.state.seats[1].name, score=3))
    for seat in app.referee.game.state.seats:
        app.referee.submit(Adjust("counted", player=seat.name, tickets=0))
    app.referee.submit(Finish())
    for seat in app.referee.game.state.seats:
        app.referee.submit(Reveal(seat.name, ()))
    app.home()


SHOWN: Final = (
    *((f"final-{n}-players", _final(n)) for n in (2, MAX_PLAYERS)),
    ("final-tie", _tie),
    ("final-table-rulings", _final_ruled),
    ("final-building", building(MAX_PLAYERS, 0.55)),
    ("final-building-two", building(2, 0.3)),
    ("final-built", building(MAX_PLAYERS, 1)),
    ("final-built-ruled", building_ruled),
    ("final-careless", finished(4)),
    ("final-tie-broken", tie_broken),
    ("charts-score", charts("scores")),
    ("charts-score-two", charts("scores", 2)),
    ("charts-score-point", charts("scores", steps=30)),
    ("charts-score-final", charts("scores", 3, steps=1 << 6)),
    ("charts-score-in-play", charts_in_play),
    ("charts-score-none", charts_at_the_start("scores")),
    ("charts-terrain", charts("terrain")),
    ("charts-terrain-two", charts("terrain", 2)),
    ("charts-terrain-span", charts("terrain", 4, steps=12)),
    ("charts-doubling", charts("doubling")),
    ("charts-doubling-two", charts("doubling", 2)),
    ("charts-doubling-chance", charts("doubling", 3, steps=9)),
    ("charts-claims", charts("claims")),
    ("charts-claims-one", charts("claims", 3, steps=2)),
    ("charts-claims-none", charts_at_the_start("claims")),
)
