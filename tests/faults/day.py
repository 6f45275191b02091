"""A whole day at the table, compressed: nothing grows."""

from __future__ import annotations

from pathlib import Path

from tests.faults.game import begin, expected, found_in
from tests.faults.harness import Tally, fault
from tests.faults.started import Started

SETTLED = 6  # hours after which the program has all it needs: a game or two have ended by then
GROWTH = 1.05  # of its memory, at most, from then on


@fault(
    "24 hours of play",
    sees="The same kiosk as in the morning: its memory use doesn't grow.",
    few=1,
    all_of_it=24,
)
def day_of_play(tally: Tally, folder: Path, times: int) -> None:
    """Hours of play by taps, a turn every two minutes of the app's own time, game after game, in
    one process; its memory use is compared after each hour.
    """
    file, taken = folder / "games.db", []
    begin(file)
    with Started(file, hours=times) as kiosk:
        tally.back.append(kiosk.up())
        while len(taken) < times:
            told = kiosk.next()
            assert told is not None, kiosk.err()
            if "memory" in told:
                taken.append(told["memory"])
                tally.cycles += 1
            elif "seq" in told:
                tally.acknowledged += bool(told["saved"])
                tally.wrong += told["scores"] != expected()[told["seq"]]
        tally.crashes += kiosk.end() != 0 or kiosk.faulted
        last = kiosk.told[-2]["seq"]
    seq, is_right = found_in(file)
    tally.lost += max(0, last - seq)
    tally.wrong += not is_right
    if times > SETTLED:
        assert max(taken[SETTLED:]) <= GROWTH * taken[SETTLED - 1], taken
