"""What cannot be done with past games, and why."""

from typing import Any


class HistoryError(Exception):
    """Nothing was changed; `code` says why, in words by HistoryWords.not_done()."""

    def __init__(self, code: str, **facts: Any) -> None:  # noqa: ANN401
        super().__init__(code)
        self.code = code
        self.facts = facts
