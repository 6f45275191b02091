"""A game that plays itself, always the same way: for pictures and tests of the screens."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, islice
from typing import TYPE_CHECKING, Final

from companion.desk.reveal import own_places
from companion.game.commands import (
    Adjust,
    ClaimRoute,
    DrawCards,
    DrawTickets,
    Newcomer,
    NewGame,
    Play,
    Reveal,
    TicketFace,
)
from companion.game.game import Game
from companion.game.rulebook import COLORS, MAX_PLAYERS, TERRAINS, TRAIN, Terrain
from companion.game.rules.claims import Worth
from companion.game.rules.terrain import Payment
from companion.game.state import State
from companion.journal import Journal
from companion.referee import Referee

if TYPE_CHECKING:
    from kiosk.app import KioskApp

Show = Callable[["KioskApp"], None]  # brings an app that has just started into a scene

NAMES: Final = ("Anna", "Ben", "Maximiliane-Charlotte", "Łukasz", "Дима")
LONG_NAMES: Final = (  # two of them differ in one letter
    "Maximiliane Hohenstaufe",
    "Maximiliana Hohenstaufe",
    "Bartholomäus-Ferdinand",
    "Konstantinos Papadopoulo",
    "Wilhelmina van der Zande",
)
EVENING: Final = "2026-11-14T20:41:00+00:00"
MIDGAME: Final = 41  # turns
DEALT: Final = ("mountain", "jungle", "desert", "jungle", "mountain")

_DRAWS: Final = (
    ("mountain", "desert"),
    ("jungle", "train"),
    ("train", "train"),
    ("desert", "mountain"),
    ("jungle", "mountain"),
    ("train", "desert"),
    ("locomotive",),
)
_ROUND: Final = ("draw", "claim", "draw", "draw", "claim", "claim", "draw", "claim", "tickets")


def new_game(players: int, names: tuple[str, ...] = NAMES) -> NewGame:
    """The seats of the sample game."""
    seats = zip(names, COLORS, DEALT, range(players), strict=False)
    return NewGame(
        tuple(Newcomer(name, color, card, 2 + at % 2) for name, color, card, at in seats)
    )


@cache
def plays(players: int = MAX_PLAYERS) -> tuple[Play, ...]:
    """All turns from the first to the last."""
    referee = Referee(Journal())
    referee.submit(new_game(players))
    made = []
    while not referee.game.state.ended:
        made.append(_next_play(referee))
        referee.submit(made[-1])
    return tuple(made)


def last_round_call(players: int = MAX_PLAYERS) -> int:
    """How many turns have been played when the last round is called."""
    return len(plays(players)) - players


def tickets(game: Game, seat: int) -> Reveal:
    """What a player shows at the end: places of their own, and one of the others'."""
    own = sorted(own_places(game, seat))
    far = sorted(set(game.board.places) - set(own))
    player = game.state.seats[seat]
    ends = [*zip(own, own[2:], strict=False), *zip(far, own, strict=False)]
    values = cycle((5, 8, 11, 7, 13, 9, 6))
    faces = (TicketFace(*both, points) for both, points in zip(_mixed(ends), values, strict=False))
    return Reveal(player.name, tuple(islice(faces, player.tickets)))


def play(
    app: "KioskApp",
    players: int = MAX_PLAYERS,
    turns: int | None = MIDGAME,
    names: tuple[str, ...] = NAMES,
) -> None:
    """Play the sample game so far; None: until the tickets are shown."""
    app.referee.submit(new_game(players, names))
    for made in plays(players)[:turns]:
        app.referee.submit(made)


def play_to_the_end(app: "KioskApp", players: int, names: tuple[str, ...] = NAMES) -> None:
    """Play the whole sample game."""
    play(app, players, None, names)
    for seat in range(players):
        app.referee.submit(tickets(app.referee.game, seat))


def give(app: "KioskApp", terrain: str, *counts: int) -> None:
    """Have so many cards of a terrain in front of the players, whatever they drew."""
    names = [seat.name for seat in app.referee.game.state.seats]
    for name, count in zip(names, counts, strict=False):
        app.referee.submit(Adjust("counted", player=name, terrain={terrain: count}))


def _mixed(ends: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Some of the first, and then one of the last, by turns."""
    while ends:
        yield ends.pop(0)
        if len(ends) > 1:
            yield ends.pop(1)
        if ends:
            yield ends.pop()


def _next_play(referee: Referee) -> Play:
    state = referee.game.state
    turn = (state.turn - 1) // len(state.seats) + state.to_move
    plan = _ROUND[turn % len(_ROUND)]
    if plan == "tickets" and state.tickets_left:
        return DrawTickets(1)
    if plan == "draw":
        cards = _DRAWS[(turn + 2 * state.to_move) % len(_DRAWS)]
        return DrawCards(tuple(_to_be_had(state, card) for card in cards))
    return _best_claim(referee) or DrawCards((TRAIN, TRAIN))


def _to_be_had(state: State, card: str) -> str:
    """The card, or another where all of its kind may be out."""
    return TRAIN if card in TERRAINS and state.unseen(Terrain(card)) < 2 else card


def _best_claim(referee: Referee) -> ClaimRoute | None:
    """The route worth most now, along the player's own tracks where there is one."""
    game = referee.game
    own = own_places(game, game.state.to_move)
    found = [worth for route in game.board.routes if not (worth := referee.worth(route)).refusal]
    if not found:
        return None
    best = max(found, key=lambda worth: (bool(own & set(worth.route.ends)), *_gain(worth)))
    return ClaimRoute(best.route.id, _in_terrain(best))


def _gain(worth: Worth) -> tuple[int, str]:
    doubled = _in_terrain(worth) is not None
    return (worth.doubled if doubled else worth.route.points), worth.route.id


def _in_terrain(worth: Worth) -> Payment | None:
    """The way to double it that takes no locomotive."""
    return next((way for way in worth.ways if not way.locomotives), None)
