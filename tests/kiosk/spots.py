"""Where things are on the screen, for a mouse or a finger that comes from outside."""

from pathlib import Path

from fingers import Kiosk


def where(file: Path, size: tuple[int, int] = (800, 480)) -> dict[str, tuple[int, int]]:
    """Where things are on a screen of the same size, from the top as a mouse counts."""
    kiosk = Kiosk(size, file)
    spots = {}
    for word, screen in (("Continue", "welcome"), ("Train", "table"), ("Jungle", "table")):
        if kiosk.app.screen_name != screen:
            kiosk.app.home()
            kiosk.frames()
        x, y = kiosk.button(word).center
        spots[word] = round(x), size[1] - round(y)
    kiosk.close()
    return spots
