"""The one door to the game: judge by the rules, store, apply, announce - in that order."""

import logging
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeGuard

from companion.clock import Clock, SystemClock
from companion.game.board.board import Board, BoardError, standard_board
from companion.game.board.corrections import (
    BoardCorrection,
    corrected,
    corrections_after,
    corrections_after_undo,
    with_corrections,
)
from companion.game.commands import (
    Adjust,
    Amend,
    Change,
    Command,
    CorrectRoute,
    Insert,
    NewGame,
    Resume,
    Revision,
    RuledPlay,
    Void,
)
from companion.game.events import GameStarted, Starter, Ticket, TicketsRevealed
from companion.game.game import REVISIONS, Game, Proposal
from companion.game.log.entries import Entry
from companion.game.log.revisions import Conflict
from companion.game.refusal import Refusal
from companion.game.requests.names_and_reasons import check_spelling
from companion.game.requests.requests import request_of
from companion.game.rulebook import LONGEST_SHORT_ROUTE, TERRAINS, Terrain
from companion.game.rules.claims import Worth, worth
from companion.game.rules.prompts import Prompt, prompts
from companion.game.rules.scoring import RankedScore, ranking
from companion.game.rules.seating import check_new_game
from companion.game.rules.table_rulings import check_parts
from companion.game.rules.terrain import fewest_locomotives
from companion.game.rules.turns import find_seat
from companion.game.state import State
from companion.game.ticket_book import TicketBook
from companion.journal import GameDamagedError, GameLine, Journal, RecoveryReport, StoredGame
from companion.listeners import Listeners

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Announcement:
    """What everyone who listens is told of an accepted change."""

    game: str
    seq: int
    rule: str | None
    say: tuple[Prompt, ...]
    state: State
    board: Board  # as it is known after it
    saved: bool | None  # None: a dry run, there was nothing to save
    entry: Entry | None = None  # None: resumed, no entry was made
    tickets: tuple[Ticket, ...] | None = None
    conflicts: tuple[Conflict, ...] | None = None
    scores: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Right:
    """How a player stands in a terrain: fewest locomotives to double short and long routes."""

    own: int
    rival: int
    short: int | None
    long: int | None


Listener = Callable[[Announcement], None]


