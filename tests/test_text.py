"""Sentences as they are printed on a screen or a sheet."""

import pytest

from companion.text import sanitized, telling_letters, typeset


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Cape Town - Durban", "Cape Town – Durban"),
        (
            "Anna -5: marker from 2 to 3 below the start.",
            "Anna −5: marker from 2 to 3 below the start.",
        ),
        ("tickets (-12)", "tickets (−12)"),
        ("-7", "−7"),
    ],
)
def test_places_are_joined_by_a_dash_and_numbers_have_a_true_minus(typed: str, printed: str):
    assert typeset(typed) == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Anna claims Beira - Durban, white 4", "Anna claims Beira – Durban, white\u00a04"),
        ("Anna: completed 2 of 4.", "Anna: completed 2 of\u00a04."),
        ("Undo entry 12", "Undo entry 12"),
        ("a word too long: Lokomotivkarten 3", "a word too long: Lokomotivkarten 3"),
        ("lay 3 trains", "lay 3 trains"),
    ],
)
def test_a_number_at_the_end_of_a_sentence_stays_with_its_word(typed: str, printed: str):
    assert typeset(typed) == printed


@pytest.mark.parametrize("text", ["2026-11-14", "Jean-Luc", "Recount", "R1-R24", "a-1", "+4"])
def test_hyphens_within_words_and_dates_stay(text: str):
    assert typeset(text) == text


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        ("desert jungle mountain", "DJM"),
        ("öken djungel berg", "ÖDB"),
        ("aavikko viidakko vuori", "AIU"),
        ("dal dol del", "AOE"),
        ("пустыня джунгли горы", "ПДГ"),
    ],
)
def test_each_name_has_a_letter_of_its_own(names: str, letters: str):
    assert "".join(telling_letters(names.split())) == letters


@pytest.mark.parametrize("text", ["cinq\u00a0points", "1\u202f000", "\u3000", "Élodie"])
def test_spaces_of_typesetters_are_shown_as_they_are(text: str):
    assert sanitized(text) == text


@pytest.mark.parametrize("text", ["\x1b[31m", "a\nb", "\u202eabc", "\u2028", "\x85"])
def test_what_controls_a_screen_is_spelled_out(text: str):
    assert sanitized(text) == ascii(text)
