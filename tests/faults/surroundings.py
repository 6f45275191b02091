"""What a program takes for granted: its clock, its ends, its folders, its language, its network."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from unittest import mock

import pytest
from fingers import Kiosk

from tests.faults.course import Course
from tests.faults.game import REQUESTS, begin, expected, found_in
from tests.faults.harness import Tally, fault
from tests.faults.started import Started, own_folders

FAKETIME = "libfaketime.so.1"


def check(file: Path, kiosk: Started, tally: Tally) -> None:
    """The file has what this kiosk has acknowledged, and every score that it showed is right."""
    seq, is_right = found_in(file)
    tally.checked(kiosk.acknowledged, seq)
    shown = [told for told in kiosk.told if "seq" in told]
    tally.wrong += sum(told["scores"] != expected()[told["seq"]] for told in shown)
    tally.wrong += not is_right
    tally.crashes += kiosk.faulted


# --- clocks ---


@fault(
    "Clock jumps by years",
    sees="The clock and the dates in the log jump; order, scores and playing time don't.",
    few=4,
    all_of_it=200,
)
def clock_jumps(tally: Tally, folder: Path, times: int) -> None:
    """libfaketime sets a running kiosk's date decades forward and back, to 1970 and beyond 2038,
    between turns. The kiosk also stops and starts in a wrong year.
    """
    dice, now = random.Random("clock"), folder / "now"
    environment = {
        **own_folders(folder),
        "LD_PRELOAD": faketime(),
        "FAKETIME_TIMESTAMP_FILE": str(now),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    file = folder / "games.db"
    now.write_text("+0")
    while tally.cycles < times:
        if not file.exists() or found_in(file)[0] > len(REQUESTS) - 20:
            file.unlink(missing_ok=True)
            begin(file)
        with Started(file, environment=environment) as kiosk:
            tally.back.append(kiosk.up())
            kiosk.table()
            for _ in range(min(8, times - tally.cycles)):
                now.write_text(f"{dice.choice((-56, -30, -1, 0, 1, 15, 40)):+d}y")
                kiosk.table()
                tally.cycles += 1
            tally.crashes += kiosk.end() != 0
            check(file, kiosk, tally)


def faketime() -> str:
    for folder in sorted(Path("/usr/lib").glob("*/faketime")):
        return str(folder / FAKETIME)
    pytest.skip("needs libfaketime: apt-get install libfaketime")


@fault(
    "Time zone changes mid-game",
    sees="Times of day are shown in the new zone; the log keeps its order and its times.",
    few=4,
    all_of_it=100,
)
def zone_changed(tally: Tally, folder: Path, times: int) -> None:
    """The kiosk's time zone changes between turns, across the date line and back."""
    file = folder / "games.db"
    zones = ("Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu", "No/Such_Zone", "Europe/Berlin")
    with mock.patch.dict(os.environ), closing(Kiosk(file=file)) as kiosk:
        course = Course(kiosk, tally)
        course.play()
        for zone in islice(cycle(zones), times):
            os.environ["TZ"] = zone
            time.tzset()
            course.play()
            tally.cycles += 1
        at = [entry.at for entry in kiosk.referee.game.entries]
        tally.wrong += at != sorted(at)
        course.check(file)
    time.tzset()


# --- ends ---


@fault(
    "SIGTERM: the system ends the kiosk",
    sees="The kiosk closes with nothing left to save; the next start returns to the table.",
    few=2,
    all_of_it=100,
)
def terminated(tally: Tally, folder: Path, times: int) -> None:
    """SIGTERM between two taps or in the middle of one: the kiosk ends with exit code 0."""
    dice, file = random.Random("terminated"), folder / "games.db"
    begin(file)
    for _ in range(times):
        if found_in(file)[0] > len(REQUESTS) - 20:
            file.unlink()
            begin(file)
        with Started(file) as kiosk:
            tally.back.append(kiosk.up())
            kiosk.tables(dice.randint(1, 6))
            time.sleep(dice.uniform(0, 0.2))
            tally.crashes += kiosk.end() != 0
            check(file, kiosk, tally)
        tally.cycles += 1


