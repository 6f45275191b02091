"""In the guest: plays recorded games through the referee, one after the other, for ever.

turns.py REQUESTS GAMES: each line that it prints is an entry that was acknowledged, or at first
what was found: the game's number, its entries, and the scores.
"""

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = "/opt/stationmaster/current/bin/python"
requests = Path(sys.argv[1]).read_text("utf-8").splitlines()
referee = subprocess.Popen(
    [PROGRAM, "-P", "-m", "companion", "referee", "--db", sys.argv[2]],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
    bufsize=1,
)


def asked(line: str) -> dict:
    assert referee.stdin is not None
    assert referee.stdout is not None
    referee.stdin.write(line + "\n")
    referee.stdin.flush()
    return json.loads(referee.stdout.readline())


state = asked('{"do": "state"}')
seq = state["seq"] if state["ok"] else 0
scores = [player["score"] for player in state["players"]] if state["ok"] else []
print("found", json.dumps([state.get("game"), seq, scores]), flush=True)
while True:
    seq %= len(requests)
    answer = asked(requests[seq])
    assert answer["ok"], answer
    assert answer["saved"], answer
    seq += 1
    assert answer["seq"] == seq, answer
    print("kept", json.dumps([answer["game"], seq]), flush=True)
