"""Computes the figures of a game that all exports share."""

from dataclasses import dataclass, replace

from companion.game.board.board import Route
from companion.game.board.corrections import printed_alike
from companion.game.events import ScoreCard
from companion.game.game import Game
from companion.game.log.entries import Entry
from companion.game.rules.scoring import ranking, score_cards, winners
from companion.game.state import State

_MINUTE = 60_000  # milliseconds


@dataclass(frozen=True, slots=True)
class PlayerBreakdown:
    """A player of a game, with their points by source."""

    id: str  # stays the same when they are renamed
    name: str
    color: str
    seat: int
    first: bool  # played first
    card: ScoreCard
    place: int
    winner: bool


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The result of a game; for an unfinished one, the score so far."""

    uuid: str
    started: str
    ended: str | None  # time of the entry that ended it
    minutes: int  # of play, without breaks between sessions
    turns: int
    entries: int
    phase: str
    rulings: int  # table rulings in force
    corrections: tuple[Route, ...]  # routes as printed on the board in use
    players: tuple[PlayerBreakdown, ...]  # by seat

    @property
    def finished(self) -> bool:
        return self.phase == "over"

    @property
    def ranked(self) -> tuple[PlayerBreakdown, ...]:
        """The players, best first."""
        return tuple(sorted(self.players, key=lambda line: (line.place, line.seat)))

    @property
    def winners(self) -> tuple[PlayerBreakdown, ...]:
        return tuple(line for line in self.players if line.winner)

    @property
    def tied(self) -> tuple[PlayerBreakdown, ...]:
        """Players with as many points as the winners but fewer completed tickets (R19)."""
        most = {line.card.total for line in self.winners}
        return tuple(line for line in self.players if line.card.total in most and not line.winner)


def breakdown(game: Game) -> Breakdown:
    """Compute the breakdown of a game."""
    state = game.state
    started = game.entries[0].started
    assert started is not None  # every log begins with the game's start
    finished = state.result is not None
    cards = state.result or _in_play(state)
    places = {ranked.card.seat: ranked.place for ranked in ranking(cards)}
    won = winners(cards) if finished else ()
    last = _last(game)
    return Breakdown(
        uuid=game.uuid,
        started=game.entries[0].at,
        ended=last.at if finished else None,
        minutes=(last.played_ms + _MINUTE // 2) // _MINUTE,
        turns=state.turns,
        entries=game.seq,
        phase=state.phase,
        rulings=len(game.table_rulings()),
        corrections=_corrections(game),
        players=tuple(
            PlayerBreakdown(
                id=starter.player,
                name=state.seats[seat].name,
                color=starter.color,
                seat=seat,
                first=seat == started.first,
                card=cards[seat],
                place=places[seat],
                winner=seat in won,
            )
            for seat, starter in enumerate(started.starters)
        ),
    )


def _in_play(state: State) -> tuple[ScoreCard, ...]:
    """Return the scores of a game in progress, without tickets."""
    return tuple(
        replace(card, tickets=0, completed=0, globetrotter=0) for card in score_cards(state)
    )


def _last(game: Game) -> Entry:
    """Return the entry that ended the game, ignoring later corrections, or the newest entry."""
    last = game.entries[-1]
    for entry in reversed(game.entries):
        if entry.phase != "over":
            break
        last = entry
    return last


def _corrections(game: Game) -> tuple[Route, ...]:
    """Return the routes that were corrected; checking a route without changing it doesn't count."""
    named = {
        entry.request["route"]: None
        for entry in game.entries
        if entry.verb == "correct_route" and game.stands(entry.seq)
    }
    found = game.first_board.routes
    printed = (game.board.routes[route] for route in named)
    return tuple(route for route in printed if not printed_alike(route, found[route.id]))
