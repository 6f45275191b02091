"""The commands of `python -m hardware`: emulate a display, simulate buttons, test the wiring."""
