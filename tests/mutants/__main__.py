"""python -m tests.mutants [MODULE...]: makes small slips in the rules, and lists what no test sees.

A runner of our own: mutmut 3 leaves out properties and constants, which is to say most of the
displays' bytes, and 3.8 fails with pytest 9.2; cosmic-ray was not tried.

What killed a mutant is remembered in .mutants.json until its module is changed; one that lives is
tried again when a test is. What cannot be killed is explained in explained.toml: an explained
mutant that is killed, or is none any more, is told of too.
"""

import argparse
import hashlib
import json
import sys
import time
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple, TypedDict

from tests.mutants.mutations import ROOT, Mutant, mutants_of
from tests.mutants.trying import try_all

EXPLAINED: Final = Path(__file__).with_name("explained.toml")
REMEMBERED: Final = ROOT / ".mutants.json"


class Room(NamedTuple):
    """Modules of a folder, and the tests that are to see every slip in them."""

    folder: str
    modules: str
    tests: tuple[str, ...]

    def files(self) -> list[str]:
        """The modules' files."""
        return [f"{self.folder}/{module}.py" for module in self.modules.split()]


ROOMS: Final = (
    Room(
        "companion/game",
        "rules/judging rules/draws rules/claims rules/tickets rules/turns rules/table_rulings"
        " rules/terrain rules/scoring state log/revisions log/disputes log/timeline"
        " stocktake/stock_count stocktake/causes board/corrections board/paths ticket_book",
        ("tests/game", "tests/desk", "tests/test_protocol.py"),
    ),
    Room(
        "hardware/buttons",
        "debounce",
        tuple(f"tests/hardware/test_{name}.py" for name in ("debounce", "presses")),
    ),
    Room(
        "hardware/displays",
        "serlcd matrix_orbital seven_segment grid",
        tuple(f"tests/hardware/test_{name}.py" for name in ("displays", "pictures")),
    ),
)


class Memory:
    """What killed which mutant, and which ones live, from one run to the next."""

    def __init__(self, anew: bool) -> None:
        kept = {} if anew or not REMEMBERED.exists() else json.loads(REMEMBERED.read_text())
        self._files: dict[str, _Known] = {}
        for room in ROOMS:
            tests = _digest(path for test in room.tests for path in _python_files(ROOT / test))
            for file in room.files():
                text, known = _digest([ROOT / file]), kept.get(file, {})
                killers = known["killers"] if known.get("text") == text else {}
                if known.get("tests") != tests:
                    killers = {name: killer for name, killer in killers.items() if killer}
                self._files[file] = {"text": text, "tests": tests, "killers": killers}

    def is_known(self, mutant: Mutant) -> bool:
        """Whether trying it again would say nothing new."""
        return mutant.name in self._files[mutant.file]["killers"]

    def killer(self, mutant: Mutant) -> str | None:
        """The test that is known to kill it."""
        return self._files[mutant.file]["killers"].get(mutant.name)

    def note(self, mutant: Mutant, killer: str | None) -> None:
        """Remember it, at once: a run may be cut short."""
        self._files[mutant.file]["killers"][mutant.name] = killer
        REMEMBERED.write_text(json.dumps(self._files, indent=1))


class _Known(TypedDict):
    """A file, the tests, and what killed its mutants: None where they live."""

    text: str
    tests: str
    killers: dict[str, str | None]


def _python_files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def explanations() -> dict[tuple[str, str], str]:
    """Why a mutant lives, by its file and its name."""
    groups = tomllib.loads(EXPLAINED.read_text(encoding="utf-8")).get("explained", [])
    return {
        (group["file"], mutant): group["why"] for group in groups for mutant in group["mutants"]
    }


def run(room: Room, files: list[str], memory: Memory, options: argparse.Namespace) -> None:
    """Try what is not known to be killed."""
    wanted = [m for file in files for m in mutants_of(file) if not memory.is_known(m)]
    done = 0

    def told(mutant: Mutant, killer: str | None) -> None:
        nonlocal done
        done += 1
        if killer is not None or not options.tests:
            memory.note(mutant, killer)
        print(f"\r{room.folder}: {done} of {len(wanted)}", end="", file=sys.stderr, flush=True)

    if wanted:
        try_all(options.tests or room.tests, wanted, options.processes, told)
        print(file=sys.stderr)


def report(files: Iterable[str], memory: Memory) -> bool:
    """Tell what lives; whether all of it is explained, and nothing else is."""
    known, fine = explanations(), True
    for file in files:
        mutants = mutants_of(file)
        alive = [mutant for mutant in mutants if memory.killer(mutant) is None]
        strange = [mutant for mutant in alive if (file, mutant.name) not in known]
        stale = {name for where, name in known if where == file} - {m.name for m in alive}
        explained = len(alive) - len(strange)
        print(f"{file}: {len(mutants)} mutants, {len(mutants) - len(alive)} killed, ", end="")
        print(f"{explained} explained, {len(strange)} alive")
        for mutant in strange:
            place, _, slip = mutant.name.partition(": ")
            before, _, after = slip.partition(" -> ")
            print(f"  alive: {place}\n    - {before}\n    + {after}")
        for name in sorted(stale):
            print(f"  explained, but killed or no mutant any more: {name}")
        fine = fine and not strange and not stale
    return fine


def main() -> int:
    """Run what was asked for; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="such as claims; all, if none")
    parser.add_argument("--tests", nargs="+", help="only these files of tests")
    parser.add_argument("--anew", action="store_true", help="forget what was killed before")
    parser.add_argument("--list", action="store_true", help="only tell what is known")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    known = {Path(file).stem for room in ROOMS for file in room.files()}
    if unknown := set(options.modules) - known:
        parser.error(f"no mutants of {', '.join(sorted(unknown))}; there are: {sorted(known)}")
    memory, began, tried = Memory(options.anew), time.monotonic(), []
    for room in ROOMS:
        files = [f for f in room.files() if not options.modules or Path(f).stem in options.modules]
        tried += files
        if files and not options.list:
            run(room, files, memory, options)
    fine = report(tried, memory)
    print(f"{time.monotonic() - began:.0f} seconds")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
