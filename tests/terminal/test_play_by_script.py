"""Lines from a file keep score like a person would."""

import signal
import subprocess
import sys

from score_keeper import ROOT, ask, companion, play, play_in_process, scores

NEW = "new Anna red desert 3, Ben blue jungle 2"
EXAMPLE = "new John red mountain 2, Peter blue mountain 2, first Peter"

WHOLE_GAME = """
# Anna and Ben, and one card of each kind
new Anna red mountain 2, Ben blue jungle 2
m m
j t
c cape p black 3 1m
l
t t
k 1
p
c durban pretoria 1l
# refused: the second track is closed with two players
c cape p black
c durban east london x1
finish
show Anna: cape town - port elizabeth 8, nigeria - beira 12
show Ben: cape - durban 4, pret - durb 5, port e - luanda 9
"""


def test_a_whole_game_is_played_by_script(db):
    shown = play_in_process(db, *WHOLE_GAME.splitlines())
    result = ask(db, "result")
    by_name = {row["name"]: row for row in result["players"]}
    assert result["winners"] == ["Anna"]
    anna, ben = by_name["Anna"], by_name["Ben"]
    assert (anna["routes"], anna["doubling"], anna["tickets"]) == (4 + 4, 4, 8 - 12)
    assert (ben["routes"], ben["doubling"], ben["tickets"]) == (2, 2, -4 + 5 - 9)
    assert (anna["completed"], ben["completed"]) == (1, 1)
    assert (anna["total"], ben["total"]) == (8 + 4 - 4 + 10, 2 + 2 - 8 + 10)
    assert "Anna wins with 18 points." in shown
    assert "Cape Town - Port Elizabeth 8: completed, +8" in shown
    assert "\x1b" not in shown


def test_the_rulebooks_example_scores_eight_with_one_locomotive(db):
    shown = play(db, EXAMPLE, "m t", "c cape port eliz", "2")
    assert "2  8 points: 1 locomotive" in shown
    assert "not with 1 mountain card: mountain Peter 2, John 1; 1 locomotive short [R9]" in shown
    assert "Put 1 locomotive on the train discard pile." in shown
    assert "John +8 = 8: marker 0 → 8." in shown
    john = ask(db, "state")["players"][0]
    assert (john["score"], john["terrain"]["mountain"], john["trains"]) == (8, 1, 42)


def test_several_routes_are_a_list_with_what_each_is_worth(db):
    shown = play(db, EXAMPLE, "c cape p", "2", "1")
    assert "1  Cape Town - Port Elizabeth, black 3: 4 points, or 8 with 1 mountain card" in shown
    assert "2  Port Nolloth - Cape Town, red 2: 2 points, or 4 with 1 locomotive" in shown
    assert ask(db, "state")["players"][1]["routes"] == ["port-nolloth--cape-town--1"]


def test_a_number_off_the_list_leaves_the_list_open(db):
    shown = play(db, EXAMPLE, "c cape p", "9", "1", "0", "1")
    assert shown.count("Choose a number from 1 to") == 2
    assert scores(db)["Peter"] == 4


def test_another_order_leaves_a_list(db):
    play(db, EXAMPLE, "c cape p", "t t", "1")
    assert scores(db) == {"John": 0, "Peter": 0}
    assert ask(db, "state")["turn"] == 2


def test_the_second_track_is_claimed_where_the_first_is_taken(db):
    four = "new A r d 2, B b d 2, C g d 2, D y d 2"
    play(db, four, "c cape port eliz x1", "c cape port eliz x1")
    players = ask(db, "state")["players"]
    assert players[0]["routes"] == ["cape-town--port-elizabeth--1"]
    assert players[1]["routes"] == ["cape-town--port-elizabeth--2"]


def test_ways_to_pay_are_said_in_the_command(db):
    start = "new A red mountain 2, B blue mountain 2"
    turns = ("m m", "m m", "c cape port eliz 1m", "c durban beira 2m", "c madag durban 1m1l")
    play(db, start, *turns)
    assert scores(db) == {"A": 8 + 30, "B": 14}
    assert ask(db, "state")["terrain"]["discards"]["mountain"] == 1 + 2 + 1


def test_a_ferry_reminds_of_its_locomotives(db):
    shown = play(db, NEW, "c mocambique madagascar", "1", "c madagascar durban x1")
    assert "3 train cards of one colour, including 1 locomotive [R22]" in shown
    assert "6 train cards of one colour, including 2 locomotives [R22]" in shown


def test_other_terrain_is_refused_before_it_is_counted(db):
    shown = play(db, NEW, "c cape port eliz 1d")
    assert "no other terrain doubles it. [R9]" in shown
    assert ask(db, "state")["turn"] == 1


