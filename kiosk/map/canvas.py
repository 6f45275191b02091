"""Draws the board: tracks, owners' marks, places and names."""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color as Ink,
)
from kivy.graphics import (
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    Translate,
)
from kivy.graphics.texture import Texture

from kiosk.appearance.contrast import rim_of, vanishes
from kiosk.appearance.icons import ICONS
from kiosk.appearance.theme import SHAPES, Color, Theme
from kiosk.map.geometry import SPACE_WIDTH, Picture, Point, Space, Track
from kiosk.map.labels import LabelBox
from kiosk.map.painting import (
    FAINT,
    FULL,
    MARGIN,
    MARKED_ASIDE,
    TAKEN,
    Corners,
    Stroke,
    bars,
    patterned,
    squares,
    struck_out,
    tiles,
)
from kiosk.map.patterns import PATTERNS, pattern_ink
from kiosk.map.viewport import MapView

SIDE: Final = 32  # pixels of a texture, a power of two
_GRID: Final = 24.0  # the grid of the icon data

Part = tuple[Any, ...]


def pictures(parts: Sequence[Part]) -> list[bytes]:
    """Render an icon as white pixels with its coverage as alpha, rows from the bottom.

    The first image is SIDE by SIDE; each further one is half as large, down to one pixel.
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
    """Average blocks of four pixels."""
    return [
        (alphas[at] + alphas[at + 1] + alphas[at + side] + alphas[at + side + 1]) / 4
        for row in range(0, side, 2)
        for at in range(row * side, (row + 1) * side, 2)
    ]


def _covered(parts: Sequence[Part], x: float, y: float, step: float) -> float:
    """Return how much of a pixel the parts cover; parts after `cut` are subtracted."""
    alpha, cutting = 0.0, False
    for kind, *numbers in parts:
        if kind in ("cut", "ink"):
            cutting = kind == "cut"
            continue
        share = min(1.0, max(0.0, 0.5 - _DISTANCES[kind](x, y, numbers) / step))
        alpha = alpha * (1 - share) if cutting else max(alpha, share)
    return alpha


# Distance of a point from a part; negative inside.


def _from_box(x: float, y: float, numbers: Sequence[float]) -> float:
    left, bottom, width, height, radius = numbers
    dx = abs(x - left - width / 2) - width / 2 + radius
    dy = abs(y - bottom - height / 2) - height / 2 + radius
    return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - radius


def _from_disc(x: float, y: float, numbers: Sequence[float]) -> float:
    cx, cy, radius = numbers
    return math.hypot(x - cx, y - cy) - radius


def _from_corners(x: float, y: float, numbers: Sequence[float]) -> float:
    """Return the distance from a convex shape, by its farthest side."""
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
    "poly": _from_corners,
}


_HALO: Final = 0.15  # relative to the text size, so that names stay legible over tracks

_GLOW: Final = 0.75  # opacity
_GLOW_WIDTH: Final = 70.0  # in board units

_SIGN_SIDE: Final = 36.0  # of a ferry's locomotive, in board units

_BAR: Final = ("box", MARGIN, MARGIN, 24 - 2 * MARGIN, 24 - 2 * MARGIN, 5.5)
_PICTURES: Final = {
    "bar": (_BAR,),
    "rim": (_BAR, ("cut",), ("box", 7.2, 7.2, 9.6, 9.6, 2.4)),
    "disc": (("disc", 12, 12, 12 - MARGIN),),
    **{name: ICONS[name] for name in (*SHAPES.values(), "locomotive")},
    **{f"{color} pattern": parts for color, parts in PATTERNS.items() if parts},
}


@cache
def texture_of(name: str) -> Texture:
    """Return a mipmapped texture, which stays smooth at small sizes."""
    texture = Texture.create(size=(SIDE, SIDE), colorfmt="rgba", mipmap=True)
    for level, pixels in enumerate(pictures(_PICTURES[name])):
        texture.blit_buffer(
            pixels,
            size=(SIDE >> level, SIDE >> level),
            colorfmt="rgba",
            mipmap_level=level,
            mipmap_generation=False,
        )
    texture.min_filter = "linear_mipmap_linear"
    texture.mag_filter = "linear"
    return texture


@cache
def name_texture(name: str, size: float, ink: Color, halo: Color) -> Texture:
    """Return a name with a halo in the background's colour."""
    label = CoreLabel(
        text=name,
        font_size=size,
        bold=True,
        color=ink,
        outline_width=max(1, round(_HALO * size)),
        outline_color=halo[:3],
    )
    label.refresh()
    return label.texture


