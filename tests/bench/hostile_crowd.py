"""Somebody who means harm: many connections, and malformed requests on them as fast as they go.

python -m tests.bench.hostile_crowd PORT COOKIE: prints "in" when all were opened once, and goes on
until its input ends; then it prints how many requests it has sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "web"))
from garbling import garbled

CONNECTIONS = 200
ADDRESSES = 8  # that they come from
REQUESTS = 64  # made beforehand: the one that is measured is the server
PATIENCE = 0.3  # seconds for an answer


class Attack:
    """All of them, and what they have done."""

    def __init__(self, port: int, cookie: str) -> None:
        chance = random.Random(7)
        self._port = port
        self._requests = [garbled(chance, port, cookie) for _ in range(REQUESTS)]
        self.sent = 0

    async def go_on(self, number: int, ready: asyncio.Event) -> None:
        """One connection after the other, each with one request."""
        while True:
            with contextlib.suppress(OSError, TimeoutError):
                await asyncio.wait_for(self._send(number), PATIENCE)
            ready.set()
            await asyncio.sleep(0)

    async def _send(self, number: int) -> None:
        source = f"127.0.0.{2 + number % ADDRESSES}", 0
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=source)
        try:
            self.sent += 1
            writer.write(self._requests[self.sent % REQUESTS])
            while await reader.read(65536):
                pass
        finally:
            writer.close()


async def main(port: int, cookie: str) -> None:
    """Until the input ends."""
    attack = Attack(port, cookie)
    events = [asyncio.Event() for _ in range(CONNECTIONS)]
    tasks = [asyncio.create_task(attack.go_on(*given)) for given in enumerate(events)]
    await asyncio.gather(*(ready.wait() for ready in events))
    print("in", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(attack.sent, flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
