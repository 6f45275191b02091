"""Whole recorded games, from names to winner, played on the real screen by taps alone."""

from pathlib import Path
from typing import Any

import pytest
from counts import LONG
from fingers import SIZES, Kiosk
from recorded import GAMES, accepted, cases

from kiosk.demo import Hands, middle
from kiosk.seating.new_game import DealtCardPad, SeatRow, TicketCountKey
from kiosk.widgets import keyboards
from kiosk.widgets.keyboard import LetterKey, ScreenKeyboard

PLAYED = {game.stem: game for game in GAMES}
BY_PLAYERS = ("two-players", "three-players", "four-players", "five-players")
# Each is played in one way, that of two players by keys, of five by buttons and dial; in a long run
# in all ways.
BY_TOUCH = BY_PLAYERS if LONG else BY_PLAYERS[1:2]


def type_name(kiosk: Kiosk, name: str) -> None:
    keyboard = next(kiosk.widgets(ScreenKeyboard))
    for sign in name:
        letter = sign.lower()
        for _ in keyboards.LAYOUTS:
            if press_letter(kiosk, keyboard, letter):
                break
            kiosk.tap_at(*Hands(kiosk.app).on(icon="globe"))
        else:
            raise AssertionError(f"no layout has {letter!r}")
    kiosk.tap("Done")


def press_letter(kiosk: Kiosk, keyboard: ScreenKeyboard, letter: str) -> bool:
    keys = {key.letter: key for key in kiosk.widgets(LetterKey)}
    if letter in keys:
        kiosk.tap(keys[letter])
        return True
    for base, key in keys.items():
        if letter in keyboards.held(keyboard.layout, base):
            kiosk.hold(key)
            marked = [key for key in kiosk.widgets(LetterKey) if key.letter == letter]
            kiosk.tap(marked[0])
            return True
    return False


def set_up(kiosk: Kiosk, request: dict[str, Any]) -> None:
    """A new game by taps, from the first screen on."""
    kiosk.tap("New game")
    players = request["players"]
    for number, player in enumerate(players):
        if number < len(list(kiosk.widgets(SeatRow))):
            kiosk.tap(seat(kiosk, number).ids.name)
        else:
            kiosk.tap("Add a player")
        type_name(kiosk, player["name"])
        kiosk.tap(part(kiosk, number, DealtCardPad, "terrain", player["terrain"]))
        kiosk.tap(part(kiosk, number, TicketCountKey, "tickets", player["tickets"]))
        if player["name"] == request.get("first"):
            kiosk.tap_at(*middle(part(kiosk, number, object, "icon", "first")))
    for number, player in enumerate(players):
        for _ in range(5):
            if seat(kiosk, number).place.color == player["color"]:
                break
            kiosk.tap(part(kiosk, number, object, "outline", None))
    kiosk.tap("Start the game")


def seat(kiosk: Kiosk, number: int) -> SeatRow:
    return next(row for row in kiosk.widgets(SeatRow) if row.seat == number)


def part(kiosk: Kiosk, number: int, kind: type, name: str, value: object) -> Any:
    """A part of a seat's row; its colour is the first thing in it that can be tapped."""
    parts = [
        part
        for part in seat(kiosk, number).walk(restrict=True)
        if hasattr(part, "pressed") and isinstance(part, kind)
    ]
    if value is None:
        return parts[0]
    return next(part for part in parts if getattr(part, name, None) == value)


def play(kiosk: Kiosk, requests: list[dict[str, Any]]) -> dict[str, list[int]]:
    """Play by taps; how many each took, by what was done."""
    hands, taken = Hands(kiosk.app), {}
    for request in requests:
        before, seq = kiosk.taps, kiosk.referee.seq
        for point in hands.plays(request):
            kiosk.tap_at(*point)
        assert kiosk.referee.seq == seq + 1, (request, kiosk.texts())
        taken.setdefault(request["do"], []).append(kiosk.taps - before)
    return taken


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_TOUCH)
def test_a_recorded_game_is_played_by_taps_alone(name: str, tmp_path: Path):
    game = PLAYED[name]
    requests = accepted(game)
    size = SIZES[BY_PLAYERS.index(name) % len(SIZES)]
    kiosk = Kiosk(size, tmp_path / "games.db")
    try:
        set_up(kiosk, requests[0])
        assert kiosk.app.screen_name == "table", kiosk.texts()
        taken = play(kiosk, requests[1:])
        results = [answer for _, request, answer in cases(game) if request["do"] == "result"]
        recorded = {row["name"]: row["total"] for row in results[-1]["players"]}
        state = kiosk.referee.game.state
        assert {seat.name: state.score(n) for n, seat in enumerate(state.seats)} == recorded
        assert kiosk.app.screen_name == "final"
        kiosk.tap_at(size[0] / 2, size[1] / 2)  # the score that builds up is not waited for
        assert kiosk.sees(results[-1]["winners"][0])
    finally:
        kiosk.close()
    assert max(taken["draw"]) <= 3  # two cards; or one, and that there was no second
    assert max(taken["claim"]) <= 5
    quick = [taps for taps in taken["claim"] if taps <= 4]
    assert len(quick) >= 0.9 * len(taken["claim"])
