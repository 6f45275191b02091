"""Texts for refusals: a sentence, a few words, or a text short enough for a tile.

One table by code: when you add a code, add its texts here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.game.refusal import RequestProblem
from companion.text import sanitized

if TYPE_CHECKING:
    from companion.words.words import Words

Facts = Mapping[str, Any]
Formatter = Callable[["Words", Facts], str]


def _fixed(text: str) -> Formatter:
    """Return a formatter for a sentence that takes the facts as they are."""
    return lambda words, facts: words.gettext(text).format(**facts)


def _(text: str) -> str:
    """Mark a text for translation."""
    return text


# Translators: follows a colon, or stands alone on a small tile.
_NOT_BY_THE_RULES: Final = _("against the rules")


@dataclass(frozen=True, slots=True)
class RefusalTexts:
    """The texts of one refusal code."""

    long: Formatter
    short: str = _NOT_BY_THE_RULES  # for an entry that stands although it breaks the rules
    tile: Formatter = _fixed(_NOT_BY_THE_RULES)  # for an unavailable way to double


def _bad_request(words: "Words", facts: Facts) -> str:
    text = words.gettext("Can't understand the request: {field}: {problem}.")
    problem = facts["problem"]
    if isinstance(problem, RequestProblem):
        problem = words.gettext(problem.text).format(**problem.values)
    return text.format(field=sanitized(facts["field"]), problem=problem)


def _players(words: "Words", facts: Facts) -> str:
    text = words.ngettext(
        "{count} player: the game is for {least} to {most}.",
        "{count} players: the game is for {least} to {most}.",
        facts["count"],
    )
    return text.format(**facts)


def _tickets_kept(words: "Words", facts: Facts) -> str:
    text = words.ngettext(
        "{kept} ticket kept: you must keep {least} to {most}.",
        "{kept} tickets kept: you must keep {least} to {most}.",
        facts["kept"],
    )
    return text.format(**facts)


def _color_taken(words: "Words", facts: Facts) -> str:
    text = words.gettext("Two players have the same colour: {color}.")
    return text.format(color=words.names.trains(sanitized(facts["color"])))


def _echo_value(text: str, fact: str) -> Formatter:
    """Return a formatter for a sentence that repeats the input, sanitized."""
    return lambda words, facts: words.gettext(text).format(**{fact: sanitized(facts[fact])})


def _wrong_phase(words: "Words", facts: Facts) -> str:
    gettext = words.gettext
    return {
        "play": gettext("Not yet: tickets are shown at the end of the game."),
        "tickets": gettext("Last turn played. Now show your tickets."),
        "over": gettext("The game is over."),
    }[facts["phase"]]


def _exhausted(words: "Words", facts: Facts) -> str:
    texts = {
        "desert": words.gettext(
            "There can't be a desert card left: all {cards} are accounted for ({holders};"
            " discards {discards}). An earlier entry must be wrong."
        ),
        "jungle": words.gettext(
            "There can't be a jungle card left: all {cards} are accounted for ({holders};"
            " discards {discards}). An earlier entry must be wrong."
        ),
        "mountain": words.gettext(
            "There can't be a mountain card left: all {cards} are accounted for ({holders};"
            " discards {discards}). An earlier entry must be wrong."
        ),
    }
    return texts[facts["terrain"]].format(
        cards=facts["cards"],
        holders=words.holders(facts["holders"]),
        discards=facts["discards"],
    )


def _of_route(text: str) -> Formatter:
    """Return a formatter for a sentence about a route and its owner."""

    def sentence(words: "Words", facts: Facts) -> str:
        return words.about_route(words.gettext(text), facts)

    return sentence


def _not_enough_trains(words: "Words", facts: Facts) -> str:
    text = words.gettext("Not enough trains for {route}: it needs {length}, {player} has {trains}.")
    return words.about_route(text, facts)


def _closed(words: "Words", facts: Facts) -> str:
    # Translators: "this one" is this track.
    text = words.ngettext(
        "{owner} has the other track of {route}. With {players} player, this one is closed.",
        "{owner} has the other track of {route}. With {players} players, this one is closed.",
        facts["players"],
    )
    return words.about_route(text, facts)


def _too_many_locomotives(words: "Words", facts: Facts) -> str:
    text = words.ngettext(
        "{n} locomotive is too many here ({most} at most).",
        "{n} locomotives are too many here ({most} at most).",
        facts["offered"]["locomotives"],
    )
    most, n = facts["most_locomotives"], facts["offered"]["locomotives"]
    return f"{text.format(n=n, most=most)} {words.ways(facts)}"


def _doubling(text: str) -> Formatter:
    """Return a formatter for why a claim can't be doubled, who has how many, and what works."""

    def sentence(words: "Words", facts: Facts) -> str:
        filled = words.gettext(text).format(
            **{
                **facts,
                "terrain": words.names.card(facts["terrain"]),
                "rivals": words.together(facts["rivals"]),
                "played": facts["offered"]["terrain"],
                "held": words.terrain_cards(facts["terrain"], facts["own"]),
                "fewest": words.locomotives(facts["fewest_locomotives"]),
                "cards": words.terrain_cards(facts["terrain"], facts["need"]),
            }
        )
        return f"{filled} {words.ways(facts)}"

    return sentence


