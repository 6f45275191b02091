"""A language that nobody speaks: every letter strange, and every text 40 % longer than English.

What it leaves readable was never handed to the catalogues; what does not fit in it may not fit in
a language of long words either.
"""

from gettext import NullTranslations
from string import Formatter, ascii_lowercase, ascii_uppercase

STRANGE = str.maketrans(
    ascii_lowercase + ascii_uppercase,
    "áƀćďéƒĝĥíĵķĺmñóƥqŕšťúvŵxýžÁƁĆĎÉƑĜĤÍĴĶĹMÑÓƤQŔŠŤÚVŴXÝŽ",
)
LEFT = frozenset("mqvxMQVX")  # letters that the font has no strange form of
FILLER = "éŕóñíšáť"
MORE = 0.4


class Pseudo(NullTranslations):
    """Speaks it."""

    def info(self) -> dict[str, str]:
        return {"language": "en"}

    def gettext(self, message: str) -> str:
        return strange(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return strange(one if n == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        return strange(message)

    def npgettext(self, context: str, one: str, many: str, n: int) -> str:
        return strange(one if n == 1 else many)


def strange(text: str) -> str:
    """With strange letters and 40 % more of them, in words that are no longer than others."""
    changed = "".join(_parts(text))
    letters = sum(sign.isalpha() for literal, *_ in Formatter().parse(text) for sign in literal)
    more = round(letters * MORE)  # none for a date or a sign
    if more <= 3:
        return changed.rstrip() + FILLER[:more] + " " * text.endswith(" ")
    filled = (FILLER * more)[: more - 1]
    words = [filled[at : at + len(FILLER)] for at in range(0, len(filled), len(FILLER))]
    return " ".join((changed.rstrip(), *words)) + " " * text.endswith(" ")


def _parts(text: str) -> list[str]:
    """The text with its facts as they are."""
    made = []
    for literal, field, form, conversion in Formatter().parse(text):
        made.append(literal.translate(STRANGE).replace("{", "{{").replace("}", "}}"))
        if field is not None:
            made.append("{" + field + (f"!{conversion}" if conversion else ""))
            made.append((f":{form}" if form else "") + "}")
    return made
