"""What was counted against what we believe: every kind of count makes a difference."""

from table import Table

from companion.game.stocktake.stock_count import Difference, PlayerCount, TableCount, differences


def test_a_score_that_differs_is_told_like_any_other_count(table: Table):
    table.new(2)
    table.claim("douala--bangui")  # Anna: 7 points
    players = {"Anna": {"score": 8}, "Ben": {"score": 0}}
    answer = table.ok("stocktake", players=players)
    assert answer["differences"] == [{"player": "Anna", "what": "score", "kiosk": 7, "table": 8}]


def test_of_a_player_terrain_is_told_first_then_trains_then_the_score(table: Table):
    table.new(2)
    counted = TableCount({"Ben": PlayerCount(trains=44, terrain={"desert": 2}, score=3)})
    assert differences(table.referee.game.state, counted) == (
        Difference("Ben", "desert", 1, 2),
        Difference("Ben", "trains", 45, 44),
        Difference("Ben", "score", 0, 3),
    )


def test_where_nothing_was_counted_nothing_differs(table: Table):
    table.new(2)
    state = table.referee.game.state
    assert differences(state, TableCount()) == ()
    assert differences(state, TableCount({"Anna": PlayerCount()})) == ()
    assert differences(state, TableCount(discards={"desert": 0})) == ()
