"""Forgiving search for cities, routes and players: by prefix, ignoring accents and a typo."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeVar

from companion.game.board.board import Board, Location, Route
from companion.game.rulebook import TERRAIN_OF
from companion.text import fold, words_of
from companion.words.names import Names

Typed = tuple[str, ...]  # words, folded
_Thing = TypeVar("_Thing")

# How well a name fits the typed text: lower is better, and both ends of a route are added up.
# Only the best fits are returned, so a typo is forgiven only if nothing else fits.
EXACT, PREFIX, INSIDE, INITIALS, AROUND, TYPO = 0, 1, 2, 3, 8, 10

_MOST_WORDS: Final = 20  # two full names of way stations have fourteen
_LEAST_FOR_TYPO: Final = 4  # letters: below that, everything matches
_BETWEEN: Final = ("-", "–", "—", ">", "->", "→", "to")  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Tracks:
    """A route as called out; two tracks if they look the same."""

    routes: tuple[Route, ...]


def closest(text: str, names: Iterable[str]) -> list[int]:
    """Return the positions of the names that fit a text best."""
    typed = words_of(text)
    if not typed:
        return []
    fits = {number: closeness(typed, words_of(name)) for number, name in enumerate(names)}
    return _best({number: fit for number, fit in fits.items() if fit is not None})


def closeness(typed: Typed, name: Typed) -> int | None:
    """Return how well a name fits the typed words, or None."""
    if typed == name:
        return EXACT
    together, whole = "".join(typed), "".join(name)
    if whole.startswith(together) or _begins(typed, name):
        return PREFIX
    if _within(typed, name, typos=0):
        return INSIDE
    if len(together) > 1 and together == "".join(word[0] for word in name):
        return INITIALS
    if _mistyped(together, whole) or _within(typed, name, typos=1):
        return TYPO
    return None


def _begins(typed: Typed, name: Typed) -> bool:
    """Whether the typed words are prefixes of the name's first words."""
    if len(typed) > len(name):
        return False
    return all(word.startswith(part) for part, word in zip(typed, name, strict=False))


def _within(typed: Typed, name: Typed, typos: int) -> bool:
    """Whether the typed words are prefixes of some of the name's words, in order."""
    if not typed:
        return True
    for number, word in enumerate(name):
        rest = name[number + 1 :]
        if word.startswith(typed[0]) and _within(typed[1:], rest, typos):
            return True
        if typos and _mistyped(typed[0], word) and _within(typed[1:], rest, typos - 1):
            return True
    return False


def _mistyped(typed: str, word: str) -> bool:
    """Whether a word starts like this but for one letter wrong, missing, extra or swapped."""
    if len(typed) < _LEAST_FOR_TYPO:
        return False
    at = next((n for n, (a, b) in enumerate(zip(typed, word, strict=False)) if a != b), len(word))
    wrong = word[at + 1 :].startswith(typed[at + 1 :])
    missing = word[at + 1 :].startswith(typed[at:])
    extra = word[at:].startswith(typed[at + 1 :])
    swapped = typed[at : at + 2] == word[at : at + 2][::-1]
    return wrong or missing or extra or (swapped and word[at + 2 :].startswith(typed[at + 2 :]))


