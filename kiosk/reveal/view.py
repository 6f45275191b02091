"""View data of the Tickets screen, without widgets."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.desk.desk import Desk
from companion.desk.reveal import Drafts, TicketDraft, all_entered, reveal_order, ticket_draft
from companion.game.board.paths import lit_path
from companion.game.commands import TicketFace
from companion.game.events import Ticket
from companion.game.game import Game
from companion.game.log.lines import targets_of_undos
from companion.game.rules.tickets import check_tickets
from companion.game.state import Seat
from companion.game.ticket_book import (
    TicketBook,
    TicketBookError,
    filtered,
    find_duplicates,
    offered,
    pair_of,
)
from companion.text import fold, number, signed
from companion.words.table.desk import DeskWords
from companion.words.table.tickets import duplicate_in_words, fault_in_words


@dataclass(frozen=True, slots=True)
class TabView:
    """A player's tab: the number of tickets entered, or the result."""

    seat: int
    name: str
    color: str
    note: str
    done: bool
    net: int
    current: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """A ticket; `completed` is None until both places are entered."""

    places: str
    points: str
    completed: bool | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class KnownView:
    """A ticket of the book; `colors` of the players who have revealed it in this game."""

    face: TicketFace
    places: str
    points: str
    colors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MapHighlight:
    """Highlighted routes, and the locations of a ticket and of its path."""

    routes: frozenset[str] = frozenset()
    ends: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    path: tuple[str, ...] = ()  # the routes that complete it


@dataclass(frozen=True, slots=True)
class News:
    """A message in one line."""

    text: str
    points: str = ""
    color: str = ""
    bad: bool = False
    asks: bool = False  # it is a question


def tabs(words: DeskWords, game: Game, drafts: Drafts, current: int) -> tuple[TabView, ...]:
    """Return every player's tab, in the order of revealing."""
    made = []
    for at in reveal_order(game.state):
        seat, now = game.state.seats[at], ticket_draft(game, at, drafts)
        done = now.asks == "done"
        made.append(
            TabView(
                seat=at,
                name=seat.name,
                color=seat.color,
                note=signed(net(seat)) if done else so_far(words, now),
                done=done,
                net=net(seat),
                current=at == current,
            )
        )
    return tuple(made)


def so_far(words: DeskWords, now: TicketDraft) -> str:
    """Return how many tickets are entered, as text."""
    return words.gettext("{n} of {all}").format(n=len(now.faces), all=now.held)


def rows(words: DeskWords, game: Game, seat: int, now: TicketDraft) -> tuple[RowView, ...]:
    """Return the entered tickets, checked, and the incomplete one."""
    made = [
        _row(words, ticket, chosen=at == now.row)
        for at, ticket in enumerate(checked(game, seat, now.faces))
    ]
    if now.row is not None and now.asks in ("start", "end"):
        made[now.row] = _half_row(words, now)
    elif now.row is None and now.asks in ("start", "end", "points"):
        made.append(_half_row(words, now))
    return tuple(made)


def checked(game: Game, seat: int, faces: Sequence[TicketFace]) -> list[Ticket]:
    """Return tickets as the referee will judge them."""
    done = check_tickets(game.board, game.state.seats[seat], faces)
    return [
        Ticket(face.start, face.end, face.points, completed)
        for face, completed in zip(faces, done, strict=True)
    ]


def _row(words: DeskWords, ticket: Ticket, *, chosen: bool) -> RowView:
    places = places_of(words, ticket.start, ticket.end)
    return RowView(places, signed(worth(ticket)), ticket.completed, chosen)


def _half_row(words: DeskWords, now: TicketDraft) -> RowView:
    return RowView(places_of(words, now.start, now.end), "", None, chosen=True)


def places_of(words: DeskWords, start: str | None, end: str | None) -> str:
    """Return the two places of a ticket, with placeholders if they are not entered yet."""
    one = (
        words.names.place(start)
        if start
        else words.pgettext("a ticket: its first place, not chosen yet", "from")
    )
    other = (
        words.names.place(end)
        if end
        else words.pgettext("a ticket: its second place, not chosen yet", "to")
    )
    return words.gettext("{start} - {end}").format(start=one, end=other)


def on_phone(words: DeskWords, player: str, count: int) -> str:
    """Return an offer to reveal the tickets on a player's phone; empty if there are none."""
    if not count:
        return ""
    tickets = words.ngettext("{n} ticket", "{n} tickets", count).format(n=count)
    text = words.gettext("{tickets} on {player}'s phone: show now?")
    return text.format(tickets=tickets, player=player)


def prompt(words: DeskWords, player: str, now: TicketDraft) -> str:
    """Return the instruction for the next tap."""
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
        return words.gettext("{player} has no tickets.").format(player=player)
    return {
        "start": words.gettext("{player}, ticket {n} of {all}: where from?"),
        "end": words.gettext("{player}, ticket {n} of {all}: where to?"),
        "points": words.gettext("{player}, ticket {n} of {all}: how many points?"),
        "count": words.gettext("How many tickets does {player} have?"),
        "check": words.gettext("All of {player}'s tickets are entered."),
        "done": words.gettext("{player}'s tickets: tap one to change it."),
    }[now.asks].format(**facts)


