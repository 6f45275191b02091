"""The command line's own words are in the language that was asked for, and fit a terminal."""

import argparse
import subprocess
import sys

import pytest

from companion.words import translations
from companion.words.command_line import MESSAGES, translate_argparse
from companion.words.language import LANGUAGES

OTHERS = sorted(set(LANGUAGES) - {"en"})


@pytest.mark.parametrize("language", OTHERS)
def test_argparse_speaks_the_language(language: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(argparse, "_", argparse._)
    words = translations(language)
    translate_argparse(words)
    text = argparse.ArgumentParser("companion").format_help()
    for message in ("usage: ", "show this help message and exit"):
        assert words.gettext(message) != message
        assert words.gettext(message) in text
    assert words.gettext("options") in text


@pytest.mark.parametrize("language", OTHERS)
def test_what_argparse_fills_in_is_in_every_translation(language: str):
    values = {
        "prog": "companion",
        "message": "why",
        "argument_name": "--db",
        "value": "7",
        "choices": "1, 2",
        "type": "int",
        "option": "--a",
        "matches": "--ab",
    }
    for message in MESSAGES:
        text = translations(language).gettext(message)
        filled = text % (values if "%(" in message else ("x",) * message.count("%s"))
        assert filled.endswith("\n") == message.endswith("\n")


def test_an_error_of_the_command_line_is_in_the_language():
    asked = [sys.executable, "-m", "companion", "games", "--language", "de", "--nonsense"]
    found = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    words = translations("de")
    assert found.returncode == 2
    assert words.gettext("unrecognized arguments: %s") % "--nonsense" in found.stderr
    assert words.gettext("usage: ") in found.stderr
