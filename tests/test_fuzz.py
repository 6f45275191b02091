"""Thousands of malformed lines: each gets an answer, none changes anything or ends the referee."""

import json
import random
import subprocess
import sys

from counts import count
from table import seats

LINES = count("FUZZ", 3000, 100_000)

VALID = [
    {"do": "new", "players": seats(3), "first": "Ben", "rules": {"tickets_drawn": 3}},
    {"do": "draw", "cards": ["train", "desert"], "short": True},
    {"do": "claim", "route": "douala--bangui", "double": {"terrain": 1, "locomotives": 1}},
    {"do": "tickets", "kept": 2},
    {"do": "amend", "entry": 2, "with": {"do": "pass"}, "dry_run": True},
    {"do": "void", "entry": 3, "dry_run": True},
    {"do": "adjust", "player": "Anna", "terrain": {"desert": 2}, "score": 3, "why": "x"},
    {"do": "reveal", "player": "Anna", "tickets": [{"from": "durban", "to": "beira", "points": 9}]},
    {"do": "options", "route": "douala--bangui", "player": "Anna"},
    {"do": "resume", "game": "x"},
    {"do": "settle", "entry": 1, "outcome": "upheld"},
    {"do": "amend", "entry": 2, "player": "Ben", "dry_run": True},
    {
        **{"do": "insert", "after": 2, "player": "Cleo", "shift": True, "dry_run": True},
        "with": {"do": "draw", "cards": ["train", "desert"], "overrule": "x"},
    },
    {"do": "draw", "cards": ["desert", "desert", "desert"], "overrule": "they were three"},
    {
        **{"do": "claim", "route": "douala--bangui", "overrule": "x"},
        "double": {"terrain": 3, "locomotives": 1},
    },
    {"do": "tickets", "kept": 9, "overrule": "x"},
    {
        **{"do": "correct_route", "route": "douala--bangui", "color": "red", "length": 3},
        **{"ferry_locomotives": 1, "dry_run": True},
    },
    {
        "do": "stocktake",
        "players": {"Anna": {"trains": 44, "terrain": {"desert": 1}, "score": 3}, "Ben": {}},
        "discards": {"jungle": 2},
    },
]
STRANGE = [
    *(None, True, -1, 1.5, 2**63, 10**400, "", "\ud800", "\x00", "\x1b[2J", "a" * 3000, "é" * 50),
    *([], {}, [[]], {"do": "undo"}, ["train"] * 500, [1, "x", None], {"": {}}, {"desert": "x"}),
]
RAW = [
    b"",
    b"null",
    b"[]",
    b'"x"',
    b"12",
    b"{",
    b"}",
    b'{"do"}',
    b"NaN",
    b'{"do": "tickets", "kept": NaN}',
    b'{"do": "tickets", "kept": Infinity}',
    b'{"do": "tickets", "kept": 1e400}',
    b'{"do": "tickets", "kept": ' + b"9" * 5000 + b"}",
    b'{"do": "tickets", "kept": ' + b"9" * 4000 + b"}",
    b'{"do": "adjust", "player": "Anna", "score": ' + b"9" * 4000 + b', "why": "x"}',
    b"[" * 50_000,
    b'{"id": ' * 8000,
    b'{"do": "state", "id": ' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"do": "state", "id": ' + b"[" * 990 + b"]" * 990 + b"}",
    b"\xff\xfe",
    b'{"do": "state\xc3"}',
    b"\xef\xbb\xbf{}",
    b'{"do": "games"} {"do": "games"}',
    b"x" * 70_000,
    b'{"do": "state", "do": "nonsense"}',
    b"\x00" * 100,
]


def mangled(rng: random.Random) -> bytes:
    request = json.loads(json.dumps(rng.choice(VALID)))
    spot, name = request, rng.choice(list(request))
    while isinstance(spot[name], dict | list) and spot[name] and rng.random() < 0.7:
        spot = spot[name]
        name = rng.choice(list(spot)) if isinstance(spot, dict) else rng.randrange(len(spot))
    action = rng.randrange(5)
    if action == 0 and isinstance(spot, dict):
        del spot[name]
    elif action == 1 and isinstance(spot, dict):
        spot[rng.choice(["surplus", "", "\ud800"])] = rng.choice(STRANGE)
    else:
        spot[name] = rng.choice(STRANGE)
    line = json.dumps(request).encode()
    if action == 4:
        cut = rng.randrange(len(line))
        line = line[:cut] + rng.choice([b"", bytes([rng.randrange(256)])]) + line[cut + 1 :]
    return line.replace(b"\n", b" ")


def test_no_line_ends_the_referee_or_goes_unanswered():
    rng = random.Random(7)
    start = [json.dumps(VALID[0]).encode(), b'{"do": "pass"}', b'{"do": "pass"}']
    lines = [*start, *RAW, *(mangled(rng) for _ in range(LINES)), b'{"do": "games", "id": "end"}']
    done = subprocess.run(
        [sys.executable, "-m", "companion", "referee"],
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert done.stderr == b""
    assert len(answers) == len(lines)
    assert answers[-1]["id"] == "end"
    assert [answer["ok"] for answer in answers[: len(start)]] == [True] * 3
    refused = [answer for answer in answers if not answer["ok"]]
    assert len(refused) > LINES / 2
    assert all(answer["why"] and "rule" in answer and "facts" in answer for answer in refused)


def test_what_is_refused_changes_nothing():
    rng = random.Random(8)
    conversation = [json.dumps(VALID[0]).encode(), b'{"do": "pass"}']
    for _ in range(LINES // 6):
        conversation += [b'{"do": "state"}', mangled(rng)]
    conversation.append(b'{"do": "state"}')
    done = subprocess.run(
        [sys.executable, "-m", "companion", "referee"],
        input=b"\n".join(conversation) + b"\n",
        capture_output=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    states, middle = answers[2::2], answers[3::2]
    changed = 0
    for before, answer, after in zip(states[:-1], middle, states[1:], strict=True):
        if answer["ok"] and "saved" in answer:
            changed += 1
        else:
            assert before == after, answer
    assert changed < len(middle) / 2
