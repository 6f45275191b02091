"""What a phone at a seat may do, over the loopback: its tickets, an objection, its own turn."""

import json
from pathlib import Path
from typing import Any

import pytest
from table import Table
from visitors import Served, Visitor, served, until

from companion.folders import phones_file

COAST = "cape-town--port-elizabeth--1"
FACE = {"from": "cape-town", "to": "port-elizabeth", "points": 7}
FAR = {"from": "cape-town", "to": "luanda", "points": 17}


def keep(phone: Visitor, shop: Served, *tickets: dict[str, Any]) -> tuple[int, Any]:
    return phone.post("keep", {"game": shop.table.referee.game.uuid, "tickets": list(tickets)})


def at(shop: Served) -> dict[str, Any]:
    """What a phone says it has seen."""
    until(lambda: shop.phones._hub.snapshot.seq == shop.table.referee.seq)  # type: ignore[union-attr]
    return {"game": shop.table.referee.game.uuid, "seq": shop.table.referee.seq}


@pytest.fixture
def table() -> Table:
    found = Table()
    found.new(2, terrain="mountain", tickets=2)
    return found


def test_tickets_kept_in_secret_say_how_far_they_are(table: Table):
    with served(table) as shop:
        phone = shop.visitor(seat=0)
        assert keep(phone, shop, FACE, FAR)[0] == 200
        status, found = phone.get("tickets")
        assert status == 200
        near, far = found["tickets"]
        assert (near["state"], near["trains"]) == ("open", 3)
        assert near["note"] == "shortest path: 3 more trains"
        assert far["state"] == "open"
        assert found["note"] == ""
        table.claim(COAST)
        at(shop)
        near = phone.get("tickets")[1]["tickets"][0]
        assert (near["state"], near["note"]) == ("done", "connected")
        table.ok("adjust", player="Anna", trains=4, why="lost")
        at(shop)
        far = phone.get("tickets")[1]["tickets"][1]
        assert far["state"] == "short"
        assert "you have 4" in far["note"]


def test_a_ticket_without_a_way_left_is_said_to_be_lost():
    table = Table()
    table.new(2, tickets=2)
    board = table.referee.board
    with served(table) as shop:
        phone = shop.visitor(seat=0)
        keep(phone, shop, FACE)
        for route in board.routes.values():
            if "port-elizabeth" in route.ends and route.id not in table.referee.game.state.owners:
                if table.state()["player"] == "Anna":
                    table.ok("pass")
                table.ask("claim", route=route.id, double=None)
        at(shop)
        found = phone.get("tickets")[1]["tickets"][0]
        assert (found["state"], found["note"]) == ("lost", "can't be connected any more")


def test_a_number_that_differs_from_the_kiosks_is_said(table: Table):
    with served(table) as shop:
        phone = shop.visitor(seat=1)
        keep(phone, shop, FAR)
        found = phone.get("tickets")[1]
        assert found["note"] == "Entered here: 1. On the kiosk: 2."


def test_nobody_but_the_seat_itself_gets_its_tickets(table: Table):
    with served(table) as shop:
        phone, other, watcher = shop.visitor(seat=0), shop.visitor(seat=1), shop.visitor()
        keep(phone, shop, FAR)
        assert other.get("tickets")[1]["tickets"] == []
        assert watcher.get("tickets")[0] == 403
        assert Visitor(shop.port).get("tickets")[0] == 401
        assert keep(watcher, shop, FAR)[0] == 403
        # The seat stays closed when its phone is gone: only a yes on the kiosk opens it.
        shop.phones.send_out(1)
        until(lambda: len(shop.phones.guests.phones) == 2)
        assert phone.get("tickets")[0] == 401
        assert watcher.post("sit", {"seat": 0}) == (200, {"sits": False})
        assert watcher.get("tickets")[0] == 403
        asking = until(lambda: shop.phones.guests.asking)
        shop.phones.let_in(asking[0].number, 0)
        until(lambda: shop.phones.guests.at(0))
        assert [row["to"] for row in watcher.get("tickets")[1]["tickets"]] == ["luanda"]


def test_tickets_survive_a_restart_on_disk_apart_from_the_log(tmp_path: Path, table: Table):
    file = phones_file(tmp_path / "games.db")
    with served(table, file) as shop:
        keep(shop.visitor(seat=0), shop, FACE, FAR)
        assert "luanda" in file.read_text()
    with served(table, file) as shop:
        assert [face.end for face in shop.phones._hub.tickets(0)] == [  # type: ignore[union-attr]
            "port-elizabeth",
            "luanda",
        ]


