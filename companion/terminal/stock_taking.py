"""A stock-take: what lies on the table against the log, and which entry explains the difference."""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from companion.game.causes import Cause, likely_causes
from companion.game.commands import Adjust
from companion.game.game import Game
from companion.game.refusal import Refusal
from companion.game.requests import Query, parse
from companion.game.rulebook import TERRAINS, TRACK_SPACES
from companion.game.rules import judge
from companion.game.state import State
from companion.game.stock_count import Counted, Difference, differences, impossible, set_as_counted
from companion.terminal.keeper import Keeper
from companion.terminal.questions import AskAgain, Misread, Option, is_order
from companion.terminal.rulings import LONGEST_REASON
from companion.words.retelling import cause_in_words
from companion.words.terminal import TerminalWords

EXAMPLE: Final = "stock Anna m 3 trains 40, discards j 2"
_DISCARDS: Final = "discards"
_SHORT: Final = {
    "t": "trains", "train": "trains", "trains": "trains", "s": "score", "score": "score",
    "d": "desert", "j": "jungle", "m": "mountain",
}  # fmt: skip
_PAIR: Final = re.compile(r"([^\W\d_]+)\s*([+-]?\d{1,6})(?!\d)")

Counts = dict[str, int]
Party = str | None  # a player by name; None: the terrain discards
Table = dict[Party, Counts]


def take_stock(keeper: Keeper, text: str) -> None:
    """Count the table: in one line what differs, or question by question."""
    if text:
        _compare(keeper, _typed(keeper, text))
    elif keeper.with_person:
        _ask(keeper)
    else:
        raise Misread(keeper.words.usage(EXAMPLE))


def _ask(keeper: Keeper) -> None:
    table = _believed(keeper.game.state)
    keeper.screen.say(keeper.words.count_now())
    keeper.pending = _Counting(keeper, table)


def _believed(state: State) -> Table:
    """What should lie there: before each player, and in the discards."""
    table: Table = {}
    for number, seat in enumerate(state.seats):
        cards = {str(terrain): seat.front.of(terrain) for terrain in TERRAINS}
        table[seat.name] = {"trains": seat.trains, **cards, "score": state.score(number)}
    table[None] = {str(terrain): state.discards.of(terrain) for terrain in TERRAINS}
    return table


class _Counting:
    """Asks party after party; nothing is compared before all have been counted."""

    def __init__(self, keeper: Keeper, believed: Table) -> None:
        self._keeper = keeper
        self._left = dict(believed)
        self._table: Table = {}

    @property
    def prompt(self) -> str:
        """The next question."""
        party, counts = next(iter(self._left.items()))
        return self._keeper.words.is_this_there(party, counts)

    def take(self, line: str) -> bool:
        """What was counted; nothing where all is as believed, a dot to leave."""
        keeper = self._keeper
        if line == "." or is_order(line):
            keeper.screen.say(keeper.words.left_as_it_was())
            return line == "."
        party, believed = next(iter(self._left.items()))
        counts = believed if not line else _read(keeper.words, line, believed)
        try:
            _counted({party: counts})
        except Refusal as refusal:
            raise AskAgain(keeper.reason(refusal)) from refusal
        self._table[party] = counts
        del self._left[party]
        if self._left:
            keeper.pending = self
        else:
            _compare(keeper, self._table)
        return True


# --- what was counted ---


def _typed(keeper: Keeper, text: str) -> Table:
    """The table as one line has it; what is not in it is as believed."""
    table = _believed(keeper.game.state)
    for part in filter(None, map(str.strip, text.split(","))):
        found = _PAIR.search(part)
        who = part[: found.start()].strip(" :") if found else ""
        if found is None or not who:
            raise Misread(keeper.words.usage(EXAMPLE))
        party = None if who.casefold() == _DISCARDS else keeper.player(who)
        table[party] = _read(keeper.words, part[found.start() :], table[party])
    return table


