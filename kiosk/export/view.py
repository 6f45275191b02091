"""View data of the export: choices, progress and results, without widgets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.exports.formats.qr import QUIET_ZONE, QrMatrix
from companion.exports.sticks import Stick
from companion.journal import GameLine
from companion.referee import Referee
from companion.words.table.choices_and_results import listed
from companion.words.table.desk import DeskWords

KINDS: Final = ("png", "pdf", "csv", "json", "bgstats")  # one tile each
EVERYTHING: Final = "everything"
LEAST_PIXELS: Final = 2  # per module: cameras fail with fewer

_LINE: Final = 1.25  # line height relative to the text size
_LOST: Final = 1.1  # factor for the space lost at line ends


# --- a full-screen QR code -----------------------------------------------------------------------


def most_modules(room: float) -> int:
    """Return the modules per side of the densest code that is readable on so many pixels."""
    return int(room) // LEAST_PIXELS - 2 * QUIET_ZONE


def pixels_a_module(room: float, size: int) -> int:
    """Return whole pixels per module, which cameras read best."""
    return int(room) // (size + 2 * QUIET_ZONE)


def has_room(length: float, size: float, box: tuple[float, float]) -> bool:
    """Whether a text of this length in one line fits into a box if wrapped."""
    wide, high = box
    return wide > size and (int(length * _LOST / wide) + 1) * size * _LINE <= high


# --- games to export -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExportSelection:
    """The game to export, and the ids of all games."""

    uuid: str  # empty if there is none
    players: tuple[str, ...]
    started: str
    over: bool
    games: tuple[str, ...]  # all, by id


def find_selection(referee: Referee, words: DeskWords, game: str | None = None) -> ExportSelection:
    """Return the given game; by default the current one, or the last if there is none."""
    lines = referee.games()
    wanted = game or (referee.game.uuid if referee.has_game else None)
    line = _find(lines, wanted)
    games = tuple(line.uuid for line in lines)
    if line is None:
        return ExportSelection("", (), "", over=False, games=games)
    started = words.day_and_time(line.started)
    return ExportSelection(line.uuid, line.players, started, line.phase == "over", games=games)


def _find(lines: Sequence[GameLine], wanted: str | None) -> GameLine | None:
    if wanted is None:
        return lines[-1] if lines else None
    return next((line for line in lines if line.uuid == wanted), None)


# --- progress and results ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExportProgress:
    """In progress: so many games are read, or files written."""

    stick: str
    done: int = 0
    total: int = 0
    reading: bool = True


@dataclass(frozen=True, slots=True)
class MissingPackage:
    """A missing package, and the file types that need it."""

    kinds: tuple[str, ...]
    package: str
    extra: str


@dataclass(frozen=True, slots=True)
class ExportDone:
    """Finished: everything that could be created is on the stick."""

    stick: str
    kinds: tuple[str, ...]
    files: int
    unfinished: int = 0  # games not over, which BG Stats does not accept
    lacking: tuple[MissingPackage, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportFailure:
    """Ended early; the files written so far are complete."""

    stick: str
    why: str  # gone, full, locked, stopped, unreadable, other
    problem: str = ""
    files: int = 0


ExportOutcome = ExportProgress | ExportDone | ExportFailure


@dataclass(frozen=True, slots=True)
class ExportStatusText:
    """A message, and whether it is good or bad news."""

    text: str
    tone: str = ""  # good, bad or empty
    share: float = 0.0  # progress; 0 if nothing is being written


def outcome_in_words(words: DeskWords, outcome: ExportOutcome | None) -> ExportStatusText:
    """Return the progress or the result in words."""
    match outcome:
        case ExportProgress():
            return _under_way(words, outcome)
        case ExportDone():
            return _done(words, outcome)
        case ExportFailure():
            return ExportStatusText(f"{_why(words, outcome)} {_left(words, outcome.files)}", "bad")
    return ExportStatusText(words.gettext("Tap a file type to save it. You can keep playing."))


def _under_way(words: DeskWords, writing: ExportProgress) -> ExportStatusText:
    if writing.reading:
        text = words.gettext("Reading the games: {done} of {total}")
    else:
        text = words.gettext("Saving to {stick}: {done} of {total}")
    share = writing.done / writing.total if writing.total else 0
    facts = {"stick": writing.stick, "done": writing.done, "total": writing.total}
    return ExportStatusText(text.format(**facts), share=max(share, 0.01))


def _done(words: DeskWords, written: ExportDone) -> ExportStatusText:
    sentences = []
    if written.files:
        text = words.ngettext(
            "Saved to {stick}: {kinds} ({n} file). You can unplug it now.",
            "Saved to {stick}: {kinds} ({n} files). You can unplug it now.",
            written.files,
        )
        kinds = words.together(short_name(words, kind) for kind in written.kinds)
        sentences.append(text.format(stick=written.stick, kinds=kinds, n=written.files))
    if written.unfinished:
        sentences.append(_not_over(words, written.unfinished))
    sentences += [lacking_in_words(words, lacking) for lacking in written.lacking]
    bad = written.lacking or not written.files
    return ExportStatusText(" ".join(sentences), "bad" if bad else "good")


def _not_over(words: DeskWords, games: int) -> str:
    text = words.ngettext(
        "{n} unfinished game isn't in the BG Stats file.",
        "{n} unfinished games aren't in the BG Stats file.",
        games,
    )
    return text.format(n=games)


def unfinished_in_words(words: DeskWords, selection: ExportSelection) -> str:
    """Return why there is no BG Stats file yet."""
    if not selection.uuid:
        return words.gettext("No game has been played here yet.")
    text = words.gettext("{players}'s game isn't over. BG Stats only takes finished games.")
    return text.format(players=words.together(selection.players))


def why_not(
    words: DeskWords,
    selection: ExportSelection,
    stick: Stick | None,
    kind: str = "",
    *,
    every: bool = False,
) -> ExportStatusText | None:
    """Return why this file type cannot be saved now, or None if it can."""
    if not selection.uuid:
        return ExportStatusText(words.gettext("No game has been played here yet."), "bad")
    if stick is None:
        return ExportStatusText(
            words.gettext("Plug in a USB stick first: it will be found automatically."), "bad"
        )
    if not stick.writable:
        return ExportStatusText(
            words.gettext("Can't write to {stick}: it's read-only.").format(stick=label_of(stick)),
            "bad",
        )
    if kind == "bgstats" and not every and not selection.over:
        return ExportStatusText(unfinished_in_words(words, selection), "bad")
    return None


def code_in_words(
    words: DeskWords, selection: ExportSelection, made: QrMatrix | str | MissingPackage
) -> str:
    """Return what to do with the QR code, or why there is none."""
    if isinstance(made, MissingPackage):
        return lacking_in_words(words, made)
    if isinstance(made, QrMatrix):
        text = words.gettext("{players}: scan this with a phone that has BG Stats.")
        said = text.format(players=words.together(selection.players))
        left_out = words.gettext("Comments are left out to keep the code scannable.")
        return said if made.comments else f"{said} {left_out}"
    return {
        "unfinished": unfinished_in_words(words, selection),
        "dense": words.gettext(
            "This game is too long for a QR code: save the BG Stats file to a USB stick instead."
        ),
        "unreadable": words.gettext("The game couldn't be read."),
    }[made]


def lacking_in_words(words: DeskWords, lacking: MissingPackage) -> str:
    """Return what to install."""
    text = words.gettext(
        "{kinds}: the package {package} is missing; install it with pip install"
        " 'stationmaster[{extra}]'."
    )
    kinds = words.together(short_name(words, kind) for kind in lacking.kinds)
    return text.format(kinds=kinds, package=lacking.package, extra=lacking.extra)


def _why(words: DeskWords, failed: ExportFailure) -> str:
    text = {
        "gone": words.gettext("{stick} was unplugged."),
        "full": words.gettext("{stick} is full."),
        "locked": words.gettext("{stick} is read-only."),
        "stopped": words.gettext("Stopped."),
        "unreadable": words.gettext("The games couldn't be read ({problem})."),
        "other": words.gettext("Can't write to {stick} ({problem})."),
    }[failed.why]
    return text.format(stick=failed.stick, problem=failed.problem)


def _left(words: DeskWords, files: int) -> str:
    if not files:
        return words.gettext("No files were saved; nothing was left half-written.")
    text = words.ngettext(
        "{n} file was saved; nothing was left half-written.",
        "{n} files were saved; nothing was left half-written.",
        files,
    )
    return text.format(n=files)


# --- the screen ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KindTile:
    """A file type that one tap saves."""

    kind: str
    word: str
    note: str
    dimmed: bool


@dataclass(frozen=True, slots=True)
class ExportView:
    """Data of the Export screen."""

    title: str
    note: str
    game_word: str
    all_word: str
    every: bool  # all games are chosen
    kinds: tuple[KindTile, ...]
    stick: ExportStatusText
    status: ExportStatusText
    over: bool  # so there can be a QR code
    busy: bool


def export_view(
    words: DeskWords,
    selection: ExportSelection,
    sticks: Sequence[Stick],
    chosen: Stick | None,
    outcome: ExportOutcome | None,
    *,
    every: bool,
) -> ExportView:
    busy = isinstance(outcome, ExportProgress)
    ready = chosen is not None and chosen.writable and bool(selection.uuid) and not busy
    tiles = tuple(
        KindTile(
            kind=kind,
            word=kind_name(words, kind),
            note=_kind_note(words, kind),
            dimmed=not ready or (kind == "bgstats" and not every and not selection.over),
        )
        for kind in (*KINDS, EVERYTHING)
    )
    total = len(selection.games)
    status = outcome_in_words(words, outcome)
    if outcome is None and (missing := why_not(words, selection, chosen)) is not None:
        status = ExportStatusText(missing.text)
    text = words.ngettext("All games ({n})", "All games ({n})", total)
    return ExportView(
        title=listed(selection.players) or words.gettext("No game has been played here yet."),
        note=selection.started,
        game_word=words.gettext("This game"),
        all_word=text.format(n=total),
        every=every,
        kinds=tiles,
        stick=stick_in_words(words, sticks, chosen),
        status=status,
        over=selection.over,
        busy=busy,
    )


def stick_in_words(
    words: DeskWords, sticks: Sequence[Stick], chosen: Stick | None
) -> ExportStatusText:
    """Return which stick is used, or what to do."""
    if chosen is None:
        return ExportStatusText(words.gettext("No USB stick: plug one in"), "bad")
    label = label_of(chosen)
    if not chosen.writable:
        return ExportStatusText(words.gettext("{stick} is read-only").format(stick=label), "bad")
    if len(sticks) == 1:
        return ExportStatusText(label, "good")
    text = words.gettext("{stick} ({n} of {total}, tap for another)")
    facts = {"n": sticks.index(chosen) + 1, "total": len(sticks)}
    return ExportStatusText(text.format(stick=label, **facts), "good")


def choose_stick(sticks: Sequence[Stick], chosen: Stick | None) -> Stick | None:
    """Return the chosen stick if it is still there, or a writable one if not."""
    same = [stick for stick in sticks if chosen is not None and stick.folder == chosen.folder]
    return next(iter((*same, *(stick for stick in sticks if stick.writable), *sticks)), None)


def next_stick(sticks: Sequence[Stick], chosen: Stick | None) -> Stick | None:
    """Return the next stick."""
    if chosen not in sticks:
        return choose_stick(sticks, chosen)
    return sticks[(sticks.index(chosen) + 1) % len(sticks)]


def label_of(stick: Stick) -> str:
    """Return a stick's name in one line, as it can contain any characters."""
    shown = "".join(sign if sign.isprintable() else " " for sign in stick.label)
    return " ".join(shown.split()) or "USB"


def kind_name(words: DeskWords, kind: str) -> str:
    """Return a file type's name for its tile."""
    return {
        "png": words.gettext("Score sheet"),
        "pdf": words.gettext("Score sheet to print"),
        "csv": words.pgettext("kind of file: rows and columns", "Tables"),
        "json": words.gettext("All data"),
        "bgstats": words.gettext("BG Stats file"),
        EVERYTHING: words.pgettext("kind of file: all kinds at once", "Everything"),
    }[kind]


def _kind_note(words: DeskWords, kind: str) -> str:
    return {
        "png": words.gettext("PNG image"),
        "pdf": "PDF",
        "csv": "CSV",
        "json": "JSON",
        "bgstats": ".bgsplay",
        # Translators: under "Everything": all five kinds of file
        EVERYTHING: words.gettext("all five"),
    }[kind]


def short_name(words: DeskWords, kind: str) -> str:
    """Return a file type's name for lists."""
    others = {"bgstats": "BG Stats", "qr": words.gettext("QR code")}
    return others[kind] if kind in others else _kind_note(words, kind)
