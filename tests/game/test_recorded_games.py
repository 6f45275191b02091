"""Whole recorded games with their scores, played through the protocol."""

import json
from pathlib import Path

import pytest
from recorded import GAMES, cases, differs

from companion.game.game import Game
from companion.journal import Journal
from companion.protocol import Conversation
from companion.referee import Referee

by_name = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)


def test_games_of_two_to_five_players_are_recorded_to_their_end():
    players = {
        len(request["players"])
        for game in GAMES
        for _, request, _ in cases(game)
        if request["do"] == "new"
    }
    assert players == {2, 3, 4, 5}
    text = "".join(game.read_text() for game in GAMES)
    for happened in ("reshuffle_terrain", "last_round", "double_closed", "winners"):
        assert happened in text


@by_name
def test_a_recorded_game_is_answered_as_recorded(game: Path):
    conversation = Conversation(Referee())
    found = []
    for number, request, want in cases(game):
        answer = conversation.answer(json.dumps(request))
        found += [f"{number}{d}" for d in differs(want, answer)]
    assert found == []


@by_name
def test_a_recorded_game_goes_on_after_every_pulled_plug(game: Path, tmp_path: Path):
    """The program ends after every few requests and starts anew on the same file."""
    file = tmp_path / "games.db"
    found = []
    all_cases = list(cases(game))
    for start in range(0, len(all_cases), 7):
        journal = Journal.open(file)
        conversation = Conversation(Referee(journal))
        for number, request, want in all_cases[start : start + 7]:
            answer = conversation.answer(json.dumps(request))
            found += [f"{number}{d}" for d in differs(want, answer)]
        journal.close()
    assert found == []


@by_name
def test_replaying_the_log_gives_the_live_state(game: Path):
    referee = Referee()
    conversation = Conversation(referee)
    for _, request, _ in cases(game):
        conversation.answer(json.dumps(request))
    live = referee.game
    names = [seat.name for seat in live.state.seats]
    replayed = Game(live.uuid, live.board, names, live.entries[0])
    for entry in live.entries[1:]:
        replayed.fold(entry)
    assert replayed.state == live.state
    assert replayed.head == live.head
