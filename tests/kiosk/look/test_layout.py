"""Every screen at every size: no text cut, nothing overlapping, all large enough to touch."""

from collections.abc import Callable, Iterator
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import layout
import pytest
from counts import LONG
from fingers import SIZES, Kiosk
from kivy.core.window import Window
from kivy.uix.button import Button
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.desk import desk
from kiosk.look.text import Text
from kiosk.widgets.basics import Tile
from kiosk.widgets.scroller import Scroller
from tests.gallery.pictures import let_pass
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


@pytest.fixture(params=["english", "longer"] if LONG else ["longer"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fits in the longer one fits in English too; a long run does not rely on that."""
    if request.param == "longer":
        monkeypatch.setattr(desk, "translations", lambda language: Longer())


class Stage:
    """Shows a scene at one size after the other."""

    def __init__(self, scene: Scene, folder: Path) -> None:
        self._scene, self._folder = scene, folder
        self._kiosk: Kiosk | None = None
        self._words: list[str] = []
        self._can_be_resized = not LONG

    def at(self, size: tuple[int, int]) -> Kiosk:
        """In the same app where it is still the same scene then: a sheet is not, or a half claim.

        In a long run each has an app of its own.
        """
        if self._kiosk is None or not self._is_resized(self._kiosk, size):
            self._show_anew(size)
        assert self._kiosk is not None
        return self._kiosk

    def _is_resized(self, kiosk: Kiosk, size: tuple[int, int]) -> bool:
        if self._can_be_resized and kiosk.app.root.sheet is None:
            Window.size = size
            let_pass(8)
            self._can_be_resized = words(kiosk) == self._words
            return self._can_be_resized
        return False

    def _show_anew(self, size: tuple[int, int]) -> None:
        self.close()
        file = self._folder / "{}x{}.db".format(*size)
        self._kiosk = Kiosk(size, file, self._scene.settings)
        self._scene.show(self._kiosk.app)
        let_pass(8)
        self._words = words(self._kiosk)

    def close(self) -> None:
        if self._kiosk is not None:
            self._kiosk.close()


@pytest.fixture
def stage(scene: Scene, language: None, tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(scene, tmp_path)
    yield stage
    stage.close()


def words(kiosk: Kiosk) -> list[str]:
    """All that is said on any layer, in any order."""
    return sorted(part.said for part in kiosk.app.root.walk() if isinstance(part, Text))


def faults(kiosk: Kiosk) -> list[str]:
    app = kiosk.app
    return [fault for layer in app.root.children for fault in layout.faults(layer, app.u)]


every_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


@every_scene
def test_nothing_is_cut_or_overlaps_or_is_too_small(stage: Stage):
    found = []
    for size in SIZES:
        kiosk = stage.at(size)
        assert tuple(Window.size) == size
        if faults(kiosk):  # it may just be laid out anew
            let_pass(8)
            found += [f"{size}: {fault}" for fault in faults(kiosk)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scene", [s for s in SCENES if s.name == "consequences-conflict"])
@every_size
def test_what_fits_only_without_a_bar_comes_to_rest(stage: Stage, size: tuple[int, int]):
    kiosk = stage.at(size)
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
