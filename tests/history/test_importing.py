"""Games come in from a file whole or not at all, once, under the players who are known."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from evenings import Group, person
from json_changes import MISSING, changed, places
from recount import Recount
from test_statistics import check

from companion.exports.formats.game_json import (
    InvalidGamesFileError,
    _chained,
    _read_entry,
    read_games,
    to_filed_game,
    write_games,
)
from companion.history import History
from companion.journal import Journal, LogUnavailableError, schema, store
from companion.journal.errors import LogDamagedError


@pytest.fixture
def other(folder: Path) -> Iterator[Group]:
    """Another group, with a machine of its own."""
    (folder / "other").mkdir()
    group = Group(folder / "other" / "games.db", seed=7)
    yield group
    group.close()


def exported(group: Group) -> str:
    stored = [
        group.journal.load_readonly(line.uuid, group.referee.board)
        for line in group.journal.games()
    ]
    return write_games(to_filed_game(game) for game in stored if game is not None)


CACHE = ('INSERT INTO "results"', 'INSERT INTO "scores"')


def content(file: Path) -> list[str]:
    """All that is in it, but for what can be rebuilt."""
    with closing(sqlite3.connect(file)) as db:
        return [line for line in db.iterdump() if not line.startswith(CACHE)]


def test_a_whole_file_comes_in_as_it_was(group: Group, other: Group):
    for _ in range(8):
        other.random_game()
    done = group.history.import_games(exported(other))
    assert len(done.new) == 8
    assert (done.known, done.different, done.taken_back) == ((), (), ())
    assert exported(group) == exported(other)
    assert group.journal.faulty() == []
    check(group.history, Recount(other.journal))
    group.close()
    group.open()  # some game is on the table
    assert group.referee.has_game
    assert not group.journal.reports


def test_the_same_file_again_changes_nothing(group: Group, other: Group):
    games = [other.play(), other.play()]
    text = exported(other)
    group.history.import_games(text)
    before = content(group.file)
    done = group.history.import_games(text)
    assert (done.new, sorted(done.known)) == ((), sorted(games))
    assert content(group.file) == before
    other.play()
    done = group.history.import_games(exported(other))
    assert (len(done.new), len(done.known)) == (1, 2)


def test_our_own_export_is_known_here(group: Group):
    group.play()
    before = content(group.file)
    done = group.history.import_games(exported(group))
    assert len(done.known) == 1
    assert content(group.file) == before


def test_a_game_that_went_on_otherwise_is_kept_as_ours(group: Group, other: Group):
    game = other.sit_down(("Anna", "Ben"))
    group.history.import_games(exported(other))
    other._take_turns(3)
    before = content(group.file)
    assert group.history.import_games(exported(other)).different == (game,)
    assert content(group.file) == before


def test_a_deleted_game_is_taken_back_by_its_import(group: Group):
    game = group.play()
    group.play()
    file = group.history.delete(game)
    assert group.history.import_games(file.read_text("utf-8")).taken_back == (game,)
    assert group.history.count() == 2
    assert group.history.deleted() == ()
    check(group.history, Recount(group.journal))


def test_players_are_known_by_id_then_by_name(group: Group, other: Group):
    group.play(("ANNA", "Ben"))
    other.play(("Anna", "Zoe"))
    other.play(("Anna", "Cleo"))
    group.history.import_games(exported(other))
    assert group.history.player(person(group, "Anna")).games == 3
    assert {row.person.name for row in group.history.players()} == {"ANNA", "Ben", "Zoe", "Cleo"}
    (merged,) = group.history.merged()
    assert (merged.name, merged.into.name) == ("Anna", "ANNA")
    # Renamed here and played there again: known by id.
    group.history.rename(person(group, "Zoe"), "Zoë")
    other.play(("Zoe", "Cleo"))
    group.history.import_games(exported(other))
    assert group.history.player(person(group, "Zoë")).games == 2
    # It was another Anna after all.
    group.history.unmerge(merged.player)
    assert group.history.player(merged.player).games == 2
    # And a new game of Anna is that of the one who is meant by the name.
    group.history.merge(merged.player, person(group, "ANNA"))
    group.close()
    group.open()
    group.play(("ANNA", "Ben"))
    assert group.history.player(person(group, "ANNA")).games == 4


def test_a_name_means_the_player_others_were_merged_into(group: Group, other: Group):
    for number in range(5):  # ids are random: one of two orders would pass by luck
        group.play((f"Anna {number}", "Ben"))
        other.play((f"anna {number}", "Cleo"))
    group.history.import_games(exported(other))
    anna = [person(group, f"Anna {number}") for number in range(5)]
    group.close()
    group.open()
    for number in range(5):
        group.play((f"ANNA {number}", "Ben"))
    assert [group.history.person(f"anna {number}").id for number in range(5)] == anna
    assert [group.history.player(player).games for player in anna] == [3] * 5


def test_two_of_one_table_are_never_made_one(group: Group, other: Group):
    """They differ in capitals only: no program of ours lets them, but a file may have them."""
    other.play(("Anna", "Ben"))
    content = json.loads(exported(other).replace('"Ben"', '"aNNA"'))
    rechain(content)
    group.play(("Anna", "Zoe"))
    group.history.import_games(json.dumps(content))
    assert len(group.history.players()) == 3
    assert group.journal.faulty() == []


def rechain(content: dict[str, Any]) -> None:
    """What a forger does who knows how."""
    for game in content["games"]:
        ids, names = ([row[key] for row in game["players"]] for key in ("id", "name"))
        game["hash"] = _chained(ids, names, [_read_entry(row) for row in game["entries"]])


# --- what is wrong is refused as a whole ---

VALUES = [MISSING, None, -1, 10**30, 2**63, "x", "", "\ud800", [], {}, True, 1.5, ["x"], {"a": 1}]


@pytest.mark.parametrize("chained", [False, True], ids=["as it is", "with the hash put right"])
def test_malformed_files_in_the_hundreds_leave_everything_as_it_was(
    group: Group, other: Group, chained: bool
):
    """Refused, or imported to games that are sound and can be counted; never anything between."""
    group.play(("Anna", "Zoe"))
    group.history.catch_up()
    for _ in range(2):
        other.random_game(turns=8)
    good = json.loads(exported(other))
    dice = random.Random(chained)
    where = [p for p in places(good) if p[0] != "boards" or dice.random() < 0.005]
    before = content(group.file)
    refused = 0
    for path in dice.sample(where, 400):
        bad = changed(good, path, dice.choice(VALUES))
        if chained:
            try:
                rechain(bad)
            except Exception:
                continue
        try:
            group.history.import_games(json.dumps(bad))
        except InvalidGamesFileError:
            refused += 1
            assert content(group.file) == before
        else:
            assert group.journal.faulty() == []
            group.history.catch_up()
            group.history.records()
            group = start_again(group, before)
    assert refused > (15 if chained else 300)
    assert not group.journal.reports


def start_again(group: Group, before: list[str]) -> Group:
    """The file as it was before a change that was let in."""
    group.close()
    for end in ("", "-wal", "-shm"):
        Path(f"{group.file}{end}").unlink(missing_ok=True)
    with closing(sqlite3.connect(group.file)) as db:
        db.execute("PRAGMA page_size = 4096")
        db.executescript("\n".join(before))
        db.execute(f"PRAGMA user_version = {schema.VERSION}")
    group.open()
    assert content(group.file) == before
    return group


def test_an_id_that_leads_elsewhere_is_refused(group: Group, other: Group):
    other.play()
    good = exported(other)
    game = json.loads(good)["games"][0]
    for identity in (game["game"], game["players"][0]["id"]):
        for bad in ("../../../tmp/x", str(uuid4()).upper(), "x" * 300, ""):
            content = json.loads(good.replace(identity, bad))
            rechain(content)
            with pytest.raises(InvalidGamesFileError):
                group.history.import_games(json.dumps(content))
    assert group.history.count() == 0


def test_one_bad_game_keeps_the_good_ones_out(group: Group, other: Group):
    other.play()
    other.play()
    content = json.loads(exported(other))
    content["games"][1]["entries"][3]["turn"] += 1
    with pytest.raises(InvalidGamesFileError, match="game 2"):
        group.history.import_games(json.dumps(content))
    assert group.history.count() == 0


def test_a_disk_that_refuses_leaves_nothing_half_done(
    group: Group, other: Group, monkeypatch: pytest.MonkeyPatch
):
    group.play()
    for _ in range(3):
        other.play()
    text, before = exported(other), content(group.file)
    append = store._append
    for after in (0, 1, 20, 40):
        count = iter(range(10**6))

        def failing(*arguments: Any, after: int = after, count: Any = count) -> None:
            if next(count) == after:
                raise OSError(28, "No space left on device")
            append(*arguments)

        monkeypatch.setattr(store, "_append", failing)
        with pytest.raises(LogUnavailableError):
            group.history.import_games(text)
        assert content(group.file) == before
    monkeypatch.undo()
    assert len(group.history.import_games(text).new) == 3


def test_a_view_takes_nothing_in(group: Group, other: Group):
    other.play()
    group.play()
    view = Journal.view(group.file)
    with pytest.raises((LogUnavailableError, LogDamagedError)):
        History(view).import_games(exported(other))
    view.close()


def test_what_was_imported_can_be_exported_and_imported_elsewhere(
    group: Group, other: Group, folder: Path
):
    group.play(("Anna", "Ben"))
    other.play(("anna", "Cleo"))
    group.history.import_games(exported(other))
    (folder / "third").mkdir()
    third = Group(folder / "third" / "games.db")
    third.history.import_games(exported(group))
    assert {record.hash for record in read_games(exported(third))} == {
        record.hash for record in read_games(exported(group))
    }
    assert third.history.player(person(third, "Anna")).games == 2
    third.close()
