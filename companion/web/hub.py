"""The server's state: the latest snapshot, the guests, and the views sent to them.

It lives in the server's thread. The game's thread sends it snapshots and receives guest lists.
"""

import hmac
import json
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from companion.game.board.board import Board, standard_board
from companion.web.access.guests import Guest, GuestList
from companion.web.phone_store import Faces, PhoneData, PhoneStore
from companion.web.shared_sheet import SharedSheet
from companion.web.views import page_data
from companion.web.views.labels import labels
from companion.web.views.own_tickets import tickets_data
from companion.web.views.snapshot import Snapshot
from companion.words import LANGUAGES, translations
from companion.words.table.desk import DeskWords

log = logging.getLogger(__name__)

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_MOST_VIEWS: Final = 200  # kept until the next change


@dataclass(frozen=True, slots=True)
class Guests:
    """The code and every connected phone, for display on the kiosk."""

    code: str = ""
    phones: tuple[Guest, ...] = ()
    secret_tickets: Mapping[int, int] = field(default_factory=dict)  # how many, by seat

    def at(self, seat: int) -> Guest | None:
        """Return the phone at a seat."""
        return next((guest for guest in self.phones if guest.seat == seat), None)

    @property
    def asking(self) -> tuple[Guest, ...]:
        """The phones that request a seat."""
        return tuple(guest for guest in self.phones if guest.asks is not None)


