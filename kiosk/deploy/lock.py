"""Writes requirements.lock: the packages for an appliance, with exact versions and hashes.

    .venv/bin/python kiosk/deploy/lock.py

Asks pip what it would install on each of the appliance's systems, and installs nothing. Download
addresses are not recorded; the hashes are enough.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parents[2]
LOCK: Final = Path(__file__).with_name("requirements.lock")
EXTRAS: Final = ("kiosk", "hardware")
PYTHONS: Final = ("3.11", "3.13")  # in Debian and Raspberry Pi OS 12 and 13
MACHINES: Final = ("aarch64", "x86_64")
GLIBC: Final = 36  # 2.36, in Debian 12
_OURS: Final = re.compile(r"stationmaster\[([a-z, ]+)\]")
_HEAD: Final = """\
# Made by kiosk/deploy/lock.py: what an appliance installs, on Debian or Raspberry Pi OS 12 or 13.
# pip takes nothing that has another hash (--require-hashes).
"""


def wanted(project: dict[str, Any]) -> Iterator[str]:
    """Yield the project's requirements for an appliance, and for building the project."""
    yield from project["build-system"]["requires"]
    yield from project["project"]["dependencies"]
    extras = project["project"]["optional-dependencies"]
    open_extras = list(EXTRAS)
    for extra in open_extras:
        for requirement in extras[extra]:
            if ours := _OURS.fullmatch(requirement):
                open_extras += [name.strip() for name in ours[1].split(",")]
            else:
                yield requirement


def resolved(requirements: list[str], python: str, machine: str) -> dict[str, tuple[str, str]]:
    """Return versions and hashes by name that pip would install on a system."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed"]
        command += ["--quiet", "--no-input", "--only-binary", ":all:", "--target", folder]
        command += ["--python-version", python, "--implementation", "cp", "--report", str(report)]
        for minor in range(5, GLIBC + 1):
            command += ["--platform", f"manylinux_2_{minor}_{machine}"]
        command += ["--platform", f"manylinux2014_{machine}", "--platform", f"linux_{machine}"]
        asked = [*command, *_fitting(requirements, python, machine)]
        done = subprocess.run(asked, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"Python {python} on {machine}: {done.stderr}")
        found = json.loads(report.read_text())["install"]
    return {
        _name(one["metadata"]["name"]): (
            one["metadata"]["version"],
            one["download_info"]["archive_info"]["hash"].removeprefix("sha256="),
        )
        for one in found
    }


def _fitting(requirements: list[str], python: str, machine: str) -> Iterator[str]:
    """Yield the requirements for a system, without markers, which pip would check for this one."""
    for requirement in map(Requirement, requirements):
        marker, requirement.marker = requirement.marker, None
        if not marker or marker.evaluate({"platform_machine": machine, "python_version": python}):
            yield str(requirement)


def _name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def lock(requirements: list[str]) -> str:
    """Return the content of the lock file."""
    systems = [(python, machine) for python in PYTHONS for machine in MACHINES]
    hashes: dict[tuple[str, str], set[str]] = defaultdict(set)
    where: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for python, machine in systems:
        for name, (version, digest) in resolved(requirements, python, machine).items():
            hashes[name, version].add(digest)
            where[name, version].append((python, machine))
    lines = [_HEAD]
    for name, version in sorted(hashes):
        at = where[name, version]
        marker = "" if at == systems else f" ; {' or '.join(map(_marker, at))}"
        rows = [f"{name}=={version}{marker}"]
        rows += [f"    --hash=sha256:{digest}" for digest in sorted(hashes[name, version])]
        lines.append(" \\\n".join(rows) + "\n")
    return "".join(lines)


def _marker(system: tuple[str, str]) -> str:
    python, machine = system
    return f"(python_version == '{python}' and platform_machine == '{machine}')"


if __name__ == "__main__":
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    LOCK.write_text(lock(sorted(set(wanted(project)))))
