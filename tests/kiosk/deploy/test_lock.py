"""requirements.lock: all that an appliance installs, and nothing else than what was looked at."""

import importlib.util
import os
import re
import subprocess
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "kiosk" / "deploy"
LOCK = DEPLOY / "requirements.lock"
SYSTEMS = [(python, machine) for python in ("3.11", "3.13") for machine in ("aarch64", "x86_64")]


def locked() -> list[tuple[Requirement, list[str]]]:
    """Each requirement, with its hashes."""
    text = re.sub(r"^#.*\n", "", LOCK.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found = []
    for line in text.splitlines():
        requirement, *hashes = re.split(r"\s+--hash=", line.strip())
        found.append((Requirement(requirement), hashes))
    return found


def versions(python: str, machine: str) -> dict[str, Version]:
    environment = {"python_version": python, "platform_machine": machine}
    found: dict[str, Version] = {}
    for requirement, _ in locked():
        if requirement.marker is None or requirement.marker.evaluate(environment):
            assert requirement.name not in found
            (pin,) = requirement.specifier
            assert pin.operator == "=="
            found[requirement.name] = Version(pin.version)
    return found


@pytest.fixture
def lock() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lock", DEPLOY / "lock.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("python", "machine"), SYSTEMS)
def test_it_has_what_the_project_file_asks_for(lock: ModuleType, python: str, machine: str):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found = versions(python, machine)
    asked = list(map(Requirement, lock.wanted(project)))
    assert {"kivy", "uvicorn", "gpiozero", "setuptools"} <= {one.name for one in asked}
    environment = {"python_version": python, "platform_machine": machine}
    for one in asked:
        if one.marker is None or one.marker.evaluate(environment):
            assert one.specifier.contains(found[one.name]), one


def test_every_package_has_one_version_and_its_hashes():
    for requirement, hashes in locked():
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in hashes)


def test_it_does_not_say_where_anything_is_fetched_from():
    assert not re.search(r"://|index|find-links|pypi|\.org|\.com", LOCK.read_text())


def test_nothing_is_fetched_without_its_hash_nor_built_as_root(tmp_path: Path):
    """Every call of pip is the builder's; what is fetched has a hash, and the rest no network."""
    calls = re.findall(r"^ *pip_install (.*)$", (DEPLOY / "build.sh").read_text(), re.MULTILINE)
    assert len(calls) == 2
    assert all("--require-hashes" in call or "--no-index" in call for call in calls)
    for script in ("install.sh", "versions.sh", "machine.sh", "steps.sh"):
        assert "pip_install" not in (DEPLOY / script).read_text()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_the_builder_has_no_rights(tmp_path: Path):
    parts = f". {ROOT}/kiosk/setup.sh; . {DEPLOY}/steps.sh; . {DEPLOY}/versions.sh"
    begin = f"root={ROOT}; deploy={DEPLOY}; dry=; {parts}; prefix={tmp_path}; user=nobody"
    asked = (
        "as_builder sh -c 'id -u; id -G; grep -E \"Cap(Prm|Eff|Bnd)|NoNewPrivs\" /proc/self/status'"
    )
    done = subprocess.run(
        ["sh", "-euc", f"{begin}\n{asked}"], capture_output=True, text=True, cwd="/"
    )
    user, groups, *status = done.stdout.split("\n")
    assert user != "0", done.stderr
    assert "0" not in groups.split()
    values = dict(line.split() for line in status if line)
    assert values.pop("NoNewPrivs:") == "1"
    assert set(values.values()) == {"0" * 16}
