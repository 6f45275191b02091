"""A pytest plugin: tests run in copies of this process, each until it has littered enough.

An app leaves a quarter of a million objects, all in rings: to find and free them takes as long as
to make them. A process that ends is gone with all of it, and the next copy has everything
imported already. It cannot be so where a window draws: what OpenGL holds has no copy.
"""

import gc
import os
import signal
import warnings
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

SHARE = 0.3  # of the memory that is free when the tests begin, for all processes together
ENOUGH = 100_000_000  # bytes for one, where nobody can tell what is free
PAGE = os.sysconf("SC_PAGE_SIZE")


class Forked:
    """Hands each test to a copy, and takes the reports from it."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._copy: Copy | None = None
        self._room = ENOUGH
        self._numbers: dict[int, int] = {}  # of the tests, by their ids

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._room = room()
        self._numbers = {id(item): number for number, item in enumerate(session.items)}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        signal.setitimer(signal.ITIMER_REAL, 0)  # the copy is the one that may take too long
        copy = self._copy = self._copy or self._new_copy(item.session)
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        following = None if nextitem is None else self._numbers[id(nextitem)]
        for report in copy.run(self._numbers[id(item)], following):
            item.ihook.pytest_runtest_logreport(report=self._read(report))
        if copy.has_died:
            item.ihook.pytest_runtest_logreport(report=died(item))
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        if copy.has_ended:
            self._copy = None
        return True

    def _read(self, report: dict[str, Any]) -> pytest.TestReport:
        hook = self._config.hook
        read: pytest.TestReport = hook.pytest_report_from_serializable(
            config=self._config, data=report
        )
        return read

    def _new_copy(self, session: pytest.Session) -> "Copy":
        ours, theirs = Pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that it may hang where there are threads: they sleep
            pid = os.fork()
        if pid:
            theirs.close()
            return Copy(pid, ours)
        try:
            ours.close()
            self._become_copy(session, theirs)
        finally:
            os._exit(0)

    def _become_copy(self, session: pytest.Session, asked: Connection) -> None:
        gc.set_threshold(1 << 30)  # it is searched only where a test does so
        plugins = self._config.pluginmanager
        plugins.unregister(self)
        for plugin in plugins.get_plugins():
            if type(plugin).__name__ in ("WorkerInteractor", "TerminalReporter"):
                plugins.unregister(plugin)  # the process that we are a copy of tells of us
        told = Reports(self._config)
        plugins.register(told)
        self._serve(session, asked, told)

    def _serve(self, session: pytest.Session, asked: Connection, told: "Reports") -> None:
        at_first = taken()
        while True:
            number, following = asked.recv()
            ends = following is None or taken() - at_first > self._room
            nextitem = None if ends else session.items[following]
            gc.freeze()  # a test that searches for litter finds its own
            self._config.hook.pytest_runtest_protocol(item=session.items[number], nextitem=nextitem)
            asked.send((told.taken(), ends))
            if ends:
                return


class Reports:
    """What a copy has to tell."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._reports: list[dict[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        hook = self._config.hook
        data = hook.pytest_report_to_serializable(config=self._config, report=report)
        self._reports.append(data)

    def taken(self) -> list[dict[str, Any]]:
        reports, self._reports = self._reports, []
        return reports


class Copy:
    """The process that runs tests for us."""

    def __init__(self, pid: int, pipe: Connection) -> None:
        self._pid, self._pipe = pid, pipe
        self.has_ended = False
        self.has_died = False

    def run(self, number: int, following: int | None) -> list[dict[str, Any]]:
        try:
            self._pipe.send((number, following))
            reports, self.has_ended = self._pipe.recv()
        except (EOFError, OSError):
            reports, self.has_ended, self.has_died = [], True, True
        if self.has_ended:
            self._pipe.close()
            os.waitpid(self._pid, 0)
        return reports


def died(item: pytest.Item) -> pytest.TestReport:
    why = "the process that ran it has died"
    return pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")


def taken() -> int:
    """Bytes of memory of this process."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * PAGE
    except OSError:
        return 0


def room() -> int:
    """Bytes that a process may litter."""
    try:
        memory = Path("/proc/meminfo").read_text("ascii")
    except OSError:
        return ENOUGH
    free = next(line for line in memory.splitlines() if line.startswith("MemAvailable:"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    return int(int(free.split()[1]) * 1024 * SHARE) // workers
