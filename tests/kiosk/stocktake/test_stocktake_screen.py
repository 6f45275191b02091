"""The stock-take under fingers: counting, and settling what differs."""

from collections.abc import Callable
from typing import Any

import pytest
from fingers import SIZES, Kiosk

from companion.desk.stocktake.counts import as_table_count
from companion.game.commands import Adjust, DrawCards, Pass
from companion.game.stocktake.causes import likely_causes
from kiosk import screens
from kiosk.settings.file import Settings
from kiosk.stocktake import cause_search
from kiosk.stocktake.differences import CausePad, UnsettledRow
from kiosk.stocktake.screen import SEARCH_DELAY_SECONDS, PartyCounts
from kiosk.widgets.basics import Tile
from kiosk.widgets.stepper import Stepper

Open = Callable[..., Kiosk]


REASON = "earlier entry was wrong"


def take_stock(kiosk: Kiosk) -> None:
    kiosk.app.go(screens.stocktake)
    kiosk.frames()


def party(kiosk: Kiosk, seat: int | None) -> PartyCounts:
    return next(counts for counts in kiosk.widgets(PartyCounts) if counts.view.party == seat)


def stepper(kiosk: Kiosk, seat: int | None, what: str) -> Stepper:
    parts = (part for part in party(kiosk, seat).walk(restrict=True) if isinstance(part, Stepper))
    return next(part for part in parts if part.cell.what == what)


def more(kiosk: Kiosk, seat: int | None, what: str) -> Any:
    return stepper(kiosk, seat, what)._pads[1]


def fewer(kiosk: Kiosk, seat: int | None, what: str) -> Any:
    return stepper(kiosk, seat, what)._pads[0]


def differing(kiosk: Kiosk) -> list[tuple[int | None, str, int, int]]:
    return [(c.party, c.what, c.kiosk, c.table) for c in kiosk.app.desk.stock.now.differing]


# --- counting ---


def test_nothing_different_is_one_tap(open_kiosk: Open):
    kiosk = open_kiosk(5)
    take_stock(kiosk)
    kiosk.tap("Everything matches")
    assert kiosk.taps == 1
    assert kiosk.app.screen_name == "table"
    assert kiosk.referee.seq == 1


def test_it_is_in_the_menu(open_kiosk: Open):
    kiosk = open_kiosk(3)
    kiosk.app.go(screens.menu)
    kiosk.frames()
    kiosk.tap("Recount")
    assert kiosk.app.screen_name == "stocktake"
    assert kiosk.sees("These are my numbers")


def test_what_differs_is_shown_at_once_with_what_we_had(open_kiosk: Open):
    kiosk = open_kiosk(3)
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 1, "mountain"))
    assert kiosk.sees("I had 0")
    assert kiosk.button("Resolve")
    kiosk.tap(fewer(kiosk, 1, "mountain"))
    assert not kiosk.sees("I had")
    assert kiosk.button("Everything matches")


def test_a_stepper_that_is_held_runs_and_the_lifted_finger_adds_nothing(open_kiosk: Open):
    kiosk = open_kiosk(2)
    take_stock(kiosk)
    pad = fewer(kiosk, 0, "trains")
    touch = kiosk.down(*pad.to_window(*pad.center))
    kiosk.wait(1.3)
    ran = kiosk.app.desk.stock.now.differing[0].table
    assert ran <= 40
    kiosk.up(touch)
    kiosk.wait(0.4)
    assert kiosk.app.desk.stock.now.differing[0].table == ran
    kiosk.tap(pad)
    assert kiosk.app.desk.stock.now.differing[0].table == ran - 1


@pytest.mark.parametrize("size", SIZES)
def test_with_five_players_every_count_is_two_taps_away(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(5, size=size)
    take_stock(kiosk)
    stepped = []
    for seat in (4, 2, None, 1, 3):
        kiosk.taps = 0
        kiosk.tap(party(kiosk, seat))
        what = "jungle" if seat is None else "score"
        kiosk.tap(more(kiosk, seat, what))
        assert kiosk.taps == 2
        stepped.append((seat, what, 0, 1))
    assert sorted(differing(kiosk), key=str) == sorted(stepped, key=str)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3])
