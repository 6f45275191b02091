"""Every place in JSON data, and the data with another value there."""

import copy
from collections.abc import Iterator
from typing import Any

Place = tuple[Any, ...]

MISSING = object()  # a value that takes the place away


def places(value: Any, path: Place = ()) -> Iterator[Place]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


def changed(content: Any, path: Place, value: Any) -> Any:
    content = copy.deepcopy(content)
    at = content
    for key in path[:-1]:
        at = at[key]
    if value is MISSING:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return content
