#!/bin/sh
# Makes the kiosk's console the one that is seen, dark and without a cursor, before the kiosk has it.
set -eu
chvt 7
setterm --term linux --blank 0 --powerdown 0 --cursor off --clear all >/dev/tty7
