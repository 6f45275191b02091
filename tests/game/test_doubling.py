"""Doubling a claim: the rulebook's example, and the formula of R9 and R11 tried out in full."""

from itertools import product

import pytest
from table import Table

from companion.game.rulebook import LOCOMOTIVES
from companion.game.rules.terrain import Payment, Standing

EXAMPLES = {
    (1, 2, 1): [(0, 1)],
    (3, 3, 2): [(2, 0), (1, 1), (0, 2)],
    (0, 0, 1): [(0, 1)],
    (0, 3, 1): [(0, 3)],
    (1, 0, 2): [(1, 1), (0, 2)],
    (4, 2, 1): [(1, 0), (0, 1)],
}


def test_the_rulebooks_example_in_all_eleven_editions(table: Table):
    """John has one mountain card, Peter two; one locomotive ties them: 4 x 2 = 8."""
    table.ok(
        "new",
        players=[
            {"name": "John", "color": "blue", "terrain": "mountain", "tickets": 2},
            {"name": "Peter", "color": "red", "terrain": "mountain", "tickets": 2},
        ],
        first="Peter",
    )
    table.ok("draw", cards=["mountain", "train"])
    coast = "cape-town--port-elizabeth--1"
    assert table.code("claim", route=coast, double={"terrain": 1, "locomotives": 0}) == (
        "fewer_than_rival"
    )
    answer = table.claim(coast, terrain=0, locomotives=1)
    assert answer["rule"] == "R11"
    john = table.player("John")
    assert (john["score"], john["trains"], john["terrain"]["mountain"]) == (8, 42, 1)
    assert {"code": "discard_locomotives", "count": 1} in answer["say"]
    assert not any(prompt["code"] == "discard_terrain" for prompt in answer["say"])
    assert table.state()["terrain"]["discards"] == {"desert": 0, "jungle": 0, "mountain": 0}


@pytest.mark.parametrize(("standing", "ways"), EXAMPLES.items())
def test_the_examples_of_the_rules(standing: tuple[int, int, int], ways: list[tuple[int, int]]):
    assert Standing(*standing).ways() == tuple(Payment(*way) for way in ways)


def test_a_payment_doubles_when_and_only_when_the_formula_says_so():
    tried = 0
    for own, rival, need, ferry in product(range(9), range(17), (1, 2), (0, 2)):
        standing = Standing(own, rival, need, ferry)
        for terrain, locomotives in product(range(5), range(17)):
            formula = (
                own + locomotives >= rival
                and terrain == max(0, need - locomotives)
                and terrain <= own
                and locomotives <= max(need, rival - own)
                and locomotives <= 14 - ferry
            )
            payment = Payment(terrain, locomotives)
            assert (standing.fault(payment) is None) == formula
            assert (payment in standing.ways()) == formula
            tried += 1
    assert tried == 9 * 17 * 2 * 2 * 5 * 17


def test_refused_doubling_tells_who_holds_how_many_and_what_would_do(table: Table):
    table.new(2, terrain="mountain")
    table.ok("draw", cards=["mountain", "train"])
    refused = table.ask(
        "claim", route="ngaoundere--bangui", double={"terrain": 1, "locomotives": 0}
    )
    facts = refused["facts"]
    assert (refused["code"], refused["rule"]) == ("fewer_than_rival", "R9")
    assert facts["holders"] == {"Anna": 2, "Ben": 1}
    assert facts["rivals"] == ["Anna"]
    assert facts["legal"] == [{"terrain": 0, "locomotives": 1, "points": 8}]
    assert "Anna" in refused["why"]


def test_options_and_rights_agree_with_what_a_claim_gets(table: Table):
    table.new(3, terrain="jungle")
    for cards in (["jungle", "jungle"], ["desert", "mountain"], ["mountain", "desert"]):
        table.ok("draw", cards=cards)
    rights = table.ok("rights")["rights"]["Anna"]
    for route in table.referee.board.routes.values():
        options = table.ok("options", route=route.id)
        fewest = rights[route.terrain]["short" if route.length <= 3 else "long"]
        assert options["doubles"][0]["locomotives"] == fewest
        legal = {(way["terrain"], way["locomotives"]) for way in options["doubles"]}
        for terrain, locomotives in product(range(4), range(4)):
            double = {"terrain": terrain, "locomotives": locomotives}
            answer = table.ask("claim", route=route.id, double=double)
            assert answer["ok"] == ((terrain, locomotives) in legal)
            if answer["ok"]:
                assert answer["rule"] == ("R11" if locomotives else "R9")
                table.ok("undo")


def test_more_locomotives_than_there_are_double_nothing(table: Table):
    table.new(2, terrain="mountain")
    table.ok("adjust", player="Ben", terrain={"mountain": 14}, why="made up")
    table.ok("adjust", player="Anna", terrain={"mountain": 0}, why="made up")
    assert table.ok("rights")["rights"]["Anna"]["mountain"]["short"] == 14
    assert table.ok("options", route="madagascar-south--durban--1")["doubles"] == []
    table.ok("adjust", player="Ben", terrain={"mountain": 15}, why="made up")
    assert table.ok("rights")["rights"]["Anna"]["mountain"]["short"] is None
    refused = table.code(
        "claim", route="ngaoundere--bangui", double={"terrain": 0, "locomotives": 15}
    )
    assert refused == "too_many_locomotives"


def test_without_a_ferry_every_locomotive_of_the_deck_may_double():
    assert Standing(own=0, rival=20, need=2).most_locomotives == LOCOMOTIVES
    assert Standing(own=0, rival=20, need=2, ferry_locomotives=3).most_locomotives == 11
