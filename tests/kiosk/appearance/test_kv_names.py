"""Kivy knows widgets by their bare names: of two that are called alike it ignores one, unasked."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kivy.factory import Factory

from kiosk import kv

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


def named_elsewhere() -> Iterator[str]:
    """Widgets that a rule names, and that are neither Kivy's own nor made beside it."""
    of_kivy = {
        name for name, made in Factory.classes.items() if str(made["module"]).startswith("kivy.")
    }
    for file in KIOSK.rglob("*.kv"):
        rules = file.read_text("utf-8")
        beside = {*widgets(file.with_suffix(".py")), *MADE_IN_KV.findall(rules)}
        yield from set(kv.NAMED.findall(rules)) - beside - of_kivy


def test_the_widgets_that_rules_name_are_known_and_no_others():
    assert set(named_elsewhere()) == set(kv.WIDGETS)


def test_what_rules_name_is_where_it_is_said_to_be():
    for name, module in kv.WIDGETS.items():
        file = KIOSK.parent / Path(*module.split(".")).with_suffix(".py")
        assert name in set(widgets(file)), module


def test_no_rule_reads_a_widget_through_ids():
    """Kivy would keep the widget for ever: it is read by its id alone."""
    through = re.compile(r"\bids\b")
    found = [file.name for file in KIOSK.rglob("*.kv") if through.search(file.read_text("utf-8"))]
    assert found == []
