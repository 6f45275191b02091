"""Replays the recorded games against the naive referee alone, so that it can be trusted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from naive import NaiveReferee

GAMES = sorted((Path(__file__).parent / "games").glob("*.jsonl"))


def differs(want: Any, got: Any, path: str = "") -> list[str]:
    """Lists where an answer lacks what was recorded; other fields may be there too."""
    if isinstance(want, dict) and isinstance(got, dict):
        missing = "(missing)"
        return [d for k in want for d in differs(want[k], got.get(k, missing), f"{path}.{k}")]
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        return [d for i in range(len(want)) for d in differs(want[i], got[i], f"{path}[{i}]")]
    return [] if want == got else [f"{path}: should be {want!r}, is {got!r}"]


def test_there_are_recorded_games() -> None:
    assert GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_naive_referee_answers_recorded_game(game: Path) -> None:
    referee = NaiveReferee()
    found = []
    for number, line in enumerate(game.read_text(encoding="utf-8").splitlines(), 1):
        case = json.loads(line)
        answer = referee.answer(case["request"])
        found += [f"{number}{d}" for d in differs(case["answer"], answer)]
    assert found == []
