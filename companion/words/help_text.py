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
    ("k 2   p   u   r", _("2 tickets kept; pass: nothing could be done; undo; redo")),
    ("anyway we agreed", _("what was just refused counts: a table ruling, and why")),
    ("fix 9 c cape p", _("put entry 9 right, or its player: fix 9 by Ben")),
    ("void 9", _("take entry 9 out, a pass instead")),
    ("insert 9 Ben t d", _("Ben's turn after entry 9 was forgotten")),
    ("route cape p is 4", _("your board is right: spaces, a colour, ferry 1")),
    ("", _("these show first what they change; fix! void! ... just do it")),
    ("stock", _("count the table; finds the entry that must be wrong")),
    ("object 9 Anna", _("dispute an entry; then settle 9 upheld, overruled, dropped")),
    ("set Anna trains 40 why recount", ""),
    ("", _("table ruling; also tickets 3, mountain 2, score +5")),
    ("show Anna: cape town - durban 8, nigeria - beira 12", ""),
    ("", _("Anna's tickets ('show Anna' asks); 'finish' ends play now")),
    ("new Anna red desert 3, Ben blue jungle 2, first Ben", ""),
    ("", _("a new game; 'new' alone asks")),
    ("table   rights   log   result   rules R9   games   resume 2   save", ""),
    ("q", _("leave; the game is kept")),
)
