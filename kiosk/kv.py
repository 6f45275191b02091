"""Loads a module's .kv file after the modules of the widgets that it names."""

import re
from importlib import import_module
from pathlib import Path
from typing import Final

from kivy.lang import Builder
from kivy.lang.parser import global_idmap

from kiosk import screens, sheets

# Modules of the widgets that .kv files name; Kivy knows a widget once its module is imported.
WIDGETS: Final = {
    "PickHeading": "kiosk.devices.wiring_sheets",
    "Badges": "kiosk.devices.badges",
    "Band": "kiosk.widgets.band",
    "BandSample": "kiosk.final.charts.terrain",
    "BoardMap": "kiosk.map.board_map",
    "Box": "kiosk.appearance.hiding",
    "ClaimHeading": "kiosk.claim.lists",
    "CloseTile": "kiosk.widgets.closing",
    "Flow": "kiosk.appearance.text",
    "Heading": "kiosk.widgets.basics",
    "HoldTile": "kiosk.widgets.hold_tile",
    "Icon": "kiosk.appearance.icons",
    "ScreenKeyboard": "kiosk.widgets.keyboard",
    "MenuKey": "kiosk.widgets.closing",
    "Pad": "kiosk.widgets.basics",
    "Picks": "kiosk.devices.wiring_sheets",
    "PlayerShape": "kiosk.appearance.icons",
    "Pager": "kiosk.widgets.scroller",
    "QrCode": "kiosk.export.qr_code",
    "RefusedSlot": "kiosk.widgets.sheet",
    "ScoreChart": "kiosk.final.charts.scores",
    "Scroller": "kiosk.widgets.scroller",
    "Spaces": "kiosk.claim.lists",
    "StepPad": "kiosk.widgets.stepper",
    "Surface": "kiosk.widgets.basics",
    "TerrainChart": "kiosk.final.charts.terrain",
    "Text": "kiosk.appearance.text",
    "Tile": "kiosk.widgets.basics",
    "Tiles": "kiosk.widgets.tiles",
    "TopLine": "kiosk.widgets.sheet",
    "Tray": "kiosk.table.tray",
}

global_idmap.update(screens=screens, sheets=sheets)  # available in every rule, like `app`

NAMED: Final = re.compile(r"^(?: +|<\w+@)([A-Z]\w*)>?:", re.MULTILINE)


def load(module_file: str) -> None:
    """Load the .kv file next to a module, after those of the widgets that it names.

    The order matters: if a widget has a rule and its base class has one, the later one wins.
    """
    file = Path(module_file).with_suffix(".kv")
    rules = file.read_text("utf-8")
    for name in sorted(set(NAMED.findall(rules)) & WIDGETS.keys()):
        import_module(WIDGETS[name])
    Builder.load_string(rules, filename=str(file))
