"""Prints a game as a receipt: 32 columns on an ESC/POS printer."""

import socket
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from companion.exports.breakdown import Breakdown, PlayerBreakdown
from companion.exports.extras import requiring_extra
from companion.terminal.screen import cut, pad, width, wrap
from companion.words.pages.exports import ExportWords

COLUMNS: Final = 32
PORT: Final = 9100  # where network printers listen
_ORDERS: Final = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
_PRINTER_TIMEOUT: Final = 10  # seconds


class PrinterError(Exception):
    """There is no such printer, or it doesn't accept the data."""

    def __init__(self, printer: str, problem: str) -> None:
        super().__init__(f"{printer}: {problem}")
        self.printer = printer
        self.problem = problem


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    text: str
    large: bool = False  # twice as high
    bold: bool = False
    centred: bool = False


def print_receipt(where: str, game: Breakdown, words: ExportWords) -> None:
    """Print a game on a device file such as /dev/usb/lp0, or over the network (host[:port]).

    Raises:
        PrinterError: If not everything was printed.
        MissingExtraError: If python-escpos is not installed.
    """
    with requiring_extra("receipt"):
        from escpos.printer import Dummy
    paper = Dummy()  # composed first, so that the printer gets all of it or nothing
    send(paper, game, words)
    try:
        _deliver(where, paper.output)
    except OSError as error:
        raise PrinterError(where, error.strerror or str(error)) from error


def _deliver(where: str, data: bytes) -> None:
    if where.startswith("/"):
        with open(where, "r+b", buffering=0) as device:  # must exist: never create it
            device.write(data)
        return
    host, _, port = where.partition(":")
    address = (host, int(port) if port.isdecimal() else PORT)
    with socket.create_connection(address, _PRINTER_TIMEOUT) as connection:
        connection.sendall(data)


def send(printer: Any, game: Breakdown, words: ExportWords) -> None:  # noqa: ANN401
    """Send a game to a python-escpos printer."""
    for line in receipt(game, words):
        printer.set(
            align="center" if line.centred else "left",
            bold=line.bold,
            double_height=line.large,
            double_width=False,
            normal_textsize=not line.large,
        )
        printer.textln(_harmless(line.text))
    printer.cut()


def receipt(game: Breakdown, words: ExportWords) -> Iterator[ReceiptLine]:
    """Yield the lines of a receipt, none wider than the paper."""
    yield ReceiptLine(cut(words.title(), COLUMNS), bold=True, centred=True)
    yield ReceiptLine(words.day_and_time(game.ended or game.started), centred=True)
    yield ReceiptLine("")
    for text in wrap(_plain(words.heading(game)), COLUMNS):
        yield ReceiptLine(cut(text.strip(), COLUMNS), large=True, bold=True, centred=True)
    for text in wrap(_plain(words.note(game)), COLUMNS):
        yield ReceiptLine(cut(text.strip(), COLUMNS), centred=True)
    yield ReceiptLine("-" * COLUMNS)
    for line in game.ranked:
        yield from _player(line, words)
    yield ReceiptLine("-" * COLUMNS)
    yield ReceiptLine(_both(words.duration(game.minutes), words.turns(game.turns)))
    yield ReceiptLine(words.rulings(game.rulings))
    if game.corrections:
        yield ReceiptLine(words.corrections(len(game.corrections)))
    yield ReceiptLine(game.uuid[:8], centred=True)


def _player(line: PlayerBreakdown, words: ExportWords) -> Iterator[ReceiptLine]:
    card = line.card
    color = words.names.trains(line.color)
    yield ReceiptLine(
        _both(f"{line.place}. {_plain(line.name)}", f"{card.total}"), bold=line.winner
    )
    values = [card.routes, card.doubling, card.tickets, card.globetrotter, card.adjustments]
    yield ReceiptLine(_both(f"   {color}", words.tickets_done(card.completed)))
    for source, value in zip(words.sources(ruled=True), values, strict=True):
        if value:
            yield ReceiptLine(_both(f"   {source}", f"{value}"))


def _both(left: str, right: str) -> str:
    """Left-align one text and right-align the other; cut the left one if there is no space."""
    room = COLUMNS - width(right) - 1
    return f"{pad(cut(left, room), room)} {right}"


def _harmless(text: str) -> str:
    """Replace characters that a printer could take for a command."""
    return "".join("?" if unicodedata.category(c) in _ORDERS else c for c in text)


def _plain(text: str) -> str:
    """Replace characters that don't take exactly one column, which the printer doesn't have."""
    composed = unicodedata.normalize("NFC", text)
    return "".join("?" if width(c) != 1 else c for c in composed if not unicodedata.combining(c))
