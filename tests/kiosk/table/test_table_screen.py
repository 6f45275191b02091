"""The table screen under fingers: draws, the half-drawn turn, undo, passing, calls."""

from collections.abc import Callable
from typing import Any

import pytest
from fingers import COLORS, SIZES, Kiosk

from companion.game.commands import Adjust, ClaimRoute, DrawCards, Newcomer, NewGame, Undo
from companion.game.rules.terrain import Payment
from kiosk.appearance.text import Text
from kiosk.claim.ruling import WayTile
from kiosk.demo import Hands
from kiosk.log.entry import EntrySheet
from kiosk.settings.file import Settings
from kiosk.table.player_panel import PlayerPanel, ScoreFlap
from kiosk.table.screen import LastAction, TableScreen
from kiosk.table.table_map import TableMap
from kiosk.table.view import table_view
from kiosk.widgets.band import AnnouncementLine
from tests.gallery.pictures import EveningClock

Open = Callable[..., Kiosk]


def panel(kiosk: Kiosk, seat: int) -> PlayerPanel:
    return next(panel for panel in kiosk.widgets(PlayerPanel) if panel.view.seat == seat)


def front(kiosk: Kiosk, seat: int = 0) -> tuple[int, ...]:
    return tuple(kiosk.referee.game.state.seats[seat].front)


# --- draws ---


def test_a_draw_is_two_taps_and_the_turn_has_passed(open_kiosk: Open):
    kiosk = open_kiosk(3)
    kiosk.tap("Jungle")
    assert kiosk.sees("Second card?")
    assert kiosk.referee.seq == 1
    kiosk.tap("Train")
    assert kiosk.taps == 2
    assert front(kiosk) == (1, 1, 0)
    assert kiosk.sees("Ben's turn")
    assert kiosk.sees("Anna draws 1 jungle card and 1 train card")


def test_an_open_locomotive_is_one_tap_and_greyed_as_a_second_card(open_kiosk: Open):
    kiosk = open_kiosk(3)
    kiosk.tap("Face-up loco")
    assert kiosk.sees("Ben's turn")
    kiosk.tap("Desert")
    assert kiosk.button("Face-up loco").dimmed
    kiosk.tap("Face-up loco")
    assert kiosk.referee.seq == 2
    assert kiosk.app.desk.half.first == "desert"


def test_the_waiting_card_is_taken_back_by_its_cross_and_by_undo(open_kiosk: Open):
    kiosk = open_kiosk(2)
    for take_back in ("Jungle", "Undo"):
        kiosk.tap("Jungle")
        chip = min(kiosk_chips(kiosk), key=lambda pad: pad.height)
        kiosk.tap(chip if take_back == "Jungle" else "Undo")
        assert kiosk.app.desk.half.first is None
        assert not kiosk.sees("Second card?")
        assert kiosk.referee.seq == 1


def kiosk_chips(kiosk: Kiosk) -> list[Any]:
    from kiosk.widgets.band import WaitingCardLine

    waiting = next(kiosk.widgets(WaitingCardLine))
    return [part for part in waiting.walk(restrict=True) if hasattr(part, "pressed")][:1]


