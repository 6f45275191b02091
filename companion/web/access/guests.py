"""Who can join: a code, a token for each phone, and one phone per seat. Pure except for randomness.

Only the hash of a token is stored, so the file does not give access.
"""

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without letters that look alike
CODE_LENGTH: Final = 6
TOKEN_BYTES: Final = 16  # 128 random bits
MOST_GUESTS: Final = 60
CODE_DELAY: Final = 3.0  # seconds that every code waits while many wrong ones arrive
MOST_AT_ADDRESS: Final = 6  # phones behind a router can share an address


def fresh_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def fresh_token() -> str:
    """Return a random token, which a phone sends with every request."""
    return secrets.token_hex(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Return the hash under which a token is stored."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Guest:
    """A phone that has joined; it has to request a seat that is taken or has secret tickets."""

    number: int
    seat: int | None = None
    asks: int | None = None
    address: str = ""
    refused: bool = False  # once: its requests no longer interrupt the table


class AccessDeniedError(Exception):
    """Why a phone can't join: a code, worded elsewhere."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class AttemptLimit:
    """Allows `most` attempts `within` so many seconds per client; forgets the oldest clients."""

    def __init__(self, most: int, within: float, people: int = 1000) -> None:
        self._most, self._within, self._people = most, within, people
        self._times: dict[str, deque[float]] = {}

    def take(self, who: str, now: float) -> bool:
        """Count an attempt; return False, without counting it, if the limit is reached."""
        times = self._times.setdefault(who, deque(maxlen=self._most))
        if len(times) == self._most and now - times[0] < self._within:
            return False
        times.append(now)
        if len(self._times) > self._people:
            del self._times[next(iter(self._times))]
        return True

    def is_exhausted(self, who: str, now: float) -> bool:
        """Whether the limit is reached."""
        times = self._times.get(who)
        return times is not None and len(times) == self._most and now - times[0] < self._within


class GuestList:
    """The guests of one game, by the hashes of their tokens."""

    def __init__(
        self, code: str = "", guests: Mapping[str, Guest] | None = None, last: int = 0
    ) -> None:
        self.code = code or fresh_code()
        self.guests: dict[str, Guest] = dict(guests or {})
        # The highest number any phone has had: numbers are never reused.
        self.last = max(last, *(guest.number for guest in self.guests.values()), 0)
        # Addresses of refused and disconnected phones.
        self._refused = {guest.address for guest in self.guests.values() if guest.refused}
        self._wrong = AttemptLimit(8, 60)  # attempts per address in a minute
        self._wrong_by_all = AttemptLimit(100, 60)

    def delay(self, address: str, now: float) -> float:
        """Return the seconds to wait before checking a code.

        This slows down guessing from many addresses without locking out players who know the code.
        """
        if self._wrong.is_exhausted(address, now):
            return 0.0  # it is refused anyway
        return CODE_DELAY if self._wrong_by_all.is_exhausted("", now) else 0.0

    def admit(self, code: str, address: str, now: float) -> str:
        """Return a token for a phone that knows the code.

        Raises:
            AccessDeniedError: if the code is wrong, the address tried too often, or we are full.
        """
        if self._wrong.is_exhausted(address, now):
            raise AccessDeniedError("too_many_tries")
        if not hmac.compare_digest(as_typed(code).encode(), self.code.encode()):
            self._wrong.take(address, now)
            self._wrong_by_all.take("", now)
            raise AccessDeniedError("wrong_code")
        self._make_room(address)
        token = fresh_token()
        self.last += 1
        refused = address in self._refused
        self.guests[token_hash(token)] = Guest(self.last, address=address, refused=refused)
        return token

    def _make_room(self, address: str) -> None:
        """If an address has too many phones, drop its oldest one that has no seat.

        Raises:
            AccessDeniedError: if there is no space.
        """
        here = [key for key, guest in self.guests.items() if guest.address == address]
        if len(here) >= MOST_AT_ADDRESS:
            watching = [key for key in here if self.guests[key].seat is None]
            if not watching:
                raise AccessDeniedError("full")
            del self.guests[watching[0]]
        if len(self.guests) >= MOST_GUESTS:
            raise AccessDeniedError("full")

    def guest(self, token: str) -> Guest | None:
        """Return the guest with this token."""
        return self.guests.get(token_hash(token))

    def holder(self, seat: int) -> Guest | None:
        """Return the phone at a seat."""
        return next((guest for guest in self.guests.values() if guest.seat == seat), None)

    def sit(self, token: str, seat: int, *, secret: bool) -> bool:
        """Give a phone a seat, or request it if it is taken or has secret tickets.

        Return whether the phone now has the seat.
        """
        key, guest = token_hash(token), self.guests[token_hash(token)]
        if guest.seat == seat:
            return True
        if secret or self.holder(seat) is not None:
            self.guests[key] = replace(guest, asks=seat)
            return False
        self.guests[key] = replace(guest, seat=seat, asks=None)
        return True

    def stand(self, token: str) -> None:
        """Give up the phone's seat and any request for one."""
        key = token_hash(token)
        self.guests[key] = replace(self.guests[key], seat=None, asks=None)

    def let_in(self, number: int, seat: int) -> None:
        """Give a phone this seat if it still requests it; its previous phone only watches then."""
        for key, guest in list(self.guests.items()):
            if guest.number == number and guest.asks == seat:
                self._clear(seat)
                self._refused.discard(guest.address)
                self.guests[key] = replace(guest, seat=seat, asks=None, refused=False)

    def refuse(self, number: int) -> None:
        """Refuse a phone the seat that it requests; later requests won't interrupt the table."""
        for key, guest in list(self.guests.items()):
            if guest.number == number and guest.asks is not None:
                self._refused.add(guest.address)
                self.guests[key] = replace(guest, asks=None, refused=True)

    def _clear(self, seat: int) -> None:
        for key, guest in list(self.guests.items()):
            if guest.seat == seat:
                self.guests[key] = replace(guest, seat=None)

    def send_out(self, number: int) -> None:
        """Disconnect a phone and renew the code, so that it can't rejoin with the old one."""
        for key, guest in list(self.guests.items()):
            if guest.number == number:
                self._refused.add(guest.address)
                del self.guests[key]
                self.renew_code()

    def renew_code(self) -> None:
        """Change the code; connected phones stay connected."""
        self.code = fresh_code()


def as_typed(code: str) -> str:
    """Normalize a typed code: ignore case and spaces."""
    return "".join(code.split()).upper()[: 2 * CODE_LENGTH]
