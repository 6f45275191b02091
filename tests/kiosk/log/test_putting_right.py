"""Putting things right by touch: amend, take out, insert, object; and the taps that it takes."""

from collections.abc import Callable
from typing import Any

import pytest
from fingers import SIZES, Kiosk
from kivy.core.window import Window

from companion.game.commands import (
    Adjust,
    Amend,
    ClaimRoute,
    DrawCards,
    Finish,
    Newcomer,
    NewGame,
    Object,
    Pass,
    Undo,
)
from companion.game.log.disputes import disputes
from companion.game.log.timeline import Step
from companion.game.rules.terrain import Payment
from kiosk import screens, sheets
from kiosk.appearance.text import Text
from kiosk.claim.ruling import WayTile
from kiosk.log.consequences import ConsequencesSheet
from kiosk.log.edit_turn import EditTurnSheet, SeatChip
from kiosk.log.editor import amend
from kiosk.log.entry import EntrySheet
from kiosk.log.screen import LogLine
from kiosk.table.screen import ToSettle

COAST = "cape-town--port-elizabeth--1"  # black, 3 spaces: one mountain card doubles it
NORTH = "bloemfontein--cape-town"  # orange, 3 spaces: desert
MOST_TAPS_MORE = 6  # than entering it took


@pytest.fixture
def kiosk(open_kiosk: Callable[..., Any]) -> Kiosk:
    """Anna drew the mountain card that she doubled with; eight turns have passed since."""
    opened: Kiosk = open_kiosk()
    names = (("Anna", "blue"), ("Ben", "red"), ("Cleo", "green"))
    opened.referee.submit(NewGame(tuple(Newcomer(n, c, "jungle", 3) for n, c in names)))
    for play in (
        DrawCards(("mountain", "train")),  # 2: Anna
        DrawCards(("train", "train")),  # 3: Ben
        DrawCards(("desert", "train")),  # 4: Cleo
        ClaimRoute(COAST, Payment(1, 0)),  # 5: Anna, doubled
        *(DrawCards(("train", "train")) for _ in range(8)),  # 6-13
    ):
        opened.referee.submit(play)
    opened.app.home()
    opened.frames()
    opened.taps = 0
    return opened


def open_log(kiosk: Kiosk) -> None:
    kiosk.tap(next(w for w in kiosk.widgets() if getattr(w, "icon", "") == "menu"))
    kiosk.tap("Log")


def open_entry(kiosk: Kiosk, entry: int) -> None:
    """From the table to an entry's sheet: a drag scrolls, and is no tap."""
    open_log(kiosk)
    for _ in range(12):
        line = next(w for w in kiosk.widgets(LogLine) if w.row.entry == entry)
        x, y = line.to_window(*line.center)
        if 30 < y < 400:
            kiosk.tap_at(x - line.width / 4, y)
            assert isinstance(kiosk.app.root.sheet, EntrySheet)
            return
        kiosk.drag((300, 200), (300, 320 if y < 30 else 100))
    raise AssertionError(f"entry {entry} does not come into sight")


def step(kiosk: Kiosk, entry: int) -> Step:
    return kiosk.referee.game.head.since(entry)[0]


def way(kiosk: Kiosk, payment: Payment | None) -> WayTile:
    return next(tile for tile in kiosk.widgets(WayTile) if tile.way.payment == payment)


def card(kiosk: Kiosk, word: str) -> Any:
    """The tile of a card; the chips of those already told say the same."""
    return next(w for w in kiosk.app.root.sheet.ids.cards.children if w.word == word)


# --- amend ---


