"""A recount: compare the table with the log, and find entries that explain the differences."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from companion.desk.stocktake.counts import Party, as_table_count
from companion.desk.stocktake.stocktake import rulings
from companion.game.refusal import Refusal
from companion.game.requests.requests import parse
from companion.game.rulebook import TERRAINS, TRACK_SPACES
from companion.game.stocktake.causes import Cause
from companion.game.stocktake.stock_count import Difference, differences, impossible
from companion.terminal.keeper import Keeper
from companion.terminal.questions import (
    LONGEST_REASON,
    AskAgainError,
    MisreadInputError,
    Option,
    is_order,
)
from companion.words.causes import cause_in_words
from companion.words.pages.terminal import TerminalWords

EXAMPLE: Final = "stock Anna m 3 trains 40, discards j 2"
_DISCARDS: Final = "discards"
_SHORT: Final = {
    "t": "trains", "train": "trains", "trains": "trains", "s": "score", "score": "score",
    "d": "desert", "j": "jungle", "m": "mountain",
}  # fmt: skip
_PAIR: Final = re.compile(r"([^\W\d_]+)\s*([+-]?\d{1,6})(?!\d)")

_ORDER: Final = ("trains", *map(str, TERRAINS), "score")  # in the order of the questions

Counts = dict[str, int]


def take_stock(keeper: Keeper, text: str) -> None:
    """Recount the table: the differences in one line, or question by question."""
    if text:
        keeper.desk.stock.begin()
        _count_all(keeper, text)
        _compare(keeper)
    elif keeper.with_person:
        _ask(keeper)
    else:
        raise MisreadInputError(keeper.words.usage(EXAMPLE))


def _ask(keeper: Keeper) -> None:
    keeper.desk.stock.begin()
    keeper.screen.say(keeper.words.count_now())
    keeper.pending = _CountQuestions(keeper)


class _CountQuestions:
    """Asks about one party at a time; compares only after all are counted."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._left = list(keeper.desk.stock.now.parties)

    @property
    def prompt(self) -> str:
        party = self._left[0]
        return self._keeper.words.is_this_there(
            _name(self._keeper, party), _counts(self._keeper, party)
        )

    def take(self, line: str) -> bool:
        """Take the counts; an empty line confirms ours, a dot cancels."""
        keeper = self._keeper
        if line == "." or is_order(line):
            keeper.screen.say(keeper.words.left_as_it_was())
            return line == "."
        party = self._left[0]
        counts = _counts(keeper, party)
        if line:
            counts = _read(keeper.words, line, counts)
        try:
            _check(keeper, party, counts)
        except Refusal as refusal:
            raise AskAgainError(keeper.reason(refusal)) from refusal
        _keep(keeper, party, counts)
        del self._left[0]
        if self._left:
            keeper.pending = self
        else:
            _compare(keeper)
        return True


# --- counts ---


def _name(keeper: Keeper, party: Party) -> str | None:
    return None if party is None else keeper.game.state.seats[party].name


def _counts(keeper: Keeper, party: Party) -> Counts:
    """Return a party's counts: those entered so far, and ours for the rest."""
    counts = {count.what: count.table for count in keeper.desk.stock.now.of(party)}
    return {what: counts[what] for what in _ORDER if what in counts}


def _keep(keeper: Keeper, party: Party, counts: Counts) -> None:
    stock = keeper.desk.stock.now
    for what, number in counts.items():
        stock = stock.found(party, what, number)
    keeper.desk.stock.keep(stock)


def _count_all(keeper: Keeper, text: str) -> None:
    """Read the counts from one line; anything missing is taken from our state."""
    for part in filter(None, map(str.strip, text.split(","))):
        found = _PAIR.search(part)
        who = part[: found.start()].strip(" :") if found else ""
        if found is None or not who:
            raise MisreadInputError(keeper.words.usage(EXAMPLE))
        party = None
        if who.casefold() != _DISCARDS:
            party = keeper.game.state.seat_of(keeper.player(who))
        _keep(keeper, party, _read(keeper.words, part[found.start() :], _counts(keeper, party)))
    for party in keeper.desk.stock.now.parties:
        _check(keeper, party, _counts(keeper, party))


