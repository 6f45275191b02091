"""The rules: legal moves, scoring, and what the table has to do."""
