"""What a phone is shown: everything on the table, and nothing that is hidden."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import recorded
from table import Table
from visitors import Visitor, served

from companion.desk.desk import Desk
from companion.game.commands import TicketFace
from companion.game.rulebook import TRAINS
from companion.game.ticket_book import TicketBook
from companion.web.access.guests import Guest
from companion.web.hub import Hub
from companion.web.phone_store import PhoneStore
from companion.web.views import own_tickets, page_data
from companion.web.views.labels import labels
from companion.web.views.snapshot import Snapshot, last_announcement_of, snapshot
from companion.words import LANGUAGES, translations
from companion.words.table.desk import DeskWords

LONG = next(game for game in recorded.GAMES if game.name == "five-players.jsonl")
COAST = "cape-town--port-elizabeth--1"


def told(table: Table, *, hidden: bool = False) -> Snapshot:
    return snapshot(Desk(table.referee, hidden_scores=hidden), Snapshot())


def words(found: Snapshot, language: str = "en") -> DeskWords:
    assert found.game is not None
    return DeskWords(found.game.board, translations(language))


def played(game: Path = LONG, requests: int | None = None) -> Table:
    table = Table()
    for _, request, _ in list(recorded.cases(game))[:requests]:
        table.ask(**request)
    return table


def test_the_table_has_turn_scores_trains_rights_and_owners():
    table = Table()
    table.new(2, terrain="mountain")
    table.claim(COAST, terrain=1)
    found = told(table)
    data = page_data.table(found, words(found))
    assert data["title"] == "Ben's turn"
    assert data["on_turn"] == 1
    assert [player["score"] for player in data["players"]] == [8, 0]
    assert [player["trains"] for player in data["players"]] == [42, 45]
    assert data["owners"] == {COAST: 0}
    mountain = data["players"][1]["rights"][2]
    assert (mountain["count"], mountain["kind"]) == (1, "short")
    assert "can double" in mountain["says"]
    assert data["said"]["headline"].startswith("Anna: move the marker 0 → 8")
    assert "Anna lays 3 trains." in data["said"]["details"]


def test_what_was_undone_together_is_one_row_of_the_log_with_the_entries_under_it():
    table = Table()
    table.new(2)
    for change in ("pass", "pass", "pass", "undo", "undo"):
        table.ok(change)
    found = told(table)
    rows = page_data.log(found, words(found))
    assert [row["entry"] for row in rows] == [6, 2, 1]
    assert (rows[0]["sentence"], rows[0]["undone"]) == ("2 entries undone", True)
    assert [row["entry"] for row in rows[0]["under"]] == [6, 5, 4, 3]
    assert [row["under"] for row in rows[1:]] == [[], []]


def test_whatever_is_kept_from_turn_to_turn_a_phone_is_shown_the_table_of_this_moment():
    table, hub, desk = Table(), Hub(PhoneStore(None), lambda guests: None), None
    for number, (_, request, _) in enumerate(recorded.cases(LONG)):
        table.ask(**request)
        if not table.referee.has_game:
            continue
        desk = desk or Desk(table.referee)
        hub.publish(snapshot(desk, hub.snapshot))
        language = ("en", "de", "ru")[number % 3]
        shown = json.loads(hub.view(Guest(1), language))["table"]
        fresh = json.dumps(page_data.table(hub.snapshot, words(hub.snapshot, language)))
        assert shown == json.loads(fresh)
    assert shown["phase"] == "over"
    hub.publish(replace(hub.snapshot, hidden=True))
    players = json.loads(hub.view(Guest(1), "ru"))["table"]["players"]
    assert {player["score"] for player in players} == {None}


def test_hidden_scores_are_not_in_the_data_until_the_game_is_over():
    playing, over = played(requests=120), played()
    score = playing.state()["players"][0]["score"]
    assert score > 20  # a number that stands for nothing else
    found = told(playing, hidden=True)
    data = page_data.table(found, words(found))
    assert all(player["score"] is None for player in data["players"])
    everything = json.dumps([data, page_data.log(found, words(found))])
    assert "marker" not in everything.lower()
    assert not any(row["points"] for row in page_data.log(found, words(found)))
    assert all(player["score"] is not None for player in page_data.table(
        told(over, hidden=True), words(told(over)))["players"])  # fmt: skip


def test_hidden_scores_are_not_in_the_ruling_on_a_route_either():
    table = Table()
    table.new(2, terrain="mountain")
    table.claim(COAST, terrain=1)
    shown, hidden = told(table), told(table, hidden=True)
    route = "cape-town--east-london"
    route = next(iter(set(shown.game.board.routes) - {COAST}))  # type: ignore[union-attr]
    ruled, unscored = (
        json.dumps(page_data.ruling(found, words(found), 0, route)) for found in (shown, hidden)
    )
    assert "Marker: " in ruled
    assert "marker" not in unscored.lower()


DOUBLED = {"terrain": 0, "locomotives": 1}
RULED = {"terrain": 0, "locomotives": 3}  # more than it takes: only the table lets it count


@pytest.mark.parametrize("follows", [
    [],
    [{"do": "undo"}],
    [{"do": "undo"}, {"do": "redo"}],
    [{"do": "void", "entry": 2}],
    [{"do": "amend", "entry": 2, "player": "Ben"}],
])  # fmt: skip
@pytest.mark.parametrize("asked", [
    ({"do": "claim", "route": COAST}, {"double": DOUBLED}),
    ({"do": "claim", "route": COAST}, {"double": RULED, "overrule": "so"}),
    ({"do": "adjust", "player": "Anna", "why": "so", "score": 5}, {"score": 7}),
])  # fmt: skip
def test_while_scores_are_hidden_nothing_tells_what_was_doubled_or_awarded(
    asked: tuple[dict[str, Any], dict[str, Any]], follows: list[dict[str, Any]]
):
    """Two games that differ in nothing but points look alike, so nothing adds up to a score."""
    seen = []
    for more in ({}, asked[1]):
        table = Table()
        table.new(2, terrain="mountain")
        for request in ({**asked[0], **more}, *follows):
            if request["do"] in ("void", "amend") and asked[0]["do"] == "adjust":
                request = {"do": "undo"}
            assert table.ask(**request)["ok"], request
        found = told(table, hidden=True)
        data = page_data.table(found, words(found))
        del data["game"]
        seen.append((data, page_data.log(found, words(found))))
    assert seen[0] == seen[1]
    assert "5" not in str([row["sentence"] for row in seen[0][1][:-1]])


def test_a_claim_that_is_amended_to_count_twice_does_not_say_so_while_scores_are_hidden():
    table = Table()
    table.new(2, terrain="mountain")
    table.claim(COAST)
    table.ok("amend", entry=2, **{"with": {"do": "claim", "route": COAST, "double": DOUBLED}})
    for hidden in (False, True):
        found = told(table, hidden=hidden)
        everything = json.dumps(
            [page_data.table(found, words(found)), page_data.log(found, words(found))]
        )
        assert ("doubled" in everything) is not hidden
        assert ("+8" in everything) is not hidden


def test_what_was_announced_last_is_worked_out_anew_from_the_log_as_it_was_told():
    table = Table()
    requests = [request for _, request, _ in recorded.cases(LONG)]
    for request in requests[:60]:
        table.ask(**request)
        if not table.referee.has_game:
            continue
        desk = Desk(table.referee)
        fresh = last_announcement_of(table.referee.game)
        del desk
        if fresh is not None:
            assert fresh.entry == table.referee.game.entries[fresh.seq - 1]
    desk = Desk(table.referee)
    before = snapshot(desk, Snapshot())
    for request in requests[60:]:
        table.ask(**request)
        before = snapshot(desk, before)
        assert before.last_announcement is not None
        again = last_announcement_of(table.referee.game)
        assert again is not None
        assert again.say == before.last_announcement.say
        assert again.seq == before.last_announcement.seq


def test_a_snapshot_stays_as_it_is_while_the_game_goes_on():
    table = Table()
    table.new(2)
    found = told(table)
    before = json.dumps(page_data.table(found, words(found)))
    table.ok("draw", cards=["train", "train"])
    table.ok("undo")
    assert json.dumps(page_data.table(found, words(found))) == before
    assert found.seq == 1


def test_an_objection_leaves_the_ruling_there_and_says_who_disputes_it():
    table = Table()
    table.new(2, terrain="mountain")
    desk = Desk(table.referee)
    table.claim(COAST, terrain=1)
    before = snapshot(desk, Snapshot())
    table.ok("object", entry=2, by="Ben")
    found = snapshot(desk, before)
    said = page_data.table(found, words(found))["said"]
    assert said["disputed"]
    assert said["details"][0] == "Disputed by Ben."
    assert said["entry"] == 2


def test_routes_are_worth_to_a_player_what_the_referee_says():
    table = played(requests=80)
    found = told(table)
    rows = page_data.routes(found, words(found), 2)
    assert len(rows) > 20
    name = table.state()["players"][2]["name"]
    for row in rows:
        options = table.ok("options", route=row["id"], player=name)
        assert options["claimable"]
        assert row["points"] == options["points"]
        doubled = options["doubles"][0] if options["doubles"] else None
        assert row["doubled"] == (doubled and doubled["points"])
        assert row["locomotives"] == (doubled and doubled["locomotives"])


def test_the_end_has_the_result_everyones_tickets_and_the_course_of_points():
    table = played()
    found = told(table)
    result = page_data.table(found, words(found))["result"]
    recorded_result = table.ok("result")
    assert [line["total"] for line in result["lines"]] == [
        player["total"] for player in recorded_result["players"]
    ]
    assert [len(shown) for shown in result["tickets"]] == [
        player["tickets"] for player in table.state()["players"]
    ]
    assert all(len(curve) > 10 for curve in result["curves"])
    seats = table.referee.game.state.seats
    totals = [table.referee.game.state.score(seat) for seat in range(len(seats))]
    assert [curve[-1] for curve in result["curves"]] == totals
    assert [left[0] for left in result["trains"]] == [TRAINS] * len(seats)
    assert [left[-1] for left in result["trains"]] == [seat.trains for seat in seats]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_kiosk_is_spoken(language: str):
    found = told(played(requests=70))
    spoken = words(found, language)
    data = page_data.table(found, spoken)
    assert data["title"] == spoken.turn_of(found.game.state.seats[data["on_turn"]].name)  # type: ignore[union-attr]
    assert labels(spoken)["score"] == spoken.pgettext("label of a number", "Score")
    assert set(labels(spoken)) == set(labels(words(found)))
    assert all(labels(spoken).values())


# --- the score sheet ---


def test_a_phone_that_is_in_keeps_the_score_sheet_of_the_game_that_has_ended():
    with served(played()) as shop:
        phone = shop.visitor()
        status, data, headers = phone.ask("GET", "/api/sheet?language=de")
        assert (status, data[:8], headers["content-type"]) == (
            *(200, b"\x89PNG\r\n\x1a\n"),
            "image/png",
        )
        uuid = shop.table.referee.game.uuid
        assert headers["content-disposition"].startswith("attachment; filename=")
        assert uuid in headers["content-disposition"]
        assert Visitor(shop.port).ask("GET", "/api/sheet")[0] == 401


def test_there_is_no_score_sheet_for_phones_while_a_game_is_played():
    with served(played(requests=120)) as shop:
        assert shop.visitor().ask("GET", "/api/sheet")[0] == 404


# --- tickets ---


def test_every_route_is_weighed_once_for_all_tickets_of_a_seat(monkeypatch: pytest.MonkeyPatch):
    table = Table()
    table.new(2)
    found = told(table)
    assert found.game is not None
    weighed: list[str] = []
    worth = own_tickets.worth

    def counted(board, state, seat, route):
        weighed.append(route)
        return worth(board, state, seat, route)

    monkeypatch.setattr(own_tickets, "worth", counted)
    ends = ("durban", "luanda", "beira", "douala", "bangui")
    faces = [TicketFace("cape-town", end, 9) for end in ends]
    data = own_tickets.tickets_data(found.game, TicketBook(), words(found), 0, faces)
    assert [ticket["state"] for ticket in data["tickets"]] == ["open"] * 5
    assert sorted(weighed) == sorted(found.game.board.routes)
