"""Texts in exports, and messages about exporting."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.game.events import ScoreCard
from companion.words.pages.pages import PageWords

if TYPE_CHECKING:
    from companion.exports.breakdown import Breakdown


class ExportWords(PageWords):
    """Titles, notes and labels in exports, and results of exporting."""

    # --- texts in exports ---

    def title(self) -> str:
        """The name of the board game."""
        return self.gettext("The Heart of Africa")

    def heading(self, game: "Breakdown") -> str:
        """Who won, or that the game is unfinished."""
        names = [line.name for line in game.winners]
        if not names:
            return self.gettext("Interim score")
        if len(names) == 1:
            return self.gettext("{player} wins").format(player=names[0])
        if len(names) == 2:
            text = self.gettext("{players} share the win")
            return text.format(players=self.together(names))
        text = self.ngettext("{n} player wins", "{n} players share the win", len(names))
        return text.format(n=len(names))

    def note(self, game: "Breakdown") -> str:
        """The winner's lead, or the tie-break (R19)."""
        if not game.winners:
            return self.phase(game.phase)
        best = game.winners[0].card
        points = self.points(best.total)
        if game.tied:
            text = self.gettext(
                "{points}, tied with {players}; tie broken by completed tickets ({n})"
            )
            tied = self.together(line.name for line in game.tied)
            return text.format(points=points, players=tied, n=best.completed)
        behind = [line.card.total for line in game.players if not line.winner]
        if not behind:
            return self.gettext("{points} each, and the same number of completed tickets").format(
                points=points
            )
        ahead = best.total - max(behind)
        return self.gettext("{points}, {ahead} ahead").format(points=points, ahead=ahead)

    def tickets_and_done(self) -> str:
        """The heading over points for tickets and the number completed."""
        return self.gettext("tickets (completed)")

    def tickets_done(self, count: int) -> str:
        """The number of completed tickets."""
        return self.ngettext("{n} ticket completed", "{n} tickets completed", count).format(n=count)

    def duration(self, minutes: int) -> str:
        hours, minutes = divmod(minutes, 60)
        if not hours:
            return self.minutes(minutes)
        return self.gettext("{hours} h {minutes:02d} min").format(hours=hours, minutes=minutes)

    def turns(self, count: int) -> str:
        return self.ngettext("{n} turn", "{n} turns", count).format(n=count)

    def rulings(self, count: int) -> str:
        if not count:
            return self.gettext("no table rulings")
        return self.ngettext("{n} table ruling", "{n} table rulings", count).format(n=count)

    def corrections(self, count: int) -> str:
        """The number of routes that differ on this table's board."""
        text = self.ngettext("{n} route corrected", "{n} routes corrected", count)
        return text.format(n=count)

    def made_by(self) -> str:
        return self.gettext("Score kept by Stationmaster, unofficial companion")

    # --- BG Stats ---

    def comments(self, game: "Breakdown") -> str:
        """Everyone's points by source, one line each, best first; then other facts of the game."""
        lines = [self._sources_of(line.name, line.card) for line in game.ranked]
        notes = [self.turns(game.turns)]
        if game.rulings:
            notes.append(self.rulings(game.rulings))
        if game.corrections:
            notes.append(self.corrections(len(game.corrections)))
        return "\n".join([*lines, ", ".join(notes)])

    def _sources_of(self, name: str, card: ScoreCard) -> str:
        routes, doubling, tickets, bonus, rulings = self.sources(ruled=True)
        parts = [
            f"{routes} {card.routes}",
            f"{doubling} {card.doubling}",
            f"{tickets} {card.tickets:+d} ({card.completed})",
        ]
        if card.globetrotter:
            parts.append(f"{bonus} {card.globetrotter}")
        if card.adjustments:
            parts.append(f"{rulings} {card.adjustments:+d}")
        return f"{name} {card.total}: {', '.join(parts)}"

    def about_play_file(self) -> str:
        """A note for people who open a .bgsplay file in another program."""
        return self.gettext("Plays for the BG Stats app: open or share this file with it.")

    # --- results ---

    def written(self, file: str) -> str:
        return self.gettext("Saved: {file}").format(file=file)

    def printed(self, printer: str) -> str:
        return self.gettext("Printed on {printer}.").format(printer=printer)

    def not_written(self, file: str, problem: str) -> str:
        """The file couldn't be written, for example to a full or unplugged stick."""
        text = self.gettext("Couldn't write {file} ({problem}). No partial file was left behind.")
        return text.format(file=file, problem=problem)

    def not_printed(self, printer: str, problem: str) -> str:
        """The printer is off or doesn't exist."""
        text = self.gettext("Nothing was printed on {printer}: {problem}.")
        return text.format(printer=printer, problem=problem)

    def extra_missing(self, package: str, extra: str) -> str:
        """This export needs a package that is not installed."""
        text = self.gettext(
            "This needs the package {package}. To install it: pip install 'stationmaster[{extra}]'"
        )
        return text.format(package=package, extra=extra)

    def unfinished(self, players: Sequence[str]) -> str:
        """BG Stats can't import an unfinished game."""
        text = self.gettext("{players}'s game isn't over. BG Stats only takes finished games.")
        return text.format(players=self.together(players))

    def no_stick(self) -> str:
        """No folder was given and no USB stick found."""
        return self.gettext("No USB stick found. Choose a folder with --to FOLDER.")

    def which_stick(self, sticks: Sequence[str]) -> str:
        """No folder was given and several USB sticks found."""
        text = self.gettext("Several USB sticks found ({sticks}). Choose one with --to FOLDER.")
        return text.format(sticks=self.together(sticks))
