"""The kiosk in a process of its own, with an end of a game to be heard: what SDL makes of it.

python tests/kiosk/sound/sounding.py SOUNDS [spoken]; it prints what was loaded for it.
"""

import sys
from collections.abc import Callable
from pathlib import Path

TESTS = Path(__file__).parents[2]
sys.path[:0] = [str(TESTS.parent), str(TESTS), str(TESTS / "kiosk")]

from fingers import Kiosk  # noqa: E402
from recorded import GAMES, cases  # noqa: E402

from companion.game.commands import Finish, Pass, Redo, Reveal, TicketFace, Undo  # noqa: E402
from companion.game.requests.requests import Query, parse  # noqa: E402
from kiosk.settings.file import Settings  # noqa: E402

PAUSE = 0.3  # seconds between two sounds
SAMPLE = TicketFace("luanda", "cape-town", 9)  # a sample: nobody knows the real ones


def main(sounds: str, spoken: str = "") -> None:
    kiosk = Kiosk(settings=Settings(sounds=sounds, spoken=bool(spoken)))
    last_round = play_until_last_round(kiosk)  # before anything can be heard
    kiosk.wait(0.6)
    if kiosk.app.settings.is_heard:
        while not kiosk.app.loudspeaker.is_ready:
            kiosk.really_wait(0.05)
    hear(kiosk, lambda: kiosk.referee.submit(last_round))
    hear(kiosk, lambda: kiosk.referee.submit(Undo()))
    hear(kiosk, lambda: kiosk.referee.submit(Pass()))
    hear(kiosk, lambda: kiosk.app.desk.submit(Redo(), kiosk.app.desk.moment()))
    hear(kiosk, lambda: kiosk.referee.submit(Finish()))
    for seat in kiosk.referee.game.state.seats:
        hear(kiosk, lambda seat=seat: show_tickets(kiosk, seat))
    for chosen in ("soft", "on", "off") if sounds != "off" else ():
        hear(kiosk, lambda chosen=chosen: kiosk.app.set(sounds=chosen))
    hear(kiosk, lambda: kiosk.referee.submit(Undo()))  # nothing
    kiosk.close()
    print(
        *sorted(name for name in sys.modules if name.startswith(("kivy.core.audio", "kiosk.sound")))
    )


def play_until_last_round(kiosk: Kiosk) -> object:
    """Play a game; the command that the last round is called by is left to be given."""
    (file,) = (file for file in GAMES if file.stem == "two-players")
    for _, request, answer in cases(file):
        if not answer.get("ok") or isinstance(command := parse(request), Query):
            continue
        said = kiosk.referee.submit(command)
        if any(prompt.code == "last_round" for prompt in said.say):
            kiosk.referee.submit(Undo())
            return command
    raise AssertionError("no last round")


def show_tickets(kiosk: Kiosk, seat: object) -> None:
    kiosk.referee.submit(Reveal(seat.name, (SAMPLE,) * seat.tickets))
    kiosk.app.home()
    kiosk.wait(5)  # until the result is built up


def hear(kiosk: Kiosk, act: Callable[[], object]) -> None:
    """Do something, and let what is to be heard of it be heard to its end."""
    act()
    kiosk.frames()
    while is_sounding(kiosk):
        kiosk.really_wait(0.05)
    kiosk.really_wait(PAUSE)


def is_sounding(kiosk: Kiosk) -> bool:
    speaker = kiosk.app.__dict__.get("loudspeaker")
    if speaker is None:
        return False
    said = speaker._speech
    is_spoken = said._saying is not None or said._clip is not None
    return is_spoken or any(clip.state == "play" for clip in speaker._clips.values())


if __name__ == "__main__":
    main(*sys.argv[1:])
