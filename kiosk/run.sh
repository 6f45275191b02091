#!/bin/sh
# Starts Stationmaster: sh kiosk/run.sh [--size 800x480] [--fullscreen] [--demo] [--db FILE]
# The first start installs what is missing; the later ones need no network.
set -eu
root=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$root/kiosk/setup.sh"

# A desktop's display, or a screen without one (a Pi that boots into the kiosk).
has_desktop() {
    [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ]
}

has_screen() {
    if has_desktop || [ -n "${SDL_VIDEODRIVER-}" ]; then return; fi
    for card in /dev/dri/card*; do
        if [ -w "$card" ]; then return; fi
    done
    return 1
}

if ! has_screen; then
    prepare "$root/.venv"
    say "There is no screen here: this is the score keeper for the terminal."
    exec "$root/.venv/bin/python" -P -m companion play "$@"
fi
need_graphics
prepare "$root/.venv" kiosk hardware
has_desktop || [ -n "${SDL_VIDEODRIVER-}" ] || set -- --fullscreen "$@"
exec "$root/.venv/bin/python" -P -m kiosk "$@"
