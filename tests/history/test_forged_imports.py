"""A file that somebody has put together knowing how: refused, or a game that can be shown."""

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
from counts import count
from evenings import Group
from json_changes import MISSING, changed, places
from shown import show_everything
from test_importing import content, exported, rechain, start_again

from companion.exports.formats import game_json
from companion.exports.formats.game_json import InvalidGamesFileError
from companion.game.board.board import standard_board
from companion.game.commands import Adjust
from companion.game.rulebook import POINTS
from companion.history import importing
from companion.journal.reader import board_of

FORGERIES = count("FORGERIES", 150, 1650)


@pytest.fixture
def other(folder: Path) -> Iterator[Group]:
    """Another group, whose games are forged."""
    (folder / "other").mkdir()
    group = Group(folder / "other" / "games.db", seed=11)
    yield group
    group.close()


def good_file(other: Group) -> Any:
    """A finished game of three, and one that goes on."""
    other.play(("Anna", "Ben", "Cleo"), turns=9)
    other.sit_down(("Zoe", "Ben"))
    other._take_turns(4)
    return json.loads(exported(other))


NUMBERS = (-1, 0, 1, 2, 7, 99, 100, 10**6 + 1, 2**31, 2**63, 10**30)
TEXTS = ("", "x", "\ud800", "R99", "desert", "nowhere", "not a time", "9999-12-31T23:59:59-14:00")


def another(dice: random.Random, value: Any, good: Any) -> Any:
    """Something else, most often of the same kind: what nobody looks at is let in."""
    if dice.random() < 0.25:
        return dice.choice([MISSING, None, True, 1.5, [], {}, "x", 3, ["x"], {"a": 1}])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return dice.choice((value + 1, value - 1, *NUMBERS))
    if isinstance(value, str):
        players = [row["id"] for game in good["games"] for row in game["players"]]
        return dice.choice((*TEXTS, *standard_board().places, *players, str(uuid4())))
    if isinstance(value, list):
        return dice.choice((value * 2, value[::-1], value[:-1], []))
    return dice.choice((None, {}, MISSING))


