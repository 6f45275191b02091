# shellcheck shell=sh
# What kiosk/run.sh and tests/run.sh do before they start; they source this file with `root` set to the clone.
#
#   prepare VENV [EXTRA...]   makes sure that the virtual environment VENV runs this clone with these extras
#   packages                  Debian packages that are missing and that `prepare` is to install first
#
# Asks nothing. Where it may not install, it says what to install and ends. When nothing has changed it
# calls neither apt nor pip.

: "${root:?}"
packages=

say() {
    printf '%s\n' "$*" >&2
}

fail() {
    say "$*"
    exit 1
}

# The Python versions of pyproject.toml.
is_supported_python() {
    case $("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) in
    3.11 | 3.12 | 3.13) ;;
    *) return 1 ;;
    esac
}

# Debian's own first: it is the one that finds the system's driver of the pins, and is built for speed, which one
# that somebody compiled may not be. Best one that can make a virtual environment as it is.
find_python() {
    for fits in can_make_venv true; do
        for python in /usr/bin/python3 python3 python3.13 python3.12 python3.11; do
            if is_supported_python "$python" && $fits; then return; fi
        done
    done
    return 1
}

can_make_venv() {
    "$python" -c 'import venv, ensurepip' 2>/dev/null
}

# Adds what Python lacks to `packages`.
check_python() {
    if find_python; then
        # Debian splits these modules off; python3.12 has them in python3.12-venv.
        can_make_venv || packages="$packages $(basename "$python")-venv"
    elif command -v python3 >/dev/null; then
        fail "Stationmaster needs Python 3.11, 3.12 or 3.13; python3 here is $(python3 -V 2>&1)."
    else
        packages="$packages python3-venv"
    fi
}

# Adds the packages of libraries, each given as LIBRARY:PACKAGE, to `packages`, where the system lacks them.
need_libraries() {
    # Debian keeps ldconfig where only root looks for commands.
    there=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null || true)
    for needed in "$@"; do
        case $there in
        *"${needed%:*}"*) ;;
        *) packages="$packages ${needed#*:}" ;;
        esac
    done
}

# What a window needs.
need_graphics() {
    need_libraries libGL.so.1:libgl1 libEGL.so.1:libegl1 libGLESv2.so.2:libgles2 libmtdev.so.1:libmtdev1
}

# Adds the packages of commands, each given as COMMAND:PACKAGE, to `packages`, where the system lacks them.
need_commands() {
    for needed in "$@"; do
        PATH=$PATH:/sbin:/usr/sbin command -v "${needed%:*}" >/dev/null || packages="$packages ${needed#*:}"
    done
}

# Whether this is a board with pins for buttons and lights, such as a Raspberry Pi.
has_pins() {
    [ -e /proc/device-tree/model ] && ls /dev/gpiochip* >/dev/null 2>&1
}

# Whether the driver of the pins must be the system's: for this Python, or in 32 bits, there is no wheel of it.
uses_system_driver() {
    python_there=$1
    shift
    case " $* " in *" hardware "*) ;; *) return 1 ;; esac
    has_pins || return 1
    case $(readlink -f "$(command -v "$python_there")") in
    *3.11 | *3.12) [ "$(getconf LONG_BIT)" -eq 32 ] ;;
    esac
}

# Adds the driver of the pins to `packages`, where it is to be the system's, and the system has one to install.
check_driver() {
    shift
    if find_python && uses_system_driver "$python" "$@" && ! "$python" -c 'import lgpio' 2>/dev/null &&
        apt-cache show python3-lgpio >/dev/null 2>&1; then
        packages="$packages python3-lgpio"
    fi
}

