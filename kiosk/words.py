"""What only the touch screen says, beside the words it shares with the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.state import State
from companion.words.plays import PlayWords, listed


class KioskWords(PlayWords):
    """Words for announcements and headings; labels on a screen are with the screen."""

    def move_marker(self, facts: Mapping[str, Any]) -> str:
        """Which marker goes where, with its lap around the track (R21)."""
        numbers = {"player": facts["player"], "old": facts["from"], "new": facts["to"]}
        if facts["to"] < 0:
            text = self.gettext("{player}: move the marker {old} → {below} below the start")
            return text.format(below=-facts["to"], **numbers)
        if facts["lap"]:
            text = self.gettext("{player}: move the marker {old} → {space}, lap {lap}")
            return text.format(space=facts["space"], lap=facts["lap"], **numbers)
        return self.gettext("{player}: move the marker {old} → {new}").format(**numbers)

    def claimed(self, route: str, *, doubled: bool) -> str:
        """The route of a claim, at the end of an announcement."""
        if doubled:
            return self.gettext("{route}, doubled.").format(route=self.names.route(route))
        return self.gettext("{route}.").format(route=self.names.route(route))

    def claims(self, player: str, route: str) -> str:
        """A claim where nothing is said of markers."""
        text = self.gettext("{player}: {route}")
        return text.format(player=player, route=self.names.route(route))

    def undone_now(self, sentence: str) -> str:
        """What Undo has just taken back."""
        return self.gettext("Undone: {sentence}").format(sentence=sentence)

    def redone_now(self, sentence: str) -> str:
        """What Redo has just brought back."""
        return self.gettext("Done again: {sentence}").format(sentence=sentence)

    def begins(self, player: str) -> str:
        """A game has just begun."""
        return self.gettext("The game begins: {player} plays first").format(player=player)

    def goes_on(self, player: str | None) -> str:
        """A game is back on the table."""
        if player is None:
            return self.gettext("As you left it")
        return self.gettext("As you left it: {player}'s turn").format(player=player)

    def left_at(self, state: State, time: str) -> str:
        """Where a game stands that waits to go on."""
        names = listed(seat.name for seat in state.seats)
        if state.player is None:
            return self.gettext("{players} - tickets to show").format(players=names)
        facts = {"players": names, "n": state.turn, "time": time}
        if not time:
            return self.gettext("{players} - turn {n}").format(**facts)
        return self.gettext("{players} - turn {n}, as you left it at {time}").format(**facts)

    def archived(self, players: Sequence[str]) -> str:
        """An unfinished game made room for a new one."""
        text = self.gettext("The unfinished game of {players} is kept.")
        return text.format(players=listed(players))

    def last_round(self, player: str) -> str:
        """The call, and the heading of the standing banner."""
        return self.gettext("Last round, called by {player}").format(player=player)

    def turn_of(self, player: str) -> str:
        """Whose turn it is."""
        return self.gettext("{player}'s turn").format(player=player)

    def turn(self, number: int) -> str:
        """The number of the turn."""
        return self.gettext("turn {n}").format(n=number)
