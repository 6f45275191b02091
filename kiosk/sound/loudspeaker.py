"""Plays the game's sounds and speech, following the desk; never blocks the game."""

import logging
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

from kiosk.bridge import Bridge
from kiosk.sound import card, tones
from kiosk.sound.cues import REFUSED, Cue, cue_of
from kiosk.sound.speech import Speech

if TYPE_CHECKING:
    from kiosk.app import KioskApp

log = logging.getLogger(__name__)

VOLUMES: Final = {"off": 0.0, "soft": 0.3, "on": 1.0}  # by setting
CARD_RETRY_INTERVAL: Final = 30.0  # seconds until a missing card is searched for again
CUE_TIMEOUT: Final = 2.0  # seconds until a change is too old to be announced


class Loudspeaker:
    """Plays the desk's announcements; without a sound card it is silent and reports that."""

    def __init__(self, app: "KioskApp") -> None:
        self._app = app
        self._bridge = Bridge()
        self._accepted: object = app.desk.last_announcement  # the last one announced
        self._refused: object = app.desk.refusal
        self._card = ""  # opening, open or missing
        self._tried = 0.0
        self._clips: dict[str, Any] = {}
        self._kept: Cue | None = None  # waits for the card
        self._kept_until = 0.0
        self._held: Cue | None = None  # the winner, until the result is shown
        self._speech = Speech(self._bridge.post, card.load, lambda: app.show_soon())

    def close(self) -> None:
        """Stop all sound."""
        self._speech.close()
        for clip in self._clips.values():
            clip.stop()

    # --- opening the card ---

    def open(self) -> None:
        """Open the card in advance, if sound or speech is turned on."""
        if self._is_wanted and not self.is_ready and self._card != "opening":
            self._open()

    @property
    def _is_wanted(self) -> bool:
        return self._app.settings.is_heard

    @property
    def _wants_sounds(self) -> bool:
        return bool(VOLUMES[self._app.settings.sounds])

    @property
    def is_ready(self) -> bool:
        """Whether the card is open and all necessary sounds are loaded."""
        return self._card == "open" and bool(self._clips or not self._wants_sounds)

    def _open(self) -> None:
        self._card, self._tried = "opening", Clock.time()
        Thread(target=self._prepare, args=(self._wants_sounds,), daemon=True).start()

    def _prepare(self, wants_sounds: bool) -> None:
        """Open the card in a thread, as that and creating sounds can be slow."""
        found, sounds = False, {}
        try:
            found = card.open_card()
            if found and wants_sounds:
                sounds = {sound: tones.wav(sound) for sound in tones.SOUNDS}
        except Exception:  # any error: the game goes on without sound
            log.exception("no sounds")
        self._bridge.post(lambda: self._prepared(found, sounds))

    def _prepared(self, found: bool, sounds: dict[str, bytes]) -> None:
        self._card = "open" if found else "missing"
        for sound, content in sounds.items():
            with card.in_memory(content) as file:
                self._clips[sound] = card.load(file)
        kept, self._kept = self._kept, None
        if kept is not None and found and Clock.time() < self._kept_until:
            self._play(kept)
        self._app.show_soon()

    # --- playing ---

    def follow(self) -> None:
        """Play anything new at the desk; returns at once."""
        desk = self._app.desk
        said, refused = desk.last_announcement, desk.refusal
        if said is not None and said is not self._accepted:
            self._announce(cue_of(self._app.words, said, hidden=desk.hides_scores()))
        if refused is not None and refused is not self._refused:
            self._hear(REFUSED)
        self._accepted, self._refused = said, refused

    def _announce(self, cue: Cue) -> None:
        """Play a cue, but keep the winner's until the result is shown."""
        if cue.corrects:
            self._speech.hush()
        self._held = cue if cue.sound == "winner" else None
        if self._held is None:
            self._hear(cue)

    def unveil(self) -> None:
        """Play the winner's cue."""
        held, self._held = self._held, None
        if held is not None:
            self._hear(held)

    def try_out(self, setting: str) -> None:
        """Play a sample for a setting; searches for a missing card at once."""
        if self._card == "missing":
            self._card = ""
        if setting == "sounds":
            self._hear(Cue("accepted"), within=CARD_RETRY_INTERVAL)
        else:
            self._speech.hush()
            # Translators: spoken aloud when the setting is turned on
            self._hear(
                Cue("", self._app._("Spoken announcements are on.")), within=CARD_RETRY_INTERVAL
            )

    def _hear(self, cue: Cue, within: float = CUE_TIMEOUT) -> None:
        """Play a cue now, or within so many seconds if the card is not ready."""
        if self._is_wanted and self.is_ready:
            self._play(cue)
        elif self._is_wanted:
            self._kept, self._kept_until = cue, Clock.time() + within
            if self._card != "missing" or Clock.time() >= self._tried + CARD_RETRY_INTERVAL:
                self.open()

    def _play(self, cue: Cue) -> None:
        clip = self._clips.get(cue.sound)
        if clip is not None and self._wants_sounds:
            clip.volume = VOLUMES[self._app.settings.sounds]
            clip.play()
        if cue.sentence and self._app.settings.spoken:
            self._speech.say(cue.sentence, self._app.language)

    # --- status ---

    def troubles(self) -> list[str]:
        """Return codes for what does not work."""
        settings, speech = self._app.settings, self._speech.trouble
        if settings.is_heard and self._card == "missing":
            return ["no_card"]
        return [speech] if settings.spoken and speech else []
