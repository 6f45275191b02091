"""Sets up Kivy before its import: folders, input and the video driver."""

import logging
import os
import tempfile
from collections.abc import MutableMapping
from pathlib import Path


class NoScreenError(Exception):
    """There is no screen for the kiosk; the message says why."""


def prepare(environment: MutableMapping[str, str] = os.environ) -> None:
    """Set Kivy's environment variables; call this before the first import of kivy."""
    environment["KIVY_NO_ARGS"] = "1"
    environment["KIVY_NO_CONFIG"] = "1"  # no configuration file of the user
    environment["KIVY_NO_FILELOG"] = "1"
    environment["KIVY_LOG_MODE"] = "PYTHON"
    environment["KIVY_AUDIO"] = "sdl2"  # others load whole frameworks to play a short sound
    environment["KIVY_WINDOW"] = "sdl2"  # the x11 one exits the process if there is no server
    environment["SDL_NO_SIGNAL_HANDLERS"] = "1"  # without this, SIGTERM closes the window
    # Without this, SDL reports every touch a second time, as a mouse.
    environment["SDL_TOUCH_MOUSE_EVENTS"] = "0"
    environment["SDL_MOUSE_TOUCH_EVENTS"] = "0"
    environment.setdefault("KIVY_HOME", str(_writable_folder(environment)))


def _writable_folder(environment: MutableMapping[str, str]) -> Path:
    """Return a writable folder, without which importing Kivy fails."""
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
    """Set Kivy's configuration; call this before importing its Window."""
    from kivy.config import Config

    logging.getLogger("kivy").setLevel(logging.WARNING)
    for source in Config.options("input"):
        Config.remove_option("input", source)
    # SDL's window provides touches itself; the mouse is the only other input.
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "keyboard_mode", "system")
    Config.set("kivy", "window_icon", "")
    Config.set("graphics", "multisamples", "0")  # shapes are already antialiased
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "show_cursor", "0" if fullscreen else "1")
    if size is not None:
        Config.set("graphics", "width", str(size[0]))
        Config.set("graphics", "height", str(size[1]))


def open_window(
    environment: MutableMapping[str, str] = os.environ, cards: Path = Path("/dev/dri")
) -> None:
    """Open the window.

    Raises:
        NoScreenError: if Kivy cannot open a window.
    """
    if not environment.get("SDL_VIDEODRIVER"):
        environment["SDL_VIDEODRIVER"] = _video_driver(environment, cards)
    try:
        from kivy.core.window import Window
    except (Exception, SystemExit) as error:  # missing libraries raise various exceptions
        raise NoScreenError(str(error) or type(error).__name__) from error
    if Window is None:
        raise NoScreenError("no window could be opened")


def _video_driver(environment: MutableMapping[str, str], cards: Path) -> str:
    """Return the SDL video driver for this machine; SDL's own choice could be an invisible one."""
    if environment.get("WAYLAND_DISPLAY"):
        return "wayland,x11"
    if environment.get("DISPLAY"):
        return "x11"
    if any(os.access(card, os.W_OK) for card in cards.glob("card*")):
        return "kmsdrm"
    raise NoScreenError("no display")
