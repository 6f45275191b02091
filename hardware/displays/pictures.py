"""The pictures of a game for displays. Pure: from the referee and the words."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.game.rules.scoring import winners
from companion.game.state import State
from companion.referee import Announcement, Referee
from companion.words import Words
from companion.words.language import code_of
from hardware.displays import KINDS, Picture
from hardware.displays.grid import DIGITS, Digits, Grid
from hardware.displays.letters import labels, spelled
from hardware.displays.words import (
    first_card,
    heading,
    in_plain_letters,
    marker_moves,
    names_of,
    ruling,
)

_TALL: Final = 4  # rows: one for the turn, one for the ruling, two for the scores
_TURN, _LAST_TURN, _WON = ">", "!", "*"  # before a player's name, if there is no heading
_WIDEST_SCORE: Final = 4  # five fit on 16x2; a cut score would be wrong


def table_picture(
    referee: Referee,
    words: Words,
    last: Announcement | None,
    columns: int,
    rows: int,
    *,
    hidden: bool = False,
    waiting: str | None = None,
    refused: Sequence[str] = (),
) -> Grid:
    """Return whose turn it is, the last ruling and all scores, unless they are hidden.

    A first card that waits for its second replaces the ruling. A refusal replaces more: of its
    wordings, longest first, the first one that fits is shown.
    """
    words = in_plain_letters(words)
    if refused:
        return _refusal(referee, words, refused, columns, rows)
    if not referee.has_game:
        return Grid.of(["Stationmaster"], columns, rows)
    state = referee.game.state
    top = heading(words, state, columns)
    said = "" if last is None else ruling(words, last, columns, hidden=hidden)
    if waiting is not None and state.player is not None:
        said = first_card(words, state, waiting, columns)
    if hidden:
        lines = [top, said]
    elif rows >= _TALL:
        lines = [top, said, *_score_table(words, state, columns)]
    else:
        lines = _two_lines(words, state, top, said, last, columns)
    return Grid.of(lines, columns, rows)


def _refusal(
    referee: Referee, words: Words, wordings: Sequence[str], columns: int, rows: int
) -> Grid:
    """Return a refusal in as many lines as needed; under whose turn it is, if there is space."""
    code = code_of(words.language)
    whole = [textwrap.wrap(spelled(why, code), columns) for why in wordings]
    cut = textwrap.wrap(spelled(wordings[-1], code), columns, max_lines=rows, placeholder="...")
    lines = next((lines for lines in whole if len(lines) <= rows), cut)
    state = referee.game.state if referee.has_game else None
    if state is not None and len(lines) < rows:
        lines.insert(0, heading(words, state, columns))
    return Grid.of(lines, columns, rows)


def seat_picture(state: State, seat: int, *, hidden: bool = False) -> Digits:
    """Return a player's score, with the last point lit on their turn; blank for a free seat."""
    if seat >= len(state.seats):
        return Digits()
    score = "" if hidden else str(state.score(seat))
    text = score.rjust(DIGITS) if len(score) <= DIGITS else "-" * DIGITS
    return Digits(text, point=state.player == seat)


def trial_picture(kind: str, words: Words) -> Picture:
    """Return a test picture that uses the whole display."""
    blank = KINDS[kind].blank
    if isinstance(blank, Digits):
        return Digits("8888", point=True)
    columns, rows = blank.size
    ruler = "".join(str(column % 10) for column in range(1, columns + 1))
    return Grid.of(["Stationmaster", *[ruler] * (rows - 1)], columns, rows)


def number_picture(kind: str, number: int, baud: int, words: Words) -> Picture:
    """Return a large number, clearly different from the garbage of a wrong baud rate."""
    blank = KINDS[kind].blank
    if isinstance(blank, Digits):
        return Digits(str(number) * DIGITS)
    words = in_plain_letters(words)
    lines = [
        # Translators: shown on a display while its baud rate is tried, and on the tile to tap
        words.gettext("Number {number}").format(number=number),
        words.gettext("{baud} baud").format(baud=baud),
    ]
    return Grid.of(lines, *blank.size)


def _scores(state: State) -> list[str]:
    scores = [str(state.score(seat)) for seat in range(len(state.seats))]
    return [score if len(score) <= _WIDEST_SCORE else "#" * _WIDEST_SCORE for score in scores]


def _score_table(words: Words, state: State, columns: int) -> list[str]:
    """Return all scores in two lines of equal cells."""
    scores = _scores(state)
    in_line = (len(scores) + 1) // 2
    width = (columns + 1) // in_line - 1
    room = max(width - 1 - max(map(len, scores)), 1)
    cells = [
        label.ljust(width - len(score)) + score
        for label, score in zip(labels(names_of(words, state), room), scores, strict=True)
    ]
    return [" ".join(cells[:in_line]), " ".join(cells[in_line:])]


def _two_lines(
    words: Words, state: State, top: str, said: str, last: Announcement | None, columns: int
) -> list[str]:
    """Return the ruling over the scores, in which the turn is marked."""
    first = said if said and state.player is not None else top
    for line in _score_lines(words, state):
        if len(line) <= columns:
            return [first, line]
    return _two_tight_lines(words, state, (first, _points(words, state, last)), columns)


def _two_tight_lines(words: Words, state: State, remarks: Iterable[str], columns: int) -> list[str]:
    """Return scores that need more than a line, with the first remark that fits before them."""
    tokens = next(_tokens(words, state, [1]))
    above = 1
    while len("".join(tokens[above:])) > columns:
        above += 1
    scores = "".join(tokens[:above])
    room = columns - len(scores)
    remark = next((remark for remark in remarks if len(remark) < room), "")
    return [remark.ljust(room) + scores, "".join(tokens[above:])]


def _score_lines(words: Words, state: State) -> Iterator[str]:
    """Yield all scores in one line, from the longest names to initials without a gap."""
    longest = max(map(len, names_of(words, state)))
    for tokens in _tokens(words, state, range(longest, 0, -1)):
        yield " ".join(tokens)
    yield "".join(tokens)


def _tokens(words: Words, state: State, rooms: Iterable[int]) -> Iterator[list[str]]:
    """Yield each player's mark, name and score, for each width of names."""
    names, scores = names_of(words, state), _scores(state)
    marks = [_mark(state, seat) for seat in range(len(names))]
    for room in rooms:
        gap = " " if room > 1 else ""
        parts = zip(marks, labels(names, room), scores, strict=True)
        yield [mark + label + gap + score for mark, label, score in parts]


def _mark(state: State, seat: int) -> str:
    if state.result is not None:
        return _WON if seat in winners(state.result) else ""
    if seat != state.player:
        return ""
    return _LAST_TURN if state.last_round else _TURN


def _points(words: Words, state: State, last: Announcement | None) -> str:
    """Return the last points scored, by initial, or ''."""
    moves = [] if last is None else marker_moves(last)
    if len(moves) != 1:
        return ""
    seat = state.seat_of(moves[0]["player"]) or 0
    return f"{labels(names_of(words, state), 1)[seat]}{moves[0]['points']:+d}"