def _short_of_rival(words: "Words", facts: Facts) -> str:
    missing = facts["rival"] - facts["own"] - facts["offered"]["locomotives"]
    # Translators: the form follows the number of rivals, not {n}.
    text = words.ngettext(
        "{n} short: {rivals} has {rival}",
        "{n} short: {rivals} have {rival}",
        len(facts["rivals"]),
    )
    return text.format(n=missing, rivals=words.together(facts["rivals"]), rival=facts["rival"])


def _not_amendable(words: "Words", facts: Facts) -> str:
    if "by" in facts:  # the request was to dispute the entry, not to edit it
        text = words.gettext("Entry {entry} isn't a ruling, so it can't be disputed.")
    else:
        text = words.gettext("Entry {entry} isn't a turn: you can undo it, but not edit it.")
    return text.format(entry=facts["entry"])


REFUSALS: Final[Mapping[str, RefusalTexts]] = {
    "bad_request": RefusalTexts(_bad_request),
    "stale": RefusalTexts(_fixed(_("The game has moved on; nothing was changed."))),
    "unknown_game": RefusalTexts(_echo_value(_("There's no game {game}."), "game")),
    "no_game": RefusalTexts(_fixed(_("There's no game yet."))),
    "wrong_phase": RefusalTexts(
        _wrong_phase,
        # Translators: why an entry is against the rules; follows a colon. The same holds for the
        # other short reasons here.
        _("after the last turn"),
    ),
    "unknown_player": RefusalTexts(_echo_value(_("Nobody called {player} is playing."), "player")),
    "player_count": RefusalTexts(_players),
    "duplicate_name": RefusalTexts(_fixed(_("Two players are called {name}."))),
    "duplicate_color": RefusalTexts(_color_taken),
    # Translators: {color} is what was asked for, in English.
    "unknown_color": RefusalTexts(_echo_value(_("There are no {color} trains."), "color")),
    "unknown_terrain": RefusalTexts(_echo_value(_("There's no terrain {terrain}."), "terrain")),
    "unknown_card": RefusalTexts(_echo_value(_("There's no card {card}."), "card")),
    "draw_two": RefusalTexts(
        _fixed(_("Draw two cards. Take just one only if nothing else can be drawn.")),
        _("you must draw two cards"),
    ),
    "locomotive_alone": RefusalTexts(
        _fixed(_("A face-up locomotive is your only card this turn.")),
        _("a face-up locomotive must be the only card"),
    ),
    "terrain_exhausted": RefusalTexts(
        _exhausted,
        _("there's no such card left"),
    ),
    "unknown_route": RefusalTexts(_echo_value(_("There's no route {route}."), "route")),
    "route_taken": RefusalTexts(
        _of_route(_("{route} belongs to {owner}.")),
        _("the route is taken"),
    ),
    "double_closed": RefusalTexts(
        _closed,
        _("the other track is closed"),
    ),
    "double_own": RefusalTexts(
        _of_route(_("{owner} has the other track of {route} and can't have both.")),
        _("the same player has both tracks"),
    ),
    "not_enough_trains": RefusalTexts(
        _not_enough_trains,
        _("not enough trains"),
    ),
    "fewer_than_rival": RefusalTexts(
        _doubling(
            _("Not enough to double ({terrain}: {rivals} {rival}, {player} {own}): {fewest} short.")
        ),
        _("another player has more of that terrain"),
        _short_of_rival,
    ),
    "not_enough_terrain": RefusalTexts(
        # Translators: {held} is "1 mountain card", {played} a number of those cards.
        _doubling(_("{player} has {held}, but this needs {played}.")),
        _("not enough terrain cards"),
        # Translators: on a small tile: how many terrain cards of the type the player has.
        _fixed(_("you only have {own}")),
    ),
    "wrong_terrain_count": RefusalTexts(
        _doubling(_("Doubling needs {cards}; each locomotive replaces one.")),
        _("wrong number of terrain cards"),
    ),
    "too_many_locomotives": RefusalTexts(
        _too_many_locomotives,
        _("too many locomotives"),
    ),
    "no_tickets_left": RefusalTexts(
        _fixed(_("There are no tickets left.")),
        _("no tickets left"),
    ),
    "tickets_kept": RefusalTexts(
        _tickets_kept,
        _("more tickets than were drawn"),
    ),
    "nothing_to_undo": RefusalTexts(_fixed(_("There's nothing to undo."))),
    "nothing_to_redo": RefusalTexts(_fixed(_("There's nothing to redo."))),
    "unknown_entry": RefusalTexts(_fixed(_("There's no entry {entry}, or it was undone."))),
    "not_amendable": RefusalTexts(_not_amendable),
    "unknown_place": RefusalTexts(_echo_value(_("{place} isn't on any ticket."), "place")),
    "ticket_count": RefusalTexts(
        _fixed(_("Tickets: {player} holds {held}, but showed {shown}.")),
        _("wrong number of tickets"),
    ),
    "not_over": RefusalTexts(_fixed(_("The game isn't over yet."))),
    "already_objected": RefusalTexts(_fixed(_("{player} has already disputed this."))),
}
