"""Texts before and after a play: what it would score, what it changes, results of tickets."""

from collections.abc import Iterable, Mapping, Sequence

from companion.game.board.board import Route
from companion.game.events import Ticket
from companion.game.refusal import Refusal
from companion.game.rulebook import CARDS_OF_TERRAIN
from companion.words.words import Words


class PlayWords(Words):
    """Choices before a play, corrections, tickets and results."""

    # --- claims ---

    def which_route(self, more: int) -> str:
        """The heading over several matching routes."""
        if not more:
            return self.gettext("Which route?")
        text = self.ngettext(
            "Which route? {n} more matches: add a colour, a length or more letters.",
            "Which route? {n} more match: add a colour, a length or more letters.",
            more,
        )
        return text.format(n=more)

    def route_option(self, route: Route, worth: str) -> str:
        """A route in a list, with its points."""
        return self.labelled(self.names.route_in_full(route), worth)

    def no_route_fits(self, typed: str) -> str:
        return self.gettext("No route matches {typed}.").format(typed=typed)

    def no_route_joins(self, one: str, other: str) -> str:
        """There is no route between two places."""
        return self.gettext("There's no route between {one} and {other}.").format(
            one=self.names.place(one), other=self.names.place(other)
        )

    def route_to_claim(self, route: Route, tracks: int) -> str:
        """The heading over the ways to score a route: the route and its cost."""
        facts = {
            "route": self.names.route_in_full(route),
            "terrain": self.names.card(route.terrain),
            "cards": self.train_cards(route),
        }
        if tracks > 1:
            # Translators: "double" is a route with two tracks.
            return self.gettext("{route} (double, {terrain}): {cards}").format(**facts)
        return self.gettext("{route} ({terrain}): {cards}").format(**facts)

    def train_cards(self, route: Route) -> str:
        """The train cards that a route needs, as a reminder: we don't know the hands (R22)."""
        if route.ferry_locomotives:
            text = self.ngettext(
                "{n} train card, including {locomotives} [R22]",
                "{n} train cards of one colour, including {locomotives} [R22]",
                route.length,
            )
            locomotives = self.locomotives(route.ferry_locomotives)
            return text.format(n=route.length, locomotives=locomotives)
        if route.color == "grey":
            text = self.ngettext(
                "{n} train card of any colour, or a locomotive",
                "{n} train cards of any one colour, or locomotives",
                route.length,
            )
            return text.format(n=route.length)
        return self._cards_of_color(route.color, route.length)

    def _cards_of_color(self, color: str, n: int) -> str:
        ngettext = self.ngettext
        texts = {
            "yellow": ngettext(
                "{n} yellow train card or locomotive", "{n} yellow train cards or locomotives", n
            ),
            "orange": ngettext(
                "{n} orange train card or locomotive", "{n} orange train cards or locomotives", n
            ),
            "red": ngettext(
                "{n} red train card or locomotive", "{n} red train cards or locomotives", n
            ),
            "purple": ngettext(
                "{n} purple train card or locomotive", "{n} purple train cards or locomotives", n
            ),
            "blue": ngettext(
                "{n} blue train card or locomotive", "{n} blue train cards or locomotives", n
            ),
            "green": ngettext(
                "{n} green train card or locomotive", "{n} green train cards or locomotives", n
            ),
            "white": ngettext(
                "{n} white train card or locomotive", "{n} white train cards or locomotives", n
            ),
            "black": ngettext(
                "{n} black train card or locomotive", "{n} black train cards or locomotives", n
            ),
        }
        return texts[color].format(n=n)

    def doubled(self, points: int, payment: str) -> str:
        """A way to double a claim."""
        return self.labelled(self.points(points), payment)

    def worth(self, points: int, doubled: int, payment: str | None = None) -> str:
        """The points of a route, and of doubling it the cheapest way."""
        if payment is None:
            return self.points(points)
        text = self.gettext("{points}, or {doubled} with {payment}")
        return text.format(points=self.points(points), doubled=doubled, payment=payment)

    def refused_way(self, payment: str, refusal: Refusal) -> str:
        """Why a way to double is unavailable."""
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
            rivals=self.together(facts["rivals"]),
            rival=facts["rival"],
            player=facts["player"],
            own=facts["own"],
            n=missing,
            rule=refusal.rule,
        )

    def other_terrain(self, route: Route) -> str:
        """The cards are of another terrain than the route."""
        text = self.gettext("{route} is {terrain}: no other terrain doubles it. [R9]")
        return text.format(route=self.names.route(route.id), terrain=self.names.card(route.terrain))

    def more_than_there_are(self, terrain: str, cards: int) -> str:
        """The count is higher than the number of cards of this terrain."""
        ngettext = self.ngettext
        texts = {
            "desert": ngettext(
                "{n} desert card? There are only {all}. Count again.",
                "{n} desert cards? There are only {all}. Count again.",
                cards,
            ),
            "jungle": ngettext(
                "{n} jungle card? There are only {all}. Count again.",
                "{n} jungle cards? There are only {all}. Count again.",
                cards,
            ),
            "mountain": ngettext(
                "{n} mountain card? There are only {all}. Count again.",
                "{n} mountain cards? There are only {all}. Count again.",
                cards,
            ),
        }
        return texts[terrain].format(n=cards, all=CARDS_OF_TERRAIN)

    # --- corrections ---

    def undone(self, entry: int, sentence: str) -> str:
        """What was undone."""
        return self.gettext("Entry {entry} undone: {sentence}").format(
            entry=entry, sentence=sentence
        )

    def redone(self, entry: int, sentence: str) -> str:
        """What was redone."""
        return self.gettext("Entry {entry} redone: {sentence}").format(
            entry=entry, sentence=sentence
        )

    def would_be(self, entry: int, sentence: str) -> str:
        """Preview of an edited entry."""
        text = self.gettext("Entry {entry} would become: {sentence}")
        return text.format(entry=entry, sentence=sentence)

    def would_conflict(self, entry: int, why: str, rule: str | None) -> str:
        """Preview: a later entry would break the rules."""
        if rule is None:
            text = self.gettext("Entry {entry} would be against the rules: {why}")
        else:
            text = self.gettext("Entry {entry} would be against the rules: {why} [{rule}]")
        return text.format(entry=entry, why=why, rule=rule)

    def score_changes(self, changes: Mapping[str, int]) -> str:
        """How a correction changes the scores."""
        changed = {name: change for name, change in changes.items() if change}
        if not changed:
            return self.gettext("No scores change.")
        scores = ", ".join(f"{name} {change:+d}" for name, change in changed.items())
        return self.gettext("Score changes: {scores}.").format(scores=scores)

    def nothing_else_changes(self) -> str:
        """Preview: no later entry would break the rules."""
        return self.gettext("No later entry would be against the rules.")

    def do_it_with(self, command: str) -> str:
        """The command that applies a previewed change, if input isn't interactive."""
        return self.gettext("Nothing changed yet. To apply it: {command}").format(command=command)

    # --- tickets and the end ---

    def ask_ticket(self, player: str, number: int, of: int) -> str:
        text = self.gettext(
            "{player}, ticket {number} of {of} (like cape town - durban 8; '.' cancels): "
        )
        return text.format(player=player, number=number, of=of)

    def ticket_unclear(self, typed: str) -> str:
        """The input isn't a ticket."""
        text = self.gettext("{typed}: type two places and the points, like cape town - durban 8")
        return text.format(typed=typed)

    def ticket_ambiguous(self, typed: str, journeys: Iterable[tuple[str, str]]) -> str:
        """The input matches several tickets."""
        pairs = (f"{self.names.place(start)} - {self.names.place(end)}" for start, end in journeys)
        return self.gettext("{typed} could be: {tickets}.").format(
            typed=typed, tickets=self.either(pairs)
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
        """A ticket with the points it scored."""
        points = ticket.points if ticket.completed else -ticket.points
        start, end = self.names.place(ticket.start), self.names.place(ticket.end)
        return f"{start} - {end} {points:+d}"

    def tickets_of(self, player: str, tickets: str) -> str:
        """All tickets of a player."""
        return self.gettext("{player}'s tickets: {tickets}").format(
            player=player, tickets=tickets or self.pgettext("tickets", "none")
        )

    def still_to_show(self, players: Iterable[str]) -> str:
        """Whose tickets are missing."""
        text = self.gettext("Still to show their tickets: {players}.")
        return text.format(players=self.together(players))

    def winners(self, names: Sequence[str], points: int) -> str:
        text = self.ngettext(
            "{players} wins with {points}.",
            "{players} share the win with {points}.",
            len(names),
        )
        return text.format(players=self.together(names), points=self.points(points))

    def sources(self, *, ruled: bool) -> list[str]:
        """Return the sources of points; table rulings only if `ruled`."""
        pgettext = self.pgettext
        names = [
            pgettext("where points come from", "routes"),
            pgettext("where points come from", "doubling"),
            pgettext("where points come from", "tickets"),
            pgettext("where points come from", "Globetrotter"),
        ]
        # Translators: table rulings.
        return [*names, pgettext("where points come from", "rulings")] if ruled else names


def listed(names: Iterable[str]) -> str:
    """Join names with commas, outside a sentence."""
    return ", ".join(names)
