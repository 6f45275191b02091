"""Whole recorded games on the real kiosk, by buttons and dial alone."""

import pytest
from counts import LONG
from recorded import cases
from wired import PLAYED, OpenWired, accepted, scores

from companion.game.requests import parse
from companion.referee import Referee

BY_BUTTON = ("draw", "claim", "tickets", "pass", "undo")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["five-players", "two-players"] if LONG else ["five-players"])
def test_a_game_by_buttons_and_dial_alone_ends_with_the_recorded_scores(
    open_wired: OpenWired, name: str
):
    new, *plays = accepted(PLAYED[name])
    wired, judge = open_wired(players=0), Referee()
    for referee in (wired.referee, judge):
        referee.submit(parse(new))
    wired.app.home()
    for number, request in enumerate(plays, 2):
        if request["do"] not in BY_BUTTON:
            break
        wired.hands.play(request, wired.referee.game.state.to_move)
        judge.submit(parse(request))
        assert (wired.referee.seq, wired.app.desk.refused) == (number, None), request
        assert scores(wired.referee) == scores(judge)
    wired.wait_until(lambda: wired.app.shown == "reveal")
    for request in plays[number - 2 :]:
        wired.referee.submit(parse(request))
    result = [answer for _, request, answer in cases(PLAYED[name]) if request["do"] == "result"]
    names = [seat.name for seat in wired.referee.game.state.seats]
    recorded = {row["name"]: row["total"] for row in result[-1]["players"]}
    assert dict(zip(names, scores(wired.referee), strict=True)) == recorded