def test_a_disk_that_refuses_is_said_and_nothing_is_acknowledged(tmp_path: Path, table: Table):
    folder = tmp_path / "stick"
    folder.mkdir()
    with served(table, folder / "phones.json") as shop:
        phone = shop.visitor(seat=0)
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
        status, answer = keep(phone, shop, FAR)
        assert (status, answer["code"]) == (409, "not_kept")
        assert "disk" in answer["why"]
        assert phone.get("tickets")[1]["tickets"] == []


@pytest.mark.parametrize(
    "tickets",
    [
        *([FAR, FAR], [{**FAR, "points": 0}], [{**FAR, "points": 1.5}], [{**FAR, "points": True}]),
        *([{**FAR, "to": "cape-town"}], [{**FAR, "to": "paris"}], [{**FAR, "more": 1}], [FAR] * 49),
        *("luanda", None, [None], [[]], {}),
    ],
)
def test_tickets_that_cannot_be_are_not_kept(table: Table, tickets: Any):
    with served(table) as shop:
        phone = shop.visitor(seat=0)
        asked = {"game": table.referee.game.uuid, "tickets": tickets}
        assert phone.post("keep", asked)[0] == 400
        assert phone.get("tickets")[1]["tickets"] == []


def test_at_the_end_one_tap_shows_them_and_the_referee_checks_them(tmp_path: Path):
    table = Table()
    table.new(2, terrain="mountain", tickets=2)
    file = tmp_path / "phones.json"
    with served(table, file) as shop:
        phone, other = shop.visitor(seat=0), shop.visitor(seat=1)
        keep(phone, shop, FACE, FAR)
        keep(other, shop, {**FAR, "from": "durban"}, {**FACE, "from": "zomba"})
        table.claim(COAST)
        assert phone.post("show", at(shop))[0] == 409  # play is not over
        assert table.referee.game.state.seats[0].revealed is None
        table.ok("finish")
        assert phone.post("show", at(shop))[0] == 200
        revealed = table.referee.game.state.seats[0].revealed
        assert revealed is not None
        assert [(t.start, t.end, t.completed) for t in revealed] == [
            ("cape-town", "port-elizabeth", True),
            ("cape-town", "luanda", False),
        ]
        assert phone.get("tickets")[1]["shown"]
        assert other.post("show", at(shop))[0] == 200
        assert table.state()["phase"] == "over"
        until(lambda: "luanda" not in file.read_text())  # they vanish with the game


def test_a_reveal_of_another_number_is_refused_in_words(table: Table):
    with served(table) as shop:
        phone = shop.visitor(seat=0)
        keep(phone, shop, FAR)
        table.ok("finish")
        status, answer = phone.post("show", at(shop))
        assert (status, answer["code"]) == (409, "ticket_count")
        assert answer["why"]


def test_a_player_objects_to_a_ruling_once(table: Table):
    with served(table) as shop:
        phone, watcher = shop.visitor(seat=1), shop.visitor()
        table.claim(COAST, terrain=1)
        assert watcher.post("object", {**at(shop), "entry": 2})[0] == 403
        assert phone.post("object", {**at(shop), "entry": 2})[0] == 200
        assert table.ok("log")["entries"][1]["flags"] == ["disputed"]
        assert table.ok("log")["entries"][2]["request"]["by"] == "Ben"
        status, answer = phone.post("object", {**at(shop), "entry": 2})
        assert (status, answer["code"]) == (409, "already_objected")
        assert table.referee.seq == 3
        assert phone.view()["table"]["said"]["details"][0] == "Disputed by Ben."


def test_a_turn_is_entered_only_where_the_table_lets_phones_do_so(table: Table):
    draw = {"do": "draw", "cards": ["train", "train"]}
    with served(table) as shop:
        phone = shop.visitor(seat=0)
        assert not phone.view()["table"]["may_enter"]
        status, answer = phone.post("turn", {**at(shop), "play": draw})
        assert (status, answer["code"]) == (409, "turns_off")
        assert table.referee.seq == 1


def test_only_whoever_is_on_turn_enters_and_what_is_stale_counts_once(table: Table):
    draw = {"do": "draw", "cards": ["train", "train"]}
    with served(table, turns=True) as shop:
        anna, ben = shop.visitor(seat=0), shop.visitor(seat=1)
        seen = at(shop)
        status, answer = ben.post("turn", {**seen, "play": draw})
        assert (status, answer["code"], answer["why"]) == (409, "not_on_turn", "It's Anna's turn.")
        assert anna.post("turn", {**seen, "play": draw})[0] == 200
        status, answer = anna.post("turn", {**seen, "play": draw})
        assert status == 409
        assert table.referee.seq == 2
        at(shop)
        status, answer = ben.post("turn", {**seen, "play": draw})
        assert (status, answer["code"]) == (409, "stale")
        claim = {"do": "claim", "route": COAST, "double": {"terrain": 1, "locomotives": 0}}
        assert ben.post("turn", {**at(shop), "play": claim})[0] == 200
        assert table.player("Ben")["score"] == 8


