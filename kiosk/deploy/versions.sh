# shellcheck shell=sh
# The program: each version in a folder of its own, and a link to the one that is used.
# The one before stays until its successor has shown its first screen, and then as `previous`.

: "${root:?}" "${deploy:?}" "${dry?}" "${python=}"
user=stationmaster
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

# Builds away from the clone, which belongs to somebody, and as a user who may nothing: what comes from elsewhere is
# root's only when it has been built and tried.
install_into() {
    source=$prefix/source
    rm -rf "$source"
    mkdir "$source" "$1"
    (cd "$root" && sources | xargs -d '\n' cp --parents -t "$source")
    chown -R "$user:" "$source" "$1"
    as_builder sh "$source/kiosk/deploy/build.sh" "$1" "$source" "$python" || exit 1
    chown -R --no-dereference root:root "$1"
    rm -rf "$source"
}

# A command as the user of the kiosk, without any right that it could win back.
as_builder() {
    HOME=$prefix/source setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups --no-new-privs \
        --bounding-set=-all --inh-caps=-all -- "$@"
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
    install_into "$version"
    add_scripts "$version"
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
