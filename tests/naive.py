"""A second referee, written only from the rules and the protocol, to compare the real one with.

It is straight, obvious and slow on purpose: it keeps the plain list of accepted requests and
works out everything from entry 1 whenever it is asked. It shares no code with the package.
It takes requests whose types are right, keeps one game, and leaves out `why`, `facts`,
`saved` and `game`.
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]

BOARD = Path(__file__).parent.parent / "companion" / "boards" / "heart_of_africa"
TYPES = ("desert", "jungle", "mountain")
COLORS = ("blue", "red", "green", "yellow", "black")
CARDS = ("train", "locomotive", *TYPES)
PLAYS = ("draw", "claim", "tickets", "pass")
QUERIES = ("state", "log", "result", "options", "rights", "stocktake")
REVISIONS = ("amend", "void", "insert", "correct_route")
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
TERRAIN_OF = {
    **dict.fromkeys(("yellow", "orange", "red"), "desert"),
    **dict.fromkeys(("purple", "blue", "green"), "jungle"),
    **dict.fromkeys(("white", "grey", "black"), "mountain"),
}
LOCOMOTIVES = 14
CODE_ORDER = """
    bad_request stale unknown_game no_game wrong_phase unknown_player player_count
    duplicate_name duplicate_color unknown_color unknown_terrain unknown_card draw_two
    locomotive_alone terrain_exhausted unknown_route route_taken double_closed double_own
    not_enough_trains fewer_than_rival not_enough_terrain wrong_terrain_count
    too_many_locomotives no_tickets_left tickets_kept nothing_to_undo nothing_to_redo
    unknown_entry not_amendable unknown_place ticket_count not_over
    already_objected
"""
CODES = CODE_ORDER.split()
RULE_BROKEN = {
    **dict.fromkeys(("unknown_card", "draw_two", "locomotive_alone"), "R5"),
    "terrain_exhausted": "R6",
    **dict.fromkeys(("route_taken", "not_enough_trains"), "R7"),
    **dict.fromkeys(("double_closed", "double_own"), "R8"),
    **dict.fromkeys(("fewer_than_rival", "not_enough_terrain", "wrong_terrain_count"), "R9"),
    "too_many_locomotives": "R11",
    **dict.fromkeys(("no_tickets_left", "tickets_kept"), "R10"),
    "player_count": "R1",
}
PROMPT_ORDER = """
    lay_trains discard_terrain discard_locomotives move_marker reshuffle_terrain last_round
    turn show_tickets
"""
PROMPTS = PROMPT_ORDER.split()
GONE = {"do": "(voided)"}


def load(name: str) -> dict[str, Json]:
    """Reads one of the board's two files, by id."""
    text = (BOARD / f"{name}.json").read_text(encoding="utf-8")
    return {item["id"]: item for item in json.loads(text)}


LOCATIONS = load("locations")
ROUTES = load("routes")
PLACES = {place["place"] for place in LOCATIONS.values() if place["place"] is not None}


Board = dict[str, Json]  # its routes, by id


@dataclass
class Seat:
    """All that is known about one player."""

    name: str
    color: str
    tickets: int
    terrain: dict[str, int]
    trains: int = 45
    routes: list[str] = field(default_factory=list)
    plain: int = 0
    doubling: int = 0
    adjustments: int = 0
    revealed: list[Json] | None = None


@dataclass
class Table:
    """The table at one moment, reached by playing from entry 1."""

    seats: list[Seat]
    to_move: int
    tickets_drawn: int
    discards: dict[str, int]
    routes: Board
    turns: int = 0
    ended: bool = False
    last_round: Json | None = None
    spoken: list[Json] = field(default_factory=list)
    conflicts: dict[int, str] = field(default_factory=dict)
    overruled: dict[int, str] = field(default_factory=dict)
    counted: dict[int, Json] = field(default_factory=dict)  # claimed routes as they counted
    shuffled: int = 0  # terrain cards, in the whole game
    shortfalls: dict[int, dict[str, int]] = field(default_factory=dict)

    def phase(self) -> str:
        """Says `play`, `tickets` or `over` (all revealed)."""
        if not self.ended:
            return "play"
        return "over" if all(seat.revealed is not None for seat in self.seats) else "tickets"

    def mover(self) -> Seat:
        """Gives the seat whose turn it is, or would be."""
        return self.seats[self.to_move]

    def find(self, name: str | None) -> Seat | None:
        """Finds a player by name."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        return None

    def owner(self, route: str) -> Seat | None:
        """Finds who has a track."""
        for seat in self.seats:
            if route in seat.routes:
                return seat
        return None

    def rival(self, me: Seat, kind: str) -> int:
        """Counts the most cards of a type that any other player has (R9)."""
        return max(seat.terrain[kind] for seat in self.seats if seat is not me)

    def tickets_left(self) -> int:
        """Counts the ticket deck (R10)."""
        return max(0, 48 - sum(seat.tickets for seat in self.seats))

    def fronts(self, kind: str) -> int:
        """Counts the cards of a type in front of all players."""
        return sum(seat.terrain[kind] for seat in self.seats)

    def unseen(self, kind: str) -> int:
        """Counts what can be left of a type in deck and market (R6)."""
        return max(0, 15 - self.fronts(kind) - self.discards[kind])

    def market(self) -> int:
        """Counts the face-up terrain cards: 2 while there are so many (R3, R6)."""
        return min(2, self.deck_and_market())

    def deck(self) -> int:
        """Counts the face-down terrain cards."""
        return self.deck_and_market() - self.market()

    def deck_and_market(self) -> int:
        """Counts all 45 cards but those in front of players and discarded."""
        out = sum(self.fronts(kind) + self.discards[kind] for kind in TYPES)
        return max(0, 45 - out)


# Geography


@cache
def other_track(route: str) -> str | None:
    """Finds the second track of a double route (R8)."""
    ends = (ROUTES[route]["a"], ROUTES[route]["b"])
    for other in ROUTES.values():
        if other["id"] != route and (other["a"], other["b"]) == ends:
            return str(other["id"])
    return None


@cache
def route_ends(route: str) -> list[str]:
    """Names the two points a route joins; in a dead end a point of its own (R13)."""
    ends = [ROUTES[route]["a"], ROUTES[route]["b"]]
    stub = "+".join(ends)
    return [f"{end}|{stub if LOCATIONS[end]['dead_end'] else ''}" for end in ends]


def completed(routes: list[str], ticket: Json) -> bool:
    """Tells whether a ticket's two places are joined by these routes (R12, R13, R14, R16)."""
    reached = {
        end
        for route in routes
        for end in route_ends(route)
        if LOCATIONS[end.split("|")[0]]["place"] == ticket["from"]
    }
    while True:
        more = {
            end for route in routes if reached & set(route_ends(route)) for end in route_ends(route)
        }
        if more <= reached:
            break
        reached |= more
    return any(LOCATIONS[end.split("|")[0]]["place"] == ticket["to"] for end in reached)


