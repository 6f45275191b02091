"""The commands of the terminal: what is typed, and what it does. One screen of 80 by 24."""

from typing import Final


def _(text: str) -> str:
    """Mark a text for the catalogues."""
    return text


HELP: Final[tuple[tuple[str, str], ...]] = (
    ("t t   t d   l", _("cards: t train, d desert, j jungle, m mountain, l locomotive")),
    ("m short", _("one card alone, because nothing else could be drawn")),
    ("c cape p", _("claim: finds the route and offers the ways to score it")),
    ("c cape p black 3", _("colour and length narrow it")),
    ("c cape p x2", _("doubled with the fewest locomotives; x1 is not doubled")),
    ("c cape p 1m1l", _("doubled with 1 mountain card and 1 locomotive")),
    ("k 2", _("tickets drawn, 2 of them kept")),
    ("p", _("pass: nothing could be done")),
    ("u   r", _("undo, redo")),
    ("fix 9 c cape p", _("put entry 9 right; says first what that changes")),
    ("void 9", _("take entry 9 out, a pass instead; fix! and void! ask nothing")),
    ("set Anna trains 40 why recount", ""),
    ("", _("table ruling; also tickets 3, mountain 2, score +5")),
    ("object 9 Anna", _("dispute an entry; then settle 9 upheld, overruled, dropped")),
    ("finish", _("end play now: on to the tickets")),
    ("show Anna: cape town - durban 8, nigeria - beira 12", ""),
    ("", _("Anna's tickets; 'show Anna' alone asks for them")),
    ("new Anna red desert 3, Ben blue jungle 2, first Ben", ""),
    ("", _("a new game; 'new' alone asks")),
    ("table   rights   log   result   rules R9   games   resume 2   save", ""),
    ("q", _("leave; the game is kept")),
)
