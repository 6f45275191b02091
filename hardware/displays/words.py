"""Wording for small displays: several lengths for each message, of which the longest fits."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from companion.game.log.entries import Entry
from companion.game.rulebook import marker_move
from companion.game.rules.scoring import winners
from companion.game.state import State
from companion.referee import Announcement
from companion.words import Translations, Words
from companion.words.language import code_of
from companion.words.table.choices_and_results import listed
from hardware.displays.letters import labels, spelled, to_ascii

_WHOLE: Final = 100  # longer than any name


class AsciiTranslations(Translations):
    """A language in ASCII, so that lengths are measured as displayed."""

    def __init__(self, language: Translations) -> None:
        super().__init__()
        self._language, self._code = language, code_of(language)

    def info(self) -> dict[str, str]:
        return self._language.info()

    def gettext(self, message: str) -> str:
        return spelled(self._language.gettext(message), self._code)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return spelled(self._language.ngettext(one, many, n), self._code)

    def pgettext(self, context: str, message: str) -> str:
        return spelled(self._language.pgettext(context, message), self._code)

    def npgettext(self, context: str, one: str, many: str, n: int) -> str:
        return spelled(self._language.npgettext(context, one, many, n), self._code)


@lru_cache(maxsize=4)
def in_plain_letters(words: Words) -> Words:
    """Return the same words in ASCII."""
    return Words(words.board, AsciiTranslations(words.language))


def names_of(words: Words, state: State) -> tuple[str, ...]:
    """Return the players' names in ASCII, in the order of their seats."""
    code = code_of(words.language)
    return tuple(spelled(seat.name, code) for seat in state.seats)


def fitted(
    words: Words,
    wordings: Sequence[str],
    columns: int,
    state: State,
    seat: int,
    **facts: Any,  # noqa: ANN401
) -> str:
    """Return the first wording that fits; if none does, the last one with the name cut."""
    names = names_of(words, state)
    whole = labels(names, _WHOLE)[seat]
    for wording in wordings:
        text = to_ascii(wording.format(player=whole, **facts))
        if len(text) <= columns:
            return text
    rest = len(to_ascii(wordings[-1].format(player="", **facts)))
    return wordings[-1].format(player=labels(names, max(columns - rest, 1))[seat], **facts)


def heading(words: Words, state: State, columns: int) -> str:
    """Return whose turn it is and whether it is the last round; later, who has won."""
    gettext = words.gettext
    if state.result is not None:
        return _won(words, state, columns)
    if state.player is None:
        wordings = (gettext("Show your tickets"), gettext("Show tickets"))
        return next((text for text in wordings if len(text) <= columns), wordings[-1])
    if state.last_round is not None:
        # Translators: a small display, 16 columns: it is this player's turn, in the last round
        wordings = (gettext("{player}: last round"), gettext("Last: {player}"))
    else:
        wordings = (gettext("{player}'s turn"), "> {player}")
    return fitted(words, wordings, columns, state, state.player)


def first_card(words: Words, state: State, card: str, columns: int) -> str:
    """Return the first card of the turn, while it waits for the second."""
    wordings = (
        # Translators: a small display: the first of two cards is drawn, the second is missing
        words.gettext("{player}: {card} + ?"),
        # Translators: a small display, 16 columns: the first of two cards is drawn, the second is
        # missing
        words.gettext("{card} + ?"),
    )
    name = words.names.card(card)
    return fitted(words, wordings, columns, state, state.player or 0, card=name)[:columns]