def _read(words: TerminalWords, text: str, believed: Counts) -> Counts:
    """What differs, each with its number; or all numbers in the order they were asked for."""
    numbers = text.replace(",", " ").split()
    if len(numbers) == len(believed) and all(number.isdecimal() for number in numbers):
        read = {what: int(n[:6]) for what, n in zip(believed, numbers, strict=True)}
    elif _PAIR.sub("", text).strip(" ,;."):
        raise AskAgain(words.usage(", ".join(f"{what} {n}" for what, n in believed.items())))
    else:
        forms = {**_SHORT, **{words.counted_thing(what).casefold(): what for what in believed}}
        read = {}
        for typed, number in _PAIR.findall(text):
            what = forms.get(typed.casefold(), typed.casefold())
            if what not in believed:
                raise AskAgain(words.not_among(typed, ", ".join(believed)))
            read[what] = int(number)
    if "score" in read:
        read["score"] = _score_of_marker(read["score"], believed["score"])
    return {**believed, **read}


def _score_of_marker(seen: int, believed: int) -> int:
    """A marker shows the last two digits (R21): the score nearest to what is believed."""
    if not 1 <= seen <= TRACK_SPACES or 1 <= believed <= TRACK_SPACES:
        return seen
    laps = range(-1, believed // TRACK_SPACES + 2)
    return min((seen + lap * TRACK_SPACES for lap in laps), key=lambda n: abs(n - believed))


def _counted(table: Table) -> Counted:
    """The counts, checked as strictly as any request.

    Raises:
        Refusal: there cannot be so many.
    """
    players: dict[str, Any] = {}
    for party, counts in table.items():
        if party is not None:
            terrain = {kind: counts[kind] for kind in TERRAINS}
            players[party] = {**{w: counts[w] for w in ("trains", "score")}, "terrain": terrain}
    query = parse({"do": "stocktake", "players": players, "discards": table.get(None)})
    assert isinstance(query, Query)
    assert query.counted is not None
    return query.counted


# --- what follows from it ---


def _compare(keeper: Keeper, table: Table) -> None:
    """Say what differs and what cannot be, and offer what may explain it."""
    words, screen, game = keeper.words, keeper.screen, keeper.game
    counted = _counted(table)
    found = differences(game.state, counted)
    for difference in found:
        screen.say(words.differs(difference), "warning")
    wrong = impossible(game.state, counted)
    for too_many in wrong:
        screen.say(words.cannot_be(too_many), "refusal")
    if not found and not wrong:
        screen.say(words.all_is_there())
        return
    causes = () if wrong else likely_causes(game, counted)
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
    """Set what was counted by table rulings, all of them or none."""

    def rule(why: str) -> None:
        keeper.submit(*_rulings(keeper.game, found, why[:LONGEST_REASON]))

    return lambda: keeper.ask_why(keeper.words.reasons_to_set(), rule)


def _rulings(game: Game, found: tuple[Difference, ...], why: str) -> list[Adjust]:
    """What sets these values, in an order in which there are never more cards than there are."""
    fewer = [d for d in found if d.what in TERRAINS and d.table < d.kiosk]
    rest = [d for d in found if d not in fewer]
    apart = [*_by_party(fewer, why), *_by_party(rest, why)]  # where cards changed hands both ways
    return _in_order(game, _by_party(found, why)) or apart


def _by_party(found: Iterable[Difference], why: str) -> list[Adjust]:
    parties: dict[Party, list[Difference]] = {}
    for difference in found:
        parties.setdefault(difference.player, []).append(difference)
    return [set_as_counted(party, of_party, why) for party, of_party in parties.items()]


def _in_order(game: Game, rulings: list[Adjust]) -> list[Adjust] | None:
    """These rulings one after the other, each of them allowed; None where that cannot be."""
    state, left, ordered = game.state, list(rulings), []
    while left:
        after = None
        for ruling in left:
            with contextlib.suppress(Refusal):
                after = judge(game.board, state, ruling).state
                break
        if after is None:
            return None
        state = after
        left.remove(ruling)
        ordered.append(ruling)
    return ordered
