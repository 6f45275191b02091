"""The error for failed operations on past games."""

from typing import Any


class HistoryError(Exception):
    """Nothing was changed; `code` says why, and HistoryWords.not_done() turns it into text."""

    def __init__(self, code: str, **facts: Any) -> None:  # noqa: ANN401
        super().__init__(code)
        self.code = code
        self.facts = facts