def test_no_second_card_ends_the_turn(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Mountain")
    kiosk.tap("Only one card")
    assert front(kiosk) == (1, 0, 1)
    assert kiosk.sees("Ben's turn")


@pytest.mark.parametrize("action", ["CLAIM ROUTE", "Tickets"])
def test_the_waiting_card_is_back_when_a_claim_or_tickets_are_closed(open_kiosk: Open, action: str):
    kiosk = open_kiosk(2)
    kiosk.tap("Mountain")
    kiosk.tap(action)
    kiosk.tap_at(*Hands(kiosk.app).on(icon="close"))
    assert kiosk.app.screen_name == "table"
    assert kiosk.sees("Second card?")
    kiosk.tap("Train")
    assert front(kiosk) == (1, 0, 1)


def test_the_waiting_card_that_a_claim_drops_is_said(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Mountain")
    kiosk.tap("CLAIM ROUTE")
    kiosk.app.rule_on("cape-town--port-elizabeth--1")
    kiosk.frames()
    kiosk.tap(next(kiosk.widgets(WayTile)))
    assert kiosk.app.desk.half.first is None
    assert kiosk.sees("Put back: mountain.")


# --- one touch, delivered twice ---


def test_a_touch_delivered_twice_is_one_card(open_kiosk: Open):
    kiosk = open_kiosk(2)
    train = kiosk.button("Train")
    for _ in range(2):
        first, second = kiosk.down(*train.center), kiosk.down(*train.center)
        kiosk.up(first)
        kiosk.up(second)
    assert kiosk.referee.seq == 2
    assert kiosk.app.desk.half.first is None


def test_a_second_finger_that_saw_an_earlier_game_is_told_so(open_kiosk: Open):
    """Two fingers come down at the same moment: the first counts, the second is stale."""
    kiosk = open_kiosk(2)
    kiosk.tap("Train")
    kiosk.tap("Train")
    kiosk.tap("Undo")
    redo, undo = kiosk.button("Redo"), kiosk.button("Undo")
    one, other = kiosk.down(*redo.center), kiosk.down(*undo.center)
    kiosk.up(one)
    kiosk.up(other)
    assert kiosk.referee.seq == 4
    assert kiosk.sees("The game has moved on; nothing was changed.")


def buttons(kiosk: Kiosk, word: str) -> list[Any]:
    from kiosk.widgets.basics import Tile

    return [tile for tile in kiosk.widgets(Tile) if tile.word == word]


# --- undo ---


def test_undo_is_one_tap_and_says_what_it_undid(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))
    kiosk.frames()
    kiosk.tap("Undo")
    assert kiosk.sees("Undone: Anna claims Cape Town - Port Elizabeth, black 3, +4")
    assert kiosk.sees("Anna: move the marker 4 → 0")
    assert kiosk.sees("Anna's turn")
    kiosk.tap("Redo")
    assert kiosk.sees("Ben's turn")
    assert kiosk.sees("Redone")


def test_there_is_one_undo_and_an_offer_stands_at_the_right_edge(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))
    kiosk.frames()
    assert len(buttons(kiosk, "Undo")) == 1
    assert gap_at_right(kiosk, "Dispute") == pytest.approx(6, abs=1)
    kiosk.tap("Undo")
    assert gap_at_right(kiosk, "Redo") == pytest.approx(6, abs=1)


def gap_at_right(kiosk: Kiosk, word: str) -> float:
    """Units between a button of the announcement and the end of the band."""
    (tile,) = buttons(kiosk, word)
    return (next(kiosk.widgets(AnnouncementLine)).right - tile.right) / kiosk.app.unit


def test_an_objection_is_offered_after_a_claim_and_not_after_a_plain_draw(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Train")
    kiosk.tap("Train")
    assert not buttons(kiosk, "Dispute")
    kiosk.tap("Anna draws 2 train cards")  # it leads to the log's entry
    kiosk.tap("Dispute")
    kiosk.tap("Ben")
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.sees("Disputed by Ben.")
    assert buttons(kiosk, "Dispute")  # disputed: the way to settle it
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))
    kiosk.frames()
    assert buttons(kiosk, "Dispute")


@pytest.mark.parametrize("size", SIZES)
def test_the_last_action_leads_to_its_entry(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(2, size=size)
    kiosk.tap(next(kiosk.widgets(LastAction)))
    assert kiosk.app.root.sheet is None  # nothing was done yet
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))
    kiosk.referee.submit(DrawCards(("train", "train")))
    kiosk.referee.submit(Undo())
    kiosk.frames()
    pad = next(kiosk.widgets(LastAction))
    assert min(pad.size) >= 47 * kiosk.app.unit
    kiosk.tap(pad)
    assert isinstance(kiosk.app.root.sheet, EntrySheet)
    assert kiosk.sees("Anna claims Cape Town - Port Elizabeth")


