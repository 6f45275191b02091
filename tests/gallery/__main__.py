"""python -m tests.gallery DIR: pictures of every screen in its main states, at all sizes."""

from companion import ending

if __name__ == "__main__":
    ending.end_at_once_while_starting()  # and later: there is nothing to be saved

import argparse
import os
import sys
from pathlib import Path

from kiosk import environment
from kiosk.environment import NoScreen


def main() -> int:
    """Render what was asked for; the exit code."""
    parser = argparse.ArgumentParser(prog="tests.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="where they go")
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help="only these; all, if none")
    options = parser.parse_args()
    environment.prepare()
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"  # it would wait for a window that is never closed
    from tests.gallery.pictures import render_all
    from tests.gallery.scenes import SCENES

    unknown = set(options.scenes) - {scene.name for scene in SCENES}
    if unknown:
        parser.error(f"no such scene: {', '.join(sorted(unknown))}")
    wanted = [scene for scene in SCENES if not options.scenes or scene.name in options.scenes]
    try:
        return render_all(options.folder, wanted)
    except NoScreen as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