def test_with_few_players_every_count_is_one_tap_away(
    open_kiosk: Open, players: int, size: tuple[int, int]
):
    kiosk = open_kiosk(players, size=size)
    take_stock(kiosk)
    for seat in (*range(players), None):
        kiosk.tap(more(kiosk, seat, "mountain"))
    assert len(differing(kiosk)) == kiosk.taps == players + 1


def test_hidden_scores_are_not_asked_for(open_kiosk: Open):
    kiosk = open_kiosk(3, settings=Settings(hidden_scores=True))
    take_stock(kiosk)
    assert not kiosk.sees("Score")
    assert kiosk.sees("Trains")


def test_a_sixteenth_card_cannot_be(open_kiosk: Open):
    kiosk = open_kiosk(3)
    for name in ("Anna", "Ben", "Maximiliane-Charlotte"):
        kiosk.referee.submit(Adjust("counted", player=name, terrain={"jungle": 5}))
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 0, "jungle"))
    assert kiosk.sees("16 jungle cards? There are only 15")
    kiosk.tap("Resolve")
    assert kiosk.sees("16 jungle cards?")
    assert not kiosk.sees("The table is right")
    kiosk.tap("The kiosk is right")
    assert kiosk.button("Everything matches")


# --- the counts live on ---


def test_counts_survive_a_screen_made_anew_and_a_way_to_the_table(open_kiosk: Open):
    kiosk = open_kiosk(5)
    take_stock(kiosk)
    kiosk.tap(party(kiosk, 3))
    kiosk.tap(more(kiosk, 3, "desert"))
    kiosk.app.rebuild()
    kiosk.frames()
    assert differing(kiosk) == [(3, "desert", 1, 2)]
    assert party(kiosk, 3).view.is_open
    assert kiosk.sees("I had 1")
    kiosk.app.home()
    take_stock(kiosk)
    assert kiosk.sees("I had 1")
    assert differing(kiosk) == [(3, "desert", 1, 2)]


def test_counts_are_dropped_when_the_game_goes_on(open_kiosk: Open):
    kiosk = open_kiosk(3)
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 1, "mountain"))
    kiosk.tap("Resolve")
    kiosk.referee.submit(DrawCards(("jungle", "train")))
    kiosk.frames()
    assert kiosk.sees("These are my numbers")
    assert differing(kiosk) == []
    assert stepper(kiosk, 0, "jungle").cell.number == "1"


def test_a_finger_that_saw_older_numbers_steps_nothing(open_kiosk: Open):
    kiosk = open_kiosk(3)
    take_stock(kiosk)
    pad = more(kiosk, 1, "mountain")
    touch = kiosk.down(*pad.to_window(*pad.center))
    kiosk.referee.submit(Pass())
    kiosk.up(touch)
    assert differing(kiosk) == []


# --- settling ---


def a_forgotten_card(kiosk: Kiosk) -> None:
    """Ben drew a mountain, and a train card was entered."""
    for cards in (("train", "train"), ("train", "jungle"), ("train", "train")):
        kiosk.referee.submit(DrawCards(cards))
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 1, "mountain"))
    kiosk.tap("Resolve")


def test_a_missing_card_is_counted_and_its_cause_found_and_put_right(open_kiosk: Open):
    kiosk = open_kiosk(3)
    a_forgotten_card(kiosk)
    assert kiosk.sees("Most likely cause")
    assert kiosk.sees("Entry 3: Ben drew 1 jungle card and 1 mountain card")
    kiosk.tap(next(kiosk.widgets(CausePad)))
    assert kiosk.referee.seq == 4  # nothing is done yet
    kiosk.tap(kiosk.app.root.sheet.view.accept)
    assert kiosk.taps == 4
    assert tuple(kiosk.referee.game.state.seats[1].front) == (1, 1, 1)
    assert kiosk.app.screen_name == "table"
    take_stock(kiosk)
    assert differing(kiosk) == []


