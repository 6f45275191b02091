"""A stock-take while the table is counted: what was found, beside what we believe. Pure."""

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.desk.entering import Answer, Counted, Moment, NothingMore, ReasonWanted, StockLeft
from companion.game.causes import Cause, likely_causes
from companion.game.commands import Adjust
from companion.game.game import Game
from companion.game.refusal import Refusal
from companion.game.rulebook import CARDS_OF_TERRAIN, TERRAINS, TRAINS, Terrain
from companion.game.rules import check_parts, judge
from companion.game.state import State
from companion.game.stock_count import Counted as CountedTable
from companion.game.stock_count import CountedPlayer, Difference, impossible, set_as_counted
from companion.text import number
from companion.words.desk import DeskWords

if TYPE_CHECKING:
    from companion.desk.desk import Desk

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


# --- what follows from the counts ---


def counted(stock: Stocktake, state: State) -> CountedTable:
    """The counts as the search for their causes takes them."""
    players = {}
    for at, seat in enumerate(state.seats):
        found = {count.what: count.table for count in stock.of(at)}
        trains, score = found.pop("trains"), found.pop("score", None)
        players[seat.name] = CountedPlayer(trains, found, score)
    return CountedTable(players, {count.what: count.table for count in stock.of(None)})


def ruling(stock: Stocktake, state: State, party: Party, why: str) -> Adjust:
    """The table is right in all of a party's differences that can be set now."""
    return _setting(state, party, settled_now(stock, state, party), why)


def settled_now(stock: Stocktake, state: State, party: Party) -> tuple[Count, ...]:
    """What differs at a party, without the cards that are still believed to lie elsewhere.

    Two who each got a card of the other's last type would else wait for one another.
    """
    counts = tuple(count for count in stock.of(party) if count.differs)
    while counts and (blocked := _blocked(state, party, counts)) is not None:
        counts = tuple(count for count in counts if count.what != blocked)
    return counts


def _blocked(state: State, party: Party, counts: tuple[Count, ...]) -> Terrain | None:
    """A type of which there would be more cards than there are (R3)."""
    try:
        check_parts(state, _setting(state, party, counts, ""))
    except Refusal as refusal:
        return Terrain(refusal.facts["field"])
    return None


def _setting(state: State, party: Party, counts: tuple[Count, ...], why: str) -> Adjust:
    name = None if party is None else state.seats[party].name
    found = [Difference(name, count.what, count.kiosk, count.table) for count in counts]
    return set_as_counted(name, found, why)


def rulings(game: Game, found: tuple[Difference, ...], why: str) -> list[Adjust]:
    """The table is right in all of this: what sets it, one after the other.

    In an order in which there are never more cards of a type than there are (R3).
    """
    fewer = [d for d in found if d.what in TERRAINS and d.table < d.kiosk]
    rest = [d for d in found if d not in fewer]
    apart = [*_by_party(fewer, why), *_by_party(rest, why)]  # where cards changed hands both ways
    return _in_order(game, _by_party(found, why)) or apart


def _by_party(found: Iterable[Difference], why: str) -> list[Adjust]:
    parties: dict[str | None, list[Difference]] = {}
    for one in found:
        parties.setdefault(one.player, []).append(one)
    return [set_as_counted(party, of_party, why) for party, of_party in parties.items()]


def _in_order(game: Game, wanted: list[Adjust]) -> list[Adjust] | None:
    """These rulings one after the other, each of them allowed; None where that cannot be."""
    state, left, ordered = game.state, list(wanted), []
    while left:
        after = None
        for adjust in left:
            with contextlib.suppress(Refusal):
                after = judge(game.board, state, adjust).state
                break
        if after is None:
            return None
        state = after
        left.remove(adjust)
        ordered.append(adjust)
    return ordered


@dataclass(frozen=True, slots=True)
class Hindrance:
    """A ruling that the cards in the box do not allow, unless another comes `first`."""

    terrain: Terrain
    first: tuple[Party, ...] = ()


def hindrance(stock: Stocktake, state: State, party: Party) -> Hindrance | None:
    """Why the table cannot be right in anything of this, or not yet (R3)."""
    if settled_now(stock, state, party):
        return None
    terrain = _blocked(state, party, tuple(c for c in stock.of(party) if c.differs))
    if terrain is None:
        return None
    if any(found.terrain == terrain for found in impossible(state, counted(stock, state))):
        return Hindrance(terrain)
    fewer = (c.party for c in stock.differing if c.what == terrain and c.table < c.kiosk)
    return Hindrance(terrain, tuple(other for other in fewer if other != party))


