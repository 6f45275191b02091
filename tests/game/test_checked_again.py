"""Tickets that lie open are checked again when the routes have changed since."""

from table import Table

from companion.game.events import CardsDrawn, TicketsChecked, TurnPassed
from companion.game.rules.judging import rule_as

LINE = "ngaoundere--bangui"
TICKET = {"from": "ngaoundere", "to": "bangui", "points": 5}
OTHER = {"from": "durban", "to": "beira", "points": 3}
FORGOTTEN = "this turn was forgotten"


def revealed(table: Table) -> None:
    """Two players, play ended on Anna's turn, both have shown two tickets."""
    table.new(2)
    table.ok("finish")
    table.ok("reveal", player="Anna", tickets=[TICKET, OTHER])
    table.ok("reveal", player="Ben", tickets=[OTHER, OTHER])


def test_a_route_that_counts_after_the_reveal_completes_a_ticket_and_the_game_is_scored_anew(
    table: Table,
):
    revealed(table)
    assert table.player("Anna")["score"] == -8
    table.ok("claim", route=LINE, overrule=FORGOTTEN)
    result = {player["name"]: player for player in table.ok("result")["players"]}
    assert result["Anna"]["tickets"] == 5 - 3
    assert result["Anna"]["completed"] == 1
    assert result["Anna"]["globetrotter"] == 10
    assert result["Anna"]["total"] == table.player("Anna")["score"] == 4 + 2 + 10
    assert result["Ben"]["total"] == -6


def test_only_tickets_that_are_otherwise_now_are_noted_as_checked(table: Table):
    revealed(table)
    table.ok("claim", route=LINE, overrule=FORGOTTEN)
    checked = [e for e in table.referee.game.entries[-1].events if isinstance(e, TicketsChecked)]
    assert checked == [TicketsChecked(0, (True, False))]
    table.ok("claim", route="douala--bangui", overrule=FORGOTTEN)  # Ben's: it joins nothing
    events = table.referee.game.entries[-1].events
    assert not [event for event in events if isinstance(event, TicketsChecked)]


def test_tickets_that_wait_while_play_goes_on_are_left_as_they_were_shown(table: Table):
    revealed(table)
    state = table.referee.game.state._replace(ended=False, result=None)
    table.ok("claim", route=LINE, overrule=FORGOTTEN)
    routes = table.referee.game.state.seats[0].claims
    seats = (state.seats[0]._replace(claims=routes), state.seats[1])
    state = state._replace(seats=seats)
    board = table.referee.game.board
    assert rule_as(board, state, TurnPassed(0), None).events == (TurnPassed(0),)
    drawn = CardsDrawn(0, ("train", "train"))
    assert rule_as(board, state, drawn, "R5").state.seats[0].revealed == state.seats[0].revealed
