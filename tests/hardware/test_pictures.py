"""What the table's display and the seats' digits show of a game."""

import json
import re
from pathlib import Path

import pytest
from table import COLORS, Table

from companion.game.board.board import standard_board
from companion.referee import Announcement
from companion.words import Words, translations
from companion.words.log_entries import _ENTRIES
from hardware.displays.grid import Digits, Grid
from hardware.displays.pictures import seat_picture, table_picture
from hardware.displays.words import _PLAYS

WORDS = Words(standard_board(), translations())
GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.jsonl"))
SIZES = ((20, 4), (16, 2))
THREE = next(route.id for route in standard_board().routes.values() if route.length == 3)


class Watched(Table):
    """A table with a display beside it."""

    def __init__(self, *names: str) -> None:
        super().__init__()
        self.last: Announcement | None = None
        self.referee.subscribe(self._hear)
        if names:
            players = [
                {"name": name, "color": color, "terrain": "desert", "tickets": 2}
                for name, color in zip(names, COLORS, strict=False)
            ]
            self.ok("new", players=players)

    def _hear(self, announcement: Announcement) -> None:
        self.last = announcement

    def give(self, **scores: int) -> None:
        for name, score in scores.items():
            self.ok("adjust", player=name, score=score, why="test")

    def shows(self, columns: int, rows: int, *, hidden: bool = False) -> list[str]:
        grid = self.grid(columns, rows, hidden=hidden)
        return [line.rstrip() for line in grid.lines]

    def grid(self, columns: int, rows: int, *, hidden: bool = False) -> Grid:
        return table_picture(self.referee, WORDS, self.last, columns, rows, hidden=hidden)

    def seat(self, seat: int, *, hidden: bool = False) -> Digits:
        return seat_picture(self.referee.game.state, seat, hidden=hidden)


# --- the table's display ---


def test_without_a_game_it_says_its_name():
    assert Watched().shows(16, 2) == ["Stationmaster", ""]


def test_20x4_shows_turn_ruling_and_scores():
    table = Watched("Anna", "Ben", "Cleo")
    table.give(Anna=34, Ben=-3)
    table.claim(THREE)
    assert table.shows(20, 4) == [
        "Ben's turn",
        "Anna +4 = 38 34>38",
        "Anna   38 Ben    -3",
        "Cleo    0",
    ]


def test_a_wide_display_has_room_for_the_whole_ruling():
    table = Watched("Anna", "Ben")
    table.give(Anna=34)
    table.claim(THREE)
    assert table.shows(40, 4)[1] == "Anna +4 = 38, marker 34>38"


def test_16x2_shows_the_ruling_and_marks_the_turn_among_the_scores():
    table = Watched("Anna", "Ben", "Cleo")
    table.give(Anna=34)
    table.claim(THREE)
    assert table.shows(16, 2) == ["Anna +4=38 34>38", "An 38 >Be 0 Cl 0"]


def test_a_marker_on_its_second_lap_is_told_by_its_space():
    table = Watched("Anna", "Ben")
    table.give(Anna=98)
    table.claim(THREE)
    assert table.shows(20, 4)[1] == "Anna +4 = 102 98>2"
    assert table.shows(40, 4)[1] == "Anna +4 = 102: marker 98 > 2, past 100."


def test_past_100_no_lap_is_told_that_is_not_passed():
    table = Watched("Anna", "Ben")
    table.give(Anna=110)
    table.claim(THREE)
    assert table.shows(20, 4)[1] == "Anna +4 = 114 10>14"
    assert table.shows(40, 4)[1] == "Anna +4 = 114, marker 10>14"


def test_undoing_moves_the_marker_back():
    table = Watched("Anna", "Ben")
    table.claim(THREE)
    table.ok("undo")
    assert table.shows(20, 4)[:2] == ["Anna's turn", "Anna -4 = 0 4>0"]


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"do": "draw", "cards": ["train", "train"]}, "Anna: 2 cards"),
        ({"do": "draw", "cards": ["locomotive"]}, "Anna: 1 card"),
        ({"do": "tickets", "kept": 2}, "Anna: 2 tickets"),
        ({"do": "pass"}, "Anna passes"),
        ({"do": "finish"}, "Game ended early"),
        ({"do": "adjust", "player": "Ben", "trains": 40, "why": "recount"}, "Table ruling"),
        ({"do": "insert", "after": 1, "player": "Ben", "with": {"do": "pass"}}, "Turn added"),
        ({"do": "correct_route", "route": THREE, "length": 3}, "Route corrected"),
    ],
)
def test_what_scores_nothing_is_told_in_a_word(request_: dict[str, object], said: str):
    table = Watched("Anna", "Ben")
    table.ok(**request_)
    assert table.shows(20, 4)[1] == said


def test_who_objects_is_told():
    table = Watched("Anna", "Ben")
    table.ok("pass")
    table.ok("object", entry=2, by="Ben")
    assert table.shows(20, 4)[1] == "Ben: dispute"


def test_every_kind_of_entry_has_words():
    assert set(_PLAYS) == set(_ENTRIES)


def test_a_reveal_is_told_by_its_player():
    table = Watched("Anna", "Ben")
    table.ok("finish")
    table.ok("adjust", player="Ben", tickets=0, why="test")
    table.ok("reveal", player="Ben", tickets=[])
    assert table.shows(20, 4)[1] == "Ben: 0 tickets"


def test_an_amendment_is_told_by_the_marker_it_moves():
    table = Watched("Anna", "Ben")
    table.claim(THREE)
    table.ok("pass")
    table.ok("pass")
    table.ok("amend", entry=2, **{"with": {"do": "pass"}})
    assert table.shows(20, 4)[1] == "Anna -4 = 0 4>0"
    table.ok("undo")
    assert table.shows(20, 4)[1] == "Anna +4 = 4 0>4"


