"""Nobody else gets in: whatever is sent, nothing is let in, nothing is lost, nothing is told."""

import asyncio
import contextlib
import http.client
import json
import logging
import random
import re
import select
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from counts import count
from garbling import garbled
from table import Table
from visitors import Served, Visitor, served, until

from companion.web.access import connections, guests, rate_limit
from companion.web.access.guests import LETTERS

REQUESTS = count("WEB_FUZZ", 400, 20_000)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test that sends more than the pace lets through in a while."""
    monkeypatch.setattr(rate_limit, "BURST", 1_000_000)


@pytest.fixture
def shop() -> Iterator[Served]:
    table = Table()
    table.new(2)
    with served(table, turns=True) as found:
        yield found


@pytest.fixture(autouse=True)
def no_traceback(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever was sent is nothing to write a fault down for."""
    with caplog.at_level(logging.WARNING):
        yield
    told = caplog.get_records("call")  # those of this phase are others
    faults = [record for record in told if record.exc_info or record.levelno >= 40]
    assert [record.getMessage() for record in faults] == []


def is_well(shop: Served) -> None:
    """The table goes on, and an honest phone still gets in."""
    phone = shop.visitor(address="127.0.0.2")
    before = shop.table.referee.seq
    shop.table.ok("draw", cards=["train", "train"])
    assert shop.table.referee.seq == before + 1
    until(lambda: phone.view()["table"]["seq"] == before + 1)


def raw(port: int, data: bytes, wait: float = 5) -> bytes:
    """What comes back for these bytes, until nothing more does."""
    with socket.create_connection(("127.0.0.1", port), timeout=wait) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            found = b""
            while part := connection.recv(65536):
                found += part
            return found
        except (ConnectionError, TimeoutError):
            return b""


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "", "[::1]:{port}"]
)
def test_another_name_that_leads_here_is_refused(shop: Served, host: str):
    visitor = Visitor(shop.port)
    visitor.cookie = shop.visitor().cookie
    named = host.format(port=shop.port)
    request = f"GET /api/board HTTP/1.1\r\nHost: {named}\r\nCookie: {visitor.cookie}\r\n\r\n"
    assert raw(shop.port, request.encode()).split(b" ")[1] in (b"421", b"400")
    twice = f"GET /api/board HTTP/1.1\r\nHost: localhost:{shop.port}\r\nHost: evil\r\n\r\n"
    assert raw(shop.port, twice.encode()).split(b" ")[1] in (b"421", b"400")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost", "", "https://localhost:{port}"]
)
def test_what_another_site_asks_is_refused(shop: Served, origin: str):
    phone = shop.visitor(seat=0)
    draw = {"game": shop.table.referee.game.uuid, "seq": 1, "play": {"do": "pass"}}
    named = origin.format(port=shop.port)
    assert phone.post("turn", draw, Origin=named)[0] == 403
    assert shop.table.referee.seq == 1
    assert phone.get("board", Sec_Fetch_Site="cross-site")[0] == 403
    assert phone.get("board", Origin="http://evil.example")[0] == 403


def test_a_forged_cookie_opens_nothing(shop: Served):
    real = shop.visitor(seat=0).cookie
    name, _, token = real.partition("=")
    forged = [token[:-1] + ("0" if token[-1] != "0" else "1"), token[:-1], token.upper() + "x", ""]
    forged += ["'; DROP TABLE--", "%00", "é", "a" * 4000, token + token]
    for value in forged:
        visitor = Visitor(shop.port)
        visitor.cookie = f"{name}={value}".encode().decode("latin-1")
        for path in ("board", "log", "tickets", "routes", "ruling?route=x", "events"):
            assert visitor.ask("GET", f"/api/{path}")[0] in (401, 400)
        assert visitor.post("sit", {"seat": 0})[0] in (401, 400)
    is_well(shop)


def test_codes_are_not_guessed(shop: Served):
    guesses = random.Random(1)
    answers = []
    for _ in range(60):
        code = "".join(guesses.choice(LETTERS) for _ in range(6))
        answers.append(Visitor(shop.port).post("enter", {"code": code}))
    assert {status for status, _ in answers} == {403}
    assert [answer["code"] for _, answer in answers].count("wrong_code") == 8
    assert "Wait a minute" in answers[-1][1]["why"]
    assert Visitor(shop.port).post("enter", {"code": shop.code})[0] == 403  # not even the right one
    assert shop.phones.guests.phones == ()


