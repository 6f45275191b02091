"""Preview of a change to an earlier entry: as facts, and as lines of text. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from companion.game.commands import Amend, CorrectRoute, Insert, Revision, Void
from companion.game.game import Game, Proposal
from companion.game.log.entries import Revised, points_of
from companion.game.log.revisions import Conflict
from companion.game.rulebook import TERRAINS
from companion.game.rules.prompts import Prompt, prompts
from companion.game.state import State
from companion.words.log_entries import standing_sentence
from companion.words.table.desk import DeskWords


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """A change that is not applied yet, and its effects."""

    game: Game
    change: Revision
    proposal: Proposal
    before: State
    seq: int  # of the game when it was computed

    @classmethod
    def of(cls, game: Game, change: Revision) -> Self:
        """Return the preview of a change to the current game.

        Raises:
            Refusal: If it is not allowed.
        """
        return cls(game, change, game.propose(change), game.state, game.seq)

    @property
    def after(self) -> State:
        """The resulting state."""
        return self.proposal.state

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Later entries that the rules would refuse: they stand, flagged."""
        return self.proposal.conflicts or ()

    @property
    def say(self) -> tuple[Prompt, ...]:
        """What the table would have to do."""
        return prompts(self.before, self.after, self.proposal.entry)

    @property
    def moves_something(self) -> bool:
        """Whether trains, cards or markers on the table would change."""
        return self.before.seats != self.after.seats

    @property
    def scores(self) -> dict[str, int]:
        """Change of points by player."""
        seats = enumerate(self.after.seats)
        return {seat.name: self.after.score(n) - self.before.score(n) for n, seat in seats}

    @property
    def may_shift(self) -> bool:
        """Whether there are later turns that could shift by a seat."""
        if isinstance(self.change, Void):
            step, *later = self.game.head.since(self.change.entry)
            return step.is_play and any(step.is_play for step in later)
        if isinstance(self.change, Insert):
            return any(step.is_play for step in self.game.head.since(self.change.after)[1:])
        return False

    def shifted(self) -> Self:
        """Return the preview with the other choice for later turns."""
        assert isinstance(self.change, Insert | Void)
        return self.of(self.game, replace(self.change, shift=not self.change.shift))


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One effect of a change, with a smaller line under it."""

    title: str
    note: str = ""
    amends: int | None = None  # the entry to edit next, if this is a conflict


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """A player's change of points, and their marker move."""

    name: str
    color: str
    was: int
    score: int

    @property
    def points(self) -> int:
        """Points gained or lost."""
        return self.score - self.was

    @property
    def shown(self) -> str:
        """The points with their sign."""
        return f"{self.points:+d}" if self.points else "±0"

    @property
    def move(self) -> str:
        """Old and new score."""
        return f"{self.was} → {self.score}" if self.points else str(self.score)


@dataclass(frozen=True, slots=True)
class ConsequencesView:
    """The preview of a change as text."""

    title: str
    then: str  # whose turn it would be; empty if unchanged
    accept: str
    lines: tuple[ChangeLine, ...]
    scores: tuple[ScoreChange, ...]
    conflicts: int
    shift: bool | None  # whether later turns shift by a seat; None: no choice
    stay: str  # labels of the two choices
    move: str
    seq: int  # of the game when it was computed


def in_lines(preview: ChangePreview, words: DeskWords, *, hidden: bool) -> ConsequencesView:
    """Return the effects of a change, line by line."""
    game, change, proposal = preview.game, preview.change, preview.proposal
    before, after = preview.before, preview.after
    return ConsequencesView(
        title=_title(words, change),
        then=_then(words, before, after),
        accept=_accept(words, change),
        lines=(
            *_changed_entry(game, words, change, proposal),
            *_conflicts(game, words, preview.conflicts),
            *_others(game, words, change, proposal),
            *_holdings(words, before, after),
            *_course(words, preview),
        ),
        scores=tuple(
            ScoreChange(seat.name, seat.color, before.score(number), after.score(number))
            for number, seat in enumerate(after.seats)
            if not hidden
        ),
        conflicts=len(preview.conflicts),
        shift=getattr(change, "shift", None) if preview.may_shift else None,
        stay=_stay(words, change),
        move=_move(words, change),
        seq=preview.seq,
    )


def _title(words: DeskWords, change: Revision) -> str:
    match change:
        case Amend():
            text = words.gettext("Edit entry {entry}: preview")
            return text.format(entry=change.entry)
        case Void():
            text = words.gettext("Remove entry {entry}: preview")
            return text.format(entry=change.entry)
        case Insert():
            text = words.gettext("Missed turn after entry {entry}: preview")
            return text.format(entry=change.after)
        case CorrectRoute():
            text = words.gettext("Correct {route}: preview")
            return text.format(route=words.names.route(change.route))


def _stay(words: DeskWords, change: Revision) -> str:
    if isinstance(change, Void):
        # Translators: one of two choices when an entry is removed.
        return words.gettext("The turn counts as a pass")
    return words.gettext("Later turns stay with their players")


def _move(words: DeskWords, change: Revision) -> str:
    if isinstance(change, Void):
        return words.gettext("Entered twice: later turns shift to the previous player")
    return words.gettext("Later turns shift to the next player")


def _then(words: DeskWords, before: State, after: State) -> str:
    """Return whose turn it would be, or '' if that does not change."""
    if after.player is None or after.player == before.player:
        return ""
    text = words.gettext("Then it's {player}'s turn")
    return text.format(player=after.seats[after.player].name)


