"""python -m kiosk forget-pin: removes a forgotten PIN from the terminal."""

import sys
from pathlib import Path

from companion.words.language import Translations
from kiosk.pin import secret


def forget_pin(language: Translations) -> int:
    """Remove the PIN, also in a running kiosk, and return the exit code."""
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
    """Whether the file exists; any error other than "no such file" counts as existing."""
    try:
        file.lstat()
    except FileNotFoundError:
        return False
    except OSError:
        pass
    return True
