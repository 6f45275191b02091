"""Texts about changes, claims and edited turns that the screen and other displays share."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.board.board import Route
from companion.game.rulebook import Terrain
from companion.game.state import State
from companion.referee import Right
from companion.words.table.choices_and_results import PlayWords


class DeskWords(PlayWords):
    """Announcements, rulings and headings; screen labels are defined by the screens."""

    def move_marker(self, facts: Mapping[str, Any]) -> str:
        """Which marker moves where, with the end of a lap it passes (R21)."""
        move = self.marker_move(facts["from"], facts["to"])
        # Translators: {move} is "38 → 46".
        text = self.gettext("{player}: move the marker {move}")
        return text.format(player=facts["player"], move=move)

    def claimed(self, route: str, *, doubled: bool) -> str:
        """The route of a claim, at the end of an announcement."""
        text = self.gettext("{route}, doubled.") if doubled else "{route}."
        return self.about_route(text, {"route": route})

    def claims(self, player: str, route: str) -> str:
        """A claim in an announcement without markers."""
        return self.labelled(player, self.names.route(route))

    def table_ruling(self, why: str) -> str:
        """The reason why a claim against the rules counts."""
        return self.gettext("Table ruling: {why}.").format(why=why)

    def undone_now(self, sentence: str) -> str:
        """What was just undone."""
        return self.gettext("Undone: {sentence}").format(sentence=sentence)

    def undone_together(self, count: int) -> str:
        """Several entries that were undone in a row, in one line."""
        text = self.ngettext("{n} entry undone", "{n} entries undone", count)
        return text.format(n=count)

    def redone_now(self, sentence: str) -> str:
        """What was just redone."""
        return self.gettext("Redone: {sentence}").format(sentence=sentence)

    def begins(self, player: str) -> str:
        """A game has started."""
        return self.gettext("The game begins: {player} plays first").format(player=player)

    def goes_on(self, player: str | None) -> str:
        """A game was resumed."""
        if player is None:
            # Translators: a game is back on the table, in the state in which it was left.
            return self.gettext("As you left it")
        # Translators: a game is back on the table, in the state in which it was left.
        return self.gettext("As you left it: {player}'s turn").format(player=player)

    def left_at(self, state: State, time: str) -> str:
        """The state of a game that can be resumed."""
        names = self.together(seat.name for seat in state.seats)
        if state.player is None:
            return self.gettext("{players} - tickets to show").format(players=names)
        facts = {"players": names, "n": state.turn, "time": time}
        if not time:
            return self.gettext("{players} - turn {n}").format(**facts)
        return self.gettext("{players} - turn {n}, as you left it at {time}").format(**facts)

    def archived(self, players: Sequence[str]) -> str:
        """An unfinished game was replaced by a new one."""
        text = self.gettext("{players}'s unfinished game is saved.")
        return text.format(players=self.together(players))

    def last_round(self, player: str, trains: int) -> str:
        """Why the last round begins; the player who triggered it has one more turn too (R15)."""
        text = self.ngettext(
            "{player} has {n} train left: one more turn for everyone, {player} too",
            "{player} has {n} trains left: one more turn for everyone, {player} too",
            trains,
        )
        return text.format(player=player, n=trains)

    def card_word(self, card: str) -> str:
        """The label of the button that draws a card."""
        return {
            "train": self.pgettext("button that draws a card", "Train"),
            "desert": self.pgettext("button that draws a card", "Desert"),
            "jungle": self.pgettext("button that draws a card", "Jungle"),
            "mountain": self.pgettext("button that draws a card", "Mountain"),
            # Translators: a locomotive from the face-up train cards; little room.
            "locomotive": self.pgettext("button that draws a card", "Face-up loco"),
        }.get(card, card)

    def turn_of(self, player: str) -> str:
        return self.gettext("{player}'s turn").format(player=player)

    def stage(self, state: State) -> str:
        """Whose turn it is, or the phase if it is nobody's turn."""
        if state.player is not None:
            return self.turn_of(state.seats[state.player].name)
        if state.phase == "tickets":
            return self.pgettext("heading: tickets are shown", "Tickets")
        return self.gettext("Game over")

    def in_last_round(self, state: State) -> str:
        """Who triggered the last round, or '' if it isn't being played."""
        if state.last_round is None or state.ended:
            return ""
        by = state.seats[state.last_round.by].name
        return self.gettext("Last round, triggered by {player}").format(player=by)

    def turn(self, number: int) -> str:
        return self.gettext("turn {n}").format(n=number)

    # --- the ruling sheet ---

    def claimer_and_route(self, player: str, route: str) -> str:
        """The heading of a ruling."""
        return f"{player} · {self.names.route(route)}"

    def takes_trains(self, route: Route, left: int) -> str:
        """How many trains a claim takes, of those left."""
        # Translators: the route's colour; the trains it takes, of those the player has left.
        text = self.ngettext(
            "{color} · {n} of {left} trains", "{color} · {n} of {left} trains", route.length
        )
        return text.format(color=self.names.color(route.color), n=route.length, left=left)

    def in_front(self, terrain: Terrain, holders: Mapping[str, int]) -> str:
        """How many cards of a terrain each player has."""
        texts = {
            # Translators: who has how many in front of them: "John 1, Peter 2".
            "desert": self.gettext("Desert cards: {holders}."),
            # Translators: who has how many in front of them: "John 1, Peter 2".
            "jungle": self.gettext("Jungle cards: {holders}."),
            # Translators: who has how many in front of them: "John 1, Peter 2".
            "mountain": self.gettext("Mountain cards: {holders}."),
        }
        return texts[terrain].format(holders=self.holders(holders))

    def may_double(self, player: str) -> str:
        """Nobody has more: terrain cards alone are enough to double."""
        text = self.gettext("Nobody has more than {player}: the route can be doubled.")
        return text.format(player=player)

    def tied(self, rivals: Sequence[str], count: int) -> str:
        """A tie for most: terrain cards alone are enough to double."""
        # Translators: the form follows the number of rivals, not {n}.
        text = self.ngettext(
            "{rivals} has {n} too: a tie is enough.",
            "{rivals} have {n} too: a tie is enough.",
            len(rivals),
        )
        return text.format(rivals=self.together(rivals), n=count)

    def too_few_cards(self, player: str, need: int, locomotives: int) -> str:
        """Nobody has more, but the player has fewer than doubling needs."""
        # Translators: {need} is a number of terrain cards.
        text = self.ngettext(
            "Nobody has more than {player}, but doubling needs {need}: add {n} locomotive.",
            "Nobody has more than {player}, but doubling needs {need}: add {n} locomotives.",
            locomotives,
        )
        return text.format(player=player, need=need, n=locomotives)

    def behind(self, rivals: Sequence[str], terrain: Terrain, locomotives: int) -> str:
        """Another player has more: how many locomotives make it a tie."""
        ties = {
            "desert": self.ngettext(
                "{n} locomotive as desert makes a tie, and a tie is enough.",
                "{n} locomotives as desert make a tie, and a tie is enough.",
                locomotives,
            ),
            "jungle": self.ngettext(
                "{n} locomotive as jungle makes a tie, and a tie is enough.",
                "{n} locomotives as jungle make a tie, and a tie is enough.",
                locomotives,
            ),
            "mountain": self.ngettext(
                "{n} locomotive as mountain makes a tie, and a tie is enough.",
                "{n} locomotives as mountain make a tie, and a tie is enough.",
                locomotives,
            ),
        }
        more = self.ngettext("{rivals} has more.", "{rivals} have more.", len(rivals))
        return f"{more.format(rivals=self.together(rivals))} {ties[terrain].format(n=locomotives)}"

    def leaves_terrain(self, terrain: Terrain, left: int) -> str:
        """How many terrain cards the player would have left, to compare ways to double."""
        if not left:
            return {
                # Translators: on a tile: terrain cards that the player has after this.
                "desert": self.gettext("leaves you no desert"),
                # Translators: on a tile: terrain cards that the player has after this.
                "jungle": self.gettext("leaves you no jungle"),
                # Translators: on a tile: terrain cards that the player has after this.
                "mountain": self.gettext("leaves you no mountain"),
            }[terrain]
        return {
            # Translators: on a tile: terrain cards that the player has after this.
            "desert": self.ngettext("leaves you {n} desert", "leaves you {n} desert", left),
            # Translators: on a tile: terrain cards that the player has after this.
            "jungle": self.ngettext("leaves you {n} jungle", "leaves you {n} jungle", left),
            # Translators: on a tile: terrain cards that the player has after this.
            "mountain": self.ngettext("leaves you {n} mountain", "leaves you {n} mountain", left),
        }[terrain].format(n=left)

    def reminder(self, route: Route, score: int | None, *, doubled: bool) -> str:
        """The train cards to play (we don't know the hands), and where the marker would go."""
        cards = self.train_cards(route)
        if score is None:
            return self.gettext("Play {cards}.").format(cards=cards)
        move = self.marker_move(score, score + route.points)
        if not doubled:
            # Translators: {move} is "38 → 46".
            text = self.gettext("Play {cards}. Marker: {move}.")
            return text.format(cards=cards, move=move)
        # Translators: {move} and {double} are like "38 → 46".
        text = self.gettext("Play {cards}. Marker: {move} (doubled: {double}).")
        double = self.marker_move(score, score + 2 * route.points)
        return text.format(cards=cards, move=move, double=double)

    def claims_doubled(self, doubled: int, claims: int) -> str:
        """How many of a player's claims were doubled."""
        # Translators: how many of a player's claims were doubled; the form follows {all}.
        text = self.ngettext("{n} of {all} claim", "{n} of {all} claims", claims)
        return text.format(n=doubled, all=claims)

    # --- a player's sheet ---

    def passed(self, players: Sequence[str]) -> str:
        """Which players count as having passed."""
        text = self.ngettext("{players} passed", "{players} passed", len(players))
        return text.format(players=self.together(players))

    def back_to_turn(self, player: str) -> str:
        """The button that undoes everything back to this player's turn."""
        # Translators: button: undo until it is this player's turn again.
        return self.gettext("Back to {player}'s turn").format(player=player)

    def right(self, terrain: Terrain, right: Right) -> str:
        """What a player can double in a terrain."""
        if right.long == 0:
            return self.gettext("can double any route with terrain cards alone")
        if right.short == 0:
            assert right.long is not None
            text = self.ngettext(
                "can double 1–3 spaces with a terrain card; 4–6 need {n} locomotive too",
                "can double 1–3 spaces with a terrain card; 4–6 need {n} locomotives too",
                right.long,
            )
            return text.format(n=right.long)
        if right.short is None or right.long is None:
            return self.gettext("can't double: it would take too many locomotives")
        if right.short == right.long:
            # Translators: said of a player and a terrain.
            return self.gettext("needs {locomotives} to double any route").format(
                locomotives=self.locomotives(right.short)
            )
        text = self.gettext("locomotives needed to double: {short} for 1–3 spaces, {long} for 4–6")
        return text.format(short=right.short, long=right.long)

    # --- the log ---

    def turn_again(self, entry: int | None, after: int | None) -> str:
        """The heading of a turn being edited or added."""
        if entry is not None:
            return self.gettext("Edit entry {entry}").format(entry=entry)
        return self.gettext("Missed turn after entry {entry}").format(entry=after)

    def ruled_by_table(self, code: str) -> str:
        """The rule that an entry breaks although the table allowed it."""
        text = self.gettext("Against the rules: {why}. Allowed by the table.")
        return text.format(why=self.why_in_brief(code))

    def disputed(self, player: str, time: str, outcome: str | None) -> str:
        """Who disputed an entry and when, and the outcome."""
        gettext = self.gettext
        if time:
            texts = {
                None: gettext("Disputed by {player} at {time}: unresolved"),
                "upheld": gettext("Disputed by {player} at {time}: the ruling stands"),
                "overruled": gettext("Disputed by {player} at {time}: the ruling was wrong"),
                "dropped": gettext("Disputed by {player} at {time}, then withdrawn"),
            }
        else:  # the clock was wrong
            texts = {
                None: gettext("Disputed by {player}: unresolved"),
                "upheld": gettext("Disputed by {player}: the ruling stands"),
                "overruled": gettext("Disputed by {player}: the ruling was wrong"),
                "dropped": gettext("Disputed by {player}, then withdrawn"),
            }
        return texts[outcome].format(player=player, time=time)

    # --- buttons ---

    def not_on_turn(self, player: str) -> str:
        """Whose turn it is, after another seat's button was pressed."""
        return self.gettext("It's {player}'s turn.").format(player=player)

    def dropped(self, card: str) -> str:
        """The first card was put back because the player did something else."""
        # Translators: the first card of a draw, when the player then did something else.
        return self.gettext("Put back: {card}.").format(card=self.names.card(card))

    def card_waits(self) -> str:
        """Shown when the button for two train cards is pressed after a first card."""
        return self.gettext("First card drawn. Press the second, or Undo.")

    def undo_on_screen(self) -> str:
        """The undo button refuses, because the last entry is too old."""
        return self.gettext("That was over a minute ago. Undo it on the screen.")

    # --- tickets drawn ---

    def draws_tickets(self, player: str) -> str:
        """The heading of the ticket sheet."""
        return self.gettext("{player} draws tickets").format(player=player)

    def tickets_drawn(self, drawn: int, left: int) -> str:
        """How many tickets to draw and choose from."""
        if not drawn:
            return self.gettext("The ticket deck is empty. Do something else.")
        if drawn == left:
            text = self.ngettext(
                "Draw the last ticket. How many do you keep?",
                "Draw the last {n} tickets. How many do you keep?",
                drawn,
            )
            return text.format(n=drawn)
        # Translators: {drawn} is 3 or 4, and decides the form; {n} is more.
        text = self.ngettext(
            "Draw {drawn} ticket ({n} in the deck). How many do you keep?",
            "Draw {drawn} tickets ({n} in the deck). How many do you keep?",
            drawn,
        )
        return text.format(drawn=drawn, n=left)
