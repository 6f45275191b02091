"""What is said about past games as a whole: deleting, merging, imports, backups."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.words.pages.pages import PageWords

if TYPE_CHECKING:
    from companion.history import Imported, NotDone


class HistoryWords(PageWords):
    """What was done with past games, or why it was not."""

    def not_done(self, refused: "NotDone") -> str:
        """Why nothing was changed."""
        facts: Mapping[str, Any] = refused.facts
        if refused.code == "played_together":
            text = self.gettext(
                "{one} and {other} have played against each other, so they are two people."
            )
            return text.format(**facts)
        if refused.code == "name_too_long":
            return self.longest_name(facts["most"])
        return self._reasons()[refused.code].format(**facts)

    def _reasons(self) -> dict[str, str]:
        gettext = self.gettext
        return {
            "unknown_player": gettext("There is no such player."),
            "same_player": gettext("{name} is merged with this player already."),
            "not_merged": gettext("This player is not merged with anyone."),
            "no_name": gettext("That is not a name."),
            "name_taken": gettext("The name {name} is taken: you can merge the two."),
            "unknown_game": gettext("There is no such game any more."),
            "on_table": gettext("The game on the table cannot be deleted."),
            "no_copy": gettext("Not deleted: its copy could not be written: {file}: {problem}"),
            "no_backup": gettext("No backup could be made: {problem}"),
            "no_restore": gettext("Not restored, nothing was changed: {problem}"),
        }

    def not_saved(self) -> str:
        """The disk does not take it."""
        return self.gettext("The disk cannot be written to now; nothing was changed.")

    # --- imports ---

    def imported(self, file: str, done: "Imported") -> list[str]:
        """What became of the games of a file, a sentence each."""
        new, known, different = len(done.new), len(done.known), len(done.different)
        back = len(done.taken_back)
        texts = [
            self.ngettext("{file}: {n} game imported.", "{file}: {n} games imported.", new).format(
                file=file, n=new
            )
        ]
        if known:
            text = self.ngettext("{n} was here already.", "{n} were here already.", known)
            texts.append(text.format(n=known))
        if back:
            text = self.ngettext(
                "{n} was deleted here, and is back.", "{n} were deleted here, and are back.", back
            )
            texts.append(text.format(n=back))
        if different:
            text = self.ngettext(
                "{n} went on differently here: ours was kept.",
                "{n} went on differently here: ours were kept.",
                different,
            )
            texts.append(text.format(n=different))
        return texts

    def bad_games(self, file: str, problem: str) -> str:
        """A file that is no file of games, or a damaged one."""
        text = self.gettext(
            "{file} is damaged or not a file of games; nothing was imported: {problem}"
        )
        return text.format(file=file, problem=problem)

    def newer_games(self, file: str) -> str:
        """A file of games that only a newer program can read."""
        text = self.gettext("{file} was written by a newer program, nothing was imported.")
        return text.format(file=file)

    # --- backups ---

    def backed_up(self, file: str) -> str:
        """A backup was made."""
        return self.gettext("Backup made and checked: {file}").format(file=file)

    def backup_line(self, number: int, day: str, size: int) -> str:
        """A backup in the list."""
        date = self.day(f"{day[:4]}-{day[4:6]}-{day[6:]}")
        text = self.gettext("{number}: {date}, {size} kB")
        return text.format(number=number, date=date, size=size // 1000)

    def no_backups(self) -> str:
        """None was ever made."""
        return self.gettext("There are no backups yet.")

    def no_such_backup(self, number: str) -> str:
        """A number that no backup has."""
        text = self.gettext("There is no backup {number}: 'restore' alone lists them.")
        return text.format(number=number)

    def restored(self, kept: str | None) -> str:
        """A backup is in place."""
        if kept is None:
            return self.gettext("The backup is in place.")
        text = self.gettext("The backup is in place; what was there before is kept as {file}.")
        return text.format(file=kept)

    # --- summaries ---

    def rebuilt(self, games: int) -> str:
        """The statistics are as the log has them."""
        text = self.ngettext(
            "Statistics of {n} game recalculated.", "Statistics of {n} games recalculated.", games
        )
        return text.format(n=games)
