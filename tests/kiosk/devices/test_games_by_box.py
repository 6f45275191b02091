"""A whole recorded game by a box on one cable, with its lights read back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pico import PicoHands, PicoPort
from wired import OpenWired, Wired, play_by_hand

from companion.game.state import State
from tests.hardware.by_buttons import Clock


@pytest.fixture
def port(tmp_path: Path) -> Iterator[PicoPort]:
    with PicoPort(tmp_path / "box") as port:
        yield port


def with_box(open_wired: OpenWired, port: PicoPort, clock: Clock, players: int = 3) -> Wired:
    """Nothing is wired but the box."""
    wired = open_wired(f'[panel]\nwhere = "{port.link}"\n', players=players)
    wired.hands = PicoHands(port, wired, clock, lambda: wired.app.devices.down)
    wired.wait_until(lambda: wired.app.devices.box.status.ok)
    return wired


def test_the_box_shows_whose_turn_it_is_and_what_was_ruled(
    open_wired: OpenWired, port: PicoPort, clock: Clock
):
    wired, pico = with_box(open_wired, port, clock), port.device
    wired.wait_until(lambda: pico.lit == {"seat1"})
    wired.hands.press("seat1")
    wired.wait_until(lambda: pico.went_on["accepted"] == 2 and pico.lit == {"seat2"})
    wired.hands.press("seat1")  # not their turn
    wired.wait_until(lambda: pico.went_on["refused"] == 2 and pico.lit == {"seat2"})
    wired.app.devices.trials.lights()
    wired.wait_until(lambda: pico.went_on["seat5"] == 1)


@pytest.mark.slow
def test_a_game_by_the_box_alone_ends_with_the_recorded_scores_and_its_lights_are_right(
    open_wired: OpenWired, port: PicoPort, clock: Clock
):
    wired = with_box(open_wired, port, clock, players=0)

    def see_whose_turn(state: State) -> None:
        if state.phase == "play" and state.last_round is None:
            wired.wait_until(lambda: seats_lit(port) == {f"seat{state.to_move + 1}"})

    play_by_hand(wired, "two-players", see_whose_turn)
    wired.wait_until(lambda: not port.device.lit)
    assert port.device.went_on["accepted"] > 0  # a game this quick cuts most of its blinks short
    assert port.device.went_on["refused"] == 0


def seats_lit(port: PicoPort) -> set[str]:
    return {name for name in frozenset(port.device.lit) if name.startswith("seat")}