def test_five_players_fit_on_20x4():
    table = Watched("Anna", "Andrea", "Maximilian", "Жанна", "Łukasz")
    table.give(Anna=142, Andrea=-12, Maximilian=99, Жанна=101, Łukasz=7)
    assert table.shows(20, 4)[2:] == ["An 142 Ad -12 Ma  99", "Zh 101 Lu   7"]


@pytest.mark.parametrize(
    ("scores", "shown"),
    [
        ((9, 8, 7, 6, 5), ["Eve +5 = 5 0>5", ">A9 B8 C7 D6 E5"]),
        ((42, 37, 51, 28, 99), ["Eve +99=99 0>99", ">A42B37C51D28E99"]),
        ((142, 137, 151, 128, 199), ["E+199      >A142", "B137C151D128E199"]),
        ((-142, -137, -151, -128, -199), ["     >A-142B-137", "C-151D-128E-199"]),
    ],
)
def test_five_players_fit_on_16x2(scores: tuple[int, ...], shown: list[str]):
    table = Watched("Anna", "Ben", "Cleo", "Dan", "Eve")
    table.give(**dict(zip(("Anna", "Ben", "Cleo", "Dan", "Eve"), scores, strict=True)))
    assert table.shows(16, 2) == shown


def test_the_last_round_is_marked():
    table = Watched("Anna", "Ben")
    table.ok("adjust", player="Anna", trains=4, why="test")
    table.claim(THREE)
    assert table.shows(20, 4)[0] == "Ben: last round"
    assert table.shows(16, 2)[1] == "Anna 4 !Ben 0"
    assert table.shows(16, 2, hidden=True)[0] == "Ben: last round"


def test_tickets_are_asked_for_when_play_has_ended():
    table = Watched("Anna", "Ben")
    table.ok("finish")
    assert table.shows(20, 4)[0] == "Show your tickets"
    assert table.shows(16, 2)[0] == "Show tickets"


def end(table: Watched) -> None:
    table.ok("finish")
    for player in table.state()["players"]:
        table.ok("adjust", player=player["name"], tickets=0, why="test")
        table.ok("reveal", player=player["name"], tickets=[])


def test_the_winner_is_named_at_the_end():
    table = Watched("Anna", "Ben", "Cleo")
    table.give(Ben=30)
    end(table)
    assert table.shows(20, 4)[0] == "Winner: Ben"
    assert table.shows(16, 2) == ["Winner: Ben", "An 0 *Be 30 Cl 0"]


def test_a_shared_win_names_both():
    table = Watched("Anna", "Ben", "Cleo")
    table.give(Anna=30, Ben=30)
    end(table)
    assert table.shows(20, 4)[0] == "Winners: Anna, Ben"
    assert table.shows(16, 2) == ["Winners: An, Be", "*A30 *B30 C0"]


def test_a_long_name_is_cut_where_the_numbers_need_the_room():
    table = Watched("Maximiliana-Josephine", "Maximiliana-Josefa")
    table.claim(THREE)
    for columns, rows in SIZES:
        lines = table.shows(columns, rows)
        assert any("+4 0>4" in line for line in lines)
    heading = table.shows(20, 4)[0]
    table.ok("pass")
    assert table.shows(20, 4)[0] != heading


# --- hidden scores ---


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_hidden_scores_are_nowhere(columns: int, rows: int):
    table = Watched("Anna", "Ben")
    table.give(Anna=34, Ben=77)
    table.claim(THREE)
    lines = table.shows(columns, rows, hidden=True)
    assert lines[:2] == ["Ben's turn", "Anna +4"]
    assert not any(lines[2:])
    table.ok("undo")
    assert not re.search(r"\d", "".join(table.shows(columns, rows, hidden=True)))


def test_a_seat_with_hidden_scores_shows_the_turn_only():
    table = Watched("Anna", "Ben")
    table.give(Anna=34)
    assert table.seat(0, hidden=True) == Digits("    ", point=True)
    assert table.seat(1, hidden=True) == Digits("    ")


# --- a seat's digits ---


@pytest.mark.parametrize(
    ("score", "text"),
    [(0, "   0"), (42, "  42"), (-5, "  -5"), (142, " 142"), (-999, "-999"), (12345, "----")],
)
def test_a_seat_shows_its_score_to_the_right(score: int, text: str):
    table = Watched("Anna", "Ben")
    table.give(Ben=score)
    assert table.seat(1) == Digits(text)


def test_a_seat_lights_its_point_while_it_is_its_turn():
    table = Watched("Anna", "Ben")
    assert [table.seat(0).point, table.seat(1).point] == [True, False]
    table.ok("pass")
    assert [table.seat(0).point, table.seat(1).point] == [False, True]
    table.ok("finish")
    assert [table.seat(0).point, table.seat(1).point] == [False, False]


def test_a_seat_that_nobody_has_taken_is_dark():
    assert Watched("Anna", "Ben").seat(2) == Digits()


# --- whole games ---


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_every_moment_of_a_recorded_game_has_its_pictures(game: Path):
    table = Watched()
    for line in game.read_text("utf-8").splitlines():
        table.conversation.answer(json.dumps(json.loads(line)["request"]))
        state = table.referee.game.state
        scores = [state.score(seat) for seat in range(len(state.seats))]
        for columns, rows in SIZES:
            grid = table.grid(columns, rows)
            assert grid.size == (columns, rows)
            text = " ".join(grid.lines)
            assert all(str(score) in text for score in scores)
            assert table.grid(columns, rows, hidden=True).size == (columns, rows)
