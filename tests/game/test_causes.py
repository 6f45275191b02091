"""Which changes are tried as the cause of a difference: those whose counts fit, and no other."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from table import Table

from companion.game.commands import Amend, ClaimRoute, DrawCards, Insert, Pass, Void
from companion.game.game import Game, Proposal
from companion.game.rules.terrain import Payment
from companion.game.stocktake.causes import (
    MOST_TRIALS,
    Cause,
    _in_turn,
    _unlikeliness,
    likely_causes,
)
from companion.game.stocktake.stock_count import PlayerCount, TableCount

DESERT, MOUNTAIN = "ngaoundere--bangui", "douala--bangui"  # 3 and 4 spaces
FIVE = ("fachoda--addis-ababa", "addis-ababa--port-florence", "leopoldville--junction-lower-congo")


class Watched:
    """A game, and what it was asked to judge."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.judged: list[object] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def propose(self, change: Any) -> Proposal:
        self.judged.append(change)
        return self._game.propose(change)


def count(game: Watched, lacks: dict[str, dict[str, int]], **discards: int) -> TableCount:
    """All counted as it is believed, but for what is told."""
    players = {}
    for number, seat in enumerate(game.state.seats):
        off = lacks.get(seat.name, {})
        players[seat.name] = PlayerCount(
            trains=seat.trains + off.get("trains", 0),
            terrain={kind: n + off.get(kind, 0) for kind, n in seat.front._asdict().items()},
            score=game.state.score(number) + off.get("score", 0),
        )
    return TableCount(players, discards)


def judged(table: Table, lacks: dict[str, dict[str, int]], **discards: int) -> list[object]:
    game = Watched(table.referee.game)
    likely_causes(game, count(game, lacks, **discards))  # type: ignore[arg-type]
    return game.judged


@pytest.fixture
def played(table: Table) -> Table:
    table.new(3, terrain="mountain")
    table.ok("draw", cards=["mountain", "train"])  # 2 Anna
    table.claim(DESERT)  # 3 Ben
    table.ok("draw", cards=["desert", "train"])  # 4 Cleo
    table.claim(MOUNTAIN, terrain=2)  # 5 Anna
    table.passes(1)  # 6 Ben
    return table


def draw(*cards: str) -> DrawCards:
    return DrawCards(cards)


def test_where_nothing_differs_nothing_is_judged(played: Table):
    assert judged(played, {}) == []
    assert likely_causes(played.referee.game, TableCount()) == ()


def test_a_card_too_few_was_drawn_with_another_or_in_a_turn_of_its_own(played: Table):
    assert judged(played, {"Cleo": {"jungle": 1}}) == [
        Amend(4, draw("desert", "jungle")),
        Insert(6, "Cleo", draw("jungle", "train")),
    ]
    assert judged(played, {"Cleo": {"jungle": 1, "mountain": 1}}) == [
        Insert(6, "Cleo", draw("jungle", "mountain")),
    ]


def test_three_cards_are_no_draw(played: Table):
    assert judged(played, {"Cleo": {"jungle": 3}}) == []


def test_a_card_too_many_was_a_train_or_its_turn_was_none(played: Table):
    assert judged(played, {"Cleo": {"desert": -1}}) == [Amend(4, draw("train", "train")), Void(4)]


@pytest.mark.parametrize("kind", ["desert", "jungle", "mountain"])
def test_a_card_too_many_beside_others_of_its_type_is_found_all_the_same(table: Table, kind: str):
    table.new(2, terrain=kind)
    table.ok("draw", cards=[kind, "train"])  # 2 Anna, who had one
    assert judged(table, {"Anna": {kind: -1}}) == [
        *(Amend(2, draw("train", "train")), Void(2), Void(2, shift=True)),
    ]


def test_a_card_taken_for_another_was_the_other(played: Table):
    assert judged(played, {"Cleo": {"desert": -1, "jungle": 1}}) == [
        Amend(4, draw("jungle", "train"))
    ]


def test_what_one_has_too_much_and_another_lacks_was_the_others_turn(played: Table):
    lacks = {"Cleo": {"desert": -1}, "Ben": {"desert": 1}}
    assert judged(played, lacks) == [Amend(4, player="Ben")]


def test_no_turn_was_anothers_where_a_third_lacks_something_too(played: Table):
    lacks = {"Cleo": {"desert": -1}, "Ben": {"desert": 1}, "Anna": {"jungle": 1}}
    assert judged(played, lacks) == []


def test_what_one_lacks_nobody_elses_turn_explains_where_they_have_all(played: Table):
    assert judged(played, {"Ben": {"jungle": 3}}) == []


def test_two_who_lack_different_things_are_explained_by_no_single_turn(played: Table):
    assert judged(played, {"Cleo": {"jungle": 1}, "Anna": {"jungle": 1}}) == []


def test_a_claim_that_never_was_is_taken_out(played: Table):
    assert judged(played, {"Ben": {"trains": 3, "score": -4}}) == [Void(3)]


