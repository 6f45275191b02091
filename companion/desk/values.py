"""Editing a player's numbers to match the table, set by a table ruling (R20). Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.desk.responses import Accepted, AskReason, DeskResponse, Moment
from companion.game.commands import Adjust
from companion.game.refusal import Refusal
from companion.game.requests.requests import SCORE_LIMIT
from companion.game.rulebook import CARDS_OF_TERRAIN, TERRAINS, TICKETS, TRAINS
from companion.game.rules.table_rulings import check_parts
from companion.game.state import State
from companion.words.table.desk import DeskWords

if TYPE_CHECKING:
    from companion.desk.desk import Desk

DISCARDS: Final = "discards "  # prefix of a terrain
NAMES: Final = (
    "trains",
    "tickets",
    "score",
    *(terrain.value for terrain in TERRAINS),
    *(DISCARDS + terrain for terrain in TERRAINS),
)
_MOST: Final = {"trains": TRAINS, "tickets": TICKETS, "score": SCORE_LIMIT}


@dataclass(frozen=True, slots=True)
class Values:
    """A player's numbers and the discards: before and after editing."""

    state: State
    seat: int
    before: Mapping[str, int]
    after: Mapping[str, int]

    @classmethod
    def of(cls, state: State, seat: int, *, hidden: bool) -> "Values":
        """Return the current numbers; a hidden score starts at 0, as points to add."""
        player = state.seats[seat]
        now = {
            "trains": player.trains,
            "tickets": player.tickets,
            "score": 0 if hidden else state.score(seat),
            **{terrain.value: player.front.of(terrain) for terrain in TERRAINS},
            **{DISCARDS + terrain: state.discards.of(terrain) for terrain in TERRAINS},
        }
        return cls(state, seat, now, now)

    @property
    def changed(self) -> dict[str, int]:
        """The numbers that differ, with their new values."""
        return {name: self.after[name] for name in NAMES if self.after[name] != self.before[name]}

    def stepped(self, name: str, by: int) -> "Values":
        """Return a copy with `by` added to a number, or unchanged if the box has too few."""
        after = replace(self, after={**self.after, name: self.after[name] + by})
        return after if self.may_step(name, by) else self

    def may_step(self, name: str, by: int) -> bool:
        """Whether a number can be changed by this much."""
        number = self.after[name] + by
        least = -SCORE_LIMIT if name == "score" else 0
        if not least <= number <= _MOST.get(name, CARDS_OF_TERRAIN):
            return False
        if by < 0:
            return True
        after = replace(self, after={**self.after, name: number})
        try:
            check_parts(self.state, after.ruling(""))
        except Refusal:
            return False
        return True

    def ruling(self, why: str) -> Adjust:
        """Return the table ruling that sets only the changed numbers."""
        new = self.changed
        if "score" in new:
            new["score"] -= self.before["score"]
        return setting(self.state.seats[self.seat].name, new, why)


def setting(player: str | None, numbers: Mapping[str, int], why: str) -> Adjust:
    """Return the table ruling that sets these numbers by name; a score is added."""
    discards = {n.removeprefix(DISCARDS): to for n, to in numbers.items() if n.startswith(DISCARDS)}
    return Adjust(
        why,
        player=player if len(numbers) > len(discards) else None,
        terrain={name: to for name, to in numbers.items() if name in TERRAINS},
        trains=numbers.get("trains"),
        tickets=numbers.get("tickets"),
        score=numbers.get("score"),
        discards=discards,
    )


def label(words: DeskWords, name: str, *, hidden: bool) -> str:
    """Return the label of a number."""
    gettext, pgettext = words.gettext, words.pgettext
    return {
        "trains": pgettext("label of a number", "Trains"),
        "tickets": pgettext("label of a number", "Tickets"),
        "score": gettext("Added to the score")
        if hidden
        else pgettext("label of a number", "Score"),
        "desert": pgettext("label of a number", "Desert"),
        "jungle": pgettext("label of a number", "Jungle"),
        "mountain": pgettext("label of a number", "Mountain"),
        "discards desert": gettext("Discards: desert"),
        "discards jungle": gettext("Discards: jungle"),
        "discards mountain": gettext("Discards: mountain"),
    }[name]


def in_words(words: DeskWords, values: Values, *, hidden: bool) -> str:
    """Return the changes as text, from old to new value."""
    changes = [
        f"{label(words, name, hidden=hidden)} {values.before[name]} → {new}"
        for name, new in values.changed.items()
    ]
    player = values.state.seats[values.seat].name
    return words.labelled(player, ", ".join(changes))


# --- at the desk ---


class ValueEditor:
    """An edit of a player's numbers in progress.

    Listeners are not notified before it becomes a ruling: the editing front end shows it itself.
    """

    def __init__(self, desk: "Desk", seat: int) -> None:
        self._desk = desk
        self.hidden = desk.hides_scores()
        self.now = Values.of(desk.referee.game.state, seat, hidden=self.hidden)

    def step(self, name: str, by: int) -> None:
        """Add `by` to a number."""
        self.now = self.now.stepped(name, by)

    def finish(self) -> DeskResponse:
        """Ask for the reason, then set all changes by one table ruling (R20)."""
        values = self.now
        if not values.changed:
            return None
        title = in_words(self._desk.words, values, hidden=self.hidden)
        return AskReason(title, lambda why, moment: self._rule(values, why, moment))

    def _rule(self, values: Values, why: str, moment: Moment) -> DeskResponse:
        return Accepted() if self._desk.submit(values.ruling(why), moment) else None