def test_the_likeliest_cause_is_under_the_counts_and_a_tap_leads_to_it(open_kiosk: Open):
    kiosk = open_kiosk(3)
    for cards in (("train", "train"), ("train", "jungle"), ("train", "train")):
        kiosk.referee.submit(DrawCards(cards))
    take_stock(kiosk)
    assert not kiosk.sees("Most likely")
    kiosk.tap(more(kiosk, 1, "mountain"))
    kiosk.wait(2 * SEARCH_DELAY_SECONDS)
    assert kiosk.sees("Most likely: Entry 3: Ben drew 1 jungle card and 1 mountain card")
    kiosk.tap(kiosk.app.screen._counting.ids.told)
    kiosk.tap("Back")
    assert differing(kiosk) == [(1, "mountain", 0, 1)]
    kiosk.tap(kiosk.app.screen._counting.ids.told)
    kiosk.tap(kiosk.app.root.sheet.view.accept)
    assert tuple(kiosk.referee.game.state.seats[1].front) == (1, 1, 1)


def test_what_no_entry_explains_stays_in_words_under_the_counts(open_kiosk: Open):
    kiosk = open_kiosk(3)
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 1, "score"))
    kiosk.wait(2 * SEARCH_DELAY_SECONDS)
    assert kiosk.sees("Ben, score: you say 1, I had 0")
    kiosk.tap(kiosk.app.screen._counting.ids.told)
    assert kiosk.app.root.sheet is None


@pytest.mark.parametrize(
    ("players", "hint"), [(3, "Change any"), (5, "Tap a player to change any")]
)
def test_where_a_player_must_be_tapped_first_it_says_so(open_kiosk: Open, players: int, hint: str):
    kiosk = open_kiosk(players)
    take_stock(kiosk)
    assert kiosk.sees(f"These are my numbers. {hint} that differ.")
    looks = {counts.view.is_open: counts.look for counts in kiosk.widgets(PartyCounts)}
    assert looks == ({True: "panel"} if players == 3 else {True: "picked", False: "raised"})


def test_upright_the_causes_are_right_below_what_they_explain(open_kiosk: Open):
    kiosk = open_kiosk(3, size=(720, 1280))
    a_forgotten_card(kiosk)
    card, cause = next(kiosk.widgets(UnsettledRow)), next(kiosk.widgets(CausePad))
    gap = card.to_window(*card.pos)[1] - cause.to_window(*cause.pos)[1] - cause.height
    assert 0 < gap < 100 * kiosk.app.unit


def test_upright_the_bar_of_a_long_list_is_at_its_right_edge(open_kiosk: Open):
    kiosk = open_kiosk(5, size=(720, 1280))
    stock = kiosk.app.desk.stock
    steps = ((0, "trains", -2), (0, "score", 4), (2, "desert", 1), (2, "score", -12))
    for seat, what, by in (*steps, (4, "trains", -1), (None, "jungle", 2)):
        stock.keep(stock.now.step(seat, what, by))
    stock.keep(stock.now.settle())
    take_stock(kiosk)
    scroller = kiosk.app.screen._settling.ids.unsettled
    assert scroller.most
    bar = scroller._bar
    assert bar.pos[0] + bar.size[0] == pytest.approx(scroller.x + scroller.width, abs=0.1)


def test_who_leaves_the_consequences_is_back_at_the_differences(open_kiosk: Open):
    kiosk = open_kiosk(3)
    a_forgotten_card(kiosk)
    kiosk.tap(next(kiosk.widgets(CausePad)))
    kiosk.tap("Back")
    assert kiosk.sees("Ben") and kiosk.sees("mountain: you say 1, I had 0")  # noqa: PT018
    assert kiosk.referee.seq == 4


