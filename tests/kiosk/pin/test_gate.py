"""The PIN: kept so that nobody can read it, and not to be found by trying."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from ordinary import ordinary

from kiosk.pin import secret
from kiosk.pin.gate import FIRST_WAIT_SECONDS, FREE_TRIES, LONGEST_WAIT_SECONDS, Gate, wait_after

ROOT = Path(__file__).parents[3]
PIN, WRONG = "24682468", "1234"  # no four digits: among those of a hash they may be by chance


class Hours:
    """A clock that only somebody else moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def file(folder: Path) -> Path:
    return folder / "pin.json"


@pytest.fixture
def gate(file: Path, hours: Hours) -> Gate:
    gate = Gate(file, hours)
    assert gate.set(PIN)
    gate.shut()
    return gate


def try_wrong(gate: Gate, hours: Hours, times: int) -> None:
    for _ in range(times):
        hours.now += gate.wait
        assert not gate.enter(WRONG)


def test_without_a_pin_everything_is_open(file: Path):
    gate = Gate(file)
    assert not gate.has_pin
    assert not gate.is_shut
    assert gate.enter("")


def test_only_the_pin_opens_it_and_it_can_be_shut_again(gate: Gate):
    assert gate.is_shut
    for other in (WRONG, "", "2468246", f"{PIN} ", "٢٤٦٨٢٤٦٨"):
        assert not gate.enter(other)
    assert gate.tries == 0


def test_the_right_one_forgives_the_wrong_ones(gate: Gate, hours: Hours):
    try_wrong(gate, hours, FREE_TRIES - 1)
    assert gate.tries == 1
    assert gate.enter(PIN)
    assert not gate.is_shut
    gate.shut()
    assert gate.is_shut
    assert gate.tries == FREE_TRIES


def test_it_is_kept_hashed_with_a_salt_and_for_its_owner_alone(gate: Gate, file: Path):
    kept = file.read_text()
    assert PIN not in kept
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    first = secret.load(file)
    gate.set(PIN)
    second = secret.load(file)
    assert first is not None
    assert second is not None
    assert first.salt != second.salt
    assert first.digest != second.digest


def test_after_some_wrong_tries_nobody_can_try_until_they_have_waited(gate: Gate, hours: Hours):
    try_wrong(gate, hours, FREE_TRIES)
    assert gate.wait == FIRST_WAIT_SECONDS
    assert not gate.enter(PIN)  # not even the right one
    hours.now += FIRST_WAIT_SECONDS - 1
    assert not gate.enter(PIN)
    hours.now += 1
    assert gate.enter(PIN)


def test_each_further_wrong_try_takes_longer_up_to_an_hour():
    waits = [wait_after(wrong) for wrong in range(40)]
    assert waits[:FREE_TRIES] == [0.0] * FREE_TRIES
    assert waits[FREE_TRIES : FREE_TRIES + 3] == [30.0, 60.0, 120.0]
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_WAIT_SECONDS
    assert wait_after(10**9) == LONGEST_WAIT_SECONDS


def test_a_restart_gives_no_further_try_and_begins_the_wait_anew(
    gate: Gate, file: Path, hours: Hours
):
    try_wrong(gate, hours, FREE_TRIES + 1)
    again = Gate(file, hours)
    assert again.wait == 2 * FIRST_WAIT_SECONDS
    assert not again.enter(PIN)
    hours.now += again.wait
    assert again.enter(PIN)


def test_a_plug_pulled_while_it_is_compared_gives_no_further_try(
    gate: Gate, file: Path, monkeypatch: pytest.MonkeyPatch
):
    def cut(kept: secret.Secret, pin: str) -> bool:
        raise SystemExit

    monkeypatch.setattr(secret.Secret, "fits", cut)
    with pytest.raises(SystemExit):
        gate.enter(WRONG)
    assert Gate(file).tries == FREE_TRIES - 1


def test_tries_count_where_the_disk_takes_nothing(
    gate: Gate, hours: Hours, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*args: object, **given: object) -> None:
        raise OSError("read-only")

    monkeypatch.setattr(secret, "write_atomically", refuse)
    try_wrong(gate, hours, FREE_TRIES)
    assert gate.wait == FIRST_WAIT_SECONDS
    assert not gate.set("1111")
    hours.now += FIRST_WAIT_SECONDS
    assert gate.enter(PIN)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", "3", '{"salt": "x", "scrypt": ""}', '{"salt": 1}', "[" * 9000, "\udcff"],
)
def test_a_pin_that_makes_no_sense_is_one_that_nobody_knows(file: Path, content: str):
    file.write_bytes(content.encode(errors="surrogateescape"))
    check_closed(file)


