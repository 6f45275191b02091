"""The stock-take in its main states."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from companion.desk.stocktake.counts import Party, begin
from companion.game.commands import Adjust
from companion.game.rulebook import MAX_PLAYERS
from kiosk import screens
from kiosk.settings.file import Settings
from tests.gallery.sample_game import LONG_NAMES, NAMES, Show, new_game, play

if TYPE_CHECKING:
    from kiosk.app import KioskApp

Steps = Mapping[tuple[Party, str], int]

A_CARD: Final[Steps] = {(1, "mountain"): 1}
SEVERAL: Final[Steps] = {
    (0, "trains"): -2,
    (0, "score"): 4,
    (2, "desert"): 1,
    (2, "score"): -12,
    (4, "trains"): 1,
    (None, "desert"): -2,
}


def _counted(
    steps: Steps,
    players: int = MAX_PLAYERS,
    names: tuple[str, ...] = NAMES,
    *,
    settling: bool = False,
) -> Show:
    """The sample game on the table, counted otherwise in these."""

    def show(app: "KioskApp") -> None:
        play(app, players, names=names)
        _count(app, steps, settling=settling)

    return show


def _count(app: "KioskApp", steps: Steps, *, settling: bool) -> None:
    stock = begin(app.referee.game, hidden=app.settings.hidden_scores)
    for (party, what), by in steps.items():
        stock = stock.step(party, what, by)
    app.desk.stock.keep(stock.settle() if settling else stock)
    app.go(screens.stocktake)


def _sixteen(*, settling: bool) -> Show:
    """One mountain card more than the box holds."""

    def show(app: "KioskApp") -> None:
        app.referee.submit(new_game(MAX_PLAYERS))
        for seat in app.referee.game.state.seats:
            app.referee.submit(Adjust("counted", player=seat.name, terrain={"mountain": 3}))
        _count(app, A_CARD, settling=settling)

    return show


SHOWN: Final = (
    ("stocktake", _counted({})),
    ("stocktake-hidden-scores", _counted({}), Settings(hidden_scores=True)),
    ("stocktake-2-players", _counted(A_CARD, 2)),
    ("stocktake-3-players", _counted(A_CARD, 3)),
    ("stocktake-differs", _counted(SEVERAL)),
    ("stocktake-long-names", _counted(SEVERAL, names=LONG_NAMES)),
    ("stocktake-sixteen", _sixteen(settling=False)),
    ("stocktake-cause", _counted(A_CARD, 3, settling=True)),
    ("stocktake-no-cause", _counted(SEVERAL, settling=True)),
    ("stocktake-sixteen-settling", _sixteen(settling=True)),
)
