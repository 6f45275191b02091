"""The roster under fingers: a name is forgotten by holding, and offered again."""

from collections.abc import Callable
from pathlib import Path

from fingers import Kiosk

from kiosk.screens.players import NameToForget
from kiosk.settings import load

Open = Callable[..., Kiosk]


def names(kiosk: Kiosk) -> list[str]:
    return [tile.word for tile in kiosk.widgets(NameToForget)]


def test_a_name_is_forgotten_by_holding_only_and_offered_again(
    open_kiosk: Open, games_file: Path, tmp_path: Path
):
    file = tmp_path / "settings.json"
    kiosk = open_kiosk(3, file=games_file, settings_file=file)
    kiosk.app.go("settings")
    kiosk.frames()
    kiosk.app.screen.ids.rows.reveal(kiosk.button("Names").parent)
    kiosk.frames()
    kiosk.tap("Names")
    assert set(names(kiosk)) == {"Anna", "Ben", "Maximiliane-Charlotte"}
    kiosk.tap("Ben")
    assert "Ben" in names(kiosk)
    kiosk.hold(next(tile for tile in kiosk.widgets(NameToForget) if tile.word == "Ben"))
    assert "Ben" not in names(kiosk)
    assert load(file).forgotten == ("Ben",)
    kiosk.tap("Offer everyone again")
    assert "Ben" in names(kiosk)
