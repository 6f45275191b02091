"""View data of the log and of an entry, without widgets."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.desk.log_rows import (
    LogRow,
    counts_otherwise,
    entered_as,
    folded_row,
    log_row,
    together,
)
from companion.game.commands import ClaimRoute
from companion.game.game import Game
from companion.game.log.disputes import Dispute, disputes, is_disputable, unsettled
from companion.game.log.lines import log_lines
from companion.game.log.timeline import Step
from companion.game.rulebook import TERRAINS
from companion.game.state import State
from companion.words.log_entries import sentence_of, standing_sentence
from companion.words.table.desk import DeskWords
from kiosk.widgets.paging import Page, newest_first

ENTRIES_A_PAGE: Final = 30


def log_page(
    game: Game,
    words: DeskWords,
    number: int = 0,
    *,
    only_unsettled: bool = False,
    opened: Container[int] | None = None,
) -> Page[LogRow]:
    """Return a page of a game's log, or of its unresolved entries only.

    Undone entries are collapsed into one row, unless the newest of them is in `opened`: then the
    row is above them. If `opened` is None, nothing is collapsed.
    """
    lines, waiting = log_lines(game), unsettled(game)
    if only_unsettled:
        lines = [line for line in lines if line["entry"] in waiting]
    runs: list[list[Mapping[str, Any]]]
    runs = [[line] for line in lines] if opened is None else together(lines)
    page = newest_first(runs, number, ENTRIES_A_PAGE)
    steps = {step.seq: step for step in game.head.back()}
    rows: list[LogRow] = []
    for run in page.rows:
        told = [
            log_row(game, words, line, steps.get(line["entry"]), waiting.get(line["entry"]))
            for line in reversed(run)
        ]
        rows += told if opened is None else _folded(words, told, opened)
    return Page(tuple(rows), page.number, page.first, page.total, len(page.rows))


def _folded(words: DeskWords, rows: list[LogRow], opened: Container[int]) -> list[LogRow]:
    if len(rows) == 1:
        return rows
    over = folded_row(words, rows)
    return [over, *rows] if over.entry in opened else [over]


@dataclass(frozen=True, slots=True)
class EntryMark:
    """A colour name of the theme, and an icon."""

    color: str
    icon: str


MARKS: Final[Mapping[str, EntryMark]] = {
    "conflict": EntryMark("bad", "warning"),
    "disputed": EntryMark("bad", "hand"),
    "ruled": EntryMark("ruled", "people"),
    "corrected": EntryMark("accent", "pencil"),
}


@dataclass(frozen=True, slots=True)
class PlayerAtEntry:
    """A player's numbers before the entry."""

    name: str
    color: str
    front: tuple[int, ...]  # by terrain
    trains: int
    score: int
    acts: bool  # whether it is this player's entry


@dataclass(frozen=True, slots=True)
class EntryView:
    """Data of an entry's sheet, with the available actions."""

    entry: int
    title: str
    sentence: str  # as it is now
    entered: str  # as it was entered, if that differs
    notes: tuple[str, ...]
    rule: str
    held: tuple[PlayerAtEntry, ...]
    can_revise: bool
    can_take_out: bool
    can_insert: bool
    can_object: bool
    disputed: bool  # and not resolved
    route: str  # of a claim, or empty


def entry_view(game: Game, words: DeskWords, seq: int, *, hidden: bool = False) -> EntryView:
    """Return an entry's data, as it is now and as it was accepted."""
    entry, line = game.entries[seq - 1], log_lines(game)[seq - 1]
    steps = game.head.since(seq)
    step = steps[0] if steps else None
    dispute = disputes(game).get(seq)
    amended = step is not None and counts_otherwise(line, step)
    sentence = sentence_of(words, game, entry)
    return EntryView(
        entry=seq,
        title=_title(words, seq, step.turn_number if step else None, entry.at),
        sentence=standing_sentence(words, game, step) if step and amended else sentence,
        entered=entered_as(words, game, entry, step) if step and amended else "",
        notes=tuple(_notes(words, line, step, dispute)),
        rule=entry.rule or "",
        held=_held(step, hidden=hidden) if step and step.before and step.is_play else (),
        can_revise=step is not None and step.is_play,
        can_take_out=step is not None and step.can_be_voided,
        can_insert=step is not None and not step.state.ended,
        can_object=game.stands(seq) and is_disputable(entry),
        disputed=dispute is not None and dispute.outcome is None,
        route=str(step.request.get("route", "")) if step and step.is_play else "",
    )


def _title(words: DeskWords, seq: int, turn: int | None, at: str) -> str:
    """Return the entry's number, its current turn number, and its time."""
    entry = words.gettext("Entry {entry}").format(entry=seq)
    parts = (entry, words.turn(turn) if turn else "", words.time(at))
    return " · ".join(part for part in parts if part)


def _notes(
    words: DeskWords, line: Mapping[str, Any], step: Step | None, dispute: Dispute | None
) -> list[str]:
    """Return its flags, its table ruling, its dispute, and the terrain cards of a claim."""
    remarks = ("disputed", "upheld", "overruled", "dropped")
    notes = [words.flag(flag) for flag in line["flags"] if flag not in remarks]
    if line.get("code"):
        notes.append(words.ruled_by_table(line["code"]))
    if dispute is not None:
        notes.append(words.disputed(dispute.by, words.time(dispute.at), dispute.outcome))
    if step is not None and step.before is not None and line["do"] == "claim":
        notes.append(_terrain_then(words, step))
    return notes


def _terrain_then(words: DeskWords, step: Step) -> str:
    """Return how many cards of the claim's terrain each player had at that time."""
    assert step.before is not None
    turn = step.turn
    play = getattr(turn, "play", turn)
    if not isinstance(play, ClaimRoute):
        return ""
    route = words.names.known_route(play.route)
    if route is None:
        return ""
    seats = step.before.state.seats
    return words.in_front(
        route.terrain, {seat.name: seat.front.of(route.terrain) for seat in seats}
    )


def _held(step: Step, *, hidden: bool) -> tuple[PlayerAtEntry, ...]:
    assert step.before is not None
    state: State = step.before.state
    return tuple(
        PlayerAtEntry(
            name=seat.name,
            color=seat.color,
            front=tuple(seat.front.of(terrain) for terrain in TERRAINS),
            trains=seat.trains,
            score=-1 if hidden else seat.points,
            acts=number == step.seat,
        )
        for number, seat in enumerate(state.seats)
    )
