"""The tickets at the end. All of them are made up for the sample game."""

from typing import TYPE_CHECKING, Final

from companion.game.commands import TicketFace
from companion.game.rulebook import MAX_PLAYERS
from kiosk import screens
from kiosk.settings.file import Settings
from tests.gallery.sample_game import LONG_NAMES, NAMES, Show, play, tickets

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def _begin(app: "KioskApp", names: tuple[str, ...] = NAMES, *, book: bool = True) -> None:
    """Play the sample game to its tickets; the book has some of them from an earlier one."""
    play(app, MAX_PLAYERS, None, names)
    if book:
        known, game = app.referee.book, app.referee.game
        for seat in range(MAX_PLAYERS):
            shown = tickets(game, seat).tickets
            known = known.learned(game.board, "an earlier game", seat, shown)
        app.referee.save_ticket_book(known)


def _enter(app: "KioskApp", seat: int, count: int | None = None) -> None:
    """Have some of a player's tickets entered."""
    game = app.referee.game
    app.desk.reveal.keep_faces(seat, tickets(game, seat).tickets[:count])


def _by_name(app: "KioskApp") -> None:
    _begin(app, book=False)
    _enter(app, 0, 2)
    app.go(screens.reveal, seat=0)


def _on_the_map(app: "KioskApp") -> None:
    _by_name(app)
    app.screen._want(by_name=False)


def _value(points: int = 0) -> Show:
    def show(app: "KioskApp") -> None:
        _by_name(app)
        for place in ("luanda", "beira"):
            app.screen._place(place, app.desk.moment())
        panel = app.screen.ids.stage.children[0].panel
        for _ in range(points):
            panel.dispatch("on_step", 1)

    return show


def _book(app: "KioskApp") -> None:
    _begin(app)
    _enter(app, 1, 1)
    app.go(screens.reveal, seat=1)


def _one_city(app: "KioskApp") -> None:
    _book(app)
    face = app.referee.book.faces[0]
    app.screen._place(face.start, app.desk.moment())


def _letters(app: "KioskApp") -> None:
    _book(app)
    app.screen._type("p")


def _editing(app: "KioskApp") -> None:
    _book(app)
    app.screen._edit()


def _in_the_book(app: "KioskApp") -> None:
    _editing(app)
    app.screen._known(app.referee.book.faces[0], app.desk.moment())


def _looked_at(*, completed: bool) -> Show:
    """A ticket that was tapped, with its way on the map."""

    def show(app: "KioskApp") -> None:
        _checked(app)
        shown = app.referee.game.state.seats[0].revealed or ()
        app.screen._choose([ticket.completed for ticket in shown].index(completed))

    return show


def _checked(app: "KioskApp", names: tuple[str, ...] = NAMES) -> None:
    _begin(app, names)
    for seat in range(2):
        app.referee.submit(tickets(app.referee.game, seat))
    app.go(screens.reveal, seat=0)


def _doubtful(app: "KioskApp") -> None:
    _checked(app)
    game = app.referee.game
    app.desk.reveal.keep_faces(2, (tickets(game, 0).tickets[0], TicketFace("luanda", "beira", 41)))
    app.go(screens.reveal, seat=2)


SHOWN: Final = (
    ("tickets-entered", _by_name),
    ("tickets-map", _on_the_map),
    ("tickets-value", _value()),
    ("tickets-value-too-high", _value(40)),
    ("tickets-book", _book),
    ("tickets-book-city", _one_city),
    ("tickets-book-letters", _letters),
    ("tickets-book-editing", _editing),
    ("book-ticket", _in_the_book),
    ("tickets-checked", _checked),
    ("tickets-checked-hidden-scores", _checked, Settings(hidden_scores=True)),
    ("tickets-long-names", lambda app: _checked(app, LONG_NAMES)),
    ("tickets-looked-at", _looked_at(completed=True)),
    ("tickets-looked-at-in-vain", _looked_at(completed=False)),
    ("tickets-doubtful", _doubtful),
)
