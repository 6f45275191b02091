"""What the table may overrule, how it is told and counted, and values set by its ruling."""

import pytest

from companion.desk.claim.ruling import ruling_view
from companion.desk.desk import Desk
from companion.desk.half_turn import HalfTurn
from companion.desk.table_rulings import (
    reasons,
    refused_play,
    sentence,
    why_not_drawn,
)
from companion.desk.turn_context import TurnContext
from companion.desk.values import NAMES, Values, in_words, setting
from companion.game.commands import (
    Adjust,
    Amend,
    ClaimRoute,
    Insert,
    Newcomer,
    NewGame,
    Pass,
    RuledPlay,
    Undo,
    Void,
)
from companion.game.rules.terrain import Payment
from companion.referee import Referee
from companion.words import translations
from companion.words.table.desk import DeskWords
from kiosk.table.view import table_view

COAST = "cape-town--port-elizabeth--1"  # black, 3 spaces: mountain, one card
DOUBLED = ClaimRoute(COAST, Payment(1, 0))


@pytest.fixture
def referee() -> Referee:
    referee = Referee()
    anna, ben = (
        Newcomer(name, color, "desert", 3) for name, color in (("Anna", "blue"), ("Ben", "red"))
    )
    referee.submit(NewGame((anna, ben)))
    return referee


@pytest.fixture
def words(referee: Referee) -> DeskWords:
    return DeskWords(referee.board, translations())


def exhaust(referee: Referee, terrain: str, left: int = 0) -> None:
    unseen = referee.game.state.unseen(terrain)
    referee.submit(Adjust("test", discards={terrain: unseen - left}))


# --- what can be overruled ---


def test_only_plays_that_the_rules_refuse_can_be_recorded_anyway(referee: Referee):
    now = TurnContext.now(referee.game)
    assert refused_play(DOUBLED, "fewer_than_rival", now) == DOUBLED
    assert refused_play(DOUBLED, "stale", now) is None
    assert refused_play(ClaimRoute("nowhere"), "unknown_route", now) is None
    assert refused_play(Undo(), "nothing_to_undo", now) is None
    assert refused_play(None, "route_taken", now) is None
    assert refused_play(RuledPlay(DOUBLED, "x"), "stale", now) is None


def test_the_play_of_a_refused_change_of_earlier_can_be_overruled(referee: Referee):
    referee.submit(Pass())
    again = TurnContext.again(referee.game, 2)
    assert refused_play(Amend(2, DOUBLED), "route_taken", again) == DOUBLED
    assert refused_play(Amend(2, player="Ben"), "route_taken", again) == Pass()
    assert refused_play(Insert(2, "Ben", DOUBLED), "route_taken", again) == DOUBLED
    assert refused_play(Void(2), "wrong_phase", again) is None


def test_a_play_is_told_with_what_it_would_score(referee: Referee, words: DeskWords):
    said = sentence(words, TurnContext.now(referee.game), DOUBLED)
    assert said.startswith("Anna claims Cape Town - Port Elizabeth, black 3, doubled")
    assert said.endswith("+8")


def test_every_reason_can_be_given(referee: Referee, words: DeskWords):
    for number, why in enumerate(reasons(words), 1):
        referee.submit(RuledPlay(DOUBLED, why))
        assert len(referee.game.table_rulings()) == number


# --- a half-drawn turn ---


def test_a_card_that_cannot_be_left_is_refused_as_first_and_as_second(referee: Referee):
    exhaust(referee, "jungle", left=1)
    now, half = TurnContext.now(referee.game), HalfTurn(referee.seq)
    assert why_not_drawn(now, half, "jungle") is None
    refusal = why_not_drawn(now, HalfTurn(referee.seq, "jungle", 1), "jungle")
    assert refusal is not None
    assert refusal.code == "terrain_exhausted"
    assert why_not_drawn(now, HalfTurn(referee.seq, "jungle", 1), "train") is None


def test_the_desk_keeps_the_play_that_it_refuses_where_the_table_can_let_it_count(
    referee: Referee,
):
    desk = Desk(referee)
    assert not desk.submit(DOUBLED, desk.moment())
    assert desk.refusal is not None
    assert desk.refusal.play == DOUBLED
    exhaust(referee, "jungle")
    desk.card("jungle", desk.moment())
    assert desk.refusal.code == "terrain_exhausted"
    assert desk.refusal.play is None  # there is no sixteenth card


# --- shown apart, and counted ---


