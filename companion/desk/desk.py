"""The desk: UI session state between the front ends and the referee."""

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
from companion.game.log.timeline import REMARKS
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
    """Why an action was refused; `play` can still be accepted by table ruling (R20)."""

    code: str
    rule: str | None
    why: str
    play: Play | None = None
    refusal: Refusal | None = field(default=None, compare=False)  # None: no rule was broken


class Desk:
    """UI session state: the half-drawn turn, the last message, and edits in progress."""

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
        self.dropped_card: str | None = None  # pending card dropped by the last change
        self._turn = self._turn_now()
        self.last_announcement: Announcement | None = None  # the last accepted change
        self.message: Message | None = None
        self._last_turn: Announcement | None = None  # the game's last turn, until dismissed
        self.refusal: RefusalNotice | None = None
        self.preview: ChangePreview | None = None  # a change to confirm
        self.saved = not referee.journal.unsaved
        self._revising: TurnContext | None = None
        self._making_room: UnfinishedGame | None = None  # while a new game starts
        self._listeners: Listeners[[]] = Listeners()
        self.speak(language or translations())
        self._unsubscribe = referee.subscribe(self._on_announcement)

    def speak(self, language: Translations) -> None:
        """Change the language."""
        self.language = language
        self.board = self.referee.game.board if self.referee.has_game else self.referee.board
        self.words = DeskWords(self.board, language)

    def hides_scores(self, game: Game | None = None) -> bool:
        """Whether a game's scores are hidden until it is over; default: the current game."""
        if game is None and self.referee.has_game:
            game = self.referee.game
        return self.hidden_scores and (game is None or game.state.phase != "over")

    def leave(self) -> None:
        """Unsubscribe from the referee."""
        self._unsubscribe()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` whenever the display has to change; returns a function that unsubscribes.

        This is the only event bus a front end needs. A change of the game is announced once, after
        the referee has saved it and the desk's message, refusal, pending card and edits are
        updated. Listeners are called in the order in which they subscribed; one that raises is
        logged, and the others still run.
        """
        return self._listeners.subscribe(listener)

    def changed(self) -> None:
        """Notify all listeners."""
        self._listeners.notify()

    def save(self) -> bool:
        """Retry failed writes, and notify listeners on success. Returns whether all is saved."""
        if not self.saved and self.referee.save():
            self.saved = True
            self.changed()
        return self.saved

    @property
    def is_disk_full(self) -> bool:
        """Whether a full disk is why something is not saved."""
        return not self.saved and self.referee.journal.is_disk_full

    # --- edits in progress: loaded on first use, not sent to listeners ---

    @cached_property
    def seats(self) -> "SetupSession":
        """The seats of a new game during set-up.

        Changes to them are not sent to listeners: the editing front end shows them itself.
        """
        from companion.desk.seating_draft import SetupSession

        return SetupSession(self)

    @cached_property
    def stock(self) -> "StocktakeSession":
        """The stock-take in progress."""
        from companion.desk.stocktake.stocktake import StocktakeSession

        return StocktakeSession(self)

    @cached_property
    def reveal(self) -> "RevealSession":
        """The entry of tickets at the end of the game."""
        from companion.desk.reveal import RevealSession

        return RevealSession(self)

    # --- the turn being entered ---

    @property
    def turn_context(self) -> TurnContext:
        """The turn being entered: the current one, unless an earlier one is being edited."""
        return self._revising or TurnContext.now(self.referee.game)

    def revise(self, turn_context: TurnContext | None) -> None:
        """Start editing an earlier turn; None returns to the current one."""
        if turn_context != self._revising:
            self._revising = turn_context
            self.changed()

    def amend(self, entry: int) -> None:
        """Start editing the turn of an entry, beginning with its present values."""
        self.revise(TurnContext.again(self.referee.game, entry))

    def insert_after(self, entry: int) -> None:
        """Start entering a missed turn, by default of the next player."""
        game = self.referee.game
        seat = game.head.since(entry)[0].state.to_move
        self.revise(TurnContext.forgotten(game, entry, seat))

    # --- entering a turn ---

    def enter(self, turn: Turn, moment: Moment) -> DeskResponse:
        """Submit a turn; for an earlier one, return a preview first."""
        change = self.turn_context.change(turn)
        if isinstance(change, Revision):
            return self.consider(change)
        return Accepted() if self.submit(change, moment) else None

    def claim(self, route: str, *, anyway: bool = False) -> DeskResponse:
        """Ask how a route is scored; refuse one that can't be claimed, unless `anyway`."""
        refusal = self.turn_context.worth(route).refusal
        if refusal is None or anyway:
            return AskPayment(route)
        self.refuse(refusal, ClaimRoute(route))
        return None

    def draw_tickets(self, moment: Moment, *, anyway: bool = False) -> DeskResponse:
        """Ask how many tickets are kept; a pending card is dropped only after that."""
        if self.turn_context.state.tickets_left or anyway:
            return AskTicketCount()
        return self.enter(DrawTickets(1), moment)

    # --- table rulings (R20) ---

    def let_count(self, play: Play) -> AskReason:
        """Ask for the reason to accept a play that the rules refuse."""
        title = sentence(self.words, self.turn_context, play)
        return AskReason(title, lambda why, moment: self.enter(RuledPlay(play, why), moment))

    def anyway(self) -> DeskResponse:
        """Accept the refused play by table ruling; for a route, ask first how it scores."""
        play = self.refusal.play if self.refusal is not None else None
        if play is None:
            return None
        if isinstance(play, ClaimRoute) and self.turn_context.worth(play.route).refusal:
            return self.claim(play.route, anyway=True)
        return self.let_count(play)

    def edit_values(self, seat: int) -> "ValueEditor":
        """Return an editor that sets a player's numbers to match the table."""
        from companion.desk.values import ValueEditor

        return ValueEditor(self, seat)

    # --- preview of changes ---

    def consider(self, change: Revision) -> ChangePreview | None:
        """Return a preview of a change; None, with a refusal notice, if it is not allowed."""
        try:
            self.preview = ChangePreview.of(self.referee.game, change)
        except Refusal as refusal:
            self.refuse(refusal, change)
            return None
        return self.preview

    def shift(self) -> None:
        """Toggle whether turns after an inserted or voided one shift by a seat."""
        if self.preview is not None:
            self.preview = self.preview.shifted()
            self.changed()

    def accept(self, moment: Moment) -> bool:
        """Submit the previewed change. Returns whether it was accepted."""
        return self.preview is not None and self.submit(self.preview.change, moment)

    # --- touches ---

    def moment(self) -> Moment:
        """Return the state that a touch sees now."""
        game = self.referee.game.uuid if self.referee.has_game else None
        return Moment(game, self.referee.seq, self.half.step)

    def _brought_up(self, moment: Moment) -> Moment:
        """Return an up-to-date moment if only remarks were made since it."""
        if not self.referee.has_game or moment.game != self.referee.game.uuid:
            return moment
        game = self.referee.game
        is_so_now = game.last_change.seq <= moment.seq <= game.seq
        return replace(moment, seq=game.seq) if is_so_now else moment

    def card(self, card: str, moment: Moment) -> None:
        """Handle a card of the tray: keep the first, submit the turn with the second."""
        moment = self._brought_up(moment)
        tap = Tap(card, moment.seq, moment.step)
        if moment.game != self.moment().game or not self.half.sees(tap):
            return
        refusal = why_not_drawn(TurnContext.now(self.referee.game), self.half, card)
        if refusal is not None:  # immediately, not only with the second card
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
        """Submit the pending card alone, because no other could be drawn (R5)."""
        draw = self.half.alone()
        if draw is not None and self._brought_up(moment) == self.moment():
            self.submit(draw, moment)

    def take_back(self, moment: Moment) -> None:
        """Put the pending card back."""
        if self.half.first is not None and self._brought_up(moment) == self.moment():
            self._wait(self.half.without_first())

    def undo(self, moment: Moment) -> None:
        """Put back the pending card, or undo the last change if there is none."""
        if self.half.first is not None:
            self.take_back(moment)
        else:
            self.submit(Undo(), moment)

    def two_trains(self, seat: int, moment: Moment) -> None:
        """Draw two train cards for this seat, if it is their turn and no card is pending."""
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
        """Object to the last standing turn on behalf of this seat."""
        game = self.referee.game
        last = game.last_play
        if last is not None and seat < len(game.state.seats):
            self.dispute(last.seq, game.state.seats[seat].name, moment)

    def dispute(self, entry: int, player: str, moment: Moment) -> bool:
        """Object to an entry. Returns whether it was accepted."""
        return self.submit(Object(entry, player), moment)

    def submit(self, command: Command, moment: Moment) -> bool:
        """Submit a command with the state that the user saw. Returns whether it was accepted."""
        self._making_room = unfinished(self.referee) if isinstance(command, NewGame) else None
        if isinstance(command, Turn):  # remarks, perhaps from a phone, don't make it stale
            moment = self._brought_up(moment)
        try:
            self.referee.submit(command, seq=moment.seq, game=moment.game)
        except Refusal as refusal:
            self.refuse(refusal, command)
            return False
        return True

    def refuse(self, refusal: Refusal, command: Command | None = None) -> None:
        """Show why a command is refused; the last message stays underneath."""
        why, play = self.words.why(refusal.code, refusal.facts), None
        if self.referee.has_game:
            play = refused_play(command, refusal.code, self.turn_context)
        self.refusal = RefusalNotice(refusal.code, refusal.rule, why, play, refusal.to_keep())
        self.changed()

    def advise(self, text: str) -> None:
        """Show why a press did nothing, if no rule was broken."""
        self.refusal = RefusalNotice("advice", None, text)
        self.changed()

    def dismiss_refusal(self) -> None:
        if self.refusal is not None:
            self.refusal = None
            self.changed()

    @property
    def calls_out(self) -> str:
        """The prominent announcement to show until the next action, or ''."""
        return self.message.call if self.message is not None and self.half.first is None else ""

    def dismiss_call(self) -> None:
        """Dismiss the announcement of the last round."""
        if self.message is not None and self.message.call:
            self.message = replace(self.message, call="")
            self.changed()

    @property
    def shows_last_claim(self) -> bool:
        """Whether play has ended with a claim whose tasks are still shown.

        Also true after a redo or an amendment, since a marker has to be moved then too.
        """
        return self._last_turn is not None

    def go_on(self) -> None:
        """Dismiss the tasks of the last claim and go on to the tickets."""
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
        """Drop dialogs about an outdated game state; remarks don't outdate it."""
        self.refusal = None
        self.preview = None
        self._revising = None

    def _turn_now(self) -> tuple[str, int, int | None] | None:
        """Return the current turn: game, number and player."""
        if not self.referee.has_game:
            return None
        game = self.referee.game
        return game.uuid, game.state.turn, game.state.player

    def _carry_on(self, announcement: Announcement) -> str | None:
        """Update the half turn after a change; return a pending card that was dropped.

        It stays pending as long as its turn lasts: through an objection or a board correction.
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
        """Show the new message; an objection is added to the one it disputes."""
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
        """Show the last turn's tasks again after a remark, disputed until it is settled."""
        is_on_it = self.message is not None and remark["entry"] == self.message.entry
        if self._last_turn is not None and is_on_it:
            self._announce(self._last_turn)

    def _last_turn_after(self, announcement: Announcement) -> Announcement | None:
        """Return the turn that ended play if its tasks come before the tickets."""
        if ends_with_a_task(announcement):
            return announcement
        entry = announcement.entry
        goes_on = entry is None or entry.verb == "reveal"
        is_over = self.referee.game.state.phase == "tickets"
        return self._last_turn if is_over and not goes_on else None
