"""Looking back: past games, players, records."""
