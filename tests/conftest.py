"""What every test may ask for."""

import pytest
from table import Table


@pytest.fixture
def table() -> Table:
    return Table()
