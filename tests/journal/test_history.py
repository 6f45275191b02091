"""A game counts as it was counted: no later board, rule or program scores it anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from damage import LOG, STATE
from program import Run, run
from scripts import finished_game, random_game, shown

from companion.game import rulebook
from companion.game.board.board import standard_board
from companion.game.rules import judging, scoring

RESULT = {"do": "result"}
UNFINISHED = random_game(40)


def ask(db: Path, *arguments: str) -> Run:
    return run(db, STATE, LOG, RESULT, {"do": "games"}, arguments=arguments)


@pytest.fixture
def finished(db: Path) -> Path:
    done = run(db, *finished_game().requests)
    assert all(answer["saved"] for answer in done.answers)
    return db


@pytest.fixture
def other_board(tmp_path: Path) -> str:
    """A corrected print: every route has another length."""
    data = standard_board().as_data()
    data["routes"] = [
        {**route, "length": 7 - route["length"], "ferry_locomotives": 0} for route in data["routes"]
    ]
    file = tmp_path / "board.json"
    file.write_text(json.dumps(data))
    return str(file)


@pytest.fixture
def other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that counts everything otherwise."""
    for length in rulebook.POINTS:
        monkeypatch.setitem(rulebook.POINTS, length, 50 + length)
    monkeypatch.setattr(scoring, "GLOBETROTTER", 1000)
    real = scoring.score_cards
    for module in (scoring, judging):
        if hasattr(module, "score_cards"):
            monkeypatch.setattr(module, "score_cards", lambda state: real(state)[::-1])


def test_the_scripted_game_is_over_and_scores_from_every_source(finished: Path):
    state, _, result, _ = ask(finished).answers
    assert state["phase"] == "over"
    for source in ("routes", "doubling", "tickets", "completed", "globetrotter"):
        assert any(player[source] for player in result["players"]), source


def test_another_board_never_rescores_a_finished_game(finished: Path, other_board: str):
    assert ask(finished, "--board", other_board).answers == ask(finished).answers


def test_a_later_program_never_rescores_a_finished_game(
    finished: Path, request: pytest.FixtureRequest
):
    before = ask(finished).answers
    request.getfixturevalue("other_rules")
    assert ask(finished).answers == before


def test_an_unfinished_game_keeps_its_board_to_the_end(db: Path, other_board: str):
    run(db, *UNFINISHED.requests[:20])
    played_on = run(db, *UNFINISHED.requests[20:], STATE, arguments=["--board", other_board])
    assert shown(played_on.answers[-1]) == UNFINISHED.states[-1]


def test_a_resumed_game_keeps_its_board_too(db: Path, other_board: str):
    first = run(db, *UNFINISHED.requests[:20]).answers[-1]["game"]
    own = ["--board", other_board]
    run(db, *UNFINISHED.requests[:1], arguments=own)
    resume = {"do": "resume", "game": first}
    played_on = run(db, resume, *UNFINISHED.requests[20:], STATE, arguments=own)
    assert shown(played_on.answers[-1]) == UNFINISHED.states[-1]


def test_an_unfinished_game_keeps_the_points_it_has(db: Path, request: pytest.FixtureRequest):
    before = run(db, *UNFINISHED.requests, STATE).answers[-1]
    request.getfixturevalue("other_rules")
    assert run(db, STATE).answers[0] == before


def test_a_recovered_game_is_not_rescored_either(
    finished: Path, request: pytest.FixtureRequest, other_board: str
):
    before = ask(finished).answers
    request.getfixturevalue("other_rules")
    finished.write_bytes(bytes(4096) + finished.read_bytes()[4096:])
    after = ask(finished, "--board", other_board)
    assert "The log was damaged" in after.err
    assert after.answers == before


def test_games_on_a_board_of_their_own_are_recovered_with_it(db: Path, other_board: str):
    own = ["--board", other_board]
    before = run(db, *UNFINISHED.requests[:4], STATE, arguments=own).answers[-1]
    db.write_bytes(bytes(4096) + db.read_bytes()[4096:])
    assert run(db, STATE).answers == [before]


def test_a_game_whose_board_is_lost_is_reported_lost(db: Path, other_board: str):
    run(db, *UNFINISHED.requests[:4], arguments=["--board", other_board])
    whole = b'{"locations": [{"id"'
    data = db.read_bytes()
    assert data.count(whole) == 1
    db.write_bytes(data.replace(whole, whole.upper()))
    opened = run(db, STATE)
    assert opened.answers[0]["code"] == "no_game"
    assert "1 game is lost." in opened.err
    assert run(db, STATE).err == ""
