"""Delete the tickets that phones stored on disk once the game is over.

While phones are on, their hub does that. Phone code is imported only when it is needed.
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
    """Delete a game's tickets when it ends, or now if it has ended.

    Returns a function that unsubscribes.
    """
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
    """Delete a game's tickets from the file; log a warning if that fails."""
    from companion.web.phone_store import PhoneStore

    try:
        PhoneStore(file).forget_tickets(game)
    except OSError as error:
        log.warning("tickets that phones have left cannot be removed: %s", error)
