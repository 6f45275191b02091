"""python -m tests.gallery.manual [SCENE...]: the manual's pictures, rendered again.

They lie in kiosk/pictures, each under its scene's name: a new one is asked for by that name.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from kiosk.machine import environment
from tests.gallery.pictures import SIZES, Picture, open_unseen_window, render, seldom_tidied

PICTURES: Final = Path(__file__).parents[2] / "kiosk" / "pictures"
UPRIGHT: Final = "-upright"  # at the end of a name: the picture stands
COLORS: Final = 160  # of a picture: a small red triangle stays red


def main(names: Sequence[str]) -> int:
    """Render these pictures, or all that are there; the exit code."""
    wanted = sorted(names or (file.stem for file in PICTURES.glob("*.png")))
    environment.prepare()
    open_unseen_window()
    with seldom_tidied():
        for picture, file in _pictures(wanted):
            render(picture, file)
            _make_small(file)
            print(file.name, file.stat().st_size, flush=True)
    return 0


def _pictures(names: Sequence[str]) -> Iterator[tuple[Picture, Path]]:
    from tests.gallery.scenes import SCENES

    scenes = {scene.name: scene for scene in SCENES}
    for name in names:
        size = SIZES[2] if name.endswith(UPRIGHT) else SIZES[0]
        scene = scenes[name.removesuffix(UPRIGHT)]
        yield Picture(scene, size), PICTURES / f"{name}.png"


def _make_small(file: Path) -> None:
    """Few colours, well chosen: a third of the bytes."""
    with Image.open(file) as picture:
        few = picture.convert("RGB").quantize(
            COLORS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE
        )
    few.save(file, optimize=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
