"""Tickets that five seats keep in secret, and a search for them in whatever is given out."""

import re

from companion.game.board.board import standard_board

# Places that nothing else at the table names: no claim goes there, and no player is called so.
SECRETS = (
    (("zomba", "windhoek", 31), ("luanda", "fachoda", 32)),
    (("mombasa", "walvis-bay", 33), ("cabinda", "addis-ababa", 34)),
    (("ujiji", "port-nolloth", 35), ("bondo", "beira", 36)),
    (("pretoria", "douala", 37), ("bangui", "salisbury", 38)),
    (("livingstonia", "libreville", 39), ("bogoro", "bulawayo", 40)),
)


def _names() -> dict[str, str]:
    board = standard_board()
    return {place: board.locations[ids[0]].name or "" for place, ids in board.places.items()}


def gives_away(text: str, seat: int) -> bool:
    """Whether a text has a ticket: its two places and its value within few characters."""
    names = _names()
    for start, end, points in SECRETS[seat]:
        for one, other in ((start, end), (names[start], names[end])):
            for found in re.finditer(re.escape(one), text):
                near = text[max(0, found.start() - 80) : found.end() + 80]
                if other in near and str(points) in near:
                    return True
    return False


def names_a_pair(text: str) -> bool:
    """Whether a text names the two places of a ticket side by side, with or without its value."""
    names = _names()
    pairs = [(names[start], names[end]) for held in SECRETS for start, end, _ in held]
    pairs += [(start, end) for held in SECRETS for start, end, _ in held]
    return any(
        re.search(f"{re.escape(one)}[^\\w\\n]{{1,5}}{re.escape(other)}", text)
        for pair in pairs
        for one, other in (pair, pair[::-1])
    )


def gives_any_away(text: str) -> bool:
    """Whether a text has anything of anybody's tickets."""
    return names_a_pair(text) or any(gives_away(text, seat) for seat in range(len(SECRETS)))


def as_asked(seat: int) -> list[dict[str, object]]:
    """A seat's tickets as its phone sends them."""
    return [{"from": a, "to": b, "points": points} for a, b, points in SECRETS[seat]]
