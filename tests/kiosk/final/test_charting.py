"""The charts' numbers against a plain recount of what stands, over random games."""

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from table import Table as Seats

from companion.game import chart_data
from companion.game.board.board import Board
from companion.game.commands import Adjust, ClaimRoute, RuledPlay, Undo, Void
from companion.game.events import CardsDrawn, RouteClaimed, TableRuled
from companion.game.game import Game
from companion.game.log.timeline import Step
from companion.game.refusal import Refusal
from companion.game.rulebook import TERRAINS, cards_to_double
from companion.referee import Referee
from companion.words.language import translations
from companion.words.table.desk import DeskWords
from kiosk.final import chart_words
from kiosk.final.view import NAME_SECONDS, ResultReveal, ranked_players
from tests.bench.random_games import Table

SEEDS = range(12)


@pytest.fixture(scope="module")
def board() -> Board:
    return Referee().board


def played(board: Board, seed: int, *, to_the_end: bool = True) -> Game:
    """A game of people who forget to double, undo, take out plays, and rule at the table."""
    rng = random.Random(seed)
    table = Table(Referee(board=board), seed, players=2 + seed % 4)
    referee = table.referee
    while referee.game.state.phase != "over":
        if not referee.game.state.ended and rng.random() < 0.3:
            mischief(referee, table, rng)
        else:
            table.play()
        if not to_the_end and referee.seq > 40:
            break
    return referee.game


def mischief(referee: Referee, table: Table, rng: random.Random) -> None:
    name = rng.choice(referee.game.state.seats).name
    claim = table.claim(spare=3)
    done = rng.choice(
        [
            claim and ClaimRoute(claim.route),
            claim and ClaimRoute(claim.route),
            Undo(),
            Void(rng.randint(2, max(2, referee.seq))),
            Adjust("counted", player=name, score=rng.randint(-9, 9)),
            Adjust("counted", player=name, terrain={"desert": rng.randint(0, 4)}),
            claim and RuledPlay(ClaimRoute(claim.route), "agreed"),
        ]
    )
    try:
        if done:
            referee.submit(done)
    except Refusal:
        table.play()


@pytest.fixture(params=SEEDS)
def game(request: pytest.FixtureRequest, board: Board) -> Game:
    return played(board, request.param, to_the_end=request.param % 3 != 2)


# --- the plain recount ---------------------------------------------------------------------------


class Recount:
    """Follows the events one by one, with dictionaries."""

    def __init__(self, game: Game) -> None:
        self.seats = range(len(game.state.seats))
        started = game.entries[0].started
        assert started is not None
        self.score = dict.fromkeys(self.seats, 0)
        self.front: dict[Any, int] = defaultdict(int)
        for seat, starter in enumerate(started.starters):
            self.front[seat, starter.terrain] += 1
        self.turn = 0

    def follow(self, step: Step) -> None:
        for event in step.events:
            name = type(event).__name__
            if name in ("CardsDrawn", "RouteClaimed", "TicketsKept", "TurnPassed"):
                self.turn += 1
            if isinstance(event, CardsDrawn):
                for card in event.cards:
                    self.front[event.seat, card] += 1
            elif isinstance(event, RouteClaimed):
                self.score[event.seat] += event.points + event.doubling
                left = self.front[event.seat, event.terrain] - event.terrain_played
                self.front[event.seat, event.terrain] = max(0, left)
            elif isinstance(event, TableRuled) and event.seat is not None:
                self.score[event.seat] += event.score
                for holding in event.front:
                    self.front[event.seat, holding.terrain] = holding.count

    def holders(self, terrain: str) -> list[int]:
        most = max(self.front[seat, terrain] for seat in self.seats)
        return [seat for seat in self.seats if most and self.front[seat, terrain] == most]


def recount(game: Game) -> Iterator[tuple[Step, Recount]]:
    """Every step that stands, with the table after it."""
    counted = Recount(game)
    for step in chart_data.steps_of(game):
        counted.follow(step)
        yield step, counted


# --- the series ----------------------------------------------------------------------------------


def test_trains_by_turn(game: Game):
    by_turn = {step.state.turns: step.state for step in chart_data.steps_of(game)}
    for seat, left in enumerate(chart_data.trains_left(game)):
        assert list(left) == [by_turn[turn].seats[seat].trains for turn in sorted(by_turn)]
        assert left[-1] == game.state.seats[seat].trains


