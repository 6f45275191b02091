"""A link shows the newest picture, says what is wrong, and never makes anyone wait."""

import errno
import getpass
import grp
import os
import threading
from functools import partial
from itertools import chain
from operator import eq
from pathlib import Path
from typing import Any

import pytest
from cables import LIMIT, Cable, Heard, lines, text_of
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.game.board.board import standard_board
from companion.words import Words, translations
from hardware.displays import KINDS, Digits
from hardware.displays.link import Link
from hardware.displays.pictures import number_picture
from hardware.emulators import EMULATORS, SerLcd
from hardware.ports.discovery import find
from hardware.ports.status import Status, diagnose, in_words
from hardware.wiring.model import Display

WORDS = Words(standard_board(), translations())
LCD = "serlcd-20x4"
ANNA, BEN = lines(LCD, "Anna's turn"), lines(LCD, "Ben's turn", "Anna +8 = 42")


def showing(picture: Any) -> Any:
    return text_of(picture).__eq__


class BlockedPort:
    """A port whose writes wait until the test lets them through."""

    in_waiting = 0

    def __init__(self) -> None:
        self.let_through = threading.Event()
        self.writing = threading.Event()
        self.written: list[bytes] = []

    def __call__(self, url: str, **options: Any) -> "BlockedPort":
        return self

    def write(self, data: bytes) -> None:
        self.writing.set()
        assert self.let_through.wait(LIMIT)
        self.written.append(data)

    def close(self) -> None:
        pass


def refusing(error: Exception) -> Any:
    def open_port(url: str, **options: Any) -> None:
        raise error

    return open_port


# --- showing ---


@pytest.mark.parametrize("kind", KINDS)
def test_a_display_that_starts_anew_while_its_adapter_stays_is_right_again(kind: str):
    picture = Digits("   8") if kind == "seven-segment" else lines(kind, "Anna", "8")
    with Cable(EMULATORS[kind]()) as port, Link(Display(kind, port.path)) as link:
        link.show(picture)
        assert port.wait_for(showing(picture), LIMIT)
        anew = EMULATORS[kind]()
        anew.feed(b"1238")
        port.device = anew
        assert not showing(picture)(anew.text())
        assert port.wait_for(showing(picture), LIMIT)
        assert link.age is not None
        assert link.age < LIMIT


def test_the_speed_is_the_makers_unless_it_is_wired_otherwise():
    opened: list[int] = []

    def open_port(url: str, **options: Any) -> None:
        opened.append(options["baudrate"])
        raise OSError(errno.ENOENT, "gone")

    for device in (
        Display("matrix-20x4", "x/y"),
        Display(LCD, "x/y"),
        Display(LCD, "x/y", baud=57_600),
    ):
        with Link(device, open_port=open_port):
            pass
    assert opened == [19_200, 9600, 57_600]


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_shown(kind: str):
    picture = Digits("  42", point=True) if kind == "seven-segment" else lines(kind, "Anna", "42")
    with Cable(EMULATORS[kind]()) as port, Link(Display(kind, port.path)) as link:
        link.show(picture)
        assert port.wait_for(showing(picture), LIMIT)
        assert port.device.stored == 0


def test_a_display_that_shows_something_else_is_cleared_at_once():
    with Cable(EMULATORS[LCD]()) as port:
        port.device.feed(b"what was there before")
        with Link(Display(LCD, port.path)):
            assert port.wait_for(showing(KINDS[LCD].blank), LIMIT)


def test_showing_never_waits_and_only_the_newest_picture_counts():
    port = BlockedPort()
    with Link(Display(LCD, "anywhere/at/all"), open_port=port) as link:
        assert port.writing.wait(LIMIT)
        for number in range(1000):  # returns a thousand times while the first write still waits
            link.show(lines(LCD, f"picture {number}"))
        assert port.written == []
        port.let_through.set()
    emulator = SerLcd(20, 4)
    emulator.feed(b"".join(port.written))
    assert emulator.text() == text_of(lines(LCD, "picture 999"))
    assert len(port.written) == 2


def test_a_picture_for_another_display_is_refused():
    with Link(Display(LCD, "loop://")) as link:
        for picture in (Digits(), lines("serlcd-16x2", "Anna")):
            with pytest.raises(ValueError, match="not a picture for serlcd-20x4"):
                link.show(picture)


