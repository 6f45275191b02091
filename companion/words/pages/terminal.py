"""Other texts of the terminal: questions, headings, notices, help."""

import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from companion.game.rulebook import COLORS, TERRAINS
from companion.game.state import State
from companion.journal.errors import (
    ForeignLogError,
    GamesMissingError,
    LogRefusedError,
    LogUnreadableError,
    NewerLogError,
)
from companion.text import fold
from companion.words.pages.disagreements import DisagreementWords
from companion.words.table.choices_and_results import listed


def _(text: str) -> str:
    """Mark a text for translation."""
    return text


HELP: Final[tuple[tuple[str, str], ...]] = (
    # Translators: t d j m l are the letters to type and stay; 60 characters at most.
    ("t t   t d   l", _("t train, d desert, j jungle, m mountain, l face-up loco")),
    # Translators: 60 characters at most, like all lines of this help.
    ("m short", _("only one card, because nothing else could be drawn")),
    ("c cape p", _("claim: finds the route and lists the ways to score it")),
    ("c cape p black 3", _("colour and length narrow it down")),
    ("c cape p x2", _("doubled with the fewest locomotives; x1: not doubled")),
    ("c cape p 1m1l", _("doubled with 1 mountain card and 1 locomotive")),
    ("k 2   p   u   r", _("keep 2 tickets; pass (nothing else possible); undo; redo")),
    ("anyway we agreed", _("record what was just refused: a table ruling, with a reason")),
    ("fix 9 c cape p", _("correct entry 9 or its player: fix 9 by Ben")),
    ("void 9", _("remove entry 9 (now a pass); void 9 shift: entered twice")),
    ("insert 9 Ben t d", _("add Ben's missed turn after entry 9")),
    ("route cape p is 4", _("correct a route to match your board: 4, a colour, ferry 1")),
    ("", _("these preview changes first; fix! void! ... apply at once")),
    ("stock", _("recount the table and find the entry that must be wrong")),
    # Translators: settle, upheld, overruled, dropped are typed and stay in English.
    ("object 9 Anna", _("dispute entry 9; then settle 9 upheld, overruled or dropped")),
    ("set Anna trains 40 why recount", ""),
    ("", _("table ruling; also tickets 3, mountain 2, score +5")),
    ("show Anna: cape town - durban 8, nigeria - beira 12", ""),
    ("", _("Anna's tickets ('show Anna' asks); 'finish' ends early")),
    ("new Anna red desert 3, Ben blue jungle 2, first Ben", ""),
    ("", _("start a new game; 'new' alone asks")),
    ("table rights log result  rules R9  games  resume 2  save  phones  language de", ""),
    ("q", _("quit; the game is saved")),
)


