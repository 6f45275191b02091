"""Table rulings on plays: what the rules refuse counts all the same, flagged (R20)."""

from collections.abc import Callable

import pytest
from table import Table

from companion.game.refusal import RULE_OF_CODE

SHORT, LONG = "ngaoundere--bangui", "douala--bangui"  # 3 and 4 spaces, desert and mountain
TRACKS = "cape-town--port-elizabeth--1", "cape-town--port-elizabeth--2"
WHY = "we played it so"


def set_trains(table: Table, trains: int) -> None:
    table.ok("adjust", player="Anna", trains=trains, why="made up")


def no_tickets(table: Table) -> None:
    held = sum(player["tickets"] for player in table.state()["players"])
    table.ok("adjust", player="Ben", tickets=48 - held + table.player("Ben")["tickets"], why="x")


def claim_then(route: str, turns: int) -> Callable[[Table], None]:
    def prepare(table: Table) -> None:
        table.claim(route)
        table.passes(turns)

    return prepare


def nothing(table: Table) -> None:
    pass


def double(terrain: int, locomotives: int) -> dict[str, int]:
    return {"terrain": terrain, "locomotives": locomotives}


# Code, players, what comes before it, the play; it is Anna's turn but where the code needs another.
CASES = [
    ("wrong_phase", 3, lambda table: table.ok("finish"), {"do": "pass"}),
    ("draw_two", 3, nothing, {"do": "draw", "cards": ["desert", "jungle", "train"]}),
    ("draw_two", 3, nothing, {"do": "draw", "cards": []}),
    ("locomotive_alone", 3, nothing, {"do": "draw", "cards": ["locomotive", "train"]}),
    ("route_taken", 3, claim_then(SHORT, 2), {"do": "claim", "route": SHORT}),
    ("double_closed", 3, claim_then(TRACKS[0], 0), {"do": "claim", "route": TRACKS[1]}),
    ("double_own", 4, claim_then(TRACKS[0], 3), {"do": "claim", "route": TRACKS[1]}),
    ("not_enough_trains", 3, lambda t: set_trains(t, 2), {"do": "claim", "route": LONG}),
    (
        *(
            "fewer_than_rival",
            3,
            lambda t: t.ok("adjust", player="Ben", terrain={"mountain": 3}, why="x"),
        ),
        {"do": "claim", "route": LONG, "double": double(2, 0)},
    ),
    ("not_enough_terrain", 3, nothing, {"do": "claim", "route": LONG, "double": double(2, 0)}),
    ("wrong_terrain_count", 3, nothing, {"do": "claim", "route": LONG, "double": double(0, 0)}),
    ("too_many_locomotives", 3, nothing, {"do": "claim", "route": LONG, "double": double(0, 5)}),
    ("no_tickets_left", 3, no_tickets, {"do": "tickets", "kept": 2}),
    ("tickets_kept", 3, nothing, {"do": "tickets", "kept": 7}),
    ("tickets_kept", 3, nothing, {"do": "tickets", "kept": 0}),
]
by_code = pytest.mark.parametrize(
    ("code", "players", "prepare", "play"), CASES, ids=[f"{c[0]} {n}" for n, c in enumerate(CASES)]
)


@by_code
def test_the_table_may_let_it_count(table: Table, code: str, players: int, prepare, play: dict):
    table.new(players, terrain="desert")
    prepare(table)
    before = table.state()
    assert table.code(**play) == code
    answer = table.ok(**play, overrule=WHY)
    assert (answer["rule"], answer["overruled"]) == ("R20", code)
    state = table.state()
    assert (state["seq"], state["turn"]) == (before["seq"] + 1, before["turn"] + 1)
    assert state["phase"] == before["phase"]
    line = table.ok("log")["entries"][-1]
    assert (line["flags"], line["code"], line["rule"]) == (["overruled"], code, "R20")
    assert line["request"]["overrule"] == WHY
    table.ok("undo")
    assert {**table.state(), "seq": 0} == {**before, "seq": 0}
    line = table.ok("log")["entries"][-2]
    assert (line["flags"], line["code"]) == (["undone", "overruled"], code)
    table.ok("redo")
    assert {**table.state(), "seq": 0} == {**state, "seq": 0}


def test_only_what_is_there_is_laid_and_discarded(table: Table):
    table.new(3)
    set_trains(table, 3)
    play = {"route": LONG, "double": double(2, 0), "overrule": WHY}
    said = table.ok("claim", **play)["say"]
    assert [prompt["code"] for prompt in said] == [
        *("lay_trains", "move_marker", "last_round", "turn")
    ]
    assert said[0]["count"] == 3
    assert table.player("Anna")["trains"] == 0


def test_every_code_of_a_play_can_be_overruled_but_that_there_is_no_such_thing():
    codes = list(RULE_OF_CODE)
    of_plays = codes[codes.index("unknown_card") : codes.index("nothing_to_undo")]
    assert {case[0] for case in CASES} == {"wrong_phase", *of_plays} - {
        "unknown_card",
        "terrain_exhausted",
        "unknown_route",
    }


