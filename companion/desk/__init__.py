"""What somebody at the table is in the middle of, pure: every front end stands on it."""
