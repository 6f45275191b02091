"""What the server knows: the newest snapshot, who is in, and what each of them is shown.

It lives in the server's thread. The game's thread gives it snapshots, and gets lists of guests.
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
    """Who is in, for the table to see: the code, and every phone."""

    code: str = ""
    phones: tuple[Guest, ...] = ()
    secret_tickets: Mapping[int, int] = field(default_factory=dict)  # how many, by seat

    def at(self, seat: int) -> Guest | None:
        """The phone at a seat."""
        return next((guest for guest in self.phones if guest.seat == seat), None)

    @property
    def asking(self) -> tuple[Guest, ...]:
        """Those who ask for a seat."""
        return tuple(guest for guest in self.phones if guest.asks is not None)


class Hub:
    """Snapshots in, views out; each view is made once for all who see the same."""

    def __init__(
        self, phone_store: PhoneStore, tell: Callable[[Guests], None], *, seated: bool = True
    ) -> None:
        self.snapshot = Snapshot()
        self.guest_list = GuestList()
        self.phone_store = phone_store
        self._seated = seated  # whether phones play; else they only watch
        self._tell = tell
        self.is_open = False  # to phones; a score sheet is lent all the same
        self._wakers: set[Callable[[], None]] = set()
        self._views: dict[tuple[object, ...], bytes] = {}
        self._stands_on: tuple[object, ...] = ()
        self._standings: dict[str, bytes] = {}  # by language
        self._words: dict[tuple[str, str], DeskWords] = {}
        self.version = 0  # of what phones are shown
        self._shared_sheet: SharedSheet | None = None

    # --- from the game's thread ---

    def open(self) -> None:
        """Let phones in from now on."""
        self.is_open = True

    def publish(self, snapshot: Snapshot) -> None:
        """The game has gone on."""
        before, self.snapshot = self.snapshot.uuid, snapshot
        if snapshot.uuid != before:
            self._turn_to(before, snapshot.uuid)
        if snapshot.game is not None and snapshot.game.state.phase == "over":
            self._forget_tickets(snapshot.game.uuid)
        self.changed()

    def _turn_to(self, before: str | None, game: str | None) -> None:
        """Another game has a code of its own; the first one takes over who is in already."""
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
        """Nothing is kept of games that are no more."""
        try:
            self.phone_store.forget_others(games)
        except OSError as error:
            log.warning("what phones have left cannot be removed: %s", error)

    # --- who is in ---

    def tell_guests(self) -> None:
        """Let the table see who is in, and keep it; everyone is shown it."""
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
        """A phone gets this seat, if that is what it still asks for."""
        self.guest_list.let_in(number, seat)
        self.tell_guests()

    def refuse(self, number: int) -> None:
        """A phone doesn't get the seat that it asks for."""
        self.guest_list.refuse(number)
        self.tell_guests()

    def send_out(self, number: int) -> None:
        """A phone is in no longer."""
        self.guest_list.send_out(number)
        self.tell_guests()

    def renew_code(self) -> None:
        """The next phone needs another code."""
        self.guest_list.renew_code()
        self.tell_guests()

    def _stored_data(self) -> PhoneData | None:
        return None if self.snapshot.uuid is None else self.phone_store.of(self.snapshot.uuid)

    def _put(self, data: PhoneData) -> None:
        assert self.snapshot.uuid is not None
        try:
            self.phone_store.put(self.snapshot.uuid, data)
        except OSError as error:  # who is in stays in until the next start
            log.warning("who is in cannot be kept: %s", error)

    # --- a score sheet ---

    def share(self, sheet: SharedSheet | None) -> None:
        """Lend this score sheet, and no other."""
        self._shared_sheet = sheet

    def shared_sheet(self, token: str) -> SharedSheet | None:
        """The score sheet that somebody has the address of."""
        sheet = self._shared_sheet
        known = sheet is not None and hmac.compare_digest(sheet.token.encode(), token.encode())
        return sheet if known else None

    # --- secret tickets ---

    def tickets(self, seat: int) -> Faces:
        """The tickets that a seat keeps in secret."""
        data = self._stored_data()
        return data.tickets.get(seat, ()) if data is not None else ()

    def keep_tickets(self, seat: int, faces: Faces) -> None:
        """Keep these for a seat: they are on disk when this returns.

        Raises:
            OSError: the disk is in the way; what was kept before still is.
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
        # No phone is woken: the others would know that this seat edits its tickets, and when.

    def own_tickets(self, seat: int, language: str) -> dict[str, Any]:
        """What a seat sees of its tickets; it is made for this seat alone, and kept nowhere."""
        assert self.snapshot.game is not None
        words, faces = self.words(language), self.tickets(seat)
        return tickets_data(self.snapshot.game, self.snapshot.book, words, seat, faces)

    # --- to the phones ---

    def subscribe(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Wake somebody at each change; the answer ends it."""
        self._wakers.add(wake)
        return lambda: self._wakers.discard(wake)

    def changed(self) -> None:
        """Something else is to be shown."""
        self.version += 1
        self._views.clear()
        for wake in tuple(self._wakers):
            wake()

    def words(self, language: str) -> DeskWords:
        """The words of a language for the board on the table."""
        board = self.board
        key = board.fingerprint, language
        if key not in self._words:
            if len(self._words) > 2 * len(LANGUAGES):
                self._words.clear()
            self._words[key] = DeskWords(board, translations(language))
        return self._words[key]

    @property
    def board(self) -> Board:
        """The board on the table."""
        return self.snapshot.game.board if self.snapshot.game is not None else standard_board()

    def view(self, guest: Guest, language: str) -> bytes:
        """What a phone is shown, as JSON; all but a few words of it is made once for everyone."""
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
        """Kept for as long as nothing of it is another: most turns of a game leave it so."""
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
        """While a phone is there, what it keeps is its own business."""
        taken = self.guest_list.holder(seat) is not None
        return {"taken": taken, "kept": not taken and bool(self.tickets(seat))}

    def seat_of(self, guest: Guest) -> int | None:
        """Where a phone sits; nowhere in a game without that seat."""
        game = self.snapshot.game
        if game is None or guest.seat is None or guest.seat >= len(game.state.seats):
            return None
        return guest.seat

    def log(self, language: str) -> bytes:
        """The log, as JSON."""
        return self._made(
            ("log", language), lambda: page_data.log(self.snapshot, self.words(language))
        )

    def board_data(self, language: str) -> bytes:
        """The board, as JSON."""
        return self._made(
            ("board", language), lambda: page_data.board(self.board, self.words(language))
        )

    def routes(self, guest: Guest, language: str) -> bytes:
        """What each route would score for whoever sits there, as JSON."""
        seat = self.seat_of(guest)
        if seat is None:
            return b"[]"
        words = self.words(language)
        return self._made(
            ("routes", seat, language), lambda: page_data.routes(self.snapshot, words, seat)
        )

    def ruling(self, guest: Guest, route: str, language: str) -> bytes:
        """The ways to score a route for whoever sits there, as JSON."""
        seat = self.seat_of(guest)
        if seat is None:
            return b"null"
        return _json(page_data.ruling(self.snapshot, self.words(language), seat, route))

    def turn(self, guest: Guest, language: str) -> bytes:
        """What whoever sits there can enter, as JSON."""
        seat = self.seat_of(guest)
        return (
            b"null"
            if seat is None
            else _json(page_data.turn(self.snapshot, self.words(language), seat))
        )

    def labels(self, language: str) -> bytes:
        """The page's own words, as JSON."""
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
    """Two JSON objects as one."""
    return one if other == b"{}" else b"%b,%b" % (one[:-1], other[1:])


def _json(data: Any) -> bytes:  # noqa: ANN401
    return _encode(data).encode()
