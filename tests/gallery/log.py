"""Putting things right: the log, its entries, what a change would do, objections."""

from typing import TYPE_CHECKING, Final

from companion.game.commands import (
    Amend,
    ClaimRoute,
    DrawCards,
    Insert,
    Object,
    Pass,
    RuledPlay,
    Undo,
    Void,
)
from companion.game.game import Game
from companion.game.log.timeline import Step
from companion.game.refusal import Refusal
from companion.game.rules.terrain import Payment
from kiosk import screens, sheets
from kiosk.log.editor import amend, insert
from tests.gallery.sample_game import Show, play

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def _last(game: Game, verb: str, earlier: int = 0) -> Step:
    """A play of the sample game, the last of its kind or one before it."""
    found = [step for step in game.head.back() if step.verb == verb]
    return found[earlier]


def conflicting(game: Game) -> Amend:
    """A draw without its terrain card, which a later doubling was paid with."""
    for step in game.head.back():
        if step.verb == "draw":
            change = Amend(step.seq, DrawCards(("train", "train")))
            try:
                if game.propose(change).conflicts:
                    return change
            except Refusal:
                continue
    raise LookupError("the sample game has no doubling paid with a card drawn")


def log_flags(app: "KioskApp") -> None:
    """A log with a conflict, an objection, a table ruling and an amendment."""
    game = app.referee.game
    app.referee.submit(conflicting(game))
    claim = _last(game, "claim")
    app.referee.submit(Object(claim.seq, game.state.seats[0].name))
    taken = ClaimRoute(claim.request["route"], Payment(1, 0))
    app.referee.submit(RuledPlay(taken, "agreed at the table"))
    app.go(screens.log)


def _to_settle(app: "KioskApp") -> None:
    """The same log's conflict and objection, still to be settled."""
    log_flags(app)
    app.home()


def _log_to_settle(app: "KioskApp") -> None:
    _to_settle(app)
    app.go(screens.log, unsettled=True)


def _log_undone(app: "KioskApp") -> None:
    """Three turns undone, unfolded, and one below them that is folded."""
    for change in (Pass(), Undo(), DrawCards(("train", "train")), Pass(), Pass(), Undo(), Undo()):
        app.referee.submit(change)
    app.go(screens.log)
    app.screen._toggle(app.referee.seq)


def _end_early(app: "KioskApp") -> None:
    """The same conflict and objection, before play is ended early."""
    log_flags(app)
    app.go(screens.menu)
    app.open_sheet(sheets.end_early)


def log_forgotten(app: "KioskApp") -> None:
    """A log whose last turns are other players' than they were entered for."""
    app.referee.submit(_skipped(app.referee.game))
    app.go(screens.log)


def _skipped(game: Game) -> Insert:
    """A turn that was left out a while ago, so that later ones move on by a seat."""
    step = _last(game, "draw", 4)
    assert step.seat is not None
    following = game.state.seats[(step.seat + 1) % len(game.state.seats)].name
    return Insert(step.seq, following, DrawCards(("mountain", "train")), shift=True)


def entry(app: "KioskApp") -> None:
    """A doubled claim looked at closely."""
    app.go(screens.log)
    game = app.referee.game
    doubled = next(step for step in game.head.back() if "double" in step.request)
    app.open_sheet(sheets.entry, entry=doubled.seq)


def entry_disputed(app: "KioskApp") -> None:
    """A claim that somebody disputes."""
    game = app.referee.game
    claim = _last(game, "claim")
    app.referee.submit(Object(claim.seq, game.state.seats[1].name))
    app.go(screens.log)
    app.open_sheet(sheets.entry, entry=claim.seq)


def entry_amended(app: "KioskApp") -> None:
    """A claim that was entered for another player, and conflicts since."""
    game = app.referee.game
    doubled = next(step for step in game.head.back() if "double" in step.request)
    app.referee.submit(_skipped(game))
    app.go(screens.log)
    app.open_sheet(sheets.entry, entry=doubled.seq)


def entry_objection(app: "KioskApp") -> None:
    """An objection looked at: there is little to be done about it."""
    game = app.referee.game
    app.referee.submit(Object(_last(game, "claim").seq, game.state.seats[1].name))
    app.go(screens.log)
    app.open_sheet(sheets.entry, entry=game.seq)


def draw_missing(app: "KioskApp") -> None:
    """A draw that is amended, with one card put back."""
    draw_amended(app)
    app.desk.revise(app.desk.turn_context.without_card(1))
    app.sheet.refresh()


def draw_amended(app: "KioskApp") -> None:
    """A draw opened to be amended."""
    amend(app, _last(app.referee.game, "draw").seq)


def claim_amended(app: "KioskApp") -> None:
    """A claim opened to be amended."""
    doubled = next(s for s in app.referee.game.head.back() if "double" in s.request)
    amend(app, doubled.seq)


def forgotten(app: "KioskApp") -> None:
    """A forgotten turn is told."""
    insert(app, _last(app.referee.game, "draw", 3).seq)
    app.desk.revise(app.desk.turn_context.with_card("mountain"))
    app.sheet.refresh()


def consequences_of_conflict(app: "KioskApp") -> None:
    """An amendment that makes a later doubling illegal."""
    app.go(screens.log)
    app.consider(conflicting(app.referee.game))


def consequences_of_insert(app: "KioskApp") -> None:
    """A forgotten turn, before it is added."""
    app.go(screens.log)
    app.consider(_skipped(app.referee.game))


def consequences_of_void(app: "KioskApp") -> None:
    """A claim, before it is taken out."""
    app.go(screens.log)
    app.consider(Void(_last(app.referee.game, "claim").seq))


def objection(app: "KioskApp") -> None:
    """Who objects?"""
    app.go(screens.log)
    claim = _last(app.referee.game, "claim")
    app.open_sheet(sheets.objection, entry=claim.seq)


def settling(app: "KioskApp") -> None:
    "What did you decide?"
    entry_disputed(app)
    app.open_sheet(sheets.objection, entry=_last(app.referee.game, "claim").seq)


def _in_play(show: Show) -> Show:
    """With the sample game on the table."""

    def show_it(app: "KioskApp") -> None:
        play(app)
        show(app)

    return show_it


SHOWN: Final = (
    ("log", _in_play(lambda app: app.go(screens.log))),
    ("log-flags", _in_play(log_flags)),
    ("log-to-settle", _in_play(_log_to_settle)),
    ("log-undone", _in_play(_log_undone)),
    ("end-early", _in_play(_end_early)),
    ("table-to-settle", _in_play(_to_settle)),
    ("log-forgotten", _in_play(log_forgotten)),
    ("entry", _in_play(entry)),
    ("entry-amended", _in_play(entry_amended)),
    ("entry-objection", _in_play(entry_objection)),
    ("entry-disputed", _in_play(entry_disputed)),
    ("amend-draw", _in_play(draw_amended)),
    ("amend-draw-missing", _in_play(draw_missing)),
    ("amend-claim", _in_play(claim_amended)),
    ("forgotten-turn", _in_play(forgotten)),
    ("consequences-conflict", _in_play(consequences_of_conflict)),
    ("consequences-insert", _in_play(consequences_of_insert)),
    ("consequences-void", _in_play(consequences_of_void)),
    ("objection", _in_play(objection)),
    ("objection-settled", _in_play(settling)),
)
