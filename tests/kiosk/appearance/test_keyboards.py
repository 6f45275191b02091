"""Every name of the eleven languages can be typed."""

import pytest

from companion.game.requests.names_and_reasons import NAME_LENGTH
from companion.words import LANGUAGES
from kiosk.widgets.keyboards import LAYOUTS, SIGNS, TypedText, after, capital, held, rows_of

LATIN = "abcdefghijklmnopqrstuvwxyz"
ALPHABETS = {
    "en": LATIN,
    "de": LATIN + "äöüß",
    "fr": LATIN + "àâæçéèêëîïôœùûüÿ",
    "es": LATIN + "áéíóúüñ",
    "nl": LATIN + "áéíóúèëïöü",
    "da": LATIN + "æøåé",
    "no": LATIN + "æøåéèêóòâô",
    "sv": LATIN + "åäöéà",
    "fi": LATIN + "åäöšž",
    "pl": LATIN + "ąćęłńóśźż",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
}
WIDTHS = (9, 12)


def on_keys(layout: str) -> list[str]:
    return [letter for row in rows_of(layout, 12) for letter in row]


def within_reach(layout: str) -> set[str]:
    keys = on_keys(layout)
    return {letter for key in keys for letter in (key, *held(layout, key))}


def test_there_is_a_layout_for_each_language():
    assert list(LAYOUTS) == [language for language in LANGUAGES if language in LAYOUTS]
    assert set(LAYOUTS) == set(ALPHABETS)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_letter_of_the_language_can_be_typed(layout: str):
    assert set(ALPHABETS[layout]) <= within_reach(layout)


@pytest.mark.parametrize("layout", [layout for layout in LAYOUTS if layout != "ru"])
def test_names_of_the_neighbours_can_be_typed_too(layout: str):
    everyone = {x for language, letters in ALPHABETS.items() if language != "ru" for x in letters}
    assert everyone <= within_reach(layout)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_letter_is_there_twice(layout: str):
    keys = on_keys(layout)
    marked = [letter for key in keys for letter in held(layout, key)[1:]]
    assert len(keys + marked) == len(set(keys + marked))


@pytest.mark.parametrize("widest", WIDTHS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_rows_are_no_wider_than_there_is_room(layout: str, widest: int):
    rows = rows_of(layout, widest)
    assert max(map(len, rows)) <= widest
    assert sorted("".join(rows)) == sorted(on_keys(layout))
    assert len(rows) <= (3 if widest == 12 else 4)
    assert all(len(held(layout, key)) <= min(WIDTHS) for key in on_keys(layout))


def test_where_it_is_narrow_only_the_right_edge_moves():
    assert rows_of("en", 9) == ("qwertyuio", "asdfghjkl", "zxcvbnmp")
    assert rows_of("de", 9) == ("qwertzuio", "asdfghjkl", "yxcvbnmß", "püöä")


def test_all_digits_and_the_signs_of_a_sentence_fit_where_it_is_narrow():
    signs = "".join(SIGNS)
    assert set("0123456789.,:;!?'\"-()/") <= set(signs)
    assert len(signs) == len(set(signs))
    assert max(map(len, SIGNS)) <= min(WIDTHS)


def test_the_globe_goes_round_through_all_of_them():
    seen, layout = [], "en"
    for _ in LAYOUTS:
        layout = after(layout)
        seen.append(layout)
    assert sorted(seen) == sorted(LAYOUTS)
    assert layout == "en"


def typed(keys: str) -> TypedText:
    typing = TypedText()
    for key in keys:
        typing = (
            typing.shifted() if key == "^" else typing.back() if key == "<" else typing.key(key)
        )
    return typing


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ("maximiliane-charlotte", "Maximiliane-Charlotte"),
        ("^van der berg", "van Der Berg"),
        ("mc^donald", "McDonald"),
        ("o'^brien", "O'Brien"),
        ("дима", "Дима"),
        ("łukasz", "Łukasz"),
        ("ann<<", "A"),
        ("  a  b", "A B"),
        ("ß", "ß"),
    ],
)
def test_typing(keys: str, name: str):
    assert typed(keys).text == name


def test_shift_counts_for_one_letter_and_can_be_taken_back():
    assert typed("a^bc").text == "ABc"
    assert typed("a^^b").text == "Ab"
    assert typed("a^").capitals


def test_a_name_ends_where_the_referee_would_refuse_it():
    assert len(typed("a" * 40).text) == NAME_LENGTH
    assert typed("a" * NAME_LENGTH).full


def test_capitals_are_one_letter():
    letters = {letter for layout in LAYOUTS for letter in within_reach(layout)}
    assert all(len(capital(letter)) == 1 for letter in letters)