def test_nothing_to_undo_is_said(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Undo")
    assert kiosk.sees("There's nothing to undo.")


# --- whose turn ---


def test_another_players_panel_offers_to_put_the_turn_right(open_kiosk: Open):
    kiosk = open_kiosk(3)
    kiosk.tap(panel(kiosk, 1))
    kiosk.tap("Anna passed")
    assert kiosk.sees("Ben's turn")
    kiosk.tap(panel(kiosk, 0))
    kiosk.tap("Back to Anna's turn")
    assert kiosk.sees("Anna's turn")
    kiosk.tap(panel(kiosk, 2))
    kiosk.tap("Anna and Ben passed")
    assert kiosk.sees("Maximiliane-Charlotte's turn")


def test_a_panel_tells_all_rights(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap(panel(kiosk, 0))
    assert kiosk.sees("can double 1–3 spaces with a terrain card; 4–6 need 1 locomotive too")
    assert not any("passed" in text for text in kiosk.texts())


# --- announcements ---


def test_a_claim_says_what_to_do_at_the_table_until_the_next_action(open_kiosk: Open):
    kiosk = open_kiosk(2, "mountain")
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1", Payment(1, 0)))
    kiosk.frames()
    for said in ("+8", "Anna: move the marker 0 → 8", "Anna lays 3 trains."):
        assert kiosk.sees(said)
    assert kiosk.sees("Discard 1 mountain card.")
    kiosk.tap("Train")
    assert not kiosk.sees("Anna lays 3 trains.")


def test_the_marker_names_its_lap(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(Adjust(why="test", player="Anna", score=98))
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))
    kiosk.frames()
    assert kiosk.sees("Anna: move the marker 98 → 2, past 100")


def test_a_shuffle_is_announced(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(Adjust(why="test", discards={"desert": 13, "jungle": 14, "mountain": 13}))
    kiosk.tap("Mountain")
    kiosk.tap("Mountain")
    assert kiosk.sees("shuffle")


def test_the_score_counts_up_and_the_badges_follow(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))
    kiosk.frames(1)
    assert panel(kiosk, 0).number < 4
    kiosk.wait(0.5)
    assert panel(kiosk, 0).number == 4
    kiosk.tap("Jungle")
    kiosk.tap("Jungle")
    kinds = [line.badge.kind for line in panel(kiosk, 1).view.lines]
    assert kinds == ["short", "any", "locomotives"]


# --- the last round ---


def end_is_near(kiosk: Kiosk) -> None:
    kiosk.referee.submit(Adjust(why="test", player="Anna", trains=2))
    kiosk.referee.submit(DrawCards(("train", "train")))
    kiosk.frames()


def test_the_last_round_is_called_out_once_and_then_stands_in_a_banner(open_kiosk: Open):
    kiosk = open_kiosk(3)
    end_is_near(kiosk)
    assert kiosk.sees("LAST ROUND")
    assert kiosk.sees("Anna has 2 trains left: one more turn for everyone, Anna too")
    assert not kiosk.sees("Last round, triggered by Anna")
    kiosk.tap("Train")
    assert kiosk.sees("Last round, triggered by Anna")
    kiosk.tap("Train")
    assert not kiosk.sees("LAST ROUND")
    assert kiosk.sees("Last round, triggered by Anna")
    assert kiosk.app.screen.view.still_to_play == (2, 0)
    kiosk.referee.submit(Undo())
    kiosk.frames()
    assert not kiosk.sees("LAST ROUND")


def test_the_call_is_put_away_by_a_tap(open_kiosk: Open):
    kiosk = open_kiosk(3)
    end_is_near(kiosk)
    kiosk.tap("LAST ROUND")
    assert not kiosk.sees("LAST ROUND")
    assert kiosk.sees("Last round, triggered by Anna")
    assert kiosk.referee.seq == 3


def test_five_trains_or_fewer_are_marked(open_kiosk: Open):
    kiosk = open_kiosk(3)
    kiosk.referee.submit(Adjust(why="test", player="Anna", trains=5))
    kiosk.frames()
    assert [panel(kiosk, seat).view.few_trains for seat in range(3)] == [True, False, False]


# --- upright, with the board ---


def test_the_board_begins_at_the_last_claim_and_stays_where_it_was_left(open_kiosk: Open):
    kiosk = open_kiosk(2, size=(720, 1280))
    at_top = next(kiosk.widgets(TableMap))
    assert at_top.view == at_top.pane.across
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))
    kiosk.app.home()
    kiosk.frames()
    board = next(kiosk.widgets(TableMap))
    assert board.collide_point(*board.track_seen_at("cape-town--port-elizabeth--1"))
    kiosk.drag(board.center, (board.center_x, board.center_y - 150))
    place, height = board.seen_at("bondo"), board.height
    kiosk.app.desk.submit(ClaimRoute("cape-town--port-elizabeth--1"), kiosk.app.desk.moment())
    kiosk.frames()
    assert board.height < height  # a refusal has more to say
    assert board.seen_at("bondo") == pytest.approx(place)


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_a_draw_moves_nothing_above_the_band_and_writes_no_panel_anew(
    open_kiosk: Open, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
):
    kiosk = open_kiosk(5, size=size)
    panels = kiosk.app.screen.panels
    written: list[str] = []
    write = Text.texture_update

    def texture_update(text: Text, *args: object) -> None:
        if any(text in panel.walk(restrict=True) for panel in panels):
            written.append(text.content)
        write(text, *args)

    monkeypatch.setattr(Text, "texture_update", texture_update)
    places = [(*panel.pos, *panel.size) for panel in panels]
    kiosk.tap("Train")
    assert kiosk.sees("Second card?")
    kiosk.tap("Train")
    assert kiosk.sees("Ben's turn")
    assert [(*panel.pos, *panel.size) for panel in panels] == places
    assert written == []


