"""The sound card, through Kivy's sdl2 provider: opened by any thread, played on by the screen's."""

import ctypes
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final

log = logging.getLogger(__name__)

AS_KIVY: Final = (44100, 0x8010, 2, 1024)  # rate, 16 bits, two channels, samples at a time
SDL_INIT_AUDIO: Final = 0x10
OPENING: Final = Lock()  # one at a time: who fails would close what another opens


def open_card() -> bool:
    """Open the card; false where there is none. It may take its time: call it on a thread.

    Kivy's provider tries this once in its life, and would hold up everything meanwhile. What is
    open already it takes as it is, so that here it can be tried as often as anybody likes.
    """
    try:
        from kivy.core.audio import audio_sdl2

        sdl = ctypes.CDLL(audio_sdl2.__file__)  # with it comes the library that it stands on
    except (ImportError, OSError):
        log.warning("Kivy has no sounds here", exc_info=True)
        return False
    with OPENING:
        if sdl.Mix_OpenAudio(*AS_KIVY) == 0:
            return True
        sdl.SDL_QuitSubSystem(SDL_INIT_AUDIO)  # the next time it looks for a way to the card anew
    return False


def load(file: int) -> Any:
    """A clip from an open file, ready to be played; its length is 0 where nothing can be."""
    from kivy.core.audio.audio_sdl2 import SoundSDL2

    return SoundSDL2(source=path_of(file))


def path_of(file: int) -> str:
    """Where this process finds an open file, or another one that it was handed to."""
    return f"/proc/self/fd/{file}"


@contextmanager
def in_memory(content: bytes = b"") -> Iterator[int]:
    """A file that is on no disk: that may be full, or read only."""
    file = os.memfd_create("sound")
    try:
        os.write(file, content)
        yield file
    finally:
        os.close(file)
