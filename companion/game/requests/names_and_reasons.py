"""What people write: names that can be seen, reasons that can be shown anywhere."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from companion.game.commands import Adjust, Amend, Command, Insert, NewGame, RuledPlay
from companion.game.refusal import bad_request

NAME_LENGTH: Final = 24
REASON_LENGTH: Final = 500

_JOINER: Final = "\N{ZERO WIDTH JOINER}"  # makes one picture of several: a family, a profession
_JOINED: Final = ("So", "Sk", "Mn")  # pictures, the colours of their skin, and how they are drawn
_UNSEEN: Final = ("M", "Z", "C")  # marks on nothing, spaces, controls
_BREAKING: Final = ("Cc", "Cs", "Cn", "Zl", "Zp")
_TURNING: Final = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
_FILLERS: Final = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # letters and signs that look blank


def is_name(text: str) -> bool:
    """Whether something of it can be seen, and nothing in it changes what is around it."""
    shown = _without_joiners(text)
    seen = (sign for sign in shown if unicodedata.category(sign)[0] not in _UNSEEN)
    return shown.isprintable() and any(sign not in _FILLERS for sign in seen)


def _without_joiners(text: str) -> str:
    """The text as it is without those that join pictures."""
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
    """See that names and reasons in it can be shown.

    What is in a log already is not asked: it was let in by an older program.

    Raises:
        Refusal: bad_request.
    """
    for name in [player.name for player in command.players] if isinstance(command, NewGame) else []:
        if len(name) > NAME_LENGTH or not is_name(name):
            raise bad_request("name", "must be 1 to {n} printable characters", n=NAME_LENGTH)
    check_reasons(command)


def check_reasons(command: Command) -> None:
    """See that reasons in it can be shown anywhere.

    Raises:
        Refusal: bad_request.
    """
    for field, why in _reasons(command):
        if len(why) > REASON_LENGTH or not all(map(_is_harmless, why)):
            raise bad_request(field, "must be at most {n} plain characters", n=REASON_LENGTH)


def _is_harmless(sign: str) -> bool:
    """Whether it neither moves what is written around it nor breaks the line."""
    category = unicodedata.category(sign)
    return category not in _BREAKING and unicodedata.bidirectional(sign) not in _TURNING


def _reasons(command: Command) -> Iterator[tuple[str, str]]:
    turn = command.play if isinstance(command, Amend | Insert) else command
    if isinstance(turn, RuledPlay):
        yield "overrule", turn.why
    elif isinstance(turn, Adjust):
        yield "why", turn.why
