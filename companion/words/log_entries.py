"""Log entries as sentences: who did what, with what, for how many points."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.game.events import Event
from companion.game.game import Game
from companion.game.log.entries import Entry, points_of
from companion.game.log.lines import targets_of_undos
from companion.game.log.timeline import Step
from companion.game.rulebook import TERRAINS

if TYPE_CHECKING:
    from companion.words.words import Words

Request = Mapping[str, Any]


def sentence_of(words: "Words", game: Game, entry: Entry) -> str:
    """Return what an entry did; for an undo or redo, which entry it applied to."""
    if entry.verb in ("undo", "redo"):
        return words.undone_entry(entry.verb, targets_of_undos(game.entries)[entry.seq])
    seat, points = entry.seat, entry.points
    if entry.verb in ("amend", "void"):
        did = entry.revised[0].events
        seat, points = seat_of(did), points_of(did)
    player = None if seat is None else game.state.seats[seat].name
    return words.entry(entry.request, player, points)


def standing_sentence(words: "Words", game: Game, step: Step) -> str:
    """Return what an entry counts as after all corrections; for a removed one, what it was."""
    player = None if step.seat is None else game.state.seats[step.seat].name
    if step.is_out:
        return sentence_of(words, game, game.entries[step.seq - 1])
    return words.entry(step.effective_request, player, points_of(step.events))


def seat_of(did: Sequence[Event]) -> int | None:
    """Return the seat of the entry with these events, or None if it has none."""
    seat: int | None = getattr(did[0], "seat", None) if did else None
    return seat


def describe(words: "Words", request: Request, player: str | None, points: int | None) -> str:
    """Describe a request as a log entry; for an edit, `player` is the player of the edited entry.

    Without `points`, a claim is described without its points.
    """
    sentence = _ENTRIES[request["do"]](words, request, player or "", points)
    if "overrule" not in request:
        return sentence
    text = words.gettext("{sentence} (table ruling: {why})")
    return text.format(sentence=sentence, why=request["overrule"])


def describe_in_brief(words: "Words", request: Request, player: str | None, points: int) -> str:
    """Like describe(), but shorten claims to their ends and points."""
    if request["do"] != "claim":
        return describe(words, request, player, points)
    text = words.gettext("{player} {points:+d}, {route}")
    return text.format(player=player, route=words.names.route(request["route"]), points=points)


def flag_in_words(words: "Words", flag: str) -> str:
    """Describe a flag of a log entry."""
    kind, _, code = flag.partition(":")
    gettext = words.gettext
    texts = {
        "undone": words.pgettext("an entry of the log is", "undone"),
        "amended": gettext("edited later"),
        "voided": gettext("removed later"),
        "disputed": words.pgettext("an entry of the log is", "disputed"),
        "upheld": gettext("the ruling stands"),
        "overruled": gettext("the ruling was wrong"),
        "dropped": gettext("dispute withdrawn"),
    }
    if kind == "conflict":
        return gettext("now against the rules: {why}").format(why=words.why_in_brief(code))
    return texts.get(kind, kind)


def _new(words: "Words", request: Request, player: str, points: int | None) -> str:
    players = [
        words.gettext("{name} ({color}, {terrain}, {tickets})").format(
            name=row["name"],
            color=words.names.trains(row["color"]),
            terrain=words.names.card(row["terrain"]),
            tickets=words.tickets(row["tickets"]),
        )
        for row in request["players"]
    ]
    first = request.get("first") or request["players"][0]["name"]
    text = words.gettext("The game begins: {players}. {first} plays first")
    return text.format(players=words.together(players), first=first)


def _draw(words: "Words", request: Request, player: str, points: int | None) -> str:
    cards = words.counted_cards(request["cards"])
    if request.get("short"):
        # Translators: {cards} is a list with numbers: "1 train card".
        text = words.gettext("{player} draws {cards} (nothing else to draw)")
    else:
        # Translators: {cards} is a list with numbers: "2 train cards", "1 train card and 1 desert
        # card".
        text = words.gettext("{player} draws {cards}")
    return text.format(player=player, cards=cards)


def _claim(words: "Words", request: Request, player: str, points: int | None) -> str:
    if points is None:
        return _claim_alone(words, request, player)
    route = words.names.known_route(request["route"])
    double = request.get("double")
    facts: dict[str, Any] = {"player": player, "points": points}
    if route is None:
        return words.gettext("{player} claims {route}, {points:+d}").format(
            route=words.names.route(request["route"]), **facts
        )
    facts["route"] = words.names.route_in_full(route)
    if double is None:
        return words.gettext("{player} claims {route}, {points:+d}").format(**facts)
    cards = words.payment(route.terrain, double["terrain"], double["locomotives"])
    text = words.gettext("{player} claims {route}, doubled with {cards}, {points:+d}")
    return text.format(cards=cards, **facts)


def _claim_alone(words: "Words", request: Request, player: str) -> str:
    """Describe a claim without its points."""
    route, double = words.names.known_route(request["route"]), request.get("double")
    if route is None:
        name = words.names.route(request["route"])
        return words.gettext("{player} claims {route}").format(player=player, route=name)
    facts = {"player": player, "route": words.names.route_in_full(route)}
    if double is None:
        return words.gettext("{player} claims {route}").format(**facts)
    cards = words.payment(route.terrain, double["terrain"], double["locomotives"])
    text = words.gettext("{player} claims {route}, doubled with {cards}")
    return text.format(cards=cards, **facts)


def _tickets(words: "Words", request: Request, player: str, points: int | None) -> str:
    text = words.ngettext(
        "{player} draws tickets and keeps {n}",
        "{player} draws tickets and keeps {n}",
        request["kept"],
    )
    return text.format(player=player, n=request["kept"])


def _amend(words: "Words", request: Request, player: str, points: int | None) -> str:
    if "with" not in request:
        text = words.gettext("Entry {entry} edited: it was {player}'s turn")
        return text.format(entry=request["entry"], player=player)
    text = words.gettext("Entry {entry} edited: {play}")
    return text.format(
        entry=request["entry"], play=describe(words, request["with"], player, points)
    )


def _void(words: "Words", request: Request, player: str, points: int | None) -> str:
    if request.get("shift"):
        text = words.gettext(
            "Entry {entry} removed: entered twice. All later turns shift to the previous player"
        )
    elif player:  # it stays this player's turn
        text = words.gettext("Entry {entry} removed: the turn counts as a pass")
    else:
        text = words.gettext("Entry {entry} removed")
    return text.format(entry=request["entry"])


def _insert(words: "Words", request: Request, player: str, points: int | None) -> str:
    if request.get("shift"):
        text = words.gettext(
            "Missed turn added after entry {entry}: {play}. All later turns shift to the next"
            " player"
        )
    else:
        text = words.gettext("Missed turn added after entry {entry}: {play}")
    return text.format(
        entry=request["after"], play=describe(words, request["with"], player, points)
    )


def _correct_route(words: "Words", request: Request, player: str, points: int | None) -> str:
    gettext = words.gettext
    values = []
    if "color" in request:
        values.append(words.names.color(request["color"]))
    if "length" in request:
        values.append(words.spaces(request["length"]))
    if "ferry_locomotives" in request:
        values.append(words.ferry(request["ferry_locomotives"]))
    # Translators: a route as it is printed: "On our board: Cairo - Suakin, 4 spaces".
    text = gettext("On our board: {route}, {values}")
    return text.format(route=words.names.route(request["route"]), values=", ".join(values))


def _adjust(words: "Words", request: Request, player: str, points: int | None) -> str:
    values = ", ".join(_values(words, request))
    if request.get("player") is None:
        text = words.gettext("Table ruling: {values} ({why})")
    else:
        text = words.gettext("Table ruling for {player}: {values} ({why})")
    return text.format(player=request.get("player"), values=values, why=request["why"])


def _values(words: "Words", request: Request) -> list[str]:
    """Return the values that a table ruling sets."""
    gettext = words.gettext
    texts = {
        "trains": gettext("trains {n}"),
        "tickets": gettext("tickets {n}"),
        "score": gettext("score {n:+d}"),
    }
    values = [
        gettext("hidden until the end") if request[key] is None else text.format(n=request[key])
        for key, text in texts.items()
        if key in request
    ]
    front, discards = request.get("terrain") or {}, request.get("discards") or {}
    values += [f"{words.names.card(kind)} {front[kind]}" for kind in TERRAINS if kind in front]
    piles = {
        "desert": gettext("desert discards {n}"),
        "jungle": gettext("jungle discards {n}"),
        "mountain": gettext("mountain discards {n}"),
    }
    return values + [piles[kind].format(n=discards[kind]) for kind in piles if kind in discards]


def _settle(words: "Words", request: Request, player: str, points: int | None) -> str:
    text = {
        "upheld": words.gettext("The ruling on entry {entry} stands"),
        "overruled": words.gettext("The ruling on entry {entry} was wrong"),
        "dropped": words.gettext("The dispute over entry {entry} is withdrawn"),
    }[request["outcome"]]
    return text.format(entry=request["entry"])


def _reveal(words: "Words", request: Request, player: str, points: int | None) -> str:
    tickets = ", ".join(
        words.ticket(ticket["from"], ticket["to"], ticket["points"])
        for ticket in request["tickets"]
    )
    text = words.gettext("{player} shows tickets: {tickets}")
    return text.format(player=player, tickets=tickets or words.pgettext("tickets", "none"))


def _fixed(text: str) -> Callable[["Words", Request, str, int | None], str]:
    """Return a formatter for a sentence that needs only the request and the player."""

    def sentence(words: "Words", request: Request, player: str, points: int | None) -> str:
        facts = {"entry": request.get("entry"), "by": request.get("by")}
        return words.gettext(text).format(player=player, **facts)

    return sentence


def _(text: str) -> str:
    """Mark a text for translation."""
    return text


_ENTRIES: Mapping[str, Callable[["Words", Request, str, int | None], str]] = {
    "new": _new,
    "draw": _draw,
    "claim": _claim,
    "tickets": _tickets,
    "pass": _fixed(_("{player} passes")),
    # Translators: an entry of the log.
    "undo": _fixed(_("Undo")),
    # Translators: an entry of the log.
    "redo": _fixed(_("Redo")),
    "amend": _amend,
    "void": _void,
    "insert": _insert,
    "correct_route": _correct_route,
    "adjust": _adjust,
    "object": _fixed(_("{by} disputes entry {entry}")),
    "settle": _settle,
    "finish": _fixed(_("Game ended early")),
    "reveal": _reveal,
}
