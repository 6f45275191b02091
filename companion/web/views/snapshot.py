"""An immutable snapshot of the game, passed from one thread to another."""

from dataclasses import dataclass, replace

from companion.desk.desk import Desk
from companion.game.game import Game
from companion.game.log.entries import Entry
from companion.game.rules.prompts import prompts
from companion.game.ticket_book import TicketBook
from companion.referee import Announcement
from companion.words.language import ENGLISH, code_of


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The input of all views; `game` is a copy that never changes, None if there is no game."""

    game: Game | None = None
    last_announcement: Announcement | None = None  # of the last change to the game
    book: TicketBook = TicketBook()
    language: str = ENGLISH  # of the table
    hidden: bool = False  # scores, until the game is over
    saved: bool = True
    turns: bool = False  # whether a phone can enter its own turn

    @property
    def seq(self) -> int:
        """Number of entries in the game's log; 0 without a game."""
        return self.game.seq if self.game is not None else 0

    @property
    def uuid(self) -> str | None:
        return self.game.uuid if self.game is not None else None


def snapshot(desk: Desk, before: Snapshot, *, turns: bool = False) -> Snapshot:
    """Return a snapshot of the game on the table; `before` is the previous one."""
    referee = desk.referee
    if not referee.has_game:
        return Snapshot(book=referee.book, language=code_of(desk.language), turns=turns)
    game = referee.game.as_of_now()
    return Snapshot(
        game=game,
        last_announcement=_announced(desk.last_announcement, before, game),
        book=referee.book,
        language=code_of(desk.language),
        hidden=desk.hides_scores(),
        saved=desk.saved or referee.file is None,  # in memory only: there is nothing to save
        turns=turns,
    )


def _announced(last: Announcement | None, before: Snapshot, game: Game) -> Announcement | None:
    """Return the announcement of the last change to the game, computed only if not known yet."""
    if last is not None and last.entry is None and (last.game, last.seq) == (game.uuid, game.seq):
        return last  # a game that was resumed
    wanted = game.last_change
    for known in (last, before.last_announcement):
        if known is not None and known.game == game.uuid and known.entry == wanted:
            return known
    return last_announcement_of(game)


def last_announcement_of(game: Game) -> Announcement | None:
    """Compute the announcement of the last change to the game from its log."""
    entry = game.last_change
    if entry.seq == 1:
        return None
    before = _as_of(game, entry.seq - 1)
    after = before.as_of_now()
    after.fold(entry)
    return _announcement(before, after, entry)


def _as_of(game: Game, seq: int) -> Game:
    names = [seat.name for seat in game.state.seats]
    earlier = Game(game.uuid, game.first_board, names, game.entries[0])
    for entry in game.entries[1:seq]:
        earlier.fold(entry)
    return earlier


def _announcement(before: Game, after: Game, entry: Entry) -> Announcement:
    return Announcement(
        game=after.uuid,
        seq=entry.seq,
        rule=entry.rule,
        say=prompts(before.state, after.state, entry),
        state=after.state,
        board=after.board,
        saved=True,
        entry=entry,
    )


def without_scores(snapshot: Snapshot) -> Snapshot:
    """Return a copy with scores hidden unless the game is over."""
    over = snapshot.game is not None and snapshot.game.state.phase == "over"
    return replace(snapshot, hidden=not over)
