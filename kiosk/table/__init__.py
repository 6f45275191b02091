"""The table, where the game is lived, and the sheets it opens."""