def test_scores_by_turn_and_every_change_of_them(game: Game):
    by_turn: dict[int, dict[int, int]] = {}
    changes: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    before = dict.fromkeys(range(len(game.state.seats)), 0)
    for step, counted in recount(game):
        by_turn[counted.turn] = dict(counted.score)
        for seat in counted.seats:
            if counted.score[seat] != before[seat]:
                changes[seat].append((step.seq, counted.turn, counted.score[seat]))
        before = dict(counted.score)
    over = game.state.result is not None
    for seat, curve in enumerate(chart_data.curves(game)):
        scores = [by_turn[turn][seat] for turn in sorted(by_turn)]
        if over:
            scores.append(game.state.result[seat].total)
        assert list(curve.scores) == scores
        points = [(p.entry, p.turn, p.score) for p in curve.points[1:] if not p.final]
        assert points == changes[seat]
        assert curve.points[0].entry == 1
        assert [p.score for p in curve.points if p.final] == scores[-1:] * over
        assert sum(point.gained for point in curve.points) == scores[-1]


def test_who_had_most_of_each_terrain_at_the_end_of_every_turn(game: Game):
    wanted: dict[tuple[int, str], list[int]] = {}
    for _, counted in recount(game):
        for terrain in TERRAINS:
            wanted[counted.turn, terrain] = counted.holders(terrain)
    spans = chart_data.majorities(game)
    last = game.state.turns
    for (turn, terrain), holders in wanted.items():
        covering = [
            span
            for span in spans
            if span.terrain == terrain
            and (span.first <= turn < span.last or turn == last == span.last)
        ]
        if turn == last:  # a span that ended with the last turn touches it
            covering = [span for span in covering if span.seat in holders]
            latest = {span.seat: span for span in sorted(covering, key=lambda s: s.first)}
            covering = list(latest.values())
        assert sorted(span.seat for span in covering) == holders
        assert all(span.shared == (len(holders) > 1) for span in covering)


def test_those_who_are_level_divide_a_band_among_them(game: Game):
    spans = chart_data.majorities(game)
    for terrain in TERRAINS:
        own = [span for span in spans if span.terrain == terrain]
        shared = chart_data.stripes(own)
        assert list(shared) == own
        for span, parts in shared.items():
            assert (parts[0].first, parts[-1].last) == (span.first, span.last)
            for one, other in pairwise(parts):
                assert one.last == other.first
                assert (one.place, one.of) != (other.place, other.of)
        for turn in range(game.state.turns):
            parts = [
                (span.seat, part)
                for span, stripes in shared.items()
                for part in stripes
                if part.first <= turn < part.last
            ]
            in_order = [part.place for _, part in sorted(parts, key=lambda one: one[0])]
            assert in_order == list(range(len(parts)))
            assert all(part.of == len(parts) for _, part in parts)


def test_a_span_names_the_entry_that_made_it_so(game: Game):
    after = {step.seq: step for step in chart_data.steps_of(game)}
    for span in chart_data.majorities(game):
        step = after[span.entry]
        assert step.state.seats[span.seat].front.of(span.terrain) == span.most > 0
        assert step.state.turns == span.first
        if step.before is not None:
            then = [seat.front.of(span.terrain) for seat in step.before.state.seats]
            now = [seat.front.of(span.terrain) for seat in step.state.seats]
            assert then != now


def test_doubling_points_cards_locomotives_and_chances_not_taken(game: Game):
    gained, cards, locomotives, left = (defaultdict(int) for _ in range(4))
    claims: dict[int, int] = defaultdict(int)
    counted = Recount(game)
    for step in chart_data.steps_of(game):
        for event in step.events:
            if isinstance(event, RouteClaimed):
                claims[event.seat] += 1
                gained[event.seat] += event.doubling
                if event.doubling:
                    cards[event.seat] += event.terrain_played
                    locomotives[event.seat] += event.locomotives_played
                else:
                    own = counted.front[event.seat, event.terrain]
                    enough = event.seat in counted.holders(event.terrain)
                    if enough and own >= cards_to_double(event.length):
                        left[event.seat] += event.points
        counted.follow(step)
    for one in chart_data.doubling(game):
        assert one.gained == gained[one.seat]
        assert (one.cards, one.locomotives) == (cards[one.seat], locomotives[one.seat])
        assert one.left == left[one.seat]
        assert one.claims == claims[one.seat]


def test_some_chances_are_left_in_these_games(board: Board):
    games = [played(board, seed) for seed in range(4)]
    assert any(one.left for game in games for one in chart_data.doubling(game))


def test_the_longest_claims_are_the_longest(game: Game):
    claims = chart_data.claims(game)
    top = chart_data.longest(claims)
    lengths = sorted((claim.length for claim in claims), reverse=True)
    assert [claim.length for claim in top] == lengths[: chart_data.LONGEST]
    assert all(claim in claims for claim in top)


