"""What people call the places, routes, colours and cards of the game."""

from functools import cache

from companion.game.board import Board, Location, Route
from companion.words.language import Translations


class Names:
    """Names on a board, in a language."""

    def __init__(self, board: Board, words: Translations) -> None:
        self._board = board
        self._gettext = words.gettext
        self.location = cache(self._location)

    def _location(self, location_id: str) -> str:
        """A city by its name, a way station by its neighbours, a country's end by its route."""
        location = self._board.locations[location_id]
        neighbours = self._neighbours(location)
        if location.name is None:
            return self._gettext("way station by {places}").format(
                places=self._gettext("{one} and {other}").format(
                    one=neighbours[0], other=neighbours[1]
                )
                if len(neighbours) > 1
                else "".join(neighbours)
            )
        if location.dead_end and neighbours:
            return self._gettext("{country}, from {city}").format(
                country=location.name, city=neighbours[0]
            )
        return location.name

    def _neighbours(self, location: Location) -> list[str]:
        """The named places at the other ends of its routes, nearest first."""
        found = {}
        for route in sorted(self._board.routes.values(), key=lambda route: route.length):
            if location.id in route.ends:
                other = self._board.locations[route.other_end(location.id)]
                if other.name is not None:
                    found[other.name] = route.length
        return list(found)

    def apart(self, location_id: str) -> str:
        """A location so that no two are called the same: of two alike, by where it is reached."""
        name = self.location(location_id)
        alike = [other for other in self._board.locations if self.location(other) == name]
        if len(alike) == 1:
            return name
        routes = sorted(self._board.routes.values(), key=lambda route: route.length)
        ends = [route.ends - {location_id} for route in routes if location_id in route.ends]
        others = [next(iter(end)) for end in ends]
        city = next((other for other in others if other not in alike), others[0])
        return self._gettext("{country}, from {city}").format(
            country=name, city=self.location(city)
        )

    def place(self, place: str) -> str:
        """A place on a ticket."""
        location = self._board.locations[self._board.places[place][0]]
        return location.name or place

    def end(self, location_id: str) -> str:
        """A location as the end of a route: the country's name alone is enough there."""
        return self._board.locations[location_id].name or self.location(location_id)

    def route(self, route_id: str) -> str:
        """A route by its two ends; an id that is none is given back, made harmless."""
        route = self._board.routes.get(route_id)
        if route is None:
            return ascii(route_id)[:60]
        return f"{self.end(route.a)} - {self.end(route.b)}"

    def known_route(self, route_id: str) -> Route | None:
        """A route of this board; None where it has no such route."""
        return self._board.routes.get(route_id)

    def route_in_full(self, route: Route) -> str:
        """A route with its colour and length."""
        return self._gettext("{route}, {color} {length}").format(
            route=self.route(route.id), color=self.color(route.color), length=route.length
        )

    def color(self, color: str) -> str:
        """A colour of routes or players."""
        gettext = self._gettext
        return {
            "yellow": gettext("yellow"),
            "orange": gettext("orange"),
            "red": gettext("red"),
            "purple": gettext("purple"),
            "blue": gettext("blue"),
            "green": gettext("green"),
            "white": gettext("white"),
            "grey": gettext("grey"),
            "black": gettext("black"),
        }.get(color, color)

    def card(self, card: str) -> str:
        """A card that can be drawn."""
        gettext = self._gettext
        return {
            "train": gettext("train card"),
            "locomotive": gettext("open locomotive"),
            "desert": gettext("desert"),
            "jungle": gettext("jungle"),
            "mountain": gettext("mountain"),
        }.get(card, card)
