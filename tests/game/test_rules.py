"""The rules of play, one promise each, asked through the protocol."""

import pytest
from table import Table

from companion.game.rulebook import POINTS, marker


def test_points_by_length(table: Table):
    table.new(2)
    board = table.referee.board
    for length, points in POINTS.items():
        route = next(route for route in board.routes.values() if route.length == length)
        assert table.ok("options", route=route.id)["points"] == points


def test_an_open_locomotive_is_the_only_card_of_its_turn(table: Table):
    table.new()
    for cards in (["locomotive", "train"], ["mountain", "locomotive"], ["locomotive"] * 2):
        assert table.code("draw", cards=cards) == "locomotive_alone"
    table.ok("draw", cards=["locomotive"])


@pytest.mark.parametrize("cards", [[], ["train"], ["desert"], ["train"] * 3, ["locomotive"] * 3])
def test_a_turn_draws_two_cards(table: Table, cards: list[str]):
    table.new()
    assert table.code("draw", cards=cards) == "draw_two"


def test_one_card_alone_is_right_when_the_keeper_says_so(table: Table):
    table.new()
    table.ok("draw", cards=["train"], short=True)
    assert table.code("draw", cards=[], short=True) == "draw_two"


def test_terrain_that_cannot_be_left_is_refused_with_its_whereabouts(table: Table):
    table.new(2)
    for _ in range(6):
        table.ok("draw", cards=["desert", "desert"])
    table.ok("draw", cards=["desert", "train"])
    refused = table.ask("draw", cards=["train", "desert"])
    assert (refused["code"], refused["rule"]) == ("terrain_exhausted", "R6")
    assert sum(refused["facts"]["holders"].values()) + refused["facts"]["discards"] == 15


def test_an_empty_deck_takes_up_the_discards_at_once(table: Table):
    table.new(2, terrain="mountain")
    table.ok("adjust", player="Anna", terrain={"desert": 15, "jungle": 15}, why="made up")
    table.ok("adjust", player="Ben", terrain={"mountain": 7}, why="made up")
    table.ok("adjust", discards={"mountain": 4}, why="made up")
    terrain = table.state()["terrain"]
    assert (terrain["deck"], terrain["market"]) == (1, 2)
    answer = table.ok("draw", cards=["mountain", "mountain"])
    assert answer["say"][0] == {"code": "reshuffle_terrain", "cards": 4}
    terrain = table.state()["terrain"]
    assert (terrain["deck"], terrain["market"]) == (3, 2)
    assert terrain["discards"]["mountain"] == 0
    assert terrain["unseen"]["mountain"] == 5


def test_a_card_is_judged_after_a_reshuffle_before_it(table: Table):
    """All jungle cards are in the discards: the first card drawn brings them back."""
    table.new(2, terrain="mountain")
    table.ok("adjust", player="Anna", terrain={"desert": 15, "mountain": 12}, why="made up")
    table.ok("adjust", player="Ben", terrain={"mountain": 0}, why="made up")
    table.ok("adjust", discards={"jungle": 15}, why="made up")
    assert table.state()["terrain"]["deck"] == 1
    assert table.code("draw", cards=["jungle", "mountain"]) == "terrain_exhausted"
    table.ok("draw", cards=["mountain", "jungle"])


def test_discards_fill_a_market_that_had_run_dry(table: Table):
    table.new(2, terrain="mountain")
    table.ok("adjust", player="Anna", terrain={"desert": 15, "jungle": 15}, why="made up")
    table.ok("adjust", player="Ben", terrain={"mountain": 14}, why="made up")
    terrain = table.state()["terrain"]
    assert (terrain["deck"], terrain["market"]) == (0, 0)
    assert table.code("draw", cards=["mountain", "train"]) == "terrain_exhausted"
    table.passes(1)
    answer = table.claim("douala--bangui", terrain=2)
    assert {"code": "reshuffle_terrain", "cards": 2} in answer["say"]
    terrain = table.state()["terrain"]
    assert (terrain["deck"], terrain["market"], terrain["discards"]["mountain"]) == (0, 2, 0)


