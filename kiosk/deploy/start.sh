#!/bin/sh
# What stationmaster.service starts: the kiosk under a compositor that shows nothing else.
set -eu
version=$(dirname "$(dirname "$(readlink -f "$0")")")

export STATIONMASTER_APPLIANCE=1 # this machine is the kiosk's: it may switch it off
export LIBSEAT_BACKEND=seatd
export WLR_RENDERER_ALLOW_SOFTWARE=1 # slow is better than dark
# A pointer of one clear pixel: fingers need none, and the kiosk shows none itself.
export XCURSOR_PATH="$version/deploy/cursors" XCURSOR_THEME=none

# Without -s no key leads to another console.
exec cage -d -- "$version/bin/python" -P -m kiosk --fullscreen
