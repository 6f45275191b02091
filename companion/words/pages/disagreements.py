"""Terminal texts for when table and log disagree: rulings, counts, the board, disputes."""

from collections.abc import Iterable, Mapping, Sequence

from companion.game.board.board import Route
from companion.game.stocktake.stock_count import Difference, Impossible
from companion.words.pages.pages import PageWords


class DisagreementWords(PageWords):
    """Texts for correcting the log to match the table."""

    # --- missed turns ---

    def would_insert(self, after: int, sentence: str) -> str:
        """Preview of a missed turn."""
        text = self.gettext("After entry {entry}, this turn would be added: {sentence}")
        return text.format(entry=after, sentence=sentence)

    def would_be_out(self, entry: int) -> str:
        """Preview of removing an entry."""
        return self.gettext("Entry {entry} would be removed").format(entry=entry)

    def then_it_is(self, sentence: str) -> str:
        """Preview of a change's effect on the game."""
        return self.gettext("As a result: {sentence}").format(sentence=sentence)

    def whose_are_the_later_ones(self) -> str:
        """The question about the turns after a missed one."""
        # Translators: asked when a missed turn is added.
        return self.gettext("What about the turns after it?")

    def later_turns(self, *, shift: bool, conflicts: int, scores: Mapping[str, int]) -> str:
        """An answer to that question, with its effects."""
        if shift:
            # Translators: an answer to "What about the turns after it?".
            what = self.gettext("all shift to the next player: a turn was missed")
        else:
            # Translators: an answer to "What about the turns after it?".
            what = self.gettext("all stay with their players")
        against = [self.against_the_rules(conflicts)] if conflicts else []
        return f"{what}. {' '.join([self.score_changes(scores), *against])}"

    def against_the_rules(self, count: int) -> str:
        """How many later entries would break the rules."""
        text = self.ngettext(
            "{n} later entry would be against the rules.",
            "{n} later entries would be against the rules.",
            count,
        )
        return text.format(n=count)

    def stand_against_the_rules(self, entries: Sequence[int]) -> str:
        """Which entries break the rules after a correction, and how to fix them."""
        text = self.ngettext(
            "Entry {entries} is now against the rules: 'fix {first} ...' corrects it.",
            "Entries {entries} are now against the rules: 'fix {first} ...' corrects the first.",
            len(entries),
        )
        return text.format(entries=self.together(map(str, entries)), first=entries[0])

    # --- table rulings ---

    def anyway(self) -> str:
        """How to record a refused play."""
        return self.gettext("Did the table decide differently? Type 'anyway' to record it.")

    def nothing_refused(self) -> str:
        """There is no refused play to record anyway."""
        return self.gettext("Nothing has been refused since the last entry.")

    def in_spite_of(self, reason: str) -> str:
        """The refusal that a table ruling overrides."""
        return self.gettext("Table ruling, despite: {reason}").format(reason=reason)

    def ask_why(self, reasons: Sequence[str]) -> str:
        """The prompt for a reason."""
        choices = ", ".join(f"{number} {reason}" for number, reason in enumerate(reasons, 1))
        text = self.gettext("Why? {choices}, or in your own words (Enter: cancel): ")
        return text.format(choices=choices)

    def reasons_to_rule(self) -> tuple[str, ...]:
        """Suggested reasons for allowing a refused play."""
        gettext = self.gettext
        # Translators: a reason for a table ruling: the mistake was noticed too late to take it
        # back.
        return gettext("everyone agreed"), gettext("noticed too late"), gettext("house rule")

    def reasons_to_set(self) -> tuple[str, ...]:
        """Suggested reasons for setting a value."""
        gettext = self.gettext
        # Translators: a reason for a table ruling: something was not entered.
        return gettext("recounted"), gettext("not entered"), gettext("everyone agreed")

    # --- the board ---

    def route_as_known(self, route: Route, owner: str | None) -> str:
        """A route as printed on the board in our data."""
        parts = [self.names.route_in_full(route), self.names.card(route.terrain)]
        if route.ferry_locomotives:
            parts.append(self.ferry(route.ferry_locomotives))
        if owner is not None:
            parts.append(self.gettext("claimed by {player}").format(player=owner))
        return ", ".join(parts)

    def if_printed_otherwise(self, example: str) -> str:
        """How to correct a route."""
        text = self.gettext("Different on your board? Type: {example}")
        return text.format(example=example)

    def is_it_so(self, route: Route, field: str) -> str:
        """The question whether our data of an unverified route is right."""
        name = self.names.route(route.id)
        if field == "ferry_locomotives":
            text = self.gettext("Please look: {route}, {locomotives}?")
            locomotives = self.locomotives(route.ferry_locomotives)
            return text.format(route=name, locomotives=locomotives)
        if field == "color":
            text = self.gettext("Please look: {route}, colour {color}?")
            return text.format(route=name, color=self.names.color(route.color))
        text = self.gettext("Please look: {route}, {spaces}?")
        return text.format(route=name, spaces=self.spaces(route.length))

    def what_is_printed(self, field: str) -> str:
        """The follow-up question if it is wrong."""
        return {
            "ferry_locomotives": self.gettext("How many locomotives? "),
            "color": self.gettext("Which colour? "),
        }.get(field, self.gettext("How many spaces? "))

    # --- counting ---

    def count_now(self) -> str:
        """How to do a recount."""
        return self.gettext(
            "Count what's on the table. Enter: the numbers are right. If not, type only the"
            " differences, like: m 3 trains 40. '.' cancels."
        )

    def is_this_there(self, whose: str | None, counts: Mapping[str, int]) -> str:
        """The question about a player's pieces, or the discards."""
        whose = self.gettext("Terrain discards") if whose is None else whose
        numbers = ", ".join(f"{self.counted_thing(what)} {n}" for what, n in counts.items())
        return self.gettext("{whose}: {numbers}? ").format(whose=whose, numbers=numbers)

    def counted_thing(self, what: str) -> str:
        """The name of something that can be counted."""
        texts = {
            "trains": self.pgettext("what is counted", "trains"),
            "score": self.pgettext("what is counted", "score"),
        }
        return texts.get(what) or self.names.card(what)

    def all_is_there(self) -> str:
        """The result of a recount without differences."""
        return self.gettext("Everything matches.")

    def differs(self, difference: Difference) -> str:
        """A count that differs from the log."""
        whose = difference.player
        text = self.gettext("{whose}: {what} {table} on the table, {kiosk} in the log")
        return text.format(
            whose=self.gettext("Terrain discards") if whose is None else whose,
            what=self.counted_thing(difference.what),
            table=difference.table,
            kiosk=difference.kiosk,
        )

    def cannot_be(self, found: Impossible) -> str:
        """A count higher than the number of cards that exist."""
        return f"{self.more_than_there_are(found.terrain, found.cards)} [R3]"

    def what_happened(self, causes: int) -> str:
        """The heading over possible causes and what to do about them."""
        if not causes:
            return self.gettext("No single entry explains it. What now?")
        return self.ngettext(
            "This would explain it. Which is right?",
            "Each of these would explain it. Which is right?",
            causes,
        )

    def what_now(self) -> str:
        """The heading over the choices after an impossible count."""
        return self.gettext("What now?")

    def cause(self, sentence: str, conflicts: int) -> str:
        """A possible cause, and how many conflicts fixing it would create."""
        return f"{sentence} {self.against_the_rules(conflicts)}" if conflicts else sentence

    def table_is_right(self) -> str:
        """The choice to set the counted values."""
        return self.gettext("The table is right: use these counts")

    def count_again(self) -> str:
        return self.gettext("Count again")

    def or_leave_it(self) -> str:
        """A note under an optional choice."""
        return self.gettext("anything else cancels")

    # --- disputes ---

    def not_disputed(self, entry: int) -> str:
        return self.gettext("Entry {entry} isn't disputed.").format(entry=entry)

    def nothing_to_object_to(self) -> str:
        """There is no turn to dispute yet."""
        return self.gettext("No turns entered yet.")

    def which_is_settled(self, entries: Iterable[int]) -> str:
        """Which entries are disputed, if the command doesn't name one."""
        numbers = self.together(map(str, entries))
        if not numbers:
            return self.gettext("There are no disputes.")
        return self.gettext("Disputed: {entries}. Which one?").format(entries=numbers)

    def how_settled(self, sentence: str) -> str:
        """The heading over the ways to resolve a dispute."""
        # Translators: {sentence} is the disputed entry.
        return self.gettext("What did you decide? {sentence}").format(sentence=sentence)

    def outcome(self, outcome: str) -> str:
        """A way to resolve a dispute."""
        return {
            # Translators: "upheld" is typed and stays in English.
            "upheld": self.gettext("upheld: the ruling stands"),
            # Translators: "overruled" is typed and stays in English.
            "overruled": self.gettext("overruled: the ruling was wrong"),
            # Translators: "dropped" is typed and stays in English.
            "dropped": self.gettext("dropped: the dispute is withdrawn"),
        }[outcome]

    def put_right_now(self, entry: int) -> str:
        """The question about an entry whose ruling was wrong."""
        return self.gettext("What should happen to entry {entry}?").format(entry=entry)

    def to_fix(self) -> str:
        """The choice to edit the entry."""
        return self.gettext("edit it")

    def to_void(self) -> str:
        """The choice to remove the entry."""
        return self.gettext("remove it: the turn counts as a pass")

    def to_leave(self) -> str:
        """The choice to keep the entry."""
        return self.gettext("keep it as it is")

    def ask_what_it_was(self, entry: int) -> str:
        """The prompt for the right play."""
        text = self.gettext(
            "What should entry {entry} be? Like: t d, c cape p, by Ben (Enter: cancel): "
        )
        return text.format(entry=entry)

    def put_it_right_by(self, entry: int) -> str:
        """How to correct an entry whose ruling was wrong, if input isn't interactive."""
        text = self.gettext("'fix {entry} ...' or 'void {entry}' corrects it.")
        return text.format(entry=entry)