def test_two_links_at_once_show_each_its_own():
    seat = "seven-segment"
    with (
        Cable(EMULATORS[LCD]()) as first,
        Cable(EMULATORS[seat]()) as second,
        Link(Display(LCD, first.path)) as table,
        Link(Display(seat, second.path)) as digits,
    ):
        table.show(ANNA)
        digits.show(Digits("  -5"))
        assert first.wait_for(showing(ANNA), LIMIT)
        assert second.wait_for("  -5".__eq__, LIMIT)


def test_a_stalled_display_does_not_hold_up_another():
    with (
        Cable(EMULATORS[LCD]()) as first,
        Cable(EMULATORS[LCD]()) as second,
        Link(Display(LCD, first.path), listener=(heard := Heard())) as stalled,
        Link(Display(LCD, second.path)) as sound,
    ):
        heard.wait_for("ok")
        first.stall()
        stalled.show(ANNA)
        heard.wait_for("stalled")
        sound.show(BEN)
        assert second.wait_for(showing(BEN), LIMIT)


def test_closing_shows_the_last_picture_and_ends_the_thread():
    before = threading.active_count()
    with Cable(EMULATORS[LCD]()) as port:
        link = Link(Display(LCD, port.path), listener=(heard := Heard()))
        heard.wait_for("ok")
        link.show(BEN)
        link.show(lines(LCD, "Ben's turn", "Anna +8 = 42"))  # the same once more
        link.close()
        assert port.wait_for(showing(BEN), LIMIT)
        link.close()  # harmless
    assert threading.active_count() == before


class Restarting(SerLcd):
    """Starts anew when the port is opened, and misses the first picture meanwhile."""

    def __init__(self, missed: int) -> None:
        self.missed = missed
        super().__init__(20, 4)

    def feed(self, data: bytes) -> None:
        heard = data[self.missed :]
        self.missed -= len(data) - len(heard)
        super().feed(heard)


def test_a_display_that_restarts_when_opened_gets_its_picture_again():
    told = threading.Event()

    def find_when_told(where: str) -> str | None:
        return where if told.wait(LIMIT) else None

    first_picture = len(KINDS[LCD].update(None, ANNA))
    with (
        Cable(Restarting(missed=first_picture)) as port,
        Link(Display(LCD, port.path), find_port=find_when_told) as link,
    ):
        link.show(ANNA)
        told.set()
        assert port.wait_for(showing(ANNA), LIMIT)


# --- lost and found ---


def test_unplugged_and_plugged_in_under_another_name_it_shows_the_newest(tmp_path: Path):
    name = "usb-SparkFun_SerLCD-if00"
    port = Cable(EMULATORS[LCD](), tmp_path / name)
    first = port.path
    finder = partial(find, by_id=tmp_path)
    with port, Link(Display(LCD, name), listener=(heard := Heard()), find_port=finder) as link:
        link.show(ANNA)
        assert port.wait_for(showing(ANNA), LIMIT)
        port.unplug()
        heard.wait_for("missing")
        link.show(BEN)
        others = [os.openpty()]
        while not Path(first).exists():  # until the old name is taken, by us or anybody
            others.append(os.openpty())
        port.plug_in(EMULATORS[LCD]())
        assert port.path != first
        assert port.wait_for(showing(BEN), LIMIT)
        heard.wait_for("ok")
        for end in chain(*others):
            os.close(end)


def test_plugged_in_late_it_is_found(tmp_path: Path):
    where = tmp_path / "display"
    with Link(Display(LCD, str(where)), listener=(heard := Heard())) as link:
        link.show(ANNA)
        assert heard.wait_for("missing").facts == {"port": str(where)}
        with Cable(EMULATORS[LCD](), where) as port:
            assert port.wait_for(showing(ANNA), LIMIT)


