"""Every refusal that a finger can reach is read on the screen, in words, with its rule."""

from collections.abc import Callable
from typing import Any

import pytest
from fingers import SIZES, Kiosk

from companion.game.commands import Adjust, ClaimRoute, Finish
from kiosk.claim.lists import RouteItem
from kiosk.claim.ruling import WayTile
from kiosk.demo import Hands
from kiosk.navigation import REFUSAL_TIMEOUT
from kiosk.widgets.band import RefusedLine

Open = Callable[..., Kiosk]
COAST = "cape-town--port-elizabeth"


def pick(kiosk: Kiosk, city: str) -> None:
    kiosk.tap("CLAIM ROUTE")
    for point in Hands(kiosk.app)._pick_city(city):
        kiosk.tap_at(*point)
    assert kiosk.app.screen.city == city


def row(kiosk: Kiosk, route: str) -> RouteItem:
    return next(item for item in kiosk.widgets(RouteItem) if item.row.route == route)


def tap_row(kiosk: Kiosk, route: str) -> None:
    kiosk.app.screen.ids.panel.children[0].ids.routes.reveal(row(kiosk, route))
    kiosk.frames()
    kiosk.tap(row(kiosk, route))


def refused(kiosk: Kiosk, code: str, *words: str) -> None:
    assert kiosk.app.desk.refusal is not None
    assert kiosk.app.desk.refusal.code == code
    for said in words:
        assert kiosk.sees(said), kiosk.texts()
    rule = kiosk.app.desk.refusal.rule
    if rule is not None:
        assert rule in kiosk.texts()


def test_route_taken(open_kiosk: Open):
    kiosk = open_kiosk(4)
    kiosk.referee.submit(ClaimRoute("port-nolloth--bloemfontein"))
    pick(kiosk, "port-nolloth")
    tap_row(kiosk, "port-nolloth--bloemfontein")
    refused(kiosk, "route_taken", "Port Nolloth - Bloemfontein belongs to Anna.")
    assert kiosk.referee.seq == 2


def test_double_closed(open_kiosk: Open):
    kiosk = open_kiosk(3)
    kiosk.referee.submit(ClaimRoute(f"{COAST}--1"))
    pick(kiosk, "cape-town")
    tap_row(kiosk, f"{COAST}--2")
    refused(kiosk, "double_closed", "With 3 players, this one is closed")


def test_double_own(open_kiosk: Open):
    kiosk = open_kiosk(4)
    kiosk.referee.submit(ClaimRoute(f"{COAST}--1"))
    for _ in range(3):
        kiosk.tap("Face-up loco")
    pick(kiosk, "cape-town")
    tap_row(kiosk, f"{COAST}--2")
    refused(kiosk, "double_own", "can't have both")


