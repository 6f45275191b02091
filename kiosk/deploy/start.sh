#!/bin/sh
# What stationmaster.service starts: the kiosk under a compositor that shows nothing else.
set -eu
version=$(dirname "$(dirname "$(readlink -f "$0")")")

# Whether a screen is one of a chip that draws; those of virtual machines and servers are not, and Mesa may crash on them.
has_graphics_chip() {
    for card in /sys/class/drm/card?/device/uevent; do
        case $(sed -n 's/^DRIVER=//p' "$card" 2>/dev/null) in
        virtio-pci | virtio_gpu | simple-framebuffer | bochs-drm | cirrus | qxl | vboxvideo | hyperv_drm | ast | mgag200) ;;
        *) return 0 ;;
        esac
    done
    return 1
}

export STATIONMASTER_APPLIANCE=1 # this machine is the kiosk's: it may switch it off
export LIBSEAT_BACKEND=seatd
if has_graphics_chip; then
    export WLR_RENDERER_ALLOW_SOFTWARE=1 # slow is better than dark
else
    export WLR_RENDERER=pixman
fi
# A pointer of one clear pixel: fingers need none, and the kiosk shows none itself.
export XCURSOR_PATH="$version/deploy/cursors" XCURSOR_THEME=none

# Without -s no key leads to another console.
exec cage -d -- "$version/bin/python" -P -m kiosk --fullscreen
