"""The game that is played while things break: a recorded one, and its scores after each entry."""

from __future__ import annotations

from contextlib import closing
from functools import cache
from itertools import takewhile
from pathlib import Path

from companion.game.requests.requests import parse
from companion.journal import Journal
from companion.referee import Referee
from tests.recorded import GAMES, accepted

BY_TOUCH = ("new", "draw", "claim", "tickets", "pass", "undo")
_RECORD = next(game for game in GAMES if game.stem == "five-players")


# The request of each entry, until the tickets are shown.
REQUESTS = list(takewhile(lambda done: done["do"] in BY_TOUCH, accepted(_RECORD)))[:-1]


def scores(referee: Referee) -> list[int]:
    """By seat."""
    state = referee.game.state
    return [state.score(seat) for seat in range(len(state.seats))]


@cache
def expected() -> list[list[int]]:
    """The scores after so many entries, by a referee to whom nothing happens."""
    referee, found = Referee(), [[]]
    for request in REQUESTS:
        referee.submit(parse(request))
        found.append(scores(referee))
    return found


def begin(file: Path, entries: int = 1) -> None:
    """Have a file with the game's first entries, closed."""
    with closing(Journal.open(file)) as journal:
        referee = Referee(journal)
        for request in REQUESTS[:entries]:
            assert referee.submit(parse(request)).saved


def found_in(file: Path) -> tuple[int, bool]:
    """How many entries a file has of it, and whether their scores are as they should be."""
    with closing(Journal.open(file)) as journal:
        referee = Referee(journal)
        sound = not journal.reports and not journal.faulty()
        return referee.seq, sound and scores(referee) == expected()[referee.seq]