# Points


def ticket_points(seat: Seat) -> int:
    """Adds up a player's tickets, plus or minus (R16)."""
    tickets = seat.revealed or []
    return sum(t["points"] if completed(seat.routes, t) else -t["points"] for t in tickets)


def completed_count(seat: Seat) -> int:
    """Counts a player's completed tickets."""
    return sum(completed(seat.routes, ticket) for ticket in seat.revealed or [])


def globetrotter(table: Table, seat: Seat) -> int:
    """Gives 10 for the most completed tickets, ties included, if there are any (R17)."""
    most = max(completed_count(other) for other in table.seats)
    return 10 if most > 0 and completed_count(seat) == most else 0


def score(table: Table, seat: Seat) -> int:
    """Gives the score as `state` shows it."""
    points = seat.plain + seat.doubling + seat.adjustments
    if table.phase() == "over":
        points += ticket_points(seat) + globetrotter(table, seat)
    return points


# Judging: each function lists every code that applies


def first_code(codes: list[str]) -> str | None:
    """Chooses the code that the protocol names first."""
    return min(codes, key=CODES.index) if codes else None


def new_faults(request: Json) -> list[str]:
    """Judges a new game (R1, R2, R3)."""
    players = request["players"]
    names = [clean(player["name"]) for player in players]
    colors = [player["color"] for player in players]
    drawn = (request.get("rules") or {}).get("tickets_drawn")
    codes = []
    if drawn not in (None, 3, 4):
        codes.append("bad_request")
    if any(not 1 <= len(name) <= 24 or not name.isprintable() for name in names):
        codes.append("bad_request")
    if request.get("first") is not None and clean(request["first"]) not in names:
        codes.append("unknown_player")
    if not 2 <= len(players) <= 5:
        codes.append("player_count")
    if len({name.casefold() for name in names}) < len(names):
        codes.append("duplicate_name")
    if len(set(colors)) < len(colors):
        codes.append("duplicate_color")
    if any(color not in COLORS for color in colors):
        codes.append("unknown_color")
    if any(player["terrain"] not in TYPES for player in players):
        codes.append("unknown_terrain")
    if any(not 2 <= player["tickets"] <= 4 for player in players):
        codes.append("tickets_kept")
    return codes


def clean(name: str) -> str:
    """Trims a name and brings it to NFC."""
    return unicodedata.normalize("NFC", name.strip())


def draw_faults(table: Table, request: Json) -> list[str]:
    """Judges a draw, card after card (R5, R6)."""
    codes = loose_faults(request)
    trial = trial_of(table)
    for card in request["cards"]:
        if card in TYPES:
            if trial.unseen(card) == 0:
                codes.append("terrain_exhausted")
            trial.mover().terrain[card] += 1
            reshuffle(trial)
    return codes


def trial_of(table: Table) -> Table:
    """Gives a table whose cards can be moved without moving those of this one."""
    seats = [replace(seat, terrain=dict(seat.terrain)) for seat in table.seats]
    return replace(table, seats=seats, discards=dict(table.discards), spoken=[])


def loose_faults(play: Json) -> list[str]:
    """Judges what needs no table: the cards of a draw (R5), the route of a claim."""
    codes = []
    if play["do"] == "draw":
        cards = play["cards"]
        if any(card not in CARDS for card in cards):
            codes.append("unknown_card")
        alone_right = cards == ["locomotive"] or bool(play.get("short"))
        if len(cards) == 0 or len(cards) > 2 or (len(cards) == 1 and not alone_right):
            codes.append("draw_two")
        if "locomotive" in cards and len(cards) > 1:
            codes.append("locomotive_alone")
    if play["do"] == "claim" and play["route"] not in ROUTES:
        codes.append("unknown_route")
    return codes


def need(route: Json) -> int:
    """Counts the cards to play for doubling (R9)."""
    return 1 if route["length"] <= 3 else 2


def kind_of(route: Json) -> str:
    """Gives the terrain type of a route (R4)."""
    return TERRAIN_OF[route["color"]]


def claim_faults(table: Table, seat: Seat, request: Json) -> list[str]:
    """Judges a claim (R7, R8) and its doubling."""
    codes = loose_faults(request)
    if codes:
        return codes
    route = table.routes[request["route"]]
    other = other_track(route["id"])
    if table.owner(route["id"]) is not None:
        codes.append("route_taken")
    if other is not None and len(table.seats) <= 3 and table.owner(other) is not None:
        codes.append("double_closed")
    if other is not None and len(table.seats) >= 4 and table.owner(other) is seat:
        codes.append("double_own")
    if seat.trains < route["length"]:
        codes.append("not_enough_trains")
    double = request.get("double")
    if double is not None:
        own, rival = seat.terrain[kind_of(route)], table.rival(seat, kind_of(route))
        most = LOCOMOTIVES - route["ferry_locomotives"]
        codes += double_faults(own, rival, need(route), most, double)
    return codes