def test_the_turning_point_is_where_the_lead_began_that_held(game: Game):
    turning = chart_data.turning_point(game)
    assert turning is not None
    trail = []
    for step, counted in recount(game):
        score = dict(counted.score)
        if step.state.result is not None:
            score = {card.seat: card.total for card in step.state.result}
        trail.append((step, score))

    def leads(score: dict[int, int]) -> bool:
        return all(score[turning.seat] > score[seat] for seat in score if seat != turning.seat)

    since = [leads(score) for step, score in trail if step.seq >= turning.entry]
    if turning.kind == "lead":
        at = next(at for at, (step, _) in enumerate(trail) if step.seq == turning.entry)
        assert all(leads(score) for _, score in trail[at:])
        assert not leads(trail[at - 1][1])
    elif turning.kind == "tickets":
        played = [score for step, score in trail if step.state.result is None]
        others = [points for seat, points in played[-1].items() if seat != turning.seat]
        assert turning.behind == max(others) - played[-1][turning.seat]
    else:
        assert not all(since[-1:])


def test_everything_can_be_said(game: Game, board: Board):
    words = DeskWords(board, translations())
    said = [
        chart_words.point_in_words(words, game, point)
        for curve in chart_data.curves(game)
        for point in curve.points
    ]
    said += [chart_words.span_in_words(words, game, span) for span in chart_data.majorities(game)]
    said += [chart_words.claim_in_words(words, game, claim) for claim in chart_data.claims(game)]
    said += [chart_words.doubling_in_words(words, one) for one in chart_data.doubling(game)]
    said.append(chart_words.turning_in_words(words, game, chart_data.turning_point(game)))
    assert all(text and "{" not in text for text in said)


# --- the turning point, in words -----------------------------------------------------------------


def words_of(table: Seats) -> str:
    game = table.referee.game
    words = DeskWords(table.referee.board, translations())
    return chart_words.turning_in_words(words, game, chart_data.turning_point(game))


def show_tickets(table: Seats, **tickets: list[tuple[str, str, int]]) -> None:
    for name in ("Anna", "Ben"):
        table.ok("adjust", player=name, tickets=len(tickets.get(name, [])), why="made up")
    table.ok("finish")
    for name in ("Anna", "Ben"):
        shown = [{"from": a, "to": b, "points": n} for a, b, n in tickets.get(name, [])]
        table.ok("reveal", player=name, tickets=shown)


def test_a_lead_is_told_from_the_claim_that_made_it(table: Seats):
    table.new(2)
    assert words_of(table) == "Nobody has scored yet."
    table.claim("douala--nigeria-1--1")
    table.claim("ngaoundere--bangui")
    assert words_of(table).startswith("Turning point: Ben claims ")
    assert words_of(table).endswith(" (turn 2). Ben led from then on.")
    show_tickets(table, Ben=[("luanda", "beira", 1)])
    assert words_of(table).endswith("Ben led from then on.")


def test_tickets_can_decide(table: Seats):
    table.new(2)
    table.claim("ngaoundere--bangui")
    show_tickets(table, Anna=[("luanda", "beira", 20)])
    assert words_of(table) == "Tickets decided it: Ben had been 4 points behind."


def test_where_the_win_is_shared_the_largest_step_is_told(table: Seats):
    table.new(2)
    table.claim("ngaoundere--bangui")
    table.ok("adjust", player="Ben", score=4, why="made up")
    show_tickets(table)
    assert words_of(table).startswith("It ended level. Biggest jump: Anna ")
    assert words_of(table).endswith(" (turn 1).")


# --- the departure board -------------------------------------------------------------------------


def test_the_least_points_come_first_and_the_winner_last(board: Board):
    game = played(board, 3)
    unveiling = ResultReveal.of(ranked_players(game))
    named: list[int] = []
    at = 0.0
    while at < unveiling.lasts + 1:
        for row, shown in zip(unveiling.rows, unveiling.at(at), strict=True):
            if shown.named and row.seat not in named:
                named.append(row.seat)
        at += 0.05
    totals = [game.state.score(seat) for seat in named]
    assert totals == sorted(totals)
    end = unveiling.at(unveiling.lasts)
    assert [shown.total for shown in end] == [row.total for row in unveiling.rows]
    assert [shown.points for shown in end] == [row.points for row in unveiling.rows]
    first = unveiling.at(0)
    assert [shown.named for shown in first] == [False] * (len(first) - 1) + [True]
    assert unveiling.at(NAME_SECONDS)[-1].total is None
