"""A score sheet for any phone: a page with its files, at an unguessable address."""

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Final

from companion.exports.documents import Document
from companion.web.access.guests import fresh_token
from companion.words.table.desk import DeskWords

KINDS: Final = {"png": "image/png", "pdf": "application/pdf", "json": "application/json"}

Make = Callable[[str], Document | None]  # of a kind; can take a while


@dataclass(slots=True)
class SharedSheet:
    """The score sheet of one game, shared while the kiosk shows its code."""

    make: Make
    token: str = field(default_factory=fresh_token)
    made: dict[str, Document | None] = field(default_factory=dict)

    def document(self, kind: str) -> Document | None:
        """Return the sheet in this format; it is made once."""
        if kind not in self.made:
            self.made[kind] = self.make(kind)
        return self.made[kind]


def shared_sheet_page(words: DeskWords, language: str, token: str) -> str:
    """Return the HTML page that links to the files."""
    gettext = words.gettext
    title = escape(gettext("Score sheet"))
    rows = "".join(
        f'<li><a href="/sheet/{token}/{kind}">{escape(label)}</a></li>'
        for kind, label in (
            ("png", gettext("Score sheet as a picture")),
            ("pdf", gettext("Score sheet to print")),
            ("json", gettext("All game data, for another Stationmaster")),
        )
    )
    note = escape(gettext("The files are available while the kiosk shows the code."))
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{title}</title><link rel="icon" href="/page/icon.svg">'
        '<link rel="stylesheet" href="/page/page.css"></head>'
        f'<body><main><div class="panel entering"><h1>{title}</h1><ul class="seats">{rows}</ul>'
        f"<p>{note}</p></div></main></body></html>"
    )
