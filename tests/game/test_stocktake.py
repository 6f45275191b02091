"""The stock-take: what differs, what cannot be, and which single mistake explains it all."""

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from table import Table

from companion.game.board.board import standard_board
from companion.game.game import Game
from companion.game.refusal import Refusal
from companion.game.requests.requests import parse
from companion.game.rules.judging import judge
from companion.game.state import State
from companion.game.stocktake.causes import (
    MOST_CAUSES,
    Cause,
    Guess,
    _Search,
    likely_causes,
    search,
)
from companion.game.stocktake.stock_count import PlayerCount, TableCount, differences
from companion.protocol import Conversation
from companion.referee import Referee

Json = dict[str, Any]

TERRAINS = ("desert", "jungle", "mountain")
SEEDS = range(12)


# --- by protocol ---


def counted(state: Json) -> Json:
    """A count that agrees with what the kiosk believes."""
    players = {
        p["name"]: {"trains": p["trains"], "terrain": dict(p["terrain"]), "score": p["score"]}
        for p in state["players"]
    }
    return {"players": players, "discards": dict(state["terrain"]["discards"])}


@pytest.fixture
def played(table: Table) -> Table:
    table.new(3, terrain="mountain")
    table.ok("draw", cards=["mountain", "train"])  # 2 Anna
    table.claim("ngaoundere--bangui")  # 3 Ben
    table.ok("draw", cards=["desert", "train"])  # 4 Cleo
    table.claim("douala--bangui", terrain=2)  # 5 Anna
    return table


def test_where_all_is_right_nothing_is_said(played: Table):
    answer = played.ok("stocktake", **counted(played.state()))
    assert (answer["differences"], answer["impossible"], answer["causes"]) == ([], [], [])
    assert played.ok("stocktake")["differences"] == []  # nothing was counted


def test_differences_are_told_player_by_player_then_the_discards(played: Table):
    count = counted(played.state())
    count["players"]["Cleo"]["terrain"]["desert"] = 0
    count["players"]["Anna"]["trains"] = 40
    count["discards"] = {"mountain": 3}
    answer = played.ok("stocktake", **count)
    assert answer["differences"] == [
        {"player": "Anna", "what": "trains", "kiosk": 41, "table": 40},
        {"player": "Cleo", "what": "desert", "kiosk": 1, "table": 0},
        {"player": None, "what": "mountain", "kiosk": 2, "table": 3},
    ]
    assert answer["causes"] == []  # no single mistake does that


def test_sixteen_cards_cannot_be(played: Table):
    answer = played.ok("stocktake", players={"Ben": {"terrain": {"mountain": 13}}})
    assert answer["impossible"] == [{"terrain": "mountain", "cards": 16}]
    assert (
        played.ok("stocktake", players={"Ben": {"terrain": {"mountain": 12}}})["impossible"] == []
    )
    counts = {"Ben": {"terrain": {"mountain": 1}}, "Anna": {"terrain": {"mountain": 4}}}
    answer = played.ok("stocktake", players=counts, discards={"mountain": 10})
    assert answer["impossible"] == [{"terrain": "mountain", "cards": 16}]


def test_a_stocktake_changes_nothing_and_needs_a_game(played: Table):
    before, log = played.state(), played.ok("log")
    count = counted(before)
    count["players"]["Anna"]["terrain"]["jungle"] = 1
    assert played.ok("stocktake", **count, seq=99, game="x")["causes"]  # a query ignores both
    assert (played.state(), played.ok("log")) == (before, log)
    assert Table().ask("stocktake")["code"] == "no_game"


def test_who_and_what_is_unknown_is_refused(played: Table):
    assert played.code("stocktake", players={"Zoe": {"trains": 3}}) == "unknown_player"
    assert played.code("stocktake", discards={"swamp": 3}) == "unknown_terrain"
    for players in ({"Anna": {"trains": 46}}, {"Anna": {"tickets": 3}}, {"Anna": []}, []):
        assert played.code("stocktake", players=players) == "bad_request"
    twice = {"Anna": {"trains": 3}, " Anna ": {"trains": 4}}
    assert played.code("stocktake", players=twice) == "bad_request"


