"""The screen of phones in its main states. No port is opened, and no address of ours is shown."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.game.commands import Finish
from companion.game.rulebook import MAX_PLAYERS
from companion.web.access.guests import Guest
from companion.web.hub import Guests
from companion.web.phones import PhonesProblem
from companion.web.shared_sheet import Make
from kiosk import screens, sheets
from kiosk.settings.file import Settings
from tests.gallery.sample_game import Show, play, play_to_the_end

if TYPE_CHECKING:
    from kiosk.app import KioskApp

IN: Final = Guests(
    "K7WM3P",
    (Guest(1, seat=0), Guest(2, seat=1), Guest(3), Guest(4, seat=3), Guest(5, asks=0)),
)
CALM: Final = Guests("K7WM3P", IN.phones[:4])


class Pretended:
    """Phones that are in, on paper: what is otherwise with them."""

    pretended: Guests = CALM
    problem: PhonesProblem | None = None

    def open(self) -> None:
        """No port is opened."""
        self.is_wanted = True

    @property
    def guests(self) -> Guests:
        """Those who are said to be in."""
        return self.pretended

    @property
    def address(self) -> str:
        """As in many a home."""
        return "" if self.problem else f"http://192.168.178.20:8210/{self.pretended.code}"

    def share(self, make: Make) -> str:
        """An address of the right length."""
        return "" if self.problem else f"http://192.168.178.20:8210/sheet/{'5c' * 16}"

    def stop_sharing(self) -> None:
        """Nothing was lent."""

    def trouble(self) -> PhonesProblem | None:
        """What is said to be wrong."""
        return self.problem


def let_in(app: "KioskApp", guests: Guests = CALM, problem: PhonesProblem | None = None) -> None:
    """Have phones in."""
    from kiosk.phones.phones import KioskPhones  # now: it needs a window

    phones = type("PretendedPhones", (Pretended, KioskPhones), {})(app, None)
    phones.pretended, phones.problem, phones.is_wanted = guests, problem, True
    app.phones = phones


def _shown(guests: Guests = CALM, problem: PhonesProblem | None = None) -> Show:
    def show(app: "KioskApp") -> None:
        play(app)
        let_in(app, guests, problem)
        app.go(screens.phones)

    return show


def _off(app: "KioskApp") -> None:
    play(app)
    app.go(screens.phones)


def _asked(app: "KioskApp") -> None:
    _shown(IN)(app)
    app.open_sheet(sheets.phone_asks, number=5, seat=0)


def _on_table(app: "KioskApp") -> None:
    play(app)
    let_in(app, IN)
    app.home()


def _tickets_kept(app: "KioskApp") -> None:
    """What is to be shown is on everyone's phone."""
    play(app)
    app.referee.submit(Finish())
    seats = app.referee.game.state.seats
    kept = {number: seat.tickets for number, seat in enumerate(seats)}
    let_in(app, replace(CALM, secret_tickets=kept))
    app.go(screens.reveal)


def _lent(problem: PhonesProblem | None = None) -> Show:
    def show(app: "KioskApp") -> None:
        play_to_the_end(app, MAX_PLAYERS)
        let_in(app, problem=problem)
        app.open_sheet(sheets.score_link)

    return show


ON: Final = Settings(phones=True)
TAKEN: Final = PhonesProblem("port_taken", {"port": 8210, "problem": ""})

SHOWN: Final = (
    ("phones-off", _off),
    ("phones", _shown(), ON),
    ("phones-asking", _shown(IN), Settings(phones=True, phone_turns=True)),
    ("phones-asks", _asked, ON),
    ("phones-no-network", _shown(problem=PhonesProblem("no_network", {})), ON),
    ("phones-port-taken", _shown(problem=TAKEN), ON),
    ("score-link", _lent(), ON),
    ("score-link-no-network", _lent(PhonesProblem("no_network", {})), ON),
    ("table-phones", _on_table, ON),
    ("tickets-on-phone", _tickets_kept, ON),
)
