"""The pages are true: links lead somewhere, files are there, commands are understood."""

from __future__ import annotations

import argparse
import doctest
import importlib
import json
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.game.board.board import standard_board
from companion.game.refusal import RULE_OF_CODE
from companion.game.requests.requests import _OTHERS, _PLAYS
from companion.words import translations
from companion.words.table.desk import DeskWords
from kiosk.settings.file import Settings
from kiosk.settings.view import setting_rows

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, *sorted(ROOT.glob("*/docs/*.md"))]
TEXT = {page: page.read_text("utf-8") for page in PAGES}
ROOMS = "companion|hardware|kiosk|tests"

LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(rf"(?<![\w./~-])(?:{ROOMS})/[\w./-]*[\w/]")
COMMAND = re.compile(r"(?:\bpython -m [\w.]+|\bsh \w+/\w+\.sh)[^`\n]*")
ROW = re.compile(r"^\| (.+) \|$", re.MULTILINE)
NAME = re.compile(r"`((?:[A-Z]\w+\.)?\w+)\(\)`|`([A-Z][a-z]\w*)`")


DEFINED = {
    name
    for room in ROOMS.split("|")
    for file in (ROOT / room).rglob("*.py")
    for name in re.findall(r"^\s*(?:class |def |(?=\w+ = ))(\w+)", file.read_text("utf-8"), re.M)
}


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def rows(text: str) -> Iterator[list[str]]:
    for row in ROW.findall(text):
        yield [cell.strip() for cell in row.split(" | ")]


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def section(page: str, heading: str) -> str:
    return TEXT[ROOT / page].split(f"## {heading}\n")[1].split("\n## ")[0]


def headings(page: Path) -> set[str]:
    """As links name them."""
    return {line.lower().replace(" ", "-") for line in re.findall(r"^#+ (.+)$", TEXT[page], re.M)}


# --- the front page ---


def test_the_scored_game_of_the_front_page_runs():
    done = doctest.testfile(str(README), module_relative=False)
    assert done.attempted > 10
    assert done.failed == 0


def test_the_front_page_is_read_in_a_few_minutes():
    assert 6000 < len(TEXT[README]) <= 8000


