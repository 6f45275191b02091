"""What a press does on the screen that is shown: the same on all, but for four.

A game is not changed behind a screen that does not show it: the welcome, the seats of another game,
the live test, and a claim that is half made.
"""

from typing import TYPE_CHECKING

from hardware.buttons.meanings import Freed, Meaning, Stuck
from kiosk import screens

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def press(app: "KioskApp", meaning: Meaning) -> None:
    """Carry it out, or say why it does nothing here."""
    if isinstance(meaning, Stuck | Freed):
        app.actions.act(meaning)
    elif app.shown == screens.welcome.__name__:
        _resume(app)
    elif app.shown == screens.new_game.__name__:
        app.devices.say(app._("Buttons play once the game has begun."))
    elif app.shown != screens.devices.__name__:  # where all presses are only shown
        _play(app, meaning)


def _resume(app: "KioskApp") -> None:
    """Show the game that goes on; a press that nobody saw the table at changes nothing."""
    referee = app.referee
    if referee.has_game and referee.game.state.phase != "over":
        app.home()
        app.devices.say(app._("The game goes on. Press again to play."))


def _play(app: "KioskApp", meaning: Meaning) -> None:
    before = app.desk.moment()
    app.actions.act(meaning)
    if app.shown == screens.claim.__name__ and app.desk.moment() != before:
        app.home()
        app.devices.say(app._("The claim is not made: a button was pressed."))
