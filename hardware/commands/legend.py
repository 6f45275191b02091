"""The `legend` command: a page of key labels for a numpad, to print and cut out."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from companion.folders import wiring_file
from companion.words import Words
from hardware.buttons.keyboards.key_map import USUAL, face
from hardware.buttons.words import button_name
from hardware.wiring.file import load

# The keys of a numpad: column, columns spanned, row, rows spanned.
PAD: Final[Mapping[str, tuple[int, int, int, int]]] = {
    **{"kp_divide": (2, 1, 1, 1), "kp_multiply": (3, 1, 1, 1), "kp_minus": (4, 1, 1, 1)},
    **{"kp7": (1, 1, 2, 1), "kp8": (2, 1, 2, 1), "kp9": (3, 1, 2, 1), "kp_plus": (4, 1, 2, 2)},
    **{"kp4": (1, 1, 3, 1), "kp5": (2, 1, 3, 1), "kp6": (3, 1, 3, 1)},
    **{"kp1": (1, 1, 4, 1), "kp2": (2, 1, 4, 1), "kp3": (3, 1, 4, 1), "kp_enter": (4, 1, 4, 2)},
    **{"kp0": (1, 2, 5, 1), "kp_dot": (3, 1, 5, 1)},
}
_PAGE: Final = """<!DOCTYPE html>
<html>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 10pt sans-serif; margin: 15mm; }}
.pad {{ display: grid; grid-template: repeat(5, 19mm) / repeat(4, 19mm); }}
.key {{ margin: 2.5mm; border: 0.2mm dashed #888; border-radius: 1.5mm; padding: 1mm;
  font: bold 7pt sans-serif; text-align: center; overflow-wrap: anywhere; }}
.key small {{ display: block; font-weight: normal; color: #555; }}
</style>
<h1>{title}</h1>
<div class="pad">
{pad}
</div>
<p>{advice}</p>
<ul>
{others}
</ul>
</html>
"""


def write_legend(arguments: Sequence[str], words: Words) -> int:
    """Write the page for the keys of a wiring file, or for the default ones."""
    parser = argparse.ArgumentParser(
        prog="python -m hardware legend",
        # Translators: help of a command
        description=words.gettext("Create a page of labels to print for the keys of a numpad."),
    )
    # Translators: help of an argument
    text = words.gettext("output file; open it in a browser to print it")
    parser.add_argument("page", type=Path, metavar="PAGE.html", help=text)
    # Translators: help of an option
    text = words.gettext("wiring file to use")
    parser.add_argument("--wiring", type=Path, metavar="FILE", help=text, default=wiring_file())
    asked = parser.parse_args(arguments)
    page = legend(load(asked.wiring).wiring.keys or USUAL, words)
    asked.page.write_text(page, "utf-8")
    return 0


def legend(keys: Mapping[str, str], words: Words) -> str:
    """Return a page with a numpad in actual size, and other assigned keys as a list."""
    return _PAGE.format(
        # Translators: heading and button: which key of a keyboard acts as which button
        title=escape(words.gettext("Key assignments")),
        advice=escape(
            words.gettext("Print at 100%, cut along the lines and stick the labels on the keys.")
        ),
        pad="\n".join(_pad(keys, words)),
        others="\n".join(_others(keys, words)),
    )


def _pad(keys: Mapping[str, str], words: Words) -> Iterator[str]:
    for key, (column, wide, row, high) in PAD.items():
        if key in keys:
            place = f"grid-area: {row} / {column} / span {high} / span {wide}"
            name = escape(button_name(keys[key], words))
            yield f'<div class="key" style="{place}">{name}<small>{escape(face(key))}</small></div>'


def _others(keys: Mapping[str, str], words: Words) -> Iterator[str]:
    for key, button in keys.items():
        if key not in PAD:
            yield f"<li>{escape(face(key))}: {escape(button_name(button, words))}</li>"
