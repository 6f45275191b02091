"""Looking back: past games, replay, players and records in their main states."""

import os
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from companion.game.rulebook import MAX_PLAYERS
from companion.history import Backups
from kiosk import screens
from tests.gallery.sample_game import EVENING, NAMES, Show, new_game, play, play_to_the_end

if TYPE_CHECKING:
    from kiosk.app import KioskApp

_OTHERS: Final = ("Zoë", "Anna", "Ben")


def _play(app: "KioskApp", players: int, names: tuple[str, ...] = NAMES) -> str:
    """A finished game; its id."""
    play_to_the_end(app, players, names)
    return app.referee.game.uuid


def _evenings(app: "KioskApp") -> str:
    """Some games, with an unfinished one on the table; the id of the largest."""
    _play(app, 3, _OTHERS)
    _play(app, 2)
    largest = _play(app, MAX_PLAYERS)
    app.referee.submit(new_game(4))
    return largest


def _games(app: "KioskApp") -> None:
    _evenings(app)
    app.go(screens.games)


def _all_games(app: "KioskApp") -> None:
    play_to_the_end(app, 2)
    for players in (3, 4, 5):
        app.referee.submit(new_game(players))
    app.go(screens.games)


def _some_deleted(app: "KioskApp") -> None:
    app.history.delete(_evenings(app))
    app.go(screens.games)


def _past_game(app: "KioskApp") -> None:
    app.go(screens.past_game, game=_evenings(app))


def _unfinished(app: "KioskApp") -> None:
    play(app, 4, 20)
    game = app.referee.game.uuid
    app.referee.submit(new_game(2))
    app.go(screens.past_game, game=game)


def _past_log(app: "KioskApp") -> None:
    _past_game(app)
    app.screen.show(screens.past_log)


def _replay(share: float, players: int = MAX_PLAYERS) -> Show:
    def show(app: "KioskApp") -> None:
        app.go(screens.past_game, game=_play(app, players))
        app.screen.show(screens.replay)
        app.screen.at = round(share * app.screen.last)

    return show


def _delete(app: "KioskApp") -> None:
    _past_game(app)
    app.screen.ask_to_delete()


def _not_deleted(app: "KioskApp") -> None:
    """The one on the table."""
    game = _play(app, 2)
    app.go(screens.past_game, game=game)
    app.screen.ask_to_delete()
    app.sheet.delete()


def _deleted(app: "KioskApp") -> None:
    game = _evenings(app)
    for one in app.history.games().games[1:]:
        app.history.delete(one.uuid)
    app.go(screens.deleted, just=game)


def _players(app: "KioskApp") -> None:
    _evenings(app)
    app.settings = replace(app.settings, forgotten=("Ben",))
    app.go(screens.players, back=app.home)


def _person(name: str) -> Show:
    def show(app: "KioskApp") -> None:
        _evenings(app)
        person = app.history.person(name)
        assert person is not None
        app.go(screens.person, player=person.id)

    return show


def _merged(name: str, other: str) -> Show:
    """Two players taken for one, where that can be."""

    def show(app: "KioskApp") -> None:
        _person(name)(app)
        found = app.history.person(other)
        assert found is not None
        app.screen.merge(found.id)

    return show


def _whom_to_merge(app: "KioskApp") -> None:
    _person("Maximiliane-Charlotte")(app)
    app.screen.ask_to_merge()


def _renamed(app: "KioskApp") -> None:
    _person("Anna")(app)
    app.screen.ask_name()


def _newcomer(app: "KioskApp") -> None:
    """Who has not finished a game yet."""
    app.referee.submit(new_game(2))
    person = app.history.person("Anna")
    assert person is not None
    app.go(screens.person, player=person.id)


def _records(app: "KioskApp") -> None:
    _evenings(app)
    app.go(screens.records)


def _backups(app: "KioskApp") -> None:
    _evenings(app)
    file, evening = app.referee.file, datetime.fromisoformat(EVENING)
    if file is not None:
        app.history.backups = Backups(file, today=lambda: evening.strftime("%Y%m%d"))
        for _ in range(3):
            os.utime(app.history.backups.make().file, (evening.timestamp(),) * 2)
    app.go(screens.backups)


SHOWN: Final = (
    ("games", _all_games),
    ("games-none", lambda app: app.go(screens.games)),
    ("past-games", _games),
    ("past-games-deleted", _some_deleted),
    ("past-game", _past_game),
    ("past-game-gone", lambda app: app.go(screens.past_game, game="gone")),
    ("past-game-unfinished", _unfinished),
    ("past-log", _past_log),
    ("replay-start", _replay(0)),
    ("replay", _replay(0.6)),
    ("replay-end", _replay(1, 2)),
    ("delete-game", _delete),
    ("delete-refused", _not_deleted),
    ("deleted-games", _deleted),
    ("past-players", _players),
    ("person", _person("Maximiliane-Charlotte")),
    ("person-newcomer", _newcomer),
    ("person-merged", _merged("Maximiliane-Charlotte", "Zoë")),
    ("person-not-merged", _merged("Anna", "Ben")),
    ("merge", _whom_to_merge),
    ("rename", _renamed),
    ("records", _records),
    ("records-none", lambda app: app.go(screens.records)),
    ("backups", _backups),
    ("backups-none", lambda app: app.go(screens.backups)),
)
