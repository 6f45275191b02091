"""The table screen, the main screen of a game, and its sheets."""
