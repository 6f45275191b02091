"""The wiring: its file format, reading, writing and editing."""
