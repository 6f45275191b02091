"""Codes and facts become sentences here and nowhere else, through gettext catalogues."""

from companion.words.language import LANGUAGES, Translations, translations
from companion.words.names import Names
from companion.words.sentences import Words

__all__ = ["LANGUAGES", "Names", "Translations", "Words", "translations"]
