"""The window's size: at most the free area, and full screen if the screen is small."""

import ctypes
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

log = logging.getLogger(__name__)

SMALL: Final = (1024, 600)  # pixels, longer side first: a window would not fit
TITLE: Final = 48  # pixels that a window's title and frame can take
_DESKTOPS: Final = (b"x11", b"wayland")  # SDL drivers that have windows
_SDL: Final = re.compile(r"/\S*/libSDL2-\S*$")  # the main library, not those for images and sound


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the screen, in pixels from its upper left corner."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Fit:
    """A window's size and state; `maximized` leaves the frame to the window manager."""

    size: tuple[int, int]
    fullscreen: bool = False
    maximized: bool = False


def fit(size: tuple[int, int], screen: Area, work: Area, *, asked: bool) -> Fit:
    """Return the window for a screen with the free area `work`; `asked` if its size was given."""
    long, short = max(screen.width, screen.height), min(screen.width, screen.height)
    if not asked and long <= SMALL[0] and short <= SMALL[1]:
        return Fit((screen.width, screen.height), fullscreen=True)
    width, height = min(size[0], work.width), min(size[1], work.height)
    has_room = width < work.width and height <= work.height - TITLE
    return Fit((width, height), maximized=not has_room)


def fit_window(*, asked: bool) -> None:
    """Resize the open window; does nothing if SDL does not know the screen's size."""
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
        Window.fullscreen = "auto"  # without a window manager, it already has that size
    elif fitting.maximized:
        Window.maximize()


def _areas() -> tuple[Area, Area] | None:
    """Return the screen and its free area, from the SDL library that Kivy has loaded."""
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
