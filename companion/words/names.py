"""Names of the places, routes, colours and cards of the game."""

from functools import cache

from companion.game.board.board import Board, Location, Route
from companion.game.rulebook import TERRAINS
from companion.text import telling_letters
from companion.words.collation import sort_key
from companion.words.language import Translations, code_of


class Names:
    """Names on a board, in a language."""

    def __init__(self, board: Board, words: Translations) -> None:
        self._board = board
        self._words = words
        self.location = cache(self._location)

    def _location(self, location_id: str, *, opening: bool = False) -> str:
        """Return a city's name, a way station by its neighbours, or a country's end by its route.

        With `opening`, it is capitalised for the start of a sentence or a heading.
        """
        location = self._board.locations[location_id]
        neighbours = self._neighbours(location)
        if location.name is None:
            return self._way_station(neighbours, opening=opening)
        if location.dead_end and neighbours:
            return self._reached_from(location.name, neighbours[0])
        return location.name

    def _way_station(self, neighbours: list[str], *, opening: bool) -> str:
        one, other = (*neighbours, "", "")[:2]
        if not other:  # possible on a custom board
            text = (
                self._words.gettext("Way station")
                if opening
                else self._words.gettext("way station")
            )
        elif opening:
            text = self._words.gettext("Way station by {one} and {other}")
        else:
            text = self._words.gettext("way station by {one} and {other}")
        return text.format(one=one, other=other)

    def _reached_from(self, country: str, city: str) -> str:
        # Translators: the end of a route in a country, told apart by where the route comes from.
        return self._words.gettext("{country}, from {city}").format(country=country, city=city)

    def _neighbours(self, location: Location) -> list[str]:
        """Return the named places at the other ends of its routes, nearest first."""
        found = {}
        for route in sorted(self._board.routes.values(), key=lambda route: route.length):
            if location.id in route.ends:
                other = self._board.locations[route.other_end(location.id)]
                if other.name is not None:
                    found[other.name] = route.length
        return list(found)

    def heading(self, location_id: str) -> str:
        """Return a unique heading for a location; equal names get a neighbour added."""
        name = self.location(location_id, opening=True)
        alike = [other for other in self._board.locations if self.location(other) == name]
        if len(alike) <= 1:
            return name
        routes = sorted(self._board.routes.values(), key=lambda route: route.length)
        ends = [route.ends - {location_id} for route in routes if location_id in route.ends]
        others = [next(iter(end)) for end in ends]
        city = next((other for other in others if other not in alike), others[0])
        return self._reached_from(name, self.location(city))

    def place(self, place: str) -> str:
        """Return the name of a place on a ticket."""
        location = self._board.locations[self._board.places[place][0]]
        return location.name or place

    def order(self, place: str) -> tuple[str, str]:
        """Return the sort key of a place on a ticket."""
        return self.in_order(self.place(place))

    def in_order(self, name: str) -> tuple[str, str]:
        """Return the sort key of a name in this language."""
        return sort_key(code_of(self._words), name)

    def end(self, location_id: str, *, opening: bool = False) -> str:
        """Return a location as the end of a route, where a country's name is enough."""
        name = self._board.locations[location_id].name
        return name or self.location(location_id, opening=opening)

    def route(self, route_id: str, *, opening: bool = False) -> str:
        """Return a route by its two ends; an unknown id is returned escaped."""
        route = self._board.routes.get(route_id)
        if route is None:
            return ascii(route_id)[:60]
        return f"{self.end(route.a, opening=opening)} - {self.end(route.b)}"

    def known_route(self, route_id: str) -> Route | None:
        """Return the route of this board with this id, or None."""
        return self._board.routes.get(route_id)

    def route_in_full(self, route: Route) -> str:
        """Return a route with its colour and length."""
        # Translators: {color} is the colour of the route, {length} its number of spaces.
        return self._words.gettext("{route}, {color} {length}").format(
            route=self.route(route.id), color=self.color(route.color), length=route.length
        )

    def color(self, color: str) -> str:
        """Return the name of a route's colour."""
        pgettext = self._words.pgettext
        return {
            "yellow": pgettext("colour of a route", "yellow"),
            "orange": pgettext("colour of a route", "orange"),
            "red": pgettext("colour of a route", "red"),
            "purple": pgettext("colour of a route", "purple"),
            "blue": pgettext("colour of a route", "blue"),
            "green": pgettext("colour of a route", "green"),
            "white": pgettext("colour of a route", "white"),
            "grey": pgettext("colour of a route", "grey"),
            "black": pgettext("colour of a route", "black"),
        }.get(color, color)

    def trains(self, color: str) -> str:
        """Return the name of a train colour."""
        pgettext = self._words.pgettext
        return {
            "blue": pgettext("colour of a player's trains", "blue"),
            "red": pgettext("colour of a player's trains", "red"),
            "green": pgettext("colour of a player's trains", "green"),
            "yellow": pgettext("colour of a player's trains", "yellow"),
            "black": pgettext("colour of a player's trains", "black"),
        }.get(color, color)

    def letter(self, terrain: str) -> str:
        """Return a letter for a terrain, to show next to its symbol if its name doesn't fit."""
        letters = telling_letters([self.card(each) for each in TERRAINS])
        return {str(each): letter for each, letter in zip(TERRAINS, letters, strict=True)}[terrain]

    def card(self, card: str) -> str:
        """Return the name of a card that can be drawn."""
        pgettext = self._words.pgettext
        return {
            "train": pgettext("a card, in a list", "train card"),
            "locomotive": pgettext("a card, in a list", "face-up locomotive"),
            "desert": pgettext("a card, in a list", "desert"),
            "jungle": pgettext("a card, in a list", "jungle"),
            "mountain": pgettext("a card, in a list", "mountain"),
        }.get(card, card)
