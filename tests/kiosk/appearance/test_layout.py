"""Every screen at every size: nothing cut, overlapping, too faint, or too small to touch."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, product
from pathlib import Path
from typing import Any

import contrasts
import layout
import pytest
from counts import LONG
from fingers import SIZES, Kiosk
from kivy.core.window import Window
from kivy.uix.button import Button
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget
from pseudo import LEFT, Pseudo

from companion.game.board.board import standard_board
from companion.words.compiling import TEMPLATE, read_catalogue
from companion.words.language import ENGLISH, LANGUAGES, translations
from hardware.buttons import pins
from kiosk import app
from kiosk.appearance.icons import Icon
from kiosk.appearance.text import Text, width_of
from kiosk.appearance.theme import THEMES
from kiosk.news.view import releases
from kiosk.widgets.basics import Surface, Tile
from kiosk.widgets.scroller import Scroller
from tests.gallery.pictures import let_pass
from tests.gallery.scenes import SCENES, Scene

PSEUDO = "pseudo"


@dataclass(frozen=True, slots=True)
class Look:
    """How a scene is shown: in which language, and in which theme, another one at each size."""

    language: str
    first: int = 0  # of the themes, at the first size
    hand: str = "right"

    def settings(self, size: tuple[int, int]) -> dict[str, Any]:
        """How it looks at a size."""
        theme = list(THEMES)[(SIZES.index(size) + self.first) % len(THEMES)]
        language = ENGLISH if self.language == PSEUDO else self.language
        return {"theme": theme, "language": language, "hand": self.hand}

    def __str__(self) -> str:
        return f"{self.language}-{self.hand}-{self.first}"


LONGEST = ("de", "nl")  # of the languages, as a test measures them
PSEUDOS = [Look(PSEUDO)]
LANGUAGE_LOOKS = [Look(language, at, "left") for at, language in enumerate(LONGEST, 1)]
if LONG:  # all languages, and in each theme the one that takes more room than they do
    PSEUDOS = [Look(PSEUDO, first) for first in range(len(THEMES))]
    LANGUAGE_LOOKS = [
        Look(code, at, ("left", "right")[at % 2]) for at, code in enumerate(LANGUAGES)
    ]


def way(scene: Scene) -> list[tuple[Look, tuple[int, int]]]:
    """In what order a scene is seen; in a short run at two sizes, each in one language.

    Which ones these are goes round from scene to scene.
    """
    number = SCENES.index(scene)
    at = number % len(SIZES)
    sizes = SIZES[at:] + SIZES[:at]
    if not LONG:
        looks = [*PSEUDOS, LANGUAGE_LOOKS[number // len(SIZES) % len(LANGUAGE_LOOKS)]]
        return list(zip(looks, sizes, strict=False))
    return [*product(PSEUDOS, sizes), *((look, size) for size in sizes for look in LANGUAGE_LOOKS)]


class Stage:
    """Shows a scene in one look and at one size after the other."""

    def __init__(self, scene: Scene, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._scene, self._folder, self._patch = scene, folder, monkeypatch
        self._kiosk: Kiosk | None = None
        self._words: list[str] = []
        self._language = ""  # of the words
        self._made = count()
        self._is_lasting = True  # as far as was seen, it is the same scene when built anew

    def at(self, look: Look, size: tuple[int, int]) -> Kiosk:
        """In the same app where it is the same scene then: a sheet is not, nor a half claim."""
        spoken = (lambda language: Pseudo()) if look.language == PSEUDO else translations
        self._patch.setattr(app, "translations", spoken)
        if self._kiosk is None or not self._is_changed(self._kiosk, look, size):
            self._show_anew(look, size)
        assert self._kiosk is not None
        return self._kiosk

    def _is_changed(self, kiosk: Kiosk, look: Look, size: tuple[int, int]) -> bool:
        if not self._is_lasting or kiosk.app.root.front is not kiosk.app.root.screen:
            return False
        kiosk.app.save_settings(**look.settings(size))
        kiosk.app.speak(None)
        if tuple(Window.size) == size:
            kiosk.app.rebuild()
        Window.size = size
        let_pass(8)
        content, before = words(kiosk), self._words
        same = content == before if look.language == self._language else len(content) == len(before)
        self._is_lasting = same
        self._words, self._language = content, look.language
        return same

    def _show_anew(self, look: Look, size: tuple[int, int]) -> None:
        self.close()
        file = self._folder / f"{next(self._made)}.db"
        settings = replace(self._scene.settings, **look.settings(size))
        self._kiosk = Kiosk(size, file, settings)
        self._scene.show(self._kiosk.app)
        let_pass(8)
        self._words, self._language = words(self._kiosk), look.language

    def close(self) -> None:
        if self._kiosk is not None:
            self._kiosk.close()


@pytest.fixture
def stage(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    stage = Stage(scene, tmp_path, monkeypatch)
    yield stage
    stage.close()


def words(kiosk: Kiosk) -> list[str]:
    """All that is said on any layer, in any order."""
    return sorted(part.content for part in kiosk.app.root.walk() if isinstance(part, Text))


def faults(kiosk: Kiosk) -> list[str]:
    app = kiosk.app
    found = []
    for layer in app.root.children:
        found += layout.faults(layer, app.unit)
        found += contrasts.faint(layer, app.theme)
    return found


every_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


# What no language changes: names of people, places, programs, files and parts.
READABLE = re.compile("[A-Za-z]{3,}")
PLACES = {
    word
    for location in standard_board().locations.values()
    for word in READABLE.findall(location.name or "")
}
NAMES = set(
    READABLE.findall(
        "Stationmaster BG Stats USB PDF CSV JSON bgsplay ABC UART SPI 1-Wire PIL"
        # people
        " Anna Ben Łukasz Maximiliane-Charlotte Maximiliane Maximiliana Maximilian Hohenstaufe"
        " Konstantinos Papadopoulos Papadopoulo Bartholomäus Wilhelmina van und Maximili"
        " Ferdinand von der Zande Peter John"
        # parts, and what is written on them
        " KINGSTON INTENSO Spiele Bilder Adafruit SparkFun SerLCD Serial 7-Segment Matrix Orbital"
        " FTDI MicroPython Board in FS mode Enter Right Left Down Up Backspace generic"
        " Python kivy pyserial sqlite-utils lgpio"
        # typed by people, and said by the system
        " agreed at the table, always played so here, counted again, train, early"
        " No such file Permission denied, no such text, have read root "
        + " ".join(LANGUAGES.values())
    )
)
LONG_NAMES = ("Maximiliane", "Maximiliana", "Maximilian", "Charlotte", "Konstantinos")
WIRED = {*pins.BUTTONS, *"buttons lights seat horn dialout".split()}  # of the wiring file
# Commands, places, options, ids.
MACHINES = re.compile(
    r"(?:sudo|python -m|sh kiosk/run.sh) .*"
    r"|\S*[/_@]\S*|[\w-]+\.db|--?\w+|[0-9a-f]{8}-[0-9a-f-]+|'[^']+'"
)
# The page of changes is written in one language.
CHANGES = set(READABLE.findall(str(releases())))


def is_a_name(word: str) -> bool:
    return word in PLACES | NAMES or set(word) <= LEFT or is_part_of_name(word)


def is_part_of_name(word: str) -> bool:
    """Whether a long name was cut or went on in the next line there."""
    return any(name.startswith(word) or name.endswith(word) for name in LONG_NAMES)


def in_english(kiosk: Kiosk, scene: Scene) -> list[str]:
    """Words that the made-up language leaves as they are: they were never handed to it."""
    texts = [MACHINES.sub("", text) for text in words(kiosk)]
    content = {word for text in texts for word in READABLE.findall(text)}
    known = {
        "devices-in-trouble": WIRED,
        "news": CHANGES,
        "pin-unreadable": {"directory"},  # the system's own words for what is wrong
    }.get(scene.name, set())
    return sorted(word for word in content - known if not is_a_name(word))


@every_scene
def test_nothing_is_cut_or_overlaps_or_is_too_small_or_too_faint_or_english(
    scene: Scene, stage: Stage
):
    found = []
    for look, size in way(scene):
        kiosk = stage.at(look, size)
        assert tuple(Window.size) == size
        if faults(kiosk):  # it may just be laid out anew
            let_pass(8)
            found += [f"{look} {size}: {fault}" for fault in faults(kiosk)]
        if look.language == PSEUDO:
            found += [f"{size}: in English: {word}" for word in in_english(kiosk, scene)]
    assert not found, "\n".join(found)


def length_of(language: str) -> float:
    """How much room it takes to say everything that needs neither a number nor a context."""
    spoken = translations(language)
    content = [m.id for m in read_catalogue(TEMPLATE) if isinstance(m.id, str) and not m.context]
    return sum(
        width_of(spoken.gettext(message), 16.0, bold=False) for message in content if message
    )


def test_no_language_is_clearly_longer_than_those_that_are_walked_in_every_run():
    lengths = {language: length_of(language) for language in LANGUAGES}
    least = min(lengths.pop(language) for language in LONGEST)
    assert least > max(lengths.values()) / 1.03


@pytest.mark.parametrize("scene", [s for s in SCENES if s.name == "consequences-conflict"])
@every_size
def test_what_fits_only_without_a_bar_comes_to_rest(stage: Stage, size: tuple[int, int]):
    kiosk = stage.at(PSEUDOS[0], size)
    (lines,) = (part for part in kiosk.app.root.sheet.walk() if isinstance(part, Scroller))
    widths = set()
    for _ in range(6):
        let_pass(1)
        widths.add(lines.column.width)
    assert len(widths) == 1


def text(content: str, **given: Any) -> Text:
    return Text(content=content, **{"size_hint": (None, None), "size": (200, 40), **given})


def tile(**given: Any) -> Tile:
    return Tile(**{"word": "go", "size_hint": (None, None), "size": (60, 60), **given})


def on_paper(part: Widget) -> Widget:
    """Something that is hardly darker than what is written on it."""
    paper = Surface(size_hint=(None, None), size=part.size)
    paper.fill = (0.8, 0.8, 0.8, 1)
    paper.add_widget(part)
    return paper


def framed() -> Widget:
    """With an edge that is hardly seen, and is not that of every panel."""
    surface = Surface()
    surface.edge = (0.2, 0.2, 0.2, 1)
    return surface


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
        (lambda: [text("hardly seen", color=(0.2, 0.2, 0.2, 1))], ["faint"]),
        (lambda: [on_paper(text("hardly seen"))], ["faint"]),
        (lambda: [Icon(name="dot", tint=(0.2, 0.2, 0.2, 1))], ["faint"]),
        (lambda: [framed()], ["faint"]),
        (lambda: [Icon(name="desert", size_units=20)], ["nameless"]),
        (lambda: [Icon(name="desert", size_units=20, letter="D")], []),
        (lambda: [tile(icon="desert", word="Desert", size=(80, 80))], []),
        (lambda: [on_paper(text("dark enough", color=(0, 0, 0, 1)))], []),
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
