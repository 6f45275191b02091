"""The log and the last ruling while scores are hidden: nothing in them adds up to a score. Pure.

Everyone can see on the board who owns which routes, and so what those are worth undoubled. The
points from doubling and from table rulings are left out.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.referee import Announcement
from companion.words.table.desk import DeskWords

_PAYMENTS: Final = ("discard_terrain", "discard_locomotives")  # prompts after a doubled claim
# Refusals that only a doubled claim can get.
_OF_DOUBLING: Final = (
    "fewer_than_rival",
    "not_enough_terrain",
    "wrong_terrain_count",
    "too_many_locomotives",
)
_DOUBLED, _CLAIMED = ("R9", "R11"), "R7"


class ScorelessWords(DeskWords):
    """The same words, without points or doubling."""

    def entry(self, request: Mapping[str, Any], player: str | None, points: int | None) -> str:
        """Return the sentence for an entry, without its score."""
        return super().entry(_scoreless(request), player, None)

    def claimed(self, route: str, *, doubled: bool) -> str:
        """Return the route of a claim, without whether it was doubled."""
        return super().claimed(route, doubled=False)


def scoreless_line(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a log line that doesn't reveal whether a claim was doubled."""
    found = dict(line)
    found["flags"] = [flag for flag in line["flags"] if not _is_of_doubling(flag)]
    if line.get("code") in _OF_DOUBLING:
        del found["code"]
        found["flags"].remove("overruled")
    if line["do"] == "claim" or line["rule"] in _DOUBLED:
        found["rule"] = _CLAIMED
    return found


def scoreless_mark(mark: str, line: Mapping[str, Any]) -> str:
    """Return a line's mark, without "ruled" if that could reveal a doubled claim."""
    if mark != "ruled" or line["do"] == "adjust":
        return mark
    is_corrected = line["do"] in ("amend", "insert") or {"amended", "voided"} & set(line["flags"])
    return "corrected" if is_corrected else ""


def scoreless_announcement(announced: Announcement) -> Announcement:
    """Return an announcement without doubling payments and rulings on them."""
    say = tuple(prompt for prompt in announced.say if prompt.code not in _PAYMENTS)
    entry = announced.entry
    if entry is not None:
        revised = tuple(
            replace(one, set_aside=_unless_of_doubling(one.set_aside)) for one in entry.revised
        )
        set_aside = _unless_of_doubling(entry.set_aside)
        entry = replace(entry, revised=revised, set_aside=set_aside)
    return replace(announced, say=say, entry=entry)


def _unless_of_doubling(code: str | None) -> str | None:
    return None if code in _OF_DOUBLING else code


def _is_of_doubling(flag: str) -> bool:
    kind, _, code = flag.partition(":")
    return kind == "conflict" and code in _OF_DOUBLING


def _scoreless(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return a request without doubling or the reason of a ruling.

    Points awarded by the table are mentioned, but not how many.
    """
    found = {key: value for key, value in request.items() if key not in ("double", "overrule")}
    if "score" in found:
        found["score"] = None
    if "with" in found:
        found["with"] = _scoreless(found["with"])
    return found