def test_a_claim_is_paid_otherwise_before_another_route_from_its_ends_is_thought_of(played: Table):
    assert judged(played, {"Anna": {"mountain": 2, "score": -7}}) == [
        Amend(5, ClaimRoute(MOUNTAIN)),
        Amend(5, ClaimRoute("libreville--bangui")),
        Amend(5, ClaimRoute("ngaoundere--tchad-1")),
    ]
    assert judged(played, {"Anna": {"mountain": 1}}) == [
        Amend(5, ClaimRoute(MOUNTAIN, Payment(1, 1))),
        Amend(2, draw("mountain", "mountain")),
        Insert(6, "Anna", draw("mountain", "train")),
    ]


def test_the_route_itself_comes_first_wherever_it_is_on_the_board(table: Table):
    table.new(2, terrain="jungle")
    table.ok("adjust", player="Anna", terrain={"jungle": 2}, why="made up")  # 2
    table.claim("libreville--bangui", terrain=2)  # 3
    found = judged(table, {"Anna": {"jungle": 2, "score": -7}})
    assert found[:2] == [Amend(3, ClaimRoute("libreville--bangui")), Amend(3, ClaimRoute(MOUNTAIN))]


def test_the_shortest_routes_are_claims_too(played: Table):
    lacks = {"Cleo": {"trains": -1, "score": 1}}
    routes = [route.id for route in played.referee.board.routes.values() if route.length == 1]
    assert judged(played, lacks) == [Insert(6, "Cleo", ClaimRoute(route)) for route in routes[:3]]


def test_a_claim_of_another_length_is_a_route_from_one_of_its_ends(played: Table):
    lacks = {"Ben": {"trains": -1, "score": 3}}  # four spaces in place of three
    assert judged(played, lacks) == [
        Amend(3, ClaimRoute("ngaoundere--tchad-1")),
        Amend(3, ClaimRoute(MOUNTAIN)),
        Amend(3, ClaimRoute("libreville--bangui")),
        Amend(3, ClaimRoute("libreville--leopoldville")),
    ]


def test_a_pass_was_any_claim_of_so_many_spaces_and_three_causes_are_enough(played: Table):
    lacks = {"Ben": {"trains": -5, "score": 10}}
    assert judged(played, lacks) == [Amend(6, ClaimRoute(route)) for route in FIVE]


def test_a_draw_was_no_claim(played: Table):
    played.ok("undo")  # Ben's pass: nothing but a new turn is left
    lacks = {"Ben": {"trains": -5, "score": 10}}
    assert judged(played, lacks) == [Insert(5, "Ben", ClaimRoute(route)) for route in FIVE]


def test_causes_without_conflicts_come_first_however_late_they_are_found(table: Table):
    table.new(2, terrain="mountain")
    table.passes(1)  # 2 Anna
    table.claim(FIVE[0])  # 3 Ben
    table.claim(DESERT)  # 4 Anna
    game = Watched(table.referee.game)
    lacks = {"Anna": {"trains": -5, "score": 10}}
    found = likely_causes(game, count(game, lacks))  # type: ignore[arg-type]
    claims = [Amend(2, ClaimRoute(route)) for route in FIVE]
    assert game.judged[:3] == claims
    assert [cause.conflicts for cause in found] == [0, 0, 0]
    assert Cause(claims[0], 1) not in found
    assert len(game.judged) == 4


def test_a_skipped_turn_moves_everyones_later_turns_on(table: Table):
    table.new(3, terrain="mountain")
    table.ok("draw", cards=["desert", "train"])  # 2 Anna
    table.ok("draw", cards=["jungle", "train"])  # 3 was Cleo's: Ben had passed
    table.claim(DESERT)  # 4 was Anna's
    lacks = {
        "Ben": {"jungle": -1},
        "Cleo": {"jungle": 1, "trains": 3, "score": -4},
        "Anna": {"trains": -3, "score": 4},
    }
    assert judged(table, lacks) == [Insert(2, "Ben", Pass(), shift=True)]


def test_a_skipped_turn_may_have_been_any_that_leaves_what_is_missing(table: Table):
    table.new(3, terrain="mountain")
    table.ok("draw", cards=["desert", "train"])  # 2 Anna
    table.ok("draw", cards=["jungle", "train"])  # 3 was Cleo's
    lacks = {"Ben": {"jungle": -1, "mountain": 2}, "Cleo": {"jungle": 1}}
    assert judged(table, lacks) == [Insert(2, "Ben", draw("mountain", "mountain"), shift=True)]


def test_after_the_end_of_play_a_forgotten_turn_is_looked_for_before_it(played: Table):
    played.ok("finish")  # 7
    assert judged(played, {"Cleo": {"jungle": 1, "mountain": 1}}) == [
        Insert(6, "Cleo", draw("jungle", "mountain")),
    ]


def test_what_was_not_counted_may_be_anything(played: Table):
    game = Watched(played.referee.game)
    counted = TableCount({"Cleo": PlayerCount(terrain={"jungle": 1})})
    found = likely_causes(game, counted)  # type: ignore[arg-type]
    changes = [
        Amend(4, draw("jungle", "train")),
        Insert(6, "Cleo", draw("jungle", "train")),
        Insert(3, "Cleo", draw("jungle", "train"), shift=True),
    ]
    assert game.judged == changes
    assert found == (Cause(changes[0], 0), Cause(changes[1], 0), Cause(changes[2], 1))


