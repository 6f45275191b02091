"""What a player may double, as a sign that is told at a glance. Pure."""

from dataclasses import dataclass
from typing import Final

from companion.referee import Right
from companion.text import number

_SIGNS: Final = {"any": "×2", "short": "×2 ≤3", "never": "–"}  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class DoublingBadge:
    """Whether a player may double in a terrain: any length, 1-3 spaces, or so many short."""

    kind: str  # any, short, locomotives, never
    locomotives: int = 0

    @property
    def sign(self) -> str:
        """The same on every screen: so many locomotives short is a minus."""
        if self.kind == "locomotives":
            return number(-self.locomotives)
        return _SIGNS[self.kind]


def badge(right: Right) -> DoublingBadge:
    """The badge that a right gets."""
    if right.long == 0:
        return DoublingBadge("any")
    if right.short == 0:
        return DoublingBadge("short")
    return (
        DoublingBadge("never") if right.short is None else DoublingBadge("locomotives", right.short)
    )