# --- every page ---


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_and_picture_of_a_page_leads_somewhere(page: Path):
    links = [link.partition("#") for link in LINK.findall(TEXT[page]) if "://" not in link]
    assert [file for file, _, _ in links if not (page.parent / file).exists()] == []
    for file, _, heading in links:
        assert not heading or heading in headings(page.parent / file if file else page)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_file_that_a_page_names_is_there(page: Path):
    assert [path for path in PATH.findall(TEXT[page]) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_class_and_function_that_a_page_names_is_there(page: Path):
    called = {(call or kind).split(".")[-1] for call, kind in NAME.findall(TEXT[page])}
    assert called <= DEFINED


def test_every_folder_in_the_project_layout_is_there():
    rooms = [row for row in rows(section("README.md", "Project layout")) if row[0].endswith("/`")]
    assert [words(row[0])[0] for row in rooms] == ["companion/", "hardware/", "kiosk/", "tests/"]
    for room, inside, _ in rooms:
        named = [name for name in words(inside) if name.endswith("/")]
        assert named
        assert [name for name in named if not (ROOT / words(room)[0] / name).is_dir()] == []


def test_pages_name_many_files():
    assert sum(len(PATH.findall(text)) for text in TEXT.values()) > 100


def test_every_page_is_reached_from_the_front_page():
    reached, waiting = set(), [README]
    while waiting:
        page = waiting.pop()
        if page not in reached:
            reached.add(page)
            targets = [(page.parent / target).resolve() for target in LINK.findall(TEXT[page])]
            waiting += [target for target in targets if target in TEXT]
    assert reached == set(PAGES)


def test_every_picture_is_on_a_page():
    shown = {(page.parent / t).resolve() for page in PAGES for t in LINK.findall(TEXT[page])}
    assert set((ROOT / "kiosk" / "pictures").iterdir()) <= shown


# --- commands ---


def commands() -> list[str]:
    found = {c.split("#")[0].strip() for text in TEXT.values() for c in COMMAND.findall(text)}
    return sorted(command for command in found if "..." not in command)


class Understood(Exception):
    """The arguments were read without a complaint."""


@pytest.mark.parametrize("command", commands())
def test_every_command_of_the_pages_is_understood(command: str, monkeypatch: pytest.MonkeyPatch):
    """The program reads its arguments as it would, and ends before it acts on them."""
    words = shlex.split(re.sub(r"\[[^]]*\]", "", command))
    if words[0] == "sh":
        assert (ROOT / words[1]).is_file()
        room = [] if words[2:3] in (["companion"], ["hardware"]) else ["kiosk"]
        words = [*words[:1], "-m", *room, *words[2:]] if "kiosk" in words[1] else words[:1]
    if words[2:]:
        assert find_spec(words[2]) is not None
        _read_by(words[2], words[3:], monkeypatch)


def _read_by(module: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if module not in ("companion", "hardware", "kiosk", "tests.gallery"):
        return
    if module in ("companion", "hardware") and not arguments:
        return  # the program's name alone, in a sentence
    if module == "hardware":  # each command reads what follows it by itself
        assert arguments[0] in importlib.import_module("hardware.__main__").COMMANDS
    read = argparse.ArgumentParser.parse_args

    def read_only(parser: argparse.ArgumentParser, given: list[str] | None = None):
        found = read(parser, given)
        if "command" in vars(found):
            return found
        raise Understood

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", read_only)
    monkeypatch.setattr(sys, "argv", [module, *arguments])
    program = importlib.import_module(f"{module}.__main__")
    with pytest.raises(Understood):
        program.main()


def test_pages_show_many_commands():
    assert len(commands()) > 25


# --- what the pages list is what the code has ---


def verbs() -> dict[str, str]:
    """The verbs of the protocol, each with what the page says of its fields."""
    changing = section("companion/docs/protocol.md", "Verbs that change the game")
    asking = section("companion/docs/protocol.md", "Verbs that only ask")
    return {verb: row[1] for row in rows(changing + asking) for verb in words(row[0])}


def test_every_verb_of_the_protocol_is_documented_and_no_other():
    assert sorted(verbs()) == sorted([*_PLAYS, *_OTHERS])


@pytest.mark.parametrize("verb", verbs())
def test_every_field_of_a_verb_is_documented(verb: str):
    fields = [field.name for field in {**_PLAYS, **_OTHERS}[verb].fields]
    assert [name for name in fields if f"`{name}`" not in verbs()[verb]] == []


def test_every_code_of_refusal_is_documented_in_order_with_its_rule():
    table = section("companion/docs/protocol.md", "Codes of refusal")
    documented = {words(row[0])[0]: row[1] or None for row in rows(table) if words(row[0])}
    assert list(documented.items()) == list(RULE_OF_CODE.items())


def test_every_setting_is_documented_with_its_values_and_no_other():
    language = DeskWords(standard_board(), translations())
    titles = {row.name: row.title for row in setting_rows(Settings(), language)}
    values = {
        row.name: [choice.value for choice in row.choices]
        for row in setting_rows(Settings(), language)
    }
    documented = {
        words(row[1])[0]: row
        for row in rows(TEXT[ROOT / "kiosk/docs/settings.md"])
        if words(row[1])
    }
    assert list(documented) == [*titles, "forgotten", "seen"]
    assert set(documented) == {field.name for field in fields(Settings)}
    for name, title in titles.items():
        shown, _, told, _ = documented[name]
        usual, *others = words(told)
        assert shown == title
        assert usual == as_in_the_file(getattr(Settings(), name))
        if name not in ("language", "keyboard"):  # a new one is one file and one line
            assert {usual, *others} == {as_in_the_file(value) for value in values[name]}


def as_in_the_file(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def test_every_room_of_the_kiosk_with_a_screen_is_told_on_a_page():
    told = "".join(text for page, text in TEXT.items() if page.parts[-3:-1] == ("kiosk", "docs"))
    rooms = {
        file.relative_to(ROOT).parts[1]
        for file in (ROOT / "kiosk").glob("*/**/*.py")
        if re.search(r"^class \w+(?:Screen|Sheet)\b", file.read_text("utf-8"), re.M)
    }
    assert len(rooms) > 10
    assert [room for room in rooms - {"widgets"} if f"`kiosk/{room}/" not in told] == []


def test_every_page_of_a_screen_has_its_picture():
    pages = [page for page in PAGES if page.parts[-3:-1] == ("kiosk", "docs")]
    assert len(pages) > 15
    assert [named(page) for page in pages if "![" not in TEXT[page]] == []


def test_the_two_meanings_of_overruled_are_told():
    log = section("companion/docs/protocol.md", "The log")
    assert "One word, two meanings: `overruled`" in log
