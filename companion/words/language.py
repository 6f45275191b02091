"""Which catalogue speaks: one a language, English where there is none yet."""

import gettext
from pathlib import Path
from typing import Final

Translations = gettext.NullTranslations

DOMAIN: Final = "stationmaster"
LANGUAGES: Final = ("en",)  # of the eleven that the rulebook is printed in


def translations(language: str = "en", folder: Path | None = None) -> Translations:
    """The words of a language; the messages themselves are English."""
    place = folder or Path(__file__).parent / "locale"
    return gettext.translation(DOMAIN, place, languages=[language], fallback=True)
