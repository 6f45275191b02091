"""Announcements for text-to-speech: short, in whole words, without symbols."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.game.events import RouteClaimed
from companion.game.rulebook import marker_move
from companion.game.rules.scoring import winners
from companion.game.state import State
from companion.referee import Announcement
from companion.words.table.desk import DeskWords

FOR_EVERYONE: Final = ("reshuffle_terrain", "show_tickets")  # prompts that are spoken as written
REMARKS: Final = ("object", "settle")  # entries that change no score
BETWEEN: Final = "\n\n"  # a pause, in every language


def spoken(words: DeskWords, announcement: Announcement, *, hidden: bool) -> str:
    """Return the text to speak for a change; '' if it doesn't matter to the other players.

    If scores are hidden, neither points nor markers are spoken.
    """
    return BETWEEN.join(_sentences(words, announcement, hidden=hidden))


def _sentences(words: DeskWords, announcement: Announcement, *, hidden: bool) -> Iterator[str]:
    if announcement.entry is None or announcement.entry.verb in REMARKS:
        return
    if announcement.entry.verb == "new":
        yield words.begins(announcement.state.seats[announcement.state.to_move].name)
    if announcement.entry.verb == "undo":
        yield words.gettext("Undone.")
    yield from _claim_unseen(words, announcement) if hidden else _markers(words, announcement)
    yield from (words.prompt(prompt) for prompt in announcement.say if prompt.code in FOR_EVERYONE)
    yield from _last_round(words, announcement)
    if announcement.state.result is not None:
        yield _who_wins(words, announcement.state)


def _claim(announcement: Announcement) -> RouteClaimed | None:
    """Return the claim that was just made; corrections don't count."""
    events = announcement.entry.events if announcement.entry is not None else ()
    return next((event for event in events if isinstance(event, RouteClaimed)), None)


def _claim_unseen(words: DeskWords, announcement: Announcement) -> Iterator[str]:
    claim = _claim(announcement)
    if claim is not None:
        yield words.claims(announcement.state.seats[claim.seat].name, claim.route)


def _markers(words: DeskWords, announcement: Announcement) -> Iterator[str]:
    is_claim = _claim(announcement) is not None
    for prompt in announcement.say:
        if prompt.code == "move_marker":
            yield _scored(words, prompt.facts) if is_claim else _moved(words, prompt.facts)


def _scored(words: DeskWords, facts: Mapping[str, Any]) -> str:
    """Return a claim's points and its marker's new space (R21)."""
    if facts["to"] < 0:
        text = words.ngettext(
            "{player}: {n} point, marker to {below} below the start.",
            "{player}: {n} points, marker to {below} below the start.",
            facts["points"],
        )
    elif marker_move(facts["from"], facts["to"]).passed:
        text = words.ngettext(
            "{player}: {n} point, marker to {space}, past {passed}.",
            "{player}: {n} points, marker to {space}, past {passed}.",
            facts["points"],
        )
    else:
        text = words.ngettext(
            "{player}: {n} point, marker to {space}.",
            "{player}: {n} points, marker to {space}.",
            facts["points"],
        )
    return text.format(n=facts["points"], **_place(facts))


def _moved(words: DeskWords, facts: Mapping[str, Any]) -> str:
    """Return a marker's new space after an undo or a correction."""
    move = marker_move(facts["from"], facts["to"])
    if facts["to"] < 0:
        text = words.gettext("{player}: marker to {below} below the start.")
    elif move.passed and move.is_back:
        text = words.gettext("{player}: marker to {space}, back past {passed}.")
    elif move.passed:
        text = words.gettext("{player}: marker to {space}, past {passed}.")
    else:
        text = words.gettext("{player}: marker to {space}.")
    return text.format(**_place(facts))


def _place(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "player": facts["player"],
        "space": facts["space"],
        "passed": marker_move(facts["from"], facts["to"]).passed,
        "below": -facts["to"],
    }


def _last_round(words: DeskWords, announcement: Announcement) -> Iterator[str]:
    if announcement.state.last_round is not None and any(
        p.code == "last_round" for p in announcement.say
    ):
        caller = announcement.state.seats[announcement.state.last_round.by]
        yield words.gettext("Last round.")
        yield words.last_round(caller.name, caller.trains)


def _who_wins(words: DeskWords, state: State) -> str:
    assert state.result is not None
    best = winners(state.result)
    text = words.ngettext(
        "{players} wins with {points}.", "{players} share the win with {points}.", len(best)
    )
    names = words.together(state.seats[seat].name for seat in best)
    return text.format(players=names, points=words.points(state.result[best[0]].total))
