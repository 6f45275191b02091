"""Plays that the table can accept against the rules (R20), and refusals of cards. Pure."""

from typing import Final

from companion.desk.half_turn import HalfTurn
from companion.desk.turn_context import TurnContext
from companion.game.commands import (
    Amend,
    ClaimRoute,
    Command,
    DrawCards,
    DrawTickets,
    Insert,
    Pass,
    Play,
    RuledPlay,
    Turn,
)
from companion.game.log.entries import points_of
from companion.game.refusal import Refusal
from companion.game.requests.requests import parse_play, request_of
from companion.words import Words

WHY_LENGTH: Final = 60  # characters of a typed reason

# Refusals that a table can overrule; not those for things that don't exist.
RULABLE: Final = frozenset(
    {
        "wrong_phase",
        "draw_two",
        "locomotive_alone",
        "route_taken",
        "double_closed",
        "double_own",
        "not_enough_trains",
        "fewer_than_rival",
        "not_enough_terrain",
        "wrong_terrain_count",
        "too_many_locomotives",
        "no_tickets_left",
        "tickets_kept",
    }
)


def reasons(words: Words) -> tuple[str, ...]:
    """Return the most common reasons for a table ruling."""
    gettext = words.gettext
    return (
        gettext("house rule"),
        gettext("agreed at the table"),
        # Translators: a reason for a table ruling.
        gettext("earlier entry was wrong"),
        # Translators: a reason for a table ruling.
        gettext("cards were miscounted"),
        # Translators: a reason for a table ruling.
        gettext("different on our board"),
    )


def refused_play(command: Command | None, code: str, turn_context: TurnContext) -> Play | None:
    """Return the play of a refused command if the table can accept it anyway, or None.

    Its cards, routes and tickets have to exist.
    """
    if code not in RULABLE:
        return None
    if isinstance(command, Insert):
        command = command.play
    elif isinstance(command, Amend):
        command = command.play or turn_context.entered
    if not isinstance(command, DrawCards | ClaimRoute | DrawTickets | Pass):
        return None
    try:
        turn_context.judged(ruled(command, "?"))
    except Refusal:
        return None
    return None if command == DrawCards(()) else command


def ruled(play: Play, why: str) -> Turn:
    """Return a play by table ruling, checked as strictly as any request.

    Raises:
        Refusal: If the box has too few pieces for it.
    """
    return parse_play({**request_of(play), "overrule": why})


def sentence(words: Words, turn_context: TurnContext, play: Play) -> str:
    """Return a play as a sentence, with the points it would score."""
    points = points_of(turn_context.judged(RuledPlay(play, "")).events)
    return words.entry(request_of(play), turn_context.player, points)


# --- cards of the tray ---------------------------------------------------------------------------


def draw_so_far(half: HalfTurn, card: str) -> DrawCards:
    """Return the draw with this card, complete or not."""
    return DrawCards((card,) if half.first is None else (half.first, card))


def why_not_drawn(turn_context: TurnContext, half: HalfTurn, card: str) -> Refusal | None:
    """Return why a card of the tray can't be drawn now, or None."""
    draw = draw_so_far(half, card)
    if half.first is None:
        draw = DrawCards((card,), short=True)
    try:
        turn_context.judged(draw)
    except Refusal as refusal:
        return refusal.to_keep()
    return None