# Installs Debian packages, as root or with `sudo -n`.
install_packages() {
    if [ $# -eq 0 ]; then return; fi
    if [ "$(id -u)" -eq 0 ]; then
        as_root='env'
    elif sudo -n true 2>/dev/null; then
        as_root='sudo -n env'
    else
        as_root=
    fi
    command -v apt-get >/dev/null || fail "Something is missing. Debian calls it: $*. Install it, and start again."
    if [ -z "$as_root" ]; then
        fail "Something is missing, and this user may not install it. As root, run
    apt-get install --no-install-recommends $*
and start again."
    fi
    say "Installing with apt-get: $*"
    apt="$as_root DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300"
    install="$apt install -y --no-install-recommends"
    # shellcheck disable=SC2086 # commands of several words
    said=$($install "$@" 2>&1) ||
        # The lists of a fresh system are empty or old: only then are they fetched.
        said=$($apt update 2>&1 && $install "$@" 2>&1) ||
        fail "$(echo "$said" | tail -n 5)
apt-get could not install: $*. Is there a network connection?"
}

# Runs pip in a virtual environment; its output is shown only where it fails.
pip_install() {
    venv=$1
    shift
    log=$venv/pip.log
    if "$venv/bin/python" -m pip install --no-input --disable-pip-version-check "$@" >"$log" 2>&1; then
        return
    fi
    if grep -qE 'NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError' "$log"; then
        fail "The Python packages cannot be fetched: no network connection. Connect, and start again;
once they are installed, no network is needed."
    fi
    tail -n 20 "$log" >&2
    fail "The Python packages cannot be installed. All that pip said is in $log"
}

# What an installation depends on: another Python, project file, catalogue or place makes it a new one.
fingerprint() {
    sources=$(cat "$root/pyproject.toml" "$root"/companion/words/catalogues/*.po 2>/dev/null | cksum)
    printf '%s | %s | %s\n' "$(readlink -f "$1/bin/python")" "$sources" "$root"
}

# Whether what the system has installed for Python can be used in a virtual environment.
sees_system() {
    grep -q 'include-system-site-packages = true' "$1/pyvenv.cfg" 2>/dev/null
}

# The stamp of an installation: its fingerprint, and below it its extras.
is_ready() {
    venv=$1
    shift
    [ -x "$venv/bin/python" ] && [ -f "$venv/stamp" ] || return 1
    { read -r installed && read -r extras; } <"$venv/stamp"
    [ "$installed" = "$(fingerprint "$venv")" ] || return 1
    if uses_system_driver "$venv/bin/python" "$@" && ! sees_system "$venv"; then return 1; fi
    for extra in "$@"; do
        case ",$extras," in
        *",$extra,"*) ;;
        *) return 1 ;;
        esac
    done
}

# Has a virtual environment for these extras; what is installed in it stays.
make_venv() {
    venv=$1
    shift
    if ! { is_supported_python "$venv/bin/python" && "$venv/bin/python" -c 'import pip' 2>/dev/null; }; then
        "$python" -m venv --clear "$venv" >&2 || fail "There can be no virtual environment in $venv: may this user write there?"
    fi
    # As --system-site-packages would, but for one that is there already it changes nothing else.
    if uses_system_driver "$venv/bin/python" "$@"; then
        sed -i 's/^include-system-site-packages = .*/include-system-site-packages = true/' "$venv/pyvenv.cfg"
    fi
}

install_project() {
    make_venv "$@"
    shift
    # What another script has installed there stays wanted.
    extras=$(sed -n 2p "$venv/stamp" 2>/dev/null || true)
    extras=$(echo "$extras $*" | tr ', ' '[\n*]' | grep . | sort -u | paste -sd, -)
    rm -f "$venv/stamp"
    say "Installing the Python packages into $venv (once; this may take some minutes)"
    pip_install "$venv" --editable "$root${extras:+[$extras]}"
    { fingerprint "$venv" && printf '%s\n' "$extras"; } >"$venv/stamp"
}

# Ends where what was installed has brought no Python of ours.
require_python() {
    if ! { find_python && can_make_venv; }; then
        fail "Stationmaster needs Python 3.11, 3.12 or 3.13 with its venv module, and this system's packages have none."
    fi
}

prepare() {
    if ! is_ready "$@"; then
        check_python
        check_driver "$@"
    fi
    # shellcheck disable=SC2086 # a list of words
    install_packages $packages
    packages=
    if is_ready "$@"; then return; fi
    require_python
    install_project "$@"
}
