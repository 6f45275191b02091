"""A body may come late: what counts is who asks when all of it is there."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from table import Table
from visitors import Served, Visitor, served, until

FACE = {"from": "cape-town", "to": "port-elizabeth", "points": 7}
# What each asks for beside the game and its seq, and what comes of it while it has the seat.
MOVES = {
    "keep": ({"tickets": [FACE]}, 200),
    "show": ({}, 409),  # not before the end
    "object": ({"entry": 2}, 200),
    "turn": ({"play": {"do": "draw", "cards": ["train", "train"]}}, 200),
}
DEEDS = {**MOVES, "sit": ({"seat": 1}, 200), "stand": ({}, 200)}


@pytest.fixture
def shop() -> Iterator[Served]:
    table = Table()
    table.new(2, tickets=2)
    table.ok("draw", cards=["train", "train"])
    table.ok("draw", cards=["train", "train"])
    with served(table, turns=True) as found:
        until(lambda: found.phones._hub.snapshot.seq == 3)  # type: ignore[union-attr]
        yield found


@contextmanager
def slow(phone: Visitor, path: str, data: Any) -> Iterator[Callable[[], int]]:
    """A request whose body is being waited for; the call sends it, and answers the status."""
    body = json.dumps(data).encode()
    head = (
        f"POST /api/{path} HTTP/1.1\r\nHost: localhost:{phone.port}\r\nCookie: {phone.cookie}\r\n"
        f"Origin: http://localhost:{phone.port}\r\nContent-Type: application/json\r\n"
        f"Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", phone.port), timeout=10) as connection:
        connection.sendall(head.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 100")  # it reads the body

        def send() -> int:
            connection.sendall(body[:1])
            connection.sendall(body[1:])
            return int(connection.recv(1000).split(b" ")[1])

        yield send


def asked_for(shop: Served, name: str) -> dict[str, Any]:
    seen = {"game": shop.table.referee.game.uuid, "seq": shop.table.referee.seq}
    return {**seen, **DEEDS[name][0]}


def state(shop: Served) -> Any:
    """All that a phone could have changed."""
    hub = shop.phones._hub
    assert hub is not None
    return shop.table.referee.seq, hub.tickets(0), hub.tickets(1), dict(hub.guest_list.guests)


@pytest.mark.parametrize("name", DEEDS)
def test_a_slow_body_counts_while_the_phone_has_its_seat(shop: Served, name: str):
    phone = shop.visitor(seat=0)
    with slow(phone, name, asked_for(shop, name)) as send:
        assert send() == DEEDS[name][1]


@pytest.mark.parametrize("name", MOVES)
def test_a_slow_body_does_nothing_at_a_seat_that_was_lost_meanwhile(shop: Served, name: str):
    phone, other = shop.visitor(seat=0), shop.visitor()
    with slow(phone, name, asked_for(shop, name)) as send:
        assert phone.post("stand", {})[0] == 200
        assert other.post("sit", {"seat": 0})[1]["sits"]
        before = state(shop)
        assert send() == 403
    assert state(shop) == before


@pytest.mark.parametrize("name", DEEDS)
def test_a_slow_body_does_nothing_for_a_phone_that_was_sent_out(shop: Served, name: str):
    phone = shop.visitor(seat=0)
    with slow(phone, name, asked_for(shop, name)) as send:
        shop.phones.send_out(shop.phones.guests.phones[0].number)
        until(lambda: not shop.phones.guests.phones)
        before = state(shop)
        assert send() == 401
    assert state(shop) == before


def test_a_slow_code_is_held_against_the_game_that_is_on_when_it_is_there(shop: Served):
    visitor, old = Visitor(shop.port), shop.code
    with slow(visitor, "enter", {"code": old}) as send:
        shop.table.new(2)
        until(lambda: shop.code != old)
        assert send() == 403
    assert shop.phones.guests.phones == ()
