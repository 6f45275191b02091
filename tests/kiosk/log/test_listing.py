"""What the lists, the menu and the settings show, worked out without a screen."""

from dataclasses import fields, replace

import pytest
from table import Table

from companion.words import translations
from companion.words.table.desk import DeskWords
from kiosk.log.view import ENTRIES_A_PAGE, entry_view, log_page
from kiosk.past_games.view import GAMES_A_PAGE, games_page
from kiosk.settings.file import CHOICES, Settings
from kiosk.settings.view import setting_rows
from kiosk.table.view import menu_view
from kiosk.widgets.paging import newest_first


@pytest.fixture
def words(table: Table) -> DeskWords:
    return DeskWords(table.referee.board, translations())


@pytest.mark.parametrize("total", [0, 1, 6, 7, 8, 14, 15])
def test_pages_together_are_the_whole_list_newest_first(total: int):
    things = list(range(total))
    seen, number = [], 0
    while True:
        page = newest_first(things, number, 7)
        assert len(page.rows) <= 7
        assert page.newer is (number > 0)
        seen += page.rows
        if not page.older:
            break
        number += 1
    assert seen == things[::-1]
    assert newest_first(things, 99, 7) == page  # there is nothing beyond the last page
    assert newest_first(things, -1, 7).number == 0


def test_a_page_says_which_part_it_is(words: DeskWords):
    assert newest_first(range(45), 1, 20).note(words) == "21–40 of 45"
    assert newest_first(range(45), 2, 20).note(words) == "41–45 of 45"


def test_games_are_listed_with_the_one_on_the_table_marked(table: Table, words: DeskWords):
    table.new(2)
    table.ok("finish")
    table.new(3)
    newest, oldest = games_page(table.referee, words).rows
    assert (newest.players, newest.outcome, newest.on_table) == (
        "Anna, Ben, Cleo",
        "in progress",
        True,
    )
    assert (oldest.players, oldest.outcome) == ("Anna, Ben", "tickets to show")
    assert not oldest.on_table
    assert not oldest.over


def test_many_games_come_in_pages(table: Table, words: DeskWords):
    for _ in range(GAMES_A_PAGE + 1):
        table.new(2)
    first, second = (games_page(table.referee, words, number) for number in (0, 1))
    assert (len(first.rows), first.older, first.newer) == (GAMES_A_PAGE, True, False)
    assert (len(second.rows), second.older, second.newer) == (1, False, True)
    assert first.rows[0].on_table


def test_a_wrong_clock_is_not_shown(words: DeskWords):
    assert words.day_and_time("no time at all") == ""
    assert len(words.day_and_time("2026-11-16T20:41:00+00:00")) == len("2026-11-16 20:41")


def test_the_log_retells_every_entry_newest_first(table: Table, words: DeskWords):
    table.new(2)
    table.claim("ngaoundere--bangui")
    table.ok("undo")
    table.ok("pass")
    rows = log_page(table.referee.game, words).rows
    assert [row.entry for row in rows] == [4, 3, 2, 1]
    passed, undo, claim, new = rows
    assert passed.sentence == "Anna passes"
    assert undo.sentence == f"Undone: {claim.sentence}"
    assert (claim.undone, claim.flags, claim.rule) == (True, "undone", "R7")
    assert (claim.color, new.color) == ("blue", "")
    assert not passed.undone


def test_a_redo_says_what_it_brought_back(table: Table, words: DeskWords):
    table.new(2)
    for command in ("pass", "undo", "redo"):
        table.ok(command)
    redo, undo, *_ = log_page(table.referee.game, words).rows
    assert undo.sentence == "Undone: Anna passes"
    assert redo.sentence == "Redone: Anna passes"


def test_after_a_turn_left_out_every_row_shows_whose_it_is_now(table: Table, words: DeskWords):
    table.new(3)
    table.ok("draw", cards=["train", "train"])  # 2: Anna
    table.claim("ngaoundere--bangui")  # 3: entered as Ben's
    play = {"do": "draw", "cards": ["jungle", "train"]}
    table.ok("insert", after=2, player="Ben", **{"with": play}, shift=True)
    added, claim, draw, _new = log_page(table.referee.game, words).rows
    assert (claim.color, claim.turn) == ("green", 3)
    assert claim.sentence.startswith("Cleo claims Ngaoundéré - Bangui")
    assert claim.flags == "entered for Ben"
    assert (draw.color, draw.turn, draw.flags) == ("blue", 1, "")
    assert (added.color, added.turn) == ("red", 2)


