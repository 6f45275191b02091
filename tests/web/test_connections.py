"""Connections that never send, or never read, leave room for phones."""

import contextlib
import http.client
import select
import socket
from collections.abc import Callable, Iterator, Sequence

import pytest
from table import Table
from visitors import Served, Visitor, served, until

from companion.web import endpoints, server
from companion.web.access import connections, rate_limit

MANY = 200
HERE = ["127.0.0.1"]
ELSEWHERE = [f"127.0.0.{number}" for number in range(20, 30)]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """More come than the pace lets through in a while."""
    monkeypatch.setattr(rate_limit, "BURST", 1_000_000)


@pytest.fixture
def shop() -> Iterator[Served]:
    table = Table()
    table.new(2)
    with served(table, turns=True) as found:
        yield found


def silent(connection: socket.socket, phone: Visitor) -> None:
    """It sends nothing."""


def half_a_head(connection: socket.socket, phone: Visitor) -> None:
    connection.sendall(b"GET / HTTP/1.1\r\nX: ")


def half_a_body(connection: socket.socket, phone: Visitor) -> None:
    connection.sendall(
        f"POST /api/enter HTTP/1.1\r\nHost: localhost:{phone.port}\r\n"
        f"Origin: http://localhost:{phone.port}\r\nContent-Type: application/json\r\n"
        "Content-Length: 500\r\n\r\n{".encode()
    )


def unread(connection: socket.socket, phone: Visitor) -> None:
    ask(connection, phone, "/page/page.css")


def unread_board(connection: socket.socket, phone: Visitor) -> None:
    ask(connection, phone, "/api/board")


def unread_stream(connection: socket.socket, phone: Visitor) -> None:
    ask(connection, phone, "/api/events")


def half_read(connection: socket.socket, phone: Visitor) -> None:
    ask(connection, phone, "/api/board")
    with contextlib.suppress(OSError):
        connection.recv(100)


def half_read_stream(connection: socket.socket, phone: Visitor) -> None:
    ask(connection, phone, "/api/events")
    with contextlib.suppress(OSError):
        connection.recv(100)


def ask(connection: socket.socket, phone: Visitor, path: str) -> None:
    head = f"GET {path} HTTP/1.1\r\nHost: localhost:{phone.port}\r\nCookie: {phone.cookie}\r\n\r\n"
    connection.sendall(head.encode())


ATTACKS = [
    *(silent, half_a_head, half_a_body, unread, unread_board, unread_stream),
    *(half_read, half_read_stream),
]


@contextlib.contextmanager
def attacked(
    shop: Served, attack: Callable[[socket.socket, Visitor], None], addresses: Sequence[str]
) -> Iterator[list[socket.socket]]:
    """By a phone that knows the code, on many connections from these addresses in turns."""
    phone = shop.visitor(address="127.0.0.9")
    with contextlib.ExitStack() as opened:
        found = []
        for number in range(MANY):
            connection = opened.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            connection.bind((addresses[number % len(addresses)], 0))
            connection.settimeout(10)
            with contextlib.suppress(ConnectionError):  # it had to make room already
                connection.connect(("127.0.0.1", shop.port))
                attack(connection, phone)
            found.append(connection)
            if number % 32 == 31:
                assert phone.get("labels")[0] == 200  # those before it have been taken
        yield found


@pytest.mark.parametrize("addresses", [HERE, ELSEWHERE], ids=["one_address", "ten_addresses"])
@pytest.mark.parametrize("attack", ATTACKS)
def test_connections_that_come_to_nothing_keep_nobody_out(
    shop: Served, attack: Callable[[socket.socket, Visitor], None], addresses: Sequence[str]
):
    seated = shop.visitor(seat=0)
    with seated.stream() as events:
        views = (data for event, data in events if event == "view")
        assert next(views)["table"]["seq"] == 1
        with attacked(shop, attack, addresses):
            new = Visitor(shop.port)  # from the same address as the seated one, and the worst
            assert new.ask("GET", "/")[0] == 200
            assert new.post("enter", {"code": shop.code})[0] == 200
            assert new.post("sit", {"seat": 1})[1]["sits"]
            for seq in range(2, 6):
                shop.table.ok("draw", cards=["train", "train"])
                while (seen := next(views)["table"]["seq"]) < seq:
                    pass  # what is shown again since somebody came in
                assert seen == seq
            assert new.view()["table"]["seq"] == 5
    assert len(opened(shop)) <= connections.MOST_CONNECTIONS


