"""Lights and buzzer: what is lit when, and that a light that fails stops nothing."""

import threading
from collections.abc import Callable, Iterator
from time import monotonic

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.buttons.debounce import SEATS
from hardware.lights.blinking import Blink, Plan
from hardware.lights.lights import Lights
from hardware.wiring.model import Wiring, usual


def history(plan: Plan, start: float = 0.0) -> list[tuple[float, frozenset[str]]]:
    """Everything that is lit from a time on, at each change."""
    found = [(start, plan.lit(start))]
    while (time := plan.next_change(found[-1][0])) is not None:
        found.append((time, plan.lit(time)))
    return found


def blinks(plan: Plan, light: str) -> int:
    """How often a light comes on."""
    lit = [light in shown for _, shown in history(plan)]
    return sum(now and not before for before, now in zip([False, *lit], lit, strict=False))


# --- the plan ---


def test_at_first_all_is_dark():
    assert history(Plan()) == [(0.0, frozenset())]


def test_the_light_of_the_seat_whose_turn_it_is_stays_on():
    assert history(Plan().turn(2)) == [(0.0, {"seat3"})]
    assert Plan().turn(2).turn(None).lit(1.0) == frozenset()


def test_accepted_is_two_green_blinks_beside_the_seats_light():
    plan = Plan().turn(0).accepted(0.0)
    assert blinks(plan, "accepted") == 2
    assert blinks(plan, "buzzer") == 1
    assert all("seat1" in shown for _, shown in history(plan))
    assert history(plan)[-1][1] == {"seat1"}


def test_refused_is_two_red_blinks_and_a_longer_sound():
    plan = Plan().refused(0.0)
    assert blinks(plan, "refused") == 2
    assert blinks(plan, "accepted") == 0
    assert plan.lit(0.3) >= {"buzzer"}
    assert "buzzer" not in Plan().accepted(0.0).lit(0.3)


def test_a_last_round_that_is_taken_back_ends_its_blinking_and_its_sounds():
    plan = Plan().turn(1).last_round(0.0).last_round_off()
    assert plan.lit(0.1) == {"seat2"}
    assert plan.next_change(0.1) is None


def test_on_the_last_round_all_seats_blink_and_then_it_is_as_before():
    plan = Plan().turn(1).last_round(0.0)
    assert [blinks(plan, seat) for seat in SEATS] == [6, 7, 6, 6, 6]  # one comes on again
    assert plan.lit(0.1) >= set(SEATS)
    assert not plan.lit(0.3) & set(SEATS)
    assert history(plan)[-1][1] == {"seat2"}


def test_the_turn_may_pass_while_all_blink():
    plan = Plan().turn(1).last_round(0.0).turn(2)
    assert history(plan)[-1][1] == {"seat3"}


def test_red_and_green_never_blink_together():
    assert blinks(Plan().accepted(0.0).refused(0.0), "accepted") == 0
    assert blinks(Plan().refused(0.0).accepted(0.0), "refused") == 0


def test_a_second_ruling_blinks_anew():
    plan = Plan().accepted(0.0).accepted(0.2)
    assert [blink.start for blink in plan.blinks if blink.light == "accepted"] == [0.2]


def test_what_has_ended_is_forgotten():
    plan = Plan().accepted(0.0)
    assert plan.since(100.0) == Plan()
    assert plan.next_change(100.0) is None


def test_a_blink_ends_dark():
    blink = Blink("accepted", 1.0, 2, 0.1, 0.1)
    assert [blink.is_lit(time) for time in (0.9, 1.0, 1.15, 1.25, 1.35, 9.0)] == [
        *(False, True, False, True, False, False)
    ]


# --- on pins ---


class ToldPin(MockPin):
    """A pin that wakes whoever waits for it."""

    changed = threading.Condition()

    def _change_state(self, value: bool) -> bool:
        with self.changed:
            self.changed.notify_all()
            return super()._change_state(value)