class Hub:
    """Turns snapshots into views; a view is built once for all phones that see the same."""

    def __init__(
        self, phone_store: PhoneStore, tell: Callable[[Guests], None], *, seated: bool = True
    ) -> None:
        self.snapshot = Snapshot()
        self.guest_list = GuestList()
        self.phone_store = phone_store
        self._seated = seated  # False: phones only watch
        self._tell = tell
        self.is_open = False  # to phones; a score sheet is shared regardless
        self._wakers: set[Callable[[], None]] = set()
        self._views: dict[tuple[object, ...], bytes] = {}
        self._stands_on: tuple[object, ...] = ()
        self._standings: dict[str, bytes] = {}  # by language
        self._words: dict[tuple[str, str], DeskWords] = {}
        self.version = 0  # of the views
        self._shared_sheet: SharedSheet | None = None

    # --- from the game's thread ---

    def open(self) -> None:
        self.is_open = True

    def publish(self, snapshot: Snapshot) -> None:
        """Store a new snapshot and notify the phones; another game has another guest list."""
        before, self.snapshot = self.snapshot.uuid, snapshot
        if snapshot.uuid != before:
            self._turn_to(before, snapshot.uuid)
        if snapshot.game is not None and snapshot.game.state.phase == "over":
            self._forget_tickets(snapshot.game.uuid)
        self.changed()

    def _turn_to(self, before: str | None, game: str | None) -> None:
        """Switch to another game's guests and code; the first game keeps the present guests."""
        if game is None or not self._seated:
            return
        data = self.phone_store.of(game)
        last = max(self.guest_list.last, self.phone_store.last_number())
        if data is not None:
            self.guest_list = GuestList(data.code, data.guests, last)
        elif before is not None:
            self.guest_list = GuestList(last=last)
        else:
            self.guest_list.last = last
        self.tell_guests()

    def _forget_tickets(self, game: str) -> None:
        try:
            self.phone_store.forget_tickets(game)
        except OSError as error:
            log.warning("tickets cannot be removed: %s", error)

    def forget_others(self, games: Collection[str]) -> None:
        """Delete the phone data of all games but these."""
        try:
            self.phone_store.forget_others(games)
        except OSError as error:
            log.warning("what phones have left cannot be removed: %s", error)

    # --- guests ---

    def tell_guests(self) -> None:
        """Save the guest list and send it to the kiosk and to every phone."""
        self._tell(self._guests())
        if self.snapshot.uuid is not None and self._seated:
            data = self._stored_data()
            guests, tickets = dict(self.guest_list.guests), data.tickets if data else {}
            self._put(PhoneData(self.guest_list.code, guests, tickets, self.guest_list.last))
        self.changed()

    def _guests(self) -> Guests:
        phones = tuple(sorted(self.guest_list.guests.values(), key=lambda guest: guest.number))
        data = self._stored_data() if self._seated else None
        held = data.tickets if data is not None else {}
        counts = {seat: len(faces) for seat, faces in held.items() if faces}
        return Guests(self.guest_list.code, phones, counts)

    def let_in(self, number: int, seat: int) -> None:
        """Give a phone this seat if it still requests it."""
        self.guest_list.let_in(number, seat)
        self.tell_guests()

    def refuse(self, number: int) -> None:
        """Refuse a phone the seat that it requests."""
        self.guest_list.refuse(number)
        self.tell_guests()

    def send_out(self, number: int) -> None:
        """Disconnect a phone."""
        self.guest_list.send_out(number)
        self.tell_guests()

    def renew_code(self) -> None:
        """Change the code that the next phone needs."""
        self.guest_list.renew_code()
        self.tell_guests()

    def _stored_data(self) -> PhoneData | None:
        return None if self.snapshot.uuid is None else self.phone_store.of(self.snapshot.uuid)

    def _put(self, data: PhoneData) -> None:
        assert self.snapshot.uuid is not None
        try:
            self.phone_store.put(self.snapshot.uuid, data)
        except OSError as error:  # guests stay connected until the next start
            log.warning("who is in cannot be kept: %s", error)

    # --- a score sheet ---

    def share(self, sheet: SharedSheet | None) -> None:
        """Share this score sheet instead of the previous one; None: share none."""
        self._shared_sheet = sheet

    def shared_sheet(self, token: str) -> SharedSheet | None:
        """Return the shared score sheet if the token is its own."""
        sheet = self._shared_sheet
        known = sheet is not None and hmac.compare_digest(sheet.token.encode(), token.encode())
        return sheet if known else None

    # --- secret tickets ---

    def tickets(self, seat: int) -> Faces:
        """Return the secret tickets of a seat."""
        data = self._stored_data()
        return data.tickets.get(seat, ()) if data is not None else ()

    def keep_tickets(self, seat: int, faces: Faces) -> None:
        """Save the secret tickets of a seat; they are on disk when this returns.

        Raises:
            OSError: if writing fails; the previous tickets are then kept.
        """
        assert self.snapshot.uuid is not None
        data = self._stored_data() or PhoneData(
            self.guest_list.code, dict(self.guest_list.guests), last=self.guest_list.last
        )
        tickets = {number: held for number, held in data.tickets.items() if number != seat}
        if faces:
            tickets[seat] = faces
        self.phone_store.put(self.snapshot.uuid, replace(data, tickets=tickets))
        self._tell(self._guests())
        # No phone is notified: the others would learn that this seat edits its tickets, and when.

    def own_tickets(self, seat: int, language: str) -> dict[str, Any]:
        """Return the data of a seat's own tickets; built for this seat alone and never cached."""
        assert self.snapshot.game is not None
        words, faces = self.words(language), self.tickets(seat)
        return tickets_data(self.snapshot.game, self.snapshot.book, words, seat, faces)

    # --- to the phones ---

    def subscribe(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` after each change; return a function that unsubscribes it."""
        self._wakers.add(wake)
        return lambda: self._wakers.discard(wake)

    def changed(self) -> None:
        """Drop the cached views and wake all subscribers."""
        self.version += 1
        self._views.clear()
        for wake in tuple(self._wakers):
            wake()

    def words(self, language: str) -> DeskWords:
        """Return the wording of a language for the board on the table."""
        board = self.board
        key = board.fingerprint, language
        if key not in self._words:
            if len(self._words) > 2 * len(LANGUAGES):
                self._words.clear()
            self._words[key] = DeskWords(board, translations(language))
        return self._words[key]

    @property
    def board(self) -> Board:
        """The board on the table, or the standard one."""
        return self.snapshot.game.board if self.snapshot.game is not None else standard_board()

    def view(self, guest: Guest, language: str) -> bytes:
        """Return the view of a phone as JSON; most of it is cached and shared by all phones."""
        seat = self.seat_of(guest)
        plays = seat if page_data.may_enter(self.snapshot, seat) else None
        words = self.words(language)
        moment = self._made(
            ("now", plays, language), lambda: page_data.moment(self.snapshot, words, plays)
        )
        seats = self._made(("seats",), self._seats)
        you = _you(seat, guest.asks, language)
        table = _joined(moment, self._standing(language))
        return b'{"you":%b,"seats":%b,"table":%b}' % (you, seats, table)

    def _standing(self, language: str) -> bytes:
        """Return the standing as JSON; cached while its inputs don't change, as in most turns."""
        stands_on = page_data.stands_on(self.snapshot)
        if list(map(id, stands_on)) != list(map(id, self._stands_on)):
            self._stands_on = stands_on
            self._standings.clear()
        if language not in self._standings:
            words = self.words(language)
            self._standings[language] = _json(page_data.standing(self.snapshot, words))
        return self._standings[language]

    def _seats(self) -> list[dict[str, Any]] | None:
        if not self._seated:
            return None
        if self.snapshot.game is None:
            return []
        return [self._seat(seat) for seat in range(len(self.snapshot.game.state.seats))]

    def _seat(self, seat: int) -> dict[str, bool]:
        """Saved tickets are reported only while no phone is in the seat."""
        taken = self.guest_list.holder(seat) is not None
        return {"taken": taken, "kept": not taken and bool(self.tickets(seat))}

    def seat_of(self, guest: Guest) -> int | None:
        """Return the seat of a phone, or None if the game has no such seat."""
        game = self.snapshot.game
        if game is None or guest.seat is None or guest.seat >= len(game.state.seats):
            return None
        return guest.seat

    def log(self, language: str) -> bytes:
        """Return the log as JSON."""
        return self._made(
            ("log", language), lambda: page_data.log(self.snapshot, self.words(language))
        )

    def board_data(self, language: str) -> bytes:
        """Return the board as JSON."""
        return self._made(
            ("board", language), lambda: page_data.board(self.board, self.words(language))
        )

    def routes(self, guest: Guest, language: str) -> bytes:
        """Return what each route would score for the phone's seat, as JSON."""
        seat = self.seat_of(guest)
        if seat is None:
            return b"[]"
        words = self.words(language)
        return self._made(
            ("routes", seat, language), lambda: page_data.routes(self.snapshot, words, seat)
        )

    def ruling(self, guest: Guest, route: str, language: str) -> bytes:
        """Return the ways to score a route for the phone's seat, as JSON."""
        seat = self.seat_of(guest)
        if seat is None:
            return b"null"
        return _json(page_data.ruling(self.snapshot, self.words(language), seat, route))

    def turn(self, guest: Guest, language: str) -> bytes:
        """Return what the phone's seat can enter, as JSON."""
        seat = self.seat_of(guest)
        return (
            b"null"
            if seat is None
            else _json(page_data.turn(self.snapshot, self.words(language), seat))
        )

    def labels(self, language: str) -> bytes:
        """Return the page's labels and languages as JSON."""
        return self._made(
            ("labels", language),
            lambda: {
                "language": language,
                "languages": dict(LANGUAGES),
                "labels": labels(self.words(language)),
            },
        )

    def _made(self, key: tuple[object, ...], make: Callable[[], Any]) -> bytes:
        if key not in self._views:
            if len(self._views) >= _MOST_VIEWS:
                self._views.clear()
            self._views[key] = _json(make())
        return self._views[key]


@lru_cache(maxsize=256)
def _you(seat: int | None, asks: int | None, language: str) -> bytes:
    return _json({"seat": seat, "asks": asks, "language": language})


def _joined(one: bytes, other: bytes) -> bytes:
    """Merge two JSON objects, which must have no key in common."""
    return one if other == b"{}" else b"%b,%b" % (one[:-1], other[1:])


def _json(data: Any) -> bytes:  # noqa: ANN401
    return _encode(data).encode()
