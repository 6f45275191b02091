"""The table: every player's score, trains, tickets and terrain, and who may double what."""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.game.rulebook import LAST_ROUND_AT, TERRAINS, Terrain
from companion.game.state import Seat, State
from companion.referee import Right
from companion.terminal.screen import Line, Screen, Span
from companion.terminal.widths import cut, cut_unlike, pad, width
from companion.words.terminal import TerminalWords

Rights = Mapping[str, Mapping[Terrain, Right]]

_GAP: Final = "  "
_LEAST_NAME: Final = 8


def mark(right: Right) -> str:
    """Who may double: ** any length, * 1-3 spaces, -n short of n locomotives, -- not at all."""
    if right.long == 0:
        return "**"
    if right.short == 0:
        return "*"
    return "--" if right.short is None else f"-{right.short}"


def table(
    screen: Screen, words: TerminalWords, state: State, rights: Rights, last: str
) -> list[Line]:
    """All of the table in a few lines."""
    return [
        _title(screen, words, state, last),
        *_rows(screen, words, state, rights),
        [Span(words.supply(state), "quiet")],
    ]


def shown_names(screen: Screen, state: State, beside: int) -> list[str]:
    """The players' names, cut to leave so many columns beside them, all of one width."""
    names = [seat.name for seat in state.seats]
    room = max(_LEAST_NAME, screen.columns - 1 - beside)
    columns = min(room, max(width(name) for name in names))
    return [pad(name, columns) for name in cut_unlike(names, columns)]


def _title(screen: Screen, words: TerminalWords, state: State, last: str) -> Line:
    now = words.where_we_are(state)
    room = screen.columns - 1 - width(now) - 3
    after = f" · {cut(last, room)}" if last and room > 10 else ""
    return [Span(now, "heading"), Span(after)]


def _rows(screen: Screen, words: TerminalWords, state: State, rights: Rights) -> Iterator[Line]:
    headings = words.columns()
    colors = [words.names.color(seat.color) for seat in state.seats]
    color_columns = max(width(color) for color in colors)
    wide = [max(width(heading), 6) for heading in headings]
    beside = 4 + len(_GAP) + color_columns + sum(wide) + len(_GAP) * len(wide)
    names = shown_names(screen, state, beside)
    blank = " " * (4 + width(names[0]) + len(_GAP) + color_columns)
    cells = [_right(text, columns) for text, columns in zip(headings, wide, strict=True)]
    yield [Span(blank + _GAP + _GAP.join(cells), "quiet")]
    for number, seat in enumerate(state.seats):
        playing = number == state.player
        yield [
            Span("> " if playing else "  ", "turn"),
            screen.shape(seat.color),
            Span(f" {names[number]}{_GAP}", "turn" if playing else ""),
            Span(pad(colors[number], color_columns), seat.color),
            *_cells(state, number, seat, rights[seat.name], wide),
        ]


def _cells(
    state: State, number: int, seat: Seat, rights: Mapping[Terrain, Right], wide: list[int]
) -> Iterator[Span]:
    few = seat.trains <= LAST_ROUND_AT
    yield Span(_GAP + _right(str(state.score(number)), wide[0]), "turn")
    trains = f"{seat.trains} !" if few else str(seat.trains)
    yield Span(_GAP + _right(trains, wide[1]), "warning" if few else "")
    yield Span(_GAP + _right(str(seat.tickets), wide[2]))
    for terrain, columns in zip(TERRAINS, wide[3:], strict=True):
        right = rights[terrain]
        text = f"{right.own} {mark(right):<3}"
        yield Span(_GAP + _right(text, columns), "turn" if mark(right)[0] == "*" else "")


def _right(text: str, columns: int) -> str:
    return " " * (columns - width(text)) + text