def test_an_old_draw_is_amended_and_a_later_doubling_conflicts(kiosk: Kiosk):
    open_entry(kiosk, 2)
    kiosk.tap("Edit")
    kiosk.tap("Mountain")  # the chip: it was not drawn
    kiosk.tap(card(kiosk, "Train"))
    kiosk.tap("Preview changes")
    assert kiosk.sees("Edit entry 2: preview")
    assert kiosk.sees("nothing changed yet")
    assert kiosk.sees("5  Anna claims Cape Town - Port Elizabeth, black 3, doubled with 1 mountain")
    assert kiosk.referee.seq == 13  # nothing has been done
    kiosk.tap("Edit entry 2")
    assert kiosk.taps <= 2 + MOST_TAPS_MORE
    assert step(kiosk, 2).request["cards"] == ["train", "train"]
    assert step(kiosk, 5).conflict == "not_enough_terrain"
    assert kiosk.referee.game.state.score(0) == 8  # it stands as played

    assert (
        kiosk.app.screen_name == "log"
    )  # where the conflict is flagged, and one tap from its Amend
    line = next(w for w in kiosk.widgets(LogLine) if w.row.entry == 5)
    assert (line.row.mark, line.row.conflicts) == ("conflict", True)
    assert "not enough terrain cards" in line.row.flags


def test_a_conflict_is_put_right_from_the_consequences(kiosk: Kiosk):
    kiosk.app.go(screens.log)
    kiosk.app.consider(Amend(2, DrawCards(("train", "train"))))
    kiosk.frames()
    kiosk.tap("Apply, then fix this")
    assert kiosk.app.desk.turn_context.entry == 5  # done, and on to the ruling of the claim
    kiosk.tap(way(kiosk, None))
    kiosk.tap("Edit entry 5")
    assert kiosk.referee.game.state.score(0) == 4
    assert all(found.conflict is None for found in kiosk.referee.game.head.back())
    assert kiosk.app.screen_name == "table"
    assert kiosk.sees("Anna: move the marker 8 → 4")


def test_a_claim_eight_turns_old_is_scored_otherwise(kiosk: Kiosk):
    open_entry(kiosk, 5)
    kiosk.tap("Edit")
    assert kiosk.sees("as entered")
    kiosk.tap(way(kiosk, None))
    assert kiosk.sees("8 → 4")
    assert kiosk.sees("-4")
    kiosk.tap("Edit entry 5")
    assert kiosk.taps <= 4 + MOST_TAPS_MORE
    assert kiosk.referee.game.state.score(0) == 4
    assert kiosk.referee.game.state.seats[0].front.mountain == 1


def test_a_claim_was_another_route(kiosk: Kiosk):
    open_entry(kiosk, 5)
    kiosk.tap("Edit")
    kiosk.tap("Different route")
    kiosk.tap("Bloemfontein")  # Cape Town is picked already
    kiosk.tap(way(kiosk, None))
    kiosk.tap("Edit entry 5")
    assert kiosk.taps <= 4 + MOST_TAPS_MORE
    assert kiosk.referee.game.state.seats[0].routes == [NORTH]


def test_a_claim_was_no_claim_and_somebody_elses(kiosk: Kiosk):
    open_entry(kiosk, 5)
    kiosk.tap("Edit")
    kiosk.tap("Different player or action")
    kiosk.tap(next(chip for chip in kiosk.widgets(SeatChip) if chip.name == "Cleo"))
    kiosk.tap("Passed")
    kiosk.tap("Edit entry 5")
    assert (step(kiosk, 5).seat, step(kiosk, 5).verb) == (2, "pass")


