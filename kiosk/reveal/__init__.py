"""Tickets shown at the end."""
