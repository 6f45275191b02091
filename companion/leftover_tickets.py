"""Tickets that phones have left on the disk: gone when the game is over, also where no phone is in.

While phones are let in, their hub does it; nothing of theirs is loaded here before it is needed.
"""

import logging
from collections.abc import Callable
from pathlib import Path

from companion.folders import phones_file
from companion.referee import Referee

log = logging.getLogger(__name__)


def forget_when_over(
    referee: Referee, are_phones_in: Callable[[], bool] = lambda: False
) -> Callable[[], None]:
    """Forget a game's tickets when it is over, and now if it is already; the answer ends it."""
    games = referee.file
    if games is None:
        return lambda: None
    file = phones_file(games)

    def look() -> None:
        over = referee.has_game and referee.game.state.phase == "over"
        if over and not are_phones_in() and file.exists():
            forget_tickets(file, referee.game.uuid)

    look()
    return referee.subscribe(lambda announcement: look())


def forget_tickets(file: Path, game: str) -> None:
    """Have no tickets of a game on the disk any more; where it refuses, that is written down."""
    from companion.web.phone_store import PhoneStore

    try:
        PhoneStore(file).forget_tickets(game)
    except OSError as error:
        log.warning("tickets that phones have left cannot be removed: %s", error)
