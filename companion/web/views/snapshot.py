"""The game at one moment, as one thread gives it to another: nothing in it ever changes."""

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
    """What phones are shown; `game` is a copy that goes no further, None where there is none."""

    game: Game | None = None
    last_announcement: Announcement | None = None  # the last change that was no remark
    book: TicketBook = TicketBook()
    language: str = ENGLISH  # of the table
    hidden: bool = False  # scores, until the game is over
    saved: bool = True
    turns: bool = False  # whether a phone may enter its own turn

    @property
    def seq(self) -> int:
        """Number of entries in the game's log; 0 without a game."""
        return self.game.seq if self.game is not None else 0

    @property
    def uuid(self) -> str | None:
        """Which game it is."""
        return self.game.uuid if self.game is not None else None


def snapshot(desk: Desk, before: Snapshot, *, turns: bool = False) -> Snapshot:
    """The game on the table now; `before` is what was given last."""
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
        saved=desk.saved or referee.file is None,  # in memory only: nobody expects more
        turns=turns,
    )


def _announced(last: Announcement | None, before: Snapshot, game: Game) -> Announcement | None:
    """What was announced last that was no remark: known of old, or worked out anew."""
    if last is not None and last.entry is None and (last.game, last.seq) == (game.uuid, game.seq):
        return last  # a game that is back on the table
    wanted = game.last_change
    for known in (last, before.last_announcement):
        if known is not None and known.game == game.uuid and known.entry == wanted:
            return known
    return last_announcement_of(game)


def last_announcement_of(game: Game) -> Announcement | None:
    """What was announced last that was no remark, worked out anew from the log."""
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
    """The same, with scores withheld until the game is over."""
    over = snapshot.game is not None and snapshot.game.state.phase == "over"
    return replace(snapshot, hidden=not over)
