"""The last play in one line; separate so that the welcome screen needs no table screen."""

from companion.game.game import Game
from companion.game.log.entries import points_of
from companion.words import Words
from companion.words.log_entries import describe_in_brief


def last_line(game: Game, words: Words) -> str:
    """Return the last valid play in brief."""
    step = game.last_play
    if step is None or step.seat is None:
        return ""
    player = game.state.seats[step.seat].name
    brief = describe_in_brief(words, step.request, player, points_of(step.events))
    if step.verb == "claim" and step.is_table_ruling:
        return words.gettext("{play} (table ruling)").format(play=brief)
    return brief
