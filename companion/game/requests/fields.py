"""The fields of a request: taken out one by one, each of its type and none too many; and written.

A form says once what an object is made of: how each field is read, and how it is written.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.game.refusal import bad_request
from companion.game.rulebook import CARDS_OF_TERRAIN

_Made = TypeVar("_Made")


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

    def take(self, name: str, kind: type, otherwise: str) -> Any:  # noqa: ANN401
        """A needed field of exactly this JSON type."""
        if name not in self._left:
            raise bad_request(name, "is missing")
        value = self._left.pop(name)
        if type(value) is not kind:
            raise bad_request(name, otherwise)
        return value

    def text(self, name: str) -> str:
        """A text."""
        value: str = self.take(name, str, "is not text")
        return value

    def name(self, name: str) -> str:
        """A player's name, as it is kept."""
        return clean_name(self.text(name))

    def number(self, name: str) -> int:
        """A whole number."""
        value: int = self.take(name, int, "is not a whole number")
        return value

    def count(self, name: str) -> int:
        """A whole number that is not negative."""
        value = self.number(name)
        if value < 0:
            raise bad_request(name, "is negative")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false when absent."""
        return bool(self.take(name, bool, "is not true or false")) if self.has(name) else False

    def rows(self, name: str) -> list[Any]:
        """A list."""
        value: list[Any] = self.take(name, list, "is not a list")
        return value

    def fields(self, name: str) -> "Fields":
        """An object of its own; one without fields where it is absent."""
        return Fields(self.take(name, dict, "is not an object") if self.has(name) else {}, name)

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


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a request: how it is read out of others, and how it is written."""

    name: str
    read: Callable[[Fields, str], Any]
    write: Callable[[Any], Any] = lambda value: value  # None: it is left out
    attribute: str = ""  # of the command, where it is called otherwise there
    people: Callable[[Any, Callable[[str], str]], Any] | None = None  # its players, called anew

    @property
    def keeps(self) -> str:
        """What it is called in the command."""
        return self.attribute or self.name


@dataclass(frozen=True, slots=True)
class Form(Generic[_Made]):
    """What a request is made of, in the order in which it is read and complained about."""

    kind: Callable[..., _Made]
    fields: tuple[Field, ...] = ()
    check: Callable[[_Made], None] = lambda made: None
    written: tuple[str, ...] = ()  # these fields come first in what is written, in this order

    def read(self, fields: Fields) -> _Made:
        """What these fields ask for; others may be left."""
        made = self._taken(fields)
        self.check(made)
        return made

    def read_alone(self, fields: Fields) -> _Made:
        """What these fields ask for, and none but these."""
        made = self._taken(fields)
        fields.done()
        self.check(made)
        return made

    def _taken(self, fields: Fields) -> _Made:
        return self.kind(**{field.keeps: field.read(fields, field.name) for field in self.fields})

    def write(self, made: object) -> dict[str, Any]:
        """The fields that ask for this, without those that are None."""
        values = {field.name: field.write(getattr(made, field.keeps)) for field in self.fields}
        ordered = {name: values[name] for name in (*self.written, *values)}
        return {name: value for name, value in ordered.items() if value is not None}


# --- ways to read a field ---


def maybe(read: Callable[[Fields, str], _Made]) -> Callable[[Fields, str], _Made | None]:
    """A field that may be absent."""
    return lambda fields, name: read(fields, name) if fields.has(name) else None


def up_to(most: int) -> Callable[[Fields, str], int]:
    """A number of things of which the box holds so many."""

    def read(fields: Fields, name: str) -> int:
        value = fields.count(name)
        if value > most:
            raise bad_request(name, "is more than {n}", n=most)
        return value

    return read


def counts(most: int = CARDS_OF_TERRAIN) -> Callable[[Fields, str], dict[str, int]]:
    """Numbers of cards by terrain type; none when absent."""

    def read(fields: Fields, name: str) -> dict[str, int]:
        inner = fields.fields(name)
        return {terrain: up_to(most)(inner, terrain) for terrain in inner.names()}

    return read


def an_object(form: Form[_Made]) -> Callable[[Fields, str], _Made]:
    """An object of this form."""
    return lambda fields, name: form.read_alone(fields.fields(name))


def rows_of(form: Form[_Made]) -> Callable[[Fields, str], tuple[_Made, ...]]:
    """A list of objects of this form."""

    def read(fields: Fields, name: str) -> tuple[_Made, ...]:
        return tuple(form.read_alone(Fields(row, name)) for row in fields.rows(name))

    return read


def one_of(choices: tuple[str, ...]) -> Callable[[Fields, str], str]:
    """One of these texts."""

    def read(fields: Fields, name: str) -> str:
        value = fields.text(name)
        if value not in choices:
            raise bad_request(name, f"is not one of {', '.join(choices)}")
        return value

    return read


# --- who is in one ---


def called(name: str, new: Callable[[str], str]) -> str:
    """A player's name."""
    return new(name)


def each_called(rows: list[dict[str, Any]], new: Callable[[str], str]) -> list[dict[str, Any]]:
    """Players in rows, each with a name."""
    return [{**row, "name": new(row["name"])} for row in rows]


# --- ways to write one ---


def objects(form: Form[Any]) -> Callable[[tuple[object, ...]], list[dict[str, Any]]]:
    """Each of them as an object of this form."""
    return lambda made: [form.write(one) for one in made]


def if_any(value: Any) -> Any:  # noqa: ANN401 - a flag, a count by type, an object
    """What is at its default is not written."""
    return value or None
