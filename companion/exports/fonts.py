"""Which font can write a text: the kiosk's own, the system's, or at the last Pillow's."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PIL import ImageFont
from PIL.ImageFont import FreeTypeFont

_SYSTEM: Final = Path("/usr/share/fonts/truetype")
_PAIRS: Final = (  # regular and bold, the preferred first
    ("kivy", "Roboto-Regular.ttf", "Roboto-Bold.ttf"),
    ("system", "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"),
    ("kivy", "DejaVuSans.ttf", "DejaVuSans.ttf"),
)
_NOWHERE: Final = "\U0010ffff"  # no font has it: drawn as the sign for a missing one


def font_for(text: str, size: int, *, bold: bool = False) -> FreeTypeFont:
    """The first font that has all of a text, or else most of it."""
    files = font_files(bold=bold)
    fonts = [_font(file, size) for file in files] or [_own_font(size)]
    return max(fonts, key=lambda font: sum(_has(font, character) for character in set(text)))


@cache
def font_files(*, bold: bool = False) -> tuple[Path, ...]:
    """The fonts on this machine, the preferred first."""
    spec = find_spec("kivy")  # found, not imported: that would take a second and the screen
    folders = {"system": _SYSTEM}
    if spec and spec.submodule_search_locations:
        folders["kivy"] = Path(spec.submodule_search_locations[0]) / "data/fonts"
    found = [
        folders[place] / (heavy if bold else regular)
        for place, regular, heavy in _PAIRS
        if place in folders
    ]
    return tuple(file for file in found if file.is_file())


@cache
def _font(file: Path, size: int) -> FreeTypeFont:
    return ImageFont.truetype(file, size)


@cache
def _own_font(size: int) -> FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, FreeTypeFont)  # of a given size it is
    return font


@cache
def _has(font: FreeTypeFont, character: str) -> bool:
    return character.isspace() or _drawn(font, character) != _drawn(font, _NOWHERE)


def _drawn(font: FreeTypeFont, character: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(character)
    return mask.size, bytes(mask)
