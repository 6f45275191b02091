#!/bin/sh
# Checks everything, on a clean clone too: sh tests/run.sh [pytest arguments]
# sh tests/run.sh --mutants [MODULE...] lists the slips in the rules that no test would see.
# Without arguments the tests of companion run where nothing of a screen or a device is installed.
set -eu
root=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$root/kiosk/setup.sh"
cd "$root"

step() {
    printf '\n== %s\n' "$*"
}

step 'Set-up'
for needed in strace:strace Xvfb:xvfb xauth:xauth xdotool:xdotool; do
    command -v "${needed%:*}" >/dev/null || packages="$packages ${needed#*:}"
done
need_graphics
prepare "$root/.venv" dev hardware kiosk
is_ready "$root/.venv-core" || rm -rf "$root/.venv-core" # it holds nothing that is no longer needed
prepare "$root/.venv-core"
python=$root/.venv/bin/python
core=$root/.venv-core/bin/python
if [ "${1-}" = --mutants ]; then
    shift
    exec "$python" -m tests.mutants "$@"
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

step 'Lint, format, types'
"$python" -m ruff check
"$python" -m ruff format --check
"$python" -m mypy

step 'The package alone: a game with the base install and nothing else, away from the source'
"$core" -c '
from importlib.util import find_spec
found = [name for name in ("kivy", "gpiozero", "serial") if find_spec(name)]
assert not found, f"in the base install: {found}"
'
mkdir "$scratch/source"
cp -R ./* "$scratch/source"
rm -rf "$scratch"/source/*.egg-info # else files that an earlier build knew would be packed too
pip_install "$root/.venv" --no-deps --no-build-isolation --target "$scratch/package" "$scratch/source"
(
    cd "$scratch"
    PYTHONPATH=package "$core" -P -m companion referee --db game.db <<'END' | tee answers
{"do": "new", "players": [{"name": "Anna", "color": "red", "terrain": "desert", "tickets": 2}, {"name": "Ben", "color": "blue", "terrain": "jungle", "tickets": 2}]}
{"do": "rights"}
END
    [ "$(grep -c '"ok": *true' answers)" -eq 2 ] || fail 'The installed package does not play.'
)

if [ $# -gt 0 ]; then
    step 'The tests that were asked for'
    "$python" -m pytest -n auto "$@"
    exit
fi

step 'Tests of companion, without kivy, gpiozero and pyserial'
mkdir "$scratch/absent"
for module in kivy gpiozero serial; do
    echo "raise ModuleNotFoundError('hidden by tests/run.sh', name='$module')" >"$scratch/absent/$module.py"
done
PYTHONPATH=$scratch/absent "$python" -m pytest -n auto --ignore=tests/hardware --ignore=tests/kiosk

step 'Tests of hardware and kiosk'
"$python" -m pytest -n auto tests/hardware tests/kiosk
