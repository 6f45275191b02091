"""Undo, redo, amend, void, adjust, object and settle."""

import pytest
from table import Table

from companion.game.log.disputes import unsettled
from companion.game.log.revisions import dropped_reveals

ROUTES = ("ngaoundere--bangui", "douala--bangui", "fachoda--addis-ababa", "bangui--bondo")


@pytest.fixture
def played(table: Table) -> Table:
    """Three players, six turns: two claims each side of draws, one of them doubled."""
    table.new(3, terrain="mountain")
    table.ok("draw", cards=["mountain", "train"])  # 2 Anna
    table.claim(ROUTES[0])  # 3 Ben
    table.ok("tickets", kept=2)  # 4 Cleo
    table.claim(ROUTES[1], terrain=2)  # 5 Anna
    table.ok("draw", cards=["desert", "jungle"])  # 6 Ben
    table.claim(ROUTES[2])  # 7 Cleo
    return table


def without_seq(state: dict) -> dict:
    return {name: value for name, value in state.items() if name != "seq"}


def test_undo_restores_everything_and_redo_brings_it_back(played: Table):
    states = [without_seq(played.state())]
    for _ in range(6):
        played.ok("undo")
        states.append(without_seq(played.state()))
    assert played.code("undo") == "nothing_to_undo"
    for state in reversed(states[:-1]):
        played.ok("redo")
        assert without_seq(played.state()) == state
    assert played.code("redo") == "nothing_to_redo"
    assert played.state()["seq"] == 7 + 12


def test_a_new_change_clears_what_could_be_redone_but_a_refusal_does_not(played: Table):
    played.ok("undo")
    assert played.code("claim", route="nowhere") == "unknown_route"
    played.ok("redo")
    played.ok("undo")
    played.ok("pass")
    assert played.code("redo") == "nothing_to_redo"


def test_undo_says_which_markers_go_back(played: Table):
    say = played.ok("undo")["say"]
    assert say[0] == {
        **{"code": "move_marker", "player": "Cleo", "from": 10, "to": 0},
        **{"points": -10, "space": 0, "lap": 0},
    }
    assert say[-1] == {"code": "turn", "player": "Cleo"}


def test_amending_lists_conflicts_and_changes_of_score(played: Table):
    draw = {"do": "draw", "cards": ["train", "train"]}
    before = played.state()
    dry = played.ok("amend", entry=2, **{"with": draw}, dry_run=True)
    assert played.state() == before
    answer = played.ok("amend", entry=2, **{"with": draw})
    assert dry["conflicts"] == answer["conflicts"]
    assert [(c["entry"], c["code"]) for c in answer["conflicts"]] == [(5, "not_enough_terrain")]
    assert answer["conflicts"][0]["why"]
    assert answer["scores"] == {"Anna": 0, "Ben": 0, "Cleo": 0}
    assert played.player("Anna")["terrain"]["mountain"] == 0
    assert played.state()["terrain"]["discards"]["mountain"] == 1
    entry = played.ok("log")["entries"][4]
    assert entry["flags"] == ["conflict:not_enough_terrain"]
    assert entry["shortfall"] == {"mountain": 1}
    assert unsettled(played.referee.game) == {5: "conflict"}
    played.ok("undo")
    assert unsettled(played.referee.game) == {}
    assert without_seq(played.state()) == without_seq(before)


def test_a_track_claimed_twice_stays_with_the_earlier_claimer(played: Table):
    claim = {"do": "claim", "route": ROUTES[2]}
    answer = played.ok("amend", entry=3, **{"with": claim})
    assert [(c["entry"], c["code"]) for c in answer["conflicts"]] == [(7, "route_taken")]
    assert played.player("Ben")["routes"] == [ROUTES[2]]
    assert played.player("Cleo")["routes"] == []
    assert (played.player("Cleo")["score"], played.player("Cleo")["trains"]) == (10, 40)


def test_an_illegal_replacement_is_refused_and_changes_nothing(played: Table):
    double = {"terrain": 2, "locomotives": 0}
    claim = {"do": "claim", "route": ROUTES[0], "double": double}
    assert played.code("amend", entry=3, **{"with": claim}) == "fewer_than_rival"


def test_void_counts_as_passed_and_amending_restores_it(played: Table):
    answer = played.ok("void", entry=3)
    assert answer["scores"] == {"Anna": 0, "Ben": -4, "Cleo": 0}
    assert played.player("Ben")["trains"] == 45
    assert played.state()["turn"] == 7
    assert played.ok("log")["entries"][2]["flags"] == ["voided"]
    claim = {"do": "claim", "route": ROUTES[0]}
    assert played.ok("amend", entry=3, **{"with": claim})["scores"]["Ben"] == 4
    assert played.ok("log")["entries"][2]["flags"] == ["amended"]


