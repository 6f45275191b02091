"""Which language is spoken, by whom it was chosen, and what becomes of a faulty catalogue."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.chosen_language import code_for, remember_language, remembered_language
from companion.words.compiling import compile_catalogues
from companion.words.language import (
    LANGUAGES,
    Translations,
    code_of,
    fields_of,
    guess_language,
    translations,
)

HEADER = (
    'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
)
TWO_FORMS = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


@pytest.fixture
def speak(tmp_path: Path):
    """Makes a catalogue with these entries."""

    def make(entries: str, code: str = "it") -> Translations:
        (tmp_path / f"{code}.po").write_text(HEADER.format(code=code) + TWO_FORMS + entries)
        compile_catalogues(tmp_path)
        return translations(code, tmp_path)

    return make


def test_a_language_is_one_file_and_one_line(speak):
    italian = speak('msgid "Undo"\nmsgstr "Annulla"\n')
    assert italian.gettext("Undo") == "Annulla"
    assert code_of(italian) == "it"
    assert italian.gettext("Redo") == "Redo"


def test_the_same_word_is_said_otherwise_elsewhere(speak):
    words = speak('msgctxt "column"\nmsgid "done"\nmsgstr "fatti"\n')
    assert (words.pgettext("column", "done"), words.gettext("done")) == ("fatti", "done")


@pytest.mark.parametrize("wrong", ["{playr} tocca", "{player:d} tocca", "{player", "{} tocca"])
def test_a_sentence_that_names_another_fact_is_said_in_english(speak, wrong: str):
    words = speak(f'msgid "{{player}} plays"\nmsgstr "{wrong}"\n')
    assert words.gettext("{player} plays").format(player="Anna") == "Anna plays"


def test_so_is_one_of_several_forms(speak):
    words = speak(
        'msgid "{n} train"\nmsgid_plural "{n} trains"\n'
        'msgstr[0] "un treno"\nmsgstr[1] "{m} treni"\n'
    )
    assert words.ngettext("{n} train", "{n} trains", 1) == "un treno"
    assert words.ngettext("{n} train", "{n} trains", 5) == "{n} trains"


def test_a_catalogue_that_cannot_be_read_is_english(tmp_path: Path, caplog):
    (tmp_path / "it.mo").write_bytes(b"\xde\x12\x04\x95" + b"\xff" * 40)
    assert translations("it", tmp_path).gettext("Undo") == "Undo"
    assert "it.mo" in caplog.text


def test_facts_are_told_apart_by_name_and_form():
    assert fields_of("{a} {b:+d} {c!r} {{d}}") == {
        ("a", "", None),
        ("b", "+d", None),
        ("c", "", "r"),
    }


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "nb_NO.UTF-8"}, "no"),
        ({"LANG": "nn_NO"}, "no"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "fi_FI.UTF-8"}, "fi"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "ru"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "pt:sv:de"}, "sv"),
    ],
)
def test_the_first_guess_is_what_the_system_speaks(environment: dict[str, str], language: str):
    assert guess_language(environment) == language


def test_what_is_remembered_is_kept_beside_the_other_settings(tmp_path: Path):
    file = tmp_path / "deep" / "settings.json"
    assert remembered_language(file) == ""
    assert remember_language("fr", file)
    file.write_text(json.dumps({"theme": "day", "language": "fr"}))
    assert remember_language("pl", file)
    assert json.loads(file.read_text()) == {"theme": "day", "language": "pl"}
    assert remembered_language(file) == "pl"


def test_settings_that_make_no_sense_are_not_overwritten(tmp_path: Path):
    file = tmp_path / "settings.json"
    file.write_text("[1, 2")
    assert not remember_language("pl", file)
    assert file.read_text() == "[1, 2"
    assert remembered_language(file) == ""


@pytest.fixture
def home(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "fi_FI.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_what_is_asked_for_goes_before_what_is_remembered_and_that_before_the_system(home: Path):
    def spoken(*arguments: str) -> str:
        return code_for(arguments)

    assert spoken("play", "--db", "x") == "fi"
    remember_language("sv")
    assert spoken("play") == "sv"
    assert spoken("play", "--language", "ru") == "ru"
    assert spoken("play", "--language", "xx") == "sv"
    assert spoken("play", "--language") == "sv"


def test_programs_are_answered_in_english_unless_they_ask(home: Path):
    remember_language("de")

    def why(*options: str) -> str:
        command = [sys.executable, "-m", "companion", "referee", *options]
        ended = subprocess.run(command, input='{"do": "undo"}\n', capture_output=True, text=True)
        return json.loads(ended.stdout)["why"]

    assert why() == "There's no game yet."
    assert why("--language", "de") == translations("de").gettext("There's no game yet.")


def test_every_language_goes_by_its_own_name():
    assert len(set(LANGUAGES.values())) == len(LANGUAGES) == 11
