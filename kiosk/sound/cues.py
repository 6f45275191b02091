"""The sound and the sentence for an announcement."""

from dataclasses import dataclass
from typing import Final

from companion.game.log.timeline import PLAYS
from companion.referee import Announcement
from companion.words.table.desk import DeskWords
from companion.words.table.spoken import spoken

# Entries that only add to earlier announcements; all others correct them.
GOES_ON: Final = (*PLAYS, "finish", "reveal", "object", "settle")


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound and a sentence; if it `corrects`, speech in progress is outdated."""

    sound: str
    sentence: str = ""
    corrects: bool = False


REFUSED: Final = Cue("refused")


def cue_of(words: DeskWords, said: Announcement, *, hidden: bool) -> Cue:
    """Return the cue for an accepted change; if `hidden`, it does not mention scores."""
    verb = said.entry.verb if said.entry is not None else "resume"
    return Cue(_sound(verb, said), spoken(words, said, hidden=hidden), verb not in GOES_ON)


def _sound(verb: str, said: Announcement) -> str:
    if verb == "undo":
        return verb
    if verb in ("reveal", "redo") and said.state.result is not None:
        return "winner"
    if verb != "resume" and any(prompt.code == "last_round" for prompt in said.say):
        return "last_round"
    return "accepted"