def test_trains_alone_are_claims_with_any_payment_of_a_route_that_is_to_be_had(played: Table):
    game = Watched(played.referee.game)
    counted = TableCount({"Cleo": PlayerCount(trains=45 - 2)})
    likely_causes(game, counted)  # type: ignore[arg-type]
    payments = (None, Payment(1, 0), Payment(0, 1))
    route = "ngaoundere--junction-northwest"
    assert game.judged == [Insert(6, "Cleo", ClaimRoute(route, payment)) for payment in payments]


def test_points_alone_are_no_turn(played: Table):
    assert judged(played, {"Anna": {"score": -7}}) == []


def test_where_only_the_discards_differ_turns_that_change_no_count_are_tried(played: Table):
    assert judged(played, {}, mountain=1) == [
        *(Insert(6, name, Pass()) for name in ("Anna", "Ben", "Cleo")),
        Void(6, shift=True),
        Insert(5, "Ben", Pass(), shift=True),
    ]


def test_no_more_is_judged_than_the_table_will_wait_for(table: Table):
    """The discards fit none of the many claims that a pass can have been."""
    table.new(2, terrain="mountain")
    table.passes(6)
    game = Watched(table.referee.game)
    counted = TableCount({"Anna": PlayerCount(trains=45 - 2)}, {"mountain": 9})
    assert likely_causes(game, counted) == ()  # type: ignore[arg-type]
    assert len(game.judged) == MOST_TRIALS == 120


def test_every_guess_is_taken_once():
    guesses: Sequence[Void] = [Void(2), Void(3), Void(2), Void(3), Void(4)]
    assert list(_in_turn(guesses)) == [Void(2), Void(3), Void(4)]


def test_guesses_end_with_the_last_that_there_is_time_for():
    many: Iterable[Void] = (Void(number) for number in range(MOST_TRIALS + 5))
    assert list(_in_turn(many)) == [Void(number) for number in range(MOST_TRIALS)]


# --- routes from elsewhere, and turns entered twice ---


def causes(table: Table, lacks: dict[str, dict[str, int]]) -> list[object]:
    game = Watched(table.referee.game)
    return [cause.change for cause in likely_causes(game, count(game, lacks))]  # type: ignore[arg-type]


@pytest.mark.parametrize(("claimed", "found"), [(FIVE[0], 6), ("libreville--bangui", 5)])
def test_a_claim_that_belongs_elsewhere_on_the_board_is_found(
    table: Table, claimed: str, found: int
):
    table.new(2)
    table.claim(claimed)  # 2
    routes = table.referee.board.routes
    more = found - routes[claimed].length
    points = {5: 10, 6: 15}[found] - routes[claimed].points
    named = causes(table, {"Anna": {"trains": -more, "score": points}})
    instead = [routes[change.play.route] for change in named]  # type: ignore[attr-defined]
    assert [route.length for route in instead] == [found] * len(named)
    assert any(not route.ends & routes[claimed].ends for route in instead)


def test_a_turn_that_was_entered_twice_is_taken_out_with_all_later_ones_moved_back(table: Table):
    table.new(3)
    table.ok("draw", cards=["jungle", "train"])  # 2 Anna
    table.ok("draw", cards=["jungle", "train"])  # 3 Anna's again, for Ben
    table.claim(DESERT)  # 4 Ben's, for Cleo
    table.claim(MOUNTAIN)  # 5 Cleo's, for Anna
    state = table.referee.game.state
    now = {seat.name: (seat.trains, state.score(n)) for n, seat in enumerate(state.seats)}
    after = {"Ben": now["Cleo"], "Cleo": now["Anna"], "Anna": now["Ben"]}
    lacks = {
        name: {"trains": trains - now[name][0], "score": score - now[name][1]}
        for name, (trains, score) in after.items()
    }
    lacks["Ben"]["jungle"] = -1
    # either of the two may go
    assert causes(table, lacks) == [Void(3, shift=True), Void(2, shift=True)]


def test_where_only_trains_were_counted_plain_slips_come_before_moved_turns(table: Table):
    table.new(3)
    for _ in range(2):
        table.claim(DESERT if _ == 0 else MOUNTAIN)
        table.ok("draw", cards=["train", "train"])
        table.ok("draw", cards=["train", "train"])
    counted = TableCount({"Anna": PlayerCount(trains=table.player("Anna")["trains"] - 3)}, {})
    found = [cause.change for cause in likely_causes(table.referee.game, counted)]
    assert len(found) == 3
    assert not any(getattr(change, "shift", False) for change in found)


def test_a_plain_slip_is_likelier_than_any_after_which_everyone_was_taken_for_another():
    shifted, plain, twice = Cause(Void(2, shift=True), 0), Cause(Void(3), 3), Cause(Void(4), 5)
    assert sorted([shifted, twice, plain], key=_unlikeliness) == [plain, twice, shifted]
