#!/bin/sh
# Checks everything, on a clean clone too: sh tests/run.sh [--long] [pytest arguments]
# Whatever is tried by the hundred is tried by the dozen, nothing is drawn that nobody looks at, and
# few whole games are played on the screen. With --long all of it is done: that takes hours.
# sh tests/run.sh --mutants [MODULE...] lists the slips in the rules that no test would see.
# Without arguments the tests of companion run where nothing of a screen or a device is installed.
set -eu
root=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$root/kiosk/setup.sh"
cd "$root"

step() {
    printf '\n== %s\n' "$*"
}

# What the tests of each folder took, on however many cores, largest first.
tell_times() {
    [ -s "$scratch/times" ] || return 0
    step 'Seconds of one core, by folder'
    awk -F'\t' '{ taken[$2] += $1; all += $1 }
        END { for (what in taken) printf "%7.0f  %s\n", taken[what], what; printf "%7.0f  in all\n", all }
    ' "$scratch/times" | sort -rn
}

if [ "${1-}" = --long ]; then
    shift
    export STATIONMASTER_LONG=1
fi

step 'Set-up'
need_commands strace:strace espeak-ng:espeak-ng Xvfb:xvfb xauth:xauth xdotool:xdotool openbox:openbox shellcheck:shellcheck
need_commands chromium:chromium chromedriver:chromium-driver npm:npm # phones, by a browser
# Whole machines are made by root alone.
if [ -n "${STATIONMASTER_LONG-}" ] && [ "$(id -u)" -eq 0 ]; then
    need_commands debootstrap:debootstrap qemu-system-x86_64:qemu-system-x86 qemu-img:qemu-utils \
        qemu-aarch64-static:qemu-user-static update-binfmts:binfmt-support mkfs.ext4:e2fsprogs mkfs.vfat:dosfstools
fi
if [ -n "${STATIONMASTER_LONG-}" ]; then # for tests/faults: a disk that refuses, clocks that jump
    command -v cc >/dev/null || packages="$packages gcc libc6-dev"
    ls /usr/lib/*/faketime >/dev/null 2>&1 || packages="$packages libfaketime"
fi
need_graphics
prepare "$root/.venv" dev hardware kiosk
# What looks for barriers on the page for phones: from npm, and never packed.
[ -f "$root/.venv/node_modules/axe-core/axe.min.js" ] ||
    npm install --silent --no-audit --no-fund --no-save --prefix "$root/.venv" axe-core@4 || :
is_ready "$root/.venv-core" || rm -rf "$root/.venv-core" # it holds nothing that is no longer needed
prepare "$root/.venv-core"
python=$root/.venv/bin/python
core=$root/.venv-core/bin/python
if [ "${1-}" = --mutants ]; then
    shift
    exec "$python" -m tests.mutants "$@"
fi
scratch=$(mktemp -d)
trap 'tell_times; rm -rf "$scratch"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

export STATIONMASTER_TIMES="$scratch/times"

# More processes than there are cores, as some tests always wait for something. Whoever has no more
# tests takes some from others: the last ones are not left to one core.
run_tests() {
    "$python" -m pytest -n "$(($(nproc) + 2))" --dist worksteal "$@"
}

step 'Lint, format, types'
"$python" -m ruff check
"$python" -m ruff format --check
"$python" -m mypy

step 'The package alone: a game with the base install and nothing else, away from the source'
"$core" -c '
from importlib.util import find_spec
found = [name for name in ("kivy", "gpiozero", "serial", "starlette") if find_spec(name)]
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
    run_tests "$@"
    exit
fi

step 'Tests of companion, without kivy, gpiozero and pyserial'
mkdir "$scratch/absent"
for module in kivy gpiozero serial; do
    echo "raise ModuleNotFoundError('hidden by tests/run.sh', name='$module')" >"$scratch/absent/$module.py"
done
(
    export PYTHONPATH="$scratch/absent"
    run_tests --ignore=tests/hardware --ignore=tests/kiosk --ignore=tests/faults
)

step 'Tests of hardware and kiosk, and faults'
run_tests tests/faults tests/kiosk tests/hardware # the longest first