def double_faults(own: int, rival: int, needed: int, most: int, double: Json) -> list[str]:
    """Judges a doubling by the four lines of R9 and R11."""
    terrain, locomotives = double["terrain"], double["locomotives"]
    codes = []
    if not own + locomotives >= rival:
        codes.append("fewer_than_rival")
    if not terrain <= own:
        codes.append("not_enough_terrain")
    if terrain != max(0, needed - locomotives):
        codes.append("wrong_terrain_count")
    if not locomotives <= max(needed, rival - own) or locomotives > most:
        codes.append("too_many_locomotives")
    return codes


def play_faults(table: Table, request: Json) -> list[str]:
    """Judges a play of the player whose turn it is; the table may overrule most (R20)."""
    codes = rule_faults(table, request)
    if request.get("overrule") is None:
        return codes
    codes = [code for code in codes if code in ("unknown_card", "unknown_route")]
    return codes + box_faults(request) + pile_faults(table, request)


def pile_faults(table: Table, request: Json) -> list[str]:
    """Judges whether there is such a card left to be drawn, one card after the other (R3, R6)."""
    trial = trial_of(table)
    for card in request.get("cards") or []:
        if card in TYPES:
            if trial.unseen(card) == 0:
                return ["bad_request"]
            trial.mover().terrain[card] += 1
            reshuffle(trial)
    return []


def box_faults(request: Json) -> list[str]:
    """Judges what not even the table can rule: nothing said, more than there is in the box."""
    double = request.get("double") or {"terrain": 0, "locomotives": 0}
    beyond = (
        len(request.get("cards") or []) > 45
        or (request.get("cards") or []).count("locomotive") > 14
        or double["terrain"] > 15
        or double["locomotives"] > 14
        or (request.get("kept") or 0) > 48
        or not request["overrule"].strip()
    )
    return ["bad_request"] if beyond else []


def rule_faults(table: Table, request: Json) -> list[str]:
    """Judges a play by the rules alone."""
    codes = ["wrong_phase"] if table.ended else []
    if request["do"] == "draw":
        codes += draw_faults(table, request)
    if request["do"] == "claim":
        codes += claim_faults(table, table.mover(), request)
    if request["do"] == "tickets":
        drawn = min(table.tickets_drawn, table.tickets_left())
        if drawn == 0:
            codes.append("no_tickets_left")
        if not 1 <= request["kept"] <= drawn:
            codes.append("tickets_kept")
    return codes


def adjust_faults(table: Table, request: Json) -> list[str]:
    """Judges a table ruling (R20): something to set, for somebody, within the bounds."""
    codes = []
    terrain, discards = request.get("terrain") or {}, request.get("discards") or {}
    numbers = [request.get(key) for key in ("trains", "tickets", "score")]
    for_player = bool(terrain) or any(number is not None for number in numbers)
    name, seat = request.get("player"), table.find(request.get("player"))
    if (for_player and name is None) or not (for_player or discards):
        codes.append("bad_request")
    if name is not None and seat is None:
        codes.append("unknown_player")
    if any(kind not in TYPES for kind in [*terrain, *discards]):
        codes.append("unknown_terrain")
    if not 0 <= (request.get("trains") or 0) <= 45:
        codes.append("bad_request")
    if abs(request.get("score") or 0) > 1_000_000:
        codes.append("bad_request")
    return codes + bound_faults(table, seat, request)


def bound_faults(table: Table, seat: Seat | None, request: Json) -> list[str]:
    """Judges the bounds over all players of what a table ruling sets (R20)."""
    codes = []
    terrain, discards = request.get("terrain") or {}, request.get("discards") or {}
    if request.get("tickets") is not None:
        others = sum(other.tickets for other in table.seats if other is not seat)
        if (others if seat else 0) + request["tickets"] > 48:
            codes.append("bad_request")
    if any(number > 15 for number in [*terrain.values(), *discards.values()]):
        codes.append("bad_request")
    for kind in TYPES:
        if (seat and kind in terrain) or kind in discards:
            others = sum(other.terrain[kind] for other in table.seats if other is not seat)
            mine = terrain.get(kind, seat.terrain[kind]) if seat else 0
            if others + mine + discards.get(kind, table.discards[kind]) > 15:
                codes.append("bad_request")
    return codes


def reveal_faults(table: Table, request: Json) -> list[str]:
    """Judges a reveal at the moment it is made (R16)."""
    codes = []
    seat = table.find(request["player"])
    for ticket in request["tickets"]:
        if ticket["from"] == ticket["to"] or not 1 <= ticket["points"] <= 99:
            codes.append("bad_request")
        if ticket["from"] not in PLACES or ticket["to"] not in PLACES:
            codes.append("unknown_place")
    if not table.ended:
        codes.append("wrong_phase")
    if seat is None:
        codes.append("unknown_player")
    elif len(request["tickets"]) != seat.tickets:
        codes.append("ticket_count")
    return codes


def correction_faults(table: Table, request: Json) -> list[str]:
    """Judges a correction of a route: something to correct, and a route as there can be one."""
    routes = table.routes
    color, length = request.get("color"), request.get("length")
    ferry = request.get("ferry_locomotives")
    codes = []
    if color is None and length is None and ferry is None:
        codes.append("bad_request")
    if color is not None and color not in TERRAIN_OF:
        codes.append("bad_request")
    if length is not None and length not in POINTS:
        codes.append("bad_request")
    if request["route"] not in routes:
        codes.append("unknown_route")
    elif any(row["ferry_locomotives"] > row["length"] for row in corrected(routes, request)):
        codes.append("bad_request")
    return codes


def corrected(routes: Board, request: Json) -> list[Json]:
    """Gives the rows that a correction changes: both tracks, in what they have alike."""
    route = routes[request["route"]]
    other = routes.get(other_track(route["id"]) or "")
    fields = ("color", "length", "ferry_locomotives")
    values = {name: request[name] for name in fields if request.get(name) is not None}
    rows = [{**route, **values}]
    if other is not None:
        alike = {name: value for name, value in values.items() if other[name] == route[name]}
        rows.append({**other, **alike})
    return rows