def test_refusals_have_their_rule_and_the_script_goes_on(db):
    shown = play(db, NEW, "m", "t l", "k 9", "c xyz", "c cape durban", "nonsense", "t t")
    assert "Take just one only if nothing else can be drawn. [R5]" in shown
    assert "A face-up locomotive is your only card this turn. [R5]" in shown
    assert "9 tickets kept: you must keep 1 to 4. [R10]" in shown
    assert "No route matches xyz." in shown
    assert "There's no route between Cape Town and Durban." in shown
    assert "There's no command nonsense" in shown
    assert ask(db, "state")["turn"] == 2


def test_one_card_alone_counts_when_it_is_said_to_be_short(db):
    play(db, NEW, "m short", "l", "dj")
    players = ask(db, "state")["players"]
    assert players[0]["terrain"] == {"desert": 2, "jungle": 1, "mountain": 1}


def test_undo_and_redo_say_what_they_took_back(db):
    shown = play(db, NEW, "c douala bangui x1", "u", "r", "u", "u")
    claim = "Anna claims Douala - Bangui, grey 4, +7"
    assert shown.count(f"Entry 2 undone: {claim}") == 2
    assert f"Entry 2 redone: {claim}" in shown
    assert "There's nothing to undo." in shown
    assert scores(db)["Anna"] == 0


def test_fix_shows_what_it_changes_and_changes_nothing_unasked(db):
    game = (NEW, "c cape port eliz x1", "c douala bangui x1")
    shown = play(db, *game, "fix 2 c douala bangui x1")
    assert "Entry 2 would become: Anna claims Douala - Bangui, grey 4, +7" in shown
    assert "Entry 3 would be against the rules: Douala - Bangui belongs to Anna. [R7]" in shown
    assert "Score changes: Anna +3." in shown
    assert "To apply it: fix! 2 c douala bangui x1" in shown
    assert scores(db) == {"Anna": 4, "Ben": 7}


def test_fix_with_a_mark_does_it_and_the_log_says_so(db):
    game = (NEW, "c cape port eliz x1", "c douala bangui x1")
    shown = play(db, *game, "fix! 2 c douala bangui x1", "log")
    assert scores(db) == {"Anna": 7, "Ben": 7}
    assert "(edited later)" in shown
    assert "now: Anna claims Douala - Bangui, grey 4, +7" in shown
    assert "(now against the rules: the route is taken)" in shown


def test_fix_offers_what_was_possible_then(db):
    shown = play(db, EXAMPLE, "m t", "t t", "c cape port eliz x1", "fix! 3 c bulawayo durban", "2")
    assert "not with 1 mountain card: mountain Peter 2, John 1; 1 locomotive short [R9]" in shown
    assert scores(db) == {"John": 8, "Peter": 4}


def test_void_takes_a_turn_out(db):
    play(db, NEW, "c cape port eliz x1", "void 2", "t t", "void! 2")
    assert scores(db) == {"Anna": 0, "Ben": 0}


def test_a_table_ruling_sets_what_the_table_says(db):
    play(db, NEW, "set anna trains 40 m 2 score +5 why recount", "set discards j 3 why found them")
    state = ask(db, "state")
    anna = state["players"][0]
    assert (anna["trains"], anna["terrain"]["mountain"], anna["score"]) == (40, 2, 5)
    assert state["terrain"]["discards"]["jungle"] == 3


def test_an_objection_and_its_settlement_are_in_the_log(db):
    shown = play(db, NEW, "t t", "object 2 ben", "settle 2 upheld", "log")
    assert "2 Anna draws 2 train cards [R5] (disputed; the ruling stands)" in shown


def test_the_last_round_is_called_out(db):
    shown = play(db, NEW, "set Anna trains 4 why test", "c pretoria durban x1")
    assert "LAST ROUND, triggered by Anna" in shown
    assert "2 !" in shown


def test_rights_rules_and_help_are_there(db):
    shown = play(db, NEW, "rights", "rules R9", "rules 17", "rules R99", "help")
    assert "▲ Anna" in shown
    assert "R9   A claim" in shown
    assert "R17  Globetrotter" in shown
    assert "Type it like this: rules R9" in shown
    assert "set Anna trains 40 why recount" in shown


def test_a_new_game_keeps_the_old_one_to_go_back_to(db):
    shown = play(db, NEW, "t t", "new Cleo d, Dan j 4", "games", "resume 1", "resume 7")
    assert "Anna and Ben's game is saved: 'resume 1' goes back to it." in shown
    assert "There's no game 7" in shown
    assert [player["name"] for player in ask(db, "state")["players"]] == ["Anna", "Ben"]


