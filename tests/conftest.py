"""What every test may ask for, the processes that they run in, and the time that folders take."""

import atexit
import os
import resource
import shutil
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest
from counts import LONG
from forked import Forked
from table import Table

# Kivy makes its folder when it is first imported: two processes must not share one.
os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="stationmaster-kivy-")
atexit.register(shutil.rmtree, os.environ["KIVY_HOME"], ignore_errors=True)

# Programs and screens speak English here, whatever this machine's people do.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ["XDG_CONFIG_HOME"] = os.environ["KIVY_HOME"]

# A busy machine is no fault: nothing is timed.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

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


# --- time by folder, for tests/run.sh ---


class Times:
    """Seconds of a core, by folder: the tests' own and those of programs that they started."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._at = 0.0
        self._start = 0.0  # until the tests were found
        self._taken: Counter[str] = Counter()
        os.register_at_fork(after_in_child=self._begin_anew)

    def _begin_anew(self) -> None:
        """A copy of this process has taken no time yet."""
        self._at = self._start = 0.0

    def pytest_collection_finish(self) -> None:
        self._start = self._since()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """The report takes it along, also from a process beside to the one that sums up."""
        report = yield
        folder = os.path.dirname(item.nodeid.split("::")[0])
        report.taken = {folder: self._since()}
        return report

    def _since(self) -> float:
        before, self._at = self._at, core_seconds()
        return self._at - before

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self._start:
            report.taken[STARTING], self._start = self._start, 0.0
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
    if not (LONG or config.option.usepdb):  # what a debugger asks is for whoever sits here
        config.pluginmanager.register(Forked(config), "forked")
    if file := os.environ.get("STATIONMASTER_TIMES"):
        config.pluginmanager.register(Times(Path(file)))
