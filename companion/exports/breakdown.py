"""A game worked out once for everything that leaves the kiosk."""

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

    id: str  # stable, whatever they are called
    name: str
    color: str
    seat: int
    first: bool  # played first
    card: ScoreCard
    place: int
    winner: bool


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What a game came to; of an unfinished one what the score track shows."""

    uuid: str
    started: str
    ended: str | None  # when the entry was made that ended it
    minutes: int  # of play, without the time it lay in the box
    turns: int
    entries: int
    phase: str
    rulings: int  # of the table, in force
    corrections: tuple[Route, ...]  # routes as they are printed on the table's own board
    players: tuple[PlayerBreakdown, ...]  # by seat

    @property
    def finished(self) -> bool:
        """Whether it has a winner."""
        return self.phase == "over"

    @property
    def ranked(self) -> tuple[PlayerBreakdown, ...]:
        """The players, best first."""
        return tuple(sorted(self.players, key=lambda line: (line.place, line.seat)))

    @property
    def winners(self) -> tuple[PlayerBreakdown, ...]:
        """Who won; several share it."""
        return tuple(line for line in self.players if line.winner)

    @property
    def tied(self) -> tuple[PlayerBreakdown, ...]:
        """Those with as many points as the winners, who lost by fewer completed tickets (R19)."""
        most = {line.card.total for line in self.winners}
        return tuple(line for line in self.players if line.card.total in most and not line.winner)


def breakdown(game: Game) -> Breakdown:
    """What a game came to, as its log has it."""
    state = game.state
    started = game.entries[0].started
    assert started is not None  # a game's log begins with its start
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
    """Points of a game that goes on: tickets count when all are shown."""
    return tuple(
        replace(card, tickets=0, completed=0, globetrotter=0) for card in score_cards(state)
    )


def _last(game: Game) -> Entry:
    """The entry that ended the game; what was put right afterwards did not. Else the newest."""
    last = game.entries[-1]
    for entry in reversed(game.entries):
        if entry.phase != "over":
            break
        last = entry
    return last


def _corrections(game: Game) -> tuple[Route, ...]:
    """The routes that were put right; to look and find one as it was corrects nothing."""
    named = {
        entry.request["route"]: None
        for entry in game.entries
        if entry.verb == "correct_route" and game.stands(entry.seq)
    }
    found = game.first_board.routes
    printed = (game.board.routes[route] for route in named)
    return tuple(route for route in printed if not printed_alike(route, found[route.id]))