def news(words: DeskWords, game: Game, desk: Desk, drafts: Drafts, seat: int) -> News | None:
    """Return a refusal, a question on a duplicate, or an undo."""
    if desk.refusal is not None:
        return News(desk.refusal.why, bad=True)
    names = [player.name for player in game.state.seats]
    for doubt in find_duplicates(all_entered(game, drafts)):
        if seat in doubt.seats:
            return News(duplicate_in_words(words, doubt, names), asks=True)
    entry = game.entries[-1]
    if entry.verb == "undo":
        target = game.entries[targets_of_undos(game.entries)[entry.seq] - 1]
        if target.verb == "reveal" and target.seat is not None:
            player = game.state.seats[target.seat].name
            return News(words.gettext("Undone: {player}'s tickets").format(player=player))
    if entry.verb in ("undo", "redo", "adjust") and desk.message is not None:
        return News(desk.message.headline)
    return None


def completed(words: DeskWords, seat: Seat) -> str:
    """Return how many of a player's tickets are completed, as text."""
    shown = seat.revealed or ()
    done = sum(ticket.completed for ticket in shown)
    facts = {"player": seat.name, "n": done, "all": len(shown)}
    if not shown:
        return words.gettext("{player} has no tickets").format(**facts)
    return words.gettext("{player}: {n} of {all} completed").format(**facts)


def net(seat: Seat) -> int:
    """Return the points of a player's tickets."""
    return sum(worth(ticket) for ticket in seat.revealed or ())


def total(words: DeskWords, game: Game, seat: int, now: TicketDraft, *, hidden: bool) -> str:
    """Return the points of the tickets so far and, unless hidden, the total, as text."""
    so_far = sum(worth(ticket) for ticket in checked(game, seat, now.faces))
    if hidden:
        return words.gettext("Tickets {net}").format(net=signed(so_far))
    points = game.state.seats[seat].points + so_far
    text = words.gettext("Tickets {net}, total {total}")
    return text.format(net=signed(so_far), total=number(points))


def worth(ticket: Ticket) -> int:
    """Return its value, negative unless completed (R16)."""
    return ticket.points if ticket.completed else -ticket.points


def places_by_name(words: DeskWords, game: Game) -> list[tuple[str, str]]:
    """Return the places that tickets can name, with their names, in alphabetical order."""
    named = [(place, words.names.place(place)) for place in game.board.places]
    return sorted(named, key=lambda pair: words.names.in_order(pair[1]))


# --- the ticket book -------------------------------------------------------------------------


def known(
    words: DeskWords,
    game: Game,
    book: TicketBook,
    drafts: Drafts,
    now: TicketDraft,
    typed: str = "",
) -> tuple[KnownView, ...]:
    """Return the tickets of the book that match the input; those already revealed come last."""
    shown = all_entered(game, drafts)
    faces = offered(game.board, book, words.names.order)
    views = [
        KnownView(
            face=face,
            places=places_of(words, face.start, face.end),
            points=str(face.points),
            colors=_holders(game, shown, face),
        )
        for face in filtered(faces, lambda place: folded(words, place), typed, now.start)
    ]
    return tuple(sorted(views, key=lambda view: bool(view.colors)))


def _holders(
    game: Game, shown: Sequence[Sequence[TicketFace]], face: TicketFace
) -> tuple[str, ...]:
    return tuple(
        player.color
        for player, faces in zip(game.state.seats, shown, strict=True)
        if any(pair_of(one) == pair_of(face) for one in faces)
    )


def has_fresh(game: Game, book: TicketBook, drafts: Drafts) -> bool:
    """Whether the book has a ticket that is not revealed in this game yet."""
    taken = {pair_of(face) for faces in all_entered(game, drafts) for face in faces}
    return any(pair_of(face) not in taken for face in book.faces)


def folded(words: DeskWords, place: str) -> str:
    """Return a place's name, normalized for filtering."""
    return fold(words.names.place(place))


def not_kept(words: DeskWords, game: Game, book: TicketBook, face: TicketFace) -> str:
    """Return why a ticket will not be added to the book; '' if it will."""
    try:
        book.without(face.start, face.end).check(game.board, face)
    except TicketBookError as fault:
        why = fault_in_words(words, fault.code, fault.facts)
        return words.gettext("Not added to the ticket book: {why}").format(why=why)
    return ""


# --- the map ---------------------------------------------------------------------------------


def lit(game: Game, seat: int, face: TicketFace | None, start: str | None) -> MapHighlight:
    """Highlight a completed ticket's path, or all the player's routes and the ticket's ends."""
    board, own = game.board, game.state.seats[seat].routes
    if face is None:
        return MapHighlight(frozenset(own), board.places[start] if start else ())
    path = lit_path(board, own, face.start, face.end)
    both = (*board.places[face.start], *board.places[face.end])
    if path is None:
        return MapHighlight(frozenset(own), both, both)
    along = tuple(dict.fromkeys(end for route in path for end in sorted(board.routes[route].ends)))
    return MapHighlight(frozenset(path), tuple(end for end in both if end in along), along, path)
