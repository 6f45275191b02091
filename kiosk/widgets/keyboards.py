"""Layouts of the on-screen keyboard, one for each language of the rulebook, and typing on them."""

from dataclasses import dataclass, replace
from typing import Final

from companion.game.requests.names_and_reasons import NAME_LENGTH

_QWERTY: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")

# Rows of letters as on the keyboards of the country; the order is the globe key's.
LAYOUTS: Final[dict[str, tuple[str, ...]]] = {
    "en": _QWERTY,
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbnéèçàù"),
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß"),
    "es": ("qwertyuiop", "asdfghjklñ", "zxcvbnm"),
    "nl": _QWERTY,
    "fi": ("qwertyuiopå", "asdfghjklöä", "zxcvbnm"),
    "da": ("qwertyuiopå", "asdfghjklæø", "zxcvbnm"),
    "no": ("qwertyuiopå", "asdfghjkløæ", "zxcvbnm"),
    "sv": ("qwertyuiopå", "asdfghjklöä", "zxcvbnm"),
    "pl": _QWERTY,
    "ru": ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбюё"),
}

SIGNS: Final = ("12345.,!?", "67890:;'\"", "-+=/()&%")  # of every layout

# Letters with marks, by the key that is held for them; at most eight, so that a row shows them.
_MARKED: Final = {
    "a": "àáâãäåąæ",
    "c": "çćč",
    "d": "ďđð",
    "e": "èéêëęěė",
    "g": "ğ",
    "i": "ìíîï",
    "l": "łľ",
    "n": "ñńň",
    "o": "òóôõöøœő",
    "r": "řŕ",
    "s": "śšßş",
    "t": "ťþ",
    "u": "ùúûüűů",
    "y": "ýÿ",
    "z": "źżž",
    "г": "ґ",
    "е": "є",
    "и": "ії",
    "у": "ў",
}


def known(layout: str) -> str:
    """This layout, or the first where there is none of that name."""
    return layout if layout in LAYOUTS else next(iter(LAYOUTS))


def rows_of(layout: str, widest: int) -> tuple[str, ...]:
    """The rows with at most so many keys: what stands beyond goes under the others."""
    rows = [row[:widest] for row in LAYOUTS[layout]]
    beyond = "".join(row[widest:] for row in LAYOUTS[layout])
    if len(rows[-1]) + len(beyond) <= widest:
        rows[-1] += beyond
        return tuple(rows)
    return (*rows, *(beyond[at : at + widest] for at in range(0, len(beyond), widest)))


def held(layout: str, letter: str) -> str:
    """What a key offers when it is held: itself and its marked letters, where there are any."""
    keys = "".join(LAYOUTS[layout])
    marked = "".join(other for other in _MARKED.get(letter, "") if other not in keys)
    return letter + marked if marked else ""


def after(layout: str) -> str:
    """The layout that the globe key brings."""
    codes = list(LAYOUTS)
    return codes[(codes.index(layout) + 1) % len(codes)]


def capital(letter: str) -> str:
    """A letter as a capital; ß stays as it is."""
    upper = letter.upper()
    return upper if len(upper) == 1 else letter


@dataclass(frozen=True, slots=True)
class TypedText:
    """A name on its way: what is typed, and whether Shift turns the next letter round.

    Other texts may be longer, and their words begin as they are typed.
    """

    text: str = ""
    shift: bool = False
    most: int = NAME_LENGTH
    is_name: bool = True

    @property
    def capitals(self) -> bool:
        """Whether the next letter is a capital: a name's first, unless Shift says otherwise."""
        begins = not self.text or self.text[-1] in " -"
        return (begins and self.is_name) != self.shift

    @property
    def full(self) -> bool:
        """Whether nothing more fits."""
        return len(self.text) >= self.most

    def key(self, sign: str) -> "TypedText":
        """With one more letter or sign; no space at the beginning, nor two in a row."""
        if self.full or (sign == " " and (not self.text or self.text[-1] == " ")):
            return self
        letter = capital(sign) if self.capitals else sign
        return replace(self, text=self.text + letter, shift=False)

    def back(self) -> "TypedText":
        """Without the last letter."""
        return replace(self, text=self.text[:-1], shift=False)

    def shifted(self) -> "TypedText":
        """With Shift pressed, or pressed again."""
        return replace(self, shift=not self.shift)