def test_the_right_code_lets_in_through_guesses_from_everywhere(
    unhurried: None, shop: Served, monkeypatch: pytest.MonkeyPatch
):
    delays = []
    slept = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda delay: (delays.append(delay), slept(0))[1])
    for number in range(101):
        guesser = Visitor(shop.port, f"127.0.1.{1 + number // 8}")
        assert guesser.post("enter", {"code": "XXXXXX"})[1]["code"] == "wrong_code"
    assert Visitor(shop.port).post("enter", {"code": shop.code})[0] == 200
    waited = [delay for delay in delays if delay]
    assert waited == [guests.CODE_DELAY] * 2  # the last guess, and who knows it


def test_only_files_of_the_pages_own_folder_are_sent(shop: Served):
    for path in (
        *("/page/../hub.py", "/page/..%2fhub.py", "/page/%2e%2e/hub.py", "/page//etc/passwd"),
        *("/page/....//hub.py", "/../../etc/passwd", "/page/index.html%00.js", "/page/"),
        *("/page/..\\hub.py", "/hub.py", "/page/__init__.py", "/.git/config", "//etc/passwd"),
    ):
        answer = raw(
            shop.port, f"GET {path} HTTP/1.1\r\nHost: localhost:{shop.port}\r\n\r\n".encode()
        )
        assert answer.split(b" ")[1] in (b"404", b"400", b"421"), path
        assert b"import" not in answer
        assert b"root:" not in answer


def test_every_answer_forbids_what_the_page_does_not_need(shop: Served):
    visitor = Visitor(shop.port)
    for path in (
        "/",
        f"/{shop.code}",
        "/page/main.js",
        "/api/labels",
        "/api/board",
        "/nothing/here",
    ):
        _, _, headers = visitor.ask("GET", path)
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    _, body, headers = visitor.ask("POST", "/api/enter", json.dumps({"code": shop.code}).encode())
    assert "HttpOnly" in headers["set-cookie"]
    assert "samesite=strict" in headers["set-cookie"].lower()


def test_the_page_has_no_inline_script_style_or_word_from_elsewhere():
    from companion.web.endpoints import page_files

    files = page_files()
    html = files["index.html"][0].decode()
    assert '<script type="module" src=' in html
    assert html.count("<script") == 1
    for name, (content, _) in files.items():
        text = content.decode()
        assert "style=" not in text, name
        assert "innerHTML" not in text, name
        assert "eval(" not in text, name
        addresses = set(re.findall(r"https?:[^\"\s]+", text))
        assert addresses <= {"http://www.w3.org/2000/svg"}, name


def test_the_page_names_all_its_modules_and_a_phone_keeps_them(shop: Served):
    """Asked for at once, and only once: a module that is named late is a wait of its own."""
    from companion.web.endpoints import page_files

    visitor = Visitor(shop.port)
    page = visitor.ask("GET", "/")[1].decode()
    named = re.findall(r'(?:href|src)="(/page/[^"]+)"', page)
    files = {name for name in page_files() if name != "index.html"}
    assert {address.rpartition("/")[2] for address in named} == files
    for address in named:
        status, _, headers = visitor.ask("GET", address)
        assert (status, headers["cache-control"]) == (200, "max-age=31536000, immutable")
    assert visitor.ask("GET", "/page/000000000000/main.js")[0] == 404
    assert visitor.ask("GET", "/")[2]["cache-control"] == "no-cache"


def test_what_is_too_large_is_refused_before_it_is_read(shop: Served):
    phone = shop.visitor(seat=0)
    assert phone.ask("POST", "/api/keep", b"[" * 20_000)[0] == 413
    assert phone.ask("POST", "/api/keep", b'{"a":' + b"[" * 9000)[0] == 400
    assert phone.ask("GET", "/" + "a" * 600)[0] == 414
    assert raw(shop.port, b"GET / HTTP/1.1\r\nX: " + b"a" * 40_000 + b"\r\n\r\n")[9:12] in (
        b"400",
        b"",
    )
    assert phone.ask("POST", "/api/keep", b"{}", Content_Type="text/plain")[0] == 415
    assert phone.ask("DELETE", "/api/keep")[0] == 405
    is_well(shop)