# --- in words ---


def name_of(words: DeskWords, state: State, party: Party) -> str:
    """A player's name, or the discards."""
    return words.gettext("Discards") if party is None else state.seats[party].name


def ruled(words: DeskWords, state: State, counts: tuple[Count, ...]) -> str:
    """Whose counts differ, and each of those that do."""
    name = name_of(words, state, counts[0].party)
    told = "; ".join(difference(words, count) for count in counts if count.differs)
    return words.gettext("{player}, {difference}").format(player=name, difference=told)


def difference(words: DeskWords, count: Count) -> str:
    """What the table has, and what we had."""
    text = {
        "desert": words.gettext("desert: you say {table}, I had {kiosk}"),
        "jungle": words.gettext("jungle: you say {table}, I had {kiosk}"),
        "mountain": words.gettext("mountain: you say {table}, I had {kiosk}"),
        "trains": words.gettext("trains: you say {table}, I had {kiosk}"),
        "score": words.gettext("score: you say {table}, I had {kiosk}"),
    }[count.what]
    return text.format(table=number(count.table), kiosk=number(count.kiosk))


# --- at the desk ---


class StockTaking:
    """The stock-take that somebody is in the middle of; a finger that saw other numbers is late.

    Whoever steps a count shows it: nobody else is told before it becomes a ruling.
    """

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._kept: Stocktake | None = None
        self._ruled: Stocktake | None = None  # while a ruling on it is made

    @property
    def now(self) -> Stocktake:
        """The counts of this moment of the game; with another entry of it they begin anew."""
        return current(self._desk.referee.game, self._kept, hidden=self._desk.hides_scores())

    def begin(self) -> None:
        """Count anew: all is as we believe it."""
        self._kept = begin(self._desk.referee.game, hidden=self._desk.hidden_scores)

    def keep(self, stock: Stocktake) -> None:
        """Go on from these counts."""
        self._kept = stock

    def causes(self) -> tuple[Cause, ...]:
        """What may have been entered wrong, likeliest first; it takes a while to work out."""
        game = self._desk.referee.game
        return likely_causes(game, counted(self.now, game.state))

    def choose(self, party: Party) -> None:
        """Turn to a party."""
        self._kept = self.now.choose(party)

    def step(self, party: Party, what: str, by: int, moment: Moment) -> None:
        """So many more, or fewer."""
        if moment.seq == self.now.seq:
            self._kept = self.now.step(party, what, by)

    def miscounted(self, party: Party, what: str, moment: Moment) -> None:
        """What we believe is right: the difference is dropped."""
        if moment.seq == self.now.seq:
            self._kept = self.now.kiosk_is_right(party, what)

    def go_on(self, moment: Moment) -> Answer:
        """All is counted: what differs is to be settled, if anything does."""
        if moment.seq != self.now.seq:
            return None
        if not self.now.differing:
            return Counted()
        self._kept = self.now.settle()
        return StockLeft()

    def count_on(self) -> None:
        """Back to the counts."""
        self._kept = self.now.count_on()

    def table_is_right(self, party: Party) -> ReasonWanted:
        """All of a party's differences that can be set now are set by a table ruling (R20)."""
        asked, state = self.now, self._desk.referee.game.state
        title = ruled(self._desk.words, state, settled_now(asked, state, party))
        return ReasonWanted(title, lambda why, moment: self._rule(asked, party, why, moment))

    def _rule(self, asked: Stocktake, party: Party, why: str, moment: Moment) -> Answer:
        if asked != self.now:
            return NothingMore()  # the game has gone on meanwhile
        self._ruled = asked
        adjust = ruling(asked, self._desk.referee.game.state, party, why)
        accepted = self._desk.submit(adjust, moment)
        self._ruled = None
        if not accepted:
            return NothingMore()
        return StockLeft() if self.now.differing else Counted()

    def told(self) -> None:
        """The game has gone on: after a ruling on it, what else differs is still to be settled."""
        if self._ruled is not None:
            hidden = self._desk.hides_scores()
            self._kept = self._ruled.after_ruling(self._desk.referee.game, hidden=hidden)
