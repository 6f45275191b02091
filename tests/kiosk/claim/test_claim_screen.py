"""The Claim screen under real fingers: the map, its lists, and what they lead to."""

import gc
import math
from collections.abc import Iterator

import pytest
from fingers import SIZES, Kiosk
from kivy.tests.common import UnitTestTouch
from kivy.uix.floatlayout import FloatLayout

from companion.game.commands import ClaimRoute, Newcomer, NewGame
from kiosk import screens
from kiosk.map.board_map import BoardMap

DOUBLE = ("port-nolloth--cape-town--1", "port-nolloth--cape-town--2")


@pytest.fixture(params=[SIZES[0]], ids="{0[0]}x{0[1]}".format)
def kiosk(request: pytest.FixtureRequest) -> Iterator[Kiosk]:
    made = Kiosk(size=request.param)
    begin(made, 3)
    yield made
    made.close()


def begin(kiosk: Kiosk, players: int, *claims: str) -> None:
    """A game, and its Claim screen."""
    colors = ("blue", "red", "green", "yellow", "black")[:players]
    names = ("Anna", "Ben", "Cleo", "Dan", "Eva")
    seats = zip(names, colors, strict=False)
    kiosk.referee.submit(NewGame(tuple(Newcomer(n, c, "desert", 3) for n, c in seats)))
    for route in claims:
        kiosk.referee.submit(ClaimRoute(route))
    kiosk.ruled = []
    kiosk.app.rule_on = kiosk.ruled.append  # the ruling sheet has tests of its own
    kiosk.app.go(screens.claim)
    kiosk.frames()


def the_map(kiosk: Kiosk):
    return kiosk.app.screen.ids.map


def tap_place(kiosk: Kiosk, place: str, off: tuple[float, float] = (0, 0)) -> None:
    x, y = the_map(kiosk).seen_at(place)
    kiosk.tap_at(x + off[0], y + off[1])


every_size = pytest.mark.parametrize("kiosk", SIZES, ids="{0[0]}x{0[1]}".format, indirect=True)


@every_size
def test_a_city_and_its_route_by_two_taps(kiosk: Kiosk):
    assert kiosk.sees("Anna claims")
    tap_place(kiosk, "cape-town")
    assert kiosk.app.screen.city == "cape-town"
    assert kiosk.sees("Cape Town")
    kiosk.tap("Bloemfontein")
    assert kiosk.ruled == [
        route
        for route in kiosk.app.desk.board.routes
        if {"bloemfontein", "cape-town"} <= set(route.split("--"))
    ]


@every_size
def test_the_far_end_or_the_route_itself_picks_the_route(kiosk: Kiosk):
    tap_place(kiosk, "cape-town")
    tap_place(kiosk, "port-nolloth")
    kiosk.tap_at(*the_map(kiosk).track_seen_at("cape-town--port-elizabeth--1"))
    assert kiosk.ruled == [DOUBLE[0], "cape-town--port-elizabeth--1"]


@every_size
def test_a_route_of_the_whole_board_is_one_tap(kiosk: Kiosk):
    route = "ngaoundere--bangui"
    assert not kiosk.app.screen.city
    kiosk.tap_at(*the_map(kiosk).track_seen_at(route))
    if not kiosk.ruled:  # the map looked closer first
        kiosk.tap_at(*the_map(kiosk).track_seen_at(route))
    assert kiosk.ruled == [route]


def test_routes_that_a_finger_cannot_tell_apart_are_asked_for(kiosk: Kiosk):
    kiosk.app.screen.pick_tracks(("bloemfontein--cape-town", "cape-town--port-elizabeth--1"))
    kiosk.frames()
    assert kiosk.sees("Which route?")
    kiosk.tap("Cape Town - Port Elizabeth")
    assert kiosk.ruled == ["cape-town--port-elizabeth--1"]


@every_size
def test_from_a_wrong_city_back_to_the_whole_board_with_the_claimer_in_sight(kiosk: Kiosk):
    tap_place(kiosk, "cape-town")
    assert kiosk.sees("Anna claims")
    board_map = the_map(kiosk)
    board_map.zoom(1.5, board_map.center)
    kiosk.tap("Whole board")
    assert kiosk.app.screen.city == ""
    assert board_map.view == board_map.pane.whole
    assert kiosk.app.screen_name == "claim"


@every_size
def test_the_lists_say_who_claims(kiosk: Kiosk):
    for show in (kiosk.app.screen.show_names, kiosk.app.screen.show_called):
        show()
        kiosk.frames()
        assert kiosk.sees("Anna claims")