@pytest.mark.parametrize(("players", "code"), [(2, "double_closed"), (3, "double_closed")])
def test_the_second_track_closes_with_few_players(table: Table, players: int, code: str):
    table.new(players)
    table.claim("cabinda--luanda--1")
    assert table.code("claim", route="cabinda--luanda--2") == code
    assert table.ok("options", route="cabinda--luanda--2")["code"] == code
    table.ok("undo")
    table.claim("cabinda--luanda--2")


@pytest.mark.parametrize("players", [4, 5])
def test_both_tracks_are_open_with_many_players_but_not_to_the_same(table: Table, players: int):
    table.new(players)
    table.claim("cabinda--luanda--1")
    assert table.code("claim", route="cabinda--luanda--1") == "route_taken"
    table.claim("cabinda--luanda--2")
    table.passes(players - 2)
    assert table.code("claim", route="cabinda--luanda--2") == "route_taken"
    table.ok("undo")
    table.passes(1)
    for _ in range(players - 1):
        table.ok("undo")
    table.passes(players - 1)
    assert table.code("claim", route="cabinda--luanda--2") == "double_own"


def test_a_claim_needs_its_length_in_trains(table: Table):
    table.new(2)
    table.ok("adjust", player="Anna", trains=3, why="made up")
    refused = table.ask("claim", route="douala--bangui")
    assert (refused["code"], refused["rule"]) == ("not_enough_trains", "R7")
    table.claim("ngaoundere--bangui")
    assert table.player("Anna")["trains"] == 0


def test_two_trains_or_fewer_give_everyone_one_more_turn(table: Table):
    table.new(3)
    table.ok("adjust", player="Ben", trains=5, why="made up")
    table.passes(1)
    answer = table.claim("ngaoundere--bangui")
    assert [prompt["code"] for prompt in answer["say"]][-2:] == ["last_round", "turn"]
    assert table.state()["last_round"] == {"by": "Ben", "turns_left": 3}
    table.passes(2)
    assert table.state()["phase"] == "play"
    assert table.ok("pass")["say"][-1]["code"] == "show_tickets"
    assert table.state()["phase"] == "tickets"
    table.ok("undo")
    assert table.state()["last_round"] == {"by": "Ben", "turns_left": 1}


def test_only_the_first_time_counts(table: Table):
    table.new(3)
    for player in ("Anna", "Ben"):
        table.ok("adjust", player=player, trains=2, why="made up")
    table.passes(2)
    assert table.state()["last_round"] == {"by": "Anna", "turns_left": 2}


def test_trains_set_by_the_table_count_at_that_players_next_turn_end(table: Table):
    table.new(2)
    table.ok("adjust", player="Ben", trains=1, why="made up")
    table.passes(1)
    assert table.state()["last_round"] is None
    table.passes(1)
    assert table.state()["last_round"] == {"by": "Ben", "turns_left": 2}


def test_tickets_kept_are_one_to_what_was_drawn(table: Table):
    table.new(2)
    for kept in (0, 5):
        assert table.code("tickets", kept=kept) == "tickets_kept"
    table.ok("tickets", kept=4)
    table.ok("adjust", player="Anna", tickets=43, why="made up")
    assert table.state()["tickets_left"] == 3
    assert table.code("tickets", kept=4) == "tickets_kept"
    table.ok("tickets", kept=3)
    assert table.code("tickets", kept=1) == "no_tickets_left"


def test_the_russian_edition_draws_three_tickets(table: Table):
    table.new(2, rules={"tickets_drawn": 3})
    assert table.code("tickets", kept=4) == "tickets_kept"
    table.ok("tickets", kept=3)


@pytest.mark.parametrize(
    ("score", "space", "lap"),
    [(0, 0, 0), (1, 1, 0), (100, 100, 0), (101, 1, 1), (200, 100, 1), (201, 1, 2), (-3, -3, 0)],
)
def test_the_marker_stands_on_the_last_two_digits(score: int, space: int, lap: int):
    assert marker(score) == (space, lap)