def stocktake_faults(table: Table, request: Json) -> list[str]:
    """Judges a stock-take: of whom and of what."""
    players, discards = request.get("players") or {}, request.get("discards") or {}
    terrain = [player.get("terrain") or {} for player in players.values()]
    codes = []
    if any(table.find(name) is None for name in players):
        codes.append("unknown_player")
    if any(kind not in TYPES for counts in [*terrain, discards] for kind in counts):
        codes.append("unknown_terrain")
    return codes


def standing_faults(table: Table, step: Json) -> list[str]:
    """Judges an entry that was once accepted, on the table as it has become."""
    if step["do"] in PLAYS:
        return [] if step.get("overrule") else rule_faults(table, step)
    if step["do"] == "adjust":
        return adjust_faults(table, step)
    if step["do"] == "finish":
        return ["wrong_phase"] if table.ended else []
    if step["do"] == "reveal":  # while play is reopened it waits
        return [code for code in reveal_faults(table, step) if code == "ticket_count"]
    return []


JUDGES = {
    **dict.fromkeys(PLAYS, play_faults),
    "adjust": adjust_faults,
    "reveal": reveal_faults,
    "correct_route": correction_faults,
    "stocktake": stocktake_faults,
}


# Playing


def set_up(request: Json, routes: Board) -> Table:
    """Lays out a new game (R1, R2, R3) on a board of these routes."""
    seats = [
        Seat(
            name=clean(player["name"]),
            color=player["color"],
            tickets=player["tickets"],
            terrain={kind: int(kind == player["terrain"]) for kind in TYPES},
        )
        for player in request["players"]
    ]
    first = 0
    if request.get("first") is not None:
        first = [seat.name for seat in seats].index(clean(request["first"]))
    drawn = (request.get("rules") or {}).get("tickets_drawn") or 4
    return Table(seats, first, drawn, dict.fromkeys(TYPES, 0), routes)


def reshuffle(table: Table) -> None:
    """Makes the discards the deck as soon as it is empty (R6)."""
    cards = sum(table.discards.values())
    if table.deck() == 0 and cards > 0:
        table.discards = dict.fromkeys(TYPES, 0)
        table.spoken.append({"code": "reshuffle_terrain", "cards": cards})
        table.shuffled += cards


def apply(table: Table, step: Json, route: Json | None) -> None:
    """Does what an entry says, right or wrong; counts stop at 0. A claim is of this route."""
    table.spoken = []
    if step["do"] == "draw":
        for card in step["cards"]:
            if card in TYPES:
                table.mover().terrain[card] += 1
                reshuffle(table)
    if route is not None:
        apply_claim(table, table.mover(), step, route)
    if step["do"] == "tickets":
        set_tickets(table.mover(), table.mover().tickets + step["kept"])
    if step["do"] == "adjust":
        apply_adjust(table, step)
    if step["do"] == "finish":
        table.ended = True
    if step["do"] == "reveal":
        apply_reveal(table, step)
    if step["do"] in PLAYS or step == GONE:
        end_turn(table)


def apply_claim(table: Table, seat: Seat, step: Json, row: Json) -> None:
    """Lays the trains, scores, and discards what doubled (R7, R9, R11)."""
    route, kind, length = row["id"], kind_of(row), row["length"]
    laid = min(seat.trains, length)
    seat.trains -= laid
    if laid:
        table.spoken.append({"code": "lay_trains", "player": seat.name, "count": laid})
    seat.plain += POINTS[length]
    if table.owner(route) is None:
        seat.routes.append(route)
    double = step.get("double")
    if double is None:
        return
    seat.doubling += POINTS[length]
    played = min(double["terrain"], seat.terrain[kind])
    seat.terrain[kind] -= played
    table.discards[kind] += played
    if played:
        table.spoken.append({"code": "discard_terrain", "type": kind, "count": played})
    if double["locomotives"]:
        table.spoken.append({"code": "discard_locomotives", "count": double["locomotives"]})
    reshuffle(table)


def apply_adjust(table: Table, step: Json) -> None:
    """Sets what the table has ruled (R20)."""
    seat = table.find(step.get("player"))
    if seat is not None:
        seat.terrain.update(step.get("terrain") or {})
        if step.get("trains") is not None:
            seat.trains = step["trains"]
        if step.get("tickets") is not None:
            set_tickets(seat, step["tickets"])
        seat.adjustments += step.get("score") or 0
    table.discards.update(step.get("discards") or {})
    reshuffle(table)


def apply_reveal(table: Table, step: Json) -> None:
    """Shows tickets; where play was reopened they wait, if they are still as many as held."""
    seat = table.find(step["player"])
    assert seat is not None
    seat.revealed = step["tickets"]
    if not table.ended:
        set_tickets(seat, seat.tickets)


def set_tickets(seat: Seat, number: int) -> None:
    """Changes the number of tickets held; a reveal of another number is dropped."""
    seat.tickets = number
    if seat.revealed is not None and len(seat.revealed) != number:
        seat.revealed = None


def end_turn(table: Table) -> None:
    """Ends a turn, and perhaps begins or ends the last round (R15)."""
    seat = table.mover()
    table.turns += 1
    table.to_move = (table.to_move + 1) % len(table.seats)
    if table.ended:
        return
    if table.last_round is not None:
        table.last_round["turns_left"] -= 1
        table.ended = table.last_round["turns_left"] == 0
    elif seat.trains <= 2:
        table.last_round = {"by": seat.name, "turns_left": len(table.seats)}


def standing(log: list[Json]) -> tuple[list[int], list[int]]:
    """Sorts the log's entry numbers into those that stand and those that can be redone."""
    done: list[int] = []
    undone: list[int] = []
    for number, request in enumerate(log, 1):
        if request["do"] == "undo":
            undone.append(done.pop())
        elif request["do"] == "redo":
            done.append(undone.pop())
        else:
            done.append(number)
            undone = []
    return done, undone


