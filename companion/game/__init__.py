"""What the game is, pure: board, rules, log and what stands of it. No file, clock, screen or word."""