def _accept(words: DeskWords, change: Revision) -> str:
    match change:
        case Amend():
            return words.gettext("Edit entry {entry}").format(entry=change.entry)
        case Void():
            return words.gettext("Remove entry {entry}").format(entry=change.entry)
        case Insert():
            # Translators: button: a turn that was not entered goes after this entry
            return words.gettext("Add missed turn")
        case CorrectRoute():
            return words.gettext("Correct route")


def _sentence(words: DeskWords, state: State, request: object, revised: Revised) -> str:
    """Describe what an entry would do."""
    seat = getattr(revised.events[0], "seat", None) if revised.events else None
    player = None if seat is None else state.seats[seat].name
    return words.entry(request, player, points_of(revised.events))  # type: ignore[arg-type]


def _changed_entry(
    game: Game, words: DeskWords, change: Revision, proposal: Proposal
) -> Iterator[ChangeLine]:
    """Yield the changed entry, with its old sentence."""
    entry = proposal.entry
    if isinstance(change, CorrectRoute):
        yield ChangeLine(words.entry(entry.request, None, 0))
        return
    if isinstance(change, Insert):
        sentence = _sentence(words, game.state, entry.request["with"], entry.revised[0])
        # Translators: under a missed turn that is about to be added to the log.
        notes = (words.gettext("not entered yet"), *_moved_on(words, change, proposal))
        yield ChangeLine(sentence, " · ".join(notes))
        return
    step = game.head.since(change.entry)[0]
    was = standing_sentence(words, game, step)
    if isinstance(change, Void):
        text = words.gettext("{entry}  no longer counts: {sentence}")
        title = text.format(entry=change.entry, sentence=was)
        yield ChangeLine(title, " · ".join(_taken_out(words, change, proposal)))
        return
    request = entry.request.get("with", step.was or step.request)
    now = _sentence(words, game.state, request, entry.revised[0])
    # Translators: what the entry said before the change.
    text = words.gettext("was: {sentence}")
    yield ChangeLine(f"{change.entry}  {now}", text.format(sentence=was))


def _taken_out(words: DeskWords, change: Void, proposal: Proposal) -> Iterator[str]:
    """Describe what happens to a removed turn and to later ones."""
    if proposal.entry.revised[0].events:
        yield words.gettext("the turn counts as a pass")
    elif change.shift:
        # Translators: why an entry is removed.
        yield words.gettext("entered twice")
        number = sum(revised.entry != change.entry for revised in proposal.entry.revised)
        text = words.ngettext(
            "{n} later turn shifts to the previous player",
            "{n} later turns shift to the previous player",
            number,
        )
        if number:
            yield text.format(n=number)


def _moved_on(words: DeskWords, change: Insert, proposal: Proposal) -> Iterator[str]:
    """Describe how many later turns would shift to the next player."""
    number = sum(revised.entry != proposal.entry.seq for revised in proposal.entry.revised)
    if change.shift and number:
        text = words.ngettext(
            "{n} later turn shifts to the next player",
            "{n} later turns shift to the next player",
            number,
        )
        yield text.format(n=number)


def _conflicts(
    game: Game, words: DeskWords, conflicts: tuple[Conflict, ...]
) -> Iterator[ChangeLine]:
    steps = {step.seq: step for step in game.head.back()}
    for conflict in conflicts:
        step, refusal = steps[conflict.entry], conflict.refusal
        # Translators: {why} is a whole sentence; "it" is a later entry.
        text = words.gettext("{why} It stays as it is, flagged, until you edit it.")
        yield ChangeLine(
            title=f"{conflict.entry}  {standing_sentence(words, game, step)}",
            note=text.format(why=words.why(refusal.code, refusal.facts)),
            amends=conflict.entry if step.is_play else None,
        )


def _others(
    game: Game, words: DeskWords, change: Revision, proposal: Proposal
) -> Iterator[ChangeLine]:
    """Yield the new score of claims on a corrected route that stay legal."""
    if not isinstance(change, CorrectRoute):
        return
    refused = {conflict.entry for conflict in proposal.conflicts or ()}
    steps = {step.seq: step for step in game.head.back()}
    text = words.gettext("was: {sentence}")
    for revised in proposal.entry.revised:
        step = steps[revised.entry]
        if revised.entry not in refused and step.events != revised.events:
            now = _sentence(words, game.state, step.request, revised)
            was = standing_sentence(words, game, step)
            yield ChangeLine(f"{revised.entry}  {now}", text.format(sentence=was))


def _holdings(words: DeskWords, before: State, after: State) -> Iterator[ChangeLine]:
    """Yield the players whose cards, trains or tickets would change."""
    players = []
    for old, new in zip(before.seats, after.seats, strict=True):
        counts = [
            (words.names.card(terrain), old.front.of(terrain), new.front.of(terrain))
            for terrain in TERRAINS
        ]
        counts.append((words.pgettext("what is counted", "trains"), old.trains, new.trains))
        counts.append((words.pgettext("what is counted", "tickets"), old.tickets, new.tickets))
        changes = [f"{what} {was} → {number}" for what, was, number in counts if number != was]
        if changes:
            players.append(words.labelled(new.name, ", ".join(changes)))
    if players:
        # Translators: heading: cards, trains and tickets that have to change on the real table.
        yield ChangeLine(words.gettext("On the table"), " · ".join(players))


def _course(words: DeskWords, preview: ChangePreview) -> Iterator[ChangeLine]:
    """Yield the last round and the end of play; markers and the turn are shown elsewhere."""
    changes = [
        words.prompt(prompt) for prompt in preview.say if prompt.code not in ("move_marker", "turn")
    ]
    if changes:
        yield ChangeLine(
            # Translators: heading over what else happens: the last round, the end of the game.
            words.pgettext("heading of what follows from a change", "As a result"),
            " · ".join(changes),
        )
