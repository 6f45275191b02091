"""Sticks are found where systems mount them, and nothing else is taken for one."""

import subprocess
from pathlib import Path

import pytest

from companion.exports.sticks import Stick, sticks, sticks_in

MOUNTS = """\
proc /proc proc rw,nosuid,nodev,noexec,relatime 0 0
/dev/mmcblk0p2 / ext4 rw,noatime 0 0
/dev/mmcblk0p1 /boot/firmware vfat rw,relatime 0 0
/dev/sda1 /media/pi/INTENSO vfat rw,nosuid,nodev,relatime,uid=1000 0 0
/dev/sdb1 /run/media/anna/Spiele\\040und\\040mehr exfat rw,nosuid 0 0
/dev/sdc1 /mnt/usb0 vfat rw 0 0
/dev/sdd1 /media/pi/LOCKED vfat ro,nosuid 0 0
tmpfs /media/pi/tmp tmpfs rw 0 0
server:/home /media/pi/home nfs4 rw 0 0
/dev/sde1 /media/cdrom iso9660 rw 0 0
/dev/sdf1 /media/pi/INTENSO/inner vfat rw 0 0
/dev/sdg1 /mnt/data ext4 rw 0 0
"""


def test_sticks_are_found_the_newest_first_and_it_is_known_which_can_be_written_to():
    assert sticks_in(MOUNTS) == [
        Stick("LOCKED", Path("/media/pi/LOCKED"), writable=False),
        Stick("usb0", Path("/mnt/usb0")),
        Stick("Spiele und mehr", Path("/run/media/anna/Spiele und mehr")),
        Stick("INTENSO", Path("/media/pi/INTENSO")),
    ]


def test_another_root_can_stand_for_the_system(tmp_path: Path):
    folders = [stick.folder for stick in sticks_in(MOUNTS, tmp_path)]
    assert folders[-1] == tmp_path / "media/pi/INTENSO"


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("/dev/sda1 /media/pi/a\\134b vfat rw 0 0", "a\\b"),
        ("/dev/sda1 /media/pi/a\\011b vfat rw 0 0", "a\tb"),
        ("/dev/sda1 /media/pi/Žluť-日本 vfat rw 0 0", "Žluť-日本"),
        ("/dev/sda1 /media/pi/a\u2028b vfat rw 0 0", "a\u2028b"),
    ],
)
def test_labels_may_hold_anything(line: str, label: str):
    assert [stick.label for stick in sticks_in(line)] == [label]


def test_what_is_mounted_over_a_stick_hides_it():
    stick = "/dev/sda1 /media/pi/X vfat rw 0 0\n"
    (over,) = sticks_in(stick + "/dev/sdb1 /media/pi/X vfat ro 0 0\n")
    assert not over.writable
    assert len(sticks_in(stick + stick)) == 1


@pytest.mark.parametrize("text", ["", "\n", "x", "/dev/sda1", "/dev/sda1 /media/pi/X", "  \n  "])
def test_lines_cut_short_are_no_sticks(text: str):
    assert sticks_in(text) == []


def test_the_list_of_this_system_is_read():
    assert all(stick.folder.is_dir() for stick in sticks())


def test_a_mounted_device_is_found(tmp_path: Path):
    """The real thing, where the tests may mount: a small disk under /mnt."""
    disk, folder = tmp_path / "disk", Path("/mnt/usb-stationmaster-test")
    subprocess.run(["truncate", "-s", "1M", str(disk)], check=True)
    try:
        subprocess.run(["mkfs.ext2", "-q", "-F", str(disk)], check=True, capture_output=True)
        folder.mkdir()
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"needs a disk of its own: {error}")
    try:
        done = subprocess.run(["mount", "-o", "loop", disk, folder], capture_output=True)
        if done.returncode:
            pytest.skip(f"needs the right to mount: {done.stderr.decode().strip()}")
        assert folder in [stick.folder for stick in sticks()]
        subprocess.run(["umount", str(folder)], check=True)
        assert folder not in [stick.folder for stick in sticks()]
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False, capture_output=True)
        folder.rmdir()
