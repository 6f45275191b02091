"""Screens and sheets are opened through functions: what these take, rules and classes take too."""

import ast
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import Parameter, getsource, isfunction, signature
from pathlib import Path

import pytest
from fingers import SCREENS
from kivy.uix.widget import Widget

from kiosk import screens, sheets

KIOSK = Path(__file__).parents[3] / "kiosk"
SHEETS = {name: sheet for name, sheet in vars(sheets).items() if isfunction(sheet)}
WAYS = [*SCREENS.values(), *SHEETS.values()]
OPENED = re.compile(r"app\.(?:go|lay)\((?=screens|sheets)")


def made(way: Callable[..., Widget]) -> type[Widget]:
    """The class that a function imports and makes."""
    (source,) = [
        node for node in ast.walk(ast.parse(getsource(way))) if isinstance(node, ast.ImportFrom)
    ]
    return getattr(import_module(source.module), source.names[0].name)


def taken(made: Callable[..., Widget]) -> dict[str, bool]:
    """What is taken by name, and whether it must be given."""
    parameters = signature(made).parameters.values()
    named = [each for each in parameters if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    return {each.name: each.default is Parameter.empty for each in named}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_screen_and_sheet_is_there_and_takes_what_it_is_given(way: Callable[..., Widget]):
    assert issubclass(made(way), Widget)
    assert taken(way) == taken(made(way))


def test_each_is_another():
    assert len({made(way) for way in WAYS}) == len(WAYS) == len(SCREENS) + len(SHEETS) > 35


def opened_in_rules() -> Iterator[ast.Call]:
    for file in KIOSK.rglob("*.kv"):
        for line in file.read_text("utf-8").splitlines():
            for found in OPENED.finditer(line):
                yield _call(line[found.start() :])


def _call(text: str) -> ast.Call:
    """The call that a text begins with."""
    beginnings = (text[:end] for end in range(len(text) + 1))
    whole = next(part for part in beginnings if part.count("(") == part.count(")") > 0)
    call = ast.parse(whole, mode="eval").body
    assert isinstance(call, ast.Call)
    return call


def test_rules_open_only_what_there_is_and_give_what_it_takes():
    calls = list(opened_in_rules())
    assert len(calls) > 20
    for call in calls:
        name = ast.unparse(call.args[0]).split(".")
        way = getattr({"screens": screens, "sheets": sheets}[name[0]], name[1])
        signature(way).bind(*call.args[1:], **{each.arg: each.value for each in call.keywords})
