"""What the referee says as sentences for people: why not, what to do now, what became of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from companion.game.board.board import Board
from companion.game.refusal import Refusal
from companion.game.rulebook import TICKETS_DRAWN, marker_move
from companion.game.rules.prompts import Prompt
from companion.text import moment, number, sanitized
from companion.words.language import Translations
from companion.words.log_entries import describe, describe_in_brief, flag_in_words
from companion.words.names import Names
from companion.words.refusals import REFUSALS
from companion.words.rules_text import RULES

if TYPE_CHECKING:  # words are to be had where no database is
    from companion.journal.errors import (
        ForeignLogError,
        GamesMissingError,
        LogUnreadableError,
        NewerLogError,
        RecoveredGame,
        RecoveryReport,
    )

Facts = Mapping[str, Any]


class Words:
    """Sentences in a language, about games on a board."""

    def __init__(self, board: Board, words: Translations) -> None:
        self.board = board
        self.language = words
        self.names = Names(board, words)
        self.gettext = words.gettext
        self.ngettext = words.ngettext
        self.pgettext = words.pgettext
        self.npgettext = words.npgettext

    def why(self, code: str, facts: Facts) -> str:
        """Why something is refused, in a sentence."""
        return REFUSALS[code].long(self, facts)

    def why_in_brief(self, code: str) -> str:
        """Why an entry stands against the rules, in a few words; an unknown code as it is."""
        return self.gettext(REFUSALS[code].short) if code in REFUSALS else code

    def why_on_tile(self, refusal: Refusal) -> str:
        """Why a way to double is not to be had, in the few words that a button has room for."""
        return REFUSALS[refusal.code].tile(self, refusal.facts)

    def about_route(self, text: str, facts: Facts) -> str:
        """A sentence about a route, which may open it."""
        route = self.names.route(facts["route"], opening=text.startswith("{route}"))
        return text.format(**{**facts, "route": route})

    def marker_move(self, old: int, new: int) -> str:
        """From which space to which a marker moves, and the end of a lap that it passes (R21)."""
        move = marker_move(old, new)
        text = "{old} → {new}"
        if move.passed is not None and move.end >= 0:
            text = self.gettext("{old} → {new}, past {passed}")
            if move.is_back:
                text = self.gettext("{old} → {new}, back past {passed}")
        spaces = {"old": self._space(move.start), "new": self._space(move.end)}
        return text.format(passed=move.passed, **spaces)

    def _space(self, space: int) -> str:
        if space >= 0:
            return str(space)
        return self.gettext("{below} below the start").format(below=-space)

    def prompt(self, prompt: Prompt) -> str:
        """What the table has to do."""
        return _PROMPTS[prompt.code](self, prompt.facts)

    def report(self, report: "RecoveryReport") -> str:
        """What became of a damaged log, line by line."""
        gettext, ngettext = self.gettext, self.ngettext
        if report.wal_gone:
            text = gettext("{file} is gone: the last turns may be missing.")
            more = gettext("Compare the log with the table before you go on.")
            return "\n".join([text.format(file=report.wal_gone), more])
        lines = [gettext("The log was damaged ({problem}).").format(problem=report.problem)]
        if not report.copy:  # there was no room for one, or the disk refuses: it is as it was
            more = gettext("It can't be repaired now. Nothing in it was changed.")
            return "\n".join((*lines, more))
        lines.append(gettext("The damaged file is kept as {copy}.").format(copy=report.copy))
        lines += [self._kept(kept) for kept in report.games]
        if not report.games:
            lines.append(gettext("No game could be recovered from it."))
        if report.unreadable:
            text = ngettext("{n} game is lost.", "{n} games are lost.", report.unreadable)
            lines.append(text.format(n=report.unreadable))
        if report.nameless:
            text = ngettext(
                "The name of {n} player is lost.",
                "The names of {n} players are lost.",
                report.nameless,
            )
            lines.append(text.format(n=report.nameless))
        return "\n".join(lines)

    def newer_log(self, error: "NewerLogError") -> list[str]:
        """A file of a newer program, and what to do."""
        text = self.gettext("{file} was written by a newer Stationmaster. It wasn't changed.")
        more = self.gettext(
            "Install the newer version again, or restore a backup from before the update."
        )
        return [text.format(file=error.path), more]

    def foreign_log(self, error: "ForeignLogError") -> list[str]:
        """A file that another program made, or put something into."""
        if not error.strange:
            text = self.gettext("{file} belongs to another program. It wasn't changed.")
            more = self.gettext("Move it somewhere else, or keep your games in another file.")
            return [text.format(file=error.path), more]
        text = self.gettext(
            "{file} has triggers or views that Stationmaster didn't make ({names}). It wasn't"
            " changed."
        )
        more = self.gettext("Remove them if they're yours, or restore a backup.")
        return [text.format(file=error.path, names=", ".join(map(sanitized, error.strange))), more]

    def missing_games(self, error: "GamesMissingError") -> list[str]:
        """What is not there that should be, and how it may come back."""
        gettext = self.gettext
        text = {
            "removed": gettext("{file} is gone, but there are backups of it."),
            "empty": gettext("{file} is empty, but there are backups of it."),
            "link": gettext("{file} is a link to {culprit}, which isn't there."),
            "wal": gettext("{file} is empty: {culprit}, which held the games, is gone."),
        }[error.kind]
        lines = [text.format(file=error.path, culprit=error.culprit)]
        if error.kind == "link":
            lines.append(gettext("Plug the stick or disk back in."))
        return lines

    def unreadable_log(self, error: "LogUnreadableError") -> list[str]:
        """Why the games cannot be read, whose the file is, and the command that helps."""
        text = self.gettext("The games in {file} can't be read.")
        lines = [text.format(file=error.path)]
        if error.owner:
            text = self.gettext("{culprit} belongs to {owner}: {problem}.")
        else:
            text = "{culprit}: {problem}."
        facts = {"culprit": error.culprit, "owner": error.owner, "problem": error.problem}
        lines.append(text.format(**facts))
        if error.remedy:
            text = self.gettext("To fix it, run in a terminal: {command}")
            lines.append(text.format(command=error.remedy))
        return lines

    def _kept(self, kept: "RecoveredGame") -> str:
        if kept.whole:
            text = self.ngettext(
                "{players}'s game: its {n} entry is kept.",
                "{players}'s game: all {n} entries are kept.",
                kept.entries,
            )
        else:
            text = self.gettext("{players}'s game: entries 1 to {n} kept, {first} to {last} lost.")
        return text.format(
            players=self.together(kept.players),
            n=kept.entries,
            first=kept.entries + 1,
            last=kept.expected,
        )

    def entry(self, request: Facts, player: str | None, points: int | None) -> str:
        """What an entry of the log did; `player` is whose it is, or whose was amended.

        Where the points have a place of their own, None leaves those of a claim out.
        """
        return describe(self, request, player, points)

    def brief_entry(self, request: Facts, player: str | None, points: int) -> str:
        """What an entry of the log did, where there is little room."""
        return describe_in_brief(self, request, player, points)

    def flag(self, flag: str) -> str:
        """What is to be known of an entry of the log besides."""
        return flag_in_words(self, flag)

    def rule(self, key: str, drawn: int = TICKETS_DRAWN) -> str | None:
        """A rule in a few words, or None if there is no such rule.

        `drawn` is how many tickets a turn draws in this edition (R10).
        """
        return self.gettext(RULES[key]).format(drawn=drawn) if key in RULES else None

    def undone_entry(self, verb: str, entry: int) -> str:
        """An undo or redo in the log."""
        if verb == "undo":
            return self.gettext("Entry {entry} undone").format(entry=entry)
        return self.gettext("Entry {entry} redone").format(entry=entry)

    def ticket(self, start: str, end: str, points: int) -> str:
        """A ticket by its places and its value."""
        return f"{self.names.place(start)} - {self.names.place(end)} {points}"

    def tickets(self, count: int) -> str:
        """A number of tickets."""
        return self.ngettext("{n} ticket", "{n} tickets", count).format(n=count)

    def payment(self, terrain: str, cards: int, locomotives: int) -> str:
        """What is played to double a claim."""
        if not locomotives:
            return self.terrain_cards(terrain, cards)
        if not cards:
            return self.locomotives(locomotives)
        both = self.terrain_cards(terrain, cards), self.locomotives(locomotives)
        return self.together(both)

    def terrain_cards(self, terrain: str, count: int) -> str:
        """A number of terrain cards of a type."""
        if not count:
            return self._no_terrain_cards(terrain)
        texts = {
            "desert": self.ngettext("{n} desert card", "{n} desert cards", count),
            "jungle": self.ngettext("{n} jungle card", "{n} jungle cards", count),
            "mountain": self.ngettext("{n} mountain card", "{n} mountain cards", count),
        }
        return texts[terrain].format(n=count)

    def _no_terrain_cards(self, terrain: str) -> str:
        return {
            "desert": self.gettext("no desert cards"),
            "jungle": self.gettext("no jungle cards"),
            "mountain": self.gettext("no mountain cards"),
        }[terrain]

    def cards(self, card: str, count: int) -> str:
        """A number of cards of a kind that can be drawn."""
        if card == "train":
            return self.ngettext("{n} train card", "{n} train cards", count).format(n=count)
        if card == "locomotive":
            text = self.ngettext("{n} face-up locomotive", "{n} face-up locomotives", count)
            return text.format(n=count)
        return self.terrain_cards(card, count)

    def counted_cards(self, cards: Iterable[str]) -> str:
        """Cards drawn, those of a kind together: "1 train card and 1 desert card"."""
        return self.together(self.cards(card, n) for card, n in Counter(cards).items())

    def holders(self, holders: Mapping[str, int]) -> str:
        """Who holds how many."""
        return ", ".join(f"{name} {count}" for name, count in holders.items())

    def ways(self, facts: Facts) -> str:
        """What would double the claim after all."""
        if not facts["legal"]:
            return self.gettext("You can't double it now.")
        ways = [
            self.payment(facts["terrain"], way["terrain"], way["locomotives"])
            for way in facts["legal"]
        ]
        return self.gettext("To double it, play {ways}.").format(ways=self.either(ways))

    def either(self, ways: Iterable[str]) -> str:
        """Several ways to do one thing."""
        *first, last = ways
        if not first:
            return last
        # Translators: the end of a list of ways: "1 mountain card, or 1 locomotive".
        text = self.gettext("{one}, or {other}")
        return text.format(one=", ".join(first), other=last)

    def labelled(self, label: str, value: str) -> str:
        """Something, and what is to be said of it."""
        # Translators: what stands before the colon, or whose it is, and what there is of it.
        return self.gettext("{label}: {value}").format(label=label, value=value)

    def together(self, names: Iterable[str]) -> str:
        """Several people or things at once."""
        *first, last = (*names,) or ("",)
        if not first:
            return last
        # Translators: the end of a list: "Anna, Ben and Cleo".
        return self.gettext("{one} and {other}").format(one=", ".join(first), other=last)

    def locomotives(self, count: int) -> str:
        """A number of locomotives."""
        return self.ngettext("{n} locomotive", "{n} locomotives", count).format(n=count)

    def spaces(self, count: int) -> str:
        """The length of a route."""
        return self.ngettext("{n} space", "{n} spaces", count).format(n=count)

    def longest_name(self, letters: int) -> str:
        """Why a name cannot be longer."""
        text = self.ngettext(
            "A name can have at most {n} letter.", "A name can have at most {n} letters.", letters
        )
        return text.format(n=letters)

    def ferry(self, locomotives: int) -> str:
        """That a route is a ferry, with so many signs."""
        text = self.gettext("ferry: {locomotives}")
        return text.format(locomotives=self.locomotives(locomotives))

    def points(self, points: int) -> str:
        """A number of points."""
        return self.ngettext("{n} point", "{n} points", points).format(n=number(points))

    def minutes(self, minutes: int) -> str:
        """A number of minutes."""
        return self.gettext("{n} min").format(n=minutes)

    # --- numbers and moments as the language writes them ---

    def decimal(self, value: float) -> str:
        """A number with one decimal."""
        mark = self.pgettext("between whole numbers and tenths", ".")
        return number(f"{value:.1f}").replace(".", mark)

    def percent(self, share: float) -> str:
        """A part of the whole, in hundredths."""
        # Translators: per cent, with or without a space before the sign.
        return self.gettext("{n}%").format(n=f"{100 * share:.0f}")

    def day(self, at: str) -> str:
        """The day of a moment of the log; '' where the clock was wrong."""
        # Translators: a date in figures, in the order of the language.
        return self._moment(at, self.gettext("{year}-{month}-{day}"))

    def time(self, at: str) -> str:
        """The time of day of a moment of the log; '' where the clock was wrong."""
        # Translators: a time of day, of 24 hours.
        return self._moment(at, self.gettext("{hour}:{minute}"))

    def day_and_time(self, at: str) -> str:
        """A moment of the log; '' where the clock was wrong."""
        return f"{self.day(at)} {self.time(at)}".strip()

    def _moment(self, at: str, form: str) -> str:
        found = moment(at)
        if found is None:
            return ""
        parts = {"year": f"{found:%Y}", "month": f"{found:%m}", "day": f"{found:%d}"}
        return form.format(hour=f"{found:%H}", minute=f"{found:%M}", **parts)


def _fixed(text: str) -> Callable[[Words, Facts], str]:
    """A sentence whose facts need no thought."""
    return lambda words, facts: words.gettext(text).format(**facts)


def _(text: str) -> str:
    """Mark a text for the catalogues."""
    return text


def _lay_trains(words: Words, facts: Facts) -> str:
    text = words.ngettext(
        "{player} lays {count} train.", "{player} lays {count} trains.", facts["count"]
    )
    return text.format(**facts)


def _discard_terrain(words: Words, facts: Facts) -> str:
    ngettext, n = words.ngettext, facts["count"]
    texts = {
        "desert": ngettext(
            "Discard {n} desert card.",
            "Discard {n} desert cards.",
            n,
        ),
        "jungle": ngettext(
            "Discard {n} jungle card.",
            "Discard {n} jungle cards.",
            n,
        ),
        "mountain": ngettext(
            "Discard {n} mountain card.",
            "Discard {n} mountain cards.",
            n,
        ),
    }
    return texts[facts["type"]].format(n=n)


def _discard_locomotives(words: Words, facts: Facts) -> str:
    # Translators: played as terrain; not on the terrain discards.
    text = words.ngettext(
        "Put {n} locomotive on the train discard pile.",
        "Put {n} locomotives on the train discard pile.",
        facts["count"],
    )
    return text.format(n=facts["count"])


def _move_marker(words: Words, facts: Facts) -> str:
    text = words.gettext("{player} {points:+d} = {score}: marker {move}.")
    move = words.marker_move(facts["from"], facts["to"])
    return text.format(player=facts["player"], points=facts["points"], score=facts["to"], move=move)


def _reshuffle(words: Words, facts: Facts) -> str:
    text = words.ngettext(
        "Terrain deck empty: shuffle {cards} discard into a new deck.",
        "Terrain deck empty: shuffle {cards} discards into a new deck.",
        facts["cards"],
    )
    return text.format(**facts)


_PROMPTS: Mapping[str, Callable[[Words, Facts], str]] = {
    "lay_trains": _lay_trains,
    "discard_terrain": _discard_terrain,
    "discard_locomotives": _discard_locomotives,
    "move_marker": _move_marker,
    "reshuffle_terrain": _reshuffle,
    "last_round": _fixed(_("LAST ROUND, triggered by {player}: one more turn for everyone.")),
    "turn": _fixed(_("{player}'s turn.")),
    "show_tickets": _fixed(_("Last turn played: show your tickets.")),
}
