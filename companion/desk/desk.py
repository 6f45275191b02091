"""The score keeper's desk: from a touch to the referee, and from the referee to the screens."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.desk.consequences import ChangePreview
from companion.desk.half_turn import HalfTurn, Tap
from companion.desk.messages import (
    Message,
    UnfinishedGame,
    disputed,
    ends_with_a_task,
    message_for,
    unfinished,
    with_dropped,
    with_way_back,
)
from companion.desk.responses import (
    Accepted,
    AskPayment,
    AskReason,
    AskTicketCount,
    DeskResponse,
    Moment,
)
from companion.desk.table_rulings import (
    draw_so_far,
    refused_play,
    sentence,
    why_not_drawn,
)
from companion.desk.turn_context import TurnContext
from companion.game.commands import (
    ClaimRoute,
    Command,
    DrawCards,
    DrawTickets,
    NewGame,
    Object,
    Play,
    Revision,
    RuledPlay,
    Turn,
    Undo,
)
from companion.game.game import Game
from companion.game.log.steps import REMARKS
from companion.game.refusal import Refusal
from companion.game.rulebook import TRAIN
from companion.listeners import Listeners
from companion.referee import Announcement, Referee
from companion.words import Translations, translations
from companion.words.table.desk import DeskWords

if TYPE_CHECKING:
    from companion.desk.reveal import RevealSession
    from companion.desk.seating_draft import SetupSession
    from companion.desk.stocktake.stocktake import StocktakeSession
    from companion.desk.values import ValueEditor


@dataclass(frozen=True, slots=True)
class RefusalNotice:
    """Why something was not done; `play` is what the table may let count all the same (R20)."""

    code: str
    rule: str | None
    why: str
    play: Play | None = None
    refusal: Refusal | None = field(default=None, compare=False)  # None: no rule was broken


class Desk:
    """Holds what is between two turns: the half-drawn turn, and what was said last."""

    def __init__(
        self,
        referee: Referee,
        language: Translations | None = None,
        *,
        hidden_scores: bool = False,
    ) -> None:
        self.referee = referee
        self.hidden_scores = hidden_scores
        self.half = HalfTurn.restored(referee.seq, referee.pending_card())
        self.dropped_card: str | None = None  # a card that waited, by the last change
        self._turn = self._turn_now()
        self.last_announcement: Announcement | None = None  # the last that was accepted
        self.message: Message | None = None
        self._last_turn: Announcement | None = None  # of the game, until somebody goes on
        self.refusal: RefusalNotice | None = None
        self.preview: ChangePreview | None = None  # a change, before the yes
        self.saved = not referee.journal.unsaved
        self._revising: TurnContext | None = None
        self._making_room: UnfinishedGame | None = None  # while a new game is begun
        self._listeners: Listeners[[]] = Listeners()
        self.speak(language or translations())
        self._unsubscribe = referee.subscribe(self._on_announcement)

    def speak(self, language: Translations) -> None:
        """Change the language."""
        self.language = language
        self.board = self.referee.game.board if self.referee.has_game else self.referee.board
        self.words = DeskWords(self.board, language)

    def hides_scores(self, game: Game | None = None) -> bool:
        """Whether scores are secret until a game is over; by default the one on the table."""
        if game is None and self.referee.has_game:
            game = self.referee.game
        return self.hidden_scores and (game is None or game.state.phase != "over")

    def leave(self) -> None:
        """Listen no longer."""
        self._unsubscribe()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Tell this listener whenever there is something else to show; the answer ends it.

        This is the one bus: who listens here needs no other. A change of the game is told once,
        when all of it is done: the referee has it on disk, and what was said, refused, waiting
        or being put right at the desk fits it. Everyone is told in the order in which they
        began to listen; one who fails is logged, and stops neither the others nor the game.
        """
        return self._listeners.subscribe(listener)

    def changed(self) -> None:
        """Tell everyone who listens."""
        self._listeners.notify()

    def save(self) -> bool:
        """Try again to save what the disk has refused; everyone is told once it has taken it."""
        if not self.saved and self.referee.save():
            self.saved = True
            self.changed()
        return self.saved

    @property
    def is_disk_full(self) -> bool:
        """Whether that is why something is not saved."""
        return not self.saved and self.referee.journal.is_disk_full

    # --- what is half done: loaded when somebody begins it, and not told on the bus ---

    @cached_property
    def seats(self) -> "SetupSession":
        """The seats of a new game, as far as they are filled.

        A change of them is not told on the bus: whoever fills them shows them.
        """
        from companion.desk.seating_draft import SetupSession

        return SetupSession(self)

    @cached_property
    def stock(self) -> "StocktakeSession":
        """The stock-take, as far as the table is counted."""
        from companion.desk.stocktake.stocktake import StocktakeSession

        return StocktakeSession(self)

    @cached_property
    def reveal(self) -> "RevealSession":
        """The tickets shown at the end, as far as they are entered."""
        from companion.desk.reveal import RevealSession

        return RevealSession(self)

    # --- which turn is entered ---

    @property
    def turn_context(self) -> TurnContext:
        """The turn that is being entered: the present one, unless an earlier is put right."""
        return self._revising or TurnContext.now(self.referee.game)

    def revise(self, turn_context: TurnContext | None) -> None:
        """Put an earlier turn right; None: back to the present."""
        if turn_context != self._revising:
            self._revising = turn_context
            self.changed()

    def amend(self, entry: int) -> None:
        """Put the turn of an entry right, beginning with what stands there."""
        self.revise(TurnContext.again(self.referee.game, entry))

    def insert_after(self, entry: int) -> None:
        """Enter a forgotten turn; the next player's, unless another is picked."""
        game = self.referee.game
        seat = game.head.since(entry)[0].state.to_move
        self.revise(TurnContext.forgotten(game, entry, seat))

    # --- entering it ---

    def enter(self, turn: Turn, moment: Moment) -> DeskResponse:
        """A turn was told: it counts; one of earlier shows first what it would change."""
        change = self.turn_context.change(turn)
        if isinstance(change, Revision):
            return self.consider(change)
        return Accepted() if self.submit(change, moment) else None

    def claim(self, route: str, *, anyway: bool = False) -> DeskResponse:
        """A route is wanted; the table may claim what the rules refuse, in any way to score it."""
        refusal = self.turn_context.worth(route).refusal
        if refusal is None or anyway:
            return AskPayment(route)
        self.refuse(refusal, ClaimRoute(route))
        return None

    def draw_tickets(self, moment: Moment, *, anyway: bool = False) -> DeskResponse:
        """Tickets are drawn; a waiting card is dropped when it is known how many are kept."""
        if self.turn_context.state.tickets_left or anyway:
            return AskTicketCount()
        return self.enter(DrawTickets(1), moment)

    # --- what the table lets count against the rules (R20) ---

    def let_count(self, play: Play) -> AskReason:
        """Let a play count that the rules refuse."""
        title = sentence(self.words, self.turn_context, play)
        return AskReason(title, lambda why, moment: self.enter(RuledPlay(play, why), moment))

    def anyway(self) -> DeskResponse:
        """What was refused is to count; of a route it is asked first how it scores."""
        play = self.refusal.play if self.refusal is not None else None
        if play is None:
            return None
        if isinstance(play, ClaimRoute) and self.turn_context.worth(play.route).refusal:
            return self.claim(play.route, anyway=True)
        return self.let_count(play)

    def edit_values(self, seat: int) -> "ValueEditor":
        """A player's numbers are to be set to what is on the table."""
        from companion.desk.values import ValueEditor

        return ValueEditor(self, seat)

    # --- consequences, before the yes ---

    def consider(self, change: Revision) -> ChangePreview | None:
        """Work out what a change of what was played would do, or say why it cannot be."""
        try:
            self.preview = ChangePreview.of(self.referee.game, change)
        except Refusal as refusal:
            self.refuse(refusal, change)
            return None
        return self.preview

    def shift(self) -> None:
        """The other choice for all turns after a forgotten one."""
        if self.preview is not None:
            self.preview = self.preview.shifted()
            self.changed()

    def accept(self, moment: Moment) -> bool:
        """Do what was considered; whether it was accepted."""
        return self.preview is not None and self.submit(self.preview.change, moment)

    # --- touches ---

    def moment(self) -> Moment:
        """What a finger sees that comes down now."""
        game = self.referee.game.uuid if self.referee.has_game else None
        return Moment(game, self.referee.seq, self.half.step)

    def _brought_up(self, moment: Moment) -> Moment:
        """The same moment, where nothing but remarks came since: it saw what is so now."""
        if not self.referee.has_game or moment.game != self.referee.game.uuid:
            return moment
        game = self.referee.game
        is_so_now = game.last_change.seq <= moment.seq <= game.seq
        return replace(moment, seq=game.seq) if is_so_now else moment

    def card(self, card: str, moment: Moment) -> None:
        """A card of the tray was touched: the first waits, with the second the turn is made."""
        moment = self._brought_up(moment)
        tap = Tap(card, moment.seq, moment.step)
        if moment.game != self.moment().game or not self.half.sees(tap):
            return
        refusal = why_not_drawn(TurnContext.now(self.referee.game), self.half, card)
        if refusal is not None:  # at once, not with the second card
            self.refuse(refusal, draw_so_far(self.half, card))
            return
        after = self.half.tap(tap)
        if isinstance(after, HalfTurn):
            self._wait(after)
        else:
            self.submit(after, moment)

    def _wait(self, half: HalfTurn) -> None:
        self.half, self.refusal = half, None
        self.referee.save_pending_card(half.first)
        self.changed()

    def no_second_card(self, moment: Moment) -> None:
        """Nothing else could be drawn (R5)."""
        draw = self.half.alone()
        if draw is not None and self._brought_up(moment) == self.moment():
            self.submit(draw, moment)

    def take_back(self, moment: Moment) -> None:
        """Put the waiting card back."""
        if self.half.first is not None and self._brought_up(moment) == self.moment():
            self._wait(self.half.without_first())

    def undo(self, moment: Moment) -> None:
        """Take back the waiting card, or else the last change."""
        if self.half.first is not None:
            self.take_back(moment)
        else:
            self.submit(Undo(), moment)

    def two_trains(self, seat: int, moment: Moment) -> None:
        """The commonest turn, by whoever sits there: on their turn, and with no card waiting."""
        state = self.referee.game.state
        if seat >= len(state.seats) or state.player is None:
            return
        if seat != state.player:
            self.advise(self.words.not_on_turn(state.seats[state.player].name))
        elif self.half.first is not None:
            self.advise(self.words.card_waits())
        else:
            self.submit(DrawCards((TRAIN, TRAIN)), moment)

    def object_by(self, seat: int, moment: Moment) -> None:
        """Whoever sits there objects to the last turn that stands."""
        game = self.referee.game
        last = game.last_play
        if last is not None and seat < len(game.state.seats):
            self.dispute(last.seq, game.state.seats[seat].name, moment)

    def dispute(self, entry: int, player: str, moment: Moment) -> bool:
        """A player objects to an entry; whether it was accepted."""
        return self.submit(Object(entry, player), moment)

    def submit(self, command: Command, moment: Moment) -> bool:
        """Put a command to the referee as of the moment of the touch; whether it was accepted."""
        self._making_room = unfinished(self.referee) if isinstance(command, NewGame) else None
        if isinstance(command, Turn):  # whatever was remarked meanwhile, from a phone say
            moment = self._brought_up(moment)
        try:
            self.referee.submit(command, seq=moment.seq, game=moment.game)
        except Refusal as refusal:
            self.refuse(refusal, command)
            return False
        return True

    def refuse(self, refusal: Refusal, command: Command | None = None) -> None:
        """Say why a command is not carried out; what was said before stays underneath."""
        why, play = self.words.why(refusal.code, refusal.facts), None
        if self.referee.has_game:
            play = refused_play(command, refusal.code, self.turn_context)
        self.refusal = RefusalNotice(refusal.code, refusal.rule, why, play, refusal.to_keep())
        self.changed()

    def advise(self, text: str) -> None:
        """Say why a press did nothing, where no rule was broken."""
        self.refusal = RefusalNotice("advice", None, text)
        self.changed()

    def dismiss_refusal(self) -> None:
        """Whoever touched has read the refusal."""
        if self.refusal is not None:
            self.refusal = None
            self.changed()

    @property
    def calls_out(self) -> str:
        """What is called out loudly now; the next action ends it."""
        return self.message.call if self.message is not None and self.half.first is None else ""

    def dismiss_call(self) -> None:
        """The last round was called out, and has been heard."""
        if self.message is not None and self.message.call:
            self.message = replace(self.message, call="")
            self.changed()

    @property
    def shows_last_claim(self) -> bool:
        """Whether play has ended with a claim, and nobody has gone on from what it asks for.

        It may count by a redo or an amendment too: a marker is to be moved all the same.
        """
        return self._last_turn is not None

    def go_on(self) -> None:
        """The marker is moved after the last claim: on to the tickets."""
        self._last_turn = None
        self.changed()

    # --- announcements ---

    def _on_announcement(self, announcement: Announcement) -> None:
        game = self.referee.game
        self.last_announcement = announcement
        self.dropped_card = self._carry_on(announcement)
        if announcement.entry is None or announcement.entry.verb not in REMARKS:
            self._forget_what_was_asked()
        self.saved = announcement.saved is not False
        if game.board is not self.board:
            self.speak(self.language)
        self._update_message(announcement)
        if self.dropped_card is not None and self.message is not None:
            self.message = with_dropped(self.words, self.message, self.dropped_card)
        self.stock.on_change()
        self.reveal.on_change()
        self.changed()

    def _forget_what_was_asked(self) -> None:
        """It was of a game that has gone on since; a remark lets everyone finish."""
        self.refusal = None
        self.preview = None
        self._revising = None

    def _turn_now(self) -> tuple[str, int, int | None] | None:
        """Which turn it is: of which game, which one, and whose."""
        if not self.referee.has_game:
            return None
        game = self.referee.game
        return game.uuid, game.state.turn, game.state.player

    def _carry_on(self, announcement: Announcement) -> str | None:
        """Have what waits in the present turn; a card that waited for nothing is the answer.

        It goes on waiting while its turn does: through an objection, or a board correction.
        """
        was, before, seq = self.half, self._turn, self.referee.seq
        self.half, self._turn = HalfTurn(seq), self._turn_now()
        if self._turn is None or before is None or self._turn[0] != before[0]:
            self.half = HalfTurn.restored(seq, self.referee.pending_card())
        elif self._turn == before:
            self.half = was.carried_on(seq)
            if was.first is not None:
                self.referee.save_pending_card(was.first)
        elif announcement.entry is not None and not was.is_in(announcement.entry.request):
            return was.first
        return None

    def _update_message(self, announcement: Announcement) -> None:
        """What to do now; an objection to what was said last leaves it on screen."""
        request = announcement.entry.request if announcement.entry is not None else {}
        last = self.message
        if last is not None and request.get("do") == "object" and request["entry"] == last.entry:
            self.message = disputed(self.words, last, request["by"])
        elif self._last_turn is not None and request.get("do") in REMARKS:
            self._say_last_turn(request)
        else:
            self._last_turn = self._last_turn_after(announcement)
            self._announce(announcement)
        if self._making_room is not None and self.message is not None:
            self.message = with_way_back(self.words, self.message, self._making_room)
            self._making_room = None

    def _announce(self, announcement: Announcement) -> None:
        hidden = self.hides_scores()
        self.message = message_for(self.words, self.referee.game, announcement, hidden=hidden)

    def _say_last_turn(self, remark: Mapping[str, Any]) -> None:
        """Its tasks stay there whatever is remarked; it is disputed until that is settled."""
        is_on_it = self.message is not None and remark["entry"] == self.message.entry
        if self._last_turn is not None and is_on_it:
            self._announce(self._last_turn)

    def _last_turn_after(self, announcement: Announcement) -> Announcement | None:
        """The turn that play has ended with, where its tasks come before the tickets."""
        if ends_with_a_task(announcement):
            return announcement
        entry = announcement.entry
        goes_on = entry is None or entry.verb == "reveal"
        is_over = self.referee.game.state.phase == "tickets"
        return self._last_turn if is_over and not goes_on else None
