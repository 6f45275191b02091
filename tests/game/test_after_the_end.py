"""Behind the end of play: what counts there, and what a change before it leaves of the result."""

from table import Table

from companion.game.events import TicketsChecked
from companion.game.state import apply

TICKET = {"from": "durban", "to": "beira", "points": 5}
WHY = "this turn was forgotten"


def over(table: Table) -> None:
    """Two players who have shown two tickets each; it would be Anna's turn."""
    table.new(2)
    table.ok("finish")
    for name in ("Anna", "Ben"):
        table.ok("reveal", player=name, tickets=[TICKET, TICKET])


def test_forgotten_turns_after_the_end_go_round_the_table(table: Table):
    over(table)
    for _ in range(3):
        table.ok("pass", overrule=WHY)
    assert [entry["player"] for entry in table.ok("log")["entries"][-3:]] == ["Anna", "Ben", "Anna"]


def test_a_result_is_gone_with_a_reveal_that_no_longer_holds(table: Table):
    over(table)
    assert table.player("Anna")["score"] == -10
    table.ok("adjust", player="Ben", tickets=3, why="recount")
    assert table.code("result") == "not_over"
    assert table.player("Anna")["score"] == 0


def test_a_reshuffle_is_said_also_where_the_game_is_scored_with_it(table: Table):
    table.new(2, terrain="mountain")
    table.ok("adjust", player="Anna", terrain={"desert": 15, "jungle": 15}, why="x")
    table.ok("adjust", player="Ben", terrain={"mountain": 7}, why="x")
    table.ok("adjust", discards={"mountain": 4}, why="x")
    table.ok("finish")
    for name in ("Anna", "Ben"):
        table.ok("reveal", player=name, tickets=[TICKET, TICKET])
    answer = table.ok("draw", cards=["mountain", "mountain"], overrule=WHY)
    assert {"code": "reshuffle_terrain", "cards": 4} in answer["say"]
    assert table.state()["phase"] == "over"


def test_a_reveal_of_another_number_that_was_accepted_once_stands_as_recorded(table: Table):
    table.new(2)
    table.ok("tickets", kept=1)  # 2 Anna, who holds three now
    table.ok("finish")  # 3
    table.ok("reveal", player="Anna", tickets=[TICKET] * 3)  # 4
    table.ok("reveal", player="Ben", tickets=[TICKET] * 2)  # 5
    answer = table.ok("void", entry=2)
    assert [(c["entry"], c["code"]) for c in answer["conflicts"]] == [(4, "ticket_count")]
    assert table.state()["phase"] == "over"
    assert table.player("Anna")["score"] == -15


def test_a_taken_track_stays_with_who_claimed_it_first_for_whoever_asks(table: Table):
    table.new(3)
    table.claim("douala--bangui")
    table.ok("claim", route="douala--bangui", overrule=WHY)
    assert table.ask("claim", route="douala--bangui")["facts"]["owner"] == "Anna"


def test_nothing_is_reshuffled_as_a_game_begins(table: Table):
    table.new(2)
    assert table.referee.game.state.reshuffled == 0


def test_checking_tickets_that_nobody_has_shown_changes_nothing(table: Table):
    table.new(2)
    state = table.referee.game.state
    assert apply(state, TicketsChecked(0, (True,))) == state
