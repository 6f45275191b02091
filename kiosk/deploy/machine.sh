# shellcheck shell=sh
# What becomes of the machine around the program: packages, the user, the data folder, files in /etc, the screen.

: "${deploy:?}" "${wanted_data?}" "${user:?}"
unit=stationmaster.service

# --- packages ---

# The driver of the pins too, where Python has no wheel of it.
get_packages() {
    check_python
    check_driver - kiosk hardware
    need_graphics
    # Kivy's windows are X11's, which the compositor shows by way of Xwayland.
    need_commands cage:cage seatd:seatd Xwayland:xwayland chvt:kbd espeak-ng:espeak-ng \
        systemctl:systemd udevadm:udev dbus-daemon:dbus mount:mount
    need_libraries libX11.so.6:libx11-6 libXext.so.6:libxext6 libXcursor.so.1:libxcursor1 libXfixes.so.3:libxfixes3 \
        libXi.so.6:libxi6 libXrandr.so.2:libxrandr2
    [ -e /usr/lib/polkit-1/polkitd ] || packages="$packages polkitd"
    if [ -z "$packages" ]; then return; fi
    step "Installing packages of the system:$packages"
    # shellcheck disable=SC2086 # a list of words
    [ -n "$dry" ] || install_packages $packages
    packages=
}

# --- the user ---

# Screen, touch and keys, pins, serial cables, sound: as far as this system has them.
groups_there() {
    for group in video render input gpio dialout audio; do
        if getent group "$group" >/dev/null; then echo "$group"; fi
    done | paste -sd, -
}

make_user() {
    if ! id "$user" >/dev/null 2>&1; then
        step "Making the user $user, whom nobody can log in as"
        run useradd --system --user-group --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin "$user"
    fi
    run usermod --append --groups "$(groups_there)" "$user"
}

remove_user() {
    if ! id "$user" >/dev/null 2>&1; then return; fi
    step "Removing the user $user; the games are root's from now on"
    if [ "$(owner_of_data)" = "$user" ]; then run chown -R root:root "$data/stationmaster"; fi
    run userdel "$user"
}

# --- the data folder ---

# What was asked for, or what was chosen before.
choose_data() {
    data=${wanted_data:-$(remembered data)}
    data=${data:-/var/lib}
    case $data in
    /home* | /root* | /tmp* | /run/user* | /dev* | /proc* | /sys*)
        fail "The kiosk sees nothing of $data. Choose a folder elsewhere, such as a partition mounted on /srv/games."
        ;;
    *[!A-Za-z0-9/._-]*) fail "$data: a folder of plain letters, digits, dots, dashes and underscores, please." ;;
    /*) ;;
    *) fail "--data needs a whole path, beginning with a slash." ;;
    esac
    data=${data%/}
}

owner_of_data() {
    stat -c %U "$data/stationmaster" 2>/dev/null || true
}

make_data_folder() {
    step "Keeping the games in $data/stationmaster, for $user alone"
    run mkdir -p "$data/stationmaster"
    if [ "$(owner_of_data)" != "$user" ]; then run chown -R "$user:$user" "$data/stationmaster"; fi
    run chmod 700 "$data/stationmaster"
    if [ "$(remembered data)" != "$data" ]; then forget data; fi
    remember data "$data"
}

# --- files in /etc: root/ is laid over the machine's ---

files() {
    (cd "$deploy/root" && find . -type f | sed 's/^\.//' | LC_ALL=C sort)
}

place_files() {
    step "Writing the unit, the rules of devices, and the permission to switch off"
    for file in $(files); do
        sed "s|@DATA@|$data|g" "$deploy/root$file" | write_file "$file"
    done
    reload
}

remove_files() {
    step "Removing its files below /etc"
    for file in $(files); do
        run rm -f "$file"
    done
    reload
}

# A running system reads them again.
reload() {
    if ! is_running; then return; fi
    run systemctl daemon-reload
    run udevadm control --reload
    run udevadm trigger --subsystem-match=backlight --subsystem-match=tty --action=add
    run systemd-tmpfiles --create
    run sysctl --quiet --load /etc/sysctl.d/70-stationmaster.conf
}

remove_unit() {
    [ -e "/etc/systemd/system/$unit" ] || return 0
    step "Stopping the kiosk"
    if is_running; then run systemctl stop "$unit"; fi
    run systemctl -q disable "$unit"
}

# --- the screen: it was a desktop's or a login prompt's ---

take_the_screen() {
    remember default_target "$(systemctl get-default 2>/dev/null)"
    remember getty "$(systemctl is-enabled getty@tty1.service 2>/dev/null)"
    step "Booting into the kiosk alone: no desktop, no login prompt on the screen, no restart by Ctrl-Alt-Del"
    run systemctl -q enable "$unit"
    run systemctl -q set-default multi-user.target
    run systemctl -q disable getty@tty1.service
    run systemctl -q mask ctrl-alt-del.target
}

give_the_screen_back() {
    target=$(remembered default_target)
    [ -n "$target" ] || return 0
    step "Giving the screen back to what it showed before"
    run systemctl -q set-default "$target"
    if [ "$(remembered getty)" = enabled ]; then run systemctl -q enable getty@tty1.service; fi
    run systemctl -q unmask ctrl-alt-del.target
}
