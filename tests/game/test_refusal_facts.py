"""A refusal tells the facts of the moment, and of several reasons the first by precedence."""

from typing import Any

import pytest
from table import Table

from companion.game.board.board import standard_board
from companion.game.commands import Adjust, Finish, Pass, RuledPlay
from companion.game.refusal import Refusal
from companion.game.rules.claims import worth
from companion.game.rules.judging import judge

FIRST, SECOND = "cape-town--port-elizabeth--1", "cape-town--port-elizabeth--2"
MOUNTAIN = "douala--bangui"  # four spaces
WHY = "we played it so"


def facts(table: Table, do: str, **fields: Any) -> dict[str, Any]:
    answer = table.ask(do, **fields)
    assert not answer["ok"]
    return answer["facts"]


def test_a_draw_of_another_number_tells_how_many_were_drawn(table: Table):
    table.new()
    assert facts(table, "draw", cards=["train"] * 3) == {"count": 3}


def test_a_closed_track_tells_which_other_closed_it_and_whose_that_is(table: Table):
    table.new(2)
    table.claim(FIRST)
    assert facts(table, "claim", route=SECOND) == {
        **{"players": 2, "route": SECOND, "other": FIRST, "owner": "Anna"},
    }


def test_too_few_or_too_many_tickets_kept_tell_what_can_be_kept(table: Table):
    table.new()
    assert facts(table, "tickets", kept=5) == {"kept": 5, "least": 1, "most": 4}


def test_a_double_that_is_refused_tells_who_stands_in_its_way(table: Table):
    table.new(4)
    for name, mountain in (("Anna", 1), ("Ben", 3), ("Cleo", 3), ("Dan", 2)):
        table.ok("adjust", player=name, terrain={"mountain": mountain}, why="made up")
    told = facts(table, "claim", route=MOUNTAIN, double={"terrain": 1, "locomotives": 1})
    assert (told["route"], told["player"]) == (MOUNTAIN, "Anna")
    assert (told["own"], told["rival"], told["need"]) == (1, 3, 2)
    assert told["rivals"] == ["Ben", "Cleo"]
    assert told["holders"] == {"Anna": 1, "Ben": 3, "Cleo": 3, "Dan": 2}


def test_more_tickets_than_there_are_are_a_fault_of_that_field(table: Table):
    table.new(2)
    assert facts(table, "adjust", player="Anna", tickets=47, why="x")["field"] == "tickets"


# --- what no box holds ---


def test_what_the_box_does_not_hold_is_said_with_how_much_it_holds(table: Table):
    table.new(2)
    assert facts(table, "adjust", player="Anna", tickets=47, why="w") == {
        "field": "tickets",
        "problem": "would make 49 in all, but there are only 48",
    }
    table.ok("adjust", player="Anna", terrain={"mountain": 15}, why="w")
    assert facts(table, "adjust", player="Ben", terrain={"mountain": 1}, why="w") == {
        "field": "mountain",
        "problem": "would make 16 in all, but there are only 15",
    }
    assert facts(table, "draw", cards=["mountain", "train"], overrule="w") == {
        "field": "cards",
        "problem": "has more cards of one terrain than there are (15)",
    }
    assert facts(table, "correct_route", route="douala--bangui", ferry_locomotives=5) == {
        "field": "ferry_locomotives",
        "problem": "is more than the route's length (4)",
    }


def test_somebody_who_does_not_play_is_refused_for_themselves_and_not_for_their_cards(table: Table):
    table.new()
    cards = {"desert": 15}
    assert table.code("adjust", player="Nobody", terrain=cards, why="x") == "unknown_player"


def test_cards_of_a_type_that_are_too_many_already_stop_no_ruling_on_another(table: Table):
    table.new(2)
    table.ok("pass")
    table.ok("adjust", player="Ben", terrain={"desert": 13}, why="x")
    table.ok("adjust", discards={"desert": 1}, why="x")
    table.ok("amend", entry=2, **{"with": {"do": "draw", "cards": ["desert", "desert"]}})
    assert sum(player["terrain"]["desert"] for player in table.state()["players"]) > 15
    table.ok("adjust", player="Anna", terrain={"jungle": 3}, why="x")
    table.ok("adjust", discards={"mountain": 3}, why="x")


def test_discards_are_counted_with_the_cards_of_everyone_also_of_whom_the_ruling_is_about(
    table: Table,
):
    table.new(2)
    table.ok("adjust", player="Anna", terrain={"desert": 10}, why="x")
    too_many = {"player": "Anna", "trains": 40, "discards": {"desert": 5}, "why": "x"}
    assert facts(table, "adjust", **too_many)["field"] == "desert"
    table.ok("adjust", **too_many | {"discards": {"desert": 4}})


def test_a_ruling_is_judged_by_the_parts_in_the_box_wherever_it_is_made(table: Table):
    table.new(2)
    state = table.referee.game.state
    with pytest.raises(Refusal, match="bad_request"):
        judge(standard_board(), state, Adjust("x", player="Anna", tickets=47))


# --- what comes first ---


def test_play_that_has_ended_cannot_be_ended_again(table: Table):
    table.new(2)
    table.ok("finish")
    assert table.code("finish") == "wrong_phase"
    with pytest.raises(Refusal, match="wrong_phase"):
        judge(table.referee.game.board, table.referee.game.state, Finish())


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ({"do": "draw", "cards": ["swamp", "train"]}, "unknown_card"),
        ({"do": "draw", "cards": ["swamp"], "overrule": WHY}, "unknown_card"),
        ({"do": "draw", "cards": ["train"] * 3}, "draw_two"),
        ({"do": "draw", "cards": ["train"] * 3, "overrule": WHY}, "unknown_entry"),
        ({"do": "draw", "cards": ["train"] * 2}, "unknown_entry"),
        ({"do": "claim", "route": "nowhere"}, "unknown_route"),
        ({"do": "claim", "route": "nowhere", "overrule": WHY}, "unknown_route"),
        ({"do": "claim", "route": MOUNTAIN}, "unknown_entry"),
        ({"do": "tickets", "kept": 5}, "tickets_kept"),
        ({"do": "tickets", "kept": 5, "overrule": WHY}, "unknown_entry"),
        ({"do": "pass"}, "unknown_entry"),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_play_at_any_moment_is_said_before_that_its_place_is_unknown(
    table: Table, play: dict[str, Any], code: str
):
    table.new(2)
    assert table.code("amend", entry=99, **{"with": play}) == code
    assert table.code("insert", after=99, player="Anna", **{"with": play}) == code


def test_a_play_that_the_table_lets_count_after_the_end_is_one_of_the_player_it_names(table: Table):
    table.new(3)
    table.ok("finish")
    game = table.referee.game
    ruling = judge(game.board, game.state, RuledPlay(Pass(), WHY), seat=2)
    assert (ruling.rule, ruling.set_aside) == ("R20", "wrong_phase")
    assert ruling.events[0].seat == 2


def test_a_route_that_cannot_be_claimed_cannot_be_doubled_either(table: Table):
    table.new(2, terrain="mountain")
    table.ok("adjust", player="Ben", terrain={"mountain": 5}, why="x")
    table.claim(MOUNTAIN)
    game = table.referee.game
    value = worth(game.board, game.state, 1, MOUNTAIN)
    assert value.refusal is not None
    assert value.standing.ways()
    assert (value.ways, value.ways_data()) == ((), [])
