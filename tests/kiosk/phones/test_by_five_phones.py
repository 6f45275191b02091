"""Five phones in a browser and a kiosk play a game to the winner, tickets in secret."""

from collections.abc import Callable

from around import during, hold, open_phones, port_of, until
from browsing import Phone, browser, needs_browser
from fingers import NAMES, Kiosk, seats
from secret_tickets import SECRETS, gives_any_away

from kiosk import screens
from kiosk.settings.file import Settings

pytestmark = needs_browser

ENTER = """
    const given = [...arguments];
    ['from', 'to', 'points'].forEach(
        (id, at) => { document.getElementById(id).value = given[at]; });"""


class Table:
    """A kiosk, and a browser with a tab for each phone, each with an address of its own."""

    def __init__(self, kiosk: Kiosk, phone: Phone) -> None:
        self.kiosk, self.phone = kiosk, phone
        self.phones = open_phones(kiosk)
        self._tabs: list[str] = []

    def _do(self, act: Callable[[], object]) -> None:
        during(self.kiosk, act, 60)

    def open(self, seat: int) -> None:
        """Sit down with a phone."""
        driver = self.phone.driver
        if seat:
            self._do(lambda: driver.switch_to.new_window("tab"))
        self._tabs.append(driver.current_window_handle)
        address = f"http://127.0.0.{seat + 1}:{port_of(self.phones)}/{self.phones.guests.code}"
        self._do(lambda: self.phone.sized(390, 844).open(address))
        self._do(lambda: self.phone.press(NAMES[seat]))
        until(self.kiosk, lambda: self.phones.guests.at(seat))

    def at(self, seat: int, part: str) -> None:
        """Take a phone in the hand, and turn to a part of its page."""
        self.phone.driver.switch_to.window(self._tabs[seat])
        tab, shown = f"#parts [data-key={part}]", f"#part-{part} > *"
        find = "return document.querySelector(arguments[0])"
        self._do(lambda: self.phone.wait(lambda: self.phone.js(find, tab)))
        self.phone.js("document.querySelector(arguments[0]).click()", tab)
        self._do(lambda: self.phone.wait(lambda: self.phone.js(find, shown)))

    def press(self, label: str, within: str = "body") -> None:
        self._do(lambda: self.phone.press(label, within))

    def reads(self, text: str) -> None:
        self._do(lambda: self.phone.reads(text))

    def enter_ticket(self, seat: int, start: str, end: str, points: int) -> None:
        self.at(seat, "tickets")
        before = len(self.phones._phones._hub.tickets(seat))
        self.phone.js(ENTER, start, end, str(points))
        self.press("Add", ".adding")
        until(self.kiosk, lambda: len(self.phones._phones._hub.tickets(seat)) == before + 1)

    def took_turn(self, seq: int) -> None:
        until(self.kiosk, lambda: self.kiosk.referee.seq == seq)


def test_five_phones_and_a_kiosk_play_to_the_winner(open_kiosk: Callable[..., Kiosk]):
    kiosk = open_kiosk(settings=Settings(phone_turns=True))
    kiosk.referee.submit(seats(5, tickets=2))
    kiosk.app.home()
    with browser() as phone:
        table = Table(kiosk, phone)
        for seat in range(5):
            table.open(seat)
        for seat, tickets in enumerate(SECRETS):
            for ticket in tickets:
                table.enter_ticket(seat, *ticket)
        _play_a_round(table)
        _nothing_of_them_is_on_the_kiosk(kiosk)
        kiosk.app.go(screens.menu)
        kiosk.frames()
        hold(kiosk, "End game early")
        for seat in range(5):
            table.at(seat, "tickets")
            table.press("Show my tickets")
            until(kiosk, lambda seat=seat: kiosk.referee.game.state.seats[seat].revealed)
        assert kiosk.referee.game.state.phase == "over"
        kiosk.app.home()  # whoever stands there lets the result be seen
        until(kiosk, lambda: kiosk.app.screen_name == "final")
        for seat in range(5):
            table.at(seat, "table")
            table.reads("Anna wins")
        assert phone.errors() == []
    revealed = kiosk.referee.game.state.seats[3].revealed
    assert [(t.start, t.end, t.points) for t in revealed] == list(SECRETS[3])


def _play_a_round(table: Table) -> None:
    kiosk, phone = table.kiosk, table.phone
    table.at(0, "routes")  # a doubled claim: everyone has one desert card, a tie is enough
    phone.js("""[...document.querySelectorAll('.route')].find((one) =>
        one.querySelector('.terrain-desert') && one.querySelector('.good')).click()""")
    table.press("+", "#card")
    table.took_turn(2)
    table.reads("Ben's turn")
    table.at(1, "play")
    table.press("Train", ".tiles")
    table.press("Jungle", ".tiles")
    table.took_turn(3)
    table.at(2, "play")
    table.press("Face-up loco", ".tiles")
    table.took_turn(4)
    table.at(3, "play")
    table.press("Łukasz passes")
    table.reads("Cancel")
    table.press("Łukasz passes")
    table.took_turn(5)
    table.at(4, "play")
    table.press("Desert", ".tiles")
    table.press("Only one card")
    table.took_turn(6)
    assert kiosk.referee.game.state.score(0) > 0
    assert kiosk.app.desk.message.headline.startswith("Дима")  # announced as a button's press is


def _nothing_of_them_is_on_the_kiosk(kiosk: Kiosk) -> None:
    kiosk.app.home()
    for screen in (screens.table, screens.log, screens.menu, screens.phones):
        kiosk.app.go(screen)
        kiosk.frames()
        assert kiosk.texts()
        assert not gives_any_away("\n".join(kiosk.texts()))
    assert kiosk.app.desk.reveal.drafts == {}
