"""Random games, then random amendments at any depth, held against a model of what they mean.

The model knows nothing of how the engine revises: it keeps the course of the game as the requests
tell it, a list of plays with their seats, and folds it anew by the rules. STATIONMASTER_GAMES=400
plays so many games, with new seeds.
"""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from counts import count
from table import Table

from companion.game.board.board import Board, Route
from companion.game.commands import RuledPlay
from companion.game.events import Event, Played, TurnPassed
from companion.game.log.entries import points_of
from companion.game.log.lines import log_lines
from companion.game.refusal import Refusal
from companion.game.requests.requests import parse
from companion.game.rules.judging import judge, rule_as
from companion.game.state import State
from companion.journal import Journal
from companion.protocol import Conversation
from companion.referee import Referee

Json = dict[str, Any]

GAMES = count("GAMES", 8, 400)
NEW_SEEDS = "STATIONMASTER_GAMES" in os.environ
PLAYS = ("draw", "claim", "tickets", "pass")
TERRAINS = ("desert", "jungle", "mountain")
COLORS = ("yellow", "red", "blue", "green", "white", "black", "grey")
PLACES = ("durban", "beira", "luanda", "cape-town", "bangui", "nigeria", "madagascar")

# How often what is asked for.
WEIGHTS = {
    "play": 40, "overruled": 4, "amend": 9, "reassign": 5, "insert": 8, "void": 4, "correct": 4,
    "undo": 6, "redo": 4, "adjust": 2, "object": 2, "settle": 2, "finish": 0.4, "reveal": 5,
}  # fmt: skip


# --- the model ---


@dataclass(frozen=True)
class Line:
    """An entry at its place in the course of the game."""

    number: int
    request: Json
    seat: int | None = None
    was: Json | None = None  # before it was voided
    out: bool = False  # voided as entered twice: as if it had never been

    @property
    def voided(self) -> bool:
        return self.was is not None


@dataclass(frozen=True)
class Course:
    """The course of a game: its entries in the order in which they count, and its board."""

    lines: tuple[Line, ...]
    board: Board
    recorded: dict[int, Event] = field(default_factory=dict)  # what entries did when accepted

    def index(self, number: int) -> int:
        """The place of an entry; -1 for the beginning of the game."""
        numbers = [line.number for line in self.lines]
        return -1 if number == 1 else numbers.index(number)

    def next_seat(self, first: int, seats: int) -> int:
        played = [line.seat for line in self.lines if line.seat is not None and not line.out]
        return (played[-1] + 1) % seats if played else first

    def changed(self, number: int, request: Json, names: list[str], first: int) -> Course:
        """The course with one more accepted request."""
        verb, lines = request["do"], list(self.lines)
        if verb == "correct_route":
            return replace(self, board=printed(self.board, request))
        if verb == "insert":
            return self.with_insert(number, request, names)
        if verb == "amend":
            place = self.index(request["entry"])
            old = lines[place]
            seat = names.index(request["player"]) if "player" in request else old.seat
            play = request.get("with", old.was or old.request)
            lines[place] = Line(old.number, play, seat)
            lines[place + 1 :] = moved_on(lines[place + 1 :], 1 if old.out else 0, len(names))
            recorded = {entry: did for entry, did in self.recorded.items() if entry != old.number}
            return replace(self, lines=tuple(lines), recorded=recorded)
        if verb == "void":
            place = self.index(request["entry"])
            old = lines[place]
            if not old.out:
                out = bool(request.get("shift"))
                was = old.was or old.request
                lines[place] = Line(old.number, {"do": "pass"}, old.seat, was, out)
                lines[place + 1 :] = moved_on(lines[place + 1 :], -1 if out else 0, len(names))
        else:
            seat = self.next_seat(first, len(names)) if verb in PLAYS else None
            lines.append(Line(number, request, seat))
        return replace(self, lines=tuple(lines))

    def with_insert(self, number: int, request: Json, names: list[str]) -> Course:
        place = self.index(request["after"]) + 1
        before, after = self.lines[:place], self.lines[place:]
        after = tuple(moved_on(after, 1 if request.get("shift") else 0, len(names)))
        new = Line(number, request["with"], names.index(request["player"]))
        return replace(self, lines=(*before, new, *after))


