"""What goes wrong again and again is written down once in a while."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from table import Table
from visitors import served

from companion import faults


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    raises = logging.raiseExceptions
    faults.log_to_file(tmp_path / "state" / "faults.log")
    yield tmp_path / "state" / "faults.log"
    for handler in root.handlers:
        handler.close()
    root.handlers[:], logging.raiseExceptions = before, raises
    root.setLevel(level)


def test_a_fault_that_a_phone_causes_again_and_again_is_written_down_once(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    table = Table()
    table.new(2)
    with served(table) as shop:
        phone = shop.visitor()
        assert shop.phones._hub is not None
        monkeypatch.setattr(shop.phones._hub, "board_data", lambda language: 1 // 0)
        monkeypatch.setattr(shop.phones._hub, "log", lambda language: {}["none"])
        for _ in range(20):
            assert phone.ask("GET", "/api/board")[0] == 500
            assert phone.ask("GET", "/api/log")[0] == 500
    text = file.read_text()
    assert text.count("ZeroDivisionError") == 1
    assert text.count("KeyError") == 1  # another kind


def test_how_many_were_left_out_is_said_with_the_next_one(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    log = logging.getLogger("somewhere")
    for number in range(5):
        log.warning("%d%% of the disk are gone", number)
    monkeypatch.setattr(faults, "REPEAT_INTERVAL", 0.0)
    for number in range(5, 7):
        log.warning("%d%% of the disk are gone", number)
    told = [line.partition("somewhere: ")[2] for line in file.read_text().splitlines()]
    assert told == [
        "0% of the disk are gone",
        "5% of the disk are gone (and 4 like it before)",
        "6% of the disk are gone",
    ]


def test_few_kinds_are_remembered(file: Path):
    log = logging.getLogger("somewhere")
    limit = next(
        found
        for handler in logging.getLogger().handlers
        for found in handler.filters
        if isinstance(found, faults.RepeatLimit)
    )
    for number in range(1000):
        log.warning(f"fault {number}")
    assert len(limit._written_at) <= 200
    assert file.read_text().count("fault") == 1000
