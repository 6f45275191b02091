"""Names cut to the room there is, so that no two look alike."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from hardware.displays.letters import to_ascii


def labels(names: Sequence[str], limit: int) -> tuple[str, ...]:
    """A label for each name, in ASCII and at most so long, each one different."""
    texts = [to_ascii(name).strip() or "?" for name in names]
    cuts = [_cut(text, limit) for text in texts]
    found: list[str] = []
    for number, text in enumerate(texts):
        others = texts[:number] + texts[number + 1 :]
        unlike = {*found, *(cut for cut in cuts if cut != cuts[number])}
        choices = _choices(text, others, limit, alone=cuts.count(cuts[number]) == 1)
        found.append(next(choice for choice in choices if choice not in unlike))
    return tuple(found)


def _cut(text: str, limit: int) -> str:
    """The beginning; where there is room for one only, a capital, for a score may follow it."""
    if limit > 1:
        return text[:limit].rstrip()
    return next((letter.upper() for letter in text if letter.isalpha()), "?")


def _choices(text: str, others: Sequence[str], limit: int, *, alone: bool) -> Iterator[str]:
    """Its beginning if no other begins so, or that with a letter which tells it from others."""
    if alone or limit == 1:
        yield _cut(text, limit)
    stem = text[: limit - 1].rstrip()
    rest = text[limit - 1 :]
    telling = [
        letter
        for place, letter in enumerate(rest, limit - 1)
        if all(other[place : place + 1] != letter for other in others)
    ]
    for letter in (*telling, *rest, *"23456789", *ascii_uppercase):
        if limit > 1 and letter != " ":
            yield stem + letter
        elif letter.isalpha():
            yield letter.upper()
