"""Updates the catalogues: python -m companion.words.compiling [NEW LANGUAGE'S CODE].

Collects all messages into the template, updates every catalogue from it, and compiles them. A build
of the package only compiles them.
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
SOURCES: Final = [("**.py", "python"), ("**.kv", "python")]  # .kv rules can be parsed as Python
FOR_TRANSLATORS: Final = "Translators:"
WIDTH: Final = 100
KEYWORDS: Final = {
    **DEFAULT_KEYWORDS,
    "bad_request": (2,),
    "take": (3,),
}  # game/ doesn't call gettext


class Build(build_py):
    """Compiles the catalogues before the build, so that editable installs have them too."""

    def run(self) -> None:
        compile_catalogues()
        super().run()


def compile_catalogues(folder: Path = FOLDER) -> list[Path]:
    """Compile every .po file into a .mo file next to it; return the .mo files."""
    return [_compile(source) for source in sorted(folder.glob("*.po"))]


def _compile(source: Path) -> Path:
    compiled = source.with_suffix(".mo")
    with compiled.open("wb") as file:
        write_mo(file, read_catalogue(source))
    return compiled


def read_catalogue(source: Path) -> Catalog:
    """Read a catalogue or the template."""
    locale = None if source == TEMPLATE else source.stem
    with source.open("rb") as text:
        return read_po(text, locale=locale)


def collect_messages() -> Catalog:
    """Collect all messages of the program, with their files and comments for translators."""
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
    """Update the template and every catalogue from the code; add new languages."""
    template = collect_messages()
    _write(template, TEMPLATE)
    for code in sorted({source.stem for source in FOLDER.glob("*.po")} | set(new)):
        source = FOLDER / f"{code}.po"
        catalogue = read_catalogue(source) if source.exists() else Catalog(locale=code)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        _write(catalogue, source)


def _write(catalogue: Catalog, file: Path) -> None:
    """Write a catalogue without dates and line numbers, so that diffs show only changed texts."""
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
