"""Phones on the kiosk: switched on by touch, let in by a code, one a seat, sent out."""

import re
import subprocess
import sys
import threading

import pytest
from around import during, hold, open_phones, port_of, until, visitor
from fingers import seats
from visitors import Visitor, ports_taken

from companion.folders import phones_file
from companion.game.commands import Finish, Pass, Resume, Reveal, TicketFace, Void
from companion.web.phones import PORTS_TRIED
from kiosk import background, screens, sheets
from kiosk.phones.phones import KioskPhones
from kiosk.settings.file import Settings, load
from kiosk.table.screen import PhonesAsk


def test_phones_are_switched_on_by_touch_and_remembered(open_kiosk, tmp_path):
    file = tmp_path / "settings.json"
    kiosk = open_kiosk(players=2, settings_file=file)
    kiosk.app.phones = KioskPhones(kiosk.app, None, port=0)
    kiosk.app.go(screens.phones)
    kiosk.frames()
    kiosk.tap("Turn phones on")
    until(kiosk, lambda: kiosk.app.phones.guests.code)
    assert load(file).phones
    assert kiosk.app.screen.view.code == kiosk.app.phones.guests.code
    if kiosk.app.phones.address:
        assert kiosk.app.screen.code.address == kiosk.app.phones.address
    assert kiosk.app.phones.guests.code in kiosk.app.phones._phones.here()
    kiosk.tap("Turn phones off")
    kiosk.frames()
    assert not load(file).phones
    assert not kiosk.app.has_phones
    assert kiosk.app.phone_troubles() == []


def test_whoever_is_in_is_listed_and_sent_out_by_a_hold(open_kiosk):
    kiosk = open_kiosk(players=2)
    phones = open_phones(kiosk)
    phone = visitor(kiosk, seat=1)
    kiosk.app.go(screens.phones)
    kiosk.frames()
    assert [row.name for row in kiosk.app.screen.view.rows] == ["Ben"]
    hold(kiosk, "Remove")
    until(kiosk, lambda: not phones.guests.phones)
    assert kiosk.app.screen.view.rows == ()
    assert during(kiosk, lambda: phone.get("board"))[0] == 401


def test_a_seat_is_given_to_another_phone_by_a_hold_on_the_kiosk(open_kiosk):
    kiosk = open_kiosk(players=2)
    phones = open_phones(kiosk)
    first = visitor(kiosk, seat=0)
    second = visitor(kiosk)
    kiosk.app.home()
    status, answer = during(kiosk, lambda: second.post("sit", {"seat": 0}))
    assert (status, answer) == (200, {"sits": False})
    until(kiosk, lambda: kiosk.app.sheet is not None)
    assert "Anna, is this your phone?" in kiosk.app.sheet.question
    kiosk.tap("Anna: let it in")  # too short
    assert phones.guests.at(0).number == 1
    hold(kiosk, "Anna: let it in")
    until(kiosk, lambda: phones.guests.at(0).number == 2)
    assert kiosk.app.sheet is None
    assert during(kiosk, first.view)["you"]["seat"] is None
    assert during(kiosk, second.view)["you"]["seat"] == 0


def test_a_yes_held_while_the_phone_asks_for_another_seat_gives_it_none(open_kiosk, tmp_path):
    kiosk = open_kiosk(players=2, file=tmp_path / "games.db")
    phones = open_phones(kiosk, tmp_path / "games.db")
    ben = visitor(kiosk, seat=1)
    secret = {"from": "cape-town", "to": "luanda", "points": 17}
    game = kiosk.referee.game.uuid
    during(kiosk, lambda: ben.post("keep", {"game": game, "tickets": [secret]}))
    visitor(kiosk, seat=0)
    thief = visitor(kiosk)
    kiosk.app.home()
    during(kiosk, lambda: thief.post("sit", {"seat": 0}))
    until(kiosk, lambda: kiosk.app.sheet is not None)
    let_in = kiosk.app.sheet.let_in
    thief.post("sit", {"seat": 1})  # the screen has yet to hear of it
    let_in()
    until(kiosk, lambda: [guest.asks for guest in phones.guests.asking] == [1])
    assert during(kiosk, thief.view)["you"]["seat"] is None
    assert during(kiosk, lambda: thief.get("tickets"))[0] == 403


def test_the_question_goes_when_the_phone_asks_for_another_seat(open_kiosk):
    kiosk = open_kiosk(players=3)
    open_phones(kiosk)
    for seat in (0, 1):
        visitor(kiosk, seat=seat)
    phone = visitor(kiosk)
    kiosk.app.home()
    during(kiosk, lambda: phone.post("sit", {"seat": 0}))
    until(kiosk, lambda: kiosk.app.sheet is not None)
    during(kiosk, lambda: phone.post("sit", {"seat": 1}))
    until(kiosk, lambda: kiosk.app.sheet is None)


