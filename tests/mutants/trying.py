"""Tries mutants: a pytest plugin that collects the tests once, and forks for every mutant.

A mutant in a function that tests call has its code put in place of that function's, so nothing is
imported anew. What importing does (a constant, a field's default) is tried in a fresh interpreter.
Only tests that call the function run, those that killed most in little time first, until one fails.
"""

import importlib
import json
import os
import pickle
import resource
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Final

import pytest

from tests.mutants.mutations import ROOT, Mutant, mutants_of

MEMORY: Final = 2 << 30  # bytes: a loop without an end fills it sooner than time is up
CHOSEN: Final = ("-m", "not slow or model")
PYTEST: Final = (*"-x -s -p no:cacheprovider -p no:terminal -p no:forked".split(), *CHOSEN)
STARTING: Final = 0.02  # seconds, about, that any test takes beside its own
NO_TEST: Final = "a crash, no end, or a test in a fresh interpreter"

Told = Callable[[Mutant, str | None], None]  # a mutant, and the test that killed it
Place = tuple[str, str]  # a file, and a function in it


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the tests do without a mutant: how long each takes, and who calls which function."""

    seconds: list[float]
    callers: dict[Place, list[int]]
    failed: list[str]


class Brief:
    """Random examples: always the same, and a failing one is enough as it is."""

    def pytest_configure(self) -> None:
        """Not sooner: pytest wants to see it imported."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile(
            "mutants", derandomize=True, database=None, deadline=None, phases=phases
        )
        settings.load_profile("mutants")


class Trying:
    """In place of running tests once, runs them for every mutant."""

    def __init__(self, mutants: Sequence[Mutant], processes: int, told: Told) -> None:
        self._mutants, self._processes, self._told = mutants, processes, told
        self._running: dict[int, _Trial] = {}
        self._kills: Counter[int] = Counter()
        self._failed = False
        self.broken: list[str] = []  # tests that fail without any mutant

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Whether a test has failed."""
        self._failed = self._failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants on the tests that were collected."""
        seen = _in_child(lambda: self._look(session.items))
        self.broken = seen.failed
        if not self.broken:
            for mutant in self._mutants:
                while len(self._running) >= self._processes:
                    self._wait(session.items)
                self._start(session.items, seen, mutant)
            while self._running:
                self._wait(session.items)
        return True

    # --- without a mutant ---

    def _look(self, items: list[pytest.Item]) -> _Seen:
        """Run every test once."""
        functions = dict(_functions({mutant.file for mutant in self._mutants}))
        seen = _Seen([], {place: [] for place in functions.values()}, [])
        for number, item in enumerate(items):
            called: set[Place] = set()

            def note(frame: FrameType, event: str, _: object, called: set[Place] = called) -> None:
                place = functions.get(id(frame.f_code)) if event == "call" else None
                if place is not None:
                    called.add(place)

            threading.setprofile(note)
            sys.setprofile(note)
            began = time.perf_counter()
            fails = self._fails(item, None)
            sys.setprofile(None)
            seen.seconds.append(time.perf_counter() - began)
            seen.failed.extend([item.nodeid] if fails else [])
            for place in called:
                seen.callers[place].append(number)
        return seen

    def _fails(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        self._failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return self._failed

    # --- with one ---

    def _start(self, items: list[pytest.Item], seen: _Seen, mutant: Mutant) -> None:
        callers = seen.callers.get((mutant.file, mutant.place))
        if callers == [] and not mutant.at_import:
            self._told(mutant, None)
            return
        of_module = (calls for place, calls in seen.callers.items() if place[0] == mutant.file)
        numbers = callers or set().union(
            *of_module
        )  # nobody sees who calls a function with a cache
        order = sorted(numbers, key=lambda n: (-self._promise(n, seen.seconds[n]), n))
        deadline = time.monotonic() + 60 + 5 * sum(seen.seconds[n] for n in order)
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writing)
            self._running[pid] = _Trial(mutant, deadline, reading)
            return
        _quietly()
        chosen = [items[n] for n in order]
        if not callers or not _swap(mutant):
            _start_anew(mutant, sorted({item.nodeid.partition("[")[0] for item in chosen}))
        for at, item in enumerate(chosen):
            item.add_marker(pytest.mark.timeout(10 + 20 * seen.seconds[order[at]]))
            if self._fails(item, chosen[at + 1] if at + 1 < len(chosen) else None):
                os.write(writing, str(order[at]).encode())
                os._exit(1)
        os._exit(0)

    def _promise(self, number: int, seconds: float) -> float:
        """Kills a second, as far as can be told: a slow test that sees everything can wait."""
        return (self._kills[number] + 1) / (seconds + STARTING)

    def _wait(self, items: list[pytest.Item]) -> None:
        """Until one has ended, or must."""
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid in self._running:
                break
            for late, trial in self._running.items():
                if time.monotonic() > trial.deadline:
                    os.killpg(late, signal.SIGKILL)
            time.sleep(0.005)
        trial = self._running.pop(pid)
        killer = os.read(trial.reading, 20).decode()
        os.close(trial.reading)
        if killer:
            self._kills[int(killer)] += 1
        outcome = items[int(killer)].nodeid if killer else NO_TEST
        self._told(trial.mutant, outcome if status else None)


