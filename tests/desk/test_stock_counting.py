"""The stock-take without a screen: counts, what they come to, and what is said of them."""

from dataclasses import FrozenInstanceError, replace

import pytest

from companion.desk.stocktake.counts import (
    Stocktake,
    as_table_count,
    begin,
    current,
    suggests_stocktake,
)
from companion.desk.stocktake.stocktake import Obstacle, obstacle, ruling, settled_now
from companion.game.commands import Adjust, Amend, DrawCards, Newcomer, NewGame, Pass
from companion.game.game import Game
from companion.game.rulebook import TRAINS
from companion.game.stocktake.causes import likely_causes
from companion.game.stocktake.stock_count import PlayerCount
from companion.journal import Journal
from companion.referee import Referee
from companion.words.language import translations
from companion.words.table.desk import DeskWords
from kiosk.stocktake import view as stock_view

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")
COLORS = ("blue", "red", "green", "yellow", "black")


@pytest.fixture
def referee() -> Referee:
    return a_game(3)


def a_game(players: int) -> Referee:
    referee = Referee(Journal())
    seats = zip(NAMES[:players], COLORS, strict=False)
    referee.submit(NewGame(tuple(Newcomer(*seat, "desert", 3) for seat in seats)))
    return referee


def stock_of(referee: Referee, *, hidden: bool = False) -> Stocktake:
    return begin(referee.game, hidden=hidden)


def words(game: Game) -> DeskWords:
    return DeskWords(game.board, translations("en"))


# --- counts ---


def test_it_begins_with_what_the_kiosk_believes(referee: Referee):
    stock = stock_of(referee)
    assert [(c.what, c.table) for c in stock.of(1)] == [
        ("desert", 1),
        ("jungle", 0),
        ("mountain", 0),
        ("trains", TRAINS),
        ("score", 0),
    ]
    assert [c.what for c in stock.of(None)] == ["desert", "jungle", "mountain"]
    assert stock.parties == (0, 1, 2, None)
    assert stock.differing == ()


def test_hidden_scores_are_not_asked_for(referee: Referee):
    stock = stock_of(referee, hidden=True)
    assert all(count.what != "score" for count in stock.counts)
    assert as_table_count(stock, referee.game.state).players["Ben"].score is None


def test_a_step_changes_one_count_and_leaves_the_one_before_as_it_was(referee: Referee):
    before = stock_of(referee)
    after = before.step(1, "mountain", 1)
    assert [(c.party, c.what, c.kiosk, c.table) for c in after.differing] == [(1, "mountain", 0, 1)]
    assert before.differing == ()
    with pytest.raises(FrozenInstanceError):
        after.counts = ()  # type: ignore[misc]


@pytest.mark.parametrize(
    ("what", "by", "ends"),
    [("jungle", -3, 0), ("jungle", 40, 15), ("trains", 9, 45), ("trains", -99, 0)],
)
def test_counts_stay_within_what_the_box_holds(referee: Referee, what: str, by: int, ends: int):
    stock = stock_of(referee).step(0, what, by)
    assert next(c.table for c in stock.of(0) if c.what == what) == ends


def test_a_score_may_be_below_zero(referee: Referee):
    stock = stock_of(referee).step(0, "score", -4)
    assert stock.differing[0].table == -4


def test_the_kiosk_is_right_drops_a_difference(referee: Referee):
    stock = stock_of(referee).step(0, "jungle", 1).step(1, "trains", -2).settle()
    one = stock.kiosk_is_right(0, "jungle")
    assert [c.what for c in one.differing] == ["trains"]
    assert one.settling
    none = one.kiosk_is_right(1, "trains")
    assert none.differing == ()
    assert not none.settling


def test_nothing_is_settled_where_nothing_differs(referee: Referee):
    assert not stock_of(referee).settle().settling


@pytest.mark.parametrize(("players", "open_ones"), [(2, 3), (3, 4), (4, 1), (5, 1)])
def test_with_four_or_five_players_one_party_is_open_at_a_time(players: int, open_ones: int):
    stock = begin(a_game(players).game, hidden=False)
    for chosen in stock.parties:
        turned = stock.choose(chosen)
        assert sum(map(turned.is_open, stock.parties)) == open_ones
        assert turned.is_open(chosen)


# --- the game goes on ---


def test_counts_are_kept_until_another_entry_comes(referee: Referee):
    stock = stock_of(referee).step(1, "mountain", 1).choose(1)
    assert current(referee.game, stock, hidden=False) == stock
    referee.submit(Pass())
    fresh = current(referee.game, stock, hidden=False)
    assert fresh == stock_of(referee)
    assert fresh.differing == ()


