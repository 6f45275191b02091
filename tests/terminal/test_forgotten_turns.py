"""A forgotten turn is inserted, an entry goes to another player: shown first, then done."""

import re

import pytest
from score_keeper import Person, ask, companion, play, scores

THREE = "new Anna red mountain 2, Ben blue mountain 2, Cem green jungle 3"
CAPE = "Cape Town - Port Elizabeth"


def test_a_forgotten_turn_is_entered_after_a_yes(seated):
    table = seated(THREE, "c douala bangui x1")
    shown = table.types("insert 2 ben t d")
    assert (
        "After entry 2, this turn would be added: Ben draws 1 train card and 1 desert card" in shown
    )
    assert "No later entry would be against the rules." in shown
    assert "No scores change." in shown
    assert "As a result: Cem's turn." in shown
    assert shown.endswith("Apply? y/n ")
    assert table.seq == 2
    assert "Nothing changed." in table.types("n")
    table.types("insert 2 ben t d", "y")
    assert table.seat("Ben").front == (1, 0, 1)
    assert table.keeper.prompt == "Cem> "


def test_whose_the_later_turns_are_is_asked_with_what_follows(seated):
    table = seated(THREE, "t t", "c douala bangui x1", "c cape port eliz x1")
    shown = table.types("insert 2 Ben k 2")
    assert "1  keep: all stay with their players. No scores change." in shown
    assert "2  shift: all shift to the next player" in shown
    assert "Score changes: Anna +4, Ben -7, Cem +3." in shown
    shown = table.types("2")
    assert "After entry 2, this turn would be added: Ben draws tickets and keeps 2" in shown
    table.types("y")
    assert table.scores == {"Anna": 4, "Ben": 0, "Cem": 7}
    table.types("u", "insert 2 Ben k 2", "1", "y")
    assert table.scores == {"Anna": 0, "Ben": 7, "Cem": 4}


@pytest.mark.parametrize(("word", "cem"), [("keep", 0), ("shift", 7)])
def test_the_choice_can_be_typed_and_the_mark_asks_nothing(seated, word, cem):
    table = seated(THREE, "t t", "c douala bangui x1", person=False)
    table.types(f"insert! 2 Ben: p {word}")
    assert table.seq == 4
    assert table.scores["Cem"] == cem


def test_later_entries_that_then_conflict_are_said_with_their_reason_and_stand(seated):
    table = seated(THREE, "t t", "c cape port eliz x1")
    shown = table.types("insert 2 Ben c cape port eliz x1 keep")
    assert f"Entry 3 would be against the rules: {CAPE} belongs to Ben. [R7]" in shown
    shown = table.types("y")
    assert "Entry 3 is now against the rules: 'fix 3 ...' corrects it." in shown
    assert "!  3 Ben claims" in table.types("log")
    assert table.scores["Ben"] == 8


