"""Frozen data to JSON values and back, by its type hints: how events are written to the log."""

import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

Json = Any


def encode(value: object) -> Json:
    """A JSON value that decode() turns back into the same data."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: encode(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    return value.value if isinstance(value, Enum) else value


def decode(kind: type, data: Json) -> Any:  # noqa: ANN401
    """The data that encode() was given.

    Raises:
        ValueError: it is not of this kind.
    """
    try:
        return _decoder(kind)(data)
    except (KeyError, TypeError) as error:
        raise ValueError(f"no {kind.__name__}: {data!r}") from error


@cache
def _decoder(kind: Any) -> Callable[[Json], Any]:  # noqa: ANN401
    if get_origin(kind) in (Union, types.UnionType):
        return _optional(kind)
    if get_origin(kind) is tuple:
        item = _decoder(get_args(kind)[0])
        return lambda data: tuple([item(value) for value in data])
    if is_dataclass(kind):
        return _record(kind)
    return kind if issubclass(kind, Enum) else _plain(kind)


def _optional(kind: Any) -> Callable[[Json], Any]:  # noqa: ANN401
    (inner,) = (option for option in get_args(kind) if option is not types.NoneType)
    decoder = _decoder(inner)
    return lambda data: None if data is None else decoder(data)


def _record(kind: Any) -> Callable[[Json], Any]:  # noqa: ANN401
    decoders = {name: _decoder(hint) for name, hint in get_type_hints(kind).items()}
    return lambda data: kind(**{name: decoders[name](data[name]) for name in decoders})


def _plain(kind: type) -> Callable[[Json], Any]:
    def check(data: Json) -> Json:
        if type(data) is not kind:
            raise TypeError(f"{data!r} is no {kind.__name__}")
        return data

    return check
