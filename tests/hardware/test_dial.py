"""The dial's menu: everything a turn can do, by turning and pushing."""

import pytest
from table import Table

from companion.game.commands import ClaimRoute, DrawTickets, Pass, Undo
from companion.game.rules.terrain import Payment
from companion.words import translations
from companion.words.table.choices_and_results import PlayWords
from hardware.buttons.dial import Dial
from hardware.buttons.menu import NoSecondCard


@pytest.fixture
def words(table: Table) -> PlayWords:
    return PlayWords(table.referee.board, translations())


@pytest.fixture
def dial(table: Table, words: PlayWords) -> Dial:
    table.new(3)
    return Dial(table.referee, words)


def keys(dial: Dial) -> list[str]:
    return [item.key for item in dial.level.menu.items]


def labels(dial: Dial) -> list[str]:
    return [item.label for item in dial.level.menu.items]


def choose(dial: Dial, *path: str):
    """Turn to each item and push, as somebody would who reads what it shows."""
    found = dial.pushed() if dial.resting else dial
    for key in path:
        assert isinstance(found, Dial), path
        found = found.turned(keys(found).index(key) - found.level.at).pushed()
    return found


def test_a_new_game_offers_what_makes_sense(dial: Dial):
    assert labels(dial) == ["Claim", "Tickets", "Pass", "Back"]
    assert dial.lines == ("Anna's turn", "Back", "Claim", "Tickets")


def test_without_a_game_there_is_only_back(table: Table, words: PlayWords):
    dial = Dial(table.referee, words)
    assert keys(dial) == ["back"]
    assert dial.lines == ("Dial", "", "Back", "")
    assert dial.turned(5).pushed().resting


def test_after_the_end_of_play_only_undo_is_left(table: Table, dial: Dial):
    table.ok("finish")
    assert keys(dial.now()) == ["undo", "back"]


def test_undo_is_there_when_there_is_something_to_undo(table: Table, dial: Dial):
    table.ok("pass")
    assert isinstance(choose(dial.now(), "undo"), Undo)


def test_no_second_card_is_there_while_a_card_waits(table: Table, words: PlayWords):
    table.new(3)
    waiting = [False]
    dial = Dial(table.referee, words, waiting=lambda: waiting[0])
    assert "no_second_card" not in keys(dial)
    waiting[0] = True
    assert choose(dial.now(), "no_second_card") == NoSecondCard()
    assert "undo" in keys(dial.now())


def test_passing_and_tickets(dial: Dial):
    assert choose(dial, "pass") == Pass()
    assert labels(choose(dial, "tickets")) == [
        "1 ticket",
        "2 tickets",
        "3 tickets",
        "4 tickets",
        "Back",
    ]
    assert choose(dial, "tickets", "3") == DrawTickets(3)


def test_a_claim_goes_by_city_route_and_way_to_score(dial: Dial):
    cities = labels(choose(dial, "claim"))
    assert cities[:3] == ["Addis Ababa", "Bangui", "Beira"]
    assert cities[-1] == "Back"
    assert len(set(cities)) == len(cities)
    routes = choose(dial, "claim", "bloemfontein")
    assert labels(routes)[:2] == ["Cape Town, orange 3", "Durban, orange 3"]
    ways = choose(dial, "claim", "bloemfontein", "bloemfontein--cape-town")
    assert labels(ways) == ["4 points", "8 points: 1 desert card", "8 points: 1 locomotive", "Back"]
    route = ("claim", "bloemfontein", "bloemfontein--cape-town")
    assert choose(dial, *route, "plain") == ClaimRoute(route[-1])
    assert choose(dial, *route, "1+0") == ClaimRoute(route[-1], Payment(1, 0))


def test_only_what_can_still_be_claimed_is_offered(table: Table, dial: Dial):
    table.claim("bloemfontein--cape-town")
    routes = choose(dial.now(), "claim", "bloemfontein")
    assert "bloemfontein--cape-town" not in keys(routes)
    table.ok("adjust", player="Ben", trains=0, why="test")
    assert "claim" not in keys(dial.now())


def test_every_claim_on_offer_would_be_accepted(table: Table, dial: Dial):
    cities = choose(dial, "claim")
    offered = set()
    for city in keys(cities)[:-1]:
        for route in keys(choose(dial, "claim", city))[:-1]:
            ways = choose(dial, "claim", city, route)
            for way in ways.level.menu.items[:-1]:
                table.referee.game.propose(way.leads)
            offered.add(route)
    board = table.referee.board
    seconds = {
        route.id
        for route in board.routes.values()
        if route.track == 2 and board.routes[board.twins[route.id]].color == route.color
    }
    assert offered == set(board.routes) - seconds


def test_turning_wraps_both_ways(dial: Dial):
    count = len(keys(dial))
    assert dial.turned(-1).lines.present == "Back"
    assert dial.turned(count).lines.present == dial.lines.present
    assert dial.turned(7 * count + 1).lines == dial.turned(1).lines


def test_back_is_always_last_and_goes_one_up(dial: Dial):
    deep = choose(dial, "claim", "bloemfontein", "bloemfontein--cape-town")
    for title in ("Bloemfontein", "From", "Anna's turn"):
        assert keys(deep)[-1] == "back"
        deep = choose(deep, "back")
        assert deep.lines.title == title
    assert not deep.resting
    assert choose(deep, "back").resting


def test_back_returns_to_the_item_it_came_from(dial: Dial):
    assert choose(dial, "tickets", "back").lines.present == "Tickets"


def test_a_push_on_a_dial_at_rest_chooses_nothing(dial: Dial):
    assert dial.resting
    awake = dial.pushed()
    assert awake.lines == dial.lines
    assert not awake.resting


def test_when_the_game_has_gone_on_it_starts_anew_and_chooses_nothing(table: Table, dial: Dial):
    ready = choose(dial, "tickets")
    table.ok("pass")
    anew = ready.pushed()
    assert isinstance(anew, Dial)
    assert anew.lines.title == "Ben's turn"
    assert ready.turned(1).lines.title == "Ben's turn"
    assert ready.now().resting


def test_of_two_places_with_one_name_each_says_where_it_is_reached_from(dial: Dial):
    places = [label for label in labels(choose(dial, "claim")) if label.startswith("Madagascar")]
    assert len(set(places)) == 2
    assert all(", from " in place for place in places)
