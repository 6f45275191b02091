"""A display that starts anew at any moment of a game, and hears again after any time.

Whatever it has missed, it is right when all of a picture was written once more.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product

import pytest
from cables import LIMIT, Cable, text_of
from counts import LONG, spread
from recorded import GAMES, cases

from companion.game.board.board import standard_board
from companion.game.requests.requests import Query, parse
from companion.referee import Announcement, Referee
from companion.words import Words, translations
from hardware.displays import KINDS, Grid, Picture
from hardware.displays.link import Link
from hardware.displays.pictures import seat_picture, table_picture
from hardware.emulators import EMULATORS, Emulator
from hardware.wiring.model import Display

WORDS = Words(standard_board(), translations())
(GAME,) = (game for game in GAMES if game.stem == "five-players-reshuffled")
MOMENTS = 1_000_000 if LONG else 150  # bytes of a game at which a display starts anew, at most
DELAYS = range(11)  # seconds until it hears
POWERED_UP = {"seven-segment": b"1238"}  # what is on it by itself


@cache
def pictures(kind: str) -> tuple[Picture, ...]:
    """What this display shows in a whole recorded game, from before it began to its result."""
    referee, heard = Referee(), list[Announcement]()
    referee.subscribe(heard.append)
    shown = [picture(kind, referee, None)]
    for _, asked, answer in cases(GAME):
        request = parse(asked)
        if answer.get("ok") and not isinstance(request, Query):
            referee.submit(request)
            shown.append(picture(kind, referee, heard[-1]))
    assert referee.game.state.phase == "over"
    return tuple(shown)


def picture(kind: str, referee: Referee, last: Announcement | None) -> Picture:
    blank = KINDS[kind].blank
    if isinstance(blank, Grid):
        return table_picture(referee, WORDS, last, *blank.size)
    return seat_picture(referee.game.state, 0) if referee.has_game else blank


@dataclass(frozen=True)
class Written:
    """Bytes of a link; all of the picture, or what changed."""

    data: bytes
    shows: Picture
    is_all: bool


def wire(kind: str) -> Iterator[Written]:
    """What a link writes in a whole game: each change, and all of it after that."""
    found = KINDS[kind]
    first, *_ = pictures(kind)
    yield Written(found.update(None, first), first, is_all=True)
    for before, after in pairwise(pictures(kind)):
        yield Written(found.update(before, after), after, is_all=False)
        yield Written(found.redraw(after), after, is_all=True)


@pytest.mark.parametrize("kind", KINDS)
def test_reset_at_any_byte_of_a_game_it_is_right_after_one_redraw(kind: str):
    written = list(wire(kind))
    heard_from = [(at, byte) for at, one in enumerate(written) for byte in range(len(one.data))]
    assert written[-1].is_all
    for at, byte in spread(heard_from[: -len(written[-1].data)], MOMENTS):
        device = started(kind)
        device.feed(written[at].data[byte:])
        for later in written[at + 1 :]:
            device.feed(later.data)
            if later.is_all:
                assert device.text() == text_of(later.shows), (at, byte)
                break
        assert device.stored == 0


def started(kind: str) -> Emulator:
    device = EMULATORS[kind]()
    device.feed(POWERED_UP.get(kind, b"power up"))
    return device


class Deaf:
    """A display that hears nothing before its time, and counts the bytes until it is right."""

    def __init__(self, kind: str, seconds: float, wanted: str) -> None:
        self._device = started(kind)
        self._hears_at = time.monotonic() + seconds
        self._wanted = wanted
        self.stored = 0
        self.needed = 0

    def feed(self, data: bytes) -> None:
        for byte in data if time.monotonic() >= self._hears_at else b"":
            self.needed += self.text() != self._wanted
            self._device.feed(bytes((byte,)))

    def text(self) -> str:
        return self._device.text()


def bytes_needed(kind: str, seconds: float) -> int:
    """How many a display that takes its time has to hear."""
    wanted = pictures(kind)[-1]
    device = Deaf(kind, seconds, text_of(wanted))
    with Cable(device) as port, Link(Display(kind, port.path)) as link:
        link.show(wanted)
        assert port.wait_for(text_of(wanted).__eq__, LIMIT), (kind, seconds, device.text())
    return device.needed


def test_whenever_it_begins_to_hear_it_is_right_after_one_whole_picture():
    """Every kind with every delay at once: what takes time is waiting."""
    tries = list(product(KINDS, DELAYS))
    with ThreadPoolExecutor(len(tries)) as pool:
        needed_by_each = pool.map(lambda one: bytes_needed(*one), tries)
        for (kind, delay), needed in zip(tries, needed_by_each, strict=True):
            whole = len(KINDS[kind].update(None, pictures(kind)[-1]))
            assert 0 < needed < 2 * whole, (kind, delay)  # what its waking cut, and all of it
