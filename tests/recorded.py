"""The recorded games in tests/games, and how an answer is compared with a recorded one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.game.requests.requests import Query, parse

GAMES = sorted((Path(__file__).parent / "games").glob("*.jsonl"))


def cases(game: Path) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    """Line number, request, and the fields that its answer must contain."""
    for number, line in enumerate(game.read_text(encoding="utf-8").splitlines(), 1):
        case = json.loads(line)
        yield number, case["request"], case["answer"]


def accepted(game: Path) -> list[dict[str, Any]]:
    """What was done in a recorded game: changes that were accepted, up to the result."""
    return [
        request
        for _, request, answer in cases(game)
        if answer.get("ok") and not isinstance(parse(request), Query)
    ]


def differs(want: Any, got: Any, path: str = "") -> list[str]:
    """Lists where an answer lacks what was recorded; other fields may be there too."""
    if isinstance(want, dict) and isinstance(got, dict):
        missing = "(missing)"
        return [d for k in want for d in differs(want[k], got.get(k, missing), f"{path}.{k}")]
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        return [d for i in range(len(want)) for d in differs(want[i], got[i], f"{path}[{i}]")]
    return [] if want == got else [f"{path}: should be {want!r}, is {got!r}"]
