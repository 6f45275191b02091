"""Every language says everything, with the facts and the forms that it takes, in printed terms."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.catalog import Message

from companion.words.compiling import FOLDER, TEMPLATE, collect_messages, read_catalogue
from companion.words.language import ENGLISH, LANGUAGES, fields_of, translations

TRANSLATED = [code for code in LANGUAGES if code != ENGLISH]
TERMS = {"desert", "jungle", "mountain", "terrain", "locomotive", "ticket", "train card", "route"}
TERMS |= {"ferry", "globetrotter", "track", "marker", "discards", "deck", "claim"}

every_language = pytest.mark.parametrize("code", TRANSLATED)


def catalogue(code: str) -> Catalog:
    return read_catalogue(FOLDER / f"{code}.po")


def messages(found: Catalog) -> list[Message]:
    return [message for message in found if message.id]


def keys(found: Catalog) -> set[object]:
    return {(message.context, message.id) for message in messages(found)}


def english(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def test_there_is_a_catalogue_for_each_language_and_no_other():
    assert {file.stem for file in FOLDER.glob("*.po")} == set(TRANSLATED)
    assert {file.stem for file in FOLDER.glob("*.terms")} == set(TRANSLATED)


def test_the_template_is_what_the_program_says():
    assert keys(collect_messages()) == keys(read_catalogue(TEMPLATE))


@every_language
def test_every_message_is_translated_and_none_is_doubtful(code: str):
    found = catalogue(code)
    assert keys(found) == keys(read_catalogue(TEMPLATE))
    assert not found.obsolete
    left = [message.id for message in messages(found) if message.fuzzy or not all(forms(message))]
    assert left == []


@every_language
def test_every_form_names_only_the_facts_of_its_message(code: str):
    wrong = []
    for message in messages(catalogue(code)):
        allowed = frozenset().union(*map(fields_of, english(message)))
        wrong += [form for form in forms(message) if not fields_of(form) <= allowed]
    assert wrong == []


@every_language
def test_every_plural_has_the_forms_of_the_language(code: str):
    found = catalogue(code)
    several = [message for message in messages(found) if message.pluralizable]
    assert len(several) > 60
    assert {len(forms(message)) for message in several} == {found.num_plurals}
    spoken = translations(code)
    for n in (0, 1, 2, 5, 21, 22):
        said = spoken.ngettext("{n} ticket", "{n} tickets", n)
        assert said in forms(found.get(("{n} ticket", "{n} tickets")))


@every_language
def test_questions_end_as_they_must_be_typed_at(code: str):
    for message in messages(catalogue(code)):
        for form in forms(message):
            assert form.endswith(" ") == english(message)[0].endswith(" "), form
            assert form.endswith("\n") == english(message)[0].endswith("\n"), form
            assert "\n" not in form.rstrip("\n")


@every_language
def test_what_is_compiled_is_what_was_translated(code: str):
    spoken = translations(code)
    for message in messages(catalogue(code)):
        if not message.pluralizable and message.context is None:
            assert spoken.gettext(message.id) == message.string
        elif not message.pluralizable:
            assert spoken.pgettext(message.context, message.id) == message.string


# --- the terms that players have before them, printed ---


def terms(code: str) -> tuple[dict[str, tuple[str, ...]], set[str]]:
    """Each term with the stems that stand for it, and the messages that do without."""
    found, without = {}, set()
    for line in (FOLDER / f"{code}.terms").read_text("utf-8").splitlines():
        if line.startswith("! "):
            without.add(line[2:])
        elif line and not line.startswith("#"):
            term, _, stems = line.partition(" = ")
            found[term] = tuple(stem.strip().casefold() for stem in stems.split("|"))
    return found, without


def pattern(term: str) -> re.Pattern[str]:
    stem = f"{term[:-1]}(y|ies)" if term.endswith("y") else f"{term}(s|es)?"
    return re.compile(rf"\b{stem}\b")


def strays(code: str) -> Iterator[tuple[str, str, str]]:
    """Where a printed term is called something else."""
    known, without = terms(code)
    patterns = {term: pattern(term) for term in known}
    for message in messages(catalogue(code)):
        source = re.sub(r"\{[^}]*\}", "", " ".join(english(message))).casefold()
        for term, stems in known.items():
            if patterns[term].search(source) and english(message)[0] not in without:
                for form in forms(message):
                    if not any(stem in form.casefold() for stem in stems):
                        yield term, english(message)[0], form


@every_language
def test_the_cards_are_called_what_is_printed_on_them(code: str):
    known, without = terms(code)
    assert set(known) >= TERMS
    assert all(min(map(len, stems)) >= 3 for stems in known.values())
    assert list(strays(code)) == []
    assert without <= {english(message)[0] for message in messages(catalogue(code))}
    assert len(without) <= 12


def test_a_term_that_is_not_the_printed_one_is_found(tmp_path: Path, monkeypatch):
    for suffix in (".po", ".terms"):
        text = (FOLDER / "de").with_suffix(suffix).read_text("utf-8")
        changed = text.replace("Es sind keine Zielkarten mehr da.", "Keine Zettel.")
        (tmp_path / "de").with_suffix(suffix).write_text(changed, "utf-8")
    monkeypatch.setattr(sys.modules[__name__], "FOLDER", tmp_path)
    assert list(strays("de")) == [("ticket", "There are no tickets left.", "Keine Zettel.")]
