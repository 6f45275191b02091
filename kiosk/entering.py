"""Entering turns, on whatever screen: by the rules, or in spite of them."""

from collections.abc import Callable

from companion.desk.desk import Desk, Moment
from companion.desk.overruling import lacks_second, sentence
from companion.game.commands import (
    ClaimRoute,
    DrawCards,
    DrawTickets,
    Overruled,
    Play,
    Revision,
    Turn,
)
from companion.game.refusal import Refusal


class Entering:
    """The part of the app that turns come through; the rest of it shows what became of them."""

    desk: Desk
    go: Callable[..., None]
    home: Callable[..., None]
    lift: Callable[..., None]
    lay_sheet: Callable[..., None]

    def claim(self, city: str | None = None) -> None:
        """Begin a claim; a waiting card is dropped."""
        self.desk.take_back(self.desk.moment())
        self.go("claim", city=city)

    def enter(self, turn: Turn, moment: Moment) -> None:
        """A turn was told: it counts; one of earlier shows first what it would change."""
        change = self.desk.occasion.change(turn)
        if isinstance(change, Revision):
            self.consider(change)
        elif self.desk.submit(change, moment):
            self.home()

    def consider(self, change: Revision) -> None:
        """Show what a change of what was played would do, or say why it cannot be."""
        try:
            self.lay_sheet("consequences", "ConsequencesSheet", change=change)
        except Refusal as refusal:
            self.desk.refuse(refusal, change)

    def rule_on(self, route: str, *, overruled: bool = False) -> None:
        """Lay the ruling on a route over the screen, or say why it cannot be claimed.

        The table may claim it all the same: then each way to score it is a ruling of the table.
        """
        refusal = self.desk.occasion.worth(route).refusal
        if refusal is not None and not overruled:
            self.desk.refuse(refusal, ClaimRoute(route))
        else:
            self.lay_sheet("ruling", "RulingSheet", route=route)

    # --- what the table lets count against the rules (R20) ---

    def ask_why(self, title: str, then: Callable[[str, Moment], None]) -> None:
        """Ask for the reason of a table ruling; `then` is called with it."""
        self.lay_sheet("reason", "ReasonSheet", title=title, then=then)

    def overrule(self, play: Play) -> None:
        """Let a play count that the rules refuse, with a reason."""
        title = sentence(self.desk.words, self.desk.occasion, play)
        self.ask_why(title, lambda why, moment: self._rule(play, why, moment))

    def _rule(self, play: Play, why: str, moment: Moment) -> None:
        if isinstance(play, DrawCards) and lacks_second(play):
            self.lift()
            self.desk.ruled_card(play.cards[0], why, moment)
        else:
            self.enter(Overruled(play, why), moment)

    def record_anyway(self) -> None:
        """What was refused is to count; of a route it is asked first how it scores."""
        play = self.desk.refused.play if self.desk.refused is not None else None
        if isinstance(play, ClaimRoute) and self.desk.occasion.worth(play.route).refusal:
            self.rule_on(play.route, overruled=True)
        elif play is not None:
            self.overrule(play)

    def draw_tickets(self, moment: Moment, *, overruled: bool = False) -> None:
        """Ask how many tickets are kept; a waiting card is dropped."""
        self.desk.take_back(self.desk.moment())
        if self.desk.occasion.state.tickets_left or overruled:
            self.lay_sheet("tickets_drawn", "TicketsDrawnSheet")
        else:
            self.enter(DrawTickets(1), moment)
