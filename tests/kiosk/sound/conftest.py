"""A sound card for tests, which can be pulled out: SDL's dummy, which plays for nobody."""

import ctypes
import os
from collections.abc import Iterator

import pytest


class SoundCard:
    """The card of this process."""

    def __init__(self) -> None:
        from kivy.core.audio import audio_sdl2

        self._sdl = ctypes.CDLL(audio_sdl2.__file__)

    def pull_out(self) -> None:
        """From now on there is none; whoever plays has to be closed before."""
        os.environ["SDL_AUDIODRIVER"] = "none"
        while self._sdl.Mix_QuerySpec(None, None, None):
            self._sdl.Mix_CloseAudio()
        while self._sdl.SDL_WasInit(0x10):
            self._sdl.SDL_QuitSubSystem(0x10)

    def plug_in(self) -> None:
        """There is one that can be opened."""
        os.environ["SDL_AUDIODRIVER"] = "dummy"


@pytest.fixture
def sound_card() -> Iterator[SoundCard]:
    card = SoundCard()
    yield card
    card.plug_in()
