"""Texts for the charts, and the game's turning point in words."""

from companion.game.chart_data import (
    ClaimRecord,
    DoublingSummary,
    MajoritySpan,
    Point,
    TurningPoint,
)
from companion.game.game import Game
from companion.game.log.timeline import Step
from companion.game.rulebook import Terrain
from companion.text import number
from companion.words.log_entries import standing_sentence
from companion.words.table.desk import DeskWords
from kiosk.final.view import price


def entry_in_words(words: DeskWords, game: Game, entry: int) -> str:
    """Return a valid entry as a sentence, with its turn."""
    step = _step(game, entry)
    if step.before is None:
        # Translators: stands where otherwise "{sentence} (turn {turn})." stands
        return words.gettext("Start of the game.")
    # Translators: an entry of the log, e.g. "Ben claims Cairo – Luxor, +4 (turn 12)."; it also
    # follows "Turning point:" and "Biggest jump:"
    text = words.gettext("{sentence} (turn {turn}).")
    return text.format(turn=step.state.turns, sentence=standing_sentence(words, game, step))


def _step(game: Game, entry: int) -> Step:
    return game.head.since(entry)[0]


def point_in_words(words: DeskWords, game: Game, point: Point) -> str:
    """Return what led to a score."""
    player = game.state.seats[point.seat].name
    if point.final:
        return _final_in_words(words, game, point, player)
    if _step(game, point.entry).before is None:
        return words.gettext("{player} starts with no points.").format(player=player)
    text = words.gettext("{entry} {player} has {score}.")
    entry = entry_in_words(words, game, point.entry)
    return text.format(entry=entry, player=player, score=number(point.score))


def _final_in_words(words: DeskWords, game: Game, point: Point, player: str) -> str:
    assert game.state.result is not None
    card = game.state.result[point.seat]
    facts = {
        "player": player,
        "tickets": number(card.tickets),
        "globe": number(card.globetrotter),
        "total": number(point.score),
    }
    if card.globetrotter:
        text = words.gettext(
            "{player} at the end: tickets {tickets}, Globetrotter {globe}, total {total}."
        )
    else:
        text = words.gettext("{player} at the end: tickets {tickets}, total {total}.")
    return text.format(**facts)


def span_in_words(words: DeskWords, game: Game, span: MajoritySpan) -> str:
    """Return who had the most of a terrain, in which turns, and by which entry."""
    texts = _SHARED if span.shared else _MOST
    facts = {
        "player": game.state.seats[span.seat].name,
        "n": span.most,
        "first": span.first,
        "last": span.last,
        "entry": entry_in_words(words, game, span.entry),
    }
    return words.gettext(texts[span.terrain]).format(**facts)


def _(text: str) -> str:
    """Mark a text for the catalogue."""
    return text


_MOST = {
    # Translators: {n} is a number of cards, {entry} a whole sentence: how the lead began
    Terrain.DESERT: _("{player}, turns {first}–{last}: most desert, starting with {n}. {entry}"),
    # Translators: {n} is a number of cards, {entry} a whole sentence: how the lead began
    Terrain.JUNGLE: _("{player}, turns {first}–{last}: most jungle, starting with {n}. {entry}"),
    # Translators: {n} is a number of cards, {entry} a whole sentence: how the lead began
    Terrain.MOUNTAIN: _(
        "{player}, turns {first}–{last}: most mountain, starting with {n}. {entry}"
    ),
}
_SHARED = {
    # Translators: {n} is a number of cards, {entry} a whole sentence: how the tie began
    Terrain.DESERT: _("{player}, turns {first}–{last}: tied for most desert, with {n}. {entry}"),
    # Translators: {n} is a number of cards, {entry} a whole sentence: how the tie began
    Terrain.JUNGLE: _("{player}, turns {first}–{last}: tied for most jungle, with {n}. {entry}"),
    # Translators: {n} is a number of cards, {entry} a whole sentence: how the tie began
    Terrain.MOUNTAIN: _(
        "{player}, turns {first}–{last}: tied for most mountain, with {n}. {entry}"
    ),
}


def claim_in_words(words: DeskWords, game: Game, claim: ClaimRecord) -> str:
    """Return a claim, and whether its doubling was missed."""
    entry = entry_in_words(words, game, claim.entry)
    if not claim.missed:
        return entry
    text = words.ngettext(
        "{entry} Terrain cards alone would have doubled it: {n} more point.",
        "{entry} Terrain cards alone would have doubled it: {n} more points.",
        claim.missed,
    )
    return text.format(entry=entry, n=claim.missed)


def doubling_in_words(words: DeskWords, doubling: DoublingSummary) -> str:
    """Return the cost of doubling, and the missed chances."""
    took = price(words, doubling)
    if not doubling.missed:
        return took
    text = words.ngettext(
        "{took}; {n} chance missed", "{took}; {n} chances missed", len(doubling.missed)
    )
    return text.format(took=took, n=len(doubling.missed))


def turning_in_words(words: DeskWords, game: Game, turning: TurningPoint | None) -> str:
    """Return the turning point in words."""
    if turning is None:
        return words.gettext("Nobody has scored yet.")
    player = game.state.seats[turning.seat].name
    facts = {"player": player, "entry": entry_in_words(words, game, turning.entry)}
    if turning.kind == "lead":
        # Translators: {entry} is a whole sentence
        return words.gettext("Turning point: {entry} {player} led from then on.").format(**facts)
    if turning.kind == "swing":
        # Translators: {entry} is a whole sentence
        text = words.gettext("It ended level. Biggest jump: {entry}")
        return text.format(**facts)
    if not turning.behind:
        return words.gettext("Tickets decided it: {player} had been level.").format(**facts)
    if turning.behind < 0:
        return words.gettext("Tickets broke the tie.")
    text = words.ngettext(
        "Tickets decided it: {player} had been {n} point behind.",
        "Tickets decided it: {player} had been {n} points behind.",
        turning.behind,
    )
    return text.format(n=turning.behind, **facts)