def test_upright_a_tap_on_a_route_of_the_map_leads_to_its_ruling(open_kiosk: Open):
    kiosk = open_kiosk(2, size=SIZES[2])
    board = next(kiosk.widgets(TableMap))
    kiosk.tap_at(*board.track_seen_at("ngaoundere--bangui"))
    assert kiosk.app.screen_name == "claim"
    assert kiosk.sees("Ngaoundéré - Bangui")
    assert next(kiosk.widgets(WayTile), None) is not None


# --- hidden scores, turn clock ---


def test_hidden_scores_show_flaps_and_a_long_press_peeks(open_kiosk: Open):
    kiosk = open_kiosk(2, settings=Settings(hidden_scores=True))
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))
    kiosk.frames()
    kiosk.wait(0.5)
    assert kiosk.sees("+4")
    assert not any("marker" in text.lower() for text in kiosk.texts())
    assert "4" not in kiosk.texts()
    kiosk.hold(panel(kiosk, 0))
    assert "4" in kiosk.texts()


@pytest.mark.parametrize("size", SIZES)
def test_the_cover_comes_back_to_its_place_after_a_peek(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(3, size=size, settings=Settings(hidden_scores=True))
    held = panel(kiosk, 1)
    before = cover(held)
    for _ in range(2):
        kiosk.hold(held)
        assert not any(isinstance(part, ScoreFlap) for part in held.walk(restrict=True))
        kiosk.wait(3.5)
        assert cover(held) == before


def cover(held: PlayerPanel) -> tuple[Any, ...]:
    """Where it lies, and where it is painted."""
    flap = next(part for part in held.walk(restrict=True) if isinstance(part, ScoreFlap))
    assert flap.right <= held.ids.score.right
    return (*flap.pos, *flap.size, *flap._ground.children[-1].vertices)


LONG_NAMES = ("Maximiliane-Charlotte", "Maximiliane-Johanna", "Ben", "Cleo", "Dan")


@pytest.mark.parametrize("size", SIZES)
def test_long_names_stay_apart_and_as_large_when_each_has_been_on_turn(
    open_kiosk: Open, size: tuple[int, int]
):
    kiosk = open_kiosk(size=size)
    seats = zip(LONG_NAMES, COLORS, strict=True)
    kiosk.referee.submit(NewGame(tuple(Newcomer(*seat, "desert", 3) for seat in seats)))
    kiosk.app.home()
    kiosk.frames()
    before = names(kiosk)
    assert len({text for text, _ in before}) == len(LONG_NAMES)
    for _ in LONG_NAMES:
        kiosk.referee.submit(DrawCards(("train", "train")))
        kiosk.frames()
        assert names(kiosk) == before


def names(kiosk: Kiosk) -> list[tuple[str, float]]:
    """Every panel's name as it can be read, and its size."""
    texts = [held.children[-1].children[0] for held in kiosk.widgets(PlayerPanel)]
    return [(text.content, text.font_size) for text in texts]


def test_the_turn_clock_is_shown_paused_and_restarted(open_kiosk: Open):
    kiosk = open_kiosk(2, settings=Settings(turn_clock=True))
    assert kiosk.app.screen.turn_clock == "0:00"
    kiosk.wait(1.2)
    assert kiosk.app.stopwatch.seconds >= 1
    kiosk.app.stopwatch.toggle()
    stood = kiosk.app.stopwatch.seconds
    kiosk.wait(1.1)
    assert kiosk.app.stopwatch.seconds == stood
    kiosk.tap("Train")
    kiosk.tap("Train")
    assert kiosk.app.stopwatch.seconds == 0


def test_no_turn_clock_unless_it_is_wanted(open_kiosk: Open):
    assert open_kiosk(2).app.screen.turn_clock == ""


# --- one change, one refresh ---


def test_every_change_is_shown_once(open_kiosk: Open, monkeypatch: pytest.MonkeyPatch):
    kiosk = open_kiosk(2)
    app, shown, refresh = kiosk.app, [], TableScreen.refresh
    monkeypatch.setattr(TableScreen, "refresh", lambda self: (shown.append(1), refresh(self)))
    kiosk.tap("Train")
    assert len(shown) == 1
    kiosk.tap("Train")
    assert (len(shown), kiosk.referee.seq) == (2, 2)
    app.claim()
    route = next(
        route for route in kiosk.referee.board.routes if not app.referee.worth(route).refusal
    )
    app.rule_on(route)
    kiosk.frames()
    shown.clear()
    kiosk.tap(next(kiosk.widgets(WayTile)))
    assert (app.screen_name, kiosk.referee.seq, len(shown)) == ("table", 3, 1)
    assert app.screen.view == table_view(kiosk.referee, app.words, hidden=False)
    kiosk.frames(10)
    assert len(shown) == 1


# --- at one metre ---


def test_what_was_done_last_is_said_once(open_kiosk: Open):
    kiosk = open_kiosk(3)
    kiosk.tap("Train")
    kiosk.tap("Train")
    said = "Anna draws 2 train cards"
    assert [text for text in kiosk.texts() if said in text] == [said]
    (band,) = kiosk.widgets(AnnouncementLine)
    assert band.message.headline == said
    kiosk.tap("Desert")  # now the band asks for the second card
    assert [text for text in kiosk.texts() if said in text] == [said]


@pytest.mark.parametrize(("players", "larger"), [(2, True), (3, True), (4, False), (5, False)])
def test_few_players_have_larger_scores(open_kiosk: Open, players: int, larger: bool):
    kiosk = open_kiosk(players)
    (score,) = (text for text in panel(kiosk, 0).ids.score.children if text.content == "0")
    assert (score.font_size > 80 * kiosk.app.unit) is larger


def test_the_clock_on_the_wall_is_the_referees(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee._clock = EveningClock()
    (screen,) = kiosk.widgets(TableScreen)
    screen._tick()
    assert screen.clock == kiosk.app.words.time(EveningClock().now())