def _strength(*, aside: bool) -> float:
    """Return the opacity of places and names."""
    return 2 * FAINT if aside else FULL


class MapCanvas(InstructionGroup):
    """Draws tracks when they change, and places and names when the scale does.

    Dragging the map changes only a matrix.
    """

    def __init__(self, theme: Theme, unit: float) -> None:
        super().__init__()
        self._theme, self._unit = theme, unit
        self._shift, self._scale = Translate(), Scale(1)
        self._glow, self._tracks, self._patterns = (InstructionGroup() for _ in range(3))
        self._places, self._names = InstructionGroup(), InstructionGroup()
        for part in (
            PushMatrix(),
            self._shift,
            PushMatrix(),
            self._scale,
            self._glow,
            self._tracks,
            self._patterns,
            self._places,
            PopMatrix(),
            self._names,
            PopMatrix(),
        ):
            self.add(part)

    def move_to(self, corner: Point, view: MapView) -> None:
        """Show a view of the board at a corner of the window."""
        self._shift.x, self._shift.y = corner[0] + view.x, corner[1] + view.y
        self._scale.x = self._scale.y = view.scale

    # --- tracks ---

    def paint_tracks(self, strokes: Iterable[Stroke]) -> None:
        """Draw the spaces of all tracks."""
        theme, group = self._theme, self._tracks
        group.clear()
        spaces: dict[tuple[str, float], list[Space]] = defaultdict(list)
        struck: dict[bool, list[Space]] = {False: [], True: []}
        for stroke in sorted(strokes, key=lambda stroke: stroke.strength):
            route = stroke.track.route
            spaces[route.color, stroke.strength].extend(stroke.track.spaces)
            if stroke.closed:
                struck[stroke.aside].append(struck_out(stroke.track))
        for (color, strength), some in spaces.items():
            self._mesh(group, "bar", theme.routes[color], strength, bars(some))
            if vanishes(theme.routes[color], theme.ground):
                self._mesh(group, "rim", theme.outline, max(strength, TAKEN), bars(some))
        for aside, lines in struck.items():
            self._mesh(group, "bar", theme.quiet, _strength(aside=aside), bars(lines, 9))

    def paint_patterns(self, strokes: Iterable[Stroke], scale: float) -> None:
        """Draw the patterns of free tracks if they are large enough to see."""
        self._patterns.clear()
        for color, spaces in patterned(strokes, scale / self._unit).items():
            paint_pattern(self._patterns, self._theme, color, spaces)

    def paint_glow(self, tracks: Iterable[Track], scale: float) -> None:
        """Highlight these tracks from end to end, wide enough to see."""
        self._glow.clear()
        lines = [struck_out(track) for track in tracks]
        width = max(_GLOW_WIDTH, 15 * self._unit / scale)
        self._mesh(self._glow, "bar", self._theme.accent, _GLOW, bars(lines, width))

    # --- places and owners' marks ---

    def paint_places(
        self,
        picture: Picture,
        strokes: Iterable[Stroke],
        city: str,
        shown: Collection[str],
        scale: float,
    ) -> None:
        """Draw places as dots and owners as shapes, never too small to see."""
        group = self._places
        group.clear()
        pixel = self._unit / scale
        self._paint_signs(strokes, pixel)
        self._paint_marks(strokes, pixel)
        locations = picture.board.locations.values()
        for aside in (True, False):
            strength = _strength(aside=aside)
            some = [place for place in locations if (place.id in shown) is not aside]
            towns = [picture.points[p.id] for p in some if p.name and p.id != city]
            stations = [picture.points[p.id] for p in some if not p.name and p.id != city]
            self._dots(towns, self._radius(scale, small=False), self._theme.text, strength)
            self._dots(stations, self._radius(scale, small=True), self._theme.quiet, strength)
        if city:
            radius = 1.4 * self._radius(scale, small=False)
            self._dots([picture.points[city]], radius, self._theme.accent, FULL)

    def mark_places(self, points: list[Point], scale: float) -> None:
        """Highlight places that are already drawn."""
        self._dots(points, 1.4 * self._radius(scale, small=False), self._theme.accent, FULL)

    def radius(self, scale: float) -> float:
        """Return the radius of a city's dot in board units."""
        return self._radius(scale, small=False)

    def _radius(self, scale: float, *, small: bool) -> float:
        least = 3.8 if small else 4.6
        return max(20.0 if small else 25.0, least * self._unit / scale)

    def _dots(self, points: list[Point], radius: float, ink: Color, strength: float) -> None:
        group, ground = self._places, self._theme.ground
        self._mesh(group, "disc", ground, FULL, squares(points, 2.7 * radius))
        self._mesh(group, "disc", ink, strength, squares(points, 2 * radius))
        if ink == self._theme.quiet:  # way stations are rings
            self._mesh(group, "disc", ground, FULL, squares(points, 1.1 * radius))

    def _paint_signs(self, strokes: Iterable[Stroke], pixel: float) -> None:
        """Draw a locomotive on each space of a ferry that needs one."""
        signs: dict[float, list[Point]] = defaultdict(list)
        for stroke in strokes:
            if stroke.track.signs and not stroke.owner:
                signs[stroke.strength] += stroke.track.signs
        side = min(max(_SIGN_SIDE, 9 * pixel), 2 * _SIGN_SIDE)
        for strength, points in signs.items():
            ground, accent = self._theme.ground, self._theme.accent
            self._mesh(self._places, "disc", ground, strength, squares(points, side * 1.35))
            self._mesh(self._places, "locomotive", accent, strength, squares(points, side))

    def _paint_marks(self, strokes: Iterable[Stroke], pixel: float) -> None:
        """Draw the owner's shape on every space."""
        marks: dict[tuple[str, bool], list[Point]] = defaultdict(list)
        for stroke in strokes:
            if stroke.owner:
                points = [(space.x, space.y) for space in stroke.track.spaces]
                marks[stroke.owner, stroke.aside] += points
        side = max(42.0, 7.5 * pixel)
        for (owner, aside), points in marks.items():
            ink = self._theme.players[owner]
            rim = rim_of(self._theme, owner)
            strength, shape = MARKED_ASIDE if aside else FULL, SHAPES[owner]
            self._mesh(self._places, shape, rim, strength, squares(points, side * 1.36))
            self._mesh(self._places, shape, ink, strength, squares(points, side))

    # --- names ---

    def write_names(
        self,
        names: Mapping[str, str],
        boxes: Mapping[str, LabelBox],
        scale: float,
        size: float,
        shown: Collection[str],
    ) -> None:
        """Draw names in their boxes, at a fixed size on the screen; fainter if not in `shown`."""
        group = self._names
        group.clear()
        theme = self._theme
        for location, box in boxes.items():
            group.add(Ink(1, 1, 1, _strength(aside=location not in shown)))
            texture = name_texture(names[location], size, theme.text, theme.ground)
            x, y = (box.left + box.width / 2) * scale, (box.bottom + box.height / 2) * scale
            width, height = texture.size
            corner = (round(x - width / 2), round(y - height / 2))
            group.add(Rectangle(texture=texture, pos=corner, size=texture.size))

    @staticmethod
    def _mesh(
        group: InstructionGroup, picture: str, ink: Color, strength: float, corners: Corners
    ) -> None:
        vertices, indices = corners
        if indices:
            group.add(Ink(*ink[:3], ink[3] * strength))
            texture = texture_of(picture)
            group.add(Mesh(vertices=vertices, indices=indices, mode="triangles", texture=texture))


def paint_pattern(
    group: InstructionGroup,
    theme: Theme,
    color: str,
    spaces: Iterable[Space],
    width: float = SPACE_WIDTH,
) -> None:
    """Draw the pattern of a route's colour on its spaces."""
    if PATTERNS[color]:
        vertices, indices = tiles(spaces, width)
        group.add(Ink(*pattern_ink(theme.routes[color])))
        texture = texture_of(f"{color} pattern")
        group.add(Mesh(vertices=vertices, indices=indices, mode="triangles", texture=texture))


def prepare() -> None:
    """Create all textures in advance, so that the first map opens fast."""
    for name in _PICTURES:
        texture_of(name)
