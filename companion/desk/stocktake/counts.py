"""The counts of a stock-take, compared with our state. Pure."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.game.game import Game
from companion.game.rulebook import CARDS_OF_TERRAIN, TERRAINS, TRAINS
from companion.game.state import State
from companion.game.stocktake.stock_count import PlayerCount, TableCount

SCORE_REACH: Final = 999  # largest difference of a score
MOST_OPEN: Final = 3  # players whose counts can be changed without selecting one
_HINTS: Final = frozenset({"terrain_exhausted", "not_enough_trains"})

Party = int | None  # a seat; None: the terrain discards


def suggests_stocktake(code: str) -> bool:
    """Whether a refusal suggests that an earlier entry is wrong (R6)."""
    return code in _HINTS


@dataclass(frozen=True, slots=True)
class Count:
    """A count on the table; `what` is trains, score or a type of terrain."""

    party: Party
    what: str
    kiosk: int
    table: int

    @property
    def differs(self) -> bool:
        """Whether the table differs from our state."""
        return self.kiosk != self.table

    @property
    def least(self) -> int:
        """Lowest possible value."""
        return self.kiosk - SCORE_REACH if self.what == "score" else 0

    @property
    def most(self) -> int:
        """Highest possible value."""
        if self.what == "score":
            return self.kiosk + SCORE_REACH
        return max(self.kiosk, TRAINS if self.what == "trains" else CARDS_OF_TERRAIN)

    def stepped(self, by: int) -> "Count":
        """Return a copy with `by` added, within the limits."""
        return replace(self, table=min(max(self.least, self.table + by), self.most))


@dataclass(frozen=True, slots=True)
class Stocktake:
    """All counts at one entry of one game; the next entry makes it out of date."""

    game: str
    seq: int
    counts: tuple[Count, ...]
    chosen: Party = 0  # whose counts can be changed, if not everyone's
    settling: bool = False  # counting is done; differences are being settled

    def of(self, party: Party) -> tuple[Count, ...]:
        """Return a party's counts."""
        return tuple(count for count in self.counts if count.party == party)

    @property
    def parties(self) -> tuple[Party, ...]:
        """Seats in order, then the discards."""
        return tuple(dict.fromkeys(count.party for count in self.counts))

    @property
    def differing(self) -> tuple[Count, ...]:
        """Counts that differ from our state."""
        return tuple(count for count in self.counts if count.differs)

    def is_open(self, party: Party) -> bool:
        """Whether a party's counts can be changed now."""
        return len(self.parties) <= MOST_OPEN + 1 or party == self.chosen

    # --- taps ---

    def choose(self, party: Party) -> "Stocktake":
        """Return a copy with this party selected."""
        return replace(self, chosen=party)

    def step(self, party: Party, what: str, by: int) -> "Stocktake":
        """Return a copy with `by` added to a count."""
        return self._with(party, what, lambda count: count.stepped(by))

    def found(self, party: Party, what: str, number: int) -> "Stocktake":
        """Return a copy with a count set, without limits."""
        return self._with(party, what, lambda count: replace(count, table=number))

    def kiosk_is_right(self, party: Party, what: str) -> "Stocktake":
        """Return a copy without a difference; back to counting if it was the last one."""
        after = self._with(party, what, lambda count: replace(count, table=count.kiosk))
        return replace(after, settling=self.settling and bool(after.differing))

    def settle(self) -> "Stocktake":
        """Return a copy that goes on to settling the differences."""
        return replace(self, settling=bool(self.differing))

    def count_on(self) -> "Stocktake":
        """Return a copy that goes back to counting."""
        return replace(self, settling=False)

    def _with(self, party: Party, what: str, change: Callable[[Count], Count]) -> "Stocktake":
        counts = (
            change(count) if (count.party, count.what) == (party, what) else count
            for count in self.counts
        )
        return replace(self, counts=tuple(counts))

    # --- after a change of the game ---

    def after_ruling(self, game: Game, *, hidden: bool) -> "Stocktake":
        """Return the remaining differences after a ruling settled one."""
        kept = self.carried(begin(game, hidden=hidden))
        return replace(kept, settling=bool(kept.differing))

    def carried(self, fresh: "Stocktake") -> "Stocktake":
        """Return the table's counts compared with the new state in `fresh`."""
        found = {(count.party, count.what): count.table for count in self.counts}
        counts = (
            replace(count, table=found.get((count.party, count.what), count.table))
            for count in fresh.counts
        )
        return replace(fresh, counts=tuple(counts), chosen=self.chosen, settling=self.settling)


def begin(game: Game, *, hidden: bool) -> Stocktake:
    """Return a stock-take in which all counts match; hidden scores are left out."""
    return Stocktake(game.uuid, game.seq, tuple(_believed(game.state, hidden=hidden)))


def current(game: Game, kept: Stocktake | None, *, hidden: bool) -> Stocktake:
    """Return the stock-take in progress, or a new one if the game has changed since."""
    fresh = begin(game, hidden=hidden)
    if kept is None or (kept.game, kept.seq) != (fresh.game, fresh.seq):
        return fresh
    return kept.carried(fresh)  # scores can have been hidden since


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
    """Return the counts in the format of the search for causes."""
    players = {}
    for at, seat in enumerate(state.seats):
        found = {count.what: count.table for count in stock.of(at)}
        trains, score = found.pop("trains"), found.pop("score", None)
        players[seat.name] = PlayerCount(trains, found, score)
    return TableCount(players, {count.what: count.table for count in stock.of(None)})
