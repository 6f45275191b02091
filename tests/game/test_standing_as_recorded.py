"""What stands as recorded, turns entered twice, dropped reveals: as the protocol settles them."""

from __future__ import annotations

from typing import Any

import pytest
from table import Table

MOUNTAIN = "libreville--leopoldville"
SINGLE = "douala--bangui"
SHORT, LONG = "ngaoundere--douala", "bloemfontein--cape-town"
WHY = "we played it so"


def draw(*cards: str, **more: Any) -> dict[str, Any]:
    return {"do": "draw", "cards": list(cards), **more}


def claim(route: str, **more: Any) -> dict[str, Any]:
    return {"do": "claim", "route": route, "double": None, **more}


def lines(table: Table) -> dict[int, dict[str, Any]]:
    return {line["entry"]: line for line in table.ok("log")["entries"]}


def conflicts(answer: dict[str, Any]) -> list[tuple[int, str]]:
    return [(conflict["entry"], conflict["code"]) for conflict in answer["conflicts"]]


def players(table: Table) -> dict[str, tuple[int, int, dict[str, int]]]:
    rows = table.state()["players"]
    return {row["name"]: (row["score"], row["trains"], row["terrain"]) for row in rows}


# --- 1: what conflicts or was overruled stands as recorded ---


def test_a_claim_by_table_ruling_keeps_its_points_and_trains_when_its_route_is_corrected(
    table: Table,
):
    table.new(3)
    table.ok(**claim(SINGLE))  # 2 Anna
    table.ok(**claim(SINGLE, overrule=WHY))  # 3 Ben, though it is taken
    table.ok("correct_route", route=SINGLE, length=2)
    assert table.player("Anna")["score"] == 2
    assert (table.player("Ben")["score"], table.player("Ben")["trains"]) == (7, 41)


def test_a_claim_that_is_refused_after_its_route_was_corrected_counts_as_it_was_entered(
    table: Table,
):
    table.new(3)
    table.ok(**claim(SINGLE))  # 2 Anna
    table.ok("pass")
    table.ok("correct_route", route=SINGLE, length=2)
    assert (table.player("Anna")["score"], table.player("Anna")["trains"]) == (2, 43)
    answer = table.ok("insert", after=1, player="Ben", **{"with": claim(SINGLE)})
    assert conflicts(answer) == [(2, "route_taken")]
    assert (table.player("Anna")["score"], table.player("Anna")["trains"]) == (7, 41)


def test_one_that_the_rules_allow_after_all_counts_by_the_present_board(table: Table):
    table.new(3)
    table.ok(**claim(SINGLE))
    table.ok(**claim(SINGLE, overrule=WHY))
    table.ok("correct_route", route=SINGLE, length=2)
    table.ok("void", entry=2)
    assert (table.player("Ben")["score"], table.player("Ben")["trains"]) == (2, 43)
    assert lines(table)[3]["flags"] == []


@pytest.mark.parametrize("void_first", [False, True])
def test_two_revisions_leave_the_same_cards_in_whatever_order(table: Table, void_first: bool):
    table.new(2, terrain="mountain")
    table.ok(**draw("mountain", "mountain"))  # 2 Anna
    table.ok("pass")
    route = next(
        r for r in table.referee.board.routes.values() if r.terrain == "mountain" and r.length == 4
    )
    table.claim(route.id, terrain=2)  # 4 Anna, doubled
    recolor = {"do": "correct_route", "route": route.id, "color": "green"}
    steps = [{"do": "void", "entry": 2}, recolor]
    for step in steps if void_first else steps[::-1]:
        table.ok(**step)
    assert lines(table)[4]["flags"][-1].startswith("conflict:")
    score, _, terrain = players(table)["Anna"]
    assert (score, terrain) == (14, {"desert": 0, "jungle": 0, "mountain": 0})


# --- 2: no ruling makes cards ---


