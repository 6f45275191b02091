"""The players under fingers: a tap leads to a page; a name is forgotten by holding only."""

from collections.abc import Callable
from pathlib import Path

from fingers import Kiosk

from kiosk import screens
from kiosk.past_games.players import NameToForget
from kiosk.settings.file import load

Open = Callable[..., Kiosk]


def names(kiosk: Kiosk, *, offered: bool = True) -> set[str]:
    tiles = kiosk.widgets(NameToForget)
    return {tile.word for tile in tiles if tile.row.offered == offered}


def test_a_name_is_forgotten_by_holding_only_and_offered_again(
    open_kiosk: Open, games_file: Path, tmp_path: Path
):
    file = tmp_path / "settings.json"
    kiosk = open_kiosk(3, file=games_file, settings_file=file)
    kiosk.app.go(screens.settings)
    kiosk.frames()
    kiosk.app.screen.ids.rows.reveal(kiosk.button("Names").parent)
    kiosk.frames()
    kiosk.tap("Names")
    everyone = {"Anna", "Ben", "Maximiliane-Charlotte"}
    assert names(kiosk) == everyone
    kiosk.tap("Ben")
    assert kiosk.app.screen_name == "person"
    kiosk.app.screen.close()
    kiosk.frames()
    assert names(kiosk) == everyone
    kiosk.hold(next(tile for tile in kiosk.widgets(NameToForget) if tile.word == "Ben"))
    assert names(kiosk) == everyone - {"Ben"}
    assert names(kiosk, offered=False) == {"Ben"}
    assert kiosk.sees("hidden from new games")
    assert load(file).forgotten == ("Ben",)
    kiosk.tap("Show all names again")
    assert names(kiosk) == everyone
