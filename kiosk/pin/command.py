"""python -m kiosk forget-pin: the way back in, for who has a terminal of this machine."""

import sys
from pathlib import Path

from companion.words.language import Translations
from kiosk.pin import secret


def forget_pin(language: Translations) -> int:
    """Have no PIN from now on, also in a kiosk that is running; the exit code."""
    file = secret.file_of()
    if not _is_there(file):
        print(language.gettext("No PIN is set: {file} doesn't exist").format(file=file))
        return 0
    if not secret.forget(file):
        told = language.gettext("The PIN is still set: {file} can't be removed")
        print(told.format(file=file), file=sys.stderr)
        return 1
    print(language.gettext("The PIN was removed. You can set a new one in Settings."))
    return 0


def _is_there(file: Path) -> bool:
    """Whether there is one, as far as can be told: only "no such file" means none."""
    try:
        file.lstat()
    except FileNotFoundError:
        return False
    except OSError:
        pass
    return True
