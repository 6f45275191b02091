"""What the consequences sheet says of a change, worked out without a screen."""

import pytest

from companion.desk.consequences import ChangePreview, ConsequencesView, in_lines
from companion.game.commands import ClaimRoute, DrawCards, Insert, Newcomer, NewGame, Revision, Void
from companion.referee import Referee
from companion.words import translations
from companion.words.table.desk import DeskWords

COAST = "cape-town--port-elizabeth--1"  # 3 spaces: 4 points


@pytest.fixture
def referee() -> Referee:
    """Anna drew, Ben claimed, Cleo drew."""
    referee = Referee()
    seats = (("Anna", "blue"), ("Ben", "red"), ("Cleo", "green"))
    referee.submit(NewGame(tuple(Newcomer(n, c, "jungle", 3) for n, c in seats)))
    for play in (DrawCards(("desert", "train")), ClaimRoute(COAST), DrawCards(("train", "train"))):
        referee.submit(play)
    return referee


@pytest.fixture
def words(referee: Referee) -> DeskWords:
    return DeskWords(referee.board, translations())


def preview(
    referee: Referee, words: DeskWords, change: Revision, *, hidden: bool
) -> ConsequencesView:
    return in_lines(ChangePreview.of(referee.game, change), words, hidden=hidden)


def test_a_turn_that_is_taken_out_no_longer_counts(referee: Referee, words: DeskWords):
    view = preview(referee, words, Void(3), hidden=False)
    entry, table = view.lines
    assert entry.title == "3  no longer counts: Ben claims Cape Town - Port Elizabeth, black 3, +4"
    assert entry.note == "the turn counts as a pass"
    assert (table.title, table.note) == ("On the table", "Ben: trains 42 → 45")
    assert [(score.shown, score.move) for score in view.scores] == [
        ("±0", "0"),
        ("-4", "4 → 0"),
        ("±0", "0"),
    ]
    assert view.then == ""  # it is the same player's turn


def test_hidden_scores_are_nowhere_to_be_read(referee: Referee, words: DeskWords):
    view = preview(referee, words, Void(3), hidden=True)
    assert view.scores == ()
    assert not any("4 → 0" in line.title + line.note for line in view.lines)


def test_a_turn_left_out_says_how_many_move_on_and_whose_turn_it_is(
    referee: Referee, words: DeskWords
):
    left_out = Insert(2, "Ben", DrawCards(("train", "train")), shift=True)
    view = preview(referee, words, left_out, hidden=False)
    assert view.then == "Then it's Ben's turn"
    assert view.lines[0].note == "not entered yet · 2 later turns shift to the next player"
    assert [score.move for score in view.scores] == ["0", "4 → 0", "0 → 4"]
    stay = Insert(2, "Ben", DrawCards(("train", "train")))
    view = preview(referee, words, stay, hidden=False)
    assert (view.then, view.lines[0].note) == ("", "not entered yet")