@dataclass
class Step:
    """An entry at its place in the course of the game; `seat` for plays only."""

    number: int
    request: Json
    seat: int | None = None
    corrected: str | None = None  # how: amended or voided
    made_by: int = 0  # the entry that put it so: itself, or its last amendment
    out: bool = False  # taken out as if it had never been made
    was: Json | None = None  # before it was voided


def course_of(log: list[Json], first: int, players: int) -> list[Step]:
    """Puts the standing entries in the order in which they count, amendments at their places."""
    course: list[Step] = []
    for number in standing(log)[0][1:]:
        request = log[number - 1]
        if request["do"] in PLAYS:
            counts = [step for step in course if step.seat is not None and not step.out]
            before = (step.seat for step in reversed(counts) if step.seat is not None)
            seat = (next(before, first - 1) + 1) % players
            course.append(Step(number, request, seat, made_by=number))
        elif request["do"] == "insert":
            new = Step(number, request["with"], seat_of(log, request), made_by=number)
            insert(course, new, request, players)
        elif request["do"] in ("amend", "void"):
            for index, step in enumerate(course):
                if step.number == request["entry"]:
                    new = revised(log, step, request, number)
                    by = step.out - new.out if step.seat is not None else 0
                    course[index] = new
                    move_on(course, index + 1, by, players)
        elif request["do"] != "correct_route":
            course.append(Step(number, request))
    return course


def seat_of(log: list[Json], request: Json) -> int:
    """Finds the seat of the player whom a request names."""
    return [clean(player["name"]) for player in log[0]["players"]].index(request["player"])


def insert(course: list[Step], new: Step, request: Json, players: int) -> None:
    """Puts a forgotten turn in its place; at will all later turns go to the next seat."""
    place = 0
    for index, step in enumerate(course):
        if step.number == request["after"]:
            place = index + 1
    move_on(course, place, 1 if request.get("shift") else 0, players)
    course.insert(place, new)


def move_on(course: list[Step], place: int, by: int, players: int) -> None:
    """Gives all turns from a place on to another seat."""
    for index in range(place, len(course)):
        step = course[index]
        if step.seat is not None:
            course[index] = replace(step, seat=(step.seat + by) % players)


def revised(log: list[Json], step: Step, request: Json, number: int) -> Step:
    """Gives an entry as it is after an amend or void of it."""
    was = step.was or step.request
    if request["do"] == "void":
        if step.out:
            return step
        out = bool(request.get("shift")) or step.seat is None
        return replace(step, request=GONE, corrected="voided", out=out, was=was)
    play = request.get("with") or was
    seat = step.seat if request.get("player") is None else seat_of(log, request)
    return Step(step.number, play, seat, "amended", number)


def routes_of(log: list[Json], routes: Board) -> Board:
    """Gives the routes as the standing corrections have them."""
    for number in standing(log)[0]:
        if log[number - 1]["do"] == "correct_route":
            rows = corrected(routes, log[number - 1])
            routes = {**routes, **{row["id"]: row for row in rows}}
    return routes


def replay(
    log: list[Json], routes: Board, recorded: dict[int, Json], before: int | None = None
) -> Table:
    """Plays the log from entry 1 on a board, amendments at their places.

    `before`: only up to there. `recorded`: claimed routes as each entry put them, for those that
    the rules would now refuse: they stand as they were recorded.
    """
    table = set_up(log[0], routes_of(log, routes))
    course = course_of(log, table.to_move, len(table.seats))
    for step in course:
        if step.number == before:
            return table
        if not step.out:
            take(table, step, recorded)
    last_shown = {s.request["player"]: s.number for s in course if s.request["do"] == "reveal"}
    for player, number in sorted(last_shown.items(), key=lambda shown: shown[1]):
        seat = table.find(player)
        if seat is not None and seat.revealed is None:
            table.conflicts[number] = "ticket_count"
    return table


def take(table: Table, step: Step, recorded: dict[int, Json]) -> None:
    """Judges an entry at its place, and lets it count whatever the rules say of it."""
    number, request, route = step.number, step.request, None
    if step.seat is not None:
        table.to_move = step.seat
    code = first_code(standing_faults(table, request))
    broken = first_code(rule_faults(table, request)) if request.get("overrule") else None
    if request["do"] == "claim":
        route = table.routes[request["route"]]
        if code is not None or broken is not None:
            route = recorded.get(step.made_by, route)
        table.counted[number] = route
    if code is not None:
        table.conflicts[number] = code
    if broken is not None:
        table.overruled[number] = broken
    if code is not None or broken is not None:
        table.shortfalls[number] = shortfall(table, request, route)
    if (request["do"], code) != ("finish", "wrong_phase"):
        apply(table, request, route)


def shortfall(table: Table, step: Json, route: Json | None) -> dict[str, int]:
    """Counts what an entry takes that is not there."""
    seat, missing = table.mover(), {}
    if route is not None:
        played = (step.get("double") or {"terrain": 0})["terrain"]
        missing["trains"] = route["length"] - seat.trains
        missing[kind_of(route)] = played - seat.terrain[kind_of(route)]
    if step["do"] == "tickets":
        missing["tickets"] = step["kept"] - table.tickets_left()
    if step["do"] == "draw":
        trial = trial_of(table)
        for card in step["cards"]:
            if card in TYPES:
                missing[card] = missing.get(card, 0) + (trial.unseen(card) == 0)
                trial.mover().terrain[card] += 1
                reshuffle(trial)
    return {what: count for what, count in missing.items() if count > 0}


# Answering


