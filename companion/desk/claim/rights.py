"""What a player can double, as a badge to read at a glance. Pure."""

from dataclasses import dataclass
from typing import Final

from companion.referee import Right
from companion.text import number

_SIGNS: Final = {"any": "×2", "short": "×2 ≤3", "never": "–"}  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class DoublingBadge:
    """Whether a player can double in a terrain: any route, 1-3 spaces, or with locomotives."""

    kind: str  # any, short, locomotives, never
    locomotives: int = 0

    @property
    def sign(self) -> str:
        """The text of the badge on every screen; missing locomotives are negative."""
        if self.kind == "locomotives":
            return number(-self.locomotives)
        return _SIGNS[self.kind]


def badge(right: Right) -> DoublingBadge:
    if right.long == 0:
        return DoublingBadge("any")
    if right.short == 0:
        return DoublingBadge("short")
    return (
        DoublingBadge("never") if right.short is None else DoublingBadge("locomotives", right.short)
    )
