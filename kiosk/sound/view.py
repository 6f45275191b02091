"""What cannot be heard, and what helps, in words."""

from typing import Final

from companion.words import Words

INSTALL: Final = "sudo apt-get install espeak-ng"


def trouble_in_words(code: str, words: Words) -> str:
    """Why it is silent."""
    return {
        "no_card": words.gettext(
            "No sound card was found: nothing is heard. It is looked for again."
        ),
        "missing": words.gettext(
            "espeak-ng is not installed: nothing is spoken. In a terminal: {command}"
        ),
        "failed": words.gettext("espeak-ng has failed: nothing is spoken. It is tried again."),
        "hangs": words.gettext("espeak-ng does not answer: nothing is spoken. It is tried again."),
    }[code].format(command=INSTALL)
