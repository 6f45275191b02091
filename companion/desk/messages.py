"""The message to the table after a change, as text. Pure."""

from dataclasses import dataclass, replace

from companion.game.commands import Command, Redo, Resume
from companion.game.events import RouteClaimed
from companion.game.game import Game
from companion.game.log.entries import Entry
from companion.game.log.lines import targets_of_undos
from companion.game.log.timeline import PLAYS
from companion.game.rules.prompts import Prompt
from companion.referee import Announcement, Referee
from companion.words.log_entries import sentence_of
from companion.words.table.desk import DeskWords

_ASIDE = ("move_marker", "turn", "last_round")  # prompts shown elsewhere
_TASKS = ("lay_trains", "discard_terrain", "discard_locomotives", "move_marker")
_DRAWS = ("draw", "tickets")


@dataclass(frozen=True, slots=True)
class QuickAction:
    """A one-tap action offered with a message, in addition to Undo."""

    label: str
    command: Command


@dataclass(frozen=True, slots=True)
class Message:
    """A message, on screen until the next action."""

    headline: str
    details: tuple[str, ...] = ()
    points: str = ""
    scored: bool = False  # in the accent colour: a marker has to be moved
    ruled: bool = False  # by the table, in a separate colour (R20)
    call: str = ""  # a prominent announcement, shown once
    offer: QuickAction | None = None
    entry: int | None = None  # a ruling that can be disputed
    drawn: bool = False  # a legal draw: hardly ever disputed
    disputed: bool = False

    @property
    def may_object(self) -> bool:
        """Whether to show an objection button; the log accepts one to any ruling."""
        return self.entry is not None and (self.disputed or not self.drawn)


def message_for(
    words: DeskWords, game: Game, announcement: Announcement, *, hidden: bool
) -> Message:
    """Return the message for an accepted change; hidden scores omit marker moves."""
    markers = () if hidden else _of(announcement, "move_marker")
    headline = _headline(words, game, announcement)
    moves = [words.move_marker(prompt.facts) for prompt in markers]
    claim = _claim(announcement.entry)
    if claim is not None:
        headline = _claim_headline(words, announcement, claim, moves)
        moves = moves[1:]
    return Message(
        headline=headline,
        details=(*moves, *_details(words, announcement, claim)),
        points=f"{_points(claim):+d}" if claim else "",
        scored=claim is not None,
        ruled=announcement.entry is not None and announcement.entry.is_table_ruling,
        call=_call(words, announcement),
        offer=_offer(words, announcement.entry),
        entry=_ruling(announcement.entry),
        drawn=_is_plain_draw(announcement.entry),
    )


def ends_with_a_task(announcement: Announcement) -> bool:
    """Whether play has just ended and there are trains, cards or markers to move first."""
    codes = {prompt.code for prompt in announcement.say}
    has_ended = announcement.entry is not None and "show_tickets" in codes
    return has_ended and not codes.isdisjoint(_TASKS)


def disputed(words: DeskWords, last: Message, by: str) -> Message:
    """Return the message with an objection added; play can go on."""
    objection = words.gettext("Disputed by {player}.").format(player=by)
    return replace(last, details=(objection, *last.details), disputed=True)


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """An unfinished game that a new one archives."""

    game: str
    players: tuple[str, ...]


def unfinished(referee: Referee) -> UnfinishedGame | None:
    """Return the current game if a new one would archive it unfinished, or None."""
    if not referee.has_game or referee.game.state.phase == "over":
        return None
    game = referee.game
    return UnfinishedGame(game.uuid, tuple(seat.name for seat in game.state.seats))


def with_way_back(words: DeskWords, begun: Message, kept: UnfinishedGame) -> Message:
    """Return the message of a new game with a button to resume the previous one."""
    return replace(
        begun,
        details=(*begun.details, words.archived(kept.players)),
        # Translators: button after a new game has begun: goes back to the unfinished one.
        offer=QuickAction(words.gettext("Resume game"), Resume(kept.game)),
    )


def with_dropped(words: DeskWords, last: Message, card: str) -> Message:
    """Return the message with a note that the pending card was dropped."""
    return replace(last, details=(*last.details, words.dropped(card)))


def _ruling(entry: Entry | None) -> int | None:
    """Return the entry that players can object to, or None."""
    is_play = entry is not None and entry.verb in PLAYS
    return entry.seq if entry is not None and is_play else None


def _is_plain_draw(entry: Entry | None) -> bool:
    return entry is not None and entry.verb in _DRAWS and not entry.is_table_ruling


def _of(announcement: Announcement, code: str) -> tuple[Prompt, ...]:
    return tuple(prompt for prompt in announcement.say if prompt.code == code)


def _call(words: DeskWords, announcement: Announcement) -> str:
    """Return the last round's announcement when it is triggered, not when a game is resumed."""
    last = announcement.state.last_round
    if announcement.entry is None or last is None or not _of(announcement, "last_round"):
        return ""
    seat = announcement.state.seats[last.by]
    return words.last_round(seat.name, seat.trains)


def _claim(entry: Entry | None) -> RouteClaimed | None:
    events = entry.events if entry is not None else ()
    return next((event for event in events if isinstance(event, RouteClaimed)), None)


def _points(claim: RouteClaimed) -> int:
    return claim.points + claim.doubling


def _claim_headline(
    words: DeskWords, announcement: Announcement, claim: RouteClaimed, moves: list[str]
) -> str:
    player = announcement.state.seats[claim.seat].name
    return moves[0] if moves else words.claims(player, claim.route)


def _headline(words: DeskWords, game: Game, announcement: Announcement) -> str:
    entry, state = announcement.entry, announcement.state
    player = None if state.player is None else state.seats[state.player].name
    if entry is None:
        return words.goes_on(player)
    if entry.verb == "new":
        return words.begins(player or "")
    if entry.verb in ("undo", "redo"):
        target = game.entries[targets_of_undos(game.entries)[entry.seq] - 1]
        sentence = sentence_of(words, game, target)
        undo = entry.verb == "undo"
        return words.undone_now(sentence) if undo else words.redone_now(sentence)
    return sentence_of(words, game, entry)


def _details(words: DeskWords, announcement: Announcement, claim: RouteClaimed | None) -> list[str]:
    details = [words.prompt(prompt) for prompt in announcement.say if prompt.code not in _ASIDE]
    if claim is not None:
        details.append(words.claimed(claim.route, doubled=bool(claim.doubling)))
        if why := _why(announcement.entry):
            details.append(words.table_ruling(why))
    return details


def _why(entry: Entry | None) -> str:
    """Return the reason of a play accepted by table ruling, or ''."""
    if entry is None or entry.set_aside is None:
        return ""
    return str(entry.request.get("overrule", ""))


def _offer(words: DeskWords, entry: Entry | None) -> QuickAction | None:
    if entry is None or entry.verb != "undo":
        return None
    return QuickAction(words.pgettext("button", "Redo"), Redo())