def test_no_leaves_the_seat_to_the_phone_that_has_it(open_kiosk):
    kiosk = open_kiosk(players=2)
    phones = open_phones(kiosk)
    visitor(kiosk, seat=0)
    second = visitor(kiosk)
    kiosk.app.home()
    during(kiosk, lambda: second.post("sit", {"seat": 0}))
    until(kiosk, lambda: kiosk.app.sheet is not None)
    kiosk.tap("No")
    until(kiosk, lambda: not phones.guests.asking)
    assert phones.guests.at(0).number == 1


def test_a_phone_that_asks_again_and_again_covers_nothing(open_kiosk, monkeypatch):
    kiosk = open_kiosk(players=3)
    phones = open_phones(kiosk)
    visitor(kiosk, seat=0)
    visitor(kiosk, seat=1)
    phone = visitor(kiosk)
    kiosk.app.home()
    during(kiosk, lambda: phone.post("sit", {"seat": 0}))
    until(kiosk, lambda: kiosk.app.sheet is not None)
    kiosk.tap("No")
    until(kiosk, lambda: not phones.guests.asking)
    monkeypatch.setattr(phones._questions, "_last", float("-inf"))  # a minute later
    before = kiosk.referee.seq
    for seat in (0, 1, 0, 1):
        during(kiosk, lambda seat=seat: phone.post("sit", {"seat": seat}))
        until(kiosk, lambda: phones.guests.asking)
        assert kiosk.app.sheet is None
        kiosk.referee.submit(Pass())
        kiosk.frames()
    assert kiosk.referee.seq == before + 4
    assert kiosk.app.screen.asking == 1
    kiosk.tap(next(kiosk.widgets(PhonesAsk)))  # the badge leads to the list
    assert kiosk.app.screen_name == "phones"
    assert kiosk.app.sheet is None
    kiosk.tap("Answer")
    assert "is this your phone?" in kiosk.app.sheet.question


def test_a_question_waits_behind_the_badge_while_a_turn_is_half_entered(open_kiosk):
    kiosk = open_kiosk(players=2)
    phones = open_phones(kiosk)
    visitor(kiosk, seat=0)
    phone = visitor(kiosk)
    kiosk.app.home()
    kiosk.app.desk.card("train", kiosk.app.desk.moment())
    kiosk.frames()
    during(kiosk, lambda: phone.post("sit", {"seat": 0}))
    until(kiosk, lambda: phones.guests.asking)
    kiosk.frames(3)
    assert kiosk.app.sheet is None
    assert kiosk.app.screen.asking == 1
    kiosk.app.go(screens.phones)
    during(kiosk, lambda: phone.post("stand", {}))
    during(kiosk, lambda: phone.post("sit", {"seat": 0}))
    until(kiosk, lambda: phones.guests.asking)
    assert kiosk.app.sheet is None


def test_a_new_code_by_touch_leaves_everyone_in_and_the_old_one_lets_nobody_in(open_kiosk):
    kiosk = open_kiosk(players=2)
    phones = open_phones(kiosk)
    phone, old = visitor(kiosk, seat=0), phones.guests.code
    kiosk.app.go(screens.phones)
    kiosk.frames()
    if not phones.address:
        pytest.skip("no network here")
    kiosk.tap("New code")
    until(kiosk, lambda: phones.guests.code != old)
    assert phones.guests.code in kiosk.app.screen.view.address
    assert during(kiosk, phone.view)["you"]["seat"] == 0
    other = Visitor(port_of(phones))
    assert during(kiosk, lambda: other.post("enter", {"code": old}))[0] == 403
    assert during(kiosk, lambda: other.post("enter", {"code": phones.guests.code}))[0] == 200


def test_a_code_is_good_until_the_next_game_begins_and_comes_back_with_its_game(
    open_kiosk, tmp_path
):
    kiosk = open_kiosk(players=2, file=tmp_path / "games.db")
    phones = open_phones(kiosk, tmp_path / "games.db")
    before, game = phones.guests.code, kiosk.referee.game.uuid
    phone = visitor(kiosk, seat=0)
    kiosk.referee.submit(seats(3))
    until(kiosk, lambda: phones.guests.code != before)
    assert during(kiosk, lambda: phone.get("board"))[0] == 401
    kiosk.referee.submit(Resume(game))
    until(kiosk, lambda: phones.guests.code == before)
    assert during(kiosk, phone.view)["you"]["seat"] == 0