class BrokenPin(ToldPin):
    """A pin that cannot be switched on."""

    def _set_state(self, value: float) -> None:
        if value and self.info.name == "GPIO10":
            raise OSError("it burnt out")
        super()._set_state(value)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=ToldPin)
    yield factory
    factory.close()


def wait_until(condition: Callable[[], bool]) -> None:
    end = monotonic() + 20
    with ToldPin.changed:
        while not condition():
            assert monotonic() < end
            ToldPin.changed.wait(0.05)


def times_on(factory: MockFactory, light: str) -> int:
    pins = {**usual().lights, "buzzer": usual().buzzer}
    return sum(bool(change.state) for change in factory.pin(pins[light]).states)


def is_on(factory: MockFactory, light: str) -> bool:
    return bool(factory.pin(usual().lights[light]).state)


def lit(factory: MockFactory) -> set[str]:
    """All lights that are on."""
    return {light for light in usual().lights if is_on(factory, light)}


def test_the_turn_goes_from_light_to_light(factory):
    lights = Lights(usual(), factory)
    for seat in (0, 3, 1):
        lights.turn(seat)
        wait_until(lambda seat=seat: lit(factory) == {SEATS[seat]})
    lights.turn(None)
    wait_until(lambda: lit(factory) == set())
    lights.close()


def test_accepted_blinks_twice_by_itself(factory):
    lights = Lights(usual(), factory)
    lights.accepted()
    wait_until(lambda: times_on(factory, "accepted") == 2 and not is_on(factory, "accepted"))
    assert times_on(factory, "buzzer") == 1
    assert times_on(factory, "refused") == 0
    lights.close()


def test_the_last_round_lights_every_seat(factory):
    lights = Lights(usual(), factory)
    lights.last_round()
    wait_until(lambda: all(times_on(factory, seat) for seat in SEATS))
    wait_until(lambda: lit(factory) == set())  # each goes out again
    lights.close()


def test_a_light_that_fails_is_noted_and_the_others_go_on():
    factory = MockFactory(pin_class=BrokenPin)
    lights = Lights(usual(), factory)
    lights.accepted()
    lights.turn(0)
    wait_until(lambda: bool(lights.troubles) and is_on(factory, "seat1"))
    assert [trouble.facts["name"] for trouble in lights.troubles] == ["accepted"]
    assert "accepted" not in lights.names
    lights.refused()
    wait_until(lambda: times_on(factory, "refused") == 2)
    lights.close()
    factory.close()


def test_a_busy_pin_is_told_and_the_rest_lights_up(factory):
    other = LED(usual().lights["seat1"], pin_factory=factory)
    lights = Lights(usual(), factory)
    assert [trouble.code for trouble in lights.troubles] == ["pin_busy"]
    lights.turn(1)
    wait_until(lambda: is_on(factory, "seat2"))
    lights.close()
    other.close()


def test_one_light_alone_for_a_test(factory):
    lights = Lights(usual(), factory)
    lights.turn(0)
    wait_until(lambda: is_on(factory, "seat1"))
    lights.show_only("refused")
    wait_until(lambda: lit(factory) == {"refused"})
    lights.turn(1)  # the game goes on meanwhile, and is shown when the test ends
    lights.show_only("accepted")
    wait_until(lambda: lit(factory) == {"accepted"})
    lights.show_only()
    wait_until(lambda: lit(factory) == {"seat2"})
    lights.close()


def test_nothing_wired_is_nothing_to_do():
    lights = Lights(Wiring())
    for call in (lights.accepted, lights.refused, lights.last_round):
        call()
    lights.turn(4)
    lights.turn(None)
    lights.close()
    assert lights.troubles == ()


def test_closed_lights_let_go_of_their_pins(factory):
    for _ in range(3):
        lights = Lights(usual(), factory)
        lights.turn(0)
        wait_until(lambda: is_on(factory, "seat1"))
        assert lights.troubles == ()
        devices = tuple(lights._opened.values())
        lights.close()
        assert all(device.closed for device in devices)
