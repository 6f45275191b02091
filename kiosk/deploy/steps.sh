# shellcheck shell=sh
# How install.sh takes its steps: each is said, and taken unless `dry` is set; and what it remembers.

: "${dry?}"
memory=/etc/stationmaster.installed # what the machine was before, and what was chosen

step() {
    say "$*${dry:+ (not now)}"
}

tell_end() {
    say "${dry:+Nothing was changed. It would end with: }$*"
}

# A command that changes the machine. The first one that fails is the last one.
run() {
    if [ -n "$dry" ]; then
        say "    $*"
    elif ! "$@"; then
        fail "This failed: $*
Mend what it says above, and run install.sh again: it goes on from here."
    fi
}

# Writes what comes in to a file, whole or not at all, where it is not in it already.
write_file() {
    wanted=$(cat)
    if [ -f "$1" ] && [ "$wanted" = "$(cat "$1")" ]; then return; fi
    say "    writes $1"
    if [ -n "$dry" ]; then return; fi
    if ! { mkdir -p "$(dirname "$1")" && printf '%s\n' "$wanted" >"$1.new" && chmod 644 "$1.new" && mv "$1.new" "$1"; }; then
        fail "$1 cannot be written. If the root is read-only, make it writable, install, and make it read-only again."
    fi
}

# Lets a link lead elsewhere at one blow: at no moment is there none.
link() {
    run ln -sfn "$1" "$2.new"
    run mv -T "$2.new" "$2"
}

# remember KEY VALUE: once known, a value stays until it is forgotten.
remember() {
    if [ -z "$dry" ] && [ -z "$(remembered "$1")" ]; then
        { cat "$memory" 2>/dev/null || true; printf '%s=%s\n' "$1" "$2"; } | write_file "$memory"
    fi
}

remembered() {
    sed -n "s|^$1=||p" "$memory" 2>/dev/null || true
}

forget() {
    if [ -n "$dry" ] || [ -z "$(remembered "$1")" ]; then return; fi
    { grep -v "^$1=" "$memory" || true; } | write_file "$memory"
}

forget_everything() {
    run rm -f "$memory"
}

# Whether this system runs now, or is a folder that is being prepared for a card.
is_running() {
    [ -d /run/systemd/system ]
}
