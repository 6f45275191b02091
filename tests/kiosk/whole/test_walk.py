"""The walk of a doubled claim on the page of the architecture is the walk that it takes."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from fingers import Kiosk

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "companion" / "docs" / "architecture.md").read_text("utf-8")
STEP = re.compile(r"^\| \d+ \| `([\w.]+)\(\)`(?: in `([\w./]+)`)?", re.MULTILINE)


def steps() -> list[tuple[str, str]]:
    """Functions, each with its file; where none is named it is that of the class before."""
    files: dict[str, str] = {}
    found = []
    for name, file in STEP.findall(PAGE):
        owner = name.split(".")[0]
        files[owner] = file or files[owner]
        found.append((files[owner], name.split(".")[-1]))
    return found


def called(act: Callable[[], None]) -> list[tuple[str, str]]:
    """Our functions in the order in which they are first called."""
    seen: dict[tuple[str, str], None] = {}

    def note(frame: FrameType, event: str, argument: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(str(ROOT)):
            seen[Path(file).relative_to(ROOT).as_posix(), frame.f_code.co_name] = None

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return list(seen)


def test_a_doubled_claim_walks_as_the_page_says(open_kiosk: Callable[..., Kiosk], games_file: Path):
    kiosk = open_kiosk(players=2, file=games_file)
    kiosk.app.opening.cancel()  # it would wait for half a second, and come in between
    kiosk.app.devices.open()
    board = kiosk.referee.game.board
    route = next(
        route.id
        for route in board.routes.values()
        if route.terrain == "desert" and route.length == 3 and not route.ferry_locomotives
    )
    kiosk.app.rule_on(route)
    kiosk.frames()
    walked = called(lambda: kiosk.tap("1 desert card"))
    assert kiosk.referee.game.state.seats[0].routes
    told = steps()
    assert len(told) > 15
    assert [step for step in told if step not in walked] == []
    assert sorted(told, key=walked.index) == told
