"""What `python -m hardware` does: a display emulated, buttons by keys, the wiring tried out."""