def test_a_stalled_display_is_told_of_and_catches_up():
    with (
        Cable(EMULATORS[LCD]()) as port,
        Link(Display(LCD, port.path), listener=(heard := Heard())) as link,
    ):
        heard.wait_for("ok")
        port.stall()
        link.show(ANNA)
        heard.wait_for("stalled")
        link.show(BEN)
        port.go_on()
        assert port.wait_for(showing(BEN), LIMIT)
        heard.wait_for("ok")
    assert heard.codes == ["ok", "stalled", "ok"]


def test_garbage_from_the_device_is_thrown_away():
    with Cable(EMULATORS[LCD]()) as port, Link(Display(LCD, port.path)) as link:
        left = 100_000  # more than the system keeps for whoever does not read
        while left > 0:
            sent = port.send(os.urandom(min(left, 4096)), LIMIT)
            assert sent, "nobody reads"
            left -= sent
        link.show(ANNA)
        assert port.wait_for(showing(ANNA), LIMIT)


# --- what is wrong ---


def test_the_listener_hears_on_the_links_own_thread():
    with Link(Display(LCD, "loop://"), listener=(heard := Heard())):
        heard.wait_for("ok")
    assert heard.threads == {"link loop://"}


def test_a_listener_that_fails_does_not_stop_the_display(caplog: pytest.LogCaptureFixture):
    def fail(status: Status) -> None:
        raise RuntimeError("broken")

    with Cable(EMULATORS[LCD]()) as port, Link(Display(LCD, port.path), listener=fail) as link:
        link.show(ANNA)
        assert port.wait_for(showing(ANNA), LIMIT)
    assert "a listener failed" in caplog.text


def test_a_port_that_another_uses_is_busy():
    with (
        Cable(EMULATORS[LCD]()) as port,
        Link(Display(LCD, port.path), listener=(first := Heard())),
    ):
        first.wait_for("ok")
        with Link(Display(LCD, port.path), listener=(second := Heard())) as late:
            second.wait_for("busy")
            assert late.status.facts == {"port": port.path}
    assert second.codes == ["busy"]


def test_without_permission_the_group_is_named(tmp_path: Path):
    denied = refusing(PermissionError(errno.EACCES, "Permission denied"))
    where = str(tmp_path / "ttyUSB0")
    with Link(Display(LCD, where), listener=(heard := Heard()), open_port=denied) as link:
        link.show(ANNA)
        facts = heard.wait_for("no_permission").facts
    assert facts["group"] == "dialout"
    assert f"User {facts['user']} isn't in group dialout" in in_words(WORDS, link.status)


OTHERS = next(group.gr_gid for group in grp.getgrall() if group.gr_gid)


@pytest.mark.parametrize(
    ("gid", "mode", "mine", "code", "advice"),
    [
        (OTHERS, 0o660, [], "no_permission", "isn't in group {group}"),
        (OTHERS, 0o660, [OTHERS], "forbidden", "Something else is blocking it"),
        (0, 0o660, [], "for_no_group", "belongs to group root"),
        (0, 0o600, [0], "for_no_group", "belongs to group root"),
        (OTHERS, 0o600, [], "for_no_group", "belongs to group {group}"),
    ],
)
def test_who_may_not_use_a_port_is_never_sent_into_the_group_root(
    gid: int, mode: int, mine: list[int], code: str, advice: str, monkeypatch: pytest.MonkeyPatch
):
    owner = os.stat_result((mode, 0, 0, 1, 0, gid, 0, 0, 0, 0))
    monkeypatch.setattr("hardware.ports.status._owner", lambda path: owner)
    monkeypatch.setattr(os, "getgroups", lambda: mine)
    monkeypatch.setattr(os, "getegid", lambda: 65534)
    status = diagnose(PermissionError(errno.EACCES, "Permission denied"), "/dev/ttyUSB0")
    sentence = in_words(WORDS, status)
    assert status.code == code
    assert advice.format(group=grp.getgrgid(gid).gr_name) in sentence
    assert "usermod -aG root" not in sentence


