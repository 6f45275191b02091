"""A game is worked out once, from its log."""

import pytest
from exported import COAST, RECORDED, Evening

from companion.game.board.board import standard_board
from companion.game.rules.scoring import winners


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_comes_to_what_its_log_says(name: str):
    evening = Evening().record(name)
    state, made = evening.game.state, evening.breakdown
    assert [line.card for line in made.players] == list(state.result)
    assert [line.name for line in made.players] == [seat.name for seat in state.seats]
    assert [line.color for line in made.players] == [seat.color for seat in state.seats]
    assert tuple(line.seat for line in made.winners) == winners(state.result)
    assert made.turns == state.turns
    assert made.finished


def test_the_time_is_that_of_the_entry_that_ended_it():
    evening = Evening()
    evening.begin(["Anna", "Ben"])  # entry 1, at minute 2: three ticks were taken
    evening.ask("claim", route=COAST)
    evening.end()
    ended = evening.breakdown
    last = evening.game.entries[-1]
    assert (ended.ended, ended.minutes) == (last.at, last.played_ms // 60_000)
    assert ended.minutes == 5
    assert ended.started == evening.game.entries[0].at < last.at


def test_what_is_put_right_afterwards_does_not_end_it_later():
    evening = Evening()
    evening.begin(["Anna", "Ben"])
    evening.ask("claim", route=COAST)
    evening.end()
    ended = evening.breakdown.ended
    evening.ask("amend", entry=2, **{"with": {"do": "pass"}})
    assert evening.breakdown.ended == ended
    evening.ask("undo")
    evening.ask("undo")  # the last reveal
    assert evening.breakdown.ended is None
    evening.ask("redo")
    assert evening.breakdown.ended > ended


def test_an_unfinished_game_has_no_winner_and_no_tickets_yet():
    evening = Evening()
    evening.begin(["Anna", "Ben"], first="Ben")
    evening.ask("claim", route=COAST)
    evening.ask("finish")
    ticket = {"from": "cape-town", "to": "port-elizabeth", "points": 9}
    evening.ask("reveal", player="Ben", tickets=[ticket, ticket])
    made = evening.breakdown
    assert (made.phase, made.ended, made.winners, made.tied) == ("tickets", None, (), ())
    assert [(line.card.total, line.place) for line in made.players] == [(0, 2), (4, 1)]
    assert [line.first for line in made.players] == [False, True]


def test_table_rulings_in_force_are_counted_and_those_undone_are_not():
    evening = Evening()
    evening.begin(["Anna", "Ben"])
    evening.ask("adjust", player="Anna", score=3, why="forgotten")
    evening.ask("claim", route=COAST, double={"terrain": 1, "locomotives": 0}, overrule="so be it")
    assert evening.breakdown.rulings == 2
    evening.ask("undo")
    assert evening.breakdown.rulings == 1


def test_corrected_routes_are_told_as_they_are_printed_here():
    evening = Evening()
    evening.begin(["Anna", "Ben"])
    evening.ask("correct_route", route="douala--bangui", length=5)
    (route,) = evening.breakdown.corrections
    assert (route.id, route.length) == ("douala--bangui", 5)
    evening.ask("undo")
    assert evening.breakdown.corrections == ()


def test_a_doubtful_route_that_was_confirmed_is_no_correction():
    evening = Evening()
    evening.begin(["Anna", "Ben"])
    doubtful = next(r for r in standard_board().routes.values() if r.unverified)
    evening.ask("correct_route", route=doubtful.id, length=doubtful.length)
    assert evening.breakdown.corrections == ()
    evening.ask("correct_route", route=doubtful.id, length=doubtful.length + 1)
    evening.ask("correct_route", route=doubtful.id, length=doubtful.length)
    assert evening.breakdown.corrections == ()


def test_those_who_lost_by_tickets_alone_are_named():
    made = Evening().record("ties-and-stubs").breakdown
    assert [line.name for line in made.winners] == ["Anna", "Ben"]
    assert [line.name for line in made.tied] == ["Dan"]
    assert [line.name for line in made.ranked] == ["Anna", "Ben", "Dan", "Cleo"]
