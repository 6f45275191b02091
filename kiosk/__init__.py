"""The touch-screen app that runs next to the board."""
