"""Statistics by SQL say what a plain recount says, over random files."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from evenings import NAMES, Group, person
from recount import Recount, Sat, margin

from companion.game.commands import Newcomer, NewGame
from companion.history import GameRecord, History, HistoryError, history
from companion.history.people import read_people
from companion.journal import Journal
from companion.journal.store import Execute
from companion.referee import Referee

GAMES = 25


@pytest.fixture(params=range(6))
def played(request: pytest.FixtureRequest, folder: Path) -> Any:
    group = Group(folder / "games.db", seed=request.param)
    games = [group.random_game() for _ in range(GAMES)]
    for game in group.dice.sample(games, 4):  # some go on, or are changed again, later
        group.resume(game)
        if group.dice.random() < 0.5:
            group.end()
        group._meddle()
    yield group
    group.close()


def check(history: History, plain: Recount) -> None:
    history.catch_up()
    check_list(history, plain)
    rows = {row.person.name: row for row in history.players()}
    for name in plain.everyone():
        page = history.player(rows[name].person.id)
        expected = plain.player(name)
        assert {field: getattr(page, field) for field in expected} == expected
        assert (page.average and asdict(page.average)) == plain.averages(name)
        best = plain.best(name)
        assert (page.best and (page.best.total, page.best.game)) == best
        assert {
            one.other.name: (one.games, one.ahead, one.behind, one.wins, one.losses)
            for one in page.head_to_head
        } == plain.against(name)
        row = rows[name]
        assert (row.games, row.wins) == (expected["games"], expected["wins"])
        assert row.best == (best[0] if best else None)
    check_records(history, plain)


def check_list(history: History, plain: Recount) -> None:
    seen = []
    page = history.games(most=4)
    seen += page.games
    while page.older:
        page = history.games(after=page.older, most=4)
        seen += page.games
    expected = sorted(plain.games, key=lambda game: (game.started, game.number), reverse=True)
    assert [line.uuid for line in seen] == [game.uuid for game in expected]
    assert history.count() == len(expected)
    for line, game in zip(seen, expected, strict=True):
        assert tuple(seated.person.name for seated in line.players) == game.names
        assert (line.phase == "over") == game.finished
        winners = [sat.who for sat in game.seats if sat.won]
        assert [one.name for one in line.winners] == winners
        if game.finished:
            totals = [(sat.card.total, sat.place) for sat in game.seats]
            assert [(seated.total, seated.place) for seated in line.players] == totals


def shown(record: GameRecord | None) -> tuple[int, tuple[str, ...], str] | None:
    return record and (record.value, tuple(one.name for one in record.people), record.game)


def best_claim(sat: Sat) -> int:
    return max((claim.points + claim.doubling for claim in sat.claims), default=0)


def check_records(history: History, plain: Recount) -> None:
    records = history.records()
    assert shown(records.highest_score) == plain.best_seat(lambda sat: sat.card.total)
    assert shown(records.most_doubling) == plain.best_seat(lambda sat: sat.card.doubling)
    assert shown(records.most_tickets) == plain.best_seat(lambda sat: sat.card.completed)
    assert shown(records.best_claim) == plain.best_seat(best_claim)
    assert shown(records.shortest_game) == plain.best_game(lambda game: game.minutes, by_all=True)
    value, who, uuid = plain.best_game(lambda game: -game.minutes, by_all=True) or (0, (), "")
    assert shown(records.longest_game) == (-value, who, uuid)
    value, who, uuid = plain.best_game(lambda game: -margin(game)) or (0, (), "")
    assert shown(records.biggest_win) == (-value, who, uuid)
    wins = {name: plain.player(name)["wins"] for name in plain.everyone()}
    most = max(wins.values())
    assert records.most_wins is not None
    assert records.most_wins.value == most
    assert {one.name for one in records.most_wins.people} == {n for n in wins if wins[n] == most}


def test_statistics_are_those_of_a_plain_recount(played: Group):
    check(played.history, Recount(played.journal))
    assert played.history.pending == 0
    assert Recount(played.journal).finished


def test_summaries_can_be_dropped_and_rebuilt_from_the_log(played: Group):
    played.history.catch_up()
    before = summaries(played)
    assert len(before) > GAMES
    for forget in (drop, spoil):
        forget(played)
        assert summaries(played) != before
        assert played.history.rebuild() == GAMES
        assert summaries(played) == before


def summaries(group: Group) -> list[Any]:
    select = group.journal.select
    return [*select("SELECT * FROM results"), *select("SELECT * FROM scores")]


def drop(group: Group) -> None:
    group.journal.write([Execute("DELETE FROM scores", [()]), Execute("DELETE FROM results", [()])])


def spoil(group: Group) -> None:
    group.journal.write([Execute("UPDATE scores SET total = 999, winner = 1", [()])])


def test_a_stale_summary_is_known_by_its_hash(played: Group):
    """As when the program was killed between a game's entry and its summary."""
    played.history.catch_up()
    before = summaries(played)
    stale = "UPDATE results SET hash = 'another', minutes = -1 WHERE game % 2"
    played.journal.write([Execute(stale, [()])])
    played.close()
    played.open()
    assert played.history.pending == (GAMES + 1) // 2
    assert played.history.catch_up() == 0
    assert summaries(played) == before


