"""Checks of Python and the installed packages."""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Final

from kiosk.doctor.finding import BROKEN, WARNING, Finding

OLDEST, TOO_NEW = (3, 11), (3, 14)
NEEDED: Final = ("kivy", "sqlite-utils")  # required to run at all
LGPIO_LEAST: Final = (0, 2, 2)
LGPIO_STUB: Final = "0.0.0.2"  # an empty package: it installs, but cannot open pins
_REQUIREMENT: Final = re.compile(r"([\w.-]+)(?:\[.*?\])?\s*([^;]*)(?:;.*)?")
_EXTRAS: Final = ("kiosk", "exports", "hardware")

Version = Callable[[str], str | None]  # of an installed package


@dataclass(frozen=True, slots=True)
class Requirement:
    """A package and its allowed versions, such as `>=4.2,<5`."""

    name: str
    versions: str

    def __str__(self) -> str:
        return f"{self.name}{self.versions}"

    def is_met_by(self, version: str) -> bool:
        """Whether this version is allowed."""
        return all(
            _fits(version, part.strip()) for part in self.versions.split(",") if part.strip()
        )


def _fits(version: str, wanted: str) -> bool:
    found = re.fullmatch(r"(==|>=|<)\s*([\w.]+)", wanted)
    if found is None:
        return True  # another specifier, which pip has checked
    is_, than = numbers(version), numbers(found[2])
    return {"==": is_ == than, ">=": is_ >= than, "<": is_ < than}[found[1]]


def numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version, such as (2, 0, 1) for 2.0.1.post3."""
    begun = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, begun[0].split("."))) if begun else ()


def requirements(lines: Sequence[str]) -> Iterator[Requirement]:
    """Yield requirements of the kiosk and its devices; skips those with platform conditions."""
    for line in lines:
        found = _REQUIREMENT.fullmatch(line.strip())
        extra = re.search(r"extra\s*==\s*['\"](\w+)['\"]", line)
        depends = re.search(r"platform_|python_version|sys_platform", line)
        if found is None or depends or found[1] == "stationmaster":
            continue
        if extra is None or extra[1] in _EXTRAS:
            yield Requirement(found[1].lower(), found[2].strip())


def our_requirements() -> list[Requirement]:
    """Return the requirements of this program as installed."""
    try:
        return list(requirements(metadata.requires("stationmaster") or ()))
    except metadata.PackageNotFoundError:
        return []


def installed(name: str) -> str | None:
    """Return a package's version, or None if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def check_version(version: str) -> Finding:
    return Finding("version", "version", {"version": version})


def check_python(version: tuple[int, ...]) -> Finding:
    facts = {"version": ".".join(map(str, version[:3]))}
    if OLDEST <= version[:2] < TOO_NEW:
        return Finding("python", "python", facts)
    return Finding("python", "python_unfit", facts, BROKEN, "rm -rf .venv && sh kiosk/run.sh")


def check_packages(wanted: Sequence[Requirement], version: Version = installed) -> Finding:
    """Check that all packages are installed in allowed versions."""
    if not wanted:
        return Finding("packages", "not_installed", {}, WARNING, "sh kiosk/run.sh")
    found = {one.name: version(one.name) for one in wanted}
    wrong = [one for one in wanted if not _is_there(one, found[one.name])]
    if not wrong:
        told = ", ".join(f"{name} {there}" for name, there in sorted(found.items()))
        return Finding("packages", "packages", {"packages": told})
    told = ", ".join(f"{one} ({found[one.name] or '–'})" for one in wrong)
    state = BROKEN if any(one.name in NEEDED for one in wrong) else WARNING
    command = " ".join([sys.executable, "-m pip install", *(f"'{one}'" for one in wrong)])
    return Finding("packages", "packages_wrong", {"packages": told}, state, command)


def _is_there(wanted: Requirement, version: str | None) -> bool:
    return version is not None and wanted.is_met_by(version)


def check_lgpio(version: str | None, *, has_pins: bool) -> Finding:
    """Check that the driver for pins is not the empty package, if there are pins."""
    if not has_pins:
        return Finding("lgpio", "no_pins")
    mend = "sudo apt-get install python3-lgpio"
    if version is None:
        return Finding("lgpio", "lgpio_missing", {}, WARNING, mend)
    if numbers(version) < LGPIO_LEAST:
        mend = f"{sys.executable} -m pip uninstall -y lgpio && {mend}"
        return Finding("lgpio", "lgpio_stub", {"version": version}, BROKEN, mend)
    return Finding("lgpio", "lgpio", {"version": version})
