"""The picture people send around shows what it should, and so does the paper."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from exported import HOSTILE, RECORDED, WORDS, Evening, hostile_evening
from PIL import Image, ImageFont
from pypdf import PdfReader

from companion.exports.breakdown import Breakdown
from companion.exports.formats import canvas, score_sheet
from companion.exports.formats.canvas import ELLIPSIS, Canvas

INK = {"blue": (76, 141, 255), "red": (255, 93, 93), "yellow": (255, 216, 77)}


def picture(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image.convert("RGB")


def pixels(game: Breakdown) -> bytes:
    return score_sheet.drawing(game, WORDS).reduce(6).tobytes()


def counts(image: Image.Image) -> dict[tuple[int, int, int], int]:
    colors = image.getcolors(image.width * image.height)
    return {color: count for count, color in colors}


@pytest.mark.parametrize("name", RECORDED)
def test_the_sheet_of_a_recorded_game_is_drawn(name: str):
    game = Evening().record(name).breakdown
    image = picture(score_sheet.png(game, WORDS))
    assert image.width == 1080
    assert image.height > 300 + 200 * len(game.players)
    found = counts(image)
    assert max(found, key=found.__getitem__) in [(18, 21, 26), (27, 32, 40)]  # ground or panel
    for line in game.players:
        if line.color in INK:
            assert found[INK[line.color]] > 800


def test_the_winner_stands_out():
    """An amber frame around his row, and around nobody else's."""
    game = Evening().record("three-players-again").breakdown
    amber = (255, 180, 84)
    image = picture(score_sheet.png(game, WORDS))
    framed = [y for y in range(image.height) if image.getpixel((75, y)) == amber]
    shared = tuple(replace(line, winner=True) for line in game.players)
    other = picture(score_sheet.png(replace(game, players=shared), WORDS))
    more = [y for y in range(other.height) if other.getpixel((75, y)) == amber]
    assert 4 <= len(framed) <= 6  # a line of three above, one below
    assert len(more) == 3 * len(framed)


def test_everything_on_it_moves_the_picture():
    """Whatever changes in the game changes the picture: nothing is left out."""
    game = Evening().record("four-players").breakdown
    shown = pixels(game)
    line = game.players[0]
    card = line.card
    changes = [
        replace(game, minutes=game.minutes + 1),
        replace(game, turns=game.turns + 1),
        replace(game, rulings=3),
        replace(game, ended="2025-01-02T12:00:00+00:00"),
        replace(game, corrections=(next(iter(WORDS.names._board.routes.values())),)),
        *(
            replace(game, players=(changed, *game.players[1:]))
            for changed in (
                replace(line, name="Anne"),
                replace(line, color="black"),
                replace(line, place=2),
                replace(line, card=replace(card, completed=card.completed + 1)),
                *(
                    replace(line, card=replace(card, **{source: getattr(card, source) + 1}))
                    for source in ("routes", "doubling", "tickets", "globetrotter", "adjustments")
                ),
            )
        ),
    ]
    pictures = [pixels(changed) for changed in changes]
    assert shown not in pictures
    assert len(set(pictures)) == len(pictures)


def test_names_that_fit_nowhere_fit_on_the_sheet():
    """Nothing is drawn over the flaps or beyond the row: there the sheet looks as without names."""
    game = hostile_evening().breakdown
    nameless = replace(game, players=tuple(replace(line, name=".") for line in game.players))
    one, other = (picture(score_sheet.png(each, WORDS)) for each in (game, nameless))
    assert one.size == other.size
    right = (1080 - 56 - 24 - 3 * 62, 440, 1080, one.height)
    assert one.crop(right).tobytes() == other.crop(right).tobytes()


def test_a_text_is_made_smaller_and_then_cut():
    easel = Canvas(400, 100, 2, "#000000")
    whole, font = easel._fitted("Anna", 40, 300, bold=True)
    smaller, small_font = easel._fitted("Anna Maria Magdalena", 40, 300, bold=True)
    short, _ = easel._fitted("W" * 24, 40, 200, bold=True)
    assert (whole, font.size) == ("Anna", 80)
    assert smaller == "Anna Maria Magdalena"
    assert 40 <= small_font.size < 80
    assert small_font.getlength(smaller) <= 600
    assert short.endswith(ELLIPSIS)


@pytest.mark.parametrize("name", ["Łukasz", "Дима", "Ελένη"])
def test_every_letter_of_these_is_in_the_fonts(name: str):
    if not canvas.font_files():
        pytest.skip("no fonts but Pillow's own")
    font = canvas.font_for(name, 40)
    assert all(canvas._has(font, letter) for letter in name)


def test_a_script_that_one_font_lacks_is_written_in_another(monkeypatch):
    files = canvas.font_files()
    if len(files) < 2:
        pytest.skip("only one font here")
    for name in ("محمد", "אבגד"):
        font = canvas.font_for(name, 40)
        assert all(canvas._has(font, letter) for letter in name)
        assert not canvas._has(font, "\U0010fffe")


def test_without_any_font_pillow_has_one(monkeypatch):
    monkeypatch.setattr(canvas, "font_files", lambda *, bold=False: ())
    assert isinstance(canvas.font_for("Anna", 30), ImageFont.FreeTypeFont)
    image = picture(score_sheet.png(hostile_evening(2).breakdown, WORDS))
    assert image.width == 1080


def test_an_unfinished_game_has_an_interim_sheet():
    evening = Evening()
    evening.begin(["Anna", "Ben"])
    assert WORDS.heading(evening.breakdown) == "Interim score"
    assert picture(score_sheet.png(evening.breakdown, WORDS)).width == 1080


@pytest.mark.parametrize("name", ["two-players", "five-players"])
def test_the_paper_is_a4_and_shows_the_same(name: str):
    game = Evening().record(name).breakdown
    reader = PdfReader(io.BytesIO(score_sheet.pdf(game, WORDS)))
    (page,) = reader.pages
    assert [round(float(side) / 72 * 25.4) for side in page.mediabox[2:]] == [210, 297]
    (drawn,) = page.images
    assert drawn.image.width / (210 / 25.4) > 300  # dots an inch
    assert reader.metadata.title == f"The Heart of Africa: {WORDS.heading(game)}"
    sheet = score_sheet.drawing(game, WORDS)
    left, top = ((drawn.image.size[i] - sheet.size[i]) // 2 for i in (0, 1))
    paper = drawn.image.convert("RGB").crop((left, top, left + sheet.width, top + sheet.height))
    small = [image.reduce(30) for image in (sheet, paper)]
    pairs = zip(*(image.tobytes() for image in small), strict=True)
    assert max(abs(one - other) for one, other in pairs) < 12


def test_names_are_whole_on_the_sheet_where_they_are_usual():
    """The longest name of the recorded games is not cut."""
    easel = Canvas(1080, 100, 3, "#000000")
    for name in ("Maximiliane-Charlotte", "Łukasz", HOSTILE[0]):
        shown, _ = easel._fitted(name, 56, 580, bold=True)
        assert shown == name


def test_kivy_is_not_started_to_find_its_fonts():
    files = canvas.font_files(bold=True)
    assert all(isinstance(file, Path) and file.is_file() for file in files)
