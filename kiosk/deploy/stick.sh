#!/bin/sh
# Mounts a USB stick where the kiosk looks for one, and lets go of it: stick.sh mount|unmount DEVICE
set -eu
sticks=/run/media/stationmaster

# Whether it is the system's own: a machine may boot from a stick, or keep its games on one.
is_the_systems() {
    findmnt --source "$1" >/dev/null || findmnt --fstab --evaluate --source "$1" >/dev/null
}

# What people call it, in letters that no path is broken by.
label_of() {
    label=$(lsblk --noheadings --nodeps --output LABEL "$1" | tr -cd '[:alnum:] _-' | sed 's/^ *//; s/ *$//')
    echo "${label:-USB}"
}

# A folder of its own: two sticks may have one name.
folder_for() {
    folder=$sticks/$(label_of "$1")
    if mountpoint -q "$folder"; then folder="$folder $(basename "$1")"; fi
    echo "$folder"
}

# FAT and exFAT only: every other file system is more code of the kernel's for a stranger's bytes.
type_of() {
    type=$(lsblk --noheadings --nodeps --output FSTYPE "$1")
    case $type in
    vfat | exfat) echo "$type" ;;
    *) return 1 ;;
    esac
}

mount_stick() {
    if is_the_systems "$1"; then return; fi
    if ! type=$(type_of "$1"); then
        echo "$1 is neither FAT nor exFAT, and stays as it is." >&2
        return 1
    fi
    folder=$(folder_for "$1")
    mkdir -p "$folder"
    owner="uid=$(id -u stationmaster),gid=$(id -g stationmaster),fmask=0177,dmask=0077"
    # As what it was found to be, by the kernel alone (-i: no helper), and nothing on it can be run, whatever it says.
    if ! mount -i -t "$type" -o "nosuid,nodev,noexec,noatime,$owner" "$1" "$folder"; then
        rmdir "$folder"
        return 1
    fi
}

unmount_stick() {
    findmnt --noheadings --output TARGET --source "$1" | while read -r folder; do
        case $folder in
        "$sticks"/*) umount --lazy "$folder" && rmdir "$folder" ;;
        esac
    done
}

case $1 in
mount) mount_stick "$2" ;;
unmount) unmount_stick "$2" ;;
esac
