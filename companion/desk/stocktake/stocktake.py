"""A stock-take at the desk: settling its differences, and its session state."""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.desk.responses import (
    Accepted,
    AskReason,
    DeskResponse,
    DifferencesLeft,
    Moment,
    NoAction,
)
from companion.desk.stocktake.counts import Count, Party, Stocktake, as_table_count, begin, current
from companion.game.commands import Adjust
from companion.game.game import Game
from companion.game.refusal import Refusal
from companion.game.rulebook import TERRAINS, Terrain
from companion.game.rules.judging import judge
from companion.game.rules.table_rulings import check_parts
from companion.game.state import State
from companion.game.stocktake.causes import Cause, likely_causes
from companion.game.stocktake.stock_count import Difference, impossible, set_as_counted
from companion.text import number
from companion.words.table.desk import DeskWords

if TYPE_CHECKING:
    from companion.desk.desk import Desk


# --- rulings that set our state to the table ---


def ruling(stock: Stocktake, state: State, party: Party, why: str) -> Adjust:
    """Return the ruling that sets a party's counts as far as possible now."""
    return _setting(state, party, settled_now(stock, state, party), why)


def settled_now(stock: Stocktake, state: State, party: Party) -> tuple[Count, ...]:
    """Return a party's differences, without cards that our state still has elsewhere.

    Without this, two players who swapped cards would block each other.
    """
    counts = tuple(count for count in stock.of(party) if count.differs)
    while counts and (blocked := _blocked(state, party, counts)) is not None:
        counts = tuple(count for count in counts if count.what != blocked)
    return counts


def _blocked(state: State, party: Party, counts: tuple[Count, ...]) -> Terrain | None:
    """Return a type that would have more cards than exist (R3), or None."""
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
    """Return the rulings that set all these values to the table's.

    In an order that never has more cards of a type than exist (R3).
    """
    fewer = [d for d in found if d.what in TERRAINS and d.table < d.kiosk]
    rest = [d for d in found if d not in fewer]
    apart = [*_by_party(fewer, why), *_by_party(rest, why)]  # if cards changed hands both ways
    return _in_order(game, _by_party(found, why)) or apart


def _by_party(found: Iterable[Difference], why: str) -> list[Adjust]:
    parties: dict[str | None, list[Difference]] = {}
    for one in found:
        parties.setdefault(one.player, []).append(one)
    return [set_as_counted(party, of_party, why) for party, of_party in parties.items()]


def _in_order(game: Game, wanted: list[Adjust]) -> list[Adjust] | None:
    """Return these rulings in an order in which each is allowed; None if there is none."""
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
class Obstacle:
    """A terrain with too few cards for a ruling, at least until `first` are settled."""

    terrain: Terrain
    first: tuple[Party, ...] = ()


def obstacle(stock: Stocktake, state: State, party: Party) -> Obstacle | None:
    """Return why none of a party's differences can be set, or not yet (R3)."""
    if settled_now(stock, state, party):
        return None
    terrain = _blocked(state, party, tuple(c for c in stock.of(party) if c.differs))
    if terrain is None:
        return None
    if any(found.terrain == terrain for found in impossible(state, as_table_count(stock, state))):
        return Obstacle(terrain)
    fewer = (c.party for c in stock.differing if c.what == terrain and c.table < c.kiosk)
    return Obstacle(terrain, tuple(other for other in fewer if other != party))


# --- text ---


def name_of(words: DeskWords, state: State, party: Party) -> str:
    """Return a player's name, or the discards."""
    return (
        words.pgettext("heading: the pile of terrain cards played", "Discards")
        if party is None
        else state.seats[party].name
    )


def ruled(words: DeskWords, state: State, counts: tuple[Count, ...]) -> str:
    """Return a party's name and its differences as text."""
    name = name_of(words, state, counts[0].party)
    differing = "; ".join(difference(words, count) for count in counts if count.differs)
    # Translators: whose count differs (a player or the discards) and how: "Anna, desert: you say 2,
    # I had 1".
    return words.gettext("{player}, {difference}").format(player=name, difference=differing)


def difference(words: DeskWords, count: Count) -> str:
    """Return the table's count and ours as text."""
    text = {
        "desert": words.gettext("desert: you say {table}, I had {kiosk}"),
        "jungle": words.gettext("jungle: you say {table}, I had {kiosk}"),
        "mountain": words.gettext("mountain: you say {table}, I had {kiosk}"),
        "trains": words.gettext("trains: you say {table}, I had {kiosk}"),
        "score": words.gettext("score: you say {table}, I had {kiosk}"),
    }[count.what]
    return text.format(table=number(count.table), kiosk=number(count.kiosk))


# --- at the desk ---


class StocktakeSession:
    """The stock-take in progress; a touch that saw other numbers is ignored.

    Listeners are not notified before a count becomes a ruling: the front end shows it itself.
    """

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._kept: Stocktake | None = None
        self._ruled: Stocktake | None = None  # while a ruling is submitted

    @property
    def now(self) -> Stocktake:
        """The counts at the current entry; a new entry starts them over."""
        return current(self._desk.referee.game, self._kept, hidden=self._desk.hides_scores())

    def begin(self) -> None:
        """Start counting; all counts match our state."""
        self._kept = begin(self._desk.referee.game, hidden=self._desk.hidden_scores)

    def keep(self, stock: Stocktake) -> None:
        """Continue with these counts."""
        self._kept = stock

    def causes(self) -> tuple[Cause, ...]:
        """Return the likely wrong entries, likeliest first. Slow."""
        game = self._desk.referee.game
        return likely_causes(game, as_table_count(self.now, game.state))

    def choose(self, party: Party) -> None:
        """Select a party."""
        self._kept = self.now.choose(party)

    def step(self, party: Party, what: str, by: int, moment: Moment) -> None:
        """Add `by` to a count."""
        if moment.seq == self.now.seq:
            self._kept = self.now.step(party, what, by)

    def miscounted(self, party: Party, what: str, moment: Moment) -> None:
        """Drop a difference because our state is right."""
        if moment.seq == self.now.seq:
            self._kept = self.now.kiosk_is_right(party, what)

    def go_on(self, moment: Moment) -> DeskResponse:
        """Finish counting; go on to settling if there are differences."""
        if moment.seq != self.now.seq:
            return None
        if not self.now.differing:
            return Accepted()
        self._kept = self.now.settle()
        return DifferencesLeft()

    def count_on(self) -> None:
        """Go back to counting."""
        self._kept = self.now.count_on()

    def table_is_right(self, party: Party) -> AskReason:
        """Ask for the reason, then set a party's counts by table ruling (R20)."""
        asked, state = self.now, self._desk.referee.game.state
        title = ruled(self._desk.words, state, settled_now(asked, state, party))
        return AskReason(title, lambda why, moment: self._rule(asked, party, why, moment))

    def _rule(self, asked: Stocktake, party: Party, why: str, moment: Moment) -> DeskResponse:
        if asked != self.now:
            return NoAction()  # the game has changed since
        self._ruled = asked
        adjust = ruling(asked, self._desk.referee.game.state, party, why)
        accepted = self._desk.submit(adjust, moment)
        self._ruled = None
        if not accepted:
            return NoAction()
        return DifferencesLeft() if self.now.differing else Accepted()

    def on_change(self) -> None:
        """Keep the remaining differences after a ruling of this stock-take."""
        if self._ruled is not None:
            hidden = self._desk.hides_scores()
            self._kept = self._ruled.after_ruling(self._desk.referee.game, hidden=hidden)