def test_from_a_closer_look_back_to_the_whole_board(kiosk: Kiosk):
    assert not kiosk.sees("Whole board")
    board_map = the_map(kiosk)
    board_map.zoom(3, board_map.center)
    kiosk.frames()
    kiosk.tap("Whole board")
    assert board_map.view == board_map.pane.whole


def test_another_city_is_picked_instead_and_the_sea_picks_none(kiosk: Kiosk):
    tap_place(kiosk, "cape-town")
    tap_place(kiosk, "windhoek")
    assert kiosk.app.screen.city == "windhoek"
    board_map = the_map(kiosk)
    kiosk.tap_at(board_map.x + 8, board_map.top - 8)
    assert kiosk.app.screen.city == ""
    assert board_map.view == board_map.pane.whole
    assert kiosk.sees("Anna claims")


def test_between_two_close_places_the_map_looks_closer(kiosk: Kiosk):
    board_map = the_map(kiosk)
    one, other = board_map.seen_at("tchad-1"), board_map.seen_at("tchad-2")
    kiosk.tap_at((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    assert kiosk.app.screen.city == ""
    assert math.dist(board_map.seen_at("tchad-1"), board_map.seen_at("tchad-2")) > 47
    tap_place(kiosk, "tchad-2")
    assert kiosk.app.screen.city == "tchad-2"


def test_two_colours_between_the_same_places_are_asked_for(kiosk: Kiosk):
    tap_place(kiosk, "douala")
    tap_place(kiosk, "libreville")
    assert kiosk.ruled == []
    assert [text for text in kiosk.texts() if text == "Libreville"] == ["Libreville"] * 2
    assert not kiosk.sees("Bangui")
    kiosk.tap("Libreville")
    assert len(kiosk.ruled) == 1


def test_a_finger_moves_the_board_and_presses_nothing(kiosk: Kiosk):
    board_map = the_map(kiosk)
    board_map.view = board_map.pane.zoomed(board_map.view, 3, (232, 240))
    before = board_map.seen_at("ujiji")
    scale = board_map.view.scale
    kiosk.drag((200, 240), (260, 270))
    after = board_map.seen_at("ujiji")
    assert after == pytest.approx((before[0] + 60, before[1] + 30))
    assert board_map.view.scale == scale
    assert kiosk.app.screen.city == ""


def test_two_fingers_pinch(kiosk: Kiosk):
    board_map = the_map(kiosk)
    before = board_map.view.scale
    one, other = kiosk.down(200, 240), kiosk.down(260, 240)
    one.touch_move(170, 240)
    other.touch_move(290, 240)
    assert board_map.view.scale == pytest.approx(2 * before)
    one.touch_up()
    other.touch_up()
    kiosk.frames()
    assert kiosk.app.screen.city == ""


def test_a_touch_reported_twice_is_one_tap(kiosk: Kiosk):
    x, y = the_map(kiosk).seen_at("cape-town")
    one, again = kiosk.down(x, y), kiosk.down(x, y)
    for touch in (one, again):
        touch.touch_move(x + 3, y)
    kiosk.up(one)
    kiosk.up(again)
    assert kiosk.app.screen.city == "cape-town"
    assert kiosk.ruled == []


def test_a_double_tap_looks_closer_and_the_wheel_both_ways(kiosk: Kiosk):
    board_map = the_map(kiosk)
    before = board_map.view.scale
    scales = []
    for _ in range(3):
        touch = kiosk.down(200, 240)
        touch.is_double_tap = True
        kiosk.up(touch)
        scales.append(board_map.view.scale / before)
    assert 2 < scales[0] < scales[1] / 2
    assert scales[2] == 1
    assert kiosk.app.screen.city == ""
    for button, is_closer in (("scrolldown", True), ("scrollup", False)):
        last = board_map.view.scale
        wheel = UnitTestTouch(200, 240)
        wheel.profile.append("button")
        wheel.button = button
        wheel.touch_down()
        assert (board_map.view.scale > last) is is_closer


def test_picking_a_city_dims_what_does_not_start_there(kiosk: Kiosk):
    tap_place(kiosk, "cape-town")
    by_aside = {True: set(), False: set()}
    for stroke in the_map(kiosk).strokes:
        by_aside[stroke.aside].add("cape-town" in stroke.track.route.ends)
    assert by_aside == {True: {False}, False: {True}}


def test_a_taken_route_says_who_has_it_and_why_not(kiosk: Kiosk):
    kiosk.referee.submit(ClaimRoute(DOUBLE[0]))
    kiosk.frames()
    assert kiosk.sees("Ben claims")
    tap_place(kiosk, "cape-town")
    assert kiosk.sees("taken by Anna")
    assert kiosk.sees("closed: other track taken")
    kiosk.tap("taken by Anna")
    assert kiosk.ruled == []
    assert kiosk.sees("belongs to Anna")
    assert kiosk.sees("R7")
    kiosk.tap("closed: other track taken")
    assert kiosk.sees("R8")
    tap_place(kiosk, "port-nolloth")
    assert kiosk.ruled == []


@pytest.mark.parametrize("city", ["", "cape-town"])
@pytest.mark.parametrize("track", DOUBLE)
def test_on_the_map_a_closed_second_track_says_so_on_either_track(
    kiosk: Kiosk, track: str, city: str
):
    kiosk.referee.submit(ClaimRoute(DOUBLE[0]))
    kiosk.app.go(screens.claim, city=city)
    kiosk.frames()
    kiosk.tap_at(*the_map(kiosk).track_seen_at(track))
    assert kiosk.app.desk.refusal.rule == "R8"
    assert kiosk.app.desk.refusal.play == ClaimRoute(DOUBLE[1])


def test_the_list_shows_a_change_at_once(kiosk: Kiosk):
    tap_place(kiosk, "cape-town")
    assert not kiosk.sees("taken by")
    kiosk.referee.submit(ClaimRoute(DOUBLE[0]))
    kiosk.frames()
    assert kiosk.sees("taken by Anna")
    owners = {stroke.owner for stroke in the_map(kiosk).strokes}
    assert owners == {None, "blue"}


@every_size
def test_a_city_by_its_name(kiosk: Kiosk):
    kiosk.tap("A–Z")
    kiosk.tap("Bogoro")
    assert kiosk.app.screen.city == "bogoro"
    assert kiosk.sees("Port Florence")
    kiosk.tap("A–Z")
    for _ in range(4):
        kiosk.drag((300, 100), (300, 400))
    kiosk.tap("Way station by Luanda and Serpa Pinto")
    assert kiosk.app.screen.city == "junction-angola-north"


@every_size
def test_a_route_by_its_colour_and_length(kiosk: Kiosk):
    kiosk.tap("Colour and length")
    assert kiosk.sees("Tap a colour, a length, or both.")
    kiosk.tap("black")
    kiosk.tap("3")
    kiosk.tap("Cape Town - Port Elizabeth")
    assert kiosk.ruled == ["cape-town--port-elizabeth--1"]


def test_the_map_is_still_there_under_a_list(kiosk: Kiosk):
    tap_place(kiosk, "cape-town")
    kiosk.tap("A–Z")
    gc.collect()
    kiosk.tap(next(b for b in kiosk.widgets() if getattr(b, "icon", "") == "close"))
    assert kiosk.sees("Cape Town")
    kiosk.tap("Bloemfontein")
    assert len(kiosk.ruled) == 1


def test_three_black_from_a_city(kiosk: Kiosk):
    tap_place(kiosk, "cape-town")
    kiosk.tap("Colour, length")
    kiosk.tap("black")
    kiosk.tap("3")
    assert kiosk.sees("Port Elizabeth")
    assert not kiosk.sees("Bloemfontein")
    kiosk.tap("blue")
    assert kiosk.sees("There's no such route.")
    kiosk.tap("Cape Town")  # from anywhere
    assert kiosk.app.screen.city == ""
    assert not kiosk.sees("There's no such route.")


def test_the_map_alone_tells_of_a_pick_and_shows_new_owners(kiosk: Kiosk):
    board_map = BoardMap(size_hint=(None, None), size=(456, 330), pos=(20, 60))
    picked = []
    board_map.bind(on_pick=lambda widget, location, moment: picked.append((location, moment)))
    page = FloatLayout()
    page.add_widget(board_map)
    kiosk.app.root.show(page)
    kiosk.frames()
    seen = kiosk.app.desk.moment()
    kiosk.tap_at(*board_map.seen_at("addis-ababa"))
    assert picked == [("addis-ababa", seen)]
    kiosk.referee.submit(ClaimRoute(DOUBLE[0]))
    board_map.refresh()
    assert {stroke.owner for stroke in board_map.strokes} == {None, "blue"}


def test_the_way_back_is_the_table(kiosk: Kiosk):
    kiosk.app.go(screens.claim, city="durban")
    kiosk.frames()
    assert kiosk.sees("Durban")
    close = [b for b in kiosk.widgets() if getattr(b, "icon", "") == "close"]
    kiosk.tap(close[0])
    assert kiosk.app.screen_name == "table"
