"""The board on the table is right: routes are shown, confirmed and corrected."""

import pytest
from score_keeper import Person, ask, companion, play

NEW = "new Anna red desert 3, Ben blue jungle 2"
ROUTE = "Bloemfontein - Cape Town"
LOOK = f"Please look: {ROUTE}, 3 spaces? y/n (Enter: later) "
BLOEM = "bloemfontein--cape-town"


def board_of(table):
    return table.keeper.game.board.routes


def test_a_route_is_shown_as_we_have_it(seated):
    table = seated(NEW, "c mocambique madag x1", "")
    shown = table.types("route mocambique madag")
    whole = "Moçambique - Madagascar, grey 3, mountain, ferry: 1 locomotive"
    assert f"{whole}, claimed by Anna\n" in shown
    assert f"{whole}\n" in shown  # the other track is free
    assert "Different on your board? Type: route mocambique madag is 4" in shown
    assert table.seq == 2


def test_a_correction_shows_what_its_claims_come_to_and_waits_for_a_yes(seated):
    table = seated(NEW, "c bloem cape x1", "t t")
    shown = table.types("route bloem cape is 4")
    assert f"On our board: {ROUTE}, 4 spaces" in shown
    assert f"Entry 2 would become: Anna claims {ROUTE}, orange 4, +7" in shown
    assert "Score changes: Anna +3." in shown
    table.types("n")
    assert (table.seq, board_of(table)[BLOEM].length) == (3, 3)
    shown = table.types("route bloem cape is 4", "y")
    assert "Anna +3 = 7: marker 4 → 7." in shown
    assert board_of(table)[BLOEM].length == 4
    assert table.seat("Anna").trains == 41
    shown = table.types("log")
    assert f"*  2 Anna claims {ROUTE}, orange 4, +4 [R7]" in shown
    assert f"now: Anna claims {ROUTE}, orange 4, +7" in shown
    table.types("u")
    assert (board_of(table)[BLOEM].length, table.scores["Anna"]) == (3, 4)


def test_a_claim_that_is_then_against_the_rules_is_said_and_stands(seated):
    table = seated(NEW, "c bloem cape x2")  # with her desert card
    shown = table.types("route bloem cape is purple")
    assert "Entry 2 would be against the rules:" in shown
    shown = table.types("y")
    assert "Entry 2 is now against the rules: 'fix 2 ...' corrects it." in shown


def test_colour_length_and_ferry_are_corrected_in_one_line(seated):
    table = seated(NEW, person=False)
    table.types("route! bloem cape = red 4 ferry 1")
    found = board_of(table)[BLOEM]
    assert (found.color, found.length, found.ferry_locomotives) == ("red", 4, 1)
    assert found.unverified is None


def test_of_several_routes_one_is_chosen(seated):
    table = seated(NEW)
    assert "Which route?" in table.types("route cape is 5")
    assert "Apply? y/n" in table.types("1")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("route", "Type it like this: route"),
        ("route is 4", "Type it like this: route"),
        ("route xyz is 4", "No route matches xyz."),
        ("route bloem cape is", "Type it like this: route"),
        ("route bloem cape is pink", "Type it like this: route"),
        ("route bloem cape is ferry", "Type it like this: route"),
        ("route bloem cape is 9", "length: must be 1 to 6"),
        ("route! bloem cape is 0", "length: must be 1 to 6"),
        ("route! bloem cape is ferry 4", "is more than the route's length (3)"),
        ("route bloem cape is " + "9" * 5000, "Type it like this: route"),
    ],
)
def test_what_cannot_be_printed_is_refused_and_changes_nothing(seated, line, said):
    table = seated(NEW)
    assert said in table.types(line)
    table.types("y")
    assert table.seq == 1


def test_without_a_game_there_is_nothing_to_correct(seated):
    table = seated()
    assert "There's no game yet." in table.types("route bloem cape is 4")


def test_a_doubtful_route_asks_for_a_look_and_a_yes_settles_it(seated):
    table = seated(NEW)
    shown = table.types("c bloem cape x1")
    assert f"2 Anna claims {ROUTE}, orange 3, +4 [R7]" in shown
    assert shown.endswith(LOOK)
    table.types("y")
    assert board_of(table)[BLOEM].unverified is None
    assert table.seq == 3
    assert "Please look" not in table.types("u", "u", "r", "r")


@pytest.mark.parametrize("line", ["", "t t", "undo", "log", "help"])
def test_the_look_blocks_nothing_and_comes_again_next_time(seated, line):
    table = seated(NEW, "c bloem cape x1")
    table.types(line)
    assert table.keeper.prompt in ("Anna> ", "Ben> ")
    assert board_of(table)[BLOEM].unverified == "length"
    table.types("void! 2", "t t")
    while table.keeper.prompt != "Anna> ":
        table.types("t t")
    assert table.types("c bloem cape x1").endswith(LOOK)


def test_a_no_asks_what_is_printed_and_shows_what_that_changes(seated):
    table = seated(NEW, "c bloem cape x1")
    assert table.types("n").endswith("How many spaces? ")
    assert table.types("many").endswith("How many spaces? ")
    assert table.types("77").endswith("How many spaces? ")
    shown = table.types("2")
    assert "Score changes: Anna -2." in shown
    assert table.seq == 2
    table.types("y")
    assert table.scores["Anna"] == 2


def test_a_no_can_be_left_at_that(seated):
    table = seated(NEW, "c bloem cape x1", "n")
    assert "Nothing changed." in table.types("")
    assert table.seq == 2


def test_a_ferry_asks_for_its_locomotives(seated):
    table = seated(NEW)
    shown = table.types("c durban madag x1")
    assert "Please look: Madagascar - Durban, 2 locomotives? y/n" in shown
    table.types("n", "1", "y")
    tracks = [f"madagascar-south--durban--{track}" for track in (1, 2)]
    assert [board_of(table)[track].ferry_locomotives for track in tracks] == [1, 1]


def test_a_script_is_told_once_and_goes_on(db):
    shown = play(db, NEW, "c bloem cape x1", "t t")
    assert f"Please look: {ROUTE}, 3 spaces? route {BLOEM} is 3\n" in shown
    shown = play(db, f"route! {BLOEM} is 3")
    assert f"4 On our board: {ROUTE}, 3 spaces" in shown
    assert ask(db, "state")["seq"] == 4


def test_a_correction_is_kept_for_later_games_and_told_by_show(db):
    play(db, NEW, "c bloem cape x1", "route! bloem cape is 4", "new Cleo d, Dan j")
    assert f"{ROUTE}, orange 4, desert" in play(db, "route bloem cape")
    shown = companion("show", "1", "--db", db).stdout
    assert f"now: Anna claims {ROUTE}, orange 4, +7" in shown


def test_leaving_in_the_midst_keeps_the_claim_and_nothing_else(db):
    play(db, NEW)
    with Person(db) as person:
        person.sees("Anna> ")
        person.types("c bloem cape x1")
        person.sees("(Enter: later) ")
        person.types("n")
        person.sees("How many spaces? ")
        person.insists("\x03", "Goodbye. All 2 entries are saved")
        assert person.leaves() == 0
    assert ask(db, "state")["seq"] == 2
