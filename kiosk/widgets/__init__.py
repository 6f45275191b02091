"""The widgets that screens are made of; they show data and keep no game state."""
