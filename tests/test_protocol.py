"""The protocol to the letter: forms of requests, what comes first, the envelope, the stream."""

import io
import json
import subprocess
import sys
import uuid
from typing import Any

import pytest
from table import Table, seats

from companion.protocol import LONGEST_LINE, Conversation, serve
from companion.referee import Referee

MINIMAL: dict[str, dict[str, Any]] = {
    "new": {"players": seats(2)},
    "resume": {"game": "x"},
    "games": {},
    "draw": {"cards": ["train", "train"]},
    "claim": {"route": "ngaoundere--bangui"},
    "tickets": {"kept": 1},
    "pass": {},
    "undo": {},
    "redo": {},
    "amend": {"entry": 2, "with": {"do": "pass"}},
    "void": {"entry": 2},
    "adjust": {"discards": {"desert": 0}, "why": "recount"},
    "object": {"entry": 1, "by": "Anna"},
    "settle": {"entry": 1, "outcome": "upheld"},
    "finish": {},
    "reveal": {"player": "Anna", "tickets": []},
    "state": {},
    "log": {},
    "result": {},
    "options": {"route": "ngaoundere--bangui"},
    "rights": {},
}
WRONG = (True, 1.5, "x", [], {}, -1, 10**30, ["x"], {"do": "pass"}, [None], "\ud800")


@pytest.mark.parametrize("verb", MINIMAL)
def test_every_verb_refuses_unknown_and_missing_fields(table: Table, verb: str):
    table.new()
    assert table.code(verb, **MINIMAL[verb], surplus=1) == "bad_request"
    for field in MINIMAL[verb]:
        rest = {name: value for name, value in MINIMAL[verb].items() if name != field}
        assert table.code(verb, **rest) == "bad_request"
        assert table.code(verb, **rest, **{field: None}) == "bad_request"


@pytest.mark.parametrize("verb", [verb for verb in MINIMAL if verb not in ("new", "resume")])
def test_null_is_absent_and_an_unknown_verb_is_refused(table: Table, verb: str):
    table.new()
    with_null = table.ask(verb, **MINIMAL[verb], id=None, seq=None, game=None)
    assert with_null.get("code") != "bad_request"
    assert table.code(f"{verb}!") == "bad_request"


@pytest.mark.parametrize("verb", MINIMAL)
def test_a_wrong_type_is_a_bad_request(table: Table, verb: str):
    table.new()
    for field, right in MINIMAL[verb].items():
        for value in WRONG:
            if type(value) is not type(right):
                answer = table.ask(verb, **{**MINIMAL[verb], field: value})
                assert answer["code"] == "bad_request", (field, value)


@pytest.mark.parametrize("verb", [v for v in MINIMAL if v not in ("new", "resume", "games")])
def test_without_a_game_there_is_no_game(table: Table, verb: str):
    answer = table.ask(verb, **MINIMAL[verb])
    assert (answer["ok"], answer["code"]) == (False, "no_game")


def test_the_first_code_of_the_list_is_given(table: Table):
    assert table.ask("new", players=seats(1), first="Zed")["code"] == "unknown_player"
    six = [*seats(5), {**seats(1)[0], "name": "Flo"}]
    assert table.ask("new", players=six)["code"] == "player_count"
    same = {**seats(1)[0], "name": "aNNA", "color": "blue", "terrain": "x", "tickets": 9}
    assert table.ask("new", players=[seats(1)[0], same])["code"] == "duplicate_name"
    same["name"] = "Zed"
    assert table.ask("new", players=[seats(1)[0], same])["code"] == "duplicate_color"
    same["color"] = "pink"
    assert table.ask("new", players=[seats(1)[0], same])["code"] == "unknown_color"
    same["color"] = "red"
    assert table.ask("new", players=[seats(1)[0], same])["code"] == "unknown_terrain"
    same["terrain"] = "jungle"
    refused = table.ask("new", players=[seats(1)[0], same])
    assert (refused["code"], refused["rule"]) == ("tickets_kept", "R2")
    table.new(2)
    assert table.code("draw", cards=["swamp"], seq=99) == "stale"
    assert table.code("draw", cards=["swamp", "x", "y"]) == "unknown_card"
    assert table.code("draw", cards=["locomotive"] * 3) == "draw_two"
    assert table.code("amend", entry=99, **{"with": {"do": "claim", "route": "x"}}) == (
        "unknown_route"
    )
    table.ok("finish")
    assert table.code("draw", cards=["swamp"]) == "wrong_phase"
    assert table.code("options", route="x", player="Zed") == "wrong_phase"
    assert table.code("result") == "not_over"


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "a\nb", "\x1b[31m", "a\u202eb", "\ud800"])
def test_a_name_is_1_to_24_printable_characters(table: Table, name: str):
    players = [{**seats(1)[0], "name": name}, seats(2)[1]]
    assert table.ask("new", players=players)["code"] == "bad_request"


