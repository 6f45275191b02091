"""The half-drawn turn: two taps are a draw, and one touch delivered twice is one card."""

import pytest

from companion.desk.half_turn import HalfTurn, Tap
from companion.game.commands import DrawCards


def tapped(half: HalfTurn, card: str) -> HalfTurn | DrawCards:
    return half.tap(Tap(card, half.seq, half.step))


def test_two_taps_are_a_draw_in_their_order():
    half = tapped(HalfTurn(5), "desert")
    assert half == HalfTurn(5, "desert", 1)
    assert tapped(half, "train") == DrawCards(("desert", "train"))


def test_an_open_locomotive_is_a_draw_alone_and_follows_no_card():
    assert tapped(HalfTurn(5), "locomotive") == DrawCards(("locomotive",))
    half = tapped(HalfTurn(5), "train")
    assert not half.accepts("locomotive")
    assert tapped(half, "locomotive") == half


def test_a_touch_delivered_twice_is_one_card():
    touch = Tap("train", seq=5, step=0)
    half = HalfTurn(5).tap(touch)
    assert half.tap(touch) == half


def test_a_touch_made_before_the_last_change_does_nothing():
    assert HalfTurn(6).tap(Tap("train", seq=5, step=0)) == HalfTurn(6)


def test_the_waiting_card_can_be_taken_back_or_stay_alone():
    half = tapped(HalfTurn(5), "mountain")
    assert half.alone() == DrawCards(("mountain",), short=True)
    empty = half.without_first()
    assert empty.first is None
    assert empty.alone() is None
    assert empty.tap(Tap("train", 5, half.step)) == empty  # meant for the card taken back


@pytest.mark.parametrize("card", ["train", "desert", "jungle", "mountain", "locomotive"])
def test_any_card_can_be_the_first(card: str):
    assert HalfTurn(1).accepts(card)
