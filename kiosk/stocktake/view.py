"""View data of the recount, without widgets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.desk.stocktake.counts import Count, Party, Stocktake, as_table_count
from companion.desk.stocktake.stocktake import Obstacle, difference, name_of, obstacle, ruled
from companion.game.game import Game
from companion.game.stocktake.causes import Cause, Guess
from companion.game.stocktake.stock_count import impossible
from companion.text import number
from companion.words.causes import cause_in_words
from companion.words.table.desk import DeskWords

_ICONS = {"trains": "train", "score": "marker"}


@dataclass(frozen=True, slots=True)
class CountKind:
    """A kind of item to count."""

    what: str
    label: str
    icon: str


@dataclass(frozen=True, slots=True)
class CountCell:
    """A count, and the recorded number if it differs."""

    party: Party = None
    what: str = ""
    number: str = ""
    had: str = ""
    differs: bool = False
    fewer: bool = True  # whether it can be lower
    more: bool = True


@dataclass(frozen=True, slots=True)
class PartyView:
    """A player or the discards; the cell is None if a kind is not counted there."""

    party: Party = None
    name: str = ""
    color: str = ""  # empty for the discards
    is_open: bool = False
    is_chosen: bool = False
    cells: tuple[CountCell | None, ...] = ()

    @property
    def differs(self) -> bool:
        return any(cell is not None and cell.differs for cell in self.cells)


@dataclass(frozen=True, slots=True)
class CountingView:
    """The counts, with a message and the button's label."""

    kinds: tuple[CountKind, ...]
    parties: tuple[PartyView, ...]
    text: str
    is_bad: bool
    word: str
    note: str


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """A difference in words."""

    party: Party
    what: str
    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class UnsettledView:
    """All differences of a party; `obstacle` says why the table cannot be right about them."""

    party: Party
    name: str
    color: str
    differences: tuple[DifferenceView, ...]
    obstacle: str


@dataclass(frozen=True, slots=True)
class CauseView:
    """A change that would explain all differences."""

    text: str
    note: str
    change: Guess


@dataclass(frozen=True, slots=True)
class SettlingView:
    """The differences, and impossible counts."""

    unsettled: tuple[UnsettledView, ...]
    impossible: str


@dataclass(frozen=True, slots=True)
class CausesView:
    """Possible causes of the differences."""

    heading: str
    hint: str = ""
    causes: tuple[CauseView, ...] = ()


def counting(words: DeskWords, game: Game, stock: Stocktake) -> CountingView:
    kinds = tuple(kind(words, count.what) for count in stock.of(0))
    different = stock.differing
    wrong = cannot_be(words, game, stock)
    # Translators: button: the counts on the table are those of the kiosk
    word, note = words.gettext("Everything matches"), ""
    if different:
        text = words.ngettext("{n} difference", "{n} differences", len(different))
        # Translators: button: on to the differences between the table and the kiosk
        word, note = words.gettext("Resolve"), text.format(n=len(different))
    return CountingView(
        kinds=kinds,
        parties=tuple(_party(words, game, stock, party, kinds) for party in stock.parties),
        text=wrong or _told(words, game, stock),
        is_bad=bool(different),
        word=word,
        note=note,
    )


def kind(words: DeskWords, what: str) -> CountKind:
    """Return a kind with its label and icon."""
    label = {
        "desert": words.pgettext("label of a number", "Desert"),
        "jungle": words.pgettext("label of a number", "Jungle"),
        "mountain": words.pgettext("label of a number", "Mountain"),
        "trains": words.pgettext("label of a number", "Trains"),
        "score": words.pgettext("label of a number", "Score"),
    }[what]
    return CountKind(what, label, _ICONS.get(what, what))


def _party(
    words: DeskWords, game: Game, stock: Stocktake, party: Party, kinds: tuple[CountKind, ...]
) -> PartyView:
    counts = {count.what: _cell(words, count) for count in stock.of(party)}
    return PartyView(
        party=party,
        name=name_of(words, game.state, party),
        color=_color(game, party),
        is_open=stock.is_open(party),
        is_chosen=stock.is_open(party) and not all(map(stock.is_open, stock.parties)),
        cells=tuple(counts.get(kind.what) for kind in kinds),
    )


