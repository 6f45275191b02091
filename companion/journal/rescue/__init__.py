"""Handling of logs that are damaged, missing or unreadable."""