def moved_on(lines: Sequence[Line], by: int, seats: int) -> list[Line]:
    """The same turns, of other players."""
    return [
        line if line.seat is None else replace(line, seat=(line.seat + by) % seats)
        for line in lines
    ]


def printed(board: Board, request: Json) -> Board:
    """The board with a route as it is printed, and its other track in what they had alike."""
    route = board.routes[request["route"]]
    routes = {route.id: route}
    if route.id in board.twins:
        routes[board.twins[route.id]] = board.routes[board.twins[route.id]]
    for track in list(routes.values()):
        for name in ("color", "length", "ferry_locomotives"):
            if name in request and getattr(track, name) == getattr(route, name):
                track = replace(track, **{name: request[name]})
        routes[track.id] = replace(track, unverified=None)
    return Board(board.locations, {**board.routes, **routes})


@dataclass
class Fresh:
    """A course judged anew, entry by entry, each on the state left by those before."""

    state: State
    conflicts: dict[int, str] = field(default_factory=dict)
    overruled: dict[int, str] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    in_order: bool = True  # a new game could be played like this: everyone in turn

    @classmethod
    def of(cls, course: Course, start: State) -> Fresh:
        fresh = cls(start)
        for line in course.lines:
            if line.request["do"] not in ("object", "settle") and not line.out:
                fresh.take(course, line)
        return fresh

    def take(self, course: Course, line: Line) -> None:
        state, number = self.state, line.number
        waits = line.request["do"] == "reveal" and not state.ended
        in_turn = line.seat in (None, state.to_move)
        self.in_order = self.in_order and in_turn and not waits and not line.voided
        move = parse(line.request)
        play = move.play if isinstance(move, RuledPlay) else move
        try:
            if line.voided or waits:
                event = TurnPassed(line.seat) if line.voided else course.recorded[number]
                held = state.seats[event.seat].tickets
                if waits and len(event.tickets) != held:
                    self.conflicts[number] = "ticket_count"
                ruling = rule_as(course.board, state, event, None)
            else:
                ruling = judge(course.board, state, play, line.seat)
                course.recorded.setdefault(number, ruling.events[0])
        except Refusal as refusal:
            codes = self.conflicts if play is move else self.overruled
            codes[number] = refusal.code
            entered = None
            if play is not move and number not in course.recorded:
                entered = judge(course.board, state, move, line.seat).events[0]
                course.recorded[number] = entered
            event = course.recorded[number]
            if isinstance(event, Played):
                event = replace(event, seat=line.seat)
            self.in_order = self.in_order and event == entered  # as it would be entered now
            ruling = rule_as(course.board, state, event, None)
        self.state = ruling.state
        self.points[number] = points_of(ruling.events[:1])


# --- a table that is corrected without end ---


