"""Speech by espeak-ng, a separate program that can be missing, fail or hang."""

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
SPEECH_TIMEOUT: Final = 10.0  # seconds; a sentence normally takes a fraction of one
OTHERWISE: Final = "en"  # the voice for languages without one
HEADER: Final = 44  # bytes of a file without samples

Act = Callable[[], None]


def is_installed() -> bool:
    return shutil.which(PROGRAM) is not None


class Utterance:
    """A sentence being synthesized by a child process, with a thread that waits for it.

    The sound goes to a file in memory, not to the card: the kiosk uses that, and many cards, such
    as a Pi's HDMI, accept only one program.
    """

    def __init__(self, text: str, voice: str, done: Callable[["Utterance"], None]) -> None:
        self.trouble = ""  # why there is no sound, or empty
        self.file = os.memfd_create("spoken")
        self._text = text.encode(errors="replace")
        self._voices = dict.fromkeys((voice, OTHERWISE))
        self._done = done
        self._child: subprocess.Popen[bytes] | None = None
        self._ended = False
        Thread(target=self._run, daemon=True).start()

    def end(self) -> None:
        """Cancel it; returns at once."""
        self._ended = True
        if self._child is not None:
            self._child.kill()

    def close(self) -> None:
        """Close the file in memory."""
        os.close(self.file)

    def _run(self) -> None:
        for voice in self._voices:
            try:
                self.trouble = self._speak_as(voice)
            except Exception:  # any error: the game goes on without speech
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
        if self._ended:  # cancelled before the child was started
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
    """Speaks one sentence at a time; at most one waits, and a newer one replaces it.

    Runs in the thread of `post`; `load` loads a clip from a file, `tell` is called whenever
    `trouble` changes.
    """

    def __init__(
        self, post: Callable[[Act], None], load: Callable[[int], Any], tell: Callable[[], None]
    ) -> None:
        self.trouble = ""
        self._post, self._load, self._tell = post, load, tell
        self._waiting: tuple[str, str] | None = None  # a sentence and its voice
        self._saying: Utterance | None = None
        self._clip: Any = None
        atexit.register(self.hush)  # even if the app ends without closing us

    def say(self, text: str, voice: str) -> None:
        """Speak this after the current sentence; returns at once."""
        self._waiting = text, voice
        self._go_on()

    def hush(self) -> None:
        """Stop speaking, and discard the waiting sentence."""
        self._waiting = None
        saying, self._saying = self._saying, None
        if saying is not None:
            saying.end()
        clip, self._clip = self._clip, None
        if clip is not None:
            clip.stop()

    def close(self) -> None:
        """Stop permanently."""
        self.hush()
        atexit.unregister(self.hush)

    def _go_on(self) -> None:
        if self._waiting is not None and self._saying is None and self._clip is None:
            (text, voice), self._waiting = self._waiting, None
            self._saying = Utterance(text, voice, self._made)

    def _made(self, saying: Utterance) -> None:
        """Pass it to the main thread."""
        self._post(lambda: self._take(saying))

    def _take(self, saying: Utterance) -> None:
        if saying is self._saying:
            self._saying = None
            self._report(saying.trouble)
            if saying.trouble == "hangs":  # the waiting sentence would be too late
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