def test_the_table_is_right(open_kiosk: Open):
    kiosk = open_kiosk(3)
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 1, "score"))
    kiosk.tap(fewer(kiosk, 1, "trains"))
    kiosk.tap("Resolve")
    kiosk.tap("The table is right")
    assert kiosk.sees("Ben, trains: you say 44, I had 45; score: you say 1, I had 0")
    assert kiosk.referee.seq == 1
    kiosk.tap(REASON)
    assert kiosk.taps == 5
    entry = kiosk.referee.game.entries[-1]
    assert entry.verb == "adjust"
    assert entry.request["why"] == REASON.lower()
    state = kiosk.referee.game.state
    assert (kiosk.referee.seq, state.seats[1].trains, state.score(1)) == (2, 44, 1)
    assert kiosk.app.screen_name == "table"


def test_each_party_is_settled_by_a_ruling_of_its_own(open_kiosk: Open):
    kiosk = open_kiosk(3)
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 0, "jungle"))
    kiosk.tap(more(kiosk, None, "desert"))
    kiosk.tap("Resolve")
    anna = next(one for one in kiosk.widgets(UnsettledRow) if one.view.party == 0)
    kiosk.tap(
        next(part for part in anna.walk() if isinstance(part, Tile) and part.look == "accent")
    )
    kiosk.tap(REASON)
    assert kiosk.app.screen_name == "stocktake"
    assert differing(kiosk) == [(None, "desert", 0, 1)]
    kiosk.tap("The table is right")
    kiosk.tap(REASON)
    state = kiosk.referee.game.state
    assert (state.seats[0].front.jungle, state.discards.desert, kiosk.referee.seq) == (1, 1, 3)
    assert kiosk.app.screen_name == "table"


def test_a_reason_that_comes_too_late_rules_nothing(open_kiosk: Open):
    kiosk = open_kiosk(3)
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 0, "jungle"))
    kiosk.tap("Resolve")
    kiosk.tap("The table is right")
    reason = kiosk.button(REASON)
    touch = kiosk.down(*reason.to_window(*reason.center))
    kiosk.referee.submit(Pass())
    kiosk.up(touch)
    assert not kiosk.sees(REASON)
    assert kiosk.referee.seq == 2
    assert kiosk.referee.game.state.seats[0].front.jungle == 0


def test_the_kiosk_is_right(open_kiosk: Open):
    kiosk = open_kiosk(3)
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 0, "jungle"))
    kiosk.tap("Resolve")
    kiosk.tap("The kiosk is right")
    assert differing(kiosk) == []
    kiosk.tap("Everything matches")
    assert kiosk.taps == 4
    assert kiosk.referee.seq == 1


def test_back_from_the_differences_is_back_to_the_counts(open_kiosk: Open):
    kiosk = open_kiosk(3)
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 0, "jungle"))
    kiosk.tap("Resolve")
    kiosk.app.screen.close()
    kiosk.frames()
    assert kiosk.sees("Count what's on the table")
    assert kiosk.sees("I had 0")
    kiosk.app.screen.close()
    assert kiosk.app.screen_name == "table"


def test_it_says_where_no_single_entry_explains_it(open_kiosk: Open):
    kiosk = open_kiosk(3)
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 0, "score"))
    kiosk.tap(more(kiosk, 2, "jungle"))
    kiosk.tap("Resolve")
    assert kiosk.sees("No single entry explains it.")
    assert not list(kiosk.widgets(CausePad))


# --- causes are looked for while the screen lives ---

LOOKING = "Looking for the entry that explains it"


