"""Names can be seen, reasons can be shown; what is in a log already is left alone."""

import unicodedata
from dataclasses import replace

import pytest
from table import Table, seats

from companion.game.commands import Adjust
from companion.game.requests.names_and_reasons import NAME_LENGTH, REASON_LENGTH, is_name
from companion.game.requests.requests import parse, request_of

FAMILY = "👨‍👩‍👧‍👦"


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.mark.parametrize(
    "name",
    [
        FAMILY,
        "👩🏽‍🚀",
        "❤️‍🔥 Ann",
        "Zoë",
        "Zoe\u0308",
        "李雷",
        "नेहा",
        "I",
        "-",
        "🏳️‍🌈",
        "x" * NAME_LENGTH,
    ],
)
def test_what_can_be_seen_is_a_name(table: Table, name: str):
    table.ok("new", players=[{**seats(1)[0], "name": name}, seats(2)[1]])
    assert unicodedata.normalize("NFC", table.state()["players"][0]["name"]) == (
        unicodedata.normalize("NFC", name)
    )


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\u00a0", "\u200d", "\u200b", "\u2060", "\ufe0f", "\u0301", "\u3164", "\u2800"),
        *(
            "\u115f\u1160",
            "\uffa0",
            "\u3164 \u2800",
            "\u034f",
            "a\u202eb",
            "a\nb",
            "a\x00",
            "\x1b[0m",
        ),
        *("An\u200dna", "\u200d👩", "👩\u200d", "\ud800", "x" * (NAME_LENGTH + 1), "\u2066Anna"),
    ],
)
def test_what_only_looks_blank_or_moves_others_is_none(table: Table, name: str):
    players = [{**seats(1)[0], "name": name}, seats(2)[1]]
    assert table.ask("new", players=players)["code"] == "bad_request"
    assert not table.referee.has_game


def test_no_front_end_starts_a_game_with_an_unseen_name(table: Table):
    """Who builds the command without a request is asked as well."""
    command = parse({"do": "new", "players": seats(2)})
    unseen = replace(command.players[0], name="\u3164")
    assert not is_name(unseen.name)
    with pytest.raises(ValueError, match="bad_request"):
        table.referee.submit(replace(command, players=(unseen, command.players[1])))


REASONS = [
    "recount",
    "Zoë's 2nd: “no”, 50 %",
    f"the {FAMILY} says so",
    "说好了",
    "x" * REASON_LENGTH,
]
BAD_REASONS = [
    "a\x1b[2Jb",
    "a\x00b",
    "a\nb",
    "a\u202eb",
    "a\u2066b",
    "a\u2028b",
    "x" * (REASON_LENGTH + 1),
]


@pytest.mark.parametrize("why", REASONS)
def test_a_reason_in_words_is_taken_as_it_is(table: Table, why: str):
    table.new()
    table.ok("adjust", player="Anna", score=1, why=why)
    table.ok("tickets", kept=9, overrule=why)
    assert [line["request"].get("why") for line in table.ok("log")["entries"]][1] == why


@pytest.mark.parametrize("why", BAD_REASONS)
def test_a_reason_that_could_harm_what_shows_it_is_a_bad_request(table: Table, why: str):
    table.new()
    assert table.code("adjust", player="Anna", score=1, why=why) == "bad_request"
    assert table.code("adjust", player="Anna", score=1, why=why, seq=99) == "bad_request"
    assert table.code("pass", overrule=why) == "bad_request"
    table.ok("pass")
    assert (
        table.code("amend", entry=2, **{"with": {"do": "pass", "overrule": why}}) == "bad_request"
    )
    insert = {"after": 2, "player": "Ben", "with": {"do": "pass", "overrule": why}}
    assert table.code("insert", **insert) == "bad_request"


@pytest.mark.parametrize("why", [why for why in BAD_REASONS if why.strip()])
def test_a_log_of_before_is_read_whatever_its_reasons_are(why: str):
    request = request_of(Adjust(why, "Anna", score=1))
    assert parse(request) == Adjust(why, "Anna", score=1)
