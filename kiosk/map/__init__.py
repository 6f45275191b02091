"""The board as a picture: where everything is drawn, and what a finger means."""
