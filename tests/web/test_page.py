"""The page in a real browser: live, through reload, sleep and a lost network; fit for every eye."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import recorded
from browsing import Phone, browser, needs_browser
from counts import LONG
from table import Table
from visitors import Served, served, until

from companion.game.commands import DrawCards, TicketFace
from companion.text import number
from companion.words import LANGUAGES
from kiosk.appearance.theme import THEMES, Theme

pytestmark = needs_browser

ROOT = Path(__file__).parents[2]
AXE = ROOT / ".venv" / "node_modules" / "axe-core" / "axe.min.js"
needs_axe = pytest.mark.skipif(
    not AXE.is_file(), reason="axe-core is not installed: sh tests/run.sh does, with npm"
)
PARTS = ("table", "tickets", "routes", "map", "log", "play")
GAME = next(game for game in recorded.GAMES if game.name == "five-players.jsonl")


def played(requests: int | None = None) -> Table:
    table = Table()
    for _, request, _ in list(recorded.cases(GAME))[:requests]:
        table.ask(**request)
    return table


@pytest.fixture(scope="module")
def phone() -> Iterator[Phone]:
    with browser() as found:
        yield found


@pytest.fixture
def shop() -> Iterator[Served]:
    with served(played(120), turns=True) as found:
        yield found


def enter(phone: Phone, shop: Served, seat: str | None = "Cy") -> Phone:
    phone.driver.delete_all_cookies()
    phone.open(shop.phones.here())
    phone.press(seat or "Just watch")
    phone.wait(lambda: phone.js("return !document.getElementById('parts').hidden"))
    return phone


def go(phone: Phone, part: str) -> None:
    tab, shown = f"#parts [data-key={part}]", f"#part-{part} > *"
    phone.wait(lambda: phone.js("return document.querySelector(arguments[0])", tab))
    phone.js("document.querySelector(arguments[0]).click()", tab)
    phone.wait(lambda: phone.js("return document.querySelector(arguments[0])", shown))


def test_the_page_follows_the_game_and_complains_of_nothing(phone: Phone, shop: Served):
    enter(phone, shop)
    phone.reads("Cy's turn")
    shop.table.ok("draw", cards=["train", "desert"])
    phone.reads("Dee's turn")
    phone.reads("Cy draws 1 train card and 1 desert card")
    assert phone.js("return document.getElementById('announced').textContent").startswith(
        "Cy draws"
    )
    assert phone.errors() == []


def test_what_was_undone_is_one_line_of_the_log_until_it_is_tapped(phone: Phone, shop: Served):
    for change in ("pass", "pass", "undo", "undo"):
        shop.table.ok(change)
    enter(phone, shop)
    go(phone, "log")
    phone.reads("2 entries undone")
    assert "Cy passes" not in phone.text()
    phone.js("document.querySelector('.log summary').click()")
    phone.reads("Undone: Cy passes")
    assert phone.errors() == []


def test_a_reloaded_page_is_still_in(phone: Phone, shop: Served):
    enter(phone, shop)
    phone.driver.refresh()
    phone.reads("Cy's turn")
    assert "you" in phone.text()
    assert phone.js("return location.pathname") == "/"


def test_without_network_a_word_says_so_and_back_again_all_is_right(phone: Phone, shop: Served):
    enter(phone, shop)
    go(phone, "routes")
    phone.js("document.querySelector('.route').click()")  # in the midst of a ruling
    phone.wait(lambda: phone.js("return !document.getElementById('card').hidden"))
    offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    phone.driver.execute_cdp_cmd("Network.enable", {})
    phone.driver.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
    phone.js("window.dispatchEvent(new Event('offline'))")
    phone.reads("No connection")
    shop.table.ok("draw", cards=["train", "desert"])
    shop.table.ok("draw", cards=["train", "train"])
    assert "Eve's turn" not in phone.text()
    phone.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {**offline, "offline": False})
    phone.js("window.dispatchEvent(new Event('online'))")
    phone.reads("Eve's turn")
    phone.wait(lambda: "No connection" not in phone.text())


def test_a_page_that_slept_shows_what_is_so_when_it_wakes(phone: Phone, shop: Served):
    enter(phone, shop)
    phone.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    shop.table.ok("draw", cards=["train", "desert"])
    phone.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    phone.reads("Dee's turn")


def test_a_phone_that_was_sent_out_enters_the_code_again(phone: Phone, shop: Served):
    enter(phone, shop)
    number = until(lambda: shop.phones.guests.at(2)).number
    shop.phones.send_out(number)
    phone.reads("no longer in the game")
    phone.js("document.getElementById('code').value = arguments[0]", shop.code.lower())
    phone.press("Join")
    phone.reads("Where are you sitting?")


def test_a_wrong_code_is_said(phone: Phone, shop: Served):
    phone.driver.delete_all_cookies()
    phone.open(shop.phones.here().replace(shop.code, "AAAAAA"))
    phone.reads("That's not the code on the kiosk.")


def test_the_result_can_be_kept_as_a_score_sheet(phone: Phone, shop: Served):
    enter(phone, shop)
    shop.table.ok("finish")
    for player in shop.table.referee.game.state.seats:
        tickets = [{"from": "durban", "to": "luanda", "points": 5}] * player.tickets
        shop.table.ok("reveal", player=player.name, tickets=tickets)
    phone.reads("Score sheet as a picture")
    fetched = phone.js("""
        const link = document.querySelector('.result a.button');
        const asked = new XMLHttpRequest();
        asked.open('GET', link.href, false);
        asked.send();
        const kind = asked.getResponseHeader('content-type');
        return [link.hasAttribute('download'), asked.status, kind];
    """)
    assert fetched == [True, 200, "image/png"]


def test_a_pass_takes_a_tap_and_a_second_one_to_confirm(phone: Phone, shop: Served):
    enter(phone, shop)
    go(phone, "play")
    phone.press("Cy passes")
    phone.press("Cancel")
    phone.press("Cy passes")
    phone.reads("Cancel")
    assert shop.table.referee.game.state.player == 2  # nothing is done
    phone.press("Cy passes")
    phone.reads("Dee's turn")
    assert shop.table.referee.game.entries[-1].verb == "pass"


def test_a_turn_tickets_and_an_objection_by_touch(phone: Phone, shop: Served):
    enter(phone, shop)
    go(phone, "tickets")
    phone.js("""
        for (const [id, value] of [['from', 'durban'], ['to', 'luanda'], ['points', '14']])
            document.getElementById(id).value = value;""")
    phone.press("Add", ".adding")
    phone.reads("Durban – Luanda 14")
    phone.reads("Entered here: 1. On the kiosk: 2.")
    phone.press("Remove: Durban")
    phone.wait(lambda: "Durban – Luanda 14" not in phone.text())
    go(phone, "play")
    phone.press("Train")
    phone.press("Desert")
    phone.reads("Dee's turn")
    go(phone, "table")
    phone.press("Dispute")
    phone.reads("Disputed by Cy.")
    assert shop.table.ok("log")["entries"][-1]["do"] == "object"


WHY_DISABLED = """
    return [...document.querySelectorAll("button:disabled")].filter((one) => one.checkVisibility())
        .map((one) => document.getElementById(one.getAttribute("aria-describedby")).innerText)"""
LOOK = """
    const look = (one) => {
        const { backgroundColor, color, borderTopStyle } = getComputedStyle(one);
        return [backgroundColor, color, borderTopStyle];
    };
    const shows = [...document.querySelectorAll("button")]
        .find((one) => one.innerText === "Show my tickets");
    const accent = document.createElement("button");
    accent.className = "accent";
    shows.after(accent);
    const [one, other] = [look(shows), look(accent)];
    accent.remove();
    return one.map((value, number) => value === other[number]);"""


def test_tickets_that_cannot_be_shown_yet_look_so_and_say_why(phone: Phone, shop: Served):
    enter(phone, shop)
    shop.table.ok("finish")
    go(phone, "tickets")
    phone.reads("Show my tickets")
    assert phone.js(WHY_DISABLED) == ["Entered here: 0. On the kiosk: 2."]
    assert phone.js(LOOK) == [False, False, False]  # nothing of an enabled button's
    shop.table.ok("adjust", player="Cy", tickets=0, why="a test")
    phone.wait(lambda: phone.js(LOOK) == [True, True, True])
    assert phone.js(WHY_DISABLED) == []


def test_an_open_locomotive_is_the_only_card_of_its_turn(phone: Phone, shop: Served):
    enter(phone, shop)
    go(phone, "play")
    phone.press("Train")
    phone.reads("Second card?")
    grey = "return [...document.querySelectorAll('button:disabled')].map((one) => one.innerText)"
    assert phone.js(grey) == ["Face-up loco"]
    assert phone.js(WHY_DISABLED) == ["A face-up locomotive is your only card this turn."]
    phone.press("Cancel")
    phone.press("Face-up loco")
    phone.reads("Dee's turn")
    assert shop.table.referee.game.head.turn == DrawCards(("locomotive",))


TYPED = "return ['from', 'to', 'points'].map((id) => document.getElementById(id).value)"


def test_a_half_typed_ticket_stays_while_the_others_play(phone: Phone, shop: Served):
    enter(phone, shop)
    go(phone, "tickets")
    phone.js("document.getElementById('from').value = 'durban'")
    phone.js("document.getElementById('points').focus()")
    shop.table.ok("draw", cards=["train", "desert"])
    phone.reads("Dee's turn")
    seen = "return document.getElementById('part-tickets').dataset.seen.split(' ')[1]"
    phone.wait(lambda: int(phone.js(seen)) == shop.table.referee.seq)
    assert phone.js(TYPED) == ["durban", "", ""]
    assert phone.js("return document.activeElement.id") == "points"
    go(phone, "table")
    go(phone, "tickets")
    assert phone.js(TYPED) == ["durban", "", ""]


LOSING = """
    const asked = window.fetch;
    window.fetch = async (address, how) => {
        if (!String(address).includes("/keep")) return asked(address, how);
        window.fetch = asked;
        if (arguments[0]) await asked(address, how);
        throw new TypeError("the network is gone");
    };"""


@pytest.mark.parametrize("arrives", [True, False])
def test_a_ticket_whose_answer_is_lost_is_there_once(phone: Phone, shop: Served, arrives: bool):
    enter(phone, shop)
    go(phone, "tickets")
    for name, value in (("from", "durban"), ("to", "luanda"), ("points", "12")):
        phone.js(f"document.getElementById('{name}').value = '{value}'")
    phone.js(LOSING, arrives)
    phone.press("Add", "#part-tickets")
    tickets = "return document.querySelectorAll('#part-tickets .ticket').length"
    if arrives:  # the page asks for it, whatever became of the answer
        phone.wait(lambda: phone.js(tickets) == 1)
        phone.wait(lambda: phone.js(TYPED) == ["", "", ""])
    else:
        said = "return document.querySelector('#part-tickets .why').textContent"
        phone.wait(lambda: phone.js(said))
        assert phone.js(TYPED) == ["durban", "luanda", "12"]
        phone.press("Add", "#part-tickets")
        phone.wait(lambda: phone.js(tickets) == 1)
    assert shop.phones._hub is not None
    assert shop.phones._hub.tickets(2) == (TicketFace("durban", "luanda", 12),)


def test_a_route_is_claimed_on_its_card_in_one_of_its_ways(phone: Phone, shop: Served):
    enter(phone, shop)
    go(phone, "routes")
    before = shop.table.player("Cy")["score"]
    phone.js("document.querySelector('.route').click()")
    phone.wait(lambda: phone.js("return document.querySelector('#card button.way')"))
    points = int(phone.js("return document.querySelector('#card button.way .points').textContent"))
    phone.js("document.querySelector('#card button.way').click()")
    phone.reads("Dee's turn")
    assert shop.table.player("Cy")["score"] == before + points


WIDTHS = (320, 390, 800, 1280)
# The last number of everyone in each chart, as a screen reader finds it.
LISTENED = """
    return Object.fromEntries([...document.querySelectorAll('.result .unseen table')].map((one) =>
        [one.caption.textContent, Object.fromEntries([...one.tBodies[0].rows].map((row) =>
            [row.cells[0].textContent, row.cells[row.cells.length - 1].textContent]))]));"""


def test_the_end_shows_who_has_won_and_how_it_came(phone: Phone):
    with served(played()) as shop:
        enter(phone, shop)
        phone.reads("wins")
        winner = shop.table.ok("result")["winners"][0]
        assert f"{winner} wins" in phone.text()
        assert phone.js("return document.querySelectorAll('.curve').length") == 2 * 5
        assert not re.search(r"(?<!\w)-\d", phone.text())  # a true minus
        assert "−" in phone.text()
        assert phone.js("return document.querySelectorAll('.part').length") >= 2 * 5
        said = phone.js(LISTENED)
        assert list(said) == ["Points after each turn", "Trains left after each turn"]
        for name in ("Ana", "Bo", "Cy", "Dee", "Eve"):
            player = shop.table.player(name)
            assert said["Points after each turn"][name] == number(player["score"])
            assert said["Trains left after each turn"][name] == str(player["trains"])


@pytest.mark.parametrize("width", WIDTHS)
def test_the_end_is_not_wider_than_the_phone(phone: Phone, width: int):
    try:
        with served(played()) as shop:
            enter(phone.sized(width, 800), shop)
            phone.reads("wins")
            assert phone.js("return document.documentElement.scrollWidth") <= width
    finally:
        phone.sized(390, 844)


TOO_SMALL = """
    return ['main button', 'main select', 'main input:not([type=checkbox])', 'nav button']
        .flatMap((what) => [...document.querySelectorAll(what)])
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
        .map((one) => one.textContent)"""
SPOKEN = tuple(LANGUAGES) if LONG else ("en", "fi", "ru")


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_phone(phone: Phone, shop: Served, width: int):
    try:
        enter(phone.sized(width, 800), shop)
        for language in SPOKEN:
            phone.js("localStorage.setItem('language', arguments[0])", language)
            phone.driver.refresh()
            phone.wait(lambda: phone.js("return !document.getElementById('parts').hidden"))
            for part in PARTS:
                go(phone, part)
                wide = phone.js("return document.documentElement.scrollWidth")
                assert wide <= width, (language, part)
                assert phone.js(TOO_SMALL) == [], (language, part)
    finally:
        phone.js("localStorage.clear()")
        phone.sized(390, 844)


@needs_axe
@pytest.mark.parametrize("dark", [True, False], ids=["night", "day"])
def test_axe_finds_nothing_serious(phone: Phone, shop: Served, dark: bool):
    phone.sized(390, 844, dark=dark)
    enter(phone, shop)
    phone.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    phone.driver.refresh()
    phone.js(AXE.read_text())
    found = []
    for part in PARTS:
        go(phone, part)
        found += [(part, *one) for one in _axe(phone)]
    go(phone, "routes")
    phone.js("document.querySelector('.route').click()")
    phone.wait(lambda: phone.js("return !document.getElementById('card').hidden"))
    found += [("card", *one) for one in _axe(phone)]
    assert found == []


@needs_axe
@pytest.mark.parametrize("dark", [True, False], ids=["night", "day"])
def test_axe_finds_nothing_serious_at_the_end(phone: Phone, dark: bool):
    phone.sized(390, 844, dark=dark)
    with served(played()) as shop:
        enter(phone, shop)
        phone.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
        phone.driver.refresh()
        phone.reads("wins")
        phone.js(AXE.read_text())
        assert _axe(phone) == []


def _axe(phone: Phone) -> list[tuple[str, str, str]]:
    """What it finds that keeps somebody out: rule, how bad, where."""
    phone.driver.set_script_timeout(60)
    found = phone.driver.execute_async_script("""
        const done = arguments[arguments.length - 1];
        axe.run(document).then((result) => done(result.violations.map((one) =>
            [one.id, one.impact, one.nodes.map((node) => node.target.join(' ')).join(', ')])));""")
    return [tuple(one) for one in found if one[1] in ("serious", "critical")]


def colors(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): #([0-9a-f]{6});", css))


@pytest.mark.parametrize(("look", "at"), [("night", 0), ("day", 1)])
def test_the_colours_are_those_of_the_kiosks_theme(look: str, at: int):
    css = (ROOT / "companion" / "web" / "page" / "page.css").read_text()
    given = colors(css.split("@media (prefers-color-scheme: light)")[at].split("\n* {")[0])
    theme: Theme = THEMES[look]
    names = ("ground", "panel", "raised", "line", "text", "quiet", "accent", "good", "bad", "ruled")
    wanted = {name: getattr(theme, name) for name in (*names, "outline")}
    wanted["on-accent"] = theme.on_accent
    for kind, group in (
        ("player", theme.players),
        ("terrain", theme.terrain),
        ("route", theme.routes),
    ):
        wanted |= {f"{kind}-{name}": color for name, color in group.items()}
    told = {
        name: "".join(f"{round(part * 255):02x}" for part in c[:3]) for name, c in wanted.items()
    }
    assert given == told
