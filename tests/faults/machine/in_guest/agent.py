"""In the guest: runs what comes down the serial line, JSON lines, and answers each with one."""

import json
import subprocess
import sys

with open(sys.argv[1], "r+b", buffering=0) as line:
    subprocess.run(["stty", "raw", "-echo"], stdin=line, check=True)
    line.write(b"listening\n")
    rest = b""
    while True:
        rest += line.read(4096)
        *orders, rest = rest.split(b"\n")
        for order in orders:
            done = subprocess.run(["sh", "-c", json.loads(order)], capture_output=True, text=True)
            line.write(json.dumps([done.returncode, done.stdout + done.stderr]).encode() + b"\n")
