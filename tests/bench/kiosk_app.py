"""The kiosk, measured from inside: started as anybody starts it, on a database of its own.

python -m tests.bench.kiosk_app DATABASE start|touch|work|amend|idle|taps|hurry [COUNT]
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from itertools import cycle
from typing import TYPE_CHECKING, Any

from companion.game.commands import Newcomer, NewGame
from companion.game.rulebook import TERRAINS, TRAIN
from kiosk.__main__ import main as start_kiosk
from kiosk.machine import environment

environment.prepare()  # as main() does, but before the gauge brings Kivy in

from kivy.app import App  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from kiosk.log.editor import amend  # noqa: E402
from kiosk.touch.recent_close import REPEAT_TAP_INTERVAL  # noqa: E402
from tests.bench.gauge import (  # noqa: E402
    Gauge,
    Point,
    measure,
    memory,
    memory_with_litter,
    started,
)

if TYPE_CHECKING:
    from kiosk.app import KioskApp

WARM_UP = 3  # of each kind, not counted
EARLY = 10  # the entry that is put right
WARM = 2.0  # seconds
TAPS_IN_A_GAME = 100  # then another begins
HASTY = ("work", "taps", "hurry")


class Player:
    """Plays by taps."""

    def __init__(self, gauge: Gauge) -> None:
        self.app: KioskApp = App.get_running_app()
        self.gauge = gauge
        self.taps = 0
        self.seconds: list[float] = []  # of the processor, for each tap

    @property
    def top(self) -> Widget:
        """What fingers reach."""
        return self.app.root.front

    def tap(self, widget: Widget) -> None:
        """Tap the middle of a widget."""
        self.tap_at(middle(widget))

    def tap_at(self, point: Point) -> None:
        """Tap there; how long the program works on it is noted."""
        self.taps += 1
        begun = time.process_time()
        self.gauge.tap(point)
        self.seconds.append(time.process_time() - begun)

    def find(self, kind: str, **looks: object) -> Widget:
        """The first widget of a kind on the top layer that looks so."""
        return next(
            widget
            for widget in self.top.walk(restrict=True)
            if type(widget).__name__ == kind
            and all(getattr(widget, name) == look for name, look in looks.items())
        )

    def card(self) -> Widget:
        """A card of the tray: a train, then a terrain that is left."""
        state = self.app.referee.game.state
        left = next((str(terrain) for terrain in TERRAINS if state.unseen(terrain)), TRAIN)
        return self.find("CardTile", card=left if self.app.desk.half.first else TRAIN)

    def undo(self) -> None:
        """Undo what was done last."""
        self.tap(self.find("Tile", icon="undo"))

    def close(self) -> None:
        """Leave a screen or a sheet."""
        self.tap(self.find("CloseTile"))

    def open_ruling(self) -> None:
        """The ways to score a route that can be had, by three taps."""
        self.tap(self.find("Tile", icon="claim"))
        assert self.app.screen_name == "claim", "a tap was lost"
        route = self.app.referee.board.routes[self.free_route()]
        self.tap_at(self.top.ids.map.seen_at(sorted(route.ends)[0]))
        self.tap(self.find("RouteItem"))

    def free_route(self) -> str:
        """A route that the player whose turn it is can claim."""
        referee = self.app.referee
        return next(route for route in referee.board.routes if not referee.worth(route).refusal)

    def is_announced(self, seq: int) -> bool:
        """Whether the table says, readable, what was entered since."""
        if self.app.referee.seq <= seq or self.app.screen_name != "table":
            return False
        announced = self.find("AnnouncementLine")
        texts = [part for part in announced.walk(restrict=True) if hasattr(part, "content")]
        words = [text for text in texts if isinstance(text.content, str) and text.content]
        return bool(words) and all(text.texture is not None for text in words)


def middle(widget: Widget) -> Point:
    """Where a finger touches a widget."""
    return widget.to_window(*widget.center)


def opened(gauge: Gauge) -> dict[str, Any]:
    """The start, and what the table takes."""
    found = started(gauge)
    app = App.get_running_app()
    begun = time.monotonic()
    app.home()
    gauge.settle()
    opening = gauge.frames[-1] - begun
    while time.monotonic() - begun < WARM:  # what it gets ready after its start counts too
        gauge.turn()
    return {**found, "table": opening, "table_memory": memory()}


def answers(gauge: Gauge, count: int) -> dict[str, list[float]]:
    """From the lifting of a finger to the announcement on the table screen."""
    player = at_table(gauge)
    kinds = {"draw": draw_timed, "claim": claim_timed}
    found: dict[str, list[float]] = {kind: [] for kind in kinds}
    for number in range(WARM_UP + count):
        for kind, timed in kinds.items():
            seconds = timed(player)
            gauge.settle()
            player.undo()
            gauge.settle()
            if number >= WARM_UP:
                found[kind].append(seconds)
    return found


def at_table(gauge: Gauge) -> Player:
    """Someone at the table screen."""
    gauge.settle()
    player = Player(gauge)
    player.app.home()
    gauge.settle()
    return player


def draw_timed(player: Player) -> float:
    """The second card of a draw."""
    seq = player.app.referee.seq
    player.tap(player.card())
    return player.gauge.answer(middle(player.card()), lambda: player.is_announced(seq))


def claim_timed(player: Player) -> float:
    """The way to score it, the last tap of a claim."""
    seq = player.app.referee.seq
    player.open_ruling()
    way = middle(player.find("WayTile"))
    return player.gauge.answer(way, lambda: player.is_announced(seq))


def amendments(gauge: Gauge, count: int) -> dict[str, list[float]]:
    """From the word that a draw is told anew to the sheet of its consequences; a plain draw beside
    it.
    """
    player = at_table(gauge)
    found: dict[str, list[float]] = {"consequences": [], "frames": [], "draw": []}
    entry = early_draw(player)
    for number in range(WARM_UP + count):
        amend(player.app, entry)
        gauge.settle()
        player.tap(player.find("DrawnChip"))
        player.tap(player.find("Tile", icon="train"))
        see = middle(player.find("Tile", word=player.app._("Preview changes")))
        before = len(gauge.frames)
        seconds = gauge.answer(see, lambda: shows_consequences(player))
        frames = sum(at > gauge.frames[-1] - seconds for at in gauge.frames[before:])
        player.app.home()
        gauge.settle()
        draw = draw_timed(player)
        gauge.settle()
        player.undo()
        if number >= WARM_UP:
            found["consequences"].append(seconds)
            found["frames"].append(frames)
            found["draw"].append(draw)
    return found


def early_draw(player: Player) -> int:
    """A draw of a terrain card at entry 10, or soon after it."""
    steps = player.app.referee.game.head.since(EARLY)
    draws = (step for step in steps if step.verb == "draw")
    return next(step.seq for step in draws if step.request["cards"][0] in TERRAINS)


def shows_consequences(player: Player) -> bool:
    """Whether the sheet is there, readable."""
    sheet = player.top
    if type(sheet).__name__ != "ConsequencesSheet":
        return False
    texts = [part for part in sheet.walk(restrict=True) if hasattr(part, "content")]
    words = [text for text in texts if isinstance(text.content, str) and text.content]
    return all(text.texture is not None for text in words)


def idle(gauge: Gauge, seconds: int) -> dict[str, int]:
    """Frames of a table that nobody touches; the clock on the wall may have drawn one."""
    player = at_table(gauge)
    before, begun, minute = len(gauge.frames), time.monotonic(), time.strftime("%H:%M")
    while time.monotonic() - begun < seconds:
        gauge.turn()
    allowed = int(time.strftime("%H:%M") != minute)
    assert player.app.screen_name == "table"
    return {"frames": max(0, len(gauge.frames) - before - allowed)}


def taps(gauge: Gauge, count: int) -> dict[str, list[int]]:
    """Memory after a tenth of the taps, and after all of them."""
    player = at_table(gauge)
    found = []
    for wanted in (count // 10, count):
        play(player, wanted)
        found.append(memory())
    return {"memory": found}


def hurry(gauge: Gauge, count: int) -> dict[str, list[float]]:
    """Memory, litter and all, after a tenth of taps without a pause, and after all of them.

    What they cost is compared with as many for which nothing is searched, in turns.
    """
    player = at_table(gauge)
    found: dict[str, list[float]] = {"memory": []}
    for wanted in (count // 10, count):
        play(player, wanted)
        found["memory"].append(memory_with_litter())
    for searched, kind in cycle(((True, "searched"), (False, "left"))):
        if player.taps >= 3 * count:
            return found
        (gc.enable if searched else gc.disable)()
        player.seconds.clear()
        play(player, player.taps + TAPS_IN_A_GAME)
        found.setdefault(kind, []).extend(player.seconds)
        gc.collect()
    raise AssertionError("a cycle has no end")


def play(player: Player, until: int) -> None:
    """Games of draws, claims, undos, and looks at other screens."""
    while player.taps < until:
        begin_anew(player)
        end = min(until, player.taps + TAPS_IN_A_GAME)
        for spend in cycle(WAYS_TO_SPEND_A_TURN):
            spend(player)
            if player.taps >= end:
                break


def begin_anew(player: Player) -> None:
    """The same people play again."""
    seats = player.app.referee.game.state.seats
    player.app.referee.submit(
        NewGame(tuple(Newcomer(seat.name, seat.color, "desert", 3) for seat in seats))
    )
    player.app.home()
    player.gauge.settle()


def draw(player: Player) -> None:
    """Two cards."""
    player.tap(player.card())
    player.tap(player.card())


def draw_and_undo(player: Player) -> None:
    """Two cards, and back."""
    draw(player)
    player.undo()


def claim_and_undo(player: Player) -> None:
    """A route, and back: a game of claims would be over soon."""
    player.open_ruling()
    player.tap(player.find("WayTile"))
    player.undo()


def look_at_tickets(player: Player) -> None:
    """Open the sheet, and close it."""
    player.tap(player.find("TrayTile", icon="ticket"))
    player.close()


def look_at_player(player: Player) -> None:
    """Open a player's sheet, and close it."""
    player.tap(player.find("PlayerPanel"))
    player.close()


def look_at_menu(player: Player) -> None:
    """Open the menu, and close it; at once would be one tap too many on what was closed there."""
    player.gauge.skip(REPEAT_TAP_INTERVAL)
    player.tap(player.find("MenuKey"))
    player.close()


WAYS_TO_SPEND_A_TURN = (
    draw,
    draw_and_undo,
    claim_and_undo,
    look_at_tickets,
    look_at_player,
    look_at_menu,
)


def main(database: str, what: str, count: str = "0") -> None:
    """Measure one thing."""
    measurements: dict[str, Callable[[Gauge], dict[str, Any]]] = {
        "start": opened,
        "touch": lambda gauge: answers(gauge, int(count)),
        "work": lambda gauge: answers(gauge, int(count)),
        "amend": lambda gauge: amendments(gauge, int(count)),
        "idle": lambda gauge: idle(gauge, int(count)),
        "taps": lambda gauge: taps(gauge, int(count)),
        "hurry": lambda gauge: hurry(gauge, int(count)),
    }
    options = ["--db", database, "--size", "800x480"]
    measure(lambda: start_kiosk(options), measurements[what], is_hasty=what in HASTY)


if __name__ == "__main__":
    main(*sys.argv[1:])
