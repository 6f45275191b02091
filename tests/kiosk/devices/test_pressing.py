"""Buttons and dial on the real kiosk: what a press does, whatever the screen shows."""

from collections.abc import Callable

import pytest
from fingers import NAMES, SCREENS
from kivy.core.window import Window
from wired import OpenBench, OpenWired, Wired, free_route

from companion.game.commands import DrawCards, Finish
from kiosk.devices.cards import DialCard, WordCard
from kiosk.idle.dark_and_lock import DarkCover, LockCover
from tests.hardware.by_buttons import Clock

DRAW = DrawCards(("train", "train"))


# --- cards and seats ---


def test_the_first_card_waits_on_the_screen_and_the_second_makes_the_turn(wired: Wired):
    wired.hands.press("jungle")
    wired.wait_until(lambda: wired.kiosk.sees("Second card?"))
    assert (wired.first, wired.referee.seq) == ("jungle", 1)
    wired.hands.press("train")
    wired.wait_for_entry(2)
    assert wired.kiosk.sees("Anna draws 1 jungle card and 1 train card")
    assert wired.kiosk.sees("Ben's turn")


def test_a_card_by_button_and_the_other_by_finger_are_one_draw(wired: Wired):
    wired.hands.press("jungle")
    wired.wait_until(lambda: wired.kiosk.sees("Second card?"))
    wired.kiosk.tap("Train")
    wired.wait_for_entry(2)
    assert wired.kiosk.sees("Anna draws 1 jungle card and 1 train card")


def test_two_cards_pressed_at_once_are_two(wired: Wired):
    for card in ("train", "desert"):
        wired.pin(card).drive_low()
    wired.wait_for_entry(2)
    cards = wired.referee.game.entries[-1].request["cards"]
    assert sorted(cards) == ["desert", "train"]
    assert wired.first is None


def test_of_three_cards_pressed_at_once_the_third_is_not_the_next_players(wired: Wired):
    for card in ("train", "desert", "jungle"):
        wired.pin(card).drive_low()
    wired.wait_until(lambda: wired.count == 3)
    assert (wired.referee.seq, wired.first) == (2, None)


def test_an_open_locomotive_as_a_second_card_is_refused_in_words(wired: Wired):
    wired.hands.press("jungle")
    wired.hands.press("locomotive")
    assert wired.app.desk.refusal.code == "locomotive_alone"
    assert (wired.first, wired.referee.seq) == ("jungle", 1)
    wired.wait_until(lambda: wired.blinks("refused") == 2)


def test_the_seat_on_turn_draws_two_train_cards(wired: Wired):
    wired.hands.press("seat1")
    wired.wait_for_entry(2)
    assert wired.referee.game.entries[-1].request["cards"] == ["train", "train"]
    assert wired.kiosk.sees("Ben's turn")


def test_another_seat_is_told_whose_turn_it_is(wired: Wired):
    wired.hands.press("seat3")
    wired.wait_until(lambda: wired.kiosk.sees("It's Anna's turn."))
    assert wired.referee.seq == 1


def test_the_seat_on_turn_is_told_of_the_card_that_waits(wired: Wired):
    wired.hands.press("desert")
    wired.hands.press("seat1")
    wired.wait_until(lambda: wired.kiosk.sees("First card drawn"))
    assert (wired.first, wired.referee.seq) == ("desert", 1)


def test_a_seat_where_nobody_sits_does_nothing(wired: Wired):
    wired.hands.press("seat5")
    assert (wired.referee.seq, wired.app.desk.refusal) == (1, None)


@pytest.mark.parametrize("seat", [0, 2])
def test_a_seat_held_for_a_second_objects_to_the_last_ruling(wired: Wired, seat: int):
    wired.hands.press("seat1")
    wired.hands.press(f"seat{seat + 1}", seconds=1.5)
    wired.wait_for_entry(3)
    request = wired.referee.game.entries[-1].request
    assert request == {"do": "object", "entry": 2, "by": NAMES[seat]}
    assert wired.kiosk.sees("Ben's turn")


def test_without_a_ruling_there_is_nothing_to_object_to(wired: Wired):
    wired.hands.press("seat2", seconds=1.5)
    assert wired.referee.seq == 1