def test_a_card_that_was_forgotten_is_found_and_put_right_by_its_own_request(played: Table):
    count = counted(played.state())
    count["players"]["Cleo"]["terrain"]["jungle"] = 1
    causes = played.ok("stocktake", **count)["causes"]
    draw = {"do": "draw", "cards": ["desert", "jungle"]}
    assert causes[0]["request"] == {"do": "amend", "entry": 4, "with": draw}
    assert causes[0]["conflicts"] == 0
    assert "Cleo" in causes[0]["why"]
    played.ok(**causes[0]["request"])
    assert played.ok("stocktake", **count)["differences"] == []


def test_a_turn_taken_for_another_players_is_found(played: Table):
    count = counted(played.state())
    players = count["players"]
    players["Cleo"]["terrain"]["desert"], players["Ben"]["terrain"]["desert"] = 0, 1
    causes = played.ok("stocktake", **count)["causes"]
    request = {"do": "amend", "entry": 4, "player": "Ben"}
    assert request in [cause["request"] for cause in causes]
    why = next(cause["why"] for cause in causes if cause["request"] == request)
    assert "Ben" in why
    assert "Cleo" in why


def test_a_pass_that_was_a_claim_is_found(played: Table):
    played.passes(1)  # 6 Ben
    count = counted(played.state())
    count["players"]["Ben"]["trains"] -= 5
    count["players"]["Ben"]["score"] += 10
    causes = played.ok("stocktake", **count)["causes"]
    assert causes[0]["request"]["entry"] == 6
    assert causes[0]["request"]["with"]["do"] == "claim"


def test_a_claim_that_never_was_is_found(played: Table):
    count = counted(played.state())
    count["players"]["Ben"] |= {"trains": 45, "score": 0}
    causes = played.ok("stocktake", **count)["causes"]
    assert [cause["request"] for cause in causes] == [{"do": "void", "entry": 3}]


# --- random games, with a mistake in entering them ---


class Evening:
    """A game as it was played, and as it was entered."""

    def __init__(self, seed: int, turns: int = 36) -> None:
        self.rng = random.Random(seed)
        players = 2 + seed % 4
        self.true = Table()
        self.true.new(players, terrain=self.rng.choice(TERRAINS))
        self.plays: list[Json] = []
        while len(self.plays) < turns and not self.state.ended:
            play = self.play()
            if self.true.ask(**play)["ok"]:
                self.plays.append(play)

    @property
    def state(self) -> State:
        return self.true.referee.game.state

    def play(self) -> Json:
        if self.rng.random() < 0.45:
            route = self.rng.choice(sorted(self.true.referee.board.routes))
            ways = self.true.ask("options", route=route)["doubles"]
            claim = {"do": "claim", "route": route}
            if not ways:
                return claim
            way = self.rng.choice(ways)
            return {**claim, "double": {name: way[name] for name in ("terrain", "locomotives")}}
        return {"do": "draw", "cards": self.rng.choices((*TERRAINS, "train"), k=2)}

    def count(self) -> Json:
        return counted(self.true.state())

    def entered(self, plays: list[Json]) -> Table | None:
        """The kiosk after these plays; None where it would have refused one."""
        kiosk = Table()
        kiosk.ok(**self.true.referee.game.entries[0].request)
        for play in plays:
            if not kiosk.ask(**play)["ok"]:
                return None
        return kiosk

    def mistaken(self, mistakes: list[list[Json]]) -> Table | None:
        """The kiosk with one of these mistakes that it did not refuse and that shows."""
        self.rng.shuffle(mistakes)
        for plays in mistakes:
            kiosk = self.entered(plays)
            if kiosk is not None and kiosk.ok("stocktake", **self.count())["differences"]:
                return kiosk
        return None

    def replaced(self, verb: str, other: Any) -> list[list[Json]]:
        found = []
        for place, play in enumerate(self.plays):
            if play["do"] == verb and (wrong := other(play)) is not None:
                found.append([*self.plays[:place], wrong, *self.plays[place + 1 :]])
        return found


