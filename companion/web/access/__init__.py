"""Access control for phones: codes, tokens, request checks and rate limits."""