def test_an_announcement_tells_that_the_table_ruled(referee: Referee):
    desk = Desk(referee)
    referee.submit(RuledPlay(DOUBLED, "house rule"))
    assert desk.message is not None
    assert desk.message.ruled
    assert "Table ruling: house rule." in desk.message.details
    referee.submit(Pass())
    assert not desk.message.ruled
    referee.submit(Adjust("counted", player="Anna", trains=40))
    assert desk.message.ruled
    referee.submit(Amend(3, RuledPlay(ClaimRoute(COAST), "agreed")))
    assert desk.message.ruled
    referee.submit(Undo())
    assert not desk.message.ruled


def test_the_last_line_says_that_the_table_ruled(referee: Referee, words: DeskWords):
    referee.submit(RuledPlay(DOUBLED, "house rule"))
    view = table_view(referee, words)
    assert view.last_ruled
    assert view.last == "Anna +8, Cape Town - Port Elizabeth (table ruling)"
    referee.submit(Pass())
    assert not table_view(referee, words).last_ruled


def test_only_rulings_that_stand_are_counted(referee: Referee):
    referee.submit(RuledPlay(DOUBLED, "house rule"))
    referee.submit(RuledPlay(Pass(), "house rule"))  # as any other
    referee.submit(Adjust("counted", player="Anna", trains=40))
    assert len(referee.game.table_rulings()) == 2
    referee.submit(Undo())
    assert len(referee.game.table_rulings()) == 1
    referee.submit(Void(2))
    assert len(referee.game.table_rulings()) == 0


# --- the ruling on a route that is not to be had ---


def test_every_way_to_score_a_taken_route_is_a_ruling(referee: Referee, words: DeskWords):
    referee.submit(ClaimRoute(COAST))
    view = ruling_view(TurnContext.now(referee.game), words, COAST, hidden=False)
    assert view.is_ruled
    assert view.verdict == "Cape Town - Port Elizabeth belongs to Anna."
    assert view.rule == "R7"
    payments = [way.payment for way in view.ways]
    assert payments == [None, Payment(0, 1), Payment(1, 0)]
    assert all(way.is_ruled and not way.is_refused for way in view.ways)


# --- values ---


def values(referee: Referee, seat: int = 0, *, hidden: bool = False) -> Values:
    return Values.of(referee.game.state, seat, hidden=hidden)


def test_a_ruling_sets_only_what_is_otherwise(referee: Referee, words: DeskWords):
    changed = values(referee).stepped("trains", -2).stepped("score", 5).stepped("jungle", 1)
    ruling = changed.ruling("counted")
    assert ruling == Adjust("counted", player="Anna", trains=43, score=5, terrain={"jungle": 1})
    assert (
        in_words(words, changed, hidden=False) == "Anna: Trains 45 → 43, Score 0 → 5, Jungle 0 → 1"
    )
    referee.submit(ruling)
    again = values(referee)
    assert [again.before[name] for name in ("trains", "score", "jungle")] == [43, 5, 1]


def test_discards_alone_are_nobodys(referee: Referee):
    changed = values(referee).stepped("discards desert", 2)
    assert changed.ruling("x") == Adjust("x", discards={"desert": 2})


def test_steps_end_where_the_box_has_no_more(referee: Referee):
    now = values(referee)
    assert not now.may_step("trains", 1)
    assert not now.may_step("discards jungle", -1)
    for _ in range(20):
        now = now.stepped("jungle", 1)
    assert now.after["jungle"] == 15
    assert not now.may_step("discards jungle", 1)
    assert now.may_step("score", -1)
    for name in NAMES:
        assert values(referee).may_step(name, 1) == (name != "trains")


def test_a_score_is_set_by_what_it_lacks_and_a_hidden_one_is_not_told(referee: Referee):
    referee.submit(ClaimRoute(COAST))
    shown = values(referee)
    assert shown.before["score"] == 4
    assert shown.stepped("score", 3).ruling("x") == Adjust("x", player="Anna", score=3)
    hidden = values(referee, hidden=True)
    assert hidden.before["score"] == 0
    assert hidden.stepped("score", 3).ruling("x") == Adjust("x", player="Anna", score=3)


def test_what_is_named_is_set_even_where_it_is_so_already():
    assert setting("Anna", {"trains": 45, "desert": 1}, "x") == Adjust(
        "x", player="Anna", trains=45, terrain={"desert": 1}
    )
    assert setting(None, {"discards jungle": 2}, "x") == Adjust("x", discards={"jungle": 2})
