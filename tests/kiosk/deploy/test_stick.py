"""A stick on an appliance: mounted as what it is, or not at all, by a unit that may nothing else.

Mounting itself is tried on a whole machine (tests/faults/machine); here, what is asked for.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[3] / "kiosk" / "deploy"
UNIT = DEPLOY / "root" / "etc" / "systemd" / "system" / "stationmaster-stick@.service"
RULES = DEPLOY / "root" / "etc" / "udev" / "rules.d" / "70-stationmaster.rules"
MOST_EXPOSED = 40  # tenths, of systemd-analyze's ten: it has to mount where all can see it
HIDES_MOUNTS = (
    *("ProtectSystem", "ProtectHome", "PrivateTmp", "PrivateDevices", "PrivateMounts"),
    *("ProtectKernelTunables", "ProtectKernelModules", "ProtectKernelLogs"),
    *("ProtectControlGroups", "ProtectProc", "ProcSubset", "ReadOnlyPaths", "ReadWritePaths"),
    *("InaccessiblePaths", "BindPaths", "RootDirectory", "TemporaryFileSystem", "DynamicUser"),
)


def plug_in(folder: Path, kind: str) -> tuple[int, str]:
    """The exit code, and what was asked of mount, where lsblk finds this kind of file system."""
    stubs = {
        "findmnt": "exit 1",
        "mountpoint": "exit 1",
        "lsblk": f'case "$*" in *FSTYPE*) echo "{kind}" ;; *) echo "MY GAMES" ;; esac',
        "id": "echo 990",
        "mount": f'echo "$*" >>"{folder}/asked"',
        "mkdir": ":",
        "rmdir": ":",
    }
    for name, body in stubs.items():
        stub = folder / name
        stub.write_text(f"#!/bin/sh\n{body}\n")
        stub.chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    script = [shutil.which("sh") or "/bin/sh", str(DEPLOY / "stick.sh"), "mount", "/dev/sdz1"]
    done = subprocess.run(script, env={"PATH": path}, capture_output=True, text=True)
    asked = folder / "asked"
    return done.returncode, asked.read_text() if asked.exists() else ""


@pytest.mark.parametrize("kind", ["vfat", "exfat"])
def test_fat_and_exfat_are_mounted_as_what_they_are(tmp_path: Path, kind: str):
    code, asked = plug_in(tmp_path, kind)
    assert code == 0
    assert asked.startswith(f"-i -t {kind} -o nosuid,nodev,noexec,")
    assert asked.endswith("/dev/sdz1 /run/media/stationmaster/MY GAMES\n")


@pytest.mark.parametrize(
    "kind", ["ntfs", "ext4", "iso9660", "btrfs", "crypto_LUKS", "", "vfat,ext4"]
)
def test_nothing_else_is_mounted(tmp_path: Path, kind: str):
    assert plug_in(tmp_path, kind) == (1, "")


def test_udev_asks_for_no_others():
    (found,) = re.findall(r'ENV\{ID_FS_TYPE\}=="([^"]*)"', RULES.read_text())
    assert found.split("|") == ["vfat", "exfat"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze")
def test_the_unit_is_exposed_to_little(tmp_path: Path):
    unit = tmp_path / "stationmaster-stick@sdz1.service"
    unit.write_text(UNIT.read_text())
    asked = ["systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", unit]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_unit_mounts_where_the_kiosk_sees_it():
    settings = re.findall(r"^(\w+)=", UNIT.read_text(), re.MULTILINE)
    assert not set(settings) & set(HIDES_MOUNTS)
    assert re.findall(r"^CapabilityBoundingSet=(.*)$", UNIT.read_text(), re.MULTILINE) == [
        "CAP_SYS_ADMIN"
    ]