def test_an_entry_given_to_another_player_shows_that_ones_shape(table: Table, words: DeskWords):
    table.new(3)
    table.ok("draw", cards=["train", "train"])
    table.ok("amend", entry=2, player="Cleo")
    amended, draw, _new = log_page(table.referee.game, words).rows
    assert (draw.color, draw.sentence) == ("green", "Cleo draws 2 train cards")
    assert draw.flags == "entered for Anna · edited later"
    assert (amended.color, amended.turn) == ("", None)
    assert amended.sentence == "Entry 2 edited: it was Cleo's turn"


def test_only_turns_have_a_turn_and_only_claims_points(table: Table, words: DeskWords):
    table.new(2)
    table.claim("ngaoundere--bangui")
    table.ok("object", entry=2, by="Ben")
    table.ok("settle", entry=2, outcome="upheld")
    table.ok("pass")
    table.ok("undo")
    rows = log_page(table.referee.game, words).rows
    assert [(row.entry, row.turn) for row in rows] == [
        (6, None), (5, None), (4, None), (3, None), (2, 1), (1, None)
    ]  # fmt: skip
    claim = rows[4]
    assert (claim.points, [row.points for row in rows if row is not claim]) == ("+4", [""] * 5)
    assert "+4" not in claim.sentence
    table.ok("void", entry=2)
    voided = log_page(table.referee.game, words).rows[5]
    assert (voided.sentence, voided.points) == ("Anna passes", "")
    assert voided.flags.startswith("entered as: Anna claims Ngaoundéré - Bangui")


RULED = {
    "do": "claim",
    "route": "bloemfontein--cape-town",
    "double": {"terrain": 1, "locomotives": 0},
    "overrule": "agreed",
}


def test_a_claim_amended_to_what_the_rules_allow_is_no_table_ruling_any_more(
    table: Table, words: DeskWords
):
    table.new(2, terrain="jungle")
    table.ok(**RULED)
    (ruled, _new) = log_page(table.referee.game, words).rows
    assert ruled.mark == "ruled"
    table.ok("amend", entry=2, **{"with": {"do": "claim", "route": RULED["route"]}})
    claim = log_page(table.referee.game, words).rows[1]
    assert claim.mark == "corrected"
    assert "table ruling" not in claim.sentence


def test_a_ruled_claim_that_an_earlier_amendment_makes_legal_is_an_ordinary_one(
    table: Table, words: DeskWords
):
    table.new(2, terrain="jungle")
    table.ok("draw", cards=["train", "train"])
    table.ok("pass")
    table.ok(**RULED)
    table.ok("amend", entry=2, **{"with": {"do": "draw", "cards": ["desert", "train"]}})
    claim = log_page(table.referee.game, words).rows[1]
    assert (claim.mark, "table ruling" in claim.sentence) == ("", False)
    assert claim.flags.endswith("(table ruling: agreed)")  # as it was entered
    view = entry_view(table.referee.game, words, 4)
    assert "table ruling" not in view.sentence
    assert "table ruling" in view.entered


def test_tickets_that_no_longer_fit_their_number_are_still_to_settle(
    table: Table, words: DeskWords
):
    table.new(2, tickets=2)
    table.ok("finish")
    ticket = {"from": "durban", "to": "luanda", "points": 9}
    table.ok("reveal", player="Anna", tickets=[ticket, {**ticket, "to": "beira"}])
    table.ok("adjust", player="Anna", tickets=3, why="counted")
    (row,) = log_page(table.referee.game, words, only_unsettled=True).rows
    assert (row.entry, row.mark, row.conflicts) == (3, "conflict", False)