def test_merged_players_count_as_one_and_can_be_taken_apart(played: Group):
    history, journal = played.history, played.journal
    alone = Recount(journal)
    who = {}
    pairs = [(a, b) for a in NAMES for b in NAMES if a != b]
    for one, other in pairs:
        try:
            history.merge(person(played, one), person(played, other))
        except (HistoryError, AssertionError):
            continue
        who[one] = other
        break
    else:  # everyone has met everyone: newcomers have not
        played.play(("Hans", "Ida"))
        alone = Recount(journal)
        history.merge(person(played, "Hans"), person(played, "Anna"))
        who["Hans"] = "Anna"
    check(history, Recount(journal, who=who))
    played.close()
    played.open()
    check(played.history, Recount(played.journal, who=who))
    (merged,) = played.history.merged()
    assert (merged.name, merged.into.name) == next(iter(who.items()))
    played.history.unmerge(merged.player)
    check(played.history, alone)
    assert played.history.merged() == ()


def test_hidden_games_count_nowhere_and_count_again_when_taken_back(played: Group):
    history, journal = played.history, played.journal
    whole = Recount(journal)
    games = [line.uuid for line in journal.games() if line.uuid != journal.on_table()]
    hidden = played.dice.sample(games, 6)
    for game in hidden:
        history.delete(game)
    check(history, Recount(journal))
    assert len(Recount(journal).games) == GAMES - 6
    assert not {line.uuid for line in journal.games()} & set(hidden)
    assert history.rebuild() == GAMES - 6
    check(history, Recount(journal))
    for game in hidden:
        history.take_back(game)
    check(history, whole)


