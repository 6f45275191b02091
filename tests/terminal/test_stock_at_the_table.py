"""A stock-take: counted, compared, explained, and settled by one key or not at all."""

import pytest
from score_keeper import Person, ask, play

NEW = "new Anna red mountain 2, Ben blue jungle 2"
GAME = (NEW, "m t", "t t", "c douala bangui x1", "t j")


def test_the_table_is_walked_and_enter_keeps_what_we_believe(seated):
    table = seated(*GAME)
    shown = table.types("stock")
    assert "Enter: the numbers are right." in shown
    assert shown.endswith("Anna: trains 41, desert 0, jungle 0, mountain 2, score 7? ")
    assert table.types("").endswith("Ben: trains 45, desert 0, jungle 2, mountain 0, score 0? ")
    assert table.types("").endswith("Terrain discards: desert 0, jungle 0, mountain 0? ")
    shown = table.types("")
    assert "Everything matches." in shown
    assert table.keeper.prompt == "Anna> "
    assert table.seq == 5


def test_a_missing_card_is_found_and_one_key_puts_it_right(seated):
    table = seated(*GAME)
    shown = table.types("stock", "m 3", "", "")
    assert "Anna: mountain 3 on the table, 2 in the log" in shown
    assert "1  Entry 2: Anna drew 2 mountain cards, not " in shown
    assert table.seq == 5
    shown = table.types("1")
    assert "6 Entry 2 edited: Anna draws 2 mountain cards" in shown
    assert table.seat("Anna").front.mountain == 3


def test_conflicts_of_a_cause_are_said_in_the_list(seated):
    # With one jungle card more before Ben, Anna had too few to double on entry 4.
    table = seated(NEW, "j t", "t t", "c bangui leopold 1j")
    shown = table.types("stock ben j 2")
    cause = "Entry 3: Ben drew 1 jungle card and 1 train card, not 2 train cards."
    line = next((line for line in shown.splitlines() if cause in line), shown)
    assert line.endswith("1 later entry would be against the rules.")


def test_the_table_is_right_by_rulings_with_a_reason(seated):
    table = seated(*GAME)
    shown = table.types("stock", "m 4 t 39", "score 6", "d 2")
    assert "No single entry explains it. What now?" in shown
    assert "1  The table is right: use these counts" in shown
    assert "Why? 1 recounted, 2 not entered" in table.types("1")
    shown = table.types("2")
    assert "6 Table ruling for Anna: trains 39, mountain 4 (not entered) [R20]" in shown
    assert "7 Table ruling for Ben: score +6 (not entered) [R20]" in shown
    assert "8 Table ruling: desert discards 2 (not entered) [R20]" in shown
    assert shown.count("terrain deck") == 1  # the table is shown once
    assert (table.seat("Anna").trains, table.scores["Ben"]) == (39, 6)
    assert "Everything matches." in table.types("stock", "", "", "")


def test_without_a_reason_nothing_is_set(seated):
    table = seated(*GAME)
    assert "Nothing changed." in table.types("stock", "m 9", "", "", "1", "")
    assert table.seq == 5


def test_cards_that_changed_hands_both_ways_are_set_without_ever_being_too_many(seated):
    all_seen = ("set Anna d 8 m 7 why x", "set Ben d 7 m 8 j 0 why x")
    table = seated(NEW, *all_seen, person=False)
    table.types("stock Anna d 7 m 8, Ben d 8 m 7", "1", "mixed up")
    assert table.seat("Anna").front == (7, 0, 8)
    assert table.seat("Ben").front == (8, 0, 7)


def test_what_cannot_be_is_said_and_only_a_recount_is_offered(seated):
    table = seated(*GAME)
    shown = table.types("stock anna m 9, ben m 9")
    assert "18 mountain cards? There are only 15. Count again. [R3]" in shown
    assert "The table is right" not in shown
    assert shown.endswith("1? ")
    assert table.types("1").endswith("score 7? ")
    assert table.seq == 5


@pytest.mark.parametrize("line", ["foo", "m", "m x", "3 m 4", "t 99", "m -1", "1 2 3", "x 4", "7"])
def test_an_answer_that_is_none_is_asked_for_again(seated, line):
    table = seated(*GAME)
    question = table.types("stock").splitlines()[-1]
    assert table.types(line).endswith(question)
    assert table.types("m 2").endswith("Ben: trains 45, desert 0, jungle 2, mountain 0, score 0? ")


@pytest.mark.parametrize("line", [".", "q", "log"])
def test_counting_is_left_with_nothing_done(seated, line):
    table = seated(*GAME)
    assert "Nothing changed." in table.types("stock", "m 9", "", line)
    assert table.seq == 5


def test_all_numbers_in_the_order_asked_will_do(seated):
    table = seated(*GAME)
    shown = table.types("stock", "40 0 0 2 7", "", "0 0 1")
    assert "Anna: trains 40 on the table, 41 in the log" in shown
    assert "Terrain discards: mountain 1 on the table, 0 in the log" in shown


def test_a_marker_is_read_in_the_lap_that_is_believed(seated):
    table = seated(NEW, "set Anna score +103 why x")
    assert "Everything matches." in table.types("stock anna score 3")
    assert "score 97 on the table, 103 in the log" in table.types("stock anna s 97")
    assert "score 104 on the table, 103 in the log" in table.types("stock anna s 4")
    assert "score 12 on the table, 0 in the log" in table.types("stock ben s 12")


def test_the_list_is_left_by_any_other_line(seated):
    table = seated(*GAME)
    table.types("stock anna m 3", "t t", "1")
    assert table.seq == 6
    assert table.seat("Anna").front.mountain == 2


def test_it_is_offered_when_no_such_card_can_be_left(seated):
    table = seated(NEW, "set discards m 14 why x")
    assert "'stock' recounts the table and looks for the wrong entry." in table.types("m t")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("stock", "Type it like this: stock Anna m 3"),
        ("stock m 3", "Type it like this"),
        ("stock Anna", "Type it like this"),
        ("stock Zoe m 3", "Nobody called Zoe is playing."),
        ("stock Anna x 3", "x is not one of: trains"),
        ("stock discards t 3", "t is not one of: desert"),
        ("stock Anna trains 46", "is more than 45"),
        ("stock Anna m 3 4", "Type it like this"),
    ],
)
def test_a_script_is_told_what_it_got_wrong(seated, line, said):
    table = seated(*GAME, person=False)
    assert said in table.types(line)
    assert table.seq == 5


def test_a_script_counts_in_one_line_and_chooses(db):
    shown = play(db, *GAME, "stock Anna m 3", "1")
    assert "6 Entry 2 edited: Anna draws 2 mountain cards" in shown
    assert ask(db, "state")["players"][0]["terrain"]["mountain"] == 3


def test_a_script_that_ends_in_the_midst_changes_nothing(db):
    play(db, *GAME, "stock Anna m 9", "1")
    assert ask(db, "state")["seq"] == 5


def test_without_a_game_there_is_nothing_to_count(seated):
    table = seated()
    assert "There's no game yet." in table.types("stock")


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_interrupting_the_count_loses_nothing_and_changes_nothing(db, key):
    play(db, *GAME)
    with Person(db) as person:
        person.sees("Anna> ")
        person.types("stock")
        person.sees("score 7? ")
        person.types("m 3")
        person.sees("score 0? ")
        person.insists(key, "Goodbye. All 5 entries are saved")
        assert person.leaves() == 0
        assert "Traceback" not in person.raw
    assert ask(db, "state")["seq"] == 5
