"""Draws the score sheet: a picture of a game's result, to share or to print.

It looks like a departure board at night. The layout is 1080 units wide.
"""

import io
from typing import Final

from PIL import Image

from companion.exports.breakdown import Breakdown, PlayerBreakdown
from companion.exports.formats.canvas import Canvas, Point
from companion.text import number
from companion.words.pages.exports import ExportWords

WIDTH: Final = 1080
A4: Final = (210, 297)  # mm

_GROUND: Final = "#12151a"
_PANEL: Final = "#1b2028"
_FLAP: Final = "#2a323e"
_FLAP_BELOW: Final = "#222933"
_LINE: Final = "#323b47"
_TEXT: Final = "#f4f0e6"
_QUIET: Final = "#9ba6b4"
_ACCENT: Final = "#ffb454"
_BAD: Final = "#ff7b72"
_PLAYERS: Final = {
    "blue": "#4c8dff",
    "red": "#ff5d5d",
    "green": "#3dd68c",
    "yellow": "#ffd84d",
    "black": "#0a0c0f",
}
_OUTLINE: Final = "#aab4c0"  # for shapes that would vanish on the background

_MARGIN: Final = 56
_INNER: Final = WIDTH - 2 * _MARGIN
_NOTE_AT: Final = 352
_NOTE: Final = 52  # height of one line
_ROW: Final = 208
_GAP: Final = 16
_FOOT: Final = 178
_FLAPS: Final = 3  # minimum, so that scores line up
_TICKETS: Final = 2  # index among the sources
_SCALE: Final = 3  # drawn larger: smooth when reduced, sharp when printed


def png(game: Breakdown, words: ExportWords) -> bytes:
    """Return the score sheet as a PNG for phones."""
    return _saved(drawing(game, words).reduce(_SCALE), "PNG")


