"""What came after a change is judged again: as whose, and what is no conflict."""

from table import Table

SHORT, LONG = "ngaoundere--bangui", "douala--bangui"  # 3 and 4 spaces, desert and mountain
TICKETS = [{"from": "durban", "to": "beira", "points": 5}] * 2


def conflicts(answer: dict) -> list[tuple[int, str]]:
    return [(conflict["entry"], conflict["code"]) for conflict in answer["conflicts"]]


def test_reveals_that_wait_because_play_goes_on_again_are_no_conflicts(table: Table):
    table.new(2)
    table.ok("adjust", player="Anna", trains=5, why="made up")  # 2
    table.claim(SHORT)  # 3: two left, the last round
    table.passes(2)  # 4, 5
    for player in ("Anna", "Ben"):
        table.ok("reveal", player=player, tickets=TICKETS)  # 6, 7
    answer = table.ok("amend", entry=3, **{"with": {"do": "pass"}})
    assert table.state()["phase"] == "play"
    assert conflicts(answer) == []


def test_a_turn_taken_out_is_no_conflict_behind_a_new_end(table: Table):
    table.new(2)
    table.ok("adjust", player="Anna", trains=5, why="made up")  # 2
    table.passes(5)  # 3-7
    table.ok("void", entry=6)  # 8
    answer = table.ok("amend", entry=3, **{"with": {"do": "claim", "route": SHORT}})
    assert conflicts(answer) == [(7, "wrong_phase")]


def test_a_forgotten_turn_moves_plays_on_to_the_next_player_and_nothing_else(table: Table):
    table.new(3)
    table.passes(1)  # 2 Anna
    table.claim(SHORT)  # 3 Ben, who becomes Cleo
    table.ok("adjust", player="Ben", score=9, why="made up")  # 4
    table.ok("adjust", discards={"jungle": 2}, why="made up")  # 5
    table.ok("finish")  # 6
    table.ok("reveal", player="Ben", tickets=TICKETS)  # 7
    forgotten = {"after": 2, "player": "Ben", "with": {"do": "pass"}, "shift": True}
    assert conflicts(table.ok("insert", **forgotten)) == []
    players = {player["name"]: player for player in table.state()["players"]}
    assert (players["Cleo"]["routes"], players["Ben"]["routes"]) == ([SHORT], [])
    assert (players["Ben"]["score"], players["Cleo"]["score"]) == (9, 4)
    seats = table.referee.game.state.seats
    assert [seat.name for seat in seats if seat.revealed is not None] == ["Ben"]


def test_a_play_that_is_refused_to_the_next_player_counts_as_theirs_all_the_same(table: Table):
    table.new(3)
    table.ok("adjust", player="Ben", terrain={"mountain": 2}, why="made up")  # 2
    table.passes(1)  # 3 Anna
    table.claim(LONG, terrain=2)  # 4 Ben, who becomes Cleo
    forgotten = {"after": 3, "player": "Ben", "with": {"do": "pass"}, "shift": True}
    assert conflicts(table.ok("insert", **forgotten)) == [(4, "fewer_than_rival")]
    assert (table.player("Cleo")["routes"], table.player("Ben")["routes"]) == ([LONG], [])
    assert table.player("Cleo")["score"] == 14


def test_a_corrected_route_notes_its_first_claim_even_where_that_does_what_it_did(table: Table):
    table.new(2)
    table.passes(1)  # 2
    table.claim(LONG)  # 3
    table.passes(1)  # 4
    ferry = table.referee.game.board.routes[LONG].ferry_locomotives
    table.ok("correct_route", route=LONG, ferry_locomotives=ferry + 1)
    assert [revised.entry for revised in table.referee.game.entries[-1].revised] == [3]
