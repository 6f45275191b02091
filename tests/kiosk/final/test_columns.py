"""The columns of a result: room for their words and for their numbers, in every language."""

import pytest
from fingers import Kiosk  # noqa: F401  Kivy is to be prepared

from companion.game.board.board import standard_board
from companion.words import translations
from companion.words.language import LANGUAGES
from companion.words.table.desk import DeskWords
from kiosk.appearance.text import Text, width_of
from kiosk.final.result_panel import FROM_NAMES, HEAD, LARGER, NUMBER, ROOM_RULED, SIGNS, widths
from kiosk.final.view import source_words

LEAST = float(int(HEAD * Text.least.defaultvalue))


def headings(language: str, *, ruled: bool) -> tuple[str, ...]:
    words = DeskWords(standard_board(), translations(language))
    routes, doubling, tickets, globe, *rulings = source_words(words, ruled=ruled)
    total = words.pgettext("heading of a column: all points", "total")
    return routes, doubling, tickets, "", globe, *rulings, total


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("larger", [1, *LARGER.values()])
def test_every_heading_and_every_number_has_its_room(language: str, ruled: bool, larger: float):
    columns = headings(language, ruled=ruled)
    wide = widths(columns, larger)
    assert sum(wide) <= ROOM_RULED + FROM_NAMES + 0.01
    for at, (heading, room) in enumerate(zip(columns, wide, strict=True)):
        if at not in SIGNS:
            assert room >= NUMBER
            assert width_of(heading, LEAST, bold=False) <= room, heading
