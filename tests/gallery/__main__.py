"""python -m tests.gallery DIR: pictures of every screen in its main states, at all sizes."""

from companion import signals

if __name__ == "__main__":
    signals.exit_quietly_on_interrupt()  # and later: there is nothing to be saved

import argparse
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.words import LANGUAGES
from kiosk.machine import environment
from kiosk.machine.environment import NoScreenError
from kiosk.settings.file import CHOICES

if TYPE_CHECKING:
    from tests.gallery.scenes import Scene


def _speaking(scene: "Scene", language: str | None) -> "Scene":
    settings = scene.settings
    return replace(scene, settings=replace(settings, language=language or settings.language))


def main() -> int:
    """Render what was asked for; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="where they go")
    parser.add_argument("--language", choices=LANGUAGES, help="that the kiosk speaks on them")
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help="only these; all, if none")
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting as in the file of settings, at every size: theme=contrast",
    )
    options = parser.parse_args()
    environment.prepare()
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"  # it would wait for a window that is never closed
    from tests.gallery.pictures import ALL_LOOKS, SIZES, render_all
    from tests.gallery.scenes import SCENES

    unknown = set(options.scenes) - {scene.name for scene in SCENES}
    if unknown:
        parser.error(f"no such scene: {', '.join(sorted(unknown))}")
    wanted = [scene for scene in SCENES if not options.scenes or scene.name in options.scenes]
    try:
        settings = tuple(_setting(word) for word in options.settings)
    except ValueError as error:
        parser.error(str(error))
    looks = [(size, settings) for size in SIZES] if settings else ALL_LOOKS
    try:
        spoken = [_speaking(scene, options.language) for scene in wanted]
        return render_all(options.folder, spoken, looks)
    except NoScreenError as error:
        print(error, file=sys.stderr)
        return 2


def _setting(word: str) -> tuple[str, str | int]:
    """A setting and its value.

    Raises:
        ValueError: there is no such setting, or it has no such value.
    """
    name, _, wanted = word.partition("=")
    for value in CHOICES.get(name, ()):
        if wanted in (value, json.dumps(value)):
            return name, value
    raise ValueError(f"no such setting: {word}")


if __name__ == "__main__":
    sys.exit(main())
