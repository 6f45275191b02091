"""Counting the table, and settling what differs."""
