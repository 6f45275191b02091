"""Names arrive readable in ASCII, and nothing else arrives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.displays.letters import is_plain, labels, spelled, to_ascii


@pytest.mark.parametrize(
    ("name", "readable"),
    [
        ("Anna", "Anna"),
        ("Łukasz", "Lukasz"),
        ("Zażółć gęślą jaźń", "Zazolc gesla jazn"),
        ("ŁÓDŹ", "LODZ"),
        ("Дима", "Dima"),
        ("Жанна", "Zhanna"),
        ("Щукин", "Shchukin"),
        ("Ольга", "Olga"),
        ("Фёдор", "Fedor"),
        ("Юрий", "Yuriy"),
        ("Їжак", "Yizhak"),
        ("Ødegård", "Odegard"),
        ("Åse", "Ase"),
        ("Þór", "Thor"),
        ("Ægir", "Aegir"),
        ("Jürgen", "Jurgen"),
        ("Weiß", "Weiss"),
        ("François", "Francois"),
        ("Zoë", "Zoe"),
        ("Cœur", "Coeur"),
        ("Núñez", "Nunez"),
        ("Ελένη", "Eleni"),
        ("O’Neil", "O'Neil"),
        ("Anne–Marie", "Anne-Marie"),
        ("Zoe\u0308", "Zoe"),  # the accent as a character of its own
        ("東京", "??"),
        ("ъ", "?"),
        ("\u0301", "?"),
        ("", ""),
    ],
)
def test_a_name_stays_readable(name: str, readable: str):
    assert to_ascii(name) == readable


@pytest.mark.parametrize("trap", ["|", "\xfe", "\x00", "\x08", "\x1f", "\x7f", "\\", "~", "\n"])
def test_no_command_gets_through(trap: str):
    assert is_plain(to_ascii(f"An{trap}na"))


@given(st.text())
def test_any_text_becomes_plain_and_never_nothing(text: str):
    plain = to_ascii(text)
    assert is_plain(plain)
    assert all(0x20 <= byte < 0x7F and byte != 0x7C for byte in plain.encode("ascii"))
    assert bool(plain) == bool(text)


@given(st.text())
def test_plain_text_stays_as_it_is(text: str):
    assert to_ascii(to_ascii(text)) == to_ascii(text)


@pytest.mark.parametrize(
    ("names", "limit", "short"),
    [
        (["Anna", "Ben"], 9, ("Anna", "Ben")),
        (["Anna", "Ben"], 1, ("A", "B")),
        (["Anna", "Andrea"], 2, ("An", "Ad")),
        (["anna", "Anton", "Ben"], 1, ("A", "T", "B")),
        (["Player 1", "Player 2"], 1, ("P", "L")),  # a digit would be read as part of a score
        (["Player 1", "Player 2"], 3, ("Pl1", "Pl2")),
        (["Łukasz", "Lukasz"], 9, ("Lukasz2", "Lukasz3")),
    ],
)
def test_labels_tell_players_apart(names: list[str], limit: int, short: tuple[str, ...]):
    assert labels(tuple(names), limit) == short


@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=5), st.integers(1, 12))
def test_no_two_labels_are_alike(names: list[str], limit: int):
    short = labels(tuple(names), limit)
    assert len(set(short)) == len(names)
    assert all(0 < len(label) <= limit for label in short)


@pytest.mark.parametrize(
    ("name", "language", "spelled_so"),
    [
        ("Jürgen Öttl", "de", "Juergen Oettl"),
        ("Jürgen Öttl", "en", "Jurgen Ottl"),
        ("Åse Bjørn", "no", "Aase Bjoern"),
        ("Åse Bjørn", "sv", "Ase Bjorn"),
        ("Grün", "de", "Gruen"),
        ("Дима", "ru", "Dima"),
    ],
)
def test_marks_are_written_as_the_language_writes_them(name: str, language: str, spelled_so: str):
    assert spelled(name, language) == spelled_so
