"""The end by touch: the build-up, the result, and the charts."""

from collections.abc import Callable

import pytest
from fingers import SIZES, Kiosk, seats
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.game import chart_data
from companion.game.commands import Undo
from kiosk import screens
from kiosk.final.charts.board import BOARD_SECONDS, ResultBoard
from kiosk.final.charts.pages import DoublingBar, LongRow
from kiosk.final.charts.plot import Plot
from kiosk.final.result_panel import DoublingRow, ResultRow
from kiosk.final.view import NAME_SECONDS
from kiosk.settings.file import Settings
from tests.gallery import final as scenes
from tests.gallery.sample_game import tickets

Open = Callable[..., Kiosk]


def end(kiosk: Kiosk, players: int = 3) -> None:
    """Play to the last ticket, and show it."""
    scenes.play(kiosk.app, players)
    kiosk.app.home()
    for seat in range(players):
        kiosk.referee.submit(tickets(kiosk.referee.game, seat))
        kiosk.frames(2)
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.app.screen_name == "final"


def charts(kiosk: Kiosk, page: str, players: int = 3) -> Plot | None:
    """The result, and from there a page of the charts."""
    end(kiosk, players)
    kiosk.tap_at(*Window.center)
    kiosk.tap("Charts")
    kiosk.tap(page)
    kiosk.frames()
    return next(iter(kiosk.widgets(Plot)), None)


def winner(kiosk: Kiosk) -> str:
    game = kiosk.referee.game
    seat = max(range(len(game.state.seats)), key=game.state.score)
    return f"{game.state.seats[seat].name} wins"


