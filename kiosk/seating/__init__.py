"""The welcome screen, and the screen to set up a new game."""
