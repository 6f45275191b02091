"""A new game: in one line, or question by question."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.desk.finder import closest
from companion.game.commands import NewGame
from companion.game.refusal import Refusal
from companion.game.requests import parse
from companion.game.rulebook import (
    COLORS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    TERRAINS,
    TICKETS_KEPT_AT_START,
)
from companion.game.seating import check_new_game
from companion.terminal.keeper import Keeper
from companion.terminal.questions import AskAgain, Misread
from companion.words.terminal import TerminalWords

USUAL_TICKETS: Final = 3
EXAMPLE: Final = "new Anna red desert 3, Ben blue jungle 2"
_COLORS: Final = {"b": "blue", "r": "red", "g": "green", "y": "yellow", "k": "black"}
_TERRAINS: Final = {"d": "desert", "j": "jungle", "m": "mountain"}


@dataclass(frozen=True, slots=True)
class Draft:
    """A player as far as is known."""

    name: str
    color: str | None = None
    terrain: str | None = None
    tickets: int | None = None


class Labels:
    """Colours and terrains as they are typed: a word of the language, or its short form."""

    def __init__(self, words: TerminalWords) -> None:
        self._colors = _forms(_COLORS, COLORS, words.names.color)
        self._terrains = _forms(_TERRAINS, TERRAINS, words.names.card)

    def color(self, typed: str) -> str | None:
        """A colour; a single letter only when it is small, for B may be an initial."""
        return self._colors.get(typed if len(typed) == 1 else typed.casefold())

    def terrain(self, typed: str) -> str | None:
        """A terrain, likewise."""
        return self._terrains.get(typed if len(typed) == 1 else typed.casefold())

    def draft(self, text: str) -> Draft:
        """A player from `Anna red desert 3`: what follows the name may be left out."""
        words = text.split()
        draft = Draft("")
        if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) <= 4:
            draft = replace(draft, tickets=int(words.pop()))
        while len(words) > 1:
            if draft.terrain is None and (terrain := self.terrain(words[-1])):
                draft = replace(draft, terrain=terrain)
            elif draft.color is None and (color := self.color(words[-1])):
                draft = replace(draft, color=color)
            else:
                break
            words.pop()
        return replace(draft, name=" ".join(words))


def _forms(
    short: dict[str, str], values: Iterable[str], name: Callable[[str], str]
) -> dict[str, str]:
    """Every way to type these values, and which one is meant."""
    forms = dict(short)
    for value in values:
        forms[str(value)] = forms[name(value).casefold()] = str(value)
    return forms


def new(keeper: Keeper, text: str) -> None:
    """A new game from one line; a person is asked for what is missing."""
    labels = Labels(keeper.words)
    first = drawn = None
    drafts = []
    for part in filter(None, map(str.strip, text.split(","))):
        word, _, rest = part.partition(" ")
        draft = labels.draft(part)
        if word.casefold() == "first" and rest and draft.terrain is None:
            first = rest.strip()
        elif draft == Draft("draw", tickets=draft.tickets) and draft.tickets:
            drawn = draft.tickets
        else:
            drafts.append(draft)
    if not drafts or any(draft.terrain is None for draft in drafts):
        _ask_or_say(keeper, drafts)
        return
    begin_game(keeper, drafts, first, drawn)


def _ask_or_say(keeper: Keeper, drafts: list[Draft]) -> None:
    """Ask a person for what is missing; tell a script what it is."""
    if keeper.with_person:
        ask_for_players(keeper, drafts)
    elif not drafts:
        raise Misread(keeper.words.usage(EXAMPLE))
    else:
        incomplete = next(draft for draft in drafts if draft.terrain is None)
        raise Misread(keeper.words.terrain_missing(incomplete.name))


def free_color(drafts: Iterable[Draft]) -> str:
    """The first colour that nobody has chosen."""
    taken = {draft.color for draft in drafts}
    return next((color for color in COLORS if color not in taken), COLORS[0])


def begin_game(
    keeper: Keeper, drafts: list[Draft], first: str | None, drawn: int | None = None
) -> None:
    """Start the game; who chose no colour gets a free one."""
    drafts = list(drafts)
    for number, draft in enumerate(drafts):
        if draft.color is None:
            drafts[number] = replace(draft, color=free_color(drafts))
    request = {
        "do": "new",
        "players": [_row(draft) for draft in drafts],
        "first": None if first is None else _meant(drafts, first),
        "rules": None if drawn is None else {"tickets_drawn": drawn},
    }
    command = parse(request)
    assert isinstance(command, NewGame)
    check_new_game(command)
    _say_archived(keeper)
    keeper.submit(command)


def _row(draft: Draft) -> dict[str, Any]:
    return {
        "name": draft.name,
        "color": draft.color,
        "terrain": draft.terrain,
        "tickets": USUAL_TICKETS if draft.tickets is None else draft.tickets,
    }


def _meant(drafts: list[Draft], typed: str) -> str:
    """The player of this name, or of the one that begins so; else as typed, to be refused."""
    names = [draft.name for draft in drafts]
    same = [name for name in names if name.casefold() == typed.casefold()]
    found = same or [names[number] for number in closest(typed, names)]
    return found[0] if len(found) == 1 else typed


def _say_archived(keeper: Keeper) -> None:
    if not keeper.referee.has_game or keeper.game.state.phase == "over":
        return
    games = [line.uuid for line in keeper.referee.games()]
    names = [seat.name for seat in keeper.game.state.seats]
    if keeper.game.uuid in games:
        keeper.screen.say(keeper.words.archived(names, games.index(keeper.game.uuid) + 1))


def ask_for_players(keeper: Keeper, drafts: Iterable[Draft] = ()) -> None:
    """Begin the questions."""
    keeper.screen.say(keeper.words.who_plays())
    keeper.pending = Questions(keeper, list(drafts))


class Questions:
    """Asks for players one after the other, and then who begins."""

    def __init__(self, keeper: Keeper, drafts: list[Draft]) -> None:
        self._keeper = keeper
        self._words = keeper.words
        self._labels = Labels(keeper.words)
        self._drafts = drafts
        self._complete = False

    @property
    def _open(self) -> int | None:
        """The player of whom something is still missing."""
        for number, draft in enumerate(self._drafts):
            if draft.color is None or draft.terrain is None or draft.tickets is None:
                return number
        return None

    @property
    def prompt(self) -> str:
        """The next question."""
        words, number = self._words, self._open
        if self._complete:
            return words.ask_first(self._drafts[0].name)
        if number is None:
            seat = len(self._drafts) + 1
            return words.ask_name(seat, enough=len(self._drafts) >= MIN_PLAYERS)
        draft = self._drafts[number]
        if draft.color is None:
            return words.ask_color(draft.name, self._taken(), free_color(self._drafts))
        if draft.terrain is None:
            return words.ask_terrain(draft.name)
        return words.ask_tickets(draft.name, USUAL_TICKETS)

    def take(self, line: str) -> bool:
        """Take an answer; a dot, or an order that is no name, leaves the questions."""
        number = self._open
        if line == ".":
            self._keeper.screen.say(self._words.no_game_begun())
            return True
        if self._complete:
            self._begin(line)
            return True
        if number is not None:
            self._drafts[number] = self._answered(self._drafts[number], line)
        elif line:
            if line.split()[0].casefold() in _ORDERS:
                return False
            self._seat(line)
        elif len(self._drafts) >= MIN_PLAYERS:
            self._complete = True
        self._complete |= len(self._drafts) == MAX_PLAYERS and self._open is None
        self._keeper.pending = self
        return True

    def _begin(self, first: str) -> None:
        try:
            begin_game(self._keeper, self._drafts, first or None)
        except Refusal as refusal:
            raise AskAgain(self._keeper.reason(refusal)) from refusal

    def _seat(self, line: str) -> None:
        """A new player; what cannot be is refused at once."""
        draft = self._labels.draft(line)
        names = [other.name.casefold() for other in self._drafts]
        if draft.name.casefold() in names:
            raise AskAgain(self._words.why("duplicate_name", {"name": draft.name}))
        if draft.color in self._taken():
            raise AskAgain(self._words.why("duplicate_color", {"color": draft.color}))
        try:
            parse({"do": "new", "players": [{**_row(draft), "color": "", "terrain": ""}]})
        except Refusal as refusal:
            raise AskAgain(self._keeper.reason(refusal)) from refusal
        if draft.tickets is not None:
            _kept(self._words, str(draft.tickets))
        self._drafts.append(draft)

    def _answered(self, draft: Draft, line: str) -> Draft:
        if draft.color is None:
            color = self._labels.color(line.casefold()) if line else free_color(self._drafts)
            if color is None or any(other.color == color for other in self._drafts):
                raise AskAgain(self._words.not_among(line, self._words.free_colors(self._taken())))
            return replace(draft, color=color)
        if draft.terrain is None:
            terrain = self._labels.terrain(line.casefold())
            if terrain is None:
                raise AskAgain(self._words.not_among(line, self._words.terrains()))
            return replace(draft, terrain=terrain)
        return replace(draft, tickets=_kept(self._words, line) if line else USUAL_TICKETS)

    def _taken(self) -> set[str]:
        return {draft.color for draft in self._drafts if draft.color is not None}


def _kept(words: TerminalWords, typed: str) -> int:
    """A number of tickets kept at the start (R2)."""
    least, most = TICKETS_KEPT_AT_START
    if not (typed.isdecimal() and least <= int(typed[:4]) <= most):
        facts = {"kept": typed[:4], "least": least, "most": most}
        raise AskAgain(words.why("tickets_kept", facts))
    return int(typed)


# Typed where a name is asked for, these are meant as orders.
_ORDERS: Final = (
    "q",
    "quit",
    "help",
    "?",
    "games",
    "resume",
    "result",
    "log",
    "undo",
    "rules",
    "new",
)
