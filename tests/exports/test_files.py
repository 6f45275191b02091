"""A file is whole or not there, whatever becomes of the stick."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.exports.files import ExportError, write_atomically

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("pulled_stick.py")
OLD, NEW = b"o" * 10_000, b"n" * 300_000


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, smaller than what is to be written to it."""
    folder = tmp_path / "stick"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "none", str(folder)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"needs the right to mount: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=False, capture_output=True)


def test_a_file_is_written_whole_and_alone(tmp_path: Path):
    file = write_atomically(tmp_path, "game.json", NEW)
    assert file == tmp_path / "game.json"
    assert file.read_bytes() == NEW
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_file_written_again_replaces_the_old_one(tmp_path: Path):
    write_atomically(tmp_path, "game.json", OLD)
    write_atomically(tmp_path, "game.json", NEW)
    assert (tmp_path / "game.json").read_bytes() == NEW


def test_what_an_earlier_pull_left_is_overwritten(tmp_path: Path):
    (tmp_path / ".game.json.part").write_bytes(OLD)
    write_atomically(tmp_path, "game.json", NEW)
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_link_laid_in_the_way_is_not_followed(tmp_path: Path):
    precious = tmp_path / "precious"
    precious.write_bytes(OLD)
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / ".game.json.part").symlink_to(precious)
    with pytest.raises(ExportError):
        write_atomically(stick, "game.json", NEW)
    assert precious.read_bytes() == OLD
    assert write_atomically(stick, "game.json", NEW).read_bytes() == NEW  # and it is out of the way


def test_a_full_stick_keeps_the_old_file_and_nothing_of_the_new(stick: Path):
    write_atomically(stick, "game.json", OLD)
    with pytest.raises(ExportError) as failed:
        write_atomically(stick, "game.json", NEW)
    assert failed.value.full
    assert failed.value.file == stick / "game.json"
    assert os.listdir(stick) == ["game.json"]
    assert (stick / "game.json").read_bytes() == OLD
    write_atomically(stick, "other.json", OLD)  # there is room again


def test_a_stick_that_is_gone_is_said_to_be(tmp_path: Path):
    with pytest.raises(ExportError) as failed:
        write_atomically(tmp_path / "gone", "game.json", NEW)
    assert failed.value.gone
    assert not failed.value.full
    assert not (tmp_path / "gone").exists()


def test_a_read_only_stick_is_left_alone(stick: Path):
    write_atomically(stick, "game.json", OLD)
    subprocess.run(["mount", "-o", "remount,ro", str(stick)], check=True)
    with pytest.raises(ExportError, match="Read-only"):
        write_atomically(stick, "game.json", NEW)
    assert (stick / "game.json").read_bytes() == OLD


def test_a_limit_on_files_ends_in_words_too(tmp_path: Path):
    write_atomically(tmp_path, "game.json", OLD)
    ended = run(tmp_path, preexec_fn=_limited)
    assert ended.returncode == 3, ended.stderr
    assert ended.stdout == "failed File too large False True\n"
    assert (tmp_path / "game.json").read_bytes() == OLD
    assert os.listdir(tmp_path) == ["game.json"]


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize(
    ("call", "whole"),
    [
        ("openat:when=1", OLD),
        ("write:when=1", OLD),
        ("fsync:when=1", OLD),
        ("rename,renameat,renameat2:when=1", OLD),
        ("openat:when=2", NEW),  # the folder's: the file has its name by then
        ("fsync:when=2", NEW),
    ],
)
def test_a_stick_pulled_at_any_call_leaves_the_old_file_or_the_new_one(
    call: str, whole: bytes, tmp_path: Path
):
    """The kernel itself answers that the device is gone, at this very call on the stick."""
    stick = tmp_path / "stick"
    stick.mkdir()
    write_atomically(stick, "game.json", OLD)
    calls, when = call.split(":")
    paths = [str(stick), str(stick / "game.json"), str(stick / ".game.json.part")]
    only = [argument for path in paths for argument in ("-P", path)]
    inject = f"inject={calls}:error=EIO:{when}"
    ended = run(stick, ["strace", "-f", "-o", "/dev/null", *only, "-e", inject])
    assert ended.returncode == 3, ended.stdout + ended.stderr
    assert ended.stdout == "failed Input/output error True False\n"
    assert (stick / "game.json").read_bytes() == whole
    assert os.listdir(stick) == ["game.json"]


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_file_system_that_cannot_sync_folders_will_do(tmp_path: Path):
    inject = ["strace", "-f", "-o", "/dev/null", "-P", str(tmp_path)]
    ended = run(tmp_path, [*inject, "-e", "inject=fsync:error=EINVAL:when=1"])
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert (tmp_path / "game.json").read_bytes() == NEW


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("call", ["write", "fsync", "rename,renameat,renameat2"])
def test_a_pulled_plug_leaves_the_old_file(call: str, tmp_path: Path):
    """Killed before the call returns: what lies beside is overwritten by the next export."""
    write_atomically(tmp_path, "game.json", OLD)
    paths = [str(tmp_path / "game.json"), str(tmp_path / ".game.json.part")]
    only = [argument for path in paths for argument in ("-P", path)]
    kill = f"inject={call}:error=EIO:signal=KILL:when=1"
    ended = run(tmp_path, ["strace", "-f", "-o", "/dev/null", *only, "-e", kill])
    assert ended.returncode not in (0, 3)
    assert (tmp_path / "game.json").read_bytes() == OLD
    write_atomically(tmp_path, "game.json", NEW)
    assert os.listdir(tmp_path) == ["game.json"]


def run(folder: Path, prefix: list[str] | None = None, **options: Any) -> Any:
    return subprocess.run(
        [*(prefix or []), sys.executable, str(PROGRAM), str(folder), str(len(NEW))],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=False,
        **options,
    )
