"""The referee's answers as sentences: refusals, prompts, log entries and reports."""

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

if TYPE_CHECKING:  # words must be importable without a database
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
        """Return the reason for a refusal as a sentence."""
        return REFUSALS[code].long(self, facts)

    def why_in_brief(self, code: str) -> str:
        """Return why an entry breaks the rules in a few words; an unknown code is unchanged."""
        return self.gettext(REFUSALS[code].short) if code in REFUSALS else code

    def why_on_tile(self, refusal: Refusal) -> str:
        """Return why a way to double is unavailable, short enough for a button."""
        return REFUSALS[refusal.code].tile(self, refusal.facts)

    def about_route(self, text: str, facts: Facts) -> str:
        """Fill in a sentence about a route, capitalised if the route opens it."""
        route = self.names.route(facts["route"], opening=text.startswith("{route}"))
        return text.format(**{**facts, "route": route})

    def marker_move(self, old: int, new: int) -> str:
        """Return a marker's move from space to space, with the end of a lap it passes (R21)."""
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
        """Return what the table has to do."""
        return _PROMPTS[prompt.code](self, prompt.facts)

    def report(self, report: "RecoveryReport") -> str:
        """Describe the recovery of a damaged log, one sentence per line."""
        gettext, ngettext = self.gettext, self.ngettext
        if report.wal_gone:
            text = gettext("{file} is gone: the last turns may be missing.")
            more = gettext("Compare the log with the table before you go on.")
            return "\n".join([text.format(file=report.wal_gone), more])
        lines = [gettext("The log was damaged ({problem}).").format(problem=report.problem)]
        if not report.copy:  # the disk is full or failing: the file is unchanged
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
        """Explain that a newer program wrote the file, and what to do."""
        text = self.gettext("{file} was written by a newer Stationmaster. It wasn't changed.")
        more = self.gettext(
            "Install the newer version again, or restore a backup from before the update."
        )
        return [text.format(file=error.path), more]

    def foreign_log(self, error: "ForeignLogError") -> list[str]:
        """Explain that another program made or changed the file."""
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
        """Explain which games are missing and how to get them back."""
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
        """Explain why the games can't be read, who owns the file, and which command helps."""
        text = self.gettext("The games in {file} can't be read.")
        lines = [text.format(file=error.path)]
        if error.owner:
            text = self.gettext("{culprit} belongs to {owner}: {problem}.")
        else:
            text = "{culprit}: {problem}."
        facts = {"culprit": error.culprit, "owner": error.owner, "problem": error.problem}
        lines.append(text.format(**facts))
        if error.remedy:
            text = self.gettext("To fix it, run this in a terminal: {command}")
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
        """Describe a log entry; for an edit, `player` is the player of the edited entry.

        If `points` is None, a claim is described without its points.
        """
        return describe(self, request, player, points)

    def brief_entry(self, request: Facts, player: str | None, points: int) -> str:
        """Describe a log entry in few words."""
        return describe_in_brief(self, request, player, points)

    def flag(self, flag: str) -> str:
        """Describe a flag of a log entry."""
        return flag_in_words(self, flag)

    def rule(self, key: str, drawn: int = TICKETS_DRAWN) -> str | None:
        """Return a summary of a rule, or None if there is no such rule.

        `drawn` is how many tickets a turn draws in this edition (R10).
        """
        return self.gettext(RULES[key]).format(drawn=drawn) if key in RULES else None

    def undone_entry(self, verb: str, entry: int) -> str:
        """Describe an undo or redo in the log."""
        if verb == "undo":
            return self.gettext("Entry {entry} undone").format(entry=entry)
        return self.gettext("Entry {entry} redone").format(entry=entry)

    def ticket(self, start: str, end: str, points: int) -> str:
        """Return a ticket by its places and points."""
        return f"{self.names.place(start)} - {self.names.place(end)} {points}"

    def tickets(self, count: int) -> str:
        return self.ngettext("{n} ticket", "{n} tickets", count).format(n=count)

    def payment(self, terrain: str, cards: int, locomotives: int) -> str:
        """Return the cards that are played to double a claim."""
        if not locomotives:
            return self.terrain_cards(terrain, cards)
        if not cards:
            return self.locomotives(locomotives)
        both = self.terrain_cards(terrain, cards), self.locomotives(locomotives)
        return self.together(both)

    def terrain_cards(self, terrain: str, count: int) -> str:
        """Return a number of cards of one terrain."""
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
        """Return a number of cards of a kind that can be drawn."""
        if card == "train":
            return self.ngettext("{n} train card", "{n} train cards", count).format(n=count)
        if card == "locomotive":
            text = self.ngettext("{n} face-up locomotive", "{n} face-up locomotives", count)
            return text.format(n=count)
        return self.terrain_cards(card, count)

    def counted_cards(self, cards: Iterable[str]) -> str:
        """Group and count drawn cards: "1 train card and 1 desert card"."""
        return self.together(self.cards(card, n) for card, n in Counter(cards).items())

    def holders(self, holders: Mapping[str, int]) -> str:
        """Return who holds how many."""
        return ", ".join(f"{name} {count}" for name, count in holders.items())

    def ways(self, facts: Facts) -> str:
        """Return what would double the claim after all."""
        if not facts["legal"]:
            return self.gettext("You can't double it now.")
        ways = [
            self.payment(facts["terrain"], way["terrain"], way["locomotives"])
            for way in facts["legal"]
        ]
        return self.gettext("To double it, play {ways}.").format(ways=self.either(ways))

    def either(self, ways: Iterable[str]) -> str:
        """Join alternatives with "or"."""
        *first, last = ways
        if not first:
            return last
        # Translators: the end of a list of ways: "1 mountain card, or 1 locomotive".
        text = self.gettext("{one}, or {other}")
        return text.format(one=", ".join(first), other=last)

    def labelled(self, label: str, value: str) -> str:
        """Return "label: value"."""
        # Translators: what stands before the colon, or whose it is, and what there is of it.
        return self.gettext("{label}: {value}").format(label=label, value=value)

    def together(self, names: Iterable[str]) -> str:
        """Join names or things with "and"."""
        *first, last = (*names,) or ("",)
        if not first:
            return last
        # Translators: the end of a list: "Anna, Ben and Cleo".
        return self.gettext("{one} and {other}").format(one=", ".join(first), other=last)

    def locomotives(self, count: int) -> str:
        return self.ngettext("{n} locomotive", "{n} locomotives", count).format(n=count)

    def spaces(self, count: int) -> str:
        """Return the length of a route."""
        return self.ngettext("{n} space", "{n} spaces", count).format(n=count)

    def longest_name(self, letters: int) -> str:
        """Return why a name can't be longer."""
        text = self.ngettext(
            "A name can have at most {n} letter.", "A name can have at most {n} letters.", letters
        )
        return text.format(n=letters)

    def ferry(self, locomotives: int) -> str:
        """Return that a route is a ferry, with its number of locomotives."""
        text = self.gettext("ferry: {locomotives}")
        return text.format(locomotives=self.locomotives(locomotives))

    def points(self, points: int) -> str:
        return self.ngettext("{n} point", "{n} points", points).format(n=number(points))

    def minutes(self, minutes: int) -> str:
        return self.gettext("{n} min").format(n=minutes)

    # --- numbers and times in the format of the language ---

    def decimal(self, value: float) -> str:
        """Format a number with one decimal."""
        mark = self.pgettext("between whole numbers and tenths", ".")
        return number(f"{value:.1f}").replace(".", mark)

    def percent(self, share: float) -> str:
        """Format a share as a percentage."""
        # Translators: per cent, with or without a space before the sign.
        return self.gettext("{n}%").format(n=f"{100 * share:.0f}")

    def day(self, at: str) -> str:
        """Return the date of a log timestamp, or '' if the clock was wrong."""
        # Translators: a date in figures, in the order of the language.
        return self._moment(at, self.gettext("{year}-{month}-{day}"))

    def time(self, at: str) -> str:
        """Return the time of day of a log timestamp, or '' if the clock was wrong."""
        # Translators: a time of day, of 24 hours.
        return self._moment(at, self.gettext("{hour}:{minute}"))

    def day_and_time(self, at: str) -> str:
        """Return the date and time of a log timestamp, or '' if the clock was wrong."""
        return f"{self.day(at)} {self.time(at)}".strip()

    def _moment(self, at: str, form: str) -> str:
        found = moment(at)
        if found is None:
            return ""
        parts = {"year": f"{found:%Y}", "month": f"{found:%m}", "day": f"{found:%d}"}
        return form.format(hour=f"{found:%H}", minute=f"{found:%M}", **parts)


def _fixed(text: str) -> Callable[[Words, Facts], str]:
    """Return a formatter for a sentence that takes the facts as they are."""
    return lambda words, facts: words.gettext(text).format(**facts)


def _(text: str) -> str:
    """Mark a text for translation."""
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
