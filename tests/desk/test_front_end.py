"""A front end of a few dozen lines on the desk, and a whole game played through it."""

import pytest

from companion.desk.claim.ruling import ruling_view
from companion.desk.consequences import ChangePreview, in_lines
from companion.desk.desk import Desk
from companion.desk.responses import (
    AskPayment,
    AskReason,
    AskTicketCount,
    DeskResponse,
    DifferencesLeft,
)
from companion.desk.stocktake.counts import Party
from companion.game.commands import ClaimRoute, DrawTickets, Revision
from companion.game.rulebook import LAST_ROUND_AT
from companion.referee import Referee

COAST = "cape-town--port-elizabeth--1"  # 3 spaces in the mountains: 4 points


class FrontEnd:
    """Shows what the desk has to say, and gives an answer to what the desk asks."""

    def __init__(self) -> None:
        self.desk = Desk(Referee())
        self.shown: list[str] = []
        self._said: object = None
        self.desk.subscribe(self._show)

    def _show(self) -> None:
        desk = self.desk
        if desk.refusal is not None:
            self.shown.append(f"No: {desk.refusal.why}")
        elif desk.message is not None and desk.message != self._said:
            self._said = desk.message
            self.shown += filter(
                None, [desk.message.headline, *desk.message.details, desk.message.call]
            )

    def take(self, answer: DeskResponse, *, choice: int = 0, why: str = "house rule") -> None:
        """Show or ask what the desk wants shown or asked, and go on with the answer."""
        desk, words = self.desk, self.desk.words
        match answer:
            case AskPayment(route):
                ways = ruling_view(desk.turn_context, words, route, hidden=False).ways
                self.shown += [f"{way.points} points: {way.cost}" for way in ways]
                claim, ruled = ClaimRoute(route, ways[choice].payment), ways[choice].is_ruled
                self.take(desk.let_count(claim) if ruled else desk.enter(claim, desk.moment()))
            case AskTicketCount():
                self.take(desk.enter(DrawTickets(choice), desk.moment()))
            case AskReason(title, rule):
                self.shown.append(f"Why? {title}")
                self.take(rule(why, desk.moment()))
            case ChangePreview():
                view = in_lines(answer, words, hidden=False)
                scores = [f"{score.name} {score.move}" for score in view.scores]
                self.shown += [view.title, *(line.title for line in view.lines), *scores]
            case DifferencesLeft():
                self.shown += [f"{c.what}: {c.kiosk}, {c.table}" for c in desk.stock.now.differing]

    def draws(self, *cards: str) -> None:
        for card in cards:
            self.desk.card(card, self.desk.moment())

    def claims(self, route: str, choice: int = 0) -> None:
        self.take(self.desk.claim(route), choice=choice)

    def counts(self, party: Party, what: str, by: int) -> None:
        self.desk.stock.step(party, what, by, self.desk.moment())
        self.take(self.desk.stock.go_on(self.desk.moment()))

    def reveals(self, *tickets: tuple[str, str]) -> None:
        """The next player's tickets, each worth the shortest way between its places."""
        reveal = self.desk.reveal
        reveal.turn_to(None)
        for places in tickets:
            for place in places:
                reveal.place(place, self.desk.moment())
            reveal.accept(self.desk.moment())

    def news(self) -> list[str]:
        """What was shown since it was last asked for."""
        shown, self.shown = self.shown, []
        return shown


def set_up(front: FrontEnd) -> None:
    seats, moment = front.desk.seats, front.desk.moment()
    seats.change(seats.seating.named(0, "Anna").named(1, "Ben").dealt(0, "mountain"))
    assert seats.start(4, moment) is None
    assert seats.note == "Ben: which terrain card was dealt?"
    seats.change(seats.seating.dealt(1, "jungle").kept(0, 2).kept(1, 2))
    seats.start(4, moment)
    assert front.news() == ["The game begins: Anna plays first"]


def draw_and_claim(front: FrontEnd) -> None:
    front.draws("mountain", "mountain")
    front.take(front.desk.draw_tickets(front.desk.moment()), choice=1)
    assert front.news() == ["Anna draws 2 mountain cards", "Ben draws tickets and keeps 1"]
    front.claims(COAST, choice=1)
    assert front.news() == [
        *("4 points: Not doubled", "8 points: 1 mountain card", "8 points: 1 locomotive"),
        *("Anna: move the marker 0 → 8", "Anna lays 3 trains."),
        "Discard 1 mountain card.",
        "Cape Town - Port Elizabeth, doubled.",
    ]
    front.claims(COAST)
    assert front.news() == ["No: Cape Town - Port Elizabeth belongs to Anna."]
    front.draws("train", "train")
    assert front.news() == ["Ben draws 2 train cards"]


