"""Kivy knows widgets by their bare names: of two that are called alike it ignores one, unasked."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

KIOSK = Path(__file__).parents[3] / "kiosk"
RULE = re.compile(r"^<-?(\w+)(?:@[\w+]+)?>:", re.MULTILINE)
MADE_IN_KV = re.compile(r"^<(\w+)@", re.MULTILINE)


def widgets(file: Path) -> Iterator[str]:
    """The classes of a module that can be widgets: neither named tuples nor plain data."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef) and node.bases:
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            if not bases & {"NamedTuple", "Exception", "StrEnum"}:
                yield node.name


def test_no_two_widgets_are_called_alike():
    made = Counter(name for file in KIOSK.rglob("*.py") for name in widgets(file))
    for file in KIOSK.rglob("*.kv"):
        made.update(MADE_IN_KV.findall(file.read_text("utf-8")))
    assert len(made) > 100
    assert [name for name, times in made.items() if times > 1] == []


def test_no_widget_has_two_rules():
    ruled = Counter(
        name for file in KIOSK.rglob("*.kv") for name in RULE.findall(file.read_text("utf-8"))
    )
    assert len(ruled) > 100
    assert [name for name, times in ruled.items() if times > 1] == []