def test_a_phone_that_comes_back_after_a_restart_is_still_in(open_kiosk, tmp_path):
    file = tmp_path / "games.db"
    kiosk = open_kiosk(players=2, file=file)
    phones = open_phones(kiosk, file)
    phone, code = visitor(kiosk, seat=1), phones.guests.code
    phones.close()
    kiosk.app.phones = again = KioskPhones(kiosk.app, file, port=0)
    again.open()
    until(kiosk, lambda: again.guests.code)
    assert again.guests.code == code
    port = port_of(again)
    phone.cookie = phone.cookie.replace(f"-{phone.port}=", f"-{port}=")
    phone.port = port
    assert during(kiosk, phone.view)["you"]["seat"] == 1


def test_where_the_port_is_taken_the_next_free_one_is_used_and_the_code_leads_there(open_kiosk):
    kiosk = open_kiosk(players=2)
    with ports_taken(2) as port:
        kiosk.app.phones = phones = KioskPhones(kiosk.app, None, port=port)
        kiosk.app.set(phones=True)
        until(kiosk, lambda: phones.guests.code)
        used = port_of(phones)
        assert port + 2 <= used < port + PORTS_TRIED
        if phones.address:  # none without a network
            assert f":{used}/" in phones.address
        assert during(kiosk, visitor(kiosk).view)["table"]["title"] == "Anna's turn"


def test_where_all_ports_are_taken_a_sign_on_the_table_says_what_to_do(open_kiosk):
    kiosk = open_kiosk(players=2)
    with ports_taken(PORTS_TRIED) as port:
        kiosk.app.phones = KioskPhones(kiosk.app, None, port=port)
        kiosk.app.set(phones=True)
        kiosk.frames()
        port_taken = "Another program is using port"
        assert any(port_taken in sign.text for sign in kiosk.app.devices.signs())
        assert "phone" in [sign.icon for sign in kiosk.app.devices.signs()]
        kiosk.app.go(screens.phones)
        kiosk.frames()
        assert "Another program is using port" in kiosk.app.screen.view.trouble
        kiosk.app.home()  # and the game goes on


def test_hidden_scores_are_hidden_on_phones_as_soon_as_they_are(open_kiosk):
    kiosk = open_kiosk(players=2)
    open_phones(kiosk)
    phone = visitor(kiosk)
    assert during(kiosk, phone.view)["table"]["players"][0]["score"] == 0
    kiosk.app.set(hidden_scores=True)
    kiosk.frames()
    assert during(kiosk, phone.view)["table"]["players"][0]["score"] is None


OFF = """
import sys
import companion.__main__, kiosk.app
loaded = [name for name in sys.modules if name.split(".")[0] in ("starlette", "uvicorn")]
loaded += [name for name in sys.modules if name.startswith(("companion.web", "kiosk.phones"))]
print(loaded)
"""


def test_while_phones_are_off_the_start_loads_nothing_of_them(open_kiosk):
    ended = subprocess.run([sys.executable, "-c", OFF], capture_output=True, text=True)
    assert ended.stdout == "[]\n", ended.stdout + ended.stderr[-2000:]
    kiosk = open_kiosk(players=2, settings=Settings())
    kiosk.app.open_devices()
    kiosk.frames(10)
    assert "phones" not in kiosk.app.__dict__
    assert not [thread for thread in threading.enumerate() if thread.name == "phones"]


def test_the_score_sheet_is_there_for_any_phone_while_the_kiosk_shows_its_code(open_kiosk):
    kiosk = open_kiosk(players=2)
    kiosk.app.phones = phones = KioskPhones(kiosk.app, None, port=0)
    kiosk.referee.submit(Finish())
    for player in ("Anna", "Ben"):
        faces = [TicketFace("durban", place, 5) for place in ("beira", "luanda", "zomba")]
        kiosk.referee.submit(Reveal(player, tuple(faces)))
    kiosk.frames()
    kiosk.app.home()
    kiosk.frames()
    kiosk.tap("Score sheet")
    token = until(kiosk, lambda: phones._phones._hub._shared_sheet).token
    phone = Visitor(port_of(phones))
    status, page, _ = during(kiosk, lambda: phone.ask("GET", f"/sheet/{token}"))
    assert (status, b"Score sheet" in page) == (200, True)
    for kind, start in (("png", b"\x89PNG"), ("pdf", b"%PDF"), ("json", b"{")):
        status, data, _ = during(
            kiosk, lambda kind=kind: phone.ask("GET", f"/sheet/{token}/{kind}")
        )
        assert status == 200
        assert data.startswith(start)
    assert phone.ask("GET", f"/sheet/{'0' * 32}/png")[0] == 404
    assert phone.ask("GET", f"/sheet/{token}/csv")[0] == 404
    kiosk.app.close_sheet()
    kiosk.frames()
    assert not phones._phones.is_open  # phones are off: nobody is let in
    assert phones._phones._server is None
    assert not kiosk.app.has_phones


