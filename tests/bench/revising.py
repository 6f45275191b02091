"""What a change of an earlier entry costs: all that came after it is judged anew."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.game.commands import Amend, ClaimRoute, DrawCards, Resume, Undo
from companion.game.game import Game
from companion.game.rulebook import TERRAINS, TRAIN
from companion.game.stocktake.causes import likely_causes
from companion.game.stocktake.stock_count import PlayerCount, TableCount
from companion.journal import Journal
from companion.referee import Referee
from tests.bench.measuring import Line, Setting, medians, timed
from tests.bench.random_games import Table

LONG_GAME, EARLY = 300, 10
TWO_FRAMES = 2 / 60  # seconds


def consequences(setting: Setting) -> Iterator[Line]:
    """Of amending entry 10 of 300, as a dry run: what the sheet shows before it is done."""
    journal = Journal.open(setting.folder / "revised.db")
    table = Table(Referee(journal, setting.board), seed=1, players=5, eager=0.25, spare=9)
    table.play_to(LONG_GAME)
    referee = table.referee
    long = referee.game.uuid
    table.begin()
    other = referee.game.uuid
    referee.submit(Resume(long))
    amend = Amend(_early_draw(referee.game), DrawCards((TRAIN, TRAIN)), dry_run=True)

    def submit() -> list[float]:
        found = table.claim(spare=0)
        assert found is not None
        taken = timed(referee.submit, ClaimRoute(found.route))
        referee.submit(Undo())
        return [taken]

    def ask_first() -> list[float]:
        for game in (other, long):  # nothing of it was judged before
            referee.submit(Resume(game))
        return [timed(referee.submit, amend)]

    def ask_again() -> list[float]:
        return [timed(referee.submit, amend)]

    def take_stock() -> list[float]:
        return [timed(likely_causes, referee.game, _one_card_more(referee.game))]

    plain, first, again, stock = medians(setting.repeat, submit, ask_first, ask_again, take_stock)
    what = f"(g) consequences of amending entry {EARLY} of {LONG_GAME}"
    yield Line(f"{what} / submit with a file", plain, first, 15)
    yield Line("(g) the same / two frames of a screen", TWO_FRAMES, first, 0.5)
    yield Line("    the same, asked again / submit with a file", plain, again)
    yield Line("    causes of a card too many in a stock-take / the same", plain, stock)
    referee.close()


def _early_draw(game: Game) -> int:
    """A draw of terrain, at entry 10 or soon after it."""
    for step in game.head.since(EARLY):
        if step.verb == "draw" and set(step.request["cards"]) & set(TERRAINS):
            return step.seq
    raise AssertionError("nobody draws terrain in this game")


def _one_card_more(game: Game) -> TableCount:
    """A stock-take where one player has a card that nobody entered."""
    lucky = random.Random(1).randrange(len(game.state.seats))
    players = {}
    for number, seat in enumerate(game.state.seats):
        terrain = dict(seat.front._asdict())
        terrain["jungle"] += number == lucky
        players[seat.name] = PlayerCount(seat.trains, terrain)
    return TableCount(players, game.state.discards._asdict())
