"""A disk that loses what was not flushed: power is cut between any two writes.

The guest writes to a layer above its disk, and every write and flush is logged by qemu. After a cut
the layer is thrown away: on the disk is what came before the last flush, and of what came after it
any part. (A disk image of its own would keep all that qemu was given, flushed or not.)
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.faults.machine.roots import Root, sh

_SUPER = struct.Struct("<QQQI")  # magic, version, entries, bytes of a sector
_ENTRY = struct.Struct("<QQQQ")  # sector, sectors, flags, and of marks their length
_MAGIC = 0x6A736677736872
_FLUSH, _AT_ONCE, _DISCARD = 1, 2, 4
SIZE = "3G"


@dataclass(frozen=True, slots=True)
class Write:
    """What was asked of the disk."""

    at: int
    flags: int
    data: bytes


def writes(log: Path) -> Iterator[Write]:
    """All that were logged whole, in order."""
    with log.open("rb") as file:
        magic, _, entries, sector = _SUPER.unpack(file.read(_SUPER.size))
        assert magic == _MAGIC
        at = sector
        for _ in range(entries):
            file.seek(at)
            where, sectors, flags, _ = _ENTRY.unpack(file.read(_ENTRY.size))
            length = sectors * sector
            file.seek(at + sector)
            data = bytes(length) if flags & _DISCARD else file.read(length)
            if len(data) < length:
                return
            yield Write(where * sector, flags, data)
            at += sector + (0 if flags & _DISCARD else length)


class Disk:
    """A raw image with a file system, a layer above it, and the log of that layer."""

    def __init__(self, image: Path) -> None:
        self.image = image
        self._layer, self._log = image.with_suffix(".layer"), image.with_suffix(".log")

    @classmethod
    def of(cls, root: Root, image: Path) -> Disk:
        """Put a whole system onto it."""
        image.unlink(missing_ok=True)
        sh("mkfs.ext4", "-q", "-d", root.folder, image, SIZE)
        return cls(image)

    def options(self) -> list[str]:
        """A new layer, in qemu's words."""
        for file in (self._layer, self._log):
            file.unlink(missing_ok=True)
        self._log.touch()
        backing = ["-b", str(self.image), "-F", "raw"]
        sh("qemu-img", "create", "-q", "-f", "qcow2", *backing, self._layer)
        nodes = (
            f"driver=file,filename={self._layer},node-name=file",
            "driver=qcow2,file=file,node-name=layer",
            f"driver=file,filename={self._log},node-name=log",
            "driver=blklogwrites,node-name=disk,file=layer,log=log,log-super-update-interval=1",
        )
        words = [word for node in nodes for word in ("-blockdev", node)]
        return [*words, "-device", "virtio-blk-pci,drive=disk"]

    def keep(self, chance: random.Random | None = None) -> int:
        """End the layer: all of it, or, by chance, what a cut of power leaves; the writes lost."""
        logged = list(writes(self._log))
        assert any(one.data for one in logged), "nothing was ever written: the log was not read"
        flushed = max((at for at, one in enumerate(logged) if one.flags & _FLUSH), default=-1)
        lost = 0
        with self.image.open("r+b") as image:
            for at, one in enumerate(logged):
                if chance is not None and at > flushed and self._is_lost(one, chance):
                    lost += 1
                    continue
                image.seek(one.at)
                image.write(one.data)
        return lost

    @staticmethod
    def _is_lost(one: Write, chance: random.Random) -> bool:
        return not one.flags & _AT_ONCE and chance.random() < 0.5
