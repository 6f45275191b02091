"""Codes and facts become sentences here and nowhere else, through gettext catalogues.

language, names  which language is spoken, and what it calls the things of the game
sentences        Words: what the referee says; with refusals, rules_text and chronicle (the log)
retelling        a game's entries, each as the sentence it is in that game
table/           what is said while a game goes on: screen, voice, phones
pages/           what is said of whole games and of the past, on paper, at a terminal
catalogues/      ten languages; compiling.py tends them
"""

from companion.words.language import LANGUAGES, Translations, translations
from companion.words.names import Names
from companion.words.words import Words

__all__ = ["LANGUAGES", "Names", "Translations", "Words", "translations"]
