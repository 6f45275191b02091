"""Sentences as they are printed on a screen or a sheet."""

import pytest

from companion.text import telling_letters, typeset


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


@pytest.mark.parametrize("text", ["2026-11-14", "Jean-Luc", "Stock-take", "R1-R24", "a-1", "+4"])
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
