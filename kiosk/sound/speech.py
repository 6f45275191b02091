"""Sentences spoken by espeak-ng, a program of its own: it may be missing, fail or hang."""

import atexit
import logging
import os
import shutil
import subprocess
from collections.abc import Callable
from threading import Thread
from typing import Any, Final

from kiosk.sound.card import path_of

log = logging.getLogger(__name__)

PROGRAM: Final = "espeak-ng"
SPEECH_TIMEOUT: Final = 10.0  # seconds at most; a sentence is done in a fraction of one
OTHERWISE: Final = "en"  # the voice for a language that has none
HEADER: Final = 44  # bytes of a file without a single sample

Act = Callable[[], None]


def is_installed() -> bool:
    """Whether there is anything that could speak."""
    return shutil.which(PROGRAM) is not None


class Utterance:
    """A sentence while it is made: by a child process, and a thread that waits for it.

    The sound goes to a file in memory and not to the card. That is played on by the kiosk, and
    many a card, such as a Pi's HDMI, lets one program play at a time.
    """

    def __init__(self, text: str, voice: str, done: Callable[["Utterance"], None]) -> None:
        self.trouble = ""  # or why there is nothing to be heard
        self.file = os.memfd_create("spoken")
        self._text = text.encode(errors="replace")
        self._voices = dict.fromkeys((voice, OTHERWISE))
        self._done = done
        self._child: subprocess.Popen[bytes] | None = None
        self._ended = False
        Thread(target=self._run, daemon=True).start()

    def end(self) -> None:
        """Nobody wants to hear it any more; returns at once."""
        self._ended = True
        if self._child is not None:
            self._child.kill()

    def close(self) -> None:
        """Let go of the file; nothing else is left of it."""
        os.close(self.file)

    def _run(self) -> None:
        for voice in self._voices:
            try:
                self.trouble = self._speak_as(voice)
            except Exception:  # whatever it is: the game goes on without it
                log.exception("nothing spoken")
                self.trouble = "failed"
            if self.trouble != "failed" or self._ended:
                break
        self._done(self)

    def _speak_as(self, voice: str) -> str:
        arguments = [PROGRAM, "-v", voice, "-b", "1", "-w", path_of(self.file), "--stdin"]
        silent = subprocess.DEVNULL
        try:
            child = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=silent,
                stderr=silent,
                pass_fds=(self.file,),
            )
        except FileNotFoundError:
            return "missing"
        except OSError as error:
            log.warning("%s cannot be started: %s", PROGRAM, error)
            return "failed"
        self._child = child
        if self._ended:  # before there was anything to be ended
            child.kill()
        return self._wait_for(child)

    def _wait_for(self, child: "subprocess.Popen[bytes]") -> str:
        try:
            child.communicate(self._text, timeout=SPEECH_TIMEOUT)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            return "hangs"
        has_spoken = child.returncode == 0 and os.fstat(self.file).st_size > HEADER
        return "" if has_spoken else "failed"


class Speech:
    """Says one sentence after another; at most one waits, and a newer one takes its place.

    It lives on one thread, that of `post`; `load` makes a clip of a file, `tell` is told whenever
    there is another trouble than before, or none any more.
    """

    def __init__(
        self, post: Callable[[Act], None], load: Callable[[int], Any], tell: Callable[[], None]
    ) -> None:
        self.trouble = ""
        self._post, self._load, self._tell = post, load, tell
        self._waiting: tuple[str, str] | None = None  # a sentence and its voice
        self._saying: Utterance | None = None
        self._clip: Any = None
        atexit.register(self.hush)  # also where the app ends without a word to us

    def say(self, text: str, voice: str) -> None:
        """Say this as soon as what is being said has been; returns at once."""
        self._waiting = text, voice
        self._go_on()

    def hush(self) -> None:
        """Be silent at once, and forget what waits."""
        self._waiting = None
        saying, self._saying = self._saying, None
        if saying is not None:
            saying.end()
        clip, self._clip = self._clip, None
        if clip is not None:
            clip.stop()

    def close(self) -> None:
        """Be silent for good."""
        self.hush()
        atexit.unregister(self.hush)

    def _go_on(self) -> None:
        if self._waiting is not None and self._saying is None and self._clip is None:
            (text, voice), self._waiting = self._waiting, None
            self._saying = Utterance(text, voice, self._made)

    def _made(self, saying: Utterance) -> None:
        """On the thread that waited for it."""
        self._post(lambda: self._take(saying))

    def _take(self, saying: Utterance) -> None:
        if saying is self._saying:
            self._saying = None
            self._report(saying.trouble)
            if saying.trouble == "hangs":  # what has waited for that would come too late
                self._waiting = None
            elif not saying.trouble:
                self._play(self._load(saying.file))
            self._go_on()
        saying.close()

    def _play(self, clip: Any) -> None:
        clip.bind(on_stop=self._stopped)
        clip.play()
        if clip.state == "play":
            self._clip = clip
        else:
            self._report("failed")

    def _stopped(self, clip: Any) -> None:
        if clip is self._clip:
            self._clip = None
            self._go_on()

    def _report(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._tell()
