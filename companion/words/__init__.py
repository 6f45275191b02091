"""Wording: turns codes and facts into sentences, through gettext catalogues.

A sentence that one place shows lives next to the code that shows it; those that several places use
live here. All of them are in one catalogue.

language, grammar, names  the language, words that change before a name, names of cards and places
words                     Words: the referee's answers, with refusals, rules_text and log_entries
causes                    likely causes of a recount's differences
command_line              argparse's own texts
table/                    wording during a game: screen, voice, phones
pages/                    wording about whole games: terminal, history, exports
catalogues/               ten languages, maintained by compiling.py
"""

from companion.words.language import LANGUAGES, Translations, translations
from companion.words.names import Names
from companion.words.words import Words

__all__ = ["LANGUAGES", "Names", "Translations", "Words", "translations"]