def test_not_enough_trains(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(Adjust(why="test", player="Anna", trains=1))
    pick(kiosk, "cape-town")
    tap_row(kiosk, f"{COAST}--1")
    refused(kiosk, "not_enough_trains", "it needs 3, Anna has 1.")


@pytest.mark.parametrize(
    ("rival", "code", "words"),
    [
        (2, "fewer_than_rival", "Not enough to double"),
        (0, "not_enough_terrain", "Anna has no mountain cards, but this needs 1."),
    ],
)
def test_a_way_to_double_that_is_not_to_be_had(open_kiosk: Open, rival: int, code: str, words: str):
    kiosk = open_kiosk(2, "desert")
    kiosk.referee.submit(Adjust(why="test", player="Ben", terrain={"mountain": rival}))
    pick(kiosk, "cape-town")
    tap_row(kiosk, f"{COAST}--1")
    grey = next(tile for tile in kiosk.widgets(WayTile) if tile.way.is_refused)
    kiosk.tap_at(grey.center_x, grey.top - 30)
    refused(kiosk, code, words)
    assert kiosk.referee.seq == 2


def test_the_key_of_the_rule_opens_the_rule_and_leads_back(open_kiosk: Open):
    kiosk = open_kiosk(2, "desert")
    pick(kiosk, "cape-town")
    tap_row(kiosk, f"{COAST}--1")
    kiosk.tap("R11")
    assert kiosk.app.screen_name == "rules"
    assert kiosk.sees("Locomotives from your hand can replace terrain cards")
    kiosk.tap_at(*Hands(kiosk.app).on(icon="close"))
    assert list(kiosk.widgets(WayTile))


def test_a_refusal_is_still_there_for_whoever_has_read_its_rule(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Desert")
    kiosk.tap("Face-up loco")
    why = kiosk.app.desk.refusal.why
    kiosk.tap("R5")
    assert kiosk.app.screen_name == "rules"
    kiosk.wait(REFUSAL_TIMEOUT + 1)
    kiosk.tap_at(*Hands(kiosk.app).on(icon="close"))
    kiosk.wait(REFUSAL_TIMEOUT + 1)
    assert kiosk.sees(why)


def test_terrain_exhausted_is_said_with_the_first_card(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(Adjust(why="test", player="Ben", terrain={"jungle": 15}))
    kiosk.frames()
    kiosk.tap("Jungle")
    refused(kiosk, "terrain_exhausted", "There can't be a jungle card left")
    assert kiosk.app.desk.half.first is None
    kiosk.tap("Train")
    assert not kiosk.sees("There can't be a jungle card left")


def test_terrain_exhausted_by_the_second_card_leaves_the_first_waiting(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(Adjust(why="test", player="Ben", terrain={"jungle": 14}))
    kiosk.tap("Jungle")
    kiosk.tap("Jungle")
    refused(kiosk, "terrain_exhausted", "There can't be a jungle card left")
    kiosk.tap("Train")
    assert kiosk.referee.seq == 3


def test_no_tickets_left(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(Adjust(why="test", player="Ben", tickets=45))
    kiosk.tap("Tickets")
    refused(kiosk, "no_tickets_left", "There are no tickets left.")


def test_a_refusal_stays_until_it_is_dismissed(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Undo")
    kiosk.wait(10 * REFUSAL_TIMEOUT)
    assert kiosk.sees("There's nothing to undo.")
    kiosk.tap(cross(kiosk))
    assert not kiosk.sees("There's nothing to undo.")


def test_a_refusal_stays_until_the_next_action(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Undo")
    kiosk.app.claim()
    kiosk.app.home()
    kiosk.frames()
    assert not kiosk.sees("There's nothing to undo.")


def test_where_it_has_no_buttons_a_refusal_goes_by_itself(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(Finish())
    kiosk.frames()
    kiosk.app.desk.advise("Not now.")
    kiosk.frames()
    assert kiosk.app.screen_name == "reveal"
    assert kiosk.sees("Not now.")
    kiosk.wait(REFUSAL_TIMEOUT + 1)
    assert not kiosk.sees("Not now.")


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_where_it_was_does_not_fall_through(open_kiosk: Open, size: tuple[int, int]):
    """What was said before lies there again, and would open its entry."""
    kiosk = open_kiosk(2, size=size)
    kiosk.referee.submit(ClaimRoute(f"{COAST}--1"))
    kiosk.app.desk.advise("Not now.")
    kiosk.frames()
    line = next(iter(kiosk.widgets(RefusedLine)))
    place = line.to_window(line.x + 0.3 * line.width, line.center_y)  # too far for a bounce
    kiosk.tap(cross(kiosk))
    assert not kiosk.sees("Not now.")
    with kiosk.in_haste():
        kiosk.tap_at(*place)
    assert kiosk.app.sheet is None
    kiosk.tap_at(*place)  # as soon as it is meant
    assert kiosk.app.sheet is not None


@pytest.mark.parametrize("size", SIZES)
def test_a_refusal_covers_no_list_that_is_used(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(2, size=size)
    kiosk.referee.submit(ClaimRoute(f"{COAST}--1"))
    kiosk.tap("CLAIM ROUTE")
    kiosk.tap("Colour and length")
    kiosk.tap("3")
    closed = next(item for item in kiosk.widgets(RouteItem) if item.row.refusal is not None)
    kiosk.scroll_to(closed)
    kiosk.tap(closed)
    line = next(iter(kiosk.widgets(RefusedLine)))
    routes = kiosk.app.screen.list.ids.routes
    assert routes.height > 60 * kiosk.app.unit
    assert routes.to_window(*routes.pos)[1] >= line.to_window(*line.pos)[1] + line.height
    kiosk.tap("4")  # it is still used, beside the refusal
    assert list(kiosk.widgets(RouteItem))


def cross(kiosk: Kiosk) -> Any:
    line = next(iter(kiosk.widgets(RefusedLine)))
    return next(part for part in line.walk() if getattr(part, "icon", "") == "close")