def opened(shop: Served) -> connections.Connections:
    assert shop.phones._server is not None
    return shop.phones._server._connections


def test_an_address_has_only_so_many_and_its_oldest_idle_one_makes_room(shop: Served):
    with attacked(shop, silent, HERE) as found:
        until(lambda: closed(found[MANY - connections.MOST_OF_ADDRESS - 1]))
        assert not any(map(closed, found[-connections.MOST_OF_ADDRESS :]))
        assert all(map(closed, found[: -connections.MOST_OF_ADDRESS]))
        assert len(opened(shop)) == connections.MOST_OF_ADDRESS


def closed(connection: socket.socket) -> bool:
    """Whether the other side has; nothing is read."""
    watch = select.poll()
    watch.register(connection, select.POLLRDHUP)
    return bool(watch.poll(0))


def test_the_most_crowded_address_makes_room_when_all_places_are_taken(monkeypatch, shop: Served):
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 10)
    with contextlib.ExitStack() as stack:

        def come(address: str) -> socket.socket:
            source = address, 0
            one = socket.create_connection(("127.0.0.1", shop.port), 10, source_address=source)
            return stack.enter_context(one)

        few = [come("127.0.0.20") for _ in range(3)]
        many = [come("127.0.0.21") for _ in range(7)]
        until(lambda: len(opened(shop)) == 10)
        come("127.0.0.20")
        until(lambda: closed(many[0]))
        come("127.0.0.22")
        until(lambda: closed(many[1]))
        assert not any(map(closed, few + many[2:]))


def test_streams_make_room_only_for_an_address_that_has_fewer(monkeypatch, shop: Served):
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 4)
    crowd = [shop.visitor(address="127.0.0.20") for _ in range(4)]
    with contextlib.ExitStack() as stack:
        until(lambda: len(opened(shop)) == 0)
        streams = [stack.enter_context(one.stream()) for one in crowd]
        for stream in streams:
            next(stream)
        with pytest.raises((OSError, http.client.HTTPException)):
            crowd[0].get("labels")
        assert Visitor(shop.port, "127.0.0.21").get("labels")[0] == 200
        with contextlib.suppress(ConnectionError, http.client.HTTPException):
            for event, _ in streams[0]:  # until it ends
                assert event in ("view", "here")


def test_who_does_not_read_an_answer_is_not_waited_for(monkeypatch, shop: Served):
    monkeypatch.setattr(server, "SEND_BUFFER", 4096)
    monkeypatch.setattr(connections, "WRITE_TIMEOUT", 0.3)
    monkeypatch.setattr(connections, "NEXT_REQUEST_TIMEOUT", 600.0)
    phone = shop.visitor()
    until(lambda: len(opened(shop)) == 0)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.connect(("127.0.0.1", shop.port))
        ask(connection, phone, "/api/board")
        until(lambda: len(opened(shop)) == 1)
        until(lambda: len(opened(shop)) == 0)


def test_a_stream_that_is_not_read_makes_room_before_one_that_is(monkeypatch, shop: Served):
    monkeypatch.setattr(server, "SEND_BUFFER", 4096)
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 2)
    phone, deaf = shop.visitor(), shop.visitor()
    until(lambda: len(opened(shop)) == 0)
    with phone.stream() as events, socket.socket() as connection:
        assert next(events)[0] == "view"
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.connect(("127.0.0.1", shop.port))
        ask(connection, deaf, "/api/events")

        def is_stuck() -> bool:
            shop.table.ok("draw", cards=["train", "train"])
            return any(one._write_timer is not None for one in tuple(opened(shop)._open))

        until(is_stuck)
        assert phone.get("labels")[0] == 200
        last = shop.table.referee.seq
        assert any(event == "view" and data["table"]["seq"] == last for event, data in events)


