"""Names are cut only where there is no room for them, and in two lines before that."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fingers import SIZES, Kiosk

from companion.game.commands import Finish
from companion.text import in_two_lines, shortened
from kiosk import screens
from kiosk.appearance.text import Text, width_of
from kiosk.final.charts import paint
from kiosk.final.charts.pages import LegendItem, WorthRow
from kiosk.final.result_panel import DoublingRow, ResultRow
from kiosk.log.edit_turn import SeatChip
from kiosk.log.entry import PlayerAtEntryRow
from kiosk.past_games.replay import ReplayPlayer
from kiosk.reveal.parts import PlayerTab
from kiosk.running import running_app
from kiosk.seating.new_game import SeatIcon
from kiosk.stocktake.screen import PartyHead
from kiosk.table.player_panel import PlayerPanel
from tests.gallery.pictures import let_pass
from tests.gallery.sample_game import LONG_NAMES, NAMES, play
from tests.gallery.scenes import SCENES

Open = Callable[..., Kiosk]
LYING = [size for size in SIZES if size[0] > size[1]]
LONG_NAME = NAMES[2]
UNBROKEN = (  # in one word each, as long as a name may be
    "Wolfeschlegelsteinhausen",
    "Wolfeschlegelsteinhausem",
    "Maximilianehohenstaufens",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Ben",
)
SMALLEST = 12  # units: smaller than this no name gets

every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


def scene(kiosk: Kiosk, name: str) -> Kiosk:
    (shown,) = (scene for scene in SCENES if scene.name == name)
    shown.show(kiosk.app)
    let_pass(8)
    return kiosk


def long_name(kiosk: Kiosk, kind: type) -> Text:
    """Where the long name stands."""
    parts = [part for one in kiosk.widgets(kind) for part in one.walk(restrict=True)]
    texts = [part for part in parts if isinstance(part, Text)]
    (found,) = (text for text in texts if text.content[:4] == LONG_NAME[:4])
    return found


@pytest.mark.parametrize(
    ("name", "room", "found"),
    [
        ("Maximiliane-Charlotte", 12, "Maximiliane-\nCharlotte"),
        ("Maximiliane-Charlotte", 11, ""),
        ("Anna Lena Sophie", 11, "Anna Lena\nSophie"),
        ("Anna Lena Sophie", 8, ""),
        ("Bartholomew", 6, "Barth-\nolomew"),
        ("Bartholomew", 5, ""),
        ("Ann-", 3, ""),
    ],
)
def test_a_name_is_broken_after_a_hyphen_at_a_space_or_else_within_a_word(
    name: str, room: int, found: str
):
    assert in_two_lines(name, room, len) == found


@pytest.mark.parametrize("room", range(6, 25))
@pytest.mark.parametrize("names", [LONG_NAMES, UNBROKEN], ids=["in words", "in one"])
def test_names_in_two_lines_fit_and_no_two_look_alike(names: tuple[str, ...], room: int):
    shown = shortened(names, room, len, lines=2)
    assert len({text.replace("\n", "") for text in shown}) == len(names)
    assert all(text.count("\n") <= 1 for text in shown)
    assert max(len(line) for text in shown for line in text.split("\n")) <= room


def test_a_name_that_fits_in_no_two_lines_is_cut_in_the_second():
    names = ("Anna-Lena Schmidt-Müller", "Anna-Lena Schmidt-Müllen", "Bartholomew")
    assert shortened(names, 9, len, lines=2) == [
        "Anna-Lena\nSchmidt…r",
        "Anna-Lena\nSchmidt…n",
        "Barth-\nolomew",
    ]


def test_a_name_with_a_hyphen_and_one_broken_there_do_not_look_alike():
    shown = shortened(("Maxi-milian", "Maximilian"), 7, len, lines=2)
    assert shown[0] != shown[1]


@pytest.mark.parametrize("size", LYING, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_long_name_is_whole_on_its_panel(
    open_kiosk: Open, games_file: Path, size: tuple[int, int], players: int
):
    kiosk = scene(open_kiosk(size=size, file=games_file), f"table-{players}-players")
    name = long_name(kiosk, PlayerPanel)
    assert name.content.replace("\n", "") == LONG_NAME
    assert not name.shorten
    assert len({panel.name_lines for panel in kiosk.widgets(PlayerPanel)}) == 1


@every_size
@pytest.mark.parametrize(
    ("shown", "kind"),
    [
        ("charts-score", LegendItem),
        ("charts-doubling", WorthRow),
        ("final-5-players", ResultRow),
        ("final-tie", ResultRow),
        ("final-5-players", DoublingRow),
        ("final-tie", DoublingRow),
        ("replay", ReplayPlayer),
        ("amend-draw", SeatChip),
        ("objection", SeatChip),
        ("entry", PlayerAtEntryRow),
    ],
)
def test_a_long_name_is_whole(open_kiosk: Open, size: tuple[int, int], shown: str, kind: type):
    name = long_name(scene(open_kiosk(size=size), shown), kind)
    assert name.content.replace("\n", "") == LONG_NAME
    assert not name.shorten


PLACES = (
    ("table-long-names-4", PlayerPanel),
    ("table-long-names-5", PlayerPanel),
    ("stocktake-long-names", PartyHead),
    ("tickets-long-names", PlayerTab),
)


@every_size
@pytest.mark.parametrize(("shown", "kind"), PLACES, ids=[name for name, _ in PLACES])
def test_long_names_are_all_whole(
    open_kiosk: Open, games_file: Path, size: tuple[int, int], shown: str, kind: type
):
    names = names_in(scene(open_kiosk(size=size, file=games_file), shown), kind)
    whole = [letters(name) for name in LONG_NAMES]
    assert sorted(letters(text.content) for text in names) == sorted(whole[: len(names)])
    check_legible(names)


@every_size
@pytest.mark.parametrize(
    ("open_screen", "kind"),
    [(screens.table, PlayerPanel), (screens.stocktake, PartyHead), (screens.reveal, PlayerTab)],
)
def test_names_of_one_word_that_are_cut_are_told_apart(
    open_kiosk: Open, size: tuple[int, int], open_screen: Callable[..., Any], kind: type
):
    kiosk = open_kiosk(size=size)
    play(kiosk.app, names=UNBROKEN)
    if kind is PlayerTab:
        kiosk.referee.submit(Finish())
    kiosk.app.go(open_screen)
    let_pass(8)
    names = names_in(kiosk, kind)
    assert len(names) == len(UNBROKEN)
    check_legible(names)


def names_in(kiosk: Kiosk, kind: type) -> list[Text]:
    """Where the players' names stand; the discards are no player."""
    return [place.ids.name for place in kiosk.widgets(kind) if place.view.color]


def letters(name: str) -> str:
    return "".join(filter(str.isalpha, name))


def check_legible(names: list[Text]) -> None:
    assert len({text.content for text in names}) == len(names)
    assert not any(text.shorten for text in names)
    for text in names:
        assert text.font_size >= int(SMALLEST * running_app().unit)
        words = [width_of(word, text.font_size, bold=True) for word in text.content.split()]
        assert max(words) <= text.width + 1
        assert text.texture_size[1] < 2.9 * text.font_size  # two lines
        assert text.texture_size[1] <= text.height + 1


def test_a_label_of_a_chart_has_a_true_minus(open_kiosk: Open):
    open_kiosk()
    ink = (1.0, 1.0, 1.0, 1.0)
    assert paint.label("-5", 20, ink).size == paint.label("\N{MINUS SIGN}5", 20, ink).size


def test_who_starts_is_filled(open_kiosk: Open):
    kiosk = scene(open_kiosk(), "new-game-five")
    starts = [icon.look for icon in kiosk.widgets(SeatIcon) if icon.icon == "first"]
    assert sorted(starts) == ["accent", *["raised"] * 4]
