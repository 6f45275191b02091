"""What BG Stats gets, field by field, also through the eye of a camera."""

import io
import json
from dataclasses import replace
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
import zxingcpp
from exported import HOSTILE, WORDS, Evening, hostile_evening
from PIL import Image, ImageFilter

from companion.exports.formats import bgstats
from companion.exports.formats.bgstats import TooDenseError, UnfinishedGameError
from companion.exports.formats.qr import QUIET_ZONE, QrMatrix


@pytest.fixture
def evening() -> Evening:
    return Evening().record("five-players-reshuffled")


def photographed(code: QrMatrix, pixels: int, blur: float) -> Image.Image:
    """The code on a screen, in the eye of a camera that is not quite sharp."""
    side = code.size + 2 * QUIET_ZONE
    image = Image.new("L", (side, side), 255)
    for y, row in enumerate(code.modules):
        for x, dark in enumerate(row):
            if dark:
                image.putpixel((x + QUIET_ZONE, y + QUIET_ZONE), 0)
    large = image.resize((side * pixels, side * pixels), Image.Resampling.NEAREST)
    canvas = Image.new("L", (large.width + 60, large.height + 40), 18)  # the screen around it
    canvas.paste(large, (31, 17))
    file = io.BytesIO()
    canvas.filter(ImageFilter.GaussianBlur(blur)).save(file, "PNG")
    return Image.open(file)


def decoded(image: Image.Image) -> str:
    (found,) = zxingcpp.read_barcodes(image)
    return found.text


def test_the_play_has_every_field_that_bg_stats_asks_for(evening: Evening):
    game = evening.breakdown
    data = bgstats.play(game, WORDS)
    assert list(data) == [
        *("sourceName", "sourcePlayId", "playDate", "durationMin", "board", "comments"),
        *("game", "players"),
    ]
    assert data["sourceName"] == "Stationmaster"
    assert data["sourcePlayId"] == evening.game.uuid
    ended = evening.game.entries[-1].at
    assert data["playDate"] == ended.replace("T", " ").removesuffix("+00:00")
    assert data["durationMin"] == len(evening.game.entries)
    assert data["board"] == "Heart of Africa"
    assert data["game"] == {
        "name": "Ticket to Ride",
        "sourceGameId": "ticket-to-ride-heart-of-africa",
        "highestWins": True,
        "noPoints": False,
    }
    started = evening.game.entries[0].started
    for seat, row in enumerate(data["players"]):
        card = evening.game.state.result[seat]
        assert row == {
            "name": evening.game.state.seats[seat].name,
            "sourcePlayerId": started.starters[seat].player,
            "startPlayer": seat == started.first,
            "winner": card.total == 21,
            "score": card.total,
            "rank": 1 + sum(other.total > card.total for other in evening.game.state.result),
            "role": started.starters[seat].color,
        }
    assert [row["winner"] for row in data["players"]] == [False, False, False, False, True]


def test_the_end_is_told_in_utc_wherever_the_clock_was(evening: Evening):
    game = replace(evening.breakdown, ended="2026-03-01T00:15:07+05:30")
    assert bgstats.play(game, WORDS)["playDate"] == "2026-02-28 18:45:07"


def test_the_comments_hold_everyones_points_by_source():
    evening = hostile_evening(2)
    comments = bgstats.play(evening.breakdown, WORDS)["comments"].splitlines()
    assert comments == [
        "=cmd|' /C calc'!A0 -8: routes 0, doubling 0, tickets -8 (0)",
        "😀🚂🎉 -13: routes 4, doubling 0, tickets -10 (0), rulings -7",
        "1 turn, 1 table ruling",
    ]


def test_the_address_is_plain_ascii_and_gives_the_play_back():
    evening = hostile_evening()
    data = bgstats.play(evening.breakdown, WORDS)
    address = bgstats.address(data)
    assert address.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName%22")
    assert address.isascii()
    assert not set(address) & set(' "<>{}|\\^`#+&')
    assert json.loads(unquote(urlsplit(address).query.removeprefix("data="))) == data
    assert json.loads(parse_qs(urlsplit(address).query)["data"][0]) == data