@dataclass(frozen=True, slots=True)
class _Trial:
    """A mutant that is being tried in a process."""

    mutant: Mutant
    deadline: float
    reading: int  # the pipe that its killer comes by


def try_all(tests: Sequence[str], mutants: Sequence[Mutant], processes: int, told: Told) -> None:
    """Try mutants on the tests in these files and folders.

    Raises:
        RuntimeError: tests fail, or there are none, without any mutant.
    """
    os.environ["STATIONMASTER_SHRINK"] = "0"  # nobody reads how a mutant was killed
    trying = Trying(mutants, processes, told)
    code = pytest.main([*PYTEST, *tests], plugins=[trying, Brief()])
    if code != pytest.ExitCode.OK or trying.broken:
        raise RuntimeError(f"the tests fail by themselves: {trying.broken or code}")


def _in_child(look: Callable[[], _Seen]) -> _Seen:
    """What a function finds, away from here: what it starts and leaves behind is gone."""
    with tempfile.NamedTemporaryFile() as file:
        pid = os.fork()
        if not pid:
            _quietly()
            Path(file.name).write_bytes(pickle.dumps(look()))
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        if status:
            raise RuntimeError(f"the tests crash without any mutant: {status}")
        seen: _Seen = pickle.loads(file.read())
        return seen


def _quietly() -> None:
    """A process of its own, whose words nobody hears."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


# --- putting a mutant in place ---------------------------------------------------------------


def _functions(files: set[str]) -> Iterator[tuple[int, Place]]:
    """Every function that has mutants, by its code."""
    for file in sorted(files):
        for place in {mutant.place for mutant in mutants_of(file)}:
            function = _function_at(file, place)
            if function is not None:
                yield id(function.__code__), (file, place)


def _function_at(file: str, place: str) -> FunctionType | None:
    found: Any = importlib.import_module(file.removesuffix(".py").replace("/", "."))
    for name in place.split("."):
        found = vars(found).get(name)
    for inner in ("fget", "func", "__func__"):  # of a property, a cached one, a class method
        found = getattr(found, inner, found)
    return found if isinstance(found, FunctionType) else None


def _swap(mutant: Mutant) -> bool:
    """Let a function do what the mutant does, wherever it is held; whether it can be done."""
    function = _function_at(mutant.file, mutant.place)
    assert function is not None
    whole = compile(mutant.source(), str(ROOT / mutant.file), "exec", dont_inherit=True)
    code = next(code for code in _codes(whole) if code.co_qualname == mutant.place)
    if code.co_freevars != function.__code__.co_freevars:  # it has lost its super()
        return False
    function.__code__ = code
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _start_anew(mutant: Mutant, nodes: Sequence[str]) -> None:
    """Become an interpreter that imports the mutant, and run these tests."""
    words = json.dumps({**asdict(mutant), "text": mutant.text.decode()})
    os.execv(sys.executable, [sys.executable, "-m", "tests.mutants.anew", words, *nodes])
