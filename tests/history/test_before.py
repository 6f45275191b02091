"""Files as the version before the rooms wrote them: today's says of them what that one said.

before/ holds a file of games, settings and a wiring, and in said.json what that version answered:
six games with all that goes wrong in them, one of them deleted, one on the table. (The rooms came
with commit 3561e6d; d79afad wrote these. What is told in other words since is as it was told later:
sentences in plainer English, and whose a record is: all who tie.)
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.game.board.board import Route
from companion.history import History
from companion.journal import Journal
from companion.protocol import Conversation
from companion.referee import Referee

BEFORE = Path(__file__).with_name("before")
EXPORTED = ("csv", "json", "bgstats")


@pytest.fixture(scope="module")
def before() -> Any:
    return json.loads((BEFORE / "said.json").read_text("utf-8"))


@pytest.fixture
def games(folder: Path) -> Path:
    shutil.copytree(BEFORE, folder / "before")
    return folder / "before" / "games.db"


def test_every_game_is_as_it_was(games: Path, before: Any):
    assert plain(referee_says(games)) == before["referee"]


def test_everything_remembered_is_as_it_was(games: Path, before: Any):
    assert of_then(history_says(games), before["history"]) == before["history"]


def test_statistics_counted_anew_are_as_they_were(games: Path, before: Any):
    with closing(Journal.open(games)) as journal:
        History(journal).rebuild()
    assert of_then(history_says(games), before["history"]) == before["history"]


def test_commands_print_what_they_printed(
    games: Path, before: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    found = {}
    for command in before["commands"]:
        verb, *more = command.split()
        assert main([verb, "--db", str(games), *more]) == 0
        found[command] = capsys.readouterr().out
    assert found == before["commands"]


def test_exports_are_to_the_byte_as_they_were(
    games: Path, folder: Path, before: Any, capsys: pytest.CaptureFixture[str]
):
    for kind in EXPORTED:
        main(["export", "--all", "--as", kind, "--to", str(folder), "--db", str(games)])
    assert fingerprints(folder) == before["exports"]


def test_settings_are_as_they_were(games: Path, before: Any):
    from kiosk.settings.file import load

    settings = asdict(load(games.with_name("settings.json")))
    assert of_then(settings, before["settings"]) == before["settings"]


def test_the_wiring_is_as_it_was(games: Path, before: Any):
    from hardware.wiring.file import load

    reading = load(games.with_name("wiring.toml"))
    assert not reading.problems
    assert of_then(asdict(reading.wiring), before["wiring"]) == before["wiring"]


# --- what a version says ---


def of_then(now: Any, then: Any) -> Any:
    """What was known then: a statistic or a setting that came later is nothing to compare."""
    now = plain(now)
    if isinstance(now, dict) and isinstance(then, dict):
        return {name: of_then(now[name], then[name]) for name in now if name in then}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [of_then(one, other) for one, other in zip(now, then, strict=True)]
    return now


def plain(said: Any) -> Any:
    """As JSON has it."""
    return json.loads(json.dumps(said, default=str))


def referee_says(file: Path) -> list[Any]:
    """The answers to every question, of the game on the table and of each one put on it."""
    with closing(Journal.open(file)) as journal:
        talk = Conversation(Referee(journal))
        table = [talk.answer(line) for line in questions()]
        games = talk.answer('{"do": "games"}')
        uuids = [line["game"] for line in games["games"]]
        resumed = [json.dumps({"do": "resume", "game": uuid}) for uuid in uuids]
        answers = [[talk.answer(line) for line in (one, *questions())] for one in resumed]
    return [table, games, answers]


def questions() -> Iterator[str]:
    for verb in ("state", "log", "result", "rights"):
        yield json.dumps({"do": verb})


def history_says(file: Path) -> dict[str, Any]:
    """Games, players, records, who counts as whom, what is deleted, and the ticket book."""
    with closing(Journal.open(file)) as journal:
        history = History(journal)
        players = history.players()
        return {
            "games": asdict_all(history.games(most=50).games),
            "players": asdict_all(players),
            "pages": asdict_all([history.player(row.person.id) for row in players]),
            "records": asdict(history.records()),
            "merged": asdict_all(history.merged()),
            "names": history.latest_names(),
            "deleted": [(one.uuid, one.started, one.names, one.since) for one in history.deleted()],
            "book": asdict_all(journal.tickets().notes),
            "corrections": asdict_all(corrected_routes(journal)),
            "reports": len(journal.reports),
            "faulty": journal.faulty(),
        }


def corrected_routes(journal: Journal) -> list[Route]:
    """The routes of a new game's board that are printed otherwise, as version 4 kept them."""
    routes = Referee(journal).board.routes
    found = {correction.route: routes[correction.route] for correction in journal.corrections()}
    return list(found.values())


def fingerprints(folder: Path) -> dict[str, str]:
    """The documents in a folder, by name."""
    files = folder.glob("heart-of-africa-*")
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def asdict_all(rows: Any) -> list[Any]:
    return [asdict(row) for row in rows]
