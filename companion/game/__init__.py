"""What the game is, pure: board, rules, log, what stands. No file, clock, screen or word."""
