"""The settings and their screens."""
