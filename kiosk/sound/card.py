"""The sound card, through Kivy's sdl2 provider: opened in any thread, used in the main thread."""

import ctypes
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final

log = logging.getLogger(__name__)

AS_KIVY: Final = (44100, 0x8010, 2, 1024)  # rate, 16 bits, two channels, buffer size
SDL_INIT_AUDIO: Final = 0x10
OPENING: Final = Lock()  # one at a time, as a failure would close the card for the others


def open_card() -> bool:
    """Open the card; False if there is none. Call it in a thread, as it can be slow.

    Kivy's provider tries only once and blocks everything in the meantime. It accepts a card that is
    already open, so here we can try again.
    """
    try:
        from kivy.core.audio import audio_sdl2

        sdl = ctypes.CDLL(audio_sdl2.__file__)  # also loads the SDL library that it uses
    except (ImportError, OSError):
        log.warning("Kivy has no sounds here", exc_info=True)
        return False
    with OPENING:
        if sdl.Mix_OpenAudio(*AS_KIVY) == 0:
            return True
        sdl.SDL_QuitSubSystem(SDL_INIT_AUDIO)  # so that the next attempt searches for a card again
    return False


def load(file: int) -> Any:
    """Load a clip from an open file; its length is 0 if it cannot be played."""
    from kivy.core.audio.audio_sdl2 import SoundSDL2

    return SoundSDL2(source=path_of(file))


def path_of(file: int) -> str:
    """Return the path of an open file, valid in this process or one that inherits it."""
    return f"/proc/self/fd/{file}"


@contextmanager
def in_memory(content: bytes = b"") -> Iterator[int]:
    """Create a file in memory, as a disk can be full or read-only."""
    file = os.memfd_create("sound")
    try:
        os.write(file, content)
        yield file
    finally:
        os.close(file)
