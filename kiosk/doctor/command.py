"""python -m kiosk doctor [--json]: the system check in a terminal."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import companion
from companion.game.board.board import standard_board
from companion.words import Words
from companion.words.language import Translations
from kiosk.doctor.checkup import CheckTarget, run_checks, this_machine
from kiosk.doctor.finding import BROKEN, Finding
from kiosk.doctor.view import CheckLine, lines, state_word, summary


def run(language: Translations, games: Path | None = None, *, as_json: bool) -> int:
    """Print the system check and return the exit code: 1 if something is broken."""
    words = Words(standard_board(), language)
    findings = _all(this_machine(games), words, told=not as_json)
    if as_json:
        print(json.dumps(_data(findings, words), ensure_ascii=False, indent=1))
    else:
        print(f"\n{summary(findings, words)}")
    return int(any(finding.state == BROKEN for finding in findings))


def _all(target: CheckTarget, words: Words, *, told: bool) -> list[Finding]:
    """Return all findings; if `told`, print each at once."""
    findings = []
    for finding in run_checks(target):
        findings.append(finding)
        if told:
            _print(lines([finding], words)[0], words)
    return findings


def _print(line: CheckLine, words: Words) -> None:
    width = max(len(state_word(state, words)) for state in ("ok", "warning", "broken"))
    print(f"{state_word(line.state, words):{width}}  {line.title}: {line.text}", flush=True)
    if line.mend:
        print(f"{'':{width}}  $ {line.mend}", flush=True)


def _data(findings: Sequence[Finding], words: Words) -> dict[str, object]:
    return {
        "version": companion.__version__,
        "python": sys.version.split()[0],
        "checks": [asdict(line) for line in lines(findings, words)],
    }