def test_names_are_trimmed_and_composed(table: Table):
    players = [{**seats(1)[0], "name": "  Zoe\u0308 "}, {**seats(2)[1], "name": "x" * 24}]
    table.ok("new", players=players, first="Zo\u00eb")
    assert table.state()["player"] == "Zo\u00eb"


@pytest.mark.parametrize("name", ["'; DROP TABLE games;--", "[b]x[/b]", "{0}{player}", "%s\\n"])
def test_a_hostile_name_is_only_a_name(table: Table, name: str):
    table.ok("new", players=[{**seats(1)[0], "name": name}, seats(2)[1]])
    table.ok("draw", cards=["desert", "desert"])
    double = {"terrain": 1, "locomotives": 0}
    refused = table.ask("claim", route="fachoda--sudan-1", double=double)
    assert name in refused["why"]
    assert table.state()["players"][0]["name"] == name


def test_one_touch_delivered_twice_counts_once(table: Table):
    game = table.new()["game"]
    draw = {"cards": ["train", "train"], "seq": 1, "game": game}
    assert table.ok("draw", **draw)["seq"] == 2
    assert table.code("draw", **draw) == "stale"
    assert table.code("pass", game=str(uuid.uuid4())) == "stale"
    table.ok("pass", seq=2, game=game)
    table.ok("state", seq=77, game="another")  # queries ignore both


@pytest.mark.parametrize("sent", [0, "x", [1, {"a": None}], {"id": 1}, False, 1.5, "\ud800"])
def test_an_id_comes_back_with_any_answer(table: Table, sent: object):
    for verb in ("state", "nonsense"):
        assert table.ask(verb, id=sent)["id"] == sent


def test_archived_games_can_be_resumed(table: Table):
    first = table.new(2)["game"]
    table.claim("ngaoundere--bangui")
    second = table.new(3)["game"]
    games = table.ok("games")["games"]
    assert [(g["game"], g["seq"], g["phase"], len(g["players"])) for g in games] == [
        (first, 2, "play", 2),
        (second, 1, "play", 3),
    ]
    assert table.code("resume", game="nowhere") == "unknown_game"
    answer = table.ok("resume", game=first)
    assert (answer["seq"], answer["say"]) == (2, [{"code": "turn", "player": "Ben"}])
    assert table.player("Anna")["score"] == 4
    assert table.code("pass", game=second) == "stale"


def test_without_a_file_nothing_is_saved_and_with_one_everything(table: Table, tmp_path):
    assert table.new()["saved"] is False
    stored = Table(tmp_path / "games.db")
    assert stored.new()["saved"] is True
    for verb in ("pass", "undo", "redo", "finish"):
        assert stored.ok(verb)["saved"] is True
    stored.journal.close()


def test_prompts_come_in_their_order(table: Table):
    table.new(2, terrain="mountain")
    terrain = {"desert": 15, "jungle": 15, "mountain": 6}
    table.ok("adjust", player="Anna", trains=6, terrain=terrain, why="made up")
    table.ok("adjust", player="Ben", terrain={"mountain": 7}, why="made up")
    double = {"terrain": 1, "locomotives": 1}
    answer = table.ok("claim", route="douala--bangui", double=double)
    assert [prompt["code"] for prompt in answer["say"]] == [
        *("lay_trains", "discard_terrain", "discard_locomotives", "move_marker"),
        *("reshuffle_terrain", "last_round", "turn"),
    ]


def stream(*lines: bytes) -> list[dict[str, Any]]:
    sink = io.BytesIO()
    serve(Referee(), io.BytesIO(b"".join(lines)), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_every_line_gets_exactly_one_answer():
    long = b'{"do": "games", "id": "' + b"x" * LONGEST_LINE + b'"}\n'
    fits = b'{"do": "games", "id": "' + b"x" * (LONGEST_LINE - 25) + b'"}'
    assert len(fits) == LONGEST_LINE
    lines = (b"\n", b"{\n", long, long + b"", fits + b"\r\n", b'{"do": "games"}\n', b"\xff\n")
    answers = stream(*lines, b'{"do": "games", "id": 7}')
    assert [answer["ok"] for answer in answers] == [False] * 4 + [True, True, False, True]
    assert answers[-1]["id"] == 7


def test_the_process_ends_well_at_the_end_of_input():
    done = subprocess.run(
        [sys.executable, "-m", "companion", "referee"],
        input=b'{"do": "state"}\nnonsense\n',
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert [json.loads(line)["code"] for line in done.stdout.splitlines()] == [
        *("no_game", "bad_request"),
    ]
    assert done.stderr == b""


def test_a_fault_of_our_own_still_gets_an_answer(monkeypatch, caplog):
    conversation = Conversation(Referee())
    monkeypatch.setattr(Referee, "games", lambda self: 1 / 0)
    answer = json.loads(conversation.answer_line(b'{"do": "games"}'))
    assert not answer["ok"]
    assert "ZeroDivisionError" in caplog.text