def test_a_game_deleted_before_it_was_summarised_is_not_summarised_later(
    group: Group, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(history, "CATCH_UP_SECONDS", 0)
    games = [group.play() for _ in range(4)]
    group.history.delete(games[0])
    assert group.history.catch_up() == 0
    assert group.journal.select("SELECT COUNT(*) FROM results") == [(3,)]


def test_a_merge_of_a_merge_can_be_taken_back_in_any_order(group: Group):
    for names in (("Anna", "Zoe"), ("Ben", "Zoe"), ("Cleo", "Zoe")):
        group.play(names)
    anna, ben, cleo = (person(group, name) for name in ("Anna", "Ben", "Cleo"))
    group.history.merge(anna, ben)
    group.history.merge(ben, cleo)
    assert group.history.player(anna).games == 3
    assert group.history.player(anna).person.name == "Cleo"
    with pytest.raises(HistoryError, match="same_player"):
        group.history.merge(cleo, anna)
    group.history.unmerge(ben)
    assert [group.history.player(one).games for one in (anna, ben, cleo)] == [2, 2, 1]
    group.history.unmerge(anna)
    assert [group.history.player(one).games for one in (anna, ben, cleo)] == [1, 1, 1]
    with pytest.raises(HistoryError, match="not_merged"):
        group.history.unmerge(anna)


def test_those_who_have_met_cannot_be_one(group: Group):
    group.play(("Anna", "Ben"))
    group.play(("Cleo", "Ben"))
    group.history.merge(person(group, "Cleo"), person(group, "Anna"))
    with pytest.raises(HistoryError, match="played_together") as refused:
        group.history.merge(person(group, "Anna"), person(group, "Ben"))
    assert refused.value.facts["games"] == 2


def test_the_list_of_one_player(group: Group):
    games = [group.play(("Anna", "Ben")), group.play(("Ben", "Cleo")), group.play(("Cleo", "Anna"))]
    anna = person(group, "Anna")
    assert [line.uuid for line in group.history.games(player=anna).games] == [games[2], games[0]]
    assert group.history.count(player=anna) == 2
    first = group.history.games(player=anna, most=1)
    assert first.older is not None
    second = group.history.games(player=anna, most=1, after=first.older)
    assert [line.uuid for line in second.games] == [games[0]]
    assert second.older is None


def test_an_old_file_is_summarised_bit_by_bit_newest_first(group: Group):
    games = [group.play() for _ in range(8)]
    group.close()
    group.open()
    assert group.history.pending == 8
    assert group.history.catch_up(0) == 7
    done = group.journal.select("SELECT uuid FROM results JOIN games ON number = game")
    assert done == [(games[-1],)]


def test_a_page_shows_games_that_are_not_summarised_yet(group: Group, monkeypatch):
    monkeypatch.setattr(history, "CATCH_UP_SECONDS", 0)
    game = group.play()
    group.play()
    _, line = group.history.games().games
    assert (line.uuid, line.phase, line.winners) == (game, "over", ())
    assert [seated.person.name for seated in line.players] == ["Anna", "Ben"]
    assert [seated.total for seated in line.players] == [None, None]


def test_a_rename_is_for_all_games_and_the_one_on_the_table_goes_on(group: Group):
    group.play(("Anna", "Ben"))
    group.sit_down(("Anna", "Ben"))
    group.history.rename(person(group, "Anna"), "  Änne  Maria ")
    assert group.history.person("anna") is None
    assert {row.person.name for row in group.history.players()} == {"Änne Maria", "Ben"}
    group._take_turns(3)
    group.end()  # with the name it began with, as nobody told the referee
    assert group.journal.faulty() == []
    group.close()
    group.open()
    assert [seat.name for seat in group.referee.game.state.seats] == ["Änne Maria", "Ben"]
    assert group.history.player(person(group, "Änne Maria")).games == 2


def test_the_table_is_called_by_the_new_name_at_once(group: Group):
    group.sit_down(("Anna", "Ben"))
    group._take_turns(4)
    before = group.referee.game
    group.history.rename(person(group, "Anna"), "Änne")
    group.referee.refresh_player_names()
    game = group.referee.game
    assert [seat.name for seat in game.state.seats] == ["Änne", "Ben"]
    assert (game.seq, game.state.to_move) == (before.seq, before.state.to_move)
    assert [s.points for s in game.state.seats] == [s.points for s in before.state.seats]
    group._take_turns(2)
    group.end()
    assert group.journal.faulty() == []


def test_other_capitals_are_the_same_person_and_earlier_games_keep_theirs(group: Group):
    first = group.play(("Ben", "Anna"))
    group.play(("BEN", "Zoe"))
    group.close()
    group.open()
    group.resume(first)
    assert [seat.name for seat in group.referee.game.state.seats] == ["Ben", "Anna"]
    assert group.referee.game.entries[0].request["players"][0]["name"] == "Ben"
    assert group.history.player(person(group, "Ben")).games == 2
    assert [row.person.name for row in group.history.players()] == ["Ben", "Anna", "Zoe"]


def test_a_rename_is_for_other_capitals_too(group: Group):
    group.play(("Ben", "Anna"))
    group.sit_down(("BEN", "Zoe"))
    group.history.rename(person(group, "Ben"), "Benno")
    group.referee.refresh_player_names()
    assert [seat.name for seat in group.referee.game.state.seats] == ["Benno", "Zoe"]
    group.end()
    group.play(("Benno", "Zoe"))
    assert group.history.player(person(group, "Benno")).games == 3
    assert group.journal.faulty() == []


def test_a_name_must_be_one_and_free(group: Group):
    group.play(("Anna", "Ben"))
    anna = person(group, "Anna")
    for name, code in ((" ", "no_name"), ("a\x00", "no_name"), ("\ud800", "no_name")):
        with pytest.raises(HistoryError, match=code):
            group.history.rename(anna, name)
    with pytest.raises(HistoryError, match="name_too_long"):
        group.history.rename(anna, "x" * 41)
    with pytest.raises(HistoryError, match="name_taken") as taken:
        group.history.rename(anna, "bEN")
    assert taken.value.facts["player"] == person(group, "Ben")
    with pytest.raises(HistoryError, match="unknown_player"):
        group.history.rename("nobody", "Zoe")
    group.history.rename(anna, "ANNA")  # his own, spelled anew
    assert group.history.person("anna").name == "ANNA"


def test_without_a_file_everything_is_empty():
    history = History(Journal())
    assert history.games().games == ()
    assert history.players() == ()
    assert history.records().highest_score is None
    assert history.player("anyone").games == 0
    assert (history.count(), history.pending, history.deleted(), history.backups) == (
        0,
        0,
        (),
        None,
    )


def test_the_roster_of_the_view_is_that_of_the_merges(group: Group):
    group.play(("Anna", "Zoe"))
    group.play(("Ben", "Zoe"))
    group.history.merge(person(group, "Anna"), person(group, "Ben"))
    people = read_people(group.journal)
    (merge,) = group.journal.merges()
    assert people.of(merge.player).id == merge.into
    assert sorted(one.name for one in people.everyone()) == ["Ben", "Zoe"]


def test_names_are_offered_as_they_are_now_and_the_latest_first(group: Group):
    group.play(("Anna", "Zoe"))
    group.play(("Ben", "Zoe"))
    group.play(("Dan", "Cleo"))
    assert group.history.latest_names() == ("Dan", "Cleo", "Ben", "Zoe", "Anna")
    group.history.merge(person(group, "Anna"), person(group, "Ben"))
    group.history.rename(person(group, "Dan"), "Daniel")
    assert group.history.latest_names() == ("Daniel", "Cleo", "Ben", "Zoe")


def test_who_plays_without_a_file_is_offered_too():
    referee = Referee(Journal())
    referee.submit(
        NewGame((Newcomer("Anna", "red", "desert", 3), Newcomer("Ben", "blue", "desert", 3)))
    )
    assert History(referee.journal).latest_names() == ("Anna", "Ben")
