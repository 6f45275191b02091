"""Icons as small pictures with soft edges, to be drawn many times in any colour; pure."""

import math
from collections.abc import Sequence
from typing import Any, Final

SIDE: Final = 32  # pixels of a picture, a power of two
_GRID: Final = 24.0  # what icons are drawn on

Part = tuple[Any, ...]


def pictures(parts: Sequence[Part]) -> list[bytes]:
    """White pixels, row by row from the bottom, as opaque as the icon covers them.

    The first is SIDE by SIDE, each further one half as large, down to a single pixel.
    """
    step = _GRID / SIDE
    side = SIDE
    alphas = [
        _covered(parts, (column + 0.5) * step, (row + 0.5) * step, step)
        for row in range(side)
        for column in range(side)
    ]
    made = [_pixels(alphas)]
    while side > 1:
        alphas = _halved(alphas, side)
        side //= 2
        made.append(_pixels(alphas))
    return made


def _pixels(alphas: Sequence[float]) -> bytes:
    return b"".join(bytes((255, 255, 255, round(255 * alpha))) for alpha in alphas)


def _halved(alphas: Sequence[float], side: int) -> list[float]:
    """Four pixels become one."""
    return [
        (alphas[at] + alphas[at + 1] + alphas[at + side] + alphas[at + side + 1]) / 4
        for row in range(0, side, 2)
        for at in range(row * side, (row + 1) * side, 2)
    ]


def _covered(parts: Sequence[Part], x: float, y: float, step: float) -> float:
    """How much of a pixel the parts cover; what follows `cut` is taken away again."""
    alpha, cutting = 0.0, False
    for kind, *numbers in parts:
        if kind in ("cut", "ink"):
            cutting = kind == "cut"
            continue
        share = min(1.0, max(0.0, 0.5 - _DISTANCES[kind](x, y, numbers) / step))
        alpha = alpha * (1 - share) if cutting else max(alpha, share)
    return alpha


# How far outside of a part a point is; negative inside.


def _from_box(x: float, y: float, numbers: Sequence[float]) -> float:
    left, bottom, width, height, radius = numbers
    dx = abs(x - left - width / 2) - width / 2 + radius
    dy = abs(y - bottom - height / 2) - height / 2 + radius
    return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - radius


def _from_disc(x: float, y: float, numbers: Sequence[float]) -> float:
    cx, cy, radius = numbers
    return math.hypot(x - cx, y - cy) - radius


def _from_corners(x: float, y: float, numbers: Sequence[float]) -> float:
    """Of a convex shape: outside of its farthest side."""
    corners = list(zip(numbers[::2], numbers[1::2], strict=True))
    area = sum(
        ax * by - bx * ay
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    )
    turn = 1 if area > 0 else -1
    return max(
        turn * ((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / math.hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    )


_DISTANCES: Final = {
    "box": _from_box,
    "disc": _from_disc,
    "tri": _from_corners,
    "quad": _from_corners,
}