def check_causes(kiosk: Table, count: Json) -> list[Json]:
    """Each cause explains all: asked for, it makes every difference vanish."""
    before = kiosk.state()
    causes: list[Json] = kiosk.ok("stocktake", **count)["causes"]
    assert kiosk.state() == before
    assert len(causes) <= 3
    assert [cause["conflicts"] for cause in causes] == sorted(c["conflicts"] for c in causes)
    for cause in causes:
        assert len(kiosk.ok(**cause["request"])["conflicts"]) == cause["conflicts"]
        assert kiosk.ok("stocktake", **count)["differences"] == []
        kiosk.ok("undo")
        assert cause["why"]
    return causes


def forget_terrain(draw: Json) -> Json | None:
    cards = ["train" if card in TERRAINS else card for card in draw["cards"]]
    return {**draw, "cards": cards} if cards != draw["cards"] else None


def add_terrain(draw: Json) -> Json | None:
    cards = ["desert" if card == "train" else card for card in draw["cards"]]
    return {**draw, "cards": cards} if cards != draw["cards"] else None


def change_terrain(draw: Json) -> Json | None:
    other = dict(zip(TERRAINS, (*TERRAINS[1:], TERRAINS[0]), strict=True))
    cards = [other.get(draw["cards"][0], "train"), *draw["cards"][1:]]
    return {**draw, "cards": cards} if cards != draw["cards"] else None


def pay_otherwise(claim: Json) -> Json | None:
    double = claim.get("double")
    if double is None or not double["terrain"]:
        return None
    paid = {"terrain": double["terrain"] - 1, "locomotives": double["locomotives"] + 1}
    return {**claim, "double": paid}


def forget_doubling(claim: Json) -> Json | None:
    return {"do": "claim", "route": claim["route"]} if "double" in claim else None


def check_all(mistakes: Callable[[Evening], list[list[Json]]], turns: int) -> None:
    """Most games can be entered with such a mistake; in all of these it is explained."""
    tried = 0
    for seed in SEEDS:
        evening = Evening(seed, turns)
        kiosk = evening.mistaken(mistakes(evening))
        if kiosk is not None:
            assert check_causes(kiosk, evening.count()), f"seed {seed}"
            tried += 1
    assert tried > len(SEEDS) / 2


@pytest.mark.parametrize(
    ("verb", "mistake"),
    [
        ("draw", forget_terrain),
        ("draw", add_terrain),
        ("draw", change_terrain),
        ("claim", pay_otherwise),
        ("claim", forget_doubling),
        ("draw", lambda draw: {"do": "pass"}),
    ],
    ids=["card forgotten", "card too many", "other card", "payment", "undoubled", "passed"],
)
def test_a_mistake_in_one_entry_is_explained(verb: str, mistake):
    check_all(lambda evening: evening.replaced(verb, mistake), turns=36)


def left_out(evening: Evening) -> list[list[Json]]:
    """One turn is missing: everyone's later turns were taken for the player's before."""
    return [evening.plays[:n] + evening.plays[n + 1 :] for n in range(len(evening.plays) - 1)]


def entered_twice(evening: Evening) -> list[list[Json]]:
    """One draw is there again; then the others passed, so that all later turns are theirs."""
    passes = [{"do": "pass"}] * (len(evening.state.seats) - 1)
    draws = [n for n, play in enumerate(evening.plays) if play["do"] == "draw"]
    return [[*evening.plays[: n + 1], *passes, *evening.plays[n:]] for n in draws]


@pytest.mark.parametrize("mistakes", [left_out, entered_twice])
def test_a_turn_too_few_or_too_many_is_explained(mistakes):
    check_all(mistakes, turns=14)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_counted_every_cause_that_is_named_explains_it_all(seed: int):
    evening = Evening(seed)
    rng, count = random.Random(seed), evening.count()
    for player in rng.sample(sorted(count["players"]), 2):
        terrain = count["players"][player]["terrain"]
        kind = rng.choice(TERRAINS)
        terrain[kind] = max(0, terrain[kind] + rng.choice((-1, 1)))
        if rng.random() < 0.3:
            del count["players"][player]["score"]
        if rng.random() < 0.2:
            count["players"][player]["trains"] -= 3
    check_causes(evening.true, count)


