"""The result of a game, and its charts."""
