"""While seats hold tickets in secret, all that the kiosk shows and writes is searched for them."""

import logging
from collections.abc import Callable, Iterator
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest
from around import during, open_phones, until, visitor
from fingers import NAMES, SCREENS, Kiosk, seats
from secret_tickets import as_asked, gives_any_away

from companion.exports.documents import KINDS, documents, subject
from companion.folders import phones_file
from companion.game.commands import Adjust, Amend, ClaimRoute, DrawCards, Finish, Object
from companion.history.backups import Backups
from companion.words import translations
from kiosk import sheets
from kiosk.log.editor import amend
from tests.kiosk.devices.wired import Bench

SHEETS = {name: sheet for name, sheet in vars(sheets).items() if isfunction(sheet)}
NOT_YET = {"reveal", "final", "unreadable"}  # screens of another phase, or of no game
OF_THE_BOOK = {"book_ticket", "merge"}  # sheets about what was shown or played before
DRAWN = 3  # the entry of a draw
DISPLAYS = {"table": "serlcd-20x4", "log": "serlcd-16x2"}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    found = Bench(tmp_path, **DISPLAYS)
    yield found
    found.close()


@pytest.fixture
def kiosk(open_kiosk: Callable[..., Kiosk], bench: Bench, tmp_path: Path) -> Kiosk:
    """Five seats hold tickets, entered by their phones; then everyone has a turn."""
    file = tmp_path / "games.db"
    found = open_kiosk(file=file, wiring_file=tmp_path / "wiring.toml")
    found.referee.submit(seats(5, tickets=2))
    found.app.home()
    open_phones(found, file)
    found.app.opening.cancel()
    found.app.devices.open()
    game = found.referee.game.uuid
    for seat in range(5):
        phone = visitor(found, seat=seat)
        asked = {"game": game, "tickets": as_asked(seat)}
        assert during(found, lambda: phone.post("keep", asked))[0] == 200  # noqa: B023
    found.referee.submit(ClaimRoute(_free(found)))
    found.referee.submit(DrawCards(("train", "desert")))
    found.referee.submit(Object(2, by=NAMES[1]))
    found.frames()
    return found


def _free(kiosk: Kiosk) -> str:
    referee = kiosk.referee
    return next(route for route in referee.board.routes if not referee.worth(route).refusal)


def screens_in_play(kiosk: Kiosk) -> Iterator[str]:
    """Each screen that there is in the midst of a game, one after the other."""
    app, game = kiosk.app, kiosk.referee.game
    given: dict[str, dict[str, Any]] = {
        "past_game": {"game": game.uuid},
        "past_log": {"game": game, "back": app.home},
        "replay": {"game": game, "back": app.home},
        "person": {"player": NAMES[0]},
        "claim": {"city": "zomba"},
    }
    for name in sorted(set(SCREENS) - NOT_YET):
        app.go(SCREENS[name], **given.get(name, {}))
        kiosk.frames()
        assert app.screen_name == name
        yield name


def sheets_in_play(kiosk: Kiosk) -> Iterator[str]:
    """Each sheet likewise."""
    app, game = kiosk.app, kiosk.referee.game
    route = _free(kiosk)
    nothing = lambda *args: None  # noqa: E731
    asks = visitor(kiosk)
    during(kiosk, lambda: asks.post("sit", {"seat": 0}))
    app.close_sheet()
    number = app.phones.guests.asking[0].number
    app.go(SCREENS["past_game"], game=game.uuid)
    past = app.screen.view
    given: dict[str, list[dict[str, Any]]] = {
        "player": [{"number": seat} for seat in range(5)],
        "values": [{"number": seat} for seat in range(5)],
        "ruling": [{"route": route}],
        "route_card": [{"route": route}],
        "reason": [{"title": "Why?", "then": nothing}],
        "entry": [{"entry": entry} for entry in (2, DRAWN)],
        "objection": [{"entry": 2}],
        "phone_asks": [{"number": number, "seat": 0}],
        "ask_pin": [{"then": nothing}],
        "new_pin": [{"then": nothing}],
        "report": [{"title": "Damaged", "texts": ["One entry"]}],
        "delete_game": [{"game": game.uuid, "view": past}],
    }
    app.home()
    for name in sorted(set(SHEETS) - OF_THE_BOOK - {"consequences", "edit_turn"}):
        for one in given.get(name, [{}]):
            app.open_sheet(SHEETS[name], **one)
            kiosk.frames()
            assert app.sheet is not None, name
            yield name
            app.close_sheet()
    app.home()
    amend(app, DRAWN)
    kiosk.frames()
    yield "edit_turn"
    app.home()
    app.consider(Amend(DRAWN, DrawCards(("train", "train"))))
    kiosk.frames()
    yield "consequences"