def _won(words: Words, state: State, columns: int) -> str:
    seats = winners(state.result or ())
    text = words.ngettext("Winner: {players}", "Winners: {players}", len(seats))
    room = columns - len(text.format(players=listed([""] * len(seats))))
    names = labels(names_of(words, state), max(room // len(seats), 1))
    return text.format(players=listed(names[seat] for seat in seats))


def ruling(words: Words, last: Announcement, columns: int, *, hidden: bool) -> str:
    """Return the last ruling: points and marker move, or else the action."""
    moves = [] if hidden else marker_moves(last)
    if len(moves) > 1:
        # Translators: a small display, 16 columns: a request to the players
        text = words.ngettext("Move {n} marker", "Move {n} markers", len(moves))
        return text.format(n=len(moves))
    if moves:
        return _marker_move(words, last.state, moves[0], columns)
    if last.entry is None:
        return words.pgettext("small display: the game was resumed", "Game resumed")
    return _PLAYS[last.entry.verb](words, last.state, last.entry, columns)


def marker_moves(last: Announcement) -> list[Mapping[str, Any]]:
    """Return the facts of the marker moves in an announcement."""
    return [prompt.facts for prompt in last.say if prompt.code == "move_marker"]


def _marker_move(words: Words, state: State, move: Mapping[str, Any], columns: int) -> str:
    gettext, goes = words.gettext, marker_move(move["from"], move["to"])
    # If there is little space, only the score shows that a lap was completed.
    full = (
        () if goes.passed is None else (gettext("{player} {points:+d} = {score}: marker {move}."),)
    )
    wordings = (
        *full,
        gettext("{player} {points:+d} = {total}, marker {old}>{new}"),
        "{player} {points:+d} = {total} {old}>{new}",
        "{player} {points:+d}={total} {old}>{new}",
        "{player} {points:+d} {old}>{new}",
    )
    seat = state.seat_of(move["player"]) or 0
    facts = {
        **{"points": move["points"], "total": move["to"], "old": goes.start, "new": goes.end},
        **{"score": move["to"], "move": words.marker_move(move["from"], move["to"])},
    }
    return fitted(words, wordings, columns, state, seat, **facts)


def _claim(words: Words, state: State, entry: Entry, columns: int) -> str:
    wordings = ("{player} {points:+d}",)
    return fitted(words, wordings, columns, state, entry.seat or 0, points=entry.points)


def _draw(words: Words, state: State, entry: Entry, columns: int) -> str:
    count = len(entry.request["cards"])
    wordings = (words.ngettext("{player}: {n} card", "{player}: {n} cards", count),)
    return fitted(words, wordings, columns, state, entry.seat or 0, n=count)


def _tickets(words: Words, state: State, entry: Entry, columns: int) -> str:
    tickets = entry.request.get("tickets")
    count = entry.request["kept"] if tickets is None else len(tickets)
    wordings = (words.ngettext("{player}: {n} ticket", "{player}: {n} tickets", count),)
    return fitted(words, wordings, columns, state, entry.seat or 0, n=count)


def _object(words: Words, state: State, entry: Entry, columns: int) -> str:
    seat = state.seat_of(entry.request["by"]) or 0
    # Translators: a small display, 16 columns: this player disputes a ruling
    return fitted(words, (words.gettext("{player}: dispute"),), columns, state, seat)


def _pass(words: Words, state: State, entry: Entry, columns: int) -> str:
    return fitted(words, (words.gettext("{player} passes"),), columns, state, entry.seat or 0)


def _settle(words: Words, state: State, entry: Entry, columns: int) -> str:
    text = {
        # Translators: a small display, 16 columns: a dispute was resolved, the ruling on this entry
        # stands; up to 3 digits
        "upheld": words.gettext("Entry {entry} stands"),
        # Translators: a small display, 16 columns: a dispute was resolved, the ruling on this entry
        # was wrong; up to 3 digits
        "overruled": words.gettext("Entry {entry} wrong"),
        # Translators: a small display, 16 columns: the dispute about the entry with this number was
        # withdrawn
        "dropped": words.gettext("Withdrawn: {entry}"),
    }[entry.request["outcome"]]
    return text.format(entry=entry.request["entry"])


def _finish(words: Words, state: State, entry: Entry, columns: int) -> str:
    return words.pgettext("small display, 16 columns", "Game ended early")


def _fixed(text: str) -> Callable[[Words, State, Entry, int], str]:
    """Return a remark that needs at most the entry's number."""

    def remark(words: Words, state: State, entry: Entry, columns: int) -> str:
        return words.gettext(text).format(entry=entry.request.get("entry"))

    return remark


def _(text: str) -> str:
    """Mark a text for the catalogues."""
    return text


_PLAYS: Final[Mapping[str, Callable[[Words, State, Entry, int], str]]] = {
    "new": _fixed(_("New game")),
    "draw": _draw,
    "claim": _claim,
    "tickets": _tickets,
    "pass": _pass,
    "undo": _fixed(_("Undone.")),
    "redo": _fixed(_("Redone.")),
    # Translators: a small display, 16 columns; up to 3 digits
    "amend": _fixed(_("Entry {entry} edited")),
    # Translators: a small display, 16 columns: the entry with this number was removed from the log
    "void": _fixed(_("Removed: {entry}")),
    # Translators: a small display, 16 columns: a missed turn was added to the log
    "insert": _fixed(_("Turn added")),
    # Translators: a small display, 16 columns: the data of a route was changed to what is printed
    # on the board
    "correct_route": _fixed(_("Route corrected")),
    "adjust": _fixed(_("Table ruling")),
    "object": _object,
    "settle": _settle,
    "finish": _finish,
    "reveal": _tickets,
}
