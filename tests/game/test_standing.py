"""The standing entries: what each asks for, whose it is and which turn, after what was changed."""

import pytest
from table import Table

from companion.game.standing import Step, claims_among

SHORT, LONG = "ngaoundere--bangui", "douala--bangui"


@pytest.fixture
def played(table: Table) -> Table:
    table.new(3)
    table.claim(SHORT)  # 2 Anna
    table.ok("adjust", player="Ben", score=3, why="made up")  # 3
    table.passes(1)  # 4 Ben
    table.claim(LONG)  # 5 Cleo
    return table


def step(table: Table, seq: int) -> Step:
    return table.referee.game.head.since(seq)[0]


def test_plays_are_numbered_by_turns_and_nothing_else_is(played: Table):
    numbers = {s.seq: s.turn_number for s in played.referee.game.head.back()}
    assert numbers == {1: None, 2: 1, 3: None, 4: 2, 5: 3}


def test_claims_are_found_with_the_step_they_were_made_in(played: Table):
    steps = played.referee.game.head.since(1)
    found = [(step.seq, claim.route) for step, claim in claims_among(steps)]
    assert found == [(2, SHORT), (5, LONG)]


def test_a_step_that_does_not_stand_has_none_after_it(played: Table):
    assert played.referee.game.head.since(99) == []


def test_an_amended_turn_asks_for_what_it_is_now(played: Table):
    draw = {"do": "draw", "cards": ["train", "train"]}
    played.ok("amend", entry=5, **{"with": draw})  # 6
    amended = step(played, 5)
    assert (amended.request, amended.revised_by, amended.voided) == (draw, 6, False)


def test_a_turn_that_was_somebody_elses_is_theirs_and_asks_for_the_same(played: Table):
    played.ok("amend", entry=5, player="Anna")  # 6
    amended = step(played, 5)
    assert (amended.seat, amended.revised_by) == (0, 6)
    assert amended.request == {"do": "claim", "route": LONG}


def test_a_turn_taken_out_asks_to_pass(played: Table):
    played.ok("void", entry=5)  # 6
    voided = step(played, 5)
    assert (voided.request, voided.seat) == ({"do": "pass"}, 2)
    assert (voided.revised_by, voided.voided) == (6, True)


def test_a_claim_on_a_route_that_is_printed_otherwise_is_not_an_amended_one(played: Table):
    played.ok("correct_route", route=LONG, length=5)
    claim = step(played, 5)
    assert (claim.revised_by, claim.voided) == (None, False)
    assert claim.request == {"do": "claim", "route": LONG}
