"""The numbers of a stock-take: what was counted, beside what we believe. Pure."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.game.game import Game
from companion.game.rulebook import CARDS_OF_TERRAIN, TERRAINS, TRAINS
from companion.game.state import State
from companion.game.stocktake.stock_count import PlayerCount, TableCount

SCORE_REACH: Final = 999  # points that a marker may stand away from where we believe it
MOST_OPEN: Final = 3  # players whose counts can all be stepped without choosing one
_HINTS: Final = frozenset({"terrain_exhausted", "not_enough_trains"})

Party = int | None  # a seat; None: the terrain discards


def suggests_stocktake(code: str) -> bool:
    """Whether a refusal tells of an earlier entry that must be wrong (R6)."""
    return code in _HINTS


@dataclass(frozen=True, slots=True)
class Count:
    """A number on the table; `what` is trains, score or a type of terrain."""

    party: Party
    what: str
    kiosk: int
    table: int

    @property
    def differs(self) -> bool:
        """Whether the table has it otherwise."""
        return self.kiosk != self.table

    @property
    def least(self) -> int:
        """What it cannot be below."""
        return self.kiosk - SCORE_REACH if self.what == "score" else 0

    @property
    def most(self) -> int:
        """What it cannot be above."""
        if self.what == "score":
            return self.kiosk + SCORE_REACH
        return max(self.kiosk, TRAINS if self.what == "trains" else CARDS_OF_TERRAIN)

    def stepped(self, by: int) -> "Count":
        """So many more, as far as there can be."""
        return replace(self, table=min(max(self.least, self.table + by), self.most))


@dataclass(frozen=True, slots=True)
class Stocktake:
    """All counts against one entry of one game; with the next entry it is out of date."""

    game: str
    seq: int
    counts: tuple[Count, ...]
    chosen: Party = 0  # whose counts can be stepped, where not everyone's can at once
    settling: bool = False  # counted: now each difference is settled

    def of(self, party: Party) -> tuple[Count, ...]:
        """A party's counts."""
        return tuple(count for count in self.counts if count.party == party)

    @property
    def parties(self) -> tuple[Party, ...]:
        """Seat by seat, then the discards."""
        return tuple(dict.fromkeys(count.party for count in self.counts))

    @property
    def differing(self) -> tuple[Count, ...]:
        """What the table has otherwise."""
        return tuple(count for count in self.counts if count.differs)

    def is_open(self, party: Party) -> bool:
        """Whether a party's counts can be stepped."""
        return len(self.parties) <= MOST_OPEN + 1 or party == self.chosen

    # --- taps ---

    def choose(self, party: Party) -> "Stocktake":
        """Turn to a party."""
        return replace(self, chosen=party)

    def step(self, party: Party, what: str, by: int) -> "Stocktake":
        """So many more, or fewer."""
        return self._with(party, what, lambda count: count.stepped(by))

    def found(self, party: Party, what: str, number: int) -> "Stocktake":
        """So many were counted, whatever there can be."""
        return self._with(party, what, lambda count: replace(count, table=number))

    def kiosk_is_right(self, party: Party, what: str) -> "Stocktake":
        """It was miscounted: drop the difference; with the last one the counts are shown again."""
        after = self._with(party, what, lambda count: replace(count, table=count.kiosk))
        return replace(after, settling=self.settling and bool(after.differing))

    def settle(self) -> "Stocktake":
        """All is counted."""
        return replace(self, settling=bool(self.differing))

    def count_on(self) -> "Stocktake":
        """Back to the counts."""
        return replace(self, settling=False)

    def _with(self, party: Party, what: str, change: Callable[[Count], Count]) -> "Stocktake":
        counts = (
            change(count) if (count.party, count.what) == (party, what) else count
            for count in self.counts
        )
        return replace(self, counts=tuple(counts))

    # --- the game goes on ---

    def after_ruling(self, game: Game, *, hidden: bool) -> "Stocktake":
        """What is left when a difference was settled by an entry of our own."""
        kept = self.carried(begin(game, hidden=hidden))
        return replace(kept, settling=bool(kept.differing))

    def carried(self, fresh: "Stocktake") -> "Stocktake":
        """The same numbers of the table, beside what is believed now."""
        found = {(count.party, count.what): count.table for count in self.counts}
        counts = (
            replace(count, table=found.get((count.party, count.what), count.table))
            for count in fresh.counts
        )
        return replace(fresh, counts=tuple(counts), chosen=self.chosen, settling=self.settling)


def begin(game: Game, *, hidden: bool) -> Stocktake:
    """All as we believe it; hidden scores are not asked for."""
    return Stocktake(game.uuid, game.seq, tuple(_believed(game.state, hidden=hidden)))


def current(game: Game, kept: Stocktake | None, *, hidden: bool) -> Stocktake:
    """The stock-take that was begun, unless the game has gone on since."""
    fresh = begin(game, hidden=hidden)
    if kept is None or (kept.game, kept.seq) != (fresh.game, fresh.seq):
        return fresh
    return kept.carried(fresh)  # a score may be hidden since


def _believed(state: State, *, hidden: bool) -> Iterable[Count]:
    for at, seat in enumerate(state.seats):
        numbers = {terrain.value: seat.front.of(terrain) for terrain in TERRAINS}
        numbers["trains"] = seat.trains
        if not hidden:
            numbers["score"] = state.score(at)
        yield from (Count(at, what, n, n) for what, n in numbers.items())
    for terrain in TERRAINS:
        cards = state.discards.of(terrain)
        yield Count(None, terrain.value, cards, cards)


def as_table_count(stock: Stocktake, state: State) -> TableCount:
    """The counts as the search for their causes takes them."""
    players = {}
    for at, seat in enumerate(state.seats):
        found = {count.what: count.table for count in stock.of(at)}
        trains, score = found.pop("trains"), found.pop("score", None)
        players[seat.name] = PlayerCount(trains, found, score)
    return TableCount(players, {count.what: count.table for count in stock.of(None)})