def pdf(game: Breakdown, words: ExportWords) -> bytes:
    """Return the score sheet on an A4 page, at print resolution."""
    sheet = drawing(game, words)
    wide = max(sheet.width, round(sheet.height * A4[0] / A4[1]))
    page = Image.new("RGB", (wide, round(wide * A4[1] / A4[0])), _GROUND)
    page.paste(sheet, ((wide - sheet.width) // 2, (page.height - sheet.height) // 2))
    dots = wide / (A4[0] / 25.4)
    title = f"{words.title()}: {words.heading(game)}"
    return _saved(page, "PDF", resolution=dots, quality=85, subsampling=0, title=title)


def drawing(game: Breakdown, words: ExportWords) -> Image.Image:
    """Draw the score sheet at _SCALE times its size."""
    note = _note(game, words)
    rows = _NOTE_AT + len(note) * _NOTE
    height = rows + len(game.players) * (_ROW + _GAP) + _FOOT
    easel = Canvas(WIDTH, height, _SCALE, _GROUND)
    _head(easel, game, words, note)
    ruled = any(line.card.adjustments for line in game.players)
    digits = max(_FLAPS, *(len(number(line.card.total)) for line in game.players))
    for at, line in enumerate(game.ranked):
        top = rows + at * (_ROW + _GAP)
        _player(easel, top, line, digits)
        _sources(easel, top, line, words, ruled=ruled)
    _foot(easel, height, game, words)
    return easel.image


def _saved(image: Image.Image, form: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def _note(game: Breakdown, words: ExportWords) -> list[str]:
    """Return the reason or margin of the win in at most two lines."""
    first, *more = Canvas(1, 1, 1, _GROUND).lines(words.note(game), 40, _INNER)
    return [first, " ".join(more)] if more else [first]


def _head(easel: Canvas, game: Breakdown, words: ExportWords, note: list[str]) -> None:
    date = words.day(game.ended or game.started)
    taken = _flaps(easel, (WIDTH - _MARGIN, 56), date, (31, 54), color=_TEXT)
    room = _INNER - taken - 30
    easel.text((_MARGIN, 96), words.title(), 40, _QUIET, room=room, bold=True)
    _rails(easel, 142)
    left = float(_MARGIN)
    for line in game.winners[:5]:
        easel.shape(line.color, (left, 204), 84, _PLAYERS[line.color], _outline(line.color))
        left += 104
    room = WIDTH - _MARGIN - left
    easel.text((left, 280), words.heading(game), 96, _ACCENT, room=room, bold=True)
    for at, text in enumerate(note):
        easel.text((_MARGIN, _NOTE_AT + at * _NOTE), text, 40, _TEXT, room=_INNER)


def _rails(easel: Canvas, top: float) -> None:
    """Draw a track from edge to edge."""
    for left in range(-6, WIDTH, 28):
        easel.box((left, top), (12, 22), _LINE, radius=2)
    for rail in (top + 4, top + 15):
        easel.box((0, rail), (WIDTH, 3), _QUIET)


def _player(easel: Canvas, top: float, line: PlayerBreakdown, digits: int) -> None:
    outline = _ACCENT if line.winner else None
    easel.box((_MARGIN, top), (_INNER, _ROW), _PANEL, radius=18, outline=outline)
    place = number(line.place)
    easel.text((_MARGIN + 48, top + 84), place, 46, _QUIET, room=60, bold=True, anchor="ms")
    fill = _PLAYERS[line.color]
    easel.shape(line.color, (_MARGIN + 92, top + 38), 60, fill, _outline(line.color))
    total = number(line.card.total).rjust(digits)
    size = (58, 88) if digits < 5 else (40, 88)
    taken = _flaps(easel, (WIDTH - _MARGIN - 24, top + 24), total, size, color=_ACCENT)
    left = _MARGIN + 176
    room = WIDTH - _MARGIN - 24 - taken - 24 - left
    easel.text((left, top + 87), line.name, 56, _TEXT, room=room, bold=True)


def _sources(
    easel: Canvas, top: float, line: PlayerBreakdown, words: ExportWords, *, ruled: bool
) -> None:
    """Draw the points by source, side by side."""
    card = line.card
    values = [card.routes, card.doubling, card.tickets, card.globetrotter, card.adjustments]
    names = words.sources(ruled=ruled)
    names[_TICKETS] = words.tickets_and_done()
    wide = (_INNER - 64) / len(names)
    for at, (name, value) in enumerate(zip(names, values, strict=False)):
        left = _MARGIN + 32 + at * wide
        easel.text((left, top + 148), name, 28, _QUIET, room=wide - 20)
        color = _BAD if value < 0 else _TEXT if value else _QUIET
        taken = easel.text((left, top + 188), number(value), 38, color, room=wide - 20, bold=True)
        if at == _TICKETS:  # completed tickets break ties
            done, room = f"({card.completed})", wide - 20 - taken - 10
            easel.text((left + taken + 10, top + 188), done, 34, _QUIET, room=room)


def _flaps(easel: Canvas, corner: Point, text: str, size: Point, *, color: str) -> float:
    """Draw split-flap characters leftwards from the top right corner; return their width."""
    wide, high = size
    step = wide + 4
    for at, character in enumerate(reversed(text)):
        left, top = corner[0] - at * step - wide, corner[1]
        upper, lower = (True, True, False, False), (False, False, True, True)
        easel.box((left, top), (wide, high / 2), _FLAP, radius=6, corners=upper)
        easel.box((left, top + high / 2), (wide, high / 2), _FLAP_BELOW, radius=6, corners=lower)
        middle = (left + wide / 2, top + high * 0.78)
        easel.text(middle, character, high * 0.78, color, room=wide, bold=True, anchor="ms")
        if character.isdigit():  # not on dashes, which would look doubled
            easel.box((left, top + high / 2 - 1), (wide, 2), _GROUND)
    return step * len(text) - 4


def _foot(easel: Canvas, height: float, game: Breakdown, words: ExportWords) -> None:
    facts = [words.duration(game.minutes), words.turns(game.turns), words.rulings(game.rulings)]
    if game.corrections:
        facts.append(words.corrections(len(game.corrections)))
    text = "   ·   ".join(facts)
    easel.text((WIDTH / 2, height - 112), text, 36, _TEXT, room=_INNER, anchor="ms")
    easel.text((WIDTH / 2, height - 52), words.made_by(), 26, _QUIET, room=_INNER, anchor="ms")


def _outline(color: str) -> str:
    return _OUTLINE if color == "black" else _PLAYERS[color]