def test_no_screen_and_no_sheet_shows_a_ticket(kiosk: Kiosk):
    looks = 0
    for walk in (screens_in_play, sheets_in_play):
        for name in walk(kiosk):
            assert not gives_any_away("\n".join(kiosk.texts())), name
            looks += bool(kiosk.texts())
    assert looks > 40


def test_when_tickets_are_to_be_shown_the_kiosk_does_not_know_them(kiosk: Kiosk):
    kiosk.referee.submit(Finish())
    kiosk.frames()
    for seat in range(5):
        kiosk.app.go(SCREENS["reveal"], seat=seat)
        kiosk.frames()
        assert kiosk.app.screen_name == "reveal"
        assert not gives_any_away("\n".join(kiosk.texts()))
        assert kiosk.sees(f"2 tickets on {NAMES[seat]}'s phone: show now?")
    assert kiosk.app.desk.reveal.drafts == {}


def test_a_tap_shows_the_tickets_that_are_on_that_players_phone(kiosk: Kiosk):
    kiosk.referee.submit(Finish())
    kiosk.app.go(SCREENS["reveal"], seat=1)
    kiosk.frames()
    kiosk.tap(f"2 tickets on {NAMES[1]}'s phone: show now?")
    until(kiosk, lambda: kiosk.referee.game.state.seats[1].revealed)
    shown = kiosk.referee.game.state.seats
    told = [{"from": t.start, "to": t.end, "points": t.points} for t in shown[1].revealed]
    assert told == as_asked(1)
    assert [seat.revealed for seat in (shown[0], *shown[2:])] == [None] * 4
    assert "phone" not in " ".join(kiosk.texts())
    kiosk.tap(kiosk.app.screen.ids.undo)
    assert kiosk.referee.game.state.seats[1].revealed is None


def test_tickets_on_a_phone_are_offered_only_until_somebody_enters_one(kiosk: Kiosk):
    kiosk.referee.submit(Finish())
    kiosk.app.go(SCREENS["reveal"], seat=1)
    kiosk.app.screen._want(by_name=True)
    kiosk.frames()
    kiosk.tap("Bangui")
    assert not kiosk.sees("show now?")
    kiosk.app.screen.show_kept(kiosk.app.desk.moment())  # a finger was down on it
    kiosk.really_wait(0.3)
    assert kiosk.app.desk.reveal.now.faces == ()


def test_fewer_tickets_on_the_phone_than_held_are_filled_in_and_the_others_asked_for(kiosk: Kiosk):
    kiosk.referee.submit(Adjust("counted", player=NAMES[1], tickets=3))
    kiosk.referee.submit(Finish())
    kiosk.app.go(SCREENS["reveal"], seat=1)
    kiosk.frames()
    kiosk.tap("show now?")
    until(kiosk, lambda: kiosk.app.desk.reveal.now.faces)
    assert kiosk.sees("ticket 3 of 3: where from?")
    assert kiosk.referee.game.state.seats[1].revealed is None


def test_no_display_shows_a_ticket(kiosk: Kiosk, bench: Bench):
    seen: set[str] = set()

    def shows_a_player() -> bool:
        texts = {"\n".join(bench.lines(shows)) for shows in DISPLAYS}
        seen.update(texts)
        return any(name in text for text in texts for name in NAMES)

    for cards in (("train", "jungle"), ("jungle", "train"), ("train", "train")):
        kiosk.referee.submit(DrawCards(cards))
        for _ in range(10):
            until(kiosk, shows_a_player)
    assert not [text for text in seen if gives_any_away(text)]


def test_nothing_that_is_written_has_a_ticket(
    kiosk: Kiosk, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.DEBUG):
        for _ in screens_in_play(kiosk):
            pass
    assert not gives_any_away(caplog.text)
    stored = kiosk.referee.held()[0]
    for kind in KINDS:
        if kind != "bgstats":  # of a game that is over
            for document in documents(kind, [subject(stored, translations())]):
                assert not gives_any_away(document.data.decode("latin-1"))
    file = tmp_path / "games.db"
    Backups(file).make()
    kept = phones_file(file)
    assert gives_any_away(kept.read_text())  # the search finds what is there
    others = [path for path in tmp_path.rglob("*") if path.is_file() and path != kept]
    assert any("backups" in path.parts for path in others)
    assert not [path for path in others if gives_any_away(path.read_bytes().decode("latin-1"))]