def test_sixteen_cards_of_a_terrain_are_in_no_box(table: Table):
    table.new(2)
    table.ok(**draw(*["desert"] * 13, overrule=WHY))
    assert table.code(**draw("desert", "desert", overrule=WHY)) == "bad_request"
    assert table.code(**draw(*["jungle"] * 16, overrule=WHY)) == "bad_request"
    assert table.code(**draw(*["locomotive"] * 15, overrule=WHY)) == "bad_request"
    assert table.code(**draw(*["train"] * 46, overrule=WHY)) == "bad_request"
    table.ok(**draw(*["locomotive"] * 14, overrule=WHY))


# --- 3: reveals that are dropped ---


@pytest.fixture
def shown(table: Table) -> Table:
    """Anna has shown her two tickets (entry 3)."""
    table.new(2)
    table.ok("finish")
    tickets = [{"from": "cape-town", "to": "durban", "points": 5}] * 2
    table.ok("reveal", player="Anna", tickets=tickets)
    return table


def test_a_ruling_that_drops_a_reveal_lists_it_and_the_log_flags_it(shown: Table):
    answer = shown.ok("adjust", player="Anna", tickets=3, why="x")
    assert conflicts(answer) == [(3, "ticket_count")]
    assert lines(shown)[3]["flags"] == ["conflict:ticket_count"]
    assert "conflicts" not in shown.ok("adjust", player="Anna", score=1, why="x")


def test_an_amendment_that_drops_a_reveal_that_waits_lists_it(table: Table):
    table.new(2)
    table.ok("pass")  # 2 Anna
    table.ok("finish")  # 3
    ticket = {"from": "cape-town", "to": "durban", "points": 5}
    table.ok("reveal", player="Anna", tickets=[ticket] * 2)  # 4
    answer = table.ok("amend", entry=2, **{"with": {"do": "tickets", "kept": 1}})
    assert conflicts(answer) == [(4, "ticket_count")]
    assert lines(table)[4]["flags"] == ["conflict:ticket_count"]


def test_a_reveal_that_only_waits_is_no_conflict(shown: Table):
    assert conflicts(shown.ok("void", entry=2)) == []
    assert shown.state()["phase"] == "play"
    assert lines(shown)[3]["flags"] == []


# --- 5: a turn entered twice ---


@pytest.fixture
def twice(table: Table) -> Table:
    """Anna's draw was entered twice: everyone's later turn is the next one's."""
    table.new(3)
    table.ok(**draw("desert", "train"))  # 2 Anna
    table.ok(**draw("desert", "train"))  # 3, as Ben's
    table.ok(**claim(SHORT))  # 4 Cleo, of Ben
    table.ok(**claim(LONG))  # 5 Anna, of Cleo
    return table


def test_taken_out_with_shift_every_later_play_goes_to_the_seat_before(twice: Table):
    before = players(twice)
    answer = twice.ok("void", entry=3, shift=True)
    assert answer["conflicts"] == []
    now = players(twice)
    assert now["Ben"][0] == before["Cleo"][0]
    assert now["Cleo"][0] == before["Anna"][0]
    assert now["Anna"][0] == 0
    assert twice.state()["player"] == "Anna"
    line = lines(twice)[3]
    assert line["flags"] == ["voided"]
    assert line["now"] == {"request": None, "player": None, "points": 0}
    assert lines(twice)[4]["now"]["player"] == "Ben"


def test_amending_it_restores_it_and_moves_the_later_plays_on_again(twice: Table):
    before = players(twice)
    twice.ok("void", entry=3, shift=True)
    twice.ok("amend", entry=3, **{"with": draw("desert", "train")})
    assert players(twice) == before


def test_voiding_it_again_changes_nothing(twice: Table):
    twice.ok("void", entry=3, shift=True)
    before = players(twice)
    twice.ok("void", entry=3, shift=True)
    twice.ok("void", entry=3)
    assert players(twice) == before


