"""Handles button presses; the effect is the same on all screens except four.

A press must not change a game that is not visible: on the welcome screen, while a new game is set
up, on the devices screen, and during a claim.
"""

from typing import TYPE_CHECKING

from hardware.buttons.meanings import DialTurned, Freed, Meaning, Stuck, meaning_in_words
from kiosk import screens

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def press(app: "KioskApp", meaning: Meaning) -> None:
    """Run a button's function, or show why it does nothing here."""
    if isinstance(meaning, Stuck | Freed):
        app.actions.act(meaning)
    elif app.screen_name == screens.welcome.__name__:
        _resume(app)
    elif app.screen_name == screens.new_game.__name__:
        app.devices.say(app._("Buttons work once the game has started."))
    elif app.screen_name == screens.devices.__name__:
        if isinstance(meaning, DialTurned):  # others light their badges
            app.devices.say(meaning_in_words(meaning, app.words))
    else:
        _play(app, meaning)


def _resume(app: "KioskApp") -> None:
    """Show the game in progress without playing, as nobody had seen the table."""
    referee = app.referee
    if referee.has_game and referee.game.state.phase != "over":
        app.home()
        # Translators: a button beside the screen was pressed on the welcome screen
        app.devices.say(app._("Game resumed. Press again to play."))


def _play(app: "KioskApp", meaning: Meaning) -> None:
    before, in_claim = app.desk.moment(), _is_in_claim(app)
    app.actions.act(meaning)
    if in_claim and app.desk.moment() != before:
        app.home()
        app.devices.say(app._("Claim cancelled: a button was pressed."))


def _is_in_claim(app: "KioskApp") -> bool:
    """Whether a claim is in progress, on its screen or on the ruling sheet."""
    if app.sheet is None:
        return app.screen_name == screens.claim.__name__
    from kiosk.claim.ruling import RulingSheet

    return app.screen_name == screens.claim.__name__ or isinstance(app.sheet, RulingSheet)
