"""A real X server, for the kiosk in a real window."""

from collections.abc import Iterator

import pytest
from x_server import x_server


@pytest.fixture
def display() -> Iterator[str]:
    with x_server() as server:
        yield server.display
