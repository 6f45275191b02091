"""Checks of text that people write: names have to be visible, reasons safe to show."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from companion.game.commands import Adjust, Amend, Command, Insert, NewGame, RuledPlay
from companion.game.refusal import bad_request

NAME_LENGTH: Final = 24
REASON_LENGTH: Final = 500

_JOINER: Final = "\N{ZERO WIDTH JOINER}"  # combines emoji: a family, a profession
_JOINED: Final = ("So", "Sk", "Mn")  # emoji, skin tones, variation selectors
_UNSEEN: Final = ("M", "Z", "C")  # marks, spaces, controls
_BREAKING: Final = ("Cc", "Cs", "Cn", "Zl", "Zp")
_TURNING: Final = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
_FILLERS: Final = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # letters and symbols that look blank


def is_name(text: str) -> bool:
    """Whether part of the text is visible, and nothing in it affects the text around it."""
    shown = _without_joiners(text)
    seen = (sign for sign in shown if unicodedata.category(sign)[0] not in _UNSEEN)
    return shown.isprintable() and any(sign not in _FILLERS for sign in seen)


def _without_joiners(text: str) -> str:
    """Return the text without zero-width joiners between pictographs."""
    beside = zip(text, f" {text}", f"{text[1:]} ", strict=False)
    return "".join(
        [
            sign
            for sign, before, after in beside
            if sign != _JOINER or not (_is_picture(before) and _is_picture(after))
        ]
    )


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) in _JOINED


def check_spelling(command: Command) -> None:
    """Check that names and reasons in a command can be shown.

    Names and reasons already in a log are not checked: an older version accepted them.

    Raises:
        Refusal: bad_request.
    """
    for name in [player.name for player in command.players] if isinstance(command, NewGame) else []:
        if len(name) > NAME_LENGTH or not is_name(name):
            raise bad_request("name", "must be 1 to {n} printable characters", n=NAME_LENGTH)
    check_reasons(command)


def check_reasons(command: Command) -> None:
    """Check that reasons in a command can be shown.

    Raises:
        Refusal: bad_request.
    """
    for field, why in _reasons(command):
        if len(why) > REASON_LENGTH or not all(map(_is_harmless, why)):
            raise bad_request(field, "must be at most {n} plain characters", n=REASON_LENGTH)


def _is_harmless(sign: str) -> bool:
    """Whether a character neither changes the text direction nor breaks the line."""
    category = unicodedata.category(sign)
    return category not in _BREAKING and unicodedata.bidirectional(sign) not in _TURNING


def _reasons(command: Command) -> Iterator[tuple[str, str]]:
    turn = command.play if isinstance(command, Amend | Insert) else command
    if isinstance(turn, RuledPlay):
        yield "overrule", turn.why
    elif isinstance(turn, Adjust):
        yield "why", turn.why
