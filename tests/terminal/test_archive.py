"""Past games are listed, read and checked beside whoever plays."""

from score_keeper import companion, forge, play

NEW = "new Anna red desert 3, Ben blue jungle 2"
OVER = (
    "c cape port eliz x2",
    "c douala bangui x1",
    "finish",
    "show Anna: cape - port eliz 8, nigeria - beira 12, beira - durban 5",
    "show Ben: douala bangui 6, zomba beira 4",
)


def test_without_a_file_there_are_no_games_yet(tmp_path):
    missing = tmp_path / "none.db"
    games, show, check = (companion(c, "--db", missing) for c in ("games", "show", "check"))
    assert (games.returncode, show.returncode, check.returncode) == (0, 1, 0)
    assert games.stdout == f"No games yet: {missing} doesn't exist.\n"
    assert not missing.exists()


def test_every_game_is_a_line(db):
    play(db, NEW, "t t", "new Cleo d, Dan j, Eve m", "u")
    lines = companion("games", "--db", db).stdout.splitlines()
    assert len(lines) == 2
    assert "in progress  2 entries  Anna, Ben" in lines[0]
    assert lines[1].startswith(">  2")
    assert "1 entry" in lines[1]
    assert "Cleo, Dan, Eve" in lines[1]


def test_a_game_is_shown_line_by_line_with_its_result(db):
    play(db, NEW, *OVER)
    shown = companion("show", "--db", db)
    assert shown.returncode == 0
    assert "  3 Ben claims Douala - Bangui, grey 4, +7 [R7]" in shown.stdout
    assert "Port Elizabeth, black 3, doubled with 1 locomotive, +8 [R11]" in shown.stdout
    assert "Ben wins with 19 points." in shown.stdout  # 7 + 6 - 4 + 10
    assert "Ben's tickets: Douala - Bangui +6, Zomba - Beira -4" in shown.stdout


def test_a_game_is_shown_by_its_number_or_its_id(db):
    play(db, NEW, "t t", "new Cleo d, Dan j")
    assert "Cleo" in companion("show", "--db", db).stdout
    by_number = companion("show", "1", "--db", db).stdout
    assert "Anna draws 2 train cards" in by_number
    uuid = by_number.splitlines()[0].split()[-1]
    assert companion("show", uuid, "--db", db).stdout == by_number
    for wrong in ("3", "0", "x", "9" * 5000):
        ended = companion("show", wrong, "--db", db)
        assert ended.returncode == 1
        assert "There's no game" in ended.stdout


def test_what_was_undone_or_put_right_is_marked(db):
    play(db, NEW, "c cape port eliz x1", "u", "c douala bangui x1", "void! 4", "object 4 Ben")
    shown = companion("show", "--db", db).stdout
    assert "black 3, +4 [R7] (undone)" in shown
    assert "grey 4, +7 [R7] (removed later; disputed)" in shown
    assert "now: Anna passes" in shown
    assert "  3 Entry 2 undone" in shown


def test_every_chain_is_checked(db):
    play(db, NEW, "c douala bangui x1", "new Cleo d, Dan j")
    assert companion("check", "--db", db).stdout == "2 games checked: every entry is intact.\n"
    forge(db)
    ended = companion("check", "--db", db)
    assert ended.returncode == 1
    assert "Game 1, Anna and Ben (" in ended.stdout
    assert "were damaged or changed" in ended.stdout
