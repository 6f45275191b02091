"""Codes and facts become sentences, in whatever language there is a catalogue for."""

import re
import string

import pytest
from babel.messages import Catalog
from table import Table

from companion.game.board.board import standard_board
from companion.game.refusal import RULE_OF_CODE, Refusal
from companion.game.rules.prompts import Prompt
from companion.referee import Right
from companion.words import Words, translations
from companion.words.compiling import TEMPLATE, collect_messages, compile_catalogues, read_catalogue
from companion.words.refusals import REFUSALS
from companion.words.table.desk import DeskWords
from companion.words.words import _PROMPTS

BOARD = standard_board()
WORDS = Words(BOARD, translations())
PROTOCOL_PROMPTS = {
    *("lay_trains", "discard_terrain", "discard_locomotives", "move_marker"),
    *("reshuffle_terrain", "last_round", "turn", "show_tickets"),
}


def test_every_code_and_every_prompt_has_words():
    assert set(REFUSALS) == set(RULE_OF_CODE)
    assert set(_PROMPTS) == PROTOCOL_PROMPTS


def test_every_code_that_an_entry_can_stand_against_says_so_in_a_few_words():
    broken = {code for code, rule in RULE_OF_CODE.items() if rule not in (None, "R1")}
    standing = broken - {"unknown_card"} | {"wrong_phase", "ticket_count"}
    brief = {code: WORDS.why_in_brief(code) for code in RULE_OF_CODE}
    assert {code for code in brief if brief[code] != "against the rules"} == standing
    assert len({brief[code] for code in standing}) == len(standing)


def test_none_of_a_terrain_is_said_as_none():
    assert WORDS.terrain_cards("mountain", 0) == "no mountain cards"
    facts = {"terrain": "mountain", "legal": [{"terrain": 1, "locomotives": 0}]}
    facts["legal"].append({"terrain": 0, "locomotives": 1})
    assert WORDS.ways(facts) == "To double it, play 1 mountain card, or 1 locomotive."


def test_the_tickets_to_draw_are_told_from_those_in_the_deck():
    words = DeskWords(BOARD, translations())
    assert words.tickets_drawn(4, 39).startswith("Draw 4 tickets (39 in the deck).")
    assert words.tickets_drawn(3, 3).startswith("Draw the last 3 tickets.")
    assert words.tickets_drawn(1, 1).startswith("Draw the last ticket.")


def test_a_right_that_is_the_same_for_every_length_is_said_once():
    words = DeskWords(BOARD, translations())
    said = words.right("desert", Right(own=0, rival=2, short=2, long=2))
    assert said == "needs 2 locomotives to double any route"


def test_every_code_fits_on_a_tile():
    facts = {"own": 1, "rival": 3, "rivals": ["Ben"], "offered": {"locomotives": 0}}
    said = {code: WORDS.why_on_tile(Refusal(code, **facts)) for code in RULE_OF_CODE}
    assert said.pop("fewer_than_rival") == "2 short: Ben has 3"
    assert said.pop("not_enough_terrain") == "you only have 1"
    assert set(said.values()) == {"against the rules"}


@pytest.mark.parametrize(
    ("prompt", "sentence"),
    [
        (Prompt("lay_trains", {"player": "Anna", "count": 1}), "Anna lays 1 train."),
        (Prompt("lay_trains", {"player": "Anna", "count": 3}), "Anna lays 3 trains."),
        (
            Prompt("discard_terrain", {"type": "mountain", "count": 2}),
            "Discard 2 mountain cards.",
        ),
        (
            Prompt("discard_locomotives", {"count": 1}),
            "Put 1 locomotive on the train discard pile.",
        ),
        (
            Prompt(
                "move_marker",
                {"player": "A", "from": 98, "to": 106, "points": 8, "space": 6, "lap": 1},
            ),
            "A +8 = 106: marker 98 → 6, past 100.",
        ),
        (
            Prompt(
                "move_marker",
                {"player": "A", "from": 2, "to": -3, "points": -5, "space": -3, "lap": 0},
            ),
            "A -5 = -3: marker 2 → 3 below the start.",
        ),
    ],
)
def test_prompts_say_what_to_do(prompt: Prompt, sentence: str):
    assert WORDS.prompt(prompt) == sentence


def test_a_way_station_is_named_by_its_neighbours_and_a_dead_end_by_its_route():
    assert WORDS.names.location("nigeria-1") == "Nigeria, from Douala"
    assert WORDS.names.location("cape-town") == "Cape Town"
    station = WORDS.names.location("junction-angola-north")
    assert re.fullmatch(r"way station by .+ and .+", station)
    assert WORDS.names.route("douala--bangui") == "Douala - Bangui"


