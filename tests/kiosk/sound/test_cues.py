"""Which sound and which sentence a change has, and whether it corrects what was said before."""

import pytest
from recorded import GAMES, cases
from table import Table, seats

from companion.game.board.board import standard_board
from companion.game.requests.requests import _OTHERS, _PLAYS, Query, parse
from companion.referee import Referee
from companion.words import translations
from companion.words.table.desk import DeskWords
from kiosk.sound.cues import GOES_ON, REFUSED, Cue, cue_of
from kiosk.sound.tones import SOUNDS

WORDS = DeskWords(standard_board(), translations())
COAST = "cape-town--port-elizabeth--1"
TICKET = {"from": "luanda", "to": "cape-town", "points": 9}


@pytest.fixture
def cues(table: Table) -> list[Cue]:
    """Everything that is heard at the table."""
    heard: list[Cue] = []
    table.referee.subscribe(lambda said: heard.append(cue_of(WORDS, said, hidden=False)))
    return heard


def test_a_claim_sounds_accepted_and_is_spoken(table: Table, cues: list[Cue]):
    table.new(2)
    table.claim(COAST)
    assert cues[-1] == Cue("accepted", "Anna: 4 points, marker to 4.")


def test_undo_has_a_sound_of_its_own_and_corrects(table: Table, cues: list[Cue]):
    table.new(2)
    table.claim(COAST)
    table.ok("undo")
    assert (cues[-1].sound, cues[-1].corrects) == ("undo", True)
    table.ok("redo")
    assert (cues[-1].sound, cues[-1].corrects) == ("accepted", True)


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("amend", {"entry": 2, "with": {"do": "pass"}}),
        ("void", {"entry": 2}),
        ("insert", {"after": 2, "player": "Ben", "with": {"do": "pass"}}),
        ("correct_route", {"route": COAST, "length": 2}),
        ("adjust", {"player": "Anna", "score": -1, "why": "a test"}),
        ("new", {"players": seats(3)}),
    ],
)
def test_whatever_changes_what_was_played_corrects(
    table: Table, cues: list[Cue], verb: str, fields: dict[str, object]
):
    table.new(2)
    table.claim(COAST)
    assert not cues[-1].corrects
    table.ok(verb, **fields)
    assert (cues[-1].sound, cues[-1].corrects) == ("accepted", True)


def test_an_objection_corrects_nothing_and_is_not_spoken(table: Table, cues: list[Cue]):
    table.new(2)
    table.claim(COAST)
    table.ok("object", entry=2, by="Ben")
    assert cues[-1] == Cue("accepted")


def test_every_verb_goes_on_or_corrects():
    """A new verb of the protocol has to be thought of here."""
    changing = {verb for verb, form in {**_PLAYS, **_OTHERS}.items() if not is_query(form.kind)}
    correcting = {"undo", "redo", "amend", "void", "insert", "correct_route", "adjust"}
    assert changing == {*GOES_ON, *correcting, "new", "resume"}


def is_query(kind: object) -> bool:
    return getattr(kind, "func", None) is Query or getattr(kind, "__name__", "") == "_counted"


def test_a_resumed_game_says_nothing_and_calls_no_last_round(table: Table, cues: list[Cue]):
    game = played("two-players", until="last_round", on=table.referee)
    table.new(2)
    table.ok("resume", game=game)
    assert cues[-1] == Cue("accepted", corrects=True)


def test_the_winner_sounds_when_the_last_tickets_are_shown(table: Table, cues: list[Cue]):
    table.new(2)
    table.ok("finish")
    for player in ("Anna", "Ben"):
        assert cues[-1].sound == "accepted"
        table.ok("reveal", player=player, tickets=[TICKET, TICKET])
    assert (cues[-1].sound, cues[-1].corrects) == ("winner", False)
    table.ok("undo")
    assert cues[-1].sound == "undo"
    table.ok("redo")
    assert cues[-1].sound == "winner"


def test_the_last_round_sounds_once_a_game_and_the_winner_last():
    referee = Referee()
    heard: list[str] = []
    referee.subscribe(lambda said: heard.append(cue_of(WORDS, said, hidden=False).sound))
    played("two-players", until="", on=referee)
    assert (heard.count("last_round"), heard.count("winner")) == (1, 1)
    assert heard[-1] == "winner"


def test_every_cue_has_a_sound_that_can_be_played():
    for game in GAMES:
        referee = Referee()
        heard = {REFUSED.sound}
        referee.subscribe(
            lambda said, heard=heard: heard.add(cue_of(WORDS, said, hidden=True).sound)
        )
        played(game.stem, until="", on=referee)
        assert heard <= set(SOUNDS)


def played(game: str, until: str, on: Referee) -> str:
    """Play a recorded game, to its end or until this is prompted; which game it is then."""
    (file,) = (file for file in GAMES if file.stem == game)
    for _, request, answer in cases(file):
        if answer.get("ok") and not isinstance(command := parse(request), Query):
            said = on.submit(command)
            if until in (prompt.code for prompt in said.say):
                break
    return on.game.uuid
