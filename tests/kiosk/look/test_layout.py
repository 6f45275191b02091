"""Every screen at every size: no text cut, nothing overlapping, all large enough to touch."""

from collections.abc import Callable, Iterator
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import layout
import pytest
from fingers import SIZES, Kiosk
from kivy.uix.button import Button
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.desk import desk
from kiosk.look.text import Text
from kiosk.widgets.basics import Tile
from kiosk.widgets.scroller import Scroller
from tests.gallery.pictures import let_pass, seldom_tidied
from tests.gallery.scenes import SCENES, Scene

FILLER = "eronisat"


class Longer(NullTranslations):
    """A language whose texts are a third longer than English."""

    def gettext(self, message: str) -> str:
        return longer(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return longer(one if n == 1 else many)


def longer(text: str) -> str:
    """With a third more letters, in words that are no longer than others."""
    more = -(-len(text) // 3)
    if more <= 3:
        return text + FILLER[:more]
    letters = (FILLER * more)[: more - 1]
    words = [letters[at : at + len(FILLER)] for at in range(0, len(letters), len(FILLER))]
    return " ".join((text, *words))


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    with seldom_tidied():
        yield


@pytest.fixture(params=["english", "longer"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "longer":
        monkeypatch.setattr(desk, "translations", lambda language: Longer())


@pytest.fixture
def kiosk(scene: Scene, size: tuple[int, int], language: None, tmp_path: Path) -> Iterator[Kiosk]:
    kiosk = Kiosk(size, tmp_path / "games.db", scene.settings)
    try:
        scene.show(kiosk.app)
        let_pass(8)
        yield kiosk
    finally:
        kiosk.close()


def faults(kiosk: Kiosk) -> list[str]:
    app = kiosk.app
    return [fault for layer in app.root.children for fault in layout.faults(layer, app.u)]


every_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


@every_size
@every_scene
def test_nothing_is_cut_or_overlaps_or_is_too_small(kiosk: Kiosk):
    if faults(kiosk):  # it may just be laid out anew
        let_pass(8)
    found = faults(kiosk)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scene", [s for s in SCENES if s.name == "consequences-conflict"])
@every_size
def test_what_fits_only_without_a_bar_comes_to_rest(kiosk: Kiosk):
    (lines,) = (part for part in kiosk.app.root.sheet.walk() if isinstance(part, Scroller))
    widths = set()
    for _ in range(6):
        let_pass(1)
        widths.add(lines.column.width)
    assert len(widths) == 1


def text(said: str, **given: Any) -> Text:
    return Text(said=said, **{"size_hint": (None, None), "size": (200, 40), **given})


def tile(**given: Any) -> Tile:
    return Tile(word="go", **{"size_hint": (None, None), "size": (60, 60), **given})


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (lambda: [text("All is well")], []),
        (lambda: [text("A long line in a short box", width=60)], ["shortened"]),
        (lambda: [text("Anna " * 9, may_shorten=True)], []),
        (lambda: [text("Several lines in a low box " * 9, fit="wrap")], ["cut"]),
        (lambda: [text("Unbreakable", fit="wrap", width=40, height=90)], ["broken"]),
        (lambda: [text("seen"), text("hidden", opacity=0)], []),
        (lambda: [text("one"), text("other", x=190)], ["overlap"]),
        (lambda: [text("one"), text("other", x=200)], []),
        (lambda: [tile(), text("a word across", x=20)], ["overlap"] * 2),
        (lambda: [tile(height=44)], ["too small"]),
        (lambda: [tile(x=760)], ["outside", "outside"]),  # the tile and its word
        (lambda: [Button(size_hint=(None, None))], ["stock"]),
    ],
)
def test_the_check_finds_what_is_wrong(parts: Callable[[], list[Widget]], found: list[str]):
    kiosk = Kiosk()
    try:
        layer = FloatLayout()
        for part in parts():
            layer.add_widget(part)
        kiosk.app.root.show(layer)
        let_pass(3)
        seen = faults(kiosk)
        assert len(seen) == len(found)
        assert all(want in fault for want, fault in zip(found, seen, strict=True)), seen
    finally:
        kiosk.close()
