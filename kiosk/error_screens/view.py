"""Explains why the games cannot be opened."""

from companion.journal import (
    ForeignLogError,
    GamesMissingError,
    LogUnreadableError,
    NewerLogError,
    NoGamesError,
)
from companion.words.words import Words


def explanation(trouble: NoGamesError, words: Words) -> tuple[str, list[str]]:
    """Return a title, and lines on the problem and what helps."""
    match trouble:
        case NewerLogError():
            return words.gettext("The games are from a newer version"), words.newer_log(trouble)
        case ForeignLogError():
            return words.gettext("Not Stationmaster games"), words.foreign_log(trouble)
        case GamesMissingError():
            return words.gettext("The games are missing"), words.missing_games(trouble)
        case LogUnreadableError():
            return words.gettext("The games can't be read"), words.unreadable_log(trouble)
    raise TypeError(trouble)
