"""A press is one press, however its contact bounces."""

import os
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons.debounce import DEBOUNCE_SECONDS, Change, Contact

TRAINS = int(os.environ.get("STATIONMASTER_TRAINS", "10000"))
MS = 0.001


def run(edges, looks=()):
    """All changes that count, with a look at the contact at these times too."""
    contact, counted = Contact(), []
    steps = [(time, down) for time, down in edges] + [(time, None) for time in looks]
    for time, down in sorted(steps, key=lambda step: step[0]):
        contact, changes = contact.advance_to(time) if down is None else contact.feed(down, time)
        counted += changes
    contact, changes = contact.advance_to(float("inf"))
    return [*counted, *changes]


def bounce(source: random.Random, start: float, down: bool):
    """A contact that closes or opens: any shape within the settle time, ending as it should."""
    times = sorted(
        source.uniform(0, DEBOUNCE_SECONDS * 0.999) for _ in range(source.randrange(0, 25))
    )
    levels = [source.random() < 0.5 for _ in times]
    train = [(start, down), *zip((start + time for time in times), levels, strict=True)]
    return [*train[:-1], (train[-1][0], down)]


def test_a_press_and_a_release_count_at_their_first_edge():
    assert run([(1.0, True), (2.0, False)]) == [Change(True, 1.0), Change(False, 2.0)]


def test_bouncing_counts_once():
    edges = [(0, True), (2 * MS, False), (3 * MS, True), (8 * MS, False), (9 * MS, True)]
    assert run([*edges, (200 * MS, False), (201 * MS, True), (205 * MS, False)]) == [
        Change(True, 0),
        Change(False, 200 * MS),
    ]


def test_the_quickest_press_is_not_lost():
    assert run([(0, True), (30 * MS, False)]) == [Change(True, 0), Change(False, 30 * MS)]


def test_a_press_quicker_than_the_settle_time_ends_with_it():
    assert run([(0, True), (10 * MS, False)]) == [Change(True, 0), Change(False, DEBOUNCE_SECONDS)]


def test_what_is_due_counts_at_that_very_time():
    pressed, _ = Contact().feed(True, 0)
    bounced, _ = pressed.feed(False, 10 * MS)
    assert bounced.next_deadline == DEBOUNCE_SECONDS
    assert bounced.advance_to(DEBOUNCE_SECONDS * 0.999) == (bounced, ())
    settled, changes = bounced.advance_to(DEBOUNCE_SECONDS)
    assert changes == (Change(False, DEBOUNCE_SECONDS),)
    assert settled.next_deadline is None


def test_the_first_edge_after_the_settle_time_counts_at_once():
    pressed, _ = Contact().feed(True, 0)
    assert pressed.feed(False, DEBOUNCE_SECONDS)[1] == (Change(False, DEBOUNCE_SECONDS),)


def test_two_quick_presses_are_two():
    edges = [(0, True), (30 * MS, False), (60 * MS, True), (90 * MS, False)]
    assert [change.down for change in run(edges)] == [True, False, True, False]


def test_a_release_without_a_press_counts_for_nothing():
    assert run([(0, False), (1, False)]) == []


@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_random_bounce_trains_count_once_each(seed: int):
    source = random.Random(seed)
    time, edges, looks = 0.0, [], []
    presses = TRAINS // 10
    for _ in range(presses):
        for down in (True, False):
            edges += bounce(source, time, down)
            looks += [time + source.uniform(0, 0.1) for _ in range(source.randrange(3))]
            time += source.choice((30 * MS, source.uniform(30 * MS, 3)))
    counted = run(edges, looks)
    assert [change.down for change in counted] == [True, False] * presses
    assert counted == run(edges)  # when somebody looks changes nothing


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=40))
def test_presses_and_releases_alternate_and_end_as_last_heard(edges):
    edges.sort(key=lambda edge: edge[0])
    counted = run(edges)
    assert [change.down for change in counted] == [n % 2 == 0 for n in range(len(counted))]
    gaps = [after.time - before.time for before, after in zip(counted, counted[1:], strict=False)]
    assert all(gap >= DEBOUNCE_SECONDS * 0.999 for gap in gaps)
    if edges:
        assert (len(counted) % 2 == 1) == edges[-1][1]


def test_a_key_that_does_not_bounce_is_meant_however_quick_it_is():
    contact, changes = Contact().feed(down=True, time=0.0, bounces=False)
    assert changes == (Change(down=True, time=0.0),)
    contact, changes = contact.feed(down=False, time=DEBOUNCE_SECONDS / 10, bounces=False)
    assert changes == (Change(down=False, time=DEBOUNCE_SECONDS / 10),)
    _, changes = contact.feed(down=True, time=DEBOUNCE_SECONDS / 5, bounces=False)
    assert changes == (Change(down=True, time=DEBOUNCE_SECONDS / 5),)