def _color(game: Game, party: Party) -> str:
    return "" if party is None else game.state.seats[party].color


def _cell(words: DeskWords, count: Count) -> CountCell:
    had = words.gettext("I had {n}").format(n=number(count.kiosk)) if count.differs else ""
    return CountCell(
        party=count.party,
        what=count.what,
        number=number(count.table),
        had=had,
        differs=count.differs,
        fewer=count.table > count.least,
        more=count.table < count.most,
    )


def _told(words: DeskWords, game: Game, stock: Stocktake) -> str:
    different = stock.differing
    if not different and all(map(stock.is_open, stock.parties)):
        return words.gettext("These are my numbers. Change any that differ.")
    if not different:
        return words.gettext("These are my numbers. Tap a player to change any that differ.")
    if len(different) == 1:
        return ruled(words, game.state, different)
    names = dict.fromkeys(name_of(words, game.state, count.party) for count in different)
    return words.gettext("Different from mine: {players}").format(players=words.together(names))


def cannot_be(words: DeskWords, game: Game, stock: Stocktake) -> str:
    """Return which counts exceed the cards in the game (R3), or ''."""
    found = impossible(game.state, as_table_count(stock, game.state))
    return " ".join(words.more_than_there_are(one.terrain, one.cards) for one in found)


def likeliest(words: DeskWords, game: Game, causes: tuple[Cause, ...]) -> CauseView | None:
    """Return the most likely cause, worded for below the counts."""
    for cause in _causes(words, game, causes[:1]):
        text = words.gettext("Most likely: {cause}").format(cause=cause.text)
        return replace(cause, text=text)
    return None


# --- differences ---


def settling(words: DeskWords, game: Game, stock: Stocktake) -> SettlingView:
    """Return all differences by party."""
    parties = dict.fromkeys(count.party for count in stock.differing)
    return SettlingView(
        unsettled=tuple(_unsettled(words, game, stock, party) for party in parties),
        impossible=cannot_be(words, game, stock),
    )


def looking(words: DeskWords) -> CausesView:
    """Return a placeholder until the causes are known."""
    return CausesView(words.gettext("Looking for the entry that explains it…"))


def causes(words: DeskWords, game: Game, found: tuple[Cause, ...]) -> CausesView:
    """Return the most likely causes, or a message that there are none."""
    if not found:
        return CausesView(
            heading=words.gettext("No single entry explains it."),
            hint=words.gettext("Something was miscounted, or more than one entry is wrong."),
        )
    heading = words.ngettext("Most likely cause", "Most likely causes", len(found))
    return CausesView(heading, causes=tuple(_causes(words, game, found)))


def _causes(words: DeskWords, game: Game, found: Iterable[Cause]) -> Iterator[CauseView]:
    for cause in found:
        text = cause_in_words(words, game, cause.change)
        yield CauseView(text, _conflicts(words, cause.conflicts), cause.change)


def _conflicts(words: DeskWords, conflicts: int) -> str:
    if not conflicts:
        # Translators: button and hint: see what a change would do before it is applied
        return words.gettext("Preview changes")
    text = words.ngettext(
        "{n} later entry would be against the rules",
        "{n} later entries would be against the rules",
        conflicts,
    )
    return text.format(n=conflicts)


def _unsettled(words: DeskWords, game: Game, stock: Stocktake, party: Party) -> UnsettledView:
    differences = (
        DifferenceView(party, c.what, kind(words, c.what).icon, difference(words, c))
        for c in stock.of(party)
        if c.differs
    )
    hindered = obstacle(stock, game.state, party)
    return UnsettledView(
        party=party,
        name=name_of(words, game.state, party),
        color=_color(game, party),
        differences=tuple(differences),
        obstacle="" if hindered is None else _hindered(words, game, hindered),
    )


def _hindered(words: DeskWords, game: Game, hindered: Obstacle) -> str:
    if not hindered.first:
        return words.gettext("There aren't that many cards: count again.")
    names = words.together(name_of(words, game.state, party) for party in hindered.first)
    return words.gettext("Resolve first: {players}").format(players=names)