def test_the_cause_is_found_in_a_moment_in_a_game_of_three_hundred_entries():
    board = standard_board()
    referee = Referee(board=board)
    conversation = Conversation(referee)
    rng = random.Random(1)
    players = [
        {"name": f"P{n}", "color": color, "terrain": rng.choice(TERRAINS), "tickets": 2}
        for n, color in enumerate(("blue", "red", "green", "yellow", "black"))
    ]
    conversation.answer(json.dumps({"do": "new", "players": players}))
    while referee.seq < 300:
        state = referee.game.state
        play: Json = {"do": "draw", "cards": rng.choices((*TERRAINS, "train", "train"), k=2)}
        if rng.random() < 0.4 and min(seat.trains for seat in state.seats) > 8:
            play = {"do": "claim", "route": rng.choice(sorted(board.routes))}
        if not conversation.answer(json.dumps(play))["ok"]:
            conversation.answer('{"do": "draw", "cards": ["train", "train"]}')
    taken = []
    for seat, terrain, off in ((0, "desert", 1), (1, "jungle", -1), (2, "mountain", 2), (3, "", 3)):
        count = count_of(referee.game.state, seat, terrain, off)
        start = time.process_time()
        likely_causes(referee.game, count)
        taken.append(time.process_time() - start)
    assert max(taken) < 0.8, taken


def count_of(state: State, off_seat: int, off_terrain: str, off: int) -> TableCount:
    """Everything as it is, but for one player's cards of a type, or trains."""
    players = {}
    for number, seat in enumerate(state.seats):
        wrong = off if number == off_seat else 0
        terrain = dict(seat.front._asdict())
        trains = seat.trains
        if off_terrain:
            terrain[off_terrain] = max(0, terrain[off_terrain] + wrong)
        else:
            trains -= wrong
        players[seat.name] = PlayerCount(trains, terrain)
    return TableCount(players, state.discards._asdict())


def test_the_counts_of_a_cause_are_those_of_the_rules():
    """What is guessed to match is what judging gives: no cause is missed for a wrong sum."""
    board = standard_board()
    table = Table()
    table.new(2, terrain="mountain")
    state = table.referee.game.state
    for route in ("douala--bangui", "ngaoundere--bangui"):
        ruling = judge(board, state, parse({"do": "claim", "route": route}), 1)
        trains = ruling.state.seats[1].trains
        count = TableCount({"Ben": PlayerCount(trains, {}, ruling.state.score(1))})
        found = [cause.change for cause in likely_causes(table.referee.game, count)]
        assert len(found) == 3
        assert all(change.player == "Ben" for change in found)


def test_a_search_in_steps_ends_with_what_trying_every_guess_gives():
    for seed in SEEDS:
        evening = Evening(seed)
        kiosk = evening.mistaken(evening.replaced("draw", change_terrain))
        if kiosk is None:
            continue
        game, count = kiosk.referee.game, all_counted(evening.state)
        *steps, last = search(game, count)
        assert len(steps) > 3
        guesses = dict.fromkeys(_Search(game, count).guesses())
        found = [cause for guess in guesses if guess and (cause := judged(game, guess, count))]
        found.sort(key=lambda cause: (getattr(cause.change, "shift", False), cause.conflicts))
        assert last == likely_causes(game, count)
        assert last[:1] == tuple(found[:1])
        assert len(last) == min(len(found), MOST_CAUSES)
        assert set(last) <= set(found)


def all_counted(state: State) -> TableCount:
    players = {
        seat.name: PlayerCount(seat.trains, seat.front._asdict(), state.score(number))
        for number, seat in enumerate(state.seats)
    }
    return TableCount(players)


def judged(game: Game, guess: Guess, count: TableCount) -> Cause | None:
    try:
        proposal = game.propose(guess)
    except Refusal:
        return None
    fits = not differences(proposal.state, count)
    return Cause(guess, len(proposal.conflicts or ())) if fits else None
