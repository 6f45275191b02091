"""View data of the result: winner, points by source, doubling and scores by turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.game import chart_data
from companion.game.chart_data import Curve, DoublingSummary
from companion.game.events import ScoreCard
from companion.game.game import Game
from companion.game.refusal import Refusal
from companion.game.rules.scoring import RankedScore, ranking
from companion.game.state import Seat
from companion.text import number
from companion.words.table.desk import DeskWords

MOST_NAMED: Final = 3  # winners in the title; the table lists them all


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's place and points by column."""

    place: int
    name: str
    color: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DoublingLine:
    """A player's gain from doubling, and its cost."""

    name: str
    color: str
    points: str
    text: str


@dataclass(frozen=True, slots=True)
class ResultView:
    """Data of the Result screen."""

    title: str
    note: str
    colors: tuple[str, ...]  # of the winners
    columns: tuple[str, ...]
    lines: tuple[ResultLine, ...]
    doubling: tuple[DoublingLine, ...]
    curves: tuple[Curve, ...]
    turns: int
    why: str = ""  # who is tied on points, and what broke the tie (R19)
    rulings: str = ""  # number of table rulings, as text


def ranked_players(game: Game) -> tuple[RankedScore, ...]:
    """Return the final ranking, best first.

    Raises:
        Refusal: if the game is not over.
    """
    if game.state.result is None:
        raise Refusal("wrong_phase", phase=game.state.phase)
    return ranking(game.state.result)


def result_view(game: Game, words: DeskWords) -> ResultView:
    """Return the result of a game.

    Raises:
        Refusal: if the game is not over.
    """
    ranked = ranked_players(game)
    seats = game.state.seats
    winners = [one.card.seat for one in ranked if one.place == 1]
    ruled = any(one.card.adjustments for one in ranked)
    doubled = chart_data.doubling(game)
    return ResultView(
        title=title(words, [seats[seat].name for seat in winners]),
        note=_note(words, ranked, len(winners)),
        colors=tuple(seats[seat].color for seat in winners),
        columns=_columns(words, ruled=ruled),
        lines=tuple(
            ResultLine(
                place=one.place,
                name=seats[one.card.seat].name,
                color=seats[one.card.seat].color,
                cells=_cells(one.card, ruled=ruled),
            )
            for one in ranked
        ),
        doubling=tuple(
            _doubling(words, seats[one.card.seat], doubled[one.card.seat]) for one in ranked
        ),
        curves=chart_data.curves(game),
        turns=game.state.turns,
        why=_why(words, ranked, [seat.name for seat in seats]),
        rulings=_rulings(words, len(game.table_rulings())),
    )


def _rulings(words: DeskWords, count: int) -> str:
    if not count:
        return ""
    return words.ngettext("{n} table ruling", "{n} table rulings", count).format(n=count)


def title(words: DeskWords, names: Sequence[str]) -> str:
    """Return who wins."""
    if len(names) == 1:
        return words.gettext("{player} wins").format(player=names[0])
    if len(names) > MOST_NAMED:
        text = words.ngettext("{n} player wins", "{n} players share the win", len(names))
        return text.format(n=len(names))
    return words.gettext("{players} share the win").format(players=words.together(names))


def _note(words: DeskWords, ranked: tuple[RankedScore, ...], winners: int) -> str:
    best = ranked[0].card
    facts = {"total": number(best.total), "done": best.completed}
    points = words.points(best.total)
    if winners == len(ranked):
        return points
    ahead = best.total - ranked[winners].card.total
    if not ahead:  # R19: more completed tickets
        # Translators: {total} is the points; another player has as many
        return words.gettext("{total}, won on completed tickets").format(**facts)
    if not best.globetrotter:
        return words.gettext("{points}, {ahead} ahead").format(points=points, ahead=ahead)
    text = words.ngettext(
        "{total}, {ahead} ahead · Globetrotter with {done} ticket",
        "{total}, {ahead} ahead · Globetrotter with {done} tickets",
        best.completed,
    )
    return text.format(ahead=ahead, **facts)


def _why(words: DeskWords, ranked: tuple[RankedScore, ...], names: list[str]) -> str:
    """Return what broke a tie on points; empty if there was none."""
    best = ranked[0].card
    facts = {"total": number(best.total), "done": best.completed}
    shared = [one for one in ranked if one.place == 1]
    if len(shared) > 1:
        text = words.gettext(
            "Tied on points ({total}) and completed tickets ({done}): they share the win."
        )
        return text.format(**facts)
    level = [one.card for one in ranked[1:] if one.card.total == best.total]
    if not level:
        return ""
    text = words.ngettext(
        "{others} also has {total}. Tie broken by completed tickets: {done} to {fewer}.",
        "{others} also have {total}. Tie broken by completed tickets: {done} to {fewer}.",
        len(level),
    )
    others = words.together(names[card.seat] for card in level)
    return text.format(others=others, fewer=max(card.completed for card in level), **facts)


