#!/bin/sh
# Starts Stationmaster: sh kiosk/run.sh [--size 800x480] [--fullscreen] [--demo] [--db FILE]
# Everything else of it too:    sh kiosk/run.sh companion games, sh kiosk/run.sh hardware test
# A check-up of it:             sh kiosk/run.sh doctor [--json]
# A PIN that nobody remembers:  sh kiosk/run.sh forget-pin
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

case ${1-} in
companion | hardware)
    room=$1
    shift
    # The room of the devices is an extra of its own; the other needs none.
    if [ "$room" = hardware ]; then prepare "$root/.venv" hardware; else prepare "$root/.venv"; fi
    exec "$root/.venv/bin/python" -P -m "$room" "$@"
    ;;
esac

case ${1-} in
doctor | forget-pin) # whatever is installed or missing
    python=$root/.venv/bin/python
    [ -x "$python" ] || python=python3
    PYTHONPATH=$root exec "$python" -P -m kiosk "$@"
    ;;
esac

if ! has_screen; then
    prepare "$root/.venv"
    say "There is no screen here: this is the score keeper for the terminal."
    exec "$root/.venv/bin/python" -P -m companion play "$@"
fi
need_graphics
prepare "$root/.venv" kiosk hardware
has_desktop || [ -n "${SDL_VIDEODRIVER-}" ] || set -- --fullscreen "$@"
exec "$root/.venv/bin/python" -P -m kiosk "$@"
