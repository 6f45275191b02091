#!/bin/sh
# Makes this machine an appliance that boots into Stationmaster and shows nothing else.
# Raspberry Pi OS (64 bits) or Debian, 12 or 13; in a clone of the repository:
#
#   sudo sh kiosk/deploy/install.sh              installs; run again, it brings this clone's version
#   sudo sh kiosk/deploy/install.sh --data DIR   keeps the games in DIR/stationmaster: a partition, a stick
#   sudo sh kiosk/deploy/install.sh --back       brings back the version before
#   sudo sh kiosk/deploy/install.sh --uninstall  takes everything away but the games
#
# With --dry-run it says each step and changes nothing. Ended at any step, it goes on when it is run again.
set -eu
deploy=$(dirname "$(readlink -f "$0")")
root=$(dirname "$(dirname "$deploy")")
task=install
dry=
wanted_data=
. "$root/kiosk/setup.sh"
# shellcheck source=kiosk/deploy/steps.sh
. "$deploy/steps.sh"
# shellcheck source=kiosk/deploy/versions.sh
. "$deploy/versions.sh"
# shellcheck source=kiosk/deploy/machine.sh
. "$deploy/machine.sh"

usage() {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$deploy/install.sh"
}

read_options() {
    while [ $# -gt 0 ]; do
        case $1 in
        --data)
            [ $# -gt 1 ] || fail "--data needs a folder."
            wanted_data=$2
            shift
            ;;
        --back | --uninstall) task=${1#--} ;;
        --dry-run) dry=1 ;;
        --help)
            usage
            exit
            ;;
        *) fail "$1 is no option. $(usage)" ;;
        esac
        shift
    done
}

require_root() {
    if [ -z "$dry" ] && [ "$(id -u)" -ne 0 ]; then
        fail "This changes the machine, and only root may. Run
    sudo sh kiosk/deploy/install.sh
or see first what it would do, with --dry-run."
    fi
}

require_system() {
    command -v apt-get >/dev/null || fail "This system has no apt-get: install.sh knows Raspberry Pi OS and Debian.
On others, sh kiosk/run.sh starts the kiosk without installing it."
    if [ "$(getconf LONG_BIT)" -ne 64 ]; then
        fail "This is a 32-bit system, for which there is no Kivy. Put the 64-bit Raspberry Pi OS onto the card."
    fi
}

install() {
    require_system
    choose_data
    get_packages
    make_user
    make_data_folder
    build_version
    place_files
    use_version "$version"
    take_the_screen
    start_kiosk
    remove_old_versions
    tell_end "Stationmaster ${version##*/} is installed; the games are in $data/stationmaster."
}

back() {
    version=$(readlink "$prefix/previous") || fail "There is no version before the one that is installed."
    use_version "$version"
    start_kiosk
    tell_end "Stationmaster ${version##*/} is back."
}

uninstall() {
    choose_data
    remove_unit
    give_the_screen_back
    remove_files
    remove_versions
    remove_user
    forget_everything
    tell_end "Stationmaster is gone, and the games are kept in $data/stationmaster. Packages of the system were left.
The screen is what it was after the next start of the machine."
}

read_options "$@"
require_root
"$task"
