# shellcheck shell=sh
# The program: each version in a folder of its own, and a link to the one that is used.
# The one before stays until its successor has shown its first screen, and then as `previous`.

: "${root:?}" "${deploy:?}" "${dry?}" "${python=}"
prefix=/opt/stationmaster

# What the program is made of.
sources() {
    (cd "$root" && find companion hardware kiosk pyproject.toml README.md \
        -type f ! -path '*/__pycache__/*' ! -path '*/docs/*' ! -path '*/pictures/*' ! -name '*.mo' | LC_ALL=C sort)
}

# The folder of this clone's version: other sources or another Python make another one.
folder_of_version() {
    number=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$root/companion/__init__.py")
    sum=$(cd "$root" && { "$python" -V && sources | xargs -d '\n' cksum; } | cksum)
    echo "$prefix/$number-${sum%% *}"
}

# Builds away from the clone, which belongs to somebody.
install_into() {
    source=$1/source
    mkdir "$source"
    (cd "$root" && sources | xargs -d '\n' cp --parents -t "$source")
    # Binary packages only: nothing is compiled here, and nothing of theirs is run as root.
    pip_install "$1" --only-binary :all: "${source}[kiosk,hardware]"
    rm -rf "$source"
}

# What runs outside of Python: the unit starts these.
add_scripts() {
    mkdir -p "$1/deploy"
    cp "$deploy/start.sh" "$deploy/screen.sh" "$deploy/stick.sh" "$1/deploy"
    chmod 755 "$1"/deploy/*.sh
    add_clear_cursor "$1/deploy/cursors/none/cursors"
}

# A pointer that nobody sees: one clear pixel, in the format of Xcursor.
add_clear_cursor() {
    mkdir -p "$1"
    {
        printf 'Xcur\020\0\0\0\0\0\001\0\001\0\0\0'                 # 16 bytes of header, version 1.0, one image
        printf '\002\0\375\377\030\0\0\0\034\0\0\0'                 # an image for size 24, from byte 28
        printf '\044\0\0\0\002\0\375\377\030\0\0\0\001\0\0\0'       # 36 bytes of header, version 1
        printf '\001\0\0\0\001\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'       # 1x1, hot at 0, 0, no delay
        printf '\0\0\0\0'                                           # clear
    } >"$1/left_ptr"
    cp "$1/left_ptr" "$1/default"
}

# A game is begun in it, away from everything, and what the screen and the devices need is loaded.
is_playable() {
    cd "$2"
    "$1/bin/python" -P -m companion referee --db game.db <<'END'
{"do": "new", "players": [{"name": "Anna", "color": "red", "terrain": "desert", "tickets": 2}, {"name": "Ben", "color": "blue", "terrain": "jungle", "tickets": 2}]}
END
    KIVY_HOME=$2 KIVY_NO_ARGS=1 "$1/bin/python" -P -c 'import gpiozero, kiosk, kivy, segno, serial'
}

try_version() {
    trial=$(mktemp -d)
    if said=$(set -e && is_playable "$1" "$trial" 2>&1); then
        rm -rf "$trial"
        return
    fi
    rm -rf "$trial"
    fail "$said
This version does not work on this machine; what was installed before is as it was."
}

# The stamp comes last, and only when everything before it is on the disk: a folder without one was never finished.
build_version() {
    version=$prefix/VERSION
    if [ -z "$dry" ]; then require_python; fi
    if find_python; then version=$(folder_of_version); fi
    if [ -f "$version/stamp" ]; then return; fi
    step "Building the program in $version (this may take some minutes)"
    if [ -n "$dry" ]; then return; fi
    rm -rf "$version"
    mkdir -p "$prefix"
    make_venv "$version" kiosk hardware
    install_into "$version"
    add_scripts "$version"
    try_version "$version"
    sync -f "$version"
    : >"$version/stamp"
}

# --- which of them is used ---

current_version() {
    readlink "$prefix/current" || true
}

use_version() {
    before=$(current_version)
    if [ "$1" = "$before" ]; then return; fi
    step "Switching to $1"
    [ -z "$before" ] || link "$before" "$prefix/previous"
    link "$1" "$prefix/current"
    run sync -f "$prefix"
}

# Where the version does not come up and the one before it was up, that one is used again.
start_kiosk() {
    if ! is_running; then return; fi
    if systemctl -q is-active display-manager.service; then
        say "A desktop is on the screen now. Restart the machine, and the kiosk comes up instead:  sudo reboot"
        return
    fi
    step "Starting the kiosk"
    was_up=$(systemctl is-active stationmaster.service || true)
    if [ -n "$dry" ] || systemctl restart stationmaster.service; then return; fi
    if [ "$was_up" = active ] && [ "$version" != "$before" ]; then
        link "$before" "$prefix/current"
        systemctl restart stationmaster.service || true
        fail "The new version did not show its first screen, so the one before is used again. What it said:
    journalctl -u stationmaster"
    fi
    fail "Everything is installed, but the kiosk shows no screen yet; it is tried again every few seconds.
Is a screen plugged in? What it said:  journalctl -u stationmaster"
}

remove_versions() {
    step "Removing the program from $prefix"
    run rm -rf "$prefix"
}

# All but the one that is used and the one before.
remove_old_versions() {
    for old in "$prefix"/*-*/; do
        old=${old%/}
        case $old in
        "$prefix/*-*" | "$(current_version)" | "$(readlink "$prefix/previous" || true)") ;;
        *)
            step "Removing the old version $old"
            run rm -rf "$old"
            ;;
        esac
    done
}