def _read(words: TerminalWords, text: str, believed: Counts) -> Counts:
    """Parse the differing values with their numbers, or all numbers in the order of the prompt."""
    numbers = text.replace(",", " ").split()
    if len(numbers) == len(believed) and all(number.isdecimal() for number in numbers):
        read = {what: int(n[:6]) for what, n in zip(believed, numbers, strict=True)}
    elif _PAIR.sub("", text).strip(" ,;."):
        raise AskAgainError(words.usage(", ".join(f"{what} {n}" for what, n in believed.items())))
    else:
        forms = {**_SHORT, **{words.counted_thing(what).casefold(): what for what in believed}}
        read = {}
        for typed, number in _PAIR.findall(text):
            what = forms.get(typed.casefold(), typed.casefold())
            if what not in believed:
                raise AskAgainError(words.not_among(typed, ", ".join(believed)))
            read[what] = int(number)
    if "score" in read:
        read["score"] = _score_of_marker(read["score"], believed["score"])
    return {**believed, **read}


def _score_of_marker(seen: int, believed: int) -> int:
    """A marker shows only two digits (R21): return the matching score nearest to ours."""
    if not 1 <= seen <= TRACK_SPACES or 1 <= believed <= TRACK_SPACES:
        return seen
    laps = range(-1, believed // TRACK_SPACES + 2)
    return min((seen + lap * TRACK_SPACES for lap in laps), key=lambda n: abs(n - believed))


def _check(keeper: Keeper, party: Party, counts: Counts) -> None:
    """Validate counts as strictly as any request.

    Raises:
        Refusal: if there cannot be that many.
    """
    terrain = {kind: counts[kind] for kind in TERRAINS}
    request: dict[str, Any] = {"do": "stocktake", "discards": terrain if party is None else None}
    if party is not None:
        player = {"trains": counts["trains"], "score": counts["score"], "terrain": terrain}
        request["players"] = {_name(keeper, party): player}
    parse(request)


# --- results ---


def _compare(keeper: Keeper) -> None:
    """Print differences and impossible counts, and offer likely causes."""
    words, screen, state = keeper.words, keeper.screen, keeper.game.state
    table = as_table_count(keeper.desk.stock.now, state)
    found = differences(state, table)
    for difference in found:
        screen.say(words.differs(difference), "warning")
    wrong = impossible(state, table)
    for too_many in wrong:
        screen.say(words.cannot_be(too_many), "refusal")
    if not found and not wrong:
        screen.say(words.all_is_there())
        return
    causes = () if wrong else keeper.desk.stock.causes()
    options = [*_causes(keeper, causes)]
    if not wrong:
        options.append(Option(words.table_is_right(), _setting(keeper, found)))
    if keeper.with_person:
        options.append(Option(words.count_again(), lambda: _ask(keeper)))
    heading = words.what_now() if wrong else words.what_happened(len(causes))
    if options:
        keeper.choose(heading, options, [words.or_leave_it()])


def _causes(keeper: Keeper, causes: tuple[Cause, ...]) -> Iterator[Option]:
    for cause in causes:
        sentence = cause_in_words(keeper.words, keeper.game, cause.change)
        label = keeper.words.cause(sentence, cause.conflicts)
        yield Option(label, lambda change=cause.change: keeper.submit(change))  # type: ignore[misc]


def _setting(keeper: Keeper, found: tuple[Difference, ...]) -> Callable[[], None]:
    """Set the counted values by table rulings, all of them or none."""

    def rule(why: str) -> None:
        keeper.submit(*rulings(keeper.game, found, why[:LONGEST_REASON]))

    return lambda: keeper.ask_why(keeper.words.reasons_to_set(), rule)
