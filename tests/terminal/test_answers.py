"""Questions for a yes or a no: which letters they show, and which they take."""

import pytest

from companion.words import LANGUAGES

NEW = "new Anna red desert 3, Ben blue jungle 2"
FIX = "fix 2 c cape port eliz x1"
UNSURE = "c bloem cape x1"  # our data are not sure of this route


def shown_letters(prompt: str) -> tuple[str, str]:
    yes, no = next(word for word in prompt.split() if "/" in word).split("/")
    return yes, no


@pytest.fixture(params=LANGUAGES)
def asked(request, seated):
    """A game in each language, and what is done before a question of yes or no."""
    return seated(NEW, "c douala bangui x1", language=request.param)


def test_the_letters_that_a_question_shows_are_its_answers(asked):
    yes, no = shown_letters(asked.types(FIX).splitlines()[-1])
    asked.types(no)
    assert (asked.seq, asked.keeper.pending) == (2, None)
    asked.types(FIX, yes)
    assert (asked.seq, asked.keeper.pending) == (3, None)


def test_the_whole_words_are_answers_too_with_and_without_capitals(asked):
    words = asked.keeper.words
    asked.types(FIX, words.no().upper())
    assert (asked.seq, asked.keeper.pending) == (2, None)
    asked.types(FIX, words.yes().capitalize())
    assert (asked.seq, asked.keeper.pending) == (3, None)


def test_y_and_n_are_answers_in_every_language(asked):
    asked.types(FIX, "n")
    assert (asked.seq, asked.keeper.pending) == (2, None)
    asked.types(FIX, "y")
    assert (asked.seq, asked.keeper.pending) == (3, None)


def test_no_answer_is_a_yes_and_a_no_in_any_language(asked):
    words = asked.keeper.words
    for answer in ("y", "yes", "n", "no", words.yes(), words.yes()[0], words.no(), words.no()[0]):
        assert words.is_yes(answer) is not words.is_no(answer)
    assert not words.is_yes("")
    assert not words.is_no("")


def test_a_look_at_the_board_shows_its_letters_and_takes_them_as_well(asked):
    yes, _ = shown_letters(asked.types(UNSURE).splitlines()[-1])
    asked.types(yes)
    assert (asked.seq, asked.keeper.pending) == (4, None)  # the claim, and that it is so
