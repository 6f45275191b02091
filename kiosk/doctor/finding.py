"""The result of a check."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

OK: Final = "ok"
WARNING: Final = "warning"  # the game can be played, but something is missing or soon will be
BROKEN: Final = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check: `code` selects its text, `mend` is a command that fixes it."""

    check: str
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    state: str = OK
    mend: str = ""
