"""What the table may let count though the rules refuse it (R20), and how often it did. Pure."""

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

WHY_LENGTH: Final = 60  # letters of a reason in somebody's own words

# Refusals that a table can do away with: it knows what it did. What does not exist, it cannot.
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
    """Why a table rules otherwise, most often."""
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
    """The play that a refused command would have entered, where the table can let that count.

    There must be such cards, routes and tickets in the box.
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
    """A play by table ruling, checked as strictly as any request.

    Raises:
        Refusal: no box holds so much.
    """
    return parse_play({**request_of(play), "overrule": why})


def sentence(words: Words, turn_context: TurnContext, play: Play) -> str:
    """A play in words, as it would count."""
    points = points_of(turn_context.judged(RuledPlay(play, "")).events)
    return words.entry(request_of(play), turn_context.player, points)


# --- cards of the tray ---------------------------------------------------------------------------


def draw_so_far(half: HalfTurn, card: str) -> DrawCards:
    """The draw with this card, whole or not."""
    return DrawCards((card,) if half.first is None else (half.first, card))


def why_not_drawn(turn_context: TurnContext, half: HalfTurn, card: str) -> Refusal | None:
    """Why a card of the tray cannot be drawn now."""
    draw = draw_so_far(half, card)
    if half.first is None:
        draw = DrawCards((card,), short=True)
    try:
        turn_context.judged(draw)
    except Refusal as refusal:
        return refusal.to_keep()
    return None
