"""What the table screen shows, worked out without a screen."""

from table import Table

from companion.desk.claim.rights import DoublingBadge
from companion.words import translations
from companion.words.table.desk import DeskWords
from kiosk.table.view import TableView, table_view


def view(table: Table) -> TableView:
    return table_view(table.referee, DeskWords(table.referee.board, translations()))


def test_the_panels_show_what_is_public(table: Table):
    table.new(3, terrain="mountain", tickets=3)
    table.ok("draw", cards=["mountain", "train"])
    table.claim("ngaoundere--bangui", terrain=0, locomotives=1)
    anna, ben, _ = view(table).players
    assert (ben.score, ben.trains, ben.tickets) == (8, 42, 3)
    assert [(line.terrain, line.count) for line in anna.lines] == [
        *(("desert", 0), ("jungle", 0), ("mountain", 2)),
    ]
    assert [player.on_turn for player in view(table).players] == [False, False, True]
    assert view(table).title == "Cleo's turn"
    assert view(table).last == "Ben +8, Ngaoundéré - Bangui"
    assert view(table).last_entry == table.referee.seq


def test_the_badges_tell_who_may_double_what(table: Table):
    table.new(2, terrain="mountain")
    table.ok("draw", cards=["mountain", "train"])
    anna, ben = view(table).players
    assert anna.lines[2].badge == DoublingBadge("any")
    assert ben.lines[2].badge == DoublingBadge("locomotives", 1)
    assert anna.lines[0].badge == DoublingBadge("locomotives", 1)
    table.ok("adjust", player="Anna", terrain={"mountain": 1}, why="made up")
    assert view(table).players[0].lines[2].badge == DoublingBadge("short")
    table.ok("adjust", player="Anna", terrain={"mountain": 0}, why="made up")
    table.ok("adjust", player="Ben", terrain={"mountain": 15}, why="made up")
    assert view(table).players[0].lines[2].badge == DoublingBadge("never")


def test_few_trains_and_the_last_round_are_marked(table: Table):
    table.new(3)
    table.ok("adjust", player="Anna", trains=5, why="made up")
    assert [player.few_trains for player in view(table).players] == [True, False, False]
    assert view(table).last_round == ""
    table.claim("ngaoundere--bangui")
    assert view(table).last_round == "Last round, triggered by Anna"
    assert view(table).still_to_play == (1, 2, 0)
    table.passes(2)
    assert view(table).still_to_play == (0,)
    table.passes(1)
    assert view(table).last_round == ""
    assert view(table).title == "Tickets"


def test_a_way_station_opens_the_sentence_of_a_claim_with_a_capital(table: Table):
    words, route = DeskWords(table.referee.board, translations()), "junction-northwest--tchad-2"
    assert words.claimed(route, doubled=False).startswith("Way station by Ngaoundéré")
    assert words.claimed(route, doubled=True).startswith("Way station by Ngaoundéré")


def test_what_was_undone_is_not_the_last_thing_said(table: Table):
    table.new(2)
    table.ok("pass")
    table.claim("ngaoundere--bangui")
    table.ok("undo")
    assert "Anna" in view(table).last
