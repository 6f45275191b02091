"""At a terminal: questions, colours, completion, and a polite end."""

import pytest
from score_keeper import Person, ask, play, scores

NEW = "new Anna red desert 3, Ben blue jungle 2"


def test_someone_who_has_never_seen_it_begins_a_game_and_claims(db):
    with Person(db) as person:
        person.sees("'help' lists the commands")
        person.sees("Player 1: ")
        person.types("Anna")
        person.sees("Anna's trains, blue, red, green, yellow, black (Enter: blue): ")
        person.types("pink")
        person.sees("pink is not one of: blue, red")
        person.types("r")
        person.sees("Terrain card dealt to Anna, desert, jungle, mountain: ")
        person.types("m")
        person.sees("Tickets Anna keeps, 2 to 4 (Enter: 3): ")
        person.types("7")
        person.sees("you must keep 2 to 4")
        person.types("")
        person.sees("Player 2: ")
        person.types("anna")
        person.sees("Two players are called anna.")
        person.types("Ben blue jungle 2")
        person.sees("Player 3 (Enter: no more): ")
        person.types("")
        person.sees("Who plays first? (Enter: Anna): ")
        person.types("")
        person.sees("> ▲ Anna")
        person.sees("Anna> ")
        person.types("c cape p")
        person.sees("1-2? ")
        person.types("1")
        person.sees("2  8 points: 1 mountain card")
        person.sees("1-3? ")
        person.types("2")
        person.sees("Anna +8 = 8: marker 0 → 8.")
        person.sees("Ben> ")
        person.types("q")
        person.sees("Goodbye. All 2 entries are saved")
        assert person.leaves() == 0
    assert scores(db) == {"Anna": 8, "Ben": 0}


def test_questions_are_left_with_a_dot_or_an_order(db):
    with Person(db) as person:
        person.sees("Player 1: ")
        person.types(".")
        person.sees("No game started")
        person.types("new Anna red")
        person.sees("Terrain card dealt to Anna")
        person.types("d")
        person.types("")
        person.sees("Player 2: ")
        person.types("games")
        person.sees("There's no game yet.")


def test_a_fix_is_made_only_after_a_yes(db):
    play(db, NEW, "c douala bangui x1")
    with Person(db) as person:
        person.sees("Ben> ")
        for answer in ("n", "y"):
            person.types("fix 2 c cape port eliz x1")
            person.sees("Score changes: Anna -3.")
            person.sees("Apply? y/n ")
            person.types(answer)
            person.sees("Nothing changed." if answer == "n" else "Anna -3 = 4")
            person.sees("Ben> ")
        person.types("q")
        assert person.leaves() == 0
    assert ask(db, "state")["seq"] == 3
    assert scores(db)["Anna"] == 4


def test_tickets_are_asked_for_one_by_one(db):
    play(db, NEW, "c cape port eliz x1", "finish", "show Anna: cape durban 8, a - b 3")
    with Person(db) as person:
        person.sees("tickets to show> ")
        person.types("show ben")
        person.sees("Ben, ticket 1 of 2")
        person.types("cape durban")
        person.sees("type two places and the points")
        person.types("cape durban 8")
        person.sees("Ben, ticket 2 of 2")
        person.types("port - durban 9")
        person.sees("could be: Port Florence - Durban")
        person.types("port f - durban 9")
        person.sees("Cape Town - Durban 8: not completed, -8")
        person.sees("Still to show their tickets: Anna.")


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_interrupting_keys_end_politely_and_lose_nothing(db, key):
    play(db, NEW, "c douala bangui x1")
    with Person(db) as person:
        person.sees("Ben> ")
        person.types("t t")
        person.sees("Anna> ")
        person.insists(key, "Goodbye. All 3 entries are saved")
        assert person.leaves() == 0
        assert "Traceback" not in person.raw
    assert ask(db, "state")["seq"] == 3


def test_tab_completes_cities_with_their_accents(db):
    play(db, NEW)
    with Person(db) as person:
        person.sees("Anna> ")
        person.types("c ngao\tbang\tx1")
        person.sees("Anna claims Ngaoundéré - Bangui, black 3, +4 [R7]")


def test_colour_is_used_at_a_terminal(db):
    play(db, NEW)
    with Person(db) as person:
        person.sees("Anna> ")
        assert "\x1b[31m▲" in person.raw


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_no_colour_where_it_is_not_wanted(db, environment):
    play(db, NEW)
    with Person(db, **environment) as person:
        person.sees("▲ Anna")
        person.sees("Anna> ")
        assert "\x1b[3" not in person.raw
        assert "\x1b[1m" not in person.raw


def test_long_sentences_are_broken_between_words(db):
    play(db, NEW)
    with Person(db, columns=60) as person:
        person.sees("Anna> ")
        person.types("rules R9")
        text = person.sees("still count.")
        assert max(map(len, text.splitlines())) < 60
