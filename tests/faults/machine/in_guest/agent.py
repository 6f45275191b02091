"""In the guest: runs what comes down a serial line, JSON lines, and answers up another one.

agent.py ORDERS ANSWERS
"""

import json
import subprocess
import sys

with open(sys.argv[1], "rb") as orders, open(sys.argv[2], "wb") as answers:
    for line in (orders, answers):
        subprocess.run(["stty", "raw", "-echo"], stdin=line, check=True)
    answers.write(b"listening\n")
    answers.flush()
    for order in orders:
        done = subprocess.run(["sh", "-c", json.loads(order)], capture_output=True, text=True)
        said = json.dumps([done.returncode, done.stdout + done.stderr])
        answers.write(said.encode() + b"\n")
        answers.flush()
