"""What presses mean: pressed, held, stuck, two at once."""

import random
from itertools import permutations

import pytest

from hardware.buttons.debounce import (
    DEBOUNCE_SECONDS,
    HOLD_SECONDS,
    SEATS,
    STUCK_SECONDS,
    Edge,
    PressTracker,
)
from hardware.buttons.meanings import (
    CardPressed,
    DialPushed,
    Freed,
    SeatHeld,
    SeatPressed,
    Stuck,
    UndoPressed,
)


def meant(*edges: Edge, until: float = 0.0, looks=()):
    """The meanings of edges, one after the other, and of the time that passes."""
    presses, meanings = PressTracker(), []
    steps = [*((edge.time, edge) for edge in edges), *((time, None) for time in looks)]
    for time, edge in sorted(steps, key=lambda step: step[0]):
        meanings += presses.advance_to(time) if edge is None else presses.feed([edge])
    return [*meanings, *presses.advance_to(until)]


def press(button: str, start: float, end: float, began: object = None):
    return Edge(start, button, True, began), Edge(end, button, False)


@pytest.mark.parametrize("card", ["train", "desert", "jungle", "mountain", "locomotive"])
def test_a_card_counts_when_its_button_goes_down(card: str):
    assert meant(Edge(1.0, card, True, "then")) == [CardPressed(card, time=1.0, began="then")]


def test_keys_struck_quicker_than_any_button_bounces_all_count():
    at = [1.0 + number * DEBOUNCE_SECONDS / 4 for number in range(4)]
    strokes = [
        Edge(time, "train", number % 2 == 0, bounces=False) for number, time in enumerate(at)
    ]
    assert meant(*strokes) == [CardPressed("train", time=at[0]), CardPressed("train", time=at[2])]


def test_undo_and_the_dial_count_when_they_go_down():
    assert meant(Edge(1.0, "undo", True, "then"), Edge(2.0, "push", True, "later")) == [
        UndoPressed(time=1.0, began="then"),
        DialPushed(time=2.0, began="later"),
    ]


def test_there_is_a_button_for_every_seat():
    assert SEATS == ("seat1", "seat2", "seat3", "seat4", "seat5")
    for number, seat in enumerate(SEATS):
        assert meant(*press(seat, 1.0, 1.5)) == [SeatPressed(number, time=1.5)]


def test_a_seat_released_within_a_second_is_pressed():
    pressed = [SeatPressed(2, time=1.99, began="then")]
    assert meant(*press("seat3", 1.0, 1.99, "then"), until=20.0) == pressed


def test_a_seat_held_for_a_second_objects_once():
    assert meant(*press("seat1", 1.0, 4.0, "then"), looks=(2.0, 2.5, 3.0)) == [
        SeatHeld(0, time=2.0, began="then")
    ]


def test_when_somebody_looks_changes_no_meaning():
    edges = (*press("seat1", 1.0, 1.9), *press("seat2", 1.2, 2.3), *press("train", 1.5, 8.0))
    alone = meant(*edges, until=20.0)
    source = random.Random(4)
    for _ in range(200):
        looks = [source.uniform(0, 9) for _ in range(10)]
        found = meant(*edges, until=20.0, looks=looks)
        assert sorted(map(repr, found)) == sorted(map(repr, alone))


def test_a_hold_is_due_after_a_second_and_a_stuck_button_after_five():
    presses = PressTracker()
    presses.feed([Edge(1.0, "seat1", True)])
    assert presses.next_deadline == 1.0 + HOLD_SECONDS
    presses.advance_to(1.0 + HOLD_SECONDS)
    assert presses.next_deadline == 1.0 + STUCK_SECONDS
    presses.advance_to(1.0 + STUCK_SECONDS)
    assert presses.next_deadline is None


def test_a_press_shorter_than_its_bouncing_ends_once_by_time_alone():
    presses = PressTracker()
    presses.feed([Edge(1.0, "seat1", True), Edge(1.01, "seat1", False)])
    assert presses.next_deadline == 1.0 + DEBOUNCE_SECONDS
    assert presses.advance_to(1.1) == [SeatPressed(0, time=1.0 + DEBOUNCE_SECONDS)]
    assert (presses.down, presses.next_deadline) == (frozenset(), None)
    assert presses.advance_to(20.0) == []


def test_a_button_at_rest_holds_up_no_other():
    presses = PressTracker()
    presses.feed([*press("train", 1.0, 2.0), Edge(3.0, "seat1", True)])
    assert presses.next_deadline == 3.0 + HOLD_SECONDS
    presses.feed([Edge(2.5, "seat2", True)])
    assert presses.next_deadline == 2.5 + HOLD_SECONDS  # what comes first


def test_a_stuck_button_is_told_once_and_counts_again_when_released():
    edges = (*press("train", 1.0, 90.0, "then"), *press("train", 91.0, 91.1, "later"))
    assert meant(*edges, looks=(6.0, 7.0, 50.0), until=92.0) == [
        CardPressed("train", time=1.0, began="then"),
        Stuck("train", time=6.0, began="then"),
        Freed("train", time=90.0, began="then"),
        CardPressed("train", time=91.0, began="later"),
    ]


def test_a_stuck_seat_objects_once_and_then_is_ignored():
    kinds = [type(meaning) for meaning in meant(*press("seat1", 0.0, 100.0), looks=(50.0,))]
    assert kinds == [SeatHeld, Stuck, Freed]


def test_a_button_down_before_anyone_listened_is_no_press():
    presses = PressTracker()
    presses.already_down("train", 1.0)
    assert presses.advance_to(5.9) == []
    assert presses.advance_to(6.0) == [Stuck("train", time=6.0)]
    assert presses.feed([Edge(7.0, "train", False)]) == [Freed("train", time=7.0)]
    assert presses.feed([Edge(8.0, "train", True)]) == [CardPressed("train", time=8.0)]


def test_a_button_that_is_forgotten_means_nothing_any_more():
    presses = PressTracker()
    presses.feed([Edge(1.0, "seat1", True), Edge(1.0, "seat2", True)])
    presses.forget("seat1")
    presses.forget("undo")  # which nobody has pressed
    assert presses.down == {"seat2"}
    assert presses.advance_to(2.5) == [SeatHeld(1, time=2.0)]


def test_two_at_once_both_count_by_time_and_then_by_name():
    edges = [Edge(1.0, "train", True), Edge(1.0, "desert", True), Edge(0.9, "undo", True)]
    for order in permutations(edges):
        assert PressTracker().feed(order) == [
            UndoPressed(time=0.9),
            CardPressed("desert", time=1.0),
            CardPressed("train", time=1.0),
        ]


def test_two_seats_held_at_once_both_object():
    presses = PressTracker()
    presses.feed([Edge(0.5, "seat2", True), Edge(0.5, "seat1", True)])
    assert presses.advance_to(9.0)[:2] == [SeatHeld(0, time=1.5), SeatHeld(1, time=1.5)]


def test_the_moment_is_that_of_the_first_edge():
    edges = (Edge(1.0, "seat1", True, "first"), Edge(1.002, "seat1", False))
    edges += (Edge(1.004, "seat1", True, "bounce"), Edge(1.3, "seat1", False))
    assert meant(*edges) == [SeatPressed(0, time=1.3, began="first")]


def test_the_buttons_that_are_down_are_known():
    presses = PressTracker()
    presses.feed([Edge(1.0, "seat1", True), Edge(1.0, "undo", True), Edge(2.0, "undo", False)])
    assert presses.down == {"seat1"}
