"""A write-ahead log cut anywhere opens as a gap-free prefix; a damaged one is never passed over.

STATIONMASTER_DAMAGE sets at how many places, evenly spread.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

from counts import spread
from damage import DAMAGE, LOG, STATE
from program import run
from pulled import GAME, Pulled
from scripts import ONE_MORE, shown, told

FRAME = 24 + 4096  # its header and the page
FLIPS = min(240, 2 * DAMAGE)


def open_cut(pulled: Pulled, folder: Path, offset: int) -> None:
    db = pulled.put(folder, pulled.wal[:offset])
    state, log, more = run(db, STATE, LOG, ONE_MORE).answers
    entries = pulled.entries_before(offset)
    assert shown(state) == GAME.states[entries]
    assert told(log) == GAME.logs[entries]
    assert (more["saved"], more["seq"]) == (True, entries + 1)


def last_frames(pulled: Pulled, count: int) -> range:
    return range(len(pulled.wal) - count * FRAME, len(pulled.wal) + 1)


def test_a_wal_cut_in_its_last_frames_opens_as_a_prefix_without_a_word(
    pulled: Pulled, scratch: Path
):
    around_frames = {*last_frames(pulled, 4)[::FRAME]}
    headers = {start + byte for start in around_frames for byte in (0, 1, 4, 8, 16, 23, 24, 25)}
    offsets = {*headers, *last_frames(pulled, 4)[::61]} & {*last_frames(pulled, 4)}
    for offset in spread(sorted(offsets), 3 * DAMAGE):
        db = pulled.put(scratch / "cut", pulled.wal[:offset])
        opened = run(db, STATE)
        assert opened.err == ""
        assert shown(opened.answers[0]) == GAME.states[pulled.entries_before(offset)]


def test_play_goes_on_after_a_wal_that_was_cut(pulled: Pulled, scratch: Path):
    for offset in spread(last_frames(pulled, 30)[::1013], DAMAGE):
        open_cut(pulled, scratch / "cut", offset)


def test_a_wal_cut_before_the_first_entry_opens_without_a_game(pulled: Pulled, scratch: Path):
    for offset in range(0, pulled.sizes[0], 4099):
        db = pulled.put(scratch / "cut", pulled.wal[:offset])
        opened = run(db, STATE, *GAME.requests[:3])
        assert (opened.answers[0]["code"], opened.err) == ("no_game", "")
        assert all(answer["saved"] for answer in opened.answers[1:])


def test_a_flipped_bit_in_the_wal_loses_no_more_than_its_entry_and_is_reported(
    pulled: Pulled, scratch: Path
):
    rng = random.Random("wal flips")
    for number in range(FLIPS):
        at = rng.randrange(32 if number % 10 == 0 else len(pulled.wal))
        flipped = bytearray(pulled.wal)
        flipped[at] ^= 1 << rng.randrange(8)
        db = pulled.put(scratch / "flip", flipped)
        opened = run(db, STATE, LOG)
        assert (opened.code, "Traceback" in opened.err) == (0, False)
        state, log = opened.answers
        assert shown(state) == GAME.states[state["seq"]]
        assert told(log) == GAME.logs[state["seq"]]
        assert state["seq"] >= pulled.entries_before(at)
        if state["seq"] < len(GAME) - 1:  # the last alone looks like a power cut
            assert "The log was damaged" in opened.err
        if opened.err:
            assert Path(f"{db}.damaged-1-wal").read_bytes() == flipped
            assert Path(f"{db}.damaged-1").read_bytes() == pulled.db


def test_a_wal_is_not_thrown_away_with_a_file_that_was_emptied(pulled: Pulled, scratch: Path):
    db = pulled.put(scratch / "empty", pulled.wal)
    os.truncate(db, 0)
    opened = run(db, STATE)
    assert shown(opened.answers[0]) == GAME.states[-1]
    assert "The log was damaged" in opened.err
