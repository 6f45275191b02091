"""Every press on every screen in every state of a game, with what is so before and after it.

A long run tries all of it; any other each screen and each press in each state at least once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import signature
from typing import NamedTuple

import pytest
from counts import LONG
from fingers import NAMES, SCREENS, seats
from wired import OpenWired, Wired

from companion.game.commands import Adjust, DrawCards, Finish, Reveal
from hardware.buttons.debounce import NAMES as BUTTONS
from hardware.buttons.debounce import PUSH, SEATS

PEOPLE = NAMES[:3]
HELD = tuple(f"{seat} held" for seat in SEATS)
PRESSES = (*BUTTONS, *HELD, "turn")
SHOWN = [  # screens that need nothing to be shown, not even the end of a game
    name
    for name, screen in SCREENS.items()
    if name != "final"
    and all(part.default is not part.empty for part in signature(screen).parameters.values())
]
UNSEEN = ("welcome", "new_game", "devices")  # no game is changed behind these
LEFT = ("welcome", "claim", "table", "reveal")  # when a press brings the game on


class After(NamedTuple):
    """What a press does: entries in the log, the card that waits, why not, the dial awake."""

    entries: int = 0
    waits: str | None = None
    refused: str | None = None
    dial: bool = False


# --- states of a game, and what each press does in them ---


def in_play(wired: Wired) -> None:
    """Anna has drawn; it is Ben's turn."""
    wired.referee.submit(DrawCards(("train", "train")))


def in_the_last_round(wired: Wired) -> None:
    wired.referee.submit(Adjust("to end soon", PEOPLE[0], trains=2))
    in_play(wired)
    assert wired.referee.game.state.last_round is not None


def with_a_card_waiting(wired: Wired) -> None:
    in_play(wired)
    wired.app.desk.card("jungle", wired.app.desk.moment())


def with_tickets_to_show(wired: Wired) -> None:
    in_play(wired)
    wired.referee.submit(Finish())


def when_all_is_over(wired: Wired) -> None:
    for name in PEOPLE:
        wired.referee.submit(Adjust("to end at once", name, tickets=0))
    with_tickets_to_show(wired)
    for name in PEOPLE:
        wired.referee.submit(Reveal(name, ()))
    assert wired.referee.game.state.phase == "over"


def each(presses: Sequence[str], after: After) -> Mapping[str, After]:
    return dict.fromkeys(presses, after)


CARDS = ("train", "desert", "jungle", "mountain")
ANYWHERE = {
    **each(("seat4", "seat5", "seat4 held", "seat5 held"), After()),  # nobody sits there
    **each(("seat1 held", "seat2 held", "seat3 held"), After(entries=1)),  # an objection
    **each((PUSH, "turn"), After(dial=True)),
    "undo": After(entries=1),
}
IN_PLAY = {
    **ANYWHERE,
    **{card: After(waits=card) for card in CARDS},
    **each(("locomotive", "seat2"), After(entries=1)),
    **each(("seat1", "seat3"), After(refused="advice")),  # not their turn
}
WAITING = {
    **{press: after._replace(waits="jungle") for press, after in ANYWHERE.items()},
    **each(CARDS, After(entries=1)),
    "locomotive": After(waits="jungle", refused="locomotive_alone"),
    **each(("seat1", "seat2", "seat3"), After(waits="jungle", refused="advice")),
    "undo": After(),
}
AFTER_PLAY = {
    **ANYWHERE,
    **each((*CARDS, "locomotive"), After(refused="wrong_phase")),
    **each(("seat1", "seat2", "seat3"), After()),
}
STATES: Mapping[Callable[[Wired], None], Mapping[str, After]] = {
    in_play: IN_PLAY,
    in_the_last_round: IN_PLAY,
    with_a_card_waiting: WAITING,
    with_tickets_to_show: AFTER_PLAY,
    when_all_is_over: AFTER_PLAY,
}


def tries() -> Iterator[object]:
    """States, and which presses are tried on which screens."""
    for number, state in enumerate(STATES):
        if LONG:
            for screen in SHOWN:
                pairs = [(screen, press) for press in PRESSES]
                yield pytest.param(state, pairs, id=f"{state.__name__} {screen}")
        else:
            turned = (*PRESSES[4 * number :], *PRESSES)
            yield pytest.param(state, [*zip(SHOWN, turned, strict=False)], id=state.__name__)


def press_it(wired: Wired, press: str) -> None:
    if press == "turn":
        wired.hands.turn(1)
    elif press == PUSH:
        wired.hands.push()
    else:
        button, _, held = press.partition(" ")
        wired.hands.press(button, seconds=1.5 if held else 0.1)


@pytest.mark.slow
@pytest.mark.parametrize(("state", "pairs"), [*tries()])
def test_what_a_press_does_is_up_to_the_game_and_not_to_the_screen(
    open_wired: OpenWired, state: Callable[[Wired], None], pairs: Sequence[tuple[str, str]]
):
    wired = open_wired(players=0)
    desk, actions = wired.app.desk, wired.app.actions
    for screen, press in pairs:
        wired.referee.submit(seats(len(PEOPLE)))
        state(wired)
        wired.app.go(SCREENS[screen])
        wired.kiosk.frames(2)
        entries, waiting = wired.referee.seq, wired.first
        assert (desk.refusal, actions.dial) == (None, None)
        press_it(wired, press)
        after = After(
            wired.referee.seq - entries,
            wired.first,
            desk.refusal.code if desk.refusal is not None else None,
            actions.dial is not None,
        )
        unchanged = After(waits=waiting)
        assert after == (unchanged if screen in UNSEEN else STATES[state][press]), (screen, press)
        assert wired.app.screen_name == screen or screen in LEFT, (screen, press)
        desk.dismiss_refusal()
        actions.rest()


@pytest.mark.parametrize("screen", ["welcome", "new_game", "settings", "devices", "rules"])
def test_without_a_game_no_press_begins_one(open_wired: OpenWired, screen: str):
    wired = open_wired(players=0)
    wired.app.go(SCREENS[screen])
    wired.kiosk.frames(2)
    for press in PRESSES:
        press_it(wired, press)
        assert not wired.referee.has_game, press
        assert (wired.app.screen_name, wired.first, wired.app.actions.dial) == (
            screen,
            None,
            None,
        ), press
