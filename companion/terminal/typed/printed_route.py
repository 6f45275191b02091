"""Show, confirm and correct routes to match the printed board."""

from collections.abc import Callable
from typing import Any, Final

from companion.desk.claim.printed_route import confirmation, doubtful
from companion.desk.finder import Tracks
from companion.game.board.board import Route
from companion.game.commands import ClaimRoute, CorrectRoute, RuledPlay, Turn
from companion.game.refusal import Refusal
from companion.game.requests.requests import parse
from companion.game.rulebook import TERRAIN_OF
from companion.terminal.keeper import Keeper
from companion.terminal.questions import (
    AskAgainError,
    MisreadInputError,
    Option,
    TextQuestion,
    consider,
)
from companion.text import fold
from companion.words.pages.terminal import TerminalWords

EXAMPLE: Final = "route cape durban is 4 red ferry 1"
_FERRY: Final = "ferry_locomotives"
_IS_RIGHT: Final = ("right", "ok", "so")


def route(keeper: Keeper, text: str) -> None:
    """Show a route, or preview its correction and ask."""
    _route(keeper, text, sure=False)


def route_at_once(keeper: Keeper, text: str) -> None:
    """Show a route, or correct it without asking."""
    _route(keeper, text, sure=True)


def _route(keeper: Keeper, text: str, *, sure: bool) -> None:
    typed, values = _parted(text)
    if not typed:
        raise MisreadInputError(keeper.words.usage(EXAMPLE))

    def act(tracks: Tracks) -> None:
        found = tracks.routes[0]
        if values is None:
            _show(keeper, tracks, typed)
            return
        change = _correction(keeper, found, values)
        if sure:
            keeper.submit(change)
        else:
            consider(keeper, change, f"route! {text}")

    _find(keeper, typed, act)


def _parted(text: str) -> tuple[str, str | None]:
    """Split the input into the route and its correction."""
    words = text.replace("=", " is ").split()
    if "is" not in words:
        return " ".join(words), None
    at = len(words) - 1 - words[::-1].index("is")
    return " ".join(words[:at]), " ".join(words[at + 1 :])


def _find(keeper: Keeper, typed: str, act: Callable[[Tracks], None]) -> None:
    words, found = keeper.words, keeper.finder.routes(typed)
    if not keeper.referee.has_game:  # corrections are entries of a game
        raise Refusal("no_game")
    if not found:
        raise MisreadInputError(words.no_route_fits(typed))
    if len(found) == 1:
        act(found[0])
        return
    options = [
        Option(words.names.route_in_full(tracks.routes[0]), lambda tracks=tracks: act(tracks))  # type: ignore[misc]
        for tracks in found[:12]
    ]
    keeper.choose(words.which_route(len(found) - len(options)), options)


def _show(keeper: Keeper, tracks: Tracks, typed: str) -> None:
    words, state = keeper.words, keeper.game.state
    for track in tracks.routes:
        owner = state.owners.get(track.id)
        name = None if owner is None else state.seats[owner].name
        keeper.screen.say(words.route_as_known(track, name))
    keeper.screen.say(words.if_printed_otherwise(f"route {typed} is 4"), "quiet")


# --- corrections ---


def _correction(keeper: Keeper, found: Route, text: str) -> CorrectRoute:
    """Parse a correction: a colour, a number of spaces, `ferry` and a number of locomotives."""
    request: dict[str, Any] = {"do": "correct_route", "route": found.id}
    words = fold(text).split()
    if len(words) == 1 and words[0] in _IS_RIGHT:
        return confirmation(found)
    colors = _colors(keeper.words)
    while words:
        word = words.pop(0)
        if word == "ferry" and words and _is_number(words[0]):
            request[_FERRY] = int(words.pop(0))
        elif _is_number(word):
            request["length"] = int(word)
        elif word in colors:
            request["color"] = colors[word]
        else:
            raise MisreadInputError(keeper.words.usage(EXAMPLE))
    if not text.strip():
        raise MisreadInputError(keeper.words.usage(EXAMPLE))
    return _command(request)


def _command(request: dict[str, Any]) -> CorrectRoute:
    command = parse(request)
    assert isinstance(command, CorrectRoute)
    return command


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= 4


def _colors(words: TerminalWords) -> dict[str, str]:
    """Return every way to type a route colour."""
    colors = {"gray": "grey"}
    for color in TERRAIN_OF:
        colors[color] = colors[fold(words.names.color(color)).strip()] = color
    return colors


# --- routes not yet confirmed ---


def ask_to_look(keeper: Keeper, turn: Turn) -> None:
    """Ask to check a doubtful route that was just claimed; the claim stands in any case."""
    play = turn.play if isinstance(turn, RuledPlay) else turn
    if not isinstance(play, ClaimRoute):
        return
    claimed = keeper.game.board.routes[play.route]
    field = doubtful(claimed)
    if field is None:
        return
    question = keeper.words.is_it_so(claimed, field)
    if keeper.with_person:
        keeper.pending = _Look(keeper, claimed, field, question)
    else:
        value = getattr(claimed, field)
        example = f"route {claimed.id} is {'ferry ' if field == _FERRY else ''}{value}"
        keeper.screen.say(f"{question} {example}", "quiet")


class _Look:
    """Asks whether our data matches the printed route; any other line postpones it."""

    def __init__(self, keeper: Keeper, claimed: Route, field: str, question: str) -> None:
        self._keeper, self._route, self._field = keeper, claimed, field
        self.prompt = keeper.words.yes_no_later(question)

    def take(self, line: str) -> bool:
        """Confirm the route, ask for the correction, or postpone it."""
        words = self._keeper.words
        if not line:
            return True
        if words.is_yes(line):
            self._keeper.submit(confirmation(self._route))
        elif words.is_no(line):
            prompt = words.what_is_printed(self._field)
            self._keeper.pending = TextQuestion(self._keeper.screen, words, prompt, self._printed)
        else:
            return False
        return True

    def _printed(self, line: str) -> None:
        ferry = self._field == _FERRY and not fold(line).startswith("ferry")
        try:
            text = f"ferry {line}" if ferry else line
            change = _correction(self._keeper, self._route, text)
        except (MisreadInputError, Refusal) as misread:
            prompt = self._keeper.words.what_is_printed(self._field)
            raise AskAgainError(prompt.strip()) from misread
        consider(self._keeper, change, f"route! {self._route.id} is {text}")
