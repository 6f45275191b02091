"""Past games, players and records."""