def test_a_shared_score_sheet_opens_nothing_but_the_sheet(open_kiosk, tmp_path):
    """Phones are off again: neither their cookies nor their code lead anywhere meanwhile."""
    file = tmp_path / "games.db"
    kiosk = open_kiosk(players=2, file=file)
    phones = open_phones(kiosk, file)
    phone, code, port = visitor(kiosk, seat=0), phones.guests.code, port_of(phones)
    kiosk.app.set(phones=False)
    address = phones.share(lambda kind: None)
    token = address.rpartition("/")[2] or phones._phones._hub._shared_sheet.token
    assert port_of(phones) == port
    status, page, _ = during(kiosk, lambda: phone.ask("GET", f"/sheet/{token}"))
    assert status == 200
    for file_of_page in re.findall(rb'href="(/page/[^"]+)"', page):
        name = file_of_page.decode()
        assert during(kiosk, lambda name=name: phone.ask("GET", name))[0] == 200
    paths = ["/", f"/{code}", f"/{token}", "/page/main.js", f"/sheet/{code}", f"/sheet/{token}/x"]
    paths += [f"/api/{name}" for name in ("labels", "events", "board", "log", "sheet", "tickets")]
    paths += ["/api/routes", "/api/turn", "/api/ruling?route=x"]
    for path in paths:
        assert during(kiosk, lambda path=path: phone.ask("GET", path))[0] == 404, path
    for name in ("enter", "sit", "stand", "keep", "show", "object", "turn"):
        asked = {"code": code, "seat": 0, "game": kiosk.referee.game.uuid, "seq": 1}
        assert during(kiosk, lambda name=name, asked=asked: phone.post(name, asked))[0] == 404
    assert phones.guests.phones == ()
    kiosk.app.set(phones=True)  # and in again, with the sheet still there
    until(kiosk, lambda: phones.guests.code == code)
    assert during(kiosk, phone.view)["you"]["seat"] == 0
    assert during(kiosk, lambda: phone.ask("GET", f"/sheet/{token}"))[0] == 200
    phones.stop_sharing()
    assert during(kiosk, lambda: phone.ask("GET", f"/sheet/{token}"))[0] == 404
    assert during(kiosk, phone.view)["you"]["seat"] == 0


def test_tickets_are_gone_from_the_disk_when_a_game_ends_while_phones_are_off(open_kiosk, tmp_path):
    file = tmp_path / "games.db"
    kiosk = open_kiosk(players=2, file=file)
    open_phones(kiosk, file)
    phone, kept = visitor(kiosk, seat=0), phones_file(file)
    faces = [TicketFace("durban", place, 5) for place in ("beira", "luanda", "zomba")]
    asked = [{"from": face.start, "to": face.end, "points": face.points} for face in faces]
    asked = {"game": kiosk.referee.game.uuid, "tickets": asked}
    assert during(kiosk, lambda: phone.post("keep", asked))[0] == 200
    kiosk.app.set(phones=False)
    background.start_jobs(kiosk.app)
    kiosk.referee.submit(Finish())
    assert "luanda" in kept.read_text()
    for player in ("Anna", "Ben"):
        kiosk.referee.submit(Reveal(player, tuple(faces)))
    assert "luanda" not in kept.read_text()


def test_an_objection_by_phone_takes_nothing_out_of_anyones_hands(open_kiosk):
    kiosk = open_kiosk(players=2)
    open_phones(kiosk)
    kiosk.referee.submit(Pass())
    kiosk.frames()
    phone = visitor(kiosk, seat=0)
    kiosk.app.open_sheet(sheets.ruling, route="cape-town--port-elizabeth--1")
    kiosk.app.consider(Void(2))
    kiosk.frames()
    laid, preview = kiosk.app.sheet, kiosk.app.desk.preview
    assert preview is not None
    seen = {"game": kiosk.referee.game.uuid, "seq": kiosk.referee.seq}
    assert during(kiosk, lambda: phone.post("object", {**seen, "entry": 2}))[0] == 200
    until(kiosk, lambda: kiosk.referee.seq == 3)
    kiosk.frames(3)
    assert kiosk.app.sheet is laid
    assert kiosk.app.desk.preview is preview
    kiosk.referee.submit(Pass())  # a turn does
    kiosk.frames(3)
    assert kiosk.app.sheet is None