def test_the_ways_on_a_phone_are_those_of_the_ruling_sheet_with_their_reasons(table: Table):
    table.ok("draw", cards=["mountain", "train"])
    with served(table, turns=True) as shop:
        ben = shop.visitor(seat=1)
        status, ruling = ben.get(f"ruling?route={COAST}")
        assert status == 200
        allowed = [way["double"] for way in ruling["ways"] if not way["refused"]]
        assert allowed == [None, {"terrain": 0, "locomotives": 1}]
        refused = next(way for way in ruling["ways"] if way["refused"])
        assert refused["note"]
        status, answer = ben.post(
            "turn",
            {**at(shop), "play": {"do": "claim", "route": COAST, "double": refused["double"]}},
        )
        assert (status, answer["code"]) == (409, "fewer_than_rival")


@pytest.mark.parametrize(
    "play",
    [
        {"do": "undo"},
        {"do": "finish"},
        {"do": "adjust", "player": "Anna", "score": 50, "why": "me"},
        {"do": "pass", "overrule": "the table says so"},
        {"do": "amend", "entry": 2, "with": {"do": "pass"}},
        {"do": "reveal", "player": "Ben", "tickets": []},
        {"do": "new", "players": []},
        {"do": "state"},
        {"do": "nonsense"},
        None,
        [],
    ],
)
def test_a_phone_may_do_nothing_else(table: Table, play: Any):
    with served(table, turns=True) as shop:
        phone = shop.visitor(seat=0)
        before = json.dumps(table.state())
        assert phone.post("turn", {**at(shop), "play": play})[0] == 400
        assert json.dumps(table.state()) == before


def test_a_phone_speaks_its_own_language_or_what_was_chosen_or_the_tables(table: Table):
    with served(table) as shop:
        phone = shop.visitor()
        assert phone.view()["you"]["language"] == "en"
        assert phone.view(Accept_Language="de-AT,de;q=0.9,en;q=0.5")["you"]["language"] == "de"
        assert phone.view(Accept_Language="ja,pl;q=0.8")["you"]["language"] == "pl"
        assert phone.view(Accept_Language="ja")["you"]["language"] == "en"
        with phone.stream("?language=fi", Accept_Language="de") as events:
            view = next(data for event, data in events if event == "view")
        assert view["you"]["language"] == "fi"
        assert view["table"]["title"] != phone.view()["table"]["title"]


def test_a_stream_that_comes_back_shows_at_once_what_was_missed(table: Table):
    with served(table) as shop:
        phone = shop.visitor()
        with phone.stream() as events:
            assert next(data for event, data in events if event == "view")["id"] == "1"
        table.ok("draw", cards=["train", "train"])
        table.ok("draw", cards=["train", "train"])
        at(shop)
        with phone.stream(Last_Event_ID="1") as events:
            assert next(data for event, data in events if event == "view")["id"] == "3"


def test_a_seat_has_few_disputes_open_and_more_once_one_is_settled(table: Table):
    for _ in range(4):
        table.ok("pass")
    with served(table) as shop:
        phone = shop.visitor(seat=1)
        for entry in (2, 3, 4):
            assert phone.post("object", {**at(shop), "entry": entry})[0] == 200
        status, answer = phone.post("object", {**at(shop), "entry": 5})
        assert (status, answer["code"]) == (409, "too_many_disputes")
        assert table.referee.seq == 8
        assert shop.visitor(seat=0).post("object", {**at(shop), "entry": 5})[0] == 200
        table.ok("settle", entry=3, outcome="dropped")
        table.ok("settle", entry=5, outcome="upheld")
        assert phone.post("object", {**at(shop), "entry": 5})[0] == 200


def test_what_a_seat_writes_to_the_log_is_limited_and_leaves_the_others_theirs(table: Table):
    with served(table, turns=True) as shop:
        anna, ben = shop.visitor(seat=0), shop.visitor(seat=1)
        answers = []
        for _ in range(20):  # Anna's phone enters, the table takes it back
            answers.append(anna.post("turn", {**at(shop), "play": {"do": "pass"}}))
            if answers[-1][0] == 200:
                table.ok("undo")
        assert [status for status, _ in answers] == [200] * 12 + [409] * 8
        assert answers[-1][1]["code"] == "too_many_entries"
        table.ok("pass")
        assert ben.post("turn", {**at(shop), "play": {"do": "pass"}})[0] == 200
