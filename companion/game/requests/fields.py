"""Typed fields of a request: strict reading, with no unknown fields, and writing.

A form declares the fields of an object once: how each is read and written.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.game.refusal import bad_request
from companion.game.rulebook import CARDS_OF_TERRAIN

_Made = TypeVar("_Made")


def clean_name(text: str) -> str:
    """Return a player's name as stored: NFC, without surrounding space."""
    return unicodedata.normalize("NFC", text).strip()


class Fields:
    """The fields of one JSON object, taken out one by one; null counts as absent."""

    def __init__(self, content: object, where: str) -> None:
        if not isinstance(content, dict):
            raise bad_request(where, "is not an object")
        self._left: dict[str, Any] = {k: v for k, v in content.items() if v is not None}

    def has(self, name: str) -> bool:
        """Whether the field is present and not yet taken."""
        return name in self._left

    def take(self, name: str, kind: type, otherwise: str) -> Any:  # noqa: ANN401
        """Return a required field of exactly this JSON type.

        Raises:
            Refusal: bad_request, with `otherwise` if the type is wrong.
        """
        if name not in self._left:
            raise bad_request(name, "is missing")
        value = self._left.pop(name)
        if type(value) is not kind:
            raise bad_request(name, otherwise)
        return value

    def text(self, name: str) -> str:
        value: str = self.take(name, str, "is not text")
        return value

    def name(self, name: str) -> str:
        """Take a player's name, cleaned."""
        return clean_name(self.text(name))

    def number(self, name: str) -> int:
        """Take an integer."""
        value: int = self.take(name, int, "is not a whole number")
        return value

    def count(self, name: str) -> int:
        """Take a non-negative integer."""
        value = self.number(name)
        if value < 0:
            raise bad_request(name, "is negative")
        return value

    def flag(self, name: str) -> bool:
        """Take a boolean; False if absent."""
        return bool(self.take(name, bool, "is not true or false")) if self.has(name) else False

    def rows(self, name: str) -> list[Any]:
        """Take a list."""
        value: list[Any] = self.take(name, list, "is not a list")
        return value

    def fields(self, name: str) -> "Fields":
        """Take a nested object; an empty one if absent."""
        return Fields(self.take(name, dict, "is not an object") if self.has(name) else {}, name)

    def peek(self, name: str) -> object:
        """Return a field without taking it."""
        return self._left.get(name)

    def drop_empty(self, name: str) -> None:
        """Treat an object without fields as absent."""
        inner = self._left.get(name)
        if isinstance(inner, dict) and all(value is None for value in inner.values()):
            del self._left[name]

    def rest(self) -> dict[str, Any]:
        """Return all fields not yet taken."""
        return dict(self._left)

    def names(self) -> list[str]:
        """Return the names of the fields not yet taken."""
        return list(self._left)

    def done(self) -> None:
        """Refuse any field that was not taken."""
        for name in self._left:
            raise bad_request(name, "is not a field of this request")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a request: how to read and write it."""

    name: str
    read: Callable[[Fields, str], Any]
    write: Callable[[Any], Any] = lambda value: value  # returns None: left out
    attribute: str = ""  # of the command, if its name differs
    people: Callable[[Any, Callable[[str], str]], Any] | None = None  # renames its players

    @property
    def keeps(self) -> str:
        """Its attribute name in the command."""
        return self.attribute or self.name


@dataclass(frozen=True, slots=True)
class Form(Generic[_Made]):
    """The fields of a request, in the order in which they are read and checked."""

    kind: Callable[..., _Made]
    fields: tuple[Field, ...] = ()
    check: Callable[[_Made], None] = lambda made: None
    written: tuple[str, ...] = ()  # fields to write first, in this order

    def read(self, fields: Fields) -> _Made:
        """Read an object; other fields can be left over."""
        made = self._taken(fields)
        self.check(made)
        return made

    def read_alone(self, fields: Fields) -> _Made:
        """Read an object; refuse other fields."""
        made = self._taken(fields)
        fields.done()
        self.check(made)
        return made

    def _taken(self, fields: Fields) -> _Made:
        return self.kind(**{field.keeps: field.read(fields, field.name) for field in self.fields})

    def write(self, made: object) -> dict[str, Any]:
        """Return the fields of an object, without those that are None."""
        values = {field.name: field.write(getattr(made, field.keeps)) for field in self.fields}
        ordered = {name: values[name] for name in (*self.written, *values)}
        return {name: value for name, value in ordered.items() if value is not None}


# --- readers ---


def maybe(read: Callable[[Fields, str], _Made]) -> Callable[[Fields, str], _Made | None]:
    """Return a reader for an optional field."""
    return lambda fields, name: read(fields, name) if fields.has(name) else None


def up_to(most: int) -> Callable[[Fields, str], int]:
    """Return a reader for a count of at most `most`."""

    def read(fields: Fields, name: str) -> int:
        value = fields.count(name)
        if value > most:
            raise bad_request(name, "is more than {n}", n=most)
        return value

    return read


def counts(most: int = CARDS_OF_TERRAIN) -> Callable[[Fields, str], dict[str, int]]:
    """Return a reader for numbers of cards by terrain; empty if absent."""

    def read(fields: Fields, name: str) -> dict[str, int]:
        inner = fields.fields(name)
        return {terrain: up_to(most)(inner, terrain) for terrain in inner.names()}

    return read


def an_object(form: Form[_Made]) -> Callable[[Fields, str], _Made]:
    """Return a reader for an object of this form."""
    return lambda fields, name: form.read_alone(fields.fields(name))


def rows_of(form: Form[_Made]) -> Callable[[Fields, str], tuple[_Made, ...]]:
    """Return a reader for a list of objects of this form."""

    def read(fields: Fields, name: str) -> tuple[_Made, ...]:
        return tuple(form.read_alone(Fields(row, name)) for row in fields.rows(name))

    return read


def one_of(choices: tuple[str, ...]) -> Callable[[Fields, str], str]:
    """Return a reader for one of these texts."""

    def read(fields: Fields, name: str) -> str:
        value = fields.text(name)
        if value not in choices:
            raise bad_request(name, f"is not one of {', '.join(choices)}")
        return value

    return read


# --- renaming players ---


def called(name: str, new: Callable[[str], str]) -> str:
    """Rename a player."""
    return new(name)


def each_called(rows: list[dict[str, Any]], new: Callable[[str], str]) -> list[dict[str, Any]]:
    """Rename the players in these rows."""
    return [{**row, "name": new(row["name"])} for row in rows]


# --- writers ---


def objects(form: Form[Any]) -> Callable[[tuple[object, ...]], list[dict[str, Any]]]:
    """Return a writer for a list of objects of this form."""
    return lambda made: [form.write(one) for one in made]


def if_any(value: Any) -> Any:  # noqa: ANN401 - a flag, a count by type, an object
    """Return None, to leave the field out, if the value is empty."""
    return value or None
