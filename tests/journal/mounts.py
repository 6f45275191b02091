"""Disks that refuse: small ones to fill, and folders that are read-only even for root."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"needs the right to mount: {done.stderr.strip()}")


@contextmanager
def _mounted(path: Path, *arguments: str) -> Iterator[None]:
    _mount(*arguments, str(path))
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=True)


class SmallDisk:
    """A file system of its own that can be filled to the last byte."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    @classmethod
    @contextmanager
    def mounted(cls, folder: Path, size: str = "2m") -> Iterator[SmallDisk]:
        with _mounted(folder, "-t", "tmpfs", "-o", f"size={size}", "none"):
            yield cls(folder)

    def fill(self) -> None:
        with self._filler.open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                return

    def free(self) -> None:
        self._filler.unlink()


class Bound:
    """A folder or a file that can be made read-only and writable again."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    @contextmanager
    def mounted(cls, path: Path) -> Iterator[Bound]:
        with _mounted(path, "--bind", str(path)):
            yield cls(path)

    def allow(self, *, writing: bool) -> None:
        _mount("-o", f"remount,bind,{'rw' if writing else 'ro'}", str(self.path))
