"""The first screen, and a new game."""
