"""Setting up a game, worked out without a screen."""

import pytest

from companion.desk.seating_draft import MissingPart, Part, SeatDraft, Seating, is_taken, roster
from companion.game.board.board import standard_board
from companion.game.commands import Newcomer, NewGame, RuleSettings
from companion.game.rulebook import COLORS
from companion.game.rules.seating import check_new_game
from companion.words import Words, translations
from companion.words.table import seating as seating_words

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")


def seated(count: int) -> Seating:
    return Seating.opening(list(zip(NAMES[:count], COLORS, strict=False)))


def colors(seating: Seating) -> list[str]:
    return [place.color for place in seating.places]


def test_it_opens_with_two_empty_seats_in_two_colours():
    seating = Seating.opening()
    assert [(place.name, place.terrain, place.tickets) for place in seating.places] == [
        *(("", "", 3), ("", "", 3)),
    ]
    assert colors(seating) == ["blue", "red"]
    assert seating.first == 0


def test_it_opens_with_the_players_of_the_last_game_but_no_card():
    seating = Seating.opening([("Anna", "green"), ("Ben", "black")])
    assert [(p.name, p.color, p.terrain) for p in seating.places] == [
        *(("Anna", "green", ""), ("Ben", "black", "")),
    ]


def test_the_game_that_starts_is_the_one_on_screen():
    seating = seated(2).dealt(0, "desert").dealt(1, "jungle").kept(1, 4).starting(1)
    command = seating.new_game(tickets_drawn=3)
    assert command == NewGame(
        (Newcomer("Anna", "blue", "desert", 3), Newcomer("Ben", "red", "jungle", 4)),
        "Ben",
        RuleSettings(3),
    )
    assert check_new_game(command) == 1


def test_what_is_missing_is_named_from_the_top():
    seating = Seating.opening()
    assert seating.missing == MissingPart(0, Part.NAME)
    seating = seating.named(0, "Anna")
    assert seating.missing == MissingPart(0, Part.TERRAIN)
    seating = seating.dealt(0, "desert")
    assert seating.missing == MissingPart(1, Part.NAME)
    assert seating.named(1, "Ben").dealt(1, "jungle").missing is None


def test_names_are_kept_as_the_referee_keeps_them():
    assert Seating.opening().named(0, " Zoe\u0308 ").places[0].name == "Zoë"


def test_a_tap_on_the_colour_goes_through_all_that_are_free():
    seating, seen = seated(3), []
    for _ in range(3):
        seating = seating.recolored(0)
        seen.append(seating.places[0].color)
    assert seen == ["yellow", "black", "blue"]


def test_with_five_players_two_swap_their_colours():
    seating = seated(5).recolored(1)
    assert colors(seating) == ["blue", "green", "red", "yellow", "black"]


@pytest.mark.parametrize("taps", [(0, 0, 1), (4, 4, 4, 4), (0, 1, 2, 3, 4)])
def test_no_two_ever_have_the_same_colour(taps: tuple[int, ...]):
    for count in range(2, 6):
        seating = seated(count)
        for seat in taps:
            seating = seating.recolored(seat % count)
            assert len(set(colors(seating))) == count


def test_who_joins_has_a_colour_of_his_own_and_five_are_enough():
    seating = seated(2).recolored(0)
    while seating.can_join:
        seating = seating.joined()
    assert sorted(colors(seating)) == sorted(COLORS)
    assert seated(2).can_leave is False


@pytest.mark.parametrize(("first", "then"), [(0, 0), (1, 2), (2, 1)])
def test_who_moves_up_changes_places_and_who_begins_stays_so(first: int, then: int):
    seating = seated(3).starting(first)
    moved = seating.moved_up(2)
    assert [place.name for place in moved.places] == [NAMES[0], NAMES[2], NAMES[1]]
    assert moved.first == then
    assert moved.moved_up(2) == seating
    assert seating.moved_up(0) == seating


@pytest.mark.parametrize(
    ("first", "leaves", "then"), [(0, 2, 0), (2, 0, 1), (1, 1, 1), (2, 2, 0), (0, 0, 0)]
)
def test_when_one_leaves_exactly_one_still_begins(first: int, leaves: int, then: int):
    seating = seated(3).starting(first).left(leaves)
    assert seating.first == then
    assert NAMES[leaves] not in [place.name for place in seating.places]


def test_nobody_who_sits_or_is_forgotten_is_offered():
    assert roster(("Dan", "Cleo", "Ben"), without=["DAN", ""]) == ("Cleo", "Ben")


def test_a_name_is_taken_in_capitals_too():
    assert is_taken(" ŁUKASZ", ["Łukasz"])
    assert is_taken("STRASSE", ["Straße"])
    assert is_taken("Straße", ["STRASSE"])
    assert not is_taken("Anne", ["Anna"])


def test_the_note_on_double_routes_goes_with_the_players():
    words = Words(standard_board(), translations())
    assert "only one track" in seating_words.double_routes(words, 3)
    assert "both tracks" in seating_words.double_routes(words, 4)


def test_who_says_only_a_name_is_asked_for_colour_card_and_tickets_in_turn():
    seating = Seating((SeatDraft("red", "Anna", "desert"), SeatDraft(name="Ben", tickets=None)))
    assert seating.unsaid == MissingPart(1, Part.COLOR)
    assert (seating.taken_colors, seating.free_color) == ({"red"}, "blue")
    seating = seating.colored(1, "green")
    assert seating.unsaid == MissingPart(1, Part.TERRAIN)
    seating = seating.dealt(1, "jungle")
    assert seating.unsaid == MissingPart(1, Part.TICKETS)
    assert seating.kept(1, 2).unsaid is None


def test_who_never_says_gets_a_free_colour_and_the_usual_tickets():
    seating = Seating((SeatDraft(name="Anna", terrain="desert", tickets=None),))
    seating = seating.joined(SeatDraft("blue", "Ben", "jungle", 2))
    seating = seating.joined(SeatDraft(name="Cleo", terrain="jungle"))
    assert seating.new_game().players == (
        Newcomer("Anna", "red", "desert", 3),
        Newcomer("Ben", "blue", "jungle", 2),
        Newcomer("Cleo", "green", "jungle", 3),
    )
