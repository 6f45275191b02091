"""Words that change before a name."""

import pytest

from companion.words import translations
from companion.words.grammar import Sentence


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("Tour de {player}", "Ben", "Tour de Ben"),
        ("Tour de {player}", "Anna", "Tour d’Anna"),
        ("Tour de {player}", "Élise", "Tour d’Élise"),
        ("Tour de {player}", "Hélène", "Tour d’Hélène"),
        ("Tour de {player}", "Yann", "Tour de Yann"),
        ("Tour de {player}", "Yves", "Tour d’Yves"),
        ("Il faut que {player} joue", "Œdipe", "Il faut qu’Œdipe joue"),
        ("De {player}\u00a0: 3", "Ines", "D’Ines\u00a0: 3"),
        ("demande {player}", "Anna", "demande Anna"),
        ("à {player} de jouer", "Anna", "à Anna de jouer"),
    ],
)
def test_french_leaves_an_e_out_before_a_vowel(text: str, name: str, told: str):
    assert Sentence(text, "fr").format(player=name) == told


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Ana", "Juan"), "Ana y Juan"),
        (("Ana", "Inés"), "Ana e Inés"),
        (("Ana", "Hilda"), "Ana e Hilda"),
        (("Ana", "Íñigo"), "Ana e Íñigo"),
        (("Ana", "Hiela"), "Ana y Hiela"),
        (("Ana", "Iago"), "Ana y Iago"),
        (("Ana", "Yolanda"), "Ana y Yolanda"),
    ],
)
def test_spanish_y_is_e_before_the_sound_i(names: tuple[str, str], told: str):
    one, other = names
    assert Sentence("{one} y {other}", "es").format(one=one, other=other) == told


def test_spanish_o_is_u_before_the_sound_o():
    text = Sentence("{one}, o {other}", "es")
    assert text.format(one="1", other="Óscar") == "1, u Óscar"
    assert text.format(one="1", other="Ana") == "1, o Ana"


def test_a_placeholder_keeps_its_format_and_conversion():
    text = Sentence("{points:+d} de {player!r} {{}} {facts[n]}", "fr")
    assert text.format(points=3, player="Ben", facts={"n": 4}) == "+3 de 'Ben' {} 4"


def test_the_catalogues_of_both_languages_join_by_it():
    assert translations("es").gettext("{one} and {other}").format(one="Ana", other="Inés") == (
        "Ana e Inés"
    )
    assert isinstance(translations("fr").gettext("{one} and {other}"), Sentence)
    assert not isinstance(translations("de").gettext("{one} and {other}"), Sentence)