def test_a_forgotten_claim_has_its_points_once(table: Table, words: DeskWords):
    table.new(2)
    table.ok("pass")
    play = {"do": "claim", "route": "ngaoundere--bangui"}
    table.ok("insert", after=2, player="Ben", **{"with": play})
    added = log_page(table.referee.game, words).rows[0]
    assert added.points == "+4"
    assert added.sentence.startswith("Missed turn added after entry 2: Ben claims Ngaoundéré")
    assert "+4" not in added.sentence


def test_a_long_log_comes_in_pages(table: Table, words: DeskWords):
    table.new(2)
    table.passes(ENTRIES_A_PAGE)
    page = log_page(table.referee.game, words, 1)
    assert [row.entry for row in page.rows] == [1]
    assert page.newer
    assert not page.older


def test_the_menu_knows_what_can_be_done(table: Table, words: DeskWords):
    assert not menu_view(table.referee, words).playing
    table.new(2)
    view = menu_view(table.referee, words)
    assert (view.title, view.passes, view.color) == ("Anna's turn", "Anna passes", "blue")
    assert view.playing
    assert not view.can_redo
    table.ok("pass")
    table.ok("undo")
    assert menu_view(table.referee, words).can_redo
    table.ok("finish")
    view = menu_view(table.referee, words)
    assert (view.title, view.playing, view.can_redo) == ("Tickets", False, False)


def test_every_setting_has_a_row_and_every_value_a_choice(words: DeskWords):
    rows = {row.name: row for row in setting_rows(Settings(), words)}
    elsewhere = {"forgotten", "seen"}  # on the players' screen, and on that of news
    assert set(rows) == {field.name for field in fields(Settings)} - elsewhere
    for name, values in CHOICES.items():
        assert [choice.value for choice in rows[name].choices] == list(values)
        for value in values:
            (row,) = (
                row
                for row in setting_rows(replace(Settings(), **{name: value}), words)
                if row.name == name
            )
            assert [choice.value for choice in row.choices if choice.chosen] == [value]
    for row in rows.values():
        assert row.title
        assert row.note
        words_shown = [choice.word for choice in row.choices]
        assert all(words_shown)
        assert len(set(words_shown)) == len(words_shown)


def test_languages_go_by_their_own_names(words: DeskWords):
    rows = {row.name: row for row in setting_rows(Settings(), words)}
    assert rows["language"].choices[0].word == "English"
    assert "Русский" in [choice.word for choice in rows["keyboard"].choices]


# --- what was undone ---


def undone_twice(table: Table) -> None:
    table.new(2)  # 1
    table.ok("draw", cards=["train", "train"])  # 2
    for command in ("pass", "pass", "undo", "undo"):  # 3-6
        table.ok(command)
    table.ok("draw", cards=["jungle", "train"])  # 7
    for command in ("undo", "pass"):  # 8, 9
        table.ok(command)


def test_what_was_undone_is_folded_to_one_row(table: Table, words: DeskWords):
    undone_twice(table)
    rows = log_page(table.referee.game, words, opened=()).rows
    assert [(row.entry, row.span) for row in rows] == [(9, None), (8, (3, 8)), (2, None), (1, None)]
    assert rows[1].sentence == "3 entries undone"


def test_one_undone_entry_is_still_told(table: Table, words: DeskWords):
    table.new(2)
    for command in ("pass", "undo"):
        table.ok(command)
    fold, _new = log_page(table.referee.game, words, opened=()).rows
    assert (fold.sentence, fold.undone, fold.span) == ("Undone: Anna passes", True, (2, 3))


def test_what_is_unfolded_stands_below_its_row(table: Table, words: DeskWords):
    undone_twice(table)
    page = log_page(table.referee.game, words, opened={8})
    assert [row.entry for row in page.rows] == [9, 8, 8, 7, 6, 5, 4, 3, 2, 1]
    assert (page.total, page.older) == (4, False)


def test_folded_rows_fill_a_page_like_others(table: Table, words: DeskWords):
    table.new(2)
    for _ in range(ENTRIES_A_PAGE):
        for command in ("pass", "undo", "pass"):
            table.ok(command)
    first, *_, last = (log_page(table.referee.game, words, n, opened=()) for n in range(3))
    assert len(first.rows) == ENTRIES_A_PAGE
    assert (first.older, last.older, [row.entry for row in last.rows]) == (True, False, [1])
