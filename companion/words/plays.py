"""What is said around a play: what it would score, what it changes, what tickets came to."""

from collections.abc import Iterable, Mapping, Sequence

from companion.game.board import Route
from companion.game.events import Ticket
from companion.game.refusal import Refusal
from companion.words.sentences import Words


class PlayWords(Words):
    """Rulings before they are made, and corrections, tickets and results."""

    # --- claims ---

    def which_route(self, more: int) -> str:
        """A heading over several routes that fit."""
        if not more:
            return self.gettext("Which route?")
        text = self.ngettext(
            "Which route? {n} more fits: colour, length or more letters narrow it.",
            "Which route? {n} more fit: colour, length or more letters narrow it.",
            more,
        )
        return text.format(n=more)

    def route_option(self, route: Route, worth: str) -> str:
        """A route in a list, with what it is worth."""
        return self.gettext("{route}: {worth}").format(
            route=self.names.route_in_full(route), worth=worth
        )

    def no_route_fits(self, typed: str) -> str:
        """Nothing found."""
        return self.gettext("No route fits {typed}.").format(typed=typed)

    def no_route_joins(self, one: str, other: str) -> str:
        """Two places found, and no route between them."""
        return self.gettext("No route joins {one} and {other}.").format(
            one=self.names.place(one), other=self.names.place(other)
        )

    def route_to_claim(self, route: Route, tracks: int) -> str:
        """The heading over the ways to score a route: what it is and what it takes."""
        facts = {
            "route": self.names.route_in_full(route),
            "terrain": self.names.card(route.terrain),
            "cards": self.train_cards(route),
        }
        if tracks > 1:
            return self.gettext("{route} (double, {terrain}): {cards}").format(**facts)
        return self.gettext("{route} ({terrain}): {cards}").format(**facts)

    def train_cards(self, route: Route) -> str:
        """The train cards a route takes: a reminder, for hands are hidden (R22)."""
        if route.ferry_locomotives:
            text = self.ngettext(
                "{n} train card, {locomotives} among them [R22]",
                "{n} train cards of one colour, {locomotives} among them [R22]",
                route.length,
            )
            locomotives = self.locomotives(route.ferry_locomotives)
            return text.format(n=route.length, locomotives=locomotives)
        if route.color == "grey":
            text = self.ngettext(
                "{n} train card of any colour",
                "{n} train cards of any one colour, or locomotives",
                route.length,
            )
            return text.format(n=route.length)
        text = self.ngettext(
            "{n} {color} train card or locomotive",
            "{n} {color} train cards or locomotives",
            route.length,
        )
        return text.format(n=route.length, color=self.names.color(route.color))

    def points(self, points: int) -> str:
        """A number of points."""
        return self.ngettext("{n} point", "{n} points", points).format(n=points)

    def doubled(self, points: int, payment: str) -> str:
        """A way to score double."""
        return self.gettext("{points}: {payment}").format(
            points=self.points(points), payment=payment
        )

    def worth(self, points: int, doubled: int, payment: str | None = None) -> str:
        """What a route would score, and double at the cheapest."""
        if payment is None:
            return self.points(points)
        text = self.gettext("{points}, or {doubled} with {payment}")
        return text.format(points=self.points(points), doubled=doubled, payment=payment)

    def refused_way(self, payment: str, refusal: Refusal) -> str:
        """Why a way to double is not to be had."""
        facts = refusal.facts
        if refusal.code == "not_enough_terrain":
            text = self.gettext("not with {payment}: {player} has {cards} [{rule}]")
            cards = self.terrain_cards(facts["terrain"], facts["own"])
            return text.format(
                payment=payment, player=facts["player"], cards=cards, rule=refusal.rule
            )
        if refusal.code != "fewer_than_rival":
            return self.gettext("not with {payment} [{rule}]").format(
                payment=payment, rule=refusal.rule
            )
        missing = facts["rival"] - facts["own"] - facts["offered"]["locomotives"]
        text = self.ngettext(
            "not with {payment}: {terrain} {rivals} {rival}, {player} {own};"
            " {n} locomotive short [{rule}]",
            "not with {payment}: {terrain} {rivals} {rival}, {player} {own};"
            " {n} locomotives short [{rule}]",
            missing,
        )
        return text.format(
            payment=payment,
            terrain=self.names.card(facts["terrain"]),
            rivals=listed(facts["rivals"]),
            rival=facts["rival"],
            player=facts["player"],
            own=facts["own"],
            n=missing,
            rule=refusal.rule,
        )

    def other_terrain(self, route: Route) -> str:
        """Cards of another type were named."""
        text = self.gettext("{route} is {terrain}: no other terrain doubles it. [R9]")
        return text.format(route=self.names.route(route.id), terrain=self.names.card(route.terrain))

    # --- putting right ---

    def undone(self, entry: int, sentence: str) -> str:
        """What an undo took back."""
        return self.gettext("Undone, entry {entry}: {sentence}").format(
            entry=entry, sentence=sentence
        )

    def redone(self, entry: int, sentence: str) -> str:
        """What a redo brought back."""
        return self.gettext("Redone, entry {entry}: {sentence}").format(
            entry=entry, sentence=sentence
        )

    def would_be(self, entry: int, sentence: str) -> str:
        """What an entry would count as."""
        text = self.gettext("Entry {entry} would be: {sentence}")
        return text.format(entry=entry, sentence=sentence)

    def would_conflict(self, entry: int, why: str, rule: str | None) -> str:
        """A later entry that the rules would refuse."""
        if rule is None:
            text = self.gettext("Entry {entry} would stand against the rules: {why}")
        else:
            text = self.gettext("Entry {entry} would stand against the rules: {why} [{rule}]")
        return text.format(entry=entry, why=why, rule=rule)

    def score_changes(self, changes: Mapping[str, int]) -> str:
        """What putting right does to the scores."""
        changed = {name: change for name, change in changes.items() if change}
        if not changed:
            return self.gettext("No score changes.")
        scores = ", ".join(f"{name} {change:+d}" for name, change in changed.items())
        return self.gettext("Scores change: {scores}.").format(scores=scores)

    def nothing_else_changes(self) -> str:
        """No later entry is touched."""
        return self.gettext("No later entry would be against the rules.")

    def do_it_with(self, command: str) -> str:
        """How a script says that it means it."""
        return self.gettext("Nothing is changed yet: {command} does it.").format(command=command)

    # --- tickets and the end ---

    def ask_ticket(self, player: str, number: int, of: int) -> str:
        """The question for a ticket."""
        text = self.gettext(
            "{player}, ticket {number} of {of} (cape town - durban 8; '.' leaves): "
        )
        return text.format(player=player, number=number, of=of)

    def ticket_unclear(self, typed: str) -> str:
        """A ticket that cannot be read."""
        text = self.gettext("{typed}: a ticket is two places and its points, cape town - durban 8")
        return text.format(typed=typed)

    def ticket_ambiguous(self, typed: str, journeys: Iterable[tuple[str, str]]) -> str:
        """A ticket whose places could be several."""
        pairs = (
            self.gettext("{start} - {end}").format(
                start=self.names.place(start), end=self.names.place(end)
            )
            for start, end in journeys
        )
        return self.gettext("{typed} could be: {tickets}.").format(
            typed=typed, tickets=listed(pairs)
        )

    def ticket_checked(self, ticket: Ticket) -> str:
        """Whether a ticket was completed."""
        face = self.ticket(ticket.start, ticket.end, ticket.points)
        if ticket.completed:
            text = self.gettext("{ticket}: completed, {points:+d}")
            return text.format(ticket=face, points=ticket.points)
        text = self.gettext("{ticket}: not completed, {points:+d}")
        return text.format(ticket=face, points=-ticket.points)

    def ticket_scored(self, ticket: Ticket) -> str:
        """A ticket with what it came to."""
        return self.gettext("{start} - {end} {points:+d}").format(
            start=self.names.place(ticket.start),
            end=self.names.place(ticket.end),
            points=ticket.points if ticket.completed else -ticket.points,
        )

    def tickets_of(self, player: str, tickets: str) -> str:
        """All tickets of a player."""
        return self.gettext("{player}'s tickets: {tickets}").format(
            player=player, tickets=tickets or self.gettext("none")
        )

    def still_to_show(self, players: Iterable[str]) -> str:
        """Whose tickets are missing."""
        return self.gettext("Tickets still to show: {players}.").format(players=listed(players))

    def winners(self, names: Sequence[str], points: int) -> str:
        """Who has won."""
        if len(names) == 1:
            text = self.gettext("{name} wins with {points}.")
        else:
            text = self.gettext("{name} share the win with {points}.")
        return text.format(name=listed(names), points=self.points(points))


def listed(names: Iterable[str]) -> str:
    """Names one after the other."""
    return ", ".join(names)
