"""Whole recorded games on the real kiosk, by buttons and dial alone."""

import pytest
from counts import LONG
from recorded import cases
from wired import PLAYED, OpenWired, play_by_hand, scores

from companion.game.requests.requests import parse


@pytest.mark.slow
@pytest.mark.parametrize("name", ["five-players", "two-players"] if LONG else ["two-players"])
def test_a_game_by_buttons_and_dial_alone_ends_with_the_recorded_scores(
    open_wired: OpenWired, name: str
):
    wired = open_wired(players=0)
    for request in play_by_hand(wired, name):
        wired.referee.submit(parse(request))
    result = [answer for _, request, answer in cases(PLAYED[name]) if request["do"] == "result"]
    names = [seat.name for seat in wired.referee.game.state.seats]
    recorded = {row["name"]: row["total"] for row in result[-1]["players"]}
    assert dict(zip(names, scores(wired.referee), strict=True)) == recorded