def check_closed(file: Path) -> None:
    """Nobody gets in, what is there stays as it is, and removing it opens the gate."""
    before = file.lstat()
    gate = Gate(file)
    assert gate.has_pin
    assert gate.is_shut
    assert gate.unreadable is not None
    for pin in ("", WRONG, PIN):
        assert not gate.enter(pin)
    assert gate.is_shut
    assert (gate.wait, file.lstat()) == (0.0, before)
    file.rmdir() if file.is_dir() else file.unlink()
    assert gate.unreadable is None
    assert not gate.is_shut


def make_fifo(file: Path) -> None:
    os.mkfifo(file)


def make_loop(file: Path) -> None:
    file.symlink_to(file)


def make_dangling(file: Path) -> None:
    """To a stick, say, that is not plugged in."""
    file.symlink_to(file.with_name("elsewhere.json"))


@pytest.mark.parametrize("make", [Path.mkdir, make_fifo, make_loop, make_dangling])
def test_a_pin_that_cannot_be_read_is_one_that_nobody_knows(
    file: Path, make: Callable[[Path], None]
):
    make(file)
    check_closed(file)


def test_a_pin_that_only_somebody_else_may_read_keeps_the_gate_shut(gate: Gate, file: Path):
    file.chmod(0)
    code = (
        "import sys, pathlib; from kiosk.pin.gate import Gate;"
        "gate = Gate(pathlib.Path(sys.argv[1])); print(gate.is_shut, gate.enter(sys.argv[2]))"
    )
    command = [*ordinary(), sys.executable, "-c", code, str(file), PIN]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.stdout == "True False\n", ended.stderr


@pytest.mark.parametrize("wrong", ['"many"', "-3", "true", "null"])
def test_a_count_that_makes_no_sense_is_none(gate: Gate, file: Path, wrong: str):
    file.write_text(file.read_text().replace('"wrong": 0', f'"wrong": {wrong}'))
    again = Gate(file)
    assert again.has_pin
    assert again.tries == FREE_TRIES


@pytest.mark.parametrize("text", ["123", "123456789", "12a4", "١٢٣٤", "12 4", ""])
def test_what_is_not_four_to_eight_digits_is_no_pin(text: str):
    assert not secret.is_pin(text)
    assert secret.is_pin("1234")
    assert secret.is_pin("12345678")


def test_the_way_back_in_is_a_command_and_a_running_kiosk_heeds_it(folder: Path):
    file = secret.file_of(folder / "stationmaster" / "settings.json")
    gate = Gate(file)
    gate.set(PIN)
    gate.shut()
    told = [forget(folder), forget(folder)]
    assert [done.returncode for done in told] == [0, 0]
    assert "removed" in told[0].stdout
    assert "No PIN" in told[1].stdout
    assert not gate.is_shut


@pytest.mark.parametrize("content", ["", "{}"])
def test_the_command_removes_a_pin_that_cannot_be_read(folder: Path, content: str):
    file = secret.file_of(folder / "stationmaster" / "settings.json")
    file.parent.mkdir()
    file.write_text(content)
    file.chmod(0)
    assert "removed" in forget(folder).stdout
    assert not Gate(file).has_pin


def test_a_pin_that_cannot_be_removed_is_said_to_be_set_still(folder: Path):
    file = secret.file_of(folder / "stationmaster" / "settings.json")
    file.mkdir(parents=True)
    ended = forget(folder)
    assert ended.returncode == 1
    assert "The PIN is still set" in ended.stderr
    assert "Traceback" not in ended.stderr


def forget(folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "kiosk", "forget-pin"],
        cwd=ROOT,
        env={**os.environ, "XDG_CONFIG_HOME": str(folder)},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("number", [errno.EIO, errno.EACCES, errno.ESTALE, errno.EMFILE])
def test_a_pin_that_the_disk_does_not_give_back_is_still_one(
    file: Path, number: int, monkeypatch: pytest.MonkeyPatch
):
    def fail(*args: object) -> bytes:
        raise OSError(number, os.strerror(number))

    assert Gate(file).set(PIN)
    with monkeypatch.context() as patched:
        patched.setattr(secret, "read_regular_file", fail)
        gate = Gate(file)
        assert (gate.has_pin, gate.is_shut, gate.enter(PIN)) == (True, True, False)
    assert gate.enter(PIN)
