"""The window's size, by the screen's."""

import pytest

from kiosk.machine.window_size import Area, Fit, fit

KIVYS_OWN = (800, 600)


def all_of(width: int, height: int) -> Area:
    return Area(0, 0, width, height)


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1024, 600), (640, 480)])
def test_a_small_screen_is_filled_panel_or_not(size: tuple[int, int]):
    screen = all_of(*size)
    below_panel = Area(0, 30, size[0], size[1] - 30)
    for work in (screen, below_panel):
        assert fit(KIVYS_OWN, screen, work, asked=False) == Fit(size, fullscreen=True)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 768), (720, 1280)])
def test_a_larger_screen_has_a_window_on_it(size: tuple[int, int]):
    screen = all_of(*size)
    fitting = fit((700, 480), screen, screen, asked=False)
    assert fitting == Fit((700, 480))


@pytest.mark.parametrize("asked", [(1280, 720), (1920, 1080), (1280, 400), (640, 720)])
def test_a_window_is_never_larger_than_what_is_free(asked: tuple[int, int]):
    work = Area(0, 40, 1280, 680)
    fitting = fit(asked, all_of(1280, 720), work, asked=True)
    assert fitting.size == (min(asked[0], 1280), min(asked[1], 680))
    assert fitting.maximized  # its frame has to have room too
    assert not fitting.fullscreen


def test_a_size_that_was_asked_for_is_taken_on_a_small_screen():
    screen = all_of(1024, 600)
    assert fit((800, 480), screen, screen, asked=True) == Fit((800, 480))