def test_who_has_joined_the_group_since_is_to_log_in_again(monkeypatch: pytest.MonkeyPatch):
    owner = os.stat_result((0o660, 0, 0, 1, 0, OTHERS, 0, 0, 0, 0))
    group = grp.struct_group(("dialout", "x", OTHERS, [getpass.getuser()]))
    monkeypatch.setattr("hardware.ports.status._owner", lambda path: owner)
    monkeypatch.setattr(grp, "getgrgid", lambda gid: group)
    monkeypatch.setattr(os, "getgroups", list)
    monkeypatch.setattr(os, "getegid", lambda: 65534)
    status = diagnose(PermissionError(errno.EACCES, "Permission denied"), "/dev/ttyUSB0")
    assert status.code == "log_in_again"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ModuleNotFoundError("No module named 'serial'"), "no_library"),
        (OSError(errno.EBUSY, "busy"), "busy"),
        (OSError(errno.EIO, "gone"), "missing"),
    ],
)
def test_what_goes_wrong_has_a_code(error: Exception, code: str):
    with Link(Display(LCD, "/dev/x"), listener=(heard := Heard()), open_port=refusing(error)):
        heard.wait_for(code)
    assert heard.codes == [code]


def test_what_stays_wrong_is_told_once_however_often_it_is_tried():
    tries = threading.Semaphore(0)

    def open_port(url: str, **options: Any) -> None:
        tries.release()
        raise OSError(errno.EBUSY, "busy")

    with Link(Display(LCD, "/dev/x"), listener=(heard := Heard()), open_port=open_port):
        for _ in range(3):
            assert tries.acquire(timeout=LIMIT)
    assert heard.codes == ["busy"]


@pytest.mark.parametrize("where", [__file__, "nonsense://x"])
def test_what_is_no_serial_port_is_told(where: str):
    with Link(Display(LCD, where), listener=(heard := Heard())):
        heard.wait_for("no_port")
    assert heard.codes == ["no_port"]


@pytest.mark.parametrize(
    "code",
    [
        *("ok", "starting", "missing", "busy", "stalled", "no_port", "no_library"),
        *("no_permission", "log_in_again", "for_no_group", "forbidden"),
    ],
)
def test_every_status_has_a_sentence(code: str):
    group = {"group": "dialout", "serial": "dialout", "path": "/dev/ttyUSB0"}
    status = Status(code, {"port": "/dev/ttyUSB0", "user": "pi", **group})
    assert in_words(WORDS, status).startswith("/dev/ttyUSB0: ")


# --- what people set ---


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_display_keeps_is_written_by_an_order_and_never_by_a_picture(
    kind: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("hardware.displays.link.REDRAW_INTERVAL", 0.0)
    first, second = (number_picture(kind, number, 9600, WORDS) for number in (1, 2))
    with (
        Cable(EMULATORS[kind]()) as port,
        Link(Display(kind, port.path), listener=(heard := Heard())) as link,
    ):
        heard.wait_for("ok")
        for stored, setting in enumerate(KINDS[kind].settings):
            for picture in (first, second) * 5:
                link.show(picture)
                assert port.wait_for(partial(eq, text_of(picture)), LIMIT)
            assert port.device.stored == stored
            link.order(setting.order(setting.values[-1]))
            link.show(first)
            assert port.wait_for(partial(eq, text_of(first)), LIMIT)
        assert port.device.stored == len(KINDS[kind].settings)
    assert KINDS[kind].settings


# --- which port ---


@pytest.mark.parametrize("where", ["/dev/ttyUSB0", "./port", "loop://", "socket://host:1"])
def test_paths_and_urls_are_taken_as_they_are(where: str):
    assert find(where) == where


def test_a_device_is_found_by_its_name(tmp_path: Path):
    assert find("usb-Display", tmp_path) is None
    (tmp_path / "usb-Display").touch()
    assert find("usb-Display", tmp_path) == str(tmp_path / "usb-Display")


def test_a_device_is_found_by_its_usb_numbers(monkeypatch: pytest.MonkeyPatch):
    ports = []
    for number, (vendor, serial) in enumerate(((0x2341, "a"), (0x0403, "b"), (0x0403, "c"))):
        port = ListPortInfo(f"/dev/ttyUSB{number}", skip_link_detection=True)
        port.vid, port.pid, port.serial_number = vendor, 0x6015, serial
        ports.append(port)
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    assert find("0403:6015") == "/dev/ttyUSB1"
    assert find("0403:6015:c") == "/dev/ttyUSB2"
    assert find("0403:6015:d") is None
    assert find("FFFF:6015") is None