def test_a_claim_is_offered_with_what_was_possible_then(seated):
    table = seated(THREE, "t t", "t t", "m m", "t t")
    shown = table.types("insert 2 Ben c cape port eliz")
    assert "2  8 points: 1 mountain card" in shown
    table.types("2", "1")
    assert table.types().endswith("Apply? y/n ")
    table.types("y")
    assert table.scores["Ben"] == 8


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("insert", "Type it like this: insert 9 Ben t d"),
        ("insert 2", "Type it like this"),
        ("insert 2 Ben", "Type it like this"),
        ("insert 2 Ben keep", "Type it like this"),
        ("insert 2 Ben foo bar", "Type it like this"),
        ("insert x Ben t t", "Type it like this"),
        ("insert 2 Zoe t t", "Nobody called Zoe is playing."),
        ("insert 9 Ben t t", "There's no entry 9, or it was undone."),
        ("insert 0 Ben t t", "There's no entry 0, or it was undone."),
        ("insert 2 Ben t l", "A face-up locomotive is your only card this turn. [R5]"),
        ("insert 2 Ben x t", "Type it like this"),
        ("insert! 2 Ben k 9", "9 tickets kept: you must keep 1 to 4. [R10]"),
        ("fix 2 by", "Type it like this"),
        ("fix 2 by Zoe", "Nobody called Zoe is playing."),
        ("fix 9 by Ben", "There's no entry 9, or it was undone."),
        ("fix 1 by Ben", "Entry 1 isn't a turn"),
        ("fix 2 by Ben foo", "Type it like this"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(seated, line, said):
    table = seated(THREE, "t t")
    assert said in table.types(line)
    table.types("y", "1")
    assert table.seq == 2


def test_an_entry_goes_to_its_player_after_a_yes(seated):
    table = seated(THREE, "c cape port eliz x1", "t t")
    shown = table.types("fix 2 by cem")
    assert f"2 Anna claims {CAPE}, black 3, +4" in shown
    assert f"Entry 2 would become: Cem claims {CAPE}, black 3, +4" in shown
    assert "Score changes: Anna -4, Cem +4." in shown
    assert table.scores["Anna"] == 4
    table.types("y")
    assert table.scores == {"Anna": 0, "Ben": 0, "Cem": 4}
    shown = table.types("log")
    assert f"*  2 Anna claims {CAPE}, black 3, +4 [R7] (edited later)" in shown
    assert f"now: Cem claims {CAPE}, black 3, +4" in shown
    assert "4 Entry 2 edited: it was Cem's turn" in shown


def test_player_and_play_are_put_right_together(seated):
    table = seated(THREE, "t t", "t t")
    shown = table.types("fix! 2 by cem c cape port eliz")
    assert "2  8 points: 1 locomotive" in shown  # for Cem, who has no mountain card
    table.types("2")
    assert table.scores == {"Anna": 0, "Ben": 0, "Cem": 8}


def test_an_entry_that_went_to_another_player_is_fixed_as_his(seated):
    table = seated(THREE, "t t", "fix! 2 by cem", "fix! 2 c cape port eliz 1l")
    assert table.scores == {"Anna": 0, "Ben": 0, "Cem": 8}


def test_names_of_several_words_come_before_the_play(seated):
    table = seated("new Anna Maria red d 2, Anna blue d 2", "t t", "t t")
    table.types("insert! 3 anna maria t d keep", "insert! 3 Anna: t m keep")
    assert table.seat("Anna Maria").front == (2, 0, 0)
    assert table.seat("Anna").front == (1, 0, 1)


def test_the_log_shows_a_forgotten_turn_in_its_place_too(db):
    play(db, THREE, "t t", "t t", "insert! 2 Ben c douala bangui x1 keep")
    shown = companion("show", "--db", db).stdout
    lines = shown.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("   2 Anna draws"))
    assert lines[at + 1] == "     missed turn, entered as 4: Ben claims Douala - Bangui, grey 4, +7"
    assert "   4 Missed turn added after entry 2: Ben claims Douala" in shown
    play(db, "fix! 4 c cape port eliz x1", "u", "u")
    assert "missed turn, entered as" not in companion("show", "--db", db).stdout
    assert "-  4 Missed turn added" in companion("show", "--db", db).stdout


def test_shifted_entries_are_told_with_their_players_of_now(db):
    play(db, THREE, "t t", "c douala bangui x1", "insert! 2 Ben p shift")
    shown = companion("show", "--db", db).stdout
    assert "*  3 Ben claims Douala - Bangui, grey 4, +7" in shown
    assert "     now: Cem claims Douala - Bangui, grey 4, +7" in shown
    assert scores(db) == {"Anna": 0, "Ben": 0, "Cem": 7}


def test_a_turn_entered_twice_is_taken_out_and_the_later_ones_go_back(seated):
    table = seated(THREE, "t d", "t d", "c douala bangui x1")
    shown = table.types("void 3 shift")
    assert "Entry 3 would be removed" in shown
    assert "Score changes: Ben +7, Cem -7." in shown
    assert "As a result: Cem's turn." in shown
    table.types("y")
    assert table.scores == {"Anna": 0, "Ben": 7, "Cem": 0}
    log = table.types("log")
    assert re.search("3 Ben draws 1 train card and 1 desert card .*removed later", log)
    assert "5 Entry 3 removed: entered twice. All later turns shift to the previous player" in log
    table.types("u", "void! 3")
    assert table.scores == {"Anna": 0, "Ben": 0, "Cem": 7}


def test_a_ruling_is_taken_out(seated):
    table = seated(THREE, "set Ben trains 40 why x")
    assert "Entry 2 would be removed" in table.types("void 2")
    table.types("y")
    assert table.seat("Ben").trains == 45
    assert "3 Entry 2 removed\n" in table.types("log")


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_before_the_yes_does_nothing(db, key):
    play(db, THREE, "t t", "t t")
    with Person(db) as person:
        person.sees("Cem> ")
        person.types("insert 2 Ben c douala bangui x1")
        person.sees("1-2? ")
        person.types("2")
        person.sees("Apply? y/n ")
        person.insists(key, "Goodbye. All 3 entries are saved")
        assert person.leaves() == 0
    assert ask(db, "state")["seq"] == 3
