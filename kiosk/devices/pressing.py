"""What a press does on the screen that is shown: the same on all, but for four.

A game is not changed behind a screen that does not show it: the welcome, the seats of another game,
the live test, and a claim that is half made.
"""

from typing import TYPE_CHECKING

from hardware.buttons.meanings import DialTurned, Freed, Meaning, Stuck, meaning_in_words
from kiosk import screens

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def press(app: "KioskApp", meaning: Meaning) -> None:
    """Carry it out, or say why it does nothing here."""
    if isinstance(meaning, Stuck | Freed):
        app.actions.act(meaning)
    elif app.screen_name == screens.welcome.__name__:
        _resume(app)
    elif app.screen_name == screens.new_game.__name__:
        app.devices.say(app._("Buttons work once the game has started."))
    elif app.screen_name == screens.devices.__name__:
        if isinstance(meaning, DialTurned):  # all else lights its badge
            app.devices.say(meaning_in_words(meaning, app.words))
    else:
        _play(app, meaning)


def _resume(app: "KioskApp") -> None:
    """Show the game that goes on; a press that nobody saw the table at changes nothing."""
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
    """Whether a route is looked for, or one is on the ruling sheet."""
    if app.sheet is None:
        return app.screen_name == screens.claim.__name__
    from kiosk.claim.ruling import RulingSheet

    return app.screen_name == screens.claim.__name__ or isinstance(app.sheet, RulingSheet)
