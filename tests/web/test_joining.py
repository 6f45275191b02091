"""Who is let in: by the code, one phone a seat, and nobody by trying."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from counts import LONG

from companion.folders import phones_file
from companion.game.commands import TicketFace
from companion.web.access.guests import (
    CODE_DELAY,
    CODE_LENGTH,
    LETTERS,
    MOST_AT_ADDRESS,
    AccessDeniedError,
    AttemptLimit,
    Guest,
    GuestList,
    fresh_code,
    fresh_token,
    token_hash,
)
from companion.web.access.seat_requests import SeatRequestQueue
from companion.web.phone_store import PhoneData, PhoneStore


def test_a_code_is_short_unlike_others_and_of_letters_that_nobody_confuses():
    codes = {fresh_code() for _ in range(500)}
    assert len(codes) == 500
    assert all(len(code) == CODE_LENGTH for code in codes)
    assert not set("".join(codes)) & set("01ILO")
    assert len(LETTERS) ** CODE_LENGTH > 500_000_000


def test_a_token_has_128_random_bits_and_only_its_mark_is_known():
    tokens = {fresh_token() for _ in range(500)}
    assert len(tokens) == 500
    assert {len(bytes.fromhex(token)) for token in tokens} == {16}
    guest_list = GuestList()
    token = guest_list.admit(guest_list.code, "a", 0)
    assert token not in repr(guest_list.guests)
    assert token_hash(token) in guest_list.guests


def test_a_code_is_taken_as_people_type_it():
    guest_list = GuestList("ABC234")
    assert guest_list.admit(" abc 234 ", "a", 0)


def test_wrong_codes_are_counted_by_address_and_forgiven_after_a_minute():
    guest_list = GuestList("ABC234")
    for _ in range(8):
        with pytest.raises(AccessDeniedError, match="wrong_code"):
            guest_list.admit("ABC235", "guesser", 0)
    with pytest.raises(AccessDeniedError, match="too_many_tries"):
        guest_list.admit("ABC234", "guesser", 1)
    assert guest_list.admit("ABC234", "somebody else", 1)
    assert guest_list.admit("ABC234", "guesser", 61)


def test_guessers_with_many_addresses_slow_everyone_down_and_keep_nobody_out():
    guest_list = GuestList("ABC234")
    for number in range(100):
        assert guest_list.delay("anybody", 0) == 0
        with pytest.raises(AccessDeniedError, match="wrong_code"):
            guest_list.admit("XXXXXX", f"address {number // 5}", 0)
    assert guest_list.delay("anybody", 0) == CODE_DELAY
    assert guest_list.admit("ABC234", "anybody", 0)
    assert guest_list.delay("anybody", 61) == 0


def test_who_has_guessed_too_often_is_refused_at_once_however_many_others_guess():
    guest_list = GuestList("ABC234")
    for number in range(104):
        with pytest.raises(AccessDeniedError, match="wrong_code"):
            guest_list.admit("XXXXXX", f"address {number // 8}", 0)
    assert guest_list.delay("address 0", 0) == 0
    with pytest.raises(AccessDeniedError, match="too_many_tries"):
        guest_list.admit("ABC234", "address 0", 0)


def test_a_seat_has_one_phone_and_another_gets_it_only_by_a_yes():
    guest_list = GuestList()
    first, second = (guest_list.admit(guest_list.code, "a", 0) for _ in range(2))
    assert guest_list.sit(first, 2, secret=False)
    assert not guest_list.sit(second, 2, secret=False)
    asking = guest_list.guest(second)
    assert asking is not None
    assert (asking.seat, asking.asks) == (None, 2)
    guest_list.refuse(asking.number)
    assert guest_list.holder(2) == guest_list.guest(first)
    assert not guest_list.sit(second, 2, secret=False)
    guest_list.let_in(asking.number, 2)
    assert guest_list.holder(2) == guest_list.guest(second)
    before = guest_list.guest(first)
    assert before is not None
    assert before.seat is None


def test_a_yes_to_another_seat_than_the_phone_now_asks_for_does_nothing():
    guest_list = GuestList()
    token = guest_list.admit(guest_list.code, "a", 0)
    guest_list.sit(token, 0, secret=True)
    guest_list.sit(token, 1, secret=True)  # while the yes to the first is held
    guest_list.let_in(1, 0)
    assert (guest_list.guest(token).seat, guest_list.guest(token).asks) == (None, 1)  # type: ignore[union-attr]
    assert guest_list.holder(0) is None
    assert guest_list.holder(1) is None


def test_the_number_of_a_phone_that_is_gone_is_no_other_phones():
    guest_list = GuestList()
    for expected in (1, 2, 3):
        token = guest_list.admit(guest_list.code, "a", 0)
        assert guest_list.guest(token).number == expected  # type: ignore[union-attr]
        guest_list.send_out(expected)
    assert GuestList(last=guest_list.last).last == 3


def test_the_number_of_a_phone_is_no_other_phones_when_its_game_is_deleted(tmp_path):
    phone_store = PhoneStore(tmp_path / "phones.json")
    phone_store.put("one", PhoneData("A", last=7))
    phone_store.put("two", PhoneData("B", last=2))
    phone_store.forget_others(["two"])
    assert phone_store.last_number() == 7
    assert PhoneStore(tmp_path / "phones.json").last_number() == 7


def test_a_no_lasts_through_a_restart(tmp_path):
    guest_list = GuestList("ABC234")
    token = guest_list.admit("ABC234", "a", 0)
    guest_list.sit(token, 0, secret=True)
    guest_list.refuse(1)
    PhoneStore(tmp_path / "phones.json").put(
        "one", PhoneData(guest_list.code, guest_list.guests, last=guest_list.last)
    )
    kept = PhoneStore(tmp_path / "phones.json").of("one")
    assert kept is not None
    again = GuestList(kept.code, kept.guests, kept.last)
    assert again.guest(token).refused  # type: ignore[union-attr]
    assert again.guest(again.admit("ABC234", "a", 0)).refused  # type: ignore[union-attr]


def test_an_empty_seat_that_keeps_tickets_is_given_only_by_a_yes():
    guest_list = GuestList()
    token = guest_list.admit(guest_list.code, "a", 0)
    assert not guest_list.sit(token, 0, secret=True)
    assert guest_list.holder(0) is None


def test_who_is_sent_out_is_out_and_a_yes_to_nobody_does_nothing():
    guest_list = GuestList()
    token = guest_list.admit(guest_list.code, "a", 0)
    number = guest_list.guest(token).number  # type: ignore[union-attr]
    guest_list.let_in(number, 0)
    guest_list.send_out(number)
    assert guest_list.guest(token) is None


def test_an_allowance_is_so_many_times_within_so_long():
    allowance = AttemptLimit(3, 10)
    assert [allowance.take("a", now) for now in (0, 1, 2, 3, 9, 10, 10.5, 11)] == [
        *(True, True, True, False, False, True, False, True)
    ]


def test_an_allowance_does_not_grow_with_everyone_who_comes_by():
    allowance = AttemptLimit(3, 10, people=50)
    for number in range(1000):
        allowance.take(str(number), 0)
    assert len(allowance._times) <= 51


def ask(guest_list: GuestList, number: int, token: str, seat: int) -> Guest:
    guest_list.sit(token, seat, secret=True)
    return next(guest for guest in guest_list.guests.values() if guest.number == number)


def test_questions_are_put_once_a_minute_at_most_by_whichever_phones():
    guest_list, questions = GuestList(), SeatRequestQueue()
    asking = [
        ask(guest_list, n, guest_list.admit(guest_list.code, str(n), 0), 0) for n in (1, 2, 3)
    ]
    assert questions.next(asking, 100) == asking[0]
    assert questions.next(asking, 159) is None
    assert questions.next(asking, 160) == asking[1]
    assert questions.next(asking[:2], 300) is None  # both were put
    assert questions.next(asking[1:], 300) == asking[2]


def test_after_a_no_a_phone_asks_nobody_again_nor_does_another_at_its_address():
    guest_list, questions = GuestList(), SeatRequestQueue()
    token = guest_list.admit(guest_list.code, "theirs", 0)
    assert questions.next([ask(guest_list, 1, token, 0)], 0) is not None
    guest_list.refuse(1)
    assert questions.next([ask(guest_list, 1, token, 1)], 1000) is None
    assert (
        questions.next(
            [ask(guest_list, 2, guest_list.admit(guest_list.code, "theirs", 0), 1)], 2000
        )
        is None
    )
    other = guest_list.admit(guest_list.code, "elsewhere", 0)
    assert questions.next([ask(guest_list, 3, other, 1)], 3000) is not None
    guest_list.let_in(1, 1)  # somebody looked, and it is theirs
    assert questions.next([ask(guest_list, 1, token, 0)], 4000) is not None


def test_who_is_sent_out_needs_a_new_code_and_those_who_are_in_stay_in():
    guest_list = GuestList("ABC234")
    gone, stays = (guest_list.admit("ABC234", address, 0) for address in ("a", "b"))
    guest_list.send_out(1)
    assert guest_list.guest(gone) is None
    assert guest_list.guest(stays) is not None
    with pytest.raises(AccessDeniedError, match="wrong_code"):
        guest_list.admit("ABC234", "a", 0)
    assert guest_list.admit(guest_list.code, "c", 0)


def test_an_address_has_few_places_and_takes_no_others():
    guest_list = GuestList()
    seated = guest_list.admit(guest_list.code, "greedy", 0)
    guest_list.sit(seated, 0, secret=False)
    tokens = [guest_list.admit(guest_list.code, "greedy", 0) for _ in range(200)]
    assert len(guest_list.guests) == MOST_AT_ADDRESS
    assert guest_list.guest(seated) is not None
    assert guest_list.guest(tokens[0]) is None
    assert guest_list.guest(tokens[-1]) is not None
    assert guest_list.admit(guest_list.code, "somebody else", 0)


ROOT = Path(__file__).parents[2]
FACES = (TicketFace("durban", "luanda", 12), TicketFace("zomba", "beira", 5))


def test_what_is_kept_comes_back_after_a_restart_and_is_for_this_user_alone(tmp_path):
    file = phones_file(tmp_path / "games.db")
    guest_list = GuestList()
    token = guest_list.admit(guest_list.code, "a", 0)
    guest_list.sit(token, 1, secret=False)
    PhoneStore(file).put("game", PhoneData(guest_list.code, guest_list.guests, {1: FACES}))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = PhoneStore(file).of("game")
    assert again == PhoneData(guest_list.code, guest_list.guests, {1: FACES})
    assert token not in file.read_text()


def test_what_is_kept_vanishes_with_its_game(tmp_path):
    phone_store = PhoneStore(tmp_path / "phones.json")
    phone_store.put("one", PhoneData("A", {}, {0: FACES}))
    phone_store.put("two", PhoneData("B", {}, {0: FACES}))
    phone_store.forget("one")
    assert PhoneStore(tmp_path / "phones.json").of("one") is None
    phone_store.forget_others(["three"])
    assert "durban" not in (tmp_path / "phones.json").read_text()


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"games": []}', '{"games": {"a": {}}}', "9" * 9]
)
def test_a_file_that_cannot_be_read_is_as_none(tmp_path, content: str):
    file = tmp_path / "phones.json"
    file.write_text(content)
    assert PhoneStore(file).of("a") is None


def test_a_disk_that_refuses_leaves_what_was_kept(tmp_path):
    folder = tmp_path / "gone"
    phone_store = PhoneStore(folder / "phones.json")
    with pytest.raises(OSError, match="No such file"):
        phone_store.put("one", PhoneData("A", {}, {0: FACES}))
    assert phone_store.of("one") is None


def test_what_a_disk_does_not_give_back_is_not_written_over(tmp_path):
    """A folder that cannot be reached when the kiosk starts, and can be a moment later."""
    folder, away = tmp_path / "disk", tmp_path / "away"
    folder.mkdir()
    PhoneStore(folder / "phones.json").put("one", PhoneData("A", {}, {0: FACES}))
    folder.rename(away)
    folder.touch()  # "not a directory": neither read nor known to be missing
    phone_store = PhoneStore(folder / "phones.json")
    assert phone_store.of("one") is None
    folder.unlink()
    away.rename(folder)
    with pytest.raises(OSError, match="Input/output"):  # nobody has seen yet what is in it
        phone_store.put("two", PhoneData("B", {}, {1: FACES}))
    assert phone_store.of("one") == PhoneData("A", {}, {0: FACES})
    phone_store.put("two", PhoneData("B", {}, {1: FACES}))
    assert PhoneStore(folder / "phones.json").of("one") == PhoneData("A", {}, {0: FACES})


def test_what_is_no_file_of_ours_is_put_aside(tmp_path):
    os.mkfifo(tmp_path / "phones.json")
    phone_store = PhoneStore(tmp_path / "phones.json")
    phone_store.put("one", PhoneData("A", {}, {0: FACES}))
    assert PhoneStore(tmp_path / "phones.json").of("one") == PhoneData("A", {}, {0: FACES})


KEEPS = """
import sys
from pathlib import Path
from companion.game.commands import TicketFace
from companion.web.phone_store import PhoneData, PhoneStore
store, faces = PhoneStore(Path(sys.argv[1])), ()
for number in range(1, 4):
    faces += (TicketFace("durban", "luanda", number),)
    try:
        store.put("game", PhoneData("A", {}, {0: faces}))
    except OSError:
        faces = faces[:-1]  # as a phone is told: it was not kept
    else:
        print(number, flush=True)
"""


BLOWS = ("error=ENOSPC:signal=KILL", "signal=KILL", "error=EIO")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("call", ["openat", "write", "fsync", "rename"])
@pytest.mark.parametrize("blow", BLOWS if LONG else BLOWS[:1])
def test_tickets_that_were_kept_stay_so_where_the_plug_is_pulled_or_the_disk_fails(
    folder: Path, call: str, blow: str
):
    """At each system call on the file or its folder."""
    felt = 0
    for step in range(1, 10):
        file = folder / f"{step}.json"
        on = ["-P", file, "-P", file.with_name(f".{file.name}.part"), "-P", folder]
        strace = ["strace", "-o", "/dev/null", *on, "-e", f"inject={call}:{blow}:when={step}"]
        command = [*strace, sys.executable, "-c", KEEPS, file]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        kept, told = PhoneStore(file).of("game"), [int(line) for line in done.stdout.split()]
        points = [face.points for face in kept.tickets[0]] if kept is not None else []
        assert points[: len(told)] == told
        assert len(points) <= len(told) + 1  # the one that was under way
        felt += told != [1, 2, 3]
    assert felt >= 3
    assert told == [1, 2, 3], "it never came to its end"
