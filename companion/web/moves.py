"""The moves of a phone that has a seat: save tickets, show them, dispute, enter its own turn.

Each is checked against the game that the phone saw, then judged by the referee like any other.
"""

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from companion.game.commands import Command, Object, Play, Reveal
from companion.game.game import Game
from companion.game.log.disputes import open_disputes
from companion.game.refusal import Refusal
from companion.game.requests.requests import parse
from companion.web.access.guests import AttemptLimit
from companion.web.hub import Hub
from companion.web.views.own_tickets import InvalidTicketsError, faces_of
from companion.words.table.desk import DeskWords

log = logging.getLogger(__name__)

Judged = Callable[[Command, str, int], Awaitable[Refusal | None]]
Move = Callable[[int, Mapping[str, Any], str], Awaitable[None]]

# Per seat: more than anyone plays, and too little to get in the others' way.
MOST_ENTRIES_A_MINUTE: Final = 12
MOST_OPEN_DISPUTES: Final = 3


class MoveRejectedError(Exception):
    """Why a move was not made: a code, and a sentence for the player."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(code)
        self.code, self.why = code, why


class MalformedMoveError(Exception):
    """A request that our page would never send."""


class Moves:
    """The moves of seats, backed by one hub."""

    def __init__(self, hub: Hub, judged: Judged) -> None:
        self._hub = hub
        self._judged = judged
        self._entries = AttemptLimit(MOST_ENTRIES_A_MINUTE, 60)
        self.by_name: Mapping[str, Move] = {
            "keep": self._keep,
            "show": self._show,
            "object": self._object,
            "turn": self._turn,
        }

    async def _keep(self, seat: int, asked: Mapping[str, Any], language: str) -> None:
        """Save these secret tickets in place of the previous ones."""
        self._seen(asked, language)
        try:
            faces = faces_of(self._hub.board, asked.get("tickets"))
        except InvalidTicketsError as error:
            raise MalformedMoveError from error
        try:
            self._hub.keep_tickets(seat, faces)
        except OSError as error:
            log.warning("tickets cannot be kept: %s", error)
            why = self._words(language).gettext("Not saved: can't write to the disk.")
            raise MoveRejectedError("not_kept", why) from error

    async def _show(self, seat: int, asked: Mapping[str, Any], language: str) -> None:
        """Reveal the saved tickets at the end of the game."""
        game = self._seen(asked, language)
        faces = self._hub.tickets(seat)
        await self._judge(seat, Reveal(game.state.seats[seat].name, faces), asked, language)

    async def _object(self, seat: int, asked: Mapping[str, Any], language: str) -> None:
        game, entry = self._seen(asked, language), asked.get("entry")
        if type(entry) is not int:
            raise MalformedMoveError
        objection = Object(entry, game.state.seats[seat].name)
        by = [dispute.by for dispute in open_disputes(game).values()]
        if by.count(objection.by) >= MOST_OPEN_DISPUTES:
            text = self._words(language).gettext(
                "You have {count} unresolved disputes. Resolve one on the kiosk first."
            )
            raise MoveRejectedError("too_many_disputes", text.format(count=MOST_OPEN_DISPUTES))
        await self._judge(seat, objection, asked, language)

    async def _turn(self, seat: int, asked: Mapping[str, Any], language: str) -> None:
        """Enter the seat's own turn, if the table allows phones to do so."""
        game, words = self._seen(asked, language), self._words(language)
        if not self._hub.snapshot.turns:
            text = words.gettext(
                "Turns are entered on the kiosk. You can allow phones to enter them there."
            )
            raise MoveRejectedError("turns_off", text)
        if game.state.player != seat:
            player = game.state.player
            name = "" if player is None else game.state.seats[player].name
            raise MoveRejectedError(
                "not_on_turn", words.not_on_turn(name) if name else words.stage(game.state)
            )
        try:
            play = parse(asked.get("play"))
        except Refusal as refusal:
            raise MalformedMoveError from refusal
        if not isinstance(play, Play):
            raise MalformedMoveError
        await self._judge(seat, play, asked, language)

    def _seen(self, asked: Mapping[str, Any], language: str) -> Game:
        """Return the game, if it is the one that the phone saw.

        Raises:
            MoveRejectedError: if another game is on the table.
            MalformedMoveError: if the request names no game.
        """
        game = self._hub.snapshot.game
        if not isinstance(asked.get("game"), str) or type(asked.get("seq", 0)) is not int:
            raise MalformedMoveError
        if game is None or asked["game"] != game.uuid:
            raise self._refused(Refusal("stale", game=asked["game"], present=None), language)
        return game

    async def _judge(
        self, seat: int, command: Command, asked: Mapping[str, Any], language: str
    ) -> None:
        if type(asked.get("seq")) is not int:
            raise MalformedMoveError
        if asked["seq"] != self._hub.snapshot.seq:  # the checks above saw another state
            stale = Refusal("stale", seq=asked["seq"], present=self._hub.snapshot.seq)
            raise self._refused(stale, language)
        if not self._entries.take(f"{asked['game']} {seat}", time.monotonic()):
            why = self._words(language).gettext("Too many entries from this seat. Wait a minute.")
            raise MoveRejectedError("too_many_entries", why)
        try:
            refusal = await self._judged(command, asked["game"], asked["seq"])
        except TimeoutError:
            why = self._words(language).gettext("The kiosk isn't responding. Try again.")
            raise MoveRejectedError("busy", why) from None
        if refusal is not None:
            raise self._refused(refusal, language)

    def _refused(self, refusal: Refusal, language: str) -> MoveRejectedError:
        return MoveRejectedError(
            refusal.code, self._words(language).why(refusal.code, refusal.facts)
        )

    def _words(self, language: str) -> DeskWords:
        return self._hub.words(language)
