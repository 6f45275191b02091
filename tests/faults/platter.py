"""A disk that refuses, by a shim before libc, and what is left of files when its power is cut."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from nursery import Nursery

SHIM = Path(__file__).with_name("refusing_disk.c")
PAGE = 4096


def refusing_nursery(folder: Path) -> Nursery:
    """Where referees come from whose disk refuses."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("needs a C compiler: apt-get install gcc libc6-dev")
    shim = folder / "refusing_disk.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", shim, SHIM, "-ldl"], check=True)
    return Nursery({"LD_PRELOAD": str(shim)})


class Platter:
    """The pages of files by inode, as `refusing_disk.c` has put them into a folder."""

    def __init__(self, games: Path, folder: Path) -> None:
        """Begin with all that is there now: it is on the disk."""
        self.folder, self._games = folder, games
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        names = []
        for file in filter(Path.is_file, games.iterdir()):
            inode = file.stat().st_ino
            shutil.copyfile(file, folder / str(inode))
            names.append(f"{inode} {file.name}\n")
        (folder / "names").write_text("".join(names))

    def after_power_cut(self, dice: random.Random) -> Path:
        """A folder with what is left: some of what was not synced may be there, or none."""
        left = self.folder.with_name("left")
        shutil.rmtree(left, ignore_errors=True)
        left.mkdir()
        names = self._synced_names() if dice.random() < 0.5 else self._present_names()
        likely = dice.choice((0.0, 0.5, 1.0))
        for name, inode in names.items():
            if not name.endswith("-shm"):
                (left / name).write_bytes(self._pages(inode, name, likely, dice))
        return left

    def _synced_names(self) -> dict[str, int]:
        lines = (self.folder / "names").read_text().splitlines()
        return {name: int(inode) for inode, name in (line.split(" ", 1) for line in lines)}

    def _present_names(self) -> dict[str, int]:
        return {file.name: file.stat().st_ino for file in self._games.iterdir() if file.is_file()}

    def _pages(self, inode: int, name: str, likely: float, dice: random.Random) -> bytes:
        """A file's pages that were synced, and each that waits to be written as likely as this."""
        kept, dirty = self.folder / str(inode), self.folder / f"{inode}.dirty"
        pages = bytearray(kept.read_bytes() if kept.exists() else b"")
        live = self._games / name
        if live.exists() and live.stat().st_ino == inode and dirty.exists():
            present = live.read_bytes()
            for number, is_dirty in enumerate(dirty.read_bytes()):
                if is_dirty and dice.random() < likely:
                    page = present[number * PAGE : (number + 1) * PAGE]
                    pages[len(pages) :] = bytes(max(0, number * PAGE - len(pages)))
                    pages[number * PAGE : number * PAGE + len(page)] = page
        return bytes(pages)
