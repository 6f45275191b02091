"""Where the lines come from: a person at a terminal, or a script."""

import sys
from collections.abc import Callable, Iterable
from typing import TextIO

from companion.terminal.screen import harmless

Words = Callable[[str], Iterable[str]]


class Keyboard:
    """Reads lines; asks and completes only where a person types them."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self.is_person = source.isatty()
        if hasattr(source, "reconfigure"):
            source.reconfigure(errors="replace")

    def read(self, prompt: str) -> str | None:
        """The next line; None when there are no more."""
        if not self.is_person:
            line = self._source.readline()
            return line.rstrip("\r\n") if line else None
        try:
            return input(harmless(prompt))
        except EOFError:
            print()
            return None

    def complete_with(self, words: Words) -> None:
        """Complete what is typed with these words; `words` is told the line so far."""
        if not self.is_person or self._source is not sys.stdin:
            return
        try:
            import readline  # only for a person: it may write to the terminal at once
        except ImportError:  # a Python built without it: then nothing is completed
            return
        found: list[str] = []

        def complete(text: str, state: int) -> str | None:
            if state == 0:
                found[:] = words(readline.get_line_buffer()[: readline.get_endidx()])
                found[:] = [f"{found[0]} "] if len(found) == 1 else found
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ,:-")
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
        else:
            readline.parse_and_bind("tab: complete")
            readline.parse_and_bind("set enable-bracketed-paste off")  # a pasted script is lines
