"""Text is as large as it is wanted wherever there is room, and nowhere smaller for that."""

from collections import Counter
from itertools import product
from pathlib import Path

import layout
import pytest
from counts import LONG, spread
from fingers import SIZES, Kiosk

from kiosk import screens
from kiosk.appearance.text import Text
from kiosk.appearance.theme import TEXT_SIZES
from kiosk.doctor.finding import Finding
from kiosk.settings.file import Settings, load
from tests.gallery.pictures import let_pass
from tests.gallery.scenes import SCENES

LARGER = [name for name, factor in TEXT_SIZES.items() if factor > 1]
BY_NAME = {scene.name: scene for scene in SCENES}
CASES = spread(list(product(BY_NAME, SIZES, LARGER)), 10_000 if LONG else 25)


def sizes(kiosk: Kiosk) -> dict[str, float]:
    """The font of every text that is seen, by what it says; the smallest of several."""
    found: dict[str, float] = {}
    for part in kiosk.app.root.walk(restrict=True):
        if isinstance(part, Text) and part.content and min(part.size) > 1:
            found[part.content] = min(part.font_size, found.get(part.content, part.font_size))
    return found


def faults(kiosk: Kiosk) -> list[str]:
    layers = kiosk.app.root.children
    return [fault for layer in layers for fault in layout.faults(layer, kiosk.app.unit)]


@pytest.mark.parametrize(("scene", "size", "wanted"), CASES, ids=str)
def test_larger_text_cuts_and_covers_nothing(scene: str, size, wanted: str, tmp_path: Path):
    kiosk = Kiosk(size, tmp_path / "games.db", Settings(text_size=wanted))
    try:
        BY_NAME[scene].show(kiosk.app)
        let_pass(8)
        if faults(kiosk):  # it may just be laid out anew
            let_pass(8)
        assert not faults(kiosk)
    finally:
        kiosk.close()


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_text_grows_where_there_is_room_and_shrinks_nowhere(size, open_kiosk):
    kiosk = open_kiosk(size=size)
    kiosk.app.go(screens.settings)
    let_pass(8)
    usual = sizes(kiosk)
    for wanted in LARGER:
        kiosk.app.set(text_size=wanted)
        let_pass(8)
        larger = sizes(kiosk)
        grown = [said for said in usual if larger[said] >= usual[said] * TEXT_SIZES[wanted] - 1]
        assert len(grown) > len(usual) / 2
        assert not [said for said in usual if larger[said] < usual[said]]


def test_the_size_of_text_is_chosen_by_touch_and_remembered(tmp_path: Path):
    file = tmp_path / "settings.json"
    kiosk = Kiosk(settings_file=file)
    try:
        kiosk.app.go(screens.settings)
        kiosk.frames()
        kiosk.tap("Largest")
        assert load(file).text_size == "largest"
        assert kiosk.app.text_unit == kiosk.app.unit * TEXT_SIZES["largest"]
    finally:
        kiosk.close()


def test_a_long_list_is_laid_out_in_as_many_rounds_as_a_short_one(
    open_kiosk, monkeypatch: pytest.MonkeyPatch
):
    fitted: Counter[Text] = Counter()
    fit = Text._fit

    def _fit(text: Text, *args: object) -> None:
        fitted[text] += 1
        fit(text, *args)

    monkeypatch.setattr(Text, "_fit", _fit)
    kiosk = open_kiosk()
    most = {}
    for lines in (5, 50):
        findings = [Finding("python", "python", {"version": "3.11"})] * lines
        fitted.clear()
        kiosk.app.go(screens.doctor, findings=findings)
        let_pass(8)
        most[lines] = max(fitted.values())
    assert most[50] <= most[5] + 5, most
