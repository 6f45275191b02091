"""Checks of the players and set-up of a new game (R1-R3)."""

from companion.game.commands import NewGame
from companion.game.refusal import Refusal
from companion.game.rulebook import (
    COLORS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    TERRAINS,
    TICKETS_KEPT_AT_START,
)


def check_new_game(command: NewGame) -> int:
    """Check the players and return the seat that starts.

    Raises:
        Refusal: If the game can't start like this.
    """
    names = [player.name for player in command.players]
    if command.first is not None and command.first not in names:
        raise Refusal("unknown_player", player=command.first)
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise Refusal("player_count", count=len(names), least=MIN_PLAYERS, most=MAX_PLAYERS)
    _refuse_twice("duplicate_name", "name", names, [name.casefold() for name in names])
    colors = [player.color for player in command.players]
    _refuse_twice("duplicate_color", "color", colors, colors)
    for player in command.players:
        if player.color not in COLORS:
            raise Refusal("unknown_color", player=player.name, color=player.color)
    for player in command.players:
        if player.terrain not in TERRAINS:
            raise Refusal("unknown_terrain", player=player.name, terrain=player.terrain)
    least, most = TICKETS_KEPT_AT_START
    for player in command.players:
        if not least <= player.tickets <= most:
            raise Refusal(
                "tickets_kept",
                rule="R2",
                player=player.name,
                kept=player.tickets,
                least=least,
                most=most,
            )
    return 0 if command.first is None else names.index(command.first)


def _refuse_twice(code: str, fact: str, values: list[str], keys: list[str]) -> None:
    for number, key in enumerate(keys):
        if key in keys[:number]:
            raise Refusal(code, **{fact: values[number]})
