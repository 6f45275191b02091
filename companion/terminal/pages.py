"""Pages as lines of text: table, log, games, doubling rights, result. Prints nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.game.commands import OUTCOMES
from companion.game.game import Game
from companion.game.log.lines import is_table_ruling, log_lines
from companion.game.log.timeline import Step
from companion.game.rulebook import FEW_TRAINS, TERRAINS, Terrain
from companion.game.rules.scoring import ranking, winners
from companion.game.state import Seat, State
from companion.journal import GameLine
from companion.referee import Right
from companion.terminal.screen import Screen, StyledLine, StyledText, cut, cut_unlike, pad, width
from companion.words.log_entries import sentence_of, standing_sentence
from companion.words.pages.terminal import TerminalWords

Rights = Mapping[str, Mapping[Terrain, Right]]

_GAP: Final = "  "
_LEAST_NAME: Final = 8


def mark(right: Right) -> str:
    """Return a doubling mark: ** any length, * 1-3 spaces, -n n locomotives short, -- no."""
    if right.long == 0:
        return "**"
    if right.short == 0:
        return "*"
    return "--" if right.short is None else f"-{right.short}"


def table(
    screen: Screen, words: TerminalWords, state: State, rights: Rights, last: str
) -> list[StyledLine]:
    """Return the table in a few lines."""
    return [
        _title(screen, words, state, last),
        *_rows(screen, words, state, rights),
        [StyledText(words.supply(state), "quiet")],
    ]


def shown_names(screen: Screen, state: State, beside: int) -> list[str]:
    """Return names cut and padded to one width, leaving `beside` columns for the rest."""
    names = [seat.name for seat in state.seats]
    room = max(_LEAST_NAME, screen.columns - 1 - beside)
    columns = min(room, max(width(name) for name in names))
    return [pad(name, columns) for name in cut_unlike(names, columns)]


def _title(screen: Screen, words: TerminalWords, state: State, last: str) -> StyledLine:
    now = words.where_we_are(state)
    room = screen.columns - 1 - width(now) - 3
    after = f" · {cut(last, room)}" if last and room > 10 else ""
    return [StyledText(now, "heading"), StyledText(after)]


def _rows(
    screen: Screen, words: TerminalWords, state: State, rights: Rights
) -> Iterator[StyledLine]:
    headings = words.columns()
    colors = [words.names.trains(seat.color) for seat in state.seats]
    color_columns = max(width(color) for color in colors)
    wide = [max(width(heading), 6) for heading in headings]
    beside = 4 + len(_GAP) + color_columns + sum(wide) + len(_GAP) * len(wide)
    names = shown_names(screen, state, beside)
    blank = " " * (4 + width(names[0]) + len(_GAP) + color_columns)
    cells = [_right(text, columns) for text, columns in zip(headings, wide, strict=True)]
    yield [StyledText(blank + _GAP + _GAP.join(cells), "quiet")]
    for number, seat in enumerate(state.seats):
        playing = number == state.player
        yield [
            StyledText("> " if playing else "  ", "turn"),
            screen.shape(seat.color),
            StyledText(f" {names[number]}{_GAP}", "turn" if playing else ""),
            StyledText(pad(colors[number], color_columns), seat.color),
            *_of_player(state, number, seat, rights[seat.name], wide),
        ]


def _of_player(
    state: State, number: int, seat: Seat, rights: Mapping[Terrain, Right], wide: list[int]
) -> Iterator[StyledText]:
    few = seat.trains <= FEW_TRAINS
    yield StyledText(_GAP + _right(str(state.score(number)), wide[0]), "turn")
    trains = f"{seat.trains} !" if few else str(seat.trains)
    yield StyledText(_GAP + _right(trains, wide[1]), "warning" if few else "")
    yield StyledText(_GAP + _right(str(seat.tickets), wide[2]))
    for terrain, columns in zip(TERRAINS, wide[3:], strict=True):
        right = rights[terrain]
        text = f"{right.own} {mark(right):<3}"
        yield StyledText(_GAP + _right(text, columns), "turn" if mark(right)[0] == "*" else "")


# --- pages ---


def log_page(words: TerminalWords, game: Game, last: int | None = None) -> Iterator[StyledLine]:
    """Yield the lines of the log, or of its last entries; unusual ones are marked."""
    lines = log_lines(game)
    forgotten = _forgotten_turns(game)
    marked = False
    for line in lines if last is None else lines[-last:]:
        entry = game.entries[line["entry"] - 1]
        mark, style = _mark(line)
        marked |= mark != " "
        rule = f" [{entry.rule}]" if entry.rule else ""
        text = f"{mark}{entry.seq:>3} {sentence_of(words, game, entry)}{rule}"
        flags = "; ".join(_flags(words, line))
        yield [StyledText(f"{text} ({flags})" if flags else text, style)]
        yield from _footnotes(words, line)
        for step in forgotten.get(entry.seq, ()):
            later = words.entered_later(step.seq, standing_sentence(words, game, step))
            yield [StyledText(f"     {later}", "warning")]
    if marked:
        yield [StyledText(words.log_marks(), "quiet")]


def _forgotten_turns(game: Game) -> dict[int, list[Step]]:
    """Return the inserted turns in force, by the entry that they follow."""
    found: dict[int, list[Step]] = {}
    for step in game.head.back():
        entry = game.entries[step.seq - 1]
        if entry.verb == "insert":
            found.setdefault(entry.request["after"], []).insert(0, step)
    return found


def _mark(line: Mapping[str, Any]) -> tuple[str, str]:
    """Return an entry's most important mark, and its style."""
    flags = line["flags"]
    remarks = [flag for flag in flags if flag in ("disputed", *OUTCOMES)]
    if "undone" in flags:
        return "-", "quiet"
    if any(flag.startswith("conflict:") for flag in flags) or remarks[-1:] == ["disputed"]:
        return "!", "warning"
    if is_table_ruling(line):
        return "T", "ruling"
    return ("*", "warning") if flags or "now" in line else (" ", "")


