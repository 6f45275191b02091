"""The check-up: what the kiosk stands on, line by line, each with the command that mends it.

It is for when something is broken: no module of this room but the screen needs Kivy, or anything
else that has to be installed.
"""