def test_an_entry_keeps_its_number_and_an_undone_one_is_unknown(played: Table):
    played.ok("undo")  # 8
    assert played.code("void", entry=7) == "unknown_entry"
    played.ok("redo")  # 9
    played.ok("void", entry=7)  # 10
    for entry in (1, 8, 9, 10):
        assert played.code("void", entry=entry) == "not_amendable"
    assert played.code("void", entry=0) == "unknown_entry"


def test_the_last_round_and_the_phase_follow_an_amendment(table: Table):
    table.new(2)
    table.ok("adjust", player="Anna", trains=5, why="made up")  # 2
    table.claim(ROUTES[0])  # 3: two left, the last round
    table.passes(2)  # 4, 5
    for player in ("Anna", "Ben"):
        tickets = [{"from": "durban", "to": "beira", "points": 5}] * 2
        table.ok("reveal", player=player, tickets=tickets)
    assert table.state()["phase"] == "over"
    answer = table.ok("amend", entry=3, **{"with": {"do": "pass"}})
    assert answer["scores"] == {"Anna": 6, "Ben": 10}
    assert table.state()["phase"] == "play"
    assert table.state()["last_round"] is None
    table.claim("bangui--bondo")
    table.claim(ROUTES[0])
    assert table.state()["last_round"] == {"by": "Anna", "turns_left": 2}
    table.ok("finish")
    assert table.state()["phase"] == "over"  # the reveals waited


TICKETS = [{"from": "durban", "to": "beira", "points": 5}] * 2


@pytest.fixture
def shown(table: Table) -> Table:
    """Two players after the last round, which Anna's claim began; both have shown their tickets."""
    table.new(2)
    table.ok("adjust", player="Anna", trains=5, why="made up")  # 2
    table.claim(ROUTES[0])  # 3: two left, the last round
    table.passes(2)  # 4, 5
    for player in ("Anna", "Ben"):
        table.ok("reveal", player=player, tickets=TICKETS)  # 6, 7
    return table


def test_a_reveal_that_waits_is_dropped_where_the_player_now_holds_another_number(shown: Table):
    assert unsettled(shown.referee.game) == {}
    answer = shown.ok("amend", entry=3, **{"with": {"do": "tickets", "kept": 1}})
    waiting = [(c["entry"], c["code"]) for c in answer["conflicts"]]
    assert waiting == [(6, "ticket_count")]  # Ben's waits, and is right
    shown.ok("finish")
    assert shown.state()["phase"] == "tickets"  # Anna holds three now
    assert unsettled(shown.referee.game) == {6: "conflict"}
    assert shown.code("reveal", player="Anna", tickets=TICKETS) == "ticket_count"
    shown.ok("reveal", player="Anna", tickets=[*TICKETS, TICKETS[0]])
    assert shown.state()["phase"] == "over"
    shown.ok("void", entry=9)  # play goes on, and all that was shown waits
    while shown.state()["player"] != "Anna":
        shown.ok("pass")
    shown.ok("tickets", kept=1)
    shown.ok("finish")
    assert list(dropped_reveals(shown.referee.game.head)) == [10]  # the last that Anna showed


def test_a_reveal_that_waits_is_dropped_by_a_turn_that_is_played_meanwhile(shown: Table):
    shown.ok("amend", entry=3, **{"with": {"do": "pass"}})
    assert unsettled(shown.referee.game) == {}
    while shown.state()["player"] != "Anna":
        shown.ok("pass")
    shown.ok("tickets", kept=1)
    shown.ok("finish")
    assert unsettled(shown.referee.game) == {6: "conflict"}


@pytest.mark.parametrize("kept", [0, 5])
def test_a_number_of_tickets_that_nobody_may_keep_is_said_before_the_entry(
    played: Table, kept: int
):
    play = {"do": "tickets", "kept": kept}
    assert played.code("amend", entry=99, **{"with": play}) == "tickets_kept"
    assert played.code("amend", entry=1, **{"with": play}) == "tickets_kept"
    assert played.code("insert", after=99, player="Anna", **{"with": play}) == "tickets_kept"


def test_a_route_as_there_can_be_none_is_said_before_it_is_stale(played: Table):
    change = {"route": "douala--bangui", "ferry_locomotives": 5}
    assert played.code("correct_route", **change, seq=1) == "bad_request"
    assert played.code("correct_route", route="nowhere", length=3, seq=1) == "stale"


