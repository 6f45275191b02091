"""The entries of a game retold, each as the sentence it is in that game."""

from companion.entries import Entry, points_of
from companion.game import Game
from companion.game_log import taken_back
from companion.words.plays import PlayWords


def sentence_of(words: PlayWords, game: Game, entry: Entry) -> str:
    """What an entry did, as a sentence; an undo says what it took back."""
    if entry.verb in ("undo", "redo"):
        return words.taken_back(entry.verb, taken_back(game.entries)[entry.seq])
    seat, points = entry.seat, entry.points
    if entry.verb in ("amend", "void"):
        target = entry.request["entry"]
        seat = game.entries[target - 1].seat
        points = points_of(entry.revised[0].events)
    player = None if seat is None else game.state.seats[seat].name
    return words.entry(entry.request, player, points)
