"""The fields of a request, taken out one by one: each of its type, and none too many."""

import unicodedata
from typing import Any

from companion.game.refusal import bad_request
from companion.game.rulebook import CARDS_OF_TERRAIN


def clean_name(text: str) -> str:
    """A player's name as it is kept: composed, without space around it."""
    return unicodedata.normalize("NFC", text).strip()


class Fields:
    """The fields of one JSON object, taken out one by one; null is absent."""

    def __init__(self, content: object, where: str) -> None:
        if not isinstance(content, dict):
            raise bad_request(where, "is not an object")
        self._left: dict[str, Any] = {k: v for k, v in content.items() if v is not None}

    def has(self, name: str) -> bool:
        """Whether the field is still there."""
        return name in self._left

    def take(self, name: str, kind: type, what: str) -> Any:  # noqa: ANN401
        """A needed field of exactly this JSON type."""
        if name not in self._left:
            raise bad_request(name, "is missing")
        value = self._left.pop(name)
        if type(value) is not kind:
            raise bad_request(name, f"is not {what}")
        return value

    def text(self, name: str) -> str:
        """A text."""
        value: str = self.take(name, str, "text")
        return value

    def name(self, name: str) -> str:
        """A player's name, as it is kept."""
        return clean_name(self.text(name))

    def number(self, name: str) -> int:
        """A whole number."""
        value: int = self.take(name, int, "a whole number")
        return value

    def count(self, name: str) -> int:
        """A whole number that is not negative."""
        value = self.number(name)
        if value < 0:
            raise bad_request(name, "is negative")
        return value

    def count_up_to(self, most: int, name: str) -> int:
        """A number of things of which the box holds so many."""
        value = self.count(name)
        if value > most:
            raise bad_request(name, f"is more than {most}")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false when absent."""
        return bool(self.take(name, bool, "true or false")) if self.has(name) else False

    def rows(self, name: str) -> list[Any]:
        """A list."""
        value: list[Any] = self.take(name, list, "a list")
        return value

    def fields(self, name: str) -> "Fields":
        """An object of its own."""
        return Fields(self.take(name, dict, "an object"), name)

    def counts(self, name: str, most: int = CARDS_OF_TERRAIN) -> dict[str, int]:
        """Numbers of cards by terrain type; none when absent."""
        inner = self.fields(name) if self.has(name) else Fields({}, name)
        return {terrain: inner.count_up_to(most, terrain) for terrain in inner.names()}

    def peek(self, name: str) -> object:
        """A field as it is, left where it is."""
        return self._left.get(name)

    def drop_empty(self, name: str) -> None:
        """Take an object without fields for none at all."""
        inner = self._left.get(name)
        if isinstance(inner, dict) and all(value is None for value in inner.values()):
            del self._left[name]

    def rest(self) -> dict[str, Any]:
        """All fields not yet taken."""
        return dict(self._left)

    def names(self) -> list[str]:
        """The fields not yet taken."""
        return list(self._left)

    def done(self) -> None:
        """Refuse what nobody asked for."""
        for name in self._left:
            raise bad_request(name, "is not a field of this request")