def test_plays_behind_a_new_end_conflict_as_wrong_phase(table: Table):
    table.new(2)
    table.ok("adjust", player="Anna", trains=5, why="made up")  # 2
    table.passes(5)  # 3-7
    answer = table.ok("amend", entry=3, **{"with": {"do": "claim", "route": ROUTES[0]}})
    assert [(c["entry"], c["code"]) for c in answer["conflicts"]] == [
        (6, "wrong_phase"),
        (7, "wrong_phase"),
    ]
    assert table.state()["phase"] == "tickets"


def test_a_table_ruling_needs_a_reason_and_keeps_to_the_parts_in_the_box(played: Table):
    assert played.code("adjust", player="Anna", trains=3) == "bad_request"
    for fields in (
        {"trains": 46},
        {"tickets": 45},
        {"terrain": {"mountain": 15}},
        {"score": 1.5},
        {},
    ):
        assert played.code("adjust", player="Anna", why="x", **fields) == "bad_request"
    assert played.code("adjust", player="Nobody", trains=3, why="x") == "unknown_player"
    assert played.code("adjust", discards={"swamp": 1}, why="x") == "unknown_terrain"
    answer = played.ok("adjust", player="Anna", score=-20, why="recount")
    assert answer["rule"] == "R20"
    assert answer["say"] == [
        {
            **{"code": "move_marker", "player": "Anna", "from": 14, "to": -6},
            **{"points": -20, "space": -6, "lap": 0},
        }
    ]


def test_objections_and_settlements_are_flags_in_the_log(played: Table):
    before = played.state()
    played.ok("object", entry=5, by="Ben")
    played.ok("settle", entry=5, outcome="upheld")
    assert played.ok("log")["entries"][4]["flags"] == ["disputed", "upheld"]
    assert without_seq(played.state()) == without_seq(before)
    assert played.code("object", entry=5, by="Nobody") == "unknown_player"
    assert played.code("object", entry=99, by="Ben") == "unknown_entry"
    assert played.code("settle", entry=5, outcome="perhaps") == "bad_request"


def test_the_log_shows_everything_that_was_ever_accepted(played: Table):
    played.ok("undo")
    played.ok("pass")
    entries = played.ok("log")["entries"]
    assert [entry["do"] for entry in entries] == (
        "new draw claim tickets claim draw claim undo pass".split()
    )
    assert entries[6]["flags"] == ["undone"]
    assert entries[4] == {
        **{"entry": 5, "turn": 4, "player": "Anna", "do": "claim", "points": 14, "rule": "R9"},
        "request": {
            **{"do": "claim", "route": ROUTES[1]},
            "double": {"terrain": 2, "locomotives": 0},
        },
        **{"flags": [], "at": entries[4]["at"]},
    }


def test_an_amendment_judges_every_kind_of_later_entry_again(played: Table):
    """Also one that says less than its request did: what was empty is not asked for again."""
    played.ok("adjust", player="Ben", terrain={}, discards={"jungle": 2}, why="recount")
    played.ok("object", entry=3, by="Anna")
    played.ok("settle", entry=3, outcome="dropped")
    played.ok("finish")
    for player, count in (("Anna", 2), ("Ben", 2), ("Cleo", 4)):
        ticket = {"from": "durban", "to": "beira", "points": 5}
        played.ok("reveal", player=player, tickets=[ticket] * count)
    assert played.ok("void", entry=2)["conflicts"][0]["entry"] == 5
    assert played.ok("void", entry=3)["conflicts"] == []


def test_a_ruling_that_sets_nothing_is_no_ruling(played: Table):
    assert played.code("adjust", player="Anna", terrain={}, why="x") == "bad_request"
    assert played.code("adjust", discards={}, why="x") == "bad_request"
    assert played.code("adjust", player="Anna", terrain={"desert": None}, why="x") == "bad_request"
    assert played.code("adjust", discards={"desert": None}, why="x") == "bad_request"


def test_a_trial_says_the_same_as_the_correction_itself(table: Table):
    """Word by word: a way station is named by its neighbours, as they are after it."""
    table.new(2)
    table.ok("adjust", player="Anna", trains=4, why="made up")
    table.claim("bangui--junction-northwest")
    change = {"route": "bangui--junction-northwest", "length": 6}
    trial = table.ok("correct_route", **change, dry_run=True)
    done = table.ok("correct_route", **change)
    assert [conflict["code"] for conflict in done["conflicts"]] == ["not_enough_trains"]
    assert trial["conflicts"] == done["conflicts"]
