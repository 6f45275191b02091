"""Score keeping in the terminal: takes lines, asks the referee, shows the table."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.desk.consequences import ChangePreview
from companion.desk.desk import Desk
from companion.desk.finder import Finder, closest
from companion.folders import faults_file
from companion.game.board.board import Board
from companion.game.commands import Command, Resume, Revision
from companion.game.game import Game
from companion.game.log.entries import Entry, points_of
from companion.game.log.lines import targets_of_undos
from companion.game.refusal import Refusal
from companion.journal import Journal
from companion.referee import Announcement, Referee
from companion.terminal.pages import result_page, table
from companion.terminal.questions import (
    AskAgainError,
    ChoiceQuestion,
    MisreadInputError,
    Option,
    Pending,
    TextQuestion,
    YesNoQuestion,
    reason_asked_for,
)
from companion.terminal.screen import Screen
from companion.words import Translations
from companion.words.log_entries import sentence_of
from companion.words.pages.terminal import TerminalWords

log = logging.getLogger(__name__)

Order = Callable[["Keeper", str], None]  # handles a line that is not an answer


@dataclass(frozen=True, slots=True)
class OverrulableRefusal:
    """A refused play; `anyway` makes it as a table ruling, with a reason."""

    refusal: Refusal
    anyway: Callable[[str], None]


class Keeper:
    """Keeps score by keyboard. Every line is answered with a sentence, never with a traceback."""

    def __init__(
        self,
        journal: Journal,
        board: Board,
        language: Translations,
        screen: Screen,
        *,
        with_person: bool,
    ) -> None:
        self._journal = journal
        self._board = board
        self._language = language
        self.screen = screen
        self.with_person = with_person  # who can answer questions, unlike a script
        self.desk = Desk(Referee(journal, board), language)
        self.pending: Pending | None = None
        self.phones: Callable[[str], None] | None = None  # handles `phones` commands
        self.last_refusal: OverrulableRefusal | None = None  # since the last change
        self._was_saved = True  # as of the last message
        self.left = False
        self._warned = False
        self._explained = False
        self._reported = 0
        self._spoken: Board | None = None
        self._speak()

    def _speak(self) -> None:
        """Set the words and the search for the board of the game on the table."""
        board = self.desk.board
        if self._spoken is board:
            return
        self._spoken = board
        self.words = TerminalWords(board, self._language)
        self.finder = Finder(board, self.words.names)

    def speak(self, language: Translations) -> None:
        """Switch the language."""
        self._language, self._spoken = language, None
        self.desk.speak(language)
        self._speak()

    def words_on(self, board: Board) -> TerminalWords:
        """Return the words for a board other than the one on the table."""
        return TerminalWords(board, self._language)

    @property
    def referee(self) -> Referee:
        return self.desk.referee

    @property
    def saved(self) -> bool:
        """Whether all entries are on disk."""
        return self.desk.saved

    @property
    def game(self) -> Game:
        """The game on the table.

        Raises:
            Refusal: if there is none.
        """
        return self.referee.game

    # --- lines ---

    def take(self, line: str, order: Order) -> None:
        """Process one line: as an answer if a question is pending, else as a command."""
        pending, self.pending = self.pending, None
        try:
            if pending is None or not pending.take(line.strip()):
                order(self, line.strip())
        except Refusal as refusal:
            self.refuse(refusal)
        except MisreadInputError as misread:
            if isinstance(misread, AskAgainError):
                self.pending = pending
            self.screen.say(str(misread), "refusal")
        except Exception as fault:
            log.exception("on the line %r", line[:200])
            self.screen.say(self.words.fault(type(fault).__name__, str(faults_file())), "refusal")
            self._start_over()

    def _start_over(self) -> None:
        """Recover from an internal error: reload from the log, dropping unfinished input."""
        self.desk.leave()
        self.desk = Desk(Referee(self._journal, self._board), self._language)
        self.last_refusal = None
        self._speak()

    @property
    def prompt(self) -> str:
        """The prompt for the next line."""
        if self.pending is not None:
            return self.pending.prompt
        unsaved = "" if self.saved else f"{self.words.not_saved_prompt()} "
        if not self.referee.has_game:
            return f"{unsaved}> "
        state = self.game.state
        if state.player is None:
            return f"{unsaved}{self.words.phase(state.phase)}> "
        return f"{unsaved}{state.seats[state.player].name}> "

    def choose(self, heading: str, options: Sequence[Option], notes: Sequence[str] = ()) -> None:
        """Show a numbered list and wait for a number; any other line cancels it."""
        self.screen.say(heading, "heading")
        for number, option in enumerate(options, 1):
            self.screen.say(f"  {number}  {option.label}")
        for note in notes:
            self.screen.say(f"     {note}", "quiet")
        self.pending = ChoiceQuestion(self.words, options)

    def confirm(self, act: Callable[[], None], command: str) -> None:
        """Wait for a yes; a script is shown the command that needs none."""
        if not self.with_person:
            self.screen.say(self.words.do_it_with(command))
        self.pending = YesNoQuestion(self.screen, self.words, act)

    def ask(self, prompt: str, act: Callable[[str], None]) -> None:
        """Wait for an answer in text; an empty line cancels it."""
        self.pending = TextQuestion(self.screen, self.words, prompt, act)

    def ask_why(self, reasons: Sequence[str], act: Callable[[str], None]) -> None:
        """Wait for a reason: the number of a common one, or text."""
        self.pending = reason_asked_for(self.screen, self.words, reasons, act)

    # --- changes ---

    def submit(self, *commands: Command) -> None:
        """Submit commands to the referee, show their results, and then the table once."""
        for command in commands:
            self._submit(command)
            assert self.desk.last_announcement is not None
            self.on_announcement(self.desk.last_announcement)
        self.show_table()

    def _submit(self, command: Command) -> None:
        """Submit a command as of now.

        Raises:
            Refusal: if it is refused; nothing has changed then.
        """
        moment = self.desk.moment()
        if isinstance(command, Resume):  # regardless of the game on the table
            moment = replace(moment, game=None)
        if not self.desk.submit(command, moment):
            self._raise()

    def _raise(self) -> None:
        assert self.desk.refusal is not None
        assert self.desk.refusal.refusal is not None
        raise self.desk.refusal.refusal

    def consider(self, change: Revision) -> ChangePreview:
        """Preview a change.

        Raises:
            Refusal: if it cannot be made.
        """
        preview = self.desk.consider(change)
        if preview is None:
            self._raise()
        assert preview is not None
        return preview

    def may_count_anyway(self, refusal: Refusal, anyway: Callable[[str], None]) -> None:
        """Remember how to make a refused play by table ruling, if that is possible."""
        refused = self.desk.refusal
        if refused is not None and refused.play is not None:
            self.last_refusal = OverrulableRefusal(refusal, anyway)

    def on_announcement(self, announcement: Announcement) -> None:
        """Print what was done, and what the players have to do."""
        was_saved, self._was_saved = self._was_saved, self.saved
        self._warned = False
        self.last_refusal = None
        self._speak()
        self._say_what_was_done(announcement)
        for prompt in announcement.say:
            loud = prompt.code in ("last_round", "show_tickets")
            self.screen.say(f"  {self.words.prompt(prompt)}", "warning" if loud else "")
        if self.desk.dropped_card is not None:
            self.screen.say(f"  {self.desk.words.dropped(self.desk.dropped_card)}", "warning")
        for ticket in announcement.tickets or ():
            self.screen.say(f"  {self.words.ticket_checked(ticket)}")
        self._say_reports()
        if announcement.conflicts:
            entries = [conflict.entry for conflict in announcement.conflicts]
            self.screen.say(self.words.stand_against_the_rules(entries), "warning")
        if self.saved and not was_saved:
            self.screen.say(self.words.saved_again())

    def _say_what_was_done(self, announcement: Announcement) -> None:
        entry = announcement.entry
        if entry is None:
            self._say_resumed()
            return
        rule = f" [{announcement.rule}]" if announcement.rule else ""
        if entry.verb in ("undo", "redo"):
            target = self.game.entries[targets_of_undos(self.game.entries)[entry.seq] - 1]
            sentence = sentence_of(self.words, self.game, target)
            say = self.words.undone if entry.verb == "undo" else self.words.redone
            self.screen.say(say(target.seq, sentence))
        else:
            sentence = f"{entry.seq} {sentence_of(self.words, self.game, entry)}{rule}"
            self.screen.say(sentence, "ruling" if entry.is_table_ruling else "")
            self._remind_of_ferry(entry)

    def _remind_of_ferry(self, entry: Entry) -> None:
        """Remind of a ferry's locomotives: we can't check them, because hands are hidden (R22)."""
        if entry.verb == "claim":
            route = self.game.board.routes[entry.request["route"]]
            if route.ferry_locomotives:
                self.screen.say(f"  {self.words.train_cards(route)}")

    def reason(self, refusal: Refusal) -> str:
        """Return the reason of a refusal, with the rule's number."""
        rule = f" [{refusal.rule}]" if refusal.rule else ""
        return f"{self.words.why(refusal.code, refusal.facts)}{rule}"

    def refuse(self, refusal: Refusal) -> None:
        """Print the reason of a refusal, with its rule and a hint."""
        self.screen.say(self.reason(refusal), "refusal")
        if hint := self.words.hint(refusal.code, refusal.facts):
            self.screen.say(f"  {hint}", "quiet")
        if self.last_refusal is not None and self.last_refusal.refusal is refusal:
            self.screen.say(f"  {self.words.anyway()}", "quiet")

    # --- output ---

    def show_table(self) -> None:
        """Print the table or the result, with a warning if entries are not saved."""
        state = self.game.state
        if state.phase == "over":
            self.screen.show([[], *result_page(self.screen, self.words, self.game)])
        else:
            rights, last = self.referee.rights(), self.last_line()
            self.screen.show([[], *table(self.screen, self.words, state, rights, last)])
            self._explain_once()
        if state.phase == "tickets":
            hidden = [seat.name for seat in state.seats if seat.revealed is None]
            self.screen.say(self.words.still_to_show(hidden))
        if not self.saved:
            self.screen.say(self.words.not_saved(full=self.desk.is_disk_full), "warning")

    def _explain_once(self) -> None:
        """Print the legend under the first table of a session."""
        if not self._explained:
            self.screen.say(self.words.legend(), "quiet")
            self._explained = True

    def last_line(self) -> str:
        """Return the last turn in force, as a short sentence."""
        step = self.game.last_play
        if step is None or step.seat is None:
            return ""
        player, points = self.game.state.seats[step.seat].name, points_of(step.events)
        return self.words.last(f"{step.seq} {self.words.brief_entry(step.request, player, points)}")

    def player(self, typed: str) -> str:
        """Find a player by name, its beginning, or colour.

        Raises:
            Refusal: if nobody matches.
            MisreadInputError: if several match.
        """
        seats = self.game.state.seats
        for seat in seats:
            if typed.strip().casefold() == seat.name.casefold():
                return seat.name
        found = [seats[number].name for number in closest(typed, [seat.name for seat in seats])]
        if not found:
            colors = [self.words.names.trains(seat.color) for seat in seats]
            found = [seats[number].name for number in closest(typed, colors)]
        if len(found) > 1:
            raise MisreadInputError(self.words.who(typed, found))
        if not found:
            raise Refusal("unknown_player", player=typed)
        return found[0]

    # --- start and end of a session ---

    def welcome(self) -> bool:
        """Print the game on the table; return whether it can go on."""
        self._say_reports()
        if not self.referee.has_game:
            if not self.with_person:
                self.screen.say(self.words.no_game_yet())
            return False
        state = self.game.state
        if state.phase == "over":
            self.screen.say(self.words.last_game_over([seat.name for seat in state.seats]))
            return False
        self._say_resumed()
        self.show_table()
        return True

    def _say_resumed(self) -> None:
        game, entry = self.game, self.game.entries[-1]
        self.screen.say(self.words.resumed(game.state))
        sentence = f"{entry.seq} {sentence_of(self.words, game, entry)}"
        self.screen.say(
            self.words.last_entry(self.words.day_and_time(entry.at) or entry.at, sentence)
        )

    def _say_reports(self) -> None:
        """Print each report about a recovered file once."""
        reports = self.referee.reports
        for report in reports[self._reported :]:
            self.screen.say(self.words.report(report), "warning")
        self._reported = len(reports)

    def save(self) -> bool:
        """Retry saving; return whether all entries are on disk."""
        self._was_saved = self.desk.save()
        return self.saved

    def leave(self) -> None:
        """End the session; if entries are not saved, warn a person once first."""
        if self.save():
            self.screen.say(self.words.farewell(self.referee.seq))
            self.left = True
        elif self._warned or not self.with_person:
            self.left = True
        else:
            self.screen.say(self.words.leaving_unsaved(), "warning")
            self._warned = True
