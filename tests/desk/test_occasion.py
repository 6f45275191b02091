"""The turn that is being entered: now, an earlier one told anew, or a forgotten one; pure."""

import pytest

from companion.desk.turn_context import TurnContext
from companion.game.commands import (
    Amend,
    ClaimRoute,
    DrawCards,
    Insert,
    Newcomer,
    NewGame,
    Object,
    Pass,
    RuledPlay,
    Settle,
    Undo,
)
from companion.game.log.disputes import Dispute, disputes, open_disputes
from companion.game.refusal import Refusal
from companion.referee import Referee

COAST = "cape-town--port-elizabeth--1"


@pytest.fixture
def referee() -> Referee:
    referee = Referee()
    seats = (("Anna", "blue"), ("Ben", "red"), ("Cleo", "green"))
    referee.submit(NewGame(tuple(Newcomer(n, c, "jungle", 3) for n, c in seats)))
    for play in (DrawCards(("desert", "train")), ClaimRoute(COAST), Pass()):  # 2, 3, 4
        referee.submit(play)
    return referee


def test_now_is_the_turn_of_whoever_is_to_move(referee: Referee):
    now = TurnContext.now(referee.game)
    assert (now.is_now, now.player, now.color) == (True, "Anna", "blue")
    assert now.change(Pass()) == Pass()


def test_an_earlier_turn_is_judged_at_its_own_moment(referee: Referee):
    again = TurnContext.again(referee.game, 3)
    assert (again.is_now, again.player) == (False, "Ben")
    assert again.entered == ClaimRoute(COAST)
    assert again.worth(COAST).refusal is None  # nobody had it then
    later = TurnContext.again(referee.game, 4)
    with pytest.raises(Refusal, match="route_taken"):
        later.judged(ClaimRoute(COAST))


def test_what_is_told_anew_becomes_an_amendment(referee: Referee):
    again = TurnContext.again(referee.game, 2)
    assert again.cards == ("desert", "train")
    assert again.change(Pass()) == Amend(2, Pass())
    assert again.of(2).change(Pass()) == Amend(2, Pass(), player="Cleo")
    same = DrawCards(("desert", "train"))
    assert again.of(1).change(same) == Amend(2, None, player="Ben")  # only the player was wrong
    assert again.change(same) == Amend(2, same)


def test_of_a_play_that_the_table_ruled_the_play_itself_is_told_anew(referee: Referee):
    referee.submit(RuledPlay(ClaimRoute(COAST), "house rule"))
    assert TurnContext.again(referee.game, 5).entered == ClaimRoute(COAST)


def test_a_forgotten_turn_is_inserted(referee: Referee):
    forgotten = TurnContext.forgotten(referee.game, 2, 1)
    assert (forgotten.player, forgotten.cards) == ("Ben", ())
    assert forgotten.change(Pass()) == Insert(2, "Ben", Pass())


@pytest.mark.parametrize(
    ("cards", "card", "after"),
    [
        ((), "desert", ("desert",)),
        (("desert",), "train", ("desert", "train")),
        (("desert",), "locomotive", ("locomotive",)),
        (("locomotive",), "train", ("train",)),
        (("desert", "train"), "jungle", ("jungle",)),  # told from the beginning
    ],
)
def test_cards_are_told_one_by_one(
    referee: Referee, cards: tuple[str, ...], card: str, after: tuple[str, ...]
):
    told = TurnContext.forgotten(referee.game, 2, 1)
    for earlier in cards:
        told = told.with_card(earlier)
    told = told.with_card(card)
    assert told.cards == after
    whole = len(after) == 2 or after == ("locomotive",)
    assert told.draw == (DrawCards(after) if whole else None)


def test_a_card_is_put_back_and_one_alone_is_a_short_draw(referee: Referee):
    told = TurnContext.again(referee.game, 2).without_card(0)
    assert told.cards == ("train",)
    assert told.draw is None
    assert told.short_draw == DrawCards(("train",), short=True)


def test_only_what_differs_from_the_entry_is_told(referee: Referee):
    again = TurnContext.again(referee.game, 2)
    same = DrawCards(("desert", "train"))
    assert again.entered_play is None
    assert again.of(1).entered_play == same  # of another player
    assert again.without_card(0).entered_play is None  # a card is missing
    assert again.without_card(0).with_card("jungle").entered_play == DrawCards(("train", "jungle"))
    assert again.without_card(1).with_card("train").entered_play is None  # as it was
    claim = TurnContext.again(referee.game, 3)
    assert (claim.entered_play, claim.of(0).entered_play) == (None, ClaimRoute(COAST))
    assert claim.of(0).with_card("train").entered_play is None
    assert claim.with_card("train").with_card("train").entered_play == DrawCards(("train", "train"))
    forgotten = TurnContext.forgotten(referee.game, 2, 1)
    assert (forgotten.entered_play, forgotten.with_card("train").entered_play) == (None, None)
    assert forgotten.with_card("locomotive").entered_play == DrawCards(("locomotive",))


def test_objections_and_how_they_were_settled(referee: Referee):
    referee.submit(Object(3, "Cleo"))
    assert {entry: found.by for entry, found in open_disputes(referee.game).items()} == {3: "Cleo"}
    referee.submit(Settle(3, "upheld"))
    assert open_disputes(referee.game) == {}
    found = disputes(referee.game)[3]
    assert found == Dispute(3, "Cleo", found.at, "upheld")
    referee.submit(Undo())
    assert list(open_disputes(referee.game)) == [3]
    referee.submit(Settle(3, "dropped"))
    referee.submit(Object(3, "Anna"))
    assert open_disputes(referee.game)[3].by == "Anna"