def _flags(words: TerminalWords, line: Mapping[str, Any]) -> Iterator[str]:
    """Yield an entry's flags in words; a table ruling includes the rule that it overrules."""
    flags = list(line["flags"])
    if "code" in line:
        flags.remove("overruled")
        yield words.table_ruled(line["code"])
    yield from map(words.flag, flags)


def _footnotes(words: TerminalWords, line: Mapping[str, Any]) -> Iterator[StyledLine]:
    now = line.get("now")
    if now is not None and now["request"] is not None:  # None: it is flagged as removed
        sentence = words.entry(now["request"], now["player"], now["points"])
        yield [StyledText(f"     {words.now(sentence)}")]
    if missing := line.get("shortfall"):
        yield [StyledText(f"     {words.shortfall(missing)}", "warning")]


def games_page(
    words: TerminalWords, games: Sequence[GameLine], on_table: str | None
) -> list[StyledLine]:
    """Return one line per game; the one on the table is marked."""
    rows = [
        (
            f"{'>' if line.uuid == on_table else ' '}{number:>3}",
            words.day_and_time(line.started) or line.started,
            words.phase(line.phase),
            words.entries(line.seq),
            ", ".join(line.players),
        )
        for number, line in enumerate(games, 1)
    ]
    wide = [max(width(row[column]) for row in rows) for column in range(4)] if rows else []
    return [
        [StyledText("  ".join([*map(pad, row, wide), row[4]]), "turn" if row[0][0] == ">" else "")]
        for row in rows
    ]


def rights_page(
    screen: Screen, words: TerminalWords, game: Game, rights: Rights
) -> Iterator[StyledLine]:
    """Yield, per player and terrain, the cards and the locomotives needed for doubling."""
    yield [StyledText(words.rights_heading(), "quiet")]
    state, headings = game.state, words.rights_columns()
    wide = [max(width(heading), 3) for heading in headings]
    group = sum(wide) + 2 * len(wide)
    names = shown_names(screen, state, 2 + (group + 2) * len(TERRAINS))
    blank = " " * (2 + width(names[0]))
    terrains = "".join(_right(words.names.card(terrain), group + 2) for terrain in TERRAINS)
    yield [StyledText(blank + terrains, "quiet")]
    yield [StyledText(blank + f"  {_cells(headings, wide)}" * len(TERRAINS), "quiet")]
    for seat, name in zip(state.seats, names, strict=True):
        own = [rights[seat.name][terrain] for terrain in TERRAINS]
        cells = ([str(r.own), _few(r.short), _few(r.long)] for r in own)
        row = "".join(f"  {_cells(cell, wide)}" for cell in cells)
        yield [screen.shape(seat.color), StyledText(f" {name}{row}")]


def _cells(texts: Sequence[str], wide: Sequence[int], gap: str = _GAP) -> str:
    """Return the cells of a row, right-aligned, each after a gap."""
    return "".join(gap + _right(text, room) for text, room in zip(texts, wide, strict=True))


def _right(text: str, columns: int) -> str:
    return " " * (columns - width(text)) + text


def _few(locomotives: int | None) -> str:
    """Return the number of locomotives, or '-' if no number is enough."""
    return "-" if locomotives is None else str(locomotives)


def result_page(screen: Screen, words: TerminalWords, game: Game) -> Iterator[StyledLine]:
    """Yield the result by source, best first, with everyone's tickets."""
    state = game.state
    cards = state.result or ()
    best = [state.seats[seat].name for seat in winners(cards)]
    yield [StyledText(words.winners(best, max(card.total for card in cards)), "heading")]
    headings = words.result_columns()
    wide = [max(width(heading), 5) for heading in headings]
    least = 5 + _LEAST_NAME + sum(wide)
    gap = _GAP if least + len(_GAP) * len(wide) < screen.columns else " "
    names = shown_names(screen, state, 5 + sum(wide) + len(gap) * len(wide))
    yield [StyledText(" " * (5 + width(names[0])) + _cells(headings, wide, gap), "quiet")]
    for ranked in ranking(cards):
        card = ranked.card
        numbers = (
            card.total,
            card.routes,
            card.doubling,
            card.adjustments,
            card.tickets,
            card.completed,
            card.globetrotter,
        )
        row = _cells([str(number) for number in numbers], wide, gap)
        yield [
            StyledText(f"{ranked.place:>2} "),
            screen.shape(state.seats[card.seat].color),
            StyledText(f" {names[card.seat]}{row}", "turn" if ranked.place == 1 else ""),
        ]
    for seat in state.seats:
        tickets = ", ".join(words.ticket_scored(ticket) for ticket in seat.revealed or ())
        yield [StyledText(words.tickets_of(seat.name, tickets), "quiet")]
    if ruled := [step.seq for step in game.table_rulings()]:
        yield [StyledText(words.table_rulings(ruled), "ruling")]


def help_page(words: TerminalWords) -> Iterator[StyledLine]:
    """Yield every command with its meaning."""
    rows = words.help()
    columns = max(width(usage) for usage, meaning in rows if meaning)
    for usage, meaning in rows:
        yield [StyledText(f" {pad(usage, columns)}  ", "turn"), StyledText(meaning)]
