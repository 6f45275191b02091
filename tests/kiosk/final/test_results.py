"""The end of a game, worked out without a screen."""

import pytest
from recorded import GAMES, cases
from table import Table

from companion.game.chart_data import grid_step
from companion.game.requests.requests import Query, parse
from companion.words.language import translations
from companion.words.table.desk import DeskWords
from kiosk.final.view import ResultView, result_view


def view(table: Table) -> ResultView:
    return result_view(table.referee.game, DeskWords(table.referee.board, translations()))


def finished(table: Table, **tickets: list[tuple[str, str, int]]) -> ResultView:
    """End play; every player shows these tickets."""
    for name in ("Anna", "Ben"):
        count = len(tickets.get(name, []))
        table.ok("adjust", player=name, tickets=count, why="made up")
    table.ok("finish")
    for name in ("Anna", "Ben"):
        shown = [{"from": a, "to": b, "points": n} for a, b, n in tickets.get(name, [])]
        table.ok("reveal", player=name, tickets=shown)
    return view(table)


def test_the_winner_and_what_it_was_made_of(table: Table):
    table.new(2, terrain="mountain")
    table.claim("ngaoundere--bangui", terrain=1)  # 4, doubled
    table.claim("douala--nigeria-1--1")
    done = [("ngaoundere", "bangui", 5)]
    result = finished(table, Anna=done, Ben=[("luanda", "beira", 20)])
    assert result.title == "Anna wins"
    assert result.colors == ("blue",)
    columns = ("routes", "doubling", "tickets", "completed", "Globetrotter", "total")
    assert result.columns == columns
    anna, ben = result.lines
    assert (anna.place, anna.cells) == (1, ("4", "4", "5", "1", "10", "23"))
    assert (ben.place, ben.cells[2], ben.cells[-1]) == (2, "−20", "−18")
    assert result.note == "23, 41 ahead · Globetrotter with 1 ticket"
    assert result.why == ""


def test_a_shared_win_and_a_win_by_tickets(table: Table):
    table.new(2)
    assert finished(table).title == "Anna and Ben share the win"
    assert view(table).note == "0 points"
    shared = "Tied on points (0) and completed tickets (0): they share the win."
    assert view(table).why == shared
    table.new(2)
    table.claim("ngaoundere--bangui")
    table.ok("adjust", player="Ben", score=4 + 5 + 10, why="made up")
    result = finished(table, Anna=[("ngaoundere", "bangui", 5)])
    assert result.title == "Anna wins"
    assert result.note == "19, won on completed tickets"
    why = "Ben also has 19. Tie broken by completed tickets: 1 to 0."
    assert result.why == why
    assert result.columns[-2:] == ("rulings", "total")
    assert [line.cells[-2] for line in result.lines] == ["0", "19"]


def test_what_doubling_was_worth_counts_only_what_stands(table: Table):
    table.new(2, terrain="mountain")
    table.claim("ngaoundere--bangui", terrain=1)
    table.claim("douala--nigeria-1--1")
    table.claim("bulawayo--pretoria")
    table.ok("undo")
    table.ok("pass")
    lines = {line.color: line for line in finished(table).doubling}
    assert (lines["blue"].points, lines["blue"].text) == ("+4", "1 of 1 claim: 1 terrain card")
    assert (lines["red"].points, lines["red"].text) == ("0", "0 of 1 claim")
    assert (lines["blue"].name, lines["red"].name) == ("Anna", "Ben")


def test_the_curves_go_from_nothing_turn_by_turn_to_the_total(table: Table):
    table.new(2)
    table.claim("ngaoundere--bangui")
    table.ok("pass")
    result = finished(table, Ben=[("luanda", "beira", 9)])
    anna, ben = result.curves
    assert anna.scores == (0, 4, 4, 4)
    assert ben.scores == (0, 0, 0, -9)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_recorded_games_show_their_recorded_totals(table: Table, game):
    wanted = None
    for _, request, answer in cases(game):
        if request["do"] == "result" and answer.get("ok"):
            wanted = answer
        command = parse(request) if answer.get("ok") else None
        if command is not None and not isinstance(command, Query):
            table.referee.submit(command)
    if wanted is None or table.referee.game.state.result is None:
        pytest.skip("it does not end with a result")
    result = view(table)
    totals = [(line.name, int(line.cells[-1].replace("−", "-"))) for line in result.lines]
    assert totals == [(player["name"], player["total"]) for player in wanted["players"]]
    finals = {curve.color: curve.scores[-1] for curve in result.curves}
    assert {line.color: int(line.cells[-1].replace("−", "-")) for line in result.lines} == finals


def test_the_grid_has_few_lines():
    assert grid_step(0, 20) == 5
    assert grid_step(-114, 105) == 50
    assert grid_step(0, 9999) == 1000
