"""Texts about the ticket book, on the screen and in the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.ticket_book import DuplicateTicket
from companion.words.table.choices_and_results import PlayWords


def fault_in_words(words: PlayWords, code: str, facts: Mapping[str, Any]) -> str:
    """Return why a ticket can't be added to the book, or a file can't be read."""
    gettext = words.gettext
    facts = dict(facts)
    if "ticket" in facts:
        face = facts["ticket"]
        facts["ticket"] = words.ticket(face.start, face.end, face.points)
    for name in ("place", "points"):
        if isinstance(facts.get(name), str):  # user input
            facts[name] = facts[name][:60]
    return {
        # Translators: why a ticket is not added to the ticket book; follows a colon.
        "unknown_place": gettext("{place} isn't a place on the board"),
        "same_place": gettext("a ticket needs two different places"),
        "points": gettext("a ticket is worth {least} to {most}, not {points}"),
        "duplicate": gettext("already in the book: {ticket}"),
        "full": gettext("the book is full: there are only {most} tickets"),
        "twice": gettext("the same ticket as in line {line}"),
        # Translators: the column names stay in English: from, to, points.
        "columns": gettext("columns: {count}; expected: from, to, points"),
        "no_number": gettext("{points!r} isn't a number of points"),
        "heading": gettext("the first line must be: {columns}"),
        "no_csv": gettext("this isn't a CSV file ({problem})"),
        "no_text": gettext("this isn't UTF-8 text"),
        "too_large": gettext("the file is too large for a ticket book"),
    }[code].format(**facts)


def duplicate_in_words(words: PlayWords, duplicate: DuplicateTicket, names: Sequence[str]) -> str:
    """Describe a ticket that was shown twice although there is only one."""
    start, end = (words.names.place(place) for place in duplicate.pair)
    players = words.together(dict.fromkeys(names[seat] for seat in duplicate.seats))
    text = words.gettext("The same ticket twice, {start} - {end}: {players}. Is one of them wrong?")
    return text.format(start=start, end=end, players=players)


def line_fault(words: PlayWords, line: int, why: str) -> str:
    """Return what is wrong with a line of a file."""
    if not line:
        return why
    return words.gettext("line {line}: {why}").format(line=line, why=why)


def nothing_imported(words: PlayWords, file: str) -> str:
    return words.gettext("{file}: nothing was imported.").format(file=file)


def imported(words: PlayWords, new: int, known: int) -> str:
    """Return the result of an import."""
    text = words.ngettext(
        "{n} new ticket; the book now has {all}.", "{n} new tickets; the book now has {all}.", new
    )
    return text.format(n=new, all=known)


def exported(words: PlayWords, count: int, file: str) -> str:
    """Return the result of an export."""
    text = words.ngettext("{n} ticket written to {file}.", "{n} tickets written to {file}.", count)
    return text.format(n=count, file=file)


def file_trouble(words: PlayWords, file: str, problem: str) -> str:
    """Return why a file can't be read or written."""
    return f"{file}: {problem}"


def empty_book(words: PlayWords) -> str:
    return words.gettext("No tickets yet: every ticket shown at the end of a game is added.")


def not_kept(words: PlayWords) -> str:
    """Return that a change of the book couldn't be saved."""
    return words.gettext("Can't write to the disk: the book is unchanged.")


def known_heading(words: PlayWords) -> str:
    """Return the heading over the numbered list of tickets."""
    return words.gettext("Known tickets (type one or more numbers):")


def no_such_ticket(words: PlayWords, number: int, most: int) -> str:
    return words.gettext("There's no ticket {n}. Choose from 1 to {most}.").format(
        n=number, most=most
    )