def differences(before: Table | None, after: Table, markers: bool) -> list[Json]:
    """Says what a change changed: markers, last round, whose turn (R21)."""
    said: list[Json] = []
    for index, seat in enumerate(after.seats):
        new = score(after, seat)
        old = 0 if before is None else score(before, before.seats[index])
        if markers and new != old:
            said.append(marker(seat.name, old, new))
    caller = before.last_round["by"] if before is not None and before.last_round else None
    if after.last_round is not None and not after.ended and after.last_round["by"] != caller:
        said.append({"code": "last_round", "player": after.last_round["by"]})
    was = None if before is None or before.ended else before.mover().name
    if not after.ended and after.mover().name != was:
        said.append({"code": "turn", "player": after.mover().name})
    if after.phase() == "tickets" and before is not None and before.phase() == "play":
        said.append({"code": "show_tickets"})
    return said


def marker(name: str, old: int, new: int) -> Json:
    """Says where a score marker goes (R21)."""
    space, lap = (new - 1) % 100 + 1, (new - 1) // 100
    if new <= 0:
        space, lap = new, 0
    said = {"code": "move_marker", "player": name, "from": old, "to": new, "points": new - old}
    return {**said, "space": space, "lap": lap}


def accepted_rule(request: Json) -> str | None:
    """Names the rule an accepted request is stamped with."""
    if request["do"] == "claim" and request.get("double") is not None:
        return "R11" if request["double"]["locomotives"] > 0 else "R9"
    rules = {"draw": "R5", "claim": "R7", "tickets": "R10", "reveal": "R16", "adjust": "R20"}
    return rules.get(request["do"])


def state_answer(table: Table, seq: int) -> Json:
    """Shows the whole table."""
    return {
        "ok": True,
        "phase": table.phase(),
        "turn": table.turns if table.ended else table.turns + 1,
        "player": None if table.ended else table.mover().name,
        "seq": seq,
        "players": [
            {
                "name": seat.name,
                "color": seat.color,
                "score": score(table, seat),
                "trains": seat.trains,
                "tickets": seat.tickets,
                "terrain": dict(seat.terrain),
                "routes": list(seat.routes),
            }
            for seat in table.seats
        ],
        "terrain": {
            "deck": table.deck(),
            "market": table.market(),
            "discards": dict(table.discards),
            "unseen": {kind: table.unseen(kind) for kind in TYPES},
        },
        "tickets_left": table.tickets_left(),
        "last_round": table.last_round,
    }


def options_answer(table: Table, request: Json) -> Json:
    """Says what a claim would be worth, trying every doubling (R9, R11)."""
    route = request["route"]
    row = table.routes[route]
    seat = table.find(request.get("player")) or table.mover()
    code = first_code(claim_faults(table, seat, {"do": "claim", "route": route}))
    points = POINTS[row["length"]]
    doubles = []
    for locomotives in range(20):
        for terrain in range(20):
            double = {"terrain": terrain, "locomotives": locomotives}
            claim = {"do": "claim", "route": route, "double": double}
            if code is None and not claim_faults(table, seat, claim):
                doubles.append({**double, "points": 2 * points})
    return {
        "ok": True,
        "claimable": code is None,
        "code": code,
        "points": points,
        "terrain": kind_of(row),
        "need": need(row),
        "own": seat.terrain[kind_of(row)],
        "rival": table.rival(seat, kind_of(row)),
        "doubles": doubles,
    }


def fewest(own: int, rival: int, needed: int) -> int | None:
    """Tries how few locomotives double a route that needs so many cards (R9, R11)."""
    for locomotives in range(LOCOMOTIVES + 1):
        for terrain in range(20):
            double = {"terrain": terrain, "locomotives": locomotives}
            if not double_faults(own, rival, needed, LOCOMOTIVES, double):
                return locomotives
    return None


def rights_answer(table: Table) -> Json:
    """Says who may double what (R9)."""
    rights: Json = {}
    for seat in table.seats:
        rights[seat.name] = {}
        for kind in TYPES:
            own, rival = seat.terrain[kind], table.rival(seat, kind)
            rights[seat.name][kind] = {
                "own": own,
                "rival": rival,
                "short": fewest(own, rival, 1),
                "long": fewest(own, rival, 2),
            }
    return {"ok": True, "rights": rights}


def result_answer(table: Table) -> Json:
    """Ranks the players (R16 to R19)."""
    rows = [
        {
            "name": seat.name,
            "total": score(table, seat),
            "routes": seat.plain,
            "doubling": seat.doubling,
            "adjustments": seat.adjustments,
            "tickets": ticket_points(seat),
            "completed": completed_count(seat),
            "globetrotter": globetrotter(table, seat),
        }
        for seat in table.seats
    ]
    for row in rows:
        mine = (row["total"], row["completed"])
        row["place"] = 1 + sum((other["total"], other["completed"]) > mine for other in rows)
    winners = [row["name"] for row in rows if row["place"] == 1]
    return {"ok": True, "winners": winners, "players": sorted(rows, key=lambda r: r["place"])}


def consequences(before: Table, after: Table) -> Json:
    """Lists what a change makes illegal that was not before, and the points it moves."""
    return {
        "conflicts": [
            {"entry": number, "code": code}
            for number, code in after.conflicts.items()
            if number not in before.conflicts
        ],
        "scores": {
            seat.name: score(after, seat) - score(before, old)
            for seat, old in zip(after.seats, before.seats, strict=True)
        },
    }


def stocktake_answer(table: Table, request: Json) -> Json:
    """Says where the table is otherwise, and which cards cannot be so many (R3)."""
    players, discards = request.get("players") or {}, request.get("discards") or {}
    found = []
    for seat in table.seats:
        counted = players.get(seat.name) or {}
        ours = {**seat.terrain, "trains": seat.trains, "score": score(table, seat)}
        theirs = {**(counted.get("terrain") or {}), **counted}
        found += [difference(seat.name, what, ours[what], theirs.get(what)) for what in ours]
    found += [difference(None, kind, table.discards[kind], discards.get(kind)) for kind in TYPES]
    impossible = []
    for kind in TYPES:
        cards = discards.get(kind, table.discards[kind])
        for seat in table.seats:
            terrain = (players.get(seat.name) or {}).get("terrain") or {}
            cards += terrain.get(kind, seat.terrain[kind])
        if cards > 15:
            impossible.append({"terrain": kind, "cards": cards})
    differing = [row for row in found if row["table"] not in (None, row["kiosk"])]
    return {"ok": True, "differences": differing, "impossible": impossible}


