"""What Kivy has to know before it is imported: where to write, what to read touches from."""

import logging
import os
import tempfile
from collections.abc import MutableMapping
from pathlib import Path


class NoScreenError(Exception):
    """There is no screen that the kiosk could be shown on, and why."""


def prepare(environment: MutableMapping[str, str] = os.environ) -> None:
    """Set Kivy's environment; call it before the first import of kivy."""
    environment["KIVY_NO_ARGS"] = "1"
    environment["KIVY_NO_CONFIG"] = "1"  # no file decides how the kiosk behaves
    environment["KIVY_NO_FILELOG"] = "1"
    environment["KIVY_LOG_MODE"] = "PYTHON"
    environment["KIVY_AUDIO"] = "sdl2"  # others load whole frameworks for a short sound
    environment["KIVY_WINDOW"] = "sdl2"  # its x11 ends the process where there is no server
    environment["SDL_NO_SIGNAL_HANDLERS"] = "1"  # else SIGTERM is a wish to close the window
    # A finger is a finger: without this SDL reports it a second time, as a mouse.
    environment["SDL_TOUCH_MOUSE_EVENTS"] = "0"
    environment["SDL_MOUSE_TOUCH_EVENTS"] = "0"
    environment.setdefault("KIVY_HOME", str(_writable_folder(environment)))


def _writable_folder(environment: MutableMapping[str, str]) -> Path:
    """Kivy's import fails where it cannot write into its folder."""
    cache = Path(environment.get("XDG_CACHE_HOME", ""))
    base = cache if cache.is_absolute() else Path(os.path.expanduser("~")) / ".cache"
    folder = base / "stationmaster" / "kivy"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="stationmaster-"))


def configure(size: tuple[int, int] | None, *, fullscreen: bool) -> None:
    """Set Kivy's configuration; call it before its Window is imported."""
    from kivy.config import Config

    logging.getLogger("kivy").setLevel(logging.WARNING)
    for source in Config.options("input"):
        Config.remove_option("input", source)
    # SDL's window brings its own source of fingers; this is the only other one.
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "keyboard_mode", "system")
    Config.set("kivy", "window_icon", "")
    Config.set("graphics", "multisamples", "0")  # shapes smooth their own edges
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "show_cursor", "0" if fullscreen else "1")
    if size is not None:
        Config.set("graphics", "width", str(size[0]))
        Config.set("graphics", "height", str(size[1]))


def open_window(
    environment: MutableMapping[str, str] = os.environ, cards: Path = Path("/dev/dri")
) -> None:
    """Open the window, or say in words why not.

    Raises:
        NoScreenError: Kivy found no way to show anything.
    """
    if not environment.get("SDL_VIDEODRIVER"):
        environment["SDL_VIDEODRIVER"] = _video_driver(environment, cards)
    try:
        from kivy.core.window import Window
    except (Exception, SystemExit) as error:  # a missing library shows in many ways
        raise NoScreenError(str(error) or type(error).__name__) from error
    if Window is None:
        raise NoScreenError("no window could be opened")


def _video_driver(environment: MutableMapping[str, str], cards: Path) -> str:
    """Which of SDL's drivers shows something here; left to itself, it may draw for nobody."""
    if environment.get("WAYLAND_DISPLAY"):
        return "wayland,x11"
    if environment.get("DISPLAY"):
        return "x11"
    if any(os.access(card, os.W_OK) for card in cards.glob("card*")):
        return "kmsdrm"
    raise NoScreenError("no display")
