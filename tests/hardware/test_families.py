"""A new family of displays is one module and one line: everyone else learns of it from there."""

import pytest

from companion.game.board.board import standard_board
from companion.words import Words, translations
from hardware.displays import FAMILIES, KINDS, Family, Grid
from hardware.displays.link import Link
from hardware.displays.pictures import trial_picture
from hardware.wiring.edit import of_kind
from hardware.wiring.file import write
from hardware.wiring.model import Display, Reading, Wiring, can_show
from hardware.wiring.reading import read
from kiosk.devices.view import display_title

WORDS = Words(standard_board(), translations())


def paper(shown: Grid | None, wanted: Grid) -> bytes:
    """All lines one below the other, each time anew."""
    return b"" if shown == wanted else "\n".join(wanted.lines).encode() + b"\f"


MADE_UP = Family(
    maker="Wanjiku Paper Strip",
    blanks={"paper-24x3": Grid.of((), 24, 3), "paper-40x1": Grid.of((), 40, 1)},
    update=paper,
    redraw=lambda wanted: paper(None, wanted),
)
WIRED = Wiring(displays=(Display("paper-24x3", "usb-paper"),))


@pytest.fixture
def one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the family had its line beside the others."""
    for name, kind in MADE_UP.kinds.items():
        monkeypatch.setitem(KINDS, name, kind)


def test_the_kinds_are_those_of_all_families():
    assert list(KINDS) == [name for family in FAMILIES for name in family.blanks]
    assert len({(kind.maker, kind.size) for kind in KINDS.values()}) == len(KINDS)


def test_an_unknown_family_is_no_choice():
    (problem,) = read(write(WIRED)).problems
    assert problem.code == "no_such_choice"
    assert "paper-24x3" not in problem.facts["known"]


@pytest.mark.usefixtures("one_more")
def test_a_new_family_is_read_from_the_wiring_file_and_offered_there():
    assert read(write(WIRED)) == Reading(WIRED)
    (problem,) = read("[[displays]]\nkind = 'teletype'\nwhere = 'x'\n").problems
    assert problem.facts["known"][-2:] == ("paper-24x3", "paper-40x1")


@pytest.mark.usefixtures("one_more")
def test_a_new_family_is_called_by_its_own_name():
    assert display_title(WIRED.displays[0], WORDS) == "Table: Wanjiku Paper Strip 24x3"
    assert can_show("paper-40x1") == ("table",)
    assert of_kind(Display("seven-segment", "x", "seat2"), "paper-40x1").shows == "table"


@pytest.mark.usefixtures("one_more")
def test_a_new_family_is_written_to_in_its_own_bytes():
    picture = trial_picture("paper-24x3", WORDS)
    written = Port()
    with Link(Display("paper-24x3", "/dev/paper"), open_port=written.opened) as link:
        link.show(picture)
    lines = ("Stationmaster           ", *["123456789012345678901234"] * 2)
    assert written.data.endswith("\n".join(lines).encode() + b"\f")


class Port:
    """A port that remembers what was written."""

    in_waiting = 0

    def __init__(self) -> None:
        self.data = b""

    def opened(self, url: str, **options: object) -> "Port":
        return self

    def write(self, data: bytes) -> None:
        self.data += data

    def close(self) -> None:
        pass