def test_a_phone_follows_the_game_on_few_connections_and_the_oldest_one_ends(shop: Served):
    phone = shop.visitor()
    with contextlib.ExitStack() as stack:
        streams = []
        for _ in range(endpoints.MOST_STREAMS + 1):
            streams.append(stack.enter_context(phone.stream()))
            assert next(streams[-1])[0] == "view"
        assert all(event == "here" for event, _ in streams[0])  # and then it ends
        shop.table.ok("draw", cards=["train", "train"])
        for stream in streams[1:]:
            assert next(data for event, data in stream if event == "view")["table"]["seq"] == 2


def test_requests_are_not_sent_ahead(shop: Served):
    """One at a time: the second of two in one go is not answered, nor one during an answer."""
    phone = shop.visitor()
    request = f"GET /page/icon.svg HTTP/1.1\r\nHost: localhost:{phone.port}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", phone.port), timeout=10) as connection:
        connection.sendall(request * 50)
        assert everything(connection).count(b"HTTP/1.1 200") <= 1
    with socket.create_connection(("127.0.0.1", phone.port), timeout=10) as connection:
        ask(connection, phone, "/api/events")
        while b"event: view" not in connection.recv(65536):
            pass
        connection.sendall(request)
        assert b"<svg" not in everything(connection)


def test_a_connection_is_kept_for_the_next_request(shop: Served):
    request = f"GET /page/icon.svg HTTP/1.1\r\nHost: localhost:{shop.port}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", shop.port), timeout=10) as connection:
        for _ in range(20):
            connection.sendall(request)
            found = b""
            while not found.endswith(b"</svg>\n"):
                assert (part := connection.recv(65536))
                found += part


def everything(connection: socket.socket) -> bytes:
    """All that comes until it is closed."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65536):
            found += part
    return found


@pytest.mark.parametrize("size", [13_000, 40_000, 200_000])
def test_a_head_in_one_piece_is_no_larger_than_one_in_many(shop: Served, size: int):
    usual = f"GET /page/icon.svg HTTP/1.1\r\nHost: localhost:{shop.port}\r\nX: ".encode()
    with socket.create_connection(("127.0.0.1", shop.port), timeout=10) as connection:
        connection.sendall(usual + b"a" * 7000 + b"\r\nConnection: close\r\n\r\n")
        assert everything(connection).startswith(b"HTTP/1.1 200")
    with socket.create_connection(("127.0.0.1", shop.port), timeout=10) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(usual + b"a" * size + b"\r\nConnection: close\r\n\r\n")
        assert everything(connection)[9:12] in (b"400", b"")


def test_a_body_without_end_is_cut_off(shop: Served):
    phone = shop.visitor(seat=0)
    with socket.create_connection(("127.0.0.1", shop.port), timeout=10) as connection:
        connection.sendall(
            f"POST /api/keep HTTP/1.1\r\nHost: localhost:{shop.port}\r\nCookie: {phone.cookie}\r\n"
            f"Origin: http://localhost:{shop.port}\r\nContent-Type: application/json\r\n"
            "Content-Length: 1000000000\r\n\r\n".encode()
        )
        with pytest.raises(ConnectionError):
            connection.sendall(b" " * 100_000_000)


def test_a_body_of_unknown_length_is_refused(shop: Served):
    with socket.create_connection(("127.0.0.1", shop.port), timeout=10) as connection:
        connection.sendall(
            f"POST /api/enter HTTP/1.1\r\nHost: localhost:{shop.port}\r\n"
            f"Origin: http://localhost:{shop.port}\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n".encode()
        )
        assert connection.recv(1000).startswith(b"HTTP/1.1 411")
        assert everything(connection) == b""