def test_counts_of_another_game_are_dropped(referee: Referee):
    stock = stock_of(referee).step(1, "mountain", 1)
    assert current(a_game(3).game, stock, hidden=False).differing == ()
    assert current(referee.game, None, hidden=False) == stock_of(referee)


def test_hiding_scores_keeps_the_other_counts(referee: Referee):
    stock = stock_of(referee).step(1, "mountain", 1).step(0, "score", 3)
    hidden = current(referee.game, stock, hidden=True)
    assert [c.what for c in hidden.differing] == ["mountain"]


def test_what_is_left_after_a_ruling_is_still_to_be_settled(referee: Referee):
    stock = stock_of(referee).step(1, "mountain", 1).step(0, "trains", -3).settle()
    referee.submit(ruling(stock, referee.game.state, 1, "forgotten"))
    left = stock.after_ruling(referee.game, hidden=False)
    assert [(c.party, c.what, c.kiosk, c.table) for c in left.differing] == [(0, "trains", 45, 42)]
    assert left.settling
    assert current(referee.game, left, hidden=False) == left
    referee.submit(ruling(left, referee.game.state, 0, "forgotten"))
    assert not left.after_ruling(referee.game, hidden=False).settling


# --- rulings ---


def test_all_that_differs_at_a_player_is_one_ruling(referee: Referee):
    referee.submit(Adjust("counted", player="Ben", score=10))
    stock = stock_of(referee).step(1, "mountain", 2).step(1, "trains", -4).step(1, "score", -3)
    stock = stock.step(0, "jungle", 1).step(None, "desert", 2)
    state = referee.game.state
    assert ruling(stock, state, 1, "why") == Adjust(
        "why", player="Ben", terrain={"mountain": 2}, trains=41, score=-3
    )
    assert ruling(stock, state, 0, "why") == Adjust("why", player="Anna", terrain={"jungle": 1})
    assert ruling(stock, state, None, "why") == Adjust("why", discards={"desert": 2})


def test_after_the_rulings_the_kiosk_has_what_was_counted(referee: Referee):
    stock = stock_of(referee).step(1, "score", 7).step(2, "trains", -5).step(None, "jungle", 3)
    for party in (1, 2, None):
        referee.submit(ruling(stock, referee.game.state, party, "why"))
    state = referee.game.state
    assert (state.score(1), state.seats[2].trains, state.discards.jungle) == (7, 40, 3)


def test_counts_are_handed_on_whole(referee: Referee):
    stock = stock_of(referee).step(1, "mountain", 1).step(None, "desert", 1)
    told = as_table_count(stock, referee.game.state)
    assert told.players["Ben"] == PlayerCount(45, {"desert": 1, "jungle": 0, "mountain": 1}, 0)
    assert told.discards == {"desert": 1, "jungle": 0, "mountain": 0}


def hold_mountains(referee: Referee, *cards: int) -> None:
    for name, count in zip(NAMES, cards, strict=False):
        referee.submit(Adjust("counted", player=name, terrain={"mountain": count}))


def test_a_sixteenth_card_cannot_be_ruled(referee: Referee):
    hold_mountains(referee, 5, 5, 5)
    stock = stock_of(referee).step(1, "mountain", 1)
    assert obstacle(stock, referee.game.state, 1) == Obstacle("mountain")
    assert "16 mountain cards?" in stock_view.cannot_be(words(referee.game), referee.game, stock)


def test_a_card_that_lies_with_another_is_first_taken_there(referee: Referee):
    hold_mountains(referee, 5, 5, 5)
    stock = stock_of(referee).step(1, "mountain", 1).step(2, "mountain", -1)
    state = referee.game.state
    assert obstacle(stock, state, 1) == Obstacle("mountain", first=(2,))
    assert obstacle(stock, state, 2) is None
    view = stock_view.settling(words(referee.game), referee.game, stock.settle())
    assert [one.obstacle for one in view.unsettled] == ["Resolve first: Cleo", ""]
    referee.submit(ruling(stock, state, 2, "why"))
    left = stock.after_ruling(referee.game, hidden=False)
    assert obstacle(left, referee.game.state, 1) is None


