"""Who is let in: codes and tokens, what a request must be, and at what pace."""
