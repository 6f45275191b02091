"""The board as data: what is printed, and what is refused with file, row and field."""

import copy
import json
from collections import Counter
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.game.board.board import BoardError, board_from_data, load_board, standard_board

BOARD = standard_board()
FILES = {"locations": "locations.json", "routes": "routes.json"}


def test_the_printed_board_has_its_117_tracks():
    assert len(BOARD.locations) == 51
    assert len(BOARD.routes) == 117
    assert len(BOARD.twins) == 42
    assert sum(route.length for route in BOARD.routes.values()) == 317
    lengths = Counter(route.length for route in BOARD.routes.values())
    assert lengths == {1: 15, 2: 38, 3: 37, 4: 22, 5: 3, 6: 2}


def test_only_routes_to_madagascar_are_ferries():
    ferries = [route for route in BOARD.routes.values() if route.ferry_locomotives]
    assert ferries
    assert all(any("madagascar" in end for end in route.ends) for route in ferries)


def changed(part: str, row: int, **fields: object) -> dict:
    data = copy.deepcopy(BOARD.as_data())
    data[part][row].update(fields)
    return data


@pytest.mark.parametrize(
    ("data", "row", "field"),
    [
        (changed("routes", 4, color="pink"), "row 5", "color"),
        (changed("routes", 4, length=7), "row 5", "length"),
        (changed("routes", 4, length=0), "row 5", "length"),
        (changed("routes", 4, length="3"), "row 5", "length"),
        (changed("routes", 4, length=True), "row 5", "length"),
        (changed("routes", 4, a="atlantis"), "row 5", "a"),
        (changed("routes", 4, b="ngaoundere"), "row 5", "b"),
        (changed("routes", 4, id="ngaoundere--tchad-1"), "row 5", "id"),
        (changed("routes", 4, id=""), "row 5", "id"),
        (changed("routes", 4, ferry_locomotives=9), "row 5", "ferry_locomotives"),
        (changed("routes", 1, double=False), "row 2", "double"),
        (changed("routes", 1, track=1), "row 2", "track"),
        (changed("routes", 1, length=2), "row 2", "length"),
        (changed("routes", 4, double=True), "row 5", "double"),
        (changed("locations", 0, kind="village"), "row 1", "kind"),
        (changed("locations", 0, place=None), "row 1", "place"),
        (changed("locations", 0, x=1.5), "row 1", "x"),
        (changed("locations", 0, dead_end=True), "row 1", "dead_end"),
        (changed("locations", 0, name=None), "row 1", "name"),
        ({**BOARD.as_data(), "routes": BOARD.as_data()["routes"][6:]}, "row", "id"),
        ({"locations": [], "routes": []}, "the file", "locations"),
        ({"locations": BOARD.as_data()["locations"]}, "the file", "routes"),
        ({**BOARD.as_data(), "routes": [3]}, "row 1", "row"),
    ],
)
def test_a_wrong_board_is_refused_with_file_row_and_field(data: dict, row: str, field: str):
    with pytest.raises(BoardError) as refused:
        board_from_data(data, FILES)
    file, said_row, said_field, problem = str(refused.value).split(": ", 3)
    assert file in FILES.values()
    assert said_row.startswith(row)
    assert said_field == field
    assert problem


def test_a_board_loads_from_one_file_or_two(tmp_path: Path):
    (tmp_path / "board.json").write_text(json.dumps(BOARD.as_data()))
    for part, rows in BOARD.as_data().items():
        (tmp_path / f"{part}.json").write_text(json.dumps(rows))
    for path in (tmp_path / "board.json", tmp_path, tmp_path / "routes.json"):
        assert load_board(path).fingerprint == BOARD.fingerprint


@pytest.mark.parametrize("content", ["", "{", "[" * 100_000, '"x"', "\udce4"])
def test_no_board_at_all_is_refused_in_words(tmp_path: Path, content: str, capsys):
    file = tmp_path / "board.json"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert main(["referee", "--board", str(file)]) == 2
    assert "board.json" in capsys.readouterr().err


def test_a_change_of_any_field_changes_the_fingerprint():
    other = board_from_data(changed("routes", 4, length=4), FILES)
    assert other.fingerprint != BOARD.fingerprint
