"""View data of the Phones screen, without widgets."""

from dataclasses import dataclass

from companion.game.game import Game
from companion.web.access.guests import Guest
from companion.web.hub import Guests
from companion.words.table.desk import DeskWords


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """A connected phone with its player and status."""

    number: int
    name: str
    color: str  # of the player; empty if it only watches
    note: str
    asks: int | None = None  # the seat that it asks for


@dataclass(frozen=True, slots=True)
class PhonesOffer:
    """An advantage of phones, in one line."""

    icon: str
    says: str


@dataclass(frozen=True, slots=True)
class PhonesView:
    """Data of the Phones screen: off, a problem, or the code and the connected phones."""

    title: str
    says: str = ""
    offers: tuple[PhonesOffer, ...] = ()  # empty if phones are on
    address: str = ""
    code: str = ""
    trouble: str = ""
    rows: tuple[PhoneRow, ...] = ()


def phones_view(
    words: DeskWords, game: Game | None, guests: Guests, *, address: str, trouble: str, on: bool
) -> PhonesView:
    title = words.pgettext("heading and button: phones of the players", "Phones")
    if not on:
        return PhonesView(title, offers=_offers(words))
    if trouble:
        return PhonesView(title, trouble, trouble=trouble)
    says = words.gettext(
        "Scan the code with a phone on the same network, or open the address. The code works"
        " until the next game starts or a phone is removed."
    )
    rows = tuple(phone_row(words, game, guest) for guest in _in_order(guests))
    return PhonesView(title, says, address=address, code=guests.code, rows=rows)


def _offers(words: DeskWords) -> tuple[PhonesOffer, ...]:
    scores = words.gettext("Scores, who can double, the map and the log on everyone's phone")
    return (
        PhonesOffer("eye", scores),
        PhonesOffer("ticket", words.gettext("Tickets entered in secret and shown with one tap")),
        PhonesOffer("qr", words.gettext("Nothing to install: scan a code and pick your seat")),
    )


def _in_order(guests: Guests) -> list[Guest]:
    """Return phones that ask for a seat first, then by seat, then those that watch."""
    return sorted(
        guests.phones,
        key=lambda guest: (guest.asks is None, guest.seat is None, guest.seat or 0, guest.number),
    )


def phone_row(words: DeskWords, game: Game | None, guest: Guest) -> PhoneRow:
    seats = game.state.seats if game is not None else ()
    at = guest.asks if guest.asks is not None else guest.seat
    player = seats[at] if at is not None and at < len(seats) else None
    phone = words.gettext("Phone {n}").format(n=guest.number)
    if player is None:
        # Translators: of a phone whose owner only watches the game
        return PhoneRow(guest.number, phone, "", words.gettext("watching"))
    if guest.asks is not None:
        # Translators: {phone}: "Phone 3"
        note = words.gettext("{phone} wants this seat").format(phone=phone)
        return PhoneRow(guest.number, player.name, player.color, note, guest.asks)
    return PhoneRow(guest.number, player.name, player.color, phone)


def question(words: DeskWords, row: PhoneRow) -> str:
    """Return the question to a player whose seat another phone asks for."""
    text = words.gettext(
        "{player}, is this your phone? It will see the tickets you've entered. Any other phone"
        " at this seat will only watch."
    )
    return text.format(player=row.name)


def hold_to_let_in(words: DeskWords, row: PhoneRow) -> str:
    """Return the label of the player's Yes."""
    return words.gettext("{player}: let it in").format(player=row.name)
