"""What the screen of tickets shows, worked out from the game and what is entered: no widget."""

import unicodedata
from dataclasses import dataclass

from companion.commands import TicketFace
from companion.events import Ticket
from companion.game import Game
from companion.game_log import taken_back
from companion.state import Seat
from kiosk.desk import Desk
from kiosk.revealing import Drafts, Entering, entering
from kiosk.words import KioskWords


@dataclass(frozen=True, slots=True)
class TabView:
    """A player's tab: how far his tickets are, or what they came to."""

    seat: int
    name: str
    color: str
    note: str
    done: bool
    net: int
    current: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """A ticket; `completed` is None until the player's set is checked."""

    places: str
    points: str
    completed: bool | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class News:
    """What has just happened, in a line."""

    text: str
    points: str = ""
    color: str = ""
    bad: bool = False


def tabs(words: KioskWords, game: Game, drafts: Drafts, current: int) -> tuple[TabView, ...]:
    """Every player's tab."""
    made = []
    for number, seat in enumerate(game.state.seats):
        now = entering(game, number, drafts)
        done = now.asks == "done"
        made.append(
            TabView(
                seat=number,
                name=seat.name,
                color=seat.color,
                note=signed(net(seat)) if done else so_far(words, now),
                done=done,
                net=net(seat),
                current=number == current,
            )
        )
    return tuple(made)


def so_far(words: KioskWords, now: Entering) -> str:
    """How many of the tickets are entered."""
    return words.gettext("{n} of {all}").format(n=len(now.faces), all=now.held)


def rows(words: KioskWords, seat: Seat, now: Entering) -> tuple[RowView, ...]:
    """The tickets entered, and the one that is on its way."""
    checked = seat.revealed if now.faces == now.shown else None
    made = [
        _row(words, face, checked[at] if checked else None, chosen=at == now.row)
        for at, face in enumerate(now.faces)
    ]
    if now.row is not None and now.start is not None:
        made[now.row] = _half_row(words, now)
    elif now.row is None and now.asks in ("start", "end", "points"):
        made.append(_half_row(words, now))
    return tuple(made)


def _row(words: KioskWords, face: TicketFace, checked: Ticket | None, *, chosen: bool) -> RowView:
    places = _places(words, face.start, face.end)
    if checked is None:
        return RowView(places, str(face.points), None, chosen)
    return RowView(places, signed(worth(checked)), checked.completed, chosen)


def _half_row(words: KioskWords, now: Entering) -> RowView:
    return RowView(_places(words, now.start, now.end), "", None, chosen=True)


def _places(words: KioskWords, start: str | None, end: str | None) -> str:
    one, other = (words.names.place(place) if place else "…" for place in (start, end))
    return words.gettext("{start} - {end}").format(start=one, end=other)


def prompt(words: KioskWords, player: str, now: Entering) -> str:
    """What is to be tapped next."""
    ticket = len(now.faces) + 1 if now.row is None else now.row + 1
    facts = {"player": player, "n": ticket, "all": now.held}
    if now.asks == "surplus":
        over = len(now.faces) - now.held
        text = words.ngettext(
            "{n} ticket too many: tap one to delete it.",
            "{n} tickets too many: tap one to delete it.",
            over,
        )
        return text.format(n=over)
    if now.asks == "check" and not now.held:
        return words.gettext("{player} holds no tickets.").format(player=player)
    return {
        "start": words.gettext("{player}, ticket {n} of {all}: from where?"),
        "end": words.gettext("{player}, ticket {n} of {all}: to where?"),
        "points": words.gettext("{player}, ticket {n} of {all}: how many points?"),
        "count": words.gettext("How many tickets does {player} hold?"),
        "check": words.gettext("All tickets of {player} are entered."),
        "done": words.gettext("{player}'s tickets: tap one to correct it."),
    }[now.asks].format(**facts)


def news(words: KioskWords, game: Game, desk: Desk, now: Entering) -> News | None:
    """Why not, what was undone, or what the tickets shown last came to, until the next tap."""
    if desk.refused is not None:
        return News(desk.refused.why, bad=True)
    entry = game.entries[-1]
    if entry.verb == "reveal" and entry.seat is not None:
        if now != Entering(now.held):
            return None
        seat = game.state.seats[entry.seat]
        return News(completed(words, seat), signed(net(seat)), seat.color)
    if entry.verb == "undo":
        target = game.entries[taken_back(game.entries)[entry.seq] - 1]
        if target.verb == "reveal" and target.seat is not None:
            player = game.state.seats[target.seat].name
            return News(words.gettext("Undone: {player}'s tickets").format(player=player))
    if entry.verb in ("undo", "redo", "adjust") and desk.said is not None:
        return News(desk.said.headline)
    return None


def completed(words: KioskWords, seat: Seat) -> str:
    """How many tickets of a player are completed."""
    shown = seat.revealed or ()
    done = sum(ticket.completed for ticket in shown)
    facts = {"player": seat.name, "n": done, "all": len(shown)}
    if not shown:
        return words.gettext("{player} has no tickets").format(**facts)
    return words.gettext("{player}: {n} of {all} completed").format(**facts)


def net(seat: Seat) -> int:
    """What a player's tickets come to."""
    return sum(worth(ticket) for ticket in seat.revealed or ())


def worth(ticket: Ticket) -> int:
    """Plus its value completed, else minus (R16)."""
    return ticket.points if ticket.completed else -ticket.points


def signed(points: int) -> str:
    """With its sign, a true minus."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def places_by_name(words: KioskWords, game: Game) -> list[tuple[str, str]]:
    """The places a ticket can name, with their names, in the order of the alphabet."""
    named = [(place, words.names.place(place)) for place in game.board.places]
    return sorted(named, key=lambda pair: _plain(pair[1]))


def _plain(name: str) -> str:
    """Without accents, so that they do not come after Z."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
