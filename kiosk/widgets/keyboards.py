"""Layouts of the on-screen keyboard, one for each language of the rulebook, and text input."""

from dataclasses import dataclass, replace
from typing import Final

from companion.game.requests.names_and_reasons import NAME_LENGTH

_QWERTY: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")

# Rows as on the country's keyboards, in the order of the globe key.
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

SIGNS: Final = ("12345.,!?", "67890:;'\"", "-+=/()&%")  # for every layout

# Accented letters by their base key; at most eight, to fit into a row.
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
    """Return this layout, or the first one if it does not exist."""
    return layout if layout in LAYOUTS else next(iter(LAYOUTS))


def rows_of(layout: str, widest: int) -> tuple[str, ...]:
    """Return rows of at most `widest` keys; the others go to the end."""
    rows = [row[:widest] for row in LAYOUTS[layout]]
    beyond = "".join(row[widest:] for row in LAYOUTS[layout])
    if len(rows[-1]) + len(beyond) <= widest:
        rows[-1] += beyond
        return tuple(rows)
    return (*rows, *(beyond[at : at + widest] for at in range(0, len(beyond), widest)))


def held(layout: str, letter: str) -> str:
    """Return a key and its accented letters, or an empty string if it has none."""
    keys = "".join(LAYOUTS[layout])
    marked = "".join(other for other in _MARKED.get(letter, "") if other not in keys)
    return letter + marked if marked else ""


def after(layout: str) -> str:
    """Return the next layout for the globe key."""
    codes = list(LAYOUTS)
    return codes[(codes.index(layout) + 1) % len(codes)]


def capital(letter: str) -> str:
    """Return the capital letter; ß stays lower-case."""
    upper = letter.upper()
    return upper if len(upper) == 1 else letter


@dataclass(frozen=True, slots=True)
class TypedText:
    """Text being typed, and whether Shift inverts the case of the next letter.

    If it is no name, it can be longer and its words are not capitalized.
    """

    text: str = ""
    shift: bool = False
    most: int = NAME_LENGTH
    is_name: bool = True

    @property
    def capitals(self) -> bool:
        """Whether the next letter is a capital, as in a name's words unless Shift inverts it."""
        begins = not self.text or self.text[-1] in " -"
        return (begins and self.is_name) != self.shift

    @property
    def full(self) -> bool:
        return len(self.text) >= self.most

    def key(self, sign: str) -> "TypedText":
        """Return it with a letter or sign added; ignores leading and double spaces."""
        if self.full or (sign == " " and (not self.text or self.text[-1] == " ")):
            return self
        letter = capital(sign) if self.capitals else sign
        return replace(self, text=self.text + letter, shift=False)

    def back(self) -> "TypedText":
        """Return it without the last letter."""
        return replace(self, text=self.text[:-1], shift=False)

    def shifted(self) -> "TypedText":
        """Return it with Shift toggled."""
        return replace(self, shift=not self.shift)
