"""A game is set up by taps alone, and begins with exactly what was on screen."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from fingers import SIZES, Kiosk

from companion.game.commands import Newcomer, NewGame
from companion.game.rulebook import COLORS
from companion.words import LANGUAGES
from kiosk import screens
from kiosk.appearance.text import Text
from kiosk.seating import new_game
from kiosk.seating.new_game import SeatIcon, SeatRow
from kiosk.settings.file import Settings
from kiosk.widgets.basics import Tile
from kiosk.widgets.keyboard import Key
from kiosk.widgets.keyboards import LAYOUTS
from kiosk.widgets.tap import Tappable

FINGER = 9 * 5.2  # units: what a finger needs
NAMES = ("Anna", "Benedikt", "Maximiliane-Charlotte", "Łukasz", "Дима")


@pytest.fixture
def kiosk(request: pytest.FixtureRequest) -> Iterator[Kiosk]:
    kiosk = Kiosk(getattr(request, "param", SIZES[0]))
    yield kiosk
    kiosk.close()


def play_before(kiosk: Kiosk, *names: str) -> None:
    players = zip(names, COLORS, strict=False)
    kiosk.referee.submit(
        NewGame(tuple(Newcomer(name, color, "desert", 3) for name, color in players))
    )


def row(kiosk: Kiosk, seat: int) -> SeatRow:
    return next(row for row in kiosk.widgets(SeatRow) if row.seat == seat)


def in_row(kiosk: Kiosk, seat: int, text: str) -> Any:
    for pad in row(kiosk, seat).walk(restrict=True):
        if isinstance(pad, Tappable):
            said = [text.content for text in pad.walk(restrict=True) if isinstance(text, Text)]
            if text in said:
                return pad
    raise AssertionError(f"no {text!r} in row {seat}")


def icon_in_row(kiosk: Kiosk, seat: int, icon: str) -> SeatIcon:
    pads = (pad for pad in row(kiosk, seat).walk(restrict=True) if isinstance(pad, SeatIcon))
    return next(pad for pad in pads if pad.children[0].name == icon)


def type_name(kiosk: Kiosk, name: str) -> None:
    """Letter by letter, as they stand on the keys at that moment."""
    for letter in name:
        kiosk.tap("English" if letter == " " else letter)
    kiosk.tap("Done")


def test_three_players_are_seated_by_taps_alone(kiosk: Kiosk):
    play_before(kiosk, "Olga", "Ben")
    kiosk.tap("New game")
    kiosk.tap(in_row(kiosk, 0, "Olga"))
    type_name(kiosk, "Jo-Ann")
    kiosk.tap("Add a player")
    assert kiosk.sees("Who sits here?")  # without another tap
    kiosk.tap("Olga")
    kiosk.tap(in_row(kiosk, 1, "Ben"))
    type_name(kiosk, "Dan")
    kiosk.tap(icon_in_row(kiosk, 1, "triangle"))
    for seat, terrain in enumerate(("Desert", "Mountain", "Jungle")):
        kiosk.tap(in_row(kiosk, seat, terrain))
    kiosk.tap(in_row(kiosk, 0, "2"))
    kiosk.tap(in_row(kiosk, 2, "4"))
    kiosk.tap(icon_in_row(kiosk, 2, "first"))
    kiosk.tap("Start the game")
    state = kiosk.referee.game.state
    assert [(s.name, s.color, s.tickets) for s in state.seats] == [
        *(("Jo-Ann", "blue", 2), ("Dan", "yellow", 3), ("Olga", "green", 4)),
    ]
    assert [max(("desert", "jungle", "mountain"), key=s.front.of) for s in state.seats] == [
        *("desert", "mountain", "jungle"),
    ]
    assert state.player == 2
    assert kiosk.app.screen_name == "table"
    assert kiosk.sees("Olga and Ben's unfinished game is saved.")


def test_the_lot_decides_at_once_and_says_so(kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch):
    assert isinstance(new_game._CHANCE, random.SystemRandom)
    monkeypatch.setattr(new_game, "_CHANCE", random.Random(1))
    play_before(kiosk, *NAMES)
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    fallen = set()
    for _ in range(20):
        kiosk.tap("Random first player")
        first = [row.place.name for row in kiosk.widgets(SeatRow) if row.begins]
        assert len(first) == 1
        assert kiosk.sees(f"Random pick: {first[0]} starts.")
        fallen.add(first[0])
    assert fallen == set(NAMES)


def test_what_is_missing_is_said_and_marked(kiosk: Kiosk):
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    kiosk.tap("Start the game")
    assert kiosk.sees("Player 1 has no name yet.")
    assert row(kiosk, 0).wanted == "name"
    kiosk.tap(in_row(kiosk, 0, "Tap to add a name"))
    type_name(kiosk, "Anna")
    assert kiosk.sees("Anna: which terrain card was dealt?")
    assert row(kiosk, 0).wanted == "terrain"
    kiosk.tap(in_row(kiosk, 0, "Jungle"))
    assert kiosk.sees("Player 2 has no name yet.")
    kiosk.tap(in_row(kiosk, 1, "Tap to add a name"))
    type_name(kiosk, "Ben")
    kiosk.tap(in_row(kiosk, 1, "Jungle"))
    assert kiosk.sees("2 players: only one track of a double route can be taken.")
    assert not kiosk.referee.has_game
    kiosk.tap("Start the game")
    assert [seat.name for seat in kiosk.referee.game.state.seats] == ["Anna", "Ben"]


def test_a_name_that_sits_already_is_refused_while_it_is_typed(kiosk: Kiosk):
    play_before(kiosk, "Anna", "Ben")
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    kiosk.tap(in_row(kiosk, 1, "Ben"))
    type_name(kiosk, "Anna")
    assert kiosk.sees("Anna is already at the table.")
    kiosk.tap("e")
    kiosk.tap("Done")
    assert row(kiosk, 1).place.name == "Annae"


def test_what_the_referee_refuses_is_shown_in_words(kiosk: Kiosk):
    play_before(kiosk, "Anna", "Ben")
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    for seat in (0, 1):
        kiosk.tap(in_row(kiosk, seat, "Desert"))
    finger = kiosk.down(*kiosk.button("Start the game").center)
    play_before(kiosk, "Cleo", "Dan")  # from elsewhere, between touch-down and touch-up
    kiosk.up(finger)
    assert kiosk.app.screen_name == "new_game"
    assert kiosk.app.desk.refusal.why in kiosk.texts()
    assert [seat.name for seat in kiosk.referee.game.state.seats] == ["Cleo", "Dan"]


def test_players_leave_until_two_are_left(kiosk: Kiosk):
    play_before(kiosk, *NAMES)
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    for _ in range(3):
        kiosk.tap(icon_in_row(kiosk, 0, "close"))
    assert [row.place.name for row in kiosk.widgets(SeatRow)] == ["Łukasz", "Дима"]
    assert icon_in_row(kiosk, 0, "close").disabled
    for _ in range(3):
        kiosk.tap("Add a player")
        kiosk.tap(icon_key(kiosk, "close"))  # no name yet
    assert not kiosk.sees("Add a player")
    assert [row.place.name for row in kiosk.widgets(SeatRow)] == ["Łukasz", "Дима", "", "", ""]


@pytest.mark.parametrize("kiosk", SIZES, indirect=True)
def test_seats_are_put_in_another_order(kiosk: Kiosk):
    play_before(kiosk, *NAMES[:3])
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    kiosk.tap(in_row(kiosk, 2, "Jungle"))
    assert icon_in_row(kiosk, 0, "up").disabled  # nobody sits before the first
    kiosk.tap(icon_in_row(kiosk, 2, "up"))
    kiosk.tap(icon_in_row(kiosk, 1, "up"))
    rows = list(kiosk.widgets(SeatRow))
    assert [row.place.name for row in sorted(rows, key=lambda row: row.seat)] == [
        *(NAMES[2], NAMES[0], NAMES[1]),
    ]
    assert (row(kiosk, 0).place.terrain, row(kiosk, 0).place.color) == ("jungle", "green")
    assert row(kiosk, 1).begins  # who was to begin still is


def test_the_rule_setting_goes_with_the_game(kiosk: Kiosk):
    play_before(kiosk, "Anna", "Ben")
    kiosk.app.settings = Settings(tickets_drawn=3)
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    for seat in (0, 1):
        kiosk.tap(in_row(kiosk, seat, "Desert"))
    kiosk.tap("Start the game")
    assert kiosk.referee.game.state.tickets_drawn == 3


def test_a_held_key_offers_its_letters_with_marks(kiosk: Kiosk):
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    kiosk.tap(in_row(kiosk, 0, "Tap to add a name"))
    finger = kiosk.down(*kiosk.button("L").center)
    kiosk.wait(0.6)
    kiosk.up(finger)
    kiosk.tap("Ł")
    assert "A" not in kiosk.texts()  # small again
    type_name(kiosk, "ukasz")
    assert row(kiosk, 0).place.name == "Łukasz"


def test_every_key_beside_the_letters_does_its_work(kiosk: Kiosk):
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    kiosk.tap(in_row(kiosk, 0, "Tap to add a name"))
    kiosk.tap("Done")
    assert kiosk.sees("Pick a name, or type one.")
    shift, globe, back = (icon_key(kiosk, icon) for icon in ("shift", "globe", "backspace"))
    for key in ("O", "'", shift, "B", "-", "C", back, "A", "English", "D"):
        kiosk.tap(key)
    kiosk.tap(globe)
    assert kiosk.sees("Français")
    type_name(kiosk, "é")
    assert row(kiosk, 0).place.name == "O'B-A Dé"


def icon_key(kiosk: Kiosk, icon: str) -> Tile:
    return next(tile for tile in kiosk.widgets(Tile) if tile.icon == icon)


def test_the_layout_is_remembered_and_the_seats_are_not_forgotten(kiosk: Kiosk):
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    kiosk.tap(in_row(kiosk, 0, "Desert"))
    kiosk.tap(in_row(kiosk, 1, "Tap to add a name"))
    keyboard = kiosk.app.root.sheet.ids.keyboard
    while keyboard.layout != "ru":
        keyboard.change()
    kiosk.frames()
    type_name(kiosk, "Дима")
    assert kiosk.app.settings.keyboard == "ru"
    assert [(r.place.name, r.place.terrain) for r in kiosk.widgets(SeatRow)] == [
        *(("", "desert"), ("Дима", "")),
    ]
    kiosk.tap(in_row(kiosk, 0, "Tap to add a name"))
    assert kiosk.sees("Русский")


def test_a_layout_is_remembered_though_the_sheet_is_left(kiosk: Kiosk):
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    kiosk.tap(in_row(kiosk, 0, "Tap to add a name"))
    kiosk.tap(icon_key(kiosk, "globe"))
    kiosk.tap(icon_key(kiosk, "close"))
    assert kiosk.app.settings.keyboard == "fr"
    assert kiosk.app.screen_name == "new_game"


@pytest.mark.parametrize("kiosk", SIZES, indirect=True)
def test_the_globe_held_lists_all_layouts(kiosk: Kiosk):
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    kiosk.tap(in_row(kiosk, 0, "Tap to add a name"))
    keyboard = kiosk.app.root.sheet.ids.keyboard
    kiosk.hold(icon_key(kiosk, "globe"))
    listed = [key for key in kiosk.widgets(Key) if key.content in LANGUAGES.values()]
    assert {key.content for key in listed} == set(LANGUAGES.values())
    assert [key.content for key in listed if key.look == "accent"] == ["English"]
    assert_fits(kiosk)
    kiosk.tap(next(key for key in listed if key.content == "Svenska"))
    assert keyboard.layout == kiosk.app.settings.keyboard == "sv"
    assert kiosk.button("Å")
    kiosk.hold(icon_key(kiosk, "globe"))
    kiosk.tap(min(kiosk.widgets(Key), key=lambda key: (key.content != "Svenska", -key.y)))
    assert kiosk.button("Å")  # the same one closes the list, too


@pytest.mark.parametrize("kiosk", SIZES, indirect=True)
def test_digits_and_signs_are_a_tap_away(kiosk: Kiosk):
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    kiosk.tap(in_row(kiosk, 0, "Tap to add a name"))
    kiosk.tap("A")
    kiosk.tap("123")
    assert_fits(kiosk)
    for sign in "1(!)":
        kiosk.tap(sign)
    kiosk.tap("ABC")
    kiosk.tap("b")
    kiosk.tap("Done")
    assert row(kiosk, 0).place.name == "A1(!)b"


@pytest.mark.parametrize("kiosk", SIZES, indirect=True)
def test_five_players_fit(kiosk: Kiosk):
    play_before(kiosk, *NAMES)
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    kiosk.tap("Start the game")
    assert_fits(kiosk)


@pytest.mark.parametrize("kiosk", SIZES, indirect=True)
def test_heads_stand_over_what_they_name_where_all_is_in_one_line(kiosk: Kiosk):
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    heads = {text.content: text for text in kiosk.widgets(Text)}
    if kiosk.app.upright:
        assert "tickets kept" not in heads
        return
    parts = row(kiosk, 0).ids
    for head, part in (("terrain card dealt", parts.cards), ("tickets kept", parts.tickets)):
        assert part.x < heads[head].center_x < part.right
        assert heads[head].y >= part.top


@pytest.mark.parametrize(("kiosk", "share"), [(SIZES[0], 1), (SIZES[2], 0.42)], indirect=["kiosk"])
def test_upright_the_way_to_another_player_is_lower_than_a_seat(kiosk: Kiosk, share: float):
    kiosk.app.go(screens.new_game)
    kiosk.frames()
    (add,) = kiosk.widgets(new_game.AddPlayer)
    assert add.height == pytest.approx(share * row(kiosk, 0).height, rel=0.02)


@pytest.mark.parametrize("kiosk", SIZES, indirect=True)
def test_every_keyboard_fits(kiosk: Kiosk):
    play_before(kiosk, *NAMES)
    kiosk.app.go(screens.new_game)
    kiosk.app.screen.leave(2)
    kiosk.app.screen.ask_name(1)
    for _ in LAYOUTS:
        kiosk.app.root.sheet.ids.keyboard.change()
        kiosk.frames(8)
        assert_fits(kiosk)


def assert_fits(kiosk: Kiosk) -> None:
    """Everything is on the window, wide enough for a finger, apart, and to be read in full."""
    width, height = kiosk.app.root.size
    pads = [pad for pad in kiosk.widgets(Tappable) if pad.width]
    for pad in pads:
        assert min(pad.size) >= FINGER * kiosk.app.unit - 0.5, (pad, pad.size)
        assert min(pad.pos) >= 0, pad
        assert pad.right <= width + 1, pad
        assert pad.top <= height + 1, pad
        for other in pads:
            assert pad is other or not overlap(pad, other), (pad, other)
    for text in kiosk.widgets(Text):
        if text.content and text.width > 1:
            assert not text.shorten, text.content
            assert text.texture_size[0] <= text.width + 1, text.content
            assert text.texture_size[1] <= text.height + 1, (text.content, text.size)


def overlap(one: Any, other: Any) -> bool:
    return bool(
        min(one.right, other.right) - max(one.x, other.x) > 1
        and min(one.top, other.top) - max(one.y, other.y) > 1
    )
