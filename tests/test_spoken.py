"""What a voice says of a change: whose marker goes where, and what everyone has to hear."""

from collections.abc import Callable

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from recorded import GAMES, cases
from table import Table

from companion.game.board.board import standard_board
from companion.game.requests.requests import Query, parse
from companion.referee import Announcement, Referee
from companion.words import translations
from companion.words.table.desk import DeskWords
from companion.words.table.spoken import BETWEEN, spoken

BOARD = standard_board()
WORDS = DeskWords(BOARD, translations())
COAST = "cape-town--port-elizabeth--1"  # three spaces
Said = Callable[..., list[str]]


@pytest.fixture
def told(table: Table) -> list[Announcement]:
    """Everything that was announced at the table."""
    heard: list[Announcement] = []
    table.referee.subscribe(heard.append)
    return heard


@pytest.fixture
def said(told: list[Announcement]) -> Said:
    """The sentences that are spoken of the last change."""

    def sentences(*, hidden: bool = False) -> list[str]:
        text = spoken(WORDS, told[-1], hidden=hidden)
        return text.split(BETWEEN) if text else []

    return sentences


def test_a_claim_says_its_points_and_where_the_marker_goes(table: Table, said: Said):
    table.new(2)
    table.claim(COAST)
    assert said() == ["Anna: 4 points, marker to 4."]


def test_one_point_is_one_point(table: Table, said: Said):
    table.new(2)
    route = next(route.id for route in BOARD.routes.values() if route.points == 1)
    table.claim(route)
    assert said() == ["Anna: 1 point, marker to 1."]


def test_a_marker_that_passed_the_start_is_said_with_what_it_passed(table: Table, said: Said):
    table.new(2)
    table.ok("adjust", player="Anna", score=98, why="a test")
    assert said() == ["Anna: marker to 98."]
    table.claim(COAST)
    assert said() == ["Anna: 4 points, marker to 2, past 100."]
    table.ok("adjust", player="Anna", score=1, why="a test")
    assert said() == ["Anna: marker to 3."]
    table.ok("adjust", player="Anna", score=-9, why="a test")
    assert said() == ["Anna: marker to 94, back past 100."]


def test_a_marker_below_the_start_is_said_without_a_minus(table: Table, said: Said):
    table.new(2)
    table.ok("adjust", player="Anna", score=-9, why="a test")
    assert said() == ["Anna: marker to 9 below the start."]
    table.claim(COAST)
    assert said() == ["Anna: 4 points, marker to 5 below the start."]


def test_with_hidden_scores_neither_points_nor_marker_are_spoken(table: Table, said: Said):
    table.new(2)
    table.claim(COAST)
    (sentence,) = said(hidden=True)
    assert sentence == "Anna: Cape Town - Port Elizabeth"
    table.ok("undo")
    assert said(hidden=True) == ["Undone."]
    table.ok("adjust", player="Anna", score=5, why="a test")
    assert said(hidden=True) == []


def test_undo_says_so_and_where_the_marker_goes_back_to(table: Table, said: Said):
    table.new(2)
    table.claim(COAST)
    table.ok("undo")
    assert said() == ["Undone.", "Anna: marker to 0."]
    table.ok("redo")
    assert said() == ["Anna: marker to 4."]


def test_an_amended_turn_says_every_marker_that_moves(table: Table, said: Said):
    table.new(2)
    table.claim(COAST)
    table.ok("pass")
    table.ok("amend", entry=2, player="Ben")
    assert said() == ["Anna: marker to 0.", "Ben: marker to 4."]


@pytest.mark.parametrize("verb", ["pass", "draw", "tickets", "object", "settle"])
def test_what_moves_no_marker_is_not_spoken_of(table: Table, said: Said, verb: str):
    table.new(2)
    table.ok("pass")
    if verb == "settle":
        table.ok("object", entry=2, by="Ben")
    fields = {
        "draw": {"cards": ["train", "train"]},
        "tickets": {"kept": 1},
        "object": {"entry": 2, "by": "Ben"},
        "settle": {"entry": 2, "outcome": "upheld"},
    }
    table.ok(verb, **fields.get(verb, {}))
    assert said() == []


def test_a_new_game_says_who_begins_and_a_resumed_one_nothing(table: Table, said: Said):
    game = table.new(2, first="Ben")["game"]
    assert said() == ["The game begins: Ben plays first"]
    table.new(3)
    table.ok("resume", game=game)
    assert said() == []


def everything_spoken(game: str, *, hidden: bool) -> list[str]:
    """All that is spoken in a recorded game, in its order."""
    referee = Referee()
    heard: list[str] = []
    referee.subscribe(lambda said: heard.append(spoken(WORDS, said, hidden=hidden)))
    (file,) = (file for file in GAMES if file.stem == game)
    for _, request, answer in cases(file):
        if answer.get("ok") and not isinstance(command := parse(request), Query):
            referee.submit(command)
    return heard


def test_the_last_round_the_end_of_play_and_the_winner_are_spoken():
    heard = BETWEEN.join(filter(None, everything_spoken("two-players", hidden=False)))
    heard = heard.split(BETWEEN)
    called = heard.index("Last round.")
    assert "one more turn for everyone" in heard[called + 1]
    over = heard.index("Last turn played: show your tickets.")
    assert called < over < len(heard)
    (wins,) = (sentence for sentence in heard if " wins with " in sentence)
    assert heard[-1] == wins


def test_those_who_share_the_win_are_spoken_of_together(table: Table, said: Said):
    table.new(2, tickets=2)
    table.ok("finish")
    assert said() == ["Last turn played: show your tickets."]
    ticket = {"from": "luanda", "to": "cape-town", "points": 9}
    for player in ("Anna", "Ben"):
        table.ok("reveal", player=player, tickets=[ticket, ticket])
    assert said() == ["Anna and Ben share the win with −18 points."]


@pytest.mark.parametrize("game", [file.stem for file in GAMES])
def test_no_sentence_has_a_sign_that_cannot_be_spoken(game: str):
    for hidden in (False, True):
        for sentence in everything_spoken(game, hidden=hidden):
            assert not set(sentence) & set("→·×{}+=")


def test_a_voice_speaks_by_the_catalogue_of_its_language(table: Table, told, folder):
    """Also the number of points follows the language, here one with three forms."""
    english = "{player}: {n} point, marker to {space}.", "{player}: {n} points, marker to {space}."
    text = "{player}: {n} punkt, pionek na {space}."
    catalogue = Catalog(locale="pl")
    catalogue.add(
        english, (text, text.replace("punkt", "punkty"), text.replace("punkt", "punktów"))
    )
    with (folder / "pl.mo").open("wb") as file:
        write_mo(file, catalogue)
    polish = DeskWords(BOARD, translations("pl", folder))
    table.new(2)
    table.claim(COAST)
    assert spoken(polish, told[-1], hidden=False) == "Anna: 4 punkty, pionek na 4."
