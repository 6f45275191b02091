"""A receipt is 32 columns wide, and says it all."""

import socket
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from escpos.printer import Dummy
from exported import RECORDED, WORDS, Evening, hostile_evening

from companion.exports.formats.receipt import COLUMNS, PrinterError, print_receipt, receipt, send
from companion.words.pages.exports import ExportWords


@pytest.mark.parametrize("name", RECORDED)
def test_no_line_is_wider_than_the_paper(name: str):
    lines = list(receipt(Evening().record(name).breakdown, WORDS))
    assert all(len(line.text) <= COLUMNS for line in lines)
    assert not any(unicodedata.combining(c) for line in lines for c in line.text)


def test_names_that_fit_nowhere_fit_on_paper():
    lines = [line.text for line in receipt(hostile_evening().breakdown, WORDS)]
    assert all(len(line) <= COLUMNS for line in lines)
    assert "2. WWWWWWWWWWWWWWWWWWWWWWWW  -12" in lines
    assert any(line.startswith("5. ???") for line in lines)


def test_a_receipt_reads_like_one():
    game = Evening().record("ties-and-stubs").breakdown
    texts = [line.text for line in receipt(game, WORDS)]
    assert texts[0] == "The Heart of Africa"
    assert "Anna and Ben share the win" in texts
    assert f"{'1. Anna':<30}24" in texts
    assert f"{'   Globetrotter':<30}10" in texts
    assert f"{'   blue':<13}2 tickets completed" in texts
    assert texts[-2] == "no table rulings"


def test_the_printer_gets_every_line_and_a_cut():
    game = Evening().record("two-players").breakdown
    printer = Dummy()
    send(printer, game, WORDS)
    output = printer.output
    for line in receipt(game, WORDS):
        if line.text.isascii():
            assert line.text.encode() in output
    assert b"\x1bE\x01" in output  # bold
    assert b"\x1dV" in output[output.rindex(game.uuid[:8].encode()) :]  # cut, at the end


def test_letters_beyond_ascii_are_sent_in_a_page_of_the_printers():
    game = Evening().record("four-players").breakdown
    printer = Dummy()
    send(printer, game, WORDS)
    assert "Дима".encode("cp866") in printer.output or "Дима".encode("cp855") in printer.output


def test_a_device_file_is_printed_to(tmp_path: Path):
    game = Evening().record("two-players").breakdown
    paper = tmp_path / "lp0"
    paper.touch()
    print_receipt(str(paper), game, WORDS)
    expected = Dummy()
    send(expected, game, WORDS)
    assert paper.read_bytes() == expected.output


def test_a_network_printer_gets_the_same():
    game = Evening().record("two-players").breakdown
    expected = Dummy()
    send(expected, game, WORDS)
    with socket.create_server(("127.0.0.1", 0)) as printer:
        print_receipt(f"127.0.0.1:{printer.getsockname()[1]}", game, WORDS)
        connection, _ = printer.accept()
        with connection, connection.makefile("rb") as stream:
            assert stream.read() == expected.output


@pytest.mark.parametrize("where", ["/dev/usb/there-is-none", "127.0.0.1:1"])
def test_a_printer_that_is_not_there_is_said_to_be(where: str):
    with pytest.raises(PrinterError) as failed:
        print_receipt(where, Evening().record("two-players").breakdown, WORDS)
    assert failed.value.printer == where
    assert failed.value.problem
    assert not Path(where).exists()


ORDERS = "\x1b@\x1dV\x00\x07\x0c\x10\x9b\r\n\u202e\u2028"


def test_nothing_that_is_printed_is_an_order_to_the_printer():
    game = Evening().record("two-players").breakdown
    hostile, harmless = Dummy(), Dummy()
    for printer, text in ((hostile, ORDERS), (harmless, "?@?V?????????")):
        players = tuple(replace(line, name=f"A{text}", id=text) for line in game.players)
        send(printer, replace(game, players=players, uuid=text, started=text, ended=text), WORDS)
    assert hostile.output == harmless.output


def test_no_word_of_ours_is_an_order_to_the_printer(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ExportWords, "title", lambda words: f"Africa{ORDERS}")
    printer = Dummy()
    send(printer, Evening().record("two-players").breakdown, WORDS)
    assert b"Africa?@?V" in printer.output
