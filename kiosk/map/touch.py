"""Which place or track a touch on the map means; zooms in if places are too close."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from kiosk.map.geometry import Picture, Point, Track

# In millimetres on the screen.
REACH: Final = 6.5  # maximum distance from a place
TELL_APART: Final = 1.5  # how much closer than any other place it must be
_ON_PLACE: Final = 3.2  # closer to a place than this, its tracks are not meant
_ON_TRACK: Final = 3.0


@dataclass(frozen=True, slots=True)
class Pick:
    """A place."""

    location: str


@dataclass(frozen=True, slots=True)
class Closer:
    """Places too close to tell apart: zoom in instead of guessing."""

    locations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Along:
    """Tracks; several if they are too close to tell apart."""

    routes: tuple[str, ...]


def meaning(
    picture: Picture,
    point: Point,
    reach: float,
    tell_apart: float,
    among: Collection[str] | None = None,
) -> Pick | Closer | None:
    """Return the nearest place within reach, if it is nearer than others by `tell_apart`."""
    near = [(distance, name) for distance, name in picture.near(point, among) if distance <= reach]
    if not near:
        return None
    nearest = near[0][0]
    rivals = tuple(name for distance, name in near if distance - nearest < tell_apart)
    return Pick(rivals[0]) if len(rivals) == 1 else Closer(rivals)


def meaning_anywhere(
    picture: Picture, point: Point, millimetre: float
) -> Pick | Closer | Along | None:
    """Return the place, or a track that is clearly closer than any place."""
    near = picture.near(point)[0][0]
    if near > _ON_PLACE * millimetre:
        within = min(_ON_TRACK, near / millimetre - TELL_APART)
        tracks = _tracks_under(picture.tracks.values(), point, millimetre, within)
        if tracks:
            return Along(tracks)
    return meaning(picture, point, REACH * millimetre, TELL_APART * millimetre)


def meaning_from(
    picture: Picture, city: str, point: Point, millimetre: float
) -> Pick | Closer | Along | None:
    """Return the meaning if a city is picked: its tracks and their far ends have priority."""
    far_ends = picture.far_ends(city)
    near = picture.near(point)[0][0]
    if near > _ON_PLACE * millimetre:
        tracks = _tracks_under(picture.tracks_at(city), point, millimetre, _ON_TRACK)
        if tracks:
            return Along(tracks)
    found = meaning(picture, point, REACH * millimetre, TELL_APART * millimetre)
    if isinstance(found, Closer):
        meant = [place for place in found.locations if place in far_ends]
        if len(meant) != 1:
            return found
        found = Pick(meant[0])
    if found is not None and found.location in far_ends:
        return Along(far_ends[found.location])
    return found


def _tracks_under(
    tracks: Iterable[Track], point: Point, millimetre: float, within: float
) -> tuple[str, ...]:
    """Return the nearest track, with those too close to it to tell apart."""
    by_distance = sorted((track.distance(point), track.route.id) for track in tracks)
    nearest = by_distance[0][0]
    if nearest > within * millimetre:
        return ()
    limit = nearest + TELL_APART * millimetre
    return tuple(route for distance, route in by_distance if distance < limit)
