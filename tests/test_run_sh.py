"""kiosk/run.sh in a fresh clone: the commands of the pages run there, with nothing else set up."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("*/docs/*.md"))]
COMMAND = re.compile(r"sh kiosk/run\.sh ((?:companion|hardware)[^`\n#]*)")


class Clone:
    """The scripts and the project file, with a Python where the first start puts one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "kiosk").mkdir()
        for name in ("kiosk/run.sh", "kiosk/setup.sh", "pyproject.toml"):
            shutil.copy(ROOT / name, folder / name)
        python = folder / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} "$@"\n')
        python.chmod(0o755)
        installed = self.sh("fingerprint .venv").stdout
        (folder / ".venv" / "stamp").write_text(f"{installed}hardware,kiosk\n")

    def sh(self, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Something of setup.sh, by itself."""
        return self._done(["sh", "-euc", f"root=$PWD; . kiosk/setup.sh; {script}"], **environment)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self._done(["sh", "kiosk/run.sh", *arguments])

    def _done(self, command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
        home = {"HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, **home, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def commands() -> list[str]:
    """Each program with its command, as the pages give them."""
    found = [c.split() for page in PAGES for c in COMMAND.findall(page.read_text("utf-8"))]
    return sorted({" ".join(words[:2]) for words in found if len(words) > 1})


@pytest.mark.parametrize("command", commands())
def test_every_command_of_the_pages_runs_from_a_clone(clone: Clone, command: str):
    done = clone.run(*command.split(), "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage" in done.stdout


def test_the_pages_show_such_commands():
    assert {"hardware emulate", "hardware test", "companion games"} <= {*commands()}


def test_no_page_has_a_command_that_needs_a_python_of_ones_own():
    """`python` alone is not even there on Debian, and the system's has nothing of ours."""
    for page in PAGES:
        assert not re.search(r"(?<!/)\bpython -m ", page.read_text("utf-8")), page.name


def test_what_a_program_says_and_its_exit_code_come_through(clone: Clone):
    done = clone.run("hardware", "example")
    assert done.stdout.startswith("# What is wired")
    assert clone.run("hardware", "dance").returncode == 2


# --- which Python ---


@pytest.mark.parametrize(
    ("supported", "able", "found"),
    [
        ("/usr/bin/python3 python3", "/usr/bin/python3 python3", "/usr/bin/python3"),
        ("/usr/bin/python3 python3", "python3", "python3"),
        ("python3.13 python3.12", "python3.12", "python3.12"),
        ("python3.13 python3.12", "", "python3.13"),
        ("/usr/bin/python3", "", "/usr/bin/python3"),
        ("", "", ""),
    ],
)
def test_the_systems_python_comes_first_unless_only_another_makes_an_environment(
    clone: Clone, supported: str, able: str, found: str
):
    def among(names: str, which: str) -> str:
        return f'{{ case " {names} " in *" {which} "*) true ;; *) false ;; esac; }}'

    machine = (
        f"is_supported_python() {among(supported, '$1')}\ncan_make_venv() {among(able, '$python')}"
    )
    assert clone.sh(f"{machine}\nfind_python && echo $python").stdout.strip() == found


# --- the driver of the pins ---


@pytest.mark.parametrize(
    ("python", "bits", "extras", "is_system"),
    [
        ("python3.13", 64, "kiosk hardware", True),
        ("python3.11", 32, "hardware", True),
        ("python3.11", 64, "kiosk hardware", False),
        ("python3.13", 64, "kiosk", False),
    ],
)
def test_the_driver_is_the_systems_where_there_is_no_wheel_of_it(
    clone: Clone, python: str, bits: int, extras: str, is_system: bool
):
    there = clone.folder / python
    there.touch()
    there.chmod(0o755)
    machine = f"has_pins() {{ true; }}; getconf() {{ echo {bits}; }}"
    asked = f"if uses_system_driver {there} {extras}; then echo yes; else echo no; fi"
    assert clone.sh(f"{machine}; {asked}").stdout == ("yes\n" if is_system else "no\n")
    assert clone.sh(f"has_pins() {{ false; }}; {asked}").stdout == "no\n"


def test_an_environment_made_before_sees_the_system_too_and_keeps_what_is_in_it(clone: Clone):
    venv = clone.folder / "made"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    mine = next(venv.glob("lib/python3*/site-packages")) / "pip.py"
    mine.touch()
    system = "uses_system_driver() { true; }; pip_install() { true; }"
    clone.sh(f"python={sys.executable}; {system}; install_project made hardware")
    assert "include-system-site-packages = true" in (venv / "pyvenv.cfg").read_text()
    assert mine.exists()
    assert clone.sh(f"{system}; is_ready made hardware").returncode == 0


def test_an_environment_that_does_not_see_the_system_is_not_ready_where_it_must(clone: Clone):
    needs = "uses_system_driver() { true; }"
    assert clone.sh("is_ready .venv kiosk hardware").returncode == 0
    assert clone.sh(f"{needs}; is_ready .venv kiosk hardware").returncode == 1