class Quarrel:
    """A game on disk, random requests to it, and the model beside it."""

    def __init__(self, file: Path, seed: int, players: int) -> None:
        self.rng = random.Random(seed)
        self.file = file
        self.table = Table(file)
        self.table.new(players, terrain=self.rng.choice(TERRAINS), tickets=3)
        game = self.table.referee.game
        self.start = game.state
        self.names = [seat.name for seat in game.state.seats]
        self.done: list[Course] = [Course((), game.board)]
        self.undone: list[Course] = []
        self.seen: Counter[str] = Counter()
        for name in self.names if self.rng.random() < 0.6 else ():
            trains = self.rng.randint(6, 22)
            self.send({"do": "adjust", "player": name, "trains": trains, "why": "a short game"})

    @property
    def course(self) -> Course:
        return self.done[-1]

    @property
    def state(self) -> State:
        return self.table.referee.game.state

    # --- what is asked ---

    def request(self) -> Json:
        kind = self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        if kind in ("undo", "redo", "finish"):
            return {"do": kind}
        if kind == "play":
            return self.play(self.state, self.state.to_move)
        made: Json = getattr(self, kind)()
        return made

    def play(self, state: State, seat: int) -> Json:
        dice = self.rng.random()
        if dice < 0.5 and (claim := self.claim(state, seat)):
            return claim
        if dice < 0.56:
            return {"do": "tickets", "kept": self.rng.randint(1, 4)}
        if dice < 0.6:
            return {"do": "pass"}
        return {"do": "draw", "cards": self.rng.choices((*TERRAINS, *TERRAINS, "train"), k=2)}

    def claim(self, state: State, seat: int) -> Json | None:
        routes = self.rng.sample(sorted(self.course.board.routes), 12)
        for claim in ({"do": "claim", "route": route} for route in routes):
            if self.is_legal(state, claim, seat):
                for double in self.payments():
                    doubled = {**claim, "double": double}
                    if self.is_legal(state, doubled, seat):
                        return doubled
                return claim
        return None

    def payments(self) -> Iterator[Json]:
        for _ in range(self.rng.choice((0, 6))):
            yield {"terrain": self.rng.randint(0, 2), "locomotives": self.rng.randint(0, 3)}

    def is_legal(self, state: State, play: Json, seat: int) -> bool:
        try:
            judge(self.course.board, state, parse(play), seat)
        except Refusal:
            return False
        return True

    def overruled(self) -> Json:
        route = self.rng.choice(sorted(self.course.board.routes))
        taken = [claim.route for seat in self.state.seats for claim in seat.claims]
        play = self.rng.choice(
            [
                {"do": "draw", "cards": self.rng.choices(TERRAINS, k=self.rng.randint(0, 4))},
                {"do": "claim", "route": route, "double": {"terrain": 3, "locomotives": 0}},
                {"do": "claim", "route": self.rng.choice(taken or [route])},
                {"do": "tickets", "kept": self.rng.randint(0, 9)},
            ]
        )
        return {**play, "overrule": "we played it so"}

    def any_play(self) -> Line | None:
        plays = [line for line in self.course.lines if line.seat is not None]
        return self.rng.choice(plays) if plays else None

    def before(self, number: int) -> State:
        """The state before an entry, by the model."""
        place = self.course.index(number)
        earlier = replace(self.course, lines=self.course.lines[:place])
        return Fresh.of(replace(earlier, recorded=dict(earlier.recorded)), self.start).state

    def amend(self) -> Json:
        line = self.any_play()
        if line is None or line.seat is None:
            return {"do": "pass"}
        play = self.play(self.before(line.number), line.seat)
        return {"do": "amend", "entry": line.number, "with": play}

    def reassign(self) -> Json:
        line = self.any_play()
        if line is None:
            return {"do": "pass"}
        seat = self.rng.randrange(len(self.names))
        amend: Json = {"do": "amend", "entry": line.number, "player": self.names[seat]}
        if self.rng.random() < 0.4:
            amend["with"] = self.play(self.before(line.number), seat)
        return amend

    def insert(self) -> Json:
        line = self.any_play()
        if line is None or line.seat is None:
            return {"do": "pass"}
        shift = self.rng.random() < 0.6
        after = (line.seat + 1) % len(self.names)
        seat = after if shift else self.rng.randrange(len(self.names))
        where = {"after": line.number, "player": self.names[seat]}
        play = self.play(self.before(line.number), seat)
        if self.rng.random() < 0.1:
            play = self.overruled()
        return {"do": "insert", **where, "with": play, "shift": shift}

    def void(self) -> Json:
        line = self.any_play()
        if line is None:
            return {"do": "pass"}
        twice = {"shift": True} if self.rng.random() < 0.4 else {}
        return {"do": "void", "entry": line.number, **twice}

    def correct(self) -> Json:
        claimed = [line.request["route"] for line in self.course.lines if "route" in line.request]
        every = sorted(self.course.board.routes)
        route = self.rng.choice(claimed if claimed and self.rng.random() < 0.8 else every)
        values: Json = {
            "length": self.rng.randint(1, 6),
            "color": self.rng.choice(COLORS),
            "ferry_locomotives": self.rng.randint(0, 2),
        }
        some = self.rng.sample(sorted(values), self.rng.randint(1, 3))
        return {"do": "correct_route", "route": route, **{name: values[name] for name in some}}

    def adjust(self) -> Json:
        name = self.rng.choice(self.names)
        values = [{"trains": 9}, {"score": -3}, {"terrain": {"desert": 2}}, {"tickets": 4}]
        value = self.rng.choice(values)
        return {"do": "adjust", "player": name, **value, "why": "counted"}

    def object(self) -> Json:
        seq = self.table.referee.seq
        return {"do": "object", "entry": self.rng.randint(1, seq), "by": self.names[0]}

    def settle(self) -> Json:
        outcome = self.rng.choice(("upheld", "overruled", "dropped"))
        entry = self.rng.randint(1, self.table.referee.seq)
        return {"do": "settle", "entry": entry, "outcome": outcome}

    def reveal(self) -> Json:
        seat = self.rng.choice(self.state.seats)
        tickets = []
        for _ in range(seat.tickets):
            start, end = self.rng.sample(PLACES, 2)
            tickets.append({"from": start, "to": end, "points": self.rng.randint(1, 20)})
        return {"do": "reveal", "player": seat.name, "tickets": tickets}

    # --- what is answered ---

    def send(self, request: Json) -> None:
        """Ask, and hold what has become of the game against the model."""
        revises = request["do"] in ("amend", "insert", "void", "correct_route")
        dry = self.dry_run(request) if revises else None
        conflicts, rows, seen = self.flagged(), self.rows(), self.whole()
        answer = self.table.ask(**request)
        if dry is not None:
            assert {**dry, "seq": None} == {**without_saved(answer), "seq": None}
        if not answer["ok"]:
            assert self.whole() == seen
            self.seen[answer["code"]] += 1
            return
        self.seen[request["do"]] += 1
        assert self.rows()[:-1] == rows
        self.follow(answer["seq"], request)
        fresh = self.check_against_fresh()
        fresh |= self.dropped()
        assert self.flagged() == fresh
        new = {number: code for number, code in fresh.items() if number not in conflicts}
        listed = {row["entry"]: row["code"] for row in answer.get("conflicts", [])}
        if revises or request["do"] not in ("undo", "redo"):
            assert listed == new
        if revises:
            self.seen[f"{request['do']} with conflicts"] += bool(new)
            self.check_undo(seen)
        if revises or self.rng.random() < 0.1:
            self.check_disk()

    def dry_run(self, request: Json) -> Json:
        before, rows = self.whole(), self.rows()
        answer = self.table.ask(**request, dry_run=True)
        assert (self.whole(), self.rows()) == (before, rows)
        return answer

    def follow(self, number: int, request: Json) -> None:
        if request["do"] == "undo":
            self.undone.append(self.done.pop())
        elif request["do"] == "redo":
            self.done.append(self.undone.pop())
        else:
            course = replace(self.course, recorded=dict(self.course.recorded))
            self.done.append(course.changed(number, request, self.names, self.start.to_move))
            self.undone.clear()

    def check_against_fresh(self) -> dict[int, str]:
        game, fresh = self.table.referee.game, Fresh.of(self.course, self.start)
        assert game.board == self.course.board
        assert settled(game.state) == settled(fresh.state)
        assert self.conflicts() == fresh.conflicts
        steps = [step for step in game.head.back() if step.seq > 1][::-1]
        assert [step.seq for step in steps] == [line.number for line in self.course.lines]
        assert {s.seq: s.set_aside for s in steps if s.set_aside is not None} == fresh.overruled
        for line in self.log_of(fresh):
            self.check_line(*line, fresh)
        if fresh.in_order and not fresh.conflicts:
            self.check_new_game()
        return fresh.conflicts

    def log_of(self, fresh: Fresh) -> Iterator[tuple[Line, Json]]:
        log = log_lines(self.table.referee.game)
        for line in self.course.lines:
            yield line, log[line.number - 1]

    def check_line(self, line: Line, told: Json, fresh: Fresh) -> None:
        now = told.get("now", told)
        if line.out:
            assert (now["request"], now["player"], now["points"]) == (None, None, 0)
        elif line.seat is not None:
            assert now["player"] == self.names[line.seat]
            assert now["points"] == fresh.points[line.number]
        assert ("overruled" in told["flags"] and "code" in told) == (line.number in fresh.overruled)
        assert ("voided" in told["flags"]) == line.voided

    def check_new_game(self) -> None:
        """A fresh game, played by protocol with the corrected entries, is the same game."""
        conversation = Table()
        conversation.referee = Referee(board=self.course.board)
        conversation.conversation = Conversation(conversation.referee)
        first = self.table.referee.game.entries[0].request
        conversation.ok(**first)
        for line in self.course.lines:
            if line.request["do"] not in ("object", "settle") and not line.out:
                conversation.ok(**line.request)
        assert unnumbered(conversation.state()) == unnumbered(self.table.state())
        self.seen["a fresh game"] += 1

    def check_undo(self, before: tuple[Any, ...]) -> None:
        """Undo brings back everything, the board included; redo the revision."""
        after = self.whole()
        self.table.ok("undo")
        assert same_game(self.whole(), before)
        self.table.ok("redo")
        assert same_game(self.whole(), after)

    def check_disk(self) -> None:
        """Who reads the file finds the same game."""
        game = self.table.referee.game
        with closing(Journal.view(self.file)) as journal:
            read = Referee(journal).game
            assert read.head == game.head
            assert read.board == game.board
            assert log_lines(read) == log_lines(game)

    def conflicts(self) -> dict[int, str]:
        steps = list(self.table.referee.game.head.back())[::-1]
        return {step.seq: step.conflict for step in steps if step.conflict is not None}

    def flagged(self) -> dict[int, str]:
        """What the log says of entries that conflict."""
        return {
            line["entry"]: flag.removeprefix("conflict:")
            for line in log_lines(self.table.referee.game)
            for flag in line["flags"]
            if flag.startswith("conflict:")
        }

    def dropped(self) -> dict[int, str]:
        """The last reveal of everyone whose tickets are not shown after all."""
        shown = [line for line in self.course.lines if line.request["do"] == "reveal"]
        last = {line.request["player"]: line.number for line in shown}
        hidden = [seat.name for seat in self.state.seats if seat.revealed is None]
        return {last[name]: "ticket_count" for name in hidden if name in last}

    def rows(self) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT * FROM entries ORDER BY seq").fetchall()

    def whole(self) -> tuple[Any, ...]:
        """Everything there is to see of the game."""
        referee = self.table.referee
        game = referee.game
        kept: list[Route] = list(referee.board.routes.values())
        return game.state, game.board, kept, log_lines(game), self.table.state()


