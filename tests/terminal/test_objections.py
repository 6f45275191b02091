"""A ruling is disputed, play goes on, the table settles it; and the log tells all that."""

import pytest
from score_keeper import companion, play

NEW = "new Anna red mountain 2, Ben blue jungle 2"
CLAIM = "Anna claims Douala - Bangui, grey 4, +7"


def test_the_last_turn_is_disputed_and_play_goes_on(seated):
    table = seated(NEW, "c douala bangui x1", "set Ben trains 44 why x")
    assert "4 Ben disputes entry 2" in table.types("object ben")
    assert table.keeper.prompt == "Ben> "
    assert f"!  2 {CLAIM} [R7] (disputed)" in table.types("t t", "log")


def test_how_it_was_settled_is_asked(seated):
    table = seated(NEW, "c douala bangui x1", "object 2 ben")
    shown = table.types("settle")
    assert f"What did you decide? 2 {CLAIM}" in shown
    assert "1  upheld: the ruling stands" in shown
    shown = table.types("1")
    assert "4 The ruling on entry 2 stands" in shown
    assert table.keeper.prompt == "Ben> "
    assert f"*  2 {CLAIM} [R7] (disputed; the ruling stands)" in table.types("log")


def test_dropped_is_dropped(seated):
    table = seated(NEW, "c douala bangui x1", "object 2 ben", "settle 2", "3")
    assert table.flags(2) == ["disputed", "dropped"]
    assert "There are no disputes." in table.types("settle")


def test_overruled_opens_the_way_to_put_it_right(seated):
    table = seated(NEW, "c douala bangui x1", "object ben")
    shown = table.types("settle overruled")
    assert "What should happen to entry 2?" in shown
    assert table.types("1").startswith("What should entry 2 be?")
    assert "Type it like this: fix 9" in table.types("nonsense")
    shown = table.types("c cape port eliz x1")
    assert "Score changes: Anna -3." in shown
    table.types("y")
    assert table.scores["Anna"] == 4
    assert table.flags(2) == ["amended", "disputed", "overruled"]


@pytest.mark.parametrize(("choice", "anna"), [("2", 0), ("3", 7), ("", 7)])
def test_overruled_may_take_it_out_or_leave_it(seated, choice, anna):
    table = seated(NEW, "c douala bangui x1", "object ben", "settle o", choice)
    table.types("y")
    assert table.scores["Anna"] == anna


def test_overruled_and_it_was_somebody_elses(seated):
    table = seated(
        NEW, "c douala bangui x1", "object ben", "settle 2 overruled", "1", "by ben", "y"
    )
    assert table.scores == {"Anna": 0, "Ben": 7}


def test_a_disputed_entry_that_is_no_turn_is_only_settled(seated):
    table = seated(NEW, "set Anna trains 40 why x", "object 2 ben", "settle 2 overruled")
    assert table.keeper.prompt == "Anna> "


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("object", "No turns entered yet."),
        ("object Ben", "No turns entered yet."),
        ("object 1", "Type it like this: object 9 Anna"),
        ("object 1 Zoe", "Nobody called Zoe is playing."),
        ("object 9 Ben", "There's no entry 9, or it was undone."),
        ("settle", "There are no disputes."),
        ("settle upheld", "There are no disputes."),
        ("settle 1 upheld", "Entry 1 isn't disputed."),
        ("settle x", "There are no disputes."),
        ("settle 1x", "Type it like this: settle 9 upheld"),
    ],
)
def test_what_cannot_be_disputed_or_settled_is_said(seated, line, said):
    table = seated(NEW)
    assert said in table.types(line)
    assert table.seq == 1


def test_an_objection_is_made_once_and_not_to_a_remark(seated):
    table = seated(NEW, "t t", "object 2 ben")
    assert "Ben has already disputed this." in table.types("object 2 ben")
    assert "Entry 3 isn't a ruling, so it can't be disputed." in table.types("object 3 ben")
    assert table.seq == 3


def test_a_wrong_outcome_and_two_open_disputes_are_said(seated):
    table = seated(NEW, "t t", "t t", "object 2 ben", "object 3 anna")
    assert "Type it like this: settle 9 upheld" in table.types("settle 2 foo")
    assert "Disputed: 2 and 3. Which one?" in table.types("settle upheld")
    assert table.seq == 5


def test_a_script_says_all_in_a_line_and_is_told_how_to_go_on(db):
    shown = play(db, NEW, "t t", "object 2 ben", "settle 2", "settle 2 overruled")
    assert "Type it like this: settle 9 upheld" in shown
    assert "'fix 2 ...' or 'void 2' corrects it." in shown


def test_every_mark_is_told_by_show_with_what_it_means(db):
    script = (
        NEW,
        "c douala bangui x1",  # 2, given to Ben
        "t l",
        "anyway we agreed",  # 3
        "t t",  # 4, disputed
        "t t",  # 5, undone
        "u",
        "fix! 2 by Ben",
        "object 4 Ben",
    )
    play(db, *script)
    shown = companion("show", "--db", db).stdout
    assert f"*  2 {CLAIM} [R7] (edited later)" in shown
    assert "     now: Ben claims Douala - Bangui, grey 4, +7" in shown
    assert (
        "T  3 Ben draws 1 train card and 1 face-up locomotive (table ruling: we agreed) [R20]"
        in shown
    )
    assert "(the rules say: a face-up locomotive must be the only card)" in shown
    assert "!  4 Anna draws 2 train cards [R5] (disputed)" in shown
    assert "-  5 Ben draws 2 train cards [R5] (undone)" in shown
    assert "* changed later, ! against the rules or disputed, T table ruling" in shown


def test_a_log_without_anything_special_has_no_marks(db):
    play(db, NEW, "t t")
    assert "changed later" not in companion("show", "--db", db).stdout


def test_ending_play_early_says_what_is_still_to_settle(seated):
    table = seated(NEW, "t t", "object 2 Ben")
    assert "Unresolved:\n  2 Anna draws 2 train cards" in table.types("finish")
