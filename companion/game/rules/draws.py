"""Drawing cards (R5, R6)."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.game.board.board import Board
from companion.game.commands import DrawCards, Play
from companion.game.events import CardsDrawn
from companion.game.refusal import Refusal, bad_request
from companion.game.rulebook import (
    CARDS,
    CARDS_DRAWN,
    CARDS_OF_TERRAIN,
    LOCOMOTIVE,
    TERRAINS,
    Terrain,
)
from companion.game.rules.turns import require_play
from companion.game.state import State, apply


def may_follow(drawn: Sequence[str], card: str) -> bool:
    """Whether a card can be drawn in the same turn after these (R5)."""
    return not drawn or (len(drawn) < CARDS_DRAWN and LOCOMOTIVE not in (card, *drawn))


def is_whole(drawn: Sequence[str]) -> bool:
    """Whether these cards complete a turn (R5)."""
    return len(drawn) == CARDS_DRAWN or tuple(drawn) == (LOCOMOTIVE,)


def check_known(draw: DrawCards) -> None:
    """Refuse a card that does not exist."""
    for card in draw.cards:
        if card not in CARDS:
            raise Refusal("unknown_card", card=card)


def check_number(draw: DrawCards) -> None:
    """Refuse anything but two cards or a single locomotive (R5)."""
    if not is_whole(draw.cards) and not (len(draw.cards) == 1 and draw.short):
        raise Refusal("draw_two", count=len(draw.cards))
    if not may_follow(draw.cards[:-1], draw.cards[-1]):
        raise Refusal("locomotive_alone")


def judge_draw(board: Board, state: State, draw: DrawCards) -> tuple[str, CardsDrawn]:
    """Return the rule and event of a draw (R5, R6).

    Raises:
        Refusal: If these cards can't have been drawn.
    """
    seat = require_play(state)
    check_known(draw)
    check_number(draw)
    event = CardsDrawn(seat, draw.cards)
    for terrain, before in terrain_drawn(state, event):
        if not before.unseen(terrain):
            raise Refusal("terrain_exhausted", **_whereabouts(before, terrain))
    return "R5", event


def terrain_drawn(state: State, event: CardsDrawn) -> Iterator[tuple[Terrain, State]]:
    """Yield the terrain cards of a draw, each with the state before it (R6)."""
    for drawn, card in enumerate(event.cards):
        if card in TERRAINS:
            before = apply(state, CardsDrawn(event.seat, event.cards[:drawn])) if drawn else state
            yield Terrain(card), before


def check_cards_exist(state: State, play: Play) -> None:
    """Refuse to draw a terrain card if all are in front of players or discarded (R3).

    Not even a table ruling can do that.

    Raises:
        Refusal: bad_request.
    """
    cards = play.cards if isinstance(play, DrawCards) else ()
    for terrain, before in terrain_drawn(state, CardsDrawn(state.to_move, cards)):
        if not before.unseen(terrain):
            n = CARDS_OF_TERRAIN
            raise bad_request("cards", "has more cards of one terrain than there are ({n})", n=n)


def _whereabouts(state: State, terrain: Terrain) -> dict[str, Any]:
    """Return where all cards of a type are, so that the table can spot the error."""
    return {
        "terrain": terrain,
        "cards": CARDS_OF_TERRAIN,
        "holders": {seat.name: seat.front.of(terrain) for seat in state.seats},
        "discards": state.discards.of(terrain),
    }
