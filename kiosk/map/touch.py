"""What a finger on the map means: the nearest place, or a closer look where two are too near."""

from dataclasses import dataclass

from kiosk.map.geometry import Picture, Point


@dataclass(frozen=True, slots=True)
class Pick:
    """A place the finger means."""

    location: str


@dataclass(frozen=True, slots=True)
class Closer:
    """Places too close to tell apart: zoom there instead of guessing."""

    locations: tuple[str, ...]


def meaning(
    picture: Picture, point: Point, reach: float, tell_apart: float, among: set[str] | None = None
) -> Pick | Closer | None:
    """The nearest place within reach; `tell_apart` is how much nearer it must be than the next."""
    near = [(distance, name) for distance, name in picture.near(point, among) if distance <= reach]
    if not near:
        return None
    nearest = near[0][0]
    rivals = tuple(name for distance, name in near if distance - nearest < tell_apart)
    return Pick(rivals[0]) if len(rivals) == 1 else Closer(rivals)
