"""What phones are shown: the game at one moment, as plain data and in words."""