class TerminalWords(DisagreementWords):
    """Texts of the terminal, except rulings."""

    # --- the table ---

    def where_we_are(self, state: State) -> str:
        """The turn and its player, or that play is over."""
        if state.player is not None:
            name = state.seats[state.player].name
            if state.last_round is not None:
                text = self.gettext("LAST ROUND, turn {turn}: {player}'s turn")
            else:
                text = self.gettext("Turn {turn}: {player}'s turn")
            return text.format(turn=state.turn, player=name)
        if state.phase == "over":
            return self.gettext("The game is over")
        return self.gettext("Last turn played: time to show tickets")

    def columns(self) -> list[str]:
        """The column headings of the table."""
        terrains = [self.names.card(terrain) for terrain in TERRAINS]
        counted = (
            self.pgettext("what is counted", "score"),
            self.pgettext("what is counted", "trains"),
            self.pgettext("what is counted", "tickets"),
        )
        return [*counted, *terrains]

    def legend(self) -> str:
        """Legend of the doubling rights."""
        return self.gettext("** can double any route, * only 1-3 spaces, -n: n locomotives short")

    def supply(self, state: State) -> str:
        """What is left to draw."""
        text = self.gettext(
            "terrain deck {deck}, market {market}, discards {discards}; ticket deck {tickets}"
        )
        return text.format(
            deck=state.deck,
            market=state.market,
            discards=sum(state.discards),
            tickets=state.tickets_left,
        )

    def last(self, sentence: str) -> str:
        """The last entry."""
        # Translators: the last entry of the log.
        return self.gettext("last: {sentence}").format(sentence=sentence)

    # --- starting and quitting ---

    def resumed(self, state: State) -> str:
        """Which game was resumed, and its state."""
        # Translators: {now} is whose turn it is, or that the game is over.
        text = self.gettext("{players}'s game, as you left it. {now}.")
        names = self.together(seat.name for seat in state.seats)
        return text.format(players=names, now=self.where_we_are(state))

    def last_entry(self, time: str, sentence: str) -> str:
        """The last entry and its time."""
        if not time:  # the clock was wrong
            return self.gettext("Last entry: {sentence}").format(sentence=sentence)
        return self.gettext("Last entry, {time}: {sentence}").format(time=time, sentence=sentence)

    def last_game_over(self, players: Sequence[str]) -> str:
        text = self.gettext(
            "The last game, {players}, is over: 'result' shows it, 'new' starts another."
        )
        return text.format(players=self.together(players))

    def no_game_yet(self) -> str:
        """How to start a game."""
        return self.gettext(
            "No game on the table. Start one with a line like: new Anna red desert 3, Ben blue"
            " jungle 2"
        )

    def help_hint(self) -> str:
        """How to get help."""
        return self.gettext("'help' lists the commands, 'q' quits; nothing is lost.")

    def archived(self, players: Sequence[str], number: int) -> str:
        """An unfinished game was replaced by another on the table."""
        text = self.gettext("{players}'s game is saved: 'resume {number}' goes back to it.")
        return text.format(players=self.together(players), number=number)

    def farewell(self, entries: int) -> str:
        """The end of a session with everything saved."""
        if not entries:
            return self.gettext("Goodbye.")
        text = self.ngettext(
            "Goodbye. {n} entry is saved; 'play' resumes the game.",
            "Goodbye. All {n} entries are saved; 'play' resumes the game.",
            entries,
        )
        return text.format(n=entries)

    def not_saved(self, *, full: bool) -> str:
        """The persistent notice while the disk can't be written to."""
        if full:
            return self.gettext(
                "NOT SAVED: the disk is full. The game continues in memory; saving is retried"
                " after every change, or when you type 'save'."
            )
        return self.gettext(
            "NOT SAVED: can't write to the disk. The game continues in memory; saving is"
            " retried after every change, or when you type 'save'."
        )

    def not_saved_prompt(self) -> str:
        """The warning before every prompt while the disk can't be written to."""
        return self.gettext("(not saved)")

    def saved_again(self) -> str:
        return self.gettext("Everything is saved.")

    def leaving_unsaved(self) -> str:
        """The warning before quitting loses unsaved entries."""
        return self.gettext(
            "NOT SAVED: if you quit now, unsaved entries are lost. 'q' or Ctrl-D again quits"
            " anyway."
        )

    def lost(self, entries: int) -> str:
        """How many entries were lost when the program ended."""
        text = self.ngettext(
            "NOT SAVED: {n} entry couldn't be written and is lost.",
            "NOT SAVED: {n} entries couldn't be written and are lost.",
            entries,
        )
        return text.format(n=entries)

    def disconnected(self, problem: str) -> str:
        """Why the referee stops: its input or output failed."""
        text = self.gettext(
            "The referee is stopping: its input or output is closed, full or broken ({problem})."
        )
        return text.format(problem=problem)

    def fault(self, problem: str, file: str) -> str:
        """An unexpected error in the program."""
        text = self.gettext(
            "Something went wrong ({problem}); the details are in {file}."
            " The game is as it was after the last entry."
        )
        return text.format(problem=problem, file=file)

    def no_screen(self, why: str) -> str:
        """The touch screen app can't be opened."""
        text = self.gettext(
            "Can't open the touch-screen app ({why}). Here's the score keeper for the terminal"
            " instead."
        )
        return text.format(why=why)

    def log_refused(self, error: LogRefusedError) -> str:
        """Why a log can't be used."""
        if isinstance(error, LogUnreadableError):
            return "\n".join(self.unreadable_log(error))
        if isinstance(error, NewerLogError):
            return "\n".join(self.newer_log(error))
        if isinstance(error, ForeignLogError):
            return "\n".join(self.foreign_log(error))
        if isinstance(error, GamesMissingError):
            return "\n".join(self._missing(error))
        texts = {
            "log_in_use": self.gettext(
                "Another program is keeping score in {file}. Close it first."
            ),
            "log_no_file": self.gettext("{file} isn't a regular file and can't be read."),
        }
        return texts.get(error.code, self.gettext("{file} can't be used.")).format(file=error)

    def _missing(self, error: GamesMissingError) -> list[str]:
        """Which games are missing, how to restore them, and how to continue without them."""
        lines = self.missing_games(error)
        file = shlex.quote(str(error.path))
        if error.newest is not None:
            command = f"sh kiosk/run.sh companion restore {error.newest} --db {file}"
            text = self.gettext("To restore the newest backup, run this in a terminal: {command}")
            lines.append(text.format(command=command))
        if error.kind in ("removed", "empty"):
            text = self.gettext("To start without those games, move {folder} somewhere else.")
            lines.append(text.format(folder=error.backups))
        elif error.kind == "wal":
            text = self.gettext("To start without those games, move {file} somewhere else.")
            lines.append(text.format(file=error.path))
        return lines

    def log_damaged(self, file: str, problem: str) -> str:
        """A log can't be read unless it is recovered."""
        text = self.gettext(
            "{file} is damaged ({problem}). 'play' recovers what it can and keeps the damaged file."
        )
        return text.format(file=file, problem=problem)

    def speaks_now(self, language: str) -> str:
        """The language was changed and saved."""
        # Translators: {language} is the name of a language, in that language.
        return self.gettext("{language} from now on.").format(language=language)

    def speaks_for_now(self, language: str) -> str:
        """The language was changed but couldn't be saved."""
        # Translators: {language} is the name of a language, in that language.
        text = self.gettext("{language} until you quit; the choice couldn't be saved.")
        return text.format(language=language)

    # --- commands ---

    def help(self) -> list[tuple[str, str]]:
        """Return every command and its meaning, which is '' for headings."""
        return [(usage, meaning and self.gettext(meaning)) for usage, meaning in HELP]

    def unknown_command(self, word: str, near: Sequence[str]) -> str:
        """The line doesn't start with a command."""
        if near:
            text = self.gettext(
                "There's no command {word}. Did you mean {near}? 'help' lists them all."
            )
            return text.format(word=word, near=self.either(near))
        return self.gettext("There's no command {word}. 'help' lists them all.").format(word=word)

    def usage(self, example: str) -> str:
        """How to type a command."""
        return self.gettext("Type it like this: {example}").format(example=example)

    def hint(self, code: str, facts: Mapping[str, Any]) -> str:
        """What to do about a refusal, if that isn't obvious."""
        # Translators: from "set" on it is a command to type; the words after "why" may be
        # translated.
        set_tickets = self.gettext(
            "If that's right: set {player} tickets {shown} why counted again"
        )
        return {
            # Translators: "m short" is a command to type and stays.
            "draw_two": self.gettext("If nothing else could be drawn: m short"),
            "terrain_exhausted": self.gettext(
                "'stock' recounts the table and looks for the wrong entry."
            ),
            "not_enough_trains": self.gettext(
                "'stock' recounts the table and looks for the wrong entry."
            ),
            "ticket_count": set_tickets,
        }.get(code, "").format(**facts)

    def pick(self, most: int) -> str:
        """The prompt for a numbered list."""
        return "1? " if most == 1 else self.gettext("1-{most}? ").format(most=most)

    def pick_again(self, most: int) -> str:
        """The number isn't on the list."""
        return self.gettext("Choose a number from 1 to {most}.").format(most=most)

    def yes_or_no(self) -> str:
        """The prompt to confirm a change."""
        return self.gettext("Apply? {yes}/{no} ").format(yes=self.yes()[0], no=self.no()[0])

    def yes_no_later(self, question: str) -> str:
        """The prompt for a question that can be skipped."""
        text = self.gettext("{question} {yes}/{no} (Enter: later) ")
        return text.format(question=question, yes=self.yes()[0], no=self.no()[0])

    def yes(self) -> str:
        """The complete word for yes, as typed."""
        return self.pgettext("typed as an answer", "yes")

    def no(self) -> str:
        """The complete word for no, as typed."""
        return self.pgettext("typed as an answer", "no")

    def is_yes(self, typed: str) -> bool:
        """Whether this is "yes" or a prefix of it, in this language or in English."""
        return _begins_one_of(typed, self.yes(), "yes")

    def is_no(self, typed: str) -> bool:
        """Like is_yes(), for "no"."""
        return _begins_one_of(typed, self.no(), "no")

    def left_as_it_was(self) -> str:
        """A change was not confirmed."""
        return self.gettext("Nothing changed.")

    def who(self, typed: str, players: Iterable[str]) -> str:
        """The name matches several players."""
        text = self.gettext("{typed} could be: {players}.")
        return text.format(typed=typed, players=self.either(players))

    # --- setting up ---

    def free_colors(self, taken: Collection[str]) -> str:
        """Return the colours that nobody has."""
        return listed(self.names.trains(color) for color in COLORS if color not in taken)

    def terrains(self) -> str:
        """Return the terrain cards to choose from."""
        return listed(self.names.card(terrain) for terrain in TERRAINS)

    def who_plays(self) -> str:
        """The introduction to starting a game."""
        return self.gettext(
            "Who's playing? Type the players in seat order: just the name, or everything at"
            " once, like 'Anna red desert 3' (colour, card dealt, tickets kept). '.' cancels."
        )

    def no_game_begun(self) -> str:
        """Starting a game was cancelled."""
        return self.gettext("No game started; 'new' asks again.")

    def ask_name(self, seat: int, enough: bool) -> str:
        if enough:
            return self.gettext("Player {seat} (Enter: no more): ").format(seat=seat)
        return self.gettext("Player {seat}: ").format(seat=seat)

    def ask_color(self, name: str, taken: Collection[str], default: str) -> str:
        # Translators: asks for the colour of a player's trains.
        text = self.gettext("{name}'s trains, {colors} (Enter: {default}): ")
        colors, default = self.free_colors(taken), self.names.trains(default)
        return text.format(name=name, colors=colors, default=default)

    def ask_terrain(self, name: str) -> str:
        text = self.gettext("Terrain card dealt to {name}, {terrains}: ")
        return text.format(name=name, terrains=self.terrains())

    def ask_tickets(self, name: str, default: int) -> str:
        text = self.gettext("Tickets {name} keeps, 2 to 4 (Enter: {default}): ")
        return text.format(name=name, default=default)

    def ask_first(self, default: str) -> str:
        return self.gettext("Who plays first? (Enter: {default}): ").format(default=default)

    def not_among(self, typed: str, choices: str) -> str:
        """The answer isn't one of the choices."""
        return self.gettext("{typed} is not one of: {choices}.").format(
            typed=typed, choices=choices
        )

    def terrain_missing(self, name: str) -> str:
        """The line doesn't say which terrain card the player was dealt."""
        text = self.gettext("Which terrain card was dealt to {name}? Add it: {example}")
        return text.format(name=name, example=f"{name} desert")


def _begins_one_of(typed: str, *answers: str) -> bool:
    """Whether the input is a prefix of an answer, ignoring accents; False if it is empty."""
    letters = fold(typed).strip()
    return bool(letters) and any(fold(answer).startswith(letters) for answer in answers)
