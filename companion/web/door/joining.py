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


def fresh_code() -> str:
    """A code that nobody guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def fresh_token() -> str:
    """What a phone shows with every request."""
    return secrets.token_hex(TOKEN_BYTES)


def mark_of(token: str) -> str:
    """What a token is known by here."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Guest:
    """A phone that is in; it asks for a seat that another phone or a secret is at."""

    number: int
    seat: int | None = None
    asks: int | None = None


class Closed(Exception):
    """Why somebody is not let in: a code of ours, for words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Allowance:
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

    def is_spent(self, who: str, now: float) -> bool:
        """Whether nothing is left now."""
        times = self._times.get(who)
        return times is not None and len(times) == self._most and now - times[0] < self._within


class Door:
    """The guests of one game, by the marks of their tokens."""

    def __init__(self, code: str = "", guests: Mapping[str, Guest] | None = None) -> None:
        self.code = code or fresh_code()
        self.guests: dict[str, Guest] = dict(guests or {})
        self._wrong = Allowance(8, 60)  # tries of an address in a minute
        self._wrong_by_all = Allowance(100, 60)

    def enter(self, code: str, address: str, now: float) -> str:
        """A token for whoever knows the code.

        Raises:
            Closed: it is wrong, or was tried too often.
        """
        if self._wrong.is_spent(address, now) or self._wrong_by_all.is_spent("", now):
            raise Closed("too_many_tries")
        if not hmac.compare_digest(as_typed(code).encode(), self.code.encode()):
            self._wrong.take(address, now)
            self._wrong_by_all.take("", now)
            raise Closed("wrong_code")
        if len(self.guests) >= MOST_GUESTS:
            raise Closed("full")
        token = fresh_token()
        number = max((guest.number for guest in self.guests.values()), default=0) + 1
        self.guests[mark_of(token)] = Guest(number)
        return token

    def guest(self, token: str) -> Guest | None:
        """Whose token it is."""
        return self.guests.get(mark_of(token))

    def holder(self, seat: int) -> Guest | None:
        """The phone at a seat."""
        return next((guest for guest in self.guests.values() if guest.seat == seat), None)

    def sit(self, token: str, seat: int, *, secret: bool) -> bool:
        """A phone sits down, or asks to where another is or tickets are kept; whether it sits."""
        mark, guest = mark_of(token), self.guests[mark_of(token)]
        if guest.seat == seat:
            return True
        if secret or self.holder(seat) is not None:
            self.guests[mark] = replace(guest, asks=seat)
            return False
        self.guests[mark] = replace(guest, seat=seat, asks=None)
        return True

    def stand(self, token: str) -> None:
        """A phone only watches from now on."""
        mark = mark_of(token)
        self.guests[mark] = replace(self.guests[mark], seat=None, asks=None)

    def answer(self, number: int, *, yes: bool) -> None:
        """Whether a phone gets the seat that it asks for; the one before it watches."""
        for mark, guest in list(self.guests.items()):
            if guest.number == number and guest.asks is not None:
                if yes:
                    self._clear(guest.asks)
                seat = guest.asks if yes else guest.seat
                self.guests[mark] = replace(guest, seat=seat, asks=None)

    def _clear(self, seat: int) -> None:
        for mark, guest in list(self.guests.items()):
            if guest.seat == seat:
                self.guests[mark] = replace(guest, seat=None)

    def send_out(self, number: int) -> None:
        """A phone is in no longer; it may come back by the code, without its seat."""
        for mark, guest in list(self.guests.items()):
            if guest.number == number:
                del self.guests[mark]


def as_typed(code: str) -> str:
    """A code as people type it: in small letters, with gaps."""
    return "".join(code.split()).upper()[: 2 * CODE_LENGTH]
