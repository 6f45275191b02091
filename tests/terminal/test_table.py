"""The table: marks, widths, names that stay apart."""

import io

import pytest

from companion.game.board.board import standard_board
from companion.game.commands import Finish, Newcomer, NewGame, Reveal, TicketFace
from companion.game.rulebook import COLORS
from companion.journal import Journal
from companion.referee import Referee, Right
from companion.terminal.pages import help_page, mark, result_page, rights_page, table
from companion.terminal.screen import Screen, cut, cut_unlike, pad, sanitized, width, wrap
from companion.terminal.session import ORDERS
from companion.words import translations
from companion.words.language import LANGUAGES
from companion.words.pages.terminal import TerminalWords
from companion.words.rules_text import RULES

WORDS = TerminalWords(standard_board(), translations())


@pytest.mark.parametrize(
    ("right", "text"),
    [
        (Right(own=2, rival=2, short=0, long=0), "**"),
        (Right(own=1, rival=1, short=0, long=1), "*"),
        (Right(own=0, rival=3, short=3, long=3), "-3"),
        (Right(own=0, rival=15, short=None, long=None), "--"),
    ],
)
def test_marks_say_who_may_double(right, text):
    assert mark(right) == text


def test_wide_and_combining_characters_are_counted_as_they_are_shown():
    assert width("Анна") == 4
    assert width("花子") == 4
    assert width("Moc\u0327a") == 4
    assert pad("花子", 6) == "花子  "
    assert cut("花子さん", 6) == "花子…"


def test_text_is_broken_between_words_by_what_it_takes_on_the_screen():
    assert wrap("  花子 claims Zomba - Beira", 14) == ["  花子 claims", "    Zomba -", "    Beira"]
    assert wrap("R9   one two", 9) == ["R9   one", "  two"]


def test_names_are_cut_so_that_no_two_look_alike():
    names = ["Maximilian Alexander I", "Maximilian Alexander II", "Maximilian A…", "Max"]
    for columns in range(4, 24):
        shown = cut_unlike(names, columns)
        assert len(set(shown)) == len(names), columns
        assert max(map(width, shown)) <= columns, columns


def five_players(name: str = "{}"):
    referee = Referee(Journal())
    names = [name.format(number) for number in ("one", "two", "three", "four", "five")]
    players = tuple(
        Newcomer(name, color, "desert", 4) for name, color in zip(names, COLORS, strict=True)
    )
    referee.submit(NewGame(players))
    return referee


@pytest.mark.parametrize("name", ["{}", "Maximiliane Franzi {}", "花子さんさんさんさん{}"])
def test_five_players_fit_eighty_columns(name):
    referee = five_players(name)
    screen = Screen(io.StringIO())
    state, rights = referee.game.state, referee.rights()
    pages = [
        table(screen, WORDS, state, rights, "last: " + "x" * 200),
        list(rights_page(screen, WORDS, referee.game, rights))[1:],
    ]
    referee.submit(Finish())
    for seat in state.seats:
        tickets = (TicketFace("cape-town", "durban", 20),) * 4
        referee.submit(Reveal(seat.name, tickets))
    pages.append(list(result_page(screen, WORDS, referee.game))[1:7])
    for page in pages:
        for line in page:
            text = "".join(span.text for span in line)
            assert width(text.rstrip()) <= 80, text


def test_every_player_has_a_shape_and_a_colour_in_words():
    referee = five_players()
    out = io.StringIO()
    screen = Screen(out)
    screen.show(table(screen, WORDS, referee.game.state, referee.rights(), ""))
    for shape, color in zip("■▲●◆✚", COLORS, strict=True):
        assert any(shape in line and color in line for line in out.getvalue().splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_a_screen_of_eighty_by_twenty_four(language: str):
    words = TerminalWords(standard_board(), translations(language))
    lines = ["".join(span.text for span in line).rstrip() for line in help_page(words)]
    assert len(lines) <= 23
    assert not [line for line in lines if width(line) > 80]


def test_every_rule_has_its_text():
    assert list(RULES) == [f"R{number}" for number in range(1, 25)]
    assert all(WORDS.rule(key) for key in RULES)


def test_every_order_is_in_the_help():
    words = " ".join(f"{usage} {meaning}" for usage, meaning in WORDS.help())
    known = set(words.replace("'", " ").replace(";", " ").replace("(", " ").split())
    aliases = {"undo", "redo", "rule", "h", "?", "help", "quit", "exit", "insert!", "route!"}
    assert set(ORDERS) - aliases <= known


def test_a_card_that_waited_at_the_screen_is_said_when_another_turn_is_entered(seated):
    table = seated("new Anna red desert 3, Ben blue jungle 2")
    desk = table.keeper.desk
    desk.card("jungle", desk.moment())
    assert "Put back: jungle." in table.types("draw train train")
    assert "Put back" not in table.types("draw train train")


def test_a_no_break_space_is_printed_and_holds_its_words_together():
    assert sanitized("À toi\u00a0: 1\u202f000") == "À toi\u00a0: 1\u202f000"
    assert wrap("Marqueur de 2 à\u00a07.", 13) == ["Marqueur de 2", "  à\u00a07."]
    out = io.StringIO()
    Screen(out).say("La partie\u00a0: finie")
    assert out.getvalue() == "La partie\u00a0: finie\n"


def test_a_terminal_without_no_break_spaces_gets_plain_ones():
    out = io.TextIOWrapper(io.BytesIO(), "ascii")
    Screen(out).say("Fin\u00a0: 1\u202f000")
    assert out.buffer.getvalue() == b"Fin : 1 000\n"
