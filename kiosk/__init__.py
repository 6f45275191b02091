"""The touch screen app that stands beside the board."""