def amend(front: FrontEnd) -> None:
    """Anna's first draw was a train card and a mountain."""
    desk = front.desk
    desk.amend(2)
    for card in ("train", "mountain"):
        desk.revise(desk.turn_context.with_card(card))
    told = desk.turn_context.entered_play
    assert told is not None
    front.take(desk.enter(told, desk.moment()))
    seq = desk.referee.seq
    assert front.news()[-5:] == [
        *(
            "Edit entry 2: preview",
            "2  Anna draws 1 train card and 1 mountain card",
            "On the table",
        ),
        *("Anna 8", "Ben 0"),
    ]
    assert desk.referee.seq == seq
    assert desk.accept(desk.moment())
    assert desk.referee.seq == seq + 1
    assert desk.turn_context.is_now
    assert front.news() == ["Entry 2 edited: Anna draws 1 train card and 1 mountain card"]


def take_stock(front: FrontEnd) -> None:
    """Ben has a desert card that nobody entered; the likeliest cause is so."""
    front.counts(1, "desert", 1)
    assert front.news() == ["desert: 0, 1"]
    causes: list[Revision] = [cause.change for cause in front.desk.stock.causes()]
    front.take(front.desk.consider(causes[0]))
    assert "5  Ben draws 1 desert card and 1 train card" in front.news()
    assert front.desk.accept(front.desk.moment())
    assert front.news() == ["Entry 5 edited: Ben draws 1 desert card and 1 train card"]
    assert not front.desk.stock.now.differing
    front.counts(0, "trains", -1)
    front.take(front.desk.stock.table_is_right(0), why="one is lost")
    assert front.news() == [
        "trains: 42, 41",
        "Why? Anna, trains: you say 41, I had 42",
        "Table ruling for Anna: trains 41 (one is lost)",
    ]


def play_to_the_end(front: FrontEnd) -> None:
    """Everyone claims the longest route there is, until the trains run out."""
    desk = front.desk
    while not desk.referee.game.state.ended:
        values = [desk.turn_context.worth(route) for route in desk.board.routes]
        free = [value.route for value in values if value.refusal is None]
        front.claims(max(free, key=lambda route: (route.length, route.id)).id)
    shown = front.news()
    called = [line for line in shown if "one more turn for everyone" in line]
    assert called == ["Anna has 2 trains left: one more turn for everyone, Anna too"]
    assert min(seat.trains for seat in desk.referee.game.state.seats) <= LAST_ROUND_AT


def test_a_whole_game_is_played_through_a_front_end_of_a_few_dozen_lines():
    front = FrontEnd()
    set_up(front)
    draw_and_claim(front)
    amend(front)
    take_stock(front)
    play_to_the_end(front)
    front.reveals(("cape-town", "durban"), ("luanda", "beira"), ("sudan", "tchad"))
    front.reveals(("cape-town", "port-elizabeth"), ("nigeria", "beira"))
    assert front.news() == [
        "Ben shows tickets: Cape Town - Durban 6, Luanda - Beira 12, Sudan - Tchad 8",
        "Anna shows tickets: Cape Town - Port Elizabeth 3, Nigeria - Beira 19",
    ]
    assert front.desk.referee.game.state.phase == "over"
    first, second = (ranked.card for ranked in front.desk.referee.result())
    assert (first.seat, first.routes, first.doubling, first.tickets) == (0, 80, 4, 3 - 19)
    assert (first.globetrotter, first.total) == (10, 78)
    assert (second.seat, second.routes, second.tickets) == (1, 69, -6 - 12 - 8)
    assert second.total == 43


def test_a_change_is_told_once_when_all_of_it_is_done():
    front, told = FrontEnd(), list[tuple[int, str | None, int]]()
    set_up(front)
    desk = front.desk

    def listen() -> None:
        assert desk.message is not None
        told.append((desk.referee.seq, desk.message.headline, len(desk.stock.now.differing)))

    desk.subscribe(listen)
    front.draws("train", "train")
    assert told == [
        (1, "The game begins: Anna plays first", 0),  # a card waits
        (2, "Anna draws 2 train cards", 0),
    ]
    told.clear()
    front.counts(0, "trains", -1)
    front.counts(1, "trains", -2)
    front.take(desk.stock.table_is_right(0))
    assert told == [(3, "Table ruling for Anna: trains 44 (house rule)", 1)]
    told.clear()
    desk.seats.open(desk.seats.seating)
    desk.seats.start(4, desk.moment())
    assert [(seq, headline) for seq, headline, _ in told] == [
        (1, "The game begins: Anna plays first")
    ]
    assert desk.message is not None
    assert desk.message.offer is not None
    assert desk.message.offer.label == "Resume game"


def test_a_listener_that_fails_stops_neither_the_others_nor_the_game(
    caplog: pytest.LogCaptureFixture,
):
    front, told = FrontEnd(), list[int]()
    set_up(front)

    def fail() -> None:
        raise RuntimeError("on purpose")

    front.desk.subscribe(fail)
    end = front.desk.subscribe(lambda: told.append(front.desk.referee.seq))
    front.draws("locomotive")
    assert told == [2]
    assert "on purpose" in caplog.text
    end()
    front.draws("locomotive")
    assert told == [2]
