"""Texts about whole games: the log, the list of games, rights and results."""

from collections.abc import Mapping, Sequence

from companion.words.table.choices_and_results import PlayWords


class PageWords(PlayWords):
    """Headings and sentences about whole games."""

    def phase(self, phase: str) -> str:
        """The phase of a game."""
        return {
            "play": self.pgettext("how far a game is", "in progress"),
            "tickets": self.pgettext("how far a game is", "tickets to show"),
            "over": self.pgettext("how far a game is", "over"),
        }[phase]

    def entries(self, count: int) -> str:
        return self.ngettext("{n} entry", "{n} entries", count).format(n=count)

    def no_games(self, file: str) -> str:
        """There is no file yet."""
        return self.gettext("No games yet: {file} doesn't exist.").format(file=file)

    def no_games_in(self, file: str) -> str:
        return self.gettext("No games yet in {file}.").format(file=file)

    def unreadable(self, file: str) -> str:
        """The file can't be read, or isn't a file."""
        return self.gettext("{file} can't be read.").format(file=file)

    def no_such_game(self, game: str) -> str:
        return self.gettext("There's no game {game}. 'games' lists them.").format(game=game)

    def all_sound(self, games: int) -> str:
        """The hash chain of every game is intact."""
        text = self.ngettext(
            "{n} game checked: every entry is intact.",
            "{n} games checked: every entry is intact.",
            games,
        )
        return text.format(n=games)

    def faulty(self, number: int, players: Sequence[str], game: str) -> str:
        """The entries of a game were changed."""
        text = self.gettext(
            "Game {number}, {players} ({game}): its entries were damaged or changed."
        )
        return text.format(number=number, players=self.together(players), game=game)

    def wrongly_counted(self, number: int, players: Sequence[str], game: str) -> str:
        """A game is intact, but its statistics are wrong."""
        text = self.gettext(
            "Game {number}, {players} ({game}): its statistics don't match its entries."
        )
        return text.format(number=number, players=self.together(players), game=game)

    def can_be_mended(self) -> str:
        """How to repair damage."""
        return self.gettext("'rebuild' repairs what it can and keeps the damaged file.")

    def damaged(self, number: int, players: Sequence[str], game: str) -> str:
        """A game can't be shown."""
        text = self.gettext("Game {number}, {players} ({game}): damaged, can't be shown.")
        return text.format(number=number, players=self.together(players), game=game)

    def now(self, sentence: str) -> str:
        """What an entry counts as after it was edited."""
        # Translators: what an entry of the log counts as after it was edited.
        return self.gettext("now: {sentence}").format(sentence=sentence)

    def entered_later(self, entry: int, sentence: str) -> str:
        """A missed turn, shown where it belongs."""
        # Translators: in the log, where the turn belongs; {entry} is the number it was entered
        # under later.
        text = self.gettext("missed turn, entered as {entry}: {sentence}")
        return text.format(entry=entry, sentence=sentence)

    def table_ruled(self, code: str) -> str:
        """The rule that a play breaks although the table allowed it."""
        return self.gettext("the rules say: {why}").format(why=self.why_in_brief(code))

    def log_marks(self) -> str:
        """Legend of the log's marks."""
        return self.gettext(
            "* changed later, ! against the rules or disputed, T table ruling, - undone"
        )

    def table_rulings(self, entries: Sequence[int]) -> str:
        """The number of table rulings and their entries."""
        text = self.ngettext(
            "{n} table ruling: entry {entries}",
            "{n} table rulings: entries {entries}",
            len(entries),
        )
        return text.format(n=len(entries), entries=self.together(map(str, entries)))

    def shortfall(self, missing: Mapping[str, int]) -> str:
        """Pieces or cards that an entry took but that weren't there."""
        things = {
            "trains": self.pgettext("what is counted", "trains"),
            "tickets": self.pgettext("what is counted", "tickets"),
        }
        what = ", ".join(
            f"{things.get(thing) or self.names.card(thing)} {count}"
            for thing, count in missing.items()
        )
        # Translators: what an entry of the log used that was not there: "missing: trains 2".
        return self.gettext("missing: {what}").format(what=what)

    def rights_heading(self) -> str:
        """The heading of the doubling rights."""
        return self.gettext(
            "Terrain cards, and the fewest locomotives to double 1-3 and 4-6 spaces (0: terrain"
            " cards are enough)"
        )

    def rights_columns(self) -> list[str]:
        """The column headings under each terrain."""
        # Translators: a short column heading: the player's own terrain cards.
        own = self.pgettext("heading of a column: cards in front of the player", "own")
        return [own, "1-3", "4-6"]

    def result_columns(self) -> list[str]:
        """The column headings of the result."""
        routes, doubling, tickets, globetrotter, rulings = self.sources(ruled=True)
        total = self.pgettext("heading of a column: all points", "total")
        done = self.pgettext("heading of a column: tickets completed", "completed")
        return [total, routes, doubling, rulings, tickets, done, globetrotter]
