"""Texts about the seats on the New game screen."""

from companion.game.requests.names_and_reasons import NAME_LENGTH
from companion.game.rulebook import BOTH_TRACKS_FROM
from companion.words import Words


def who(words: Words, seat: int, name: str) -> str:
    """Return the player's name, or the number of the seat if there is none."""
    return name or words.gettext("Player {n}").format(n=seat + 1)


def name_missing(words: Words, seat: int) -> str:
    return words.gettext("Player {n} has no name yet.").format(n=seat + 1)


def terrain_missing(words: Words, seat: int, name: str) -> str:
    text = words.gettext("{player}: which terrain card was dealt?")
    return text.format(player=who(words, seat, name))


def drawn_by_lot(words: Words, seat: int, name: str) -> str:
    """Return who plays first after a random pick."""
    text = words.gettext("Random pick: {player} starts.")
    return text.format(player=who(words, seat, name))


def double_routes(words: Words, players: int) -> str:
    """Return how double routes work with this number of players (R8)."""
    if players < BOTH_TRACKS_FROM:
        text = words.ngettext(
            "{n} player: only one track of a double route can be taken.",
            "{n} players: only one track of a double route can be taken.",
            players,
        )
    else:
        text = words.ngettext(
            "{n} player: both tracks of a double route can be taken, but not by the same player.",
            "{n} players: both tracks of a double route can be taken, but not by the same player.",
            players,
        )
    return text.format(n=players)


def taken(words: Words, name: str) -> str:
    """Return why a name can't be used."""
    return words.gettext("{name} is already at the table.").format(name=name)


def full(words: Words) -> str:
    """Return why no more letters are accepted."""
    return words.longest_name(NAME_LENGTH)


def how_to_mark(words: Words) -> str:
    """Return how to type a letter that isn't on the keyboard."""
    return words.gettext("Hold a letter for accents (ä, é, ł), or the globe for all layouts")
