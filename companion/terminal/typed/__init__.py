"""Typed input: plays, tickets, counts, board corrections, and edits of entries."""
