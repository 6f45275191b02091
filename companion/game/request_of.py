"""Commands written as the requests that ask for them: as the log keeps them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.game.commands import (
    Adjust,
    Amend,
    ClaimRoute,
    Command,
    CorrectRoute,
    DrawCards,
    DrawTickets,
    Finish,
    Insert,
    NewGame,
    Object,
    Overruled,
    Pass,
    Redo,
    Resume,
    Reveal,
    Settle,
    Undo,
    Void,
)


def request_of(command: Command) -> dict[str, Any]:
    """The request that asks for this command, without what was left at its default."""
    verb, content = _WRITERS[type(command)](command)
    return {"do": verb, **{name: value for name, value in content.items() if value is not None}}


def _of_new(new: NewGame) -> dict[str, Any]:
    players = [
        {"name": p.name, "color": p.color, "terrain": p.terrain, "tickets": p.tickets}
        for p in new.players
    ]
    rules = {"tickets_drawn": new.rules.tickets_drawn}
    return {"players": players, "first": new.first, "rules": rules}


def _of_claim(claim: ClaimRoute) -> dict[str, Any]:
    double = claim.double
    played = double and {"terrain": double.terrain, "locomotives": double.locomotives}
    return {"route": claim.route, "double": played}


def _of_overruled(overruled: Overruled) -> tuple[str, dict[str, Any]]:
    verb, content = _WRITERS[type(overruled.play)](overruled.play)
    return verb, {**content, "overrule": overruled.why}


def _of_amend(amend: Amend) -> dict[str, Any]:
    play = amend.play and request_of(amend.play)
    return {"entry": amend.entry, "player": amend.player, "with": play}


def _of_insert(insert: Insert) -> dict[str, Any]:
    return {
        "after": insert.after,
        "player": insert.player,
        "with": request_of(insert.play),
        "shift": insert.shift or None,
    }


def _of_correct_route(change: CorrectRoute) -> dict[str, Any]:
    return {
        "route": change.route,
        "color": change.color,
        "length": change.length,
        "ferry_locomotives": change.ferry_locomotives,
    }


def _of_adjust(adjust: Adjust) -> dict[str, Any]:
    return {
        "player": adjust.player,
        "terrain": dict(adjust.terrain) or None,
        "trains": adjust.trains,
        "tickets": adjust.tickets,
        "score": adjust.score,
        "discards": dict(adjust.discards) or None,
        "why": adjust.why,
    }


def _of_reveal(reveal: Reveal) -> dict[str, Any]:
    tickets = [{"from": t.start, "to": t.end, "points": t.points} for t in reveal.tickets]
    return {"player": reveal.player, "tickets": tickets}


_WRITERS: Final[Mapping[type, Callable[[Any], tuple[str, dict[str, Any]]]]] = {
    NewGame: lambda c: ("new", _of_new(c)),
    Resume: lambda c: ("resume", {"game": c.game}),
    DrawCards: lambda c: ("draw", {"cards": list(c.cards), "short": c.short or None}),
    ClaimRoute: lambda c: ("claim", _of_claim(c)),
    DrawTickets: lambda c: ("tickets", {"kept": c.kept}),
    Pass: lambda c: ("pass", {}),
    Undo: lambda c: ("undo", {}),
    Redo: lambda c: ("redo", {}),
    Overruled: _of_overruled,
    Amend: lambda c: ("amend", _of_amend(c)),
    Insert: lambda c: ("insert", _of_insert(c)),
    CorrectRoute: lambda c: ("correct_route", _of_correct_route(c)),
    Void: lambda c: ("void", {"entry": c.entry}),
    Adjust: lambda c: ("adjust", _of_adjust(c)),
    Object: lambda c: ("object", {"entry": c.entry, "by": c.by}),
    Settle: lambda c: ("settle", {"entry": c.entry, "outcome": c.outcome}),
    Finish: lambda c: ("finish", {}),
    Reveal: lambda c: ("reveal", _of_reveal(c)),
}
