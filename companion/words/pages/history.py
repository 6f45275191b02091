"""Messages about past games: deleting, merging, imports, backups."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.words.pages.pages import PageWords

if TYPE_CHECKING:
    from companion.history import HistoryError, ImportResult


class HistoryWords(PageWords):
    """Results of operations on past games, or why they failed."""

    def not_done(self, refused: "HistoryError") -> str:
        """Return why nothing was changed."""
        facts: Mapping[str, Any] = refused.facts
        if refused.code == "played_together":
            text = self.gettext(
                "{one} and {other} have played against each other, so they're two different people."
            )
            return text.format(**facts)
        if refused.code == "name_too_long":
            return self.longest_name(facts["most"])
        return self._reasons()[refused.code].format(**facts)

    def _reasons(self) -> dict[str, str]:
        gettext = self.gettext
        return {
            "unknown_player": gettext("There's no such player."),
            "same_player": gettext("{name} is already merged with this player."),
            "not_merged": gettext("This player isn't merged with anyone."),
            "no_name": gettext("That isn't a valid name."),
            "name_taken": gettext("The name {name} is taken. You can merge the two players."),
            "unknown_game": gettext("That game no longer exists."),
            "on_table": gettext("The game on the table can't be deleted."),
            "no_copy": gettext(
                "Not deleted, because its copy couldn't be written: {file}: {problem}"
            ),
            "no_backup": gettext("Couldn't make a backup: {problem}"),
            "no_restore": gettext("Not restored, and nothing was changed: {problem}"),
        }

    def not_saved(self) -> str:
        """The disk can't be written to."""
        return self.gettext("Can't write to the disk right now; nothing was changed.")

    # --- imports ---

    def imported(self, file: str, done: "ImportResult") -> list[str]:
        """Describe the result of an import, in one or more sentences."""
        new, known, different = len(done.new), len(done.known), len(done.different)
        back = len(done.taken_back)
        texts = [
            self.ngettext("{file}: {n} game imported.", "{file}: {n} games imported.", new).format(
                file=file, n=new
            )
        ]
        if known:
            # Translators: of imported games.
            text = self.ngettext("{n} was already here.", "{n} were already here.", known)
            texts.append(text.format(n=known))
        if back:
            # Translators: of imported games.
            text = self.ngettext(
                "{n} had been deleted here and is back.",
                "{n} had been deleted here and are back.",
                back,
            )
            texts.append(text.format(n=back))
        if different:
            # Translators: of imported games: the kiosk's own version was kept, the file's was not
            # imported.
            text = self.ngettext(
                "{n} differs from the game here, which was kept.",
                "{n} differ from the games here, which were kept.",
                different,
            )
            texts.append(text.format(n=different))
        return texts

    def bad_games(self, file: str, problem: str) -> str:
        """The file isn't a file of games, or is damaged."""
        text = self.gettext(
            "{file} is damaged or isn't a games file; nothing was imported: {problem}"
        )
        return text.format(file=file, problem=problem)

    def newer_games(self, file: str) -> str:
        """Only a newer program can read the file."""
        text = self.gettext("{file} was written by a newer version; nothing was imported.")
        return text.format(file=file)

    # --- backups ---

    def backed_up(self, file: str) -> str:
        return self.gettext("Backup made and checked: {file}").format(file=file)

    def backup_line(self, number: int, day: str, size: int) -> str:
        """A backup in the list."""
        date = self.day(f"{day[:4]}-{day[4:6]}-{day[6:]}")
        text = self.gettext("{number}: {date}, {size} kB")
        return text.format(number=number, date=date, size=size // 1000)

    def no_backups(self) -> str:
        return self.gettext("There are no backups yet.")

    def no_such_backup(self, number: str) -> str:
        text = self.gettext("There's no backup {number}. 'restore' alone lists them.")
        return text.format(number=number)

    def restored(self, kept: str | None) -> str:
        if kept is None:
            return self.gettext("Backup restored.")
        text = self.gettext("Backup restored. The previous games are kept as {file}.")
        return text.format(file=kept)

    # --- summaries ---

    def rebuilt(self, games: int) -> str:
        """All statistics were rebuilt."""
        text = self.ngettext(
            "Statistics rebuilt for {n} game.", "Statistics rebuilt for {n} games.", games
        )
        return text.format(n=games)
