"""What every test may ask for; the litter that tests leave; and the time that each folder takes."""

import atexit
import gc
import os
import resource
import shutil
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from table import Table

# Kivy makes its folder when it is first imported: two processes must not share one.
os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="stationmaster-kivy-")
atexit.register(shutil.rmtree, os.environ["KIVY_HOME"], ignore_errors=True)

# Programs and screens speak English here, whatever this machine's people do.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ["XDG_CONFIG_HOME"] = os.environ["KIVY_HOME"]

MEMORY = Path("/dev/shm")
STARTING = "until the tests are found, in every process"


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that is fast to sync."""
    with tempfile.TemporaryDirectory(
        prefix="stationmaster-test-", dir=MEMORY if MEMORY.is_dir() else None
    ) as name:
        yield Path(name)


# --- litter ---

SHARE = 0.3  # of the memory that is free when the tests begin, for all processes together
OBJECT = 100  # bytes, about, with what it holds


class Litter:
    """What tests leave behind is left lying while there is room for it.

    An app leaves a quarter of a million objects, all in rings: to find and free them takes as long
    as to make them, and at the end the process is gone with all of it.
    """

    def pytest_collection_finish(self) -> None:
        gc.freeze()
        gc.set_threshold(max(_room() // OBJECT, 50_000), 10, 10)

    def pytest_sessionfinish(self) -> None:
        gc.unfreeze()  # Hypothesis looks for who holds its objects

    def pytest_unconfigure(self) -> None:
        gc.freeze()  # else pytest and Python would sweep up before they end


def _room() -> int:
    """Bytes for this process; little where nobody can tell."""
    try:
        memory = Path("/proc/meminfo").read_text("ascii")
    except OSError:
        return 0
    free = next(line for line in memory.splitlines() if line.startswith("MemAvailable:"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    return int(int(free.split()[1]) * 1024 * SHARE) // workers


# --- time by folder, for tests/run.sh ---


class Times:
    """Seconds of a core, by folder: the tests' own and those of programs that they started."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._at = 0.0
        self._start = 0.0  # until the tests were found
        self._taken: Counter[str] = Counter()

    def pytest_collection_finish(self) -> None:
        self._start = self._since()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """The report takes it along, also from a process beside to the one that sums up."""
        report = yield
        folder = os.path.dirname(item.nodeid.split("::")[0])
        report.taken = {folder: self._since(), STARTING: self._start}
        self._start = 0.0
        return report

    def _since(self) -> float:
        before, self._at = self._at, core_seconds()
        return self._at - before

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._taken.update(report.taken)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workerinput"):
            return
        with self._file.open("a", encoding="utf-8") as file:
            file.writelines(f"{seconds:.1f}\t{what}\n" for what, seconds in self._taken.items())


def core_seconds() -> float:
    spent = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in spent)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Litter())
    if file := os.environ.get("STATIONMASTER_TIMES"):
        config.pluginmanager.register(Times(Path(file)))