def test_a_blurred_picture_of_the_code_is_read_by_another_program(evening: Evening):
    code = bgstats.code(evening.breakdown, WORDS)
    assert code.comments
    text = decoded(photographed(code, 3, blur=1.2))
    assert text == code.address
    assert json.loads(unquote(text.split("?data=")[1])) == bgstats.play(evening.breakdown, WORDS)


def test_comments_are_dropped_first_when_it_grows_too_dense(evening: Evening):
    whole = bgstats.code(evening.breakdown, WORDS)
    data = bgstats.play(evening.breakdown, WORDS)
    less = bgstats.code(evening.breakdown, WORDS, whole.size - 1)
    assert less.size < whole.size
    assert not less.comments
    del data["comments"]
    assert json.loads(unquote(decoded(photographed(less, 2, blur=0.6)).split("=", 1)[1])) == data


def test_what_can_be_spared_goes_one_by_one_before_the_code_is_given_up(evening: Evening):
    seen = []
    for most in range(bgstats.LARGEST, 20, -4):
        try:
            code = bgstats.code(evening.breakdown, WORDS, most)
        except TooDenseError:
            break
        assert code.size <= most
        data = json.loads(unquote(code.address.split("?data=")[1]))
        row = data["players"][0]
        assert {"name", "sourcePlayerId", "startPlayer", "winner", "score"} <= row.keys()
        kept = [key in {**data, **row} for key in ("comments", "role", "rank")]
        assert kept == sorted(kept)  # what is dropped first is gone first
        seen.append(kept)
    assert [True, True, True] in seen
    assert [False, False, False] in seen
    assert most > 61


def test_the_longest_names_there_can_be_still_make_a_code(evening: Evening):
    game = evening.breakdown
    players = tuple(replace(line, name="🚂" * 24) for line in game.players)
    code = bgstats.code(replace(game, players=players), WORDS)
    read = json.loads(unquote(decoded(photographed(code, 2, blur=0.5)).split("?data=")[1]))
    assert {row["name"] for row in read["players"]} == {"🚂" * 24}


def test_a_game_that_is_not_over_is_no_play():
    evening = Evening()
    evening.begin(["Anna", "Ben"])
    for attempt in (bgstats.play, bgstats.code):
        with pytest.raises(UnfinishedGameError):
            attempt(evening.breakdown, WORDS)


def test_the_file_says_the_same_as_the_code():
    evening = hostile_evening()
    game = evening.breakdown
    data = bgstats.play(game, WORDS)
    content = json.loads(bgstats.play_file([game], WORDS))
    (play,) = content["plays"]
    (listed,) = content["games"]
    people = {row["id"]: row for row in content["players"]}
    assert (play["uuid"], play["playDate"]) == (data["sourcePlayId"], data["playDate"])
    assert (play["durationMin"], play["board"]) == (data["durationMin"], data["board"])
    assert play["comments"] == data["comments"]
    assert play["gameRefId"] == listed["id"]
    assert {key: listed[key] for key in ("name", "highestWins", "noPoints")} == {
        key: data["game"][key] for key in ("name", "highestWins", "noPoints")
    }
    assert [
        {
            "name": people[row["playerRefId"]]["name"],
            "sourcePlayerId": people[row["playerRefId"]]["uuid"],
            "score": int(row["score"]),
            **{key: row[key] for key in ("startPlayer", "winner", "rank", "role")},
        }
        for row in play["playerScores"]
    ] == data["players"]
    assert {row["name"] for row in people.values()} == set(HOSTILE)


def test_in_a_file_of_several_plays_everybody_is_there_once():
    evening = Evening()
    breakdowns = []
    for names in (["Anna", "Ben"], ["Ben", "Cleo", "Anna"]):
        evening.begin(names)
        evening.end()
        breakdowns.append(evening.breakdown)
    content = json.loads(bgstats.play_file(breakdowns, WORDS))
    assert [row["name"] for row in content["players"]] == ["Anna", "Ben", "Cleo"]
    assert [row["id"] for row in content["players"]] == [1, 2, 3]
    refs = [[row["playerRefId"] for row in play["playerScores"]] for play in content["plays"]]
    assert refs == [[1, 2], [2, 3, 1]]
    assert len({play["uuid"] for play in content["plays"]}) == 2
    assert len(content["games"]) == 1