def test_two_who_each_have_a_card_of_the_other_do_not_wait_for_one_another(referee: Referee):
    for name, desert, mountain in (("Cleo", 0, 0), ("Anna", 8, 7), ("Ben", 7, 8)):
        terrain = {"desert": desert, "mountain": mountain}
        referee.submit(Adjust("counted", player=name, terrain=terrain))
    stock = stock_of(referee)
    for seat, what, by in (
        (0, "desert", -1),
        (0, "mountain", 1),
        (1, "desert", 1),
        (1, "mountain", -1),
    ):
        stock = stock.step(seat, what, by)
    wanted = [(count.party, count.what, count.table) for count in stock.counts]
    for seat in (0, 1, 0):
        assert obstacle(stock, referee.game.state, seat) is None
        referee.submit(ruling(stock, referee.game.state, seat, "changed hands"))
        stock = stock.after_ruling(referee.game, hidden=False)
    assert not stock.differing
    assert [(count.party, count.what, count.kiosk) for count in stock.counts] == wanted


def test_what_can_be_set_is_set_beside_a_card_too_many(referee: Referee):
    hold_mountains(referee, 5, 5, 5)
    stock = stock_of(referee).step(1, "mountain", 1).step(1, "trains", -2)
    assert [count.what for count in settled_now(stock, referee.game.state, 1)] == ["trains"]


# --- what is shown ---


def test_a_difference_is_said_with_both_numbers(referee: Referee):
    game = referee.game
    view = stock_view.counting(words(game), game, stock_of(referee).step(1, "mountain", 2))
    assert view.text == "Ben, mountain: you say 2, I had 0"
    assert view.is_bad
    assert (view.word, view.note) == ("Resolve", "1 difference")
    cell = view.parties[1].cells[2]
    assert cell is not None
    assert (cell.number, cell.had, cell.differs) == ("2", "I had 0", True)
    assert [party.differs for party in view.parties] == [False, True, False, False]


def test_several_are_counted_and_whose_they_are_is_said(referee: Referee):
    stock = stock_of(referee).step(1, "trains", -2).step(1, "score", -1).step(None, "desert", 1)
    view = stock_view.counting(words(referee.game), referee.game, stock)
    assert view.text == "Different from mine: Ben and Discards"
    assert view.note == "3 differences"
    cell = view.parties[1].cells[4]
    assert cell is not None
    assert cell.number == "−1"


def test_nothing_different_is_agreed_at_once(referee: Referee):
    view = stock_view.counting(words(referee.game), referee.game, stock_of(referee))
    assert view.word == "Everything matches"
    assert not view.is_bad
    assert view.parties[3].cells[3:] == (None, None)  # no trains, no score of the discards


def test_limits_are_shown(referee: Referee):
    view = stock_view.counting(words(referee.game), referee.game, stock_of(referee))
    desert, jungle, _, trains, score = view.parties[0].cells
    assert desert and jungle and trains and score  # noqa: PT018
    assert (desert.fewer, jungle.fewer, trains.more, score.fewer) == (True, False, False, True)


def test_a_card_that_was_not_entered_is_found_and_named(referee: Referee):
    for cards in (("train", "train"), ("train", "jungle"), ("train", "train")):
        referee.submit(DrawCards(cards))
    game = referee.game
    stock = stock_of(referee).step(1, "mountain", 1).settle()
    view = stock_view.settling(words(game), game, stock)
    found = stock_view.causes(
        words(game), game, likely_causes(game, as_table_count(stock, game.state))
    )
    assert found.heading == "Most likely causes"
    cause = found.causes[0]
    assert isinstance(cause.change, Amend)
    assert cause.change.entry == 3
    drew, entered = "1 jungle card and 1 mountain card", "1 train card and 1 jungle card"
    assert cause.text == f"Entry 3: Ben drew {drew}, not {entered}."
    assert cause.note == "Preview changes"
    assert [d.text for d in view.unsettled[0].differences] == ["mountain: you say 1, I had 0"]


def test_it_is_said_where_no_single_entry_explains_it(referee: Referee):
    stock = stock_of(referee).step(0, "score", 3).step(2, "jungle", 9).settle()
    game = referee.game
    view = stock_view.settling(words(game), game, stock)
    found = stock_view.causes(
        words(game), game, likely_causes(game, as_table_count(stock, game.state))
    )
    assert found.causes == ()
    assert found.heading == "No single entry explains it."
    assert found.hint
    assert [one.name for one in view.unsettled] == ["Anna", "Cleo"]


def test_only_refusals_that_tell_of_a_wrong_entry_suggest_a_stocktake():
    assert suggests_stocktake("terrain_exhausted")
    assert suggests_stocktake("not_enough_trains")
    assert not suggests_stocktake("not_enough_terrain")
    assert not suggests_stocktake("stale")


def test_a_count_believed_beyond_the_box_can_be_left_as_it_is(referee: Referee):
    count = stock_of(referee).of(0)[0]
    beyond = replace(count, kiosk=17, table=17)
    assert beyond.stepped(1).table == 17
    assert beyond.stepped(-1).table == 16
