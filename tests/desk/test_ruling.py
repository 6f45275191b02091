"""The ruling sheet's content: every way to score a claim, and why not the others."""

import pytest

from companion.desk.claim.ruling import RulingView, ruling_view
from companion.desk.turn_context import TurnContext
from companion.game.commands import Adjust, Newcomer, NewGame
from companion.game.rulebook import Terrain
from companion.game.rules.terrain import Payment
from companion.referee import Referee
from companion.words import translations
from companion.words.table.desk import DeskWords

COAST = "cape-town--port-elizabeth--1"  # black, 3 spaces: mountain, one card


def ruling(own: int, rival: int, route: str = COAST, *, hidden: bool = False) -> RulingView:
    referee = Referee()
    john = Newcomer("John", "blue", "desert", 3)
    peter = Newcomer("Peter", "red", "desert", 3)
    referee.submit(NewGame((john, peter)))
    terrain = referee.board.routes[route].terrain
    for name, count in (("John", own), ("Peter", rival)):
        referee.submit(Adjust(why="test", player=name, terrain={terrain: count}))
    words = DeskWords(referee.board, translations())
    return ruling_view(TurnContext.now(referee.game), words, route, hidden=hidden)


def long_route() -> str:
    routes = Referee().board.routes.values()
    return next(r.id for r in routes if r.length >= 4 and not r.ferry_locomotives)


def payments(view: RulingView, *, refused: bool) -> list[tuple[int, int]]:
    ways = [way for way in view.ways if way.payment and way.is_refused == refused]
    return [(way.payment.terrain, way.payment.locomotives) for way in ways if way.payment]


def test_the_rulebooks_example():
    view = ruling(own=1, rival=2)
    assert view.title == "John · Cape Town - Port Elizabeth"
    assert view.holders == "Mountain cards: John 1, Peter 2."
    assert view.verdict.startswith("Peter has more. 1 locomotive as mountain makes a tie")
    assert view.rule == "R11"
    assert [(way.points, way.cost) for way in view.ways] == [
        (4, "Not doubled"),
        (8, "1 locomotive"),
        (8, "1 mountain card"),
    ]
    refused = view.ways[2]
    assert (refused.is_refused, refused.rule) == (True, "R9")
    assert refused.note == "1 short: Peter has 2"
    assert view.ways[1].note == "leaves you 1 mountain"


def test_every_way_to_double_says_what_it_leaves():
    ways = ruling(3, 2, long_route()).ways[1:]
    assert [way.note.split()[2] for way in ways] == ["1", "2", "3"]
    assert ruling(1, 0).ways[1].note == "leaves you no mountain"
    assert ruling(3, 2).ways[0].note == ""


def test_trains_are_counted_by_what_the_route_takes():
    routes = Referee().board.routes.values()
    one = next(route for route in routes if route.length == 1)
    assert ruling(1, 1, one.id).takes.endswith("· 1 of 45 trains")
    assert ruling(1, 1).takes == "black · 3 of 45 trains"


@pytest.mark.parametrize(
    ("own", "rival", "short", "legal", "refused"),
    [
        (1, 2, True, [(0, 1)], [(1, 0)]),
        (0, 0, True, [(0, 1)], [(1, 0)]),
        (4, 2, True, [(1, 0), (0, 1)], []),
        (0, 3, True, [(0, 3)], [(1, 0), (0, 1)]),
        (3, 3, False, [(2, 0), (1, 1), (0, 2)], []),
        (1, 0, False, [(1, 1), (0, 2)], [(2, 0)]),
    ],
)
def test_every_legal_way_and_every_refused_split(
    own: int,
    rival: int,
    short: bool,
    legal: list[tuple[int, int]],
    refused: list[tuple[int, int]],
):
    view = ruling(own, rival, COAST if short else long_route())
    assert payments(view, refused=False) == legal
    assert payments(view, refused=True) == refused
    assert view.ways[0].payment is None
    assert all(way.rule and way.note for way in view.ways if way.is_refused)


def test_the_verdicts():
    assert ruling(1, 1).verdict == "Peter has 1 too: a tie is enough."
    assert ruling(2, 0).verdict == "Nobody has more than John: the route can be doubled."
    short = "Nobody has more than John, but doubling needs 2: add 1 locomotive."
    assert ruling(1, 1, long_route()).verdict == short
    assert ruling(1, 1).rule == "R9"


def test_the_reminder_says_cards_and_marker_unless_scores_are_hidden():
    shown, hidden = ruling(1, 1), ruling(1, 1, hidden=True)
    assert shown.reminder == (
        "Play 3 black train cards or locomotives. Marker: 0 → 4 (doubled: 0 → 8)."
    )
    assert hidden.reminder == "Play 3 black train cards or locomotives."


def test_a_payment_is_what_the_button_submits():
    assert ruling(1, 2).ways[1].payment == Payment(0, 1)


def test_two_rivals_have_more_and_one_has():
    words = DeskWords(Referee().board, translations())
    assert words.behind(["Ben"], Terrain.JUNGLE, 1).startswith("Ben has more. 1 locomotive as")
    assert words.behind(["Ben", "Cleo"], Terrain.JUNGLE, 2).startswith("Ben and Cleo have more. 2")
