"""The standing entries: what each says of itself, and where a turn that is out would go back to."""

from typing import Any

import pytest
from table import Table

from companion.game.log.timeline import Step, claims_among

SINGLE = "douala--bangui"


def step(table: Table, seq: int) -> Step:
    return next(step for step in table.referee.game.head.back() if step.seq == seq)


# --- what may be taken out ---


def test_plays_and_table_rulings_can_be_voided_once_and_remarks_never(table: Table):
    table.new(3)
    table.ok("draw", cards=["train", "train"])  # 2
    table.ok("adjust", player="Anna", score=3, why="made up")  # 3
    table.ok("object", entry=2, by="Ben")  # 4
    assert [step(table, seq).can_be_voided for seq in (1, 2, 3, 4)] == [False, True, True, False]
    table.ok("void", entry=3)
    assert step(table, 3).can_be_voided is False
    assert step(table, 3).request["do"] == "adjust"  # it is no pass: nobody's turn it was
    table.ok("void", entry=2)
    assert step(table, 2).can_be_voided is True  # a pass now, that may yet be no turn at all
    table.ok("void", entry=2, shift=True)
    assert step(table, 2).can_be_voided is False


def test_what_was_asked_for_is_told_with_the_tables_ruling_only_where_it_is_needed(table: Table):
    table.new(3)
    table.claim(SINGLE)  # 2 Anna
    table.ok("claim", route=SINGLE, double=None, overrule="we played it so")  # 3 Ben
    assert step(table, 3).effective_request["overrule"] == "we played it so"
    table.ok("void", entry=2)
    assert "overrule" not in step(table, 3).effective_request
    assert step(table, 3).effective_request["route"] == SINGLE


def test_a_voided_play_is_a_pass_and_knows_what_it_was(table: Table):
    table.new(3)
    table.ok("draw", cards=["train", "train"])
    table.ok("void", entry=2)
    assert step(table, 2).request == {"do": "pass"}
    assert step(table, 2).was == {"do": "draw", "cards": ["train", "train"]}


# --- where it stands ---


def test_turns_are_numbered_as_the_game_stands_and_nothing_else_is(table: Table):
    table.new(3)
    table.passes(1)  # 2
    table.ok("adjust", player="Anna", score=3, why="made up")  # 3
    table.ok("object", entry=2, by="Ben")  # 4
    table.passes(2)  # 5, 6
    numbers = [step(table, seq).turn_number for seq in range(1, 7)]
    assert numbers == [None, 1, None, None, 2, 3]
    table.ok("void", entry=2, shift=True)  # it never was a turn
    assert [step(table, seq).turn_number for seq in (2, 5, 6)] == [None, 1, 2]


def test_the_steps_since_one_begin_with_it_and_there_are_none_since_one_that_is_not_there(
    table: Table,
):
    table.new(2)
    table.passes(3)
    head = table.referee.game.head
    assert [later.seq for later in head.since(3)] == [3, 4]
    assert head.since(5) == []


def test_claims_are_found_with_the_steps_that_they_were_made_in(table: Table):
    table.new(3)
    table.passes(1)
    table.claim(SINGLE)  # 3 Ben
    table.ok("draw", cards=["train", "train"])
    found = [
        (made.seq, claim.route) for made, claim in claims_among(table.referee.game.head.back())
    ]
    assert found == [(3, SINGLE)]


# --- whether there is anything to settle ---


def test_a_game_is_smooth_until_somebody_objects(table: Table):
    table.new(2)
    table.passes(3)
    assert step(table, 4).is_smooth is True
    table.ok("object", entry=2, by="Ben")
    table.passes(1)
    assert step(table, 6).is_smooth is False
    assert step(table, 4).is_smooth is True


def test_a_game_is_smooth_until_tickets_are_shown(table: Table):
    table.new(2)
    table.passes(2)
    table.ok("finish")
    assert table.referee.game.head.is_smooth is True
    table.ok("reveal", player="Anna", tickets=[{"from": "durban", "to": "beira", "points": 5}] * 2)
    assert table.referee.game.head.is_smooth is False


def test_a_game_is_smooth_again_when_nothing_breaks_a_rule_any_more(table: Table):
    table.new(2)
    table.claim(SINGLE)  # 2 Anna
    table.passes(1)
    table.ok("amend", entry=3, **{"with": {"do": "claim", "route": "fachoda--addis-ababa"}})
    assert table.referee.game.head.is_smooth is True
    table.ok("amend", entry=2, **{"with": {"do": "claim", "route": "fachoda--addis-ababa"}})
    assert table.referee.game.head.is_smooth is False
    table.ok("undo")
    assert table.referee.game.head.is_smooth is True


# --- turns that are out ---


@pytest.fixture
def out(table: Table) -> Table:
    """Three players; Anna's second turn, entry 5, was entered twice and is out."""
    table.new(3)
    table.claim(SINGLE)  # 2 Anna
    table.passes(4)  # 3-6
    table.ok("void", entry=5, shift=True)
    assert step(table, 5).seat == 0
    return table


PASS = {"do": "pass"}


@pytest.mark.parametrize(
    ("revision", "seat"),
    [
        ({"do": "insert", "after": 2, "player": "Ben", "with": PASS, "shift": True}, 1),
        ({"do": "insert", "after": 2, "player": "Ben", "with": PASS}, 0),
        ({"do": "void", "entry": 3, "shift": True}, 2),
        ({"do": "void", "entry": 4, "shift": True}, 2),
        ({"do": "void", "entry": 3}, 0),
        ({"do": "amend", "entry": 3, "with": {"do": "draw", "cards": ["train", "desert"]}}, 0),
        ({"do": "correct_route", "route": SINGLE, "length": 2}, 0),
    ],
    ids=lambda given: given["do"] if isinstance(given, dict) else str(given),
)
def test_a_turn_that_is_out_would_go_back_to_who_has_its_place_now(
    out: Table, revision: dict[str, Any], seat: int
):
    out.ok(**revision)
    assert step(out, 5).seat == seat
    assert step(out, 5).is_out


def test_a_turn_put_back_moves_those_after_it_on_also_one_that_is_out(out: Table):
    out.ok("void", entry=3, shift=True)
    assert step(out, 5).seat == 2
    out.ok("amend", entry=3, **{"with": PASS})
    assert step(out, 3).seat == 1
    assert step(out, 5).seat == 0
    assert step(out, 6).seat == 0  # Ben's, which became Anna's when hers went
    out.ok("amend", entry=5, **{"with": PASS})
    assert [step(out, seq).seat for seq in (2, 3, 4, 5, 6)] == [0, 1, 2, 0, 1]


def test_a_remark_before_a_turn_that_is_out_stays_nobodys(table: Table):
    table.new(3)
    table.passes(2)  # 2, 3
    table.ok("adjust", discards={"desert": 1}, why="counted")  # 4
    table.ok("void", entry=4)
    table.ok("void", entry=2, shift=True)
    assert (step(table, 4).seat, step(table, 3).seat) == (None, 0)


def test_a_turn_that_is_out_can_be_taken_out_again_and_nothing_changes(out: Table):
    out.passes(2)
    before = out.state()
    answer = out.ok("void", entry=5, shift=True)
    assert (answer["conflicts"], answer["say"]) == ([], [])
    assert out.state() == {**before, "seq": before["seq"] + 1}