def same_game(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Alike but for the entries that undo and redo have added."""
    (state, board, kept, log, shown), (state_2, board_2, kept_2, log_2, shown_2) = one, other
    shorter = min(len(log), len(log_2))
    return (state, board, kept, log[:shorter], unnumbered(shown)) == (
        *(state_2, board_2, kept_2, log_2[:shorter], unnumbered(shown_2)),
    )


def settled(state: State) -> State:
    """Without what only the last event has to say."""
    return state._replace(reshuffled=0)


def unnumbered(state: Json) -> Json:
    return {name: value for name, value in state.items() if name not in ("seq", "game")}


def without_saved(answer: Json) -> Json:
    return {name: value for name, value in answer.items() if name != "saved"}


def quarrel(file: Path, seed: int, players: int, requests: int) -> Counter[str]:
    game = Quarrel(file, seed, players)
    for _ in range(requests):
        game.send(game.request())
    game.table.referee.close()
    return game.seen


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.timeout(300 + 10 * GAMES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_amendments_at_any_depth_are_as_if_played_so(tmp_path: Path, players: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(max(1, GAMES // 4)):
        seed = random.randrange(2**32) if NEW_SEEDS else 100 * players + number
        try:
            seen += quarrel(tmp_path / f"{number}.db", seed, players, requests=110)
        except AssertionError as error:
            raise AssertionError(f"{players} players, seed {seed}") from error
    wanted = ["amend", "insert", "void", "correct_route", "undo", "a fresh game"]
    seen["conflicts"] = seen["amend with conflicts"] + seen["insert with conflicts"]
    wanted.append("conflicts")
    assert NEW_SEEDS or [what for what in wanted if not seen[what]] == []  # chance may have it so
