"""What the New game screen says about the seats, in whole sentences."""

from companion.game.requests.names_and_reasons import NAME_LENGTH
from companion.game.rulebook import BOTH_TRACKS_FROM
from companion.words import Words


def who(words: Words, seat: int, name: str) -> str:
    """A seat by its player's name, or else by its row."""
    return name or words.gettext("Player {n}").format(n=seat + 1)


def name_missing(words: Words, seat: int) -> str:
    """Nobody is named yet at a seat."""
    return words.gettext("Player {n} has no name yet.").format(n=seat + 1)


def terrain_missing(words: Words, seat: int, name: str) -> str:
    """The terrain card at a seat has still to be told."""
    text = words.gettext("{player}: which terrain card was dealt?")
    return text.format(player=who(words, seat, name))


def drawn_by_lot(words: Words, seat: int, name: str) -> str:
    """Who begins, when the lot has decided."""
    text = words.gettext("Random pick: {player} starts.")
    return text.format(player=who(words, seat, name))


def double_routes(words: Words, players: int) -> str:
    """What becomes of double routes with so many players (R8)."""
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
    """Why a name cannot be used."""
    return words.gettext("{name} is already at the table.").format(name=name)


def full(words: Words) -> str:
    """Why no more letters are taken."""
    return words.longest_name(NAME_LENGTH)


def how_to_mark(words: Words) -> str:
    """How to come by a letter that is on no key, or only on those of another language."""
    return words.gettext("Hold a letter for accents (ä, é, ł), or the globe for all layouts")