@pytest.mark.parametrize(
    ("code", "play"),
    [
        ("unknown_card", {"do": "draw", "cards": ["swamp", "train"]}),
        ("unknown_route", {"do": "claim", "route": "nowhere"}),
        ("bad_request", {"do": "draw", "cards": ["train"] * 46}),
        ("bad_request", {"do": "claim", "route": LONG, "double": double(16, 0)}),
        ("bad_request", {"do": "claim", "route": LONG, "double": double(0, 15)}),
        ("bad_request", {"do": "claim", "route": LONG, "double": double(-1, 0)}),
        ("bad_request", {"do": "tickets", "kept": 49}),
        ("bad_request", {"do": "tickets", "kept": -1}),
        ("stale", {"do": "pass", "seq": 7}),
        ("bad_request", {"do": "undo"}),
        ("bad_request", {"do": "finish"}),
    ],
    ids=str,
)
def test_what_not_even_the_table_can_overrule(table: Table, code: str, play: dict):
    table.new()
    assert table.code(**play, overrule=WHY) == code
    nested = {name: value for name, value in play.items() if name != "seq"}
    if code != "stale":
        insert = {"after": 1, "player": "Anna", "with": {**nested, "overrule": WHY}}
        assert table.code("insert", **insert) == code


@pytest.mark.parametrize("why", ["", "  ", 3, True, ["x"], "\ud800"])
def test_a_ruling_needs_a_reason_in_words(table: Table, why: object):
    table.new()
    assert table.code("draw", cards=[], overrule=why) == "bad_request"


def test_without_a_game_there_is_nothing_to_overrule(table: Table):
    assert table.ask("pass", overrule=WHY)["code"] == "no_game"


def test_a_play_that_the_rules_allow_is_as_any_other(table: Table):
    table.new()
    answer = table.ok("claim", route=SHORT, overrule=WHY)
    assert (answer["rule"], "overruled" in answer) == ("R7", False)
    assert table.ok("log")["entries"][-1]["flags"] == []


def test_it_counts_as_an_entry_that_stands(table: Table):
    """Points and trains as recorded, counts stop at 0, and the log shows the shortfall."""
    table.new(3, terrain="mountain")
    set_trains(table, 3)
    table.ok("claim", route=LONG, double=double(2, 0), overrule=WHY)
    anna = table.player("Anna")
    assert (anna["score"], anna["trains"], anna["terrain"]["mountain"]) == (14, 0, 0)
    assert table.state()["terrain"]["discards"]["mountain"] == 1
    assert table.ok("log")["entries"][-1]["shortfall"] == {"trains": 1, "mountain": 1}
    assert table.state()["last_round"] == {"by": "Anna", "turns_left": 3}


def test_the_track_of_another_stays_his(table: Table):
    table.new()
    table.claim(SHORT)
    table.ok("claim", route=SHORT, overrule=WHY)
    assert table.player("Anna")["routes"] == [SHORT]
    assert (table.player("Ben")["routes"], table.player("Ben")["score"]) == ([], 4)
    assert table.player("Ben")["trains"] == 42


def test_after_the_end_of_play_it_counts_and_the_end_stays(table: Table):
    table.new(2)
    table.claim(SHORT)
    table.ok("finish")
    for name in ("Anna", "Ben"):
        tickets = [{"from": "durban", "to": "beira", "points": 5}] * 2
        table.ok("reveal", player=name, tickets=tickets)
    total = table.player("Ben")["score"]
    answer = table.ok("claim", route=LONG, overrule="his last turn was forgotten")
    assert answer["overruled"] == "wrong_phase"
    assert table.state()["phase"] == "over"
    assert table.player("Ben")["score"] == total + 7
    assert table.ok("result")["players"][0]["name"] == "Ben"
    table.ok("tickets", kept=1, overrule="and these")  # Anna's reveal does not hold any longer
    assert table.state()["phase"] == "tickets"


def test_an_amendment_judges_it_anew_and_never_makes_it_a_conflict(table: Table):
    table.new(3)
    table.claim(SHORT)  # 2 Anna
    table.ok("claim", route=SHORT, overrule=WHY)  # 3 Ben
    answer = table.ok("void", entry=2)
    assert answer["conflicts"] == []
    line = table.ok("log")["entries"][2]
    assert (line["flags"], "code" in line) == ([], False)  # nothing to overrule any longer
    assert table.player("Ben")["routes"] == [SHORT]
    table.ok("adjust", player="Anna", trains=2, why="x")  # 5
    answer = table.ok("amend", entry=2, **{"with": {"do": "claim", "route": SHORT}})
    assert answer["conflicts"] == []
    line = table.ok("log")["entries"][2]
    assert (line["flags"], line["code"]) == (["overruled"], "route_taken")


def test_an_illegal_replacement_or_forgotten_turn_can_be_overruled(table: Table):
    table.new(3)
    table.claim(SHORT)  # 2
    table.passes(1)  # 3
    again = {"do": "claim", "route": SHORT}
    assert table.code("amend", entry=3, **{"with": again}) == "route_taken"
    answer = table.ok("amend", entry=3, **{"with": {**again, "overrule": WHY}})
    assert answer["overruled"] == "route_taken"
    line = table.ok("log")["entries"][2]
    assert (line["flags"], line["code"]) == (["overruled", "amended"], "route_taken")
    insert = {"after": 3, "player": "Cleo", "with": {**again, "overrule": WHY}}
    answer = table.ok("insert", **insert, dry_run=True)
    assert answer["overruled"] == "route_taken"
    table.ok("insert", **insert)
    table.ok("amend", entry=3, **{"with": {"do": "pass"}})
    assert table.ok("log")["entries"][2]["flags"] == ["amended"]
    inserted = table.ok("log")["entries"][4]
    assert (inserted["flags"], inserted["code"]) == (["overruled"], "route_taken")
