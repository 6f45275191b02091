"""Messages about sound problems."""

from typing import Final

from companion.words import Words

INSTALL: Final = "sudo apt-get install espeak-ng"


def trouble_in_words(code: str, words: Words) -> str:
    return {
        "no_card": words.gettext("No sound card found: no sound. Still looking for one."),
        "missing": words.gettext(
            "espeak-ng isn't installed: no spoken announcements. In a terminal: {command}"
        ),
        "failed": words.gettext("espeak-ng failed: no spoken announcements. Trying again."),
        "hangs": words.gettext(
            "espeak-ng isn't responding: no spoken announcements. Trying again."
        ),
    }[code].format(command=INSTALL)