def test_a_game_in_one_line_fills_in_colour_and_tickets_but_never_the_card(db):
    play(db, "new Cleo B k d, Dan jungle 4, first dan, draw 3")
    state = ask(db, "state")
    assert [(p["name"], p["color"], p["tickets"]) for p in state["players"]] == [
        ("Cleo B", "black", 3),
        ("Dan", "blue", 4),
    ]
    assert state["player"] == "Dan"
    assert "Which terrain card was dealt to Eve?" in play(db, "new Eve red 3, Dan jungle")


def test_it_goes_on_with_the_unfinished_game(db):
    play(db, NEW, "c douala bangui x1")
    shown = play(db)
    assert "Anna and Ben's game, as you left it. Turn 2: Ben's turn." in shown
    assert "2 Anna claims Douala - Bangui, grey 4, +7" in shown


def test_nothing_told_is_lost_when_it_is_killed(db):
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "play", "--db", db],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
    )
    program.stdin.write(f"{NEW}\nc douala bangui x1\n")
    program.stdin.flush()
    while "Anna claims Douala" not in program.stdout.readline():
        pass
    program.send_signal(signal.SIGKILL)
    program.communicate()
    assert "Turn 2: Ben's turn" in play(db)
    assert scores(db)["Anna"] == 7


def test_a_finished_game_is_left_in_peace(db):
    play(db, *WHOLE_GAME.splitlines())
    shown = play(db, "result")
    assert "The last game, Anna and Ben, is over" in shown
    assert "Anna wins with 18 points." in shown


def test_garbage_gets_a_sentence_and_changes_nothing(db):
    play(db, NEW)
    garbage = [
        "c", "c -", "c 1m", "c x2", "k", "k -1", "k " + "9" * 5000, "fix", "fix 9", "fix 2 foo",
        "fix 99 p", "fix 1 p", "void", "void x", "set", "set Anna", "set Anna trains why",
        "set Anna trains 40", "set Anna trains 99 why x", "set Zoe trains 9 why x",
        "set Anna trains +-4 why x", "show", "show Anna", "show Anna: x", "result", "resume",
        "resume x", "games x", "log x", "log 0", "object", "object 1", "settle 1", "settle 1 x",
        "new", "new ,", "new Anna", "new A d, a j", "new A r d, B r d", "\x00", "\x1b[31m",
        "{0}", "%s %n", "u u u", "r", "1", "y", "n", "t t t", "draw", "draw x y", "t" * 70000,
        "insert", "insert 1", "insert 1 Anna", "insert 99 Anna p", "insert! 1 Zoe p", "anyway",
        "route", "route is", "route x is 4", "route cape is x", "route! 1 is 1 is",
        "stock", "stock Anna", "stock m 3", "stock Anna m " + "9" * 5000, "stock Anna m 99",
        "object x", "settle", "settle x", "fix 1 by", "fix 1 by Anna", "set Anna m 1 why",
        "c " + "cape " * 20000, "rules R0", "rules " + "R" * 5000, "\ud83d", "'; DROP TABLE x",
    ]  # fmt: skip
    lines = b"".join(line.encode("utf-8", "surrogatepass") + b"\n" for line in garbage)
    ended = subprocess.run(
        [sys.executable, "-m", "companion", "play", "--db", db],
        input=lines + b"\xff\xfe\n",
        capture_output=True,
        cwd=ROOT,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"Something went wrong" not in ended.stdout
    assert b"\x1b" not in ended.stdout
    assert b"\x00" not in ended.stdout
    assert ask(db, "state")["seq"] == 1


def test_by_default_games_are_kept_in_the_users_data_folder(tmp_path):
    ended = companion("play", lines=f"{NEW}\n")
    assert ended.returncode == 0
    assert (tmp_path / "data" / "stationmaster" / "games.db").is_file()
    assert "Anna, Ben" in companion("games").stdout


def test_another_board_is_played_on(tmp_path, db):
    board = tmp_path / "board.json"
    board.write_text(
        '{"locations": [{"id": "a", "name": "Aa", "kind": "city", "x": 0, "y": 0, "place": "a"},'
        '{"id": "b", "name": "Bb", "kind": "city", "x": 0, "y": 0, "place": "b"}], "routes":'
        '[{"id": "a--b", "a": "a", "b": "b", "color": "red", "length": 6, "track": 1,'
        '"ferry_locomotives": 0}]}'
    )
    ended = companion("play", "--db", db, "--board", board, lines=f"{NEW}\nc aa b x1\n")
    assert "Anna claims Aa - Bb, red 6, +15 [R7]" in ended.stdout
    assert "Aa - Bb" in companion("show", "--db", db).stdout


def test_two_cities_and_their_ways_speak_ascii_where_they_must(db):
    shown = play_in_process(db, NEW, "c ngaoundere bangui x1", PYTHONIOENCODING="ascii")
    assert "Anna claims Ngaoundere - Bangui, black 3" in shown
    assert "^ Anna" in shown
