"""Where the printed rules of a language differ from all others: offered, never imposed."""

from collections.abc import Mapping
from typing import Final

# Tickets that R10 draws, where it is another number than everywhere else. (What else differs is
# only how it is said: the French text alone says outright that nobody may have both tracks, and
# the Russian one calls the Globetrotter by the name of the game.)
TICKETS_DRAWN: Final[Mapping[str, int]] = {"ru": 3}
