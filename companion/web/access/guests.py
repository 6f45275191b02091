"""Who is let in: a code, a token for each phone, and one phone for each seat. Pure but for chance.

What is kept of a token is only its mark: whoever reads the file of marks is not in.
"""

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without those that look alike
CODE_LENGTH: Final = 6
TOKEN_BYTES: Final = 16  # 128 random bits
MOST_GUESTS: Final = 60
CODE_DELAY: Final = 3.0  # seconds that every code waits while wrong ones come from everywhere
MOST_AT_ADDRESS: Final = 6  # a phone has one of its own; a table behind a router shares one


def fresh_code() -> str:
    """A code that nobody guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def fresh_token() -> str:
    """What a phone shows with every request."""
    return secrets.token_hex(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """What a token is known by here."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Guest:
    """A phone that is in; it asks for a seat that another phone or a secret is at."""

    number: int
    seat: int | None = None
    asks: int | None = None
    address: str = ""
    refused: bool = False  # once: what it asks waits until somebody looks


class AccessDeniedError(Exception):
    """Why somebody is not let in: a code of ours, for words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class AttemptLimit:
    """So many times within so many seconds, for each of whom; the forgotten are the oldest."""

    def __init__(self, most: int, within: float, people: int = 1000) -> None:
        self._most, self._within, self._people = most, within, people
        self._times: dict[str, deque[float]] = {}

    def take(self, who: str, now: float) -> bool:
        """Once more; false where that is once too often."""
        times = self._times.setdefault(who, deque(maxlen=self._most))
        if len(times) == self._most and now - times[0] < self._within:
            return False
        times.append(now)
        if len(self._times) > self._people:
            del self._times[next(iter(self._times))]
        return True

    def is_exhausted(self, who: str, now: float) -> bool:
        """Whether nothing is left now."""
        times = self._times.get(who)
        return times is not None and len(times) == self._most and now - times[0] < self._within


class GuestList:
    """The guests of one game, by the marks of their tokens."""

    def __init__(
        self, code: str = "", guests: Mapping[str, Guest] | None = None, last: int = 0
    ) -> None:
        self.code = code or fresh_code()
        self.guests: dict[str, Guest] = dict(guests or {})
        # The highest number any phone has had: an answer to one must never reach another.
        self.last = max(last, *(guest.number for guest in self.guests.values()), 0)
        # Addresses that phones were refused or sent out from.
        self._refused = {guest.address for guest in self.guests.values() if guest.refused}
        self._wrong = AttemptLimit(8, 60)  # tries of an address in a minute
        self._wrong_by_all = AttemptLimit(100, 60)

    def delay(self, address: str, now: float) -> float:
        """Seconds that a code waits before it is looked at.

        Guessers with many addresses get slow by it; refusing would keep out who knows the code.
        """
        if self._wrong.is_exhausted(address, now):
            return 0.0  # it is refused anyway
        return CODE_DELAY if self._wrong_by_all.is_exhausted("", now) else 0.0

    def admit(self, code: str, address: str, now: float) -> str:
        """A token for whoever knows the code.

        Raises:
            Closed: it is wrong, or this address has tried too often, or too many are in.
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
        """Of too many at one address the oldest that only watches goes: no other's place is lost.

        Raises:
            Closed: there is no room.
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
        """Whose token it is."""
        return self.guests.get(token_hash(token))

    def holder(self, seat: int) -> Guest | None:
        """The phone at a seat."""
        return next((guest for guest in self.guests.values() if guest.seat == seat), None)

    def sit(self, token: str, seat: int, *, secret: bool) -> bool:
        """A phone sits down, or asks to where another is or tickets are kept; whether it sits."""
        key, guest = token_hash(token), self.guests[token_hash(token)]
        if guest.seat == seat:
            return True
        if secret or self.holder(seat) is not None:
            self.guests[key] = replace(guest, asks=seat)
            return False
        self.guests[key] = replace(guest, seat=seat, asks=None)
        return True

    def stand(self, token: str) -> None:
        """A phone only watches from now on."""
        key = token_hash(token)
        self.guests[key] = replace(self.guests[key], seat=None, asks=None)

    def let_in(self, number: int, seat: int) -> None:
        """A phone gets this seat, if that is what it still asks for; the one before it watches."""
        for key, guest in list(self.guests.items()):
            if guest.number == number and guest.asks == seat:
                self._clear(seat)
                self._refused.discard(guest.address)
                self.guests[key] = replace(guest, seat=seat, asks=None, refused=False)

    def refuse(self, number: int) -> None:
        """A phone doesn't get the seat that it asks for; what it asks next bothers nobody."""
        for key, guest in list(self.guests.items()):
            if guest.number == number and guest.asks is not None:
                self._refused.add(guest.address)
                self.guests[key] = replace(guest, asks=None, refused=True)

    def _clear(self, seat: int) -> None:
        for key, guest in list(self.guests.items()):
            if guest.seat == seat:
                self.guests[key] = replace(guest, seat=None)

    def send_out(self, number: int) -> None:
        """A phone is in no longer, nor does the code that it knows lead back."""
        for key, guest in list(self.guests.items()):
            if guest.number == number:
                self._refused.add(guest.address)
                del self.guests[key]
                self.renew_code()

    def renew_code(self) -> None:
        """Whoever is in stays in; the next one needs another code."""
        self.code = fresh_code()


def as_typed(code: str) -> str:
    """A code as people type it: in small letters, with gaps."""
    return "".join(code.split()).upper()[: 2 * CODE_LENGTH]
