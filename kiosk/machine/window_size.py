"""How large the window is: never larger than its place, and all of a small screen."""

import ctypes
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

log = logging.getLogger(__name__)

SMALL: Final = (1024, 600)  # pixels, the longer side first: a window has no room beside it
TITLE: Final = 48  # pixels that a window's title and frame may take
_DESKTOPS: Final = (b"x11", b"wayland")  # of SDL's drivers, those that have windows
_SDL: Final = re.compile(r"/\S*/libSDL2-\S*$")  # the library, not those for pictures and sounds


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the screen, in pixels from its upper left corner."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Fit:
    """What a window is to be; `maximized` is what a window manager makes of its frame too."""

    size: tuple[int, int]
    fullscreen: bool = False
    maximized: bool = False


def fit(size: tuple[int, int], screen: Area, work: Area, *, asked: bool) -> Fit:
    """The window for a screen, of which `work` is free; `asked`: somebody named its size."""
    long, short = max(screen.width, screen.height), min(screen.width, screen.height)
    if not asked and long <= SMALL[0] and short <= SMALL[1]:
        return Fit((screen.width, screen.height), fullscreen=True)
    width, height = min(size[0], work.width), min(size[1], work.height)
    has_room = width < work.width and height <= work.height - TITLE
    return Fit((width, height), maximized=not has_room)


def fit_window(*, asked: bool) -> None:
    """Give the window that is open its size; where SDL cannot tell of the screen it stays."""
    from kivy.core.window import Window

    areas = _areas()
    if areas is None or Window.fullscreen:
        return
    screen, work = areas
    fitting = fit(tuple(Window.system_size), screen, work, asked=asked)
    if fitting.size != tuple(Window.system_size):
        corner = screen if fitting.fullscreen else work
        Window.system_size = fitting.size
        Window.left, Window.top = corner.left, corner.top
    if fitting.fullscreen:
        Window.fullscreen = "auto"  # without a window manager it has that size already
    elif fitting.maximized:
        Window.maximize()


def _areas() -> tuple[Area, Area] | None:
    """The screen and what is free of it, as the SDL that Kivy has loaded tells."""
    try:
        maps = Path("/proc/self/maps").read_text("utf-8").splitlines()
        sdl = ctypes.CDLL(_loaded(maps))
        sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
        if sdl.SDL_GetCurrentVideoDriver() not in _DESKTOPS:
            return None
        return _told(sdl.SDL_GetDisplayBounds), _told(sdl.SDL_GetDisplayUsableBounds)
    except (OSError, LookupError, AttributeError) as error:
        log.warning("the size of the screen is not known: %s", error)
        return None


def _loaded(maps: Iterable[str]) -> str:
    found = next((place[0] for line in maps if (place := _SDL.search(line))), None)
    if found is None:
        raise LookupError("SDL is not loaded")
    return found


def _told(ask: Any) -> Area:  # noqa: ANN401
    rectangle = (ctypes.c_int * 4)()
    if ask(0, rectangle) != 0:
        raise LookupError("SDL does not know it")
    return Area(*rectangle)