def test_it_may_end_when_another_game_is_on_the_table(open_kiosk: Open):
    kiosk = open_kiosk()
    end(kiosk)
    (board,) = kiosk.widgets(ResultBoard)
    kiosk.referee.submit(seats(2))
    kiosk.app.home()
    kiosk.frames()
    board.dispatch("on_done")
    kiosk.frames()
    assert kiosk.app.screen_name == "table"


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_the_scores_are_built_up_and_a_tap_skips_it(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(size=size)
    end(kiosk)
    assert kiosk.sees("Final score")
    assert not kiosk.sees(winner(kiosk))
    assert not kiosk.sees("New game")
    seq = kiosk.referee.seq
    kiosk.tap_at(Window.width * 0.9, Window.height * 0.95)  # where the buttons will be
    assert kiosk.sees(winner(kiosk))
    assert kiosk.sees("New game")
    assert (kiosk.app.screen_name, kiosk.referee.seq) == ("final", seq)


def test_the_least_points_are_named_first_and_the_winner_last(open_kiosk: Open):
    kiosk = open_kiosk()
    end(kiosk)
    game = kiosk.referee.game
    seats = game.state.seats
    order = [seats[seat] for seat in sorted(range(len(seats)), key=game.state.score)]
    board = next(kiosk.widgets(ResultBoard))
    board.stop()
    seen: list[str] = []
    at = 0.0
    while at < board._unveiling.lasts:
        board.seconds = at
        kiosk.frames(1)
        seen += [seat.name for seat in order if kiosk.sees(seat.name) and seat.name not in seen]
        at += NAME_SECONDS
    assert seen == [seat.name for seat in order]
    assert not kiosk.sees(winner(kiosk))
    board.seconds = board._unveiling.lasts
    kiosk.frames(2)
    assert kiosk.sees(winner(kiosk))


def test_it_ends_by_itself_and_then_draws_nothing(
    open_kiosk: Open, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("kiosk.final.charts.board.BOARD_SECONDS", 0.2)
    kiosk = open_kiosk()
    end(kiosk, 2)
    lasts = next(kiosk.widgets(ResultBoard))._unveiling.lasts
    assert BOARD_SECONDS > 1
    kiosk.wait(lasts + 1)
    assert kiosk.app.screen.board is None
    assert kiosk.sees("New game")
    kiosk.wait(0.5)
    frames: list[float] = []
    flip = Window.flip
    monkeypatch.setattr(Window, "flip", lambda: (frames.append(Clock.get_time()), flip()))
    kiosk.wait(0.6)
    assert frames == []


def test_what_was_seen_is_not_built_up_again_but_another_result_is(open_kiosk: Open):
    kiosk = open_kiosk()
    end(kiosk)
    kiosk.tap_at(*Window.center)
    kiosk.tap("Charts")
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.sees("New game")
    kiosk.app.go(screens.reveal)
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.app.screen.board is None
    kiosk.referee.submit(Undo())
    kiosk.frames()
    assert kiosk.app.screen_name == "reveal"
    face = tickets(kiosk.referee.game, 2)
    kiosk.referee.submit(type(face)(face.player, face.tickets[::-1]))
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.app.screen.board is None  # the same result
    type(kiosk.app.screen).unveiled = None
    kiosk.app.go(screens.reveal)
    kiosk.app.home()
    assert kiosk.app.screen.board is not None


def test_undo_in_the_midst_of_it_leads_back_to_the_tickets(open_kiosk: Open):
    kiosk = open_kiosk()
    end(kiosk)
    kiosk.referee.submit(Undo())
    kiosk.frames()
    assert kiosk.app.screen_name == "reveal"
    kiosk.wait(0.3)


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_a_touched_score_shows_its_entry(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(size=size)
    chart = charts(kiosk, "Score")
    assert kiosk.sees("Turning point: ") or kiosk.sees("Tickets decided it: ")
    curve = chart_data.curves(kiosk.referee.game)[1]
    point = curve.points[len(curve.points) // 2]
    kiosk.tap_at(*chart.to_window(*chart.where(point)))
    (told,) = (text for text in kiosk.texts() if text.endswith(f" Ben has {point.score}."))
    assert told.startswith("Ben claims ")
    assert f" (turn {point.turn}). " in told
    last = curve.points[-1]
    kiosk.tap_at(*chart.to_window(*chart.where(last)))
    assert kiosk.sees("Ben at the end: tickets ")
    assert kiosk.sees(f", total {kiosk.referee.game.state.score(1)}.")


def test_a_finger_goes_along_a_chart(open_kiosk: Open):
    kiosk = open_kiosk()
    chart = charts(kiosk, "Score")
    points = chart_data.curves(kiosk.referee.game)[0].points
    start, stop = (chart.to_window(*chart.where(point)) for point in (points[1], points[-2]))
    kiosk.drag(start, stop, steps=12)
    assert chart.picked == points[-2]


def test_one_point_after_another(open_kiosk: Open):
    kiosk = open_kiosk()
    chart = charts(kiosk, "Score")
    back, on = (
        next(tile for tile in kiosk.widgets() if getattr(tile, "icon", "") == icon)
        for icon in ("back", "next")
    )
    kiosk.tap(on)
    assert chart.picked == chart.items[0]
    assert kiosk.sees("starts with no points.")
    kiosk.tap(on)
    assert chart.picked == chart.items[1]
    kiosk.tap(back)
    kiosk.tap(back)
    assert chart.picked == chart.items[-1]


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_a_touched_majority_says_who_since_when(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(size=size)
    chart = charts(kiosk, "Terrain", 4)
    span = max(chart_data.majorities(kiosk.referee.game), key=lambda one: one.last - one.first)
    kiosk.tap_at(*chart.to_window(*chart.where(span)))
    name = kiosk.referee.game.state.seats[span.seat].name
    assert kiosk.sees(f"{name}, turns {span.first}–{span.last}: ")


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_a_chance_not_taken_is_told(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(size=size)
    charts(kiosk, "Doubling", 3)
    bars = list(kiosk.widgets(DoublingBar))
    bar, claim = next((bar, item) for bar in bars for item in bar.items if item.missed)
    kiosk.tap_at(*bar.to_window(*bar.where(claim)))
    assert kiosk.sees(f" (turn {claim.turn}). Terrain cards alone would have doubled it")
    assert [one.picked in one.items for one in bars].count(True) == 1


def test_a_long_claim_is_told_and_close_leads_home(open_kiosk: Open):
    kiosk = open_kiosk()
    charts(kiosk, "Claims")
    row = max(kiosk.widgets(LongRow), key=lambda row: row.y)
    kiosk.tap(row)
    assert kiosk.sees(f" (turn {row.claim.turn}).")
    assert row.chosen
    kiosk.tap(next(tile for tile in kiosk.widgets() if getattr(tile, "icon", "") == "close"))
    assert kiosk.app.screen_name == "final"
    assert kiosk.app.screen.board is None


def test_the_score_sheet_for_phones_is_one_tap_from_the_result(open_kiosk: Open):
    kiosk = open_kiosk()
    end(kiosk, 2)
    kiosk.tap_at(*Window.center)
    kiosk.taps = 0
    kiosk.tap("Score sheet")
    assert kiosk.taps == 1
    assert type(kiosk.app.root.sheet).__name__ == "ScoreLinkSheet"


@pytest.mark.parametrize(("players", "least", "most"), [(2, 90, 130), (5, 25, 45)])
def test_few_players_have_larger_lines_and_doubling_names_them(
    open_kiosk: Open, players: int, least: int, most: int
):
    kiosk = open_kiosk()
    end(kiosk, players)
    kiosk.tap_at(*Window.center)
    rows = list(kiosk.widgets(DoublingRow))
    assert [row.display_name[:3] for row in rows] == [row.line.name[:3] for row in rows]
    assert least < next(kiosk.widgets(ResultRow)).height / kiosk.app.unit < most


def test_the_chart_of_the_result_leads_to_the_charts(open_kiosk: Open):
    kiosk = open_kiosk()
    end(kiosk)
    kiosk.tap_at(*Window.center)
    chart = next(kiosk.widgets(Plot))
    kiosk.tap(chart)
    assert kiosk.app.screen_name == "charts"


def test_charts_of_another_game_lead_back_to_where_they_were_opened(open_kiosk: Open):
    kiosk = open_kiosk()
    end(kiosk)
    past = kiosk.referee.game
    scenes.play(kiosk.app, 2, 5)
    left: list[str] = []
    kiosk.app.go(screens.charts, game=past, back=lambda: left.append("back"))
    kiosk.frames()
    assert kiosk.sees("Maximiliane-Charlotte")
    kiosk.tap("Claims")
    kiosk.tap(next(tile for tile in kiosk.widgets() if getattr(tile, "icon", "") == "close"))
    assert left == ["back"]


def test_hidden_scores_stay_hidden_in_the_charts_of_a_game_in_play(open_kiosk: Open):
    kiosk = open_kiosk(settings=Settings(hidden_scores=True))
    scenes.play(kiosk.app, 3, 30)
    kiosk.app.go(screens.charts)
    kiosk.frames()
    assert kiosk.sees("Terrain")
    assert not kiosk.sees("Score")
    assert not kiosk.sees("Claims")


def test_a_finger_on_a_chart_that_is_yet_to_be_drawn_picks_nothing(open_kiosk: Open):
    kiosk = open_kiosk(3)
    kiosk.app.go(screens.charts)
    kiosk.tap("Claims")
    tab = kiosk.down(*kiosk.button("Score").center)
    tab.touch_up()
    (chart,) = kiosk.widgets(Plot)
    UnitTestTouch(*Window.center).touch_down()  # before the next frame
    assert chart.picked is None
    kiosk.frames()
    assert kiosk.app.screen_name == "charts"