def test_a_way_station_that_opens_a_sentence_has_a_capital():
    route = "junction-northwest--tchad-2"
    name = WORDS.names.route(route)
    assert name.startswith("way station by ")
    taken = WORDS.why("route_taken", {"route": route, "owner": "ben"})
    assert taken == f"Way{name[3:]} belongs to ben."
    own = WORDS.why("double_own", {"route": route, "owner": "ben"})
    assert own.startswith(f"ben has the other track of {name}")  # a name stays as it is typed
    few = {"route": route, "player": "ben", "length": 4, "trains": 1}
    assert WORDS.why("not_enough_trains", few).startswith(f"Not enough trains for {name}: ")


def test_no_two_locations_are_called_the_same():
    called = [WORDS.names.location(location) for location in BOARD.locations]
    madagascar = called.count("Madagascar")
    assert len(set(called)) == len(called) - (madagascar - 1)


@pytest.fixture(scope="module")
def polish(tmp_path_factory) -> Words:
    """A catalogue with three plural forms, for two of the messages."""
    folder = tmp_path_factory.mktemp("catalogues")
    source = folder / "pl.po"
    source.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 &&'
        ' (n%100<12 || n%100>14) ? 1 : 2);\\n"\n\n'
        'msgid "{player} lays {count} train."\nmsgid_plural "{player} lays {count} trains."\n'
        'msgstr[0] "{player}: {count} wagon."\nmsgstr[1] "{player}: {count} wagony."\n'
        'msgstr[2] "{player}: {count} wagonów."\n\n'
        'msgid "There\'s nothing to undo."\nmsgstr "Nie ma czego cofnąć."\n',
        encoding="utf-8",
    )
    compile_catalogues(folder)
    return Words(BOARD, translations("pl", folder))


@pytest.mark.parametrize(("count", "said"), [(1, "wagon"), (3, "wagony"), (5, "wagonów")])
def test_plurals_follow_the_language(polish: Words, count: int, said: str):
    prompt = Prompt("lay_trains", {"player": "Łukasz", "count": count})
    assert polish.prompt(prompt) == f"Łukasz: {count} {said}."


def test_what_a_catalogue_lacks_is_said_in_english(polish: Words):
    assert polish.why("nothing_to_undo", {}) == "Nie ma czego cofnąć."
    assert polish.why("nothing_to_redo", {}) == "There's nothing to redo."


def test_the_template_of_the_catalogues_is_up_to_date():
    """Collected anew, the messages are those that translators get."""
    assert keys_of(collect_messages()) == keys_of(read_catalogue(TEMPLATE))
    assert len(keys_of(read_catalogue(TEMPLATE))) > 1000


def keys_of(catalogue: Catalog) -> set[object]:
    return {(message.id, message.context) for message in catalogue if message.id}


def test_the_sentences_use_only_facts_that_are_there(table: Table):
    """Each refusal that play can reach makes a whole sentence, without a left-over brace."""
    table.new(2, terrain="mountain")
    table.ok("draw", cards=["mountain", "train"])
    coast = "cape-town--port-elizabeth--1"
    asked = [
        *(
            ("claim", {"route": coast, "double": {"terrain": t, "locomotives": n}})
            for t, n in ((1, 0), (3, 1), (1, 1), (0, 9))
        ),
        ("draw", {"cards": ["swamp", "train"]}),
        ("void", {"entry": 1}),
        ("reveal", {"player": "Anna", "tickets": []}),
        ("options", {"route": "nowhere"}),
    ]
    for verb, fields in asked:
        why = table.ask(verb, **fields)["why"]
        assert why.endswith((".", "?"))
        assert not list(filter(None, (name for _, name, _, _ in string.Formatter().parse(why))))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (110, 117, "10 → 17"),
        (98, 106, "98 → 6, past 100"),
        (95, 100, "95 → 100"),
        (100, 104, "100 → 4, past 100"),
        (193, 200, "93 → 100"),
        (200, 207, "100 → 7, past 200"),
        (98, 205, "98 → 5, past 200"),
        (117, 110, "17 → 10"),
        (117, 93, "17 → 93, back past 100"),
        (205, 200, "5 → 100"),
        (205, 100, "5 → 100, back past 200"),
        (104, 100, "4 → 100"),
        (290, 150, "90 → 50, back past 200"),
        (0, 7, "0 → 7"),
        (7, 0, "7 → 0"),
        (-3, 4, "3 below the start → 4"),
        (4, -3, "4 → 3 below the start"),
        (104, -3, "4 → 3 below the start"),
        (-3, 102, "3 below the start → 2, past 100"),
    ],
)
def test_a_marker_moves_between_spaces_and_names_the_lap_it_passes(old: int, new: int, said: str):
    assert WORDS.marker_move(old, new) == said
