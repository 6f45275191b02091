"""So much at once, then one at a time, by turns."""

import asyncio

import pytest

from companion.web.door import pace
from companion.web.door.pace import Turnstile


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "AT_ONCE", 3)


def let_through(*asked: str) -> tuple[list[bool], list[str]]:
    """Who of these was let through at once, and all in their order."""
    done: list[str] = []

    async def ask() -> list[bool]:
        turnstile = Turnstile()
        at_once = [turnstile.enter(who[0], lambda who=who: done.append(who)) for who in asked]
        while len(done) < len(asked):
            await asyncio.sleep(0.001)
        return at_once

    return asyncio.run(asyncio.wait_for(ask(), 10)), done


def test_a_few_are_let_through_at_once_and_the_rest_later():
    at_once, done = let_through("a1", "a2", "a3", "a4", "a5")
    assert at_once == [True, True, True, False, False]
    assert done == ["a1", "a2", "a3", "a4", "a5"]


def test_those_who_wait_take_turns():
    _, done = let_through("a1", "a2", "a3", "a4", "a5", "a6", "b1", "c1", "b2")
    assert done == ["a1", "a2", "a3", "a4", "b1", "c1", "a5", "b2", "a6"]


def test_one_that_fails_does_not_keep_the_others_waiting():
    done: list[str] = []

    async def ask() -> None:
        turnstile = Turnstile()
        asyncio.get_running_loop().set_exception_handler(lambda *told: done.append("told"))
        for who in "abc":
            turnstile.enter(who, lambda who=who: done.append(who))
        turnstile.enter("d", lambda: 1 / 0)
        turnstile.enter("e", lambda: done.append("e"))
        while len(done) < 5:
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(ask(), 10))
    assert done == ["a", "b", "c", "told", "e"]


def test_who_comes_while_others_wait_does_not_overtake_them():
    done: list[str] = []

    async def ask() -> None:
        turnstile = Turnstile()
        for who in "abcd":
            turnstile.enter(who, lambda who=who: done.append(who))
        turnstile._left = 3.0  # as if time had passed
        assert not turnstile.enter("e", lambda: done.append("e"))
        while len(done) < 5:
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(ask(), 10))
    assert done == list("abcde")
