"""The log as people read it: every entry as a sentence, with its flags. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.game.game import Game
from companion.game.log.entries import Entry, points_of
from companion.game.log.lines import targets_of_undos
from companion.game.log.timeline import Step
from companion.words.log_entries import sentence_of
from companion.words.table.desk import DeskWords


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry of the log."""

    entry: int
    turn: int | None  # after all revisions; None if it is no turn
    color: str  # of the player it counts for now, or empty
    sentence: str
    points: str  # of a claim, with their sign, or empty
    flags: str
    rule: str
    undone: bool
    mark: str = ""  # ruled, disputed, conflict or corrected
    conflicts: bool = False  # a conflict that can be edited
    span: tuple[int, int] | None = None  # the entries it groups; None: a single entry


def together(lines: Iterable[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Group the log in order: undone entries and their undos together, others alone."""
    by_run = groupby(lines, key=lambda line: None if _is_undoing(line) else line["entry"])
    return [list(run) for _, run in by_run]


def _is_undoing(line: Mapping[str, Any]) -> bool:
    return line["do"] in ("undo", "redo") or "undone" in line["flags"]


def folded_row(words: DeskWords, rows: Sequence[LogRow]) -> LogRow:
    """Return one row for entries undone together (newest first), described by the newest."""
    count = sum(row.undone for row in rows)
    newest = rows[0]
    return LogRow(
        entry=newest.entry,
        turn=None,
        color=newest.color,
        sentence=words.undone_together(count) if count > 1 else newest.sentence,
        points="",
        flags="",
        rule="",
        undone=True,
        span=(rows[-1].entry, newest.entry),
    )


def log_row(
    game: Game, words: DeskWords, line: Mapping[str, Any], step: Step | None, waits: str | None
) -> LogRow:
    """Return a line of the log as a row; `waits` is what the table still has to resolve."""
    entry, flags = game.entries[line["entry"] - 1], line["flags"]
    seat = entry.seat if step is None else step.seat
    return LogRow(
        entry=entry.seq,
        turn=None if step is None else step.turn_number,
        color="" if seat is None else game.state.seats[seat].color,
        sentence=_retold(words, game, entry, step),
        points=f"{points_of(step.events):+d}" if step and step.verb == "claim" else "",
        flags=_flags(words, game, line, step),
        rule=line["rule"] or "",
        undone="undone" in flags,
        mark=waits or _mark(flags, entry, step),
        conflicts=waits == "conflict" and step is not None and step.is_play,
    )


def _flags(words: DeskWords, game: Game, line: Mapping[str, Any], step: Step | None) -> str:
    """Return an entry's flags as text: how it was entered, why the table overruled."""
    flags = [words.flag(flag) for flag in line["flags"]]
    if "code" in line:
        flags[line["flags"].index("overruled")] = words.ruled_by_table(line["code"])
    if step is not None and counts_otherwise(line, step):
        flags.insert(0, entered_as(words, game, game.entries[step.seq - 1], step))
    return " · ".join(flags)


def _mark(flags: Sequence[str], entry: Entry, step: Step | None) -> str:
    """Return the mark of an entry that needs no decision, the most urgent first."""
    turn = step if step is not None and step.is_play else entry  # as it stands now
    if turn.is_table_ruling:
        return "ruled"
    revises = entry.verb in ("amend", "void", "insert", "correct_route")
    return "corrected" if revises or {"amended", "voided"} & set(flags) else ""


def _retold(words: DeskWords, game: Game, entry: Entry, step: Step | None) -> str:
    """Return an entry as a sentence, without points; an undo names what it undid.

    A turn is described as it stands now.
    """
    if entry.verb in ("undo", "redo"):
        target = game.entries[targets_of_undos(game.entries)[entry.seq] - 1]
        tell = words.undone_now if entry.verb == "undo" else words.redone_now
        return tell(sentence_of(words, game, target))
    if step is None or step.seat is None or not step.is_play or step.is_out:
        return sentence_of(words, game, entry)
    request = step.effective_request
    if entry.verb == "insert":
        request = {**entry.request, "with": request}
    return words.entry(request, game.state.seats[step.seat].name, None)


def counts_otherwise(line: Mapping[str, Any], step: Step) -> bool:
    """Whether a standing entry has changed since it was entered."""
    return not step.is_out and ("now" in line or step.effective_request != step.request)


def entered_as(words: DeskWords, game: Game, entry: Entry, step: Step) -> str:
    """Return how a changed entry was entered: for another player, or as another play."""
    asked = entry.request.get("with") if entry.verb == "insert" else entry.request
    same = (asked, entry.points) == (step.request, points_of(step.events))
    if same and entry.seat is not None and entry.seat != step.seat:
        # Translators: of an entry of the log that now counts for another player.
        text = words.gettext("entered for {player}")
        return text.format(player=game.state.seats[entry.seat].name)
    text = words.gettext("entered as: {sentence}")
    return text.format(sentence=sentence_of(words, game, entry))
