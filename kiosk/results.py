"""The end of a game, worked out for the screen: winner, sources, doubling, scores by turn."""

from dataclasses import dataclass
from typing import Final

from companion.events import RouteClaimed, ScoreCard
from companion.game import Game
from companion.referee import Referee
from companion.scoring import Ranked
from companion.words.plays import listed
from kiosk.overruling import table_rulings
from kiosk.words import KioskWords

STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_STEPS: Final = 5  # of the chart's grid
MOST_NAMED: Final = 3  # of those who share a win; the table names them all


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's place and points, in the order of the columns."""

    place: int
    name: str
    color: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DoublingLine:
    """What a player gained by doubling, and what he gave for it."""

    color: str
    points: str
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's score after each turn, and at last with his tickets."""

    color: str
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """The final screen."""

    title: str
    note: str
    colors: tuple[str, ...]  # of the winners
    columns: tuple[str, ...]
    lines: tuple[ResultLine, ...]
    doubling: tuple[DoublingLine, ...]
    curves: tuple[Curve, ...]
    turns: int
    rulings: str = ""  # how often the table ruled otherwise


def result_view(referee: Referee, words: KioskWords) -> ResultView:
    """The result as it was recorded.

    Raises:
        Refusal: the game is not over.
    """
    game, ranked = referee.game, referee.result()
    seats = game.state.seats
    winners = [one.card.seat for one in ranked if one.place == 1]
    ruled = any(one.card.adjustments for one in ranked)
    return ResultView(
        title=_title(words, [seats[seat].name for seat in winners]),
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
        doubling=tuple(_doubling(words, game, one.card.seat) for one in ranked),
        curves=_curves(game),
        turns=game.state.turns,
        rulings=_rulings(words, table_rulings(game)),
    )


def _rulings(words: KioskWords, count: int) -> str:
    if not count:
        return ""
    return words.ngettext("{n} table ruling", "{n} table rulings", count).format(n=count)


def number(points: int) -> str:
    """With a true minus."""
    return str(points).replace("-", "−")


def _title(words: KioskWords, names: list[str]) -> str:
    if len(names) == 1:
        return words.gettext("{player} wins").format(player=names[0])
    if len(names) == 2:
        text = words.gettext("{one} and {other} share the win")
        return text.format(one=names[0], other=names[1])
    if len(names) > MOST_NAMED:
        return words.gettext("{n} players share the win").format(n=len(names))
    return words.gettext("{players} share the win").format(players=listed(names))


def _note(words: KioskWords, ranked: tuple[Ranked, ...], winners: int) -> str:
    best = ranked[0].card
    facts = {"total": number(best.total), "done": best.completed}
    if winners == len(ranked):
        return words.gettext("{total} points").format(**facts)
    ahead = best.total - ranked[winners].card.total
    if not ahead:  # R19: more completed tickets
        text = words.gettext("{total}, by more completed tickets: {done}")
        return text.format(**facts)
    if best.globetrotter:
        text = words.gettext("{total}, by {ahead} · most tickets: {done}")
    else:
        text = words.gettext("{total}, by {ahead}")
    return text.format(ahead=ahead, **facts)


def _columns(words: KioskWords, *, ruled: bool) -> tuple[str, ...]:
    gettext = words.gettext
    rulings = (gettext("rulings"),) if ruled else ()
    return (
        gettext("routes"),
        gettext("doubling"),
        gettext("tickets"),
        gettext("done"),
        gettext("globe"),
        *rulings,
        gettext("total"),
    )


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


def _doubling(words: KioskWords, game: Game, seat: int) -> DoublingLine:
    claims = [claim for claim in _claims(game) if claim.seat == seat]
    doubled = [claim for claim in claims if claim.doubling]
    points = sum(claim.doubling for claim in doubled)
    return DoublingLine(
        color=game.state.seats[seat].color,
        points=f"{points:+d}" if points else "0",
        text=_price(words, doubled, len(claims)),
    )


def _claims(game: Game) -> list[RouteClaimed]:
    """The claims that stand."""
    return [
        event
        for step in game.head.back()
        for event in step.events
        if isinstance(event, RouteClaimed)
    ]


def _price(words: KioskWords, doubled: list[RouteClaimed], claims: int) -> str:
    """How many claims were doubled, and for which cards."""
    cards = sum(claim.terrain_played for claim in doubled)
    locomotives = sum(claim.locomotives_played for claim in doubled)
    if cards and locomotives:
        text = words.gettext("{n} of {all} claims: {terrain}, {locomotives}")
    elif cards:
        text = words.gettext("{n} of {all} claims: {terrain}")
    elif locomotives:
        text = words.gettext("{n} of {all} claims: {locomotives}")
    else:
        text = words.gettext("{n} of {all} claims")
    return text.format(
        n=len(doubled),
        all=claims,
        terrain=words.ngettext("{n} terrain card", "{n} terrain cards", cards).format(n=cards),
        locomotives=words.locomotives(locomotives),
    )


def _curves(game: Game) -> tuple[Curve, ...]:
    """Every player's score turn by turn."""
    after = {step.state.turns: step.state for step in reversed(list(game.head.back()))}
    played = [[seat.points for seat in after[turn].seats] for turn in sorted(after)]
    table = [*played, [game.state.score(seat) for seat in range(len(game.state.seats))]]
    return tuple(
        Curve(seat.color, tuple(scores))
        for seat, scores in zip(game.state.seats, zip(*table, strict=True), strict=True)
    )


def grid_step(low: int, high: int) -> int:
    """How far apart the lines of the chart's grid are, so that they are few."""
    return next((step for step in STEPS if high - low <= step * MOST_STEPS), STEPS[-1])
