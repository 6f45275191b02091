"""A new game: in one line, or question by question."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from companion.desk.finder import closest
from companion.desk.seating_draft import (
    USUAL_TICKETS,
    MissingPart,
    Part,
    SeatDraft,
    Seating,
    is_taken,
)
from companion.game.commands import NewGame
from companion.game.refusal import Refusal
from companion.game.requests.fields import clean_name
from companion.game.requests.requests import parse, request_of
from companion.game.rulebook import (
    COLORS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    TERRAINS,
    TICKETS_DRAWN,
    TICKETS_KEPT_AT_START,
)
from companion.game.rules.seating import check_new_game
from companion.terminal.keeper import Keeper
from companion.terminal.questions import AskAgainError, MisreadInputError
from companion.words.pages.terminal import TerminalWords

NOBODY: Final = Seating(())
EXAMPLE: Final = "new Anna red desert 3, Ben blue jungle 2"
_COLORS: Final = {"b": "blue", "r": "red", "g": "green", "y": "yellow", "k": "black"}
_TERRAINS: Final = {"d": "desert", "j": "jungle", "m": "mountain"}


class Labels:
    """Colours and terrains as typed: the word in the current language, or its short form."""

    def __init__(self, words: TerminalWords) -> None:
        self._colors = _forms(_COLORS, COLORS, words.names.trains)
        self._terrains = _forms(_TERRAINS, TERRAINS, words.names.card)

    def color(self, typed: str) -> str | None:
        """Parse a colour; a single letter must be lower-case, because B can be an initial."""
        return self._colors.get(typed if len(typed) == 1 else typed.casefold())

    def terrain(self, typed: str) -> str | None:
        """Parse a terrain; a single letter must be lower-case, because D can be an initial."""
        return self._terrains.get(typed if len(typed) == 1 else typed.casefold())

    def place(self, text: str) -> SeatDraft:
        """Parse a seat such as `Anna red desert 3`; everything after the name is optional."""
        words = text.split()
        place = SeatDraft(tickets=None)
        if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) <= 4:
            place = replace(place, tickets=int(words.pop()))
        while len(words) > 1:
            if not place.terrain and (terrain := self.terrain(words[-1])):
                place = replace(place, terrain=terrain)
            elif not place.color and (color := self.color(words[-1])):
                place = replace(place, color=color)
            else:
                break
            words.pop()
        return replace(place, name=clean_name(" ".join(words)))


def _forms(
    short: dict[str, str], values: Iterable[str], name: Callable[[str], str]
) -> dict[str, str]:
    """Map every way to type a value to that value."""
    forms = dict(short)
    for value in values:
        forms[str(value)] = forms[name(value).casefold()] = str(value)
    return forms


def new(keeper: Keeper, text: str) -> None:
    """Start a game from one line; a person is asked for missing details."""
    labels = Labels(keeper.words)
    first, drawn = None, TICKETS_DRAWN
    seating = NOBODY
    for part in filter(None, map(str.strip, text.split(","))):
        word, _, rest = part.partition(" ")
        place = labels.place(part)
        if word.casefold() == "first" and rest and not place.terrain:
            first = rest.strip()
        elif place == SeatDraft(name="draw", tickets=place.tickets) and place.tickets:
            drawn = place.tickets
        else:
            seating = seating.joined(place)
    if not seating.places or any(not place.terrain for place in seating.places):
        _ask_or_say(keeper, seating)
        return
    begin_game(keeper, seating, first, drawn)


def _ask_or_say(keeper: Keeper, seating: Seating) -> None:
    """Ask a person for missing details; report them to a script."""
    if keeper.with_person:
        ask_for_players(keeper, seating)
    elif not seating.places:
        raise MisreadInputError(keeper.words.usage(EXAMPLE))
    else:
        incomplete = next(place for place in seating.places if not place.terrain)
        raise MisreadInputError(keeper.words.terrain_missing(incomplete.name))


def begin_game(
    keeper: Keeper, seating: Seating, first: str | None, drawn: int = TICKETS_DRAWN
) -> None:
    """Start the game, validated as strictly as any request."""
    begins = None if first is None else _meant(seating, first)
    command = parse(request_of(replace(seating.new_game(drawn), first=begins)))
    assert isinstance(command, NewGame)
    check_new_game(command)
    _say_archived(keeper)
    keeper.submit(command)


def _meant(seating: Seating, typed: str) -> str:
    """Return the player whose name is or starts with `typed`; else `typed`, to be refused."""
    names = [place.name for place in seating.places]
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


def ask_for_players(keeper: Keeper, seating: Seating = NOBODY) -> None:
    """Start the questions."""
    keeper.screen.say(keeper.words.who_plays())
    keeper.desk.seats.open(seating)
    keeper.pending = SeatingQuestions(keeper)


class SeatingQuestions:
    """Asks for the players one by one, then who goes first."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._words = keeper.words
        self._labels = Labels(keeper.words)
        self._complete = False

    @property
    def _seating(self) -> Seating:
        return self._keeper.desk.seats.seating

    @property
    def prompt(self) -> str:
        words, seating, unsaid = self._words, self._seating, self._seating.unsaid
        if self._complete:
            return words.ask_first(seating.places[0].name)
        if unsaid is None:
            seated = len(seating.places)
            return words.ask_name(seated + 1, enough=seated >= MIN_PLAYERS)
        name = seating.places[unsaid.seat].name
        if unsaid.part == Part.COLOR:
            return words.ask_color(name, seating.taken_colors, seating.free_color)
        if unsaid.part == Part.TERRAIN:
            return words.ask_terrain(name)
        return words.ask_tickets(name, USUAL_TICKETS)

    def take(self, line: str) -> bool:
        """Take an answer; a dot or a command cancels the questions."""
        unsaid, seats = self._seating.unsaid, self._keeper.desk.seats
        if line == ".":
            self._keeper.screen.say(self._words.no_game_begun())
            return True
        if self._complete:
            self._begin(line)
            return True
        if unsaid is not None:
            seats.change(self._answered(unsaid, line))
        elif line:
            if line.split()[0].casefold() in _ORDERS:
                return False
            seats.change(self._joined(line))
        elif len(self._seating.places) >= MIN_PLAYERS:
            self._complete = True
        seated = len(self._seating.places)
        self._complete |= seated == MAX_PLAYERS and self._seating.unsaid is None
        self._keeper.pending = self
        return True

    def _begin(self, first: str) -> None:
        try:
            begin_game(self._keeper, self._seating, first or None)
        except Refusal as refusal:
            raise AskAgainError(self._keeper.reason(refusal)) from refusal

    def _joined(self, line: str) -> Seating:
        """Return the seating with a new player; raise AskAgainError if it is invalid."""
        place, seating = self._labels.place(line), self._seating
        if is_taken(place.name, (other.name for other in seating.places)):
            raise AskAgainError(self._words.why("duplicate_name", {"name": place.name}))
        if place.color in seating.taken_colors:
            raise AskAgainError(self._words.why("duplicate_color", {"color": place.color}))
        try:
            parse(request_of(Seating((place,)).new_game()))
        except Refusal as refusal:
            raise AskAgainError(self._keeper.reason(refusal)) from refusal
        if place.tickets is not None:
            _kept(self._words, str(place.tickets))
        return seating.joined(place)

    def _answered(self, asked: MissingPart, line: str) -> Seating:
        words, seating = self._words, self._seating
        if asked.part == Part.COLOR:
            color = self._labels.color(line.casefold()) if line else seating.free_color
            if color is None or color in seating.taken_colors:
                raise AskAgainError(words.not_among(line, words.free_colors(seating.taken_colors)))
            return seating.colored(asked.seat, color)
        if asked.part == Part.TERRAIN:
            terrain = self._labels.terrain(line.casefold())
            if terrain is None:
                raise AskAgainError(words.not_among(line, words.terrains()))
            return seating.dealt(asked.seat, terrain)
        return seating.kept(asked.seat, _kept(words, line) if line else USUAL_TICKETS)


def _kept(words: TerminalWords, typed: str) -> int:
    """Parse the number of tickets kept at the start (R2)."""
    least, most = TICKETS_KEPT_AT_START
    if not (typed.isdecimal() and least <= int(typed[:4]) <= most):
        facts = {"kept": typed[:4], "least": least, "most": most}
        raise AskAgainError(words.why("tickets_kept", facts))
    return int(typed)


# If a name is expected, these words count as commands.
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
