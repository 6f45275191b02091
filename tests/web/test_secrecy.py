"""While seats hold tickets in secret, nobody else is given them: all that goes out is searched."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from secret_tickets import as_asked, gives_any_away, gives_away
from table import Table
from visitors import Served, Visitor, served, until

from companion.exports.documents import KINDS, documents, subject
from companion.folders import phones_file
from companion.history.backups import Backups
from companion.words import translations
from hardware.displays.pictures import table_picture


def holding(tmp_path: Path) -> tuple[Table, Served, list[Visitor]]:
    table = Table()
    table.new(5, tickets=2)
    shop = Served(table, phones_file(tmp_path / "games.db"))
    phones = [shop.visitor(seat=seat) for seat in range(5)]
    for seat, phone in enumerate(phones):
        asked = {"game": table.referee.game.uuid, "tickets": as_asked(seat)}
        assert phone.post("keep", asked)[0] == 200
    return table, shop, phones


def everything(phone: Visitor) -> str:
    """All that a phone can be given."""
    given: list[Any] = [phone.view()]
    for path in ("board", "log", "routes", "tickets", "turn", "labels"):
        given.append(phone.get(path)[1])
    for route in given[1]["routes"][::10]:
        given.append(phone.get(f"ruling?route={route['id']}")[1])
    return json.dumps(given, ensure_ascii=False)


def test_no_other_phone_and_no_watcher_is_given_a_ticket(tmp_path: Path):
    table, shop, phones = holding(tmp_path)
    try:
        for turn in range(3):
            table.ok("draw", cards=["train", "desert"])
            until(lambda: shop.phones._hub.snapshot.seq == table.referee.seq)  # type: ignore[union-attr]
            watcher = shop.visitor()
            outside = Visitor(shop.port)
            for seat, phone in enumerate(phones):
                own = everything(phone)
                assert gives_away(own, seat)  # the search finds what is there
                assert not any(gives_away(own, other) for other in range(5) if other != seat)
            seen = everything(watcher) + json.dumps([outside.get("log"), outside.get("tickets")])
            assert not any(gives_away(seen, seat) for seat in range(5)), turn
    finally:
        shop.close()


def test_no_other_phone_can_tell_when_a_seat_edits_its_tickets(tmp_path: Path):
    table = Table()
    table.new(3, tickets=2)
    with served(table, phones_file(tmp_path / "games.db")) as shop:
        phone, other, watcher = shop.visitor(seat=0), shop.visitor(seat=1), shop.visitor()
        with other.stream() as seen_by_other, watcher.stream() as seen_by_watcher:
            before = [next(seen_by_other), next(seen_by_watcher)]
            for tickets in (as_asked(0), as_asked(0)[:1], []):
                asked = {"game": table.referee.game.uuid, "tickets": tickets}
                assert phone.post("keep", asked)[0] == 200
            table.ok("pass")
            after = [next(seen_by_other), next(seen_by_watcher)]  # nothing came in between
        assert [event for event, _ in before + after] == ["view"] * 4
        assert [data["table"]["seq"] for _, data in after] == [2, 2]
        assert [data["seats"] for _, data in before] == [data["seats"] for _, data in after]


def test_that_a_seat_keeps_tickets_is_told_when_nobody_sits_there(tmp_path: Path):
    table = Table()
    table.new(2, tickets=2)
    with served(table) as shop:
        phone, watcher = shop.visitor(seat=0), shop.visitor()
        asked = {"game": table.referee.game.uuid, "tickets": as_asked(0)}
        assert phone.post("keep", asked)[0] == 200
        assert watcher.view()["seats"][0] == {"taken": True, "kept": False}
        phone.post("stand", {})
        assert watcher.view()["seats"][0] == {"taken": False, "kept": True}


def test_nothing_of_them_is_on_displays_in_the_log_in_exports_or_in_backups(tmp_path: Path):
    table, shop, _ = holding(tmp_path)
    try:
        given = [json.dumps(table.ok("log")), json.dumps(table.state())]
        words = shop.desk.words
        for size in ((16, 2), (20, 4), (40, 4)):
            picture = table_picture(
                table.referee, words, shop.desk.last_announcement, *size, hidden=False, waiting=None
            )
            given.append(repr(picture))
        given += [data.decode("latin-1") for data in exported(table).values()]
        assert not [text for text in given if gives_any_away(text)]
    finally:
        shop.close()


def exported(table: Table) -> dict[str, bytes]:
    """All files that can be made of a game, by name."""
    stored = table.referee.held()[0]
    kinds = [kind for kind in KINDS if kind != "bgstats" or table.state()["phase"] == "over"]
    asked = [documents(kind, [subject(stored, translations())]) for kind in kinds]
    return {document.name: _undated(document.data) for found in asked for document in found}


def _undated(data: bytes) -> bytes:
    """Without the moment at which a PDF was made."""
    return re.sub(rb"Date \(D:\d+Z\)", b"", data)


def test_exports_are_the_same_to_the_byte_whether_tickets_are_kept_or_not(tmp_path: Path):
    # Pictures and PDFs cannot be searched for words: they must not change at all.
    table, shop, phones = holding(tmp_path)
    try:
        kept = exported(table)
        for phone in phones:
            asked = {"game": table.referee.game.uuid, "tickets": []}
            assert phone.post("keep", asked)[0] == 200
        assert {Path(name).suffix for name in kept} >= {".png", ".pdf", ".csv", ".json"}
        assert exported(table) == kept
    finally:
        shop.close()


def test_a_backup_copies_the_games_and_not_what_phones_keep(tmp_path: Path):
    file = tmp_path / "games.db"
    table = Table(file)
    table.new(2)
    secret = phones_file(file)
    secret.write_text("zomba - windhoek 31")
    copy = Backups(file).make().file
    table.journal.close()
    assert not gives_away(copy.read_bytes().decode("latin-1"), 0)
    found = {path for path in copy.parent.rglob("*") if b"windhoek 31" in path.read_bytes()}
    assert found == set()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_file_of_games_itself_has_none_of_them(tmp_path: Path, language: str):
    file = tmp_path / "games.db"
    table = Table(file)
    table.new(2)
    shop = Served(table, phones_file(file))
    try:
        phone = shop.visitor(seat=0)
        asked = {"game": table.referee.game.uuid, "tickets": as_asked(0)}
        assert phone.post("keep", asked)[0] == 200
        phone.get(f"tickets?language={language}")
    finally:
        shop.close()
        table.journal.close()
    kept = phones_file(file)
    assert gives_away(kept.read_text(), 0)
    for path in tmp_path.rglob("*"):
        if path.is_file() and path != kept:
            assert not gives_away(path.read_bytes().decode("latin-1"), 0), path