@pytest.fixture
def step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine so slow that a frame has time for one step of a search."""
    monkeypatch.setattr(cause_search, "SLICE_SECONDS", 0.0)


def a_long_search(kiosk: Kiosk, what: str = "mountain") -> None:
    """Ben has one more than was entered, in a game of forty turns."""
    for turn in range(40):
        kiosk.referee.submit(DrawCards(("train", "jungle" if turn == 10 else "train")))
    take_stock(kiosk)
    kiosk.tap(more(kiosk, 1, what))


def screen_steps(kiosk: Kiosk) -> Any:
    """The search that the screen is in the middle of."""
    return kiosk.app.screen._looking._search


def frames_until(kiosk: Kiosk, text: str) -> int:
    """How many frames go by until something says this."""
    for frame in range(2000):
        if kiosk.sees(text):
            return frame
        kiosk.frames(1)
    raise AssertionError(f"{text} is never said; on screen: {kiosk.texts()}")


@pytest.mark.usefixtures("step_by_step")
def test_frames_go_on_while_causes_are_looked_for(open_kiosk: Open):
    kiosk = open_kiosk(3)
    a_long_search(kiosk, "score")
    kiosk.tap("Resolve")
    assert kiosk.sees(LOOKING)
    assert frames_until(kiosk, "No single entry explains it") > 40


@pytest.mark.usefixtures("step_by_step")
def test_in_slices_the_same_causes_are_found(open_kiosk: Open):
    kiosk = open_kiosk(3)
    a_long_search(kiosk)
    kiosk.tap("Resolve")
    assert kiosk.sees(LOOKING)
    assert not list(kiosk.widgets(CausePad))
    frames_until(kiosk, "Most likely causes")
    game, stock = kiosk.referee.game, kiosk.app.desk.stock.now
    causes = likely_causes(game, as_table_count(stock, game.state))
    assert [pad.view.change for pad in kiosk.widgets(CausePad)] == [c.change for c in causes]
    assert not kiosk.sees(LOOKING)


@pytest.mark.usefixtures("step_by_step")
def test_fingers_are_heard_while_causes_are_looked_for(open_kiosk: Open):
    kiosk = open_kiosk(3)
    a_long_search(kiosk)
    kiosk.tap("Resolve")
    kiosk.tap("The kiosk is right")
    assert kiosk.button("Everything matches")
    kiosk.frames(300)
    assert not kiosk.sees("Most likely")


@pytest.mark.usefixtures("step_by_step")
def test_another_count_begins_the_search_anew(open_kiosk: Open):
    kiosk = open_kiosk(3)
    a_long_search(kiosk)
    kiosk.wait(2 * SEARCH_DELAY_SECONDS)
    kiosk.tap(more(kiosk, 1, "mountain"))
    kiosk.wait(2 * SEARCH_DELAY_SECONDS)
    frames_until(kiosk, "Most likely: Entry 39: Ben drew 2 mountain cards")


@pytest.mark.usefixtures("step_by_step")
def test_a_sheet_over_the_screen_holds_the_search_up(open_kiosk: Open):
    kiosk = open_kiosk(3)
    a_long_search(kiosk)
    kiosk.tap("Resolve")
    steps = screen_steps(kiosk)
    kiosk.app.ask_why("Why?", lambda why, moment: None)
    kiosk.frames(300)
    assert next(steps, None) is not None
    kiosk.app.close_sheet()
    frames_until(kiosk, "Most likely causes")


@pytest.mark.usefixtures("step_by_step")
def test_who_leaves_in_the_middle_of_a_search_ends_it(open_kiosk: Open):
    kiosk = open_kiosk(3)
    a_long_search(kiosk)
    kiosk.tap("Resolve")
    steps = screen_steps(kiosk)
    kiosk.app.home()
    kiosk.frames(300)
    assert kiosk.app.screen_name == "table"
    assert next(steps, None) is not None  # it was not gone on with
    take_stock(kiosk)
    frames_until(kiosk, "Most likely causes")


@pytest.mark.usefixtures("step_by_step")
def test_a_search_ends_with_the_game_that_it_was_about(open_kiosk: Open):
    kiosk = open_kiosk(3)
    a_long_search(kiosk)
    kiosk.tap("Resolve")
    kiosk.referee.submit(Pass())
    kiosk.frames(300)
    assert kiosk.sees("These are my numbers")
    assert screen_steps(kiosk) is None
