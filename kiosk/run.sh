#!/bin/sh
# Starts Stationmaster: sh kiosk/run.sh [options of `python -m companion play`]
# The first start installs what is missing; the later ones need no network.
set -eu
root=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$root/kiosk/setup.sh"

prepare "$root/.venv"
say "The touch screen app is not built yet: this is the score keeper for the terminal."
exec "$root/.venv/bin/python" -P -m companion play "$@"
