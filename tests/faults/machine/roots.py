"""Debian systems in folders: made once and kept, and each time used as if they were fresh."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from counts import LONG

REPOSITORY = Path(__file__).parents[3]
KEPT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stationmaster-machines"
SEEN = ("dev", "dev/pts", "proc", "sys")  # of this machine, in each of them
BINFMT = Path("/proc/sys/fs/binfmt_misc")
_LONG_ONLY = "takes many minutes: sh tests/run.sh --long"
_CERTIFICATES = "etc/pip-certificates.pem"


def needs(*commands: str) -> pytest.MarkDecorator:
    """Only in a long run, as root, and where these are installed; tests/run.sh --long has them."""
    why = _missing(*commands) if LONG else _LONG_ONLY
    return pytest.mark.skipif(bool(why), reason=why)


def require(times: int, *commands: str) -> None:
    """The same for a fault that is to be done so many times: it is left out where it cannot be."""
    if why := _missing(*commands) if times else _LONG_ONLY:
        pytest.skip(why)


def _missing(*commands: str) -> str:
    if os.geteuid() != 0:
        return "needs root, for mounts"
    missing = [command for command in commands if not shutil.which(command)]
    return f"not installed: {', '.join(missing)}" if missing else ""


def sh(*command: str | Path, **options: object) -> str:
    """Run a command; what it printed.

    Raises:
        AssertionError: it failed.
    """
    done = subprocess.run(command, capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return str(done.stdout)


def listed() -> list[str]:
    """The files of the repository, as a clone of it has them."""
    files = sh("git", "ls-files", "-co", "--exclude-standard", cwd=REPOSITORY).splitlines()
    return [name for name in files if (REPOSITORY / name).is_file()]


class Root:
    """A folder with a system in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __truediv__(self, path: str) -> Path:
        return self.folder / path.lstrip("/")

    def start(self, *command: str, user: str = "root", **environment: str) -> subprocess.Popen[str]:
        """Start a program in it, with nothing of this machine's environment."""
        home = "/root" if user == "root" else f"/home/{user}"
        own = {"HOME": home, "PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", **environment}
        return subprocess.Popen(
            ["chroot", f"--userspec={user}", self.folder, *command],
            env=own,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def tried(self, *command: str, user: str = "root", **environment: str) -> tuple[int, str]:
        """Run a program in it to its end: the exit code, and what it said."""
        process = self.start(*command, user=user, **environment)
        said, _ = process.communicate()
        return process.returncode, said

    def run(self, *command: str, user: str = "root", **environment: str) -> str:
        """Run a program in it that must succeed; what it said."""
        code, said = self.tried(*command, user=user, **environment)
        assert code == 0, f"{' '.join(command)}\n{said[-6000:]}"
        return said

    def get(self, *packages: str) -> None:
        """Install packages of the system."""
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        self.run("apt-get", "-qq", "update", **quiet)
        self.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *packages, **quiet)

    def clone_to(self, place: str, owner: str = "root") -> None:
        """Put the repository there, as somebody would who has just cloned it."""
        target = self / place
        target.mkdir(parents=True)
        copy = ["xargs", "-0", "cp", "--parents", "-t", str(target)]
        sh(*copy, cwd=REPOSITORY, input="\0".join(listed()))
        self.run("chown", "-R", f"{owner}:", place)


def base(suite: str, architecture: str = "amd64") -> Path:
    """A bare system, as debootstrap makes it; the first time it is made."""
    if architecture == "arm64":
        _emulate_arm()

    def make(folder: Path) -> None:
        sh("debootstrap", f"--arch={architecture}", "--variant=minbase", suite, folder)

    return kept(f"{suite}-{architecture}", make)


def kept(name: str, make: Callable[[Path], None]) -> Path:
    """A folder that is made once, by one process; one that was never finished is made again."""
    KEPT.mkdir(parents=True, exist_ok=True)
    folder, done = KEPT / name, KEPT / f"{name}.done"
    with (KEPT / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            make(folder)
            done.touch()
    return folder


def _emulate_arm() -> None:
    """Programs of that processor can be started as if they were this one's."""
    if not (BINFMT / "register").exists():
        sh("mount", "-t", "binfmt_misc", "binfmt_misc", BINFMT)
    sh("update-binfmts", "--enable", "qemu-aarch64")
    entry = BINFMT / "qemu-aarch64"
    known = dict(line.split(maxsplit=1) for line in entry.read_text().splitlines()[1:])
    if "C" not in known["flags:"]:  # without them sudo is nobody's but the user's own
        magic, mask = (re.sub("..", r"\\x\g<0>", known[name]) for name in ("magic", "mask"))
        flags = known["flags:"] + "OC"
        entry.write_text("-1")
        rule = f":qemu-aarch64:M:0:{magic}:{mask}:{known['interpreter']}:{flags}"
        (BINFMT / "register").write_text(rule)


@contextmanager
def fresh(below: Path) -> Iterator[Root]:
    """A system that can be changed: what it stands on stays as it is."""
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=KEPT, prefix="used-")))
        for name in ("upper", "work", "root"):
            (scratch / name).mkdir()
        layers = f"lowerdir={below},upperdir={scratch / 'upper'},workdir={scratch / 'work'}"
        root = Root(scratch / "root")
        stack.enter_context(mounted(root.folder, "-t", "overlay", "overlay", "-o", layers))
        for name in SEEN:
            stack.enter_context(mounted(root / name, "--bind", f"/{name}"))
        _connect(root)
        yield root


@contextmanager
def mounted(place: Path, *what: str) -> Iterator[None]:
    """Something mounted there, and seen from nowhere else."""
    sh("mount", *what, place)
    sh("mount", "--make-private", place)  # else what is mounted in it is mounted here as well
    try:
        yield
    finally:
        sh("umount", "--lazy", place)


def _connect(root: Root) -> None:
    """Names and certificates are found as on this machine; no service is started."""
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    policy = root / "usr/sbin/policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    certificates = os.environ.get("PIP_CERT")
    if certificates:
        shutil.copy(certificates, root / _CERTIFICATES)
        (root / "etc/pip.conf").write_text(f"[global]\ncert = /{_CERTIFICATES}\n")
