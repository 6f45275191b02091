#!/bin/sh
# Builds the program and tries it: build.sh VERSION SOURCE PYTHON. install.sh has it run by a user without rights.
set -eu
version=$1
root=$2
python=$3
# shellcheck source=kiosk/setup.sh
. "$root/kiosk/setup.sh"

# What is fetched is what requirements.lock says, byte by byte; and with that alone the program itself is built.
fill() {
    pip_install "$version" --no-cache-dir --only-binary :all: --require-hashes --requirement "$root/kiosk/deploy/requirements.lock"
    pip_install "$version" --no-index --no-deps --no-build-isolation "$root"
}

# A game is begun in it, away from everything, and what the screen and the devices need is loaded.
is_playable() {
    cd "$1"
    "$version/bin/python" -P -m companion referee --db game.db <<'END'
{"do": "new", "players": [{"name": "Anna", "color": "red", "terrain": "desert", "tickets": 2}, {"name": "Ben", "color": "blue", "terrain": "jungle", "tickets": 2}]}
END
    KIVY_HOME=$1 KIVY_NO_ARGS=1 "$version/bin/python" -P -c 'import gpiozero, kiosk, kivy, segno, serial'
}

try_version() {
    trial=$(mktemp -d)
    if said=$(set -e && is_playable "$trial" 2>&1); then
        rm -rf "$trial"
        return
    fi
    rm -rf "$trial"
    fail "$said
This version does not work on this machine; what was installed before is as it was."
}

make_venv "$version" kiosk hardware
fill
try_version
