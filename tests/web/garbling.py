"""Requests as no browser sends them."""

import random


def garbled(chance: random.Random, port: int, cookie: str) -> bytes:
    """Something like a request."""
    method = chance.choice(["GET", "POST", "PUT", "HEAD", "OPTIONS", "\x00", "GET" * 50])
    paths = [
        "/",
        "/api/events",
        "/api/turn",
        "/api/keep",
        "/api/sit",
        "/api/enter",
        "/api/ruling?route=",
    ]
    path = chance.choice(paths) + chance.choice(["", "%", "?", "#", "\x7f", "/" * 9, "ä"])
    body = chance.choice(
        [
            b"",
            b"{",
            b"{}",
            b"null",
            b'{"seat": 1e999}',
            b'{"seat": -1}',
            b'{"seat": true}',
            b"\xff\xfe",
            b'{"game": 1, "seq": "x"}',
            b'{"code": ["' + b"A" * 50 + b'"]}',
            b'{"seat": ' + b"9" * 5000 + b"}",
        ]
    )
    headers = [
        f"Host: localhost:{port}",
        f"Cookie: {cookie}",
        f"Origin: http://localhost:{port}",
        "Content-Type: application/json",
        f"Content-Length: {chance.choice([len(body), 0, -1, 10**9, 'x'])}",
        chance.choice(
            ["Transfer-Encoding: chunked", "Expect: 100-continue", "Connection: close", "X: \x01"]
        ),
    ]
    chance.shuffle(headers)
    head = f"{method} {path} HTTP/{chance.choice(['1.1', '1.0', '9', ''])}\r\n" + "\r\n".join(
        headers
    )
    data = head.encode("utf-8") + chance.choice([b"\r\n\r\n", b"\n\n", b""]) + body
    if chance.random() < 0.3:
        at = chance.randrange(len(data))
        data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
    return data
