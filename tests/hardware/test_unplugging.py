"""Displays pulled out at random bytes, hundreds of times, show the right picture in the end.

STATIONMASTER_UNPLUGS sets how many times, 200 by default.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import pytest
from cables import LIMIT, Cable, Heard, lines, text_of

from hardware.displays import KINDS, Digits, Picture
from hardware.displays.link import Link
from hardware.emulators import EMULATORS
from hardware.ports.finding import find
from hardware.wiring.model import Display

UNPLUGS = int(os.environ.get("STATIONMASTER_UNPLUGS", "200"))
CABLES = 10  # at once for each kind: what takes time is waiting


def some_picture(kind: str, random: Random) -> Picture:
    if kind == "seven-segment":
        return Digits(f"{random.randint(-99, 300):4d}", point=random.random() < 0.5)
    texts = (random.choice(("Anna", "Ben's turn", "Żaneta +8 = 42 34>42", "|\xfe\x08", "")),) * 4
    return lines(kind, *texts[: random.randint(0, 4)], str(random.randint(-9, 300)))


def pull_out_and_plug_in(kind: str, times: int, number: int, folder: Path) -> None:
    """A display on a cable of its own, cut at a random byte so many times."""
    random = Random(f"{kind} {number}")
    name = f"usb-{number}"
    longest = len(KINDS[kind].update(None, KINDS[kind].blank))
    port = Cable(EMULATORS[kind](), folder / name)
    finder = partial(find, by_id=folder)
    with port, Link(Display(kind, name), listener=(heard := Heard()), find_port=finder) as link:
        heard.wait_for("ok")
        for _ in range(times):
            port.unplug()
            powered = random.random() < 0.5  # by itself: it stays in the middle of its command
            fresh = None if powered else EMULATORS[kind]()
            port.plug_in(fresh, cut_after=random.randrange(2 * longest))
            while not port.wait_until_cut(random.random() / 50):
                link.show(some_picture(kind, random))
            port.plug_in()
            last = some_picture(kind, random)
            link.show(last)
            assert port.wait_for(text_of(last).__eq__, LIMIT), (text_of(last), port.device.text())
        heard.wait_for("ok")
        assert port.device.stored == 0


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_byte_it_was_cut_at_the_last_picture_is_right(kind: str, tmp_path: Path):
    times = -(-UNPLUGS // (CABLES * len(KINDS)))
    with ThreadPoolExecutor(CABLES) as pool:
        cables = [
            pool.submit(pull_out_and_plug_in, kind, times, number, tmp_path)
            for number in range(CABLES)
        ]
        for cable in cables:
            cable.result()