class Referee:
    """Keeps the game on the table; everything that changes it goes through submit()."""

    def __init__(
        self,
        journal: Journal | None = None,
        board: Board | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._journal = journal or Journal()
        self._printed = board or standard_board()
        self.board = self._as_corrected()
        self.book = self._journal.tickets()
        self._clock = clock or SystemClock()
        self._listeners: Listeners[[Announcement]] = Listeners()
        self._last_tick = self._clock.ticks()
        self._game: Game | None = None
        self._hides: tuple[str, bool] | None = None  # a game, and whether its scores are secret
        on_table = self._journal.on_table()
        if on_table is not None:
            try:
                self._game = self._load(on_table)
            except GameDamagedError as error:  # another one can be begun, and all others be shown
                log.error("no game is put on the table: %s", error)

    # --- what is so ---

    @property
    def game(self) -> Game:
        """The game on the table.

        Raises:
            Refusal: there is none.
        """
        if self._game is None:
            raise Refusal("no_game")
        return self._game

    @property
    def has_game(self) -> bool:
        """Whether a game is on the table."""
        return self._game is not None

    @property
    def seq(self) -> int:
        """Number of entries in the present game's log; 0 without a game."""
        return self._game.seq if self._game else 0

    @property
    def reports(self) -> tuple[RecoveryReport, ...]:
        """What had to be recovered from damaged files."""
        return self._journal.reports

    def games(self) -> list[GameLine]:
        """Every game there is, oldest first."""
        return self._journal.games()

    def held(self) -> list[StoredGame]:
        """The games of this session, for whoever reads the others from the file."""
        return self._journal.loaded_games()

    def look(self, game: str) -> Game | None:
        """Any game as it stands, to look at: it is not put on the table.

        None where there is no such game, or it cannot be shown.
        """
        if self._game is not None and game == self._game.uuid:
            return self._game
        held = [stored for stored in self._journal.loaded_games() if stored.uuid == game]
        try:
            stored = held[0] if held else self._journal.load_readonly(game, self.board)
            return None if stored is None else stored.shown()
        except GameDamagedError as error:
            log.warning("%s", error)
            return None

    @property
    def journal(self) -> Journal:
        """Where past games are found, beside the one on the table."""
        return self._journal

    @property
    def file(self) -> Path | None:
        """Where games are kept; None: in memory only."""
        return self._journal.path

    def worth(self, route: str, player: str | None = None) -> Worth:
        """What a claim would be worth now to a player, by default the one whose turn it is."""
        state = self.game.state
        if state.ended:
            raise Refusal("wrong_phase", phase=state.phase)
        seat = state.to_move if player is None else find_seat(state, player)
        return worth(self.game.board, state, seat, route)

    def rights(self) -> dict[str, dict[Terrain, Right]]:
        """Who may double what now, by player and terrain."""
        state = self.game.state
        return {
            seat.name: {terrain: right_of(state, number, terrain) for terrain in TERRAINS}
            for number, seat in enumerate(state.seats)
        }

    def result(self) -> tuple[RankedScore, ...]:
        """The final ranking as it was recorded.

        Raises:
            Refusal: the game is not over.
        """
        state = self.game.state
        if state.result is None:
            raise Refusal("not_over", phase=state.phase)
        return ranking(state.result)

    # --- what is half done, beside the log ---

    def save_pending_card(self, card: str | None) -> None:
        """Keep the first card of the present turn, should the power go; None: none waits."""
        self._journal.save_pending_card(self.game.uuid, self.seq, card)

    def pending_card(self) -> str | None:
        """The first card of the present turn, as it was put by."""
        if self._game is None or self._game.state.ended:
            return None
        return self._journal.pending_card(self._game.uuid, self.seq)

    # --- what is shown of it, wherever it is ---

    def hide_scores(self, *, hidden: bool) -> None:
        """Keep with the game on the table whether its scores are secret until it is over."""
        if self._game is None or self._file_hides() == hidden:
            return
        if self._journal.hide_scores(self._game.uuid, hidden=hidden):
            self._hides = self._game.uuid, hidden

    def hides_scores(self) -> bool:
        """Whether the scores of the game on the table are secret until it is over."""
        return self._game is not None and self._file_hides()

    def _file_hides(self) -> bool:
        """What is kept with the game; asked for once a game."""
        game = self.game.uuid
        if self._hides is None or self._hides[0] != game:
            self._hides = game, self._journal.hides_scores(game)
        return self._hides[1]

    # --- what changes it ---

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell this listener of every accepted change; the answer ends it."""
        return self._listeners.subscribe(listener)

    def now(self) -> str:
        """The date and time, by the clock that its entries have."""
        return self._clock.now()

    def seconds_since(self, entry: int) -> float:
        """Playing time since an entry of the game on the table was made."""
        entries = self.game.entries
        since_last = max(0.0, self._clock.ticks() - self._last_tick)
        return since_last + (entries[-1].played_ms - entries[entry - 1].played_ms) / 1000

    def submit(
        self, command: Command, *, seq: int | None = None, game: str | None = None
    ) -> Announcement:
        """Judge, store, apply, announce.

        `seq` and `game` are what the command was made against: the same touch twice counts once.

        Raises:
            Refusal: nothing has changed.
        """
        check_spelling(command)
        self._reject_impossible(command)
        self._refuse_stale(seq, game)
        if isinstance(command, NewGame):
            announcement = self._start(command)
        elif isinstance(command, Resume):
            announcement = self._resume(command)
        elif isinstance(command, Revision) and command.dry_run:
            return self._announcement(self.game.propose(command), None, self.game.seq)
        else:
            announcement = self._change(command)
        self._listeners.notify(announcement)
        return announcement

    def save_ticket_book(self, book: TicketBook) -> bool:
        """Put the ticket book right by hand; whether it is on disk."""
        self.book = book
        return self._journal.keep_tickets(book)

    def refresh_player_names(self) -> None:
        """Call everyone at the table as they are called now; nothing else changes."""
        for stored in self._journal.loaded_games():
            if self._game is not None and stored.uuid == self._game.uuid:
                self._game = stored.folded()

    def save(self) -> bool:
        """Try again to save what the disk has refused; whether all is on disk."""
        return self._journal.save()

    def close(self) -> None:
        """Let go of the log's file."""
        self._journal.close()

    def _reject_impossible(self, command: Command) -> None:
        """What no table can have is a bad request even when it is stale."""
        if self._game is None:
            return
        if isinstance(command, Adjust):
            check_parts(self._game.state, command)
        elif isinstance(command, CorrectRoute) and command.route in self._game.board.routes:
            corrected(self._game.board, command)
        elif _may_be_impossible(command):
            self._reject_bad_request(command)

    def _reject_bad_request(self, change: Change) -> None:
        try:
            self.game.propose(change)
        except Refusal as refusal:
            if refusal.code == "bad_request":
                raise

    def _refuse_stale(self, seq: int | None, game: str | None) -> None:
        if self._game is None:
            return
        if seq is not None and seq != self.seq:
            raise Refusal("stale", seq=seq, present=self.seq)
        if game is not None and game != self._game.uuid:
            raise Refusal("stale", game=game, present=self._game.uuid)

    def _change(self, change: Change) -> Announcement:
        game = self.game
        proposal = game.propose(change)
        entry = self._stamp(proposal.entry, game.entries[-1].played_ms)
        corrections = self._corrections(proposal)
        self.book = self._learned(proposal)
        saved = self._journal.append(game.uuid, entry, corrections, self.book)
        if corrections:
            self.board = self._as_corrected()
        announcement = self._announcement(replace(proposal, entry=entry), saved, entry.seq)
        game.fold(entry, proposal.state)
        return announcement

    def _learned(self, proposal: Proposal) -> TicketBook:
        """The ticket book after a change: a reveal teaches it what was shown."""
        event = proposal.entry.events[0] if proposal.entry.events else None
        if not isinstance(event, TicketsRevealed):
            return self.book
        seats = enumerate(proposal.state.seats)
        others = [
            ticket for seat, held in seats if seat != event.seat for ticket in held.revealed or ()
        ]
        game = self.game
        return self.book.learned(game.board, game.uuid, event.seat, event.tickets, others)

    def _corrections(self, proposal: Proposal) -> tuple[BoardCorrection, ...]:
        """What a change means for the board of later games."""
        before, after, entry = self.game.board, proposal.board, proposal.entry
        if before is after:
            return ()
        take = corrections_after_undo if entry.verb == "undo" else corrections_after
        known = self._journal.corrections()
        return take(known, self.game.uuid, proposal.switched or entry.seq, before, after)

    def _as_corrected(self) -> Board:
        """The board for new games: as this table's is printed."""
        try:
            return with_corrections(self._printed, self._journal.corrections())
        except BoardError as error:
            log.warning("corrections of another board are left out: %s", error)
            return self._printed

    def _stamp(self, entry: Entry, played_ms: int) -> Entry:
        """With the time: of day as an annotation, of play without the gaps between sessions."""
        tick = self._clock.ticks()
        passed = max(0, round((tick - self._last_tick) * 1000))
        self._last_tick = tick
        return replace(entry, at=self._clock.now(), played_ms=played_ms + passed)

    def _announcement(self, proposal: Proposal, saved: bool | None, seq: int) -> Announcement:
        before, after, entry = self.game.state, proposal.state, proposal.entry
        event = entry.events[0] if entry.events else None
        changes = None
        if entry.verb in REVISIONS:
            seats = range(len(after.seats))
            changes = {after.seats[n].name: after.score(n) - before.score(n) for n in seats}
        return Announcement(
            game=self.game.uuid,
            seq=seq,
            rule=entry.rule,
            say=prompts(before, after, entry),
            state=after,
            board=proposal.board,
            saved=saved,
            entry=entry,
            tickets=event.tickets if isinstance(event, TicketsRevealed) else None,
            conflicts=proposal.conflicts,
            scores=changes,
        )

    def _start(self, command: NewGame) -> Announcement:
        first = check_new_game(command)
        names = [player.name for player in command.players]
        game_id = str(uuid.uuid4())
        started = GameStarted(
            game=game_id,
            starters=tuple(
                Starter(player_id, player.color, Terrain(player.terrain), player.tickets)
                for player_id, player in zip(
                    self._journal.enrol(names), command.players, strict=True
                )
            ),
            first=first,
            tickets_drawn=command.rules.tickets_drawn,
            board=self.board.fingerprint,
        )
        self._last_tick = self._clock.ticks()
        entry = Entry(1, 1, None, request_of(command), None, "play", started=started)
        entry = self._stamp(entry, 0)
        saved = self._journal.begin(entry, self.board, names)
        self._game = Game(game_id, self.board, names, entry)
        say = prompts(None, self._game.state, entry)
        return Announcement(game_id, 1, None, say, self._game.state, self.board, saved, entry)

    def _resume(self, command: Resume) -> Announcement:
        if self._game is None or command.game != self._game.uuid:
            try:
                self._game = self._load(command.game)
            except GameDamagedError as error:
                log.warning("%s", error)
                raise Refusal("unknown_game", game=command.game) from error
        saved = self._journal.put_on_table(command.game)
        game = self._game
        say = prompts(None, game.state, game.entries[0])
        return Announcement(game.uuid, game.seq, None, say, game.state, game.board, saved)

    def _load(self, game_id: str) -> Game:
        stored = self._journal.read(game_id, self.board)
        if stored is None:
            raise Refusal("unknown_game", game=game_id)
        self._last_tick = self._clock.ticks()
        return stored.shown()


def _may_be_impossible(command: Command) -> TypeGuard[Change]:
    """Whether not even the table may want it: cards that are not there, a shift of no turn."""
    turn = command.play if isinstance(command, Amend | Insert) else command
    return isinstance(turn, RuledPlay) or (isinstance(command, Void) and command.shift)


def right_of(state: State, seat: int, terrain: Terrain) -> Right:
    """How a player stands in a terrain."""
    own, rival = state.seats[seat].front.of(terrain), state.rival(seat, terrain)
    return Right(
        own=own,
        rival=rival,
        short=fewest_locomotives(own, rival, LONGEST_SHORT_ROUTE),
        long=fewest_locomotives(own, rival, LONGEST_SHORT_ROUTE + 1),
    )
