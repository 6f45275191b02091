"""What people call the places, routes, colours and cards of the game."""

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
        """A city by its name, a way station by its neighbours, a country's end by its route.

        Where it opens a sentence or is a heading, it is written so.
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
        if not other:  # on somebody's own board, perhaps
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
        """The named places at the other ends of its routes, nearest first."""
        found = {}
        for route in sorted(self._board.routes.values(), key=lambda route: route.length):
            if location.id in route.ends:
                other = self._board.locations[route.other_end(location.id)]
                if other.name is not None:
                    found[other.name] = route.length
        return list(found)

    def heading(self, location_id: str) -> str:
        """A location as a heading: no two are called the same; of two alike, by where reached."""
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
        """A place on a ticket."""
        location = self._board.locations[self._board.places[place][0]]
        return location.name or place

    def order(self, place: str) -> tuple[str, str]:
        """What a list of places on tickets is sorted by."""
        return self.in_order(self.place(place))

    def in_order(self, name: str) -> tuple[str, str]:
        """What a list of names is sorted by, in the language."""
        return sort_key(code_of(self._words), name)

    def end(self, location_id: str, *, opening: bool = False) -> str:
        """A location as the end of a route: the country's name alone is enough there."""
        name = self._board.locations[location_id].name
        return name or self.location(location_id, opening=opening)

    def route(self, route_id: str, *, opening: bool = False) -> str:
        """A route by its two ends; an id that is none is given back, made harmless."""
        route = self._board.routes.get(route_id)
        if route is None:
            return ascii(route_id)[:60]
        return f"{self.end(route.a, opening=opening)} - {self.end(route.b)}"

    def known_route(self, route_id: str) -> Route | None:
        """A route of this board; None where it has no such route."""
        return self._board.routes.get(route_id)

    def route_in_full(self, route: Route) -> str:
        """A route with its colour and length."""
        # Translators: {color} is the colour of the route, {length} its number of spaces.
        return self._words.gettext("{route}, {color} {length}").format(
            route=self.route(route.id), color=self.color(route.color), length=route.length
        )

    def color(self, color: str) -> str:
        """A colour of routes."""
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
        """A colour of a player's trains."""
        pgettext = self._words.pgettext
        return {
            "blue": pgettext("colour of a player's trains", "blue"),
            "red": pgettext("colour of a player's trains", "red"),
            "green": pgettext("colour of a player's trains", "green"),
            "yellow": pgettext("colour of a player's trains", "yellow"),
            "black": pgettext("colour of a player's trains", "black"),
        }.get(color, color)

    def letter(self, terrain: str) -> str:
        """What stands for a terrain beside its symbol, where there is no room for its name."""
        letters = telling_letters([self.card(each) for each in TERRAINS])
        return {str(each): letter for each, letter in zip(TERRAINS, letters, strict=True)}[terrain]

    def card(self, card: str) -> str:
        """A card that can be drawn."""
        pgettext = self._words.pgettext
        return {
            "train": pgettext("a card, in a list", "train card"),
            "locomotive": pgettext("a card, in a list", "face-up locomotive"),
            "desert": pgettext("a card, in a list", "desert"),
            "jungle": pgettext("a card, in a list", "jungle"),
            "mountain": pgettext("a card, in a list", "mountain"),
        }.get(card, card)