def source_words(words: DeskWords, *, ruled: bool) -> tuple[str, ...]:
    """Return short names of the sources of points."""
    return tuple(words.sources(ruled=ruled))


def _columns(words: DeskWords, *, ruled: bool) -> tuple[str, ...]:
    *first, globe = source_words(words, ruled=False)
    rulings = source_words(words, ruled=ruled)[len(first) + 1 :]
    done = words.pgettext("heading of a column: tickets", "completed")
    total = words.pgettext("heading of a column: all points", "total")
    return (*first, done, globe, *rulings, total)


def _cells(card: ScoreCard, *, ruled: bool) -> tuple[str, ...]:
    rulings = (number(card.adjustments),) if ruled else ()
    return (
        number(card.routes),
        number(card.doubling),
        number(card.tickets),
        number(card.completed),
        number(card.globetrotter),
        *rulings,
        number(card.total),
    )


def _doubling(words: DeskWords, seat: Seat, doubling: DoublingSummary) -> DoublingLine:
    return DoublingLine(
        name=seat.name,
        color=seat.color,
        points=f"{doubling.gained:+d}" if doubling.gained else "0",
        text=price(words, doubling),
    )


def price(words: DeskWords, doubling: DoublingSummary) -> str:
    """Return how many claims were doubled, and with which cards."""
    cards, locomotives = doubling.cards, doubling.locomotives
    paid = []
    if cards:
        text = words.ngettext("{n} terrain card", "{n} terrain cards", cards)
        paid.append(text.format(n=cards))
    if locomotives:
        paid.append(words.locomotives(locomotives))
    claims = words.claims_doubled(len(doubling.doubled), doubling.claims)
    return words.labelled(claims, ", ".join(paid)) if paid else claims


NAME_SECONDS: Final = 0.25  # seconds between a name and its first number
COUNT_SECONDS: Final = 0.16  # seconds that a number counts up
PAUSE_SECONDS: Final = 0.2  # seconds after a player's last number
WINNER_PAUSE_SECONDS: Final = 0.5

SOURCES: Final = ("routes", "doubling", "tickets", "globetrotter", "adjustments")


@dataclass(frozen=True, slots=True)
class RevealRow:
    """A player's place, and points by source."""

    place: int
    seat: int
    points: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.points)


@dataclass(frozen=True, slots=True)
class RevealedRow:
    """A row during the animation: whether the name is shown, the numbers so far, and their sum."""

    named: bool
    points: tuple[int, ...]
    total: int | None


def sources(ranked: Sequence[RankedScore]) -> tuple[str, ...]:
    """Return the sources of points; table rulings only if there are any."""
    ruled = any(one.card.adjustments for one in ranked)
    return SOURCES if ruled else SOURCES[:-1]


@dataclass(frozen=True, slots=True)
class ResultReveal:
    """The animation of the result; rows with the best first."""

    rows: tuple[RevealRow, ...]

    @classmethod
    def of(cls, ranked: Sequence[RankedScore]) -> "ResultReveal":
        """Create it from the final ranking."""
        kinds = sources(ranked)
        return cls(
            tuple(RevealRow(one.place, one.card.seat, _points(one.card, kinds)) for one in ranked)
        )

    @property
    def lasts(self) -> float:
        """Duration in seconds."""
        return self._starts(0) + self._takes

    @property
    def _takes(self) -> float:
        """Seconds per row."""
        return NAME_SECONDS + COUNT_SECONDS * len(self.rows[0].points) + PAUSE_SECONDS

    def _starts(self, at: int) -> float:
        """Return when a row starts: the last first, and the winner's after a pause."""
        return (len(self.rows) - 1 - at) * self._takes + (0 if at else WINNER_PAUSE_SECONDS)

    def at(self, seconds: float) -> tuple[RevealedRow, ...]:
        """Return all rows at a time in seconds."""
        return tuple(
            self._shown(row, seconds - self._starts(at)) for at, row in enumerate(self.rows)
        )

    def _shown(self, row: RevealRow, passed: float) -> RevealedRow:
        if passed < 0:
            return RevealedRow(named=False, points=(), total=None)
        counting = (passed - NAME_SECONDS) / COUNT_SECONDS  # numbers counted so far
        points = tuple(
            round(points * min(1.0, counting - number))
            for number, points in enumerate(row.points)
            if counting > number
        )
        return RevealedRow(named=True, points=points, total=sum(points) if points else None)


def _points(card: ScoreCard, kinds: Sequence[str]) -> tuple[int, ...]:
    return tuple(getattr(card, kind) for kind in kinds)
