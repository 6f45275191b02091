"""An icon has one meaning, and a word one icon."""

import re
from collections import defaultdict
from pathlib import Path

from kiosk.appearance.icons import ICONS

KIOSK = Path(__file__).parents[3] / "kiosk"
LINE = re.compile(r"( +)(icon|word): (.*)")
NAME = re.compile(r"'(\w+)'")
WORD = re.compile(r"app\.(?:_\(|pgettext\('[^']+', )'([^']+)'\)")
MEANS = {  # what stands beside them; the others are drawn beside many things, or none
    "bin": {"Delete", "Deleted ({n})"},
    "chart": {"Charts"},
    "cup": {"Records", "Best game"},
    "flag": {"End game early"},
    "list": {"Log"},
    "lock": {"Lock the screen", "Hold to unlock"},
    "merge": {"Merge"},
    "people": {"Players", "Names"},
    "pin": {"A–Z"},
    "shelf": {"Past games", "Games"},
    "tally": {"Recount"},
}

STATES = {  # a tile that is one thing or another has the icon of each
    **dict.fromkeys(("Pause the clock", "Resume the clock"), {"play", "pause"}),
    **dict.fromkeys(("Quit", "Shut down"), {"leave", "power"}),
}


def pairs():
    """Every icon of a tile with every word that the tile may have."""
    for file in sorted(KIOSK.rglob("*.kv")):
        tile: dict[tuple[str, str], list[str]] = {}
        for line in file.read_text("utf-8").splitlines():
            found = LINE.fullmatch(line)
            if not found:
                tile = {} if line.strip().endswith(":") else tile
                continue
            tile[found[2]] = (NAME if found[2] == "icon" else WORD).findall(found[3])
            if len(tile) == 2:
                yield from ((icon, word) for icon in tile["icon"] for word in tile["word"])
                tile = {}


def test_an_icon_means_one_thing():
    words = defaultdict(set)
    for icon, word in pairs():
        words[icon].add(word)
    assert {icon: words[icon] for icon in MEANS} == MEANS


def test_a_word_has_one_icon():
    icons = defaultdict(set)
    for icon, word in pairs():
        icons[word].add(icon)
    assert {word: found for word, found in icons.items() if len(found) > 1} == STATES


def test_every_icon_that_a_screen_names_is_drawn():
    assert {icon for icon, _ in pairs()} <= set(ICONS)