@fault(
    "Two starts at once",
    sees="One kiosk has the game. The other prints *Another program is keeping score in* the file,"
    " and ends before it has changed anything.",
    few=1,
    all_of_it=50,
)
def two_starts(tally: Tally, folder: Path, times: int) -> None:
    """Two kiosks start on one file at the same moment: exactly one plays."""
    for number in range(times):
        file = folder / f"{number}.db"
        begin(file)
        with Started(file) as one, Started(file) as other:
            told = [one.next(), other.next()]
            assert sum(bool(first) for first in told) == 1, (told, one.err(), other.err())
            winner, loser = (one, other) if told[0] else (other, one)
            winner.tables(3)
            tally.crashes += loser.rest() != 2 or loser.faulted
            assert "Another program is keeping score in" in loser.err(), loser.err()
            tally.crashes += winner.end() != 0
            check(file, winner, tally)
        tally.cycles += 1


# --- what is missing around it ---


def without(*names: str) -> Callable[[Path], dict[str, str]]:
    """An environment that lacks these."""
    return lambda folder: {
        name: value for name, value in own_folders(folder).items() if name not in names
    }


def having(**values: str) -> Callable[[Path], dict[str, str]]:
    """An environment that has these instead."""
    return lambda folder: {**own_folders(folder), **values}


Surroundings = Callable[[Path], Mapping[str, str]]


def starts_and_plays(
    tally: Tally,
    folder: Path,
    times: int,
    environments: Sequence[Surroundings] = (own_folders,),
    prefixes: Sequence[Sequence[str]] = ((),),
) -> None:
    """Started so, it shows its first screen, plays two turns and ends."""
    ways = islice(zip(cycle(environments), cycle(prefixes), strict=False), times)
    for number, (environment, prefix) in enumerate(ways):
        file = folder / str(number) / "games.db"
        file.parent.mkdir()
        begin(file)
        with Started(file, environment=environment(file.parent), prefix=prefix) as kiosk:
            tally.back.append(kiosk.up())
            kiosk.tables(3)
            tally.crashes += kiosk.end() != 0
            check(file, kiosk, tally)
        tally.cycles += 1


FOLDERS = ("HOME", "KIVY_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")


@fault(
    "No HOME",
    sees="Nothing: settings that can't be read are at their defaults, and settings that can't be"
    " written aren't saved.",
    few=3,
    all_of_it=30,
)
def no_home(tally: Tally, folder: Path, times: int) -> None:
    """HOME and the XDG folders aren't set, lead nowhere, or can't be written to."""
    nowhere = dict.fromkeys(FOLDERS[:1] + FOLDERS[2:], "/proc/nowhere")
    empty = dict.fromkeys(FOLDERS[:1] + FOLDERS[2:], "")
    given = (without(*FOLDERS), having(**nowhere), having(**empty))
    starts_and_plays(tally, folder, times, given)


@fault(
    "No locale",
    sees="Nothing: the kiosk uses the language from its settings, with all its letters.",
    few=3,
    all_of_it=30,
)
def no_locale(tally: Tally, folder: Path, times: int) -> None:
    """LANG and LC_ALL aren't set, are C or POSIX, or name a locale that doesn't exist."""
    names = ("LANG", "LC_ALL", "LANGUAGE", "LC_CTYPE")
    locales = ("C", "xx_YY.UTF-8", "POSIX", "ru_RU.KOI8-R")
    wrong = [having(LANG=name, LC_ALL=name) for name in locales]
    starts_and_plays(tally, folder, times, (without(*names), *wrong))


@fault(
    "No network",
    sees="Nothing: the kiosk doesn't need one.",
    few=1,
    all_of_it=20,
)
def no_network(tally: Tally, folder: Path, times: int) -> None:
    """The kiosk runs in an empty network namespace, where it can't even reach itself."""
    prefix = ("unshare", "--net")
    if shutil.which("unshare") is None or subprocess.run([*prefix, "true"], check=False).returncode:
        pytest.skip("needs the right to unshare a network")
    starts_and_plays(tally, folder, times, prefixes=[prefix])


@fault(
    "No standard input, output or error",
    sees="Nothing.",
    few=2,
    all_of_it=30,
)
def no_streams(tally: Tally, folder: Path, times: int) -> None:
    """All three are closed at the start, or lead to a device that's full."""
    ends = ("<&- >&- 2>&-", "</dev/full >/dev/full 2>/dev/full")
    starts_and_plays(
        tally, folder, times, prefixes=[("sh", "-c", f'exec "$@" {end}', "sh") for end in ends]
    )
