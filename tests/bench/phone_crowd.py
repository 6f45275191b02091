"""Many phones at once, without a browser: streams that are read, and when each event arrived.

python -m tests.bench.phone_crowd PORT COOKIE...: prints "in" when all are connected, one for each
cookie, and, when its input ends, for every event the moment at which the last phone had it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

AGAIN = 0.05  # seconds between two tries to connect


async def phone(
    port: int, cookie: str, arrived: dict[int, list[float]], ready: asyncio.Event
) -> None:
    """One stream, read until it ends."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            break
        except OSError:
            await asyncio.sleep(AGAIN)
    head = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
    writer.write(head.encode())
    seq = 0
    while line := await reader.readline():
        if line.startswith(b"id: "):
            seq = int(line[4:])
        elif line.startswith(b"data: ") and seq:
            arrived.setdefault(seq, []).append(time.monotonic())
            seq = 0
            ready.set()


async def main(port: int, cookies: list[str]) -> None:
    """All of them, until the input ends."""
    arrived: dict[int, list[float]] = {}
    events = [asyncio.Event() for _ in cookies]
    tasks = [
        asyncio.create_task(phone(port, cookie, arrived, ready))
        for cookie, ready in zip(cookies, events, strict=True)
    ]
    await asyncio.gather(*(ready.wait() for ready in events))
    print("in", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps({seq: max(times) for seq, times in arrived.items()}), flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2:]))