def at(content: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        content = content[key]
    return content


def test_a_forged_file_is_refused_or_can_be_shown_everywhere(group: Group, other: Group):
    good = good_file(other)
    group.play(("Anna", "Zoe"), turns=5)
    group.history.catch_up()
    before = content(group.file)
    dice = random.Random(3)
    where = [path for path in places(good) if path[0] != "boards" or dice.random() < 0.02]
    let_in = 0
    for _ in range(FORGERIES):
        path = dice.choice(where)
        bad = changed(good, path, another(dice, at(good, path), good))
        try:
            rechain(bad)
        except Exception:
            continue
        try:
            done = group.history.import_games(json.dumps(bad))
        except InvalidGamesFileError:
            continue
        let_in += 1
        for game in done.new:  # and on the table, where the kiosk starts with it
            group.resume(game)
            group.close()
            group.open()
            assert group.referee.has_game, path
            looked_at = show_everything(group.history, group.referee, group.file.parent)
            assert len(looked_at) == 1 + len(done.new), path
        group = start_again(group, before)
    assert let_in > FORGERIES // 20
    assert not group.journal.reports


# --- each of these stopped the start, or all exports ---


def forge(good: Any, path: tuple[Any, ...], value: Any) -> str:
    bad = changed(good, path, value)
    rechain(bad)
    return json.dumps(bad)


def find(good: Any, event: str) -> tuple[Any, ...]:
    """The place of the first event of a kind."""
    for path in places(good):
        if path[-1] == "event" and at(good, path) == event:
            return path[:-1]
    raise AssertionError(event)


def forgeries(good: Any) -> dict[str, str]:
    first = ("games", 0, "entries", 0)
    starters = (*first, "did", "started", "starters")
    anna = at(good, ("games", 0, "players", 0, "id"))
    twice = changed(good, ("games", 0, "players", 1, "id"), anna)
    claim, ticket = find(good, "RouteClaimed"), (*find(good, "TicketsRevealed"), "tickets", 0)
    return {
        "a seat that does not exist": forge(good, ("games", 0, "entries", 1, "seat"), 7),
        "one player on two seats": forge(twice, (*starters, 1, "player"), anna),
        "a time that is none": forge(good, ("games", 0, "entries", -1, "at"), "yesterday"),
        "a place that is none": forge(good, (*ticket, "start"), "nowhere"),
        "points out of bounds": forge(good, (*claim, "points"), 10**15),
        "a route that is none": forge(good, (*claim, "route"), "nowhere"),
        "a rule that is none": forge(good, ("games", 0, "entries", 1, "rule"), "R99"),
        "another verb": forge(good, ("games", 0, "entries", 1, "request"), {"do": "state"}),
    }


def test_what_no_game_can_hold_is_refused(group: Group, other: Group):
    for text in forgeries(good_file(other)).values():
        with pytest.raises(InvalidGamesFileError):
            group.history.import_games(text)
    assert group.history.count() == 0


def scored(good: Any, player: int, source: str, more: int) -> str:
    card = (*find(good, "GameScored"), "cards", player, source)
    return forge(good, card, at(good, card) + more)


def consistent(good: Any, claim: tuple[Any, ...], more: int) -> str:
    """A claim that scores more, and the result with it."""
    bad = changed(good, (*claim, "points"), at(good, (*claim, "points")) + more)
    seat = at(good, (*claim, "seat"))
    card = (*find(good, "GameScored"), "cards", seat, "routes")
    return forge(bad, card, at(good, card) + more)


def test_a_result_that_does_not_follow_from_the_entries_is_refused(group: Group, other: Group):
    good = good_file(other)
    claim, ticket = find(good, "RouteClaimed"), (*find(good, "TicketsRevealed"), "tickets", 0)
    length = 6 if at(good, (*claim, "length")) < 6 else 1
    longer = changed(good, (*claim, "length"), length)
    more = POINTS[length] - at(good, (*claim, "points"))
    done = changed(good, (*ticket, "completed"), not at(good, (*ticket, "completed")))
    forged = {
        **{
            f"more for {source}": scored(good, 1, source, 1)
            for source in ("routes", "doubling", "tickets", "adjustments", "completed")
        },
        "globetrotter": scored(good, 0, "globetrotter", 10),
        "points": consistent(good, claim, 1),
        "a longer route": consistent(longer, claim, more),
        "a ticket": forge(done, ("games", 0, "entries", 0, "played_ms"), 0),
    }
    for what, text in forged.items():
        with pytest.raises(InvalidGamesFileError):
            print(what, group.history.import_games(text))
    assert group.history.count() == 0
    rechain(good)
    assert len(group.history.import_games(json.dumps(good)).new) == 2


ORDERS = ("\x1b@", "\x07", "one\ntwo", "\u202eover", "\u2028", "\x9b2J")


@pytest.mark.parametrize("text", [*ORDERS, "x" * 501], ids=lambda text: ascii(text)[:12])
def test_imported_reasons_are_spelled_as_typed_ones(group: Group, other: Group, text: str):
    other.sit_down(("Zoe", "Ben"))
    other.referee.submit(Adjust(why="we agreed", player="Zoe", score=3))
    good = json.loads(exported(other))
    with pytest.raises(InvalidGamesFileError):
        group.history.import_games(forge(good, ("games", 0, "entries", 1, "request", "why"), text))
    assert group.history.import_games(json.dumps(good)).new


@pytest.mark.parametrize("text", [*ORDERS, "", "x" * 201], ids=lambda text: ascii(text)[:12])
def test_imported_places_are_spelled_as_names(group: Group, other: Group, text: str):
    good = good_file(other)
    old, board = good["boards"].popitem()
    board["locations"][0]["name"] = text
    try:
        new = board_of(json.dumps(board)).fingerprint
    except ValueError:
        return  # a board without it is none at all
    forged = json.loads(json.dumps({**good, "boards": {old: board}}).replace(old, new))
    rechain(forged)
    with pytest.raises(InvalidGamesFileError, match="place"):
        group.history.import_games(json.dumps(forged))


def test_half_a_character_is_refused_wherever_it_stands(group: Group, other: Group):
    good = good_file(other)
    bad = json.loads(json.dumps(good).replace("Anna", r"\ud800"))
    rechain(bad)
    with pytest.raises(InvalidGamesFileError):
        group.history.import_games(json.dumps(bad))
    (board,) = good["boards"].values()
    board["locations"][0]["name"] = "\ud800"
    good["boards"] = {board_of(json.dumps(board)).fingerprint: board}
    with pytest.raises(InvalidGamesFileError, match="surrogate"):
        group.history.import_games(json.dumps(good))


def test_a_stored_game_that_cannot_be_shown_hurts_only_itself(
    group: Group, other: Group, monkeypatch: pytest.MonkeyPatch
):
    """An older program has let it in: the start, other games, statistics and exports go on."""
    mine = group.play(("Anna", "Zoe"), turns=5)
    forged = forgeries(good_file(other))
    monkeypatch.setattr(game_json, "_check", lambda record: None)
    monkeypatch.setattr(importing, "_checked", lambda number, record: list(importing._rows(record)))
    before = content(group.file)
    for what, text in forged.items():
        done = group.history.import_games(text)
        damaged = done.new[0]
        with closing(sqlite3.connect(group.file)) as db, db:
            db.execute("UPDATE desk SET game = ?", [damaged])
        group.close()
        group.open()
        looked_at = show_everything(group.history, group.referee, group.file.parent)
        assert mine in looked_at, what
        assert group.history.player(anna(group)).games >= 1, what
        group = start_again(group, before)


def anna(group: Group) -> str:
    found = group.history.person("Anna")
    assert found is not None
    return found.id