@pytest.mark.parametrize("path", ["enter", "sit", "stand", "keep", "show", "object", "turn"])
def test_half_a_character_is_no_text(shop: Served, path: str):
    phone = shop.visitor(seat=0)
    game = shop.table.referee.game.uuid
    for asked in ({"code": "\ud800"}, {"game": game, "seq": 1, "play": {"do": "\udfff"}}):
        assert phone.post(path, asked)[0] == 400
    assert phone.post(path, {"game": game, "\ud83d": []})[0] == 400
    is_well(shop)


def test_malformed_requests_change_nothing(
    unhurried: None, shop: Served, caplog: pytest.LogCaptureFixture
):
    phone = shop.visitor(seat=0)
    chance = random.Random(7)
    before = json.dumps(shop.table.state())
    for _ in range(REQUESTS):
        answer = raw(shop.port, garbled(chance, shop.port, phone.cookie), 0.3)
        assert b"Traceback" not in answer
        assert not answer.startswith(b"HTTP/1.1 500")
    assert json.dumps(shop.table.state()) == before
    assert caplog.records == []  # whoever sends them does not fill the disk
    is_well(shop)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_TIMEOUT", 0.3)


def closes(connection: socket.socket) -> bool:
    connection.settimeout(10)
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        return True
    return True


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "])
def test_half_open_and_slow_connections_are_closed(hasty: None, shop: Served, sent: bytes):
    with socket.create_connection(("127.0.0.1", shop.port)) as connection:
        connection.sendall(sent)
        assert closes(connection)
    is_well(shop)


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch, shop: Served):
    monkeypatch.setattr("companion.web.endpoints.BODY_TIMEOUT", 0.3)
    phone = shop.visitor(seat=0)
    head = (
        f"POST /api/keep HTTP/1.1\r\nHost: localhost:{shop.port}\r\nCookie: {phone.cookie}\r\n"
        f"Origin: http://localhost:{shop.port}\r\nContent-Type: application/json\r\n"
        "Content-Length: 500\r\n\r\n{"
    )
    with socket.create_connection(("127.0.0.1", shop.port), timeout=10) as connection:
        connection.sendall(head.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 408")
    is_well(shop)


def test_a_body_that_breaks_off_is_nothing_to_write_down(shop: Served):
    phone = shop.visitor(seat=0)
    head = (
        f"POST /api/keep HTTP/1.1\r\nHost: localhost:{shop.port}\r\nCookie: {phone.cookie}\r\n"
        f"Origin: http://localhost:{shop.port}\r\nContent-Type: application/json\r\n"
        "Content-Length: 500\r\n\r\n{"
    )
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", shop.port), timeout=10) as connection:
            connection.sendall(head.encode())
            time.sleep(0.05)  # it is being read
    is_well(shop)


@pytest.mark.parametrize("asked", ["GET /", "GET /api/events", "HEAD /", "POST /api/turn"])
@pytest.mark.parametrize("pause", [0, 0.3])
def test_a_body_that_becomes_nonsense_is_nothing_to_write_down(
    shop: Served, caplog: pytest.LogCaptureFixture, asked: str, pause: float
):
    phone = shop.visitor(seat=0)
    head = f"{asked} HTTP/1.1\r\nHost: 127.0.0.1:{shop.port}\r\nCookie: {phone.cookie}\r\n"
    with socket.create_connection(("127.0.0.1", shop.port), timeout=5) as connection:
        connection.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        time.sleep(pause)  # with it, the answer has begun: a stream has no end
        connection.sendall(b"no length\r\n" * 2)
        assert closes(connection)
    assert [record.getMessage() for record in caplog.records] == []
    is_well(shop)


def test_two_hundred_connections_at_once_leave_room_for_the_table(shop: Served):
    phone = shop.visitor(seat=0)
    with phone.stream() as events:
        views = (data for event, data in events if event == "view")
        assert next(views)["table"]["seq"] == 1
        opened = [socket.create_connection(("127.0.0.1", shop.port)) for _ in range(200)]
        try:
            shop.table.ok("draw", cards=["train", "train"])
            assert next(views)["table"]["seq"] == 2  # who is in stays in
        finally:
            for connection in opened:
                connection.close()
    until(lambda: _answers(shop))
    is_well(shop)


def _answers(shop: Served) -> bool:
    try:
        return Visitor(shop.port).ask("GET", "/api/labels")[0] == 200
    except (OSError, http.client.HTTPException):
        return False


def test_who_asks_too_often_is_told_to_wait_and_the_table_goes_on(unhurried: None, shop: Served):
    visitor = Visitor(shop.port)
    seen: set[Any] = set()
    for _ in range(700):
        seen.add(visitor.ask("GET", "/page/icon.svg")[0])
    assert seen == {200, 429}
    shop.table.ok("draw", cards=["train", "train"])
    assert shop.table.referee.seq == 2


def test_who_sends_more_than_can_be_answered_does_not_crowd_out_the_others(
    shop: Served, monkeypatch: pytest.MonkeyPatch
):
    """Requests faster than they may be answered: another address has its turn."""
    request = f"GET /page/icon.svg HTTP/1.1\r\nHost: localhost:{shop.port}\r\n\r\n".encode()
    with contextlib.ExitStack() as stack:
        where = "127.0.0.1", shop.port
        flood = [
            stack.enter_context(socket.create_connection(where, timeout=30)) for _ in range(30)
        ]
        assert Visitor(shop.port, "127.0.0.2").ask("GET", "/page/icon.svg")[0] == 200
        monkeypatch.setattr(rate_limit, "BURST", 3)
        monkeypatch.setattr(rate_limit, "PER_SECOND", 10)
        for connection in flood:
            connection.sendall(request)
        assert Visitor(shop.port, "127.0.0.2").ask("GET", "/page/icon.svg")[0] == 200
        answered, _, _ = select.select(flood, [], [], 0)
        assert len(answered) < len(flood)
        for connection in flood:  # and all of it is answered in the end
            assert connection.recv(65536).startswith(b"HTTP/1.1 200")


def _flood(port: int, over: threading.Event, addresses: Sequence[str] = ("127.0.0.1",)) -> None:
    """Connections and requests as fast as they go, answered or not, from these addresses."""
    chance = random.Random(port)
    while not over.is_set():
        with (
            contextlib.suppress(OSError),
            socket.create_connection(
                ("127.0.0.1", port), 1, source_address=(chance.choice(addresses), 0)
            ) as one,
        ):
            one.settimeout(0.05)
            for _ in range(20):
                one.sendall(garbled(chance, port, ""))
            one.recv(65536)


@contextlib.contextmanager
def flooded(port: int, addresses: Sequence[str] = ("127.0.0.1",)) -> Iterator[None]:
    """By eight at once, while it lasts."""
    over = threading.Event()
    attackers = [threading.Thread(target=_flood, args=(port, over, addresses)) for _ in range(8)]
    for attacker in attackers:
        attacker.start()
    try:
        yield
    finally:
        over.set()
        for attacker in attackers:
            attacker.join()


def test_who_is_in_sees_every_turn_through_a_flood_from_thousands_of_addresses(shop: Served):
    many = [f"127.{one}.{other}.9" for one in range(1, 21) for other in range(100)]
    phone, guests = shop.visitor(seat=0), shop.phones.guests
    with phone.stream() as events, flooded(shop.port, many):
        views = (data for event, data in events if event == "view")
        assert next(views)["table"]["seq"] == 1
        for seq in range(2, 8):
            time.sleep(0.3)
            shop.table.ok("draw", cards=["train", "train"])
            assert next(views)["table"]["seq"] == seq
    assert shop.phones.guests == guests  # nobody else came in
    until(lambda: _answers(shop))
    is_well(shop)


def test_a_flood_does_not_keep_the_server_from_ending(shop: Served):
    port = shop.port
    with flooded(port):
        time.sleep(1)
        thread = next(one for one in threading.enumerate() if one.name == "phones")
        shop.phones.close()
        assert not thread.is_alive()
    shop.phones.open()  # and lets phones in again, at the same address
    until(lambda: shop.code)
    assert shop.port == port
    is_well(shop)


def test_names_of_people_are_text_wherever_they_go(shop: Served):
    """They reach the page as JSON, and the page puts nothing into markup."""
    name = "<img src=x onerror=alert(1)>"
    shop.table.ok("new", players=[
        {"name": name[:24], "color": "red", "terrain": "desert", "tickets": 2},
        {"name": "Ben", "color": "blue", "terrain": "desert", "tickets": 2},
    ])  # fmt: skip
    until(lambda: shop.phones._hub.snapshot.game.uuid == shop.table.referee.game.uuid)  # type: ignore[union-attr]
    phone = shop.visitor()
    assert phone.view()["table"]["players"][0]["name"] == name[:24]
    assert phone.ask("GET", "/api/log")[2]["content-type"] == "application/json"