def test_undo_takes_back_the_waiting_card_and_then_the_last_turn(wired: Wired):
    wired.hands.press("seat1")
    wired.hands.press("jungle")
    wired.hands.press("undo")
    assert (wired.first, wired.referee.seq) == (None, 2)
    wired.hands.press("undo")
    wired.wait_for_entry(3)
    assert wired.kiosk.sees("Anna's turn")


def test_undo_by_button_takes_back_nothing_old_unless_a_press_made_it(
    wired: Wired, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("hardware.buttons.actions.UNDO_TIMEOUT", -1.0)
    wired.referee.submit(DRAW)
    wired.hands.press("seat2")
    wired.hands.press("undo")
    wired.wait_for_entry(4)
    wired.hands.press("undo")
    wired.wait_until(lambda: wired.kiosk.sees("Undo it on the screen"))
    assert wired.referee.seq == 4
    monkeypatch.undo()
    wired.hands.press("undo")
    wired.wait_for_entry(5)


def test_a_player_objects_to_an_entry_once(wired: Wired):
    wired.hands.press("seat1")
    for player in ("seat2", "seat2", "seat3"):
        wired.hands.press(player, seconds=1.5)
    wired.wait_for_entry(4)
    said = [entry.request["by"] for entry in wired.referee.game.entries[2:]]
    assert said == [NAMES[1], NAMES[2]]


def test_a_press_that_began_before_the_last_change_counts_for_nobody(wired: Wired, clock: Clock):
    wired.pin("seat1").drive_low()
    wired.wait_until(lambda: "seat1" in wired.app.devices.down)
    wired.referee.submit(DRAW)
    clock.passes(0.1)
    wired.pin("seat1").drive_high()
    wired.wait_until(lambda: wired.count == 1)
    assert wired.referee.seq == 2


# --- stuck ---


def test_a_stuck_button_is_a_sign_until_it_is_released(wired: Wired, clock: Clock):
    for name in ("desert", "undo"):
        wired.pin(name).drive_low()
        wired.wait_until(lambda name=name: name in wired.app.devices.down)
    clock.passes(6)
    wired.hands.press("seat2")  # whoever presses next: the others still work
    wired.wait_until(lambda: len(wired.signs) == 2)
    assert "The desert button is stuck: ignored until it's released." in wired.signs
    wired.pin("undo").drive_high()
    wired.wait_until(lambda: len(wired.signs) == 1)
    wired.pin("desert").drive_high()
    wired.wait_until(lambda: wired.signs == [])
    clock.passes(1)
    wired.hands.press("desert")
    wired.hands.press("desert")
    assert wired.referee.seq == 2  # the press that got stuck was a card


# --- whatever the screen shows ---


@pytest.mark.parametrize("screen", ["menu", "settings", "rules", "log"])
def test_presses_mean_the_same_on_every_screen(wired: Wired, screen: str):
    wired.app.go(SCREENS[screen])
    wired.kiosk.frames()
    wired.hands.press("train")
    assert wired.first == "train"
    wired.hands.press("undo")
    wired.hands.press("seat1")
    wired.wait_for_entry(2)
    assert wired.app.screen_name == screen


ANY = ("train", "desert", "locomotive", "seat1", "seat2", "undo")


def word(wired: Wired) -> str:
    """What is said over the screen."""
    card = wired.app.root.overlay
    return card.text if isinstance(card, WordCard) else ""


def state(wired: Wired) -> tuple[int, str | None, object]:
    return wired.referee.seq, wired.first, wired.app.actions.dial


@pytest.mark.parametrize("button", ANY)
def test_on_the_welcome_screen_a_press_shows_the_game_and_counts_from_the_next(
    wired: Wired, button: str
):
    wired.referee.submit(DRAW)
    wired.app.go(SCREENS["welcome"])
    before = state(wired)
    wired.hands.press(button)
    wired.kiosk.frames()
    assert wired.app.screen_name == "table"
    assert state(wired) == before
    assert "Press again" in word(wired)
    wired.hands.press("seat2")
    wired.wait_for_entry(3)


@pytest.mark.parametrize("button", ANY)
def test_while_seats_are_filled_a_press_does_nothing_and_says_so(wired: Wired, button: str):
    wired.referee.submit(DRAW)
    wired.app.go(SCREENS["new_game"])
    before = state(wired)
    wired.hands.press(button)
    wired.kiosk.frames()
    assert wired.app.screen_name == "new_game"
    assert state(wired) == before
    assert word(wired) == ("Buttons work once the game has started.")


@pytest.mark.parametrize("button", ANY)
def test_the_live_test_records_nothing(wired: Wired, button: str):
    wired.referee.submit(DRAW)
    wired.app.go(SCREENS["devices"])
    before = state(wired)
    wired.hands.press(button)
    wired.kiosk.frames()
    assert wired.app.screen_name == "devices"
    assert state(wired) == before
    assert wired.kiosk.sees("Nothing you press here affects the game.")


def on_the_claim_screen(wired: Wired) -> None:
    wired.app.claim()


def on_its_ruling_sheet(wired: Wired) -> None:
    wired.app.claim()
    wired.app.rule_on(free_route(wired.referee))


def on_a_ruling_sheet_from_the_table(wired: Wired) -> None:
    wired.app.rule_on(free_route(wired.referee))


@pytest.mark.parametrize(("button", "after"), [("train", (1, "train")), ("seat1", (2, None))])
@pytest.mark.parametrize(
    "begin", [on_the_claim_screen, on_its_ruling_sheet, on_a_ruling_sheet_from_the_table]
)
def test_a_press_in_the_middle_of_a_claim_ends_it_with_a_word(
    wired: Wired, begin: Callable[[Wired], None], button: str, after: tuple[int, str | None]
):
    begin(wired)
    wired.kiosk.frames()
    wired.hands.press(button)
    wired.kiosk.frames()
    assert (wired.app.screen_name, wired.app.sheet) == ("table", None)
    assert state(wired)[:2] == after
    assert word(wired) == ("Claim cancelled: a button was pressed.")


def test_the_live_test_tells_of_the_dial(wired: Wired):
    wired.app.go(SCREENS["devices"])
    wired.hands.turn(-1)
    wired.wait_until(lambda: word(wired) == "Dial turned: -1")
    assert wired.app.actions.dial is None


@pytest.mark.parametrize("button", ANY)
def test_after_play_presses_are_refused_in_words_or_do_nothing(wired: Wired, button: str):
    wired.referee.submit(Finish())
    wired.app.home()
    before = state(wired)
    wired.hands.press(button)
    wired.kiosk.frames()
    if button == "undo":
        assert state(wired) == (before[0] + 1, None, None)
        assert wired.app.screen_name == "table"
    else:
        assert state(wired) == before
        assert wired.app.screen_name == "reveal"


def test_a_press_that_does_nothing_leaves_a_claim_as_it_is(wired: Wired):
    wired.app.claim("durban")
    wired.hands.press("seat3")
    wired.kiosk.frames()
    assert wired.app.screen_name == "claim"
    assert wired.kiosk.sees("It's Anna's turn.")


def test_a_word_on_a_press_goes_away_by_itself(wired: Wired, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kiosk.devices.devices.CARD_SECONDS", 0.05)
    wired.app.devices.say("One.")
    wired.wait_until(lambda: word(wired) == "One.")
    wired.wait_until(lambda: wired.app.root.overlay is None)


def test_presses_mean_the_same_under_a_sheet(wired: Wired):
    wired.app.rule_on(free_route(wired.referee))
    wired.kiosk.frames()
    assert wired.app.root.sheet is not None
    wired.hands.press("seat1")
    wired.wait_for_entry(2)


def test_a_press_wakes_the_screen_and_counts(wired: Wired):
    wired.app.watch.dim()
    assert isinstance(wired.app.root.front, DarkCover)
    wired.hands.press("jungle")
    assert wired.app.root.front is wired.app.screen
    assert wired.first == "jungle"


def test_a_locked_screen_keeps_fingers_away_and_not_buttons(wired: Wired):
    wired.app.watch.lock()
    wired.hands.press("seat1")
    wired.wait_for_entry(2)
    assert isinstance(wired.app.root.front, LockCover)


def test_presses_still_count_after_a_fault_of_a_screen(
    wired: Wired, monkeypatch: pytest.MonkeyPatch
):
    def broken(*args: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("kiosk.widgets.band.Band.show", broken)
    wired.hands.press("seat1")
    wired.wait_until(lambda: wired.app.screen_name == "fault")
    monkeypatch.undo()
    wired.hands.press("seat2")
    wired.wait_for_entry(3)


# --- the dial ---


def test_the_dials_menu_is_over_the_screen_and_goes_away_when_something_is_chosen(wired: Wired):
    wired.hands.push()
    wired.kiosk.frames()
    card = wired.app.root.overlay
    assert isinstance(card, DialCard)
    assert card.lines.title == "Anna's turn"
    assert card.children[0].width < Window.width  # what is beside it can still be seen
    wired.hands.choose("pass")
    wired.wait_for_entry(2)
    assert wired.app.root.overlay is None


def test_the_dials_menu_goes_away_by_back_by_itself_and_when_the_game_goes_on(
    wired: Wired, monkeypatch: pytest.MonkeyPatch
):
    wired.hands.choose("back")
    wired.kiosk.frames()
    assert wired.app.root.overlay is None
    wired.hands.turn(2)
    wired.kiosk.frames()
    assert wired.app.root.overlay is not None
    wired.kiosk.tap("Train")
    wired.kiosk.tap("Train")
    assert wired.app.root.overlay is None
    monkeypatch.setattr("kiosk.devices.devices.DIAL_TIMEOUT", 0.05)
    wired.hands.turn(-1)
    wired.wait_until(lambda: wired.app.root.overlay is None)


def test_the_dials_menu_takes_no_touch(wired: Wired):
    wired.hands.turn(1)
    wired.kiosk.frames()
    card = wired.app.root.overlay.children[0]
    panel = wired.kiosk.button("Ben")
    x, y = panel.to_window(*panel.center)
    assert card.collide_point(x, y)
    wired.kiosk.tap_at(x, y)
    assert wired.app.root.sheet is not None


def test_undo_in_the_dials_menu_takes_back_the_waiting_card_first(wired: Wired):
    wired.hands.press("seat1")
    wired.hands.press("jungle")
    wired.hands.choose("undo")
    assert (wired.first, wired.referee.seq) == (None, 2)
    wired.hands.choose("undo")
    wired.wait_for_entry(3)


def test_what_was_undone_is_brought_back_by_the_dial(wired: Wired):
    wired.hands.press("seat1")
    wired.hands.choose("undo")
    wired.hands.choose("redo")
    wired.wait_for_entry(4)
    assert wired.kiosk.sees("Ben's turn")


def test_a_refusal_and_the_first_card_are_on_the_display_too(
    open_bench: OpenBench, open_wired: OpenWired
):
    bench = open_bench(table="serlcd-20x4", table_2="matrix-16x2")
    wired = open_wired()
    wired.wait_until(lambda: bench.lines()[0] == "Anna's turn")
    wired.hands.press("mountain")
    wired.wait_until(lambda: bench.lines()[1] == "Anna: mountain + ?")
    wired.wait_until(lambda: bench.lines("table_2")[0] == "mountain + ?")
    wired.hands.press("seat2")
    wired.wait_until(lambda: bench.lines()[1] == "It's Anna's turn.")
    wired.wait_until(lambda: "It's Anna's" in bench.lines("table_2"))
    wired.app.desk.dismiss_refusal()
    wired.wait_until(lambda: bench.lines()[1] == "Anna: mountain + ?")


def test_the_dials_menu_is_on_the_display_too(open_bench: OpenBench, open_wired: OpenWired):
    bench = open_bench(table="serlcd-20x4", table_2="matrix-16x2")
    wired = open_wired()
    wired.wait_until(lambda: bench.lines()[0] == "Anna's turn")
    wired.hands.turn(1)
    lines = ["Anna's turn", " Claim", ">Tickets", " Pass"]
    wired.wait_until(lambda: bench.lines() == lines)
    wired.wait_until(lambda: bench.lines("table_2") == ["Anna's turn", ">Tickets"])
    wired.hands.choose("back")
    wired.wait_until(lambda: bench.lines()[1] == "New game")
