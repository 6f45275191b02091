"""Replays the recorded games against the naive referee alone, so that it can be trusted."""

from pathlib import Path

import pytest
from naive import NaiveReferee
from recorded import GAMES, cases, differs


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_naive_referee_answers_recorded_game(game: Path):
    referee = NaiveReferee()
    found = []
    for number, request, want in cases(game):
        found += [f"{number}{d}" for d in differs(want, referee.answer(request))]
    assert found == []