def _best(fits: Mapping[_Thing, int]) -> list[_Thing]:
    least = min(fits.values(), default=None)
    return [thing for thing, fit in fits.items() if fit == least]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A typed route: the words for its ends, its colours and lengths."""

    words: Typed
    sides: tuple[tuple[Typed, Typed], ...]  # every split of the words into two ends
    parted: bool  # by a typed dash: then both ends are named
    colors: frozenset[str]
    lengths: frozenset[int]

    def allows(self, route: Route) -> bool:
        if self.colors and route.color not in self.colors:
            return False
        return not self.lengths or route.length in self.lengths


class Finder:
    """Finds routes and places of a board by what people type or call out."""

    def __init__(self, board: Board, names: Names) -> None:
        self._board = board
        self._names = names
        self._called = {place.id: self._names_of(place) for place in board.locations.values()}
        self._around = self._neighbours()
        self._fits = lru_cache(64)(self._location_fits)
        self._colors = {"gray": "grey"}
        for color in TERRAIN_OF:
            self._colors[color] = self._colors[fold(names.color(color))] = color
        self._places = {place: words_of(names.place(place)) for place in board.places}

    def routes(self, text: str) -> list[Tracks]:
        """Return the routes that fit best: one or both ends, colour and length, in any order.

        Those with their ends in the order typed come first.
        """
        if text.strip() in self._board.routes:
            return [Tracks((self._board.routes[text.strip()],))]
        wanted = self._read(text)
        if not (wanted.words or wanted.colors or wanted.lengths):
            return []
        fits = {}
        for route in filter(wanted.allows, self._board.routes.values()):
            fit = self._fit(wanted, route)
            if fit is not None:
                fits[route.id] = fit
        least = min((fit for fit, _ in fits.values()), default=None)
        found = [route for route, (fit, _) in fits.items() if fit == least]
        found.sort(key=lambda route: fits[route][1])
        return _tracks(self._board.routes[route] for route in found)

    def ends(self, text: str) -> tuple[str, str] | None:
        """Return the two places meant, if that is unambiguous, even if no route joins them."""
        pairs = self.journeys(" ".join(self._read(text).words))
        return pairs[0] if len(pairs) == 1 else None

    def places(self, text: str) -> list[str]:
        """Return the ticket places that fit best."""
        return _best(self._place_fits(words_of(text)))

    def journeys(self, text: str) -> list[tuple[str, str]]:
        """Return the pairs of places, as on a ticket, that fit best."""
        fits: dict[tuple[str, str], int] = {}
        for one, other in _sides(*_words_and_parts(text)):
            starts, ends = self._place_fits(one), self._place_fits(other)
            for start, fit in starts.items():
                for end, other_fit in ends.items():
                    both = fit + other_fit
                    if start != end and both < fits.get((start, end), both + 1):
                        fits[start, end] = both
        return _best(fits)

    def vocabulary(self) -> list[str]:
        """Return the words of all place names, for completion."""
        names = {self._names.place(place) for place in self._board.places}
        return sorted({word for name in names for word in name.replace("-", " ").split()})

    # --- how well it fits ---

    def _names_of(self, location: Location) -> tuple[Typed, ...]:
        """Return a location's names; a country's end also has the name with its neighbour."""
        in_full = words_of(self._names.location(location.id))
        return (in_full,) if location.name is None else (words_of(location.name), in_full)

    def _neighbours(self) -> dict[str, list[Typed]]:
        """Return the named neighbours of every way station, since people name those."""
        around: dict[str, list[Typed]] = {
            place.id: [] for place in self._board.locations.values() if place.name is None
        }
        for route in self._board.routes.values():
            for here, there in ((route.a, route.b), (route.b, route.a)):
                name = self._board.locations[there].name
                if here in around and name is not None:
                    around[here].append(words_of(name))
        return around

    def _read(self, text: str) -> _Wanted:
        words, parts = _words_and_parts(text)
        colors = {self._colors[word] for word in words if word in self._colors}
        lengths = {int(word[:3]) for word in words if word.isdecimal()}

        def is_place(word: str) -> bool:
            return word not in self._colors and not word.isdecimal()

        words = tuple(filter(is_place, words))
        parts = [tuple(filter(is_place, part)) for part in parts]
        parts = [part for part in parts if part]
        sides = tuple(_sides(words, parts))
        return _Wanted(words, sides, len(parts) == 2, frozenset(colors), frozenset(lengths))

    def _fit(self, wanted: _Wanted, route: Route) -> tuple[int, bool] | None:
        """Return how well a route fits, and whether its ends were typed in reverse."""
        if not wanted.words:
            return EXACT, False
        fits = []
        for one, other in wanted.sides:
            first, second = self._fits(one), self._fits(other)
            for a, b, turned in ((route.a, route.b, False), (route.b, route.a, True)):
                if a in first and b in second:
                    fits.append((_together(first[a], second[b]), turned))
        if not wanted.parted:
            alone = self._fits(wanted.words)
            fits += [(alone[end] + 1, False) for end in (route.a, route.b) if end in alone]
        return min(fits, default=None)

    def _location_fits(self, typed: Typed) -> dict[str, int]:
        """Return every location that fits, and how well."""
        fits = {}
        for location, names in self._called.items():
            found = [fit for name in names if (fit := closeness(typed, name)) is not None]
            if location in self._around:
                found = self._way_station_fits(typed, location, found)
            if found:
                fits[location] = min(found)
        return fits

    def _way_station_fits(self, typed: Typed, location: str, fits: list[int]) -> list[int]:
        """Return the fits by its name, or a weaker one by a neighbour."""
        if fits and self._called[location][0][0].startswith(typed[0]):
            return fits
        near = any(closeness(typed, name) in (EXACT, PREFIX) for name in self._around[location])
        return [AROUND] if near else []

    def _place_fits(self, typed: Typed) -> dict[str, int]:
        if not typed:
            return {}
        fits = {place: closeness(typed, name) for place, name in self._places.items()}
        return {place: fit for place, fit in fits.items() if fit is not None}


def _together(first: int, second: int) -> int:
    """Combine the fit of two ends; next to a guessed way station, a prefix is as good as exact."""
    if AROUND in (first, second) and min(first, second) <= PREFIX:
        return AROUND
    return first + second


def _words_and_parts(text: str) -> tuple[Typed, list[Typed]]:
    """Return all words, and the parts between separate dashes."""
    parts: list[list[str]] = [[]]
    for token in text.split()[:_MOST_WORDS]:
        if token in _BETWEEN and token != "to":
            parts.append([])
        else:
            parts[-1] += words_of(token)
    words = tuple(word for part in parts for word in part)
    return words, [tuple(part) for part in parts]


def _sides(words: Typed, parts: Sequence[Typed]) -> Iterator[tuple[Typed, Typed]]:
    """Yield every split of the words into two ends; only one if a dash was typed."""
    if len(parts) == 2:
        yield parts[0], parts[1]
        return
    for at in range(1, len(words)):
        yield words[:at], words[at:]
        if words[at] == "to" and at + 1 < len(words):
            yield words[:at], words[at + 1 :]


def _tracks(routes: Iterable[Route]) -> list[Tracks]:
    """Group tracks that look the same."""
    alike: dict[tuple[frozenset[str], str, int], tuple[Route, ...]] = {}
    for route in routes:
        key = (route.ends, route.color, route.length)
        alike[key] = (*alike.get(key, ()), route)
    return [Tracks(tracks) for tracks in alike.values()]
