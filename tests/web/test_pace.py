"""So much at once, then one at a time, by turns."""

import asyncio

import pytest

from companion.web.access import rate_limit
from companion.web.access.rate_limit import FairRateLimiter


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "BURST", 3)


def let_through(*asked: str) -> tuple[list[bool], list[str]]:
    """Who of these was let through at once, and all in their order."""
    done: list[str] = []

    async def ask() -> list[bool]:
        rate_limiter = FairRateLimiter()
        at_once = [
            rate_limiter.run_or_queue(who[0], lambda who=who: done.append(who)) for who in asked
        ]
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
        rate_limiter = FairRateLimiter()
        asyncio.get_running_loop().set_exception_handler(lambda *told: done.append("told"))
        for who in "abc":
            rate_limiter.run_or_queue(who, lambda who=who: done.append(who))
        rate_limiter.run_or_queue("d", lambda: 1 / 0)
        rate_limiter.run_or_queue("e", lambda: done.append("e"))
        while len(done) < 5:
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(ask(), 10))
    assert done == ["a", "b", "c", "told", "e"]


def test_who_comes_while_others_wait_does_not_overtake_them():
    done: list[str] = []

    async def ask() -> None:
        rate_limiter = FairRateLimiter()
        for who in "abcd":
            rate_limiter.run_or_queue(who, lambda who=who: done.append(who))
        rate_limiter._left = 3.0  # as if time had passed
        assert not rate_limiter.run_or_queue("e", lambda: done.append("e"))
        while len(done) < 5:
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(ask(), 10))
    assert done == list("abcde")
