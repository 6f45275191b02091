"""The referee, the only way to change a game: judge, store, apply, announce - in that order."""

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
    """Sent to every listener after an accepted change."""

    game: str
    seq: int
    rule: str | None
    say: tuple[Prompt, ...]
    state: State
    board: Board  # after the change
    saved: bool | None  # None: a dry run, nothing to save
    entry: Entry | None = None  # None: a game was resumed, without a new entry
    tickets: tuple[Ticket, ...] | None = None
    conflicts: tuple[Conflict, ...] | None = None
    scores: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Right:
    """A player's position in a terrain: fewest locomotives to double short and long routes."""

    own: int
    rival: int
    short: int | None
    long: int | None


Listener = Callable[[Announcement], None]


class Referee:
    """Holds the current game; every change to it goes through submit()."""

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
        self._hides: tuple[str, bool] | None = None  # game id, and whether its scores are hidden
        on_table = self._journal.on_table()
        if on_table is not None:
            try:
                self._game = self._load(on_table)
            except GameDamagedError as error:  # the other games still work
                log.error("no game is put on the table: %s", error)

    # --- queries ---

    @property
    def game(self) -> Game:
        """The current game.

        Raises:
            Refusal: If there is none.
        """
        if self._game is None:
            raise Refusal("no_game")
        return self._game

    @property
    def has_game(self) -> bool:
        return self._game is not None

    @property
    def seq(self) -> int:
        """Number of entries in the current game's log; 0 without a game."""
        return self._game.seq if self._game else 0

    @property
    def reports(self) -> tuple[RecoveryReport, ...]:
        """Reports on data recovered from damaged files."""
        return self._journal.reports

    def games(self) -> list[GameLine]:
        """Return a line for every game, oldest first."""
        return self._journal.games()

    def held(self) -> list[StoredGame]:
        """Return the games loaded in this session; the others are read from the file."""
        return self._journal.loaded_games()

    def look(self, game: str) -> Game | None:
        """Return any game read-only, without making it the current one.

        None if there is no such game or it is damaged.
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
        """The journal, which also holds the past games."""
        return self._journal

    @property
    def file(self) -> Path | None:
        """The database file, or None if games are kept in memory only."""
        return self._journal.path

    def worth(self, route: str, player: str | None = None) -> Worth:
        """Return what a claim would be worth now to `player` (default: whose turn it is).

        Raises:
            Refusal: If play has ended, or the player or route is unknown.
        """
        state = self.game.state
        if state.ended:
            raise Refusal("wrong_phase", phase=state.phase)
        seat = state.to_move if player is None else find_seat(state, player)
        return worth(self.game.board, state, seat, route)

    def rights(self) -> dict[str, dict[Terrain, Right]]:
        """Return what each player can double now, by player and terrain."""
        state = self.game.state
        return {
            seat.name: {terrain: right_of(state, number, terrain) for terrain in TERRAINS}
            for number, seat in enumerate(state.seats)
        }

    def result(self) -> tuple[RankedScore, ...]:
        """Return the final ranking as recorded.

        Raises:
            Refusal: If the game is not over.
        """
        state = self.game.state
        if state.result is None:
            raise Refusal("not_over", phase=state.phase)
        return ranking(state.result)

    # --- unfinished turn, kept outside the log ---

    def save_pending_card(self, card: str | None) -> None:
        """Persist the turn's first card to survive a power cut; None clears it."""
        self._journal.save_pending_card(self.game.uuid, self.seq, card)

    def pending_card(self) -> str | None:
        """Return the current turn's first card, if one was saved."""
        if self._game is None or self._game.state.ended:
            return None
        return self._journal.pending_card(self._game.uuid, self.seq)

    # --- hidden scores, stored with the game ---

    def hide_scores(self, *, hidden: bool) -> None:
        """Store with the current game whether its scores are hidden until it is over."""
        if self._game is None or self._file_hides() == hidden:
            return
        if self._journal.hide_scores(self._game.uuid, hidden=hidden):
            self._hides = self._game.uuid, hidden

    def hides_scores(self) -> bool:
        """Whether the current game's scores are hidden until it is over."""
        return self._game is not None and self._file_hides()

    def _file_hides(self) -> bool:
        """Return the setting stored with the current game, read once per game."""
        game = self.game.uuid
        if self._hides is None or self._hides[0] != game:
            self._hides = game, self._journal.hides_scores(game)
        return self._hides[1]

    # --- changes ---

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every accepted change; returns a function that unsubscribes."""
        return self._listeners.subscribe(listener)

    def now(self) -> str:
        """Return the date and time from the clock that stamps entries."""
        return self._clock.now()

    def seconds_since(self, entry: int) -> float:
        """Return the playing time since an entry of the current game."""
        entries = self.game.entries
        since_last = max(0.0, self._clock.ticks() - self._last_tick)
        return since_last + (entries[-1].played_ms - entries[entry - 1].played_ms) / 1000

    def submit(
        self, command: Command, *, seq: int | None = None, game: str | None = None
    ) -> Announcement:
        """Judge, store, apply and announce a command.

        `seq` and `game` are the state that the sender saw: a touch sent twice counts once.

        Raises:
            Refusal: If it is not accepted; nothing has changed.
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
        """Replace the ticket book. Returns whether it is on disk."""
        self.book = book
        return self._journal.keep_tickets(book)

    def refresh_player_names(self) -> None:
        """Reload the current game after players were renamed."""
        for stored in self._journal.loaded_games():
            if self._game is not None and stored.uuid == self._game.uuid:
                self._game = stored.folded()

    def save(self) -> bool:
        """Retry failed writes. Returns whether everything is on disk."""
        return self._journal.save()

    def close(self) -> None:
        """Close the journal's file."""
        self._journal.close()

    def _reject_impossible(self, command: Command) -> None:
        """Refuse as a bad request what no table can have, even if the command is stale."""
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
        """Return the ticket book after a change: a reveal adds the tickets shown."""
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
        """Return the board corrections that later games take over from a change."""
        before, after, entry = self.game.board, proposal.board, proposal.entry
        if before is after:
            return ()
        take = corrections_after_undo if entry.verb == "undo" else corrections_after
        known = self._journal.corrections()
        return take(known, self.game.uuid, proposal.switched or entry.seq, before, after)

    def _as_corrected(self) -> Board:
        """Return the board for new games, with this table's corrections."""
        try:
            return with_corrections(self._printed, self._journal.corrections())
        except BoardError as error:
            log.warning("corrections of another board are left out: %s", error)
            return self._printed

    def _stamp(self, entry: Entry, played_ms: int) -> Entry:
        """Add the time of day, and the playing time without gaps between sessions."""
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
    """Whether a command can ask for something that not even a table ruling can do."""
    turn = command.play if isinstance(command, Amend | Insert) else command
    return isinstance(turn, RuledPlay) or (isinstance(command, Void) and command.shift)


def right_of(state: State, seat: int, terrain: Terrain) -> Right:
    """Return a player's position in a terrain."""
    own, rival = state.seats[seat].front.of(terrain), state.rival(seat, terrain)
    return Right(
        own=own,
        rival=rival,
        short=fewest_locomotives(own, rival, LONGEST_SHORT_ROUTE),
        long=fewest_locomotives(own, rival, LONGEST_SHORT_ROUTE + 1),
    )
