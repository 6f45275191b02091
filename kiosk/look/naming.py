"""Names where there is little room: shortened, but no two alike."""

from collections.abc import Callable, Sequence
from typing import Final

ELLIPSIS: Final = "…"

Measure = Callable[[str], float]


def shortened(names: Sequence[str], room: float, measure: Measure) -> list[str]:
    """Each name as it fits: cut at its end, or in the middle where two would look alike."""
    shown = [_cut(name, room, measure, tail=0) for name in names]
    for tail in range(1, max(map(len, names), default=0)):
        alike = {text for text in shown if shown.count(text) > 1}
        if not alike:
            break
        shown = [
            _cut(name, room, measure, tail) if text in alike else text
            for name, text in zip(names, shown, strict=True)
        ]
    return shown


def _cut(name: str, room: float, measure: Measure, tail: int) -> str:
    """As much of the beginning as fits before the ellipsis and the last so many letters."""
    if measure(name) <= room:
        return name
    end = name[len(name) - tail :] if tail else ""
    for length in range(len(name) - tail - 1, 0, -1):
        text = f"{name[:length].rstrip(' -')}{ELLIPSIS}{end}"
        if measure(text) <= room:
            return text
    return f"{name[:1]}{ELLIPSIS}{end}"
