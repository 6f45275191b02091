"""Why a command is refused: a code, the rule it breaks, and facts for a message."""

from collections.abc import Mapping
from typing import Any, Final, Self

# In order of precedence: if several apply, the first is given.
RULE_OF_CODE: Final[Mapping[str, str | None]] = {
    "bad_request": None,
    "stale": None,
    "unknown_game": None,
    "no_game": None,
    "wrong_phase": None,
    "unknown_player": None,
    "player_count": "R1",
    "duplicate_name": None,
    "duplicate_color": None,
    "unknown_color": None,
    "unknown_terrain": None,
    "unknown_card": "R5",
    "draw_two": "R5",
    "locomotive_alone": "R5",
    "terrain_exhausted": "R6",
    "unknown_route": None,
    "route_taken": "R7",
    "double_closed": "R8",
    "double_own": "R8",
    "not_enough_trains": "R7",
    "fewer_than_rival": "R9",
    "not_enough_terrain": "R9",
    "wrong_terrain_count": "R9",
    "too_many_locomotives": "R11",
    "no_tickets_left": "R10",
    "tickets_kept": "R10",
    "nothing_to_undo": None,
    "nothing_to_redo": None,
    "unknown_entry": None,
    "not_amendable": None,
    "unknown_place": None,
    "ticket_count": None,
    "not_over": None,
    "already_objected": None,
}


class Refusal(ValueError):  # noqa: N818 - the game's word
    """The referee does not accept a command; nothing has changed."""

    def __init__(self, code: str, *, rule: str | None = None, **facts: Any) -> None:  # noqa: ANN401
        super().__init__(f"{code}: {facts}")
        self.code = code
        self.rule = rule or RULE_OF_CODE[code]
        self.facts = facts

    def to_keep(self) -> Self:
        """Drop the traceback, so that storing the refusal doesn't keep its frames alive."""
        self.__context__ = None
        return self.with_traceback(None)


class RequestProblem(str):
    """What is wrong with a field, in English, with the template for translations."""

    text: str
    values: Mapping[str, Any]

    def __new__(cls, text: str, values: Mapping[str, Any]) -> Self:
        problem = super().__new__(cls, text.format(**values))
        problem.text, problem.values = text, values
        return problem


def bad_request(field: str, problem: str, **values: Any) -> Refusal:  # noqa: ANN401
    """Return the refusal of an invalid request: which field, and what is wrong with it."""
    return Refusal("bad_request", field=field, problem=RequestProblem(problem, values))
