"""Tends the catalogues: python -m companion.words.compiling [NEW LANGUAGE'S CODE].

Collects all messages into the template, brings every catalogue up to it, and compiles them. When
the package is built they are only compiled.
"""

import sys
from pathlib import Path
from typing import Final

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from setuptools.command.build_py import build_py

FOLDER: Final = Path(__file__).parent / "catalogues"
TEMPLATE: Final = FOLDER / "stationmaster.pot"
ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("companion", "hardware", "kiosk")
SOURCES: Final = [("**.py", "python"), ("**.kv", "python")]  # Kivy's rules are Python enough for it
FOR_TRANSLATORS: Final = "Translators:"
WIDTH: Final = 100
KEYWORDS: Final = {**DEFAULT_KEYWORDS, "bad_request": (2,), "take": (3,)}  # game/ knows no words


class Build(build_py):
    """Builds the package, its catalogues first: so an editable install has them too."""

    def run(self) -> None:
        """Compile, then do what setuptools does."""
        compile_catalogues()
        super().run()


def compile_catalogues(folder: Path = FOLDER) -> list[Path]:
    """Write a .mo file beside every .po file; which ones."""
    return [_compile(source) for source in sorted(folder.glob("*.po"))]


def _compile(source: Path) -> Path:
    compiled = source.with_suffix(".mo")
    with compiled.open("wb") as file:
        write_mo(file, read_catalogue(source))
    return compiled


def read_catalogue(source: Path) -> Catalog:
    """A catalogue, or the template."""
    locale = None if source == TEMPLATE else source.stem
    with source.open("rb") as text:
        return read_po(text, locale=locale)


def collect_messages() -> Catalog:
    """Every message of the program, where it is said and what translators are told of it."""
    messages = Catalog()
    for package in PACKAGES:
        found = extract_from_dir(
            ROOT / package,
            SOURCES,
            keywords=KEYWORDS,
            comment_tags=[FOR_TRANSLATORS],
            strip_comment_tags=True,
        )
        for file, line, message, comments, context in found:
            place = (f"{package}/{file}", line)
            messages.add(message, None, [place], auto_comments=comments, context=context)
    return messages


def update_catalogues(*new: str) -> None:
    """Bring the template and every catalogue up to what the program says; add new languages."""
    template = collect_messages()
    _write(template, TEMPLATE)
    for code in sorted({source.stem for source in FOLDER.glob("*.po")} | set(new)):
        source = FOLDER / f"{code}.po"
        catalogue = read_catalogue(source) if source.exists() else Catalog(locale=code)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        _write(catalogue, source)


def _write(catalogue: Catalog, file: Path) -> None:
    """Without dates and line numbers: only what is said makes a difference."""
    header = "" if catalogue.locale is None else _header(catalogue)
    with file.open("wb") as text:
        text.write(header.encode())
        write_po(
            text,
            catalogue,
            width=WIDTH,
            omit_header=True,
            sort_by_file=True,
            ignore_obsolete=True,
            include_lineno=False,
        )


def _header(catalogue: Catalog) -> str:
    return (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale_identifier}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    )


if __name__ == "__main__":
    update_catalogues(*sys.argv[1:])
    for path in compile_catalogues():
        print(path.name)
