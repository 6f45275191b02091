"""The views sent to phones: a snapshot of the game, as plain data and in words."""
