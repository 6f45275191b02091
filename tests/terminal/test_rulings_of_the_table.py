"""What the rules refuse can be recorded anyway; nothing that is said stops a game."""

import pytest
from score_keeper import ask, companion, play

THREE = "new Anna red mountain 2, Ben blue jungle 2, Cem green jungle 3"
ANYWAY = "Did the table decide differently? Type 'anyway' to record it."


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["m"], "draw_two"),
        (["t t t"], "draw_two"),
        (["t l"], "locomotive_alone"),
        (["k 9"], "tickets_kept"),
        (["c cape port eliz 2m"], "not_enough_terrain"),
        (["c cape port eliz 9l"], "too_many_locomotives"),
        (["t t", "c cape port eliz 1m"], "fewer_than_rival"),
        (["c cape port eliz 1l1m"], "wrong_terrain_count"),
        (["c cape port eliz x1", "c cape port eliz x1"], "double_closed"),
        (["c douala bangui x1", "c douala bangui x1"], "route_taken"),
        (["set Anna trains 2 why x", "c cape port eliz x1"], "not_enough_trains"),
        (["finish", "t t"], "wrong_phase"),
        (["finish", "c cape port eliz x1"], "wrong_phase"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_every_refused_play_can_be_recorded_with_a_reason(seated, lines, code):
    table = seated(THREE)
    assert ANYWAY in table.types(*lines)
    seq = table.seq
    shown = table.types("anyway we everyone agreed")
    assert f"{seq + 1} " in shown
    assert "(table ruling: we everyone agreed) [R20]" in shown
    assert table.flags(seq + 1) == ["overruled"]
    assert table.keeper.game.head.set_aside == code
    shown = table.types("log")
    assert f"T{seq + 1:>3} " in shown
    assert "(the rules say: " in shown


def test_a_person_is_asked_why_and_may_leave_it(seated):
    table = seated(THREE, "t l")
    shown = table.types("anyway")
    assert "Table ruling, despite: A face-up locomotive is your only card" in shown
    assert "Why? 1 everyone agreed, 2 noticed too late, 3 house rule, or in your own words" in shown
    assert "Choose a number from 1 to 3." in table.types("7")
    assert "Nothing changed." in table.types("")
    assert table.seq == 1
    table.types("anyway", "2")
    assert table.keeper.game.head.request["overrule"] == "noticed too late"
    table.types("u", "t l", "anyway", "the dog ate it")
    assert table.keeper.game.head.request["overrule"] == "the dog ate it"


def test_an_order_leaves_the_question_why(seated):
    table = seated(THREE, "t t", "t l", "anyway")
    table.types("u")
    assert table.keeper.prompt == "Anna> "


def test_looking_things_up_does_not_forget_what_was_refused_but_an_entry_does(seated):
    table = seated(THREE, "t l", "rules R5", "rights", "anywy so")
    table.types("anyway so be it")
    assert table.seq == 2
    assert "Nothing has been refused since the last entry." in table.types("anyway again")
    table.types("t l", "t t")
    assert "Nothing has been refused since the last entry." in table.types("anyway late")
    table.types("t l", "c nowhere")  # another play is meant
    assert "Nothing has been refused since the last entry." in table.types("anyway so")
    assert table.seq == 3


def test_a_refused_claim_offers_its_ways_to_score(seated):
    table = seated(THREE, "c cape port eliz x1", "t t", "t t", "c cape port eliz")
    shown = table.types("anyway we let her")
    assert "1  4 points" in shown
    assert "2  8 points: 1 mountain card" in shown
    table.types("2")
    assert table.scores["Anna"] == 12
    assert table.seat("Anna").front.mountain == 0


@pytest.mark.parametrize(
    "line", ["draw", "draw x y", "k 99", "draw " + "m " * 46, "c nowhere", "fix 9 t l", "resume 7"]
)
def test_what_is_not_in_the_box_cannot_be_ruled(seated, line):
    table = seated(THREE)
    assert ANYWAY not in table.types(line)
    assert "Nothing has been refused" in table.types("anyway so")
    assert table.seq == 1


def test_a_fix_that_the_rules_refuse_is_made_anyway_after_a_yes(seated):
    table = seated(THREE, "c douala bangui x1", "t t", "t t")
    assert ANYWAY in table.types("fix 3 c douala bangui x1")
    shown = table.types("anyway both saw it")
    assert "Entry 3 would become: Ben claims Douala" in shown
    assert "(table ruling: both saw it)" in shown
    assert table.seq == 4
    table.types("y")
    assert table.scores == {"Anna": 7, "Ben": 7, "Cem": 0}
    assert table.flags(3) == ["overruled", "amended"]


def test_a_forgotten_turn_that_the_rules_refuse_is_entered_anyway(seated):
    table = seated(THREE, "c douala bangui x1", "t t", person=False)
    assert ANYWAY in table.types("insert! 2 Cem c douala bangui x1 keep")
    table.types("anyway it was so")
    assert table.scores == {"Anna": 7, "Ben": 0, "Cem": 7}
    assert table.flags(4) == ["overruled"]


def test_a_script_says_why_in_the_line(db):
    shown = play(db, THREE, "t l", "anyway", "anyway house rule", "log")
    assert "Type it like this: anyway we agreed" in shown
    assert (
        "Anna draws 1 train card and 1 face-up locomotive (table ruling: house rule) [R20]" in shown
    )
    entries = ask(db, "log")["entries"]
    assert [entry["flags"] for entry in entries] == [[], ["overruled"]]
    assert entries[1]["code"] == "locomotive_alone"


def test_a_ruling_is_undone_and_redone_like_any_entry(seated):
    table = seated(THREE, "c douala bangui x1", "c douala bangui x1", "anyway yes", "u")
    assert table.scores["Ben"] == 0
    table.types("r")
    assert table.scores["Ben"] == 7


def test_a_value_without_a_reason_asks_for_it(seated):
    table = seated(THREE)
    assert "Why? 1 recounted" in table.types("set Anna trains 40")
    assert "Nothing changed." in table.types(".")
    table.types("set Anna trains 40", "1")
    assert table.seat("Anna").trains == 40
    assert "is more than 45" in table.types("set Anna trains 99")
    assert "T  2 Table ruling for Anna: trains 40 (recounted) [R20]" in table.types("log")


def test_rulings_are_counted_at_the_end(db):
    ending = ("finish", "show Anna: a - b 3, a - b 4", "show Ben: a - b 3, a - b 4")
    cem = "show Cem: a - b 3, a - b 4, a - b 5"
    tickets = [line.replace("a - b", "cape durban") for line in (*ending, cem)]
    play(db, THREE, "t l", "anyway so", "t t", "set Ben score +1 why fair", "u", "r", *tickets)
    assert "2 table rulings: entries 2 and 4" in companion("show", "--db", db).stdout


def test_another_number_of_tickets_than_held_says_how_to_set_it(seated):
    table = seated(THREE, "finish")
    shown = table.types("show Anna: cape durban 8")
    assert "If that's right: set Anna tickets 1 why counted again" in shown
    table.types("set Anna tickets 1 why counted again", "show Anna: cape durban 8")
    assert table.seat("Anna").revealed is not None
