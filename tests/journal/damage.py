"""Damaged files, and what a referee must make of every one of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from counts import count
from program import run
from scripts import ONE_MORE, Json, Script, random_game, shown, told

from companion.journal import Journal

DAMAGE = count("DAMAGE", 36, 5000)
Harm = Callable[[random.Random, bytearray], None]

PAGE = 4096
STATE, LOG = {"do": "state"}, {"do": "log"}
OTHERS = ("Eva", "Finn")  # who played the game before
# In the words for people at the start; later in the program's own log.
KEPT = re.compile(r"all (\d+) entries are kept|entries 1 to (\d+) kept|: (\d+) of \d+ entries")
LOST = re.compile(r"games? (?:is|are) lost|games lost: [1-9]|no game")


@dataclass(frozen=True)
class TwoGames:
    """A file with two games in it, the second on the table."""

    data: bytes
    games: dict[str, Script]
    on_table: str

    def other(self, game: str) -> str:
        (other,) = self.games.keys() - {game}
        return other


def keep_two_games(folder: Path, entries: int) -> TwoGames:
    """A file, checkpointed and closed."""
    scripts = random_game(entries // 2, 2, OTHERS), random_game(entries)
    path = folder / "whole.db"
    games = {}
    for script in scripts:
        done = run(path, *script.requests)
        assert done.answers[-1]["saved"]
        games[done.answers[-1]["game"]] = script
    return TwoGames(path.read_bytes(), games, list(games)[-1])


def judge(path: Path, kept: TwoGames) -> str:
    """Open a damaged file twice and play on: what became of it, in a word.

    Never a wrong score, a traceback, or a silent loss.
    """
    damaged = path.read_bytes()
    first = run(path, STATE, LOG, ONE_MORE)
    assert "Traceback" not in first.err
    if first.code == 2:
        assert path.name in first.err
        assert path.read_bytes() == damaged
        return "refused"
    assert first.code == 0
    state, log, more = first.answers
    reported = "The log was damaged" in first.err
    if reported:
        copies = [copy.read_bytes() for copy in path.parent.glob(f"{path.name}.damaged-*[0-9]")]
        assert damaged in copies
    if not state["ok"]:
        assert state["code"] == "no_game"
        assert "No game could be recovered" in first.err
        return "lost"
    seq = _check_prefix(state, log, kept, first.err)
    assert reported or (seq == len(kept.games[state["game"]]) and state["game"] == kept.on_table)
    assert more["saved"], more
    _check_next_day(path, kept, state, first.err)
    return "recovered" if reported else "same"


def _check_prefix(state: Json, log: Json, kept: TwoGames, err: str) -> int:
    """The state is that after as many entries as were reported to be kept."""
    script, seq = kept.games[state["game"]], state["seq"]
    if "name" not in err:
        assert shown(state) == script.states[seq]
        assert told(log) == script.logs[seq]
    scores = [player["score"] for player in state["players"]]
    assert scores == [player["score"] for player in script.states[seq]["players"]]
    if seq < len(script):
        assert seq in {int("".join(groups)) for groups in KEPT.findall(err)}, err
    return seq


def _check_next_day(path: Path, kept: TwoGames, state: Json, err: str) -> None:
    """A new process finds what was played on, and the other game as far as was reported."""
    other = kept.other(state["game"])
    second = run(path, STATE, {"do": "resume", "game": other}, STATE, LOG)
    assert second.code == 0
    assert "Traceback" not in second.err
    again, resumed, state_of_other, log_of_other = second.answers
    assert (again["game"], again["seq"]) == (state["game"], state["seq"] + 1)
    assert again["terrain"]["discards"]["desert"] == 0
    if resumed["ok"]:
        _check_prefix(state_of_other, log_of_other, kept, err + second.err)
    else:
        assert LOST.search(err + second.err)
    journal = Journal.open(path)
    try:
        assert journal.faulty() == []
    finally:
        journal.close()


# --- harm ---


def flip_a_bit(rng: random.Random, data: bytearray) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def overwrite_a_byte(rng: random.Random, data: bytearray) -> None:
    at = rng.randrange(len(data))
    data[at] = (data[at] + rng.randrange(1, 256)) % 256


def cut(rng: random.Random, data: bytearray) -> None:
    del data[rng.randrange(1, len(data)) :]


def cut_between_pages(rng: random.Random, data: bytearray) -> None:
    del data[PAGE * rng.randrange(1, len(data) // PAGE) :]


def zero_a_stretch(rng: random.Random, data: bytearray) -> None:
    length = rng.choice((512, PAGE, 5 * PAGE))
    at = rng.randrange(0, len(data), 512)
    data[at : at + length] = bytes(len(data[at : at + length]))


def swap_two_pages(rng: random.Random, data: bytearray) -> None:
    one, other = (PAGE * page for page in rng.sample(range(len(data) // PAGE), 2))
    first, second = data[one : one + PAGE], data[other : other + PAGE]
    data[one : one + PAGE], data[other : other + PAGE] = second, first


HARMS: tuple[Harm, ...] = (
    *(flip_a_bit, overwrite_a_byte, cut, cut_between_pages, zero_a_stretch, swap_two_pages),
)


def harmed(data: bytes, harm: Harm, number: int) -> bytes:
    """The bytes after the harm of this number; always the same."""
    found = bytearray(data)
    harm(random.Random(f"{harm.__name__} {number}"), found)
    return bytes(found)