def test_shift_is_for_plays(twice: Table):
    twice.ok("adjust", player="Anna", trains=40, why="x")  # 6
    assert twice.code("void", entry=6, shift=True) == "bad_request"
    assert twice.code("void", entry=6, shift=True, seq=3) == "bad_request"  # before it is stale
    assert twice.code("void", entry=1) == "not_amendable"
    assert twice.code("void", entry=9, shift=True) == "unknown_entry"


def test_it_is_the_inverse_of_a_turn_put_in_with_shift(twice: Table):
    before = players(twice)
    turn = {"after": 3, "player": "Cleo", "with": {"do": "pass"}, "shift": True}
    twice.ok("insert", **turn)  # 6
    assert players(twice) != before
    twice.ok("void", entry=6, shift=True)
    assert players(twice) == before


# --- 6: rulings and ends taken out ---


def test_a_ruling_that_is_taken_out_counts_as_never_made(table: Table):
    table.new(2)
    table.ok("adjust", player="Anna", trains=40, score=5, why="x")  # 2
    table.ok("void", entry=2)
    assert players(table)["Anna"][:2] == (0, 45)
    assert lines(table)[2]["flags"] == ["voided"]


def test_an_end_that_is_taken_out_reopens_play(shown: Table):
    shown.ok("void", entry=2)
    assert shown.state()["player"] == "Anna"
    assert shown.code("void", entry=3) == "not_amendable"


def test_a_turn_may_be_put_in_after_one_that_was_put_in(table: Table):
    table.new(2)
    table.ok("pass")
    table.ok("insert", after=2, player="Ben", **{"with": draw("desert", "train")})  # 3
    table.ok("insert", after=3, player="Anna", **{"with": draw("jungle", "train")})
    assert [players(table)[name][2]["desert"] for name in ("Anna", "Ben")] == [1, 2]


# --- 7: another player for a voided turn ---


def test_another_player_alone_restores_a_voided_turn_as_it_was_last(table: Table):
    table.new(2)
    table.ok(**draw("desert", "train"))  # 2
    table.ok("amend", entry=2, **{"with": draw("jungle", "train")})
    table.ok("void", entry=2)
    table.ok("amend", entry=2, player="Ben")
    assert players(table)["Ben"][2] == {"desert": 1, "jungle": 1, "mountain": 0}
    assert players(table)["Anna"][2] == {"desert": 1, "jungle": 0, "mountain": 0}


# --- 8: said as the change itself would have ---


def test_an_amendment_after_which_the_last_round_is_anothers_says_so(table: Table):
    table.new(3)
    table.ok("adjust", player="Anna", trains=5, why="x")
    table.ok("adjust", player="Ben", trains=5, why="x")
    table.ok(**claim(SINGLE))  # 4 Anna calls the last round
    table.ok(**claim(LONG))  # 5 Ben
    answer = table.ok("void", entry=4)
    assert {"code": "last_round", "player": "Ben"} in answer["say"]


def test_an_amendment_by_which_cards_are_reshuffled_says_so(table: Table):
    table.new(2)
    table.ok("pass")  # 2 Anna
    table.ok("adjust", discards={"desert": 12, "jungle": 15, "mountain": 12}, why="x")
    answer = table.ok("amend", entry=2, **{"with": draw("mountain", "train")})
    assert answer["say"] == []  # one card is left
    answer = table.ok("amend", entry=2, **{"with": draw("mountain", "mountain")})
    assert answer["say"] == [{"code": "reshuffle_terrain", "cards": 39}]


# --- 9: short ---


@pytest.mark.parametrize("cards", [("desert", "train"), ("locomotive",)])
def test_short_with_a_whole_turn_means_nothing(table: Table, cards: tuple[str, ...]):
    table.new(2)
    table.ok(**draw(*cards, short=True))
    assert table.state()["player"] == "Ben"
