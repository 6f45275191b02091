"""Pictures of every screen in its main states, with an index page: how the look is reviewed."""

import gc
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any, Final

from companion.journal import Journal
from companion.referee import Referee
from kiosk.machine.environment import configure, open_window
from kiosk.settings.file import CHOICES
from tests.gallery.sample_game import EVENING
from tests.gallery.scenes import SCENES, Scene

SIZES: Final = ((800, 480), (1280, 720), (720, 1280))

Look = tuple[tuple[int, int], tuple[tuple[str, Any], ...]]  # a size, and settings

# Night at every size, and the other themes at the first.
ALL_LOOKS: Final[tuple[Look, ...]] = (
    *((size, (("theme", "night"),)) for size in SIZES),
    *((SIZES[0], (("theme", theme),)) for theme in CHOICES["theme"] if theme != "night"),
)

FRAMES: Final = 12  # until everything has found its place, and scores have counted up
FRAME: Final = 0.1  # seconds that pass from one to the next


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene at a size, with some settings: those of how it looks."""

    scene: Scene
    size: tuple[int, int]
    settings: tuple[tuple[str, Any], ...] = ()

    @property
    def group(self) -> str:
        """Where it is kept, with others of its kind."""
        return "-".join(("{}x{}".format(*self.size), *(str(value) for _, value in self.settings)))

    @property
    def file(self) -> Path:
        """Its file, from the gallery's folder."""
        return Path(self.group) / f"{self.scene.name}.png"


def render_all(
    folder: Path, scenes: Iterable[Scene] = SCENES, looks: Sequence[Look] = ALL_LOOKS
) -> int:
    """Render every scene to a picture in every look; the exit code.

    Raises:
        NoScreenError: no window can be opened, not even an unseen one.
    """
    open_unseen_window()
    pictures = tuple(_pictures(tuple(scenes), looks))
    with seldom_tidied():
        for number, picture in enumerate(pictures, 1):
            (folder / picture.file).parent.mkdir(parents=True, exist_ok=True)
            render(picture, folder / picture.file)
            print(f"{number}/{len(pictures)} {picture.file}", flush=True)
    index = folder / "index.html"
    index.write_text(_page(pictures), "utf-8")
    print(index)
    return 0


def open_unseen_window() -> None:
    """A window that no display is needed for; it keeps its first surface, which holds every size.

    Raises:
        NoScreenError: not even that can be opened.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    configure((max(w for w, _ in SIZES), max(h for _, h in SIZES)), fullscreen=False)
    open_window()


@contextmanager
def seldom_tidied() -> Iterator[None]:
    """Python looks for litter less often: after many short apps it would do little else."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(1_000_000, 10, 10)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _pictures(scenes: tuple[Scene, ...], looks: Sequence[Look]) -> Iterator[Picture]:
    """Grouped, for the window changes its size once a look."""
    for size, settings in looks:
        for scene in scenes:
            yield Picture(scene, size, settings)


# --- a picture -----------------------------------------------------------------------------------


class EveningClock:
    """The referee's clock: always the same evening."""

    def now(self) -> str:
        """A fixed moment."""
        return EVENING

    def ticks(self) -> float:
        """Nothing takes any time."""
        return 0.0


def render(picture: Picture, file: Path) -> None:
    """Play the scene in a journal of its own, and keep its picture."""
    with tempfile.TemporaryDirectory(prefix="stationmaster-gallery-") as folder:
        journal = Journal.open(Path(folder) / "games.db")
        try:
            _photograph(picture, Referee(journal, clock=EveningClock()), file)
        finally:
            journal.close()


def _photograph(picture: Picture, referee: Referee, file: Path) -> None:
    """Start an app, bring it into the scene, and take the picture."""
    from kivy.base import runTouchApp
    from kivy.core.window import Window

    from kiosk.app import KioskApp

    if tuple(Window.size) != picture.size:
        Window.size = picture.size
    settings = replace(picture.scene.settings, **dict(picture.settings))
    app = KioskApp(referee, settings, games_file=Path("~") / "games.db")
    app._run_prepare()
    try:
        runTouchApp(embedded=True)
        picture.scene.show(app)
        let_pass(FRAMES)
        Path(Window.screenshot(name=str(file))).replace(file)
    finally:
        _end(app)


class Ahead:
    """Kivy's time, put forward: what moves need not be waited for. It never goes back."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def skip(self, seconds: float) -> None:
        """So much later than in truth."""
        from kivy.clock import Clock
        from kivy.compat import clock

        Clock._max_fps = 0
        Clock.time = lambda: clock() + self._seconds
        self._seconds += seconds

    def let_pass(self, frames: int) -> None:
        """Draw so many frames; a tenth of a second more than in truth lies between them."""
        from kivy.base import EventLoop

        for _ in range(frames):
            self.skip(FRAME)
            EventLoop.idle()


ahead = Ahead()
let_pass = ahead.let_pass


def _end(app: Any) -> None:  # noqa: ANN401
    """Leave the window empty for the next app."""
    from kivy.base import ExceptionManager
    from kivy.clock import Clock
    from kivy.core.window import Window

    app.stop()
    app.desk.leave()
    for child in list(Window.children):
        Window.remove_widget(child)
    for event in Clock.get_events():
        event.cancel()
    ExceptionManager.handlers.clear()


# --- the index page ------------------------------------------------------------------------------

_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stationmaster: every screen</title>
<style>
body {{ margin: 24px; background: #12151a; color: #f4f0e6; font: 16px/1.4 sans-serif }}
h2 {{ margin: 36px 0 8px; font-size: 20px }}
div {{ display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-end }}
a {{ color: #9ba6b4; text-decoration: none; font-size: 13px }}
img {{ display: block; height: 200px; border: 1px solid #323b47 }}
</style>
<h1>Every screen</h1>
{scenes}
</html>
"""


def _page(pictures: tuple[Picture, ...]) -> str:
    """Thumbnails, a row a scene."""
    rows: dict[Scene, list[Picture]] = {}
    for picture in pictures:
        rows.setdefault(picture.scene, []).append(picture)
    return _PAGE.format(scenes="\n".join(_row(*row) for row in rows.items()))


def _row(scene: Scene, pictures: list[Picture]) -> str:
    thumbnails = "\n".join(
        f'<a href="{escape(picture.file.as_posix())}">'
        f'<img src="{escape(picture.file.as_posix())}" alt="" loading="lazy">'
        f"{escape(picture.group)}</a>"
        for picture in pictures
    )
    name = escape(scene.name)
    return f'<h2 id="{name}">{escape(scene.title)}</h2>\n<div>\n{thumbnails}\n</div>'
