"""How entries of the log are set apart: by a colour and a sign."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Mark:
    """A colour of the theme, and an icon."""

    color: str
    icon: str


MARKS: Final[Mapping[str, Mark]] = {
    "conflict": Mark("bad", "warning"),
    "disputed": Mark("bad", "hand"),
    "ruled": Mark("ruled", "people"),
    "corrected": Mark("accent", "pencil"),
}