def test_an_entry_is_given_to_another_player(kiosk: Kiosk):
    open_entry(kiosk, 4)
    kiosk.tap("Edit")
    kiosk.tap(next(chip for chip in kiosk.widgets(SeatChip) if chip.name == "Ben"))
    kiosk.tap("Preview changes")
    assert kiosk.sees("Ben: desert 0 → 1")
    kiosk.tap("Edit entry 4")
    assert kiosk.referee.game.entries[-1].request == {"do": "amend", "entry": 4, "player": "Ben"}
    assert [seat.front.desert for seat in kiosk.referee.game.state.seats] == [0, 1, 0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("wanted", ["Preview changes", "Passed", "Only one card"])
def test_a_finger_on_its_way_meets_nothing_that_discards_what_was_told(
    kiosk: Kiosk, size: tuple[int, int], wanted: str
):
    """The last card changes nothing under the finger that is on its way to go on."""
    Window.size = size
    kiosk.app.rebuild()
    amend(kiosk.app, 2)
    kiosk.frames()
    kiosk.tap("Mountain")
    place = kiosk.app.sheet.to_window(*kiosk.button(wanted).center)
    kiosk.tap(card(kiosk, "Train"))
    assert [chip.card for chip in kiosk.app.sheet.ids.drawn.children] == ["train", "train"]
    for _ in range(2):  # once too often, too
        kiosk.tap_at(*place)
    if isinstance(kiosk.app.sheet, ConsequencesSheet):
        kiosk.tap("Back")
    if kiosk.referee.seq == 13:
        assert isinstance(kiosk.app.sheet, EditTurnSheet)
        assert kiosk.app.desk.turn_context.cards == ("train", "train")
        kiosk.tap("Preview changes")
        kiosk.tap("Edit entry 2")
    assert kiosk.referee.seq == 14


def test_who_goes_back_from_the_consequences_finds_what_was_told(kiosk: Kiosk):
    open_entry(kiosk, 2)
    kiosk.tap("Edit")
    kiosk.tap("Mountain")
    kiosk.tap(card(kiosk, "Jungle"))
    for back in ("Back", next):
        kiosk.tap("Preview changes")
        close = (w for w in kiosk.widgets() if getattr(w, "icon", "") == "close")
        kiosk.tap(back if isinstance(back, str) else next(close))
        assert sorted(kiosk.app.desk.turn_context.cards) == ["jungle", "train"]
    kiosk.tap("Preview changes")
    kiosk.tap("Edit entry 2")
    assert step(kiosk, 2).request["cards"] == ["train", "jungle"]


def test_what_is_illegal_at_its_own_moment_is_refused_there(kiosk: Kiosk):
    open_entry(kiosk, 13)
    kiosk.tap("Edit")
    kiosk.app.enter(ClaimRoute(COAST), kiosk.app.desk.moment())
    kiosk.frames()
    assert kiosk.sees("Cape Town - Port Elizabeth belongs to Anna.")
    assert kiosk.referee.seq == 13


def test_leaving_the_consequences_changes_nothing(kiosk: Kiosk):
    open_entry(kiosk, 5)
    kiosk.tap("Remove")
    assert kiosk.sees("Remove entry 5: preview")
    kiosk.tap("Back")
    assert isinstance(kiosk.app.sheet, EntrySheet)
    assert (kiosk.referee.seq, kiosk.app.screen_name) == (13, "log")
    kiosk.app.home()
    assert kiosk.app.desk.turn_context.is_now


def test_an_entry_is_taken_out(kiosk: Kiosk):
    open_entry(kiosk, 5)
    kiosk.tap("Remove")
    assert kiosk.sees("5  no longer counts: Anna claims Cape Town - Port Elizabeth")
    assert kiosk.sees("the turn counts as a pass")
    kiosk.tap("Remove entry 5")
    assert (step(kiosk, 5).voided, kiosk.referee.game.state.score(0)) == (True, 0)


def test_a_turn_entered_twice_is_taken_out_and_all_later_ones_move_back(kiosk: Kiosk):
    open_entry(kiosk, 4)
    kiosk.tap("Remove")
    assert kiosk.sees("The turn counts as a pass")
    kiosk.tap("Entered twice: later turns shift to the previous player")
    assert kiosk.sees("entered twice · 9 later turns shift to the previous player")
    assert kiosk.sees("Then it's Cleo's turn")
    kiosk.tap("Remove entry 4")
    assert step(kiosk, 4).is_out
    assert step(kiosk, 5).seat == 2  # the claim was Cleo's
    kiosk.app.open_sheet(sheets.entry, entry=4)
    kiosk.frames()
    assert kiosk.sees("Cleo draws 1 desert card and 1 train card")
    assert kiosk.sees("removed later")
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.referee.game.state.player == 2


def test_a_table_ruling_and_the_end_of_play_are_taken_out(kiosk: Kiosk):
    kiosk.referee.submit(Adjust("counted", player="Ben", trains=40))  # 14
    kiosk.referee.submit(Finish())  # 15
    for entry in (15, 14):
        kiosk.app.go(screens.log)
        kiosk.app.open_sheet(sheets.entry, entry=entry)
        kiosk.frames()
        assert not kiosk.app.root.sheet.view.can_revise
        kiosk.tap("Remove")
        assert not kiosk.sees("The turn counts as a pass")
        kiosk.tap(f"Remove entry {entry}")
        assert step(kiosk, entry).is_out
    state = kiosk.referee.game.state
    assert (state.phase, state.seats[1].trains) == ("play", 45)


def test_a_rule_looked_up_leads_back_to_the_turn_that_is_told_anew(kiosk: Kiosk):
    open_entry(kiosk, 5)
    kiosk.tap("Edit")
    kiosk.tap("R9")
    assert kiosk.app.screen_name == "rules"
    kiosk.tap(next(w for w in kiosk.widgets() if getattr(w, "icon", "") == "close"))
    assert kiosk.app.desk.turn_context.entry == 5
    kiosk.tap(way(kiosk, None))
    assert kiosk.sees("Edit entry 5: preview")


def test_a_button_pressed_meanwhile_ends_it(kiosk: Kiosk):
    """The turn that was told anew may not be what it was."""
    open_entry(kiosk, 5)
    kiosk.tap("Edit")
    kiosk.referee.submit(Pass())
    kiosk.frames()
    assert kiosk.app.desk.turn_context.is_now
    assert kiosk.app.root.sheet is None


# --- a forgotten turn ---


def test_a_forgotten_draw_is_inserted(kiosk: Kiosk):
    open_entry(kiosk, 3)
    kiosk.tap("Add missed turn")
    kiosk.tap("Mountain")
    kiosk.tap(card(kiosk, "Mountain"))
    kiosk.tap("Preview changes")
    assert kiosk.sees("Missed turn after entry 3: preview")
    kiosk.tap("Add missed turn")
    assert kiosk.taps <= 2 + MOST_TAPS_MORE
    request = kiosk.referee.game.entries[-1].request
    assert (request["after"], request["player"], request.get("shift")) == (3, "Cleo", None)
    assert [seat.front.mountain for seat in kiosk.referee.game.state.seats] == [0, 0, 2]
    assert kiosk.referee.game.state.score(0) == 8


def test_a_skipped_turn_moves_all_later_ones_on(kiosk: Kiosk):
    open_entry(kiosk, 4)
    kiosk.tap("Add missed turn")
    kiosk.tap("Train")
    kiosk.tap(card(kiosk, "Train"))
    kiosk.tap("Preview changes")
    assert not kiosk.sees("Then it's")  # everybody keeps their own
    kiosk.tap("Later turns shift to the next player")
    assert kiosk.sees("Then it's Ben's turn")
    assert kiosk.sees("9 later turns shift to the next player")
    kiosk.tap("Add missed turn")
    assert step(kiosk, 5).seat == 1  # the claim was Ben's
    assert kiosk.referee.game.state.score(1) == 8
    assert step(kiosk, 5).conflict == "fewer_than_rival"
    kiosk.app.home()


# --- objections ---


def test_an_objection_from_the_announcement_leaves_it_on_screen(kiosk: Kiosk):
    kiosk.referee.submit(ClaimRoute(NORTH))
    kiosk.app.home()
    kiosk.frames()
    headline = "Anna: move the marker 8 → 12"
    assert kiosk.sees(headline)
    kiosk.tap("Dispute")
    kiosk.tap("Ben")
    assert kiosk.sees(headline)
    assert kiosk.sees("Disputed by Ben.")
    assert kiosk.referee.game.state.player == 1  # play may go on
    kiosk.tap("Train")
    kiosk.tap("Train")
    assert kiosk.referee.game.state.player == 2
    assert disputes(kiosk.referee.game)[14].by == "Ben"


@pytest.mark.parametrize(
    ("label", "outcome"),
    [
        ("The ruling stands", "upheld"),
        ("Dispute withdrawn", "dropped"),
        ("The ruling was wrong", "overruled"),
    ],
)
def test_an_objection_is_settled_from_the_log(kiosk: Kiosk, label: str, outcome: str):
    open_entry(kiosk, 5)
    kiosk.tap("Dispute")
    kiosk.tap("Cleo")
    assert isinstance(kiosk.app.sheet, EntrySheet)  # where one came from
    assert kiosk.sees("Disputed by Cleo")
    kiosk.app.close_sheet()
    kiosk.frames()
    line = next(w for w in kiosk.widgets(LogLine) if w.row.entry == 5)
    assert line.row.mark == "disputed"
    kiosk.app.home()
    kiosk.frames()
    open_entry(kiosk, 5)
    kiosk.tap("Resolve dispute")
    kiosk.tap(label)
    assert isinstance(kiosk.app.sheet, EntrySheet) == (outcome != "overruled")
    found = disputes(kiosk.referee.game)[5]
    assert (found.by, found.outcome) == ("Cleo", outcome)
    assert kiosk.app.desk.turn_context.entry == (5 if outcome == "overruled" else None)
    if outcome == "overruled":  # then amend it
        kiosk.tap(way(kiosk, None))
        kiosk.tap("Edit entry 5")
        assert kiosk.referee.game.state.score(0) == 4


# --- an entry looked at ---


def test_an_entry_shows_its_ruling_with_the_numbers_of_that_moment(kiosk: Kiosk):
    open_entry(kiosk, 5)
    assert kiosk.sees("doubled with 1 mountain card, +8")
    assert kiosk.sees("Mountain cards: Anna 1, Ben 0, Cleo 0.")
    assert kiosk.sees("R9")
    held = kiosk.app.root.sheet.view.held
    assert [(h.name, h.front, h.trains, h.acts) for h in held] == [
        ("Anna", (0, 1, 1), 45, True),
        ("Ben", (0, 1, 0), 45, False),
        ("Cleo", (1, 1, 0), 45, False),
    ]


def test_what_cannot_be_amended_offers_nothing_of_the_kind(kiosk: Kiosk):
    open_entry(kiosk, 1)
    view = kiosk.app.root.sheet.view
    assert (view.can_revise, view.can_object, view.can_insert) == (False, False, True)
    with pytest.raises(AssertionError, match="nothing to tap"):
        kiosk.tap("Edit")


@pytest.mark.parametrize("size", SIZES)
def test_what_was_undone_is_one_line_until_it_is_tapped(kiosk: Kiosk, size: tuple[int, int]):
    Window.size = size
    for play in (Pass(), Pass(), Undo(), Undo()):  # 14-17
        kiosk.referee.submit(play)
    kiosk.app.go(screens.log)
    kiosk.frames()

    def shown() -> list[int]:
        return [line.row.entry for line in kiosk.widgets(LogLine)]

    assert shown()[:3] == [17, 13, 12]
    kiosk.tap("2 entries undone")
    assert shown()[:6] == [17, 17, 16, 15, 14, 13]
    kiosk.tap("Undone: Ben passes")  # looked at closely, as any entry
    assert isinstance(kiosk.app.sheet, EntrySheet)
    kiosk.app.close_sheet()
    kiosk.frames()
    kiosk.tap("2 entries undone")
    assert shown()[:3] == [17, 13, 12]


# --- what is still to settle ---


def sign(kiosk: Kiosk) -> ToSettle:
    table = kiosk.app.screen
    return next(widget for widget in table.walk() if isinstance(widget, ToSettle))


def test_the_table_shows_how_many_entries_are_to_settle_and_leads_to_them(kiosk: Kiosk):
    assert sign(kiosk).hidden
    kiosk.app.referee.submit(Amend(2, DrawCards(("train", "train"))))  # 5 is against the rules now
    kiosk.app.referee.submit(Object(3, "Cleo"))
    kiosk.frames()
    assert not sign(kiosk).hidden
    kiosk.tap(sign(kiosk))
    assert kiosk.app.screen_name == "log"
    assert kiosk.sees("Unresolved")
    assert [(line.row.entry, line.row.mark) for line in kiosk.widgets(LogLine)][::-1] == [
        (3, "disputed"),
        (5, "conflict"),
    ]


def test_what_is_settled_leaves_the_list_and_the_table(kiosk: Kiosk):
    kiosk.app.referee.submit(Object(3, "Cleo"))
    kiosk.app.referee.submit(Object(4, "Ben"))
    kiosk.frames()
    assert [text.content for text in sign(kiosk).walk(restrict=True) if isinstance(text, Text)] == [
        "2"
    ]
    kiosk.tap(sign(kiosk))
    for entry in (3, 4):
        kiosk.tap(next(line for line in kiosk.widgets(LogLine) if line.row.entry == entry))
        kiosk.tap("Resolve dispute")
        kiosk.tap("The ruling stands")
        if entry == 3:  # back at the entry, and then at the list
            assert isinstance(kiosk.app.sheet, EntrySheet)
            kiosk.tap(next(w for w in kiosk.widgets() if getattr(w, "icon", "") == "close"))
            assert [line.row.entry for line in kiosk.widgets(LogLine)] == [4]
    assert kiosk.app.screen_name == "table"  # nothing is left: where one came from
    assert sign(kiosk).hidden


def test_ending_early_says_first_what_is_still_to_settle(kiosk: Kiosk):
    kiosk.app.referee.submit(Amend(2, DrawCards(("train", "train"))))  # 5 is against the rules now
    kiosk.app.referee.submit(Object(3, "Cleo"))
    kiosk.app.go(screens.menu)
    kiosk.frames()
    kiosk.hold(kiosk.button("End game early"))
    assert kiosk.referee.game.state.phase == "play"
    for said in ("3  Ben draws", "disputed", "5  Anna claims", "not enough terrain cards"):
        assert kiosk.sees(said), said
    kiosk.tap("Unresolved")
    assert [line.row.entry for line in kiosk.widgets(LogLine)] == [5, 3]
    kiosk.app.go(screens.menu)
    kiosk.frames()
    kiosk.hold(kiosk.button("End game early"))
    kiosk.hold(kiosk.button("End game early"))
    assert (kiosk.referee.game.state.phase, kiosk.app.screen_name) == ("tickets", "reveal")


def test_ending_early_with_all_settled_asks_nothing_more(kiosk: Kiosk):
    kiosk.app.go(screens.menu)
    kiosk.frames()
    kiosk.hold(kiosk.button("End game early"))
    assert kiosk.app.screen_name == "reveal"


# --- a swipe ---


@pytest.mark.parametrize("way", [(60, 0), (0, 44), (0, -44), (-40, 20)])
@pytest.mark.parametrize("is_seen", [True, False], ids=["seen", "too slow to be seen"])
def test_a_swipe_over_a_log_that_cannot_scroll_yet_opens_no_entry(
    open_kiosk: Callable[..., Any], way: tuple[int, int], is_seen: bool
):
    kiosk: Kiosk = open_kiosk(2)
    kiosk.app.go(screens.log)
    kiosk.frames()
    assert not kiosk.app.screen.ids.entries.most
    (line,) = kiosk.widgets(LogLine)
    x, y = line.center_x - way[0] / 2, line.center_y - way[1] / 2
    touch = kiosk.down(x, y)
    if is_seen:
        touch.touch_move(x + way[0], y + way[1])
    else:
        touch.move({"x": (x + way[0]) / 799, "y": (y + way[1]) / 479})
    kiosk.up(touch)
    assert kiosk.app.sheet is None
    kiosk.tap(line)
    assert isinstance(kiosk.app.sheet, EntrySheet)