def difference(player: str | None, what: str, ours: int, theirs: int | None) -> Json:
    """Sets what was counted beside what is believed."""
    return {"player": player, "what": what, "kiosk": ours, "table": theirs}


def points_of(table: Table, number: int, request: Json) -> int:
    """Counts what an entry scores at once."""
    if request["do"] == "adjust":
        return request.get("score") or 0
    if request["do"] != "claim":
        return 0
    points = POINTS[table.counted[number]["length"]]
    return points if request.get("double") is None else 2 * points


class NaiveReferee:
    """Answers requests from nothing but the list of those it accepted before."""

    def __init__(self) -> None:
        self.log: list[Json] = []
        self.present: Table | None = None
        self.routes: Board = ROUTES  # of the game, as it began
        self.told: list[Json] = []  # what the log tells of each entry, as it was accepted
        self.recorded: dict[int, Json] = {}  # the route that an entry claims, as it was then

    def answer(self, request: Json) -> Json:
        """Answers one request, changing the game if it is an accepted change."""
        code = first_code(self.faults(request))
        if code is not None:
            rule = RULE_BROKEN.get(code)
            if code == "tickets_kept" and request["do"] == "new":
                rule = "R2"
            return {"ok": False, "code": code, "rule": rule}
        if request["do"] in QUERIES:
            return self.query(request)
        return self.change(request)

    def table(self) -> Table:
        """Gives the present table, worked out from the whole log after the last change."""
        assert self.present is not None
        return self.present

    def faults(self, request: Json) -> list[str]:
        """Lists every code that applies to a request."""
        verb = request["do"]
        codes = []
        if self.log and verb not in QUERIES and request.get("seq") not in (None, len(self.log)):
            codes.append("stale")
        if verb in ("amend", "insert") and self.misses_a_play(request):
            return ["bad_request"]
        if verb == "new":
            return codes + new_faults(request)
        if not self.log:
            return ["no_game"]
        if verb in ("amend", "void", "insert", "object", "settle"):
            return codes + self.entry_faults(request)
        return codes + self.present_faults(request)

    def misses_a_play(self, request: Json) -> bool:
        """Tells whether there is no play to enter; one of another player needs none."""
        if request.get("with") is None:
            return request["do"] == "insert" or request.get("player") is None
        return request["with"]["do"] not in PLAYS

    def before(self, entry: int | None) -> Table:
        """Gives the table as it is before an entry, or after all of them."""
        return replay(self.log, self.routes, self.recorded, before=entry)

    def present_faults(self, request: Json) -> list[str]:
        """Judges a request that is about the present moment."""
        verb, table = request["do"], self.table()
        done, undone = standing(self.log)
        codes = []
        if verb in JUDGES:
            codes += JUDGES[verb](table, request)
        if verb in ("finish", "options") and table.ended:
            codes.append("wrong_phase")
        if verb == "options" and request["route"] not in table.routes:
            codes.append("unknown_route")
        if verb == "options" and request.get("player") is not None:
            codes += [] if table.find(request["player"]) else ["unknown_player"]
        if verb == "undo" and len(done) == 1:
            codes.append("nothing_to_undo")
        if verb == "redo" and not undone:
            codes.append("nothing_to_redo")
        if verb == "result" and table.phase() != "over":
            codes.append("not_over")
        return codes

    def entry_faults(self, request: Json) -> list[str]:
        """Judges a request that is about an earlier entry."""
        verb, entry = request["do"], request.get("entry", request.get("after"))
        assert isinstance(entry, int)
        codes = []
        who = request.get("by", request.get("player"))
        if who is not None and self.table().find(who) is None:
            codes.append("unknown_player")
        play = request.get("with")
        if play is not None:
            codes += self.loose_faults(play)
        if not 1 <= entry <= len(self.log):
            return [*codes, "unknown_entry"]
        kind = self.log[entry - 1]["do"]
        if kind not in ("undo", "redo") and entry not in standing(self.log)[0]:
            return [*codes, "unknown_entry"]
        if request.get("shift") and verb == "void" and kind not in (*PLAYS, "insert"):
            return [*codes, "bad_request"]
        others = ("adjust", "finish") if verb == "void" else ()
        if verb in ("amend", "void") and kind not in (*PLAYS, "insert", *others):
            return [*codes, "not_amendable"]
        if verb == "insert" and kind in ("undo", "redo", "amend", "void", "correct_route"):
            return [*codes, "not_amendable"]
        if verb in ("amend", "insert"):
            codes += self.moment_faults(request, entry)
        if verb == "object":
            codes += self.objection_faults(entry, request["by"])
        return codes

    def objection_faults(self, entry: int, by: str) -> list[str]:
        """Judges an objection: to a ruling, and one at a time."""
        if self.log[entry - 1]["do"] in ("new", "object", "settle", "undo", "redo"):
            return ["not_amendable"]
        waits = False
        for number in sorted(standing(self.log)[0]):
            remark = self.log[number - 1]
            if remark["do"] == "settle" and remark["entry"] == entry:
                waits = False
            if remark["do"] == "object" and (remark["entry"], remark["by"]) == (entry, by):
                waits = True
        return ["already_objected"] if waits else []

    def loose_faults(self, play: Json) -> list[str]:
        """Judges what is wrong with a play at any moment."""
        codes = loose_faults(play)
        if play["do"] == "tickets" and not 1 <= play["kept"] <= self.table().tickets_drawn:
            codes.append("tickets_kept")
        if play.get("overrule") is not None:
            codes = [code for code in codes if code in ("unknown_card", "unknown_route")]
            codes += box_faults(play)
        return codes

    def moment_faults(self, request: Json, entry: int) -> list[str]:
        """Judges a play at the moment at which it is to be put."""
        course = self.course()
        numbers = [1, *[step.number for step in course]]
        place = numbers.index(entry) + (request["do"] == "insert")
        moment = self.before(numbers[place] if place < len(numbers) else None)
        play = request.get("with")
        if request["do"] == "amend":
            step = course[place - 1]
            assert step.seat is not None
            moment.to_move = step.seat
            play = play or step.was or step.request
        names = [seat.name for seat in moment.seats]
        if request.get("player") in names:
            moment.to_move = names.index(request["player"])
        assert play is not None
        return play_faults(moment, play)

    def query(self, request: Json) -> Json:
        """Answers without changing anything."""
        table = self.table()
        if request["do"] == "state":
            return state_answer(table, len(self.log))
        if request["do"] == "options":
            return options_answer(table, request)
        if request["do"] == "rights":
            return rights_answer(table)
        if request["do"] == "result":
            return result_answer(table)
        if request["do"] == "stocktake":
            return stocktake_answer(table, request)
        course, numbers = self.course(), range(1, len(self.log) + 1)
        return {"ok": True, "entries": [self.line(number, course) for number in numbers]}

    def course(self) -> list[Step]:
        """Gives the standing entries in the order in which they count."""
        start = set_up(self.log[0], {})
        return course_of(self.log, start.to_move, len(start.seats))

    def line(self, number: int, course: list[Step]) -> Json:
        """Tells an entry as it was accepted, and what has become of it."""
        table, done = self.table(), standing(self.log)[0]
        told = self.told[number - 1]
        flags: list[str] = []
        line: Json = {**told, "entry": number, "flags": flags}
        code = line.pop("overruled")
        if self.log[number - 1]["do"] not in ("undo", "redo") and number not in done:
            flags.append("undone")
        for step in course:
            if step.number == number:
                code = table.overruled.get(number)
                line |= self.now(step, told)
                flags += [step.corrected] if step.corrected else []
                if number in table.conflicts:
                    flags.append(f"conflict:{table.conflicts[number]}")
        if code is not None:
            line["code"] = code
            flags.insert("undone" in flags, "overruled")
        for step in sorted(course, key=lambda step: step.number):
            if step.request["do"] in ("object", "settle") and step.request["entry"] == number:
                flags.append(step.request.get("outcome", "disputed"))
        return line

    def now(self, step: Step, told: Json) -> Json:
        """Tells what an entry does now, if that is otherwise, and what it took too much."""
        table = self.table()
        more: Json = {"shortfall": table.shortfalls.get(step.number) or "(missing)"}
        player = told["player"] if step.seat is None else table.seats[step.seat].name
        player = None if step.out else player
        points = points_of(table, step.number, step.request)
        other = (player, points) != (told["player"], told["points"])
        more["now"] = {"player": player, "points": points}
        return more if step.corrected or other else {**more, "now": "(missing)"}

    def change(self, request: Json) -> Json:
        """Accepts a change and says what it brings about."""
        verb = request["do"]
        before = None if verb == "new" else self.table()
        log = [request] if verb == "new" else [*self.log, request]
        new_on_known_board = before is None and self.present is not None
        routes = self.table().routes if new_on_known_board else self.routes
        after = replay(log, routes, {} if before is None else self.recorded)
        said = differences(before, after, markers=verb != "reveal")
        if before is not None and verb in REVISIONS and after.shuffled > before.shuffled:
            cards = after.shuffled - before.shuffled
            said.append({"code": "reshuffle_terrain", "cards": cards})
        if verb in ("draw", "claim", "adjust"):
            said += after.spoken
        if not request.get("dry_run"):
            self.accept(log, routes, before, after)
        answer: Json = {
            "ok": True,
            "seq": len(self.log),
            "rule": self.rule(request, after, len(log)),
            "say": sorted(said, key=lambda prompt: PROMPTS.index(prompt["code"])),
        }
        if verb in (*PLAYS, "insert"):
            answer["overruled"] = after.overruled.get(len(log), "(missing)")
        if verb == "amend":
            answer["overruled"] = after.overruled.get(request["entry"], "(missing)")
        if verb == "reveal":
            seat = after.find(request["player"])
            assert seat is not None
            answer["tickets"] = [
                {**ticket, "completed": completed(seat.routes, ticket)}
                for ticket in request["tickets"]
            ]
        if before is not None and verb in REVISIONS:
            answer |= consequences(before, after)
        elif before is not None and verb in (*PLAYS, "adjust"):
            dropped = consequences(before, after)["conflicts"]
            answer |= {"conflicts": dropped} if dropped else {}
        return answer

    def rule(self, request: Json, after: Table, number: int) -> str | None:
        """Names the rule of an accepted change; R20 where the table overruled."""
        overruled = request["do"] in PLAYS and number in after.overruled
        return "R20" if overruled else accepted_rule(request)

    def accept(self, log: list[Json], routes: Board, before: Table | None, after: Table) -> None:
        """Takes a change into the log, with what the log will tell of it."""
        number, request = len(log), log[-1]
        play = request["with"] if request["do"] == "insert" else request
        player = request.get("player") if request["do"] in ("insert", "adjust", "reveal") else None
        if before is not None and request["do"] in PLAYS:
            player = before.mover().name
        told = {
            "turn": 1 if before is None else before.turns + (not before.ended),
            "player": player,
            "do": request["do"],
            "points": points_of(after, number, play) if play["do"] in (*PLAYS, "adjust") else 0,
            "rule": self.rule(request, after, number),
            "overruled": after.overruled.get(number),
        }
        if before is None:
            self.told, self.recorded = [], {}
        self.log, self.routes, self.present = log, routes, after
        self.told.append(told)
        of = request["entry"] if request["do"] == "amend" else number
        if of in after.counted and request["do"] in (*PLAYS, "insert", "amend"):
            self.recorded[number] = after.counted[of]
