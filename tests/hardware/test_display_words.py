"""What small displays say fits them in each language, once it is spelled in their letters."""

from itertools import product

import pytest
from table import Table

from companion.game.board.board import standard_board
from companion.game.log.entries import Entry
from companion.game.rulebook import TERRAINS, TRAIN
from companion.words import Words, translations
from companion.words.language import LANGUAGES
from hardware.displays.letters import spelled
from hardware.displays.pictures import table_picture
from hardware.displays.words import _PLAYS, first_card, heading, in_plain_letters

BOTH = (16, 20)
NAME = "Konstantin"
SEEN_OF_NAME = NAME[0]  # displays keep what is left of names apart
ENTRY = 128
REQUESTS = {
    "draw": {"cards": ["train", "train"]},
    "tickets": {"kept": 4},
    "reveal": {"tickets": [{}, {}, {}, {}]},
    "object": {"entry": ENTRY, "by": NAME},
    "insert": {"after": ENTRY},
    "amend": {"entry": ENTRY},
    "void": {"entry": ENTRY},
}
NAMED = ("draw", "tickets", "pass", "object", "reveal", "claim")
NUMBERED = ("amend", "void")


class Moments:
    """The states of a short game, as displays see them."""

    def __init__(self) -> None:
        table = Table()
        names = zip((NAME, "Ben"), ("red", "blue"), strict=True)
        seats = [{"name": n, "color": c, "terrain": "desert", "tickets": 2} for n, c in names]
        table.ok("new", players=seats)
        self.play = table.referee.game.state
        table.ok("adjust", player=NAME, trains=2, score=90, why="test")
        table.passes(2)
        self.last_round = table.referee.game.state
        table.passes(1)
        self.tickets = table.referee.game.state
        for name in (NAME, "Ben"):
            faces = [{"from": "luanda", "to": "durban", "points": 9}] * 2
            table.ok("reveal", player=name, tickets=faces)
        self.over = table.referee.game.state


@pytest.fixture(scope="module")
def moments() -> Moments:
    return Moments()


def spoken(language: str) -> Words:
    return in_plain_letters(Words(standard_board(), translations(language)))


def entry(verb: str, **more: object) -> Entry:
    request = {"do": verb, **REQUESTS.get(verb, {}), **more}
    return Entry(ENTRY + 1, 60, 0, request, None, "play")


def too_long(text: str, columns: int, *parts: str) -> bool:
    return len(text) > columns or not all(part in text for part in parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_is_told_whole_with_its_player_and_its_number(language: str, moments: Moments):
    words = spoken(language)
    cut = []
    for verb, columns in product(sorted(set(_PLAYS) - {"settle"}), BOTH):
        text = _PLAYS[verb](words, moments.play, entry(verb), columns)
        parts = [SEEN_OF_NAME] * (verb in NAMED) + [str(ENTRY)] * (verb in NUMBERED)
        cut += [text] if too_long(text, columns, *parts) else []
    for outcome, columns in product(("upheld", "overruled", "dropped"), BOTH):
        resolved = entry("settle", entry=ENTRY, outcome=outcome)
        text = _PLAYS["settle"](words, moments.play, resolved, columns)
        cut += [text] if too_long(text, columns, str(ENTRY)) else []
    assert not cut


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_turn_it_is_and_who_won_is_told_by_name(language: str, moments: Moments):
    words = spoken(language)
    texts = {
        (heading(words, state, columns), columns)
        for state, columns in product((moments.play, moments.last_round, moments.over), BOTH)
    }
    assert not [text for text, columns in texts if too_long(text, columns, SEEN_OF_NAME)]
    asked = [(heading(words, moments.tickets, columns), columns) for columns in BOTH]
    assert not [text for text, columns in asked if too_long(text, columns)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_card_is_told_whole_with_what_is_missing(language: str, moments: Moments):
    words = spoken(language)
    ending = words.gettext("{card} + ?").partition("{card}")[2]
    for card, columns in product((TRAIN, *TERRAINS), BOTH):  # a face-up locomotive never waits
        text = first_card(words, moments.play, card, columns)
        assert words.names.card(card) in text
        assert text.endswith(ending), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_remarks_without_a_name_are_told_whole(language: str):
    words = spoken(language)
    texts = [
        words.ngettext("Move {n} marker", "Move {n} markers", 5).format(n=5),
        words.pgettext("small display: the game was resumed", "Game resumed"),
        words.gettext("Number {number}").format(number=9),
        words.gettext("{baud} baud").format(baud=115200),
    ]
    assert not [text for text in texts if too_long(text, min(BOTH))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_too_long_for_a_display_is_told_in_brief(language: str):
    words = Words(standard_board(), translations(language))
    table = Table()
    table.new(2)
    long, brief = "Nobody could ever read all of this. " * 3, words.why_in_brief("route_taken")
    shown = table_picture(table.referee, words, None, 16, 2, refused=(long, brief))
    told = " ".join(line.strip() for line in shown.lines).strip()
    assert told.endswith(spelled(brief, language))
